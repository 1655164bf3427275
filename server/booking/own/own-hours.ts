/** Hours of a professional for an own appointment, with what each pays her and which of her rules it overrides. */
import type { ownHours, OwnHour, OwnHours } from '#contract/booking/series/own-appointment.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import { formatRate } from '#contract/platform/money.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import * as own from '#server/availability/slots/own-hours.ts'
import { homesEntered, placeOf } from '#server/availability/offer/home.ts'
import { present as presentSlot } from '#server/availability/slots/slot-token.ts'
import { dateOf, dayAt, dayOf, instantAt, zoneTable } from '#server/availability/zone/zone.ts'
import { upfrontIn } from '#server/booking/checkout/hold-quote.ts'
import { placed, chosenPlaceOf } from '#server/booking/checkout/hold-row.ts'
import { clientOfEntry } from '#server/booking/own/own-client.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, type Work } from '#server/platform/work.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { termsByLink, termsInPlace } from '#server/pricing/terms.ts'

/** How many dates are searched for the first with an hour. */
const maxDates = 14

/**
 * The hours of the first date from the requested one that has any; and the one start she names, if any. Refuses not_found for services or a
 * client that are not hers, first_visit_only, home_needed for an address that was deleted.
 */
export const readOwnHours = async (
  work: Work,
  { services, persons, addOns, client, at, home, date, time, depositCents }: Input<typeof ownHours>['query'],
): Promise<OwnHours> => {
  const [service = refuse('invalid_input'), ...more] = services
  const clientId = client === undefined ? null : await clientOfEntry(work, client)
  const asClient = actingAs(work, { clientId })
  const fromDay = dayOf(date)
  // Beyond the horizon nothing is sold, and the calendar may have no such date.
  if (fromDay > work.now.getTime() / dayMs + own.ownHorizonDays) return refuse('invalid_input')
  const { zone, places, given, needsHome } = await own.ownOffers(asClient, {
    service,
    more,
    persons,
    addOns,
    at,
    home: home === undefined ? undefined : placeOf(work, home),
    fromDay: fromDay - 1,
    toDay: fromDay + maxDates,
  })
  const dates = own.datesFrom(date, maxDates)
  const first = dates.find((one) => own.ownStarts(places, one).length > 0) ?? date
  const starts = own.ownStarts(places, first)
  const wanted = time === undefined ? null : startOf(work, { zone, date, time })
  const named = wanted === null ? null : own.ownStartAt(places, wanted)
  const units = await unitNames(
    work,
    [...starts, ...(named?.start ? [named.start] : [])].map(({ slot }) => slot.unitId),
  )
  const hourOf = (start: own.OwnStart) =>
    presentHour(work, start, { units, persons, wantedCents: depositCents })
  return {
    zone,
    date: time === 'now' && named?.start ? dateOf(dayAt(zoneTable(zone), named.start.slot.startsAt)) : first,
    hours: onePerStart(starts).map(hourOf),
    places: given,
    needsHome,
    homes: needsHome && clientId !== null ? await homesEntered(work, clientId) : [],
    named:
      named === null
        ? null
        : {
            hour: named.start === null ? null : hourOf(named.start),
            reason: named.reason === null ? null : slotReasons[named.reason],
          },
  }
}

/** Her preferred place at each start: other places would repeat the hour. */
const onePerStart = (starts: readonly own.OwnStart[]): own.OwnStart[] =>
  starts.filter((one, index) => starts[index - 1]?.slot.startsAt !== one.slot.startsAt)

/** A walk-in client starts at the next multiple of five minutes. */
const startOf = (work: Work, { zone, date, time }: { zone: string; date: string; time: string }): number => {
  const stepMs = own.ownStepMinutes * minuteMs
  if (time === 'now') return Math.ceil(work.now.getTime() / stepMs) * stepMs
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return instantAt(zoneTable(zone), dayOf(date) * dayMs + (hours * 60 + minutes) * minuteMs)
}

const presentHour = (
  work: Work,
  { offer, slot, decision }: own.OwnStart,
  {
    units,
    persons,
    wantedCents,
  }: {
    units: ReadonlyMap<number, string>
    persons: readonly number[] | undefined
    wantedCents: number | undefined
  },
): OwnHour => {
  const { more, addOns } = offer
  const shown = presentSlot(work, offer, slot, { more, addOns, persons })
  const { rent_cents: rentCents } = decision.ok
    ? placed(
        slot,
        {
          offer,
          claims: { professional: spanOf(slot), unit: spanOf(slot), client: spanOf(slot) },
          ...chosenPlaceOf(decision),
        },
        shown.totalCents,
      )
    : { rent_cents: 0 }
  const totalCents = shown.totalCents
  const ways = waysOf(offer, {
    totalCents,
    rentCents,
    depositCents: depositFor(offer, slot, totalCents, wantedCents),
  })
  return {
    slot: shown,
    place: offer.placeName,
    unit: slot.unitId === null ? null : (units.get(slot.unitId) ?? null),
    ...ways,
    rentCents,
    overrides: own.overridden(offer.snapshot, slot.startsAt).map((reason) => slotReasons[reason]),
  }
}

/** The deposit: the amount she names, else her service's, else 30 % in whole pesos. Null: it is too little. */
const depositFor = (
  offer: own.OwnStart['offer'],
  slot: own.OwnStart['slot'],
  totalCents: number,
  wantedCents: number | undefined,
): number | null => {
  const { upfront_cents: usual, balance_cents: rest } = upfrontIn(
    offer,
    { ...slot, shownAt: slot.startsAt },
    totalCents,
  )
  const wanted =
    wantedCents ?? (usual === null || usual === 0 || rest === 0 ? wholePesos((totalCents * 3) / 10) : usual)
  const most = totalCents - minChargeCents
  return most < minChargeCents ? null : Math.min(Math.max(wanted, minChargeCents), most)
}
const wholePesos = (cents: number) => Math.round(cents / 100) * 100

/** What remains for her by each way of payment: through Kalli less commission and withholdings, or at the place by its own rule. */
const waysOf = (
  offer: own.OwnStart['offer'],
  {
    totalCents,
    rentCents,
    depositCents,
  }: { totalCents: number; rentCents: number; depositCents: number | null },
): Pick<OwnHour, 'commissionCents' | 'commissionWords' | 'netCents' | 'link' | 'deposit'> => {
  const place = termsInPlace(offer.terms)
  const { professional } = splitUnder(place, { serviceCents: totalCents, rentCents })
  const byLink = termsByLink(offer.terms)
  const wayOf = (linkCents: number): NonNullable<OwnHour['link']> => {
    const inPlaceCents = totalCents - linkCents
    const parts = splitUnder(byLink, { serviceCents: totalCents, rentCents, inPlaceCents })
    const rate = formatRate(byLink.rates.commissionBp)
    return {
      linkCents,
      commissionCents: parts.professional.commissionCents,
      commissionWords:
        inPlaceCents === 0
          ? `Comisión de Kalli: ${rate}, porque el pago pasa por Kalli`
          : `Comisión de Kalli: ${rate} del anticipo y ${formatRate(byLink.rates.inPlaceBp ?? 0)} de lo que te pagan en el lugar`,
      netCents: parts.professional.netCents,
    }
  }
  return {
    commissionCents: professional.commissionCents,
    commissionWords: `Comisión de Kalli: ${formatRate(place.rates.commissionBp)}, por ser cita de tu agenda que se paga en el lugar`,
    netCents: professional.netCents,
    link: totalCents < minChargeCents ? null : wayOf(totalCents),
    deposit: depositCents === null ? null : wayOf(depositCents),
  }
}

const unitNames = async (work: Work, ids: readonly (number | null)[]): Promise<Map<number, string>> => {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const rows = await work.db.selectFrom('units').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const spanOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({
  start: startsAt,
  end: endsAt,
})
