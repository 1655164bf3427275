/** The wizard's input about a space, step by step; a half-filled step is saved as it is. */
import { sql, type Updateable } from 'kysely'
import { bankOf, clabeDigits, clabeProblem } from '#contract/payment/clabe.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/space/listing-steps.ts'
import type { ListingState } from '#contract/space/listing.ts'
import type { Space } from '#contract/space/space.ts'
import { requireProof } from '#server/account/session.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse, refuseOn } from '#server/platform/refuse.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import { slugOf } from '#server/platform/slug.ts'
import type { Spaces } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { municipality, nearest } from '#server/places/places.ts'
import { describe } from '#server/space/business.ts'
import { markUnlisted } from '#server/space/equipment-photo.ts'
import { fitEquipmentUnits } from '#server/space/equipment-piece.ts'
import { lockShared, shareInBusiness } from '#server/space/business-equipment.ts'
import { lockOwn, mayBeWritten } from '#server/space/listing.ts'
import { railsAround, requireWithin } from '#server/space/rails.ts'
import { space } from '#server/space/space.ts'
import { fitUnits } from '#server/space/unit.ts'

export const business = (work: Work, { params, body }: Input<typeof contract.saveStep1>): Promise<Space> =>
  save(work, params.id, 1, body.version, async (work, { businessId }) => {
    await describe(work, businessId, body)
    return {}
  })

/**
 * City, state and zone follow from the municipality, and that from the pin if it is not given. Refuses `unknown_municipality`, and
 * `equipment_of_house` for a space that leaves its business while it shares equipment there.
 */
export const place = (work: Work, { params, body }: Input<typeof contract.saveStep2>): Promise<Space> =>
  save(work, params.id, 2, body.version, async () => {
    const { latitude, longitude } = body
    const where =
      body.municipalityId !== undefined
        ? (municipality(body.municipalityId) ?? refuse('unknown_municipality'))
        : latitude !== undefined && longitude !== undefined
          ? nearest(latitude, longitude)
          : undefined
    return {
      municipality_id: where?.id,
      city: where?.city,
      state: where?.state,
      zone: where?.zone,
      neighbourhood: body.neighbourhood,
      address: body.address,
      postal_code: body.postalCode,
      directions: body.directions,
      latitude,
      longitude,
    }
  })

/** Refuses `units_in_use`, and as `shareInBusiness`. */
export const fittings = (work: Work, input: Input<typeof contract.saveStep3>): Promise<Space> =>
  inTransaction(work, async (work) => {
    // Before either of two requests locks a space that the other shares with.
    if (input.body.equipment !== undefined && work.viewer.hostId !== null)
      await lockShared(work, work.viewer.hostId)
    return saveFittings(work, input)
  })

const saveFittings = (work: Work, { params, body }: Input<typeof contract.saveStep3>): Promise<Space> =>
  save(work, params.id, 3, body.version, async (work, { hostId, status }) => {
    if (body.unitNames !== undefined) await fitUnits(work, params.id, body.unitNames)
    const listed = body.equipment?.map(({ item }) => item)
    if (listed !== undefined) await markUnlisted(work, params.id, listed)
    if (body.equipment !== undefined) {
      const own = await shareInBusiness(work, { id: params.id, hostId }, body.equipment)
      await fitEquipmentUnits(work, params.id, own)
    }
    return {
      name: body.name,
      // Stays once the listing was public.
      slug: status === 'draft' && body.name ? slugOf(body.name, params.id) : undefined,
      space_type: body.spaceType,
      description: body.description,
      capacity: body.capacity,
      area_m2: body.areaM2,
      accessibility: body.accessibility && [...new Set(body.accessibility)],
      amenities: body.amenities && [...new Set(body.amenities)],
      equipment: inJson(body.equipment?.map(({ item, shared, count }) => ({ item, shared, count }))),
    }
  })

export const times = (work: Work, { params, body }: Input<typeof contract.saveStep4>): Promise<Space> =>
  save(work, params.id, 4, body.version, async () => ({
    cleaning_minutes: body.cleaningMinutes,
    block_minutes: body.blockMinutes,
    rounding_minutes: body.roundingMinutes,
    notice_minutes: body.noticeMinutes,
  }))

/** Refuses `price_outside_zone`; an unchanged price may stay. */
export const price = (work: Work, { params, body }: Input<typeof contract.saveStep5>): Promise<Space> =>
  save(work, params.id, 5, body.version, async (work) => {
    if (body.pricePerHourCents !== undefined) await requireInZone(work, params.id, body.pricePerHourCents)
    return {
      price_per_hour_cents: body.pricePerHourCents,
      minimum_minutes: body.minimumMinutes,
      day_cap_cents: body.dayCapCents,
      hour_packs: inJson(body.packs?.toSorted((one, other) => one.hours - other.hours)),
      rent_policy: body.rentPolicy,
    }
  })

const requireInZone = async (work: Work, spaceId: number, cents: number) => {
  const {
    price_per_hour_cents: currentCents,
    space_type: spaceType,
    ...where
  } = await work.db
    .selectFrom('spaces')
    .select(['price_per_hour_cents', 'space_type', 'latitude', 'longitude'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  if (cents === currentCents) return
  requireWithin(await railsAround(work, { spaceId, spaceType, ...where }), [
    { name: 'Precio por hora', cents, field: 'pricePerHourCents' },
  ])
}

export const rules = (work: Work, { params, body }: Input<typeof contract.saveStep6>): Promise<Space> =>
  save(work, params.id, 6, body.version, async () => ({
    house_rules: inJson(body.rules),
    rules_text: body.rulesText,
  }))

export const guests = (work: Work, { params, body }: Input<typeof contract.saveStep7>): Promise<Space> =>
  save(work, params.id, 7, body.version, async () => ({
    categories: body.categories && [...new Set(body.categories)],
    minimum_level: body.minimumLevel,
    required_documents: body.requiredDocuments && [...new Set(body.requiredDocuments)],
    welcome: body.welcome,
  }))

export const law = (work: Work, { params, body }: Input<typeof contract.saveStep8>): Promise<Space> =>
  save(work, params.id, 8, body.version, async () => ({ needles: body.needles, insured: body.insured }))

/** One account for all spaces of a host. Refuses `clabe_invalid`, and `confirm_identity` to replace it. */
export const payout = (work: Work, { params, body }: Input<typeof contract.saveStep9>): Promise<Space> =>
  save(work, params.id, 9, body.version, async (work, { hostId }) => {
    const problem = clabeProblem(body.clabe)
    if (problem !== null) refuse('clabe_invalid', { fields: [{ field: 'clabe', problem }] })
    const digits = clabeDigits(body.clabe)
    const before = await work.db
      .selectFrom('hosts')
      .select('clabe')
      .where('id', '=', hostId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.clabe !== null) requireProof(work)
    await work.db
      .updateTable('hosts')
      .set({
        clabe: clabeBox(work).seal(digits, `host:${hostId}`),
        clabe_end: digits.slice(-4),
        clabe_holder: body.holder,
        clabe_bank: bankOf(digits) ?? null,
        clabe_at: work.now,
      })
      .where('id', '=', hostId)
      .execute()
    return {}
  })

/** Opens what a host's column `clabe` holds; the owner is `host:<id>`. */
export const clabeBox = ({ config }: Pick<Work, 'config'>) => secretBox(config.secret, 'clabe')

const inJson = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

/**
 * The frame of every step: the host's own space, unchanged in between, and editable. A published listing may not lose what a review
 * required (`listing_incomplete`).
 */
const save = (
  work: Work,
  id: number,
  step: number,
  version: number,
  change: (
    work: Work,
    own: { hostId: number; businessId: number; status: ListingState },
  ) => Promise<Updateable<Spaces>>,
): Promise<Space> =>
  inTransaction(work, async (work) => {
    const own = await lockOwn(work, id, version)
    if (!mayBeWritten(own.status)) refuse('listing_not_movable')
    const before = await space(work, id)
    const values = await change(work, own)
    await work.db
      .updateTable('spaces')
      .set({
        ...values,
        steps: sql<
          number[]
        >`(select array_agg(distinct n order by n) from unnest(steps || ${step}::smallint) n)`,
        version: version + 1,
      })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) =>
        refuseOn(error, {
          spaces_whole: 'listing_incomplete',
          equipment_of_one_business: 'equipment_of_house',
        }),
      )
    const after = await space(work, id)
    if (own.status !== 'draft') {
      const known = new Set(before.missing.map(({ text }) => text))
      const lost = after.missing.filter(({ text }) => !known.has(text))
      if (lost.length > 0)
        throw new Refusal(
          'listing_incomplete',
          { missing: lost },
          `Para guardar este cambio hace falta algo antes. ${lost.map(({ step, text }) => `Paso ${step}: ${text}`).join(' ')}`,
        )
      await publish(work, 'space.changed', { spaceId: id })
      await publish(work, 'listing.edited', { spaceId: id })
    }
    return after
  })
