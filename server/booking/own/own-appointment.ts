/**
 * An appointment that a professional writes into her own agenda: the same claims and quote as any visit, confirmed at once, and paid at the
 * place, by a link, or a deposit by a link and the rest at the place. docs/booking/own-appointments.md.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { makeOwnAppointment, OwnAppointment } from '#contract/booking/series/own-appointment.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { decideOwn } from '#server/availability/slots/own-hours.ts'
import { openForNew, present as presentSlot, type Shown } from '#server/availability/slots/slot-token.ts'
import { alternativesTo, takenOrNot } from '#server/booking/checkout/alternatives.ts'
import { stand } from '#server/booking/checkout/booking.ts'
import { takeHold } from '#server/booking/checkout/hold-claims.ts'
import { segmentsOf } from '#server/booking/checkout/hold-quote.ts'
import { bookingOf, type OwnPaid, chosenPlaceOf } from '#server/booking/checkout/hold-row.ts'
import { contactOf, textPhoneOf } from '#server/booking/columns/client.ts'
import { inPlaceOf } from '#server/booking/columns/price.ts'
import { payLinkFor } from '#server/booking/settlement/balance-link.ts'
import { shortLink } from '#server/messaging/short-link.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import { requireOptions } from '#server/booking/moves/option.ts'
import { requireNotOwn } from '#server/booking/moves/own-booking.ts'
import { holdExpiry } from '#server/booking/moves/rules.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { ownDates } from '#server/booking/own/own-series.ts'
import { dateAt } from '#server/booking/checkout/series-dates.ts'
import { join } from '#server/booking/columns/series-row.ts'
import { newSeries } from '#server/booking/series/series.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { whoComes } from '#server/booking/own/own-client.ts'
import { ownLink } from '#server/booking/summary/mail-parts.ts'
import { shownById } from '#server/booking/summary/present.ts'
import { payInPlace } from '#server/payment/charge/by-hand.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse, refuseOn } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'

type Order = Input<typeof makeOwnAppointment>['body']
type View = z.input<typeof OwnAppointment>

/**
 * Client, claims, payment and confirmation in one transaction, or nothing. Refuses as a hold does, not_found for another professional's
 * time or client, client_busy, cash_closed for a professional who owes too much rent.
 */
export const makeOwn = async (work: Work, order: Order): Promise<View> => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  const tokens = [order.slotToken, ...(order.repeat?.slotTokens ?? [])]
  const choices = tokens.map((token) => openForNew(work, token))
  if (choices.some((choice) => choice.professionalId !== professionalId)) return refuse('not_found')
  const [first, ...further] = choices
  if (first === undefined) return refuse('invalid_input')
  further.sort((a, b) => a.startsAt - b.startsAt)
  const reached: Reached = { further: null }
  try {
    const id = await inTransaction(work, (work) => makeAll(work, { order, first, further, reached }))
    return await present(work, id, further.length)
  } catch (error) {
    // Read here, since the transaction that lost the hour can read no more.
    if (!(error instanceof Refusal)) throw error
    const lost = reached.further
    if (lost !== null) return refuse('series_taken', await takenAnew(work, lost, first, further))
    if (error.code === 'slot_taken')
      return refuse('slot_taken', { alternatives: await alternativesTo(work, first, true) })
    throw error
  }
}

/** The following date that was being written; null: the first appointment. */
type Reached = { further: Shown | null }

/** The date that is no longer possible, and what each date offers now. */
const takenAnew = async (work: Work, lost: Shown, first: Shown, further: readonly Shown[]) => {
  const { offer } = await decideOwn(work, lost)
  const dates = [...new Set(further.map(({ startsAt }) => dateAt(offer.zone, startsAt)))]
  const preview = await ownDates(work, lost, offer.zone, dates, first.startsAt)
  return { takenAt: new Date(lost.startsAt).toISOString(), preview }
}

/** Client and all dates in one transaction; several dates form a series. Answers the first. */
const makeAll = async (
  work: Work,
  {
    order,
    first,
    further,
    reached,
  }: { order: Order; first: Shown; further: readonly Shown[]; reached: Reached },
): Promise<string> => {
  const { professionalId } = first
  // Serializes one professional's appointments: each sees what the one before owes and wrote.
  await sql`select from professionals where id = ${professionalId}::bigint for no key update`.execute(work.db)
  requireSame(first, further)
  const who = await whoComes(work, order.client)
  await requireNotOwn(work, professionalId, {
    clientId: who.clientId,
    email: who.contact.email || null,
    phone: who.contact.phone || null,
  })
  const id = await makeOne(work, order, first, who)
  if (order.repeat === undefined) return id
  const seriesId = await newSeries(work, order.repeat.every)
  await join(work, { seriesId, bookingId: id, position: 1 })
  for (const [index, choice] of further.entries()) {
    reached.further = choice
    const bookingId = await makeOne(work, order, choice, who)
    reached.further = null
    await join(work, { seriesId, bookingId, position: index + 2 })
    crashPoint('inside-series')
  }
  await publish(work, 'series.made', { seriesId })
  return id
}

/** Following dates have the same services, in ascending order after the first. Refuses invalid_input. */
const requireSame = (first: Shown, further: readonly Shown[]) => {
  const whatOf = ({ serviceId, more = [] }: Shown) => [serviceId, ...more].join()
  const isSame = further.every(
    (one, index) =>
      whatOf(one) === whatOf(first) && one.startsAt > (further[index - 1]?.startsAt ?? first.startsAt),
  )
  if (!isSame) refuse('invalid_input')
}

const makeOne = async (
  work: Work,
  order: Order,
  choice: Shown,
  { clientId, contact }: Awaited<ReturnType<typeof whoComes>>,
): Promise<string> => {
  const { professionalId } = choice
  const asClient = actingAs(work, { clientId })
  const { offer, decision, price, claims } = await decideOwn(asClient, choice)
  requireOptions(offer.open)
  if (!decision.ok) {
    const { reason } = decision
    if (reason === 'client_busy')
      throw new Refusal('client_busy', undefined, 'Tu cliente ya tiene otra cita a esa hora.')
    return refuse(takenOrNot(reason), { reason })
  }
  if (price.totalCents !== choice.totalCents) {
    const slot = { startsAt: choice.startsAt, endsAt: claims.client.end, unitId: decision.unitId }
    const changed = { oldTotalCents: choice.totalCents, newTotalCents: price.totalCents }
    return refuse('price_changed', { ...changed, slot: presentSlot(work, offer, slot, choice) })
  }
  const row = bookingOf(
    work,
    choice,
    {
      by: 'professional',
      holder: '',
      holders: [],
      clientId,
      expiresAt: holdExpiry(work.now),
      contact,
      own: paidBy(order, price.totalCents),
    },
    { offer, price, claims, ...chosenPlaceOf(decision) },
  )
  const noted = order.note === '' ? contact : { ...contact, note: order.note }
  // A holder of its own: confirmed at once, it does not count towards any holder's limit of two.
  const id = await takeHold(
    work,
    { ...row, holder: `own:${row.id}`, contact: JSON.stringify(noted) },
    segmentsOf(offer, choice),
  ).catch((error: unknown) => refuseOn(error, { service_first_visit: 'first_visit_only' }))
  await payInPlace(work, {
    bookingId: id,
    clientId,
    professionalId,
    owesCents: row.rent_cents ?? 0,
    comingCents: await comingRent(work, professionalId, id),
  })
  await orSuspended(stand(work, id))
  return id
}

/** Refuses invalid_input for a deposit or a price too small to charge to a card. */
const paidBy = ({ how, method, depositCents = 0 }: Order, totalCents: number): OwnPaid => {
  if (how === 'place') return { how, method, depositCents: 0 }
  if (how === 'link' && totalCents < minChargeCents)
    return refuse('invalid_input', {
      fields: [{ field: 'how', message: `Con tarjeta se cobran al menos ${formatCents(minChargeCents)}.` }],
    })
  if (how === 'deposit' && (depositCents < minChargeCents || depositCents > totalCents - minChargeCents))
    return refuse('invalid_input', { fields: [{ field: 'depositCents', message: depositText(totalCents) }] })
  return { how, method, depositCents: how === 'deposit' ? depositCents : 0 }
}

const depositText = (totalCents: number) =>
  totalCents < 2 * minChargeCents
    ? 'Con este precio no alcanza para un anticipo.'
    : `El anticipo va de ${formatCents(minChargeCents)} a ${formatCents(totalCents - minChargeCents)}.`

/** Rent she will owe for her other unfinished appointments that nothing is paid for through Kalli. */
const comingRent = async (work: Work, professionalId: number, except: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(rent_cents), 0)::int as cents from bookings
    where professional_id = ${professionalId} and status in ('confirmed', 'in_progress', 'to_settle')
      and (in_place_cents > 0 or link_cents > 0 and balance_cents > 0)
      and id <> ${except}`.execute(work.db)
  return rows[0]?.cents ?? 0
}

const present = async (work: Work, id: string, further: number): Promise<View> => {
  const shown = await shownById(work, id)
  const contact = contactOf(shown)
  const when = `${longDate(shown.starts_at, shown.zone)}, ${clockTime(shown.starts_at, shown.zone)} h`
  const place = [spaceOf(shown), shown.unit_name].filter(Boolean).join(', ') || placeNameOf(shown.visit_place)
  const phone = (contact === null ? null : textPhoneOf(contact)) ?? ''
  const seeLink = await shortLink(work, phone, ownLink(work, shown))
  const isRequested = shown.status === 'requested'
  const payLink = shown.balance_cents === 0 || isRequested ? null : await payLinkFor(work, shown, phone)
  const words = [
    `Hola, ${contact?.firstName ?? ''}: tu cita de ${shown.service_name} ${isRequested ? `está apartada para el ${when}; falta que el espacio la acepte` : `quedó para el ${when}`}.`,
    ...(payLink === null
      ? []
      : [
          `Paga con tarjeta ${formatCents(shown.balance_cents)}${shown.in_place_cents > 0 ? ' de anticipo' : ''} aquí: ${payLink}`,
        ]),
    ...(shown.in_place_cents > 0
      ? [
          `${payLink === null ? 'Se paga en el lugar' : 'Lo demás se paga en el lugar'}: ${formatCents(shown.in_place_cents)}.`,
        ]
      : []),
    ...(further === 0
      ? []
      : [`Y ${further === 1 ? 'una cita más' : `${further} citas más`} a la misma hora.`]),
    `Aquí la ves, la cambias o la cancelas: ${seeLink}`,
  ].join(' ')
  return {
    id,
    further,
    firstName: contact?.firstName ?? '',
    service: shown.service_name,
    startsAt: shown.starts_at.toISOString(),
    endsAt: shown.ends_at.toISOString(),
    zone: shown.zone,
    place,
    totalCents: shown.total_cents,
    how: shown.link_cents === 0 ? 'place' : shown.in_place_cents > 0 ? 'deposit' : 'link',
    method: inPlaceOf(shown)?.method ?? null,
    linkCents: shown.balance_cents,
    payLink,
    ...(isRequested && shown.respond_by !== null ? { answerBy: shown.respond_by.toISOString() } : {}),
    hasPhone: contact !== null && contact.phone !== '',
    isNotified: contact !== null && (textPhoneOf(contact) !== null || contact.email !== ''),
    whatsapp: `https://wa.me/${contact?.phone.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(words)}`,
  }
}
