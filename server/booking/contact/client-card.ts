/** The cards of a professional's book: what she entered about a client, by hand or from a file. Only she reads them. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

/** Serializes changes of one book, also from two devices of one account. */
export const lockBook = async (work: Work, professionalId: number) => {
  await sql`select 1 from professionals where id = ${professionalId} for no key update`.execute(work.db)
}

/** Ids for cards without a known client. Clients get theirs from the same sequence, so an id names one entry. */
export const newCardIds = async (work: Work, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('resources', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
}

/** The card of a client who visited; created if nothing was entered yet. */
export const ensureCard = async (work: Work, professionalId: number, clientId: number) => {
  await sql`
    insert into client_cards (professional_id, id, client_id, created_at, updated_at)
    values (${professionalId}, ${clientId}, ${clientId}, ${work.now}::timestamptz, ${work.now}::timestamptz)
    on conflict do nothing`.execute(work.db)
}

type Link = { professionalId: number; cardId: number; clientId: number }

/** Links a card to this client. Does nothing without such a card, or where either is linked already. */
export const linkCard = async (work: Work, { professionalId, cardId, clientId }: Link) => {
  await sql`
    update client_cards card set client_id = ${clientId} where professional_id = ${professionalId} and id = ${cardId}
      and client_id is null and not exists (select from client_cards other
        where other.professional_id = card.professional_id and other.client_id = ${clientId})`.execute(
    work.db,
  )
}

/** A client whom she had entered books a visit: linked to the card if the visit's telephone is the card's. */
export const linkByTelephone = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Link>`
    select card.professional_id as "professionalId", card.id as "cardId", visit.client_id as "clientId"
    from bookings visit join client_cards card on card.professional_id = visit.professional_id and card.client_id is null
      and card.phone <> '' and card.phone = visit.contact ->> 'phone'
    where visit.id = ${bookingId} and visit.kind = 'visit' and visit.client_id is not null`.execute(work.db)
  for (const link of rows) await linkCard(work, link)
}

/**
 * Deletes the cards of a professional who leaves, and of a client who leaves, including cards with the telephone that their account
 * confirmed. Notes are deleted with their card.
 */
export const forgetCards = async (
  work: Work,
  {
    accountId,
    professionalId,
    clientIds,
  }: { accountId: number; professionalId: number | null; clientIds: readonly number[] },
) => {
  await sql`delete from client_cards where professional_id = ${professionalId} or client_id = any (${[...clientIds]}::bigint[])
    or phone <> '' and phone = (select phone from accounts where id = ${accountId} and phone_confirmed_at is not null)`.execute(
    work.db,
  )
  await sql`delete from client_imports where professional_id = ${professionalId}`.execute(work.db)
}
