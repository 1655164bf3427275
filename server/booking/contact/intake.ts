/**
 * What clients answer before a visit: stored sealed, read by its professional alone, each view visible to the client. The questions are
 * defined in service/form.ts.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { problemsOf } from '#contract/booking/client/answer-problems.ts'
import { answersRetentionDays, type answerForm, type VisitForm } from '#contract/booking/client/intake.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { type ViewerQuery, holdersOf, isByTelephoneAlone, sideOf } from '#server/booking/moves/party.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import { statement } from '#server/platform/files/statement.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { isContactConfirmed } from '#server/verification/contact.ts'
import { formsFor, ringOf, ownerOf, requestedOf, open } from '#server/booking/contact/intake-read.ts'

/** For the client of a hold or visit. Refuses not_found to anyone else, and mailbox_needed. */
export const visitForms = async (work: Work, id: string, viewer: ViewerQuery): Promise<VisitForm[]> => {
  const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return formsFor(work, await requireClient(work, booking, viewer))
}

/** Refuses not_found, mailbox_needed, form_changed, answers_incomplete with the questions, consent_needed, too_late_to_answer. */
export const answer = (
  work: Work,
  id: string,
  formId: number,
  { version, person, answers, consent, ...viewer }: ViewerQuery & Input<typeof answerForm>['body'],
): Promise<VisitForm[]> =>
  inTransaction(work, async (work) => {
    const booking = await requireClient(work, await lockById(work, id), viewer)
    if (!stillAnswers.has(booking.status) || booking.ends_at <= work.now) refuse('too_late_to_answer')
    const form =
      (await formsFor(work, booking)).find((one) => one.formId === formId && one.person === person) ??
      refuse('not_found')
    if (form.version !== version) refuse('form_changed')
    const problems = problemsOf(form.questions, answers)
    if (problems.length > 0) refuse('answers_incomplete', { problems })
    const agreed = form.consent !== null && form.consent.version === consent ? form.consent : null
    if (form.sensitive && agreed === null) refuse('consent_needed')
    const ring = ringOf(work)
    const request = form.questions.filter(({ id }) => answers[id] !== undefined)
    const plain = JSON.stringify({
      questions: form.questions,
      answers: Object.fromEntries(request.map((question) => [question.id, answers[question.id]])),
    })
    const values = {
      sensitive: form.sensitive,
      sealed: ring.seal(plain, ownerOf(booking.id, formId, person)),
      key_id: ring.keyId,
      consent_version: agreed?.version ?? null,
      consent_text: agreed?.text ?? null,
      consented_at: agreed === null ? null : work.now,
      answered_at: work.now,
    }
    await work.db
      .insertInto('intake_answers')
      .values({ id: randomUUID(), booking_id: booking.id, form_id: formId, person, ...values })
      .onConflict((conflict) => conflict.constraint('intake_answers_once').doUpdateSet(values))
      .execute()
    return formsFor(work, booking)
  })

/** The client withdraws: consent and answers are deleted. The log of views stays. */
export const takeBack = (
  work: Work,
  id: string,
  formId: number,
  { person = 1, ...viewer }: ViewerQuery & { person?: number | undefined },
): Promise<VisitForm[]> =>
  inTransaction(work, async (work) => {
    const booking = await requireClient(work, await lockById(work, id), viewer)
    await work.db
      .deleteFrom('intake_answers')
      .where('booking_id', '=', booking.id)
      .where('form_id', '=', formId)
      .where('person', '=', person)
      .execute()
    return formsFor(work, booking)
  })

/** Required forms that are not answered before payment. */
export const missingForms = async (work: Work, bookingId: string): Promise<number[]> => {
  const rows = await readMissing(work.db, { bookingId })
  return rows.map(({ id }) => id)
}

const readMissing = statement<{ id: number }, 'bookingId'>(
  (place) => sql<{ id: number }>`
  select form.id from bookings booking cross join lateral ${requestedOf} asks
  join intake_forms form on form.id = asks.form_id and form.timing = 'booking' and form.archived_at is null
  where booking.id = ${place('bookingId')}::uuid and not exists (select from intake_answers given
    where given.booking_id = booking.id and given.form_id = form.id and given.person = asks.person)`,
)

/** The state of the forms of a `booking`, for its client and its professional; null: none is required. */
export const formsState = sql<'pending' | 'answered' | null>`(
  select case bool_and(given.id is not null) when true then 'answered' when false then 'pending' end
  from ${requestedOf} asks join intake_forms form on form.id = asks.form_id and form.archived_at is null
  left join intake_answers given on given.booking_id = booking.id and given.form_id = form.id and given.person = asks.person)`

/** Deletes the answers of clients who left, and the log of their views. */
export const forgetIntake = async (work: Work, clientIds: readonly number[]) => {
  await sql`delete from intake_answers using bookings
    where bookings.id = intake_answers.booking_id and client_id = any (${[...clientIds]}::bigint[])`.execute(
    work.db,
  )
  await sql`delete from intake_readings using bookings
    where bookings.id = intake_readings.booking_id and client_id = any (${[...clientIds]}::bigint[])`.execute(
    work.db,
  )
}

/** Everything that these clients answered, for the copy of their data. */
export const copyOf = async (work: Work, clientIds: readonly number[]) => {
  const rows = await work.db
    .selectFrom('intake_answers as given')
    .innerJoin('intake_forms as form', 'form.id', 'given.form_id')
    .innerJoin('bookings as booking', 'booking.id', 'given.booking_id')
    .select([
      'given.booking_id',
      'given.form_id as formId',
      'given.person',
      'form.title',
      'given.sealed',
      'given.key_id as keyId',
      'given.answered_at as answeredAt',
      'given.consent_text as consentText',
    ])
    .where('booking.client_id', 'in', clientIds.length === 0 ? [0] : [...clientIds])
    .orderBy('given.answered_at')
    .execute()
  return rows.map((row) => {
    const { questions, answers } = open(work, row.booking_id, row)
    return {
      formulario: row.title,
      booking_id: row.booking_id,
      persona: row.person,
      contestado: row.answeredAt.toISOString(),
      consentimiento: row.consentText,
      respuestas: questions.map(({ id, label }) => ({ pregunta: label, respuesta: answers[id] ?? null })),
    }
  })
}

/** Hourly: deletes answers that are too old, and those for a hold that was never booked. */
export const sweepIntake = async (work: Work) => {
  await sql`delete from intake_answers using bookings
    where bookings.id = intake_answers.booking_id and (
      bookings.ends_at < ${new Date(work.now.getTime() - answersRetentionDays * dayMs)}
      or bookings.status in ('expired', 'declined')
        and bookings.ended_at < ${new Date(work.now.getTime() - dayMs)})`.execute(work.db)
}

/** Hourly: reseals answers of an earlier key with the current one, in batches. Returns how many. */
export const sealAnew = async (work: Work): Promise<number> => {
  const ring = ringOf(work)
  const old = await work.db
    .selectFrom('intake_answers')
    .select(['id', 'booking_id', 'form_id', 'person', 'sealed', 'key_id'])
    .where('key_id', '<>', ring.keyId)
    .limit(1000)
    .execute()
  return runIsolated(work, old, async ({ id, booking_id, form_id, person, sealed, key_id }) => {
    const owner = ownerOf(booking_id, form_id, person)
    await work.db
      .updateTable('intake_answers')
      .set({ sealed: ring.seal(ring.open(sealed, owner, key_id), owner), key_id: ring.keyId })
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .execute()
  })
}

const stillAnswers: ReadonlySet<string> = new Set([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
])

/** The holder, or the client who later got the booking; the answers may be about health, so a number that changes hands is not enough. */
const requireClient = async (
  work: Work,
  booking: BookingRow | undefined,
  viewer: ViewerQuery,
): Promise<BookingRow> => {
  if (booking === undefined || booking.kind === 'rent') return refuse('not_found')
  // Once paid, the browser that held it has no access: another person may use it by then.
  const isUnpaid = booking.status === 'held' || booking.status === 'awaiting_payment'
  if (isUnpaid && holdersOf(work.viewer).includes(booking.holder)) return booking
  if (sideOf(work, booking, { ...viewer, as: 'client' }) === undefined) return refuse('not_found')
  if (!isByTelephoneAlone(work, booking, viewer)) return booking
  return (await showedMailbox(work, booking)) ? booking : refuse('mailbox_needed')
}

const showedMailbox = async (work: Work, { client_id }: BookingRow): Promise<boolean> => {
  const client = await work.db
    .selectFrom('clients')
    .select('email')
    .where('id', '=', client_id)
    .executeTakeFirst()
  return typeof client?.email === 'string' && (await isContactConfirmed(work, client.email))
}
