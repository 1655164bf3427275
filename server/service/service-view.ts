/** Services as their professional and their clients see them. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { OwnService, Service } from '#contract/service/service.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Services } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { isPaidFor } from '#server/service/held-pack.ts'
import { photosOf } from '#server/service/photo.ts'
import type { ProfessionalId } from '#server/professional/professional.ts'

/** All of the professional's: visible, hidden, and archived last. */
export const services = async (work: Work): Promise<OwnService[]> => {
  const { professionalId } = work.viewer
  return professionalId === null ? [] : read(work, professionalId)
}

export const read = async (
  work: Work,
  professionalId: ProfessionalId,
  id?: number,
): Promise<OwnService[]> => {
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
      onlineLink: row.online_link,
    }),
  )
}

export const one = async (work: Work, professionalId: ProfessionalId, id: number): Promise<OwnService> => {
  const [found] = await read(work, professionalId, id)
  return found ?? refuse('not_found')
}

/**
 * A client's pending bookings of a service: paid, requested, or being paid at this moment. Searched among the bookings of its professional
 * alone; no future one began two weeks ago, as twelve services of twelve hours take six days.
 */
export const upcoming = (work: Work, service: Record<'id' | 'of', RawBuilder<unknown>>) => sql<boolean>`
  bookings.professional_id = ${service.of} and bookings.starts_at > ${work.now}::timestamptz - interval '14 days'
  and (bookings.service_id = ${service.id} or exists (
    select from booking_segments part where part.booking_id = bookings.id and part.service_id = ${service.id}))
  and bookings.ends_at > ${work.now}
  and (bookings.status in ('awaiting_payment', 'requested', 'confirmed', 'in_progress')
    or bookings.status = 'held' and bookings.hold_expires_at > ${work.now})`

/** A professional's current services, in the professional's order: public ones, and the service whose link or pack the client has. */
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
    ownHours: row.weekly,
    offeredFrom: row.offered_from,
    offeredTo: row.offered_to,
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
