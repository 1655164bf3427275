/**
 * Unread messages. A viewer with the conversation open reads them within moments; only those still unread after some minutes are notified
 * elsewhere (bell, email), once until they are read.
 */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import type { ConversationSide } from '#contract/conversation/conversation.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const patienceMs = 2 * minuteMs
const aRound = 500

/** Concurrent workers share the seats; the mark and the fact that announces it are in one transaction. */
export const publishWaiting = async (work: Work) => {
  for (;;) {
    const reported = await inTransaction(work, async (work) => {
      const { rows } = await sql<{ conversation_id: string; side: ConversationSide; read_number: number }>`
        update conversation_seats seat set notified_at = ${work.now}
        from (
          select conversation_id, side from conversation_seats
          where waits_since <= ${new Date(work.now.getTime() - patienceMs)} and notified_at is null
          order by waits_since limit ${aRound} for update skip locked
        ) due
        where seat.conversation_id = due.conversation_id and seat.side = due.side
        returning seat.conversation_id, seat.side, seat.read_number`.execute(work.db)
      for (const row of rows)
        await publish(work, 'conversation.waits', {
          conversationId: row.conversation_id,
          side: row.side,
          after: row.read_number,
        })
      return rows.length
    })
    if (reported < aRound) return
  }
}
