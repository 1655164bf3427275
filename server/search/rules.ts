/** How what people type becomes words that the index knows. Pure; the database has the same two rules of spelling. */
import { categories, Category } from '#contract/professional/categories.ts'

/** Words that say nothing about what is sought. "una" is one only beside others: folded, it is also "uña". */
const empty = new Set(
  'a al con de del e el en la las lo los o para por su sus un y cerca mi me que'.split(' '),
)
const maxWords = 8

/** The words of a search, folded, without those that say nothing. */
export const wordsOf = (text: string): string[] => {
  const words = fold(text)
    .split(' ')
    .filter((word) => word !== '' && !empty.has(word))
  const telling = words.filter((word) => word !== 'una')
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, maxWords)
}

/** Lower case, no accents, characters and digits only; `search_fold` in the database does the same. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** A word as a tsquery: quoted, so that nothing in it is read as an operator. */
export const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' | ')})`
export const allOf = (parts: readonly string[]): string | null =>
  parts.length === 0 ? null : parts.join(' & ')

/**
 * Letters to change, add, leave out or swap with their neighbour to make one word of the other; more than
 * `most` is `most + 1`. (Damerau's distance, swaps of neighbours only.)
 */
export const typosBetween = (a: string, b: string, most = 2): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity
      line.push(Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, changed, swapped))
    }
    before = last
    last = line
  }
  return Math.min(last[b.length] ?? most + 1, most + 1)
}

/** One slip in a short word, two in a longer one. */
export const maxTypos = (word: string): number => (word.length <= 4 ? 1 : 2)

/** Words that people use for a category beside its name, folded and in the singular. */
const alsoCalled: Readonly<Partial<Record<Category, string>>> = {
  hair: 'corte pelo peinado tinte balayage barba barberia barbero estilista estetica',
  nails: 'manicure manicura pedicure pedicura gelish acrilica',
  beauty: 'facial maquillaje pestana ceja depilacion',
  massage: 'masajista descontracturante',
  therapy: 'terapeuta psicologo psicologa psicologia',
  nutrition: 'nutriologo nutriologa dieta',
  fitness: 'entrenador entrenadora gimnasio',
  health: 'fisioterapia fisioterapeuta podologo podologa medico',
  wellness: 'spa reiki',
}
const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)
const categoryByWord = new Map(
  Category.options.flatMap((category) =>
    [fold(categories[category]), ...(alsoCalled[category]?.split(' ') ?? [])].map(
      (word) => [singular(word), category] as const,
    ),
  ),
)

/** Which category folded words are about, if any says so. */
export const categoryOf = (words: readonly string[]): Category | null =>
  words.map((word) => categoryByWord.get(singular(word))).find((category) => category !== undefined) ?? null
