/**
 * A feed of the professional's agenda for other calendar apps: an address that cannot be guessed, and a file with their bookings and only
 * the first names of clients. Busy times from another calendar are left out, or two calendars would repeat each other's events.
 */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { calendarOf } from '#contract/platform/calendar-file.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { mountCalendars, newAddress } from '#server/booking/agenda/calendar-address.ts'
import { domainOf } from '#server/booking/summary/calendar-copy.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { liveStatuses } from '#server/booking/moves/rules.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'

/** How many days of the past and of the future the feed covers. */
const pastDays = 7
const comingDays = 180

const me = (work: Work) => work.viewer.professionalId ?? refuse('no_profile')

/** Refuses no_profile. */
export const read = async (work: Work): Promise<{ madeAt: string | null }> => {
  const row = await work.db
    .selectFrom('own_calendars')
    .select('made_at')
    .where('professional_id', '=', me(work))
    .executeTakeFirst()
  return { madeAt: row?.made_at.toISOString() ?? null }
}

/** Refuses no_profile. */
export const make = async (work: Work): Promise<{ address: string }> => {
  const { address, row } = newAddress(work, 'own-calendars')
  await work.db
    .insertInto('own_calendars')
    .values({ professional_id: me(work), ...row })
    .onConflict((conflict) => conflict.column('professional_id').doUpdateSet(row))
    .execute()
  return { address }
}

/** Refuses no_profile. */
export const remove = async (work: Work): Promise<{ ok: true }> => {
  await forgetOwnCalendar(work, me(work))
  return { ok: true }
}

/** After a professional deletes the account or the feed, no address reads it. */
export const forgetOwnCalendar = async (work: Work, professionalId: number): Promise<void> => {
  await work.db.deleteFrom('own_calendars').where('professional_id', '=', professionalId).execute()
}

export const mountOwnCalendars = (app: FastifyInstance, context: AppContext) =>
  mountCalendars(app, context, 'own-calendars', { saveAs: 'agenda-kalli.ics', textFor })

const textFor = async (work: Work, tokenHash: Buffer): Promise<string> => {
  const owner = await work.db
    .selectFrom('own_calendars')
    .select('professional_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (owner === undefined) return refuse('not_found')
  const entries = await entriesOf(work, owner.professional_id)
  return calendarOf(
    'Kalli: mi agenda',
    entries.map((entry) => ({ ...entry, at: work.now, domain: domainOf(work) })),
  )
}

type Row = {
  id: string
  version: number
  startsAt: Date
  endsAt: Date
  title: string
  spaceName: string | null
  visitPlace: number | null
}

/** Confirmed visits, rented hours and classes, and the professional's own blocks, without holds. A client's home shows no address. */
export const entriesOf = async (work: Work, professionalId: number) => {
  const whose = sql`${professionalId}::bigint`
  const from = sql`${work.now}::timestamptz - ${pastDays} * interval '1 day'`
  const to = sql`${work.now}::timestamptz + ${comingDays} * interval '1 day'`
  const { rows } = await sql<Row>`
    select booking.id::text as id, booking.version, booking.starts_at as "startsAt", booking.ends_at as "endsAt",
      case when booking.kind = 'rent' then 'Espacio rentado' else concat_ws(' · ', booking.service_name, booking.contact ->> 'firstName') end as title,
      ${spaceNamed('space')} as "spaceName", booking.visit_place as "visitPlace"
    from bookings booking left join spaces space on space.id = booking.space_id
    where booking.professional_id = ${whose} and booking.class_id is null and booking.status in (${statusList(liveStatuses)})
      and booking.starts_at < ${to} and booking.ends_at > ${from} and booking.starts_at > ${from} - interval '31 days'
    union all
    select own.id::text, own.version, own.starts_at, own.ends_at, service.name || ' (clase)', ${spaceNamed('space')}, own.visit_place
    from class_sessions own join services service on service.id = own.service_id left join spaces space on space.id = own.space_id
    where own.professional_id = ${whose} and own.status = 'open' and own.starts_at < ${to} and own.ends_at > ${from}
    union all
    select 'block-' || block.id, block.version, lower(claim.during), upper(claim.during),
      case when block.reason = '' then 'Bloqueo' else block.reason end, null, null
    from claims claim join blocks block on block.id = claim.block_id
    where claim.resource_id = ${whose} and claim.during && tstzrange(${from}, ${to})
    order by 3, 1`.execute(work.db)
  return rows.map(({ spaceName, visitPlace, ...row }) => ({
    ...row,
    place: row.id.startsWith('block-') ? '' : (spaceName ?? placeNameOf(visitPlace)),
  }))
}
