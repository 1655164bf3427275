/** The quick replies of messages about a visit: what each carries, and what comes back when it is pressed. */
import * as z from 'zod/mini'
import type { ReplyOption } from '#server/messaging/reply.ts'
import type { Work } from '#server/platform/work.ts'

export const visitReplies = {
  confirm: 'Confirmo',
  change: 'Cambiar',
  cancel: 'Cancelar',
  late: 'Voy tarde',
  accept: 'Acepto',
  decline: 'No puedo',
} as const
export type VisitReply = keyof typeof visitReplies

const kind = 'visit-reply'
const Said = z.object({
  b: z.uuid(),
  v: z.int(),
  r: z.enum(['confirm', 'change', 'cancel', 'late', 'accept', 'decline']),
})

/** Signed, and bound to the booking as it is now; of no use once the visit is over. */
export const visitReplyOptions = (
  work: Work,
  { id, version, ends_at }: { id: string; version: number; ends_at: Date },
  replies: readonly VisitReply[],
): ReplyOption[] =>
  replies.map((reply) => ({
    title: visitReplies[reply],
    answer: work.tokens.sign(kind, { b: id, v: version, r: reply }, ends_at),
  }))

/** Null: no quick reply of ours, or one whose visit is over. */
export const visitReplyOf = (
  work: Work,
  answer: string,
): { bookingId: string; version: number; reply: VisitReply } | null => {
  const opened = z.safeParse(Said, work.tokens.open(kind, answer, work.now))
  return opened.success ? { bookingId: opened.data.b, version: opened.data.v, reply: opened.data.r } : null
}
