/** Professionals of a search whose hours are full then, with the service for which one may wait. */
import { sql } from 'kysely'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { instead } from '#contract/search/instead.ts'
import { servicesOf } from '#server/availability/slots/free.ts'
import type { Work } from '#server/platform/work.ts'
import type { Finder, Params } from '#server/search/instead/finder.ts'
import { wantedOf } from '#server/search/results.ts'

type Waiting = Reply<typeof instead>['waiting']

/** So many are read at a glance. */
const mostWaiting = 2

/** The best of those whom the search finds at any time: `open` are its queries without the time. */
export const waitingLists = async (work: Work, finder: Finder, open: readonly Params[]): Promise<Waiting> => {
  for (const params of open) {
    const { found, widened } = await finder.find(params)
    const question = await finder.question(params)
    const sought = await question.read(work, 0)
    if (widened || found.length === 0 || sought === null) continue
    const ids = found.slice(0, mostWaiting).map(({ id }) => id)
    const services = await servicesOf(work, ids, wantedOf(question, sought))
    const { rows } = await sql<Waiting[number]>`
      select p.id, a.first_name || ' ' || a.last_name as name, s.id as "serviceId", s.name as service
      from unnest(${services.flatMap(([service]) => (service === undefined ? [] : [service.id]))}::bigint[])
        with ordinality as wanted (id, place)
      join services s on s.id = wanted.id
      join professionals p on p.id = s.professional_id
      join accounts a on a.id = p.account_id
      order by wanted.place`.execute(work.db)
    return rows
  }
  return []
}
