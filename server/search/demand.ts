/**
 * Searches without results, counted for the hosts of the place: what was searched, in which municipality, for which hour. Neither the
 * searcher nor the words are stored. A reply only leaves a note in memory; notes are evaluated and written some seconds later, in
 * batches. Notes lost in a crash stay lost: counts show trends, they are no ledger.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { dateOf, dayAt, readingAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import type { Work } from '#server/platform/work.ts'
import type { Kind } from '#server/search/candidates.ts'
import { zoneRequested, type ZoneRequested } from '#server/search/place.ts'
import type { ProfessionalQuery, SpaceQuery } from '#server/search/question.ts'
import { categoryOf, wordsOf } from '#server/search/rules.ts'

const capitalZone = 'America/Mexico_City'
/** Written this long after the first note; a page that repeats the search meanwhile is counted once. */
const waitMs = 5_000
/** More than this within that time is a flood, and adds no information. */
const maxNotes = 5_000
/** Comparisons cover at most a season ahead. */
const retentionDays = 400

type RequestParams = Partial<ProfessionalQuery & SpaceQuery>
type Note = { kind: Kind; request: RequestParams; from: string; at: Date }
type Box = { notes: Note[]; timer: NodeJS.Timeout | undefined; day: string; seen: Set<string> }

/** By database, since a process may have several servers (tests do). */
const boxes = new WeakMap<object, Box>()

/** Leaves a note; the cost is negligible. Searches by hosts are not client demand. */
export const noteUnmet = (work: Work, kind: Kind, request: RequestParams): void => {
  if (request.cursor !== undefined || isOwnBusiness(work, kind, request)) return
  const box = boxes.get(work.db) ?? { notes: [], timer: undefined, day: '', seen: new Set() }
  boxes.set(work.db, box)
  if (box.notes.length >= maxNotes) return
  const from = String(work.viewer.accountId ?? work.viewer.visitor ?? work.viewer.address)
  box.notes.push({ kind, request, from, at: work.now })
  box.timer ??= setTimeout(() => {
    countUnmet(work).catch((error: unknown) => work.log.error({ err: error }, 'unmet demand was not counted'))
  }, waitMs).unref()
}

const isOwnBusiness = ({ viewer }: Work, kind: Kind, request: RequestParams) =>
  viewer.activeRole === 'admin' ||
  (kind === 'professionals' &&
    (viewer.activeRole === 'host' ||
      request.near_space !== undefined ||
      request.free_days !== undefined ||
      request.languages !== undefined ||
      request.level !== undefined))

type Count = {
  day: string
  sought: Kind
  category: string
  municipality_id: number
  state: string
  weekday: number | null
  hour: number | null
  searches: number
}

/** Writes the notes so far; returns how many searches were counted. */
export const countUnmet = async (work: Work): Promise<number> => {
  const box = boxes.get(work.db)
  if (box === undefined) return 0
  clearTimeout(box.timer)
  box.timer = undefined
  const counts = countsOf(box, box.notes.splice(0))
  if (counts.length === 0) return 0
  await sql`
    insert into unmet_demand (day, sought, category, municipality_id, state, weekday, hour, searches)
    select day, sought, category, municipality_id, state, weekday, hour, searches
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r (day date, sought text, category text,
      municipality_id integer, state text, weekday smallint, hour smallint, searches integer)
    order by municipality_id, day, state, sought, category, weekday, hour
    on conflict on constraint unmet_demand_once
      do update set searches = unmet_demand.searches + excluded.searches`.execute(work.db)
  return counts.reduce((sum, { searches }) => sum + searches, 0)
}

/** The same search by the same person counts once a day. The searcher is known only to this process, and only until the day ends. */
const countsOf = (box: Box, notes: readonly Note[]): Count[] => {
  const counts = new Map<string, Count>()
  for (const note of notes) {
    const count = countOf(note)
    if (count === null) continue
    if (box.day !== count.day) {
      box.day = count.day
      box.seen.clear()
    }
    const key = JSON.stringify(Object.values(count))
    const mark = `${note.from} ${key}`
    if (box.seen.has(mark)) continue
    box.seen.add(mark)
    const before = counts.get(key)
    if (before === undefined) counts.set(key, count)
    else before.searches += 1
  }
  return [...counts.values()]
}

const countOf = ({ kind, request, at }: Note): Count | null => {
  const zone = zoneRequested(request)
  if (zone === null) return null
  const { category, service, q, spaceType } = request
  const sought = category ?? categoryOf(wordsOf(service ?? q ?? '')) ?? ''
  return {
    day: dateOf(dayAt(zoneTable(capitalZone), at.getTime())),
    sought: kind,
    category: kind === 'spaces' ? (spaceType ?? '') : sought,
    municipality_id: zone.municipalityId,
    state: zone.state,
    ...wantedOf(request, zone, at),
    searches: 1,
  }
}

/** The requested start hour; a whole day has only a weekday, a longer period nothing. */
const wantedOf = ({ startsAt, endsAt, availability }: RequestParams, zone: ZoneRequested, at: Date) => {
  const table = zoneTable(zone.clock)
  if (startsAt === undefined) {
    const today = availability?.length === 1 && availability[0] === 'today'
    return { weekday: today ? weekdayOf(dayAt(table, at.getTime())) : null, hour: null }
  }
  const from = Date.parse(startsAt)
  const length = endsAt === undefined ? 0 : Date.parse(endsAt) - from
  if (length > dayMs + 60 * minuteMs) return { weekday: null, hour: null }
  const reading = readingAt(table, from)
  const day = Math.floor(reading / dayMs)
  const hour = Math.floor((reading - day * dayMs) / (60 * minuteMs))
  return { weekday: weekdayOf(day), hour: length >= dayMs / 2 ? null : hour }
}

export const forgetOldDemand = (work: Work) =>
  forgetBefore(work, 'unmet_demand', 'day', dateOf(Math.floor(work.now.getTime() / dayMs) - retentionDays))
