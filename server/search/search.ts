/**
 * Finds professionals and spaces by words, place, filters and real free time, in pages. Owns the tables
 * `search_…`, which only its jobs fill (documents.ts); cards are read from the sources, so that what is
 * shown is never older than what is true.
 */
import { maxMatches } from '#contract/search/search.ts'
import {
  firstHours,
  freeProfessionals,
  freeSpaces,
  type FreeSpace,
  type FreeTime,
  periodsOf,
  type Free,
} from '#server/availability/slots/free.ts'
import { Page } from '#server/platform/http/http.ts'
import type { Work } from '#server/platform/work.ts'
import { lookFrom, start, type Candidate, type Position, type Sought } from '#server/search/candidates.ts'
import { professionalCards, spaceCards } from '#server/search/cards.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { noteUnmet } from '#server/search/demand.ts'
import { documentsIn } from '#server/search/documents.ts'
import { type Meant, meantBy } from '#server/search/host.ts'
import { amongPriced } from '#server/search/prices.ts'
import {
  aboutProfessionals,
  aboutSpaces,
  isWidened,
  readings,
  type ProfessionalQuery,
  type Question,
  type SpaceQuery,
} from '#server/search/question.ts'
import { staysAt } from '#server/search/stays.ts'
import { workplacesFor, type Workplace } from '#server/search/workplaces.ts'

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
  const free = periodsOf(work, query)
  const known = new Map<number, Result>(found.map((one) => [one.id, one]))
  return new Page(
    cards.map((card) => ({ ...card, ...how, ...hereOf(work, known.get(Number(card.id)), free) })),
    cursor,
  )
}

/** So many hours fit on a card. */
const hoursOnCard = 3

/** Of a result: where they were found, and with a window its first hours there. */
const hereOf = (work: Work, found: Result | undefined, free: Free | null) => {
  const place = found?.time?.place ?? found?.places[0]
  return {
    place: place === undefined ? null : presentPlace(place),
    ...(found?.time === undefined || free === null
      ? {}
      : {
          slots: firstHours(work, found.time.offer, free, hoursOnCard).map((slot) => ({
            ...slot,
            serviceId: found.time?.offer.serviceId ?? 0,
            zone: found.time?.offer.zone ?? '',
          })),
        }),
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

/** Of everything that `searchProfessionals` would bring page by page. Refuses like it. */
export const professionalMatches = async (work: Work, { query }: { query: ProfessionalQuery }) =>
  matches(work, await aboutProfessionals(work, query), query, meantBy(work, query))

export const spaceMatches = async (work: Work, { query }: { query: SpaceQuery }) =>
  matches(work, aboutSpaces(work, query), query)

/** Would a search find this professional now? Its words, place, filters and free time are checked as for anybody. */
export const findsProfessional = async (work: Work, query: ProfessionalQuery, professionalId: number) => {
  const question = await aboutProfessionals(work, query)
  const only = {
    ...question,
    read: async (work: Work, reading: number) => {
      const sought = await question.read(work, reading)
      return sought === null ? null : { ...sought, only: professionalId }
    },
  }
  const { found } = await search(work, only, { ...query, limit: 1, cursor: undefined }, meantBy(work, query))
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

type Paged = Pick<ProfessionalQuery, 'limit' | 'cursor' | 'availability' | 'startsAt' | 'endsAt' | 'hours'>
type Result = Candidate & {
  places: readonly Workplace[]
  time?: FreeTime<Workplace> | undefined
  space?: FreeSpace
}
/** `widened`: by a reading without the words of the place. */
type Found = { found: Result[]; cursor: string | null; widened?: true }
const nothing: Found = { found: [], cursor: null }

/** Fewer than this, and misspelt words are looked for; the place is left out of account only when there is none. */
const tooFew = 3

/** One page, by the strictest reading that finds enough. The cursor remembers which. */
const search = async (
  work: Work,
  question: Question,
  query: Paged,
  meant: Meant | null = null,
): Promise<Found> => {
  const ask = { question, limit: query.limit, free: periodsOf(work, query), meant }
  if (query.cursor !== undefined) {
    const { reading, position } = readCursor(query.cursor)
    const sought = await question.read(work, reading)
    return sought === null ? nothing : fill(work, { ...ask, sought, reading, position })
  }
  const documents = await documentsIn(work, question.kind)
  let most = nothing
  for (let reading = 0; reading < readings; reading++) {
    const enough = reading % 2 === 0 ? tooFew : 1
    if (most.found.length >= enough || most.cursor !== null) continue
    const sought = await question.read(work, reading)
    if (sought === null) continue
    const page = await fill(work, { ...ask, sought, reading, position: start(sought, documents) })
    if (page.found.length > most.found.length) most = page
  }
  return most
}

/** This many are checked for free time before a page goes out as it is; its cursor continues from there. */
const maxRequested = 200

type Ask = {
  question: Question
  sought: Sought
  reading: number
  position: Position
  limit: number
  free: Free | null
  /** What a host asks beside it. */
  meant: Meant | null
}

/** Walks in order until the page is full, through as many windows as it takes. */
const fill = async (
  work: Work,
  { question, sought, reading, limit, free, meant, ...ask }: Ask,
): Promise<Found> => {
  const found: Result[] = []
  let position: Position | null = ask.position
  for (let request = 0; position !== null && found.length < limit && request < maxRequested;) {
    const wanted = limit - found.length
    // Some will be busy: ask for more than are wanted, and go on after the last one taken.
    const all = free === null && meant === null && sought.price === null
    const page = await lookFrom(work, sought, position, all ? wanted : wanted * 2)
    const right = meant === null ? page.found : await among(meant, page.found)
    const priced =
      sought.kind === 'spaces' ? right : await amongPriced(work, right, wantedOf(question, sought))
    const there = await amongThere(work, sought, priced)
    const able = free === null ? there : await amongFree(work, question, sought, there, free)
    request += page.found.length
    found.push(...able.slice(0, wanted))
    const last = able[wanted - 1]
    position =
      able.length > wanted && last !== undefined
        ? { ...position, after: { score: last.score, id: last.id } }
        : page.next
  }
  return {
    found,
    cursor: position === null ? null : writeCursor({ reading, position }),
    ...(isWidened(reading) ? { widened: true } : {}),
  }
}

/** The services that are meant. */
const wantedOf = ({ service }: Question, { text, price }: Sought) => ({
  category: service.category,
  text: service.text ?? text,
  price,
})

const among = async (meant: Meant, candidates: Candidate[]) => {
  const able = await meant(candidates.map(({ id }) => id))
  return candidates.filter(({ id }) => able.has(id))
}

/** Those who really work there, each with the places at which they were found. */
const amongThere = async (work: Work, sought: Sought, candidates: Candidate[]): Promise<Result[]> => {
  if (sought.kind === 'spaces') return candidates.map((one) => ({ ...one, places: [] }))
  const known = await workplacesFor(
    work,
    candidates.map(({ id }) => id),
    sought,
  )
  return candidates.flatMap((one) => {
    const places = known.get(one.id)
    if (places === undefined) return []
    return [{ ...one, km: places[0] === undefined ? one.km : places[0].km, places }]
  })
}

const amongFree = async (
  work: Work,
  question: Question,
  sought: Sought,
  candidates: Result[],
  free: Free,
): Promise<Result[]> => {
  if (question.kind === 'spaces') {
    const able = await freeSpaces(
      work,
      candidates.map(({ id }) => id),
      free,
    )
    return candidates.flatMap((one) => {
      const space = able.get(one.id)
      return space === undefined ? [] : [{ ...one, space }]
    })
  }
  const able = await freeProfessionals(
    work,
    new Map(candidates.map(({ id, places }) => [id, places])),
    free,
    wantedOf(question, sought),
  )
  return candidates.flatMap((one) => {
    const time = able.get(one.id)
    return time === undefined ? [] : [{ ...one, km: time.place.km, time }]
  })
}
