/**
 * Appointments as calendar files (RFC 5545). A file that is saved or subscribed to has no METHOD; one attached to an
 * email is a scheduling message (iTIP, RFC 5546): a request or a cancellation with its organizer and its attendee.
 */
type Event = {
  id: string
  /** Sequence number: a newer version of the same appointment replaces the older. */
  version: number
  startsAt: Date
  endsAt: Date
  title: string
  place: string
  /** People, arrival code and link back, one per line. */
  note?: string | undefined
  /** Link to view and change the appointment. */
  url?: string | undefined
  /** Reminder in minutes before the start; only for a single visit in a personal calendar, never in a feed. */
  alarmMinutes?: number | undefined
  /** Time of creation of the file. */
  at: Date
  cancelled?: boolean
  /** Domain of the installation: the suffix of its UIDs. */
  domain: string
}

export type Party = { name: string; email: string }

/** "20261120T183000Z" */
export const calendarInstant = (at: Date) => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

export const calendarText = (event: Event): string => written([...head, ...eventLines(event), end])

/**
 * The appointment as a message to a calendar program: confirmed or cancelled. One per message: RFC 5546 §3.2.2 requires
 * all components of a request to have the same UID.
 */
export const calendarMessage = (event: Event, from: Party, to: Party): string =>
  written([
    ...head,
    `METHOD:${event.cancelled === true ? 'CANCEL' : 'REQUEST'}`,
    ...eventLines(event, [
      `ORGANIZER;CN=${quoted(from.name)}:mailto:${from.email}`,
      `ATTENDEE;CN=${quoted(to.name)};CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${to.email}`,
    ]),
    end,
  ])

/** Many in one file, for a calendar feed; clients refresh at most every hour. */
export const calendarOf = (name: string, events: readonly Event[]): string =>
  written([
    ...head,
    `X-WR-CALNAME:${hidden(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap((event) => eventLines(event)),
    end,
  ])

const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kalli//Reservas//ES']
const end = 'END:VCALENDAR'

/** Identifies our own events when they come back through another calendar (availability/outside/ics.ts). */
const uidOf = ({ id, domain }: Event) => `kalli-${id}@${domain}`

/** Outlook reportedly ignores the status of cancelled events, so they are marked as free time in all three ways. */
const eventLines = (event: Event, people: readonly string[] = []) => {
  const { version, startsAt, endsAt, title, place, note = '', url, at, cancelled = false } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(event)}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${calendarInstant(at)}`,
    `DTSTART:${calendarInstant(startsAt)}`,
    `DTEND:${calendarInstant(endsAt)}`,
    ...people,
    `SUMMARY:${hidden(cancelled ? `Cancelada: ${title}` : title)}`,
    ...(place === '' ? [] : [`LOCATION:${hidden(place)}`]),
    ...(note === '' ? [] : [`DESCRIPTION:${hidden(note)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    `X-MICROSOFT-CDO-BUSYSTATUS:${cancelled ? 'FREE' : 'BUSY'}`,
    ...(cancelled || event.alarmMinutes === undefined ? [] : alarmLines(title, event.alarmMinutes)),
    'END:VEVENT',
  ]
}

/** RFC 5545 §3.6.6: a display alarm has an action, a text and a trigger. */
const alarmLines = (title: string, minutes: number) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${hidden(title)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

/** Time to get ready and to travel. */
export const visitAlarmMinutes = 120

/** Text of a visit in the client's calendar: people, arrival code, and the link to view and change it. */
export const visitNote = ({
  people,
  code,
  url,
}: {
  /** Empty if only the client comes. */
  people: string
  code: string | null
  url: string
}): string =>
  [people, code === null ? '' : `Código de llegada: ${code}`, `Ver o cambiar tu cita: ${url}`]
    .filter((line) => line !== '')
    .join('\n')

/** Google's link for adding an appointment. */
export const googleCalendarAddress = ({
  title,
  startsAt,
  endsAt,
  place,
  note = '',
}: Pick<Event, 'title' | 'startsAt' | 'endsAt' | 'place' | 'note'>): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${calendarInstant(startsAt)}/${calendarInstant(endsAt)}`,
    location: place,
    details: note,
  })}`

/** §3.2: a quoted parameter has no quotes or control characters, and few readers support the encoding of RFC 6868. */
const quoted = (text: string) => `"${text.replaceAll(/["\p{Cc}]/gu, ' ').trim()}"`

const written = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

/** §3.3.11: the characters that must be escaped in a text; a raw line break would end the value. */
const hidden = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

/** §3.1: no line is longer than 75 bytes; the next begins with a space. */
const folded = (line: string): string => {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (bytes + size > 74) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += sign
    bytes += size
  }
  return [...pieces, piece].join('\r\n ')
}
