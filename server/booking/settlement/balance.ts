/**
 * The rest of a price of which only an upfront was paid (product.md §4, B18): asked of the kept card when the visit is over, before its
 * money is divided, once. Refused, the visit is divided as far as it is paid; its client pays the rest by another card, or its professional
 * has the card asked anew, and what that adds to each is posted then. Every try is a payment of its own. docs/decisions/upfront.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { mayAskBalance, mayTakeBalance } from '#contract/payment/balance-due.ts'
import type { payBalance } from '#contract/booking/settlement/balance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor, type Asking } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { hourMs } from '#server/booking/moves/rules.ts'
import { whole } from '#server/booking/moves/upfront.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import { expect, expectNoMore, join, joinDivided } from '#server/payment/charge/added.ts'
import { orderAtOnce, type AtOnce } from '#server/payment/charge/at-once.ts'
import { takeRestByHand } from '#server/payment/charge/by-hand.ts'
import { accrueBeside } from '#server/payment/charge/frozen.ts'
import { keptCardOf } from '#server/payment/charge/guarantee.ts'
import { moreLines } from '#server/payment/ledger/journals.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import {
  carryOut,
  giveBack,
  isFruitless,
  payerOf,
  read as readPayment,
  refresh,
} from '#server/payment/charge/payment.ts'
import { settlementOf as decidedOf } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { BookingBalances } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>
type BalanceRow = Selectable<BookingBalances>
type Ordered = { id: string; paymentId: string }

/** Newest first. */
const triesOf = (work: Work, bookingId: string): Promise<BalanceRow[]> =>
  work.db
    .selectFrom('booking_balances')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Is a problem undecided in which its client has a part? Then nobody is asked for more. */
const isDisputed = async (work: Work, bookingId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('disputes')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('line', '<>', 'overtime')
    .where((where) => where.or([where('opened_by', '=', 'client'), where('respondent', '=', 'client')]))
    .where('state', '<>', 'closed')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Before a visit that took place is divided: the kept card is asked for the rest, once. Refuses payment_in_progress while the bank has
 * not answered; a no is no obstacle.
 */
export const askBalance = async (work: Work, bookingId: string): Promise<void> => {
  await askOnce(work, bookingId, beforeDivided)
  await requireNoneAsked(work, bookingId)
}
const beforeDivided: ReadonlySet<string> = new Set(['confirmed', 'in_progress', 'to_settle'])

/** A problem is over for which nobody was asked when the visit was divided: now the kept card is, if anything is left. */
export const askAfterDispute = async (work: Work, disputeId: string): Promise<void> => {
  const dispute = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', disputeId)
    .where('state', '=', 'closed')
    .executeTakeFirst()
  if (dispute !== undefined) await askOnce(work, dispute.booking_id, afterDivided)
}
/** A visit was missed and given all the same: nobody was asked for its rest either. */
export const askAfterAbsence = (work: Work, bookingId: string): Promise<void> =>
  askOnce(work, bookingId, afterDivided)
const afterDivided: ReadonlySet<string> = new Set(['completed', 'closed'])

const askOnce = async (work: Work, bookingId: string, when: ReadonlySet<string>): Promise<void> => {
  const ordered = await inTransaction(work, async (work): Promise<Ordered | null> => {
    const booking = await lockById(work, bookingId)
    if (booking === undefined || booking.balance_cents === 0 || !when.has(booking.status)) return null
    const [last] = await triesOf(work, bookingId)
    if (last !== undefined) return last.state === 'asked' ? under(work, last.id) : null
    if (await isDisputed(work, bookingId)) return null
    const card = await keptCardOf(work, bookingId)
    const payment = await readPayment(work, bookingId)
    if (card === null || payment === null) return null
    return order(work, booking, { by: 'platform', payer: payment.payer, card })
  })
  if (ordered !== null) await carry(work, ordered, { isThere: false })
}

const under = async (work: Work, id: string): Promise<Ordered | null> => {
  const payment = await readPayment(work, id)
  return payment === null ? null : { id, paymentId: payment.id }
}

/** Nothing is divided while a card is being asked. Refuses payment_in_progress. */
export const requireNoneAsked = async (work: Work, bookingId: string): Promise<void> => {
  const [last] = await triesOf(work, bookingId)
  if (last?.state === 'asked') refuse('payment_in_progress')
}

/** Written down in the transaction of who has locked the visit; `carry` after its commit does it. */
const order = async (
  work: Work,
  booking: BookingRow,
  {
    by,
    returnPath = `/booking-success?id=${booking.id}`,
    ...said
  }: Pick<AtOnce, 'payer' | 'card'> & { by: AskedBy; returnPath?: string | undefined },
): Promise<Ordered> => {
  const { id, booking_id: bookingId, amount_cents: cents } = await write(work, booking, by)
  const paymentId = await orderAtOnce(work, { ...said, reference: id, amountCents: cents, returnPath })
  await expect(work, { bookingId, cents })
  crashPoint('inside-balance')
  return { id, paymentId }
}

type AskedBy = 'platform' | 'client' | 'professional'
/** A try of all that is left, with an id of its own. */
const write = (work: Work, { id, balance_cents: cents }: BookingRow, by: AskedBy): Promise<BalanceRow> =>
  work.db
    .insertInto('booking_balances')
    .values({
      id: randomUUIDv7(),
      booking_id: id,
      amount_cents: cents,
      state: 'asked',
      asked_by: by,
      asked_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** `isThere`: somebody stands at a screen and may go to their bank; of anybody else a bank that wants to be seen has said no. */
const carry = async (work: Work, { id, paymentId }: Ordered, { isThere }: { isThere: boolean }) => {
  crashPoint('committed-balance')
  await carryOut(work, paymentId)
  const payment = await refresh(work, paymentId)
  if (payment.status === 'requires_action' && !isThere) await letGo(work, id)
  await followBalance(work, id)
  return payment
}

const letGo = async (work: Work, id: string) => {
  const paymentId = await inTransaction(work, (work) => giveBack(work, id))
  if (paymentId !== null) await carryOut(work, paymentId)
}

/** The client pays what is left. Refuses not_found, move_not_allowed with the button's reason, invalid_input without any card, card_declined. */
export const pay = async (
  work: Work,
  bookingId: string,
  { t, cardToken }: Input<typeof payBalance>['body'] & Pick<Asking, 't'>,
): Promise<View> => {
  await payBy(work, bookingId, async (work) => {
    const { booking } = await lockFor(work, bookingId, { t, as: 'client' })
    const kept = cardToken === undefined ? await keptCardOf(work, bookingId) : null
    if (cardToken === undefined && kept === null)
      return refuse('invalid_input', { fields: [{ field: 'cardToken', message: 'Elige con qué tarjeta.' }] })
    return {
      booking,
      card: cardToken === undefined ? (kept ?? refuse('payment_in_progress')) : { token: cardToken },
    }
  })
  return readAs(work, bookingId, 'client')
}

/** Whoever stands at a screen pays; `found` locks the visit and says by which card. Refuses move_not_allowed, card_declined. */
export const payBy = async (
  work: Work,
  bookingId: string,
  found: (work: Work) => Promise<{ booking: BookingRow; card: AtOnce['card']; returnPath?: string }>,
): Promise<void> => {
  const ordered = await inTransaction(work, async (work) => {
    // One after the other, so that two presses are one charge.
    const { booking, ...by } = await found(work)
    await requireDue(work, booking, 'client')
    return order(work, booking, { by: 'client', payer: payerOf(work.who), ...by })
  })
  const payment = await carry(work, ordered, { isThere: true })
  if (isFruitless(payment)) refuse('card_declined', { failure: payment.failure })
}

/** The professional has the kept card asked once more, at most once a day. Refuses not_found, move_not_allowed. */
export const collect = async (work: Work, bookingId: string): Promise<View> => {
  const ordered = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, bookingId, { as: 'professional' })
    await requireDue(work, booking, 'professional')
    const card = await keptCardOf(work, bookingId)
    const payment = await readPayment(work, bookingId)
    if (card === null || payment === null) return refuse('move_not_allowed')
    return order(work, booking, { by: 'professional', payer: payment.payer, card })
  })
  await carry(work, ordered, { isThere: false })
  return readAs(work, bookingId, 'professional')
}

/**
 * The client gave the rest to their professional by hand (B18): it is money of the visit at once. Saying it twice is once. Refuses
 * not_found, move_not_allowed with the button's reason, quote_changed when another amount is left, cash_closed for who owes too much.
 */
export const take = async (work: Work, bookingId: string, amountCents: number): Promise<View> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, bookingId, { as: 'professional' })
    const [last] = await triesOf(work, bookingId)
    if (last?.state === 'paid' && last.asked_by === 'professional' && last.amount_cents === amountCents)
      return null
    requireMay(mayTakeBalance(await standingOf(work, booking)))
    if (booking.balance_cents !== amountCents) return refuse('quote_changed')
    const main = (await readPayment(work, bookingId)) ?? refuse('payment_in_progress')
    const row = await write(work, booking, 'professional')
    await takeRestByHand(work, {
      reference: row.id,
      amountCents,
      payer: main.payer,
      clientId: booking.client_id ?? refuse('not_found'),
      professionalId: booking.professional_id,
    })
    await expect(work, { bookingId, cents: amountCents })
    return paid(work, booking, row)
  })
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, bookingId, 'professional')
}

const requireDue = async (work: Work, booking: BookingRow, by: 'client' | 'professional'): Promise<void> =>
  requireMay(mayAskBalance(by, await standingOf(work, booking), work.now))

const requireMay = (may: ReturnType<typeof mayTakeBalance>) => {
  if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
}

const standingOf = async (work: Work, booking: BookingRow) => {
  const tries = await triesOf(work, booking.id)
  return {
    balanceCents: booking.balance_cents,
    status: booking.status,
    isAsked: tries[0]?.state === 'asked',
    isDisputed: await isDisputed(work, booking.id),
    triedAt: tries.find((one) => one.asked_by === 'professional')?.asked_at ?? null,
  }
}

/** Brings a try to where its payment is; of anything else it does nothing. What the jobs on `payment.changed` do too. */
export const followBalance = async (work: Work, id: string): Promise<void> => {
  const found = await byId(work, id)
  if (found === undefined) return
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, found.booking_id)
    const row = await byId(work, id)
    const payment = await readPayment(work, id)
    if (booking === undefined || row?.state !== 'asked' || payment === null) return null
    // What was let go of goes back by itself, whatever a bank still says.
    if (isFruitless(payment) || payment.settlement !== null) return refused(work, row)
    return isCharged(payment) ? paid(work, booking, row) : null
  })
  if (paymentId !== null) await carryOut(work, paymentId)
}

const byId = (work: Work, id: string): Promise<BalanceRow | undefined> =>
  work.db.selectFrom('booking_balances').selectAll().where('id', '=', id).executeTakeFirst()

const end = (work: Work, { id }: BalanceRow, state: 'refused' | 'paid') =>
  work.db
    .updateTable('booking_balances')
    .set({ state, paid_at: state === 'paid' ? work.now : null })
    .where('id', '=', id)
    .execute()

const refused = async (work: Work, row: BalanceRow): Promise<string> => {
  await end(work, row, 'refused')
  // Whoever gave a card by hand reads it on their screen.
  if (row.asked_by !== 'client')
    await publish(work, 'balance.changed', { balanceId: row.id, move: 'refused' })
  return expectNoMore(work, { bookingId: row.booking_id, cents: row.amount_cents })
}

/** It is money of the visit from now on. */
const paid = async (work: Work, booking: BookingRow, row: BalanceRow): Promise<string | null> => {
  await end(work, row, 'paid')
  await work.db.updateTable('bookings').set({ balance_cents: 0 }).where('id', '=', booking.id).execute()
  const main = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  if (main.settled_at === null) await join(work, { bookingId: booking.id, reference: row.id })
  else await divideMore(work, booking, row, decidedOf(main)?.keepCents ?? 0)
  crashPoint('inside-balance-paid')
  await publish(work, 'balance.changed', { balanceId: row.id, move: 'paid' })
  return main.id
}

/** What it makes of each one's part: the whole split at the new price less the one that was posted. */
const divideMore = async (work: Work, booking: BookingRow, row: BalanceRow, keptCents: number) => {
  const [before, after] = [settlementOf(booking), settlementOf(whole(booking))]
  const professional = { side: 'professional', id: booking.professional_id } as const
  const { lines, netCents } = moreLines(before.shares, after.shares, professional)
  const due = await accrueBeside(work, {
    reference: row.id,
    payee: professional,
    cents: netCents,
    releaseAt: releaseAt(openTerms(booking.terms), work.now).professional,
    originId: booking.id,
  })
  await joinDivided(work, {
    bookingId: booking.id,
    reference: row.id,
    shares: [due, ...lines],
    settlement: { ...after, keepCents: keptCents + row.amount_cents },
  })
}

/** Every minute: tries that nobody followed to their end, and of who never went to their bank. Several processes may. */
export const followBalances = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('booking_balances')
    .selectAll()
    .where('state', '=', 'asked')
    .where('asked_at', '<=', new Date(work.now.getTime() - hourMs / 60))
    .orderBy('asked_at')
    .limit(200)
    .execute()
  await eachApart(work, due, async (row) => {
    const found = await readPayment(work, row.id)
    if (found === null) return
    const payment = await refresh(work, found.id)
    const isOver = row.asked_by !== 'client' || work.now.getTime() >= row.asked_at.getTime() + hourMs
    if (payment.status === 'requires_action' && isOver) await letGo(work, row.id)
    await followBalance(work, row.id)
  })
}

/**
 * So much of the price is not owed after all: first of what is still to be paid. In the transaction of who has locked the visit. Answers
 * how much of it that was.
 */
export const waiveBalance = async (work: Work, booking: BookingRow, cents: number): Promise<number> => {
  const waivedCents = Math.min(cents, booking.balance_cents)
  if (waivedCents > 0)
    await work.db
      .updateTable('bookings')
      .set({
        balance_cents: booking.balance_cents - waivedCents,
        balance_waived_cents: booking.balance_waived_cents + waivedCents,
      })
      .where('id', '=', booking.id)
      .execute()
  return waivedCents
}
