/** Cash and other payments by hand. Kalli never holds this money.
 *
 * A professional paid a host at the host's desk: until the hours are over the money is on 1135 (cash with the host), then the host
 * retains their part of it, and Kalli's part is their debt (1130), which the next payout deducts. Refunds are made by hand too, and the
 * host reports them.
 *
 * A client paid the rest of a visit's price to its professional: it is on 1125 until the visit is divided, then it is deducted from
 * what they are due of it, and beyond that it is their debt (1120). Refunds become the client's credit. */
import { randomUUIDv7 } from 'node:crypto'
import { takeOut } from '#server/payment/charge/frozen.ts'
import {
  account,
  cashBackLines,
  cashRetainedLines,
  cashLines,
  type Line,
  restRetainedLines,
} from '#server/payment/ledger/journals.ts'
import { balanceOf, post } from '#server/payment/ledger/ledger.ts'
import { change, changeAndPublish, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { isOver, refundedStatus } from '#server/payment/provider/rules.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** No processor: no outside service is called. */
const byHand = 'desk'

/** Maximum debt, for a host including coming hours, before only cards are accepted: it is only recovered from payouts. */
export const maxOwedCents = 200_000

/**
 * Records a payment by hand, in the caller's transaction. `comingCents`: what Kalli will be due of other hours that this host was paid
 * for by hand, which are not over. Announces `payment.changed`. Refuses payment_in_progress when there is a payment already,
 * cash_closed for a host who owes too much.
 */
export const takeByHand = async (
  work: Work,
  order: { bookingId: string; amountCents: number; accountId: number; hostId: number; comingCents: number },
): Promise<void> => {
  const { bookingId, amountCents, hostId, comingCents } = order
  if ((await owedBy(work, hostId)) + comingCents >= maxOwedCents) refuse('cash_closed')
  const paid = {
    payer: `account:${order.accountId}`,
    provider: byHand,
    method: 'cash',
    cash_host_id: hostId,
    status: 'captured' as const,
    amount_cents: amountCents,
    captured_cents: amountCents,
  }
  const id = (await insteadOfCard(work, bookingId, paid)) ?? randomUUIDv7()
  await work.db
    .insertInto('payments')
    .values({ ...paid, id, booking_id: bookingId, created_at: work.now })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .execute()
  await post(work, {
    kind: 'cash',
    idemKey: `cash:${id}`,
    bookingId,
    at: work.now,
    lines: cashLines({ side: 'host', id: hostId }, amountCents),
  })
  await publish(work, 'payment.changed', { paymentId: id, bookingId })
}

/** A card was tried before and refused: the same payment, by hand. Null: there was none. */
const insteadOfCard = async (work: Work, bookingId: string, paid: Parameters<typeof change>[2]) => {
  const earlier = await ofBooking(work, bookingId)
  if (earlier === null) return null
  const held = await lock(work, earlier.id)
  if (!isOver(held.status) || held.settlement !== null) return refuse('payment_in_progress')
  const noCard = { charge_ref: null, card_ref: null, card_brand: null, card_last4: null, failure: null }
  await change(work, held, { ...paid, ...noCard, authorized_cents: 0, authorize_at: null, capture_at: null })
  return held.id
}

export const owedBy = (work: Work, hostId: number): Promise<number> =>
  balanceOf(work, account.owedByHost, hostId)

/** Second half of J9 for cash: it is returned by hand too. Null: it was not paid by hand. */
export const backByHand = async (
  work: Work,
  payment: Payment,
  amountCents: number,
): Promise<Payment | null> => {
  if (payment.cash_host_id === null) return null
  await post(work, {
    kind: 'cash_back',
    idemKey: `cash_back:${payment.id}:${payment.version}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: cashBackLines(payment.cash_host_id, amountCents),
  })
  const refundedCents = payment.refunded_cents + amountCents
  return changeAndPublish(work, payment, {
    refunded_cents: refundedCents,
    status: refundedStatus(payment.captured_cents, refundedCents),
  })
}

/** After the division: the host already has their part in hand, and owes the rest of it. Returns what is left to pay out. */
export const keepByHand = async (
  work: Work,
  payment: Payment,
  shares: readonly Line[],
): Promise<readonly Line[]> => {
  const hostId = payment.cash_host_id
  if (hostId === null || shares.length === 0) return shares
  const retainedCents = -shares.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isTheirs = (line: Line) => line.account === account.owedToHost && line.partyId === hostId
  const ownCents = -shares.filter(isTheirs).reduce((sum, { amountCents }) => sum + amountCents, 0)
  await post(work, {
    kind: 'cash_kept',
    idemKey: `cash_kept:${payment.id}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: cashRetainedLines(hostId, { retainedCents, ownCents }),
  })
  return shares.filter((line) => !isTheirs(line))
}

/**
 * The rest of a visit's price was paid by hand, in the caller's transaction, which has locked the visit; `reference` takes the place of
 * a booking's id. Refuses cash_closed for a professional who owes too much.
 */
export const takeRestByHand = async (
  work: Work,
  order: {
    reference: string
    amountCents: number
    payer: string
    clientId: number
    professionalId: number
  },
): Promise<void> => {
  const { reference, amountCents, professionalId } = order
  if ((await balanceOf(work, account.owedByProfessional, professionalId)) >= maxOwedCents)
    refuse('cash_closed')
  const { id } = await work.db
    .insertInto('payments')
    .values({
      id: randomUUIDv7(),
      booking_id: reference,
      payer: order.payer,
      client_id: order.clientId,
      provider: byHand,
      method: 'cash',
      cash_professional_id: professionalId,
      status: 'captured',
      amount_cents: amountCents,
      captured_cents: amountCents,
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(work, {
    kind: 'cash',
    idemKey: `cash:${id}`,
    bookingId: reference,
    at: work.now,
    lines: cashLines({ side: 'professional', id: professionalId }, amountCents),
  })
}

/**
 * After a visit was divided: the professional's cash is deducted from what they are due under `dueOf`, and beyond that they owe it,
 * whatever of it was refunded to the client. Once for each charge.
 */
export const keepRestByHand = async (
  work: Work,
  payment: Pick<Payment, 'id' | 'booking_id'>,
  dueOf: string,
): Promise<void> => {
  const charges = await work.db
    .selectFrom('payments')
    .select(['id', 'cash_professional_id', 'captured_cents'])
    .where('adds_to', '=', payment.id)
    .where('cash_professional_id', 'is not', null)
    .execute()
  for (const { id, cash_professional_id: professionalId, captured_cents: cents } of charges) {
    if (professionalId === null) continue
    const payee = { side: 'professional', id: professionalId } as const
    const coveredByHost = await takeOut(work, { bookingId: dueOf, payee, cents })
    await post(work, {
      kind: 'cash_kept',
      idemKey: `cash_kept:${id}`,
      bookingId: payment.booking_id,
      at: work.now,
      lines: restRetainedLines(professionalId, cents, coveredByHost),
    })
  }
}

/**
 * A price is paid at the place, to the professional, or later by a link: a payment without money of its own, so that the visit ends
 * like any other and its rent is divided; money paid by a link is added to it. In the caller's transaction. Refuses cash_closed for a
 * professional who owes too much; `comingCents`: what she will owe for other such visits that are not over.
 */
export const payInPlace = async (
  work: Work,
  order: {
    bookingId: string
    clientId: number
    professionalId: number
    owesCents: number
    comingCents: number
  },
): Promise<void> => {
  const { bookingId, professionalId, owesCents, comingCents } = order
  if (owesCents > 0) {
    const owedCents = await balanceOf(work, account.owedByProfessional, professionalId)
    if (owedCents + comingCents >= maxOwedCents)
      throw new Refusal(
        'cash_closed',
        undefined,
        'Ya debes $2,000.00 o más de rentas. Tus próximos depósitos las pagan; mientras, propón la cita para que la paguen al aceptarla, o renta las horas antes.',
      )
  }
  await work.db
    .insertInto('payments')
    .values({
      id: randomUUIDv7(),
      booking_id: bookingId,
      // Without a payer through Kalli, no viewer acts as one.
      payer: `client:${order.clientId}`,
      provider: byHand,
      method: 'in_place',
      status: 'captured',
      amount_cents: 0,
      captured_cents: 0,
      created_at: work.now,
    })
    .execute()
}

/** The amount still to be returned by hand. */
export const toHandBack = (payment: Pick<Payment, 'method' | 'refunded_cents' | 'handed_cents'>): number =>
  payment.method === 'cash' ? payment.refunded_cents - payment.handed_cents : 0

/** The host confirms having returned a refund by hand. Refuses not_found, quote_changed when the amount has changed. */
export const handBack = (work: Work, order: { bookingId: string; amountCents: number }): Promise<void> =>
  inTransaction(work, async (work) => {
    const found = (await ofBooking(work, order.bookingId)) ?? refuse('not_found')
    const payment = await lock(work, found.id)
    if (toHandBack(payment) !== order.amountCents || order.amountCents === 0) refuse('quote_changed')
    await change(work, payment, { handed_cents: payment.handed_cents + order.amountCents })
  })
