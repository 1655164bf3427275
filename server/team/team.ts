/**
 * A business's team ("equipo de casa"): invited by a link (link.ts), with a role, permissions, a chair and a shift. What they may do in the
 * name of the business is in business.ts, what they pay in rent.ts.
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { type editMember, type leaveTeam, Member, type revokeMember } from '#contract/team/team.ts'
import { teamLimits } from '#contract/team/member.ts'
import {
  pause as pauseAgreement,
  resume as resumeAgreement,
  terminate,
} from '#server/hiring/agreement/agreement.ts'
import { after, areApart } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lock, requireMove, seat, move, end, lockMine, type Row } from '#server/team/member-row.ts'
import { requireSight, requireChair } from '#server/team/member-invite.ts'
import { member, membership } from '#server/team/member-view.ts'

export const edit = (work: Work, { params, body }: Input<typeof editMember>) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'edit', 'host', body.version)
    if (body.shift !== null && !areApart(body.shift)) refuse('hours_overlap')
    requireSight(body.permissions)
    // A member who joined by an agreement has no chair until one is named, and keeps one from then on.
    const { fixed } = Member.shape.terms.parse(row.terms)
    if (fixed !== null && row.unit_id !== null && body.unitId === null) requireChair()
    await seat(work, row.id, row.space_id, body.unitId, body.shift)
    await move(work, row, 'edit', row.status, 'host', {
      permissions: [...new Set(body.permissions)],
      unit_id: body.unitId,
      shift: body.shift === null ? null : JSON.stringify(body.shift),
    })
    return member(work, row.id)
  })

type Moved = Input<typeof revokeMember>

export const revoke = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'revoke', 'host', body.version)
    await end(work, row, 'revoke', 'revoked', 'host')
    return member(work, row.id)
  })

/** No new appointments here and no permissions; firm ones remain valid. */
export const pause = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'pause', 'host', body.version)
    if (row.agreement_id !== null) await pauseAgreement(work, ofAgreement(row.agreement_id))
    await move(work, row, 'pause', 'paused', 'host')
    return member(work, row.id)
  })

export const resume = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'resume', 'host', body.version)
    if (row.agreement_id !== null) await resumeAgreement(work, ofAgreement(row.agreement_id))
    await move(work, row, 'resume', 'active', 'host')
    return member(work, row.id)
  })

export const terminateMember = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    await giveNotice(work, row, 'host', body.version)
    return member(work, row.id)
  })

export const leave = (work: Work, { params, body }: Input<typeof leaveTeam>) =>
  inTransaction(work, async (work) => {
    const row = await lockMine(work, params.id)
    await giveNotice(work, row, 'member', body.version)
    return membership(work, row.id)
  })

const ofAgreement = (id: number) => ({ params: { id }, query: undefined, body: undefined })

/** The notice period of the agreement, or of the business; the agreement ends with it, and firm bookings until then are honoured. */
const giveNotice = async (work: Work, row: Row, party: 'host' | 'member', version: number) => {
  requireMove(work, row, 'give_notice', party, version)
  const usual = after(work.now, teamLimits.noticeDays * dayMs)
  if (row.agreement_id !== null) {
    const agreement = await work.db
      .selectFrom('agreements')
      .select(['version', 'ending', 'status'])
      .where('id', '=', row.agreement_id)
      .executeTakeFirstOrThrow()
    if (agreement.ending === null && agreement.status !== 'ended' && agreement.status !== 'expired')
      await terminate(work, {
        params: { id: row.agreement_id },
        query: undefined,
        body: { version: agreement.version, reason: '' },
      })
  }
  await move(work, row, 'give_notice', row.status, party, { ends_at: (await lastDayOf(work, row)) ?? usual })
}

/** A member who joined by a vacancy or an application may have agreed on another notice period than the business's. */
const lastDayOf = async (work: Work, { agreement_id: id }: Row): Promise<Date | null> => {
  if (id === null) return null
  const row = await work.db
    .selectFrom('agreements')
    .select(['valid_to', 'ending'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined || row.ending === null ? null : row.valid_to
}
