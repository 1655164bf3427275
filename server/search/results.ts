/** A question's page of results: by the strictest reading that finds enough, of professionals who work there, are free and in budget. */
import { freeProfessionals, type FreeTime } from '#server/availability/slots/free-professionals.ts'
import { freeSpaces, type FreeSpace, periodsOf } from '#server/availability/slots/free.ts'
import type { Free, Period } from '#server/availability/slots/free-periods.ts'
import type { Wanted } from '#server/availability/slots/meant.ts'
import type { Work } from '#server/platform/work.ts'
import {
  following,
  lookAtAll,
  lookFrom,
  start,
  type Candidate,
  type Position,
  type Sought,
} from '#server/search/candidates.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { documentsIn } from '#server/search/documents.ts'
import type { Meant } from '#server/search/host.ts'
import { isWidened, readings, type ProfessionalQuery, type Question } from '#server/search/question.ts'
import { listCentsAt, workplacesFor, type Workplace } from '#server/search/workplaces.ts'

/** The part of a query that states the page and the time. */
export type Paged = Pick<
  ProfessionalQuery,
  'limit' | 'cursor' | 'availability' | 'startsAt' | 'endsAt' | 'hours'
> & { startsIn?: Period }
export type Result = Candidate & {
  places: readonly Workplace[]
  time?: FreeTime<Workplace> | undefined
  space?: FreeSpace
}
/** `widened`: by a reading without the words of the place. */
export type Found = { found: Result[]; cursor: string | null; widened?: true }
/** No results. */
export const nothing: Found = { found: [], cursor: null }

/** With fewer results than this misspelt words are corrected; the place is dropped only when there are none. */
const tooFew = 3

/** One page, by the strictest reading that finds enough. The cursor stores the reading. `checked`: how many are checked for free time. */
export const search = async (
  work: Work,
  question: Question,
  query: Paged,
  meant: Meant | null = null,
  checked = maxCandidates,
): Promise<Found> => {
  const ask = { question, limit: query.limit, free: periodsOf(work, query), meant, most: checked }
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

/** How many are checked for free time before an incomplete page is sent; its cursor continues from there. */
const maxCandidates = 200

type Ask = {
  question: Question
  sought: Sought
  reading: number
  position: Position
  limit: number
  free: Free | null
  /** Additional filters of a host. */
  meant: Meant | null
  /** The most candidates checked. */
  most: number
}

/** Checked at once where some may not match: a walk for the last two of a page costs as much as one for all. */
const least = 40
/** Of those who work somewhere, nine of ten also have time in a usual window: so many more are read at first. */
const spareForTime = 1.5

/** Walks in order until the page is full, through as many windows as needed. */
const fill = async (
  work: Work,
  { question, sought, reading, limit, free, meant, most, ...ask }: Ask,
): Promise<Found> => {
  const found: Result[] = []
  let position: Position | null = ask.position
  for (let request = 0; position !== null && found.length < limit && request < most;) {
    const wanted = limit - found.length
    // Some will be busy: fetches more than needed, and continues after the last one taken.
    const all = meant === null && sought.price === null
    const some = free === null ? wanted : request === 0 ? Math.ceil(wanted * spareForTime) : least
    const service = wantedOf(question, sought)
    const check = async (candidates: Candidate[]) =>
      amongThere(work, sought, meant === null ? candidates : await among(meant, candidates), service)
    const page: Checked = isRoughlyOrdered(sought, service)
      ? await inExactOrder(work, { sought, position, most: some }, check)
      : await inOrder(work, { sought, position, most: all ? some : Math.max(wanted * 2, least) }, check)
    const { there } = page
    const { able, isWhole } =
      free === null
        ? { able: there, isWhole: true }
        : await amongFree(work, { sought, free, most: wanted }, there)
    request += page.checked
    found.push(...able.slice(0, wanted))
    const last = able[wanted - 1]
    position =
      last !== undefined && (able.length > wanted || !isWhole)
        ? { ...position, after: { score: last.score, id: last.id } }
        : page.next
  }
  return {
    found,
    cursor: position === null ? null : writeCursor({ reading, position }),
    ...(isWidened(reading) ? { widened: true } : {}),
  }
}

type Step = { sought: Sought; position: Position; most: number }
type Check = (candidates: Candidate[]) => Promise<Result[]>
type Checked = { there: Result[]; checked: number; next: Position | null }

const inOrder = async (work: Work, { sought, position, most }: Step, check: Check): Promise<Checked> => {
  const { found, next } = await lookFrom(work, sought, position, most)
  return { there: await check(found), checked: found.length, next }
}

/** The index knows the lowest price of any service, and the nearest of all places: bounds for those that matched. */
const isRoughlyOrdered = ({ kind, sort, near }: Sought, { category, text }: Wanted) =>
  kind === 'professionals' &&
  (sort === 'price' ? (category ?? text) !== null : sort === 'distance' && near === null)

/** Reads on in the window, until as many as wanted surely come before those that are not read. */
const inExactOrder = async (work: Work, { sought, position, most }: Step, check: Check): Promise<Checked> => {
  const { found, next } = await lookAtAll(work, sought, position)
  const read: Result[] = []
  let there: Result[] = []
  let checked = 0
  while (checked < found.length && there.length < most) {
    const some = found.slice(checked, checked + least)
    checked += some.length
    read.push(...(await check(some)).map((one) => rescored(sought, one)))
    const bound = found[checked]?.score ?? -Infinity
    there = following(
      read.filter(({ score }) => score > bound),
      position,
    )
  }
  const last = there.at(-1)
  return {
    there,
    checked,
    next:
      checked < found.length && last !== undefined
        ? { ...position, after: { score: last.score, id: last.id } }
        : next,
  }
}

const rescored = ({ sort }: Sought, one: Result): Result => {
  const [place] = one.places
  if (place === undefined) return one
  const score = sort === 'price' ? listCentsAt(place) : (place.km ?? 0)
  return { ...one, score: -score }
}

/** The matching services. */
export const wantedOf = ({ service }: Question, { text, price }: Sought): Wanted => ({
  category: service.category,
  text: service.text ?? text,
  price,
  ...(service.parts === undefined ? {} : { parts: service.parts }),
})

const among = async (meant: Meant, candidates: Candidate[]) => {
  const able = await meant(candidates.map(({ id }) => id))
  return candidates.filter(({ id }) => able.has(id))
}

/** Professionals who really give a matching service there, each with the places at which they were found. */
const amongThere = async (
  work: Work,
  sought: Sought,
  candidates: Candidate[],
  wanted: Wanted,
): Promise<Result[]> => {
  if (sought.kind === 'spaces') return candidates.map((one) => ({ ...one, places: [] }))
  const known = await workplacesFor(
    work,
    candidates.map(({ id }) => id),
    sought,
    wanted,
  )
  return candidates.flatMap((one) => {
    const places = known.get(one.id)
    if (places === undefined) return []
    return [{ ...one, km: places[0] === undefined ? one.km : places[0].km, places }]
  })
}

/** The first `most` of them with free time, perhaps some more; `isWhole`: all with free time. */
const amongFree = async (
  work: Work,
  { sought: { kind, sort }, free, most }: { sought: Sought; free: Free; most: number },
  candidates: Result[],
): Promise<{ able: Result[]; isWhole: boolean }> => {
  if (kind === 'spaces') {
    const ids = candidates.map(({ id }) => id)
    const spaces = await freeSpaces(work, ids, free)
    const able = candidates.flatMap((one) => {
      const space = spaces.get(one.id)
      return space === undefined ? [] : [{ ...one, space }]
    })
    return { able, isWhole: true }
  }
  const { found, isWhole } = await freeProfessionals(
    work,
    new Map(candidates.map(({ id, places }) => [id, sort === 'price' ? places.map(cheapestFirst) : places])),
    free,
    most,
  )
  const able = candidates.flatMap((one) => {
    const time = found.get(one.id)
    return time === undefined ? [] : [{ ...one, km: time.place.km, time }]
  })
  return { able, isWhole }
}

/** Ordered by price, the hours are those of the service whose price gave the place in the order, unless it has none. */
const cheapestFirst = (place: Workplace): Workplace =>
  place.isOneVisit ? place : { ...place, services: place.services.toSorted((a, b) => a.cents - b.cents) }
