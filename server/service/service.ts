/** What a professional sells. Not responsible for when it can be booked (availability) or what a booking costs (pricing). */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { mostAddOns } from '#contract/service/add-on.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { settingTrouble } from '#contract/service/setting.ts'
import { phasesTrouble } from '#contract/service/phases.ts'
import { needsNothing, needsTrouble } from '#contract/service/service-needs.ts'
import {
  licensedCategories,
  mostPackOffers,
  quotedFields,
  OwnService,
  Service,
  type addService,
  type changeService,
  type duplicateService,
  type orderServices,
  type removeService,
  type ServiceImpact,
  type serviceImpact,
  type UpcomingVisit,
} from '#contract/service/service.ts'
import { publish } from '#server/platform/jobs.ts'
import { classTrouble } from '#contract/service/class-rule.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Services } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { askAlike } from '#server/service/form.ts'
import { heldPacks, isPaidFor } from '#server/service/held-pack.ts'
import { keepPhotos, photosOf } from '#server/service/photo.ts'
import { mine, settleFromPrice, type ProfessionalId } from '#server/professional/professional.ts'

/** All of mine: those offered, those hidden, and those put away last. */
export const services = async (work: Work): Promise<OwnService[]> => {
  const { professionalId } = work.who
  return professionalId === null ? [] : read(work, professionalId)
}

const read = async (work: Work, professionalId: ProfessionalId, id?: number): Promise<OwnService[]> => {
  const rows = await work.db
    .selectFrom('services')
    .selectAll()
    .select(photosOf('all').as('photos'))
    .select((has) =>
      has
        .selectFrom('bookings')
        .where(upcoming(work, { id: sql.ref('services.id'), of: sql.ref('services.professional_id') }))
        .select(has.fn.countAll<number>().as('count'))
        .as('upcoming'),
    )
    .select((has) =>
      has
        .selectFrom('professionals')
        .whereRef('professionals.id', '=', 'services.professional_id')
        .select(
          // As search/cards.ts reads it.
          sql<number>`coalesce((professionals.from_prices ->> services.id::text)::bigint, services.price_cents)`.as(
            'from',
          ),
        )
        .as('from_cents'),
    )
    .where('professional_id', '=', professionalId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) =>
    z.parse(OwnService, {
      ...present(row),
      archived: row.archived_at !== null,
      upcoming: row.upcoming ?? 0,
      fromCents: row.from_cents ?? row.price_cents,
      onlineLink: row.online_link,
    }),
  )
}

const one = async (work: Work, professionalId: ProfessionalId, id: number): Promise<OwnService> => {
  const [found] = await read(work, professionalId, id)
  return found ?? refuse('not_found')
}

/**
 * What somebody waits for of a service: paid, asked for, or being paid at this moment. It is looked for among the bookings of who gives it
 * alone; none of those to come began two weeks ago, as twelve services of twelve hours take six days.
 */
const upcoming = (work: Work, service: Record<'id' | 'of', RawBuilder<unknown>>) => sql<boolean>`
  bookings.professional_id = ${service.of} and bookings.starts_at > ${work.now}::timestamptz - interval '14 days'
  and (bookings.service_id = ${service.id} or exists (
    select from booking_segments part where part.booking_id = bookings.id and part.service_id = ${service.id}))
  and bookings.ends_at > ${work.now}
  and (bookings.status in ('awaiting_payment', 'requested', 'confirmed', 'in_progress')
    or bookings.status = 'held' and bookings.hold_expires_at > ${work.now})`

/** What a professional offers now, in the professional's order: to anybody, and the one whose link or pack somebody has. */
export const offered = async (
  work: Work,
  professionalId: ProfessionalId,
  linked: number | undefined,
): Promise<Service[]> => {
  const rows = await work.db
    .selectFrom('services')
    .selectAll()
    .select(photosOf('shown').as('photos'))
    .where('professional_id', '=', professionalId)
    .where((is) =>
      is.or([
        is('visibility', '=', 'visible'),
        is.and([is('id', '=', linked ?? 0), is.or([is('visibility', '=', 'by_link'), isPaidFor(work)])]),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** At the end of the list. Refuses no_profile before the profile has been saved once, licence_needed, services_full. */
export const add = (work: Work, { body }: Input<typeof addService>): Promise<OwnService> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    requirePhases(body)
    requireNeeds(body)
    requireSetting(body)
    requireClass(body)
    if (body.visibility !== 'hidden') await requireLicence(work, professionalId, body.category)
    return insert(work, professionalId, valuesOf(body), body.photos)
  })

/** The same once more, with what its clients are asked, hidden until it differs. Refuses not_found, services_full. */
export const duplicate = (work: Work, { params }: Input<typeof duplicateService>): Promise<OwnService> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const original = await one(work, professionalId, params.id)
    const name = `${original.name.slice(0, 72)} (copia)`
    const values = { ...valuesOf(original), name, visibility: 'hidden' as const }
    const copy = await insert(work, professionalId, values, original.photos)
    await askAlike(work, params.id, copy.id)
    return copy
  })

const insert = async (
  work: Work,
  professionalId: ProfessionalId,
  values: ReturnType<typeof valuesOf>,
  photos: readonly string[],
): Promise<OwnService> => {
  const { id } = await work.db
    .insertInto('services')
    .values(({ selectFrom, fn, val }) => ({
      ...values,
      professional_id: professionalId,
      position: selectFrom('services')
        .select(fn.coalesce(sql<number>`max(position) + 1`, val(0)).as('next'))
        .where('professional_id', '=', professionalId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => refuseOn(error, { services_full: 'services_full' }))
  await keepPhotos(work, { id, professionalId }, photos)
  await settle(work, professionalId)
  return one(work, professionalId, id)
}

/**
 * Bookings already made keep their price and length; who changes those has seen each. What was put away comes back. Refuses
 * not_found, stale_version, service_has_classes, service_has_bookings with the bookings that were not named, licence_needed, services_full.
 */
export const change = (work: Work, { params, body }: Input<typeof changeService>): Promise<OwnService> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const version = await lock(work, professionalId, params.id)
    if (version !== body.version) refuse('stale_version')
    requirePhases(body)
    requireNeeds(body)
    requireSetting(body)
    requireClass(body)
    if (body.visibility !== 'hidden') await requireLicence(work, professionalId, body.category)
    const before = await one(work, professionalId, params.id)
    if (before.classRule !== null && body.classRule === null) await requireNoClasses(work, params.id)
    if (quotedFields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(body[field]))) {
      const visits = await visitsOf(work, professionalId, params.id)
      if (visits.some(({ id }) => !body.keep.includes(id)))
        refuse('service_has_bookings', { upcoming: visits, packs: await heldPacks(work, params.id) })
    }
    await work.db
      .updateTable('services')
      .set({
        ...valuesOf(body, { version: version + 1, addOns: before.addOns, packs: before.packs }),
        archived_at: null,
        version: version + 1,
      })
      .where('id', '=', params.id)
      .execute()
      .catch((error: unknown) => refuseOn(error, { services_full: 'services_full' }))
    await keepPhotos(work, { id: params.id, professionalId }, body.photos)
    await settle(work, professionalId)
    return one(work, professionalId, params.id)
  })

/**
 * Put away, for the bookings that name it. Its packs are given back soon after (booking/session-pack.ts), and that cannot be undone: who
 * puts it away has seen how much. Refuses not_found, service_has_packs with what was not named.
 */
export const remove = (work: Work, { params, query }: Input<typeof removeService>): Promise<OwnService> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const version = await lock(work, professionalId, params.id)
    const packs = await heldPacks(work, params.id)
    if (packs.count !== query.packs || packs.leftCents !== query.packsLeftCents)
      refuse('service_has_packs', { upcoming: await visitsOf(work, professionalId, params.id), packs })
    await work.db
      .updateTable('services')
      .set({ visibility: 'hidden', archived_at: work.now, version: version + 1 })
      .where('id', '=', params.id)
      .execute()
    await settle(work, professionalId)
    return one(work, professionalId, params.id)
  })

/** Their own meeting rooms, when they leave. */
export const forgetLinks = async (work: Work, professionalId: ProfessionalId): Promise<void> => {
  await work.db
    .updateTable('services')
    .set({ online_link: null })
    .where('professional_id', '=', professionalId)
    .where('online_link', 'is not', null)
    .execute()
}

/** Exactly those that are not put away, each once; refuses impact_changed when another window added or put one away. */
export const order = (work: Work, { body }: Input<typeof orderServices>): Promise<OwnService[]> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    if (new Set(body.ids).size !== body.ids.length) refuse('invalid_input')
    const living = await work.db
      .selectFrom('services')
      .select('id')
      .where('professional_id', '=', professionalId)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (living.length !== body.ids.length || living.some(({ id }) => !body.ids.includes(id)))
      refuse('impact_changed')
    await sql`
      update services set position = wanted.place - 1
      from unnest(${body.ids}::bigint[]) with ordinality as wanted(id, place)
      where services.id = wanted.id`.execute(work.db)
    await publish(work, 'service.changed', { professionalId })
    return read(work, professionalId)
  })

/** Refuses not_found. */
export const impact = async (work: Work, { params }: Input<typeof serviceImpact>): Promise<ServiceImpact> => {
  const professionalId = await mine(work)
  await one(work, professionalId, params.id)
  return {
    upcoming: await visitsOf(work, professionalId, params.id),
    packs: await heldPacks(work, params.id),
  }
}

const visitsOf = async (
  work: Work,
  professionalId: ProfessionalId,
  serviceId: number,
): Promise<UpcomingVisit[]> => {
  const rows = await work.db
    .selectFrom('bookings')
    .leftJoin('clients', 'clients.id', 'bookings.client_id')
    .leftJoin('spaces', 'spaces.id', 'bookings.space_id')
    .select([
      'bookings.id',
      'bookings.starts_at',
      'bookings.ends_at',
      'bookings.zone',
      'bookings.status',
      'bookings.total_cents',
      'bookings.visit_place',
      'clients.first_name',
      'spaces.name',
    ])
    .where(upcoming(work, { id: sql`${serviceId}::bigint`, of: sql`${professionalId}::bigint` }))
    .orderBy('bookings.starts_at')
    .orderBy('bookings.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    zone: row.zone,
    // Who is only holding an hour is nobody's client yet.
    clientName: row.status === 'held' || row.status === 'awaiting_payment' ? null : row.first_name,
    cancellable: row.status === 'confirmed',
    placeName: row.name ?? placeNameOf(row.visit_place),
    totalCents: row.total_cents,
  }))
}

/** They are the service's minutes, in an order that can be. Refuses invalid_input. */
const requirePhases = ({ phases, durationMinutes }: Pick<Service, 'phases' | 'durationMinutes'>) => {
  const problem = phases && phasesTrouble(phases, durationMinutes)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'phases', problem }] })
}

/** Each thing once, in minutes that the service has. Refuses invalid_input. */
const requireNeeds = ({ needs, durationMinutes }: Pick<Service, 'needs' | 'durationMinutes'>) => {
  const problem = needs && needsTrouble(needs, durationMinutes)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'needs', problem }] })
}

/** Somewhere, and a link to where it is online. Refuses invalid_input. */
const requireSetting = (body: Input<typeof addService>['body']) => {
  const problem = settingTrouble(body)
  if (problem !== null) refuse('invalid_input', { fields: [problem] })
}

/** Refuses invalid_input. */
const requireClass = (body: Input<typeof addService>['body']) => {
  const problem = classTrouble(body)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'classRule', problem }] })
}

/** What is set stays a class. Refuses service_has_classes. */
const requireNoClasses = async (work: Work, serviceId: number) => {
  const session = await work.db
    .selectFrom('class_sessions')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('status', '=', 'open')
    .where('ends_at', '>', work.now)
    .executeTakeFirst()
  if (session !== undefined) refuse('service_has_classes')
}

/** Who heals shows that they may: a cédula that Kalli accepted and that has not run out. Refuses licence_needed. */
const requireLicence = async (work: Work, professionalId: ProfessionalId, category: Service['category']) => {
  if (!licensedCategories.includes(category)) return
  const licence = await work.db
    .selectFrom('documents')
    .innerJoin('professionals', 'professionals.id', 'documents.owner_id')
    .select('documents.id')
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', professionalId)
    .where('kind', '=', 'license')
    .where('documents.status', 'in', ['valid', 'expiring'])
    .where(
      sql<boolean>`(valid_to is null or valid_to >= (${work.now}::timestamptz at time zone professionals.zone)::date)`,
    )
    .executeTakeFirst()
  if (licence === undefined) refuse('licence_needed')
}

const lock = async (work: Work, professionalId: ProfessionalId, id: number): Promise<number> => {
  const row = await work.db
    .selectFrom('services')
    .select('version')
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? refuse('not_found')
}

/** What follows from a change: the "desde" of the profile, and search hears of it. */
const settle = async (work: Work, professionalId: ProfessionalId) => {
  await settleFromPrice(work, professionalId)
  await publish(work, 'service.changed', { professionalId })
}

/** What is known by its number keeps it; else it gets one of this version of the service, so that none is ever given again. */
const numbered = <T extends { id: number }>(
  parts: readonly T[],
  most: number,
  { version, known }: { version: number; known: readonly { id: number }[] },
): T[] =>
  parts.map((one, place) => {
    const isFirst = parts.findIndex(({ id }) => id === one.id) === place
    return isFirst && known.some(({ id }) => id === one.id) ? one : { ...one, id: version * most + place }
  })

const valuesOf = (
  body: Input<typeof addService>['body'],
  { version, addOns, packs }: { version: number } & Pick<Service, 'addOns' | 'packs'> = {
    version: 1,
    addOns: [],
    packs: [],
  },
) => ({
  name: body.name,
  description: body.description,
  category: body.category,
  duration_minutes: body.durationMinutes,
  buffer_before_minutes: body.bufferBeforeMinutes,
  buffer_after_minutes: body.bufferAfterMinutes,
  phases: body.phases === null ? null : JSON.stringify(body.phases),
  needs: body.needs === null || needsNothing(body.needs) ? null : JSON.stringify(body.needs),
  at_place: body.atPlace,
  home_radius_km: body.atHome?.radiusKm ?? null,
  home_fee_cents: body.atHome?.feeCents ?? 0,
  online: body.online,
  online_link: body.onlineLink,
  class_capacity: body.classRule?.capacity ?? null,
  class_minimum: body.classRule?.minimum ?? null,
  class_decide_hours: body.classRule?.decideHours ?? null,
  price_cents: body.priceCents,
  add_ons: JSON.stringify(numbered(body.addOns, mostAddOns, { version, known: addOns })),
  packs: JSON.stringify(numbered(body.packs, mostPackOffers, { version, known: packs })),
  step_minutes: body.stepMinutes,
  notice_minutes: body.noticeMinutes,
  horizon_days: body.horizonDays,
  daily_cap: body.dailyCap,
  tolerance_minutes: body.toleranceMinutes,
  first_visit_only: body.firstVisitOnly,
  upfront_bp: body.upfront?.kind === 'percent' ? body.upfront.bp : null,
  upfront_cents: body.upfront?.kind === 'amount' ? body.upfront.cents : null,
  policy_tier: body.policyTier,
  cutoff_minutes: body.cutoffMinutes,
  visibility: body.visibility,
})

const present = (row: Selectable<Services> & { photos: string[] }): Service =>
  z.parse(Service, {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    durationMinutes: row.duration_minutes,
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    phases: row.phases,
    needs: row.needs,
    atPlace: row.at_place,
    atHome:
      row.home_radius_km === null ? null : { radiusKm: row.home_radius_km, feeCents: row.home_fee_cents },
    online: row.online,
    classRule:
      row.class_capacity === null
        ? null
        : {
            capacity: row.class_capacity,
            minimum: row.class_minimum,
            decideHours: row.class_decide_hours,
          },
    priceCents: row.price_cents,
    addOns: row.add_ons,
    packs: row.packs,
    photos: row.photos,
    stepMinutes: row.step_minutes,
    noticeMinutes: row.notice_minutes,
    horizonDays: row.horizon_days,
    dailyCap: row.daily_cap,
    toleranceMinutes: row.tolerance_minutes,
    firstVisitOnly: row.first_visit_only,
    upfront: upfrontIn(row),
    policyTier: row.policy_tier,
    cutoffMinutes: row.cutoff_minutes,
    position: row.position,
    visibility: row.visibility,
    version: row.version,
  })

const upfrontIn = ({ upfront_bp: bp, upfront_cents: cents }: Selectable<Services>): Service['upfront'] => {
  if (bp !== null) return { kind: 'percent', bp }
  return cents === null ? null : { kind: 'amount', cents }
}
