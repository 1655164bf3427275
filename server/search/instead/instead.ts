/**
 * Alternatives to a search without results (docs/search/instead.md). Every count comes from the search itself with other parameters:
 * following a proposal finds as many.
 */
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import {
  type Condition,
  conditionNames,
  conditions,
  type instead,
  soughtConditions,
} from '#contract/search/instead.ts'
import type { SearchType } from '#contract/search/search.ts'
import { zones } from '#server/places/places.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { countOf, distinct } from '#server/search/instead/count.ts'
import { type Finder, finderOf, type Params, paramsOf, withoutNames } from '#server/search/instead/finder.ts'
import { laterDay, otherHours } from '#server/search/instead/later-day.ts'
import { placeNearby } from '#server/search/instead/place-nearby.ts'
import { waitingLists } from '#server/search/instead/waiting.ts'

type Instead = Reply<typeof instead>

/** Refuses `invalid_input` for an invalid search, `not_found` for another host's space. */
export const readInstead = async (
  work: Work,
  { query: { type, queries: texts, ...day } }: Input<typeof instead>,
): Promise<Instead> => {
  if (!zones.includes(day.zone))
    refuse('invalid_input', { fields: [{ field: 'zone', problem: 'no es una zona de México' }] })
  const finder = finderOf(work, type)
  const queries = distinct(texts.map(paramsOf))
  // An invalid search is refused before anything is counted.
  for (const params of queries) await finder.question(params)
  const without = await withoutOne(finder, queries)
  const sameDays = await otherHours(finder, queries, day)
  const later = await laterDay(work, finder, queries, day)
  const nearby = await placeNearby(work, type, finder, queries)
  const isHopeless = without.length === 0 && (sameDays ?? later ?? nearby) === null
  return {
    otherHours: sameDays,
    day: later,
    ...(isHopeless
      ? await withoutAll(work, type, finder, queries)
      : { without, place: nearby && { ...nearby, isBare: false } }),
    waiting: type === 'professionals' ? await waitingLists(work, finder, queries, day) : [],
  }
}

/** How many conditions are compared, and how many shown. */
const maxCompared = 6
const maxShown = 4

const withoutOne = async (finder: Finder, queries: readonly Params[]): Promise<Instead['without']> => {
  const said = conditions.filter((condition) => namesIn(queries, condition).length > 0).slice(0, maxCompared)
  const counted: { condition: Condition; count: number; more: boolean; isSought: number }[] = []
  for (const condition of said) {
    const { count, more } = await countOf(
      finder,
      queries.map((params) => withoutNames(params, conditionNames[condition])),
    )
    if (count > 0) counted.push({ condition, count, more, isSought: Number(soughtConditions.has(condition)) })
  }
  return counted
    .toSorted((a, b) => a.isSought - b.isSought || b.count - a.count)
    .slice(0, maxShown)
    .map(({ isSought: _isSought, ...one }) => one)
}

/** Filters may exclude everyone together, though none does alone: here, else at the nearest place. */
const withoutAll = async (
  work: Work,
  type: SearchType,
  finder: Finder,
  queries: readonly Params[],
): Promise<Pick<Instead, 'without' | 'place'>> => {
  const bare = distinct(queries.map((params) => withoutNames(params, narrowingNames)))
  const isNarrowed = queries.some((params) => narrowingNames.some((name) => params[name] !== undefined))
  if (!isNarrowed) return { without: [], place: null }
  const counted = await countOf(finder, bare)
  if (counted.count > 0) return { without: [{ condition: 'all', ...counted }], place: null }
  const place = await placeNearby(work, type, finder, bare)
  if (place !== null) return { without: [], place: { ...place, isBare: true } }
  const unnamed = bare.map((params) => withoutNames(params, wordNames))
  const left = await countOf(finder, unnamed)
  return { without: left.count > 0 ? [{ condition: 'words_too', ...left }] : [], place: null }
}

const narrowingNames = conditions
  .filter((condition) => !soughtConditions.has(condition))
  .flatMap((condition) => conditionNames[condition])

const namesIn = (queries: readonly Params[], condition: Condition) =>
  conditionNames[condition].filter((name) => queries.some((params) => params[name] !== undefined))
const wordNames = [...conditionNames.service, ...conditionNames.words]
