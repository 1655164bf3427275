/** Imports a file of contacts into a professional's book, in one transaction of a few statements; can be undone within a week. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportLook, importClients } from '#contract/booking/client/client-import.ts'
import { type ClientImport, maxCards, undoDays } from '#contract/booking/client/own-client.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { type Contact, type ContactFile, contactsIn } from '#server/booking/client-file/contacts.ts'
import { requireRoom } from '#server/booking/client/client-cards.ts'
import { columnsOf, type Fill, type Known, planOf } from '#server/booking/client/import-plan.ts'
import { entries, ownId } from '#server/booking/client/own-client-row.ts'
import { lockBook, newCardIds } from '#server/booking/contact/client-card.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Refuses clients_unreadable, clients_full. */
const read = (work: Work, file: Uint8Array): ContactFile => {
  const found = contactsIn(file, work.now.getUTCFullYear())
  if (found === null || (found.contacts.length === 0 && found.problems.length === 0))
    return refuse('clients_unreadable')
  if (found.contacts.length > maxCards) refuse('clients_full')
  return found
}

const knownOf = async (work: Work, professionalId: number): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    with ${entries(work, professionalId)}
    select entry.id, trim("firstName" || ' ' || "lastName") as name, coalesce(entry.email, '') as email,
      "birthMonth" is not null as "hasBirthday", coalesce(card.found_by, '') as "foundBy", cardinality(entry.tags) > 0 as "hasTags",
      exists (select from client_notes note where note.professional_id = ${professionalId} and note.client_id = entry.id) as "hasNote",
      array(select distinct number from unnest(array[entry.phone] || array(select other.phone from client_cards other
          where other.professional_id = ${professionalId} and other.merged_into = entry.id)) as number
        where number <> '') as phones
    from entry left join client_cards card on card.professional_id = ${professionalId} and card.id = entry.id`.execute(
    work.db,
  )
  return rows
}

/** Saves nothing. Refuses no_profile, clients_unreadable, clients_full. */
export const look = async (work: Work, file: Uint8Array): Promise<ImportLook> => {
  const professionalId = ownId(work)
  const { origin, unread, contacts, problems } = read(work, file)
  const plan = planOf(contacts, await knownOf(work, professionalId))
  return {
    origin,
    added: plan.added.length,
    same: plan.same,
    doubtful: plan.doubtful.map(({ line, text }) => ({ line, text })),
    problems,
    unread,
    sample: plan.added.slice(0, 3).map(({ firstName, lastName, phone }) => ({
      name: [firstName, lastName].filter(Boolean).join(' '),
      phone,
    })),
  }
}

/** The same file again returns its former import. Refuses as `look`. */
export const importFile = (
  work: Work,
  file: Uint8Array,
  { doubtful }: Input<typeof importClients>['body'],
): Promise<ClientImport> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    const { origin, contacts } = read(work, file)
    await lockBook(work, professionalId)
    const digest = createHash('sha256').update(file).update(doubtful).digest()
    const before = await work.db
      .selectFrom('client_imports')
      .select(['id', 'added', 'filled', 'created_at'])
      .where('professional_id', '=', professionalId)
      .where('digest', '=', digest)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (before !== undefined) return present(before)
    const plan = planOf(contacts, await knownOf(work, professionalId))
    // A doubtful contact is added without a telephone or email of another entry.
    const added = [...plan.added, ...(doubtful === 'add' ? plan.doubtful.map(({ contact }) => contact) : [])]
    await requireRoom(work, professionalId, added.length)
    const row = {
      id: randomUUID(),
      added: added.length,
      filled: plan.fills.length,
      created_at: work.now,
    }
    await work.db
      .insertInto('client_imports')
      .values({ ...row, professional_id: professionalId, origin, digest })
      .execute()
    await enter(work, professionalId, row.id, added)
    await fillIn(work, professionalId, row.id, plan.fills)
    return present(row)
  })

const present = (row: { id: string; added: number; filled: number; created_at: Date }): ClientImport => ({
  id: row.id,
  added: row.added,
  filled: row.filled,
  at: row.created_at.toISOString(),
  undoUntil: new Date(row.created_at.getTime() + undoDays * dayMs).toISOString(),
})

const columnsOfCard = ({ birthday, ...contact }: Omit<Contact, 'line'>) => ({
  first_name: contact.firstName,
  last_name: contact.lastName,
  phone: contact.phone,
  email: contact.email,
  birth_month: birthday?.month ?? null,
  birth_day: birthday?.day ?? null,
  birth_year: birthday?.year ?? null,
  found_by: contact.foundBy,
  tags: contact.tags,
})

const enter = async (work: Work, professionalId: number, importId: string, added: readonly Contact[]) => {
  const ids = await newCardIds(work, added.length)
  const cards = added.map((contact, place) => ({
    id: ids[place] ?? 0,
    note: contact.note,
    ...columnsOfCard(contact),
  }))
  for (let from = 0; from < cards.length; from += chunk) {
    const some = JSON.stringify(cards.slice(from, from + chunk))
    await sql`
      insert into client_cards (professional_id, id, first_name, last_name, phone, email, birth_month, birth_day, birth_year, found_by, tags,
        import_id, created_at, updated_at)
      select ${professionalId}, id, first_name, last_name, phone, email, birth_month, birth_day, birth_year, found_by, tags,
        ${importId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
      from jsonb_to_recordset(${some}::jsonb) as card (id bigint, first_name text, last_name text, phone text, email text,
        birth_month smallint, birth_day smallint, birth_year smallint, found_by text, tags text[])`.execute(
      work.db,
    )
    await sql`
      insert into client_notes (professional_id, client_id, text, updated_at)
      select ${professionalId}, id, note, ${work.now}::timestamptz
      from jsonb_to_recordset(${some}::jsonb) as card (id bigint, note text) where note <> ''`.execute(
      work.db,
    )
  }
}

const chunk = 1000

const fillIn = async (work: Work, professionalId: number, importId: string, fills: readonly Fill[]) => {
  const some = JSON.stringify(
    fills.map(({ birthday, foundBy, ...fill }) => ({
      ...fill,
      found_by: foundBy,
      birth_month: birthday?.month ?? null,
      birth_day: birthday?.day ?? null,
      birth_year: birthday?.year ?? null,
      columns: columnsOf({ ...fill, birthday, foundBy }),
    })),
  )
  // Clients who visited have no card yet if nothing was entered about them.
  await sql`
    insert into client_cards (professional_id, id, client_id, created_at, updated_at)
    select ${professionalId}, fill.id, client.id, ${work.now}::timestamptz, ${work.now}::timestamptz
    from jsonb_to_recordset(${some}::jsonb) as fill (id bigint) join clients client on client.id = fill.id
    on conflict do nothing`.execute(work.db)
  await sql`
    update client_cards card set version = version + 1, updated_at = ${work.now}::timestamptz,
      phone = coalesce(nullif(fill.phone, ''), card.phone), email = coalesce(nullif(fill.email, ''), card.email),
      birth_month = coalesce(fill.birth_month, card.birth_month), birth_day = coalesce(fill.birth_day, card.birth_day),
      birth_year = case when fill.birth_month is null then card.birth_year else fill.birth_year end,
      found_by = coalesce(nullif(fill.found_by, ''), card.found_by),
      tags = case when cardinality(fill.tags) > 0 then fill.tags else card.tags end
    from jsonb_to_recordset(${some}::jsonb) as fill (id bigint, phone text, email text, birth_month smallint, birth_day smallint,
      birth_year smallint, found_by text, tags text[])
    where card.professional_id = ${professionalId} and card.id = fill.id`.execute(work.db)
  await sql`
    insert into client_notes (professional_id, client_id, text, updated_at)
    select ${professionalId}, id, note, ${work.now}::timestamptz
    from jsonb_to_recordset(${some}::jsonb) as fill (id bigint, note text) where note <> '' on conflict do nothing`.execute(
    work.db,
  )
  await sql`
    insert into client_import_fills (import_id, professional_id, card_id, columns, version)
    select ${importId}::uuid, card.professional_id, card.id, fill.columns, card.version
    from jsonb_to_recordset(${some}::jsonb) as fill (id bigint, columns text[])
    join client_cards card on card.professional_id = ${professionalId} and card.id = fill.id`.execute(work.db)
}

/** Keeps cards that have since been edited, annotated, merged or visited. Refuses not_found, client_import_over. */
export const undo = (work: Work, id: string) =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const one = await work.db
      .selectFrom('client_imports')
      .select(['undone_at', 'created_at'])
      .where('id', '=', id)
      .where('professional_id', '=', professionalId)
      .executeTakeFirst()
    if (one === undefined) return refuse('not_found')
    if (one.undone_at !== null || one.created_at.getTime() + undoDays * dayMs < work.now.getTime())
      refuse('client_import_over')
    const removed = await sql`
      delete from client_cards card where professional_id = ${professionalId} and import_id = ${id}::uuid and version = 1
        and client_id is null and merged_into is null
        and not exists (select from client_cards part where part.professional_id = card.professional_id and part.merged_into = card.id)
        and not exists (select from client_work_notes work where work.professional_id = card.professional_id and work.card_id = card.id)
        and not exists (select from work_photo_consents consent where consent.professional_id = card.professional_id and consent.card_id = card.id)
        and not exists (select from message_consents consent where consent.professional_id = card.professional_id and consent.card_id = card.id)
        and not exists (select from client_notes note where note.professional_id = card.professional_id and note.client_id = card.id
          and note.updated_at > ${one.created_at}::timestamptz)`.execute(work.db)
    const stayed = await sql`
      update client_cards set import_id = null where professional_id = ${professionalId} and import_id = ${id}::uuid`.execute(
      work.db,
    )
    await sql`
      delete from client_notes note using client_import_fills fill
      where fill.import_id = ${id}::uuid and 'note' = any (fill.columns) and note.professional_id = fill.professional_id
        and note.client_id = fill.card_id and note.updated_at = ${one.created_at}::timestamptz`.execute(
      work.db,
    )
    const emptied = await sql`
      update client_cards card set version = card.version + 1, updated_at = ${work.now}::timestamptz,
        phone = case when 'phone' = any (fill.columns) then '' else card.phone end,
        email = case when 'email' = any (fill.columns) then '' else card.email end,
        birth_month = case when 'birthday' = any (fill.columns) then null else card.birth_month end,
        birth_day = case when 'birthday' = any (fill.columns) then null else card.birth_day end,
        birth_year = case when 'birthday' = any (fill.columns) then null else card.birth_year end,
        found_by = case when 'found_by' = any (fill.columns) then '' else card.found_by end,
        tags = case when 'tags' = any (fill.columns) then '{}' else card.tags end
      from client_import_fills fill
      where fill.import_id = ${id}::uuid and card.professional_id = fill.professional_id and card.id = fill.card_id
        and card.version = fill.version`.execute(work.db)
    await work.db.updateTable('client_imports').set({ undone_at: work.now }).where('id', '=', id).execute()
    return {
      removed: Number(removed.numAffectedRows ?? 0n),
      emptied: Number(emptied.numAffectedRows ?? 0n),
      stayed: Number(stayed.numAffectedRows ?? 0n),
    }
  })
