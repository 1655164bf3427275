/** Writes the search tables: one document rebuilt from its source, or all of them. */
import { sql } from 'kysely'
import { withoutStatementLimit } from '#server/platform/database/database.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import type { Kind } from '#server/search/candidates.ts'

/** Updates one document from its source; removes it when the source is no longer published. */
export const refresh = (work: Work, kind: Kind, id: number) =>
  inTransaction(work, async (work) => {
    // With two jobs about one profile, the later one reads after the earlier one has written.
    await lockName(work, `search:${kind}:${id}`)
    const documents = sql.table(`search_${kind}`)
    const source = sql.table(`search_${kind}_source`)
    const { numAffectedRows } = await sql`
      insert into ${documents} select * from ${source} where id = ${id}
      on conflict (id) do update set words = excluded.words, marks = excluded.marks, latitude = excluded.latitude,
        longitude = excluded.longitude, price_cents = excluded.price_cents, rating = excluded.rating,
        quality = excluded.quality${kind === 'spaces' ? sql`` : placesAgain}`.execute(work.db)
    if (numAffectedRows === 0n) await sql`delete from ${documents} where id = ${id}`.execute(work.db)
    else
      await sql`
        insert into search_words (word, documents, in_names, in_services, in_spaces)
        select lexeme, 1, ${occursIn(kind, 'professionals', ['A'])}, ${occursIn(kind, 'professionals', ['B'])},
          ${occursIn(kind, 'spaces', ['A', 'B'])}
        from ${documents}, unnest(words) as word (lexeme, positions, weights)
        where id = ${id} and weights is not null and lexeme !~ '^\\d+$'
        on conflict (word) do update set in_names = greatest(search_words.in_names, excluded.in_names),
          in_services = greatest(search_words.in_services, excluded.in_services),
          in_spaces = greatest(search_words.in_spaces, excluded.in_spaces)
          where (search_words.in_names = 0 and excluded.in_names > 0) or (search_words.in_services = 0 and excluded.in_services > 0)
            or (search_words.in_spaces = 0 and excluded.in_spaces > 0)`.execute(work.db)
  })

const occursIn = (kind: Kind, of: Kind, weights: readonly string[]) =>
  kind === of ? sql`(weights && ${weights}::text[])::integer` : sql`0`

const placesAgain = sql`, venue_latitudes = excluded.venue_latitudes, venue_longitudes = excluded.venue_longitudes,
  at_base = excluded.at_base, home_km = excluded.home_km`

/** For an agreement that began, paused or ended: its professional is now found at other places. */
export const refreshAgreed = async (work: Work, { agreementId }: { agreementId: number }) => {
  const row = await work.db
    .selectFrom('agreements')
    .select('professional_id')
    .where('id', '=', agreementId)
    .executeTakeFirst()
  if (row !== undefined) await refresh(work, 'professionals', row.professional_id)
}

/** For a space that changed: all professionals who work there. */
export const refreshThose = async (work: Work, { spaceId }: { spaceId: number }) => {
  const rows = await work.db
    .selectFrom('agreements')
    .select('professional_id')
    .where('space_id', '=', spaceId)
    .where('status', 'in', ['active', 'expiring'])
    .execute()
  for (const { professional_id } of rows) await refresh(work, 'professionals', professional_id)
}

/** Rebuilds everything, for a database that was filled from outside (the seed). Locks the search tables. */
export const remake = (work: Work) =>
  inTransaction(work, async (work) => {
    await sql.raw(withoutStatementLimit).execute(work.db)
    await sql`call search_remake()`.execute(work.db)
  })

/** Recounts words and measures the current distribution of values. */
export const recount = (work: Work) =>
  inTransaction(work, async (work) => {
    await sql.raw(withoutStatementLimit).execute(work.db)
    await sql`call search_count()`.execute(work.db)
    await sql`call search_measure()`.execute(work.db)
  })

/** The number of documents, as PostgreSQL last estimated; good enough to choose the length of a first step. */
export const documentsIn = async (work: Work, kind: Kind): Promise<number> => {
  const known = estimates.get(kind)
  if (known !== undefined && work.now.getTime() - known.at < estimateMs) return known.documents
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = ${`search_${kind}`}::regclass`.execute(
    work.db,
  )
  const documents = rows[0]?.estimate ?? 0
  estimates.set(kind, { documents, at: work.now.getTime() })
  return documents
}

const estimateMs = 300_000
const estimates = new Map<Kind, { documents: number; at: number }>()
