/**
 * One booking, three parties: contact and card for a held time, then confirmed when the money is there.
 * Holding is hold.ts, the visit visit.ts, its end before time cancellation.ts. It never speaks to a bank
 * itself (payment does) and decides no price (pricing does).
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { book as bookEndpoint, Booking } from '#contract/booking/booking.ts'
import { takesAmount, type VoucherMethod } from '#contract/payment/payment.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { withPhoneKept } from '#server/account/phone.ts'
import { expire, freeSeats } from '#server/booking/checkout/hold.ts'
import { claim, firming, makeFirm, prolong, release } from '#server/availability/block/availability.ts'
import { claimClient } from '#server/booking/moves/client-time.ts'
import { clientOf } from '#server/booking/contact/client.ts'
import { sayWhoComes } from '#server/booking/contact/companion.ts'
import { mayBook } from '#server/booking/contact/contact.ts'
import {
  arrivalCode,
  lockById,
  makeMove,
  requireMove,
  waitsFor,
  type BookingRow,
} from '#server/booking/moves/move.ts'
import { dueNow } from '#server/booking/moves/upfront.ts'
import { voucherUntil } from '#server/booking/moves/voucher.ts'
import { holdersOf, viewToken } from '#server/booking/moves/party.ts'
import { missingForms } from '#server/booking/contact/intake.ts'
import { contactOf, readAs } from '#server/booking/summary/present.ts'
import {
  asClaim,
  claimedBy,
  claimedMs,
  minuteMs,
  prolongMinutes,
  respondBy,
} from '#server/booking/moves/rules.ts'
import { claimFurther, heldSeriesOf, letGoWith, standWith } from '#server/booking/checkout/series-held.ts'
import { takeSession } from '#server/booking/prepaid/session-pack.ts'
import { isOfSuspended, orSuspended } from '#server/booking/moves/suspended.ts'
import { endPromise } from '#server/booking/settlement/tip.ts'
import { promiseTip } from '#server/booking/settlement/tip-promise.ts'
import {
  carryOut,
  giveBack,
  isPaid,
  prepare,
  read as readPayment,
  refresh,
} from '#server/payment/charge/payment.ts'
import { ownCard } from '#server/payment/charge/own-card.ts'
import { setAside } from '#server/payment/ledger/part.ts'
import { voucherView } from '#server/payment/charge/voucher.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish, publishing } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse, refuseOn } from '#server/platform/refuse.ts'
import { despiteDeadlocks, inTransaction, isOwn, together, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Booking>
type Prepared = Awaited<ReturnType<typeof prepare>>
type Order = Input<typeof bookEndpoint>['body']

/**
 * Contact and card for a held time; confirmed at once when the bank says yes. Submitting twice is one
 * booking. The bank asks the person: the reply carries the address and the hold lasts five minutes more.
 * Refuses invalid_phone, not_found, hold_expired, quote_changed, contact_unconfirmed, companions_missing,
 * adult_needed, client_busy, own_booking, first_visit_only, and card_expired or card_declined with the time still held.
 */
export const book = async (work: Work, given: Order): Promise<View & { viewToken: string }> => {
  const order = { ...given, contact: withPhoneKept(given.contact) }
  const begun = await pay(work, order)
  if (begun !== null) await carryThrough(work, order.holdId, begun, order.payment)
  const booking = await readAs(work, order.holdId, 'client')
  if (booking.status === 'held')
    return refuse(isCard(order.payment) ? 'card_declined' : 'method_unavailable', {
      failure: booking.payment?.failure ?? null,
    })
  if (booking.status === 'expired') return refuse('hold_expired')
  return { ...booking, viewToken: viewToken(work, { id: booking.id, ends_at: new Date(booking.endsAt) }) }
}

/** A card, a transfer or cash, and what of the client's credit pays first. */
type PaysBy =
  | { method?: 'card'; token: string; creditCents?: number; whole?: boolean; keep?: boolean }
  | { method: 'kept_card'; cardId: string; creditCents?: number; whole?: boolean }
  | { method: VoucherMethod; creditCents?: number }

/** A payment that was begun, or found under way: `again`, the one who pays came back. */
export type Begun = { payment: string; again: true } | { payment: Prepared; again: false }

/** Brings what was begun to where the bank lets it come, and the booking with it. Repeating it is safe. */
export const carryThrough = async (
  work: Work,
  id: string,
  begun: Begun,
  by: PaysBy | { method: 'pack' },
): Promise<void> => {
  const payment = await (begun.again ? refresh(work, begun.payment) : carryOut(work, begun.payment))
  await follow(work, id, payment)
  if (begun.again && by.method !== 'pack') await otherCard(work, id, by)
}

/** The order and the intent to charge, in one transaction. Null when there is nothing left to pay. */
const pay = (work: Work, order: Order): Promise<Begun | null> =>
  inTransaction(work, async (work) => {
    const [booking, isConfirmed, missing] = await together([
      lockById(work, order.holdId),
      mayBook(work, order.contact.email),
      missingForms(work, order.holdId),
    ])
    if (booking === undefined || booking.kind === 'rent' || !isMine(work, booking)) return refuse('not_found')
    if (booking.status !== 'held' || isOver(booking, work.now)) {
      if (booking.status === 'awaiting_payment') await sayAgain(work, booking, order, isConfirmed)
      return payable(work, booking)
    }
    requireMove(booking, 'pay', 'client', work.now)
    if (order.quoteHash !== undefined && order.quoteHash !== booking.quote_hash)
      return refuse('quote_changed')
    // Before anything is said of whose e-mail this is, or of when they are busy.
    if (!isConfirmed) return refuse('contact_unconfirmed')
    await sayWhoComes(work, booking, order)
    if (missing.length > 0) return refuse('forms_missing', { forms: missing })
    const isFirst = await isFirstOfSeries(work, booking)
    // A card pays what comes after it too, so it has to be asked for something.
    const due = dueNow(booking, isInTwo(order.payment))
    if (isFirst && !isByCard(order.payment, due.nowCents)) return refuse('method_unavailable')
    const clientId = await clientOf(work, order.contact)
    const { payment: by } = order
    if (by.method === 'pack') return paySession(work, { booking, clientId, packId: by.packId }, order.contact)
    const charge = await chargeOf(work, { ...booking, client_id: clientId, contact: order.contact }, by)
    const [, payment] = await together([
      claimClient(work, booking, clientId),
      prepare(work, charge),
      makeMove(
        work,
        booking,
        'pay',
        { party: 'client' },
        {
          client_id: clientId,
          contact: JSON.stringify(order.contact),
          client_acceptance: 'accepted',
          balance_cents: due.balance_cents,
        },
      ).catch(refuseClient),
    ])
    if (tipIn(order) > 0) await promiseTip(work, booking, tipIn(order))
    if (isFirst) await claimFurther(work, booking, clientId, order.contact)
    crashPoint('inside-pay')
    return { payment, again: false } as const
  }).then((begun) => {
    crashPoint('committed-pay')
    return begun
  })

/**
 * Somebody comes back while the money is awaited, with the order of before or with another: what is said last counts, whichever card
 * pays in the end. Another e-mail is shown to be theirs first, and is another client.
 */
const sayAgain = async (work: Work, booking: BookingRow, order: Order, isConfirmed: boolean) => {
  const { contact } = order
  const isSame = contactOf(booking)?.email === contact.email
  if (!isSame && !isConfirmed) return refuse('contact_unconfirmed')
  await sayWhoComes(work, booking, order)
  const clientId = (isSame ? booking.client_id : null) ?? (await clientOf(work, contact))
  await claimClient(work, booking, clientId)
  await work.db
    .updateTable('bookings')
    .set({ client_id: clientId, contact: JSON.stringify(contact) })
    .where('id', '=', booking.id)
    .execute()
    .catch(refuseClient)
  if (await isFirstOfSeries(work, booking)) await claimFurther(work, booking, clientId, contact)
  await promiseTip(work, booking, tipIn(order))
}

/** What the database says of whoever the booking would be. */
const refuseClient = (error: unknown) =>
  refuseOn(error, {
    service_first_visit: 'first_visit_only',
    client_suspended: 'account_suspended',
    bookings_own_client: 'own_booking',
    party_suspended: 'hold_expired',
    coupon_once: 'coupon_once',
    class_open: 'hold_expired',
    class_seats: 'hold_expired',
  })

/** A session of a pack: the visit takes its part of the money, which is in already. */
const paySession = async (
  work: Work,
  using: Parameters<typeof takeSession>[1],
  contact: Order['contact'],
): Promise<Begun> => {
  const { booking, clientId, packId } = using
  const { worthCents, changes } = await takeSession(work, using)
  await claimClient(work, booking, clientId)
  await makeMove(
    work,
    booking,
    'pay',
    { party: 'client', reason: `pack ${packId}` },
    { client_id: clientId, contact: JSON.stringify(contact), client_acceptance: 'accepted', ...changes },
  ).catch(refuseClient)
  const payment = await setAside(work, {
    from: packId,
    to: booking.id,
    amountCents: worthCents,
    putsBack: true,
  })
  crashPoint('inside-pay')
  return { payment, again: true }
}

/** Of dates that a professional made as one: the others stand with it (series-held.ts). */
const isFirstOfSeries = async (work: Work, { id, booked_by }: BookingRow) =>
  booked_by === 'professional' && (await heldSeriesOf(work, id)) !== undefined

/** Of what may be paid in two: a card can be asked again, unless all of it is paid today. */
const isInTwo = (by: PaysBy | Order['payment']) => isCard(by) && by.whole !== true

/** A new one, or one that is kept. */
const isCard = <By extends PaysBy | Order['payment']>(
  by: By,
): by is Extract<By, { token: string } | { cardId: string }> => 'token' in by || 'cardId' in by

/** Only a card can be asked for it later. */
const tipIn = ({ payment }: Order) => (isCard(payment) ? payment.tipCents : 0)

const isByCard = (payment: Order['payment'], nowCents: number) =>
  isCard(payment) && ((payment.creditCents ?? 0) < nowCents || nowCents === 0)

const isOver = ({ hold_expires_at }: BookingRow, now: Date) =>
  hold_expires_at === null || hold_expires_at <= now

/** What there is to pay of a booking that is no living hold: what is under way, or nothing any more. Refuses hold_expired. */
const payable = (work: Work, booking: BookingRow): Promise<Begun | null> => {
  if (booking.status === 'awaiting_payment') return underWay(work, booking)
  return booking.status === 'held' || booking.status === 'expired'
    ? refuse('hold_expired')
    : Promise.resolve(null)
}

const underWay = async (work: Work, booking: BookingRow): Promise<Begun | null> => {
  const payment = await readPayment(work, booking.id)
  return payment === null ? null : { payment: payment.id, again: true }
}

/** Somebody came back from their bank without approving, and tries a card again. */
const otherCard = async (work: Work, id: string, by: PaysBy) => {
  const prepared = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment') return null
    if ((await readPayment(work, booking.id))?.status !== 'requires_action') return null
    const { balance_cents } = dueNow(booking, isInTwo(by))
    await work.db.updateTable('bookings').set({ balance_cents }).where('id', '=', id).execute()
    return prepare(work, await chargeOf(work, booking, by))
  })
  if (prepared === null) return
  await follow(work, id, await carryOut(work, prepared))
}

/** Hours without a client are paid beforehand, so at once; a visit as near to it as refunds allow (money.md D5). */
const chargeOf = async (work: Work, booking: Payable, by: PaysBy) => ({
  bookingId: booking.id,
  amountCents: dueNow(booking, isInTwo(by)).nowCents,
  startsAt: booking.kind === 'rent' ? work.now : booking.starts_at,
  // Nothing is charged before everybody who is asked has said yes (B3).
  asksFirst: othersAsked(booking),
  ...(by.creditCents && booking.client_id !== null
    ? { credit: { clientId: booking.client_id, cents: by.creditCents } }
    : {}),
  ...(await mediumOf(work, booking, by, dueNow(booking, isInTwo(by)).nowCents - (by.creditCents ?? 0))),
})

/** Refuses not_found for a card of another account, own_booking for a card of the visit's professional, card_expired, method_unavailable, amount_not_taken. */
const mediumOf = async (work: Work, booking: Payable, by: PaysBy, amountCents: number) => {
  if ('token' in by) return { token: by.token, keep: by.keep === true }
  if ('cardId' in by) {
    if (booking.kind !== 'rent' && isOwn(work.who.professionalId, booking.professional_id))
      return refuse('own_booking')
    return { token: null, kept: await ownCard(work, by.cardId) }
  }
  return { token: null, voucher: voucherFor(work, booking, by.method, amountCents) }
}

type Payable = Omit<BookingRow, 'contact'> & { contact: unknown }

/** Refuses method_unavailable when there is no time for it, amount_not_taken. */
const voucherFor = (work: Work, booking: Payable, method: VoucherMethod, amountCents: number) => {
  if (!takesAmount(method, amountCents)) refuse('amount_not_taken')
  const until = voucherUntil(method, booking, work.now) ?? refuse('method_unavailable')
  const contact = contactOf(booking) ?? refuse('not_found')
  return {
    method,
    until,
    name: `${contact.firstName} ${contact.lastName}`,
    email: contact.email,
    clientId: booking.client_id ?? refuse('not_found'),
  }
}

/** Beside the client, who says yes by paying. */
const othersAsked = (booking: Parameters<typeof waitsFor>[0]) =>
  waitsFor(booking).some((side) => side !== 'client')

/** The one who holds hours at a space pays them: their part of `pay`, in one transaction. */
export const payRent = (work: Work, id: string, token: string): Promise<Begun | null> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.kind !== 'rent' || !isOwn(work.who.professionalId, booking.professional_id))
      return refuse('not_found')
    if (booking.status !== 'held' || isOver(booking, work.now)) return payable(work, booking)
    requireMove(booking, 'pay', 'professional', work.now)
    await orSuspended(makeMove(work, booking, 'pay', { party: 'professional' }))
    const payment = await prepare(work, await chargeOf(work, booking, { token }))
    crashPoint('inside-pay')
    return { payment, again: false } as const
  }).then((begun) => {
    crashPoint('committed-pay')
    return begun
  })

const isMine = ({ who }: Work, booking: BookingRow) =>
  holdersOf(who).includes(booking.holder) || isOwn(who.clientId, booking.client_id)

/** Brings a booking to where its payment is: what the job on `payment.changed` does. */
export const followPayment = async (work: Work, bookingId: string): Promise<void> => {
  const payment = await readPayment(work, bookingId)
  if (payment !== null) await follow(work, bookingId, payment)
}

type Payment = NonNullable<Awaited<ReturnType<typeof readPayment>>>

const follow = async (work: Work, bookingId: string, payment: Payment): Promise<void> => {
  if (isPaid(payment)) return confirm(work, bookingId)
  if (payment.status === 'failed') return backToHold(work, bookingId)
  if (payment.status === 'requires_action') return prolongOnce(work, bookingId)
  if (payment.status === 'voucher_pending') return holdForVoucher(work, bookingId, payment)
}

/** Confirms a paid booking. Money that came after its time is over takes the time again if it is free, else goes back (B5). */
const confirm = async (work: Work, id: string): Promise<void> => {
  crashPoint('before-confirm')
  if (await confirmAtOnce(work, id)) return crashPoint('committed-confirm')
  try {
    await inTransaction(work, (work) => confirmInside(work, id))
  } catch (error) {
    if (!isTooLate(error)) throw error
    await giveUp(work, id)
  }
  crashPoint('committed-confirm')
}

/** The time is somebody else's by now, or free but more than the agreement has left, or its class was cancelled or went elsewhere. */
const isTooLate = (error: unknown) =>
  error instanceof Refusal
    ? error.code === 'slot_taken' || error.code === 'client_busy'
    : isWithoutClass(error) || constraintOf(error)?.startsWith('agreement_') === true

const isWithoutClass = (error: unknown) => ['class_open', 'class_seats'].includes(constraintOf(error) ?? '')

/** The usual case in one statement: it waits for its money and its holds are all there. False: look closer. */
const confirmAtOnce = async (work: Work, id: string): Promise<boolean> => {
  const { now, who } = work
  try {
    await despiteDeadlocks(work, () =>
      sql`
      with moved as (
        update bookings set status = 'confirmed', version = version + 1, confirmed_at = ${now},
          hold_expires_at = null, arrival_code = ${arrivalCode()}
        where id = ${id} and status = 'awaiting_payment'
          -- What a professional made may be the first of several.
          and booked_by <> 'professional'
          and 'pending' not in (professional_acceptance, host_acceptance)
        returning id, version, ${claimedLength} as length
      ), firm as (${firming(sql`(select id from moved)`)}), recorded as (
        insert into booking_moves (booking_id, version, move, from_status, to_status, actor, actor_account_id, reason, at)
        select id, version, 'confirm', 'awaiting_payment', 'confirmed', 'platform', ${who.accountId}::bigint, 'paid',
          ${now}::timestamptz from moved
      ), told as (${publishing('booking.confirmed', { bookingId: id })})
      select must((select length from moved) is not distinct from coalesce(sum(firm.length), '0'), 'all_held')
      from firm`.execute(work.db),
    )
    return true
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    if (constraint === 'all_held' || suspended.has(constraint) || isWithoutClass(error)) return false
    throw error
  }
}

/** Said by the database in the very transaction that would confirm it (0300). */
const suspended: ReadonlySet<string> = new Set(['party_suspended', 'client_suspended'])

/** `claimedMs` of a row of bookings; the client's own time has no buffers, and a process is nobody's hands. */
const claimedLength = sql`case when class_id is not null then (ends_at - starts_at) * num_nonnulls(client_id) else
  (ends_at - starts_at) * (1 + num_nonnulls(unit_id, client_id))
  + (buffer_before_minutes + buffer_after_minutes
    - case when processes is null or processes = '{}' or inside_id is not null then 0 else process_minutes(processes) end
    + case when unit_id is null then 0 else buffer_before_minutes + unit_after_minutes end
    + coalesce((select sum("toMinute" - "fromMinute") from jsonb_to_recordset(equipment)
        as piece("fromMinute" integer, "toMinute" integer)), 0)) * interval '1 minute' end`

/** Its money is there or its card is kept: it stands, or is asked for, in the caller's transaction. */
export const stand = (work: Work, id: string): Promise<void> => confirmInside(work, id)

const confirmInside = async (work: Work, id: string) => {
  const booking = await lockById(work, id)
  if (booking === undefined || !waitsForMoney.has(booking.status)) return
  const until = othersAsked(booking) ? respondBy(booking.starts_at, work.now) : null
  // Too near to its start by now for anybody to be asked.
  if (until !== null && until <= work.now) return refuse('slot_taken')
  const revived = booking.status === 'expired'
  // Its credit went back when its time was over, and the card with it.
  if (revived && (await readPayment(work, id))?.settlement) return
  if (await isOfSuspended(work, booking)) return refuse('slot_taken')
  // What would have stood with it was let go of: its client agreed to all of it.
  if (revived && (await isFirstOfSeries(work, booking))) return refuse('slot_taken')
  const seat =
    revived && booking.class_id !== null
      ? { class_seats: await freeSeats(work, booking.class_id, booking.persons) }
      : {}
  const claims = claimedBy(booking)
  const kept = revived ? 0 : await (until === null ? makeFirm(work, id) : prolong(work, id, until))
  if (kept !== claimedMs(booking)) {
    await release(work, id)
    await claim(work, {
      bookingId: id,
      claims: claims.map(asClaim),
      holdUntil: until,
      insideId: booking.inside_id,
    })
  }
  if (until !== null) {
    await ask(work, booking, until)
    return standWith(work, booking, stand)
  }
  await makeMove(
    work,
    booking,
    revived ? 'revive' : 'confirm',
    { party: 'platform', reason: 'paid' },
    {
      confirmed_at: work.now,
      ended_at: null,
      hold_expires_at: null,
      arrival_code: arrivalCode(),
      ...seat,
    },
  )
  await publish(work, 'booking.confirmed', { bookingId: id })
  await standWith(work, booking, stand)
}

/** Everybody's time stays held until the one who is asked has answered (B3). */
const ask = async (work: Work, booking: BookingRow, until: Date) => {
  await makeMove(
    work,
    booking,
    'request',
    { party: 'platform', reason: 'paid' },
    { requested_at: work.now, respond_by: until, ended_at: null, hold_expires_at: null },
  )
  await publish(work, 'booking.requested', { bookingId: booking.id })
}

const waitsForMoney: ReadonlySet<string> = new Set(['held', 'awaiting_payment', 'expired'])

/** The time is somebody else's by now: the booking ends and all of the money goes back. */
const giveUp = async (work: Work, id: string): Promise<void> => {
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined || !waitsForMoney.has(booking.status)) return null
    if (booking.status !== 'expired') {
      await makeMove(
        work,
        booking,
        'expire',
        { party: 'platform', reason: 'paid too late' },
        { ended_at: work.now },
      )
      await release(work, id)
      await letGoWith(work, booking, 'expire', { party: 'platform', reason: 'paid too late' })
    }
    await publish(work, 'booking.too_late', { bookingId: id })
    return giveBack(work, id)
  })
  if (paymentId !== null) await carryOut(work, paymentId)
}

/** The bank said no: another card may be tried while the time is held. */
const backToHold = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment') return
    // What was read before the lock may be of the card before: another one is asked meanwhile.
    if ((await readPayment(work, id))?.status !== 'failed') return
    await makeMove(work, booking, 'decline_card', { party: 'platform', reason: 'card declined' })
    // With the next card it is said anew.
    await endPromise(work, id)
    await publish(work, 'booking.card_declined', { bookingId: id })
  })

const prolongOnce = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment' || booking.hold_prolonged || booking.hold_expires_at === null)
      return
    const until = new Date(booking.hold_expires_at.getTime() + prolongMinutes * minuteMs)
    await work.db
      .updateTable('bookings')
      .set({ hold_prolonged: true, hold_expires_at: until })
      .where('id', '=', id)
      .execute()
    await prolong(work, id, until)
  })

/** There is a reference: the hour is held until its time is over, and the client gets it in a letter. */
const holdForVoucher = (work: Work, id: string, payment: Payment): Promise<void> =>
  inTransaction(work, async (work) => {
    const until = new Date(voucherView(payment)?.until ?? work.now)
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment' || booking.hold_expires_at === null) return
    if (booking.hold_expires_at >= until) return
    await work.db.updateTable('bookings').set({ hold_expires_at: until }).where('id', '=', id).execute()
    await prolong(work, id, until)
    await publish(work, 'booking.voucher_given', { bookingId: id })
  })

/**
 * Every minute: holds whose time is over end. One that waits for money is asked about first, since the
 * answer may have come without us. Several processes may sweep; each takes what the others have not.
 */
export const sweepHolds = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('status', 'in', ['held', 'awaiting_payment'])
    .where('hold_expires_at', '<=', work.now)
    .orderBy('hold_expires_at')
    .limit(500)
    .execute()
  await eachApart(work, due, (one) => endHold(work, one))
}

/** One whose time is over. */
export const endHold = async (work: Work, { id, status }: { id: string; status: string }): Promise<void> => {
  const payment = status === 'awaiting_payment' ? await readPayment(work, id) : null
  if (payment !== null) {
    await refresh(work, payment.id)
    await followPayment(work, id)
  }
  await expire(work, id)
}
