/**
 * A client's consent to be invited back by one professional, with who recorded it and when. Recorded by the client on Kalli, or by the
 * professional to whom they gave it; either of the two may end it. docs/booking/win-back.md.
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  messageSentence,
  type MessageConsent,
  type OwnConsent,
} from '#contract/booking/client/message-consent.ts'
import { ownId as ownAccount } from '#server/account/profile.ts'
import { ensureCard, lockBook } from '#server/booking/contact/client-card.ts'
import { type Entry, entryOf, ownId } from '#server/booking/client/own-client-row.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Source = 'client' | 'professional'

/** Includes entries that were merged into it. */
const ofEntry = (professionalId: number, entryId: RawBuilder<unknown>) =>
  sql`consent.professional_id = ${professionalId} and consent.card_id in (
    select card.id from client_cards card where card.professional_id = ${professionalId} and ${entryId} in (card.id, card.merged_into))`
const ofClient = (clientId: number | null) => sql`exists (
  select from client_cards mine join client_cards card on card.professional_id = mine.professional_id
    and coalesce(mine.merged_into, mine.id) in (card.id, card.merged_into)
  where mine.client_id = ${clientId}::bigint and card.professional_id = consent.professional_id and card.id = consent.card_id)`

/** Refuses not_found. */
export const read = async (work: Work, clientId: number): Promise<MessageConsent> => {
  const professionalId = ownId(work)
  const entry = await entryOf(work, professionalId, clientId)
  const { rows } = await sql<{ givenAt: Date; source: Source }>`
    select consent.consented_at as "givenAt", consent.source from message_consents consent
    where consent.revoked_at is null and ${ofEntry(professionalId, sql`${entry.id}`)} order by consent.consented_at limit 1`.execute(
    work.db,
  )
  const [row] = rows
  return { consent: row === undefined ? null : { ...row, givenAt: row.givenAt.toISOString() } }
}

const inBook = (
  work: Work,
  clientId: number,
  run: (work: Work, entry: Entry, own: number) => Promise<unknown>,
) =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    await run(work, await entryOf(work, professionalId, clientId), professionalId)
    return read(work, clientId)
  })

/** The professional records that the client consented; repeating it keeps the first record. Refuses not_found. */
export const record = (work: Work, clientId: number): Promise<MessageConsent> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    if (entry.clientId === entry.id) await ensureCard(work, professionalId, entry.id)
    await insert(work, professionalId, entry.id, 'professional')
  })

/** The professional records that the client no longer consents. Refuses not_found. */
export const end = (work: Work, clientId: number): Promise<MessageConsent> =>
  inBook(work, clientId, async (work, entry, professionalId) => {
    await revokeWhere(work, ofEntry(professionalId, sql`${entry.id}`), 'professional')
  })

const insert = (work: Work, professionalId: number, cardId: number, source: Source) =>
  sql`
    insert into message_consents (id, professional_id, card_id, source, sentence, consented_at, recorded_by)
    select ${randomUUID()}::uuid, ${professionalId}, ${cardId}, ${source}, ${messageSentence}, ${work.now}::timestamptz, ${ownAccount(work)}
    where not exists (select from message_consents consent where consent.revoked_at is null
      and ${ofEntry(professionalId, sql`${cardId}`)})
    on conflict do nothing`.execute(work.db)

const revokeWhere = (work: Work, whose: RawBuilder<unknown>, by: Source) =>
  sql`
    update message_consents consent set revoked_at = ${work.now}::timestamptz, revoked_by = ${by}
    where consent.revoked_at is null and ${whose}`.execute(work.db)

/** The viewer's own consents. */
export const own = async (work: Work): Promise<OwnConsent[]> => {
  const { rows } = await sql<Omit<OwnConsent, 'givenAt'> & { givenAt: Date }>`
    select distinct on (professional.id) professional.id as "professionalId",
      professional.first_name || ' ' || professional.last_name as professional, consent.consented_at as "givenAt", consent.source
    from message_consents consent join professionals professional on professional.id = consent.professional_id
    where consent.revoked_at is null and ${ofClient(work.viewer.clientId)}
    order by professional.id, consent.consented_at`.execute(work.db)
  return rows.map((row) => ({ ...row, givenAt: row.givenAt.toISOString() }))
}

/** By the client, for a professional with whom they have or had a confirmed visit. Refuses not_found. */
export const give = (work: Work, professionalId: number): Promise<OwnConsent[]> =>
  inTransaction(work, async (work) => {
    const { clientId } = work.viewer
    if (clientId === null) return refuse('not_found')
    await lockBook(work, professionalId)
    const { rows: visits } = await sql`
      select from bookings where client_id = ${clientId} and professional_id = ${professionalId} and kind = 'visit'
        and status in (${statusList(certainStatuses)}) limit 1`.execute(work.db)
    if (visits.length === 0) return refuse('not_found')
    await ensureCard(work, professionalId, clientId)
    const { rows } = await sql<{ id: number }>`
      select coalesce(merged_into, id) as id from client_cards where professional_id = ${professionalId} and client_id = ${clientId}`.execute(
      work.db,
    )
    await insert(work, professionalId, rows[0]?.id ?? refuse('not_found'), 'client')
    return own(work)
  })

/** By the client; does nothing without a consent in force. */
export const takeBack = async (work: Work, professionalId: number) => {
  const mine = sql`consent.professional_id = ${professionalId} and ${ofClient(work.viewer.clientId)}`
  await revokeWhere(work, mine, 'client')
  return { ok: true } as const
}

/** The client revokes the consents for all professionals. */
export const takeBackAll = (work: Work, accountId: number) =>
  revokeWhere(
    work,
    sql`exists (select from clients client join client_cards mine on mine.client_id = client.id
      join client_cards card on card.professional_id = mine.professional_id
        and coalesce(mine.merged_into, mine.id) in (card.id, card.merged_into)
      where client.account_id = ${accountId} and card.professional_id = consent.professional_id and card.id = consent.card_id)`,
    'client',
  )

/** Whether the book entry `root` of the surrounding query consented. */
export const agreedOf = (professionalId: number, root: RawBuilder<unknown>) => sql<boolean>`exists (
  select from message_consents consent where consent.revoked_at is null and ${ofEntry(professionalId, root)})`

/** The consents in force among these professionals and accounts, as "professional account". */
export const inForce = async (
  work: Work,
  pairs: readonly { professionalId: number; accountId: number }[],
): Promise<ReadonlySet<string>> => {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<{ professionalId: number; accountId: number }>`
    select consent.professional_id as "professionalId", client.account_id as "accountId"
    from message_consents consent join client_cards card on card.professional_id = consent.professional_id
      and card.id = consent.card_id
    join client_cards mine on mine.professional_id = card.professional_id and coalesce(card.merged_into, card.id) in (mine.id, mine.merged_into)
    join clients client on client.id = mine.client_id
    where consent.revoked_at is null and consent.professional_id = any (${pairs.map(({ professionalId }) => professionalId)}::bigint[])
      and client.account_id = any (${pairs.map(({ accountId }) => accountId)}::bigint[])`.execute(work.db)
  return new Set(rows.map(consentKey))
}
export const consentKey = ({ professionalId, accountId }: { professionalId: number; accountId: number }) =>
  `${professionalId} ${accountId}`
