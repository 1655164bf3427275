/** A feed of a unit's taken time for the host's own calendar: an address that cannot be guessed, and a file without names. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { calendarOf } from '#contract/platform/calendar-file.ts'
import type { UnitCalendar } from '#contract/availability/unit-calendar.ts'
import { mountCalendars, newAddress } from '#server/booking/agenda/calendar-address.ts'
import { domainOf } from '#server/booking/summary/calendar-copy.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'

/** How many days of the past and of the future the feed covers. */
const pastDays = 7
const comingDays = 180

export const list = async (work: Work): Promise<z.input<typeof UnitCalendar>[]> => {
  const { rows } = await sql<{ unitId: number; unitName: string; spaceName: string; madeAt: Date | null }>`
    select unit.id as "unitId", unit.name as "unitName", space.name as "spaceName", calendar.made_at as "madeAt"
    from spaces space join units unit on unit.space_id = space.id and unit.active
    left join unit_calendars calendar on calendar.unit_id = unit.id
    where space.host_id = ${work.viewer.hostId}::bigint and space.status <> 'draft'
    order by space.id, unit.number`.execute(work.db)
  return rows.map((row) => ({ ...row, madeAt: row.madeAt?.toISOString() ?? null }))
}

/** Refuses not_found for another host's unit. */
const requireOwnUnit = async (work: Work, unitId: number) => {
  const unit = await work.db
    .selectFrom('units')
    .innerJoin('spaces', 'spaces.id', 'units.space_id')
    .select('units.id')
    .where('units.id', '=', unitId)
    .where('spaces.host_id', '=', work.viewer.hostId ?? 0)
    .executeTakeFirst()
  if (unit === undefined) refuse('not_found')
}

export const make = async (work: Work, unitId: number): Promise<{ address: string }> => {
  await requireOwnUnit(work, unitId)
  const { address, row } = newAddress(work, 'unit-calendars')
  await work.db
    .insertInto('unit_calendars')
    .values({ unit_id: unitId, ...row })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(row))
    .execute()
  return { address }
}

export const remove = async (work: Work, unitId: number): Promise<{ ok: true }> => {
  await requireOwnUnit(work, unitId)
  await work.db.deleteFrom('unit_calendars').where('unit_id', '=', unitId).execute()
  return { ok: true }
}

/** After a host deletes the account, no address shows their lettings. */
export const forgetUnitCalendars = async (work: Work, hostId: number): Promise<void> => {
  await work.db
    .deleteFrom('unit_calendars')
    .where('unit_id', 'in', (units) =>
      units
        .selectFrom('units')
        .innerJoin('spaces', 'spaces.id', 'units.space_id')
        .select('units.id')
        .where('spaces.host_id', '=', hostId),
    )
    .execute()
}

export const mountUnitCalendars = (app: FastifyInstance, context: AppContext) =>
  mountCalendars(app, context, 'unit-calendars', { saveAs: 'unidad-kalli.ics', textFor })

/** Adjoining times are merged, so that visits cannot be counted. Holds may be free a minute later, and are left out. */
const textFor = async (work: Work, tokenHash: Buffer): Promise<string> => {
  const { rows } = await sql<{ unitId: number; name: string; spans: { from: string; to: string }[] }>`
    select unit.id as "unitId", concat_ws(', ', unit.name, space.name) as name,
      (select coalesce(json_agg(json_build_object('from', lower(span), 'to', upper(span)) order by lower(span)), '[]')
        from unnest((select range_agg(claim.during) from claims claim where claim.resource_id = unit.id and claim.state = 'firm'
          and claim.during && tstzrange(${work.now}::timestamptz - ${pastDays} * interval '1 day',
            ${work.now}::timestamptz + ${comingDays} * interval '1 day'))) as span) as spans
    from unit_calendars calendar join units unit on unit.id = calendar.unit_id join spaces space on space.id = unit.space_id
    where calendar.token_hash = ${tokenHash}`.execute(work.db)
  const [unit] = rows
  if (unit === undefined) return refuse('not_found')
  return calendarOf(
    unit.name,
    unit.spans.map(({ from, to }) => {
      const startsAt = new Date(from)
      return {
        id: `unit-${unit.unitId}-${startsAt.getTime()}`,
        version: 1,
        startsAt,
        endsAt: new Date(to),
        title: 'Ocupado',
        place: '',
        at: work.now,
        domain: domainOf(work),
      }
    }),
  )
}
