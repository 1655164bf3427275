/**
 * Outside calls: carried out with the key that was committed before, and written down once, with their
 * journals. A call that got no answer stays pending and is repeated with the same key.
 */
import type { Selectable } from 'kysely'
import { captureLines, endHoldLines, feeLines, holdLines, refundLines } from '#server/payment/journals.ts'
import { post } from '#server/payment/ledger.ts'
import { processorOf } from '#server/payment/processor.ts'
import {
  type Charge,
  type Operation,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider.ts'
import { byId, lock, type Payment } from '#server/payment/row.ts'
import { isOver, merged, refundedStatus, retryAuthorizeMs } from '#server/payment/rules.ts'
import { standingOf } from '#server/payment/settlement.ts'
import { advance, announceChange, intend } from '#server/payment/step.ts'
import { type CrashPoint, crashPoint } from '#server/platform/crash-points.ts'
import { announce } from '#server/platform/jobs.ts'
import type { DB } from '#server/platform/tables.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

type Call = Selectable<DB['payment_calls']>
type Outcome =
  | { did: 'charge'; charge: Charge }
  | { did: 'operation'; operation: Operation }
  | { did: 'refused'; charge: Charge | null; message: string }

/** A payment has at most authorize, capture and refund in a row, and once a change of mind between. */
const mostInARow = 6
/** No answer: asked again at once this often, with the same key; then a job does. */
const mostTries = 3

/**
 * Carries out whatever the payment still has to do outside, one call after the other. May run in any
 * number of processes at once: the processor answers a repeated key with its first answer, and only one
 * writes the result down.
 */
export const carryOutCalls = async (work: Work, paymentId: string): Promise<void> => {
  requireNoTransaction(work)
  for (let round = 0; round < mostInARow; round += 1) {
    const call = await nextPending(work, paymentId)
    const payment = await byId(work, paymentId)
    if (call === undefined || payment === null) return
    crashPoint(at('before', call))
    const outcome = await perform(work, call, payment)
    if (outcome === null) return
    crashPoint(at('after', call))
    await inTransaction(work, (work) => record(work, call, outcome))
    crashPoint(at('recorded', call))
    if (outcome.did === 'refused') return
  }
}

const at = (when: 'before' | 'after' | 'recorded', call: Call): CrashPoint => {
  switch (call.kind) {
    case 'save_card':
      return `${when}-save-card`
    case 'capture':
      return `${when}-capture`
    case 'void':
      return `${when}-void`
    case 'refund':
      return `${when}-refund`
    default:
      return `${when}-authorize`
  }
}

const nextPending = (work: Work, paymentId: string) =>
  work.db
    .selectFrom('payment_calls')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Null: no answer, even after asking again. */
const perform = async (work: Work, call: Call, payment: Payment): Promise<Outcome | null> => {
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    try {
      return await ask(work, call, payment)
    } catch (error) {
      if (error instanceof ProviderRefusal) return refused(work, call, payment, error)
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ callId: call.id, kind: call.kind, attempt }, 'the card processor gave no answer')
    }
  }
  await work.db
    .updateTable('payment_calls')
    .set({ tries: call.tries + 1 })
    .where('id', '=', call.id)
    .execute()
  return null
}

const ask = async (work: Work, call: Call, payment: Payment): Promise<Outcome> => {
  const processor = processorOf(work.config)
  const key = call.idem_key
  const chargeRef = call.charge_ref ?? payment.charge_ref ?? ''
  const about = {
    key,
    reference: payment.id,
    returnUrl: `${work.config.publicUrl}/booking-success?id=${payment.booking_id}`,
  }
  switch (call.kind) {
    case 'save_card':
      return { did: 'charge', charge: await processor.saveCard(work, { ...about, token: call.token ?? '' }) }
    case 'authorize': {
      const source = call.token === null ? { cardRef: payment.card_ref ?? '' } : { token: call.token }
      const charge = await processor.authorize(work, { ...about, amountCents: call.amount_cents, source })
      return { did: 'charge', charge }
    }
    case 'capture': {
      const operation = await processor.capture(work, { key, chargeRef, amountCents: call.amount_cents })
      return { did: 'operation', operation }
    }
    case 'refund': {
      const operation = await processor.refund(work, { key, chargeRef, amountCents: call.amount_cents })
      return { did: 'operation', operation }
    }
    case 'void':
      return { did: 'operation', operation: await processor.void(work, { key, chargeRef }) }
    default:
      throw new Error(`a payment makes no call ${call.kind}`)
  }
}

const refused = async (
  work: Work,
  call: Call,
  payment: Payment,
  refusal: ProviderRefusal,
): Promise<Outcome> => {
  const chargeRef = call.charge_ref ?? payment.charge_ref
  const charge = chargeRef === null ? null : await processorOf(work.config).find(work, chargeRef)
  return { did: 'refused', charge, message: refusal.message }
}

/** Writes a result down with its journals, once, and what comes next. */
const record = async (work: Work, call: Call, outcome: Outcome): Promise<void> => {
  if (call.payment_id === null) return
  const payment = await lock(work, call.payment_id)
  const externalId = outcome.did === 'operation' ? outcome.operation.id : (outcome.charge?.ref ?? null)
  const { numUpdatedRows } = await work.db
    .updateTable('payment_calls')
    .set({
      status: outcome.did === 'refused' ? 'failed' : 'done',
      failure: outcome.did === 'refused' ? outcome.message : null,
      external_id: externalId,
      done_at: work.now,
    })
    .where('id', '=', call.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  // A call about an attempt that was given up changes nothing else.
  if (call.charge_ref === null || call.charge_ref === payment.charge_ref)
    await follow(work, payment, call, outcome)
  await advance(work, payment.id)
}

const follow = async (work: Work, payment: Payment, call: Call, outcome: Outcome): Promise<void> => {
  if (outcome.did === 'refused') return followRefusal(work, payment, call, outcome)
  if (outcome.did === 'charge') {
    const isLate = call.kind === 'authorize' && payment.status === 'card_saved'
    if (isLate && outcome.charge.status !== 'authorized') return notYet(work, payment, outcome.charge)
    await take(work, payment, outcome.charge, isLate || payment.charge_ref === null)
    if (call.kind === 'authorize') crashPoint('inside-authorize-record')
    return
  }
  if (call.kind === 'refund') return takeRefund(work, payment, call, outcome.operation)
  await take(work, payment, outcome.operation.charge)
  if (call.kind === 'capture') crashPoint('inside-capture-record')
}

/**
 * Adds what the processor's books say to ours, with the journals of the difference. `adopt`: from now on
 * this is the payment's charge; otherwise a charge that is not ours changes nothing.
 */
export const take = async (work: Work, payment: Payment, charge: Charge, adopt = false): Promise<void> => {
  if (!adopt && charge.ref !== payment.charge_ref) return
  const next = merged(standingOf(payment), charge)
  const heldCents = next.authorizedCents
  const about = { bookingId: payment.booking_id, externalId: charge.ref, at: work.now }
  if (next.authorizedCents > payment.authorized_cents)
    await post(work, { ...about, kind: 'hold', idemKey: `hold:${charge.ref}`, lines: holdLines(heldCents) })
  if (next.capturedCents > payment.captured_cents) {
    const lines = captureLines(next.capturedCents, heldCents)
    await post(work, { ...about, kind: 'capture', idemKey: `capture:${charge.ref}`, lines })
    if (charge.feeCents > 0)
      await post(work, {
        ...about,
        kind: 'fee',
        idemKey: `fee:${charge.ref}`,
        lines: feeLines(charge.feeCents, charge.feeIvaCents),
      })
  }
  const isEnded = isOver(next.status) && payment.status === 'authorized'
  if (isEnded)
    await post(work, {
      ...about,
      kind: 'end_hold',
      idemKey: `end_hold:${charge.ref}`,
      lines: endHoldLines(heldCents),
    })
  const isCaptured = next.capturedCents > 0
  await work.db
    .updateTable('payments')
    .set({
      status: next.status,
      authorized_cents: next.authorizedCents,
      captured_cents: next.capturedCents,
      charge_ref: charge.ref,
      card_ref: charge.cardRef ?? payment.card_ref,
      card_brand: charge.cardBrand,
      card_last4: charge.cardLast4,
      action_url: next.status === 'requires_action' ? charge.actionUrl : null,
      failure: next.status === 'failed' ? (charge.failure ?? 'card_declined') : null,
      fee_cents: isCaptured ? charge.feeCents : 0,
      fee_iva_cents: isCaptured ? charge.feeIvaCents : 0,
      available_at: isCaptured ? charge.availableAt : null,
      version: payment.version + 1,
    })
    .where('id', '=', payment.id)
    .execute()
  if (next.status === payment.status) return
  await announceChange(work, payment)
}

const takeRefund = async (work: Work, payment: Payment, call: Call, operation: Operation): Promise<void> => {
  const refundedCents = payment.refunded_cents + call.amount_cents
  await post(work, {
    kind: 'refund',
    idemKey: `refund:${call.id}`,
    bookingId: payment.booking_id,
    externalId: operation.id,
    at: work.now,
    lines: refundLines(call.amount_cents),
  })
  await work.db
    .updateTable('payments')
    .set({
      refunded_cents: refundedCents,
      status: refundedStatus(payment.captured_cents, refundedCents),
      version: payment.version + 1,
    })
    .where('id', '=', payment.id)
    .execute()
  await announceChange(work, payment)
}

/** The kept card was refused some days before the visit: tell the client, try again, give up when the capture is due. */
const notYet = async (work: Work, payment: Payment, charge: Charge): Promise<void> => {
  if (charge.status === 'requires_action') await intend(work, payment, 'void', { chargeRef: charge.ref })
  const failure = charge.failure ?? 'authentication_required'
  const fact = { paymentId: payment.id, bookingId: payment.booking_id, failure }
  const giveUpAt = payment.capture_at ?? work.now
  const isOverdue = payment.settlement !== null || work.now >= giveUpAt
  const again = new Date(Math.min(work.now.getTime() + retryAuthorizeMs, giveUpAt.getTime()))
  await work.db
    .updateTable('payments')
    .set({
      failure,
      version: payment.version + 1,
      ...(isOverdue ? { status: 'failed' } : { authorize_at: again }),
    })
    .where('id', '=', payment.id)
    .execute()
  await announce(work, isOverdue ? 'payment.failed' : 'payment.card_refused', fact)
  if (isOverdue) await announceChange(work, payment)
}

/** What the processor will not do. Its own books decide what is true; a hold that is lost cannot be charged. */
const followRefusal = async (
  work: Work,
  payment: Payment,
  call: Call,
  { charge, message }: { charge: Charge | null; message: string },
): Promise<void> => {
  work.log.error({ paymentId: payment.id, kind: call.kind, message }, 'the card processor refused a call')
  if (charge !== null) await take(work, payment, charge)
  if (call.kind === 'refund' || call.kind === 'void') return
  const now = await lock(work, payment.id)
  if (now.status === 'captured') return
  if (now.status === 'authorized')
    await post(work, {
      kind: 'end_hold',
      idemKey: `end_hold:${now.charge_ref}`,
      bookingId: now.booking_id,
      externalId: now.charge_ref,
      at: work.now,
      lines: endHoldLines(now.authorized_cents),
    })
  const failure = call.kind === 'capture' ? 'hold_lost' : 'card_declined'
  await work.db.updateTable('payments').set({ status: 'failed', failure }).where('id', '=', now.id).execute()
  await announce(work, 'payment.failed', { paymentId: now.id, bookingId: now.booking_id, failure })
  await announceChange(work, now)
}
