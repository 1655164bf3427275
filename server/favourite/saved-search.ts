/**
 * Searches with an alert (docs/search/saved-searches.md). When an hour of a professional opens, the saved searches that would find that
 * professional now are notified: of one opening once, a few times a day.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import {
  type dropSearch,
  type saveSearch,
  savedSearchDays,
  type savedSearches,
} from '#contract/favourite/saved-search.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { ownId } from '#server/account/profile.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { findsProfessional } from '#server/search/search.ts'

type Row = { id: string; label: string; search: string; expiresAt: Date }
type View = Reply<typeof savedSearches>[number]

const present = ({ expiresAt, ...row }: Row): View => ({ ...row, expiresAt: expiresAt.toISOString() })

export const savedOnes = async (work: Work): Promise<View[]> => {
  const { rows } = await sql<Row>`
    select id, label, search, expires_at as "expiresAt" from saved_searches
    where account_id = ${ownId(work)} and expires_at > ${work.now} order by created_at desc, id`.execute(
    work.db,
  )
  return rows.map(present)
}

/** Refuses `invalid_input` for what is no search, `time_is_past`, `saved_searches_full`. A repeated one begins anew. */
export const save = async (work: Work, { body }: Input<typeof saveSearch>): Promise<View> => {
  const queries = body.queries.map((text) => queryIn(text) ?? refuse('invalid_input'))
  const ends = queries.flatMap(({ endsAt }) => (endsAt === undefined ? [] : [Date.parse(endsAt)]))
  const latest = work.now.getTime() + savedSearchDays * dayMs
  const expiresAt = new Date(ends.length < queries.length ? latest : Math.min(latest, Math.max(...ends)))
  if (expiresAt <= work.now) refuse('time_is_past')
  return inTransaction(work, async (work) => {
    const accountId = ownId(work)
    // One save of an account after the other: two that replace different rows would wait for each other.
    await sql`select from accounts where id = ${accountId} for update`.execute(work.db)
    await sql`
      delete from saved_searches where account_id = ${accountId}
        and (md5(search) = md5(${body.search}::text) or expires_at <= ${work.now})`.execute(work.db)
    const { rows } = await sql<Row>`
      insert into saved_searches (id, account_id, label, search, queries, created_at, expires_at)
      values (${randomUUIDv7()}::uuid, ${accountId}, ${body.label}, ${body.search}, ${body.queries}::text[], ${work.now}, ${expiresAt})
      on conflict (account_id, md5(search)) do update set expires_at = excluded.expires_at
      returning id, label, search, expires_at as "expiresAt"`
      .execute(work.db)
      .catch((error) => refuseOn(error, { saved_searches_full: 'saved_searches_full' }))
    return rows.map(present)[0] ?? refuse('invalid_input')
  })
}

/** Another account's is left alone. */
export const drop = async (work: Work, { params }: Input<typeof dropSearch>): Promise<{ ok: true }> => {
  await sql`
    delete from saved_searches where id = ${params.id}::uuid and account_id = ${ownId(work)}`.execute(work.db)
  return { ok: true }
}

const queryIn = (text: string) => {
  const parsed = z.safeParse(searchProfessionals.query, Object.fromEntries(new URLSearchParams(text)))
  return parsed.success ? parsed.data : null
}

/** So many saved searches are compared at once, those saved first. */
const maxSearches = 500
/** More than this a day and search says nothing new. */
const maxADay = 5

/** A booking ended or moved: its hour may be what a saved search waits for. */
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

type Candidate = { id: string; queries: string[] }

const findOpening = async (work: Work, professionalId: number, opening: string) => {
  const { rows } = await sql<Candidate>`
    select s.id, s.queries from saved_searches s join accounts a on a.id = s.account_id
    join professionals p on p.id = ${professionalId} and p.status = 'published'
    where s.expires_at > ${work.now} and a.suspended_at is null and a.erased_at is null and p.account_id <> a.id
      and not exists (select from saved_search_notices known
        where known.saved_search_id = s.id and known.professional_id = p.id and known.opening = ${opening})
      and (select count(*) from saved_search_notices today where today.saved_search_id = s.id
        and today.notified_at > ${new Date(work.now.getTime() - dayMs)}) < ${maxADay}
    order by s.id limit ${maxSearches}`.execute(work.db)
  await runIsolated(work, rows, async ({ id, queries }) => {
    if (!(await findsAny(work, queries, professionalId))) return
    await inTransaction(work, async (work) => {
      const { rows: made } = await sql<{ id: string }>`
        insert into saved_search_notices (id, saved_search_id, professional_id, opening, notified_at)
        values (${randomUUIDv7()}::uuid, ${id}::uuid, ${professionalId}, ${opening}, ${work.now})
        on conflict do nothing returning id`.execute(work.db)
      for (const { id: noticeId } of made) await publish(work, 'saved_search.found', { noticeId })
    })
  })
}

const findsAny = async (work: Work, queries: readonly string[], professionalId: number) => {
  for (const text of queries) {
    const query = queryIn(text)
    if (query !== null && (await findsProfessional(work, query, professionalId))) return true
  }
  return false
}

/** Of an account that leaves: its searches, and what others were notified of it. */
export const forget = async (
  work: Work,
  { accountId, professionalId }: { accountId: number; professionalId: number | null },
) => {
  await sql`delete from saved_searches where account_id = ${accountId}`.execute(work.db)
  await sql`delete from saved_search_notices where professional_id = ${professionalId}`.execute(work.db)
}

/** Those that are over, with what they were notified of. */
export const forgetOver = (work: Work) =>
  sql`delete from saved_searches where expires_at < ${new Date(work.now.getTime() - dayMs)}`.execute(work.db)
