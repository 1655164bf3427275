/** The conversations of a person, newest first. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type ConversationLine,
  ConversationKind,
  type conversations,
  ConversationSide,
} from '#contract/conversation/conversation.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The viewer's, the latest first. */
export const list = async (
  work: Work,
  { query }: Input<typeof conversations>,
): Promise<Page<ConversationLine>> => {
  const me = work.viewer.accountId ?? refuse('not_signed_in')
  const after = query.cursor === undefined ? null : openCursor(query.cursor, Cursor)
  const { rows } = await sql<LineRow>`
    select c.id, c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about,
      mine.side, mine.unread, mine.last_at as "lastAt", other.side as "otherSide",
      m.side as "lastSide", m.gone, m.photo_id is not null as "isPhoto", left(case when ${isConfirmed} then m.text else coalesce(m.hidden_text, m.text) end, 160) as text,
      case c.kind when 'booking' then case b.kind when 'rent' then s.name else b.service_name end else s.name end as title,
      ${nameOfOther} as name, ${photoOfOther} as photo
    ${myTalks}
    join conversation_messages m on m.conversation_id = c.id and m.number = c.last_number
    where mine.account_id = ${me}
      -- Hours that went to somebody else: their host talks with whoever has them now.
      and (mine.side = 'professional' or b.id is null or b.professional_id = c.professional_id)
      ${after === null ? sql`` : sql`and (mine.last_at, mine.conversation_id) < (${after[0]}, ${after[1]}::uuid)`}
    order by mine.last_at desc, mine.conversation_id desc limit ${query.limit + 1}`.execute(work.db)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(lineOf),
    rows.length > query.limit && last !== undefined ? sealCursor([last.lastAt.toISOString(), last.id]) : null,
  )
}

const Cursor = z.tuple([Instant, Uuid])

/** Conversations with the other party and the subject. */
export const myTalks = sql`
    from conversation_seats mine
    join conversations c on c.id = mine.conversation_id
    join conversation_seats other on other.conversation_id = c.id and other.side <> mine.side
    left join bookings b on b.id = c.booking_id
    left join applications a on a.id = c.application_id
    left join invitations i on i.id = c.invitation_id
    left join spaces s on s.id = coalesce(b.space_id, a.space_id, i.space_id)
    left join businesses bu on bu.id = s.business_id
    left join accounts person on person.id = other.account_id
    left join professionals p on other.side = 'professional' and p.account_id = other.account_id`

/** The name and picture of the other party in a conversation. */
export const nameOfOther = sql`case other.side
        when 'client' then (b.contact ->> 'firstName') || ' ' || (b.contact ->> 'lastName')
        when 'host' then coalesce(bu.name, person.first_name)
        else coalesce(p.first_name || ' ' || p.last_name, person.first_name) end`
export const photoOfOther = sql`coalesce(case other.side when 'professional' then p.profile_image_url end, person.profile_image_url)`

/** As `Talking.confirmed`, for a row of the list. */
const isConfirmed = sql`(b.confirmed_at is not null or a.agreement_id is not null or i.agreement_id is not null)`

type LineRow = {
  id: string
  kind: string
  about: string
  side: string
  unread: number
  lastAt: Date
  otherSide: string
  lastSide: string
  gone: string | null
  isPhoto: boolean
  text: string
  title: string | null
  name: string | null
  photo: string | null
}

const lineOf = (row: LineRow): ConversationLine => ({
  kind: z.parse(ConversationKind, row.kind),
  about: row.about,
  as: z.parse(ConversationSide, row.side),
  other: {
    name: row.name ?? 'Cuenta borrada',
    photo: row.photo,
    side: z.parse(ConversationSide, row.otherSide),
  },
  title: row.title ?? '',
  last: {
    text: row.text.replaceAll(/\s+/g, ' '),
    mine: row.lastSide === row.side,
    isPhoto: row.isPhoto,
    at: row.lastAt.toISOString(),
  },
  unread: row.unread,
})

/** For the badge and the buttons; served by one index. */
export const count = async (work: Work) => {
  const me = work.viewer.accountId ?? refuse('not_signed_in')
  const { rows } = await sql<{ kind: string; about: string; unread: number; all: number }>`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about, seat.unread,
      count(*) over () as "all"
    from conversation_seats seat join conversations c on c.id = seat.conversation_id
    where seat.account_id = ${me} and seat.unread > 0
    order by seat.last_at desc limit 100`.execute(work.db)
  return {
    count: rows[0]?.all ?? 0,
    of: rows.map(({ kind, about, unread }) => ({ kind: z.parse(ConversationKind, kind), about, unread })),
  }
}
