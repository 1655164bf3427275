/** Rent of the team: runs, receipts, automatic collection and the card that pays it. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'
import { BusinessTerms } from '#contract/team/rent-terms.ts'

const Period = { from: LocalDate, to: LocalDate }
/** On behalf of the business, by a member with the permission. */
const As = { membership: z._default(z.nullable(Id), null) }
/** The same for reading. */
const InName = z.object({ membership: z.optional(Id) })

export const RentPreview = z.object({
  ...Period,
  rows: z.array(
    z.object({
      memberId: Id,
      name: z.string(),
      terms: BusinessTerms,
      amountCents: z.int(),
      /** How it is computed, or why there is nothing to charge. */
      explanation: z.string(),
      /** Already deducted from appointments in those days. */
      perUseCents: z.int(),
      chargeable: z.boolean(),
    }),
  ),
  totalCents: z.int(),
  commissionCents: z.int(),
})
export type RentPreview = z.output<typeof RentPreview>

export const previewRentRun = endpoint({
  method: 'POST',
  path: '/api/host/rent-runs/preview',
  summary: 'Preview a rent run for these dates: amounts, people and reasons',
  access: 'account',
  body: z.object({ ...Period, ...As }),
  reply: RentPreview,
  refusals: ['not_found', 'member_may_not', 'invalid_input'],
})

export const directMethods = { cash: 'en efectivo', transfer: 'por transferencia' } as const
const DirectMethod = z.enum(['cash', 'transfer'])
export type DirectMethod = z.output<typeof DirectMethod>

/** A party's statement about a rent paid directly to the business. Immutable; undone by another statement. */
export const DirectPayment = z.object({
  id: Uuid,
  /** Reported by the member, confirmed by the business, or withdrawn by the business as wrong. */
  kind: z.enum(['reported', 'received', 'undone']),
  amountCents: z.int(),
  method: DirectMethod,
  /** First name. */
  saidBy: z.string(),
  saidAt: Instant,
  mayUndo: z.boolean(),
})
export type DirectPayment = z.output<typeof DirectPayment>

export const RentRun = z.object({
  id: Uuid,
  ...Period,
  madeAt: Instant,
  charges: z.array(
    z.object({
      id: Uuid,
      memberId: Id,
      name: z.string(),
      amountCents: z.int(),
      /** Of that, the refund for unused days. */
      returnedCents: z.int(),
      /** The unpaid part. */
      owedCents: z.int(),
      /** Reported as paid directly by the member, and not confirmed by the business. */
      reportedCents: z.int(),
      status: z.enum(['due', 'paid']),
      paidAt: z.nullable(Instant),
      /** The saved card was declined; it may be charged again. */
      refused: z.boolean(),
      /** New appointments are blocked until it is paid. */
      blocked: z.boolean(),
    }),
  ),
})
export type RentRun = z.output<typeof RentRun>

export const collectRent = endpoint({
  method: 'POST',
  path: '/api/host/rent-runs',
  summary: "Collect the rent of these dates from each professional's next earnings, with a receipt for both",
  access: 'account',
  body: z.object({
    ...Period,
    ...As,
    memberIds: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    /** The total that was shown; another total is refused. */
    totalCents: z.int(),
  }),
  reply: RentRun,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'invalid_input', 'rent_charged', 'rent_changed'],
})

export const rentRuns = endpoint({
  method: 'GET',
  path: '/api/host/rent-runs',
  summary: 'List rent runs of the business, newest first',
  access: 'account',
  query: InName,
  reply: z.array(RentRun),
  refusals: ['not_found', 'member_may_not'],
})

/** Whether fixed rents are charged automatically, each period on its first day. */
export const RentCollection = z.object({ byItself: z.boolean() })
export type RentCollection = z.output<typeof RentCollection>

export const rentCollection = endpoint({
  method: 'GET',
  path: '/api/host/rent-collection',
  summary: 'Get whether fixed rents are collected automatically',
  access: 'host',
  reply: RentCollection,
  refusals: ['not_found'],
})

export const setRentCollection = endpoint({
  method: 'PUT',
  path: '/api/host/rent-collection',
  summary: 'Turn the automatic collection of fixed rents on or off',
  access: 'host',
  body: RentCollection,
  reply: RentCollection,
  idempotent: true,
  refusals: ['not_found'],
})

/** A charge with its lines, for payer and payee. */
export const RentReceipt = z.object({
  id: Uuid,
  party: z.enum(['professional', 'host']),
  status: z.enum(['due', 'paid']),
  ...Period,
  businessName: z.string(),
  name: z.string(),
  explanation: z.string(),
  chargedAt: Instant,
  paidAt: z.nullable(Instant),
  lines: z.array(z.object({ code: z.string(), label: z.string(), amountCents: z.int() })),
  netCents: z.int(),
  /** The unpaid part; earnings may have paid some. */
  owedCents: z.int(),
  /** Source of the payment. */
  paidBy: z.nullable(z.enum(['card', 'earnings', 'direct'])),
  /** Statements about direct payments, oldest first. */
  directs: z.array(DirectPayment),
  /** The saved card was declined: `againAt` is the next attempt; null if there is none. */
  refused: z.nullable(z.object({ againAt: z.nullable(Instant) })),
  /** For the payer, a running card charge: its payment, and the bank's approval page if required. */
  paying: z.nullable(z.object({ paymentId: Uuid, actionUrl: z.nullable(z.string()) })),
  blocked: z.boolean(),
})
export type RentReceipt = z.output<typeof RentReceipt>

export const rentReceipts = endpoint({
  method: 'GET',
  path: '/api/rent-charges',
  summary: 'List rents charged to the viewer as a member, newest first',
  access: 'account',
  reply: z.array(RentReceipt),
})

export const rentReceipt = endpoint({
  method: 'GET',
  path: '/api/rent-charges/:id/receipt',
  summary: 'Get the receipt of a rent charge from the ledger, as one of its parties',
  access: 'account',
  params: z.object({ id: Uuid }),
  query: InName,
  reply: RentReceipt,
  refusals: ['not_found', 'member_may_not'],
})

export const payRentCharge = endpoint({
  method: 'POST',
  path: '/api/rent-charges/:id/pay',
  summary: 'Pay a rent balance by card; the card can be saved for later rents',
  access: 'account',
  params: z.object({ id: Uuid }),
  body: z.object({
    cardToken: z.string().check(z.minLength(4), z.maxLength(200)),
    keep: z._default(z.boolean(), false),
  }),
  reply: RentReceipt,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'rent_paid', 'rent_card_declined', 'payment_in_progress', 'too_many_requests'],
})

export const payRentDirectly = endpoint({
  method: 'POST',
  path: '/api/rent-charges/:id/direct-payments',
  summary:
    'Record a rent paid in cash or by transfer: marked as paid by the business, reported by the member',
  access: 'account',
  params: z.object({ id: Uuid }),
  body: z.object({
    amountCents: z.int().check(z.minimum(1), z.maximum(500_000_00)),
    method: DirectMethod,
    ...As,
  }),
  reply: RentReceipt,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'rent_paid', 'rent_direct_not_owed'],
})

export const undoDirectPayment = endpoint({
  method: 'POST',
  path: '/api/rent-charges/:id/direct-payments/:payment/undo',
  summary: 'Undo a recorded rent payment by an opposite entry; the rent is due again',
  access: 'account',
  params: z.object({ id: Uuid, payment: Uuid }),
  body: z.object({ ...As }),
  reply: RentReceipt,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'rent_direct_final'],
})

/** The card that is charged automatically for the viewer's rents. */
export const RentCard = z.object({ brand: z.string(), last4: z.string(), savedAt: Instant })
export type RentCard = z.output<typeof RentCard>

export const rentCard = endpoint({
  method: 'GET',
  path: '/api/rent-card',
  summary: 'Get the card saved for rents, if any',
  access: 'account',
  reply: z.object({ card: z.nullable(RentCard) }),
})

export const forgetRentCard = endpoint({
  method: 'DELETE',
  path: '/api/rent-card',
  summary: 'Delete the card saved for rents; rents are paid by hand or from earnings again',
  access: 'account',
  reply: Done,
})
