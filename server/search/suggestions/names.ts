/** Names in the index that begin like the typed text. Bounded work however many there are: only the best of a walk through the index. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'
import { lookFrom, start, type Kind } from '#server/search/candidates.ts'
import { documentsIn } from '#server/search/documents.ts'
import { fold, quoted } from '#server/search/rules.ts'
import { stemsOf } from '#server/search/words.ts'

/** The most indexed words that may complete the typed one. */
const maxEndings = 16
/** The longest ending that the index's stems leave out. */
const maxCut = 6
/** A word rarer than one in this many of its documents in that field belongs elsewhere, and walking through them is slow. */
const rarest = 10

/** Where a word may occur, and its weight in the index. */
const fields = {
  names: { column: 'in_names', weights: 'A' },
  services: { column: 'in_services', weights: 'B' },
  spaces: { column: 'in_spaces', weights: 'AB' },
} as const
export type Field = keyof typeof fields

/** The query that finds all words there, the last one as a prefix; null when no indexed word matches. */
export const beginningWith = async (
  work: Work,
  words: readonly string[],
  where: Field,
): Promise<string | null> => {
  const { column, weights } = fields[where]
  const stems = await stemsOf(work, words)
  const last = words.at(-1) ?? ''
  const shorter = Array.from({ length: maxCut }, (_, cut) => last.slice(0, last.length - cut))
  const count = sql.ref(column)
  const { rows } = await sql<{ word: string }>`
    (select word from search_words where word like ${`${last}%`} and ${count} * ${rarest}::integer >= documents
     order by ${count} desc limit ${maxEndings})
    union
    (select word from search_words where ${count} * ${rarest}::integer >= documents
       and word = any(${[...shorter.filter(({ length }) => length > 2), stems.at(-1) ?? last]}::text[]))`.execute(
    work.db,
  )
  if (rows.length === 0) return null
  const endings = rows.map(({ word }) => `${quoted(word)}:${weights}`).join(' | ')
  return [...stems.slice(0, -1).map((stem) => `${quoted(stem)}:${weights}`), `(${endings})`].join(' & ')
}

/** The ids of the best documents of a query. */
export const bestOf = async (work: Work, kind: Kind, match: string, most: number): Promise<number[]> => {
  const sought = {
    kind,
    match,
    text: match,
    near: null,
    box: null,
    price: null,
    sort: 'relevance' as const,
    where: { words: null, from: null, modalities: [], fromBase: true },
  }
  const { found } = await lookFrom(work, sought, start(sought, await documentsIn(work, kind)), most)
  return found.map(({ id }) => id)
}

/** Does each typed word begin a word of the name? The index has only stems, which are shorter. */
export const isLike = (name: string, words: readonly string[]): boolean => {
  const own = fold(name).split(' ')
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

export type Named = { id: number; label: string; place: string }

/** Published professionals by name, in the order of the ids. */
export const professionalsNamed = async (work: Work, ids: readonly number[]): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    select p.id, p.first_name || ' ' || p.last_name as label, concat_ws(', ', p.neighbourhood, p.city) as place
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join professionals p on p.id = wanted.id
    where p.status = 'published'
    order by wanted.place`.execute(work.db)
  return rows
}

/** Published spaces, each with its business, in the order of the ids. */
export const spacesNamed = async (work: Work, ids: readonly number[]) => {
  const { rows } = await sql<Named & { businessId: number; business: string }>`
    select s.id, s.name as label, concat_ws(', ', s.neighbourhood, s.city) as place, b.id as "businessId", b.name as business
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join spaces s on s.id = wanted.id
    join businesses b on b.id = s.business_id
    where s.status = 'published'
    order by wanted.place`.execute(work.db)
  return rows
}

/** Names of services that these professionals offer, each once regardless of spelling, the most common first. */
export const servicesOf = async (work: Work, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select mode() within group (order by s.name) as name from services s
    join professionals p on p.id = s.professional_id
    where s.professional_id = any(${ids}::bigint[]) and s.visibility = 'visible' and p.status = 'published'
    group by search_fold(s.name) order by count(*) desc, length(search_fold(s.name)), search_fold(s.name)`.execute(
    work.db,
  )
  return rows.map(({ name }) => name)
}
