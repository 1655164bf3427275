/** One date in figures: the professional's appointments and earnings, the host's use and income. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import type { HostDay, professionalDay as professionalDayEndpoint } from '#contract/booking/day.ts'
import { openMinutesOf } from '#server/booking/agenda/opening.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { coveredByHostAt } from '#server/booking/moves/covered-by-host.ts'
import { moveFeeOf } from '#server/booking/moves/move-fee.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { present, selectShown, withVisits, type Shown } from '#server/booking/summary/present.ts'
import { cancelledStatuses, certainStatuses, minutesBetween } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { isOnDate } from '#server/booking/summary/list.ts'
import { earnedOf } from '#server/booking/moves/upfront.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { splitOfMoveFee } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

type Earner = 'professional' | 'host'
type Earned = Shown & { settled_cents: number | null }

/** Appointments of one wall-clock date with what they earn after commission, rent and withholding. */
export const professionalDay = async (
  work: Work,
  date: string,
): Promise<z.input<(typeof professionalDayEndpoint)['reply']>> => {
  const professionalId = work.viewer.professionalId ?? refuse('forbidden')
  const found = await ofDay(work, 'professional', professionalId, date)
  const { zone } = await work.db
    .selectFrom('professionals')
    .select('zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  return {
    date,
    zone,
    bookings: found.map((booking) => present(work, booking, 'professional')),
    expectedCents: sumOf(found.map((booking) => earnedCents(booking, 'professional'))),
    settledCents: sumOf(found.map(({ settled_cents }) => settled_cents ?? 0)),
  }
}

/** Everything that took or takes place on a date, or was paid although it did not. */
const ofDay = (work: Work, earner: Earner, partyId: number, date: string): Promise<Earned[]> => {
  const statuses: readonly BookingStatus[] = [
    ...certainStatuses,
    ...cancelledStatuses,
    'client_no_show',
    'professional_no_show',
  ]
  return (
    withVisits(selectShown(work.db))
      .where(isOnDate(work.now, date))
      .select(
        sql<number | null>`(select sum(payout.amount_cents)::bigint from payouts payout
        where payout.party = ${earner} and (payout.booking_id in (booking.id, overtime.id, tip.id)
          -- The rest of a price that came later, and parts that wait for a bank, or waited.
          or payout.origin_booking_id in (booking.id, overtime.id, tip.id)))`.as('settled_cents'),
      )
      .where(earner === 'host' ? 'booking.host_id' : 'booking.professional_id', '=', partyId)
      // A host earns nothing from seats of a class, and does not see them.
      .where((is) => (earner === 'host' ? is('booking.class_id', 'is', null) : is.val(true)))
      .where(sql<boolean>`booking.status in (${statusList(statuses)})`)
      .orderBy('booking.starts_at')
      .orderBy('booking.id')
      .execute()
  )
}

/** What a booking brings the professional or the host, whether it is already settled or not. */
const earnedCents = (booking: Shown, earner: Earner): number => {
  const ending = endingOf(booking)
  if (ending !== null) return earner === 'host' ? ending.hostNetCents : ending.professionalNetCents
  // Rented hours are paid in advance by card: they do not reduce what the day brings.
  if (booking.kind === 'rent' && earner === 'professional') return overtimeCents(booking, earner)
  // The host cancelled it, and it may still move to another host.
  if (booking.rescue_by !== null && earner === 'host') return 0
  // Once completed, only what is paid counts.
  const serviceCents = booking.completed_at === null ? booking.total_cents : earnedOf(booking)
  const amounts = { serviceCents, rentCents: booking.rent_cents, inPlaceCents: booking.in_place_cents }
  const netCents =
    splitUnder(openTerms(booking.terms), amounts)[earner].netCents +
    splitOfMoveFee(moveFeeOf(booking))[earner].netCents +
    overtimeCents(booking, earner) +
    tipCents(booking, earner)
  if (earner === 'host') return netCents
  return netCents + sumOf(coveredByHostAt(booking, booking.rent_cents).map(({ cents }) => cents))
}

const tipCents = ({ tip_cents, tip_state }: Shown, earner: Earner) =>
  earner === 'professional' && tip_state === 'paid' ? (tip_cents ?? 0) : 0

/** What overtime brings the host, and costs the professional. */
const overtimeCents = ({ overtime_cents: rentCents, terms }: Shown, earner: Earner): number => {
  if (rentCents === null) return 0
  return earner === 'professional'
    ? -rentCents
    : splitUnder(openTerms(terms), { serviceCents: 0, rentCents }).host.netCents
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Use and income of each unit of the host's spaces on one wall-clock date. */
export const hostDay = async (work: Work, date: string): Promise<z.input<typeof HostDay>> => {
  // A host who has not started to publish has a day without spaces.
  const hostId = work.viewer.hostId ?? 0
  const found = await ofDay(work, 'host', hostId, date)
  const units = await unitsOf(work, hostId)
  const taking = found.filter((booking) => !isCancelled(booking))
  const openMinutes = await openMinutesOf(work, hostId, date, taking)
  const spaces = [...Map.groupBy(units, ({ space_id }) => space_id).values()].flatMap((units) => {
    const [first] = units
    // A draft does not exist yet, so it is not closed; a paused space is shown on days on which it has visits.
    const hasVisits = units.some((unit) => found.some(({ unit_id }) => unit_id === unit.unit_id))
    if (first === undefined || (first.space_status !== 'published' && !hasVisits)) return []
    return [
      {
        spaceId: first.space_id,
        name: first.space_name,
        zone: first.zone,
        openMinutes: openMinutes(first.space_id),
        units: units.map((unit) => ({
          ...unitDay(work, unit, found),
          openMinutes: openMinutes(unit.space_id, unit.unit_id),
        })),
      },
    ]
  })
  const all = spaces.flatMap(({ units }) => units)
  return {
    date,
    spaces,
    talks: await talksOf(
      work,
      hostId,
      taking.filter(({ kind }) => kind === 'visit'),
    ),
    totals: {
      bookedMinutes: sumOf(all.map(({ bookedMinutes }) => bookedMinutes)),
      usedMinutes: sumOf(all.map(({ usedMinutes }) => usedMinutes)),
      openMinutes: sumOf(all.map(({ openMinutes }) => openMinutes)),
      expectedCents: sumOf(found.map((booking) => earnedCents(booking, 'host'))),
      settledCents: sumOf(found.map(({ settled_cents }) => settled_cents ?? 0)),
    },
  }
}

/**
 * The newest active agreement of each of these professionals at the space. A member's telephone only as the host entered it for the
 * invitation, and never to an app or a key.
 */
const talksOf = async (
  work: Work,
  hostId: number,
  bookings: readonly Pick<Shown, 'professional_id'>[],
): Promise<z.input<typeof HostDay>['talks']> => {
  const ids = [...new Set(bookings.map(({ professional_id }) => professional_id))]
  const { rows } = await sql<z.input<typeof HostDay>['talks'][number]>`
    select distinct on (a.professional_id, a.space_id) a.professional_id as "professionalId", a.space_id as "spaceId",
      case when app.id is not null then json_build_object('kind', 'application', 'id', app.id::text)
        when inv.id is not null then json_build_object('kind', 'invitation', 'id', inv.id::text) end as about,
      case when app.id is null and inv.id is null and ${work.viewer.credential === null}::boolean then member.phone end as phone
    from agreements a join spaces s on s.id = a.space_id and s.host_id = ${hostId}::bigint
      left join memberships member on member.agreement_id = a.id
      left join applications app on app.agreement_id = a.id left join invitations inv on inv.agreement_id = a.id
    where a.professional_id = any (${ids}::bigint[]) and a.status in ('active', 'expiring', 'paused')
    order by a.professional_id, a.space_id, a.id desc`.execute(work.db)
  return rows
}

type UnitRow = {
  unit_id: number
  unit_name: string
  space_id: number
  space_name: string
  space_status: string
  zone: string
}

const unitsOf = (work: Work, hostId: number): Promise<UnitRow[]> =>
  work.db
    .selectFrom('spaces as space')
    .innerJoin('units as unit', 'unit.space_id', 'space.id')
    .select([
      'unit.id as unit_id',
      'unit.name as unit_name',
      'space.id as space_id',
      'space.name as space_name',
      'space.status as space_status',
      'space.zone',
    ])
    .where('space.host_id', '=', hostId)
    .orderBy('space.id')
    .orderBy('unit.number')
    .execute()

const unitDay = (work: Work, unit: UnitRow, found: readonly Earned[]) => {
  const mine = found.filter((booking) => booking.unit_id === unit.unit_id)
  const taking = mine.filter((booking) => !isCancelled(booking))
  return {
    unitId: unit.unit_id,
    name: unit.unit_name,
    bookedMinutes: minutesOf(taking.map((one) => [one.starts_at, one.ends_at])),
    usedMinutes: minutesOf(taking.map((one) => [meterFrom(one), one.checked_out_at])),
    incomeCents: sumOf(mine.map((booking) => earnedCents(booking, 'host'))),
    bookings: taking.map((booking): z.input<typeof Booking> => present(work, booking, 'host')),
  }
}

/** The meter of a unit starts with the booked hour, however early the arrival was registered (product.md §4, B14). */
const meterFrom = ({ checked_in_at: came, starts_at }: Earned) =>
  came !== null && came < starts_at ? starts_at : came

/** Visits within rented hours are part of those hours: no minute counts twice. */
const minutesOf = (spans: readonly (readonly [Date | null, Date | null])[]): number => {
  const known = spans.flatMap(([from, to]) =>
    from === null || to === null || to <= from ? [] : [{ from, to }],
  )
  let until = new Date(0)
  return sumOf(
    known
      .toSorted((a, b) => a.from.getTime() - b.from.getTime())
      .map(({ from, to }) => {
        const started = from > until ? from : until
        if (to > until) until = to
        return Math.max(0, minutesBetween(started, to))
      }),
  )
}

const isCancelled = (booking: Shown) => cancelled.has(statusOf(booking))
const cancelled: ReadonlySet<string> = new Set(cancelledStatuses)
