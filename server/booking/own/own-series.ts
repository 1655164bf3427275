/** An appointment of the own agenda repeated: what each date offers by her own rules, before anything is written down. */
import { seriesDates, type SeriesDate, type SeriesPreview } from '#contract/booking/series/series.ts'
import type { ownSeriesPreview } from '#contract/booking/series/own-appointment.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { decideOwn, ownStarts } from '#server/availability/slots/own-hours.ts'
import { openToken, present as presentSlot, type Shown } from '#server/availability/slots/slot-token.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { busyReasons, dateAt, startOn } from '#server/booking/checkout/series-dates.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { clientOfEntry } from '#server/booking/own/own-client.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

/** Each date's hour, or the nearest of that day. Refuses not_found for another professional's time or client. */
export const previewOwn = async (
  work: Work,
  { slotToken, every, times, client }: Input<typeof ownSeriesPreview>['query'],
): Promise<SeriesPreview> => {
  const choice = openToken(work, slotToken)
  if (!isOwn(work.who.professionalId, choice.professionalId)) return refuse('not_found')
  const clientId = client === undefined ? null : await clientOfEntry(work, client)
  const { offer } = await decideOwn(work, choice)
  const dates = seriesDates(dateAt(offer.zone, choice.startsAt), every, times)
  return ownDates({ ...work, who: { ...work.who, clientId } }, choice, offer.zone, dates)
}

/** What each of these dates offers at the hour of the first, for this client. */
export const ownDates = async (
  work: Work,
  choice: Shown,
  zone: string,
  dates: readonly string[],
): Promise<SeriesPreview> => {
  const clock = localStart(new Date(choice.startsAt), zone)
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16))
  const shown: SeriesDate[] = []
  for (const date of dates) shown.push(await ownDate(work, choice, { zone, date, minute }))
  return { zone, agreedCents: choice.totalCents, policy: null, coupon: null, dates: shown }
}

const ownDate = async (
  work: Work,
  choice: Shown,
  { zone, date, minute }: { zone: string; date: string; minute: number },
): Promise<SeriesDate> => {
  const startsAt = startOn(zone, date, minute)
  const wished = startsAt ?? dayOf(date) * dayMs + minute * 60_000
  const { offer, decision, claims } = await decideOwn(work, { ...choice, startsAt: wished })
  const none = { date, slot: null, alternatives: [], coupon: null }
  if (startsAt !== null && decision.ok) {
    const slot = { startsAt, endsAt: claims.client.end, unitId: decision.unitId }
    return { ...none, state: 'free', slot: presentSlot(work, offer, slot, choice) }
  }
  if (!decision.ok && decision.reason === 'too_far') return { ...none, state: 'too_far' }
  const nearest = ownStarts([offer], date)
    .map(({ slot }) => slot)
    .sort((a, b) => Math.abs(a.startsAt - wished) - Math.abs(b.startsAt - wished))
    .slice(0, 3)
    .sort((a, b) => a.startsAt - b.startsAt)
  return {
    ...none,
    state:
      startsAt === null ? 'missing' : !decision.ok && busyReasons.has(decision.reason) ? 'taken' : 'closed',
    alternatives: nearest.map((slot) => presentSlot(work, offer, slot, choice)),
  }
}
