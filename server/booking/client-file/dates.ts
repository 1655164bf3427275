/** Parses birthdays as other programs write them. Pure. */
import type { Birthday } from '#contract/booking/client/own-client.ts'

const months = new Map(
  [
    ['ene', 'jan'],
    ['feb'],
    ['mar'],
    ['abr', 'apr'],
    ['may'],
    ['jun'],
    ['jul'],
    ['ago', 'aug'],
    ['sep', 'set'],
    ['oct'],
    ['nov'],
    ['dic', 'dec'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const valid = (year: number | null, month: number, day: number): Birthday | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= (daysOf[month - 1] ?? 0)
    ? { month, day, year: year !== null && year >= 1900 && year <= 2100 ? year : null }
    : null

const numbers = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?(?:[ T].*)?$/

/** Whether the dates of a file begin with the month, as in the United States: some second number is above 12, and no first one. */
export const beginsWithMonth = (dates: readonly string[]): boolean => {
  const pairs = dates.flatMap((text) => {
    const [, first, second] = numbers.exec(text.trim()) ?? []
    return first === undefined || second === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  return pairs.every(([first]) => first <= 12) && pairs.some(([, second]) => second > 12)
}

const fullYear = (text: string | undefined, thisYear: number) => {
  if (text === undefined) return null
  const year = Number(text)
  return text.length === 4 ? year : year + (year + 2000 > thisYear ? 1900 : 2000)
}

/** Null: not a date. `monthFirst`: as the other dates of the file show. */
export const birthdayFrom = (
  text: string,
  { monthFirst, thisYear }: { monthFirst: boolean; thisYear: number },
): Birthday | null => {
  const plain = text.trim().toLowerCase()
  const iso = /^(\d{4}|--)-?(\d\d)-?(\d\d)(?:[t ].*)?$/.exec(plain)
  if (iso !== null) {
    const [, year = '', month, day] = iso
    // Apple writes 1604 for an unknown year.
    return valid(year === '--' || year === '1604' ? null : Number(year), Number(month), Number(day))
  }
  const [, first, second, year] = numbers.exec(plain) ?? []
  if (first !== undefined && second !== undefined)
    return monthFirst
      ? valid(fullYear(year, thisYear), Number(first), Number(second))
      : valid(fullYear(year, thisYear), Number(second), Number(first))
  const month = months.get(/[a-z]{3}/.exec(plain.replaceAll(/\bde\b/g, ' '))?.[0] ?? '')
  const day = /\b(\d{1,2})\b/.exec(plain)?.[1]
  return month === undefined || day === undefined
    ? null
    : valid(fullYear(/\b\d{4}\b/.exec(plain)?.[0], thisYear), month, Number(day))
}
