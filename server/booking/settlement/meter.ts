/**
 * The meter of a unit (product.md §4, B14 and B17): from arriving to leaving. The booked time is owed, unless the host's rule says that
 * only real use is; staying longer owes overtime, never for time that another booking has taken. Measured on check-out; unregistered use
 * costs nothing. docs/booking/meter.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { explainOvertime, lengthText } from '#contract/pricing/rent-explained.ts'
import { rentedMinutes, type AgreedRent } from '#contract/pricing/rent.ts'
import type { Prices } from '#contract/pricing/rent-prices.ts'
import { overtimeContestHours } from '#contract/booking/settlement/dispute-moves.ts'
import { noRules, RentLine } from '#contract/pricing/space-pricing.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'
import type { Attendance } from '#server/booking/moves/attendance.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { rentedOf } from '#server/booking/columns/reservation-row.ts'
import { completeAfterHours } from '#server/booking/moves/rules.ts'
import { accrueBeside, takeOut } from '#server/payment/charge/frozen.ts'
import type { Line } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Bookings, Overtimes } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { worthOf } from '#server/pricing/rent-cancellation.ts'
import { overtimeLines, rentLines } from '#server/pricing/settlement.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

export type OvertimeRow = Selectable<Overtimes>

export const overtimeOfBooking = (work: Work, bookingId: string): Promise<OvertimeRow | undefined> =>
  work.db.selectFrom('overtimes').selectAll().where('booking_id', '=', bookingId).executeTakeFirst()

export const linesSaved = (row: Pick<OvertimeRow, 'lines'>) => z.array(RentLine).parse(row.lines)

type Place = { prices: Prices; actualUse: boolean; agreement: AgreedRent | null }

/** Prices and rules as of the time of booking. Null: there is no unit, or no payee. */
const placeOf = async (work: Work, booking: BookingRow): Promise<Place | null> => {
  if (booking.unit_id === null || booking.host_id === null || booking.space_id === null) return null
  const { rows } = await sql<Omit<Parameters<typeof readyPrices>[0], 'spaceId'> & Pick<Place, 'agreement'>>`
    select v.version, v.base_cents as "baseCents", v.rules, s.minimum_minutes as "minimumMinutes",
      s.rounding_minutes as "roundingMinutes",
      (select json_build_object('hourlyCents', a.rate_per_hour_cents, 'shareBp', a.rent_share_bp,
        'minimumCents', a.rent_minimum_cents) from agreements a where a.id = ${booking.agreement_id}::bigint) as agreement
    from spaces s join lateral (
      select version, base_cents, rules from space_prices where space_id = s.id
      order by at <= ${booking.created_at} desc, case when at <= ${booking.created_at} then -version else version end
      limit 1) v on true
    where s.id = ${booking.space_id}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return null
  const prices = readyPrices(row)
  return { prices, actualUse: (prices.rules ?? noRules).actualUse, agreement: row.agreement }
}

const minutesFrom = (from: Date, to: Date) => (to.getTime() - from.getTime()) / minuteMs
const plus = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minuteMs)

/** By then the platform has already checked out the booking. */
const latest = ({ ends_at }: BookingRow) =>
  new Date(ends_at.getTime() + completeAfterHours.checkedIn * hourMs)
const leftAt = (booking: BookingRow, now: Date) => (now < latest(booking) ? now : latest(booking))

/**
 * How much less the booking owes where only real use is owed: from the arrival proven by another person's code, else from the start, to
 * leaving, both registered online. A share of a service is owed whole, and so are hours of a pack or within rented ones.
 */
export const usedOnly = async (
  work: Work,
  booking: BookingRow & Attendance,
): Promise<Updateable<Bookings>> => {
  const place = await placeOf(work, booking)
  const lines = z.array(RentLine).parse(booking.rent_lines ?? [])
  const isByTime = lines.every(({ kind }) => kind !== 'per_use')
  if (!place?.actualUse || !isByTime || booking.pack_id !== null || booking.parent_rent_id !== null) return {}
  // An arrival that a device registered offline is no proof of coming after the start.
  const isProved =
    booking.check_in_method !== null &&
    booking.check_in_method !== 'word' &&
    booking.check_in_received_at === null
  const came = isProved && booking.checked_in_at !== null ? booking.checked_in_at : booking.starts_at
  const from = came > booking.starts_at ? came : booking.starts_at
  const until = work.now < booking.ends_at ? work.now : booking.ends_at
  const bookedMinutes = minutesFrom(booking.starts_at, booking.ends_at)
  const used = Math.max(1, Math.ceil(minutesFrom(from, until)))
  const minutes = Math.min(rentedMinutes(used, place.prices), booking.rent_minutes)
  const fixed = booking.cleaning_cents + booking.retained_cents
  const timeCents = booking.rent_cents - fixed
  if (minutes >= booking.rent_minutes || timeCents <= 0) return {}
  const usedCents =
    booking.kind === 'rent' && minutes < bookedMinutes
      ? worthOf(rentedOf(booking, work.now), { from, to: plus(from, minutes) })
      : roundedDivide(timeCents * minutes, booking.rent_minutes)
  const rentCents = fixed + Math.min(usedCents, timeCents)
  const detail = `Solo uso real: ${lengthText(minutes)} de ${lengthText(booking.rent_minutes)}`
  const less = { kind: 'adjustment', label: 'Uso real', detail, amountCents: rentCents - booking.rent_cents }
  return {
    rent_cents: rentCents,
    rent_minutes: minutes,
    ...(booking.rent_lines === null ? {} : { rent_lines: JSON.stringify([...lines, less]) }),
  }
}

/** Records the overtime, in the check-out's transaction and after it; nothing within the free minutes. */
export const measureOvertime = async (work: Work, booking: BookingRow, leaves: Date): Promise<void> => {
  const left = leftAt(booking, leaves)
  const paidUntil = await paidUntilOf(work, booking)
  if (paidUntil === null || left <= paidUntil) return
  const place = await placeOf(work, booking)
  if (place === null) return
  const minutes = Math.floor(minutesFrom(paidUntil, left))
  const gapMinutes = await gapAfter(work, booking, paidUntil, left)
  const stay = {
    startsAt: booking.starts_at.getTime(),
    minutes: minutesFrom(booking.starts_at, paidUntil),
    zone: zoneTable(booking.zone),
    leadMinutes: null,
    agreement: place.agreement,
  }
  const lines = explainOvertime(place.prices, stay, minutes, gapMinutes)
  const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
  if (amountCents === 0) return
  const { overtime } = place.prices.rules ?? noRules
  const started = Math.ceil((minutes - overtime.freeMinutes) / overtime.stepMinutes) * overtime.stepMinutes
  const chargedMinutes = Math.min(started, gapMinutes - overtime.freeMinutes)
  await work.db
    .insertInto('overtimes')
    .values({
      id: randomUUIDv7(),
      booking_id: booking.id,
      paid_until: paidUntil,
      left_at: left,
      charged_until: plus(paidUntil, overtime.freeMinutes + chargedMinutes),
      minutes,
      charged_minutes: chargedMinutes,
      cut_short: chargedMinutes < started,
      amount_cents: amountCents,
      lines: JSON.stringify(lines),
      contest_by: new Date(left.getTime() + overtimeContestHours * hourMs),
    })
    .execute()
  crashPoint('inside-overtime')
  await publish(work, 'booking.overtime', { bookingId: booking.id })
}

/** Until when the unit is paid: at least the booked time, plus what the space's minimum rent pays beyond it. Null: by other hours. */
const paidUntilOf = async (work: Work, booking: BookingRow): Promise<Date | null> => {
  const { starts_at: startsAt, ends_at: endsAt } = booking
  if (booking.parent_rent_id !== null) {
    const rent = await work.db
      .selectFrom('bookings')
      .select('ends_at')
      .where('id', '=', booking.parent_rent_id)
      .executeTakeFirst()
    // Within hours that the professional rented, those hours count.
    return rent === undefined || endsAt > rent.ends_at ? endsAt : null
  }
  const paid = booking.kind === 'rent' ? endsAt : plus(startsAt, booking.rent_minutes)
  return paid > endsAt ? paid : endsAt
}

/** Whole minutes until the unit is taken otherwise: booked, held at this moment, or blocked. */
const gapAfter = async (work: Work, booking: BookingRow, from: Date, left: Date): Promise<number> => {
  const { rows } = await sql<{ begins: Date | null }>`
    select min(lower(during)) as begins from claims where resource_id = ${booking.unit_id}
      and booking_id is distinct from ${booking.id} and during && tstzrange(${from}, ${latest(booking)})
      and (state = 'firm' or expires_at > ${left})`.execute(work.db)
  const begins = rows[0]?.begins ?? null
  return begins === null ? Infinity : Math.max(0, Math.floor(minutesFrom(from, begins)))
}

/** Its ledger lines for the three; the professional's own as if enough were due to them. */
export const overtimeLinesOf = (booking: BookingRow, amountCents: number): Line[] =>
  overtimeLines(splitUnder(openTerms(booking.terms), { serviceCents: 0, rentCents: amountCents }), {
    professionalId: booking.professional_id,
    hostId: booking.host_id ?? refuse('move_not_allowed'),
  })

/**
 * Charged when the visit or rent is divided, in its transaction: from what is due to the professional for it, else owed and taken out of
 * their next payout (J22). The host's part is paid out once the time to contest is over.
 */
export const chargeOvertime = async (work: Work, booking: BookingRow): Promise<void> => {
  const row = await overtimeOfBooking(work, booking.id)
  if (row === undefined || row.posted_at !== null) return
  const hostId = booking.host_id ?? refuse('move_not_allowed')
  const split = splitUnder(openTerms(booking.terms), { serviceCents: 0, rentCents: row.amount_cents })
  const professional = { side: 'professional', id: booking.professional_id } as const
  const taken = await takeOut(work, { bookingId: booking.id, payee: professional, cents: row.amount_cents })
  const { host: usual } = releaseAt(openTerms(booking.terms), booking.ends_at)
  await accrueBeside(work, {
    reference: row.id,
    payee: { side: 'host', id: hostId },
    cents: split.host.netCents,
    releaseAt: usual > row.contest_by ? usual : row.contest_by,
  })
  await post(work, {
    kind: 'overtime',
    idemKey: `overtime:${row.id}`,
    bookingId: booking.id,
    at: work.now,
    lines: [...taken, ...rentLines(split, hostId)],
  })
  await work.db.updateTable('overtimes').set({ posted_at: work.now }).where('id', '=', row.id).execute()
}
