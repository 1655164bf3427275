/** A professional's own clients, from the visits that were once confirmed, by one index; and her notes, which only she can read. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type ClientNote,
  maxVisits,
  type noteClient,
  type OwnClient,
  type OwnClientPage,
  type ownClients,
} from '#contract/booking/client/own-client.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { Id, Instant } from '#contract/platform/shapes.ts'
import { goneCents } from '#server/booking/settlement/dispute-money.ts'
import { certainStatuses, doneStatuses, liveStatuses } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Row = {
  id: number
  firstName: string
  lastName: string
  phone: string | null
  visits: number
  spentCents: number
  noShows: number
  lastAt: Date | null
  lastZone: string | null
  nextAt: Date | null
  nextZone: string | null
  seenAt: Date
}

const isDone = sql`visit.status in (${statusList(doneStatuses)})`
const isLive = sql`visit.status in (${statusList(liveStatuses)})`
const isLast = (work: Work) => sql`((${isDone} or ${isLive}) and visit.starts_at <= ${work.now}::timestamptz)`
const isNext = (work: Work) => sql`(${isLive} and visit.starts_at > ${work.now}::timestamptz)`
const certain = statusList(certainStatuses)

const ownId = (work: Work): number => work.who.professionalId ?? refuse('no_profile')

/** By the accents that people leave out when they search. */
const plain = (text: RawBuilder<unknown>) => sql`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`

/** What was paid of it (upfront.ts, `paidOf`), less what was refunded at her cost. Refunds by Kalli or the host are not hers to know. */
const spentOn = sql`visit.total_cents - visit.balance_cents - visit.balance_waived_cents - ${goneCents(sql`visit.id`)}`

const summaries = (work: Work, professionalId: number, only: RawBuilder<unknown>) => sql<Row>`
  with counted as (
    select visit.client_id, max(visit.starts_at) as seen_at,
      count(*) filter (where ${isDone})::int as visits,
      coalesce(sum(${spentOn}) filter (where ${isDone}), 0)::int as spent,
      count(*) filter (where no_show.absent = 'client' and no_show.state not in ('withdrawn', 'falls'))::int as no_shows,
      max(visit.starts_at) filter (where ${isLast(work)}) as last_at,
      (array_agg(visit.zone order by visit.starts_at desc) filter (where ${isLast(work)}))[1] as last_zone,
      min(visit.starts_at) filter (where ${isNext(work)}) as next_at,
      (array_agg(visit.zone order by visit.starts_at) filter (where ${isNext(work)}))[1] as next_zone
    from bookings visit left join no_shows no_show on no_show.booking_id = visit.id
    where visit.professional_id = ${professionalId} and visit.kind = 'visit' and visit.client_id is not null
      and visit.confirmed_at is not null
    group by visit.client_id
  )
  select client.id, client.first_name as "firstName", client.last_name as "lastName",
    (select nullif(visit.contact ->> 'phone', '') from bookings visit where visit.professional_id = ${professionalId}
      and visit.kind = 'visit' and visit.client_id = client.id and visit.confirmed_at is not null and visit.status in (${certain})
      order by visit.starts_at desc limit 1) as phone,
    visits, spent as "spentCents", no_shows as "noShows", last_at as "lastAt", last_zone as "lastZone", next_at as "nextAt", next_zone as "nextZone", seen_at as "seenAt"
  from counted join clients client on client.id = counted.client_id
  where ${only}`

const present = (row: Row): OwnClient => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  visits: row.visits,
  spentCents: row.spentCents,
  noShows: row.noShows,
  last: at(row.lastAt, row.lastZone),
  next: at(row.nextAt, row.nextZone),
})

const at = (instant: Date | null, zone: string | null) =>
  instant === null || zone === null ? null : { startsAt: instant.toISOString(), zone }

const Cursor = z.tuple([Instant, Id])

/** Whose visit is the furthest ahead comes first. Refuses no_profile. */
export const list = async (work: Work, { q, limit, cursor }: Input<typeof ownClients>['query']) => {
  const professionalId = ownId(work)
  const after = cursor === undefined ? null : openCursor(cursor, Cursor)
  const wanted = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const named = sql`${plain(sql`client.first_name || ' ' || client.last_name`)} like ${plain(sql`${wanted}::text`)}`
  const further =
    after === null ? sql`true` : sql`(seen_at, client.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`
  const { rows } = await sql<Row>`${summaries(work, professionalId, sql`${named} and ${further}`)}
    order by seen_at desc, client.id desc limit ${limit + 1}`.execute(work.db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(present),
    rows.length > limit && last !== undefined ? sealCursor([last.seenAt.toISOString(), last.id]) : null,
  )
}

const summaryOf = async (work: Work, professionalId: number, clientId: number): Promise<OwnClient> => {
  const { rows } = await summaries(work, professionalId, sql`client.id = ${clientId}`).execute(work.db)
  const [row] = rows
  return row === undefined ? refuse('not_found') : present(row)
}

/** Refuses not_found for a client who never had a confirmed visit of hers. */
export const read = async (work: Work, clientId: number): Promise<OwnClientPage> => {
  const professionalId = ownId(work)
  const client = await summaryOf(work, professionalId, clientId)
  const visits = await work.db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'starts_at', 'zone', 'status', 'total_cents'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .where('kind', '=', 'visit')
    .where('confirmed_at', 'is not', null)
    .orderBy('starts_at', 'desc')
    .limit(maxVisits)
    .execute()
  return {
    client,
    note: noteFrom(await noteOf(work, professionalId, clientId)),
    visits: visits.map((visit) => ({
      id: visit.id,
      service: visit.service_name,
      startsAt: visit.starts_at.toISOString(),
      zone: visit.zone,
      status: z.parse(BookingStatus, visit.status),
      totalCents: visit.total_cents,
    })),
  }
}

const noteOf = (work: Work, professionalId: number, clientId: number) =>
  work.db
    .selectFrom('client_notes')
    .select(['text', 'version', 'updated_at'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

const noteFrom = (row: { text: string; version: number; updated_at: Date } | undefined): ClientNote =>
  row === undefined
    ? { text: '', version: 0, updatedAt: null }
    : { text: row.text, version: row.version, updatedAt: row.updated_at.toISOString() }

/** What was noted on another device meanwhile is not written over: refuses stale_version; not_found as above. */
export const note = (
  work: Work,
  clientId: number,
  { text, version }: Input<typeof noteClient>['body'],
): Promise<ClientNote> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await summaryOf(work, professionalId, clientId)
    const { rows } = await sql<{ text: string; version: number; updated_at: Date }>`
      insert into client_notes as note (professional_id, client_id, text, updated_at)
      select ${professionalId}, ${clientId}, ${text}, ${work.now}::timestamptz
      where ${version}::integer = 0 or exists (select from client_notes kept
        where kept.professional_id = ${professionalId} and kept.client_id = ${clientId})
      on conflict (professional_id, client_id) do update
        set text = excluded.text, version = note.version + 1, updated_at = excluded.updated_at
        where note.version = ${version}::integer
      returning text, version, updated_at`.execute(work.db)
    const [row] = rows
    return row === undefined ? refuse('stale_version') : noteFrom(row)
  })

/** Of a professional who leaves, and about a client who does. */
export const forgetNotes = (
  work: Work,
  { professionalId, clientIds }: { professionalId: number | null; clientIds: readonly number[] },
) =>
  sql`delete from client_notes where professional_id = ${professionalId} or client_id = any (${clientIds})`.execute(
    work.db,
  )
