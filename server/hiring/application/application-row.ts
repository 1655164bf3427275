/** The row of an application: found through its parties, locked and moved. */
import { sql, type RawBuilder, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import { AgreementTerms, type Trial } from '#contract/hiring/agreement-terms.ts'
import type { Application } from '#contract/hiring/application.ts'
import {
  applicationLimits,
  applicationMoves,
  mayMoveApplication,
  type ApplicationMove,
  type ApplicationStatus,
} from '#contract/hiring/application-moves.ts'
import { make } from '#server/hiring/agreement/agreement.ts'
import { unitOf, withChair } from '#server/hiring/fit/chair.ts'
import { isParty, one } from '#server/hiring/application/applicant-profile.ts'
import { after, type Side } from '#server/hiring/fit/hiring.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import type { Applications } from '#server/platform/database/tables.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

export const onTrial = (row: Pick<Row, 'terms'>, trial: Trial): AgreementTerms => ({
  ...z.parse(AgreementTerms, row.terms),
  trial,
})

export type Row = {
  id: number
  version: number
  status: ApplicationStatus
  professional_id: number
  space_id: number
  host_id: number
  vacancy_id: number | null
  terms: unknown
  terms_by: Side
  counter_rounds: number
  info_rounds: number
  sent_at: Date | null
  respond_by: Date | null
  expires_at: Date | null
  paused_at: Date | null
  answered_at: Date | null
  reminders: number
}
type Change = Omit<Updateable<Applications>, 'open_place'> & { open_place?: RawBuilder<number> | null }

/** One move of a party: found through the actor, locked, checked against the table, written. */
export const step = (
  work: Work,
  input: { params: { id: number }; body: { version: number } },
  name: ApplicationMove,
  /** In the transaction of the move. */
  change: (work: Work, row: Row, side: Side) => Change | Promise<Change>,
  said: { text?: string; terms?: AgreementTerms } = {},
): Promise<Application> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, input.params.id)
    requireMove(work, row, name, input.body.version)
    await move(work, row, name, await change(work, row, sideOf(work, row)), said)
    return one(work, row.id)
  })

export const requireMove = (work: Work, row: Row, name: ApplicationMove, version: number) => {
  const allowed = mayMoveApplication(name, sideOf(work, row), factsOfRow(row), work.now)
  // The other party moved first: answer the current state rather than why the move is not allowed.
  if (row.version !== version) refuse('stale_version')
  if (!allowed.allowed) refuse('application_not_movable', { reason: allowed.reason })
}

export const factsOfRow = (row: Row) => ({
  status: row.status,
  termsBy: row.terms_by,
  counterRounds: row.counter_rounds,
  infoRounds: row.info_rounds,
  expiresAt: row.expires_at?.toISOString() ?? null,
})

/** A host cannot apply to their own space, so the professional is never the host. */
export const sideOf = ({ viewer }: Work, row: Row): Side =>
  isOwn(viewer.professionalId, row.professional_id) ? 'professional' : 'host'

export const find = async (work: Work, id: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select a.* from applications a where a.id = ${id} and ${isParty(work)} for update`.execute(work.db)
  return rows[0]
}

export const lock = async (work: Work, id: number): Promise<Row> =>
  (await find(work, id)) ?? refuse('not_found')

/** Writes the new state, its line in the history, and the fact; in the caller's transaction, with the row locked. */
export const move = async (
  work: Work,
  row: Row,
  name: ApplicationMove,
  change: Change,
  said: { text?: string; terms?: AgreementTerms; by?: 'platform' } = {},
) => {
  const { to } = applicationMoves[name]
  const version = row.version + 1
  try {
    await work.db
      .updateTable('applications')
      .set({ ...change, status: to, version })
      .where('id', '=', row.id)
      .execute()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'applications_ten' || constraint === 'applications_ten_open')
      throw new Refusal('too_many_applications')
    if (constraint === 'applications_rest') throw new Refusal('application_rests')
    if (constraint === 'vacancies_open') throw new Refusal('vacancy_not_movable')
    if (constraint === 'vacancies_full') throw new Refusal('vacancy_full')
    throw error
  }
  await work.db
    .insertInto('application_moves')
    .values({
      application_id: row.id,
      version,
      move: name,
      from_status: row.status,
      to_status: to,
      actor: said.by ?? sideOf(work, row),
      actor_account_id: work.viewer.accountId,
      text: said.text ?? '',
      terms: said.terms === undefined ? null : JSON.stringify(said.terms),
      at: work.now,
    })
    .execute()
  await publish(work, 'application.changed', { applicationId: row.id, version, move: name })
}

export const ended = (work: Work): Change => ({ open_place: null, paused_at: null, decided_at: work.now })

/** The host has acted on it: the response time is recorded. */
export const answered = (work: Work, row: Row): Change => ({ answered_at: row.answered_at ?? work.now })

/** Both accepted: the agreement becomes active, in the same transaction. */
export const agreed = async (
  work: Work,
  row: Row,
  offered: AgreementTerms,
  /** Named on acceptance; otherwise the one of the terms. */
  unitId = unitOf(offered),
): Promise<Change> => {
  const terms = await withChair(work, offered, row.space_id, unitId)
  const { agreementId } = await make(work, {
    professionalId: row.professional_id,
    spaceId: row.space_id,
    terms,
    origin:
      row.vacancy_id === null
        ? { kind: 'application', id: String(row.id) }
        : { kind: 'vacancy', id: String(row.vacancy_id) },
  })
  return { ...ended(work), ...answered(work, row), terms: JSON.stringify(terms), agreement_id: agreementId }
}

/** Resumes the deadline, extended by the time it was paused, 72 hours at most. */
export const runningAgain = (work: Work, row: Row): Change => {
  const stood = Math.min(
    row.paused_at === null ? 0 : work.now.getTime() - row.paused_at.getTime(),
    applicationLimits.answerHours * hourMs,
  )
  return {
    paused_at: null,
    respond_by: row.respond_by === null ? null : after(row.respond_by, stood),
    expires_at: row.expires_at === null ? null : after(row.expires_at, stood),
  }
}
