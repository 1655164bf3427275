/** Parts of the day and hours: "en la tarde", "a las 6", "después de las 5", "entre 4 y 6", "10:30am". */
import type { Part, Read, Token, Understood } from '#server/search/understood/chips.ts'
import { countOf } from '#server/search/understood/numbers.ts'
import { lengthOf, phrasesOf, wordAt } from '#server/search/understood/tokens.ts'

const parts: readonly (readonly [Part, readonly (readonly string[])[]])[] = [
  [
    'morning',
    phrasesOf(
      `en la manana, por la manana, por las mananas, en las mananas, a la manana, en la mananita, en la manana temprano, muy temprano, tempranito, temprano, de manana, matutino, matutina, a primera hora, primera hora`,
    ),
  ],
  [
    'afternoon',
    phrasesOf(
      `en la tarde, por la tarde, por las tardes, en las tardes, a la tarde, de tarde, en la tardecita, vespertino, vespertina, tardecita, tarde`,
    ),
  ],
  [
    'evening',
    phrasesOf(
      `en la tarde noche, por la tarde noche, en la noche, por la noche, por las noches, en las noches, a la noche, de noche, en la nochecita, tarde noche, nocturno, nocturna, noche`,
    ),
  ],
]
/** "esta tarde" implies the day too. */
const ofToday: readonly (readonly [Part, readonly (readonly string[])[]])[] = [
  ['morning', phrasesOf('esta manana, hoy manana')],
  ['afternoon', phrasesOf('esta tarde')],
  ['evening', phrasesOf('esta noche, esta misma noche')],
]
/** After an hour these state the half of the day. */
const halves: readonly (readonly [Part, readonly (readonly string[])[]])[] = [
  ['morning', phrasesOf('de la manana, en la manana, por la manana, am, manana')],
  ['afternoon', phrasesOf('de la tarde, en la tarde, por la tarde, pm, tarde')],
  ['evening', phrasesOf('de la noche, en la noche, por la noche, noche')],
]

/** "maquillaje de noche" is a service. */
const ofNight = new Set(['maquillaje', 'peinado', 'crema', 'look', 'vestido'])

export const readPart = (tokens: readonly Token[], index: number, today: Temporal.PlainDate): Read | null => {
  for (const [part, phrases] of ofToday) {
    const length = lengthOf(tokens, index, phrases)
    const date = today.toString()
    if (length > 0)
      return {
        length,
        means: [
          { kind: 'day', from: date, to: date },
          { kind: 'part', part },
        ],
      }
  }
  if (wordAt(tokens, index) === 'de' && ofNight.has(wordAt(tokens, index - 1))) return null
  if (wordAt(tokens, index) === 'noche' && wordAt(tokens, index - 1) === 'de') return null
  for (const [part, phrases] of parts.toReversed()) {
    const length = lengthOf(tokens, index, phrases)
    if (length > 0) return { length, means: [{ kind: 'part', part }] }
  }
  return null
}

/** A part of the day after a day without a preposition: "viernes mañana". */
export const readPartAfterDay = (tokens: readonly Token[], index: number): Read | null =>
  wordAt(tokens, index) === 'manana' ? { length: 1, means: [{ kind: 'part', part: 'morning' }] } : null

type Time = { hour: number; minute: number; length: number; sure: boolean }

const hourWords = phrasesOf(
  'a las, a la, como a las, como a la, tipo, a eso de las, sobre las, alrededor de las, para las, las, tipo las, cerca de las, que sea a las, a partir de, de las',
)
const afterWords = phrasesOf(
  `despues de las, despues de la, a partir de las, a partir de la, desde las, desde la, luego de las, pasadas las, mas tarde de las, despues de, a partir de`,
)
const beforeWords = phrasesOf(
  'antes de las, antes de la, hasta las, hasta la, a mas tardar a las, no mas tarde de las, antes de',
)
const noon = phrasesOf(
  'al mediodia, a mediodia, al medio dia, a medio dia, mediodia, medio dia, a las doce del dia, en el mediodia',
)
const special: readonly (readonly [readonly (readonly string[])[], Understood])[] = [
  [
    phrasesOf(
      'despues del trabajo, saliendo del trabajo, al salir del trabajo, saliendo de trabajar, saliendo de la oficina, despues de la oficina, despues de trabajar',
    ),
    { kind: 'hour', from: '18:00' },
  ],
  [
    phrasesOf('a la hora de la comida, en la hora de la comida, a la hora de comer, en mi hora de comida'),
    { kind: 'hour', from: '13:00', to: '16:00' },
  ],
  [
    phrasesOf('antes del trabajo, antes de trabajar, antes de ir a trabajar, antes de la oficina'),
    { kind: 'hour', to: '09:00' },
  ],
]

export const readHour = (tokens: readonly Token[], index: number, afterDay: boolean): Read | null => {
  const midday = lengthOf(tokens, index, noon)
  if (midday > 0) return { length: midday, means: [{ kind: 'hour', at: '12:00' }] }
  for (const [phrases, means] of special) {
    const length = lengthOf(tokens, index, phrases)
    if (length > 0) return { length, means: [means] }
  }
  return readBetween(tokens, index) ?? readLimit(tokens, index) ?? readAt(tokens, index, afterDay)
}

const between = phrasesOf('entre las, entre la, entre, de las, de la, de')
const and = phrasesOf('y las, y la, a las, a la, y, a, -')

const readBetween = (tokens: readonly Token[], index: number): Read | null => {
  const opens = lengthOf(tokens, index, between)
  const low = timeAt(tokens, index + opens)
  if (low === null) return null
  const link = lengthOf(tokens, index + opens + low.length, and)
  if (
    link === 0 ||
    (opens === 0 &&
      !low.sure &&
      wordAt(tokens, index + low.length) !== 'a' &&
      wordAt(tokens, index + low.length) !== '-')
  )
    return null
  const high = timeAt(tokens, index + opens + low.length + link)
  if (high === null || isUnit(wordAt(tokens, index + opens + low.length + link + high.length))) return null
  const early = clockOf(high, null)
  // "de 10 a 2", "de 4 a 6 pm": the first half of the day follows from the second.
  const from = clockOf(
    low,
    high.sure && !low.sure && high.hour >= 12 && low.hour + 12 <= high.hour ? 'afternoon' : null,
  )
  // "entre 5 y 8": an end after a start in the afternoon is not in the morning.
  const to =
    !high.sure && high.hour < 12 && minutesOf(from) >= minutesOf(early) ? clockOf(high, 'afternoon') : early
  if (minutesOf(from) >= minutesOf(to)) return null
  return { length: opens + low.length + link + high.length, means: [{ kind: 'hour', from, to }] }
}

const readLimit = (tokens: readonly Token[], index: number): Read | null => {
  const before = lengthOf(tokens, index, beforeWords)
  const after = lengthOf(tokens, index, afterWords)
  const opens = before || after
  const time = opens === 0 ? null : timeAt(tokens, index + opens)
  if (time === null || isUnit(wordAt(tokens, index + opens + time.length))) return null
  const clock = clockOf(time, null)
  return {
    length: opens + time.length,
    means: [{ kind: 'hour', ...(before > 0 ? { to: clock } : { from: clock }) }],
  }
}

const readAt = (tokens: readonly Token[], index: number, afterDay: boolean): Read | null => {
  const opens = lengthOf(tokens, index, hourWords)
  const time = timeAt(tokens, index + opens)
  if (time === null) return null
  const isHour = time.sure || opens > 0 || (afterDay && /^\d/.test(wordAt(tokens, index)))
  if (!isHour || (!time.sure && isUnit(wordAt(tokens, index + opens + time.length)))) return null
  return { length: opens + time.length, means: [{ kind: 'hour', at: clockOf(time, null) }] }
}

const isUnit = (word: string) =>
  /^(minutos|min|mins|horas|hora|pesos|mxn|personas|sesiones|dias|clases|km|anos|mil|de)$/.test(word) &&
  word !== 'de'

/** No working day begins before this hour. */
const earliest = 6

/** The time at a position, in 24 hours where that is certain ("6pm", "18:00", "6 de la tarde"). */
const timeAt = (tokens: readonly Token[], index: number): Time | null => {
  const word = wordAt(tokens, index)
  const figure = /^(\d{1,2})(?:[:.h](\d{2}))?(am|pm|hrs|hr|h)?$/.exec(word)
  const said = figure === null ? countOf(word) : Number(figure[1])
  if (said === null || said > 24) return null
  let minute = Number(figure?.[2] ?? 0)
  let length = 1
  const half = lengthOf(tokens, index + 1, [
    ['y', 'media'],
    ['y', 'cuarto'],
  ])
  if (half > 0) {
    minute = wordAt(tokens, index + 2) === 'media' ? 30 : 15
    length += half
  }
  if (minute > 59) return null
  const sign = figure?.[3]
  if (sign === 'am') return { hour: said === 12 ? 0 : said, minute, length, sure: true }
  if (sign === 'pm') return { hour: said < 12 ? said + 12 : said, minute, length, sure: true }
  for (const [part, phrases] of halves) {
    const more = lengthOf(tokens, index + length, phrases)
    // "a las 2 mañana" is tomorrow: no visit is at two in the night.
    if (more === 1 && wordAt(tokens, index + length) === 'manana' && said < earliest) continue
    if (more > 0) return { hour: inHalf(said, part), minute, length: length + more, sure: true }
  }
  const hours =
    wordAt(tokens, index + length) === 'horas' && said >= 8 && /^(las|la)$/.test(wordAt(tokens, index - 1))
      ? 1
      : 0
  // "18:00" is certain, "6:30" is an hour, in the afternoon.
  if (said >= 13 && (figure?.[2] !== undefined || sign !== undefined || hours > 0))
    return { hour: said, minute, length: length + hours, sure: true }
  if (figure?.[2] !== undefined && /:/.test(word)) return { hour: likely(said), minute, length, sure: true }
  return { hour: said, minute, length: length + hours, sure: hours > 0 || sign !== undefined }
}

const inHalf = (hour: number, part: Part) => {
  if (hour > 12) return hour
  if (part === 'morning') return hour === 12 ? 0 : hour
  return hour === 12 ? (part === 'evening' ? 0 : 12) : hour + 12
}

/** Without another hint: from one to seven in the afternoon, else in the morning. */
const likely = (hour: number) => (hour >= 1 && hour <= 7 ? hour + 12 : hour)

const clockOf = ({ hour, minute, sure }: Time, part: Part | null) => {
  const whole = sure ? hour : part === null ? likely(hour) : inHalf(hour, part)
  return `${String(whole % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** "a las 8" beside "en la noche" is at eight in the evening. */
export const inPart = (clock: string, part: Part): string => {
  const hour = Number(clock.slice(0, 2))
  const right = inHalf(hour > 12 && part === 'morning' ? hour - 12 : hour, part)
  return `${String(right).padStart(2, '0')}${clock.slice(2)}`
}
