/**
 * Outside calendars that take time here (docs/availability/outside-calendars.md): stored with a sealed address, read by a job
 * (outside-reading.ts). They belong to the host of the unit, or to the professional whose time it is.
 */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { maxOutside, type OutsideCalendar, OutsideState } from '#contract/availability/outside-calendar.ts'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { addressOf } from '#server/availability/outside/calendar-address.ts'
import { type UnreadReason, unreadReasons } from '#server/availability/outside/ics-answer.ts'
import { isStale } from '#server/availability/outside/outside-late.ts'
import { readOne, sealed } from '#server/availability/outside/outside-reading.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = z.input<typeof OutsideCalendar>

/** For the host's units. */
export const listOfUnits = (work: Work): Promise<View[]> =>
  select(work, sql`space.host_id = ${work.viewer.hostId}::bigint`)

export const listOwn = (work: Work): Promise<View[]> =>
  select(work, sql`outside.professional_id = ${work.viewer.professionalId}::bigint`)

/** Refuses not_found, calendar_address, too_many_calendars. */
export const addToUnit = async (work: Work, unitId: number, address: string): Promise<View> => {
  const unit = await work.db
    .selectFrom('units')
    .innerJoin('spaces', 'spaces.id', 'units.space_id')
    .select('units.id')
    .where('units.id', '=', unitId)
    .where('spaces.host_id', '=', work.viewer.hostId ?? 0)
    .executeTakeFirst()
  if (unit === undefined) return refuse('not_found')
  return add(work, { unit_id: unitId, professional_id: null }, address)
}

/** Refuses no_profile, calendar_address, too_many_calendars. */
export const addOwn = (work: Work, address: string): Promise<View> =>
  add(work, { unit_id: null, professional_id: work.viewer.professionalId ?? refuse('no_profile') }, address)

type Of = { unit_id: number; professional_id: null } | { unit_id: null; professional_id: number }

/** Stored first, read afterwards: no transaction waits for a calendar that does not answer. */
const add = async (work: Work, of: Of, text: string): Promise<View> => {
  const address = addressOf(text) ?? refuse('calendar_address')
  const id = await inTransaction(work, async (work) => {
    const resourceId = of.unit_id ?? of.professional_id
    await sql`select 1 from resources where id = ${resourceId} for no key update`.execute(work.db)
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from outside_calendars
      where (unit_id = ${of.unit_id}::bigint or professional_id = ${of.professional_id}::bigint) and address is not null`.execute(
      work.db,
    )
    if ((rows[0]?.n ?? 0) >= maxOutside) refuse('too_many_calendars')
    const saved = await work.db
      .insertInto('outside_calendars')
      .values({
        ...of,
        address: sealed(work, resourceId).seal(address.href),
        host_name: address.hostname,
        added_at: work.now,
        next_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return saved.id
  })
  await readOne(work, id)
  return one(work, id)
}

/** Refuses not_found for another owner's calendar. */
export const retry = async (work: Work, id: number): Promise<View> => {
  await one(work, id)
  await readOne(work, id)
  return one(work, id)
}

/** Removes its claims too. Refuses not_found for another owner's calendar. */
export const remove = async (work: Work, id: number): Promise<{ ok: true }> => {
  await one(work, id)
  await work.db.deleteFrom('outside_calendars').where('id', '=', id).execute()
  return { ok: true }
}

/** Deletes the outside calendars of an owner who leaves: a professional's own, or those of a host's units. */
export const forgetOutside = async (
  work: Work,
  of: { professionalId: number } | { hostId: number },
): Promise<void> => {
  const which =
    'hostId' in of
      ? sql`unit_id in (select unit.id from units unit join spaces space on space.id = unit.space_id where space.host_id = ${of.hostId})`
      : sql`professional_id = ${of.professionalId}`
  await sql`delete from outside_calendars where ${which}`.execute(work.db)
}

/** One of the viewer's calendars, as professional or host. */
const one = async (work: Work, id: number): Promise<View> => {
  const { hostId, professionalId } = work.viewer
  const [found] = await select(
    work,
    sql`outside.id = ${id} and outside.address is not null and (space.host_id = ${hostId}::bigint or outside.professional_id = ${professionalId}::bigint)`,
  )
  return found ?? refuse('not_found')
}

type Row = Omit<View, 'state' | 'provider' | 'readAt' | 'addedAt' | 'problem' | 'unread'> & {
  resourceId: number
  unread: Buffer | null
  unreadCount: number
  state: string
  provider: string | null
  readAt: Date | null
  addedAt: Date
  failure: string | null
}

const select = async (work: Work, which: RawBuilder<unknown>): Promise<View[]> => {
  const { rows } = await sql<Row>`
    select outside.id, outside.unit_id as "unitId", unit.name as "unitName", space.name as "spaceName",
      outside.host_name as "hostName", outside.provider, outside.read_at as "readAt", outside.added_at as "addedAt", outside.failure,
      coalesce(outside.unit_id, outside.professional_id) as "resourceId", outside.unread, outside.unread_count as "unreadCount",
      case when outside.lost then 'lost' when ${isStale(sql`${work.now}`)} then 'stale'
        when outside.read_at is null then 'waiting' else 'healthy' end as state,
      (select count(distinct claim.booking_id)::integer from claims claim
        where claim.resource_id = coalesce(outside.unit_id, outside.professional_id) and claim.booking_id is not null
          and claim.state = 'firm' and upper(claim.during) > ${work.now} and claim.during && outside.busy) as conflicts
    from outside_calendars outside left join units unit on unit.id = outside.unit_id
    left join spaces space on space.id = unit.space_id
    where ${which} order by outside.unit_id, outside.id`.execute(work.db)
  return rows.map(
    ({ failure, state, provider, readAt, addedAt, resourceId, unread, unreadCount, ...row }) => ({
      ...row,
      unread: { count: unreadCount, events: unread === null ? [] : unreadIn(work, resourceId, unread) },
      state: z.parse(OutsideState, state),
      provider: provider === null ? null : z.parse(CalendarProviderName, provider),
      problem: failure === null ? null : (troubles[failure] ?? null),
      readAt: readAt?.toISOString() ?? null,
      addedAt: addedAt.toISOString(),
    }),
  )
}

const Unread = z.array(z.object({ title: z.string(), starts: z.string(), reason: z.enum(unreadReasons) }))

const unreadIn = (work: Work, resourceId: number, saved: Buffer): View['unread']['events'] =>
  z.parse(Unread, JSON.parse(sealed(work, resourceId).open(saved))).map(({ title, starts, reason }) => ({
    title,
    date: starts.slice(0, 10) || null,
    time: starts.slice(11) || null,
    problem: problems[reason],
  }))

const problems = {
  start: 'No se entiende cuándo empieza.',
  end: 'No se entiende cuándo termina.',
  rule: 'No se entiende cómo se repite: solo contamos la primera vez.',
  zone: 'No se conoce su zona horaria: contamos la hora como si fuera la de tu calendario.',
} as const satisfies Record<UnreadReason, string>

const troubles: Readonly<Record<string, string>> = {
  unreachable: 'Ese calendario no responde. Lo intentamos otra vez cada cinco minutos.',
  gone: 'Esa dirección ya no muestra un calendario. Copia la dirección secreta otra vez.',
  not_a_calendar: 'Lo que hay en esa dirección no es un calendario iCal.',
  too_large: 'Ese calendario es demasiado grande para leerlo.',
  no_event_readable: 'Ese calendario tiene eventos, pero ninguno se pudo leer.',
  not_outside: 'Esa dirección no está en internet.',
}
