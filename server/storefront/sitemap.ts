/**
 * The sitemaps: an index, and under it lists of at most ten thousand pages each (fifty thousand are allowed). A list holds the pages whose
 * numbers lie in one range of ten thousand, so that it is found by key however many there are, and is streamed while it is read.
 */
import { sql } from 'kysely'
import { escaped } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'
import { addressOf } from '#server/storefront/storefront.ts'

const perList = 10_000
const perRead = 1000

/** Static pages. */
const plain = [
  '/',
  '/search-results',
  '/about',
  '/for-professionals',
  '/for-spaces',
  '/pricing',
  '/help',
  '/help/professionals',
  '/help/hosts',
  '/contact',
  '/privacy',
  '/terms',
]

type Kind = 'p' | 'b' | 'space'
type Entry = { id: number; name: string; changedAt: Date }
export const kinds: readonly Kind[] = ['p', 'b', 'space']

/** Unverified professionals are hidden from search engines, on their pages and here. */
const shown = {
  p: sql`select id, concat_ws(' ', first_name, last_name) as name, changed_at as "changedAt"
    from professionals where status = 'published' and verified`,
  space: sql`select s.id, concat_ws(' ', s.name, b.name) as name, s.changed_at as "changedAt"
    from spaces s join businesses b on b.id = s.business_id where s.status = 'published'`,
  b: sql`select b.id, b.name, (select max(s.changed_at) from spaces s
      where s.business_id = b.id and s.status = 'published') as "changedAt"
    from businesses b where exists (select from spaces s where s.business_id = b.id and s.status = 'published')`,
} as const

/** The index, `/sitemap.xml`: each list with its latest change, so that a crawler reads only the changed ones. */
export async function* index(work: Work, origin: string): AsyncGenerator<string> {
  yield `${head}<sitemapindex xmlns="${namespace}">\n${indexed(`${origin}/sitemap/pages.xml`, null)}`
  for (const kind of kinds)
    for (const number of await listsOf(work, kind))
      yield indexed(`${origin}/sitemap/${kind}-${number}.xml`, await latestOf(work, kind, number))
  yield '</sitemapindex>\n'
}

const indexed = (address: string, changedAt: Date | null) =>
  `<sitemap><loc>${escaped(address)}</loc>${lastmod(changedAt)}</sitemap>\n`

const inList = (number: number) => sql`id > ${number * perList} and id <= ${(number + 1) * perList}`

const latestOf = async (work: Work, kind: Kind, number: number): Promise<Date | null> => {
  const { rows } = await sql<{ latest: Date | null }>`
    select max("changedAt") as latest from (${shown[kind]}) entry where ${inList(number)}`.execute(work.db)
  return rows[0]?.latest ?? null
}

/** The ranges of ten thousand that are not empty: found by key, never by counting. */
const listsOf = async (work: Work, kind: Kind): Promise<number[]> => {
  const { rows } = await sql<{ list: number }>`
    with recursive entries as not materialized (${shown[kind]}),
    lists as (
      (select (id - 1) / ${perList} as list from entries order by id limit 1)
      union all
      select (select (id - 1) / ${perList} from entries
        where id > (lists.list + 1) * ${perList} order by id limit 1)
      from lists where lists.list is not null
    )
    select list from lists where list is not null`.execute(work.db)
  return rows.map(({ list }) => list)
}

export const pages = (origin: string): string =>
  `${head}<urlset xmlns="${namespace}">\n${plain.map((path) => urlOf(origin + path, null)).join('')}</urlset>\n`

/** One list, a thousand pages at a time. */
export async function* list(work: Work, origin: string, kind: Kind, number: number): AsyncGenerator<string> {
  yield `${head}<urlset xmlns="${namespace}">\n`
  let after = number * perList
  for (;;) {
    const { rows } = await sql<Entry>`
      select * from (${shown[kind]}) entry
      where id > ${after} and id <= ${(number + 1) * perList} order by id limit ${perRead}`.execute(work.db)
    for (const { id, name, changedAt } of rows) yield urlOf(origin + addressOf(kind, id, name), changedAt)
    const last = rows.at(-1)
    if (last === undefined || rows.length < perRead) break
    after = last.id
  }
  yield '</urlset>\n'
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const urlOf = (address: string, changedAt: Date | null) =>
  `<url><loc>${escaped(address)}</loc>${lastmod(changedAt)}</url>\n`
const lastmod = (changedAt: Date | null) =>
  changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`

/**
 * Not for crawlers: personal pages, and pages that only act. The longest rule that begins an address decides (RFC 9309), so `/booking` with
 * a professional or business, which the feeds and the structured data link, and the description of the API stay open.
 */
export const robots = (origin: string) => `User-agent: *
Disallow: /api/
Allow: /api/docs
Allow: /api/openapi.json
Allow: /api/openapi.es.json
Disallow: /auth
Disallow: /reset-password
Disallow: /booking
Allow: /booking?
Disallow: /book
Disallow: /bookings/
Disallow: /booking-success
Disallow: /dynamic-checkout
Disallow: /inhouse/
Allow: /

Sitemap: ${origin}/sitemap.xml
`
