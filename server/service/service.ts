/** What a professional sells. Not responsible for when it can be booked (availability) or what a booking costs (pricing). */
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { Service, type addService, type changeService, type removeService } from '#contract/service.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Services } from '#server/platform/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { mine, settleFromPrice, type ProfessionalId } from '#server/professional/professional.ts'

/** All of mine, those not offered any more last. */
export const services = async (work: Work): Promise<Service[]> => {
  const { professionalId } = work.who
  if (professionalId === null) return []
  const rows = await work.db
    .selectFrom('services')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .orderBy('active', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** What a professional offers now, for anybody, in the professional's order. */
export const offered = async (work: Work, professionalId: ProfessionalId): Promise<Service[]> => {
  const rows = await work.db
    .selectFrom('services')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** At the end of the list. Refuses `no_profile` before the profile has been saved once. */
export const add = (work: Work, { body }: Input<typeof addService>): Promise<Service> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const row = await work.db
      .insertInto('services')
      .values(({ selectFrom, fn, val }) => ({
        ...valuesOf(body),
        professional_id: professionalId,
        position: selectFrom('services')
          .select(fn.coalesce(sql<number>`max(position) + 1`, val(0)).as('next'))
          .where('professional_id', '=', professionalId),
      }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await settle(work, professionalId)
    return present(row)
  })

/** Bookings already made keep their price and length. Refuses `not_found`, `stale_version`. */
export const change = (work: Work, { params, body }: Input<typeof changeService>): Promise<Service> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const version = await lock(work, professionalId, params.id)
    if (version !== body.version) refuse('stale_version')
    const row = await work.db
      .updateTable('services')
      .set({ ...valuesOf(body), version: version + 1 })
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await settle(work, professionalId)
    return present(row)
  })

/** It is kept, not offered, for the bookings that name it. */
export const remove = (work: Work, { params }: Input<typeof removeService>): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const professionalId = await mine(work)
    const version = await lock(work, professionalId, params.id)
    await work.db
      .updateTable('services')
      .set({ active: false, version: version + 1 })
      .where('id', '=', params.id)
      .execute()
    await settle(work, professionalId)
    return { ok: true }
  })

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
  await announce(work, 'service.changed', { professionalId })
}

const valuesOf = (body: Input<typeof addService>['body']) => ({
  name: body.name,
  description: body.description,
  category: body.category,
  duration_minutes: body.durationMinutes,
  buffer_before_minutes: body.bufferBeforeMinutes,
  buffer_after_minutes: body.bufferAfterMinutes,
  price_cents: body.priceCents,
  step_minutes: body.stepMinutes,
  notice_minutes: body.noticeMinutes,
  horizon_days: body.horizonDays,
  policy_tier: body.policyTier,
  cutoff_minutes: body.cutoffMinutes,
  active: body.active,
})

const present = (row: Selectable<Services>): Service =>
  z.parse(Service, {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    durationMinutes: row.duration_minutes,
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    priceCents: row.price_cents,
    stepMinutes: row.step_minutes,
    noticeMinutes: row.notice_minutes,
    horizonDays: row.horizon_days,
    policyTier: row.policy_tier,
    cutoffMinutes: row.cutoff_minutes,
    position: row.position,
    active: row.active,
    version: row.version,
  })
