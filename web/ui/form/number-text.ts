/** Reads the numbers that people type: "1,200", "$ 99.50", "15 %", "2h 30", "1:30", "90 min". Undefined: not understood, never guessed. */

/** Normalized: no invisible characters, one kind of space, digits of any script as 0–9. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\u00AD]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** "1,200.50" and "1 200"; a comma only between thousands, since "1,5" may be read in two ways. */
const decimal = /^(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?$|^\.\d+$/

const numberIn = (text: string): number | undefined =>
  decimal.test(text) ? Number(text.replaceAll(/[, ]/g, '')) : undefined

/** Whole centavos of typed pesos. */
export const readCents = (text: string): number | undefined => {
  const pesos = plain(text)
    .replace(/^(?:mxn|mx)?\s*\$\s*/, '')
    .replace(/\s*(?:pesos?|mxn|m\.n\.)$/, '')
  return atMostTwoDecimals(numberIn(pesos))
}

/** Basis points of a typed percentage. */
export const readBasisPoints = (text: string): number | undefined =>
  atMostTwoDecimals(numberIn(plain(text).replace(/\s*(?:%|por ciento)$/, '')))

/** Hundredths; more than two decimals are refused, not rounded. */
const atMostTwoDecimals = (value: number | undefined) => {
  if (value === undefined) return undefined
  const hundredths = Math.round(value * 100)
  return Math.abs(value * 100 - hundredths) < 1e-6 ? hundredths : undefined
}

/** A count, with or without the word for what is counted: "12", "12 personas", "30 m²". */
export const readWhole = (text: string): number | undefined => {
  const value = numberIn(plain(text).replace(/\s*(?:m2|km|[a-záéíóúñ]{3,12})$/, ''))
  return value !== undefined && Number.isInteger(value) ? value : undefined
}

const part = String.raw`(\d+(?:\.\d+)?|\.\d+)`
const hoursAndMinutes = new RegExp(
  String.raw`^${part} ?(?:h|hs|hr|hrs|hora|horas)\.?(?: ?(?:y|con)?,? ?(?:(\d{1,2}) ?(?:m|min|mins|minuto|minutos|')?\.?|(media)))?$`,
)
const onlyMinutes = /^(\d+(?:\.\d+)?) ?(?:m|min|mins|minuto|minutos|')\.?$/
const clock = /^(\d{1,3}):([0-5]\d)(?: ?(?:h|hs|hrs|horas))?$/
const onlyHalf = /^(?:1\/2|media) ?(?:h|hr|hora)$/

/** Whole minutes of a typed duration; a number without a unit is in `bare`. */
export const readMinutes = (text: string, bare: 'minutes' | 'hours' = 'minutes'): number | undefined => {
  // A comma before one or two digits is a decimal point in "1,5 h".
  const typed = plain(text).replace(/^(\d+),(\d{1,2})(?= ?(?:h|m))/, '$1.$2')
  if (onlyHalf.test(typed)) return 30
  const hours = hoursAndMinutes.exec(typed)
  if (hours !== null) {
    const [, whole = '', minutes, half] = hours
    // "1.5 h 20" has minutes twice.
    if ((minutes !== undefined || half !== undefined) && whole.includes('.')) return undefined
    if (minutes !== undefined && Number(minutes) > 59) return undefined
    return wholeMinutes(Number(whole) * 60 + (half === undefined ? Number(minutes ?? 0) : 30))
  }
  const [, minutes] = onlyMinutes.exec(typed) ?? []
  if (minutes !== undefined) return wholeMinutes(Number(minutes))
  const [, hour, minute] = clock.exec(typed) ?? []
  if (hour !== undefined) return Number(hour) * 60 + Number(minute)
  const value = numberIn(typed)
  return value === undefined ? undefined : wholeMinutes(bare === 'hours' ? value * 60 : value)
}

const wholeMinutes = (minutes: number) => {
  const rounded = Math.round(minutes)
  return Math.abs(minutes - rounded) < 1e-6 ? rounded : undefined
}
