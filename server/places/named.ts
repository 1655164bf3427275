// Finds the place that a phrase names by whole words, and corrects misspelt words. Indexes are built once for the list of places.
import { typosBetween } from '#server/places/typos.ts'

/** A suggestion under the location box: a state, a municipality, a locality inside one, or a neighbourhood. */
export type Suggestion = {
  kind: 'state' | 'municipality' | 'locality' | 'neighbourhood'
  name: string
  /** What distinguishes it from its namesakes: "Benito Juárez, Quintana Roo". */
  context: string
  city: string | null
  state: string
  municipalityId: number | null
  latitude: number
  longitude: number
  zone: string
}

/** Folded; each name and each word begins with a space, and two spaces separate names. */
export type Entry = { suggestion: Suggestion; own: string; all: string; population: number }

/** The place whose whole name is among the words, if each word belongs to it or to what contains it; the spellings in their order. */
export const namedBy = (
  entries: readonly Entry[],
  ways: readonly (readonly string[])[],
): { place: Suggestion; isCorrected: boolean } | null => {
  const vocabulary = vocabularyOf(entries)
  for (const words of ways) {
    const entry = entryNamed(vocabulary, words)
    if (entry !== null) return { place: entry.suggestion, isCorrected: false }
  }
  for (const words of ways) {
    const others = vocabulary.corrected(words)
    const entry = others === null ? null : entryNamed(vocabulary, others)
    if (entry !== null) return { place: entry.suggestion, isCorrected: true }
  }
  return null
}

type Vocabulary = {
  byWord: ReadonlyMap<string, readonly Entry[]>
  /** By the first two characters of any of their words. */
  byBeginning: ReadonlyMap<string, readonly Entry[]>
  /** Null where no word is misspelt, or one has no correction. */
  corrected(words: readonly string[]): string[] | null
}

const made = new WeakMap<readonly Entry[], Vocabulary>()

/** `entries` by population, largest first. */
export const vocabularyOf = (entries: readonly Entry[]): Vocabulary => {
  const known = made.get(entries)
  if (known !== undefined) return known
  const vocabulary = vocabularyFrom(entries)
  made.set(entries, vocabulary)
  return vocabulary
}

/** Words of smaller places are no corrections: too many of them resemble a word that names no place. */
const minPeople = 15_000
/** A shorter word resembles too many others. */
const minLetters = 6
const maxSaved = 5_000

const vocabularyFrom = (entries: readonly Entry[]): Vocabulary => {
  const byWord = new Map<string, Entry[]>()
  const byBeginning = new Map<string, Entry[]>()
  const byInitial = new Map<string, Set<string>>()
  for (const entry of entries) {
    const words = new Set(wordsIn(`${entry.own} ${entry.all}`))
    for (const word of words) pushed(byWord, word, entry)
    for (const beginning of new Set([...words].map(beginningOf))) pushed(byBeginning, beginning, entry)
    if (entry.population < minPeople && entry.suggestion.kind !== 'neighbourhood') continue
    for (const word of wordsIn(entry.own)) {
      const initial = word.slice(0, 1)
      const those = byInitial.get(initial) ?? new Set()
      byInitial.set(initial, those.add(word))
    }
  }
  const saved = new Map<string, string | null>()
  const like = (word: string): string | null => {
    const known = saved.get(word)
    if (known !== undefined) return known
    const most = word.length < 8 ? 1 : 2
    let best: string | null = null
    let fewest = most + 1
    // The first character is seldom the wrong one; among equals the most populous place wins.
    for (const other of byInitial.get(word.slice(0, 1)) ?? []) {
      const typos = other.length < minLetters - 1 ? fewest : typosBetween(word, other, most)
      if (typos < fewest) [best, fewest] = [other, typos]
    }
    if (saved.size > maxSaved) saved.clear()
    saved.set(word, best)
    return best
  }
  return {
    byWord,
    byBeginning,
    corrected: (words) => {
      const others = words.map((word) =>
        byWord.has(word) ? word : word.length < minLetters ? null : like(word),
      )
      const all = others.filter((word) => word !== null)
      return all.length < words.length || words.every((word, at) => word === all[at]) ? null : all
    },
  }
}

const beginningOf = (word: string) => word.slice(0, 2)

const pushed = (lists: Map<string, Entry[]>, key: string, entry: Entry) => {
  const those = lists.get(key)
  if (those === undefined) lists.set(key, [entry])
  else those.push(entry)
}

/** The entries with a word that begins like the first of these, in their order. */
export const likeIn = (entries: readonly Entry[], [first = '']: readonly string[]): readonly Entry[] =>
  first.length < 2 ? entries : (vocabularyOf(entries).byBeginning.get(beginningOf(first)) ?? [])

const wordsIn = (names: string) => names.split(' ').filter((word) => word !== '')

/** "Roma" means Roma Norte. */
const parts = new Set(['norte', 'sur', 'oriente', 'poniente', 'centro', 'historico'])

/** The whole name alone before one among other words; then by population. */
export const entryNamed = ({ byWord }: Vocabulary, words: readonly string[]): Entry | null => {
  let candidates: readonly Entry[] | undefined
  for (const word of words) {
    const those = byWord.get(word)
    if (those === undefined) return null
    if (candidates === undefined || those.length < candidates.length) candidates = those
  }
  const typed = words.join(' ')
  const named = (candidates ?? []).filter((entry) => isNamed(entry, words))
  return named.find(({ own }) => own.split('  ').some((name) => name.trim() === typed)) ?? named[0] ?? null
}

const isNamed = ({ own, all, suggestion }: Entry, words: readonly string[]) => {
  const every = new Set(wordsIn(`${own} ${all}`))
  if (!words.every((word) => every.has(word))) return false
  return own.split('  ').some((name) => {
    const [first, ...rest] = wordsIn(name)
    if (first === undefined || !words.includes(first)) return false
    return rest.every(
      (word) => words.includes(word) || (suggestion.kind === 'neighbourhood' && parts.has(word)),
    )
  })
}
