/**
 * The source of outside calendars: a public https address, or, at reserved names (.test), the local stand-in. The result is text and
 * two validators for the next request; none of it is trusted here.
 */
import { CalendarProblem, type CalendarSource } from '#server/availability/outside/calendar-address.ts'
import { fromInternet } from '#server/availability/outside/calendar-fetch.ts'

export const readCalendar: CalendarSource = (address, known) =>
  address.hostname.endsWith('.test') ? fromStandin(address, known) : fromInternet(address, known)

/** The stand-in's content of an address; set by a test or a developer. Null: removed. `down`: no answer. */
export const standinCalendars = new Map<string, { text: string; etag: string | null } | 'down'>()

/** Two hours of every day, so that demo data without a network includes a calendar. */
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

/** Contains unreadable events, to try what their owner sees then. */
const difficult = everyDay.replace(
  'END:VCALENDAR',
  [
    'BEGIN:VEVENT',
    'UID:boda@otro',
    'DTSTART;TZID=Zona de Marte:20261212T170000',
    'DURATION:PT2H',
    'RRULE:FREQ=FORTNIGHTLY',
    'SUMMARY:Peinado de novia y de sus tres damas en la hacienda',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:sin-hora@otro',
    'DTSTART:pronto',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n'),
)

const usual: ReadonlyMap<string, { text: string; etag: string }> = new Map([
  ['/comida.ics', { text: everyDay, etag: '"comida"' }],
  ['/dificil.ics', { text: difficult, etag: '"dificil"' }],
])

const fromStandin: CalendarSource = async (address, { etag }) => {
  const shown = standinCalendars.get(address.href) ?? usual.get(address.pathname)
  if (shown === undefined) throw new CalendarProblem('gone')
  if (shown === 'down') throw new CalendarProblem('unreachable')
  if (shown.etag !== null && shown.etag === etag) return { unchanged: true }
  return { unchanged: false, text: shown.text, etag: shown.etag, modified: null }
}
