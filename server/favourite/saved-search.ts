/** Searches with an alert, of an account or of a visitor's confirmed telephone (docs/search/saved-searches.md). */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
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
import { named } from '#server/availability/slots/free.ts'
import { refuse, refuseOn, unlessRefused } from '#server/platform/refuse.ts'
import { actingAs, anonymous, inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { zoneRequested } from '#server/search/place.ts'
import { aboutProfessionals, type ProfessionalQuery, requiredWords } from '#server/search/question.ts'

type Row = { id: string; label: string; search: string; expiresAt: Date }
export type View = Reply<typeof savedSearches>[number]

const present = ({ expiresAt, ...row }: Row): View => ({ ...row, expiresAt: expiresAt.toISOString() })

export const savedOnes = (work: Work): Promise<View[]> => activeOnes(work, sql`account_id = ${ownId(work)}`)

/** Newest first, without expired ones. */
export const activeOnes = async (work: Work, theirs: RawBuilder<unknown>): Promise<View[]> => {
  const { rows } = await sql<Row>`
    select id, label, search, expires_at as "expiresAt" from saved_searches
    where ${theirs} and expires_at > ${work.now} order by created_at desc, id`.execute(work.db)
  return rows.map(present)
}

export const save = (work: Work, { body }: Input<typeof saveSearch>): Promise<View> =>
  saveFor(work, { accountId: ownId(work), phone: null }, body)

type Owner = { accountId: number; phone: null } | { accountId: null; phone: string }

/** Refuses `invalid_input` for what is no search, `time_is_past`, `saved_searches_full`. Repeating one renews it. */
export const saveFor = async (
  work: Work,
  { accountId, phone }: Owner,
  body: Input<typeof saveSearch>['body'],
): Promise<View> => {
  const queries = body.queries.map((text) => queryIn(text, work.now) ?? refuse('invalid_input'))
  const ends = queries.flatMap(({ endsAt }) => (endsAt === undefined ? [] : [Date.parse(endsAt)]))
  const latest = work.now.getTime() + savedSearchDays * dayMs
  const expiresAt = new Date(ends.length < queries.length ? latest : Math.min(latest, Math.max(...ends)))
  if (expiresAt <= work.now) refuse('time_is_past')
  for (const query of queries) await requireComparable(work, query)
  const words = queries.map(requiredWords)
  const theirs = phone === null ? sql`account_id = ${accountId}` : sql`phone = ${phone}`
  return inTransaction(work, async (work) => {
    // Saves of one person are serialized: two that replace different rows would deadlock.
    if (phone === null) await sql`select from accounts where id = ${accountId} for update`.execute(work.db)
    else await lockName(work, searchesOf(phone))
    await sql`
      delete from saved_searches where ${theirs}
        and (md5(search) = md5(${body.search}::text) or expires_at <= ${work.now})`.execute(work.db)
    const { rows } = await sql<Row>`
      insert into saved_searches (id, account_id, phone, label, search, queries, category_words, place_words, created_at,
        expires_at)
      values (${randomUUIDv7()}::uuid, ${accountId}, ${phone}, ${body.label}, ${body.search}, ${body.queries}::text[],
        ${anyWord(words.map(({ category }) => category))}::text[], ${anyWord(words.map(({ place }) => place))}::text[],
        ${work.now}, ${expiresAt})
      returning id, label, search, expires_at as "expiresAt"`
      .execute(work.db)
      .catch((error) => refuseOn(error, { saved_searches_full: 'saved_searches_full' }))
    return rows.map(present)[0] ?? refuse('invalid_input')
  })
}

/** Jobs compare it without an account: what that refuses, as a place near the host's own space, would never be found. */
const requireComparable = (work: Work, query: ProfessionalQuery) =>
  aboutProfessionals(actingAs(work, anonymous), query).catch(
    (error) => unlessRefused(error, null) ?? refuse('invalid_input'),
  )

/** The lock of a telephone's searches; the trigger that counts them locks the same name. */
export const searchesOf = (phone: string) => `saved searches of ${phone}`

/** Another account's is left alone. */
export const drop = async (work: Work, { params }: Input<typeof dropSearch>): Promise<{ ok: true }> => {
  await sql`
    delete from saved_searches where id = ${params.id}::uuid and account_id = ${ownId(work)}`.execute(work.db)
  return { ok: true }
}

/** The words of which a professional's document has at least one; the empty word, which each has, for a call that requires none. */
const anyWord = (required: readonly (readonly string[] | null)[]): string[] => [
  ...new Set(required.flatMap((words) => words ?? [''])),
]

/** A call of the search; null: it is none. "This week" is the week in which it was saved, as dates. */
export const queryIn = (text: string, savedAt: Date): ProfessionalQuery | null => {
  const parsed = z.safeParse(searchProfessionals.query, Object.fromEntries(new URLSearchParams(text)))
  return parsed.success ? withDates(parsed.data, savedAt) : null
}

/** Where the search names no place: the zone of most of the country. */
const capitalZone = 'America/Mexico_City'

const withDates = ({ availability = [], ...query }: ProfessionalQuery, savedAt: Date): ProfessionalQuery => {
  if (availability.length === 0 || availability.includes('flexible')) return query
  const zone = zoneRequested(query)?.clock ?? capitalZone
  const periods = availability.map((name) => named(name, zone, savedAt.getTime()))
  const { startsAt, endsAt } = query
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  return {
    ...query,
    startsAt: new Date(Math.max(from, startsAt === undefined ? from : Date.parse(startsAt))).toISOString(),
    endsAt: new Date(Math.min(to, endsAt === undefined ? to : Date.parse(endsAt))).toISOString(),
  }
}

/** Of an erased person: the searches of the account and of their telephones, and other people's notices about them. */
export const forget = async (
  work: Work,
  {
    accountId,
    phones,
    professionalId,
  }: { accountId: number; phones: readonly string[]; professionalId: number | null },
) => {
  await sql`
    delete from saved_searches where account_id = ${accountId} or phone = any (${phones}::text[])`.execute(
    work.db,
  )
  await sql`delete from saved_search_notices where professional_id = ${professionalId}`.execute(work.db)
}

/** Expired ones, with their notices. */
export const forgetOver = (work: Work) =>
  sql`delete from saved_searches where expires_at < ${new Date(work.now.getTime() - dayMs)}`.execute(work.db)
