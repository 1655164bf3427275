/**
 * Administrator actions on a booking (product.md §4, B13; §8): cancel it with the party at fault, refund the client at
 * Kalli's cost, or undo a posting. Each with a reason in a log; above the limit, and for every correction, a second
 * administrator must repeat exactly the same. docs/booking/support.md.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, PageQuery, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'

/** The party at fault when Kalli cancels; the client is refunded in full either way. */
export const Fault = z.enum(['nobody', 'professional', 'host'])
export type Fault = z.output<typeof Fault>
export const faultLabels = {
  nobody: 'De nadie, o de Kalli',
  professional: 'De quien da el servicio',
  host: 'Del espacio',
} as const satisfies Record<Fault, string>
/** Consequences for each party, shown before the amounts. */
export const faultHints = {
  nobody: 'Nadie paga nada.',
  professional:
    'El cliente no paga nada; quien da el servicio paga la renta que toque, el saldo de $50 si falta menos de un día, y cuenta como falta.',
  host: 'El cliente no paga nada; el espacio compensa a quien da el servicio, y cuenta como cancelación suya.',
} as const satisfies Record<Fault, string>

/** The cause, as the three parties read it. */
export const supportCauses = {
  safety: 'por seguridad',
  account: 'porque una de las cuentas quedó suspendida',
  papers: 'porque un documento necesario venció',
  place: 'porque el lugar no se puede usar',
  mistake: 'por un error nuestro',
} as const
export const SupportCause = z.enum(['safety', 'account', 'papers', 'place', 'mistake'])
export type SupportCause = z.output<typeof SupportCause>

/**
 * Postings without a matching record beside the ledger, so that undoing one leaves no row that contradicts it: credit
 * to a client with its bearer, and what the processor retained.
 */
export const reversibleKinds = ['credit', 'fee'] as const

export const SupportAct = z.object({
  id: Uuid,
  kind: z.enum(['cancel', 'goodwill', 'reverse']),
  what: z.string(),
  amountCents: z.int(),
  reason: z.string(),
  secondReason: z.nullable(z.string()),
  by: z.string(),
  at: Instant,
  /** Null while it waits for a second administrator. */
  doneBy: z.nullable(z.string()),
  doneAt: z.nullable(Instant),
  /** The viewer proposed it: another administrator must approve it. */
  isMine: z.boolean(),
})
export type SupportAct = z.output<typeof SupportAct>

/** Kalli's earlier refunds of a booking count together with the current one: otherwise splitting it would avoid the second approval. */
export const goodwillNeedsTwo = (
  acts: readonly Pick<SupportAct, 'kind' | 'amountCents' | 'doneAt'>[],
  amountCents: number,
) =>
  acts
    .filter(({ kind, doneAt }) => kind === 'goodwill' && doneAt !== null)
    .reduce((sum, act) => sum + act.amountCents, amountCents) > twoPersonsAboveCents

const parts = {
  id: Uuid,
  kind: z.enum(['visit', 'rent']),
  status: BookingStatus,
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  place: z.string(),
  client: z.string(),
  professional: z.string(),
  host: z.string(),
  totalCents: z.int(),
}
export const FoundBooking = z.object(parts)
export type FoundBooking = z.output<typeof FoundBooking>

const Journal = z.object({
  id: Id,
  kind: z.string(),
  at: Instant,
  lines: z.array(z.object({ account: z.int(), name: z.string(), amountCents: z.int() })),
  /** The journal that this one undoes, and whether it was undone itself. */
  reversesId: z.nullable(Id),
  isReversed: z.boolean(),
  isReversible: z.boolean(),
})

export const SupportBooking = z.object({
  ...parts,
  version: z.int(),
  rentCents: z.int(),
  emails: z.object({ client: z.string(), professional: z.string(), host: z.string() }),
  payment: z.nullable(
    z.object({
      status: z.string(),
      method: z.string(),
      capturedCents: z.int(),
      refundedCents: z.int(),
      creditCents: z.int(),
      goodwillCents: z.int(),
    }),
  ),
  payouts: z.array(z.object({ party: z.string(), status: z.string(), amountCents: z.int() })),
  moves: z.array(
    z.object({ move: z.string(), actor: z.string(), reason: z.string(), to: z.string(), at: Instant }),
  ),
  journals: z.array(Journal),
  acts: z.array(SupportAct),
  /** Why it cannot be cancelled; null if it can. */
  cancelBlocked: z.nullable(z.string()),
  /** Why a refund at Kalli's cost is not allowed; null if it is. */
  goodwillBlocked: z.nullable(z.string()),
  faults: z.array(Fault),
})
export type SupportBooking = z.output<typeof SupportBooking>

const Lines = z.array(z.object({ label: z.string(), amountCents: z.int() }))
export const SupportQuote = z.object({
  refundCents: z.int(),
  client: Lines,
  professional: Lines,
  host: Lines,
  /** Above the limit a second administrator must repeat it. */
  needsTwo: z.boolean(),
  expiresAt: Instant,
  token: z.string(),
})
export type SupportQuote = z.output<typeof SupportQuote>

const Acted = z.object({ done: z.boolean(), booking: SupportBooking })

export const findBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  summary:
    'Find bookings by id, arrival code, telephone or email: coming ones by date, then past ones, latest first',
  access: 'admin',
  query: z.object({
    q: z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(254)),
    /** Only those of these local dates. */
    from: z.optional(LocalDate),
    to: z.optional(LocalDate),
    ...PageQuery,
  }),
  reply: z.array(FoundBooking),
  refusals: ['invalid_input'],
})

export const supportBooking = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id',
  summary: 'Get a booking for support: people, money, every move, every posting and the actions of support',
  access: 'admin',
  params: OneBooking,
  reply: SupportBooking,
  refusals: ['not_found'],
})

export const supportCancelQuote = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/cancel-quote',
  summary: 'Quote a cancellation by Kalli for each of the three parties; valid for ten minutes',
  access: 'admin',
  params: OneBooking,
  body: z.object({ fault: Fault }),
  reply: SupportQuote,
  refusals: ['not_found', 'move_not_allowed', 'visits_within'],
})

export const supportCancel = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/cancel',
  summary: 'Cancel for Kalli on the terms of a quote; above the limit a second administrator confirms',
  access: 'admin',
  params: OneBooking,
  body: z.object({
    quoteToken: z.string().check(z.maxLength(2000)),
    cause: SupportCause,
    reason: StaffReason,
  }),
  reply: Acted,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'second_person_needed',
  ],
})

export const supportGoodwill = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/goodwill',
  summary: "Refund part of a payment at Kalli's cost (J16), by the way it was paid",
  access: 'admin',
  params: OneBooking,
  body: z.object({
    amountCents: z.int().check(z.minimum(100), z.maximum(10_000_000)),
    reason: StaffReason,
  }),
  reply: Acted,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'second_person_needed'],
})

export const supportReverse = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/journals/:journal/reverse',
  summary: 'Reverse a posting by its opposite (J23); always two administrators',
  access: 'admin',
  params: z.extend(OneBooking, { journal: Id }),
  body: z.object({ reason: StaffReason }),
  reply: Acted,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'second_person_needed'],
})
