/** Professionals in the results who are fully booked on the searched days, with the service that a client can wait for. */
import { sql } from 'kysely'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { instead } from '#contract/search/instead.ts'
import { servicesOf } from '#server/availability/slots/free.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'
import type { Finder, Params } from '#server/search/instead/finder.ts'
import { allDay, type Requested, untimed } from '#server/search/instead/later-day.ts'
import { wantedOf } from '#server/search/results.ts'

type Waiting = Reply<typeof instead>['waiting']

/** How many can be read at a glance. */
const maxWaiting = 2
/** No waitlist is open for days further ahead (docs/booking/waitlist.md). */
const furthestDays = 31

/** The best professionals that the search finds at any time, but at no hour of the searched days. */
export const waitingLists = async (
  work: Work,
  finder: Finder,
  queries: readonly Params[],
  requested: Requested,
): Promise<Waiting> => {
  const days = allDay(queries, requested)
  const latest = dateOf(dayAt(zoneTable(requested.zone), work.now.getTime()) + furthestDays)
  if (days === null || (requested.after ?? latest) >= latest) return []
  const free = new Set<number>()
  for (const params of days) for (const { id } of (await finder.find(params)).found) free.add(id)
  for (const params of untimed(queries)) {
    const { found, widened } = await finder.find(params)
    const full = widened ? [] : found.filter(({ id }) => !free.has(id)).slice(0, maxWaiting)
    const rows = full.length === 0 ? [] : await servicesMeant(work, finder, params, full)
    if (rows.length > 0) return rows
  }
  return []
}

/** For each the shortest matching service with the searched modality. */
const servicesMeant = async (
  work: Work,
  finder: Finder,
  params: Params,
  full: readonly { id: number }[],
): Promise<Waiting> => {
  const question = await finder.question(params)
  const sought = await question.read(work, 0)
  if (sought === null) return []
  const ways = sought.where.modalities
  const services = await servicesOf(
    work,
    full.map(({ id }) => id),
    wantedOf(question, sought),
  )
  const ids = services.flatMap((own) => {
    const one = own.find((service) => ways.length === 0 || service.ways.some((way) => ways.includes(way)))
    return one === undefined ? [] : [one.id]
  })
  const { rows } = await sql<Waiting[number]>`
    select p.id, a.first_name || ' ' || a.last_name as name, s.id as "serviceId", s.name as service
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join services s on s.id = wanted.id
    join professionals p on p.id = s.professional_id
    join accounts a on a.id = p.account_id
    order by wanted.place`.execute(work.db)
  return rows
}
