/** Services with everything that decides when they can be booked, in one range query. Reads other modules' tables; writes nothing. */
import { sql } from 'kysely'
import { online, someHome } from '#contract/service/modality.ts'
import { licensedCategories } from '#contract/service/service.ts'
import { processesOf, type Phase } from '#contract/service/phases.ts'
import { fittingsOf } from '#server/availability/offer/equipment.ts'
import { nameOfPlace } from '#server/availability/offer/home.ts'
import { limitsOf } from '#server/availability/offer/limits-reading.ts'
import { isStale } from '#server/availability/outside/outside-late.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import { hasSeat } from '#server/availability/offer/seat.ts'
import {
  claimsOf,
  epochMs,
  exceptionsOf,
  livingBooking,
  staysOf,
  unitsFor,
  weeklyOf,
  type Range,
} from '#server/availability/offer/taken.ts'
import { readAway, takenAtOf } from '#server/availability/hours/travel.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'
import { termsOfPlace } from '#server/pricing/pricing.ts'

/** Many services at once, for callers that compare many professionals. */
export const readServices = async (
  work: Work,
  what: {
    serviceIds: readonly number[]
    from: Date
    to: Date
    clientId?: number | null
    /** Online, or at a home (below zero), or 0 at places alone; if absent: at places, or, for a service without any, wherever given. */
    at?: number | undefined
    /** Unsaved rules will be tried: the place facts that they need are read in any case. */
    trying?: boolean
    /** For the professional's own appointment: services that clients cannot book, of a profile that is a draft or paused too. */
    isOwn?: boolean | undefined
  },
): Promise<readonly ServiceRow[]> => {
  const [serviceId, ...more] = what.serviceIds
  const { trying = false, isOwn = false, ...edges } = what
  const values = {
    ...edges,
    clientId: what.clientId ?? null,
    at: what.at ?? null,
    now: work.now,
    trying,
    isOwn,
  }
  const rows =
    serviceId !== undefined && more.length === 0
      ? await oneService(work.db, { ...values, serviceId })
      : await manyServices(work.db, values)
  return withAway(work, rows.map(withProcesses), edges)
}

/**
 * Reads travel only for professionals with something at another place than the one in question. Online visits need no travel. The rows
 * are not shared and are completed in place: copies of fifty columns each are a tenth of a page of results.
 */
const withAway = async (
  work: Work,
  services: readonly ServiceRow[],
  { from, to }: { from: Date; to: Date },
): Promise<readonly ServiceRow[]> => {
  const professionalIds: number[] = []
  const places: number[] = []
  const seen = new Set<string>()
  for (const service of services)
    for (const { at } of service.places) {
      if (at === online || !isTakenBeside(service, at) || seen.has(pairOf(service.professionalId, at)))
        continue
      seen.add(pairOf(service.professionalId, at))
      professionalIds.push(service.professionalId)
      places.push(at)
    }
  if (places.length === 0) return services
  const rows = await readAway(work, { professionalIds, places, from, to, now: work.now })
  const known = new Map(rows.map((row) => [pairOf(row.professionalId, row.place), row.away]))
  for (const service of services)
    for (const place of service.places) place.away = known.get(pairOf(service.professionalId, place.at))
  return services
}

const isTakenBeside = ({ takenAt }: ServiceRow, at: number) => takenAt.some((place) => place !== at)
const pairOf = (professionalId: number, place: number) => `${professionalId}/${place}`

type ReadRow = ServiceRow & { phases: readonly Phase[] | null; isPhased: boolean }

const withProcesses = (row: ReadRow): ServiceRow => {
  if (row.isPhased) row.processes = row.phases === null ? [] : processesOf(row.phases)
  return row
}

type PlaceName = 'clientId' | 'at' | 'from' | 'to' | 'now' | 'trying' | 'isOwn'
/**
 * Requested by a single id PostgreSQL knows that it is one row; for a list it supposes ten. Either way one plan suits any values: by
 * default it plans a list anew each time, which takes as long as the query. `offset 0`: looked up for each, so that no table is read
 * whole beforehand.
 */
const oneService = statement<ReadRow, PlaceName | 'serviceId'>(
  (place) => selectServices(place, sql`service.id = ${place('serviceId')}::bigint`),
  { keepsPlan: true },
)
const manyServices = statement<ReadRow, PlaceName | 'serviceIds'>(
  (place) => selectServices(place, sql`service.id = any(${place('serviceIds')}::bigint[])`),
  { keepsPlan: true },
)

/** Of `services service`, in the form of contract/service/upfront.ts. */
const upfrontRule = sql`case when service.upfront_bp is not null then json_build_object('kind', 'percent', 'bp', service.upfront_bp)
  when service.upfront_cents is not null then json_build_object('kind', 'amount', 'cents', service.upfront_cents) end`

const selectServices = (
  place: (name: PlaceName) => ReturnType<typeof sql>,
  which: ReturnType<typeof sql>,
) => {
  const span = { from: place('from'), to: place('to'), now: place('now') }
  const at = sql`${place('at')}::bigint`
  const isOwn = sql`${place('isOwn')}::boolean`
  return sql<ReadRow>`
    select service.id, service.name, service.professional_id as "professionalId", professional.zone,
      (${isOwn} and service.archived_at is null or service.visibility <> 'hidden'
          or service.archived_at is null and has_session_left(service.id, ${place('clientId')}::bigint, ${span.now}::timestamptz))
        and (professional.status = 'published' or ${isOwn} and professional.status in ('draft', 'paused')) and case when ${at} is null then true when ${at} = 0 then service.at_place
        when ${at} < ${sql.lit(online)} then service.home_radius_km is not null else service.online end as active,
      case when service.home_radius_km is not null then json_build_object('radiusKm', service.home_radius_km,
        'feeCents', service.home_fee_cents) end as "atHome", service.at_place as "atPlace", service.online,
      service.duration_minutes as "durationMinutes", service.buffer_before_minutes as "bufferBeforeMinutes",
      service.buffer_after_minutes as "bufferAfterMinutes", service.step_minutes as "stepMinutes",
      service.notice_minutes as "noticeMinutes", service.horizon_days as "horizonDays", ${licensedUntil} as "licensedUntil",
      service.tolerance_minutes as "toleranceMinutes", ${upfrontRule} as upfront, service.daily_cap as "dailyCap", ${dayVisitsOf(span, place('trying'))} as "dayVisits",
      service.weekly as "ownHours", service.offered_from::text as "offeredFrom", service.offered_to::text as "offeredTo",
      ${limitsOf(span)} as limits,
      service.price_cents as "priceCents", service.phases, service.needs,
      case when service.class_capacity is not null then ${sessionsOf(span)} end as sessions, service.add_ons as "addOns",
      exists (select from services phased where phased.professional_id = professional.id and phased.phases is not null offset 0) as "isPhased",
      ${staysOf(sql.ref('professional.id'), span)} as stays,
      exists (select from outside_calendars outside where outside.professional_id = professional.id
        and ${isStale(span.now)} offset 0) as "isUnsure",
      ${weeklyOf('professional', 'professional.id')} as weekly,
      ${exceptionsOf('professional', 'professional.id', span)} as exceptions,
      ${claimsOf(sql.ref('professional.id'), span)} as busy,
      ${claimsOf(sql`${place('clientId')}::bigint`, span)} as "clientBusy",
      ${takenAtOf(sql.ref('professional.id'), span)} as "takenAt",
      json_build_object('latitude', professional.latitude, 'longitude', professional.longitude) as home,
      wanted_rules.rules as "spaceRules",
      case when professional.demand_rules is not null
        then json_build_object('version', professional.demand_version, 'rules', professional.demand_rules) end as demand,
      ${place('clientId')}::bigint as "clientId",
      case when jsonb_typeof(professional.demand_rules -> 'firstVisit') = 'object' and ${place('clientId')}::bigint is not null
        then not exists (select from bookings visit where visit.client_id = ${place('clientId')}::bigint
          and visit.professional_id = professional.id and visit.kind = 'visit' and visit.status in ${current})
        else false end as "isFirstVisit",
      service.first_visit_only and ${place('clientId')}::bigint is not null and exists (
        select from bookings visit where visit.client_id = ${place('clientId')}::bigint
          and visit.professional_id = professional.id and visit.status in ${current}) as "turnsAway",
      (select coalesce(json_agg(place), '[]') from (
        select ${termsOfPlace(span.now)} as terms,
          case when space.id is not null then ${aboutOf(span, place('trying'))} end as about,
          ${fittingsOf(span, place('trying'))} as fittings,
          known.at, space.id as "spaceId", space.host_id as "hostId", agreement.id as "agreementId", not coalesce(agreement.auto_accept, true) as "hostAnswers",
          coalesce(${spaceNamed('space')}, ${nameOfPlace(sql.ref('known.at'))}) as name, coalesce(space.zone, professional.zone) as zone,
          space.id is null or (agreement.id is not null and space.status = 'published' and agreement.status in ('active', 'expiring')
            and (agreement.categories = '{}' or service.category = any(agreement.categories))) as active,
          coalesce(agreement.rate_per_hour_cents, 0) as "ratePerHourCents", agreement.rent_share_bp as "shareBp",
          coalesce(agreement.rent_minimum_cents, 0) as "shareMinimumCents",
          coalesce(space.price_per_hour_cents, 0) as "baseCents",
          space.price_rules as rules, coalesce(space.minimum_minutes, 0) as "minimumMinutes",
          coalesce(space.block_minutes, 0) as "blockMinutes",
          coalesce(space.cleaning_minutes, 0) as "cleaningMinutes", coalesce(space.rounding_minutes, 1) as "roundingMinutes",
          coalesce(space.notice_minutes, 0) as "noticeMinutes",
          agreement.id is null or (select host.payable from hosts host where host.id = space.host_id) as payable,
          ${quotaOf(span)} as "quotaMinutes", ${usedWeeksOf(span)} as "usedWeeks", agreement.windows,
          ${epochMs(sql.ref('agreement.valid_from'))} as "validFrom", ${epochMs(sql.ref('agreement.valid_to'))} as "validTo",
          case when agreement.id is not null then ${weeklyOf('space', 'space.id')} end as weekly,
          case when agreement.id is null then '[]' else ${exceptionsOf('space', 'space.id', span)} end as exceptions,
          case when agreement.id is null then '[]' else ${unitsFor(sql.ref('professional.id'), span)} end as units,
          space.capacity, case when space.id is null then '[]' else ${rentedOf(span)} end as rented
        from (
          select 1 as turn, 0::bigint as space_id, null::bigint as agreement_id, ${awayFrom(at)} as at
          where ${at} < 0 or professional.has_own_place or ${at} is null and not service.at_place
          union all
          select 2, agreements.space_id, agreements.id, agreements.space_id from agreements
          where ${atPlaces(at)} and agreements.professional_id = professional.id
            and agreements.status in ('active', 'paused', 'expiring', 'suspended')
          union all
          -- Where there is no agreement, but hours that were rented.
          (select distinct 3, rent.space_id, null::bigint, rent.space_id from bookings rent
          where ${atPlaces(at)} and rent.kind = 'rent' and rent.professional_id = professional.id and rent.status in ('confirmed', 'in_progress')
            and rent.starts_at < ${span.to}::timestamptz and rent.ends_at > ${span.from}::timestamptz
            and not exists (select from agreements where agreements.professional_id = professional.id
              and agreements.space_id = rent.space_id and agreements.status in ('active', 'paused', 'expiring', 'suspended')))
        ) known
        left join spaces space on space.id = known.space_id
        left join agreements agreement on agreement.id = known.agreement_id
        order by known.turn, space.id
      ) place) as places
    from services service join professionals professional on professional.id = service.professional_id
    left join professional_space_rules wanted_rules on wanted_rules.professional_id = professional.id
    where ${which} and (professional.status <> 'draft' or ${isOwn})
  `
}

/**
 * A service that needs a cédula is offered until its last day (`licensed_until`), which is a date of the place, as the visit's is: it
 * is read as a date and never as a number of days from a today of another zone.
 */
const licensedUntil = sql`case
  when service.category in (${sql.join(licensedCategories.map((one) => sql.lit(one)))})
    then professional.licensed_until - date '1970-01-01' end`

/** Where a service without a space is given: the requested place, else their own place, else where it is given at all. */
const awayFrom = (
  at: ReturnType<typeof sql>,
) => sql`case when ${at} is not null then ${at} when service.at_place then 0
  when service.online then ${sql.lit(online)} else ${sql.lit(someHome)} end`

const atPlaces = (at: ReturnType<typeof sql>) => sql`(${at} = 0 or ${at} is null and service.at_place)`

/** A client with a booking in one of these statuses is no newcomer to the professional. */
const current = sql.raw(
  `('awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')`,
)

/** Of the professional at the space: hours paid beforehand, and what clients booked of them. */
const rentedOf = (span: Range) => sql`(
  select coalesce(json_agg(json_build_object('id', rent.id, 'unitId', rent.unit_id,
      'from', ${epochMs(sql`rent.starts_at`)}, 'to', ${epochMs(sql`rent.ends_at`)},
      'unitTo', ${epochMs(sql`rent.ends_at + rent.unit_after_minutes * interval '1 minute'`)},
      'taken', (select coalesce(json_agg(json_build_array(${epochMs(sql`lower(within.during)`)}, ${epochMs(sql`upper(within.during)`)})
          order by lower(within.during)), '[]') from claims within
        where within.parent_rent_id = rent.id and within.resource_id = rent.professional_id
          and (within.expires_at is null or within.expires_at > ${span.now}::timestamptz))) order by rent.starts_at), '[]')
  from bookings rent where rent.kind = 'rent' and rent.professional_id = professional.id and rent.space_id = space.id
    and rent.status in ('confirmed', 'in_progress')
    and rent.starts_at < ${span.to}::timestamptz and rent.ends_at > ${span.from}::timestamptz)`

/** Of the service: its classes, and the free seats of each. A lapsed hold no longer counts. */
const sessionsOf = ({ from, to, now }: Range) => sql`(
  select coalesce(json_agg(json_build_object('id', session.id, 'at', coalesce(session.visit_place, session.space_id, 0),
      'startsAt', ${epochMs(sql`session.starts_at`)}, 'endsAt', ${epochMs(sql`session.ends_at`)},
      'unitId', session.unit_id, 'parentRentId', session.parent_rent_id, 'of', session.capacity,
      'left', session.capacity - (select coalesce(sum(seat.persons), 0) from bookings seat where seat.class_id = session.id and ${hasSeat}
        and not (seat.status = 'held' and seat.hold_expires_at <= ${now}::timestamptz))) order by session.starts_at), '[]')
  from class_sessions session where session.service_id = service.id and session.status = 'open'
    and session.starts_at < ${to}::timestamptz and session.ends_at > ${from}::timestamptz)`

/** Facts about a place for space rules, and what is booked there; read only for the few professionals with rules. */
const aboutOf = ({ from, to, now }: Range, trying: ReturnType<typeof sql>) => sql`
  case when wanted_rules.rules is null and not ${trying}::boolean then null else json_build_object(
    'spaceType', space.space_type, 'latitude', space.latitude, 'longitude', space.longitude,
    'equipment', (select coalesce(json_agg(item ->> 'item'), '[]') from jsonb_array_elements(space.equipment) item),
    'visits', (select coalesce(json_agg(json_build_array(${epochMs(sql.ref('b.starts_at'))}, ${epochMs(sql.ref('b.ends_at'))})
        order by b.starts_at), '[]') from bookings b
      where b.professional_id = professional.id and b.space_id = space.id
        and b.starts_at >= ${from}::timestamptz - interval '1 day' and b.starts_at < ${to}::timestamptz + interval '1 day'
        and ${livingBooking(now)})) end`

/** Visits that decide which dates are full; nothing is read without a daily cap. */
const dayVisitsOf = ({ from, to, now }: Range, trying: ReturnType<typeof sql>) => sql`
  case when service.daily_cap is not null or ${trying}::boolean then (
  select coalesce(json_agg(json_build_array(${epochMs(sql.ref('b.starts_at'))}, b.id)), '[]')
  from bookings b where b.professional_id = professional.id
    and b.starts_at >= ${from}::timestamptz - interval '2 days' and b.starts_at < ${to}::timestamptz + interval '2 days'
    and ${livingBooking(now)} and (b.service_id = service.id or exists (
      select from booking_segments part where part.booking_id = b.id and part.service_id = service.id))) end`

/** Zero when a trial has used all its visits. */
const quotaOf = ({
  now,
}: Range) => sql`case when agreement.trial_uses is not null and agreement.trial_uses <= (
  select count(*) from bookings b where b.agreement_id = agreement.id and ${livingBooking(now)})
  then 0 else agreement.quota_minutes end`

/** Booked time in each week that the requested time touches; nothing is read without a quota. */
const usedWeeksOf = ({ from, to, now }: Range) => sql`(
  select coalesce(json_agg(json_build_array(week.monday, week.minutes)), '[]') from (
    select date_trunc('week', b.starts_at at time zone b.zone)::date - date '1970-01-01' as monday,
      sum(b.rent_minutes)::integer as minutes
    from bookings b where agreement.quota_minutes is not null and b.agreement_id = agreement.id
      and b.starts_at >= ${from}::timestamptz - interval '8 days' and b.starts_at < ${to}::timestamptz + interval '8 days'
      and ${livingBooking(now)}
    group by 1) week)`
