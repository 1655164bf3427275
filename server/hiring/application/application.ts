/**
 * A professional applies for a place at a space: sent, queried, negotiated, answered (product.md §4, A1–A7). The table of moves is the
 * contract's; the database knows the same steps. Timed changes are in deadlines.ts.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type {
  acceptOffer,
  addApplication,
  answerInfo,
  Application,
  counterOffer,
  submitApplication,
  withdrawApplication,
} from '#contract/hiring/application.ts'
import { applicationLimits, mayMoveApplication } from '#contract/hiring/application-moves.ts'
import { fitOf } from '#contract/hiring/fit.ts'
import type {
  approveApplication,
  approveOnTrial,
  rejectApplication,
  rejectMany,
  requestInfo,
  reviewApplication,
} from '#contract/hiring/application-review.ts'
import { termLines } from '#contract/hiring/terms-words.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { keepingChair, withChair } from '#server/hiring/fit/chair.ts'
import { one } from '#server/hiring/application/applicant-profile.ts'
import { factsOf } from '#server/hiring/fit/fit.ts'
import { after, areApart } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import {
  lock,
  requireMove,
  move,
  step,
  ended,
  answered,
  runningAgain,
  agreed,
  onTrial,
  find,
  sideOf,
  factsOfRow,
} from '#server/hiring/application/application-row.ts'

/** A draft for a space; a second one for the same space updates the first. Refuses `application_open`. */
export const add = (work: Work, { body }: Input<typeof addApplication>): Promise<Application> =>
  inTransaction(work, async (work) => one(work, await draft(work, { ...body, vacancyId: null })))

/** For a vacancy, on its terms: written and sent in one step. Refuses as `add` and `submit` do. */
export const apply = (work: Work, what: Draft & { vacancyId: number }): Promise<Application> =>
  inTransaction(work, async (work) => {
    const id = await draft(work, what)
    const { version } = await lock(work, id)
    return submit(work, { params: { id }, query: undefined, body: { version } })
  })

type Draft = { spaceId: number; terms: AgreementTerms; message: string; expectedMinutes: number }

const draft = async (work: Work, what: Draft & { vacancyId: number | null }): Promise<number> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
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

/** Windows of one day must not overlap, and the end date must follow the start. */
const requireSound = ({ windows, validFrom, validTo }: AgreementTerms) => {
  if (windows !== null && !areApart(windows)) refuse('hours_overlap')
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    refuse('invalid_input', { fields: [{ field: 'terms.validTo' }] })
}

/**
 * Sends a draft, once everything that the space requires is there; an eleventh open one is refused by the database. Refuses
 * `application_not_ready` with what is missing, `too_many_applications`, `application_rests`.
 */
export const submit = (work: Work, { params, body }: Input<typeof submitApplication>): Promise<Application> =>
  inTransaction(work, async (work) => {
    await lockName(work, `applications:${work.viewer.professionalId ?? 0}`)
    const row = await lock(work, params.id)
    requireMove(work, row, 'submit', body.version)
    const { facts } = await factsOf(work, row.professional_id, row.space_id)
    // A vacancy invites every professional who fits.
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

/** The deadline is paused until the answer, for 72 hours at most. */
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

/** Other terms; the other party has 72 hours. Refuses `same_terms` too. */
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

/** Accepts what the host offers. Refuses `agreement_exists` too, and `shift_taken` where the chair is taken by now. */
export const accept = (work: Work, input: Input<typeof acceptOffer>): Promise<Application> =>
  step(work, input, 'accept', (work, row) => agreed(work, row, z.parse(AgreementTerms, row.terms)))

/** Accepts the terms on the table. Refuses `agreement_exists` and, for the named chair, `shift_taken`, `invalid_input` too. */
export const approve = (work: Work, input: Input<typeof approveApplication>): Promise<Application> =>
  step(work, input, 'approve', (work, row) =>
    agreed(work, row, z.parse(AgreementTerms, row.terms), input.body.unitId ?? undefined),
  )

/** Accepts on trial. Refuses as `approve` does. */
export const approveForTrial = (work: Work, input: Input<typeof approveOnTrial>): Promise<Application> =>
  step(work, input, 'trial', (work, row) =>
    agreed(work, row, onTrial(row, input.body.trial), input.body.unitId ?? undefined),
  )

export const reject = (work: Work, input: Input<typeof rejectApplication>): Promise<Application> =>
  step(work, input, 'decline', (work, row) => ({
    ...ended(work),
    ...answered(work, row),
    decline_reason: input.body.reason,
    decline_note: input.body.note,
    decline_shared: input.body.shareNote,
  }))

/** Declines several, each in its own transaction; skips those that moved meanwhile or are another host's. */
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
