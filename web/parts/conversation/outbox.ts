import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/conversation.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { inputOf, type Where, withOf } from '#web/parts/conversation/reading.ts'
import { upload } from '#web/upload.ts'
import { keepDraft, keptDraft } from '#web/ui/draft.ts'

/** What I wrote and the server has not said yes to. */
export type Pending = {
  id: string
  text: string
  /** A photo on its way, and what it looks like here. */
  photo: { file: File; preview: string; share: number } | null
  state: 'sending' | 'failed'
  problem: string | null
}

export type Outbox = ReturnType<typeof useOutbox>

/** Messages on their way. What did not arrive stays, also over a reload, until it is sent or thrown away. */
export const useOutbox = (where: Where) => {
  const draft = `talk-out.${withOf(where)}`
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const line = useRef(Promise.resolve())

  // What a reload left behind comes once the page stands as the server wrote it.
  useEffect(() => {
    const later = window.setTimeout(() => {
      const left = Object.entries(keptDraft(draft)).filter(([, text]) => text !== '')
      setPending((now) => [
        ...left
          .filter(([id]) => now.every((one) => one.id !== id))
          .map(([id, text]): Pending => ({ id, text, photo: null, state: 'failed', problem: null })),
        ...now,
      ])
    })
    return () => window.clearTimeout(later)
  }, [draft])

  const change = (id: string, to: Partial<Pending>) =>
    setPending((now) => now.map((one) => (one.id === id ? { ...one, ...to } : one)))

  const drop = (id: string) => {
    keepDraft(draft, id, '')
    setPending((now) => now.filter((one) => one.id !== id))
  }

  const post = async (one: Pending) => {
    const input = inputOf(where)
    try {
      await (one.photo === null
        ? call(
            contract.sendMessage,
            { ...input, body: { id: one.id, text: one.text } },
            { idempotencyKey: one.id },
          )
        : upload(
            contract.sendPhoto,
            { params: { ...input.params, message: one.id }, query: input.query, file: one.photo.file },
            (share) => change(one.id, { photo: one.photo === null ? null : { ...one.photo, share } }),
          ))
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.conversations) })
      drop(one.id)
    } catch (problem) {
      change(one.id, {
        state: 'failed',
        problem: problem instanceof ApiError ? problem.message : 'No se pudo enviar.',
      })
    }
  }

  /** In the order in which they were written: the next one leaves when the one before has arrived or failed. */
  const send = (one: Pending) => {
    line.current = line.current.then(() => post(one))
  }

  const add = (text: string, file: File | null) => {
    const one: Pending = {
      id: crypto.randomUUID(),
      text,
      photo: file === null ? null : { file, preview: URL.createObjectURL(file), share: 0 },
      state: 'sending',
      problem: null,
    }
    if (file === null) keepDraft(draft, one.id, text)
    setPending((now) => [...now, one])
    send(one)
  }

  return {
    pending,
    say: (text: string) => add(text, null),
    show: (file: File) => add('', file),
    again: (one: Pending) => {
      change(one.id, { state: 'sending', problem: null })
      send(one)
    },
    drop,
  }
}
