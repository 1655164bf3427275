/** A professional's book of clients, and her private notes, which only she can read. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type ClientNote,
  type clientBook,
  maxVisits,
  type noteClient,
  type OwnClientPage,
  type ownClients,
  undoDays,
} from '#contract/booking/client/own-client.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { Id } from '#contract/platform/shapes.ts'
import { ensureCard, lockBook } from '#server/booking/contact/client-card.ts'
import {
  type Entry,
  entries,
  entryOf,
  foundBy,
  ownId,
  present,
} from '#server/booking/client/own-client-row.ts'
import { forgetWinBackWords } from '#server/booking/client/win-back.ts'
import { forgetWorkPhotos } from '#server/booking/client/work-photo.ts'
import { formsAt } from '#server/booking/columns/forms.ts'
import { plain } from '#server/booking/columns/typed-search.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const Cursor = z.tuple([z.number(), z.string(), Id])

/** The sort key, ascending. Ties are sorted by name; by last visit, clients who never came follow, the soonest to come first. */
const rankOf = (work: Work, sort: Input<typeof ownClients>['query']['sort']) => {
  if (sort === 'name') return sql`0::float8`
  if (sort === 'spent') return sql`- entry."spentCents"::float8`
  if (sort === 'recent')
    return sql`coalesce(- extract(epoch from entry."lastAt"), extract(epoch from entry."nextAt"), 1e11)::float8`
  const { month, day } = Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
  // Days in a calendar of 31-day months: the order of birthdays from today on.
  return sql`coalesce(mod(entry."birthMonth" * 31 + entry."birthDay" - ${month * 31 + day}::integer + 372, 372), 1000)::float8`
}

/** Refuses no_profile, and invalid_input for a malformed cursor. */
export const list = async (
  work: Work,
  { q, sort, tag, limit, cursor }: Input<typeof ownClients>['query'],
) => {
  const professionalId = ownId(work)
  const after = cursor === undefined ? null : openCursor(cursor, Cursor)
  const tagged = tag === undefined ? sql`true` : sql`${tag} = any (tags)`
  const further =
    after === null ? sql`true` : sql`(rank, sort_name, id) > (${after[0]}, ${after[1]}, ${after[2]}::bigint)`
  const { rows } = await sql<Entry & { rank: number; sort_name: string }>`
    with ${entries(work, professionalId)}, ranked as (
      select entry.*, ${rankOf(work, sort)} as rank,
        ${plain(sql`trim(entry."firstName" || ' ' || entry."lastName")`)} collate "C" as sort_name
      from entry where ${foundBy(q)}
    )
    select * from ranked where ${tagged} and ${further}
    order by rank, sort_name, id limit ${limit + 1}`.execute(work.db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(present),
    rows.length > limit && last !== undefined ? sealCursor([last.rank, last.sort_name, last.id]) : null,
  )
}

/** Refuses no_profile. */
export const book = async (work: Work): Promise<Reply<typeof clientBook>> => {
  const professionalId = ownId(work)
  const { rows } = await sql<{ total: number }>`
    with ${entries(work, professionalId)} select count(*)::int as total from entry`.execute(work.db)
  const tags = await sql<{ tag: string; clients: number }>`
    select tag, count(distinct coalesce(merged_into, id))::int as clients from client_cards cross join unnest(tags) as tag
    where professional_id = ${professionalId} group by tag order by clients desc, tag limit 100`.execute(
    work.db,
  )
  const imports = await work.db
    .selectFrom('client_imports')
    .select(['id', 'added', 'filled', 'created_at'])
    .where('professional_id', '=', professionalId)
    .where('undone_at', 'is', null)
    .where('created_at', '>', new Date(work.now.getTime() - undoDays * dayMs))
    .orderBy('created_at', 'desc')
    .execute()
  return {
    total: rows[0]?.total ?? 0,
    tags: tags.rows,
    imports: imports.map(({ id, added, filled, created_at }) => ({
      id,
      added,
      filled,
      at: created_at.toISOString(),
      undoUntil: new Date(created_at.getTime() + undoDays * dayMs).toISOString(),
    })),
  }
}

/** Refuses not_found for a client who is not in her book. */
export const read = async (work: Work, id: number): Promise<OwnClientPage> => {
  const professionalId = ownId(work)
  const entry = await entryOf(work, professionalId, id)
  const cards = await cardsOf(work, professionalId, entry.id)
  const own = cards.find((card) => card.id === entry.id)
  const clientIds = [
    ...new Set([entry.clientId, ...cards.map(({ client_id }) => client_id)].filter((one) => one !== null)),
  ]
  return {
    client: present(entry),
    card: {
      version: own?.version ?? 0,
      firstName: own?.first_name ?? '',
      lastName: own?.last_name ?? '',
      phone: own?.phone ?? '',
      foundBy: own?.found_by ?? '',
    },
    merged: cards
      .filter((card) => card.id !== entry.id)
      .map((card) => ({ id: card.id, name: card.name, phone: card.phone || null, note: card.note })),
    packs: await packsOf(work, professionalId, clientIds),
    note: noteFrom(await noteOf(work, professionalId, entry.id)),
    visits: await visitsOf(work, professionalId, clientIds),
  }
}

const cardsOf = async (work: Work, professionalId: number, root: number) => {
  const { rows } = await sql<{
    id: number
    client_id: number | null
    version: number
    first_name: string | null
    last_name: string | null
    phone: string
    found_by: string
    name: string
    note: string
  }>`
    select card.id, card.client_id, card.version, card.first_name, card.last_name, card.phone, card.found_by,
      trim(coalesce(card.first_name || ' ' || coalesce(card.last_name, ''), client.first_name || ' ' || client.last_name, '')) as name,
      coalesce(note.text, '') as note
    from client_cards card left join clients client on client.id = card.client_id
    left join client_notes note on note.professional_id = card.professional_id and note.client_id = card.id
    where card.professional_id = ${professionalId} and ${root} in (card.id, card.merged_into) order by card.id`.execute(
    work.db,
  )
  return rows
}

const visitsOf = async (work: Work, professionalId: number, clientIds: readonly number[]) => {
  if (clientIds.length === 0) return []
  const visits = await work.db
    .selectFrom('bookings as booking')
    .select(['id', 'service_name', 'starts_at', 'zone', 'status', 'total_cents', formsState.as('forms')])
    .where('professional_id', '=', professionalId)
    .where('client_id', 'in', [...clientIds])
    .where('kind', '=', 'visit')
    .where('confirmed_at', 'is not', null)
    .orderBy('starts_at', 'desc')
    .limit(maxVisits)
    .execute()
  return visits.map((visit) => ({
    id: visit.id,
    service: visit.service_name,
    startsAt: visit.starts_at.toISOString(),
    zone: visit.zone,
    status: z.parse(BookingStatus, visit.status),
    totalCents: visit.total_cents,
    forms: formsAt(visit.status, visit.forms),
  }))
}

const packsOf = async (work: Work, professionalId: number, clientIds: readonly number[]) => {
  const { rows } = await sql<{
    id: string
    service: string
    left: number
    sessions: number
    validUntil: Date
  }>`
    select pack.id, service.name as service, pack.sessions, pack.valid_until as "validUntil",
      floor(session_pack_left(pack.id) / round(pack.price_cents::numeric / pack.sessions))::int as left
    from session_packs pack join services service on service.id = pack.service_id
    where pack.client_id = any (${[...clientIds]}::bigint[]) and pack.professional_id = ${professionalId} and pack.status = 'active'
      and pack.valid_until > ${work.now}::timestamptz order by pack.valid_until`.execute(work.db)
  return rows
    .filter(({ left }) => left > 0)
    .map((pack) => ({ ...pack, validUntil: pack.validUntil.toISOString() }))
}

const noteOf = (work: Work, professionalId: number, entryId: number) =>
  work.db
    .selectFrom('client_notes')
    .select(['text', 'version', 'updated_at'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', entryId)
    .executeTakeFirst()

const noteFrom = (row: { text: string; version: number; updated_at: Date } | undefined): ClientNote =>
  row === undefined
    ? { text: '', version: 0, updatedAt: null }
    : { text: row.text, version: row.version, updatedAt: row.updated_at.toISOString() }

/** Does not overwrite a note from another device: refuses stale_version; not_found as above. */
export const note = (
  work: Work,
  id: number,
  { text, version }: Input<typeof noteClient>['body'],
): Promise<ClientNote> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const entry = await entryOf(work, professionalId, id)
    if (entry.clientId !== null && entry.clientId === entry.id)
      await ensureCard(work, professionalId, entry.clientId)
    const { rows } = await sql<{ text: string; version: number; updated_at: Date }>`
      insert into client_notes as note (professional_id, client_id, text, updated_at)
      select ${professionalId}, ${entry.id}, ${text}, ${work.now}::timestamptz
      where ${version}::integer = 0 or exists (select from client_notes former
        where former.professional_id = ${professionalId} and former.client_id = ${entry.id})
      on conflict (professional_id, client_id) do update
        set text = excluded.text, version = note.version + 1, updated_at = excluded.updated_at
        where note.version = ${version}::integer
      returning text, version, updated_at`.execute(work.db)
    const [row] = rows
    return row === undefined ? refuse('stale_version') : noteFrom(row)
  })

/**
 * Deletes the notes, photos and win-back texts of a professional who leaves; and what is about a client who leaves, also on cards with the
 * telephone that their account confirmed.
 */
export const forgetNotes = async (
  work: Work,
  {
    accountId = null,
    professionalId,
    clientIds,
  }: { accountId?: number | null; professionalId: number | null; clientIds: readonly number[] },
) => {
  await forgetWorkPhotos(
    work,
    sql`card.professional_id = ${professionalId}::bigint or card.client_id = any (${[...clientIds]}::bigint[])
      or card.phone <> '' and card.phone = (select phone from accounts where id = ${accountId}::bigint and phone_confirmed_at is not null)`,
  )
  await sql`delete from client_notes note where professional_id = ${professionalId} or client_id = any (${[...clientIds]}::bigint[])
    or exists (select from client_cards card where card.professional_id = note.professional_id and card.id = note.client_id
      and card.client_id = any (${[...clientIds]}::bigint[]))`.execute(work.db)
  await forgetWinBackWords(work, professionalId)
}
