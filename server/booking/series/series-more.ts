/**
 * A series that a professional makes for a client, and a running one that is extended. Her dates are held, all or nothing, until one
 * acceptance by a link (series-held.ts); dates that its client adds are booked at once, as when it was made (series.ts).
 */
import type * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { ProposedAppointment } from '#contract/booking/series/appointment.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import {
  furtherDates,
  type SeriesPreview,
  seriesDates,
  seriesVisits,
} from '#contract/booking/series/series.ts'
import type {
  arrangedPreview,
  arrangeSeries,
  seriesMore,
  seriesMorePreview,
} from '#contract/booking/series/series-more.ts'
import { openForNew, type Shown } from '#server/availability/slots/slot-token.ts'
import { answerBy, proposedBy, requireReachable } from '#server/booking/series/appointment.ts'
import { makeLink } from '#server/booking/columns/link-row.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { type ViewerQuery, findFor, type Side } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { dateAt, patternOf, patternOfSlot, previewOf } from '#server/booking/checkout/series-dates.ts'
import { keepHeld, runningWith } from '#server/booking/checkout/series-held.ts'
import {
  isToCome,
  join,
  lockSeries,
  nextPosition,
  presentSeries,
  seriesIdOf,
  visitsOf,
} from '#server/booking/columns/series-row.ts'
import {
  bookEach,
  couponAt,
  holdOne,
  inOrder,
  newSeries,
  requireSame,
  takingAll,
} from '#server/booking/series/series.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, isOwn, type Work } from '#server/platform/work.ts'

/** Refuses not_found for another professional's hour. */
export const previewArranged = async (
  work: Work,
  { slotToken, every, times }: Input<typeof arrangedPreview>['query'],
): Promise<SeriesPreview> => {
  const choice = openOwn(work, slotToken)
  const pattern = await patternOfSlot(work, choice)
  return previewOf(work, pattern, seriesDates(dateAt(pattern.zone, choice.startsAt), every, times))
}

const openOwn = (work: Work, slotToken: string): Shown => {
  const choice = openForNew(work, slotToken)
  return isOwn(work.viewer.professionalId, choice.professionalId) ? choice : refuse('not_found')
}

/**
 * The first and all following hours held for one client, who gets one link. Refuses as a single appointment does, invalid_input for dates
 * that are not after the first or too near to it, series_taken.
 */
export const arrange = async (
  work: Work,
  { slotToken, furtherTokens, every, contact, note }: Input<typeof arrangeSeries>['body'],
): Promise<z.input<typeof ProposedAppointment>> => {
  const choice = openOwn(work, slotToken)
  const choices = inOrder(work, furtherTokens)
  const expiresAt = answerBy(new Date(choice.startsAt), work.now)
  if (expiresAt <= work.now) return refuse('too_late_to_ask')
  const own = {
    professional_id: choice.professionalId,
    service_id: choice.serviceId,
    persons: choice.persons?.length ?? 1,
    visit_place: choice.place ?? null,
  }
  requireSame(own, choices, lastYes(expiresAt))
  const address = await requireReachable(work, choice.professionalId, contact)
  const pattern = await patternOfSlot(work, choice)
  const id = await takingAll(work, pattern, [choice, ...choices], async (work, reached) => {
    const seriesId = await newSeries(work, every)
    return holdEach(
      work,
      {
        seriesId,
        choices: [choice, ...choices],
        position: 1,
        expiresAt,
        holder: `professional:${choice.professionalId}:${address.email ?? address.phone}`,
        link: { firstName: contact.firstName, lastName: contact.lastName, ...address, note },
      },
      reached,
    )
  })
  return proposedBy(work, id)
}

/** A client who accepts at the last moment may still be on the bank's page. */
const lastYes = (expiresAt: Date) => new Date(expiresAt.getTime() + hourMs)

type Held = {
  seriesId: string
  choices: readonly Shown[]
  position: number
  expiresAt: Date
  holder: string
  link: Pick<Parameters<typeof makeLink>[1], 'firstName' | 'lastName' | 'email' | 'phone' | 'note'>
}

/** Holds all of them for the professional, with the link on the first. Answers its id. */
const holdEach = async (
  work: Work,
  { seriesId, choices, position, expiresAt, holder, link }: Held,
  reached: (startsAt: number | null) => void,
): Promise<string> => {
  // Ignores the professional's own appointments as a client.
  const request = actingAs(work, { clientId: null })
  let first: string | undefined
  for (const [index, choice] of choices.entries()) {
    reached(choice.startsAt)
    const id = await holdOne(request, choice, {
      by: 'professional',
      holder: index === 0 ? holder : `series:${seriesId}:${position + index}`,
      holders: [],
      clientId: null,
      expiresAt,
      contact: null,
    })
    reached(null)
    first ??= id
    await join(work, { seriesId, bookingId: id, position: position + index, withId: first })
    crashPoint('inside-series')
  }
  if (first === undefined) return refuse('invalid_input')
  await keepHeld(work, first, expiresAt)
  const made = (await lockById(work, first)) ?? refuse('slot_taken')
  const linkId = await makeLink(work, { bookingId: first, expiresAt, addOns: savedAddOns(made), ...link })
  await publish(work, 'booking.link_made', { linkId })
  return first
}

/** The client's own time and discounts are not disclosed to the professional. */
const forProfessional = { clientId: null, couponId: null }

/** The dates after the last confirmed one. Refuses not_found, move_not_allowed where the series cannot be extended. */
export const previewMore = async (
  work: Work,
  id: string,
  { times, ...viewer }: Input<typeof seriesMorePreview>['query'],
): Promise<SeriesPreview> => {
  const { booking, seriesId, side } = await findOf(work, id, viewer)
  const { last } = await requireRunning(work, seriesId, times)
  const pattern = await patternOf(work, booking)
  const nearest = dateAt(pattern.zone, work.now.getTime() + (side === 'client' ? 7 : 8) * dayMs)
  const { every } = await presentSeries(work, seriesId)
  const after = [last.local_start.slice(0, 10), nearest].sort().at(-1) ?? nearest
  return previewOf(
    work,
    { ...pattern, ...(side === 'client' ? {} : forProfessional) },
    furtherDates(booking.local_start.slice(0, 10), every, times, after),
  )
}

/**
 * All of these times or none. A client's are booked with the card of the earlier visits; a professional's are held until the client
 * accepts. Refuses not_found, move_not_allowed, invalid_input for another professional's time or one too near, series_taken,
 * payment_in_progress.
 */
export const more = async (
  work: Work,
  id: string,
  { slotTokens, withCoupon, ...viewer }: ViewerQuery & Input<typeof seriesMore>['body'],
): Promise<Reply<typeof seriesMore>> => {
  const { booking, seriesId, side } = await findOf(work, id, viewer)
  const choices = inOrder(work, slotTokens)
  const pattern = {
    ...(await patternOf(work, booking)),
    ...(side === 'client' ? {} : forProfessional),
  }
  const coupon = couponAt(work, booking, choices, withCoupon)
  if (side === 'professional' && withCoupon.length > 0) return refuse('invalid_input')
  const add = side === 'client' ? book : propose
  const firstId = await takingAll(work, pattern, choices, async (work, reached) => {
    await lockSeries(work, seriesId)
    const { card } = await requireRunning(work, seriesId, choices.length)
    const position = await nextPosition(work, seriesId)
    return add(work, { seriesId, like: booking, choices, position, card, coupon }, reached)
  })
  return {
    series: await presentSeries(work, seriesId),
    proposed: firstId === null ? null : await proposedBy(work, firstId),
  }
}

type Further = Parameters<typeof bookEach>[1]

const book = async (work: Work, further: Further, reached: (startsAt: number | null) => void) => {
  requireSame(further.like, further.choices, work.now)
  const visitIds = await bookEach(work, further, reached)
  await publish(work, 'series.made', { seriesId: further.seriesId, visitIds })
  return null
}

const propose = async (
  work: Work,
  { seriesId, like, choices, position }: Further,
  reached: (startsAt: number | null) => void,
) => {
  const expiresAt = answerBy(new Date(choices[0]?.startsAt ?? 0), work.now)
  if (expiresAt <= work.now) return refuse('too_late_to_ask')
  requireSame(like, choices, lastYes(expiresAt))
  const { firstName, lastName, email, phone } = contactOf(like) ?? refuse('not_found')
  // Two concurrent extensions would be two links to answer, so the second waits for the first.
  const holder = `series:${seriesId}:${position}`
  const link = { firstName, lastName, email, phone: phone === '' ? null : phone, note: '' }
  return holdEach(work, { seriesId, choices, position, expiresAt, holder, link }, reached)
}

const findOf = async (work: Work, id: string, viewer: ViewerQuery) => {
  const found = await findFor(work, id, viewer)
  const side = found.side satisfies Side
  if (side === 'host') return refuse('not_found')
  return { ...found, side, seriesId: (await seriesIdOf(work, id)) ?? refuse('not_found') }
}

/** With the last confirmed visit, and the card that pays the added ones. */
const requireRunning = async (
  work: Work,
  seriesId: string,
  times: number,
): Promise<{ last: BookingRow; card: Further['card'] }> => {
  const no = (reason: string): never => {
    throw new Refusal('move_not_allowed', undefined, reason)
  }
  const running = await runningWith(work, seriesId)
  if (running === null) return no('Esta serie ya terminó: repite una cita nueva.')
  const ahead = (await visitsOf(work, seriesId)).filter((visit) => isToCome(work, visit))
  const left = seriesVisits.most - ahead.length
  if (times > left)
    return no(
      left < 1
        ? `Una serie tiene hasta ${seriesVisits.most} citas por venir, y esta ya las tiene.`
        : `A esta serie le caben ${left} citas más por ahora.`,
    )
  return {
    last: ahead.reduce((last, one) => (one.starts_at > last.starts_at ? one : last), running.visit),
    card: running.card ?? no('No hay una tarjeta guardada que pague las siguientes.'),
  }
}
