/**
 * A professional's time between two dates, in four queries however full it is. Bookings are read from bookings, since a past one has no
 * claims; holds, blocks and other claims from claims.
 */
import { sql } from 'kysely'
import {
  calendarDays,
  type Calendar,
  type calendar as calendarEndpoint,
} from '#contract/booking/agenda/calendar.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import type { OwnClass } from '#contract/booking/class/class.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { modalityOf, placeNameOf } from '#contract/service/modality.ts'
import { usedOf } from '#server/availability/offer/equipment.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import { dayOf, isoOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { namesOfBooking } from '#server/booking/contact/companion.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import { livingStates } from '#server/booking/moves/proposal-row.ts'
import { travels } from '#server/booking/agenda/travels.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { epochMs, statusList } from '#server/booking/columns/sql-parts.ts'
import { seriesPlace } from '#server/booking/columns/series-row.ts'
import { openOf } from '#server/booking/agenda/timeline.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { refuse } from '#server/platform/refuse.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof calendarEndpoint>['query']
type Entry = Calendar['entries'][number]

/** Dates in the professional's own zone. Refuses no_profile, and invalid_input for more than 42 days. */
export const calendar = async (work: Work, { from, to, layers }: Query): Promise<Calendar> => {
  const days = { from: dayOf(from), to: dayOf(to) }
  if (days.to < days.from || days.to - days.from >= calendarDays) refuse('invalid_input')
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const [hours] = await readHours(work.db, { professionalId, fromDate: from, toDate: to })
  if (hours === undefined) return refuse('no_profile')
  const table = zoneTable(hours.zone)
  const range = { from: startOfDay(table, days.from), to: startOfDay(table, days.to + 1) }
  const request = { professionalId, from: new Date(range.from), to: new Date(range.to), now: work.now }
  const [booked, classes, claimed] = await Promise.all([
    readBookings(work.db, request),
    readClasses(work.db, request),
    readClaims(work.db, request),
  ])
  const placed = [...booked.map(bookingEntry), ...classes.map(classEntry)].sort(byStart)
  const entries = [
    ...placed,
    ...(await travels(work, professionalId, placed)),
    ...claimed.map((row) => otherEntry(row, hours.zone)),
  ]
  return {
    from,
    to,
    zone: hours.zone,
    open: openOf(hours, days),
    exceptions: hours.exceptions.map(({ date, windows }) => ({ date, closed: windows.length === 0 })),
    entries: entries.filter(({ layer }) => layers === undefined || layers.includes(layer)).sort(byStart),
  }
}

const byStart = (a: Entry, b: Entry) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0)

type HoursRow = {
  zone: string
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
}

const readHours = statement<HoursRow, 'professionalId' | 'fromDate' | 'toDate'>(
  (place) => sql<HoursRow>`
  select zone, (select weekly from schedules where owner_kind = 'professional' and owner_id = professional.id) as weekly,
    (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows) order by date), '[]')
      from schedule_exceptions where owner_kind = 'professional' and owner_id = professional.id
        and date between ${place('fromDate')}::date and ${place('toDate')}::date) as exceptions
  from professionals professional where id = ${place('professionalId')}::bigint`,
)

type BookedRow = {
  id: string
  kind: string
  status: string
  startsAt: number
  endsAt: number
  busyFrom: number
  busyUntil: number
  zone: string
  service: string
  serviceId: number | null
  client: string | null
  clientId: number | null
  people: (string | null)[] | null
  totalCents: number
  processes: readonly number[] | null
  equipment: unknown
  visitPlace: number | null
  address: string | null
  spaceId: number | null
  spaceName: string | null
  unitName: string | null
  forms: 'pending' | 'answered' | null
  series: { position: number; of: number } | null
  lateMinutes: number | null
}

const shownStatuses = statusList(['requested', ...certainStatuses])

const proposed = sql.join(livingStates.map((state) => sql.lit(state)))

/** Read by the index over the professional's bookings; only rents may last more than a day, and are read by their end. */
const readBookings = statement<BookedRow, 'professionalId' | 'from' | 'to'>(
  (place) => sql<BookedRow>`
  select booking.id, booking.kind, booking.status, ${epochMs(sql`booking.starts_at`)} as "startsAt", ${epochMs(sql`booking.ends_at`)} as "endsAt",
    ${epochMs(sql`booking.starts_at - booking.buffer_before_minutes * interval '1 minute'`)} as "busyFrom",
    ${epochMs(sql`booking.ends_at + booking.buffer_after_minutes * interval '1 minute'`)} as "busyUntil",
    booking.zone, booking.service_name as service, booking.service_id as "serviceId", booking.client_id as "clientId", booking.contact ->> 'firstName' as client, ${namesOfBooking} as people, booking.total_cents as "totalCents",
    booking.processes, booking.equipment, booking.visit_place as "visitPlace", case when home.place < -1 then concat_ws(', ', case when booking.status not in ('requested', 'closed') then home.line end, home.neighbourhood, home.city) end as address, booking.space_id as "spaceId", ${spaceNamed('space')} as "spaceName", unit.name as "unitName", ${formsState} as forms,
    ${seriesPlace} as series, (select minutes from delays delay where delay.booking_id = booking.id and delay.party = 'client'
      order by number desc limit 1) as "lateMinutes"
  from bookings booking left join spaces space on space.id = booking.space_id left join units unit on unit.id = booking.unit_id
    left join visit_places home on home.place = booking.visit_place
  where booking.professional_id = ${place('professionalId')}::bigint
    and booking.starts_at >= ${place('from')}::timestamptz - interval '31 days' and booking.starts_at < ${place('to')}::timestamptz
    and booking.ends_at > ${place('from')}::timestamptz and booking.status in (${shownStatuses}) and booking.class_id is null`,
)

type ClaimedRow = {
  startsAt: number
  endsAt: number
  expiresAt: number | null
  blockId: number | null
  version: number | null
  reason: string | null
  reservedFor: (Omit<NonNullable<Entry['reservedFor']>, 'bookedAt'> & { bookedAt: number }) | null
}

/**
 * A hold is private to its client until it is paid: the professional sees that the time is taken, and for how long. A hold for another hour
 * of an active or requested booking, or for an appointment that the professional made, is shown to them; read for the few holds alone. A
 * hold for a waitlist entry has a link too, but stays private to that client.
 */
const readClaims = statement<ClaimedRow, 'professionalId' | 'from' | 'to' | 'now'>(
  (place) => sql<ClaimedRow>`
  select ${epochMs(sql`lower(claim.during)`)} as "startsAt", ${epochMs(sql`upper(claim.during)`)} as "endsAt",
    ${epochMs(sql`claim.expires_at`)} as "expiresAt", block.id as "blockId", block.version, block.reason,
    case when claim.expires_at is null then null when booking.status in ('requested', 'confirmed') then
      (select json_build_object('why', 'change', 'by', proposal.proposed_by, 'bookingId', booking.id, 'isRent', booking.kind = 'rent', 'isRequest', booking.status = 'requested',
          'service', booking.service_name, 'client', booking.contact ->> 'firstName', 'bookedAt', ${epochMs(sql`booking.starts_at`)})
        from change_proposals proposal where proposal.booking_id = booking.id and proposal.state in (${proposed}))
    else
      (select json_build_object('why', 'appointment', 'by', 'professional', 'bookingId', booking.id, 'isRent', false, 'isRequest', false,
          'service', booking.service_name, 'client', link.first_name, 'bookedAt', ${epochMs(sql`booking.starts_at`)})
        from booking_links link where link.booking_id = booking.id and link.kind = 'appointment'
          and (link.answer is null or link.answer = 'accepted') order by link.id desc limit 1) end as "reservedFor"
  from claims claim left join blocks block on block.id = claim.block_id left join bookings booking on booking.id = claim.booking_id
  where claim.resource_id = ${place('professionalId')}::bigint
    and claim.during && tstzrange(${place('from')}::timestamptz, ${place('to')}::timestamptz)
    and claim.class_id is null and (claim.booking_id is null or booking.status in ('held', 'awaiting_payment') or (claim.expires_at is not null and booking.status = 'confirmed')
      -- Of a request only the other hour that was proposed: its own is shown as what it is.
      or (booking.status = 'requested' and not claim.during <@ tstzrange(booking.starts_at - booking.buffer_before_minutes * interval '1 minute',
        booking.ends_at + booking.buffer_after_minutes * interval '1 minute')))
    and (claim.expires_at is null or claim.expires_at > ${place('now')}::timestamptz)`,
)

const statuses = new Map<string, BookingStatus>(BookingStatus.options.map((status) => [status, status]))

const bookingEntry = (row: BookedRow): Entry => ({
  layer: row.kind === 'rent' ? 'rent' : 'visit',
  startsAt: isoOf(row.startsAt),
  endsAt: isoOf(row.endsAt),
  busyFrom: row.busyFrom < row.startsAt ? isoOf(row.busyFrom) : null,
  busyUntil: row.busyUntil > row.endsAt ? isoOf(row.busyUntil) : null,
  zone: row.zone,
  place: {
    number: row.visitPlace ?? row.spaceId ?? 0,
    spaceId: row.spaceId,
    modality: modalityOf(row.visitPlace),
    name: row.spaceName ?? placeNameOf(row.visitPlace),
    address: row.address,
    unitName: row.unitName,
  },
  booking: {
    id: row.id,
    status: statuses.get(row.status) ?? refuse('not_found'),
    service: row.service,
    serviceId: row.serviceId,
    client: row.client,
    clientId: row.clientId,
    people: row.people,
    totalCents: row.totalCents,
    forms: row.forms,
    series: row.series,
    lateMinutes: row.status === 'confirmed' ? row.lateMinutes : null,
  },
  ...(row.processes === null || row.processes.length === 0
    ? {}
    : { processes: processesFrom(row.startsAt, row.processes) }),
  ...(row.equipment === null ? {} : { equipment: usedOf(row.equipment, row.startsAt) }),
  block: null,
  expiresAt: null,
})

const processesFrom = (startsAt: number, minutes: readonly number[]) => {
  const edges = minutes.map((minute) => isoOf(startsAt + minute * minuteMs))
  return edges.flatMap((from, place) => {
    const to = edges[place + 1]
    return place % 2 === 0 && to !== undefined ? [{ startsAt: from, endsAt: to }] : []
  })
}

type ClassRow = Omit<OwnClass, 'decideAt'> &
  Pick<BookedRow, 'startsAt' | 'endsAt' | 'zone' | 'visitPlace' | 'spaceId' | 'spaceName' | 'unitName'> & {
    decideAt: number | null
  }

/** With the number booked; seats still being paid for do not count. */
const readClasses = statement<ClassRow, 'professionalId' | 'from' | 'to'>(
  (place) => sql<ClassRow>`
  select own.id, own.service_id as "serviceId", service.name as service, own.capacity, own.minimum, ${epochMs(sql`own.decide_at`)} as "decideAt",
    own.decided_at is not null as decided, ${epochMs(sql`own.starts_at`)} as "startsAt", ${epochMs(sql`own.ends_at`)} as "endsAt", own.zone,
    own.visit_place as "visitPlace", own.space_id as "spaceId", ${spaceNamed('space')} as "spaceName", unit.name as "unitName",
    (select coalesce(sum(seat.persons), 0) from bookings seat where seat.class_id = own.id and seat.status in (${shownStatuses})) as taken
  from class_sessions own join services service on service.id = own.service_id
  left join spaces space on space.id = own.space_id left join units unit on unit.id = own.unit_id
  where own.professional_id = ${place('professionalId')}::bigint and own.status = 'open'
    and own.starts_at >= ${place('from')}::timestamptz - interval '1 day' and own.starts_at < ${place('to')}::timestamptz
    and own.ends_at > ${place('from')}::timestamptz`,
)

const classEntry = ({
  startsAt,
  endsAt,
  zone,
  visitPlace,
  spaceId,
  spaceName,
  unitName,
  ...own
}: ClassRow): Entry => ({
  layer: 'class',
  startsAt: isoOf(startsAt),
  endsAt: isoOf(endsAt),
  busyFrom: null,
  busyUntil: null,
  zone,
  place: {
    number: visitPlace ?? spaceId ?? 0,
    spaceId,
    modality: modalityOf(visitPlace),
    name: spaceName ?? placeNameOf(visitPlace),
    address: null,
    unitName,
  },
  booking: null,
  class: { ...own, decideAt: own.decideAt === null ? null : isoOf(own.decideAt) },
  block: null,
  expiresAt: null,
})

const otherEntry = (row: ClaimedRow, zone: string): Entry => ({
  layer: row.blockId !== null ? 'block' : row.expiresAt !== null ? 'hold' : 'external',
  startsAt: isoOf(row.startsAt),
  endsAt: isoOf(row.endsAt),
  busyFrom: null,
  busyUntil: null,
  zone,
  place: null,
  booking: null,
  block:
    row.blockId === null ? null : { id: row.blockId, version: row.version ?? 1, reason: row.reason ?? '' },
  ...(row.reservedFor === null
    ? {}
    : { reservedFor: { ...row.reservedFor, bookedAt: isoOf(row.reservedFor.bookedAt) } }),
  expiresAt: row.expiresAt === null ? null : isoOf(row.expiresAt),
})
