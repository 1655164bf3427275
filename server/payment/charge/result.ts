/** The result of an outside call: recorded once, with the journals of what it changed. */
import { claimBeyond, takeDisputes } from '#server/payment/charge/chargeback.ts'
import { evidenceRefused, evidenceSent } from '#server/payment/charge/chargeback-evidence.ts'
import { takeRefundState } from '#server/payment/charge/failed-refund.ts'
import {
  captureLines,
  divideLines,
  endHoldLines,
  feeLines,
  holdLines,
  refundLines,
} from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { takeLoose, takeReturn } from '#server/payment/charge/loose.ts'
import { keepCard } from '#server/payment/charge/own-card.ts'
import type { Charge, Operation } from '#server/payment/provider/provider.ts'
import { type Call, change, changeAndPublish, lock, type Payment } from '#server/payment/ledger/row.ts'
import { isOver, merged, refundedStatus, retryAuthorizeMs } from '#server/payment/provider/rules.ts'
import { voucherOf, withoutPayer } from '#server/payment/charge/voucher.ts'
import { type Settlement, currentPayment } from '#server/payment/charge/settlement.ts'
import { advanceLocked, hasPendingCall, intend, type Advanced } from '#server/payment/charge/step.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { together, type Work } from '#server/platform/work.ts'

export type Outcome =
  | { did: 'charge'; charge: Charge }
  | { did: 'operation'; operation: Operation }
  | { did: 'refused'; charge: Charge | null; message: string }

/** Records a result with its journals, once, and the next step. Returns whether another call waits, and the state of the payment. */
export const record = async (work: Work, call: Call, outcome: Outcome): Promise<Advanced> => {
  // In this order, so that no call is closed without the lock.
  const [payment, closed] = await together([lock(work, call.payment_id), close(work, call, outcome)])
  if (closed === null) return { waits: true, payment }
  // A call of an abandoned attempt changes nothing else.
  const isPresent =
    call.charge_ref === null || call.charge_ref === payment.charge_ref || call.kind === 'return'
  // A saved card whose bank requires approval is released by another call: then the pending calls are looked up.
  const isLate = call.kind === 'authorize' && payment.status === 'card_saved'
  const now = isPresent ? await follow(work, payment, call, outcome) : payment
  return advanceLocked(work, now, isLate ? undefined : closed.more)
}

/** Whether another call is pending; null: it was recorded before. */
const close = async (work: Work, call: Call, outcome: Outcome): Promise<{ more: boolean } | null> => {
  const externalId = outcome.did === 'operation' ? outcome.operation.id : (outcome.charge?.ref ?? null)
  const row = await work.db
    .updateTable('payment_calls')
    .set({
      status: outcome.did === 'refused' ? 'failed' : 'done',
      failure: outcome.did === 'refused' ? outcome.message : null,
      external_id: externalId,
      done_at: work.now,
    })
    .where('id', '=', call.id)
    .where('status', '=', 'pending')
    .returning(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_calls as other')
          .select('other.id')
          .where('other.payment_id', '=', call.payment_id)
          .where('other.status', '=', 'pending')
          .where('other.id', '<>', call.id),
      ).as('more'),
    )
    .executeTakeFirst()
  return row === undefined ? null : { more: Boolean(row.more) }
}

const follow = async (work: Work, payment: Payment, call: Call, outcome: Outcome): Promise<Payment> => {
  if (outcome.did === 'refused') return followRefusal(work, payment, call, outcome)
  if (outcome.did === 'charge') {
    const isLate = call.kind === 'authorize' && payment.status === 'card_saved'
    if (isLate && outcome.charge.status !== 'authorized') return notYet(work, payment, outcome.charge)
    const taken = await take(work, payment, outcome.charge, isLate || payment.charge_ref === null)
    if (call.kind === 'authorize') crashPoint('inside-authorize-record')
    return taken
  }
  if (call.kind === 'evidence') {
    await evidenceSent(work, call)
    return take(work, payment, outcome.operation.charge)
  }
  if (call.kind === 'refund') return takeRefund(work, payment, call, outcome.operation)
  if (call.kind === 'return') return takeReturn(work, payment, call, outcome.operation)
  const taken = await take(work, payment, outcome.operation.charge)
  if (call.kind === 'capture') crashPoint('inside-capture-record')
  return taken
}

/**
 * Merges the processor's books into ours, with the journals of the difference. `adopt`: from now on this is the payment's charge;
 * otherwise another charge changes nothing.
 */
export const take = async (work: Work, payment: Payment, charge: Charge, adopt = false): Promise<Payment> => {
  if (payment.part_of !== null || (!adopt && charge.ref !== payment.charge_ref)) return payment
  const taken = await takeCharge(work, payment, charge, adopt)
  // Loose money became part of the charge.
  const isIn = taken.captured_cents > payment.captured_cents && taken.loose_cents > 0
  return takeDisputes(work, isIn ? await takeLoose(work, taken, charge) : taken, charge.disputes)
}

/** The same for a reading newer than everything recorded, so that a decrease counts too. */
export const takeFresh = async (work: Work, payment: Payment, charge: Charge): Promise<Payment> => {
  const taken = await take(work, payment, charge)
  if (
    payment.part_of !== null ||
    charge.ref !== payment.charge_ref ||
    (await hasPendingCall(work, payment.id))
  )
    return taken
  return takeRefundState(work, await takeLoose(work, taken, charge), charge)
}

const takeCharge = async (work: Work, payment: Payment, charge: Charge, adopt: boolean): Promise<Payment> => {
  const next = merged(currentPayment(payment), charge)
  const isNews =
    next.status !== payment.status ||
    next.authorizedCents !== payment.authorized_cents ||
    next.capturedCents !== payment.captured_cents
  if (!adopt && !isNews) return payment
  const isCaptured = next.capturedCents > 0
  // The processor captured after it had reported the end, and the booking is over: refund all of it.
  const isTooLate = isOver(payment.status) && isCaptured && payment.settled_at !== null
  const keeps = payment.save_card_for !== null && charge.cardRef !== null && chargeable.has(next.status)
  // A hold that the bank released counts as lost, like one that it refuses to charge.
  const isLost = payment.status === 'authorized' && isOver(next.status) && payment.settlement === null
  const write = next.status === payment.status ? change : changeAndPublish
  const written = write(work, payment, {
    status: next.status,
    authorized_cents: next.authorizedCents,
    captured_cents: next.capturedCents,
    charge_ref: charge.ref,
    card_ref: charge.cardRef ?? payment.card_ref,
    card_brand: charge.cardBrand,
    card_last4: charge.cardLast4,
    card_wallet: charge.cardWallet,
    save_card_for: keeps ? null : payment.save_card_for,
    ...voucherOf(payment, charge),
    action_url: next.status === 'requires_action' ? charge.actionUrl : null,
    failure: next.status === 'failed' ? (charge.failure ?? 'card_declined') : null,
    fee_cents: isCaptured ? charge.feeCents : 0,
    fee_iva_cents: isCaptured ? charge.feeIvaCents : 0,
    available_at: isCaptured ? charge.availableAt : null,
    ...(isTooLate ? { settlement: JSON.stringify(allBack) } : {}),
  })
  const [now] = await together([
    written,
    postDifference(work, payment, charge, next),
    keeps ? keepCard(work, payment, charge) : Promise.resolve(),
  ])
  if (isTooLate)
    await post(work, {
      kind: 'return',
      idemKey: `too_late:${charge.ref}`,
      bookingId: payment.booking_id,
      at: work.now,
      lines: divideLines(next.capturedCents, 0, []),
    })
  if (isLost) await notifyLost(work, payment, charge.failure ?? 'hold_lost')
  return now
}

const allBack: Settlement = { kind: 'cancellation', keepCents: 0, shares: [], extras: [] }

const notifyLost = (work: Work, payment: Payment, failure: string) =>
  publish(work, 'payment.failed', { paymentId: payment.id, bookingId: payment.booking_id, failure })

/** The bank has approved the card. */
const chargeable: ReadonlySet<string> = new Set(['card_saved', 'authorized', 'captured'])

/** J1, J2 and J3, and J1v when the hold is gone. */
const postDifference = async (
  work: Work,
  payment: Payment,
  charge: Charge,
  next: ReturnType<typeof merged>,
): Promise<void> => {
  const heldCents = next.authorizedCents
  const about = { bookingId: payment.booking_id, externalId: charge.ref, at: work.now }
  if (heldCents > payment.authorized_cents)
    await post(work, { ...about, kind: 'hold', idemKey: `hold:${charge.ref}`, lines: holdLines(heldCents) })
  if (next.capturedCents > payment.captured_cents) {
    // The hold of an ended payment has already been posted as ended.
    const lines = captureLines(
      next.capturedCents,
      isOver(payment.status) ? heldCents - payment.authorized_cents : heldCents,
    )
    await post(work, { ...about, kind: 'capture', idemKey: `capture:${charge.ref}`, lines })
    const fee = feeLines(charge.feeCents, charge.feeIvaCents)
    if (charge.feeCents > 0)
      await post(work, { ...about, kind: 'fee', idemKey: `fee:${charge.ref}`, lines: fee })
  }
  if (isOver(next.status) && payment.status === 'authorized') await endHold(work, payment)
}

const endHold = (work: Work, payment: Payment) =>
  post(work, {
    kind: 'end_hold',
    idemKey: `end_hold:${payment.charge_ref}`,
    bookingId: payment.booking_id,
    externalId: payment.charge_ref,
    at: work.now,
    lines: endHoldLines(payment.authorized_cents),
  })

const takeRefund = async (
  work: Work,
  payment: Payment,
  call: Call,
  operation: Operation,
): Promise<Payment> => {
  const refundedCents = payment.refunded_cents + call.amount_cents
  await post(work, {
    kind: 'refund',
    idemKey: `refund:${call.id}`,
    bookingId: payment.booking_id,
    externalId: operation.id,
    at: work.now,
    lines: refundLines(call.amount_cents),
  })
  const status = refundedStatus(payment.captured_cents, refundedCents)
  return changeAndPublish(work, payment, {
    refunded_cents: refundedCents,
    refund_sent_cents: payment.refund_sent_cents + call.amount_cents,
    status,
  })
}

/** The saved card was refused some days before the visit: notifies the client, tries again, and gives up when the capture is due. */
const notYet = async (work: Work, payment: Payment, charge: Charge): Promise<Payment> => {
  if (charge.status === 'requires_action') await intend(work, payment, 'void', { chargeRef: charge.ref })
  const failure = charge.failure ?? 'authentication_required'
  const giveUpAt = payment.capture_at ?? work.now
  if (payment.settlement === null && work.now < giveUpAt) {
    const again = new Date(Math.min(work.now.getTime() + retryAuthorizeMs, giveUpAt.getTime()))
    await publish(work, 'payment.card_refused', {
      paymentId: payment.id,
      bookingId: payment.booking_id,
      failure,
    })
    return change(work, payment, { failure, authorize_at: again })
  }
  await notifyLost(work, payment, failure)
  return changeAndPublish(work, payment, { failure, status: 'failed' })
}

const failureOf = ({ kind }: Call) => {
  if (kind === 'capture') return 'hold_lost'
  return kind === 'voucher' ? 'no_reference' : 'card_declined'
}

/** After a refusal by the processor its own books decide what is true; a lost hold cannot be charged. */
const followRefusal = async (
  work: Work,
  payment: Payment,
  call: Call,
  { charge, message }: { charge: Charge | null; message: string },
): Promise<Payment> => {
  work.log.error({ paymentId: payment.id, kind: call.kind, message }, 'card processor refused a call')
  const now = charge === null ? payment : await take(work, payment, charge)
  if (call.kind === 'evidence') {
    await evidenceRefused(work, call, message)
    return now
  }
  if (call.kind === 'refund') return claimBeyond(work, now)
  if (call.kind === 'void' || call.kind === 'return' || now.captured_cents > 0 || isOver(now.status))
    return now
  if (now.status === 'authorized') await endHold(work, now)
  const failure = failureOf(call)
  await notifyLost(work, now, failure)
  return changeAndPublish(work, now, { status: 'failed', failure, ...withoutPayer(now) })
}
