/**
 * Money that arrived under a transfer's reference beside the charge (J20): part of the amount, or more than it. It belongs to the
 * payer: posted on arrival, part of the charge once that is complete, and sent back when the reference is over.
 * docs/payment/payments.md.
 */
import { looseLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import type { Charge, Operation } from '#server/payment/provider/provider.ts'
import { type Call, change, type Payment } from '#server/payment/ledger/row.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** `charge` must be a reading that does not overlap a return of ours (see `refresh`). */
export const takeLoose = async (work: Work, payment: Payment, charge: Charge): Promise<Payment> => {
  const looseCents = charge.looseCents + payment.loose_back_cents
  const cents = looseCents - payment.loose_cents
  if (cents === 0) return payment
  await post(work, {
    kind: 'loose',
    idemKey: `loose:${payment.id}:${payment.version}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: looseLines(cents),
  })
  const now = await change(work, payment, { loose_cents: looseCents })
  // When all of it became part of the charge, that is announced as a payment.
  if (cents > 0 || charge.looseCents > 0)
    await publish(work, 'payment.amount_differs', {
      paymentId: payment.id,
      bookingId: payment.booking_id,
      looseCents: charge.looseCents,
    })
  return now
}

/** Records that the money was sent back. */
export const takeReturn = async (
  work: Work,
  payment: Payment,
  call: Call,
  operation: Operation,
): Promise<Payment> => {
  await post(work, {
    kind: 'loose_back',
    idemKey: `loose_back:${call.id}`,
    bookingId: payment.booking_id,
    externalId: operation.id,
    at: work.now,
    lines: looseLines(-call.amount_cents),
  })
  return change(work, payment, { loose_back_cents: payment.loose_back_cents + call.amount_cents })
}
