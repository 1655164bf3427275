import type { Space } from '#contract/space/space.ts'

type Weekly = readonly Space['weekly'][number][]

const names = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

const hoursOf = (weekday: number, weekly: Weekly) =>
  weekly
    .filter((one) => one.weekday === weekday)
    .map(({ fromMinute, toMinute }) => `${fromMinute}-${toMinute}`)
    .toSorted()
    .join()

/** "martes a domingo", "sábado y domingo", "domingo" */
const daysText = (days: readonly number[]) => {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  const name = (day: number) => names[day - 1] ?? ''
  if (days.length > 2 && last - first === days.length - 1) return `${name(first)} a ${name(last)}`
  return days.length === 1 ? name(first) : `${days.slice(0, -1).map(name).join(', ')} y ${name(last)}`
}

/** What copying the hours of a day to the days after it does, said before it is pressed; null where it changes nothing. */
export const copyText = (weekday: number, weekly: Weekly): string | null => {
  const own = hoursOf(weekday, weekly)
  const later = names.map((_, place) => place + 1).filter((day) => day > weekday)
  const changed = later.filter((day) => hoursOf(day, weekly) !== own)
  if (own === '' || changed.length === 0) return null
  const opened = changed.filter((day) => hoursOf(day, weekly) === '')
  const whole = `Copiar a ${daysText(changed)}`
  if (opened.length === 0) return whole
  return opened.length === changed.length
    ? `${whole}: ${opened.length === 1 ? 'abre ese día' : 'abre esos días'}`
    : `${whole}: también abre ${daysText(opened)}`
}
