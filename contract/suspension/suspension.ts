/**
 * An administrator suspends an account (product.md §4, B13) after a preview of the impact, and can lift the suspension. Its sessions end,
 * its offers are hidden and not bookable, its future visits are cancelled by Kalli and its payouts are retained. docs/booking/support.md.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'

/** The cause: as chosen by the team, and as the account's owner reads it in the email. */
export const suspensionCauses = {
  safety: ['Seguridad de las personas', 'por la seguridad de quienes usan Kalli'],
  identity: ['Identidad o documentos falsos', 'porque no pudimos confirmar tu identidad o tus documentos'],
  fraud: ['Fraude o pagos indebidos', 'porque encontramos pagos o movimientos que tenemos que revisar'],
  conduct: ['Trato o conducta', 'porque recibimos reportes sobre el trato que diste'],
  authority: ['Orden de una autoridad', 'porque una autoridad nos lo pidió'],
  review: ['Revisión preventiva', 'mientras revisamos lo que nos reportaron'],
} as const satisfies Record<string, readonly [label: string, text: string]>
export const SuspensionCause = z.enum(['safety', 'identity', 'fraud', 'conduct', 'authority', 'review'])
export type SuspensionCause = z.output<typeof SuspensionCause>

/** Who bears the cost of its cancelled bookings; clients are refunded in full either way. */
export const SuspensionFault = z.enum(['nobody', 'own'])
export type SuspensionFault = z.output<typeof SuspensionFault>

const shown = {
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(['professional', 'host', 'client'])),
  /** Null if not suspended. */
  suspendedAt: z.nullable(Instant),
}
export const FoundAccount = z.object(shown)
export type FoundAccount = z.output<typeof FoundAccount>

export const AccountAct = z.object({
  id: Uuid,
  kind: z.enum(['suspend', 'lift']),
  cause: z.string(),
  fault: SuspensionFault,
  bookings: z.int(),
  amountCents: z.int(),
  reason: z.string(),
  secondReason: z.nullable(z.string()),
  by: z.string(),
  at: Instant,
  /** Null while it waits for a second administrator. */
  doneBy: z.nullable(z.string()),
  doneAt: z.nullable(Instant),
  isMine: z.boolean(),
})
export type AccountAct = z.output<typeof AccountAct>

/** A booking of the account, as its list in the case shows it. */
const caseBooking = {
  id: Uuid,
  status: BookingStatus,
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  with: z.string(),
}

export const AccountCase = z.object({
  ...shown,
  since: Instant,
  phone: z.nullable(z.string()),
  level: z.int(),
  /** Hosts and professionals with an active agreement, at most ten, and how many there are. */
  partners: z.array(z.object({ id: Id, name: z.string(), place: z.string() })),
  partnerCount: z.int(),
  money: z.object({
    /** Received as a professional or host, due and not sent, and retained for a decision. */
    paidCents: z.int(),
    dueCents: z.int(),
    heldCents: z.int(),
    /** Owed to Kalli, and the client's credit. */
    owedCents: z.int(),
    creditCents: z.int(),
    /** Paid as a client, less refunds. */
    spentCents: z.int(),
  }),
  counts: z.object({
    bookings: z.int(),
    completed: z.int(),
    cancelled: z.int(),
    missed: z.int(),
    /** Disputes in which the account is a party. */
    disputes: z.int(),
  }),
  /** The latest ones that have started or ended, at most ten. */
  past: z.array(z.object(caseBooking)),
  /** Why it cannot be suspended; null if it can. */
  suspendBlocked: z.nullable(z.string()),
  /** Impact of suspending now. */
  means: z.object({
    visits: z.int(),
    rents: z.int(),
    /** Requests and holds, which are released. */
    pending: z.int(),
    classes: z.int(),
    /** Refunds to clients and to renters. */
    refundCents: z.int(),
    /** Compensation of the parties not at fault, which this account then owes. */
    othersCents: z.int(),
    owedCents: z.int(),
    /** Number of other people who are emailed. */
    people: z.int(),
    /** Names of published pages and spaces that are hidden. */
    listings: z.array(z.string()),
    /** Due to the account and retained until the suspension is lifted. */
    payoutCents: z.int(),
    needsTwo: z.boolean(),
  }),
  bookings: z.array(z.object({ ...caseBooking, refundCents: z.int() })),
  acts: z.array(AccountAct),
})
export type AccountCase = z.output<typeof AccountCase>

const OneAccount = z.object({ id: Id })
const Acted = z.object({ done: z.boolean(), account: AccountCase })

export const findAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'Find accounts by email, or the people of a booking by its id; without either, suspended accounts',
  access: 'admin',
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), ''),
  }),
  reply: z.object({ accounts: z.array(FoundAccount) }),
})

export const accountCase = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:id',
  summary:
    'Get an account for support: relations, money, history, the effect of suspending it and past actions',
  access: 'admin',
  params: OneAccount,
  query: z.object({ fault: z._default(SuspensionFault, 'nobody') }),
  reply: AccountCase,
  refusals: ['not_found'],
})

export const suspendAccount = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:id/suspend',
  summary: 'Suspend an account as it was seen; above $5,000 of refunds a second administrator confirms',
  access: 'admin',
  params: OneAccount,
  body: z.object({
    cause: SuspensionCause,
    fault: SuspensionFault,
    reason: StaffReason,
    /** The previewed impact: if the bookings have changed since, confirmation is required again. */
    seen: z.object({ bookings: z.int(), refundCents: z.int() }),
  }),
  reply: Acted,
  idempotent: true,
  refusals: ['not_found', 'account_not_suspendable', 'suspension_changed', 'second_person_needed'],
})

export const liftSuspension = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:id/lift',
  summary: 'Lift a suspension: restores sign-in, listings and payouts, not bookings',
  access: 'admin',
  params: OneAccount,
  body: z.object({ reason: StaffReason }),
  reply: Acted,
  idempotent: true,
  refusals: ['not_found', 'account_not_suspendable'],
})
