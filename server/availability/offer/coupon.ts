/** Coupons of a professional, and which of them a visit may use. Prices are computed in contract/pricing/coupon-price.ts. */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { type addCoupon, type changeCoupon, codeOf, Coupon, GivenCoupon } from '#contract/pricing/coupon.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Coupons } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/** Visits with these statuses did not use their coupon. */
export const unusedStatuses = sql`('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host',
  'cancelled_by_platform', 'professional_no_show')`

/** The viewer's coupons, newest first. */
export const coupons = async (work: Work): Promise<Coupon[]> => {
  const { professionalId } = work.viewer
  if (professionalId === null) return []
  const rows = await withUses(work)
    .where('professional_id', '=', professionalId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => z.parse(Coupon, { ...given(row), ...rest(row) }))
}

/** Each with the number of visits that use it, and its dates as text. */
const withUses = (work: Work) =>
  work.db
    .selectFrom('coupons')
    .selectAll()
    .select(
      sql<number>`(select count(*) from bookings where coupon_id = coupons.id and status not in ${unusedStatuses})`.as(
        'used',
      ),
    )
    .select([sql<string | null>`valid_from::text`.as('first'), sql<string | null>`valid_to::text`.as('last')])

/** Refuses no_profile, not_found for another professional's service, coupon_exists, coupons_full. */
export const add = async (work: Work, { body }: Pick<Input<typeof addCoupon>, 'body'>): Promise<Coupon[]> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  await work.db
    .insertInto('coupons')
    .values({
      ...(await valuesOf(work, professionalId, body)),
      professional_id: professionalId,
      created_at: work.now,
    })
    .execute()
    .catch((error: unknown) =>
      refuseOn(error, { coupons_code: 'coupon_exists', coupons_full: 'coupons_full' }),
    )
  return coupons(work)
}

/** Applies from now on; visits that have it keep it as it was. Refuses not_found, stale_version, coupon_exists. */
export const change = async (
  work: Work,
  { params, body }: Pick<Input<typeof changeCoupon>, 'params' | 'body'>,
): Promise<Coupon[]> => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  const mine = work.db.selectFrom('coupons').where('id', '=', params.id)
  const before = await mine.select('version').where('professional_id', '=', professionalId).executeTakeFirst()
  if (before === undefined) return refuse('not_found')
  const changed = await work.db
    .updateTable('coupons')
    .set({ ...(await valuesOf(work, professionalId, body)), version: body.version + 1 })
    .where('id', '=', params.id)
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => refuseOn(error, { coupons_code: 'coupon_exists' }))
  if (changed === undefined) return refuse('stale_version')
  return coupons(work)
}

const valuesOf = async (work: Work, professionalId: number, body: Input<typeof addCoupon>['body']) => {
  const own = await work.db
    .selectFrom('services')
    .select('id')
    .where('professional_id', '=', professionalId)
    .execute()
  if (body.serviceIds.some((id) => own.every((service) => service.id !== id))) refuse('not_found')
  return {
    code: body.code,
    percent_bp: body.change.kind === 'percent' ? body.change.bp : null,
    amount_cents: body.change.kind === 'amount' ? body.change.cents : null,
    service_ids: JSON.stringify(body.serviceIds),
    valid_from: body.validFrom,
    valid_to: body.validTo,
    max_uses: body.maxUses,
    once_each: body.onceEach,
    active: body.active,
  }
}

/** The coupon of a typed code, for a visit on this date of its place. Refuses coupon_unknown, coupon_not_here, coupon_not_then. */
export const couponFor = async (
  work: Work,
  visit: { professionalId: number; serviceIds: readonly number[]; date: string },
  typed: string,
): Promise<{ id: number; given: GivenCoupon }> => {
  const row = await work.db
    .selectFrom('coupons')
    .selectAll()
    .select(
      sql<boolean>`coalesce(valid_from <= ${visit.date}::date, true) and coalesce(${visit.date}::date <= valid_to, true)`.as(
        'then',
      ),
    )
    .where('professional_id', '=', visit.professionalId)
    .where('code', '=', codeOf(typed))
    .where('active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return refuse('coupon_unknown')
  const coupon = given(row)
  const { serviceIds } = coupon
  if (serviceIds.length > 0 && !visit.serviceIds.some((id) => serviceIds.includes(id)))
    return refuse('coupon_not_here')
  if (!row.then) return refuse('coupon_not_then')
  return { id: row.id, given: coupon }
}

/** The coupon of a visit for its repetitions, with today's terms. `left`: remaining uses; null: no limit. */
export const couponAgain = async (work: Work, id: number, serviceIds: readonly number[]) => {
  const row = await withUses(work).where('id', '=', id).executeTakeFirstOrThrow()
  const coupon = given(row)
  const isHere = coupon.serviceIds.length === 0 || coupon.serviceIds.some((one) => serviceIds.includes(one))
  return {
    id,
    given: coupon,
    isGiven: row.active && isHere,
    onceEach: row.once_each,
    left: row.max_uses === null ? null : Math.max(0, row.max_uses - row.used),
    isOn: (date: string) => (row.first ?? date) <= date && date <= (row.last ?? date),
  }
}
export type CouponAgain = Awaited<ReturnType<typeof couponAgain>>

/** The coupon as stored with a visit. */
export const savedCoupon = (booking: { coupon: unknown }): GivenCoupon | undefined =>
  booking.coupon === null ? undefined : z.parse(GivenCoupon, booking.coupon)

type Row = Selectable<Coupons>
const given = ({ code, percent_bp: bp, amount_cents: cents, service_ids: serviceIds }: Row): GivenCoupon =>
  z.parse(GivenCoupon, {
    code,
    change: bp === null ? { kind: 'amount', cents: cents ?? 0 } : { kind: 'percent', bp },
    serviceIds,
  })
const rest = (row: Row & { used: number; first: string | null; last: string | null }) => ({
  id: row.id,
  validFrom: row.first,
  validTo: row.last,
  maxUses: row.max_uses,
  onceEach: row.once_each,
  active: row.active,
  used: row.used,
  version: row.version,
})
