/** The services of a professional. Not responsible for when they can be booked (availability) or what a booking costs (pricing). */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import type {
  OwnService,
  addService,
  changeService,
  duplicateService,
  orderServices,
  removeService,
  serviceImpact,
} from '#contract/service/service.ts'
import { quotedFields, type ServiceImpact, type UpcomingVisit } from '#contract/service/service-impact.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { askAlike } from '#server/service/form.ts'
import { heldPacks } from '#server/service/held-pack.ts'
import { keepPhotos } from '#server/service/photo.ts'
import { mine, settleFromPrice, type ProfessionalId } from '#server/professional/professional.ts'
import {
  requirePhases,
  requireNeeds,
  requireSetting,
  requireClass,
  requireOwnTimes,
  requireLicence,
  valuesOf,
  requireNoClasses,
} from '#server/service/service-values.ts'
import { one, read, upcoming } from '#server/service/service-view.ts'

/** At the end of the list. Refuses no_profile before the profile has been saved once, licence_needed, services_full. */
export const add = (work: Work, { body }: Input<typeof addService>): Promise<OwnService> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    requirePhases(body)
    requireNeeds(body)
    requireSetting(body)
    requireClass(body)
    requireOwnTimes(body)
    if (body.visibility !== 'hidden') await requireLicence(work, professionalId, body.category)
    return insert(work, professionalId, valuesOf(body), body.photos)
  })

/** A copy, with the questions to its clients, hidden until it differs. Refuses not_found, services_full. */
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
 * Existing bookings keep their price and length; the caller names the affected ones. An archived service is restored. Refuses not_found,
 * stale_version, service_has_classes, service_has_bookings with the bookings that were not named, licence_needed, services_full.
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
    requireOwnTimes(body)
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
 * Archives it, for the bookings that name it. Its packs are refunded soon after (booking/prepaid/session-pack.ts), which cannot be undone:
 * the professional has seen the amount. Refuses not_found, service_has_packs with the packs that were not named.
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

/** Deletes the meeting links of an erased professional. */
export const forgetLinks = async (work: Work, professionalId: ProfessionalId): Promise<void> => {
  await work.db
    .updateTable('services')
    .set({ online_link: null })
    .where('professional_id', '=', professionalId)
    .where('online_link', 'is not', null)
    .execute()
}

/** Names exactly the services that are not archived, each once; refuses impact_changed when another window added or archived one. */
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
    // A visitor who only holds an hour is not a client yet.
    clientName: row.status === 'held' || row.status === 'awaiting_payment' ? null : row.first_name,
    cancellable: row.status === 'confirmed',
    placeName: row.name ?? placeNameOf(row.visit_place),
    totalCents: row.total_cents,
  }))
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

/** Effects of a change: the profile's "desde" and the search index are updated. */
const settle = async (work: Work, professionalId: ProfessionalId) => {
  await settleFromPrice(work, professionalId)
  await publish(work, 'service.changed', { professionalId })
}
