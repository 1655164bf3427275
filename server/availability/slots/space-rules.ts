/** The professional's rules for choosing spaces, stored as a whole; choice.ts applies them, simulation.ts tries them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  noSpaceRules,
  ownPlace,
  problemsOf,
  SpaceRules,
  type OwnSpaceRules,
  type RulePlace,
  type saveSpaceRules,
} from '#contract/availability/space-rules.ts'
import { kmBetween } from '#server/availability/rules/choice.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The version before the first rules are saved. */
const firstVersion = 1

/** Refuses not_found without a profile. */
export const spaceRules = async (work: Work): Promise<OwnSpaceRules> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const saved = await work.db
    .selectFrom('professional_space_rules')
    .select(['rules', 'version'])
    .where('professional_id', '=', id)
    .executeTakeFirst()
  const { places, services } = await subjectsOf(work, id)
  return {
    rules:
      saved === undefined ? noSpaceRules : knownIn(z.parse(SpaceRules, saved.rules), { places, services }),
    version: saved?.version ?? firstVersion,
    places,
    services,
  }
}

/** Applies to slots from now on; bookings stay. Refuses stale_version, and invalid_input with each field's problem. */
export const saveRules = async (
  work: Work,
  { body: { rules, version } }: Pick<Input<typeof saveSpaceRules>, 'body'>,
): Promise<OwnSpaceRules> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  await requireSense(work, id, rules)
  if (!(await write(work, id, rules, version))) refuse('stale_version')
  return spaceRules(work)
}

/** Refuses invalid_input. */
export const requireSense = async (work: Work, professionalId: number, rules: SpaceRules): Promise<void> => {
  const { places, services } = await subjectsOf(work, professionalId)
  const fields = problemsOf(rules, {
    placeIds: places.map(({ id }) => id),
    serviceIds: services.map(({ id }) => id),
  })
  if (fields.length > 0) refuse('invalid_input', { fields })
}

const write = async (work: Work, id: number, rules: SpaceRules, version: number): Promise<boolean> => {
  const row = { rules: JSON.stringify(rules), updated_at: work.now }
  if (version === firstVersion) {
    try {
      await work.db
        .insertInto('professional_space_rules')
        .values({ professional_id: id, version: firstVersion + 1, ...row })
        .execute()
      return true
    } catch (error) {
      // Another browser tab saved first.
      if (constraintOf(error) === 'professional_space_rules_pkey') return refuse('stale_version')
      throw error
    }
  }
  const { numUpdatedRows } = await work.db
    .updateTable('professional_space_rules')
    .set({ ...row, version: version + 1 })
    .where('professional_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Drops places whose agreement ended and archived services from the rules. */
const knownIn = (
  rules: SpaceRules,
  { places, services }: Pick<OwnSpaceRules, 'places' | 'services'>,
): SpaceRules => {
  const isKnown = (id: number) => places.some((place) => place.id === id)
  return {
    ...rules,
    order: rules.order.filter(isKnown),
    excluded: rules.excluded.filter(isKnown),
    services: rules.services.filter(({ serviceId }) => services.some(({ id }) => id === serviceId)),
  }
}

type Home = { latitude: number; longitude: number; hasOwnPlace: boolean }
type Row = Omit<RulePlace, 'km'> & { latitude: number; longitude: number }

/** Valid subjects of rules: places with an agreement that has not ended, the own place, and every service that is not archived. */
const subjectsOf = async (
  work: Work,
  professionalId: number,
): Promise<Pick<OwnSpaceRules, 'places' | 'services'>> => {
  const home: Home = await work.db
    .selectFrom('professionals')
    .select(['latitude', 'longitude', 'has_own_place as hasOwnPlace'])
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Row>`
    select space.id, space.name, business.name as "businessName", space.space_type as "spaceType",
      (select coalesce(json_agg(item ->> 'item'), '[]') from jsonb_array_elements(space.equipment) item) as equipment,
      agreement.rate_per_hour_cents as "ratePerHourCents", space.latitude, space.longitude,
      space.status = 'published' and agreement.status in ('active', 'expiring') as active
    from agreements agreement join spaces space on space.id = agreement.space_id
      join businesses business on business.id = space.business_id
    where agreement.professional_id = ${professionalId}
      and agreement.status in ('active', 'paused', 'expiring', 'suspended')
    order by space.id`.execute(work.db)
  const services = await work.db
    .selectFrom('services')
    .select(['id', 'name', 'duration_minutes as durationMinutes', 'price_cents as priceCents'])
    .select(sql<boolean>`visibility <> 'hidden'`.as('active'))
    .where('professional_id', '=', professionalId)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const places = rows.map(({ latitude, longitude, ...row }) => ({
    ...row,
    km: Math.round(kmBetween(home, { latitude, longitude }) * 10) / 10,
  }))
  return { places: home.hasOwnPlace ? [here, ...places] : places, services }
}

const here: RulePlace = {
  id: ownPlace,
  name: 'Lugar propio',
  businessName: '',
  spaceType: null,
  equipment: [],
  km: 0,
  ratePerHourCents: null,
  active: true,
}
