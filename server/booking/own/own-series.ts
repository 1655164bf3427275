/** A repeated own appointment: what each date offers by her own rules, before anything is written. */
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import { seriesDates, type SeriesDate, type SeriesPreview } from '#contract/booking/series/series.ts'
import type { ownSeriesPreview } from '#contract/booking/series/own-appointment.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { decideOwn, overridden, ownStarts } from '#server/availability/slots/own-hours.ts'
import { openToken, present as presentSlot, type Shown } from '#server/availability/slots/slot-token.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { busyReasons, dateAt, startOn, withEarlier } from '#server/booking/checkout/series-dates.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { clientOfEntry } from '#server/booking/own/own-client.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, isOwn, type Work } from '#server/platform/work.ts'

/** Each date's hour, or the nearest of that day. Refuses not_found for another professional's time or client. */
export const previewOwn = async (
  work: Work,
  { slotToken, every, times, client }: Input<typeof ownSeriesPreview>['query'],
): Promise<SeriesPreview> => {
  const choice = openToken(work, slotToken)
  if (!isOwn(work.viewer.professionalId, choice.professionalId)) return refuse('not_found')
  const clientId = client === undefined ? null : await clientOfEntry(work, client)
  const { offer } = await decideOwn(work, choice)
  const dates = seriesDates(dateAt(offer.zone, choice.startsAt), every, times)
  return ownDates(actingAs(work, { clientId }), choice, offer.zone, dates, choice.startsAt)
}

/** What each of these dates offers this client at the hour of the first. `first`: the start of the appointment before them. */
export const ownDates = async (
  work: Work,
  choice: Shown,
  zone: string,
  dates: readonly string[],
  first: number,
): Promise<SeriesPreview> => {
  const clock = localStart(new Date(choice.startsAt), zone)
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16))
  const shown: SeriesDate[] = []
  const before = [first]
  for (const date of dates) {
    const one = await ownDate(work, choice, { zone, date, minute, before })
    if (one.slot !== null) before.push(Date.parse(one.slot.startsAt))
    shown.push(one)
  }
  return { zone, agreedCents: choice.totalCents, policy: null, coupon: null, dates: shown }
}

const ownDate = async (
  work: Work,
  choice: Shown,
  { zone, date, minute, before }: { zone: string; date: string; minute: number; before: readonly number[] },
): Promise<SeriesDate> => {
  const startsAt = startOn(zone, date, minute)
  const wished = startsAt ?? dayOf(date) * dayMs + minute * minuteMs
  const { offer, decision, claims } = await decideOwn(
    work,
    { ...choice, startsAt: wished },
    // A following date on her day off is not booked automatically.
    { keepsHours: true },
  )
  const none = { date, slot: null, alternatives: [], coupon: null }
  if (startsAt !== null && decision.ok) {
    const slot = { startsAt, endsAt: claims.client.end, unitId: decision.unitId }
    const overrides = overridden(withEarlier(offer.snapshot, before), startsAt)
    return {
      ...none,
      state: 'free',
      slot: presentSlot(work, offer, slot, choice),
      ...(overrides.length === 0 ? {} : { overrides: overrides.map((reason) => slotReasons[reason]) }),
    }
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
