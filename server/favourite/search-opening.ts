/**
 * When an hour of a professional opens, saved searches that would find that hour are notified: each at most once a day about the same
 * professional, and a few times a day in all (docs/search/saved-searches.md).
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { savedSearchDays } from '#contract/favourite/saved-search.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Period } from '#server/availability/slots/free-periods.ts'
import { queryIn, searchesOf } from '#server/favourite/saved-search.ts'
import { dueAt, usualQuiet } from '#server/messaging/quiet.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import type { Payload } from '#server/platform/events.ts'
import { publish, publishEach } from '#server/platform/jobs.ts'
import { unlessRefused } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { findsProfessional } from '#server/search/search.ts'

/** How many saved searches one job compares; the next job continues. */
const comparedAtOnce = 200
/** Notices of one search in a day. */
const maxADay = 5
/** A client who saved it recently is not subject to quiet hours. */
const awakeMs = 30 * minuteMs
/** No saved search lives longer, so none has a later time. */
const horizonMs = savedSearchDays * dayMs

/**
 * A confirmed visit was cancelled, or moved away from the hour `freed`. A hold or a request that ends is no opening: its hour was never
 * sold, so nothing is new.
 */
export const followOpening = async (
  work: Work,
  bookingId: string,
  freed?: { startsAt: string; endsAt: string },
) => {
  const booking = await work.db
    .selectFrom('bookings')
    .select(['professional_id', 'version', 'starts_at', 'ends_at'])
    .where('id', '=', bookingId)
    .where('kind', '=', 'visit')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (booking === undefined) return
  await publish(work, 'saved_search.opening', {
    professionalId: booking.professional_id,
    opening: `booking:${bookingId}:${booking.version}`,
    startsAt: freed?.startsAt ?? booking.starts_at.toISOString(),
    endsAt: freed?.endsAt ?? booking.ends_at.toISOString(),
    afterId: null,
  })
}

/** New hours of a professional, once a day. */
export const followHours = (work: Work, professionalId: number) =>
  publish(work, 'saved_search.opening', {
    professionalId,
    opening: `hours:${work.now.toISOString().slice(0, 10)}`,
    startsAt: work.now.toISOString(),
    endsAt: new Date(work.now.getTime() + horizonMs).toISOString(),
    afterId: null,
  })

type Opening = Payload<'saved_search.opening'>
type Candidate = {
  id: string
  queries: string[]
  phone: string | null
  createdAt: Date
  expiresAt: Date
  isAwake: boolean
  zone: string
}

/** A visitor has no settings, so all searches of a telephone count as one search of an account. */
const together = (column: string) => sql`${sql.ref(column)} in (
  select other.id from saved_searches other where other.id = s.id or other.phone = s.phone)`

/**
 * Compares saved searches, by their id. More than one job compares are only divided among jobs, so that a job that is retried because of
 * one search repeats no other.
 */
export const compareNext = async (work: Work, opening: Opening) => {
  const { professionalId, startsAt, endsAt, afterId, untilId = null } = opening
  const words = await documentWords(work, professionalId)
  const { rows } = await sql<Candidate>`
    select s.id, s.queries, s.phone, s.created_at as "createdAt", s.expires_at as "expiresAt",
      s.created_at > ${new Date(work.now.getTime() - awakeMs)} as "isAwake", p.zone
    from saved_searches s left join accounts a on a.id = s.account_id
    join professionals p on p.id = ${professionalId} and p.status = 'published'
    where s.place_words && ${words}::text[] and s.category_words && ${words}::text[]
      and (${afterId}::uuid is null or s.id > ${afterId}::uuid)
      and (${untilId}::uuid is null or s.id <= ${untilId}::uuid) and s.expires_at > ${work.now}
      and (s.phone is not null or a.suspended_at is null and a.erased_at is null and p.account_id <> a.id)
      and not exists (select from saved_search_notices known
        where ${together('known.saved_search_id')} and known.professional_id = p.id and ${isOfToday(work, 'known')})
      and (select count(*) from saved_search_notices today
        where ${together('today.saved_search_id')} and ${isOfToday(work, 'today')}) < ${maxADay}
    order by s.id limit ${comparedAtOnce}`.execute(work.db)
  const last = rows.at(-1)
  if (untilId === null && last !== undefined && rows.length === comparedAtOnce)
    return publishEach(work, 'saved_search.opening', [
      { ...opening, untilId: last.id },
      { ...opening, afterId: last.id },
    ])
  const startsIn = { from: Date.parse(startsAt), to: Date.parse(endsAt) }
  await runIsolated(work, rows, async (candidate) => {
    if (await findsAny(work, candidate, { professionalId, startsIn }))
      await inTransaction(work, (work) => note(work, candidate, opening))
  })
}

const isOfToday = (work: Work, table: string) =>
  sql`${sql.ref(`${table}.notified_at`)} > ${new Date(work.now.getTime() - dayMs)}`

/** The words by which saved searches are chosen (requiredWords), of the professional's document. */
const documentWords = async (work: Work, professionalId: number): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    select word from search_professionals d cross join unnest(tsvector_to_array(d.words)) word
    where d.id = ${professionalId} and word ~ '^(category|in|city|state):'`.execute(work.db)
  return ['', ...rows.map(({ word }) => word)]
}

/** Once a day for a search and a professional; a telephone may have several searches that match, which count as one. */
const note = async (
  work: Work,
  { id, phone, expiresAt, isAwake, zone }: Candidate,
  { professionalId, opening, startsAt, endsAt }: Opening,
) => {
  if (phone === null) await sql`select from saved_searches where id = ${id}::uuid for update`.execute(work.db)
  else await lockName(work, searchesOf(phone))
  const textDueAt = phone === null ? null : dueAt(work.now, isAwake ? null : usualQuiet, zone, expiresAt)
  const { rows } = await sql<{ id: string }>`
    insert into saved_search_notices (id, saved_search_id, professional_id, opening, starts_from, starts_before, notified_at,
      text_due_at)
    select ${randomUUIDv7()}::uuid, ${id}::uuid, ${professionalId}, ${opening}, ${startsAt}, ${endsAt}, ${work.now}, ${textDueAt}
    where not exists (select from saved_search_notices known join saved_searches other on other.id = known.saved_search_id
      where (other.id = ${id}::uuid or other.phone = ${phone}::text) and known.professional_id = ${professionalId}
        and ${isOfToday(work, 'known')})
    on conflict do nothing returning id`.execute(work.db)
  for (const { id: noticeId } of rows)
    if (phone === null) await publish(work, 'saved_search.found', { noticeId })
    else if (textDueAt !== null && textDueAt <= work.now)
      await publish(work, 'saved_search.text_due', { noticeId })
}

/** Whether one of these calls finds them now, with a free hour that begins in that interval. A call that is refused has no match. */
export const findsAny = async (
  work: Work,
  { queries, createdAt }: { queries: readonly string[]; createdAt: Date },
  opened: { professionalId: number; startsIn: Period },
) => {
  for (const text of queries) {
    const query = queryIn(text, createdAt)
    if (query === null) continue
    const finds = findsProfessional(work, query, opened)
    if (await finds.catch((error) => unlessRefused(error, false))) return true
  }
  return false
}
