/**
 * What clients answer before a visit: sealed, read by its professional alone, each look of whom its client sees. What is asked
 * is written in service/form.ts.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { problemsOf } from '#contract/booking/client/answer-problems.ts'
import {
  answersKeptDays,
  Answers,
  type answerForm,
  type FormReading,
  healthConsent,
  Question,
  type ReadForm,
  type VisitForm,
} from '#contract/booking/client/intake.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { namesOfBooking, partsOfBooking, servicesOfBooking } from '#server/booking/contact/companion.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { type Asking, holdersOf, isByTelephoneAlone, sideOf } from '#server/booking/moves/party.ts'
import { dayMs } from '#server/booking/moves/rules.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import { secretRing } from '#server/platform/secret-box.ts'
import { statement } from '#server/platform/files/statement.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { isContactConfirmed } from '#server/verification/contact.ts'

/** Of a held time or a visit, for its client. Refuses not_found to everybody else, and mailbox_needed. */
export const visitForms = async (work: Work, id: string, asking: Asking): Promise<VisitForm[]> => {
  const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return formsFor(work, await requireClient(work, booking, asking))
}

/** Refuses not_found, mailbox_needed, form_changed, answers_incomplete with the questions, consent_needed, too_late_to_answer. */
export const answer = (
  work: Work,
  id: string,
  formId: number,
  { version, person, answers, consent, ...asking }: Asking & Input<typeof answerForm>['body'],
): Promise<VisitForm[]> =>
  inTransaction(work, async (work) => {
    const booking = await requireClient(work, await lockById(work, id), asking)
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
    const asked = form.questions.filter(({ id }) => answers[id] !== undefined)
    const plain = JSON.stringify({
      questions: form.questions,
      answers: Object.fromEntries(asked.map((question) => [question.id, answers[question.id]])),
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

/** The client takes them back: consent ends, and so do the answers. That they were read stays in the log. */
export const takeBack = (
  work: Work,
  id: string,
  formId: number,
  { person = 1, ...asking }: Asking & { person?: number | undefined },
): Promise<VisitForm[]> =>
  inTransaction(work, async (work) => {
    const booking = await requireClient(work, await lockById(work, id), asking)
    await work.db
      .deleteFrom('intake_answers')
      .where('booking_id', '=', booking.id)
      .where('form_id', '=', formId)
      .where('person', '=', person)
      .execute()
    return formsFor(work, booking)
  })

/** Its professional looks, and each form that there is an answer to is noted. Refuses not_found. */
export const read = (work: Work, id: string): Promise<ReadForm[]> =>
  inTransaction(work, async (work) => {
    const { accountId } = work.who
    const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
    const side = booking === undefined ? undefined : sideOf(work, booking, { as: 'professional' })
    if (booking === undefined || side === undefined || accountId === null) return refuse('not_found')
    const forms = await rowsOf(work, booking)
    const answered = forms.filter(({ sealed }) => sealed !== null)
    if (answered.length > 0)
      await work.db
        .insertInto('intake_readings')
        .values(
          answered.map(({ formId, person }) => ({
            booking_id: booking.id,
            form_id: formId,
            person,
            account_id: accountId,
            at: work.now,
          })),
        )
        .execute()
    return forms.map((row) => ({
      formId: row.formId,
      ...whoOf(row),
      title: row.title,
      sensitive: row.sensitive,
      answered: opened(work, booking.id, row),
    }))
  })

/** Who looked into answers of mine, newest first. */
export const readings = async (work: Work): Promise<FormReading[]> =>
  work.who.clientId === null ? [] : readingsOf(work, [work.who.clientId])

export const readingsOf = async (work: Work, clientIds: readonly number[]): Promise<FormReading[]> => {
  const { rows } = await sql<Omit<FormReading, 'at' | 'visitAt'> & { at: Date; visitAt: Date }>`
    select reading.at, professional.first_name || ' ' || professional.last_name as professional,
      form.title || coalesce(' · ' || (${namesOfBooking})[reading.person], '') as form,
      booking.service_name as service, booking.starts_at as "visitAt", booking.zone
    from bookings booking
    join intake_readings reading on reading.booking_id = booking.id
    join intake_forms form on form.id = reading.form_id
    join professionals professional on professional.id = booking.professional_id
    where booking.client_id = any (${[...clientIds]}::bigint[])
    order by reading.at desc, reading.id desc limit 500`.execute(work.db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), visitAt: row.visitAt.toISOString() }))
}

/** What must be answered before it is paid, and is not. */
export const missingForms = async (work: Work, bookingId: string): Promise<number[]> => {
  const rows = await readMissing(work.db, { bookingId })
  return rows.map(({ id }) => id)
}

/** Which forms a `booking` asks of whom: its own service's, and those of what follows in one visit, each once a person. */
const askedOf = sql`(select distinct part.person, asks.form_id
  from intake_form_services asks join ${partsOfBooking} part on part.service_id = asks.service_id
  where asks.service_id = any(${servicesOfBooking}))`

const readMissing = statement<{ id: number }, 'bookingId'>(
  (place) => sql<{ id: number }>`
  select form.id from bookings booking cross join lateral ${askedOf} asks
  join intake_forms form on form.id = asks.form_id and form.asked = 'booking' and form.archived_at is null
  where booking.id = ${place('bookingId')}::uuid and not exists (select from intake_answers given
    where given.booking_id = booking.id and given.form_id = form.id and given.person = asks.person)`,
)

/** How the forms of a `booking` stand, for its client and its professional; null: none is asked. */
export const formsState = sql<'pending' | 'answered' | null>`(
  select case bool_and(given.id is not null) when true then 'answered' when false then 'pending' end
  from ${askedOf} asks join intake_forms form on form.id = asks.form_id and form.archived_at is null
  left join intake_answers given on given.booking_id = booking.id and given.form_id = form.id and given.person = asks.person)`

/** Answers of clients who left, and that somebody read them. */
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

/** Everything that these clients answered, for their own copy. */
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

/** Hourly: what is too old, and what was said for an hour that was never taken, is deleted. */
export const sweepIntake = async (work: Work) => {
  await sql`delete from intake_answers using bookings
    where bookings.id = intake_answers.booking_id and (
      bookings.ends_at < ${new Date(work.now.getTime() - answersKeptDays * dayMs)}
      or bookings.status in ('expired', 'declined')
        and bookings.ended_at < ${new Date(work.now.getTime() - dayMs)})`.execute(work.db)
}

/** Hourly: what an earlier key sealed is sealed under today's, in batches. Answers how many. */
export const sealAnew = async (work: Work): Promise<number> => {
  const ring = ringOf(work)
  const old = await work.db
    .selectFrom('intake_answers')
    .select(['id', 'booking_id', 'form_id', 'person', 'sealed', 'key_id'])
    .where('key_id', '<>', ring.keyId)
    .limit(1000)
    .execute()
  return eachApart(work, old, async ({ id, booking_id, form_id, person, sealed, key_id }) => {
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

/** Who holds the time, or came to have it; what they said may be of their health, so a number that changes hands is not enough. */
const requireClient = async (
  work: Work,
  booking: BookingRow | undefined,
  asking: Asking,
): Promise<BookingRow> => {
  if (booking === undefined || booking.kind === 'rent') return refuse('not_found')
  // Once it is paid the browser that held it is nobody: it may be another person's by then.
  const isUnpaid = booking.status === 'held' || booking.status === 'awaiting_payment'
  if (isUnpaid && holdersOf(work.who).includes(booking.holder)) return booking
  if (sideOf(work, booking, { ...asking, as: 'client' }) === undefined) return refuse('not_found')
  if (!isByTelephoneAlone(work, booking, asking)) return booking
  return (await showedMailbox(work, booking)) ? booking : refuse('mailbox_needed')
}

const showedMailbox = async (work: Work, { client_id }: BookingRow): Promise<boolean> => {
  const client = await work.db
    .selectFrom('clients')
    .select('email')
    .where('id', '=', client_id)
    .executeTakeFirst()
  return client !== undefined && (await isContactConfirmed(work, client.email))
}

const ringOf = ({ config }: Work) =>
  secretRing({ now: config.secret, before: config.secretsBefore }, 'intake answers')
/** What it is sealed to: nobody's answers open as somebody else's of the same visit. */
const ownerOf = (bookingId: string, formId: number, person: number) =>
  person === 1 ? `${bookingId} ${formId}` : `${bookingId} ${formId} ${person}`

type Row = {
  formId: number
  person: number
  persons: number
  firstName: string | null
  version: number
  title: string
  intro: string
  sensitive: boolean
  asked: string
  questions: unknown
  professional: string
  sealed: Buffer | null
  keyId: string | null
  answeredAt: Date | null
  consentText: string | null
  readAt: string[]
}

/** What is asked now, and what was answered and is asked no more. */
const rowsOf = async (work: Work, { id }: { id: string }): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select form.id as "formId", asked.person, booking.persons, (${namesOfBooking})[asked.person] as "firstName", form.version, form.title, form.intro, form.sensitive, form.asked, form.questions,
      professional.first_name || ' ' || professional.last_name as professional, given.sealed, given.key_id as "keyId",
      given.answered_at as "answeredAt", given.consent_text as "consentText",
      array(select to_char(reading.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from intake_readings reading
        where reading.booking_id = booking.id and reading.form_id = form.id and reading.person = asked.person order by reading.at desc limit 50) as "readAt"
    from bookings booking
    join professionals professional on professional.id = booking.professional_id
    cross join lateral (select asks.person, asks.form_id from ${askedOf} asks
        join intake_forms live on live.id = asks.form_id and live.archived_at is null
      union select person, form_id from intake_answers where booking_id = booking.id) asked
    join intake_forms form on form.id = asked.form_id and form.professional_id = booking.professional_id
    left join intake_answers given on given.booking_id = booking.id and given.form_id = form.id and given.person = asked.person
    where booking.id = ${id} order by asked.person, form.id`.execute(work.db)
  return rows
}

const whoOf = ({ person, persons, firstName }: Row) => ({
  person,
  who: persons === 1 ? null : nameOr(firstName, person),
})

const formsFor = async (work: Work, booking: BookingRow): Promise<VisitForm[]> =>
  (await rowsOf(work, booking)).map((row) => ({
    formId: row.formId,
    ...whoOf(row),
    version: row.version,
    title: row.title,
    intro: row.intro,
    sensitive: row.sensitive,
    asked: row.asked === 'booking' ? 'booking' : 'visit',
    questions: z.parse(z.array(Question), row.questions),
    consent: row.sensitive
      ? { version: healthConsent.version, text: healthConsent.text(row.professional) }
      : null,
    answered: opened(work, booking.id, row),
    readAt: row.readAt,
  }))

const opened = (
  work: Work,
  bookingId: string,
  { formId, person, sealed, keyId, answeredAt, consentText }: Row,
) =>
  sealed === null || keyId === null || answeredAt === null
    ? null
    : {
        ...open(work, bookingId, { formId, person, sealed, keyId }),
        answeredAt: answeredAt.toISOString(),
        consentText,
      }

const Sealed = z.object({ questions: z.array(Question), answers: Answers })
const open = (
  work: Work,
  bookingId: string,
  { formId, person, sealed, keyId }: { formId: number; person: number; sealed: Buffer; keyId: string },
) => z.parse(Sealed, JSON.parse(ringOf(work).open(sealed, ownerOf(bookingId, formId, person), keyId)))
