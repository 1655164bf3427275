/** A host's spaces and their units. Not responsible for who may work there (hiring) nor for opening hours (availability). */
import { randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { spaceTypes } from '#contract/categories.ts'
import type { Input } from '#contract/endpoint.ts'
import { Space, type addSpace, type changeSpace } from '#contract/space.ts'
import { levelFor } from '#contract/verification.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { slugOf } from '#server/platform/slug.ts'
import type { Spaces } from '#server/platform/tables.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { municipality } from '#server/places/places.ts'

/** All of mine, in the order in which they were added. */
export const spaces = async (work: Work): Promise<Space[]> => {
  if (work.who.hostId === null) return []
  return read(work, work.who.hostId)
}

/**
 * A space of one of my businesses, with so many numbered units; the first one makes me a host, a new name
 * makes a business. City, state and zone follow from the municipality. Refuses `unknown_municipality`.
 */
export const add = (work: Work, { body }: Input<typeof addSpace>): Promise<Space> =>
  inTransaction(work, async (work) => {
    const hostId = await becomeHost(work)
    const businessId = await businessNamed(work, hostId, body.businessName)
    const { id } = await work.db
      .insertInto('spaces')
      .values({
        ...valuesOf(body),
        host_id: hostId,
        business_id: businessId,
        slug: `nuevo-${crypto.randomUUID()}`,
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await work.db
      .updateTable('spaces')
      .set({ slug: slugOf(body.name, id) })
      .where('id', '=', id)
      .execute()
    await addUnits(work, id, spaceTypes[body.spaceType], body.unitCount)
    await announce(work, 'space.changed', { spaceId: id })
    return one(work, hostId, id)
  })

/** Bookings already made keep their rent. Refuses `not_found`, `stale_version`, `unknown_municipality`. */
export const change = (work: Work, { params, body }: Input<typeof changeSpace>): Promise<Space> =>
  inTransaction(work, async (work) => {
    const hostId = work.who.hostId ?? refuse('not_found')
    const row = await work.db
      .selectFrom('spaces')
      .select('version')
      .where('id', '=', params.id)
      .where('host_id', '=', hostId)
      .forUpdate()
      .executeTakeFirst()
    const version = row?.version ?? refuse('not_found')
    if (version !== body.version) refuse('stale_version')
    await work.db
      .updateTable('spaces')
      .set({ ...valuesOf(body), version: version + 1 })
      .where('id', '=', params.id)
      .execute()
    await announce(work, 'space.changed', { spaceId: params.id })
    return one(work, hostId, params.id)
  })

const becomeHost = async (work: Work): Promise<number> => {
  if (work.who.hostId !== null) return work.who.hostId
  const accountId = work.who.accountId ?? refuse('not_signed_in')
  // Two first spaces at once make one host.
  await lockName(work, `host:${accountId}`)
  const there = await work.db
    .selectFrom('hosts')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (there !== undefined) return there.id
  const known = await knownOf(work, accountId)
  const verified = (known?.level ?? 0) >= levelFor.verifiedMark
  const made = await work.db
    .insertInto('hosts')
    .values({ account_id: accountId, verified, created_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const businessNamed = async (work: Work, hostId: number, name: string): Promise<number> => {
  await lockName(work, `businesses:${hostId}`)
  const there = await work.db
    .selectFrom('businesses')
    .select('id')
    .where('host_id', '=', hostId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (there !== undefined) return there.id
  const { id } = await work.db
    .insertInto('businesses')
    .values({ host_id: hostId, name, slug: `nuevo-${crypto.randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.db
    .updateTable('businesses')
    .set({ slug: slugOf(name, id) })
    .where('id', '=', id)
    .execute()
  return id
}

const addUnits = async (work: Work, spaceId: number, label: string, count: number) => {
  const { rows } = await sql<{ id: number }>`
    select new_resource('unit') as id from generate_series(1, ${count}::integer)`.execute(work.db)
  await work.db
    .insertInto('units')
    .values(
      rows.map(({ id }, index) => ({
        id,
        space_id: spaceId,
        number: index + 1,
        name: `${label} ${index + 1}`,
        station_code: stationCode(),
      })),
    )
    .execute()
}

/** Eight letters and digits to print, without those that look alike. */
const stationCode = () => Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join('')
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const valuesOf = (body: Omit<Input<typeof addSpace>['body'], 'businessName' | 'unitCount'>) => {
  const where = municipality(body.municipalityId) ?? refuse('unknown_municipality')
  return {
    name: body.name,
    space_type: body.spaceType,
    description: body.description,
    capacity: body.capacity,
    amenities: body.amenities,
    municipality_id: where.id,
    city: where.city,
    state: where.state,
    zone: where.zone,
    neighbourhood: body.neighbourhood,
    address: body.address,
    latitude: body.latitude,
    longitude: body.longitude,
    price_per_hour_cents: body.pricePerHourCents,
    minimum_minutes: body.minimumMinutes,
    cleaning_minutes: body.cleaningMinutes,
    rent_policy: body.rentPolicy,
    status: body.status,
  }
}

const one = async (work: Work, hostId: number, id: number): Promise<Space> => {
  const [space] = await read(work, hostId, id)
  return space ?? refuse('not_found')
}

type Row = Selectable<Spaces> & { businessName: string; units: Space['units'] }

const read = async (work: Work, hostId: number, id: number | null = null): Promise<Space[]> => {
  const { rows } = await sql<Row>`
    select s.*, b.name as "businessName",
      (select coalesce(json_agg(json_build_object('id', u.id, 'number', u.number, 'name', u.name, 'active', u.active)
        order by u.number), '[]') from units u where u.space_id = s.id) as units
    from spaces s join businesses b on b.id = s.business_id
    where s.host_id = ${hostId} and (${id}::bigint is null or s.id = ${id})
    order by s.id`.execute(work.db)
  return rows.map(present)
}

const present = (row: Row): Space =>
  z.parse(Space, {
    id: row.id,
    slug: row.slug,
    businessName: row.businessName,
    name: row.name,
    spaceType: row.space_type,
    description: row.description,
    capacity: row.capacity,
    amenities: row.amenities,
    photos: row.photos,
    municipalityId: row.municipality_id,
    neighbourhood: row.neighbourhood,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    zone: row.zone,
    pricePerHourCents: row.price_per_hour_cents,
    minimumMinutes: row.minimum_minutes,
    cleaningMinutes: row.cleaning_minutes,
    rentPolicy: row.rent_policy,
    status: row.status,
    units: row.units,
    version: row.version,
  })

/** "Verificada" on cards and in the filter follows the level of the host's account. */
export const followLevel = (work: Work, accountId: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const changed = await work.db
      .updateTable('hosts')
      .from('accounts')
      .set({ verified: sql<boolean>`accounts.verification_level >= ${levelFor.verifiedMark}::integer` })
      .whereRef('accounts.id', '=', 'hosts.account_id')
      .where('accounts.id', '=', accountId)
      .returning('hosts.id')
      .executeTakeFirst()
    if (changed === undefined) return
    const own = await work.db.selectFrom('spaces').select('id').where('host_id', '=', changed.id).execute()
    for (const { id } of own) await announce(work, 'space.changed', { spaceId: id })
  })
