/** The professional's own profile. The public page and the cards are search's. */
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { listPriceOf, lowestOf, type Priced } from '#contract/pricing/shown-price.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Profile, type saveProfile } from '#contract/professional/professional.ts'
import { levelFor } from '#contract/verification/verification.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { slugOf } from '#server/platform/slug.ts'
import type { Professionals } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { municipality } from '#server/places/places.ts'

export type ProfessionalId = number

/** The viewer's professional id; refuses `no_profile` before a profile has been saved. */
export const mine = async (work: Work): Promise<ProfessionalId> =>
  work.viewer.professionalId ?? refuse('no_profile')

/** The viewer's profile. Refuses `no_profile` before it has been saved once. */
export const profile = async (work: Work): Promise<Profile> => {
  const row = await work.db
    .selectFrom('professionals')
    .selectAll()
    .where('id', '=', await mine(work))
    .executeTakeFirstOrThrow()
  return present(row)
}

/**
 * Saves the viewer's profile; the first time, with version 0, it is created, and its time can be claimed from then on. City, state and zone
 * follow from the municipality. Refuses `stale_version`, `unknown_municipality`.
 */
export const save = (work: Work, { body }: Input<typeof saveProfile>): Promise<Profile> =>
  inTransaction(work, async (work) => {
    const where = municipality(body.municipalityId) ?? refuse('unknown_municipality')
    const values = {
      bio: body.bio,
      experience_years: body.experienceYears,
      specialties: body.specialties,
      ...(body.languages === undefined ? {} : { languages: [...new Set(body.languages)] }),
      categories: body.categories,
      base_price_cents: body.basePriceCents,
      municipality_id: where.id,
      city: where.city,
      state: where.state,
      zone: where.zone,
      neighbourhood: body.neighbourhood,
      address: body.address,
      latitude: body.latitude,
      longitude: body.longitude,
      has_own_place: body.hasOwnPlace,
      status: body.status,
    }
    const row = await (work.viewer.professionalId === null
      ? make(work, body.version, values)
      : change(work, work.viewer.professionalId, body.version, values))
    await publish(work, 'professional.changed', { professionalId: row.id })
    return present(row)
  })

type Values = Pick<
  Selectable<Professionals>,
  | 'bio'
  | 'experience_years'
  | 'specialties'
  | 'categories'
  | 'base_price_cents'
  | 'municipality_id'
  | 'city'
  | 'state'
  | 'zone'
  | 'neighbourhood'
  | 'address'
  | 'latitude'
  | 'longitude'
  | 'has_own_place'
  | 'status'
> &
  Partial<Pick<Selectable<Professionals>, 'languages'>>

const make = async (work: Work, version: number, values: Values) => {
  if (version !== 0) refuse('stale_version')
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name', 'profile_image_url', 'verification_level'])
    .where('id', '=', work.viewer.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Of two concurrent first saves, the second finds the row of the first.
  const there = await work.db
    .selectFrom('professionals')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (there !== undefined) refuse('stale_version')
  const { rows: made } = await sql<{ id: number }>`select new_resource('professional') as id`.execute(work.db)
  const id = made[0]?.id ?? refuse('busy')
  return work.db
    .insertInto('professionals')
    .values({
      ...values,
      id,
      account_id: account.id,
      slug: slugOf(`${account.first_name} ${account.last_name}`, id),
      first_name: account.first_name,
      last_name: account.last_name,
      profile_image_url: account.profile_image_url,
      verified: account.verification_level >= levelFor.verifiedMark,
      from_price_cents: values.base_price_cents,
      created_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const change = async (work: Work, id: ProfessionalId, version: number, values: Values) => {
  const row = await work.db
    .updateTable('professionals')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return refuse('stale_version')
  await settleFromPrice(work, id)
  return row
}

/** Copies the account's current name, picture and badge to their public page and cards. */
export const followAccount = (work: Work, accountId: number) =>
  inTransaction(work, async (work) => {
    const row = await work.db
      .updateTable('professionals')
      .from('accounts')
      .set((has) => ({
        first_name: has.ref('accounts.first_name'),
        last_name: has.ref('accounts.last_name'),
        profile_image_url: has.ref('accounts.profile_image_url'),
        verified: sql<boolean>`accounts.verification_level >= ${levelFor.verifiedMark}::integer`,
      }))
      .whereRef('accounts.id', '=', 'professionals.account_id')
      .where('accounts.id', '=', accountId)
      .returning('professionals.id')
      .executeTakeFirst()
    if (row !== undefined) await publish(work, 'professional.changed', { professionalId: row.id })
  })

/** The next version of its prices by demand. Answers false if there is another one by now. */
export const setDemandRules = async (
  work: Work,
  id: ProfessionalId,
  { version, rules }: { version: number; rules: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await work.db
    .updateTable('professionals')
    .set({ demand_rules: rules, demand_version: version })
    .where('id', '=', id)
    .where('demand_version', '=', version - 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Its owner left: it cannot be found or booked, and what remains for old receipts has no name and no address. */
export const retire = async (work: Work, id: ProfessionalId) => {
  await work.db
    .updateTable('professionals')
    .set({
      slug: `retirado-${id}`,
      first_name: 'Cuenta',
      last_name: 'borrada',
      bio: '',
      specialties: [],
      address: null,
      neighbourhood: null,
      // About ten kilometres: zone and city stay right, the address is gone.
      latitude: sql`round(latitude::numeric, 1)::float8`,
      longitude: sql`round(longitude::numeric, 1)::float8`,
      verified: false,
      profile_image_url: null,
      status: 'paused',
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await publish(work, 'professional.changed', { professionalId: id })
}

/** Its account is suspended: it cannot be seen or booked, and the database lets nothing of it be published (`professionals_of_suspended`). */
export const suspend = async (work: Work, id: ProfessionalId) => {
  await work.db
    .updateTable('professionals')
    .set((has) => ({ status: 'suspended', suspended_from: has.ref('status'), version: sql`version + 1` }))
    .where('id', '=', id)
    .where('status', 'in', ['published', 'paused'])
    .execute()
  await publish(work, 'professional.changed', { professionalId: id })
}

/** Restores its earlier state. */
export const unsuspend = async (work: Work, id: ProfessionalId) => {
  await sql`
    update professionals set status = suspended_from, suspended_from = null, version = version + 1
    where id = ${id} and status = 'suspended'`.execute(work.db)
  await publish(work, 'professional.changed', { professionalId: id })
}

/** "Desde": the lowest list price of the public services, else the base price. */
export const settleFromPrice = async (work: Work, id: ProfessionalId): Promise<void> => {
  const { rows } = await sql<Priced>`
    select s.price_cents as "priceCents", s.add_ons as "addOns", s.at_place as "atPlace", s.online,
      case when s.home_radius_km is not null then json_build_object('feeCents', s.home_fee_cents) end as "atHome"
    from services s where s.professional_id = ${id} and s.visibility = 'visible'`.execute(work.db)
  const lowest = lowestOf(rows.map(listPriceOf))
  await sql`
    update professionals set from_price_cents = coalesce(${lowest?.cents ?? null}::bigint, base_price_cents)
    where id = ${id}`.execute(work.db)
}

const present = (row: Selectable<Professionals>): Profile =>
  z.parse(Profile, {
    id: row.id,
    slug: row.slug,
    bio: row.bio,
    experienceYears: row.experience_years,
    specialties: row.specialties,
    languages: row.languages,
    categories: row.categories,
    basePriceCents: row.base_price_cents,
    municipalityId: row.municipality_id,
    city: row.city,
    state: row.state,
    neighbourhood: row.neighbourhood,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    zone: row.zone,
    hasOwnPlace: row.has_own_place,
    status: row.status,
    version: row.version,
  })
