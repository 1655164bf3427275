/**
 * A visit repeated: what each date offers, and all that is chosen booked in one transaction or none of it. Each visit is a booking
 * of its own, with its own quote, terms and payment from the card of the first; what ties them is a row (series-row.ts).
 */
import { randomUUID } from 'node:crypto'
import type { Input } from '#contract/endpoint.ts'
import {
  leastDaysAhead,
  mayRepeat,
  type repeat as repeatEndpoint,
  type Series,
  type SeriesDate,
  seriesDates,
  type SeriesPreview,
  type seriesPreview,
} from '#contract/series.ts'
import { dayMs, dayOf, instantAt, minuteMs, readingAt, zoneTable } from '#server/availability/zone.ts'
import { decide, openToken, present as presentSlot, slots, type Shown } from '#server/availability/slots.ts'
import { stand } from '#server/booking/booking.ts'
import { holdFor } from '#server/booking/hold.ts'
import { lockById, makeMove, requireMove, waitsFor, type BookingRow } from '#server/booking/move.ts'
import { type Asking, findFor, lockFor } from '#server/booking/party.ts'
import { contactOf, keptAddOns, readAs } from '#server/booking/present.ts'
import { holdExpiry } from '#server/booking/rules.ts'
import { presentSeries, seriesIdOf } from '#server/booking/series-row.ts'
import { keptCardOf } from '#server/payment/guarantee.ts'
import { prepareKept } from '#server/payment/kept-card.ts'
import { crashPoint } from '#server/platform/crash-points.ts'
import { announce } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Each date's hour, or what there is instead. Refuses not_found, move_not_allowed with the reason of the button. */
export const preview = async (
  work: Work,
  id: string,
  { every, times, t }: Input<typeof seriesPreview>['query'],
): Promise<SeriesPreview> => {
  const { booking } = await findFor(work, id, { t, as: 'client' })
  await requireRepeatable(work, booking)
  return previewOf(work, booking, seriesDates(booking.local_start.slice(0, 10), every, times))
}

/**
 * All of these times, or none: who lost one is told which and sees the dates anew. Refuses not_found, move_not_allowed,
 * invalid_input for somebody else's time or one that is too near, series_taken.
 */
export const repeat = async (
  work: Work,
  id: string,
  { every, slotTokens, ...asking }: Asking & Input<typeof repeatEndpoint>['body'],
): Promise<Series> => {
  await findFor(work, id, { ...asking, as: 'client' })
  const choices = slotTokens.map((token) => openToken(work, token)).sort((a, b) => a.startsAt - b.startsAt)
  let at: number | null = null
  try {
    return await inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, id, { ...asking, as: 'client' })
      await requireRepeatable(work, booking)
      requireSame(work, booking, choices)
      const card = (await keptCardOf(work, booking.id)) ?? refuse('payment_in_progress')
      const series = { id: randomUUID(), every, created_at: work.now }
      await work.db.insertInto('booking_series').values(series).execute()
      await join(work, series.id, booking.id, 1)
      for (const [index, choice] of choices.entries()) {
        at = choice.startsAt
        const visitId = await take(
          asClient(work, booking),
          booking,
          choice,
          `series:${series.id}:${index + 2}`,
        )
        at = null
        await join(work, series.id, visitId, index + 2)
        await confirm(work, visitId, card)
        crashPoint('inside-series')
      }
      await announce(work, 'series.made', { seriesId: series.id })
      return presentSeries(work, series.id)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || at === null) throw error
    const { booking } = await findFor(work, id, { ...asking, as: 'client' })
    const { zone } = booking
    const dates = choices.map(({ startsAt }) => dateAt(zone, startsAt))
    return refuse('series_taken', {
      takenAt: new Date(at).toISOString(),
      preview: await previewOf(work, booking, [...new Set(dates)]),
    })
  }
}

/** Its professional's own time and nobody else's, far enough for the card to be asked later, none twice. */
const requireSame = (work: Work, booking: BookingRow, choices: readonly Shown[]) => {
  const earliest = work.now.getTime() + leastDaysAhead * dayMs
  const starts = new Set(choices.map(({ startsAt }) => startsAt))
  const same = choices.every(
    ({ professionalId, serviceId, startsAt }) =>
      professionalId === booking.professional_id && serviceId === booking.service_id && startsAt > earliest,
  )
  if (!same || starts.size < choices.length) refuse('invalid_input')
}

/** Held under a name of its own: a series is one wish, however many hours it has. */
const take = async (work: Work, first: BookingRow, choice: Shown, holder: string): Promise<string> =>
  (await holdFor(work, choice, {
    by: 'client',
    holder,
    holders: [],
    clientId: first.client_id,
    expiresAt: holdExpiry(work.now),
    contact: contactOf(first),
  })) ?? refuse('slot_taken')

const confirm = async (work: Work, id: string, card: NonNullable<Awaited<ReturnType<typeof keptCardOf>>>) => {
  const booking = (await lockById(work, id)) ?? refuse('not_found')
  requireMove(booking, 'pay', 'client', work.now)
  await makeMove(work, booking, 'pay', { party: 'client' }, { client_acceptance: 'accepted' })
  await prepareKept(work, {
    bookingId: id,
    amountCents: booking.total_cents,
    startsAt: booking.starts_at,
    card,
    asksFirst: waitsFor(booking).some((side) => side !== 'client'),
  })
  await stand(work, id)
}

const join = (work: Work, seriesId: string, bookingId: string, position: number) =>
  work.db
    .insertInto('booking_series_visits')
    .values({ series_id: seriesId, booking_id: bookingId, position })
    .execute()

const requireRepeatable = async (work: Work, booking: BookingRow) => {
  const answer = mayRepeat(await readAs(work, booking.id, 'client'))
  if (!answer.allowed) throw new Refusal('move_not_allowed', undefined, answer.reason)
  if ((await seriesIdOf(work, booking.id)) !== null) refuse('move_not_allowed')
}

/** A visitor's link says who they are: their own time counts as theirs. */
const asClient = (work: Work, { client_id }: BookingRow): Work => ({
  ...work,
  who: { ...work.who, clientId: client_id },
})

/** The instant at which the clock of a place shows this time on a date, the first of two; null: it jumps over it. */
export const startOn = (zone: string, date: string, minute: number): number | null => {
  const table = zoneTable(zone)
  const reading = dayOf(date) * dayMs + minute * minuteMs
  const instant = instantAt(table, reading)
  return readingAt(table, instant) === reading ? instant : null
}

const dateAt = (zone: string, instant: number) =>
  new Date(readingAt(zoneTable(zone), instant)).toISOString().slice(0, 10)

const minuteOf = (localStart: string) =>
  Number(localStart.slice(11, 13)) * 60 + Number(localStart.slice(14, 16))

const previewOf = async (
  work: Work,
  booking: BookingRow,
  dates: readonly string[],
): Promise<SeriesPreview> => {
  const asked = asClient(work, booking)
  const segments = await work.db
    .selectFrom('booking_segments')
    .select('service_id')
    .where('booking_id', '=', booking.id)
    .where('position', '>', 1)
    .orderBy('position')
    .execute()
  const what = {
    professionalId: booking.professional_id,
    serviceId: booking.service_id ?? refuse('not_found'),
    spaceId: booking.space_id,
    channel: booking.channel === 'own_link' ? ('own_link' as const) : ('marketplace' as const),
    ...(segments.length === 0 ? {} : { more: segments.map(({ service_id }) => service_id) }),
    addOns: keptAddOns(booking).map(({ serviceId, id }) => ({ serviceId, id })),
  }
  const shown: SeriesDate[] = []
  for (const date of dates) shown.push(await dateOf(asked, booking, what, date))
  return { zone: booking.zone, dates: shown }
}

type What = Pick<Shown, 'professionalId' | 'serviceId' | 'spaceId' | 'channel' | 'more' | 'addOns'>

const dateOf = async (work: Work, booking: BookingRow, what: What, date: string): Promise<SeriesDate> => {
  const minute = minuteOf(booking.local_start)
  const startsAt = startOn(booking.zone, date, minute)
  if (startsAt !== null) {
    const { offer, decision, claims } = await decide(work, { ...what, startsAt })
    const slot = { startsAt, endsAt: claims.client.end, unitId: decision.ok ? decision.unitId : null }
    if (decision.ok)
      return { date, state: 'free', slot: presentSlot(work, offer, slot, what), alternatives: [] }
    if (decision.reason === 'too_far') return { date, state: 'too_far', slot: null, alternatives: [] }
    const state = busy.has(decision.reason) ? 'taken' : 'closed'
    return { date, state, slot: null, alternatives: await around(work, what, date, startsAt) }
  }
  const wished = dayOf(date) * dayMs + minute * minuteMs
  return {
    date,
    state: 'missing',
    slot: null,
    alternatives: await around(work, what, date, instantAt(zoneTable(booking.zone), wished)),
  }
}

const busy: ReadonlySet<string> = new Set([
  'professional_busy',
  'unit_busy',
  'client_busy',
  'no_time_to_travel',
])

/** The three hours of that day that are nearest, each once, in their order. */
const around = async (work: Work, what: What, date: string, wished: number) => {
  const { days } = await slots(work, {
    professional: what.professionalId,
    service: what.serviceId,
    more: what.more,
    addOns: what.addOns,
    channel: what.channel,
    from: date,
    to: date,
  })
  const all = days.flatMap((day) => day.slots)
  return all
    .filter(({ startsAt }, index) => all.findIndex((other) => other.startsAt === startsAt) === index)
    .sort((a, b) => Math.abs(Date.parse(a.startsAt) - wished) - Math.abs(Date.parse(b.startsAt) - wished))
    .slice(0, 3)
    .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
