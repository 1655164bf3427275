/** Seats whose person changed after the first message: transferred hours, a visitor who has an account now. */
import { sql } from 'kysely'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The host talks with the current holder of the hours: unread messages of the former holder no longer count as unread. */
export const leaveFormer = (work: Work, { handOverId }: { handOverId: string }) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<{ conversationId: string; about: string; accountId: number | null }>`
      update conversation_seats seat set unread = 0, waits_since = null, notified_at = null
      from hand_overs offer join bookings rent on rent.id = offer.booking_id
        join conversations c on c.booking_id = rent.id and c.professional_id <> rent.professional_id
      where offer.id = ${handOverId}::uuid and seat.conversation_id = c.id and seat.side = 'host' and seat.unread > 0
      returning seat.conversation_id as "conversationId", rent.id as about, seat.account_id as "accountId"`.execute(
      work.db,
    )
    for (const { conversationId, about, accountId } of rows)
      if (accountId !== null)
        await publish(work, 'conversation.read', {
          conversationId,
          kind: 'booking',
          about,
          side: 'host',
          accountId,
        })
  })

/** What a client wrote as a visitor appears in the lists of the account that took over their visits. */
export const adoptSeats = async (work: Work, { accountId }: { accountId: number }) => {
  await sql`
    update conversation_seats seat set account_id = ${accountId}::bigint
    from conversations c join bookings b on b.id = c.booking_id join clients client on client.id = b.client_id
    where seat.conversation_id = c.id and seat.side = 'client' and seat.account_id is null
      and client.account_id = ${accountId}::bigint`.execute(work.db)
}
