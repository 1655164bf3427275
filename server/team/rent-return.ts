/** Days paid in advance but unused, because a member leaves before: refunded to the payer, taken from the payee. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { fixedRentCents, BusinessTerms } from '#contract/team/rent-terms.ts'
import { dateAt } from '#server/hiring/fit/hiring.ts'
import { returnRent } from '#server/payment/payout/business-rent.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { BusinessRates, splitOfRent } from '#server/pricing/business-rent.ts'
import { rentLines } from '#server/pricing/settlement.ts'

type Charge = {
  id: string
  from: string
  cents: number
  rates: unknown
  hostId: number
  professionalId: number
  terms: unknown
}

/** In the transaction in which the membership ends; each charge is refunded once. */
export const returnUnused = async (work: Work, membership: { id: number; endsAt: Date | null }) => {
  const left = membership.endsAt !== null && membership.endsAt < work.now ? membership.endsAt : work.now
  const { rows } = await sql<Charge & { zone: string; to: string }>`
    select c.id, to_char(lower(c.period), 'YYYY-MM-DD') as "from", to_char(upper(c.period) - 1, 'YYYY-MM-DD') as "to",
      c.amount_cents::float8 as cents, c.rates, c.host_id as "hostId", c.professional_id as "professionalId", m.terms, s.zone
    from rent_charges c join memberships m on m.id = c.membership_id join spaces s on s.id = m.space_id
    where c.membership_id = ${membership.id} and c.returned_cents = 0 order by c.number for update of c`.execute(
    work.db,
  )
  for (const one of rows) {
    const lastDay = dateAt(new Date(left.getTime() - 1), one.zone)
    if (one.to > lastDay) await refundAmount(work, one, lastDay)
  }
}

const refundAmount = async (work: Work, one: Charge, lastDay: string) => {
  const usedCents = Math.min(one.cents, fixedRentCents(z.parse(BusinessTerms, one.terms), one.from, lastDay))
  const cents = one.cents - usedCents
  if (cents === 0) return
  const rates = z.parse(BusinessRates, one.rates)
  await returnRent(work, {
    reference: one.id,
    professionalId: one.professionalId,
    cents,
    // The posted lines, less those for the used days.
    before: rentLines(splitOfRent(rates, one.cents), one.hostId),
    after: usedCents === 0 ? [] : rentLines(splitOfRent(rates, usedCents), one.hostId),
  })
  await work.db
    .updateTable('rent_charges')
    .set({ returned_cents: cents, returned_at: work.now })
    .where('id', '=', one.id)
    .execute()
  await publish(work, 'rent_charge.changed', { chargeId: one.id, move: 'return' })
}
