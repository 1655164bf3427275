import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/conversation/conversation.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { forgetUnsent, keepUnsent, savedUnsent, type Place } from '#web/parts/conversation/unsent.ts'
import { upload } from '#web/upload.ts'

/** A message that the server has not accepted yet. */
export type Pending = {
  id: string
  text: string
  /** A photo being uploaded, and its local preview. */
  photo: { file: File; preview: string; share: number } | null
  /** `waiting`: offline, or the server was unreachable; retried automatically. `failed`: the server refused it. */
  state: 'sending' | 'waiting' | 'failed'
  problem: string | null
}

export type Outbox = ReturnType<typeof useOutbox>

/** Between automatic retries, doubling each time. */
const pauseMs = { first: 2_000, most: minuteMs } as const

/**
 * Unsent messages, in the order in which they were written; each has its own id, so that a retry is the same message. They survive reloads,
 * and are retried when the device is online again and, while the conversation is open, after growing pauses.
 */
export const useOutbox = (where: Where, place: Place) => {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const deliver = useRef<Deliver>(undefined)
  const line = useRef<Line>(undefined)
  const { person, talk } = place

  useEffect(() => {
    deliver.current = async (one, onProgress) => {
      const input = inputOf(where)
      await (one.photo === null
        ? call(
            contract.sendMessage,
            { ...input, body: { id: one.id, text: one.text } },
            { idempotencyKey: one.id },
          )
        : upload(
            contract.sendPhoto,
            { params: { ...input.params, message: one.id }, query: input.query, file: one.photo.file },
            onProgress,
          ))
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.conversations) })
    }
  })

  useEffect(() => {
    const open = openLine({ person, talk }, async (...what) => deliver.current?.(...what), setPending)
    line.current = open
    addEventListener('online', open.goOn)
    return () => {
      removeEventListener('online', open.goOn)
      open.close()
    }
  }, [person, talk])

  return {
    pending,
    say: (text: string) => line.current?.add(text, null),
    show: (file: File) => line.current?.add('', file),
    again: ({ id }: Pending) => line.current?.again(id),
    drop: ({ id }: Pending) => line.current?.drop(id),
  }
}

type Deliver = (one: Pending, onProgress: (share: number) => void) => Promise<void>
type Line = ReturnType<typeof openLine>

const openLine = (place: Place, deliver: Deliver, show: (all: readonly Pending[]) => void) => {
  let all: readonly Pending[] = []
  let pause: number = pauseMs.first
  let later: number | undefined
  let isBusy = false
  let isClosed = false

  const set = (next: readonly Pending[]) => {
    all = next
    if (!isClosed) show(all)
  }
  const change = (id: string, to: Partial<Pending>) =>
    set(all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const drop = (id: string) => {
    void forgetUnsent(place, id)
    all.filter((one) => one.id === id).forEach(releaseHold)
    set(all.filter((one) => one.id !== id))
  }

  /** One at a time: the next is sent once the previous one was accepted or refused. */
  const goOn = async () => {
    if (isBusy) return
    isBusy = true
    window.clearTimeout(later)
    for (let one = firstOf(all); one !== undefined && !isClosed; one = firstOf(all)) {
      const { id } = one
      change(id, { state: 'sending', problem: null })
      try {
        await deliver(one, (share) => {
          const photo = all.find((now) => now.id === id)?.photo ?? null
          change(id, { photo: photo === null ? null : { ...photo, share } })
        })
        drop(id)
        pause = pauseMs.first
      } catch (problem) {
        if (mayPass(problem)) {
          set(all.map((now) => (now.state === 'failed' ? now : { ...now, state: 'waiting' })))
          later = window.setTimeout(() => void goOn(), pause)
          pause = Math.min(2 * pause, pauseMs.most)
          break
        }
        change(id, {
          state: 'failed',
          problem: problem instanceof ApiError ? problem.message : 'No se pudo enviar.',
        })
      }
    }
    isBusy = false
  }

  const add = (text: string, file: File | null) => {
    const id = crypto.randomUUID()
    void keepUnsent(place, { id, text, photo: file })
    set([...all, pendingOf(id, text, file, 'sending')])
    void goOn()
  }

  // Messages left from before a reload are loaded after hydration.
  const first = window.setTimeout(async () => {
    const left = (await savedUnsent(place)).filter(({ id }) => all.every((one) => one.id !== id))
    if (left.length === 0 || isClosed) return
    set([...left.map(({ id, text, photo }) => pendingOf(id, text, photo, 'waiting')), ...all])
    await goOn()
  })

  return {
    add,
    drop,
    goOn: () => {
      pause = pauseMs.first
      void goOn()
    },
    again: (id: string) => {
      change(id, { state: 'sending', problem: null })
      void goOn()
    },
    close: () => {
      isClosed = true
      all.forEach(releaseHold)
      window.clearTimeout(first)
      window.clearTimeout(later)
    },
  }
}

const pendingOf = (id: string, text: string, file: File | null, state: Pending['state']): Pending => ({
  id,
  text,
  photo: file === null ? null : { file, preview: URL.createObjectURL(file), share: 0 },
  state,
  problem: null,
})

/** The browser holds a whole photo in memory for each object URL. */
const releaseHold = ({ photo }: Pending) => {
  if (photo !== null) URL.revokeObjectURL(photo.preview)
}

const firstOf = (all: readonly Pending[]) => all.find(({ state }) => state !== 'failed')

/** Offline, rate-limited, or a server error: a retry may succeed. */
const mayPass = (problem: unknown) =>
  !(problem instanceof ApiError) ||
  problem.status === 0 ||
  problem.status === 429 ||
  problem.status >= 500 ||
  problem.code === 'in_progress'
