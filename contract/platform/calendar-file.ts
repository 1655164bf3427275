/**
 * Appointments as calendar files (RFC 5545). A file that a person saves or subscribes to has no METHOD; one that goes with an email is a
 * scheduling message (iTIP, RFC 5546): a request or a cancellation with its organizer and its attendee.
 */
type Event = {
  id: string
  /** A newer version of the same appointment replaces the older. */
  version: number
  startsAt: Date
  endsAt: Date
  title: string
  place: string
  /** Who comes, the arrival code, the way back: a line each. */
  note?: string | undefined
  /** Where the appointment is seen and changed. */
  url?: string | undefined
  /** Remind so many minutes before the start; a visit in a personal calendar only, never in a feed of many. */
  alarmMinutes?: number | undefined
  /** When the file is made. */
  at: Date
  cancelled?: boolean
  /** Of the installation: what its identifiers end in. */
  domain: string
}

export type Party = { name: string; email: string }

/** "20261120T183000Z" */
export const calendarInstant = (at: Date) => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

export const calendarText = (event: Event): string => written([...head, ...eventLines(event), end])

/**
 * The appointment as a message to a calendar program: held, or taken out. One appointment a message: RFC 5546 §3.2.2 lets all components
 * of a request have the same UID only.
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

/** Many in one file, for a calendar that is subscribed to; its reader asks again every hour at most. */
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

/** By it a calendar of ours is known when it comes back through another one (availability/ics.ts). */
const uidOf = ({ id, domain }: Event) => `kalli-${id}@${domain}`

/** Outlook is reported to ignore the status of what was cancelled: it is free time by each of the three ways of saying so. */
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

/** RFC 5545 §3.6.6: an alarm that is shown has an action, a text and a trigger. */
const alarmLines = (title: string, minutes: number) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${hidden(title)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

/** Time to get ready and to travel. */
export const visitAlarmMinutes = 120

/** What a client's calendar says under a visit: who comes, the arrival code, and where the visit is seen and changed. */
export const visitNote = ({
  people,
  code,
  url,
}: {
  /** Empty: the client alone. */
  people: string
  code: string | null
  url: string
}): string =>
  [people, code === null ? '' : `Código de llegada: ${code}`, `Ver o cambiar tu cita: ${url}`]
    .filter((line) => line !== '')
    .join('\n')

/** The address at which Google offers to add an appointment. */
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

/** §3.2: a parameter has no quotes or control signs inside its quotes, and RFC 6868 lets few readers have them encoded. */
const quoted = (text: string) => `"${text.replaceAll(/["\p{Cc}]/gu, ' ').trim()}"`

const written = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

/** §3.3.11: these are the characters that a text must hide; a line of its own would end the value. */
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
