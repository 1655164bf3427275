/** One step of an invitation: recorded with its actor in the same transaction, and notified to the parties. */
import { sql, type Updateable } from 'kysely'
import {
  type InvitationMove,
  type InvitationParty,
  invitationMoves,
} from '#contract/hiring/invitation-moves.ts'
import { byId } from '#server/hiring/invitation/invitation.ts'
import type { Row } from '#server/hiring/invitation/invitation-row.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Invitations } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/** The invitation, locked until the transaction ends. Refuses `not_found`. */
export const lock = async (work: Work, id: string): Promise<Row> => {
  await sql`select 1 from invitations where id = ${id}::uuid for update`.execute(work.db)
  return byId(work, id)
}

/** The caller has locked it and called `requireMove`. */
export const makeMove = async (
  work: Work,
  row: Row,
  move: Exclude<InvitationMove, 'again'>,
  party: InvitationParty,
  changes: Updateable<Invitations> = {},
) => {
  const { to } = invitationMoves[move]
  const over = to !== 'seen'
  const moved = await work.db
    .updateTable('invitations')
    .set({
      ...changes,
      status: to,
      version: row.version + 1,
      ...(over ? { ended_at: work.now, paused_until: null, token_hash: null } : {}),
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
    // The holder of a link already had one from this space, or a concurrent answer took the last place.
    .catch((error: unknown) =>
      refuseOn(error, {
        invitations_one_open: 'invitation_open',
        vacancies_full: 'vacancy_full',
        vacancies_open: 'vacancy_not_movable',
      }),
    )
  if (moved.numUpdatedRows !== 1n) refuse('stale_version')
  await work.db
    .insertInto('invitation_moves')
    .values({
      invitation_id: row.id,
      version: row.version + 1,
      move,
      from_status: row.status,
      to_status: to,
      actor: party,
      actor_account_id: work.viewer.accountId,
      at: work.now,
    })
    .execute()
  if (move !== 'see') await publish(work, 'invitation.moved', { invitationId: row.id, move })
}
