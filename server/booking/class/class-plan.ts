/** A professional schedules classes at an hour and a place, once or weekly: on all of the dates or on none. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type {
  ClassDate,
  ClassPlace,
  ClassView,
  previewClasses,
  setClasses,
} from '#contract/booking/class/class.ts'
import { hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { online, placeNameOf } from '#contract/service/modality.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import { claim } from '#server/availability/block/availability.ts'
import { classAt, classGround } from '#server/availability/slots/class-time.ts'
import { readOwn } from '#server/booking/class/class.ts'
import { startOn } from '#server/booking/checkout/series-dates.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Order = Input<typeof previewClasses>['body']

export type ClassService = {
  id: number
  professionalId: number
  capacity: number
  minimum: number | null
  decideHours: number | null
  atPlace: boolean
  online: boolean
}

/** Found through the professional; refuses no_profile, and not_found for a class that is not theirs. */
export const ownService = async (work: Work, id: number): Promise<ClassService> => {
  const { rows } = await sql<ClassService>`
    select id, professional_id as "professionalId", class_capacity as capacity, class_minimum as minimum,
      class_decide_hours as "decideHours", at_place as "atPlace", online
    from services where id = ${id} and professional_id = ${work.viewer.professionalId ?? refuse('no_profile')}
      and class_capacity is not null and archived_at is null`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

/** Spaces whose hours the professional rents, or whose agreement charges nothing by the hour. */
export const places = async (work: Work, serviceId: number): Promise<ClassPlace[]> => {
  const service = await ownService(work, serviceId)
  const { rows } = await sql<ClassPlace>`
    select 0 as number, ${placeNameOf(null)} as name, zone from professionals
      where id = ${service.professionalId} and has_own_place and ${service.atPlace}
    union all
    select ${online}, ${placeNameOf(online)}, zone from professionals where id = ${service.professionalId} and ${service.online}
    union all
    (select space.id, space.name, space.zone from spaces space where ${service.atPlace} and (
        exists (select from bookings rent where rent.kind = 'rent' and rent.space_id = space.id
          and rent.professional_id = ${service.professionalId} and rent.status in ('confirmed', 'in_progress') and rent.ends_at > ${work.now})
        or exists (select from agreements agreement where agreement.space_id = space.id
          and agreement.professional_id = ${service.professionalId} and agreement.status in ('active', 'expiring')
          and agreement.rate_per_hour_cents = 0 and agreement.rent_share_bp is null and agreement.auto_accept))
      order by space.name, space.id)`.execute(work.db)
  return rows
}

/** `reported`: what is shown of a date; `taking`: what is written, if it can be scheduled. */
export type Planned = { reported: ClassDate; taking: Taking | null }
export type Taking = {
  startsAt: Date
  endsAt: Date
  claims: Parameters<typeof claim>[1]['claims']
  unitId: number | null
  parentRentId: string | null
  hostId: number | null
  agreementId: number | null
}

/** The result for each date. Refuses not_found, no_profile, invalid_input. */
export const preview = async (work: Work, order: Order): Promise<{ zone: string; dates: ClassDate[] }> => {
  const { zone, dates } = await plan(work, await ownService(work, order.serviceId), order)
  return { zone, dates: dates.map(({ reported }) => reported) }
}

const plan = async (work: Work, service: ClassService, order: Order) => {
  const known = await places(work, service.id)
  const at = known.find(({ number }) => number === order.place) ?? refuse('not_found')
  if (new Set(order.dates).size !== order.dates.length) refuse('invalid_input')
  const [hour = 0, minute = 0] = order.time.split(':').map(Number)
  const dates: Planned[] = []
  for (const date of order.dates.toSorted())
    dates.push(await planned(work, service, at, date, startOn(at.zone, date, hour * 60 + minute)))
  return { zone: at.zone, dates }
}

export const planned = async (
  work: Work,
  service: ClassService,
  { number }: ClassPlace,
  date: string,
  startsAt: number | null,
  moving?: Moving,
): Promise<Planned> => {
  const cannot = (problem: string, needsRent = false): Planned => ({
    reported: { date, startsAt: null, endsAt: null, unitName: null, needsRent, problem },
    taking: null,
  })
  if (startsAt === null) return cannot('Ese día el reloj se salta esa hora')
  if (startsAt <= work.now.getTime()) return cannot('Esa hora ya pasó')
  // A class that is already decided needs no time to fill.
  if (
    moving?.decided !== true &&
    service.decideHours !== null &&
    startsAt - service.decideHours * hourMs <= work.now.getTime()
  )
    return cannot(`Faltan menos de ${service.decideHours} h: no hay tiempo de juntar al grupo`)
  const { professionalId, capacity } = service
  const ground = await classGround(
    work,
    { serviceId: service.id, professionalId, place: number, capacity, moving },
    { from: startsAt, to: startsAt },
  )
  const found = classAt(ground, startsAt)
  if (!found.ok)
    return found.reason === 'needs_rent'
      ? cannot('Renta primero esas horas', true)
      : cannot(placeReasons[found.reason] ?? slotReasons[found.reason])
  const { unitId, parentRentId, claims } = found
  const { start, end } = spanOf({ start: startsAt, end: claims.client.end })
  return {
    reported: {
      date,
      startsAt: start.toISOString(),
      endsAt: end.toISOString(),
      unitName: unitId === null ? null : await nameOfUnit(work, unitId),
      problem: null,
      needsRent: false,
    },
    taking: {
      startsAt: start,
      endsAt: end,
      claims: [
        { resourceId: professionalId, ...spanOf(claims.professional) },
        ...(unitId === null ? [] : [{ resourceId: unitId, ...spanOf(claims.unit) }]),
      ].sort((a, b) => a.resourceId - b.resourceId),
      unitId,
      parentRentId,
      hostId: ground.hostId,
      agreementId: parentRentId === null ? ground.agreementId : null,
    },
  }
}

/** A scheduled class that would move there. */
type Moving = { id: string; minutes: number; decided: boolean }

/** Replaces messages whose wording for clients would mislead the professional. */
const placeReasons: Partial<Record<string, string>> = {
  place_too_small: 'En el espacio no cabe un grupo así',
}

const spanOf = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start),
  end: new Date(end),
})

const nameOfUnit = async (work: Work, id: number): Promise<string> =>
  (await work.db.selectFrom('units').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

/** All of the dates or none: refuses class_dates with the result for each, not_found, no_profile, invalid_input. */
export const set = async (
  work: Work,
  { body }: Pick<Input<typeof setClasses>, 'body'>,
): Promise<ClassView[]> => {
  const made = await inTransaction(work, async (work) => {
    const service = await ownService(work, body.serviceId)
    const { zone, dates } = await plan(work, service, body)
    const all = dates.map(({ reported }) => reported)
    const runId = randomUUIDv7()
    const ids: string[] = []
    for (const { reported, taking } of dates) {
      if (taking === null) return refuse('class_dates', { dates: all })
      const put = await write(work, { service, place: body.place, zone, runId }, taking).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal && error.code === 'slot_taken')) throw error
          // The hour was taken since the preview.
          const problem = slotReasons.professional_busy
          return refuse('class_dates', {
            dates: all.map((one) => (one === reported ? { ...one, problem } : one)),
          })
        },
      )
      ids.push(put)
    }
    await publish(work, 'class.set', { professionalId: service.professionalId })
    return ids
  })
  return Promise.all(made.map((id) => readOwn(work, id)))
}

const write = async (
  work: Work,
  { service, place, zone, runId }: { service: ClassService; place: number; zone: string; runId: string },
  taking: Taking,
): Promise<string> => {
  const id = randomUUIDv7()
  const { decideHours } = service
  await work.db
    .insertInto('class_sessions')
    .values({
      id,
      run_id: runId,
      professional_id: service.professionalId,
      service_id: service.id,
      space_id: place > 0 ? place : null,
      unit_id: taking.unitId,
      host_id: taking.hostId,
      agreement_id: taking.agreementId,
      parent_rent_id: taking.parentRentId,
      visit_place: place < 0 ? place : null,
      starts_at: taking.startsAt,
      ends_at: taking.endsAt,
      zone,
      capacity: service.capacity,
      minimum: service.minimum,
      decide_at: decideHours === null ? null : new Date(taking.startsAt.getTime() - decideHours * hourMs),
      created_at: work.now,
    })
    .execute()
  await claim(work, {
    bookingId: null,
    classId: id,
    claims: taking.claims,
    holdUntil: null,
    parentRentId: taking.parentRentId,
    place,
  })
  return id
}
