/** Limits of price: "menos de 600", "entre 300 y 500 pesos", "$900", "desde 800"; and "barato". */
import type { Read, Token } from '#server/search/understood/chips.ts'
import { amountAt } from '#server/search/understood/numbers.ts'
import { lengthOf, phrasesOf, wordAt } from '#server/search/understood/tokens.ts'

const upTo =
  phrasesOf(`por menos de, menos de, menor a, menor de, por debajo de, abajo de, debajo de, hasta, maximo de, maximo, max,
  no mas de, a no mas de, que no pase de, que no pasen de, que no cueste mas de, que cueste menos de, que cuesten menos de, con presupuesto de, mi presupuesto es de,
  presupuesto de, presupuesto, tengo, con, por, de a, de, a, como de, unos, alrededor de, aprox, traigo, no mayor a, tope de, tope, bajo`)
const atLeast = phrasesOf(
  `a partir de, desde, mas de, por mas de, arriba de, por arriba de, minimo de, minimo, mayor a, mayor de, no menos de`,
)
/** These mean an amount only with a unit: "por 500" may be anything, "por 500 pesos" is money. */
const loose = new Set(['con', 'por', 'de', 'a', 'tengo', 'unos', 'traigo', 'como', 'alrededor', 'aprox'])
const cheap =
  phrasesOf(`lo mas barato, la mas barata, el mas barato, los mas baratos, las mas baratas, mas barato, mas barata, mas baratos, mas baratas,
  mas economico, mas economica, a buen precio, buen precio, precio bajo, precios bajos, a bajo precio, barato, barata, baratos, baratas, baratito, baratita, baratitas, baratitos,
  economico, economica, economicos, economicas, accesible, accesibles, no tan caro, no muy caro, que no sea caro, que no sea cara, menor precio, bajo costo, de bajo costo`)

/** From this on a bare number is an amount of money, not an hour, day or duration. */
const minPesos = 100

export const readPrice = (tokens: readonly Token[], index: number): Read | null => {
  const cheapWords = lengthOf(tokens, index, cheap)
  if (cheapWords > 0) return { length: cheapWords, means: [{ kind: 'sort', sort: 'price' }] }
  return (
    readRange(tokens, index) ??
    readLimit(tokens, index, atLeast, 'min') ??
    readLimit(tokens, index, upTo, 'max') ??
    readBare(tokens, index)
  )
}

const readRange = (tokens: readonly Token[], index: number): Read | null => {
  const opens = ['entre', 'de'].includes(wordAt(tokens, index)) ? 1 : 0
  const low = amountAt(tokens, index + opens)
  if (low === null) return null
  const between = wordAt(tokens, index + opens + low.length)
  if (!['y', 'a', '-', 'e'].includes(between) || (opens === 0 && between === 'y')) return null
  const high = amountAt(tokens, index + opens + low.length + 1)
  if (high === null || high.value < low.value) return null
  const isMoney = low.isMoney || high.isMoney || low.value >= minPesos
  const length = opens + low.length + 1 + high.length
  return isMoney ? { length, means: [{ kind: 'price', min: low.value, max: high.value }] } : null
}

const readLimit = (
  tokens: readonly Token[],
  index: number,
  phrases: readonly (readonly string[])[],
  side: 'min' | 'max',
): Read | null => {
  const length = lengthOf(tokens, index, phrases)
  if (length === 0) return null
  const amount = amountAt(tokens, index + length)
  if (amount === null || isDuration(tokens, index + length + amount.length)) return null
  const isLoose = length === 1 && loose.has(wordAt(tokens, index))
  if (!amount.isMoney && (isLoose || amount.value < minPesos)) return null
  const value = amount.value
  return {
    length: length + amount.length,
    means: [side === 'min' ? { kind: 'price', min: value } : { kind: 'price', max: value }],
  }
}

/** "$900", "900 pesos", and a number at the end without another meaning: "uñas 300". */
const readBare = (tokens: readonly Token[], index: number): Read | null => {
  const amount = amountAt(tokens, index)
  if (amount === null || isDuration(tokens, index + amount.length)) return null
  const ends = index > 0 && index + amount.length === tokens.length
  const isMoney =
    amount.isMoney || (ends && amount.value >= 150 && amount.value <= 5000 && amount.value % 10 === 0)
  return isMoney ? { length: amount.length, means: [{ kind: 'price', max: amount.value }] } : null
}

const units = new Set([
  'minutos',
  'min',
  'mins',
  'horas',
  'hora',
  'sesiones',
  'personas',
  'km',
  'clases',
  'dias',
  'anos',
])
const isDuration = (tokens: readonly Token[], index: number) => units.has(wordAt(tokens, index))
