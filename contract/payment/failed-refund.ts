/**
 * Money that a bank or the processor accepted and did not pass on: refunds that failed or stay pending, transfers of
 * another amount than requested, and failed payouts. Staff sees all of it and decides about refunds that failed twice.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { PaymentMethod } from '#contract/payment/payment.ts'
import { Instant, Text, Uuid } from '#contract/platform/shapes.ts'

/** `retrying`: sent again. `waiting`: for staff. `credited`: the client has it as credit. */
export const FailedRefundState = z.enum(['retrying', 'waiting', 'credited'])

export const FailedRefund = z.object({
  id: Uuid,
  bookingId: Uuid,
  version: z.int(),
  state: FailedRefundState,
  amountCents: z.int(),
  /** Sequence number among the refunds of its payment. */
  number: z.int(),
  method: PaymentMethod,
  seenAt: Instant,
  decidedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.string()),
  reason: z.string(),
  /** The payer; empty if they have left. */
  payer: z.string(),
  /** Only clients have credit. */
  mayCredit: z.boolean(),
})
export type FailedRefund = z.output<typeof FailedRefund>

export const UnsettledMoney = z.object({
  refunds: z.array(FailedRefund),
  /** Accepted but not executed: pending at a bank, or for lack of balance. */
  pending: z.array(z.object({ bookingId: Uuid, amountCents: z.int(), since: Instant, payer: z.string() })),
  /** Received by a SPEI reference in addition to the charge, and not returned yet. */
  loose: z.array(
    z.object({
      bookingId: Uuid,
      requestedCents: z.int(),
      looseCents: z.int(),
      isWhole: z.boolean(),
      payer: z.string(),
    }),
  ),
  /** Payouts that were refused or returned; retried automatically. */
  payouts: z.array(
    z.object({
      bookingId: Uuid,
      party: z.enum(['professional', 'host']),
      payee: z.string(),
      amountCents: z.int(),
      attempts: z.int(),
      failure: z.string(),
      nextAt: Instant,
    }),
  ),
})
export type UnsettledMoney = z.output<typeof UnsettledMoney>

export const unsettledMoney = endpoint({
  method: 'GET',
  path: '/api/admin/unsettled-money',
  summary: 'List refunds that came back or are pending, transfers of another amount, and payouts that failed',
  access: 'admin',
  reply: UnsettledMoney,
})

export const decideFailedRefund = endpoint({
  method: 'POST',
  path: '/api/admin/failed-refunds/:id/decide',
  summary: 'Send a returned refund again, or give its client credit instead',
  access: 'admin',
  params: z.object({ id: Uuid }),
  body: z.object({
    version: z.int(),
    act: z.enum(['retry', 'credit']),
    /** For the log. */
    reason: Text(300),
  }),
  reply: z.object({ state: FailedRefundState }),
  idempotent: true,
  refusals: ['not_found', 'stale_version', 'refund_not_waiting', 'payment_in_progress'],
})
