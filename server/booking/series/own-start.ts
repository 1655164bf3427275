/** What the sheet of an appointment of one's own agenda begins with: services and clients, the last used first. */
import { sql } from 'kysely'
import type { ownStart, OwnStart } from '#contract/booking/series/own-appointment.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** So many are shown before anything is typed; the others are found by typing. */
const maxClients = 12

/** Classes are booked by seats, and what is given at homes alone needs an address. Refuses no_profile. */
export const readOwnStart = async (work: Work, { q }: Input<typeof ownStart>['query']): Promise<OwnStart> => {
  const professionalId = work.who.professionalId ?? refuse('no_profile')
  const { zone } = await work.db
    .selectFrom('professionals')
    .select('zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  const { rows: services } = await sql<OwnStart['services'][number]>`
    select service.id, service.name, service.duration_minutes as "durationMinutes", service.price_cents::int as "priceCents"
    from services service
    left join lateral (select max(created_at) as at from bookings where bookings.professional_id = service.professional_id
      and bookings.service_id = service.id) used on true
    where service.professional_id = ${professionalId} and service.visibility <> 'hidden' and service.class_capacity is null
    order by used.at desc nulls last, service.position, service.id`.execute(work.db)
  const digits = q.replace(/\D/g, '')
  const wanted = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const named = sql`translate(lower(client.first_name || ' ' || client.last_name), 'áéíóúüñ', 'aeiouun')
    like translate(lower(${wanted}::text), 'áéíóúüñ', 'aeiouun')`
  const found =
    digits.length < 3
      ? named
      : sql`(${named} or regexp_replace(last.phone, '\\D', '', 'g') like ${`%${digits}%`})`
  const { rows: clients } = await sql<OwnStart['clients'][number]>`
    with seen as (
      select distinct on (client_id) client_id, contact ->> 'phone' as phone, service_id, starts_at from bookings
      where professional_id = ${professionalId} and kind = 'visit' and client_id is not null and confirmed_at is not null
        and contact is not null
      order by client_id, starts_at desc
    )
    select client.id, client.first_name as "firstName", client.last_name as "lastName", nullif(last.phone, '') as phone,
      last.service_id as "lastServiceId"
    from seen last join clients client on client.id = last.client_id
    where ${found}
    order by last.starts_at desc, client.id desc limit ${maxClients}`.execute(work.db)
  return { zone, services, clients }
}
