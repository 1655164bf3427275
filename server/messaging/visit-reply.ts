/** The quick replies of messages about a visit: what each carries, and what comes back when it is pressed. */
import * as z from 'zod/mini'
import type { ReplyOption } from '#server/messaging/reply.ts'
import type { Work } from '#server/platform/work.ts'

export const visitReplies = {
  confirm: 'Confirmo',
  change: 'Cambiar',
  cancel: 'Cancelar',
  late: 'Voy tarde',
} as const
export type VisitReply = keyof typeof visitReplies

const kind = 'visit-reply'
const Said = z.object({
  b: z.uuid(),
  r: z.enum(['confirm', 'change', 'cancel', 'late']),
})

/** Signed, and of one visit; of no use once it is over. What they begin is quoted for the visit as it is then. */
export const visitReplyOptions = (
  work: Work,
  { id, ends_at }: { id: string; ends_at: Date },
  replies: readonly VisitReply[],
): ReplyOption[] =>
  replies.map((reply) => ({
    title: visitReplies[reply],
    answer: work.tokens.sign(kind, { b: id, r: reply }, ends_at),
  }))

/** Null: no quick reply of ours, or one whose visit is over. */
export const visitReplyOf = (work: Work, answer: string): { bookingId: string; reply: VisitReply } | null => {
  const opened = z.safeParse(Said, work.tokens.open(kind, answer, work.now))
  return opened.success ? { bookingId: opened.data.b, reply: opened.data.r } : null
}
