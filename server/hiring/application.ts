/**
 * A professional asks for a place at a space: sent, asked about, negotiated, answered (product.md §4, A1–A7). The
 * table of moves is the contract's; the database knows the same steps. What follows by itself is in deadlines.ts.
 */
import { sql, type RawBuilder, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { AgreementTerms, type Trial } from '#contract/hiring/agreement.ts'
import {
  applicationLimits,
  applicationMoves,
  fitOf,
  mayMoveApplication,
  type acceptOffer,
  type addApplication,
  type answerInfo,
  type Application,
  type ApplicationMove,
  type ApplicationStatus,
  type approveApplication,
  type approveOnTrial,
  type counterOffer,
  type rejectApplication,
  type rejectMany,
  type requestInfo,
  type reviewApplication,
  type submitApplication,
  type withdrawApplication,
} from '#contract/hiring/application.ts'
import { termLines } from '#contract/hiring/terms-words.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { make } from '#server/hiring/agreement.ts'
import { keepingChair, unitOf, withChair } from '#server/hiring/chair.ts'
import { isParty, one } from '#server/hiring/dossier.ts'
import { factsOf } from '#server/hiring/fit.ts'
import { after, areApart, dayMs, hourMs, type Side } from '#server/hiring/hiring.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import type { Applications } from '#server/platform/database/tables.ts'
import { inTransaction, isOwn, lockName, type Work } from '#server/platform/work.ts'

/** A draft for a space; a second one for the same space changes the first. Refuses `application_open`. */
export const add = (work: Work, { body }: Input<typeof addApplication>): Promise<Application> =>
  inTransaction(work, async (work) => one(work, await draft(work, { ...body, vacancyId: null })))

/** For a vacancy, on the terms that it offers: written and sent in one step. Refuses as `add` and `submit` do. */
export const apply = (work: Work, what: Draft & { vacancyId: number }): Promise<Application> =>
  inTransaction(work, async (work) => {
    const id = await draft(work, what)
    const { version } = await lock(work, id)
    return submit(work, { params: { id }, query: undefined, body: { version } })
  })

type Draft = { spaceId: number; terms: AgreementTerms; message: string; expectedMinutes: number }

const draft = async (work: Work, what: Draft & { vacancyId: number | null }): Promise<number> => {
  const professionalId = work.who.professionalId ?? refuse('no_profile')
  await lockName(work, `applications:${professionalId}`)
  requireSound(what.terms)
  const { row } = await factsOf(work, professionalId, what.spaceId)
  const values = {
    message: what.message,
    expected_minutes: what.expectedMinutes,
    terms: JSON.stringify(keepingChair(what.terms, null)),
  }
  const there = await work.db
    .selectFrom('applications')
    .select(['id', 'status', 'version'])
    .where('professional_id', '=', professionalId)
    .where('space_id', '=', what.spaceId)
    .where('vacancy_id', 'is not distinct from', what.vacancyId)
    .where('status', 'in', ['draft', 'sent', 'in_review', 'info_requested', 'countered'])
    .executeTakeFirst()
  if (there !== undefined && there.status !== 'draft')
    return refuse('application_open', { applicationId: there.id })
  if (there !== undefined) {
    await work.db
      .updateTable('applications')
      .set({ ...values, version: there.version + 1 })
      .where('id', '=', there.id)
      .execute()
    return there.id
  }
  const { id } = await work.db
    .insertInto('applications')
    .values({
      ...values,
      professional_id: professionalId,
      space_id: what.spaceId,
      host_id: row.hostId,
      vacancy_id: what.vacancyId,
      status: 'draft',
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Two stretches of hours of one day must not overlap, and an end comes after its beginning. */
const requireSound = ({ windows, validFrom, validTo }: AgreementTerms) => {
  if (windows !== null && !areApart(windows)) refuse('hours_overlap')
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    refuse('invalid_input', { fields: [{ field: 'terms.validTo' }] })
}

/**
 * Sends a draft, once everything that the space asks for is there; the eleventh that is open is refused by the
 * database. Refuses `application_not_ready` with what is missing, `too_many_applications`, `application_rests`.
 */
export const submit = (work: Work, { params, body }: Input<typeof submitApplication>): Promise<Application> =>
  inTransaction(work, async (work) => {
    await lockName(work, `applications:${work.who.professionalId ?? 0}`)
    const row = await lock(work, params.id)
    requireMove(work, row, 'submit', body.version)
    const { facts } = await factsOf(work, row.professional_id, row.space_id)
    // A vacancy is an invitation to everybody whom it suits.
    const isByInvitation = facts.space.isByInvitation && row.vacancy_id === null
    const { ready, items } = fitOf({ ...facts, space: { ...facts.space, isByInvitation } })
    const missing = items.filter(({ done }) => !done)
    if (missing.some(({ key }) => key === 'open')) refuse('too_many_applications')
    if (missing.some(({ key }) => key === 'rest')) refuse('application_rests', { items: missing })
    if (!ready) refuse('application_not_ready', { items: missing })
    const freePlace = sql<number>`coalesce((
      select min(place) from generate_series(1, ${applicationLimits.open}) place where not exists (
        select from applications o where o.professional_id = ${row.professional_id} and o.open_place = place)), 11)`
    await move(work, row, 'submit', {
      open_place: freePlace,
      sent_at: work.now,
      respond_by: after(work.now, applicationLimits.answerHours * hourMs),
      expires_at: after(work.now, applicationLimits.expiresDays * dayMs),
    })
    return one(work, params.id)
  })

/** Refuses `not_found`, `stale_version`, `application_not_movable`, as all that follow. */
export const withdraw = (work: Work, input: Input<typeof withdrawApplication>): Promise<Application> =>
  step(work, input, 'withdraw', ended)

export const review = (work: Work, input: Input<typeof reviewApplication>): Promise<Application> =>
  step(work, input, 'review', () => ({}))

/** The clock stands still until the answer comes, for 72 hours at most. */
export const ask = (work: Work, input: Input<typeof requestInfo>): Promise<Application> =>
  step(
    work,
    input,
    'request_info',
    (work, row) => ({ ...answered(work, row), paused_at: work.now, info_rounds: row.info_rounds + 1 }),
    { text: input.body.text },
  )

export const answer = (work: Work, input: Input<typeof answerInfo>): Promise<Application> =>
  step(work, input, 'answer_info', runningAgain, { text: input.body.text })

/** Other terms; the other side has 72 hours. Refuses `same_terms` too. */
export const counter = (work: Work, input: Input<typeof counterOffer>): Promise<Application> => {
  requireSound(input.body.terms)
  return step(
    work,
    input,
    'counter',
    async (work, row, side) => {
      const before = z.parse(AgreementTerms, row.terms)
      const terms =
        side === 'host'
          ? await withChair(work, input.body.terms, row.space_id)
          : keepingChair(input.body.terms, before)
      if (isSame(before, terms)) refuse('same_terms')
      const until = after(work.now, applicationLimits.answerHours * hourMs)
      return {
        ...(side === 'host' ? answered(work, row) : {}),
        terms: JSON.stringify(terms),
        terms_before: JSON.stringify(row.terms),
        terms_by: side,
        counter_rounds: row.counter_rounds + 1,
        respond_by: until,
        expires_at: until,
        reminders: 0,
      }
    },
    { text: input.body.text, terms: input.body.terms },
  )
}

const isSame = (a: AgreementTerms, b: AgreementTerms) =>
  termLines(a).every(({ text }, index) => text === termLines(b)[index]?.text)

/** Yes to what the host offers. Refuses `agreement_exists` too, and `shift_taken` where the chair is somebody's by now. */
export const accept = (work: Work, input: Input<typeof acceptOffer>): Promise<Application> =>
  step(work, input, 'accept', (work, row) => agreed(work, row, z.parse(AgreementTerms, row.terms)))

/** Yes to what lies on the table. Refuses `agreement_exists` and, of the chair that is named, `shift_taken`, `invalid_input` too. */
export const approve = (work: Work, input: Input<typeof approveApplication>): Promise<Application> =>
  step(work, input, 'approve', (work, row) =>
    agreed(work, row, z.parse(AgreementTerms, row.terms), input.body.unitId ?? undefined),
  )

/** Yes for a while. Refuses as `approve` does. */
export const approveForTrial = (work: Work, input: Input<typeof approveOnTrial>): Promise<Application> =>
  step(work, input, 'trial', (work, row) =>
    agreed(work, row, onTrial(row, input.body.trial), input.body.unitId ?? undefined),
  )

export const onTrial = (row: Pick<Row, 'terms'>, trial: Trial): AgreementTerms => ({
  ...z.parse(AgreementTerms, row.terms),
  trial,
})

export const reject = (work: Work, input: Input<typeof rejectApplication>): Promise<Application> =>
  step(work, input, 'decline', (work, row) => ({
    ...ended(work),
    ...answered(work, row),
    decline_reason: input.body.reason,
    decline_note: input.body.note,
    decline_shared: input.body.shareNote,
  }))

/** No to several, each in its own transaction; what moved meanwhile or is not mine is left alone. */
export const rejectSeveral = async (work: Work, { body }: Input<typeof rejectMany>) => {
  const declined: number[] = []
  const left: number[] = []
  for (const id of new Set(body.ids)) {
    const isDone = await inTransaction(work, async (work) => {
      const row = await find(work, id)
      if (
        row === undefined ||
        !mayMoveApplication('decline', sideOf(work, row), factsOfRow(row), work.now).allowed
      )
        return false
      await move(work, row, 'decline', {
        ...ended(work),
        ...answered(work, row),
        decline_reason: body.reason,
      })
      return true
    })
    ;(isDone ? declined : left).push(id)
  }
  return { declined, left }
}

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

/** One move of one of the two: found through the person, locked, asked of the table, written. */
const step = (
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

const requireMove = (work: Work, row: Row, name: ApplicationMove, version: number) => {
  const allowed = mayMoveApplication(name, sideOf(work, row), factsOfRow(row), work.now)
  // Somebody else was first: say how it stands rather than that it may not be.
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

/** Nobody applies to their own space, so that whoever is the professional is not the host. */
const sideOf = ({ who }: Work, row: Row): Side =>
  isOwn(who.professionalId, row.professional_id) ? 'professional' : 'host'

const find = async (work: Work, id: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select a.* from applications a where a.id = ${id} and ${isParty(work)} for update`.execute(work.db)
  return rows[0]
}

const lock = async (work: Work, id: number): Promise<Row> => (await find(work, id)) ?? refuse('not_found')

/** The new state, its line in the history, and the fact; in the caller's transaction, the row locked. */
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
      actor_account_id: work.who.accountId,
      text: said.text ?? '',
      terms: said.terms === undefined ? null : JSON.stringify(said.terms),
      at: work.now,
    })
    .execute()
  await publish(work, 'application.changed', { applicationId: row.id, version, move: name })
}

const ended = (work: Work): Change => ({ open_place: null, paused_at: null, decided_at: work.now })

/** The host has done something about it: their clock is stopped for the record. */
const answered = (work: Work, row: Row): Change => ({ answered_at: row.answered_at ?? work.now })

/** Both said yes: the agreement stands, in the same transaction. */
export const agreed = async (
  work: Work,
  row: Row,
  offered: AgreementTerms,
  /** Named with the yes; otherwise it is the one of the terms. */
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

/** The clock runs again where it stood, moved by the time that it stood still, 72 hours at most. */
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
