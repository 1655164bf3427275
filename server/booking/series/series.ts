/**
 * A repeated visit: what each date offers, and all chosen dates booked in one transaction or none. Each visit is a booking of its own, with
 * its own quote, terms and payment from the card of the first; a row ties them (series-row.ts).
 */
import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  minDaysAhead,
  mayRepeat,
  type repeat as repeatEndpoint,
  type Series,
  seriesDates,
  type SeriesPreview,
  type seriesPreview,
} from '#contract/booking/series/series.ts'
import { openToken, type Shown } from '#server/availability/slots/slot-token.ts'
import { savedCoupon } from '#server/availability/offer/coupon.ts'
import { useCoupon } from '#server/booking/checkout/add-on.ts'
import { stand } from '#server/booking/checkout/booking.ts'
import { bringAlong } from '#server/booking/contact/companion.ts'
import { holdFor } from '#server/booking/checkout/hold.ts'
import type { Holding } from '#server/booking/checkout/hold-row.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { type ViewerQuery, findFor, lockFor } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { holdExpiry } from '#server/booking/moves/rules.ts'
import { dateAt, type Pattern, patternOf, previewOf } from '#server/booking/checkout/series-dates.ts'
import { confirmWithCard } from '#server/booking/checkout/series-held.ts'
import { join, presentSeries, seriesIdOf } from '#server/booking/columns/series-row.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'

/** Each date's hour, or the alternatives. Refuses not_found, move_not_allowed with the reason of the button. */
export const preview = async (
  work: Work,
  id: string,
  { every, times, t }: Input<typeof seriesPreview>['query'],
): Promise<SeriesPreview> => {
  const { booking } = await findFor(work, id, { t, as: 'client' })
  await requireRepeatable(work, booking)
  const dates = seriesDates(booking.local_start.slice(0, 10), every, times)
  return previewOf(work, await patternOf(work, booking), dates)
}

/**
 * All of these times, or none: after losing one the client is shown which, with a new preview. Refuses not_found, move_not_allowed,
 * invalid_input for another professional's time or one that is too near, series_taken, series_coupon_changed.
 */
export const repeat = async (
  work: Work,
  id: string,
  { every, slotTokens, withCoupon, ...viewer }: ViewerQuery & Input<typeof repeatEndpoint>['body'],
): Promise<Series> => {
  const { booking } = await findFor(work, id, { ...viewer, as: 'client' })
  const choices = inOrder(work, slotTokens)
  return takingAll(work, await patternOf(work, booking), choices, async (work, reached) => {
    const { booking } = await lockFor(work, id, { ...viewer, as: 'client' })
    await requireRepeatable(work, booking)
    requireSame(booking, choices, work.now)
    const card = (await savedCardOf(work, booking.id)) ?? refuse('payment_in_progress')
    const seriesId = await newSeries(work, every)
    await join(work, { seriesId, bookingId: booking.id, position: 1 })
    const coupon = couponAt(work, booking, choices, withCoupon)
    await bookEach(work, { seriesId, like: booking, choices, position: 2, card, coupon }, reached)
    await publish(work, 'series.made', { seriesId })
    return presentSeries(work, seriesId)
  })
}

export const newSeries = async (work: Work, every: string): Promise<string> => {
  const id = randomUUID()
  await work.db.insertInto('booking_series').values({ id, every, created_at: work.now }).execute()
  return id
}

export const inOrder = (work: Work, tokens: readonly string[]): Shown[] =>
  tokens.map((token) => openToken(work, token)).sort((a, b) => a.startsAt - b.startsAt)

/** All in one transaction. A refusal of one date refuses all: series_taken says which, and what each date offers now. */
export const takingAll = async <T>(
  work: Work,
  pattern: Pattern,
  choices: readonly Shown[],
  run: (work: Work, reached: (startsAt: number | null) => void) => Promise<T>,
): Promise<T> => {
  let at: number | null = null
  try {
    return await inTransaction(work, (work) => run(work, (startsAt) => (at = startsAt)))
  } catch (error) {
    // Another hour would not help: the service now requires a choice.
    if (!(error instanceof Refusal) || at === null || error.code === 'option_needed') throw error
    const dates = choices.map(({ startsAt }) => dateAt(pattern.zone, startsAt))
    return refuse(ofCoupon.has(error.code) ? 'series_coupon_changed' : 'series_taken', {
      takenAt: new Date(at).toISOString(),
      preview: await previewOf(work, pattern, [...new Set(dates)]),
    })
  }
}

/** The refusals of a coupon. */
const ofCoupon: ReadonlySet<string> = new Set([
  'coupon_unknown',
  'coupon_not_here',
  'coupon_not_then',
  'coupon_used_up',
  'coupon_once',
  'coupon_too_much',
])

/** By start: the price shown for a visit with the coupon of the first. Refuses invalid_input for a time that is not among them. */
export const couponAt = (
  work: Work,
  like: BookingRow,
  choices: readonly Shown[],
  withCoupon: Input<typeof repeatEndpoint>['body']['withCoupon'],
): Further['coupon'] => {
  const code = savedCoupon(like)?.code
  const totals = new Map(
    withCoupon.map(({ slotToken, totalCents }) => [openToken(work, slotToken).startsAt, totalCents] as const),
  )
  const starts = new Set(choices.map(({ startsAt }) => startsAt))
  if ([...totals.keys()].some((startsAt) => !starts.has(startsAt))) refuse('invalid_input')
  if (totals.size > 0 && code === undefined) refuse('invalid_input')
  return { code: code ?? '', totals }
}

type Further = {
  seriesId: string
  like: BookingRow
  choices: readonly Shown[]
  position: number
  card: SavedCard
  coupon: { code: string; totals: ReadonlyMap<number, number> }
}

/** In sequence, each confirmed with the saved card. Returns their ids. */
export const bookEach = async (
  work: Work,
  { seriesId, like, choices, position, card, coupon }: Further,
  reached: (startsAt: number | null) => void,
): Promise<string[]> => {
  const made: string[] = []
  for (const [index, choice] of choices.entries()) {
    reached(choice.startsAt)
    // A visitor's link identifies the client, so their own time is checked.
    const request = actingAs(work, { clientId: like.client_id })
    const visitId = await holdOne(request, choice, {
      by: 'client',
      // A holder of its own: a series is one request, however many hours it has.
      holder: `series:${seriesId}:${position + index}`,
      holders: [],
      clientId: like.client_id,
      expiresAt: holdExpiry(work.now),
      contact: contactOf(like),
    })
    const shown = coupon.totals.get(choice.startsAt)
    if (shown !== undefined && (await useCoupon(work, visitId, coupon.code)) !== shown)
      refuse('coupon_not_here')
    reached(null)
    await bringAlong(work, { from: like, to: visitId })
    await join(work, { seriesId, bookingId: visitId, position: position + index })
    await confirmWithCard(work, visitId, { card }, stand)
    crashPoint('inside-series')
    made.push(visitId)
  }
  return made
}

export const holdOne = async (work: Work, choice: Shown, holding: Holding): Promise<string> =>
  (await holdFor(work, choice, holding)) ?? refuse('slot_taken')

/** Only the same professional's time, far enough ahead for the card to be charged later, without duplicates. */
export const requireSame = (
  like: { professional_id: number; service_id: number | null; persons: number; visit_place: number | null },
  choices: readonly Shown[],
  from: Date,
) => {
  const earliest = from.getTime() + minDaysAhead * dayMs
  const starts = new Set(choices.map(({ startsAt }) => startsAt))
  const same = choices.every(
    ({ professionalId, serviceId, persons = [0], place = null, startsAt }) =>
      professionalId === like.professional_id &&
      serviceId === like.service_id &&
      persons.length === like.persons &&
      place === like.visit_place &&
      startsAt > earliest,
  )
  if (!same || starts.size < choices.length) refuse('invalid_input')
}

const requireRepeatable = async (work: Work, booking: BookingRow) => {
  const answer = mayRepeat(await readAs(work, booking.id, 'client'))
  if (!answer.allowed) throw new Refusal('move_not_allowed', undefined, answer.reason)
  if ((await seriesIdOf(work, booking.id)) !== null) refuse('move_not_allowed')
  if (await isForFirstVisits(work, booking))
    throw new Refusal('move_not_allowed', undefined, 'Este servicio es solo para la primera visita.')
}

const isForFirstVisits = async (work: Work, { service_id }: BookingRow) => {
  if (service_id === null) return false
  const service = await work.db
    .selectFrom('services')
    .select('first_visit_only')
    .where('id', '=', service_id)
    .executeTakeFirst()
  return service?.first_visit_only === true
}
