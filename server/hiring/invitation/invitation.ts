/** Invitations as their two parties see them, found through the person or their link. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Category, doneIn, SpaceType } from '#contract/professional/categories.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { Invitation, invitation, invitations } from '#contract/hiring/invitation.ts'
import {
  type InvitationMove,
  type InvitationParty,
  mayMoveInvitation,
} from '#contract/hiring/invitation-moves.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import {
  select,
  rank,
  order,
  present,
  type Row,
  type Whose,
  factsOf,
} from '#server/hiring/invitation/invitation-row.ts'

/** Received or sent by the viewer; those that wait for an answer first, by deadline, then the latest. */
export const list = async (work: Work, { query }: Input<typeof invitations>): Promise<Page<Invitation>> => {
  const mine =
    query.box === 'in'
      ? sql<boolean>`i.account_id = ${work.viewer.accountId}::bigint`
      : sql<boolean>`i.host_id = ${work.viewer.hostId}::bigint`
  const after = query.cursor === undefined ? null : continued(query.cursor)
  const rows = await select(
    work,
    sql`${mine} ${query.category === undefined ? sql`` : sql`and ${isFor(query.category)}`}
      ${after === null ? sql`` : sql`and (${rank}, ${order}, i.id) > (${after.rank}, ${after.order}, ${after.id}::uuid)`}`,
    query.limit + 1,
  )
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const party = query.box === 'in' ? 'invited' : 'host'
  return new Page(
    shown.map((row) => present(work, row, party)),
    rows.length > query.limit && last !== undefined ? cursorAt(last) : null,
  )
}

/** One that the viewer may answer: their own, or the one that their link opens. Refuses as `requireInvited` does. */
export const one = async (work: Work, { params, query }: Input<typeof invitation>): Promise<Invitation> => {
  const row = await byId(work, params.id)
  requireInvited(work, row, query.token)
  return present(work, row, 'invited')
}

export const byId = async (work: Work, id: string): Promise<Row> => {
  const [row] = await select(work, sql`i.id = ${id}::uuid`, 1)
  return row ?? refuse('not_found')
}

/** Its state after a move. */
export const shownTo = async (work: Work, id: string, party: 'invited' | 'host') =>
  present(work, await byId(work, id), party)

/**
 * Its recipient, or the holder of its link while the recipient is unknown. To another account it says no more than that; a host who opens
 * their own link is shown so.
 */
export const requireInvited = (work: Work, row: Whose, token: string | undefined) => {
  if (row.accountId !== null)
    return isOwn(work.viewer.accountId, row.accountId) ? undefined : refuse('invitation_of_another')
  if (isOwn(work.viewer.hostId, row.hostId)) return refuse('invitation_to_oneself')
  if (token === undefined) return refuse('invitation_of_another')
  // Withdrawn, answered or over: its links are void.
  if (row.tokenHash === null)
    throw new Refusal(
      'invitation_over',
      undefined,
      'Este enlace ya no sirve. Pide al espacio una invitación nueva.',
    )
  return hashToken(token).equals(row.tokenHash) ? undefined : refuse('invitation_of_another')
}

/** Refuses `invitation_over` with the reason that the disabled button shows. */
export const requireMove = (row: Row, move: InvitationMove, party: InvitationParty, now: Date) => {
  const answer = mayMoveInvitation(move, party, factsOf(row, now), now)
  if (!answer.allowed) throw new Refusal('invitation_over', undefined, answer.reason)
}

/** For timed moves: whether it may be made, without a refusal. */
export const mayBeMade = (row: Row, move: InvitationMove, party: InvitationParty, now: Date): boolean =>
  mayMoveInvitation(move, party, factsOf(row, now), now).allowed

/** Invitations for this work: by their terms' categories, or without any, by what is done in such a space. */
const isFor = (category: Category) => {
  const types = SpaceType.options.filter((type) => doneIn[type].includes(category))
  return sql<boolean>`(i.terms -> 'categories' ? ${category}::text
    or (i.terms -> 'categories' = '[]' and s.space_type = any(${types})))`
}

const Cursor = z.tuple([z.int(), z.number(), z.uuid()])

const cursorAt = (row: Row) => sealCursor([row.rank, row.order, row.id])

const continued = (cursor: string) => {
  const [rank, order, id] = openCursor(cursor, Cursor)
  return { rank, order, id }
}
