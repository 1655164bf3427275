import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/space/space.ts'
import type { Space } from '#contract/space/space.ts'
import { ApiError, keyOf, reading } from '#web/api.ts'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export const spaceReading = (id: number) => reading(contract.space, { params: { id } })
export const spacesReading = reading(contract.spaces)

export type Saving =
  | { state: 'kept' | 'waiting' | 'saving' | 'offline' | 'stale' | 'unread' }
  | { state: 'refused'; text: string }

/** The delay after the last key before a step is saved. */
const settleMs = 700
const againMs = 4_000

/**
 * The values of a step, saved automatically: a moment after the last key, when the step is left and when the page is hidden. Offline it
 * waits and retries; after a conflicting save the host chooses (`keep`, `take`).
 */
export const useStep = <Typed extends Record<string, unknown>, Body extends object>({
  space,
  from,
  check,
  send,
}: {
  space: Space
  from: (space: Space) => Typed
  /** The valid part of the input, and the error of each other field. */
  check: (typed: Typed) => { body: Body; problems: Readonly<Record<string, string>> }
  send: (id: number, body: Body & { version: number }) => Promise<Space>
}) => {
  const queryClient = useQueryClient()
  const form = useForm<Typed>({ initial: () => from(space) })
  const typed = form.values
  const [saving, setSaving] = useState<Saving>({ state: 'kept' })
  const [shown, setShown] = useState(false)
  const waiting = useRef<Body>(undefined)
  const running = useRef<Promise<boolean>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id } = space
  const key = spaceReading(id).queryKey

  const sendNow = async (): Promise<boolean> => {
    for (let body = waiting.current; body !== undefined; body = waiting.current) {
      waiting.current = undefined
      setSaving({ state: 'saving' })
      try {
        const version = queryClient.getQueryData(key)?.version ?? space.version
        queryClient.setQueryData(key, await send(id, { ...body, version }))
        void queryClient.invalidateQueries({ queryKey: keyOf(contract.spaces), exact: true })
      } catch (problem) {
        waiting.current ??= body
        setSaving(savingOf(problem))
        if (problem instanceof ApiError && problem.status === 0) later(againMs)
        return false
      }
    }
    setSaving({ state: 'kept' })
    return true
  }
  /** Saves all input now; true once everything is saved. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current)
    const before = running.current ?? Promise.resolve(true)
    const mine = before.then(sendNow)
    running.current = mine
    return mine
  }
  const later = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), ms)
  }
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => {
    const put = () => {
      if (waiting.current !== undefined) void latest.current()
    }
    document.addEventListener('visibilitychange', put)
    globalThis.addEventListener('online', put)
    return () => {
      document.removeEventListener('visibilitychange', put)
      globalThis.removeEventListener('online', put)
      clearTimeout(timer.current)
      put()
    }
  }, [])

  const { body, problems } = check(typed)
  return {
    typed,
    // Everything else is saved; an unreadable number is not, and is not reported as saved.
    saving: saving.state === 'kept' && hasUnreadNumber(typed) ? { state: 'unread' as const } : saving,
    /** Errors, once the host has tried to continue; none while they type before that. */
    problems: shown ? problems : none,
    type: (part: Partial<Typed> | ((typed: Typed) => Partial<Typed>)) => {
      form.put(typeof part === 'function' ? part(form.current()) : part)
      waiting.current = check(form.current()).body
      setSaving({ state: 'waiting' })
      later(settleMs)
    },
    /** Saves the step even if nothing was changed, as its answers were seen. */
    finish: async (): Promise<boolean> => {
      setShown(true)
      waiting.current = body
      return (await flush()) && Object.keys(problems).length === 0
    },
    retry: () => void flush(),
    keep: async () => {
      await queryClient.fetchQuery({ ...spaceReading(id), staleTime: 0 })
      await flush()
    },
    take: async () => {
      waiting.current = undefined
      form.accept(from(await queryClient.fetchQuery({ ...spaceReading(id), staleTime: 0 })))
      setSaving({ state: 'kept' })
    },
  }
}

/** Widens the type, for steps with a single kind of problem. */
export const problemsOf = (problems: Readonly<Record<string, string>>) => problems

const none = {}

const savingOf = (problem: unknown): Saving => {
  if (!(problem instanceof ApiError)) throw problem
  if (problem.status === 0) return { state: 'offline' }
  if (problem.code === 'stale_version') return { state: 'stale' }
  return { state: 'refused', text: problem.message }
}
