/** Lapsed clients, a message ready for each, and the results of earlier messages. docs/booking/win-back.md. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, Text, Zone } from '#contract/platform/shapes.ts'

/** Completed visits needed to know a client's usual interval. */
export const visitsForInterval = 3
/** Intervals outside this range are ignored. */
export const intervalDays = { min: 7, max: 365 } as const
/** Clients who have been away longer are no longer listed. */
export const lostAfterDays = 540
/** A visit booked within this many days of a message counts as its result. */
export const resultDays = 60
/** Period of messages whose results are counted, in days. */
export const outcomeDays = 180
export const wordsMax = 300
export const messageMax = 600
export const maxLapsed = 100

export const usualWords = 'Ya toca tu próxima cita. ¿Te aparto un lugar?'

const Lapsed = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  lastAt: Instant,
  zone: Zone,
  /** Service of the last visit. */
  service: z.string(),
  /** Usual number of days between two visits. */
  intervalDays: z.int(),
  /** own: from this client's visits. service: from her clients for that service, since this client has too few visits. */
  intervalOf: z.enum(['own', 'service']),
  /** Whole days since the last visit. */
  daysSince: z.int(),
  visits: z.int(),
  spentCents: z.int(),
  /** Null if she has no telephone of theirs. */
  phone: z.nullable(z.string()),
  /** They agreed to such messages, so Kalli may send one. */
  agreed: z.boolean(),
  /** The last message within their interval; null if they may be written to. */
  written: z.nullable(z.object({ at: Instant, way: z.enum(['kalli', 'whatsapp']) })),
})
export type Lapsed = z.output<typeof Lapsed>

const Words = z.object({
  text: z.string(),
  couponId: z.nullable(Id),
  /** The text about the coupon, as clients read it; empty if none is attached, or it is no longer valid. */
  couponText: z.string(),
  /** 0 if her own text was never saved. */
  version: z.int(),
})

export const LapsedClients = z.object({
  /** Clients who may be written to first, then the most overdue. */
  clients: z.array(Lapsed),
  /** How many of them may be written to. */
  toWrite: z.int(),
  words: Words,
  /** Link to her page, appended to each message. */
  link: z.string(),
  /** Results of the messages of the last months. */
  outcome: z.object({
    written: z.int(),
    byKalli: z.int(),
    clients: z.int(),
    /** Clients who booked within sixty days of a message. */
    booked: z.int(),
    /** Those who came. */
    came: z.int(),
    /** Paid for those visits. */
    spentCents: z.int(),
  }),
})
export type LapsedClients = z.output<typeof LapsedClients>

export const lapsedClients = endpoint({
  method: 'GET',
  path: '/api/professional/clients/lapsed',
  summary: 'List clients who are overdue by their usual interval, with the result of invitations',
  access: 'professional',
  reply: LapsedClients,
  refusals: ['no_profile'],
})

export const saveWinBackWords = endpoint({
  method: 'PUT',
  path: '/api/professional/win-back-words',
  summary: 'Save own text, and a coupon, for inviting clients back',
  access: 'professional',
  body: z.object({ text: Text(wordsMax), couponId: z.nullable(Id), version: z.int() }),
  reply: LapsedClients,
  refusals: ['no_profile', 'not_found', 'stale_version'],
})

const OneClient = z.object({ id: Id })

export const winBack = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/win-back',
  summary: 'Invite a lapsed client: through Kalli with consent, or record a WhatsApp message sent by hand',
  access: 'professional',
  params: OneClient,
  body: z.object({ way: z.enum(['kalli', 'whatsapp']), text: LongText(messageMax) }),
  reply: LapsedClients,
  idempotent: true,
  refusals: ['not_found', 'no_profile', 'client_not_lapsed', 'win_back_written', 'win_back_not_agreed'],
})

export const undoWinBack = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id/win-back',
  summary: 'Undo the record of a WhatsApp message',
  access: 'professional',
  params: OneClient,
  reply: LapsedClients,
  refusals: ['not_found', 'no_profile'],
})
