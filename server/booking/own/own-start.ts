/** What the sheet of an own appointment starts with: services and clients, the last used first. */
import { type RawBuilder, sql } from 'kysely'
import type { ownStart, OwnStart } from '#contract/booking/series/own-appointment.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { entries, foundBy, latestSeen, rootOf } from '#server/booking/client/own-client-row.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Clients shown before a search; the others are found by typing. */
const maxClients = 12

/** Her services, those hidden from clients included. Classes are booked by seat and left out. Refuses no_profile. */
export const readOwnStart = async (
  work: Work,
  { q, client }: Input<typeof ownStart>['query'],
): Promise<OwnStart> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const { zone } = await work.db
    .selectFrom('professionals')
    .select('zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  const { rows: services } = await sql<OwnStart['services'][number]>`
    select service.id, service.name, service.duration_minutes as "durationMinutes", service.price_cents::int as "priceCents",
      service.add_ons as "addOns"
    from services service
    left join lateral (select max(created_at) as at from bookings where bookings.professional_id = service.professional_id
      and bookings.service_id = service.id) used on true
    where service.professional_id = ${professionalId} and service.archived_at is null and service.class_capacity is null
    order by used.at desc nulls last, service.position, service.id`.execute(work.db)
  const [clients, [chosen = null]] = [
    await choices(work, professionalId, sql`entry."firstName" <> '' and ${foundBy(q)}`),
    client === undefined
      ? []
      : await choices(work, professionalId, await isEntry(work, professionalId, client)),
  ]
  return { zone, services, clients, chosen }
}

/** The client card of an id; none where it is not in her book, since the URL may be old. */
const isEntry = async (work: Work, professionalId: number, id: number): Promise<RawBuilder<unknown>> =>
  sql`entry.id = ${await rootOf(work, professionalId, id)} and entry."firstName" <> ''`

const choices = async (work: Work, professionalId: number, which: RawBuilder<unknown>) => {
  const { rows } = await sql<OwnStart['clients'][number]>`
    with ${entries(work, professionalId)}, found as (
      select entry.id, entry."clientId", entry."firstName", entry."lastName", entry.phone from entry
      where ${which} order by ${latestSeen} limit ${maxClients}
    )
    select found.id, found."firstName", found."lastName", found.phone, last.service_id as "lastServiceId"
    from found left join lateral (select service_id from bookings where professional_id = ${professionalId}
      and client_id = found."clientId" and kind = 'visit' and confirmed_at is not null order by starts_at desc limit 1) last on true
    `.execute(work.db)
  return rows
}
