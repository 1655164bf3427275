/**
 * Finds professionals and spaces by words, place, filters and real free time, in pages. Owns the tables `search_…`, which only its jobs
 * fill (documents.ts); cards are read from the sources, so that they are never outdated.
 */
import { maxMatches } from '#contract/search/search.ts'
import { firstHours } from '#server/availability/slots/free-professionals.ts'
import type { Period } from '#server/availability/slots/free-periods.ts'
import { periodsOf } from '#server/availability/slots/free.ts'
import { Page } from '#server/platform/http/http.ts'
import type { Work } from '#server/platform/work.ts'
import { professionalCards, spaceCards } from '#server/search/cards.ts'
import { noteUnmet } from '#server/search/demand.ts'
import { type Meant, meantBy } from '#server/search/host.ts'
import { matchedOf } from '#server/search/matched.ts'
import {
  aboutProfessionals,
  aboutSpaces,
  type ProfessionalQuery,
  type Question,
  type SpaceQuery,
} from '#server/search/question.ts'
import { type Paged, type Result, search } from '#server/search/results.ts'
import { staysAt } from '#server/search/stays.ts'
import type { Workplace } from '#server/search/workplaces.ts'

/** Refuses `unknown_filter`, `not_found` for another host's space, and `invalid_input`, also for a cursor of another search. */
export const searchProfessionals = async (work: Work, { query }: { query: ProfessionalQuery }) => {
  const { found, cursor, ...how } = await search(
    work,
    await aboutProfessionals(work, query),
    query,
    meantBy(work, query),
  )
  if (found.length === 0) noteUnmet(work, 'professionals', query)
  const cards = await professionalCards(work, found)
  const known = new Map<number, Result>(found.map((one) => [one.id, one]))
  return new Page(
    cards.map((card) => {
      const one = known.get(Number(card.id))
      return { ...card, ...how, matched: matchedOf(card, one), ...hereOf(work, one) }
    }),
    cursor,
  )
}

/** For one result: where it was found, and with a window its first hours there. */
const hereOf = (work: Work, found: Result | undefined) => {
  const place = found?.time?.place ?? found?.places[0]
  return {
    place: place === undefined ? null : presentPlace(place),
    ...(found?.time === undefined ? {} : { slots: firstHours(work, found.time) }),
  }
}

const presentPlace = ({
  how,
  spaceId,
  name,
  neighbourhood,
  city,
  state,
  latitude,
  longitude,
  km,
}: Workplace) => ({
  how,
  spaceId,
  name,
  neighbourhood,
  city,
  state,
  area: { latitude, longitude },
  distanceKm: how === 'place' && km !== null ? Math.round(km * 10) / 10 : null,
})

export const searchSpaces = async (work: Work, { query }: { query: SpaceQuery }) => {
  const { found, cursor, ...how } = await search(work, aboutSpaces(work, query), query)
  if (found.length === 0) noteUnmet(work, 'spaces', query)
  const cards = (await spaceCards(work, found)).map((card) => ({ ...card, ...how }))
  const free = periodsOf(work, query)
  if (free === null) return new Page(cards, cursor)
  const spaces = new Map(
    found.flatMap(({ id, space }) => (space === undefined ? [] : [[id, space] as const])),
  )
  const stays = await staysAt(work, spaces, { free, ...query })
  return new Page(
    cards.map((card) => ({ ...card, ...(stays.get(Number(card.id)) ?? { window: null, slots: [] }) })),
    cursor,
  )
}

/** Covers everything that `searchProfessionals` would return page by page. Refuses like it. */
export const professionalMatches = async (work: Work, { query }: { query: ProfessionalQuery }) =>
  matches(work, await aboutProfessionals(work, query), query, meantBy(work, query))

export const spaceMatches = async (work: Work, { query }: { query: SpaceQuery }) =>
  matches(work, aboutSpaces(work, query), query)

/** Would a search find this professional now, with an hour that begins in `startsIn`? Its words, place and filters are checked as usual. */
export const findsProfessional = async (
  work: Work,
  query: ProfessionalQuery,
  { professionalId, startsIn }: { professionalId: number; startsIn: Period },
) => {
  const question = await aboutProfessionals(work, query)
  const only = {
    ...question,
    read: async (work: Work, reading: number) => {
      const sought = await question.read(work, reading)
      return sought === null ? null : { ...sought, only: professionalId }
    },
  }
  const once = { ...query, limit: 1, cursor: undefined, startsIn }
  const { found } = await search(work, only, once, meantBy(work, query))
  return found.length > 0
}

const matches = async (work: Work, question: Question, query: Paged, meant: Meant | null = null) => {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await search(work, question, { ...query, limit: countedAtOnce, cursor }, meant)
    ids.push(...page.found.map(({ id }) => id))
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && ids.length < maxMatches)
  return { ids: ids.slice(0, maxMatches), more: cursor !== undefined }
}
const countedAtOnce = 200
