/**
 * Clients who have not come for as long as they usually do, a message that is ready for them, and what came of earlier ones.
 * docs/booking/win-back.md.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, Text, Zone } from '#contract/platform/shapes.ts'

/** So many visits that took place say how often a client usually comes. */
export const visitsForInterval = 3
/** An interval outside of these is no habit. */
export const intervalDays = { min: 7, max: 365 } as const
/** Who has not come for longer is no longer looked for. */
export const lostAfterDays = 540
/** A visit that is booked within so many days of a message is counted as its result. */
export const resultDays = 60
/** Results are counted of messages of so many days. */
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
  /** What was done the last time. */
  service: z.string(),
  /** The usual days between two visits. */
  intervalDays: z.int(),
  /** own: of this client's visits. service: of her clients for that service, since this one has too few visits. */
  intervalOf: z.enum(['own', 'service']),
  /** Whole days since the last visit. */
  daysSince: z.int(),
  visits: z.int(),
  spentCents: z.int(),
  /** Null: she has no telephone of theirs. */
  phone: z.nullable(z.string()),
  /** They agreed to such messages, and Kalli may send one. */
  agreed: z.boolean(),
  /** The last message within their interval; null: they may be written to. */
  written: z.nullable(z.object({ at: Instant, way: z.enum(['kalli', 'whatsapp']) })),
})
export type Lapsed = z.output<typeof Lapsed>

const Words = z.object({
  text: z.string(),
  couponId: z.nullable(Id),
  /** The sentence about the coupon, as clients read it; empty: none is attached, or it is no longer valid. */
  couponText: z.string(),
  /** 0: her own words were never saved. */
  version: z.int(),
})

export const LapsedClients = z.object({
  /** Those who may be written to first, the latest first. */
  clients: z.array(Lapsed),
  /** How many of them may be written to. */
  toWrite: z.int(),
  words: Words,
  /** Her page, which a message ends with. */
  link: z.string(),
  /** Of messages of the last months. */
  outcome: z.object({
    written: z.int(),
    byKalli: z.int(),
    clients: z.int(),
    /** Clients who booked within sixty days of a message. */
    booked: z.int(),
    /** Those of them who came. */
    came: z.int(),
    /** What was paid for those visits. */
    spentCents: z.int(),
  }),
})
export type LapsedClients = z.output<typeof LapsedClients>

export const lapsedClients = endpoint({
  method: 'GET',
  path: '/api/professional/clients/lapsed',
  summary:
    'Clients of mine who have not come for as long as they usually do, and what came of writing to them',
  access: 'professional',
  reply: LapsedClients,
  refusals: ['no_profile'],
})

export const saveWinBackWords = endpoint({
  method: 'PUT',
  path: '/api/professional/win-back-words',
  summary: 'My own words for clients who have not come for long, with a coupon of mine',
  access: 'professional',
  body: z.object({ text: Text(wordsMax), couponId: z.nullable(Id), version: z.int() }),
  reply: LapsedClients,
  refusals: ['no_profile', 'not_found', 'stale_version'],
})

const OneClient = z.object({ id: Id })

export const winBack = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/win-back',
  summary:
    'Write to a client who has not come for long: through Kalli if they agreed, or note that I wrote by WhatsApp',
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
  summary: 'I did not send it by WhatsApp after all',
  access: 'professional',
  params: OneClient,
  reply: LapsedClients,
  refusals: ['not_found', 'no_profile'],
})
