/** The row of an agreement: found through its parties, locked and moved. */
import { sql } from 'kysely'
import {
  mayMoveAgreement,
  type AgreementMove,
  type AgreementStatus,
} from '#contract/hiring/agreement-moves.ts'
import type { Side } from '#server/hiring/fit/hiring.ts'
import { isParty, termColumns, termsOf, type TermsRow } from '#server/hiring/fit/agreement-terms.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Locked = TermsRow & {
  id: number
  version: number
  status: AgreementStatus
  professionalId: number
  spaceId: number
  requiredDocuments: string[]
  missingDocuments: string[]
  pausedBy: Side | null
  ending: { endsAt: string } | null
  renewal: { by: Side; validTo: string | null } | null
  side: Side
}

export const lock = (work: Work, id: number) => find(work, id, true)

export const find = async (work: Work, id: number, locked = false): Promise<Locked> => {
  const { rows } = await sql<Omit<Locked, 'side'> & { isProfessional: boolean }>`
    select ${lockedColumns}, coalesce(a.professional_id = ${work.viewer.professionalId}::bigint, false) as "isProfessional"
    from agreements a join spaces s on s.id = a.space_id
    where a.id = ${id} and ${isParty(work)} ${locked ? sql`for update of a` : sql``}`.execute(work.db)
  const { isProfessional, ...row } = rows[0] ?? refuse('not_found')
  return { ...row, side: isProfessional ? 'professional' : 'host' }
}

export const lockedColumns = sql`a.id, a.version, a.status, a.professional_id as "professionalId",
  a.space_id as "spaceId", s.required_documents as "requiredDocuments", a.missing_documents as "missingDocuments", a.paused_by as "pausedBy", a.ending, a.renewal,
  ${termColumns}`

export const requireMove = (work: Work, row: Locked, name: AgreementMove) => {
  const answer = mayMoveAgreement(
    name,
    row.side,
    { ...row, validTo: row.validTo?.toISOString() ?? null },
    work.now,
  )
  if (!answer.allowed) refuse('agreement_not_movable', { reason: answer.reason })
}

type Change = Partial<{
  status: AgreementStatus
  paused_by: Side | null
  missing_documents: string[]
  renewal: string | null
  ending: string
  valid_from: Date
  valid_to: Date | null
  on_trial: boolean
  trial_uses: null
  ended_at: Date
}>

/** Writes the new state, its line in the history, and the fact; in the caller's transaction, with the row locked. */
export const move = async (
  work: Work,
  row: Omit<Locked, 'side'> & { side: Side | 'platform' },
  name: AgreementMove,
  change: Change,
  reason = '',
) => {
  await work.db
    .updateTable('agreements')
    .set({ ...change, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await work.db
    .insertInto('agreement_moves')
    .values({
      agreement_id: row.id,
      version: row.version + 1,
      move: name,
      from_status: row.status,
      to_status: change.status ?? row.status,
      actor: row.side,
      actor_account_id: work.viewer.accountId,
      reason,
      terms: name === 'renew' ? JSON.stringify(termsOf(row)) : null,
      at: work.now,
    })
    .execute()
  await publish(work, 'agreement.changed', { agreementId: row.id, version: row.version + 1, move: name })
}
