/** Weekly hours as a sentence. */
import { clockText } from '#contract/platform/clock-text.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'

type Weekly = readonly { weekday: number; fromMinute: number; toMinute: number }[]

/** "lunes a viernes de 09:00 a 13:00; sábado de 10:00 a 12:00 y de 16:00 a 18:00"; equal days are grouped. */
export const weekWords = (weekly: Weekly): string => {
  const hoursOf = (weekday: number) =>
    weekly
      .filter((one) => one.weekday === weekday)
      .toSorted((a, b) => a.fromMinute - b.fromMinute)
      .map(({ fromMinute, toMinute }) => `de ${clockText(fromMinute)} a ${clockText(toMinute)}`)
      .join(' y ')
  const open = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => hoursOf(weekday) !== '')
  return [...Map.groupBy(open, hoursOf)].map(([hours, days]) => `${daysText(days)} ${hours}`).join('; ')
}

const nameOf = (weekday: number) => weekdayNames[weekday - 1] ?? ''

/** "lunes a viernes", "lunes, miércoles y viernes". */
const daysText = (days: readonly number[]): string => {
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  if (days.length === 7) return 'todos los días'
  if (days.length > 2 && last - first === days.length - 1) return `${nameOf(first)} a ${nameOf(last)}`
  return new Intl.ListFormat('es').format(days.map(nameOf))
}
