/** Telephone numbers written in words and digits. */
import type { hiddenWords } from '#contract/conversation/conversation.ts'

export type Kind = keyof typeof hiddenWords
export type Found = { kind: Kind; from: number; to: number }

const words: Readonly<Record<string, string>> = {
  cero: '0',
  uno: '1',
  un: '1',
  una: '1',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
  diez: '10',
  once: '11',
  doce: '12',
  trece: '13',
  catorce: '14',
  quince: '15',
  dieciseis: '16',
  diecisiete: '17',
  dieciocho: '18',
  diecinueve: '19',
  veinte: '20',
  veintiuno: '21',
  veintidos: '22',
  veintitres: '23',
  veinticuatro: '24',
  veinticinco: '25',
  veintiseis: '26',
  veintisiete: '27',
  veintiocho: '28',
  veintinueve: '29',
  treinta: '30',
  cuarenta: '40',
  cincuenta: '50',
  sesenta: '60',
  setenta: '70',
  ochenta: '80',
  noventa: '90',
  cien: '100',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
}

/** Number words written together, "cincocincounodos". Short ones occur within other words and only count alone. */
const joined = Object.keys(words)
  .filter((word) => !['un', 'una', 'one'].includes(word))
  .toSorted((one, other) => other.length - one.length)
  .join('|')
const joinedWords = new RegExp(`^(?:y?(?:${joined})){2,}$`)
const eachWord = new RegExp(joined, 'g')

/** Telephones in Mexico have ten digits, formerly eight; fewer are a price, a date or a floor. */
const minDigits = 8
/** Separators between the parts of one number: a few words, and any symbols. */
const between =
  /^(?:[^\p{L}\p{N}]|\by\b|\bguion\b|\bpunto\b|\bcoma\b|\bespacio\b|\bmas\b|\bluego\b|\bdespues\b){0,40}$/u

type Token = { digits: string; from: number; to: number }

/** Runs of digits and number words that are long enough together, and are not dates, hours or prices. */
export const telephones = (plain: string): Found[] => {
  const found: Found[] = []
  let chain: Token[] = []
  const close = () => {
    const reported = digitsOf(chain).length < minDigits ? [] : numberIn(chain, plain)
    const [first, last] = [reported[0], reported.at(-1)]
    if (first !== undefined && last !== undefined)
      found.push({ kind: 'phone', from: first.from, to: last.to })
    chain = []
  }
  for (const token of tokensOf(plain)) {
    const last = chain.at(-1)
    if (last !== undefined && !between.test(plain.slice(last.to, token.from))) close()
    chain.push(token)
  }
  close()
  return found
}

const tokensOf = (plain: string): Token[] =>
  [...plain.matchAll(/(?:\d|(?<=\d)o(?=[\do])|\bo(?=\d))+|[a-z]+/g)].flatMap(({ 0: text, index }) => {
    const digits = /\d/.test(text)
      ? text.replaceAll('o', '0')
      : (words[text] ??
        (joinedWords.test(text)
          ? text.replaceAll('y', '').replaceAll(eachWord, (word) => words[word] ?? '')
          : undefined))
    return digits === undefined ? [] : [{ digits, from: index, to: index + text.length }]
  })

const digitsOf = (tokens: readonly Token[]) => tokens.map(({ digits }) => digits).join('')

const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const month = String.raw`(?:0?[1-9]|1[0-2])`
const year = String.raw`(?:19|20)\d\d`
/** Not part of a longer chain: "12-11-26" within "55-12-11-26-78" is no date. */
const alone = (part: string) =>
  new RegExp(String.raw`(?<![\d:/.-]|\d[/.:-]\s)${part}(?![\d]|\s?[/.:-]\s?\d)`, 'g')
/** A typical price: 3 to 7 digits, and round; $1,237 is unusual in this trade. */
const round = String.raw`(?:(?:\d{1,3}(?:,\d{3})?,\d{2}[059]|\d{2,6}[059])(?:\.[05]0)?|\d{1,3}(?:,\d{3}){1,2}\.\d\d)(?!\d|[.,]\d)`
/** Never part of a telephone, in any notation. */
const certain: readonly RegExp[] = [
  ...['/', '-', String.raw`\.`].map((sign) => alone(day + sign + month + sign + year)),
  alone(`${year}-${month}-${day}`),
  new RegExp(String.raw`\$\s?${round}`, 'g'),
  new RegExp(String.raw`(?<![\d.,])${round}\s?(?:pesos|mxn)\b`, 'g'),
]
/** Probably not part of a telephone, unless more digits are next to it. */
const likely: readonly RegExp[] = [
  ...['/', '-', String.raw`\.`].map((sign) =>
    alone(day + sign + month + sign + String.raw`(?:2[4-9]|3[0-5])`),
  ),
  alone(`${day}/${month}`),
  /(?<![\d:/.])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|\s?[:/.]\s?\d)/g,
  /(?<![\d:/.,-])(?:[01]?\d|2[0-3])\s?(?:[ap]\.?\s?m\b|hrs?\b|h\b|horas\b)/g,
  // A list of prices.
  new RegExp(String.raw`(?<![\d:/.-])${round}(?=\s?,\s|\s+[-–y]\s)|(?<=\d\s?,\s|\d\s+[-–y]\s)${round}`, 'g'),
]
/** "Colima 200, 06700"; with ten digits only before a postal code of the capital. */
const address = /^\d{1,4}(?:-\d{1,2})?,\s?(\d{5})$/

/** The tokens that together are a telephone, without those before and after; empty if it is something else. */
const numberIn = (chain: readonly Token[], plain: string): readonly Token[] => {
  const [from, to] = [chain[0]?.from ?? 0, chain.at(-1)?.to ?? 0]
  // What follows identifies it: pesos, am, h.
  const text = plain.slice(from, to + 8)
  const within = (shields: readonly RegExp[]) => {
    const places = shields.flatMap((shield) =>
      [...text.matchAll(shield)].map(
        (match) => [from + match.index, from + match.index + match[0].length] as const,
      ),
    )
    return (token: Token) => places.some(([begin, end]) => token.from >= begin && token.to <= end)
  }
  const isCertain = within(certain)
  const open = chain.filter((token) => !isCertain(token))
  const isLikely = within(likely)
  const bare = open.filter((token) => !isLikely(token))
  const [all, rest] = [digitsOf(open).length, digitsOf(bare).length]
  if (all < minDigits || rest === 0 || isCount(open)) return []
  const postCode = address.exec(plain.slice(from, to))?.[1]
  if (postCode !== undefined && (all !== 10 || postCode.startsWith('0'))) return []
  if (rest >= minDigits) return bare
  // Ten digits including a possible hour or date are a disguised telephone, and so is an invalid hour.
  const isDressed =
    all === 10 || (all === 12 && /^521?/.test(digitsOf(open))) || /\d[:/-]\d/.test(restOf(bare, plain))
  return isDressed ? open : []
}

/** Adjacent remaining tokens, grouped. */
const restOf = (bare: readonly Token[], plain: string) =>
  bare
    .map(({ from, to }, at) => {
      const next = bare[at + 1]
      return plain.slice(from, next !== undefined && next.from - to === 1 ? next.from : to)
    })
    .join('|')
    .replaceAll(/(?<=[:/-])\|/g, '')

/** Days, hours or persons in sequence: "el 10, 11, 12 y 13". */
const isCount = (tokens: readonly Token[]) =>
  tokens.length > 3 &&
  tokens.every(({ digits }, at) => {
    const before = tokens[at - 1]
    return Number(digits) <= 31 && (before === undefined || Number(digits) > Number(before.digits))
  })
