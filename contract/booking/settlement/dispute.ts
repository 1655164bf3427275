/**
 * A dispute about a visit (product.md §4, B20): one of its three parties contests one line of its money with evidence, only that line is
 * frozen, the respondent answers within two days, and an administrator decides by a template. One appeal, then it is closed.
 */
import * as z from 'zod/mini'
import { Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LongText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'
import {
  DisputeState,
  DisputeSide,
  DisputeSubject,
  DisputeLine,
  DisputeOutcome,
  Bearer,
} from '#contract/booking/settlement/dispute-subject.ts'

export const maxDisputePhotos = 6
/** Above this amount two administrators decide (product.md §8). */
export const twoPersonsAboveCents = 500_000

const Said = z.object({ text: z.string(), at: Instant, photos: z.array(Uuid) })

const parts = {
  id: Uuid,
  bookingId: Uuid,
  version: z.int(),
  state: DisputeState,
  openedBy: DisputeSide,
  respondent: z.enum(['professional', 'host']),
  subject: DisputeSubject,
  line: DisputeLine,
  lineCents: z.int(),
  /** Frozen amount of the respondent; zero if it had been paid out before. */
  frozenCents: z.int(),
  opened: Said,
  /** Third-party evidence of the damage. */
  proofs: z.array(Uuid),
  answerBy: Instant,
  answer: z.nullable(Said),
  /** Deadline for an administrator's decision; null before the answer. */
  mediateBy: z.nullable(Instant),
  decision: z.nullable(
    z.object({
      outcome: DisputeOutcome,
      chargedTo: z.nullable(Bearer),
      cents: z.int(),
      at: Instant,
      /** The respondent had not answered. */
      bySilence: z.boolean(),
      /** The respondent conceded. */
      conceded: z.boolean(),
    }),
  ),
  appealBy: z.nullable(Instant),
  appeal: z.nullable(z.object({ by: DisputeSide, text: z.string(), at: Instant })),
  closedAt: z.nullable(Instant),
  withdrawn: z.boolean(),
  /** The visit was cancelled or missed after the dispute was opened. */
  fellAway: z.boolean(),
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  place: z.string(),
  names: z.object({ client: z.string(), professional: z.string(), host: z.string() }),
}

export const Dispute = z.object({
  ...parts,
  side: DisputeSide,
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Dispute = z.output<typeof Dispute>

const One = z.object({ id: Uuid })
const As = z.extend(Visitor, { as: z._default(DisputeSide, 'client') })
const Photos = z.array(Uuid).check(z.maxLength(maxDisputePhotos))
const DisputesReply = z.object({ disputes: z.array(Dispute) })

export const disputes = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/dispute',
  summary: 'List the disputes of a visit, as its author or respondent',
  access: 'anyone',
  params: One,
  query: As,
  reply: DisputesReply,
  refusals: ['not_found'],
})

export const disputePhoto = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/dispute/photos/:photo',
  summary:
    'Add a photo as evidence before a report or answer (JPEG, PNG, WebP or AVIF up to 8 MB); the same number is the same photo',
  access: 'anyone',
  upload: { maxBytes: 8 * 1024 * 1024 },
  params: z.object({ id: Uuid, photo: Uuid }),
  query: As,
  reply: One,
  refusals: [
    'not_found',
    'dispute_not_movable',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_photos',
  ],
  limit: 'uploads',
})

export const openDispute = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/dispute',
  summary: "Open a dispute about one line of a visit's money: that line is frozen, the rest is paid out",
  access: 'anyone',
  params: One,
  query: Visitor,
  body: z.object({
    as: z._default(DisputeSide, 'client'),
    subject: DisputeSubject,
    statement: Text(1000),
    photos: z._default(Photos, []),
    proofs: z._default(Photos, []),
  }),
  reply: DisputesReply,
  idempotent: true,
  refusals: ['not_found', 'dispute_not_movable', 'invalid_input'],
})

export const moveDispute = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/:move',
  summary: 'Answer or withdraw a dispute, waive contested overtime, or appeal a decision once',
  access: 'anyone',
  params: z.object({ id: Uuid, move: z.enum(['answer', 'withdraw', 'concede', 'appeal']) }),
  query: Visitor,
  body: z.object({
    version: z.int(),
    as: z._default(DisputeSide, 'client'),
    text: z._default(LongText(1000), ''),
    photos: z._default(Photos, []),
  }),
  reply: DisputesReply,
  idempotent: true,
  refusals: ['not_found', 'dispute_not_movable', 'stale_version', 'invalid_input'],
})

export const DisputeToDecide = z.object({
  ...parts,
  isOverdue: z.boolean(),
  /** Proposed by another administrator: above the limit two decide. */
  proposal: z.nullable(
    z.object({ outcome: DisputeOutcome, chargedTo: z.nullable(Bearer), mine: z.boolean() }),
  ),
})
export type DisputeToDecide = z.output<typeof DisputeToDecide>

export const disputesToDecide = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  summary: 'List disputes that await a decision, earliest deadline first',
  access: 'admin',
  reply: z.object({ disputes: z.array(DisputeToDecide) }),
})

export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/decide',
  summary: 'Decide a dispute by a template; above the limit a second administrator confirms',
  access: 'admin',
  params: One,
  body: z.object({
    version: z.int(),
    outcome: DisputeOutcome,
    chargedTo: z._default(z.nullable(Bearer), null),
    reason: StaffReason,
  }),
  reply: z.object({ state: DisputeState, proposed: z.boolean() }),
  idempotent: true,
  refusals: [
    'not_found',
    'dispute_not_movable',
    'stale_version',
    'second_person_needed',
    'payment_in_progress',
  ],
})
