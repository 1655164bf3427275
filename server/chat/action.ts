/** What a choice in a conversation does: the closed list of its steps, each bound to the booking or the quote that it was offered for. */
import * as z from 'zod/mini'
import type { Choice } from '#server/messaging/prompt.ts'

const ofVisit = { id: z.uuid() }
const token = z.string().check(z.maxLength(2000))

export const ChatAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('keep') }),
  z.object({
    do: z.literal('ask'),
    ...ofVisit,
    what: z.enum(['confirm', 'change', 'cancel', 'late', 'where', 'code', 'receipt', 'person', 'menu']),
  }),
  z.object({ do: z.literal('late'), ...ofVisit, minutes: z.int() }),
  z.object({ do: z.literal('cancel'), ...ofVisit, quote: token }),
  z.object({ do: z.literal('hours'), ...ofVisit, from: z.string() }),
  z.object({ do: z.literal('hour'), ...ofVisit, slot: token }),
  z.object({ do: z.literal('move'), ...ofVisit, quote: token }),
  z.object({
    do: z.literal('answer'),
    ...ofVisit,
    version: z.int(),
    answer: z.enum(['accept', 'decline']),
  }),
  z.object({ do: z.literal('write'), ...ofVisit }),
  z.object({ do: z.literal('book'), professionalId: z.int(), serviceId: z.int() }),
  z.object({ do: z.literal('link'), path: z.string() }),
  z.object({
    do: z.literal('request'),
    ...ofVisit,
    as: z.enum(['professional', 'host']),
    version: z.int(),
    answer: z.enum(['ask', 'accept', 'decline']),
  }),
])
export type ChatAction = z.output<typeof ChatAction>

/** A line that can be chosen. */
export const choice = (title: string, action: ChatAction, description?: string): Choice => ({
  title,
  ...(description === undefined ? {} : { description }),
  action,
})

/** What is said in answer, with what can be chosen next. */
export type Said = { text: string; choices?: readonly Choice[] }
