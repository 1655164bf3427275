/** Misspelt words: words of no document are compared with the indexed words, a few ten thousand at most. */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { maxTypos, typosBetween } from '#server/places/typos.ts'
import { remembered } from '#server/platform/remembered.ts'
import type { Work } from '#server/platform/work.ts'
import { quoted } from '#server/search/rules.ts'

/** The stems of words, one for each, as in the index. A word's stem never changes: the last thousands are cached. */
export const stemsOf = async (work: Work, words: readonly string[]): Promise<string[]> => {
  if (saved.size > maxSaved) saved.clear()
  const unknown = words.filter((word) => !saved.has(word))
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string }>`
      select word, coalesce((tsvector_to_array(search_words_of(word, 'A')))[1], word) as stem
      from unnest(${unknown}::text[]) as word`.execute(work.db)
    for (const { word, stem } of rows) saved.set(word, stem)
  }
  return words.map((word) => saved.get(word) ?? word)
}
const saved = new Map<string, string>()
const maxSaved = 5_000

/** The query that requires all of these words, exactly as written. Null without words. */
export const exactly = async (work: Work, words: readonly string[]): Promise<string | null> =>
  words.length === 0 ? null : (await stemsOf(work, words)).map(quoted).join(' & ')

/** Only in words of that weight: B services, D place. */
export const within = (query: string, weight: 'B' | 'D') =>
  query
    .split(' & ')
    .map((word) => `${word}:${weight}`)
    .join(' & ')

/** A word in no more documents than this may itself be a typo. */
const rare = 2

/** The same, with lookalikes for every unknown or rare word; null when there is nothing to correct. */
export const corrected = async (work: Work, words: readonly string[]): Promise<string | null> => {
  if (words.length === 0) return null
  const stems = await stemsOf(work, words)
  const documents = await documentsOf(work, stems)
  const parts: string[] = []
  let changed = false
  for (const stem of stems) {
    const own = documents.get(stem) ?? 0
    const others = own > rare ? [] : await lookalikes(work, stem, own)
    const meant = own > 0 ? [stem, ...others] : others
    if (meant.length === 0) return null
    changed ||= others.length > 0
    parts.push(`(${meant.map(quoted).join(' | ')})`)
  }
  return changed ? parts.join(' & ') : null
}

const documentsOf = async (work: Work, stems: readonly string[]) => {
  const rows = await work.db.selectFrom('search_words').selectAll().where('word', 'in', stems).execute()
  return new Map(rows.map(({ word, documents }) => [word, documents]))
}

/** Comparing with every indexed word is expensive, and people make the same typos: results are cached for a while. */
const lookalikes = (work: Work, stem: string, documents: number): Promise<string[]> =>
  compared(work, stem, () => compare(work, stem, documents))
const compared = remembered<string[]>({ retentionMs: 10 * minuteMs, most: maxSaved })

/** Words with this prefix, or with a typo or two, the fewest typos first and then the most used. */
const compare = async (work: Work, stem: string, documents: number): Promise<string[]> => {
  const { rows } = await sql<{ word: string; documents: number }>`
    (select word, documents from search_words where word % ${stem} order by similarity(word, ${stem}) desc, documents desc
     limit 40)
    union
    (select word, documents from search_words where ${stem.length >= 3}::boolean and word like ${`${stem}%`}
     order by documents desc limit 3)`.execute(work.db)
  const candidates = rows
    .filter((row) => row.word !== stem && row.documents > documents * 10)
    .map((row) => ({ ...row, typos: row.word.startsWith(stem) ? 1 : typosBetween(stem, row.word) }))
    .filter(({ typos }) => typos <= maxTypos(stem))
    .toSorted((a, b) => a.typos - b.typos || b.documents - a.documents)
  const fewest = candidates[0]?.typos
  return candidates
    .filter(({ typos }) => typos === fewest)
    .slice(0, 3)
    .map(({ word }) => word)
}
