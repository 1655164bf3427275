/** Hour packs as their professional sees them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { backAtEnd, minutesLeft, PackStatus, type OwnPack } from '#contract/booking/rent/hour-pack.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { leftOf } from '#server/booking/prepaid/pack-life.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { view } from '#server/payment/charge/payment-view.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type Row, boughtOf } from '#server/booking/rent/pack-row.ts'

export type View = z.input<typeof OwnPack>

/** One of the viewer's packs. Refuses not_found. */
export const read = async (work: Work, id: string): Promise<View> => {
  const [pack] = await select(work, sql`pack.id = ${id}::uuid`)
  return pack ?? refuse('not_found')
}

/** Paid packs, the latest first. */
export const list = (work: Work): Promise<View[]> =>
  select(work, sql`pack.status in ('active', 'expired', 'refunded')`)

/** Packs of this space that are still valid, for a professional about to pay hours there. */
export const usable = async (work: Work, spaceId: number): Promise<View[]> =>
  select(work, sql`pack.status = 'active' and pack.space_id = ${spaceId}`)

type Found = Row & {
  space_name: string
  business_name: string
  zone: string
  uses: {
    rentId: string
    startsAt: string
    minutes: number
    amountCents: number
    backCents: number
    status: string
  }[]
}

const select = async (work: Work, which: ReturnType<typeof sql>): Promise<View[]> => {
  const { rows } = await sql<Found>`
    select pack.*, s.name as space_name, b.name as business_name, s.zone, (
      select coalesce(json_agg(json_build_object('rentId', rent.id, 'startsAt', rent.starts_at,
          'minutes', round(extract(epoch from rent.ends_at - rent.starts_at) / 60), 'amountCents', paid.amount_cents,
          'backCents', paid.refunded_cents, 'status', rent.status) order by rent.starts_at desc), '[]')
      from bookings rent join payments paid on paid.booking_id = rent.id
      where rent.pack_id = pack.id and paid.restorable) as uses
    from hour_packs pack join spaces s on s.id = pack.space_id join businesses b on b.id = s.business_id
    where pack.professional_id = ${work.viewer.professionalId}::bigint and ${which}
    order by pack.created_at desc, pack.id limit 50`.execute(work.db)
  return Promise.all(rows.map((row) => present(work, row)))
}

const present = async (work: Work, row: Found): Promise<View> => {
  const payment = await readPayment(work, row.id)
  const leftCents = await leftOf(work, row.id)
  return {
    id: row.id,
    version: row.version,
    status: z.parse(PackStatus, row.status),
    space: { id: row.space_id, name: row.space_name, businessName: row.business_name, zone: row.zone },
    hours: row.hours,
    priceCents: row.price_cents,
    leftMinutes: minutesLeft({ hours: row.hours, priceCents: row.price_cents }, leftCents),
    leftCents,
    hourlyCents: row.hourly_cents,
    backCents: row.status === 'active' ? backAtEnd(boughtOf(row), leftCents) : 0,
    transferable: row.transferable,
    paidAt: row.paid_at?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
    payment: payment === null ? null : view(payment),
    uses: row.uses.map((use) => ({
      ...use,
      startsAt: new Date(use.startsAt).toISOString(),
      status: statusOf(use),
    })),
  }
}
