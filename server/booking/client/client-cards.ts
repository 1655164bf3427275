/** What a professional enters into her book by hand: new clients, corrections, and merged entries. */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type addClient,
  type CardBody,
  type changeClient,
  maxCards,
  type OwnClient,
  type OwnClientPage,
} from '#contract/booking/client/own-client.ts'
import { withPhoneSaved } from '#server/account/phone.ts'
import { ensureCard, lockBook, newCardIds } from '#server/booking/contact/client-card.ts'
import { entries, entryOf, ownId, present } from '#server/booking/client/own-client-row.ts'
import { read } from '#server/booking/client/own-clients.ts'
import { forgetWorkPhotos } from '#server/booking/client/work-photo.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Refuses invalid_phone, and invalid_input for a malformed email. */
const columnsOf = (body: CardBody) => {
  if (body.email !== '' && !email.test(body.email))
    refuse('invalid_input', { fields: [{ field: 'email', message: 'Revisa el correo.' }] })
  return {
    first_name: body.firstName === '' ? null : body.firstName,
    last_name: body.firstName === '' ? null : body.lastName,
    phone: body.phone === '' ? '' : withPhoneSaved({ phone: body.phone }).phone,
    email: body.email.toLowerCase(),
    birth_month: body.birthday?.month ?? null,
    birth_day: body.birthday?.day ?? null,
    birth_year: body.birthday?.year ?? null,
    found_by: body.foundBy,
    tags: [...new Set(body.tags)],
  }
}

const taken = { client_cards_phone_once: 'client_phone_taken' } as const

/** Refuses client_phone_taken, naming the client who has it, also where the telephone comes from her visits. */
const requireFreePhone = async (work: Work, professionalId: number, phone: string, own: number | null) => {
  if (phone === '') return
  const { rows } = await sql<{ id: number; name: string }>`
    with ${entries(work, professionalId)}, holder as (
      select coalesce(merged_into, id) as id from client_cards where professional_id = ${professionalId} and phone = ${phone}
    )
    select id, trim("firstName" || ' ' || "lastName") as name from entry
    where (phone = ${phone} or id in (select id from holder)) and id is distinct from ${own}::bigint limit 1`.execute(
    work.db,
  )
  if (rows[0] !== undefined) refuse('client_phone_taken', { field: 'phone', ...rows[0] })
}

/** Refuses no_profile, invalid_phone, invalid_input, client_phone_taken, clients_full. */
export const add = (work: Work, body: Input<typeof addClient>['body']): Promise<OwnClient> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    const columns = columnsOf(body)
    await lockBook(work, professionalId)
    await requireRoom(work, professionalId, 1)
    await requireFreePhone(work, professionalId, columns.phone, null)
    const [id] = await newCardIds(work, 1)
    if (id === undefined) throw new Error('the sequence has a next number')
    await work.db
      .insertInto('client_cards')
      .values({
        professional_id: professionalId,
        id,
        ...columns,
        created_at: work.now,
        updated_at: work.now,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, taken))
    return present(await entryOf(work, professionalId, id))
  })

export const requireRoom = async (work: Work, professionalId: number, more: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client_cards where professional_id = ${professionalId}`.execute(
    work.db,
  )
  if ((rows[0]?.count ?? 0) + more > maxCards) refuse('clients_full')
}

/** Refuses not_found, stale_version, client_phone_taken, invalid_phone; invalid_input for a client entered by hand without a name. */
export const change = (
  work: Work,
  id: number,
  { version, ...body }: Input<typeof changeClient>['body'],
): Promise<OwnClientPage> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    const columns = columnsOf(body)
    await lockBook(work, professionalId)
    const entry = await entryOf(work, professionalId, id)
    if (entry.clientId === null && columns.first_name === null)
      refuse('invalid_input', { fields: [{ field: 'firstName', message: 'Escribe su nombre.' }] })
    await requireFreePhone(work, professionalId, columns.phone, entry.id)
    if (entry.clientId === entry.id && version === 0) await ensureCard(work, professionalId, entry.id)
    const changed = await work.db
      .updateTable('client_cards')
      .set({ ...columns, version: sql`version + 1`, updated_at: work.now })
      .where('professional_id', '=', professionalId)
      .where('id', '=', entry.id)
      // A card just made has version 1, although the form saw none.
      .where('version', '=', Math.max(version, 1))
      .executeTakeFirst()
      .catch((error: unknown) => refuseOn(error, taken))
    if (changed.numUpdatedRows === 0n) refuse('stale_version')
    return read(work, entry.id)
  })

/** Deletes the card with its notes and everything else that she entered. Refuses not_found, client_has_visits. */
export const remove = (work: Work, id: number) =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const entry = await entryOf(work, professionalId, id)
    if (entry.seenAt !== null) refuse('client_has_visits')
    await forgetWorkPhotos(
      work,
      sql`card.professional_id = ${professionalId} and ${entry.id} in (card.id, card.merged_into)`,
    )
    await work.db
      .deleteFrom('client_cards')
      .where('professional_id', '=', professionalId)
      .where('id', '=', entry.id)
      .execute()
    return { ok: true } as const
  })

/** Merges `other` into `id`; both keep all their contents. Refuses not_found, invalid_input for the same entry. */
export const merge = (work: Work, id: number, other: number): Promise<OwnClientPage> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const root = await entryOf(work, professionalId, id)
    const part = await entryOf(work, professionalId, other)
    if (root.id === part.id) refuse('invalid_input', { fields: [{ field: 'other' }] })
    for (const { id, clientId } of [root, part])
      if (clientId === id) await ensureCard(work, professionalId, id)
    for (const column of ['merged_into', 'id'] as const)
      await work.db
        .updateTable('client_cards')
        .set({ merged_into: root.id, updated_at: work.now })
        .where('professional_id', '=', professionalId)
        .where(column, '=', part.id)
        .execute()
    return read(work, root.id)
  })

/** Undoes the merge of `other` into `id`. Refuses not_found where it is not merged into it. */
export const separate = (work: Work, id: number, other: number): Promise<OwnClientPage> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const root = await entryOf(work, professionalId, id)
    const parted = await work.db
      .updateTable('client_cards')
      .set({ merged_into: null, updated_at: work.now })
      .where('professional_id', '=', professionalId)
      .where('id', '=', other)
      .where('merged_into', '=', root.id)
      .executeTakeFirst()
    if (parted.numUpdatedRows === 0n) refuse('not_found')
    return read(work, root.id)
  })
