/**
 * What a recipient's own calendar should hold now, whatever the message says: an active visit is sent as it is, an ended one is removed if
 * it was ever sent. Emails carry it as iTIP (contract/platform/calendar-file.ts). Hosts have many units and use a timeline.
 */
import {
  calendarMessage,
  calendarText,
  googleCalendarAddress,
  visitAlarmMinutes,
  visitNote,
  type Party,
} from '#contract/platform/calendar-file.ts'
import { peopleText } from '#contract/platform/persons.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import type { Shown } from '#server/booking/summary/present.ts'
import { spaceOf, where } from '#server/booking/contact/location.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import type { Work } from '#server/platform/work.ts'

export type Reader = { side: 'client' } | { side: 'professional'; professionalId: number; to: Party }

type Copied = Pick<
  Shown,
  | 'id'
  | 'kind'
  | 'status'
  | 'version'
  | 'starts_at'
  | 'ends_at'
  | 'confirmed_at'
  | 'contact'
  | 'people'
  | 'arrival_code'
  | 'service_name'
  | 'professional_id'
  | 'professional_first_name'
  | 'unit_name'
  | 'space_name'
> &
  Parameters<typeof where>[0]

/** Confirmed and not ended before its time. */
export const isActive = ({ confirmed_at, status }: Pick<Shown, 'confirmed_at' | 'status'>) =>
  confirmed_at !== null && status !== 'declined' && status !== 'expired' && !status.startsWith('cancelled_')

/** The messages for this recipient's calendar, as one stream (RFC 5545 §3.4); undefined where it is up to date. */
export const calendarFor = async (
  work: Work,
  bookings: readonly Copied[],
  reader: Reader,
): Promise<string | undefined> => {
  const messages: string[] = []
  for (const booking of bookings) {
    const isTheirs = reader.side === 'client' || reader.professionalId === booking.professional_id
    const holds = isTheirs && isActive(booking)
    if (holds ? await noteSent(work, booking.id, reader) : await wasSent(work, booking.id, reader))
      messages.push(messageOf(work, booking, reader, !holds))
  }
  return messages.length === 0 ? undefined : messages.join('')
}

const keyOf = (reader: Reader) =>
  reader.side === 'client' ? reader.side : `${reader.side}:${reader.professionalId}`

const noteSent = async (work: Work, bookingId: string, reader: Reader) => {
  await work.db
    .insertInto('calendar_copies')
    .values({ booking_id: bookingId, reader: keyOf(reader), sent_at: work.now })
    .onConflict((conflict) => conflict.columns(['booking_id', 'reader']).doNothing())
    .execute()
  return true
}

const wasSent = async (work: Work, bookingId: string, reader: Reader) =>
  (await work.db
    .selectFrom('calendar_copies')
    .select('sent_at')
    .where('booking_id', '=', bookingId)
    .where('reader', '=', keyOf(reader))
    .executeTakeFirst()) !== undefined

const messageOf = (work: Work, booking: Copied, reader: Reader, cancelled: boolean): string => {
  const contact = contactOf(booking)
  const isClient = reader.side === 'client'
  return calendarMessage(
    { ...(isClient ? clientEvent(work, booking) : professionalEvent(work, booking)), cancelled },
    organizerOf(work),
    isClient
      ? {
          name: `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim(),
          email: contact?.email ?? '',
        }
      : reader.to,
  )
}

const eventOf = (work: Work, booking: Copied) => ({
  id: booking.id,
  version: booking.version,
  startsAt: booking.starts_at,
  endsAt: booking.ends_at,
  place: where(booking),
  at: work.now,
  domain: domainOf(work),
})

const peopleOf = ({ people }: Copied) =>
  people === null ? '' : peopleText(people.map(({ firstName }) => firstName))

const professionalEvent = (work: Work, booking: Copied) => ({
  ...eventOf(work, booking),
  title:
    booking.kind === 'rent'
      ? `Renta: ${booking.unit_name ?? spaceOf(booking)}`
      : `${booking.service_name}: ${contactOf(booking)?.firstName ?? ''}`,
  note: peopleOf(booking),
})

/** With a link back by its own token, as in the email that carries it. */
const clientEvent = (work: Work, booking: Copied) => {
  const open = `${work.config.publicUrl}/booking-success?id=${booking.id}`
  const url = `${open}&t=${encodeURIComponent(viewToken(work, booking))}`
  return {
    ...eventOf(work, booking),
    title: `${booking.service_name} con ${booking.professional_first_name}`,
    note: visitNote({ people: peopleOf(booking), code: booking.arrival_code, url }),
    url,
    alarmMinutes: visitAlarmMinutes,
  }
}

/** The visit as a file for its client to save: the same appointment as in their emails. */
export const visitFile = (work: Work, booking: Copied): string =>
  calendarText({ ...clientEvent(work, booking), cancelled: !isActive(booking) })

/** Where the client saves its pass; null: this installation makes none for that wallet. */
export const walletAddresses = (work: Work, booking: Parameters<typeof viewToken>[1]) => {
  const { publicUrl, applePass, googleWallet } = work.config
  const of = (kind: string) =>
    `${publicUrl}/api/wallet-passes/${booking.id}.${kind}?t=${encodeURIComponent(viewToken(work, booking))}`
  return {
    apple: applePass === null ? null : of('pkpass'),
    google: googleWallet === null ? null : of('google'),
  }
}

/** Links from an email to the client's own calendar: the file, and Google, which is given no secret. */
export const calendarLinks = (work: Work, booking: Copied) => {
  const { publicUrl } = work.config
  const event = clientEvent(work, booking)
  const url = `${publicUrl}/booking-success?id=${booking.id}`
  const { apple, google } = walletAddresses(work, booking)
  return [
    {
      label: 'Agregar a mi calendario',
      address: `${publicUrl}/api/visit-calendars/${booking.id}.ics?t=${encodeURIComponent(viewToken(work, booking))}`,
    },
    {
      label: 'Agregar a Google Calendar',
      address: googleCalendarAddress({
        ...event,
        note: visitNote({ people: peopleOf(booking), code: booking.arrival_code, url }),
      }),
    },
    ...(apple === null ? [] : [{ label: 'Agregar a Apple Wallet', address: apple }]),
    ...(google === null ? [] : [{ label: 'Agregar a Google Wallet', address: google }]),
  ]
}

/** The suffix of appointment identifiers: the installation's host name. */
export const domainOf = ({ config }: Work) => new URL(config.publicUrl).hostname

/** The sender of the emails: calendar programs trust an invitation whose organizer is its sender. */
const organizerOf = ({ config }: Work): Party => ({
  name: 'Kalli',
  email: /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom,
})
