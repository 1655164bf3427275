/**
 * Why a unit is not rented on a day: the professionals nearby who work then, and what keeps each of them out. Only counts are sent, no
 * names. Bookings elsewhere are ignored: a free hour comes and goes, a rule stays.
 */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type UnitReason,
  type UnitWhy,
  type unitWhy as endpoint,
  whyKm,
  whyMost,
} from '#contract/figures/unit-why.ts'
import {
  openDuring,
  stretches,
  type HoursException,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import { spaceTimes } from '#server/availability/slots/space-time.ts'
import { common, type Intervals, intervalsOf, without } from '#server/availability/zone/intervals.ts'
import { dayAt, dayOf, startOfDay, type ZoneTable, zoneTable } from '#server/availability/zone/zone.ts'
import { type Candidate, reasonsFor, type UnitGround } from '#server/figures/unit-why-reasons.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { railsAround } from '#server/space/rails.ts'

const furthestDays = 400
/** Prices farther away are not those of the zone. */
const zoneKm = 25

type Place = {
  unitId: number
  unitName: string
  spaceId: number
  spaceName: string
  spaceType: string
  latitude: number
  longitude: number
  zone: string
  status: string
  hourCents: number
  categories: string[]
  level: number
  documents: string[]
  welcome: string
}

/** Refuses not_found for another host's unit, invalid_input for a date that is over or far away. */
export const unitWhy = async (work: Work, { params, query }: Input<typeof endpoint>): Promise<UnitWhy> => {
  const place = await placeOf(work, params.id)
  const table = zoneTable(place.zone)
  const day = dayOf(query.date)
  const today = dayAt(table, work.now.getTime())
  if (day < today || day > today + furthestDays) refuse('invalid_input', { fields: [{ field: 'date' }] })
  const rails = await railsAround(work, place, zoneKm)
  const ground = await groundOf(work, place, { table, day, usualCents: rails?.usualToCents ?? null })
  const found = await candidatesOf(work, place, { table, day })
  const working = found.filter(({ works }) => works.length > 0)
  const excluded = working.map((one) => reasonsFor(ground, one))
  return {
    date: query.date,
    zone: place.zone,
    unit: { id: place.unitId, name: place.unitName },
    space: { id: place.spaceId, name: place.spaceName },
    professionals: working.length,
    welcome: excluded.filter((reasons) => reasons.length === 0).length,
    reasons: counted(excluded),
    price:
      rails === null
        ? null
        : {
            hourCents: place.hourCents,
            usualFromCents: rails.usualFromCents,
            usualToCents: rails.usualToCents,
            where: rails.where,
          },
  }
}

const counted = (excluded: readonly UnitReason[][]): UnitWhy['reasons'] => {
  const counts = new Map<UnitReason, { count: number; alone: number }>()
  for (const reasons of excluded)
    for (const reason of reasons) {
      const { count, alone } = counts.get(reason) ?? { count: 0, alone: 0 }
      counts.set(reason, { count: count + 1, alone: alone + (reasons.length === 1 ? 1 : 0) })
    }
  return [...counts]
    .map(([reason, numbers]) => ({ reason, ...numbers }))
    .sort((a, b) => b.count - a.count || b.alone - a.alone || a.reason.localeCompare(b.reason))
}

const placeOf = async (work: Work, unitId: number): Promise<Place> => {
  const { rows } = await sql<Place>`
    select unit.id as "unitId", unit.name as "unitName", space.id as "spaceId", space.name as "spaceName",
      space.space_type as "spaceType", space.latitude, space.longitude, space.zone, space.status,
      space.price_per_hour_cents as "hourCents", space.categories, space.minimum_level as level,
      space.required_documents as documents, space.welcome
    from units unit join spaces space on space.id = unit.space_id
    where unit.id = ${unitId} and unit.active and space.host_id = ${work.viewer.hostId}::bigint`.execute(
    work.db,
  )
  return rows[0] ?? refuse('not_found')
}

type Day = { table: ZoneTable; day: number }

const edgesOf = ({ table, day }: Day): Intervals => [startOfDay(table, day), startOfDay(table, day + 1)]

const groundOf = async (
  work: Work,
  place: Place,
  { usualCents, ...at }: Day & { usualCents: number | null },
): Promise<UnitGround> => {
  const [from = 0, to = 0] = edgesOf(at)
  const range = { from: new Date(from - dayMs), to: new Date(to + dayMs), now: work.now }
  const [row] = await spaceTimes(work, [place.spaceId], range)
  if (row === undefined) return refuse('not_found')
  const hours = { weekly: row.weekly ?? [], exceptions: row.exceptions }
  const busy = row.units.find(({ id }) => id === place.unitId)?.busy ?? []
  return {
    isPublished: place.status === 'published',
    isPayable: row.payable,
    open: within(hours, at),
    free: without([-Infinity, Infinity], intervalsOf(busy)),
    soonest: work.now.getTime() + row.noticeMinutes * minuteMs,
    minimumMs: Math.max(row.minimumMinutes, row.blockMinutes) * minuteMs,
    categories: place.categories,
    level: place.level,
    documents: place.documents,
    isInstant: place.welcome === 'instant',
    hourCents: place.hourCents,
    usualCents,
  }
}

type Hours = Parameters<typeof stretches>[0]

/** On the place's day; hours that began the day before and last past midnight count. */
const within = (hours: Hours, at: Day, table = at.table): Intervals =>
  common(openDuring(stretches(hours, table, at.day - 1, at.day + 1)), edgesOf(at))

type Row = {
  categories: string[]
  level: number
  zone: string
  weekly: WeeklyWindow[] | null
  exceptions: HoursException[]
  documents: string[]
  maxCents: number | null
  agreement: {
    status: string
    categories: string[]
    windows: WeeklyWindow[] | null
    validFrom: string
    validTo: string | null
    quotaMinutes: number | null
    usedMinutes: number
    trialUses: number | null
    uses: number
  } | null
}

const living = sql.raw(
  `('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')`,
)

/** The nearest that the search finds, through the cells of its index, without the host's own profile. */
const candidatesOf = async (work: Work, place: Place, at: Day): Promise<Candidate[]> => {
  const [from = 0, to = 0] = edgesOf(at)
  const [first, last] = [new Date(from - dayMs), new Date(to + dayMs)]
  const start = new Date(from)
  const { rows } = await sql<Row>`
    with near as (
      select d.id from search_professionals d
      where d.marks && search_cover_circle(${place.latitude}::float8, ${place.longitude}::float8, ${whyKm}::float8)
        and search_km(d.latitude, d.longitude, ${place.latitude}::float8, ${place.longitude}::float8) <= ${whyKm}::float8
      order by search_km(d.latitude, d.longitude, ${place.latitude}::float8, ${place.longitude}::float8), d.id
      limit ${whyMost}
    )
    select professional.categories, account.verification_level as level, professional.zone,
      (select weekly from schedules where owner_kind = 'professional' and owner_id = professional.id) as weekly,
      (select coalesce(json_agg(json_build_object('date', date, 'windows', windows)), '[]') from schedule_exceptions
        where owner_kind = 'professional' and owner_id = professional.id
          and date between ${first}::timestamptz::date - 1 and ${last}::timestamptz::date + 1) as exceptions,
      array(select paper.kind from documents paper where paper.owner_kind = 'professional' and paper.owner_id = professional.id
        and paper.status in ('valid', 'expiring')) as documents,
      (select (rules -> 'usual' ->> 'maxRentPerHourCents')::int from professional_space_rules own
        where own.professional_id = professional.id) as "maxCents",
      (select json_build_object('status', agreement.status, 'categories', agreement.categories, 'windows', agreement.windows,
          'validFrom', agreement.valid_from, 'validTo', agreement.valid_to, 'quotaMinutes', agreement.quota_minutes,
          'usedMinutes', case when agreement.quota_minutes is null then 0 else (select coalesce(sum(used.rent_minutes), 0)
            from bookings used where used.agreement_id = agreement.id and used.status in ${living}
              and used.starts_at >= date_trunc('week', ${start}::timestamptz at time zone ${place.zone}) at time zone ${place.zone}
              and used.starts_at < (date_trunc('week', ${start}::timestamptz at time zone ${place.zone}) + interval '7 days') at time zone ${place.zone}) end,
          'trialUses', agreement.trial_uses,
          'uses', case when agreement.trial_uses is null then 0 else (select count(*) from bookings used
            where used.agreement_id = agreement.id and used.status in ${living}) end)
        from agreements agreement where agreement.professional_id = professional.id and agreement.space_id = ${place.spaceId}
          and agreement.status in ('active', 'paused', 'expiring', 'suspended')) as agreement
    from near join professionals professional on professional.id = near.id
      join accounts account on account.id = professional.account_id
    where professional.status = 'published'
      and account.id is distinct from (select host.account_id from hosts host where host.id = ${work.viewer.hostId}::bigint)`.execute(
    work.db,
  )
  return rows.map((row) => candidateOf(row, at))
}

const candidateOf = ({ agreement, zone, weekly, exceptions, ...row }: Row, at: Day): Candidate => ({
  ...row,
  works: within({ weekly: weekly ?? [], exceptions }, at, zoneTable(zone)),
  agreement:
    agreement === null
      ? null
      : {
          isLive: agreement.status === 'active' || agreement.status === 'expiring',
          categories: agreement.categories,
          covers: coveredOf(agreement, at),
          hasHoursLeft:
            (agreement.quotaMinutes === null || agreement.usedMinutes < agreement.quotaMinutes) &&
            (agreement.trialUses === null || agreement.uses < agreement.trialUses),
        },
})

/** Its windows, while it lasts. */
const coveredOf = ({ windows, validFrom, validTo }: NonNullable<Row['agreement']>, at: Day): Intervals =>
  common(windows === null ? edgesOf(at) : within({ weekly: windows, exceptions: [] }, at), [
    Date.parse(validFrom),
    validTo === null ? Infinity : Date.parse(validTo),
  ])
