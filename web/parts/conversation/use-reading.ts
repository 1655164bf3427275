import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/conversation/conversation.ts'
import type { Conversation, ConversationMessage } from '#contract/conversation/conversation.ts'
import { call, keyOf } from '#web/api.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { toastError } from '#web/ui/toast.ts'

type Saved = { messages: readonly ConversationMessage[]; earlier: boolean }

/**
 * All loaded messages of an open conversation: new ones are appended, requested older ones are prepended. Whatever is on screen counts as
 * read while the page is visible.
 */
export const useReading = (where: Where, read: Conversation) => {
  const [saved, setSaved] = useState<Saved>(read)
  const [firstUnread] = useState(() => firstUnreadOf(read))
  const [joinedWith, setJoinedWith] = useState(read)
  // Adds new messages during rendering; React then restarts the rendering with them.
  if (joinedWith !== read) {
    setJoinedWith(read)
    setSaved(joined(saved, read))
  }
  const whole = joined(saved, read)
  useMarkRead(where, read)
  const loading = useMutation({
    mutationFn: (before: number) => {
      const { params, query } = inputOf(where)
      return call(contract.earlierMessages, { params, query: { ...query, before } })
    },
    onSuccess: (page) =>
      setSaved((now) => ({ messages: [...page.messages, ...now.messages], earlier: page.earlier })),
    onError: (problem) => toastError('Error', problem.message),
  })
  const first = whole.messages[0]?.number
  return {
    messages: whole.messages,
    older: { has: whole.earlier, busy: loading.isPending },
    loadOlder: () => (first === undefined ? undefined : loading.mutate(first)),
    firstUnread,
  }
}

/** Joins the newest page with the loaded messages; those before a gap are dropped. */
const joined = (saved: Saved, { messages, earlier }: Saved): Saved => {
  const [first] = messages
  const last = saved.messages.at(-1)
  if (first === undefined || last === undefined || first.number > last.number + 1)
    return { messages, earlier }
  const before = saved.messages.filter(({ number }) => number < first.number)
  return { messages: [...before, ...messages], earlier: before.length > 0 ? saved.earlier : earlier }
}

const firstUnreadOf = ({ messages, unread }: Conversation) =>
  unread === 0 ? undefined : messages.filter(({ mine }) => !mine).at(-unread)?.number

const useMarkRead = (where: Where, { messages, unread }: Conversation) => {
  const queryClient = useQueryClient()
  const sent = useRef(0)
  const last = messages.at(-1)?.number ?? 0
  const { kind, about, as, t } = where
  useEffect(() => {
    if (unread === 0 || last === 0) return
    const mark = () => {
      if (document.visibilityState !== 'visible' || sent.current >= last) return
      sent.current = last
      call(contract.readConversation, { ...inputOf({ kind, about, as, t }), body: { upTo: last } }).then(
        () => void queryClient.invalidateQueries({ queryKey: keyOf(contract.conversations) }),
        // Retried with the next message or when the page is visible again.
        () => {
          sent.current = 0
        },
      )
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [kind, about, as, t, last, unread, queryClient])
}
