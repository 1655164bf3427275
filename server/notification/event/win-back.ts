/** A professional's message to a lapsed client who consented. */
import { sql } from 'kysely'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

/** By the channels that the client chose, or by email where they agreed to her messages; once; not if they revoked it meanwhile. */
export const notifyWonBack = async (work: Work, messageId: string) => {
  const { rows } = await sql<{ accountId: number; professionalId: number; name: string; message: string }>`
    select client.account_id as "accountId", professional.id as "professionalId", message.message,
      professional.first_name || ' ' || professional.last_name as name
    from win_back_messages message
    join client_cards card on card.professional_id = message.professional_id and message.card_id in (card.id, card.merged_into)
    join clients client on client.id = card.client_id
    join professionals professional on professional.id = message.professional_id
    where message.id = ${messageId}::uuid and client.account_id is not null order by card.id = message.card_id desc limit 1`.execute(
    work.db,
  )
  const [row] = rows
  if (row === undefined) return
  await notify(work, 'win_back', [
    {
      accountId: row.accountId,
      title: `${row.name} te invita a volver`,
      message: row.message,
      about: { kind: 'professional', id: String(row.professionalId) },
      dedupeKey: `win_back:${messageId}`,
      byConsent: true,
    },
  ])
}
