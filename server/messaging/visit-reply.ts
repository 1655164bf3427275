/** The quick replies of messages about a visit: the payload of each, and what comes back when it is pressed. */
import * as z from 'zod/mini'
import type { ReplyOption } from '#server/messaging/reply.ts'
import type { Work } from '#server/platform/work.ts'

export const visitReplies = {
  confirm: 'Confirmo',
  change: 'Cambiar',
  cancel: 'Cancelar',
  late: 'Voy tarde',
  accept: 'Acepto',
  other: 'Otra hora',
  decline: 'No puedo',
} as const
export type VisitReply = keyof typeof visitReplies

const kind = 'visit-reply'
const Said = z.object({
  b: z.uuid(),
  r: z.enum(['confirm', 'change', 'cancel', 'late', 'accept', 'other', 'decline']),
  /** Absent in messages that left before versions were in them. */
  v: z.optional(z.int()),
})

/**
 * Signed, for one visit in this version; useless once it is over. A reply that costs money is quoted first, for the visit as it is then.
 */
export const visitReplyOptions = (
  work: Work,
  { id, ends_at, version }: { id: string; ends_at: Date; version: number },
  replies: readonly VisitReply[],
): ReplyOption[] =>
  replies.map((reply) => ({
    title: visitReplies[reply],
    answer: work.tokens.sign(kind, { b: id, r: reply, v: version }, ends_at),
  }))

/** Null: no quick reply of ours, or one whose visit is over. */
export const visitReplyOf = (
  work: Work,
  answer: string,
): { bookingId: string; reply: VisitReply; version: number | undefined } | null => {
  const opened = z.safeParse(Said, work.tokens.open(kind, answer, work.now))
  if (!opened.success) return null
  const { b: bookingId, r: reply, v: version } = opened.data
  return { bookingId, reply, version }
}
