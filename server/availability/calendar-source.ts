/**
 * Where calendars outside come from: an https address anywhere in the world, or, at names that nobody can own (.test), the local
 * stand-in. What comes is text and two marks by which it is asked for again; nothing of it is believed here.
 */
import { CalendarTrouble, type CalendarSource } from '#server/availability/calendar-address.ts'
import { fromInternet } from '#server/availability/calendar-fetch.ts'

export const readCalendar: CalendarSource = (address, known) =>
  address.hostname.endsWith('.test') ? fromStandin(address, known) : fromInternet(address, known)

/** What the stand-in shows at an address; a test or a developer puts it there. Null: nothing any more. `down`: no answer. */
export const standinCalendars = new Map<string, { text: string; etag: string | null } | 'down'>()

/** Two hours of every day, so that a town without a network has a calendar to try. */
const everyDay = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//otro//calendario//ES',
  'BEGIN:VEVENT',
  'UID:comida@otro',
  'DTSTART:20260101T140000',
  'DTEND:20260101T160000',
  'RRULE:FREQ=DAILY',
  'SUMMARY:Comida',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

const fromStandin: CalendarSource = async (address, { etag }) => {
  const shown =
    standinCalendars.get(address.href) ??
    (address.pathname === '/comida.ics' ? { text: everyDay, etag: '"comida"' } : undefined)
  if (shown === undefined) throw new CalendarTrouble('gone')
  if (shown === 'down') throw new CalendarTrouble('unreachable')
  if (shown.etag !== null && shown.etag === etag) return { unchanged: true }
  return { unchanged: false, text: shown.text, etag: shown.etag, modified: null }
}
