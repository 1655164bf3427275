type Weekly = readonly { weekday: number; fromMinute: number; toMinute: number }[]

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

/** What copying a day's hours to those days does, shown before the press; null if it changes nothing. */
export const copyTextTo = (weekday: number, weekly: Weekly, days: readonly number[]): string | null => {
  const own = hoursOf(weekday, weekly)
  const changed = days.filter((day) => day !== weekday && hoursOf(day, weekly) !== own)
  if (own === '' || changed.length === 0) return null
  const opened = changed.filter((day) => hoursOf(day, weekly) === '')
  const whole = `Copiar a ${daysText(changed)}`
  if (opened.length === 0) return whole
  return opened.length === changed.length
    ? `${whole}: ${opened.length === 1 ? 'abre ese día' : 'abre esos días'}`
    : `${whole}: también abre ${daysText(opened)}`
}

/** The same for all following days. */
export const copyText = (weekday: number, weekly: Weekly): string | null =>
  copyTextTo(weekday, weekly, daysAfter(weekday))

const workdays = [1, 2, 3, 4, 5]
const wholeWeek = [...workdays, 6, 7]
export const daysAfter = (weekday: number) => wholeWeek.filter((day) => day > weekday)

/** The targets for a day's hours: all working days, the whole week, or a single day; each only if it changes something. */
export const copyChoices = (weekday: number, weekly: Weekly) => {
  const seen = new Set<string>()
  return [workdays, wholeWeek, ...wholeWeek.map((day) => [day])].flatMap((days) => {
    const text = copyTextTo(weekday, weekly, days)
    if (text === null || seen.has(text)) return []
    seen.add(text)
    return [{ text, days }]
  })
}

/** The week with that day's hours on those days too, replacing theirs. */
export const copied = <Window extends Weekly[number]>(
  weekday: number,
  weekly: readonly Window[],
  days: readonly number[],
): Window[] => {
  const own = weekly.filter((one) => one.weekday === weekday)
  const others = days.filter((day) => day !== weekday)
  return [
    ...weekly.filter((one) => !others.includes(one.weekday)),
    ...others.flatMap((day) => own.map((window) => ({ ...window, weekday: day }))),
  ]
}
