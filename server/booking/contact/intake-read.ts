/** Answers to forms as the professional reads them, with a log of every view. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  Answers,
  type FormReading,
  healthConsent,
  Question,
  type ReadForm,
  type VisitForm,
} from '#contract/booking/client/intake.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { namesOfBooking, partsOfBooking, servicesOfBooking } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { sideOf } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import { secretRing } from '#server/platform/secret-box.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** For the visit's professional; logs each form that has an answer. Refuses not_found. */
export const read = (work: Work, id: string): Promise<ReadForm[]> =>
  inTransaction(work, async (work) => {
    const { accountId } = work.viewer
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

/** Who viewed the viewer's own answers, newest first. */
export const readings = async (work: Work): Promise<FormReading[]> =>
  work.viewer.clientId === null ? [] : readingsOf(work, [work.viewer.clientId])

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

/** The forms that a `booking` requires of each person: by its own service and its further ones, each once per person. */
export const requestedOf = sql`(select distinct part.person, asks.form_id
  from intake_form_services asks join ${partsOfBooking} part on part.service_id = asks.service_id
  where asks.service_id = any(${servicesOfBooking}))`

export const ringOf = ({ config }: Work) =>
  secretRing({ now: config.secret, before: config.secretsBefore }, 'intake answers')
/** The owner to whom it is sealed: one person's answers do not open as those of another in the same visit. */
export const ownerOf = (bookingId: string, formId: number, person: number) =>
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
  timing: string
  questions: unknown
  professional: string
  sealed: Buffer | null
  keyId: string | null
  answeredAt: Date | null
  consentText: string | null
  readAt: string[]
}

/** The current questions, and answered ones that the form no longer has. */
const rowsOf = async (work: Work, { id }: { id: string }): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select form.id as "formId", asked.person, booking.persons, (${namesOfBooking})[asked.person] as "firstName", form.version, form.title, form.intro, form.sensitive, form.timing, form.questions,
      professional.first_name || ' ' || professional.last_name as professional, given.sealed, given.key_id as "keyId",
      given.answered_at as "answeredAt", given.consent_text as "consentText",
      array(select to_char(reading.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from intake_readings reading
        where reading.booking_id = booking.id and reading.form_id = form.id and reading.person = asked.person order by reading.at desc limit 50) as "readAt"
    from bookings booking
    join professionals professional on professional.id = booking.professional_id
    cross join lateral (select asks.person, asks.form_id from ${requestedOf} asks
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

export const formsFor = async (work: Work, booking: BookingRow): Promise<VisitForm[]> =>
  (await rowsOf(work, booking)).map((row) => ({
    formId: row.formId,
    ...whoOf(row),
    version: row.version,
    title: row.title,
    intro: row.intro,
    sensitive: row.sensitive,
    timing: row.timing === 'booking' ? 'booking' : 'visit',
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
export const open = (
  work: Work,
  bookingId: string,
  { formId, person, sealed, keyId }: { formId: number; person: number; sealed: Buffer; keyId: string },
) => z.parse(Sealed, JSON.parse(ringOf(work).open(sealed, ownerOf(bookingId, formId, person), keyId)))
