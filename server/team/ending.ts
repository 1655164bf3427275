/** Timed changes of a business's team: a link expires, notice ends, documents arrive, an agreement ends. */
import { sql } from 'kysely'
import { mayMoveMember } from '#contract/team/member.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { byId, end, factsOf, move } from '#server/team/member-row.ts'

const aRound = 500

/** Each in its own transaction, each once. */
export const endDue = async (work: Work) => {
  const { rows } = await sql<{ id: number }>`
    select id from memberships where status = 'invited' and expires_at <= ${work.now}
      or status in ('pending_details', 'active', 'paused') and ends_at <= ${work.now}
    order by id limit ${aRound}`.execute(work.db)
  await runIsolated(work, rows, ({ id }) =>
    inTransaction(work, async (work) => {
      const row = await byId(work, id)
      if (row === undefined) return
      if (mayMoveMember('expire', 'platform', factsOf(row), work.now).allowed)
        return end(work, row, 'expire', 'expired', 'platform')
      if (
        row.ends_at !== null &&
        row.ends_at <= work.now &&
        mayMoveMember('end', 'platform', factsOf(row), work.now).allowed
      )
        await end(work, row, 'end', 'notice', 'platform')
    }),
  )
}

/**
 * The agreement behind a membership moved: with its documents in order the professional becomes a member; with notice they leave on its
 * day.
 */
export const followAgreement = (work: Work, agreementId: number, name: string) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<{ id: number; validTo: Date | null; status: string }>`
      select m.id, a.valid_to as "validTo", a.status from memberships m join agreements a on a.id = m.agreement_id
      where a.id = ${agreementId} and m.status <> 'ended'`.execute(work.db)
    const [found] = rows
    if (found === undefined) return
    const row = await byId(work, found.id)
    if (row === undefined) return
    if (name === 'reinstate' && row.status === 'pending_details')
      return move(work, row, 'complete', 'active', 'platform')
    if (name === 'give_notice' && row.ends_at === null && found.validTo !== null)
      return move(work, row, 'give_notice', row.status, 'platform', { ends_at: found.validTo })
    if (found.status === 'ended' || found.status === 'expired')
      await end(work, row, 'end', 'notice', 'platform')
  })
