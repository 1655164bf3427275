/** Text left by all other rules: services, categories and names, as the words of a search. */
import { typosBetween } from '#server/places/typos.ts'
import type { Read, Token, Understood } from '#server/search/understood/chips.ts'
import {
  categoryByName,
  fillers,
  knownWords,
  otherNames,
  singular,
  spaceByName,
} from '#server/search/understood/trade-words.ts'
import { lengthOf, phrasesOf } from '#server/search/understood/tokens.ts'

const fillerPhrases = phrasesOf(fillers)
const fillerWords = new Set(fillerPhrases.flat())

const closeSaved = new Map<string, boolean>()
const maxSaved = 5_000

/** A word of a service, spelt exactly or almost, or a filler: a place may follow it. */
export const isKnown = (word: string, kind: 'professionals' | 'spaces'): boolean => {
  const one = singular(word)
  if (fillerWords.has(word) || knownWords.has(one) || categoryByName.has(one) || otherNames.has(word))
    return true
  if (kind === 'spaces' && (spaceByName.has(one) || spaceWords.has(one))) return true
  if (word.length < 5) return false
  const saved = closeSaved.get(one)
  if (saved !== undefined) return saved
  const most = one.length > 7 ? 2 : 1
  const close = [...knownWords, ...categoryByName.keys()].some(
    (known) => known[0] === one[0] && known.length > 4 && typosBetween(one, known, most) <= most,
  )
  if (closeSaved.size > maxSaved) closeSaved.clear()
  closeSaved.set(one, close)
  return close
}

const amenities: readonly (readonly [
  readonly (readonly string[])[],
  'wifi' | 'parking' | 'ac' | 'music' | 'reception' | 'products',
])[] = [
  [phrasesOf('con wifi, con internet, wifi, wi fi'), 'wifi'],
  [phrasesOf('con estacionamiento, estacionamiento, con lugar para estacionarse'), 'parking'],
  [phrasesOf('con aire acondicionado, aire acondicionado, con clima, con aire, clima'), 'ac'],
  [phrasesOf('con musica, musica'), 'music'],
  [phrasesOf('con recepcion, recepcion, con recepcionista'), 'reception'],
  [phrasesOf('con productos, productos incluidos'), 'products'],
]
export const readAmenity = (tokens: readonly Token[], index: number): Read | null => {
  for (const [phrases, amenity] of amenities) {
    const length = lengthOf(tokens, index, phrases)
    if (length > 0) return { length, means: [{ kind: 'amenity', amenity }] }
  }
  return null
}

const spaceWords = new Set([
  'renta',
  'rentar',
  'rento',
  'alquiler',
  'hora',
  'espacio',
  'local',
  'dia',
  'equipada',
  'equipado',
])
const spaceFillers = phrasesOf(
  'espacio para rentar, espacio en renta, en renta por hora, renta por hora, rentar por hora, por horas, por hora, por dia, se renta, en renta, rentar, rento, renta de, renta, alquiler, espacio para, espacio',
)

type Left = Token & { gap: boolean }

/** Consecutive text is one search; "o" and a comma divide it. */
export const textChips = (left: readonly Left[], kind: 'professionals' | 'spaces'): Understood[] =>
  dividedBy(left)
    .map((tokens) => trimmed(tokens, kind))
    .filter((tokens) => tokens.length > 0)
    .flatMap((tokens) => meaningOf(tokens, kind))

const dividedBy = (left: readonly Left[]): Left[][] => {
  const groups: Left[][] = [[]]
  for (const [at, token] of left.entries()) {
    const divides = token.word === 'o' && at > 0 && at < left.length - 1
    if (divides) groups.push([])
    else groups.at(-1)?.push(token)
    if (token.comma && at < left.length - 1) groups.push([])
  }
  return groups
}

/** Removes filler words, at both ends and after each gap left by another chip. */
const trimmed = (tokens: readonly Left[], kind: 'professionals' | 'spaces'): Left[] => {
  let rest = [...tokens]
  for (let went = true; went && rest.length > 0;) {
    const length = Math.max(
      lengthOf(rest, 0, fillerPhrases),
      kind === 'spaces' ? lengthOf(rest, 0, spaceFillers) : 0,
    )
    // "una" folded is also "uña".
    const isNail = length > 0 && rest[0]?.written.toLowerCase().startsWith('uña') === true
    went = length > 0 && !isNail && !(length === rest.length && isNailWord(rest[0]?.word))
    if (went) rest = rest.slice(length)
  }
  const ends = (one: Left | undefined) =>
    one !== undefined &&
    fillerWords.has(one.word) &&
    !one.written.toLowerCase().startsWith('uña') &&
    one.word.length < 12
  while (ends(rest.at(-1)) && !(rest.length === 1 && isNailWord(rest[0]?.word))) rest = rest.slice(0, -1)
  if (kind === 'spaces') {
    const at = rest.findIndex((_, index) => index > 0 && lengthOf(rest, index, spaceFillers) > 0)
    if (at > 0) rest = [...rest.slice(0, at), ...rest.slice(at + lengthOf(rest, at, spaceFillers))]
  }
  return rest
}

/** Alone, "unas" is written without its tilde. */
const isNailWord = (word = '') => word === 'unas' || word === 'una'

const meaningOf = (tokens: readonly Left[], kind: 'professionals' | 'spaces'): Understood[] => {
  const names: ReadonlyMap<string, string> = kind === 'spaces' ? spaceByName : categoryByName
  const words = tokens.map(({ word }) => singular(word))
  const whole = nameOf(names, words)
  if (whole !== null) return [chipOf(whole, kind)]
  // "terapeuta para ansiedad": a category, and its purpose.
  for (let length = words.length - 1; length > 0; length--) {
    const name = nameOf(names, words.slice(0, length))
    if (name === null) continue
    const next = tokens[length]
    const later = trimmed(tokens.slice(length), kind)
    if (later.length === 0) return [chipOf(name, kind)]
    const qualifies =
      kind === 'professionals' &&
      next !== undefined &&
      !led.has(next.word) &&
      later.some(({ word }) => isKnown(word, kind))
    const joined =
      qualifies || (kind === 'professionals' && next !== undefined && ['de', 'y', 'e'].includes(next.word))
    if (joined) break
    return [textOf(later), chipOf(name, kind)]
  }
  return [textOf(tokens)]
}
/** After these follows a purpose, not a kind of the service. */
const led = new Set(['para', 'por'])

const nameOf = (names: ReadonlyMap<string, string>, words: readonly string[]) => {
  const text = words.join(' ')
  const exact = names.get(text)
  if (exact !== undefined) return exact
  if (words.length !== 1 || text.length < 5 || knownWords.has(text)) return null
  for (const [name, value] of names)
    if (name.length > 4 && name[0] === text[0] && !name.includes(' ') && typosBetween(name, text, 1) <= 1)
      return value
  return null
}

const chipOf = (value: string, kind: 'professionals' | 'spaces'): Understood => {
  for (const category of categoryByName.values())
    if (kind === 'professionals' && category === value) return { kind: 'category', category }
  for (const spaceType of spaceByName.values()) if (spaceType === value) return { kind: 'space', spaceType }
  return { kind: 'text', text: value }
}

const textOf = (tokens: readonly Left[]): Understood => ({
  kind: 'text',
  text: tokens.map(({ word, written }) => otherNames.get(word) ?? written).join(' '),
})
