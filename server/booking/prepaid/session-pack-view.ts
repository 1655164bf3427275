/** Session packs as their client and their professional see them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { PackStatus } from '#contract/booking/rent/hour-pack.ts'
import { backAtEnd, type OwnSessionPack, sessionsLeft } from '#contract/booking/prepaid/session-pack.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { leftOf } from '#server/booking/prepaid/pack-life.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { view } from '#server/payment/charge/payment-view.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type Row, boughtOf } from '#server/booking/prepaid/session-pack-row.ts'

export type View = z.input<typeof OwnSessionPack>

/** Paid packs and those about to be, the latest first. */
export const list = (work: Work): Promise<View[]> =>
  select(work, sql`pack.status in ('awaiting_payment', 'active', 'expired', 'refunded')`)

export const one = async (work: Work, id: string): Promise<View> => {
  const [found] = await select(work, sql`pack.id = ${id}::uuid`)
  return found ?? refuse('not_found')
}

type Found = Row & {
  name: string
  service: string
  zone: string
  uses: { bookingId: string; startsAt: string; amountCents: number; backCents: number; status: string }[]
}

const select = async (work: Work, which: ReturnType<typeof sql>): Promise<View[]> => {
  const { rows } = await sql<Found>`
    select pack.*, concat_ws(' ', p.first_name, p.last_name) as name, s.name as service, p.zone, (
      select coalesce(json_agg(json_build_object('bookingId', visit.id, 'startsAt', visit.starts_at,
          'amountCents', paid.amount_cents, 'backCents', paid.refunded_cents, 'status', visit.status)
        order by visit.starts_at desc), '[]')
      from bookings visit join payments paid on paid.booking_id = visit.id
      where visit.session_pack_id = pack.id and paid.restorable) as uses
    from session_packs pack join professionals p on p.id = pack.professional_id join services s on s.id = pack.service_id
      join clients mine on mine.id = pack.client_id
    where mine.account_id = ${work.viewer.accountId}::bigint and ${which}
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
    professional: { id: row.professional_id, name: row.name },
    service: { id: row.service_id, name: row.service },
    zone: row.zone,
    sessions: row.sessions,
    left: sessionsLeft(boughtOf(row), leftCents),
    priceCents: row.price_cents,
    leftCents,
    singleCents: row.single_cents,
    backCents: row.status === 'active' ? backAtEnd(boughtOf(row), leftCents) : 0,
    validUntil: row.valid_until?.toISOString() ?? null,
    payment: payment === null ? null : view(payment),
    uses: row.uses.map((use) => ({
      ...use,
      startsAt: new Date(use.startsAt).toISOString(),
      status: statusOf(use),
    })),
  }
}
