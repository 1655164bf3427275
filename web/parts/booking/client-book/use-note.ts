import { useEffect, useRef, useState } from 'react'
import { noteClient, ownClient, type ClientNote } from '#contract/booking/client/own-client.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { readDraft } from '#web/ui/form/draft.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'

type Saving =
  | { state: 'kept' | 'waiting' | 'saving' | 'offline' }
  | { state: 'stale'; problem?: string }
  | { state: 'refused'; text: string }

/** Saved this long after the last key. */
const settleMs = 700
const againMs = 4_000

/**
 * A note that saves itself: shortly after the last key, and when the page is left or hidden. Text that did not reach Kalli stays in this
 * tab and is sent when possible; if another device changed the note meanwhile, the professional chooses.
 */
export const useNote = (clientId: number, note: ClientNote) => {
  const queryClient = useQueryClient()
  const draft = `client-note-${clientId}`
  const form = useForm({ initial: () => ({ text: note.text }), draft })
  const { text } = form.values
  const [saving, setSaving] = useState<Saving>({ state: 'kept' })
  const version = useRef(note.version)
  const waiting = useRef<string>(undefined)
  const running = useRef<Promise<void>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const params = { id: clientId }

  const sendNow = async () => {
    for (let next = waiting.current; next !== undefined; next = waiting.current) {
      waiting.current = undefined
      setSaving({ state: 'saving' })
      try {
        const saved = await call(noteClient, { params, body: { text: next, version: version.current } })
        version.current = saved.version
        queryClient.setQueryData(reading(ownClient, { params }).queryKey, (page) =>
          page === undefined ? page : { ...page, note: saved },
        )
      } catch (problem) {
        waiting.current ??= next
        if (!(problem instanceof ApiError)) throw problem
        setSaving(
          problem.status === 0
            ? { state: 'offline' }
            : problem.code === 'stale_version'
              ? { state: 'stale' }
              : { state: 'refused', text: problem.message },
        )
        if (problem.status === 0) later(againMs)
        return
      }
    }
    form.forget()
    setSaving({ state: 'kept' })
  }
  /** One after the other: each needs the version that the previous one made. */
  const flush = () => {
    clearTimeout(timer.current)
    running.current = (running.current ?? Promise.resolve()).then(sendNow)
  }
  const later = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => flush(), ms)
  }
  const type = (next: string) => {
    form.put({ text: next })
    waiting.current = next
    setSaving({ state: 'waiting' })
    later(settleMs)
  }
  const latest = useRef({ flush, type })
  useEffect(() => {
    latest.current = { flush, type }
  })
  useEffect(() => {
    const unsent = readDraft(draft)['text']
    if (unsent !== undefined) latest.current.type(unsent)
    const put = () => {
      if (waiting.current !== undefined) latest.current.flush()
    }
    document.addEventListener('visibilitychange', put)
    globalThis.addEventListener('online', put)
    return () => {
      document.removeEventListener('visibilitychange', put)
      globalThis.removeEventListener('online', put)
      clearTimeout(timer.current)
      put()
    }
  }, [draft])
  /** The current version; while offline or without an answer the professional can still choose, and sees why. */
  const readAgain = async () => {
    try {
      return await queryClient.fetchQuery({ ...reading(ownClient, { params }), staleTime: 0 })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setSaving({ state: 'stale', problem: problem.message })
      return undefined
    }
  }
  return {
    text,
    saving,
    type,
    retry: flush,
    /** The text of this device wins. */
    keep: async () => {
      const page = await readAgain()
      if (page === undefined) return
      version.current = page.note.version
      flush()
    },
    /** The other device's text wins. */
    take: async () => {
      const page = await readAgain()
      if (page === undefined) return
      const { note } = page
      waiting.current = undefined
      version.current = note.version
      form.accept({ text: note.text })
      setSaving({ state: 'kept' })
    },
  }
}
