/** What signed-in users save for later: professionals and spaces. Alerts about them are in alert.ts. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { FavouriteKind, Favourites, keep as keepEndpoint, Marks } from '#contract/favourite/favourite.ts'
import { ownId } from '#server/account/profile.ts'
import { request, waiting } from '#server/favourite/alert.ts'
import { forget as forgetSearches } from '#server/favourite/saved-search.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { professionalCards, spaceCards } from '#server/search/cards.ts'

const columns = { professional: 'professional_id', space: 'space_id' } as const
const tables = { professional: 'professionals', space: 'spaces' } as const

/** Newest first. Hidden ones are left out until they are shown again. */
export const favourites = async (work: Work): Promise<z.input<typeof Favourites>> => {
  const ids = await idsOf(work)
  const all = (list: readonly number[]) => list.map((id) => ({ id, km: null }))
  const [professionals, spaces, alerts] = await Promise.all([
    professionalCards(work, all(ids.professionals), { paused: true }),
    spaceCards(work, all(ids.spaces)),
    waiting(work),
  ])
  const { rows } = await sql<{ id: number }>`
    select id from professionals where id = any(${ids.professionals}::bigint[]) and status = 'published'`.execute(
    work.db,
  )
  const open = new Set<unknown>(rows.map(({ id }) => id))
  return {
    professionals: professionals.map((card) => ({ ...card, acceptsBookings: open.has(card.id) })),
    spaces,
    alerts,
  }
}

export const marks = async (work: Work): Promise<z.input<typeof Marks>> => ({
  ...(await idsOf(work)),
  alerts: await request(work),
})

/** Idempotent. Refuses `not_found` for what may not be seen, `favourites_full`. */
export const keep = (work: Work, { params: { kind, id } }: Input<typeof keepEndpoint>) =>
  inTransaction(work, async (work) => {
    const accountId = ownId(work)
    const { rows } = await sql`
      select 1 from ${sql.table(tables[kind])} where id = ${id} and ${shown(kind)}`.execute(work.db)
    if (rows.length === 0) refuse('not_found')
    await sql`
      insert into favourites (account_id, ${sql.ref(columns[kind])}, created_at)
      select ${accountId}, ${id}, ${work.now}
      where not exists (select from favourites where account_id = ${accountId} and ${sql.ref(columns[kind])} = ${id})
      on conflict do nothing`
      .execute(work.db)
      .catch((error) => refuseOn(error, { favourites_full: 'favourites_full' }))
    return marks(work)
  })

/** Removing what was not saved succeeds. */
export const unsave = async (work: Work, { params: { kind, id } }: Input<typeof keepEndpoint>) => {
  await work.db
    .deleteFrom('favourites')
    .where('account_id', '=', ownId(work))
    .where(columns[kind], '=', id)
    .execute()
  return marks(work)
}

/** A paused profile can be saved, a draft cannot be seen. */
const shown = (kind: FavouriteKind) =>
  kind === 'professional' ? sql`status in ('published', 'paused')` : sql`status = 'published'`

const idsOf = async (work: Work) => {
  const rows = await work.db
    .selectFrom('favourites')
    .select(['professional_id', 'space_id'])
    .where('account_id', '=', ownId(work))
    .orderBy('created_at', 'desc')
    .orderBy('professional_id')
    .orderBy('space_id')
    .execute()
  return {
    professionals: rows.flatMap(({ professional_id: id }) => (id === null ? [] : [id])),
    spaces: rows.flatMap(({ space_id: id }) => (id === null ? [] : [id])),
  }
}

/** Of a user who left: what they saved, and their entries in the lists of others. */
export const forget = async (
  work: Work,
  {
    accountId,
    phones,
    professionalId,
  }: { accountId: number; phones: readonly string[]; professionalId: number | null },
) => {
  await forgetSearches(work, { accountId, phones, professionalId })
  for (const table of ['favourites', 'opening_alerts'] as const)
    await work.db
      .deleteFrom(table)
      .where(({ or, eb }) =>
        or([
          eb('account_id', '=', accountId),
          ...(professionalId === null ? [] : [eb('professional_id', '=', professionalId)]),
        ]),
      )
      .execute()
}
