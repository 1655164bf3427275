/** What follows a sent invitation: seen, queried, accepted, declined, withdrawn, or expired. */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type {
  acceptInvitation,
  answerAboutInvitation,
  askAboutInvitation,
  declineInvitation,
  Invitation,
  revokeInvitation,
  seeInvitation,
} from '#contract/hiring/invitation.ts'
import { invitationLimits, openStatuses } from '#contract/hiring/invitation-moves.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { agree } from '#server/hiring/invitation/invitation-agreement.ts'
import { lock, makeMove } from '#server/hiring/invitation/invitation-move.ts'
import { mayBeMade, requireInvited, requireMove, shownTo } from '#server/hiring/invitation/invitation.ts'
import type { Row } from '#server/hiring/invitation/invitation-row.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

/** The host sees that it was seen, not when. Repeating it, or seeing it after its end, changes nothing. */
export const see = (work: Work, { params, body }: Input<typeof seeInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireInvited(work, row, body.token)
    if (mayBeMade(row, 'see', 'invited', work.now)) await makeMove(work, row, 'see', 'invited')
    return shownTo(work, params.id, 'invited')
  })

/**
 * The agreement is active at once, on the terms that were shown; for a vacancy, one of its places is taken. Refuses `invitation_over`,
 * `stale_version`, `agreement_exists`, `space_not_published`, `vacancy_full`, `shift_taken`.
 */
export const accept = (work: Work, { params, body }: Input<typeof acceptInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lockForInvited(work, params.id, body)
    requireMove(row, 'accept', 'invited', work.now)
    const { professionalId, agreementId } = await agree(work, row)
    await makeMove(work, row, 'accept', 'invited', {
      account_id: work.viewer.accountId,
      professional_id: professionalId,
      agreement_id: agreementId,
    })
    return shownTo(work, row.id, 'invited')
  })

/** This space may not invite them again for sixty days. The reason is for the host to read. */
export const decline = (work: Work, { params, body }: Input<typeof declineInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lockForInvited(work, params.id, body)
    requireMove(row, 'decline', 'invited', work.now)
    await makeMove(work, row, 'decline', 'invited', {
      ...known(work),
      decline_reason: body.reason === '' ? null : body.reason,
    })
    return shownTo(work, row.id, 'invited')
  })

/** The deadline is paused until the host answers, for 72 hours at most. By asking, the holder of a link becomes known. */
export const ask = (work: Work, { params, body }: Input<typeof askAboutInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lockForInvited(work, params.id, body)
    requireMove(row, 'ask', 'invited', work.now)
    await work.db
      .insertInto('invitation_questions')
      .values({
        invitation_id: row.id,
        number: row.questions.length + 1,
        question: body.question,
        requested_at: work.now,
      })
      .execute()
      .catch((error: unknown) =>
        refuseOn(error, {
          invitations_two_questions: 'invitation_over',
          invitation_questions_pkey: 'stale_version',
        }),
      )
    await makeMove(work, row, 'ask', 'invited', {
      ...known(work),
      token_hash: null,
      paused_until: new Date(work.now.getTime() + pauseMs),
      expires_at: new Date(row.expiresAt.getTime() + pauseMs),
    })
    return shownTo(work, row.id, 'invited')
  })

/** Resumes the deadline; the unused rest of the pause is not added. */
export const answer = (
  work: Work,
  { params, body }: Input<typeof answerAboutInvitation>,
): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lockForHost(work, params.id, body)
    requireMove(row, 'answer', 'host', work.now)
    await work.db
      .updateTable('invitation_questions')
      .set({ answer: body.answer, answered_at: work.now })
      .where('invitation_id', '=', row.id)
      .where('answer', 'is', null)
      .execute()
    const left = Math.max(0, (row.pausedUntil?.getTime() ?? 0) - work.now.getTime())
    await makeMove(work, row, 'answer', 'host', {
      paused_until: null,
      expires_at: new Date(row.expiresAt.getTime() - left),
    })
    return shownTo(work, row.id, 'host')
  })

/** Its link is void at once. */
export const revoke = (work: Work, { params, body }: Input<typeof revokeInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const row = await lockForHost(work, params.id, body)
    requireMove(row, 'revoke', 'host', work.now)
    await makeMove(work, row, 'revoke', 'host')
    return shownTo(work, row.id, 'host')
  })

/** Expires one; a concurrent earlier answer wins. */
export const expire = (work: Work, id: string) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, id)
    if (mayBeMade(row, 'expire', 'platform', work.now)) await makeMove(work, row, 'expire', 'platform')
  })

/** Invitations per round; the rest follows a minute later. */
const aRound = 500

export const expireDue = async (work: Work) => {
  const due = await work.db
    .selectFrom('invitations')
    .select('id')
    .where('status', 'in', openStatuses)
    .where('expires_at', '<=', work.now)
    .orderBy('expires_at')
    .limit(aRound)
    .execute()
  await runIsolated(work, due, ({ id }) => expire(work, id))
}

/** Their vacancy was filled or closed; each in its own transaction, so that it waits for a concurrent answer. */
export const endInvitations = async (work: Work, vacancyId: number) => {
  const rows = await work.db
    .selectFrom('invitations')
    .select('id')
    .where('vacancy_id', '=', vacancyId)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .execute()
  await runIsolated(work, rows, ({ id }) => endOne(work, id))
}

const endOne = (work: Work, id: string) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, id)
    if (mayBeMade(row, 'end_with_vacancy', 'platform', work.now))
      await makeMove(work, row, 'end_with_vacancy', 'platform')
  })

/** A person left: the invitations they received or sent end, and what they wrote is deleted. */
export const forgetInvitations = async (
  work: Work,
  { accountId, email, hostId }: { accountId: number; email: string; hostId: number | null },
) => {
  const { rows } = await sql<{ id: string; mine: boolean; open: boolean }>`
    select id, coalesce(host_id = ${hostId}::bigint, false) as mine, status in ('sent', 'seen') as open from invitations
    where account_id = ${accountId} or email = ${email} or host_id = ${hostId}::bigint order by id`.execute(
    work.db,
  )
  for (const { id, mine, open } of rows) {
    if (open)
      await makeMove(work, await lock(work, id), mine ? 'revoke' : 'decline', mine ? 'host' : 'invited')
    await work.db
      .updateTable('invitations')
      .set({ message: '', decline_reason: null, ...(mine ? {} : { email: null, account_id: accountId }) })
      .where('id', '=', id)
      .execute()
    await work.db
      .updateTable('invitation_questions')
      .set(mine ? { answer: '—' } : { question: '—' })
      .where('invitation_id', '=', id)
      .where(mine ? 'answer' : 'question', 'is not', null)
      .execute()
  }
}

const pauseMs = invitationLimits.pauseHours * hourMs

/** From the first answer on, it belongs to this account. */
const known = ({ viewer }: Work) => ({ account_id: viewer.accountId, professional_id: viewer.professionalId })

const lockForInvited = async (
  work: Work,
  id: string,
  { version, token }: { version: number; token?: string | undefined },
): Promise<Row> => {
  const row = await lock(work, id)
  requireInvited(work, row, token)
  if (row.version !== version && row.endedAt === null) refuse('stale_version')
  return row
}

/** Another host's invitation is not found. */
const lockForHost = async (work: Work, id: string, { version }: { version: number }): Promise<Row> => {
  const row = await lock(work, id)
  if (!isOwn(work.viewer.hostId, row.hostId)) refuse('not_found')
  if (row.version !== version && row.endedAt === null) refuse('stale_version')
  return row
}
