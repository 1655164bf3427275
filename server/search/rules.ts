/** Turns typed text into words that the index knows. Pure; the database has the same two spelling rules. */
import { categories, Category } from '#contract/professional/categories.ts'

/** Stop words. "una" is one only beside others: folded, it is also "uña". */
const empty = new Set(
  'a al con de del e el en la las lo los o para por su sus un y cerca mi me que'.split(' '),
)
const maxWords = 8

/** The words of a search, folded, without stop words. */
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

/** Other words for a category, folded and in the singular. */
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

/** The category that folded words name, if any. */
export const categoryOf = (words: readonly string[]): Category | null =>
  words.map((word) => categoryByWord.get(singular(word))).find((category) => category !== undefined) ?? null
