/** Days as people say them, from today on: "hoy", "pasado mañana", "el jueves", "12 de diciembre", "19/12", "este fin de semana". */
import { monthNames, weekdayNames } from '#contract/platform/day-names.ts'
import { fold } from '#server/search/rules.ts'
import type { Read, Token } from '#server/search/understood/chips.ts'
import { countOf } from '#server/search/understood/numbers.ts'
import { lengthOf, phrasesOf, wordAt } from '#server/search/understood/tokens.ts'
import { typosBetween } from '#server/places/typos.ts'

const weekdays = weekdayNames.map(fold)
const short: ReadonlyMap<string, string> = new Map([
  ['lun', 'lunes'],
  ['mie', 'miercoles'],
  ['jue', 'jueves'],
  ['vie', 'viernes'],
  ['sab', 'sabado'],
  ['dom', 'domingo'],
  ['sabadito', 'sabado'],
  ['viernesito', 'viernes'],
  ['sabados', 'sabado'],
  ['domingos', 'domingo'],
])
/** Other words that are spelt almost like a weekday. */
const others = new Set([
  'vienes',
  'vienen',
  'viene',
  'juegos',
  'jueces',
  'luna',
  'lunas',
  'marte',
  'lentes',
  'muertes',
  'dominio',
])
const nowWords =
  phrasesOf(`hoy mismo, para hoy mismo, el dia de hoy, para hoy, hoy dia, hoy, ahorita mismo, ahorita, ahora mismo, ahora, en este momento, lo antes posible,
  lo mas pronto posible, cuanto antes, urgente, de urgencia, me urge, urge, ya mismo, ya`)
const tomorrowWords = phrasesOf(`para manana, el dia de manana, manana mismo, manana`)
const afterTomorrow = phrasesOf(`para pasado manana, pasado manana, pasado`)
const weekendWords =
  phrasesOf(`para este fin de semana, este fin de semana, el proximo fin de semana, proximo fin de semana, para el fin de semana, en fin de semana, el fin de semana, fin de semana,
  fines de semana, en fines de semana, este finde, el finde, finde, este fin, sabado o domingo, sabado y domingo, el sabado o el domingo, sabado o el domingo, el sabado o domingo`)
const thisWeek = phrasesOf(`para esta semana, en esta semana, en la semana, esta misma semana, esta semana`)
const nextWeek =
  phrasesOf(`la proxima semana, para la proxima semana, proxima semana, la semana que viene, semana que viene, la semana que entra, semana que entra,
  la siguiente semana, siguiente semana, semana proxima, la otra semana, para la otra semana, la semana siguiente, la semana proxima, para la semana que viene, para la siguiente semana`)

export type Today = Temporal.PlainDate

const day = (from: Temporal.PlainDate, length: number, to = from): Read => ({
  length,
  means: [{ kind: 'day', from: from.toString(), to: to.toString() }],
})

export const readDay = (tokens: readonly Token[], index: number, today: Today): Read | null => {
  const next = lengthOf(tokens, index, nextWeek)
  if (next > 0) return { length: next, means: [{ kind: 'week', week: 'next_week' }] }
  const current = lengthOf(tokens, index, thisWeek)
  if (current > 0) return { length: current, means: [{ kind: 'week', week: 'this_week' }] }
  const weekend = lengthOf(tokens, index, weekendWords)
  if (weekend > 0) return weekendFrom(today, weekend)
  const now = lengthOf(tokens, index, nowWords)
  if (now > 0) return day(today, now)
  const later = lengthOf(tokens, index, afterTomorrow)
  if (later > 1) return day(today.add({ days: 2 }), later)
  const tomorrow = lengthOf(tokens, index, tomorrowWords)
  if (tomorrow > 0) return day(today.add({ days: 1 }), tomorrow)
  return readDate(tokens, index, today) ?? readWeekday(tokens, index, today) ?? readIn(tokens, index, today)
}

/** On a Saturday or a Sunday it means the current weekend. */
const weekendFrom = (today: Today, length: number): Read => {
  const from = today.dayOfWeek === 7 ? today : today.add({ days: 6 - today.dayOfWeek })
  return day(from, length, from.add({ days: from.dayOfWeek === 7 ? 0 : 1 }))
}

/** "dentro de 3 días", "en dos días" */
const readIn = (tokens: readonly Token[], index: number, today: Today): Read | null => {
  const opens = lengthOf(tokens, index, [['dentro', 'de'], ['en']])
  const count = countOf(wordAt(tokens, index + opens))
  const isDays = ['dias', 'dia'].includes(wordAt(tokens, index + opens + 1))
  return opens > 0 && count !== null && isDays ? day(today.add({ days: count }), opens + 2) : null
}

const dayWords = phrasesOf('para el dia, para el, el dia, dia, el proximo dia, el')

const readDate = (tokens: readonly Token[], index: number, today: Today): Read | null => {
  const opens = lengthOf(tokens, index, dayWords)
  const at = index + opens
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?$/.exec(wordAt(tokens, at))
  if (slashed !== null) return dated(today, Number(slashed[2]), Number(slashed[1]), opens + 1)
  const number = dayNumber(wordAt(tokens, at))
  if (number === null) {
    // "dic 12"
    const month = monthOf(wordAt(tokens, at))
    const after = month === null ? null : dayNumber(wordAt(tokens, at + 1))
    return month === null || after === null ? null : dated(today, month, after, opens + 2)
  }
  const link = lengthOf(tokens, at + 1, [['de', 'este'], ['del'], ['de']])
  const month = monthOf(wordAt(tokens, at + 1 + link))
  if (month !== null) return dated(today, month, number, opens + 2 + link)
  // "el 28", "día 28"
  return opens > 0 && /^\d{1,2}$/.test(wordAt(tokens, at)) && !isUnit(wordAt(tokens, at + 1))
    ? numbered(today, number, opens + 1)
    : null
}

const isUnit = (word: string) => /^(minutos|min|horas|hora|pesos|personas|sesiones|am|pm|hrs)$/.test(word)

const dayNumber = (word: string) => {
  const ordinal = word === 'primero' || word === '1ro' || word === '1o' ? 1 : null
  const number = ordinal ?? (/^\d{1,2}$/.test(word) ? Number(word) : null)
  return number !== null && number >= 1 && number <= 31 ? number : null
}

const monthOf = (word: string): number | null => {
  if (word.length < 3) return null
  const found = monthNames.findIndex(
    (name) =>
      name === word ||
      name.slice(0, 3) === word ||
      (word === 'sept' && name === 'septiembre') ||
      (word === 'setiembre' && name === 'septiembre'),
  )
  return found < 0 ? null : found + 1
}

const dated = (today: Today, month: number, dayOfMonth: number, length: number): Read | null => {
  for (const year of [today.year, today.year + 1]) {
    const date = dateOf(year, month, dayOfMonth)
    if (date !== null && Temporal.PlainDate.compare(date, today) >= 0) return day(date, length)
  }
  return null
}

/** The next date with that day of the month. */
const numbered = (today: Today, number: number, length: number): Read | null => {
  for (let months = 0; months < 3; months++) {
    const month = today.with({ day: 1 }).add({ months })
    const date = dateOf(month.year, month.month, number)
    if (date !== null && Temporal.PlainDate.compare(date, today) >= 0) return day(date, length)
  }
  return null
}

const dateOf = (year: number, month: number, dayOfMonth: number): Temporal.PlainDate | null => {
  const first = month >= 1 && month <= 12 ? Temporal.PlainDate.from({ year, month, day: 1 }) : null
  return first === null || dayOfMonth < 1 || dayOfMonth > first.daysInMonth
    ? null
    : first.with({ day: dayOfMonth })
}

const weekdayWords = phrasesOf(
  'para este, para el proximo, para el, el proximo, este proximo, el siguiente, proximo, este, los, el, para',
)
const nextWords = phrasesOf(
  'que viene, que entra, proximo, siguiente, de la proxima semana, de la semana que viene',
)

/** "sábado 5" is a date when that Saturday is the fifth within two months; otherwise the number may be an hour. */
const readWeekday = (tokens: readonly Token[], index: number, today: Today): Read | null => {
  const opens = lengthOf(tokens, index, weekdayWords)
  const weekday = weekdayOf(wordAt(tokens, index + opens))
  if (weekday === null) return null
  let date = today.add({ days: (weekday - today.dayOfWeek + 7) % 7 })
  let length = opens + 1
  const after = lengthOf(tokens, index + length, nextWords)
  length += after
  if (after > 3) date = today.add({ days: 7 - today.dayOfWeek + weekday })
  else if (after > 0 && date.equals(today)) date = date.add({ days: 7 })
  const number = dayNumber(wordAt(tokens, index + length))
  if (number === null || after > 0) return day(date, length)
  const link = lengthOf(tokens, index + length + 1, [['de', 'este'], ['del'], ['de']])
  const month = monthOf(wordAt(tokens, index + length + 1 + link))
  if (month !== null) return dated(today, month, number, length + 2 + link)
  for (let weeks = 0; weeks < 9; weeks++) {
    const one = date.add({ weeks })
    if (one.day === number && !/^(de|am|pm)$/.test(wordAt(tokens, index + length + 1)))
      return day(one, length + 1)
  }
  return day(date, length)
}

const weekdayOf = (word: string): number | null => {
  const exact = weekdays.indexOf(short.get(word) ?? word)
  if (exact >= 0) return exact + 1
  if (word.length < 5 || others.has(word)) return null
  const close = weekdays.findIndex((name) => typosBetween(word, name, 1) <= 1)
  return close < 0 ? null : close + 1
}
