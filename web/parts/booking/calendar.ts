import type { Booking } from '#contract/booking.ts'

type Dated = Pick<Booking, 'id' | 'version' | 'startsAt' | 'endsAt' | 'service' | 'professional' | 'place'>

const compact = (instant: string) =>
  `${new Date(instant).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
const titleOf = ({ service, professional }: Dated) => `${service.name} con ${professional.firstName}`
const whereOf = ({ place }: Dated) =>
  [place.businessName ?? place.name, place.address, place.city].filter(Boolean).join(', ')
/** RFC 5545 §3.3.11: these are the characters that a text must hide. */
const hidden = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`)

/** The appointment as a file that every calendar takes. A newer version of the same booking replaces the older. */
export const calendarFile = (booking: Dated) => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalli//Reservas//ES',
    'BEGIN:VEVENT',
    `UID:${booking.id}@kalli`,
    `SEQUENCE:${booking.version}`,
    `DTSTAMP:${compact(new Date().toISOString())}`,
    `DTSTART:${compact(booking.startsAt)}`,
    `DTEND:${compact(booking.endsAt)}`,
    `SUMMARY:${hidden(titleOf(booking))}`,
    `LOCATION:${hidden(whereOf(booking))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}

export const googleCalendarUrl = (booking: Dated) => {
  const asked = new URLSearchParams({
    action: 'TEMPLATE',
    text: titleOf(booking),
    dates: `${compact(booking.startsAt)}/${compact(booking.endsAt)}`,
    location: whereOf(booking),
  })
  return `https://calendar.google.com/calendar/render?${asked}`
}
