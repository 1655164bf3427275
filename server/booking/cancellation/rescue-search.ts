/**
 * Where a visit could move at its own hour when its host cancels (product.md §4, B12): another unit of the same business, else places where
 * its professional may work, by their own rules, within three kilometres. Reads only.
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { rescueRules, rescueShares } from '#contract/booking/cancellation/rescue.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import { kmBetween } from '#server/availability/rules/choice.ts'
import { judge } from '#server/availability/slots/slots.ts'
import { offers } from '#server/availability/offer/place-offers.ts'
import type { Offer } from '#server/availability/offer/offer.ts'
import { placed, chosenPlaceOf } from '#server/booking/checkout/hold-row.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Work } from '#server/platform/work.ts'
import { deltasOf, firstLineOf, quote } from '#server/pricing/split.ts'
import { openTerms, termsElsewhere } from '#server/pricing/terms.ts'

export type Found = {
  ownBusiness: boolean
  meters: number
  hostPaysCents: number
  youPayCents: number
  /** What would change of the booking. */
  changes: Changes
}
type Changes = Pick<
  ReturnType<typeof placed>,
  | 'space_id'
  | 'unit_id'
  | 'equipment'
  | 'host_id'
  | 'agreement_id'
  | 'unit_after_minutes'
  | 'zone'
  | 'local_start'
  | 'rent_cents'
  | 'rent_minutes'
  | 'rent_lines'
  | 'cleaning_cents'
> & { terms: string; quote: string; quote_hash: string }

/** Every suitable place, the best first. `closed`: units that are about to close. */
export const findPlaces = async (
  work: Work,
  booking: BookingRow,
  closed: readonly number[] = [],
): Promise<Found[]> => {
  // A visit within hours that the professional rented stays with them.
  if (booking.service_id === null || booking.space_id === null || booking.parent_rent_id !== null) return []
  const known = await offers(work, {
    serviceId: booking.service_id,
    from: new Date(booking.starts_at.getTime() - 2 * dayMs),
    to: new Date(booking.starts_at.getTime() + 2 * dayMs),
    clientId: booking.client_id,
    moving: booking.id,
  })
  if (known === null) return []
  const where = await placesOf(work, booking, known.places)
  const from = where.get(booking.space_id)
  if (from === undefined) return []
  return known.places
    .flatMap((offer) => {
      const place = where.get(offer.spaceId ?? 0)
      if (place === undefined) return []
      const meters = Math.round(kmBetween(from, place) * 1000)
      if (meters > rescueRules.maxMeters) return []
      const ownBusiness = offer.hostId === booking.host_id && place.address === from.address
      // Another host who accepts each visit would be a third answer within the same hour.
      if (offer.hostAnswers && !ownBusiness) return []
      const found = foundAt(booking, offer, { ownBusiness, closed })
      return found === null ? [] : [{ ...found, meters: ownBusiness ? 0 : meters }]
    })
    .sort(
      (a, b) =>
        Number(b.ownBusiness) - Number(a.ownBusiness) ||
        Number(a.youPayCents > 0) - Number(b.youPayCents > 0) ||
        a.meters - b.meters ||
        a.changes.rent_cents - b.changes.rent_cents,
    )
}

type Spot = { id: number; latitude: number; longitude: number; address: string }

/** By space id; 0 is the professional's own place. */
const placesOf = async (work: Work, booking: BookingRow, places: readonly Offer[]) => {
  const ids = [booking.space_id, ...places.map(({ spaceId }) => spaceId)]
  const { rows } = await sql<Spot>`
    select id, latitude, longitude, lower(address) as address from spaces where id = any(${ids}::bigint[])
    union all
    select 0, latitude, longitude, lower(address) from professionals where id = ${booking.professional_id}`.execute(
    work.db,
  )
  return new Map(rows.map((spot) => [spot.id, spot]))
}

const foundAt = (
  booking: BookingRow,
  offer: Offer,
  { ownBusiness, closed }: { ownBusiness: boolean; closed: readonly number[] },
): Omit<Found, 'meters'> | null => {
  const startsAt = booking.starts_at.getTime()
  const snapshot = asAgreed(booking, offer.snapshot, closed)
  const { decision, claims } = judge(snapshot, startsAt)
  if (!decision.ok || decision.parentRentId !== undefined) return null
  const at = { offer: { ...offer, snapshot }, claims, ...chosenPlaceOf(decision) }
  const {
    space_id,
    unit_id,
    equipment,
    host_id,
    agreement_id,
    unit_after_minutes,
    zone,
    local_start,
    ...rent
  } = placed({ startsAt }, at, booking.total_cents)
  const { rent_cents, rent_minutes, rent_lines, cleaning_cents } = ownBusiness ? ownRent(booking) : rent
  const saved = openTerms(booking.terms)
  // The agreed terms stay; another place adds only its own.
  const terms = ownBusiness ? saved : termsElsewhere(saved, offer.terms)
  const quoted = quote(terms, {
    ...firstLineOf(booking.quote, booking.service_name),
    serviceCents: booking.total_cents,
    rentCents: rent_cents,
    deltas: deltasOf(booking.quote),
    expiresAt: booking.starts_at,
  })
  return {
    ownBusiness,
    ...rescueShares({ rentCents: booking.rent_cents, cleaningCents: booking.cleaning_cents }, rent_cents),
    changes: {
      space_id,
      unit_id,
      equipment,
      host_id,
      agreement_id,
      unit_after_minutes,
      zone,
      local_start,
      rent_cents,
      rent_minutes,
      rent_lines,
      cleaning_cents,
      terms: JSON.stringify(terms),
      quote: JSON.stringify(quoted),
      quote_hash: quoted.hash,
    },
  }
}

/** Another chair of the same business costs what was agreed. */
const ownRent = ({ rent_cents, rent_minutes, rent_lines, cleaning_cents }: BookingRow) => ({
  rent_cents,
  rent_minutes,
  rent_lines: rent_lines === null ? null : JSON.stringify(rent_lines),
  cleaning_cents,
})

/**
 * The professional already has this hour: notice, horizon, hours and grid were checked when it was booked. Those of the place are checked
 * now.
 */
const asAgreed = (
  booking: BookingRow,
  snapshot: Offer['snapshot'],
  closed: readonly number[],
): Offer['snapshot'] => ({
  ...snapshot,
  service: {
    ...snapshot.service,
    bufferBeforeMinutes: booking.buffer_before_minutes,
    bufferAfterMinutes: booking.buffer_after_minutes,
    stepMinutes: 1,
    noticeMinutes: 0,
    horizonDays: 400,
    // A visit after a cédula expires is ended separately (licence.ts), or saved by a new one.
    licensedUntil: null,
  },
  professional: { ...snapshot.professional, hours: { weekly: everyHour, exceptions: [] } },
  place: snapshot.place && {
    ...snapshot.place,
    units: snapshot.place.units.filter(({ id }) => id !== booking.unit_id && !closed.includes(id)),
  },
})
