/** An appointment as a calendar file (RFC 5545), for letters and for the button that saves it. */
type Event = {
  id: string
  /** A newer version of the same appointment replaces the older. */
  version: number
  startsAt: Date
  endsAt: Date
  title: string
  place: string
  /** Who comes, where several do. */
  note?: string | undefined
  /** When the file is made. */
  at: Date
  cancelled?: boolean
}

/** "20261120T183000Z" */
export const calendarInstant = (at: Date) => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

export const calendarText = (event: Event): string => written([...head, ...eventLines(event), end])

/** Many in one file, for a calendar that is subscribed to; its reader asks again every hour at most. */
export const calendarOf = (name: string, events: readonly Event[]): string =>
  written([
    ...head,
    `X-WR-CALNAME:${hidden(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(eventLines),
    end,
  ])

const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kalli//Reservas//ES', 'METHOD:PUBLISH']
const end = 'END:VCALENDAR'

const eventLines = ({ id, version, startsAt, endsAt, title, place, note = '', at, cancelled }: Event) => [
  'BEGIN:VEVENT',
  `UID:${id}@kalli`,
  `SEQUENCE:${version}`,
  `DTSTAMP:${calendarInstant(at)}`,
  `DTSTART:${calendarInstant(startsAt)}`,
  `DTEND:${calendarInstant(endsAt)}`,
  `SUMMARY:${hidden(title)}`,
  ...(place === '' ? [] : [`LOCATION:${hidden(place)}`]),
  ...(note === '' ? [] : [`DESCRIPTION:${hidden(note)}`]),
  `STATUS:${cancelled === true ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

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
