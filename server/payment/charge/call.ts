/**
 * Outside calls: executed with the key that was committed before, and recorded once, with their journals. A call without an answer
 * stays pending and is repeated with the same key.
 */
import { evidenceFor } from '#server/payment/charge/chargeback-evidence.ts'
import { processorNamed } from '#server/payment/processor/processor.ts'
import { ProviderRefusal, ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { type Outcome, record } from '#server/payment/charge/result.ts'
import { voucherOrderOf } from '#server/payment/charge/voucher.ts'
import { type Call, type Payment, type Waiting, withNextCall } from '#server/payment/ledger/row.ts'
import { type CrashPoint, crashPoint } from '#server/platform/database/crash-points.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** A payment has at most authorize, capture and refund in a row, and one other change between. */
const maxInARow = 6
/** Immediate repetitions without an answer, with the same key; after that a job repeats. */
const maxTries = 3

/**
 * Executes every pending outside call of the payment, one after the other. May run in any number of processes at once: the processor
 * answers a repeated key with its first answer, and only one records the result. A payment just committed, passed whole, is not looked
 * up. Returns the state of the payment then; null: there is none.
 */
export const executeCalls = async (work: Work, what: string | Waiting): Promise<Payment | null> => {
  requireNoTransaction(work)
  const paymentId = typeof what === 'string' ? what : what.payment.id
  let payment: Payment | null = null
  for (let round = 0; round < maxInARow; round += 1) {
    const current = round === 0 && typeof what !== 'string' ? what : await withNextCall(work, paymentId)
    if (current === null || current.call === null) return current?.payment ?? null
    const { call } = current
    ;({ payment } = current)
    crashPoint(at('before', call))
    const outcome = await perform(work, call, payment)
    if (outcome === null) return payment
    crashPoint(at('after', call))
    const stand = await inTransaction(work, (work) => record(work, call, outcome))
    payment = stand.payment
    crashPoint(at('recorded', call))
    // A refused call is not repeated immediately: a job does that.
    if (!stand.waits || outcome.did === 'refused') return payment
  }
  return payment
}

const at = (when: 'before' | 'after' | 'recorded', call: Call): CrashPoint => {
  switch (call.kind) {
    case 'save_card':
      return `${when}-save-card`
    case 'voucher':
      return `${when}-voucher`
    case 'capture':
      return `${when}-capture`
    case 'void':
      return `${when}-void`
    case 'refund':
    case 'return':
      return `${when}-refund`
    case 'evidence':
      return `${when}-evidence`
    default:
      return `${when}-authorize`
  }
}

/** Null: no answer, even after repeating. */
const perform = async (work: Work, call: Call, payment: Payment): Promise<Outcome | null> => {
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    try {
      return await ask(work, call, payment).catch((error: unknown) => {
        if (error instanceof ProviderRefusal) return refused(work, call, payment, error)
        throw error
      })
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ callId: call.id, kind: call.kind, attempt }, 'card processor did not answer')
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
  const processor = processorNamed(work.config, payment.provider)
  const request = { key: call.idem_key, requestedAt: new Date(call.requested_at) }
  const chargeRef = call.charge_ref ?? payment.charge_ref ?? ''
  const about = {
    ...request,
    reference: payment.id,
    returnUrl: `${work.config.publicUrl}${payment.return_path ?? `/booking-success?id=${payment.booking_id}`}`,
  }
  switch (call.kind) {
    case 'save_card':
      return { did: 'charge', charge: await processor.saveCard(work, { ...about, token: call.token ?? '' }) }
    case 'authorize': {
      const source =
        call.token === null
          ? { cardRef: payment.card_ref ?? '', isPresent: call.is_present }
          : { token: call.token }
      const { amount_cents: amountCents, installments } = call
      const charge = await processor.authorize(work, { ...about, amountCents, source, installments })
      return { did: 'charge', charge }
    }
    case 'voucher': {
      const { method, order } = voucherOrderOf(payment)
      const charge = await processor.voucher(work, {
        ...about,
        ...order,
        method,
        amountCents: call.amount_cents,
      })
      return { did: 'charge', charge }
    }
    case 'capture': {
      const operation = await processor.capture(work, {
        ...request,
        chargeRef,
        amountCents: call.amount_cents,
      })
      return { did: 'operation', operation }
    }
    case 'refund': {
      const operation = await processor.refund(work, {
        ...request,
        chargeRef,
        amountCents: call.amount_cents,
      })
      return { did: 'operation', operation }
    }
    case 'return': {
      const operation = await processor.returnLoose(work, {
        ...request,
        chargeRef,
        amountCents: call.amount_cents,
      })
      return { did: 'operation', operation }
    }
    case 'evidence': {
      const sent = await evidenceFor(work, call)
      return {
        did: 'operation',
        operation: await processor.sendEvidence(work, { ...request, ...sent, chargeRef }),
      }
    }
    case 'void':
      return { did: 'operation', operation: await processor.void(work, { ...request, chargeRef }) }
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
  const charge =
    chargeRef === null ? null : await processorNamed(work.config, payment.provider).find(work, chargeRef)
  return { did: 'refused', charge, message: refusal.message }
}
