/** Pays a hold: by card, credit, a session of a pack, a voucher or in two parts. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { withPhoneSaved } from '#server/account/phone.ts'
import { claimClient } from '#server/booking/moves/client-time.ts'
import { clientOf, type Contact } from '#server/booking/contact/client.ts'
import { sayWhoComes } from '#server/booking/contact/companion.ts'
import { proofOf } from '#server/booking/contact/contact.ts'
import { lockById, makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { dueNow } from '#server/booking/moves/upfront.ts'
import { holdersOf, viewToken } from '#server/booking/moves/party.ts'
import { missingForms } from '#server/booking/contact/intake.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { claimFurther } from '#server/booking/checkout/series-held.ts'
import { takeSession } from '#server/booking/prepaid/session-pack-use.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { promiseTip } from '#server/booking/settlement/tip-promise.ts'
import { execute, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { withoutMonths } from '#server/payment/charge/payment-view.ts'
import { allocate } from '#server/payment/ledger/part.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, together, type Work } from '#server/platform/work.ts'
import {
  type Order,
  isCard,
  type PaysBy,
  isInTwo,
  chargeOf,
  tipIn,
} from '#server/booking/checkout/charge-order.ts'
import { termsPaidBy } from '#server/booking/checkout/installments.ts'
import { follow, isFirstOfSeries } from '#server/booking/checkout/booking.ts'

type View = z.input<typeof Booking>
type Prepared = Awaited<ReturnType<typeof prepare>>
/** Runs in the transaction of the charge intent, and may refuse. */
type Also = (work: Work, booking: BookingRow) => Promise<void>

/**
 * Takes contact and card for a hold; confirmed at once when the bank approves. Submitting twice is one booking. If the bank asks the
 * client, the reply carries its address and the hold lasts five minutes more. Refuses invalid_phone, not_found, hold_expired,
 * quote_changed, contact_unconfirmed, companions_missing, adult_needed, client_busy, own_booking, first_visit_only,
 * installments_unavailable, and card_expired or card_declined with the time still held.
 */
export const book = async (work: Work, given: Order, also?: Also): Promise<View & { viewToken: string }> => {
  const order = { ...given, contact: withPhoneSaved(given.contact) }
  const started = await pay(work, order, also)
  if (started !== null) await carryThrough(work, order.holdId, started, order.payment)
  const booking = await readAs(work, order.holdId, 'client')
  if (booking.payment?.failure === withoutMonths && booking.status === 'held')
    return refuse('installments_unavailable')
  if (booking.status === 'held')
    return refuse(isCard(order.payment) ? 'card_declined' : 'method_unavailable', {
      failure: booking.payment?.failure ?? null,
    })
  if (booking.status === 'expired') return refuse('hold_expired')
  return { ...booking, viewToken: viewToken(work, { id: booking.id, ends_at: new Date(booking.endsAt) }) }
}

/** A payment just started, or one already in progress (`again`: the payer came back). */
export type Started = { payment: string; again: true } | { payment: Prepared; again: false }

/** Advances the payment as far as the bank allows, and the booking with it. Idempotent. */
export const carryThrough = async (
  work: Work,
  id: string,
  started: Started,
  by: PaysBy | { method: 'pack' },
): Promise<void> => {
  const payment = await (started.again ? refresh(work, started.payment) : execute(work, started.payment))
  await follow(work, id, payment)
  if (started.again && by.method !== 'pack') await otherCard(work, id, by)
}

/** The order and the intent to charge, in one transaction. Null when there is nothing left to pay. */
const pay = (work: Work, given: Order, also?: Also): Promise<Started | null> =>
  inTransaction(work, async (work) => {
    const [booking, proved, missing] = await together([
      lockById(work, given.holdId),
      proofOf(work, given.contact),
      missingForms(work, given.holdId),
    ])
    const isConfirmed = proved !== null
    const order = { ...given, contact: { ...given.contact, proved: proved ?? undefined } }
    if (booking === undefined || booking.kind === 'rent' || !isMine(work, booking)) return refuse('not_found')
    if (booking.status !== 'held' || isOver(booking, work.now)) {
      if (booking.status === 'awaiting_payment') await retry(work, booking, order, isConfirmed)
      return payable(work, booking)
    }
    requireMove(booking, 'pay', 'client', work.now)
    if (order.quoteHash !== undefined && order.quoteHash !== booking.quote_hash)
      return refuse('quote_changed')
    // Comes first: later refusals reveal whose email this is and when they are busy.
    if (!isConfirmed) return refuse('contact_unconfirmed')
    await sayWhoComes(work, booking, order)
    if (missing.length > 0) return refuse('forms_missing', { forms: missing })
    const isFirst = await isFirstOfSeries(work, booking)
    // A card also pays later amounts, so it must be charged something now.
    const due = dueNow(booking, isInTwo(order.payment))
    if (isFirst && !isByCard(order.payment, due.nowCents)) return refuse('method_unavailable')
    const clientId = await clientOf(work, order.contact)
    const { payment: by } = order
    await also?.(work, booking)
    if (by.method === 'pack') return paySession(work, { booking, clientId, packId: by.packId }, order.contact)
    const charge = await chargeOf(work, { ...booking, client_id: clientId, contact: order.contact }, by)
    const terms = await termsPaidBy(work, booking, by, isFirst)
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
          ...terms,
        },
      ).catch(refuseClient),
    ])
    if (tipIn(order) > 0) await promiseTip(work, booking, tipIn(order))
    if (isFirst) await claimFurther(work, booking, clientId, order.contact)
    crashPoint('inside-pay')
    return { payment, again: false } as const
  }).then((started) => {
    crashPoint('committed-pay')
    return started
  })

/**
 * A client comes back while the payment is pending, with the same order or another: the last one counts, whichever card pays in the end.
 * Another email or telephone must be confirmed first, and is another client.
 */
const retry = async (work: Work, booking: BookingRow, order: Proved, isConfirmed: boolean) => {
  const former = contactOf(booking)
  const isSame =
    former?.proved === 'phone'
      ? former.phone === order.contact.phone
      : former !== null && former.email === order.contact.email
  // A confirmed telephone stays confirmed for this booking, even after the browser's day is over.
  const contact = isSame
    ? { ...order.contact, proved: order.contact.proved ?? former?.proved }
    : order.contact
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

/** Translates a constraint about the client into its refusal. */
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

type Proved = Order & { contact: Contact }

/** Pays with a session of a pack: the visit takes its share of money already received. */
const paySession = async (
  work: Work,
  using: Parameters<typeof takeSession>[1],
  contact: Order['contact'],
): Promise<Started> => {
  const { booking, clientId, packId } = using
  const { worthCents, changes } = await takeSession(work, using)
  const terms = await termsPaidBy(work, booking, { method: 'pack', packId }, false)
  await claimClient(work, booking, clientId)
  await makeMove(
    work,
    booking,
    'pay',
    { party: 'client', reason: `pack ${packId}` },
    {
      client_id: clientId,
      contact: JSON.stringify(contact),
      client_acceptance: 'accepted',
      ...changes,
      ...terms,
    },
  ).catch(refuseClient)
  const payment = await allocate(work, {
    from: packId,
    to: booking.id,
    amountCents: worthCents,
    restorable: true,
  })
  crashPoint('inside-pay')
  return { payment, again: true }
}

const isByCard = (payment: Order['payment'], nowCents: number) =>
  isCard(payment) && ((payment.creditCents ?? 0) < nowCents || nowCents === 0)

const isOver = ({ hold_expires_at }: BookingRow, now: Date) =>
  hold_expires_at === null || hold_expires_at <= now

/** What is left to pay of a booking that is no active hold: the payment in progress, or nothing. Refuses hold_expired. */
const payable = (work: Work, booking: BookingRow): Promise<Started | null> => {
  if (booking.status === 'awaiting_payment') return underWay(work, booking)
  return booking.status === 'held' || booking.status === 'expired'
    ? refuse('hold_expired')
    : Promise.resolve(null)
}

const underWay = async (work: Work, booking: BookingRow): Promise<Started | null> => {
  const payment = await readPayment(work, booking.id)
  return payment === null ? null : { payment: payment.id, again: true }
}

/** The client came back from their bank without approving, and tries another card. */
const otherCard = async (work: Work, id: string, by: PaysBy) => {
  const prepared = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment') return null
    if ((await readPayment(work, booking.id))?.status !== 'requires_action') return null
    const { balance_cents } = dueNow(booking, isInTwo(by))
    const terms = await termsPaidBy(work, booking, by, await isFirstOfSeries(work, booking))
    await work.db
      .updateTable('bookings')
      .set({ balance_cents, ...terms })
      .where('id', '=', id)
      .execute()
    return prepare(work, await chargeOf(work, booking, by))
  })
  if (prepared === null) return
  await follow(work, id, await execute(work, prepared))
}

/** The professional pays for held hours at a space: the rent's part of `pay`, in one transaction. */
export const payRent = (work: Work, id: string, token: string): Promise<Started | null> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.kind !== 'rent' || !isOwn(work.viewer.professionalId, booking.professional_id))
      return refuse('not_found')
    if (booking.status !== 'held' || isOver(booking, work.now)) return payable(work, booking)
    requireMove(booking, 'pay', 'professional', work.now)
    await orSuspended(makeMove(work, booking, 'pay', { party: 'professional' }))
    const payment = await prepare(work, await chargeOf(work, booking, { token }))
    crashPoint('inside-pay')
    return { payment, again: false } as const
  }).then((started) => {
    crashPoint('committed-pay')
    return started
  })

const isMine = ({ viewer }: Work, booking: BookingRow) =>
  holdersOf(viewer).includes(booking.holder) || isOwn(viewer.clientId, booking.client_id)
