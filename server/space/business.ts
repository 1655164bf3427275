/** What a host's spaces are published under: its name and what it says of itself. */
import { sql } from 'kysely'
import type { Business } from '#contract/business.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'

const columns = ['id', 'name', 'description', 'version'] as const

export const businesses = async (work: Work): Promise<Business[]> => {
  if (work.who.hostId === null) return []
  return work.db
    .selectFrom('businesses')
    .select(columns)
    .where('host_id', '=', work.who.hostId)
    .orderBy('id')
    .execute()
}

/** Refuses `not_found`, `stale_version`, and `name_taken` by another of mine: spaces are added by the name. */
export const change = (
  work: Work,
  id: number,
  given: { name: string; description: string; version: number },
): Promise<Business> =>
  inTransaction(work, async (work) => {
    const hostId = work.who.hostId ?? refuse('not_found')
    await lockName(work, `businesses:${hostId}`)
    const mine = await work.db
      .selectFrom('businesses')
      .select(['id', 'name', 'version'])
      .where('host_id', '=', hostId)
      .forUpdate()
      .execute()
    const one = mine.find((business) => business.id === id) ?? refuse('not_found')
    if (one.version !== given.version) refuse('stale_version')
    if (mine.some((business) => business.id !== id && business.name === given.name)) refuse('name_taken')
    const changed = await work.db
      .updateTable('businesses')
      .set({ name: given.name, description: given.description, version: given.version + 1 })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    for (const space of await spacesOf(work, id)) await announce(work, 'space.changed', { spaceId: space.id })
    return changed
  })

const spacesOf = (work: Work, businessId: number) =>
  work.db.selectFrom('spaces').select('id').where('business_id', '=', businessId).execute()

/** Their owner left: the spaces close, and what stays for old receipts has no name and no address. */
export const retire = async (work: Work, hostId: number) => {
  await work.db
    .updateTable('businesses')
    .set((has) => ({
      name: 'Negocio retirado',
      description: '',
      slug: sql`'retirado-' || ${has.ref('id')}`,
      version: sql`version + 1`,
    }))
    .where('host_id', '=', hostId)
    .execute()
  const closed = await work.db
    .updateTable('spaces')
    .set((has) => ({
      name: 'Espacio retirado',
      description: '',
      slug: sql`'retirado-' || ${has.ref('id')}`,
      photos: [],
      address: '',
      neighbourhood: null,
      latitude: sql`round(latitude::numeric, 1)::float8`,
      longitude: sql`round(longitude::numeric, 1)::float8`,
      status: 'paused',
      version: sql`version + 1`,
    }))
    .where('host_id', '=', hostId)
    .returning('id')
    .execute()
  for (const { id } of closed) await announce(work, 'space.changed', { spaceId: id })
}
