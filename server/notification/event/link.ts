/** Notices to the professional about appointments that she made for a client. */
import { sql } from 'kysely'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  accountId: number
  firstName: string
  answer: string | null
  service: string
  startsAt: Date
  zone: string
  bookingId: string
  /** Part of a running series: nothing is to be paid now. */
  runs: boolean
  /** Dates of a series that the client declined. */
  leftOut: string[] | null
}

const rowOf = async (work: Work, which: ReturnType<typeof sql>): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select professional.account_id as "accountId", link.first_name as "firstName", link.answer,
      booking.service_name as service, booking.starts_at as "startsAt", booking.zone, booking.id as "bookingId",
      exists (select from booking_series_visits own where own.booking_id = booking.id and own.position > 1) as runs,
      (select json_agg(other.starts_at order by other.starts_at)
        from booking_series_visits own join bookings other on other.id = own.booking_id
        where own.with_id = booking.id and other.status = 'expired') as "leftOut"
    from booking_links link join bookings booking on booking.id = link.booking_id
    join professionals professional on professional.id = booking.professional_id
    where ${which} and link.kind = 'appointment'`.execute(work.db)
  return rows[0]
}

const when = ({ startsAt, zone }: Row) => `${longDate(startsAt, zone)}, ${clockTime(startsAt, zone)} h`

/** Accepted, declined, or another hour; the final booking is notified as any booking is. */
export const notifyLinkAnswered = async (work: Work, linkId: string) => {
  const row = await rowOf(work, sql`link.id = ${linkId}::uuid`)
  const words = answered[row?.answer ?? '']
  if (row === undefined || words === undefined) return
  await notifyEach(work, [row.accountId], {
    ...words(row),
    about: { kind: 'request', id: row.bookingId },
    key: `link_answered:${linkId}:${row.answer}`,
  })
}

const answered: Readonly<Record<string, (row: Row) => { title: string; message: string }>> = {
  accepted: (row) => ({
    title: `${row.firstName} aceptó tu propuesta`,
    message: [
      row.runs
        ? `Sus citas de ${row.service} quedaron agregadas a su serie.`
        : `Falta su pago de ${row.service}, ${when(row)}. La hora sigue apartada.`,
      ...(row.leftOut ?? []).map(
        (at) =>
          `Dejó fuera la del ${when({ ...row, startsAt: new Date(at) })}: esa hora vuelve a estar libre.`,
      ),
    ].join(' '),
  }),
  declined: (row) => ({
    title: `${row.firstName} no tomó la cita`,
    message: `${row.service}, ${when(row)}: tu hora vuelve a estar libre.`,
  }),
  countered: (row) => ({
    title: `${row.firstName} eligió otra hora`,
    message: `La del ${when(row)} vuelve a estar libre. Te avisamos en cuanto pague la nueva.`,
  }),
}

/** It was not answered in time. */
export const notifyAppointmentLapsed = async (work: Work, bookingId: string) => {
  const row = await rowOf(work, sql`link.booking_id = ${bookingId}::uuid and link.answer = 'expired'`)
  if (row === undefined) return
  await notifyEach(work, [row.accountId], {
    title: `Venció tu propuesta: ${row.service}`,
    message: `${row.firstName} no respondió a tiempo. Tu hora del ${when(row)} vuelve a estar libre.`,
    about: { kind: 'request', id: bookingId },
    key: `appointment_lapsed:${bookingId}`,
  })
}
