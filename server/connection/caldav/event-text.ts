/** What Kalli writes: one event as an iCalendar object, with marks by which it is recognized. */
import type { OwnEvent } from '#server/connection/provider/provider.ts'

export const eventText = ({ id, title, place, link, startsAt, endsAt, mark }: OwnEvent, now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalli//Kalli//ES',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(startsAt)}`,
    `DTEND:${instant(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    `URL:${link}`,
    'TRANSP:OPAQUE',
    'STATUS:CONFIRMED',
    `X-KALLI-BY:${escaped(mark.by)}`,
    `X-KALLI-REF:${escaped(mark.ref)}`,
    `X-KALLI-HOUR:${escaped(mark.hour)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .flatMap(folded)
    .join('\r\n')

const instant = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** Lines of at most 75 bytes, never split within a character. */
const folded = (line: string): string[] => {
  const lines: string[] = []
  let open = ''
  for (const sign of line) {
    if (Buffer.byteLength(open + sign) > 74) {
      lines.push(open)
      open = ' '
    }
    open += sign
  }
  return [...lines, open]
}

/** Null: not written by Kalli. */
export const markIn = (text: string) => {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '')
  const value = (name: string) =>
    new RegExp(`^X-KALLI-${name}(?:;[^:\\r\\n]*)?:([^\\r\\n]*)`, 'im')
      .exec(lines)?.[1]
      ?.replaceAll(/\\([\\;,])/g, '$1')
      .trim()
  const [by, ref, hour] = [value('BY'), value('REF'), value('HOUR')]
  return by === undefined || ref === undefined || hour === undefined ? null : { by, ref, hour }
}
