/** Transfer of rented hours to another professional. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** The table of moves of a transfer: offered by the professional who rented, to one who may rent there too. */
export const handOverMoves = {
  accept: { by: 'taker', from: 'offered', to: 'accepted' },
  decline: { by: 'taker', from: 'offered', to: 'declined' },
  withdraw: { by: 'giver', from: 'offered', to: 'withdrawn' },
  expire: { by: 'platform', from: 'offered', to: 'expired' },
} as const
export type HandOverMove = 'accept' | 'decline' | 'withdraw'

/** Deadline for an answer, at most the start of the hours. */
export const handOverHours = 24

export const HandOver = z.object({
  id: Uuid,
  version: z.int(),
  status: z.enum(['offered', 'accepted', 'declined', 'withdrawn', 'expired']),
  /** The viewer's side. */
  side: z.enum(['giver', 'taker']),
  from: z.object({ id: Id, name: z.string() }),
  to: z.object({ id: Id, name: z.string() }),
  message: z.string(),
  expiresAt: Instant,
  /** Only a part at the beginning or end; the remaining hours stay with the giver. */
  part: z.boolean(),
  /** The offered hours. */
  rent: z.object({
    id: Uuid,
    startsAt: Instant,
    endsAt: Instant,
    zone: Zone,
    spaceId: Id,
    spaceName: z.string(),
    unitName: z.string(),
    /** The price paid for these hours; the taker pays nothing more. */
    rentCents: z.int(),
  }),
})
export type HandOver = z.output<typeof HandOver>

export const handOvers = endpoint({
  method: 'GET',
  path: '/api/hand-overs',
  summary: 'List rented hours offered to the viewer that await an answer',
  access: 'professional',
  reply: z.array(HandOver),
})

export const answerHandOver = endpoint({
  method: 'POST',
  path: '/api/hand-overs/:id/:move',
  summary: 'Accept or decline offered hours, or withdraw an own offer',
  access: 'professional',
  params: z.object({ id: Uuid, move: z.enum(['accept', 'decline', 'withdraw']) }),
  body: z.object({ version: z.int() }),
  reply: HandOver,
  idempotent: true,
  refusals: [
    'not_found',
    'hand_over_over',
    'stale_version',
    'own_time_taken',
    'rent_not_allowed',
    'visits_within',
    'payment_in_progress',
  ],
})
