/** The alternatives to a search without results, counted by the server. */
import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#contract/platform/endpoint.ts'
import { instead, maxQueries, queryListOf } from '#contract/search/instead.ts'
import { call, keyIn } from '#web/api.ts'
import { type SearchState, typeOf } from '#web/parts/cards/search-state.ts'
import { chipsOf } from '#web/parts/search/chips.ts'
import { wholeQueries } from '#web/parts/search/results.ts'
import { whenOf, zoneOf } from '#web/parts/search/window.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { containsVisit, hoursOfWhen } from '#web/parts/time/when.ts'

export type Instead = Reply<typeof instead>

/** `search`: as it was run, with the presumed city where it has no place. Null: counting failed, which is not shown as an error. */
export const insteadReading = (search: SearchState, now: number) => {
  const query = questionOf(search, now)
  return queryOptions({
    queryKey: [...keyIn(instead, { query })],
    queryFn: ({ signal }): Promise<Instead | null> =>
      call(instead, { query }, { signal }).catch((problem: unknown) => {
        if (signal.aborted) throw problem
        return null
      }),
  })
}

const questionOf = (search: SearchState, now: number) => {
  const zone = zoneOf(search)
  const when = whenOf(search)
  const isWeek = search.availability !== undefined && search.availability !== 'flexible'
  const after = when.until ?? when.day ?? (isWeek ? dateIn(now, zone) : undefined)
  const hours = hoursOfWhen(when)
  const daily = hours === undefined ? undefined : `${hours.from}-${hours.to}`
  return {
    type: typeOf(search),
    queries: queryListOf(wholeQueries(chipsOf(search), search).slice(0, maxQueries)),
    ...(after === undefined ? {} : { after, zone }),
    ...(when.day === undefined ? {} : { since: when.day }),
    // A part of the day and an hour alone bound a visit's start; two hours bound the whole visit (web/parts/time/when-text.ts).
    ...(after === undefined || daily === undefined
      ? {}
      : containsVisit(when)
        ? { within: daily }
        : { hours: daily }),
  }
}
