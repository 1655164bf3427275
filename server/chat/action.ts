/** The actions of a choice in a conversation: a closed list, each bound to the booking or the quote it was offered for. */
import * as z from 'zod/mini'
import { ConversationKind, ConversationSide } from '#contract/conversation/conversation.ts'
import { AddOnRef } from '#contract/service/add-on.ts'
import type { Choice } from '#server/messaging/prompt.ts'

const ofVisit = { id: z.uuid() }
const token = z.string().check(z.maxLength(2000))
/** What was chosen so far. */
const offered = {
  professionalId: z.int(),
  /** By the professional's own link, at its prices. */
  channel: z.optional(z.literal('own_link')),
  serviceId: z.int(),
  /** Further services, and how many of all each person has; absent: one person. */
  more: z.optional(z.array(z.int())),
  persons: z.optional(z.array(z.int())),
  /** Options of their groups, and extras. */
  addOns: z.optional(z.array(AddOnRef)),
  /** The place number (contract/service/modality.ts); null: at a place. Absent: not chosen yet. */
  place: z.optional(z.nullable(z.int())),
}
const answer = z.enum(['ask', 'accept', 'decline'])
const worker = z.enum(['professional', 'host'])

export const ChatAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('keep') }),
  z.object({
    do: z.literal('ask'),
    ...ofVisit,
    what: z.enum([
      'confirm',
      'change',
      'cancel',
      'late',
      'when',
      'where',
      'code',
      'receipt',
      'person',
      'menu',
    ]),
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
  z.object({
    do: z.literal('rescue'),
    ...ofVisit,
    version: z.int(),
    answer: z.enum(['accept', 'decline']),
  }),
  z.object({ do: z.literal('write'), ...ofVisit }),
  z.object({ do: z.literal('book') }),
  z.object({
    do: z.literal('services'),
    professionalId: offered.professionalId,
    channel: offered.channel,
    from: z.int(),
  }),
  /** Options and extras of the last part. */
  z.object({ do: z.literal('options'), ...offered, from: z.int() }),
  z.object({ do: z.literal('another'), ...offered, from: z.int() }),
  z.object({ do: z.literal('companion'), ...offered, from: z.int() }),
  /** Nothing more is added: the place, then the day. */
  z.object({ do: z.literal('whole'), ...offered }),
  z.object({ do: z.literal('homes'), ...offered }),
  z.object({ do: z.literal('days'), ...offered, from: z.nullable(z.string()) }),
  z.object({ do: z.literal('day'), ...offered, date: z.string() }),
  z.object({ do: z.literal('hold'), ...offered, slot: token }),
  z.object({ do: z.literal('release'), ...ofVisit }),
  z.object({ do: z.literal('request'), ...ofVisit, as: worker, version: z.int(), answer }),
  /** Another hour for a booking, for its professional or host. */
  z.object({ do: z.literal('proposal'), ...ofVisit, as: worker, version: z.int(), answer }),
  /** Another place for a visit whose host cancelled, to its professional. */
  z.object({ do: z.literal('elsewhere'), ...ofVisit, as: worker, version: z.int(), answer }),
  z.object({ do: z.literal('application'), id: z.int(), version: z.int(), answer }),
  z.object({
    do: z.literal('talk'),
    kind: ConversationKind,
    about: z.string(),
    as: ConversationSide,
    /** Whether the next message is sent there. */
    say: z.boolean(),
  }),
])
export type ChatAction = z.output<typeof ChatAction>

export type Step<Do extends ChatAction['do']> = Extract<ChatAction, { do: Do }>

/** The services, people and place of a visit being booked. */
export type Chosen = Omit<Step<'homes'>, 'do'>

/** A line that can be chosen. */
export const choice = (title: string, action: ChatAction, description?: string): Choice => ({
  title,
  ...(description === undefined ? {} : { description }),
  action,
  ...(isFinal(action) ? { isExact: true } : {}),
})

/** It ends, moves or answers a booking: a "sí" that was written about something else must not choose it. */
const isFinal = (action: ChatAction): boolean =>
  ['cancel', 'move', 'release'].includes(action.do) || ('answer' in action && action.answer !== 'ask')

export const keep = choice('No, dejarla así', { do: 'keep' })

/** The text of a reply, with the next choices. */
export type Said = { text: string; choices?: readonly Choice[] }
