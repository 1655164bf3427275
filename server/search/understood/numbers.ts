/** Numbers as people write them: "600", "$600", "1.5k", "quinientos", "dos mil". */
import type { Token } from '#server/search/understood/chips.ts'
import { wordAt } from '#server/search/understood/tokens.ts'

const small: ReadonlyMap<string, number> = new Map([
  ['una', 1],
  ['uno', 1],
  ['dos', 2],
  ['tres', 3],
  ['cuatro', 4],
  ['cinco', 5],
  ['seis', 6],
  ['siete', 7],
  ['ocho', 8],
  ['nueve', 9],
  ['diez', 10],
  ['once', 11],
  ['doce', 12],
])
const hundreds: ReadonlyMap<string, number> = new Map([
  ['cien', 100],
  ['ciento', 100],
  ['doscientos', 200],
  ['trescientos', 300],
  ['cuatrocientos', 400],
  ['quinientos', 500],
  ['seiscientos', 600],
  ['setecientos', 700],
  ['ochocientos', 800],
  ['novecientos', 900],
])

export type Figure = { value: number; length: number; isMoney: boolean }

/** The amount at a position; null when there is none. */
export const amountAt = (tokens: readonly Token[], index: number): Figure | null => {
  const word = wordAt(tokens, index)
  const figure = /^(\$?)(\d{1,5})(?:\.\d{1,2})?(k|mxn|pesos)?$/.exec(word)
  if (figure !== null) {
    const value = Number(figure[2]) * (figure[3] === 'k' ? 1000 : 1)
    const thousand = wordAt(tokens, index + 1) === 'mil' && value < 100
    return unit(tokens, index, {
      value: thousand ? value * 1000 : value,
      length: thousand ? 2 : 1,
      isMoney: figure[1] === '$' || figure[3] !== undefined || thousand,
    })
  }
  if (word === 'mil')
    return unit(tokens, index, {
      value: 1000 + rest(tokens, index + 1),
      length: 1 + said(tokens, index + 1),
      isMoney: true,
    })
  const times = small.get(word)
  if (times !== undefined && wordAt(tokens, index + 1) === 'mil')
    return unit(tokens, index, {
      value: times * 1000 + rest(tokens, index + 2),
      length: 2 + said(tokens, index + 2),
      isMoney: true,
    })
  const hundred = hundreds.get(word)
  return hundred === undefined ? null : unit(tokens, index, { value: hundred, length: 1, isMoney: true })
}

const rest = (tokens: readonly Token[], index: number) => hundreds.get(wordAt(tokens, index)) ?? 0
const said = (tokens: readonly Token[], index: number) => (rest(tokens, index) > 0 ? 1 : 0)

/** "600 pesos": the unit belongs to the number. */
const unit = (tokens: readonly Token[], index: number, figure: Figure): Figure =>
  ['pesos', 'peso', 'mxn', 'varos', 'pesitos'].includes(wordAt(tokens, index + figure.length))
    ? { ...figure, length: figure.length + 1, isMoney: true }
    : figure

/** A small whole number, in figures or as a word; otherwise null. */
export const countOf = (word: string): number | null =>
  /^\d{1,2}$/.test(word) ? Number(word) : (small.get(word) ?? null)
