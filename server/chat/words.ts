/** A visit and an hour as a short message says them. */
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import type { Visit } from '#server/chat/person.ts'
import type { Work } from '#server/platform/work.ts'

/** "hoy a las 11:00", "el sábado 5 de diciembre a las 11:00" */
export const whenOf = (work: Work, startsAt: string, zone: string): string => {
  const at = new Date(startsAt)
  const isToday = localDate(at, zone) === localDate(work.now, zone)
  return `${isToday ? 'hoy' : `el ${longDate(at, zone)}`} a las ${clockTime(at, zone)} h`
}

/** "Corte y peinado con Ximena, el sábado 5 de diciembre a las 11:00 h" */
export const visitText = (work: Work, { service, professional, startsAt, zone }: Visit): string =>
  `${service.name} con ${professional.firstName}, ${whenOf(work, startsAt, zone)}`

const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom']

/** "sáb 5, 11:00": a line of a list has 24 characters. */
export const shortHour = (startsAt: string, zone: string): string => {
  const at = Temporal.Instant.from(startsAt).toZonedDateTimeISO(zone)
  return `${weekdays[at.dayOfWeek - 1]} ${at.day}, ${clockTime(new Date(startsAt), zone)}`
}

export const money = (cents: number): string => formatCents(cents)

/** The receipt, line by line. */
export const linesText = (lines: readonly { label: string; amountCents: number }[]): string =>
  lines.map(({ label, amountCents }) => `${label}: ${formatCents(amountCents)}`).join('\n')
