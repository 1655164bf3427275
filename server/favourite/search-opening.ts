/**
 * When an hour of a professional opens, saved searches that would find that professional now are notified: once per opening, a few times a
 * day (docs/search/saved-searches.md).
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { queryIn, searchesOf } from '#server/favourite/saved-search.ts'
import { dueAt, usualQuiet } from '#server/messaging/quiet.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { findsProfessional } from '#server/search/search.ts'

/** How many saved searches are compared at once, the oldest first. */
const maxSearches = 500
/** Notices of one search in a day. */
const maxADay = 5
/** A client who saved it recently is not subject to quiet hours. */
const awakeMs = 30 * minuteMs

/** A booking ended or moved: a saved search may find its hour. */
export const followOpening = async (work: Work, bookingId: string) => {
  const booking = await work.db
    .selectFrom('bookings')
    .select(['professional_id', 'kind', 'version'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (booking?.kind === 'visit')
    await findOpening(work, booking.professional_id, `booking:${bookingId}:${booking.version}`)
}

/** New hours of a professional, once a day. */
export const followHours = (work: Work, professionalId: number) =>
  findOpening(work, professionalId, `hours:${work.now.toISOString().slice(0, 10)}`)

type Candidate = {
  id: string
  queries: string[]
  phone: string | null
  expiresAt: Date
  isAwake: boolean
  zone: string
}

/** A visitor has no settings, so all searches of a telephone count as one search of an account. */
const together = (column: string) => sql`${sql.ref(column)} in (
  select other.id from saved_searches other where other.id = s.id or other.phone = s.phone)`

const findOpening = async (work: Work, professionalId: number, opening: string) => {
  const { rows } = await sql<Candidate>`
    select s.id, s.queries, s.phone, s.expires_at as "expiresAt",
      s.created_at > ${new Date(work.now.getTime() - awakeMs)} as "isAwake", p.zone
    from saved_searches s left join accounts a on a.id = s.account_id
    join professionals p on p.id = ${professionalId} and p.status = 'published'
    where s.expires_at > ${work.now}
      and (s.phone is not null or a.suspended_at is null and a.erased_at is null and p.account_id <> a.id)
      and not exists (select from saved_search_notices known
        where ${together('known.saved_search_id')} and known.professional_id = p.id and known.opening = ${opening})
      and (select count(*) from saved_search_notices today where ${together('today.saved_search_id')}
        and today.notified_at > ${new Date(work.now.getTime() - dayMs)}) < ${maxADay}
    order by s.id limit ${maxSearches}`.execute(work.db)
  await runIsolated(work, rows, async (candidate) => {
    if (!(await findsAny(work, candidate.queries, professionalId))) return
    await inTransaction(work, (work) => note(work, candidate, professionalId, opening))
  })
}

/** Once per search and opening; for a telephone, which may have several that match, once per opening. */
const note = async (
  work: Work,
  { id, phone, expiresAt, isAwake, zone }: Candidate,
  professionalId: number,
  opening: string,
) => {
  if (phone !== null) await lockName(work, searchesOf(phone))
  const textDueAt = phone === null ? null : dueAt(work.now, isAwake ? null : usualQuiet, zone, expiresAt)
  const { rows } = await sql<{ id: string }>`
    insert into saved_search_notices (id, saved_search_id, professional_id, opening, notified_at, text_due_at)
    select ${randomUUIDv7()}::uuid, ${id}::uuid, ${professionalId}, ${opening}, ${work.now}, ${textDueAt}
    where not exists (select from saved_search_notices known join saved_searches other on other.id = known.saved_search_id
      where other.phone = ${phone}::text and known.professional_id = ${professionalId} and known.opening = ${opening})
    on conflict do nothing returning id`.execute(work.db)
  for (const { id: noticeId } of rows)
    if (phone === null) await publish(work, 'saved_search.found', { noticeId })
    else if (textDueAt !== null && textDueAt <= work.now)
      await publish(work, 'saved_search.text_due', { noticeId })
}

/** Whether one of these calls finds them now, with a free hour. */
export const findsAny = async (work: Work, queries: readonly string[], professionalId: number) => {
  for (const text of queries) {
    const query = queryIn(text)
    if (query !== null && (await findsProfessional(work, query, professionalId))) return true
  }
  return false
}
