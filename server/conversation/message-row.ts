/** Messages of a conversation as each side sees them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type ConversationMessage, ConversationSide, talk } from '#contract/conversation/conversation.ts'
import type { Talking } from '#server/conversation/parties.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Found = { id: string; talking: Talking }

/** One writer at a time; the transaction that locks the row gets the next number. */
export const lockNext = async (work: Work, { id }: Found): Promise<number> => {
  const { last_number: last } = await work.db
    .selectFrom('conversations')
    .select('last_number')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return last + 1
}

type MessageRow = {
  id: string
  number: number
  side: string
  text: string
  hidden: boolean
  width: number | null
  height: number | null
  gone: string | null
  at: Date
}

/** Up to a page, oldest first; the text as the viewer may see it. */
export const messagesOf = async (work: Work, found: Found, before: number | null) => {
  const rows = await rowsOf(
    work,
    found,
    sql`m.conversation_id = ${found.id} ${before === null ? sql`` : sql`and m.number < ${before}`}
      order by m.number desc limit ${talk.page + 1}`,
  )
  return {
    messages: rows
      .slice(0, talk.page)
      .map((row) => present(row, found.talking))
      .toReversed(),
    earlier: rows.length > talk.page,
  }
}

export const oneMessage = async (work: Work, found: Found, id: string): Promise<ConversationMessage> => {
  const [row] = await rowsOf(work, found, sql`m.id = ${id}::uuid`)
  return present(row ?? refuse('not_found'), found.talking)
}

const rowsOf = async (
  work: Work,
  { talking }: Found,
  which: ReturnType<typeof sql>,
): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    select m.id, m.number, m.side, m.gone, m.at, photo.width, photo.height,
      ${talking.confirmed ? sql`m.text` : sql`coalesce(m.hidden_text, m.text)`} as text,
      ${talking.confirmed ? sql`false` : sql`m.hidden_text is not null`} as hidden
    from conversation_messages m left join conversation_photos photo on photo.id = m.photo_id
    where ${which}`.execute(work.db)
  return rows
}

const present = (row: MessageRow, talking: Talking): ConversationMessage => ({
  id: row.id,
  number: row.number,
  by: z.parse(ConversationSide, row.side),
  mine: row.side === talking.mine.side,
  text: row.text,
  hidden: row.hidden,
  photo: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
  gone: row.gone === 'left' || row.gone === 'removed' ? row.gone : null,
  at: row.at.toISOString(),
})
