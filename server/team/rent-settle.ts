/** A rent charge settles: paid, its receipt posted, or the member blocked. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { teamLimits } from '#contract/team/member.ts'
import { holdForRent, releaseRentOf } from '#server/hiring/agreement/ending.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { lockOwed, releaseRent } from '#server/payment/payout/business-rent.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { paidByCard } from '#server/team/owed.ts'

/** Debts are paid in order, except that a card pays its own rent: a rent is paid once what is owed is no more than the ones after it. */
export const followRent = async (work: Work) => {
  const { rows } = await sql<{ professionalId: number }>`
    select distinct professional_id as "professionalId" from rent_charges where status = 'due' limit 500`.execute(
    work.db,
  )
  await runIsolated(work, rows, ({ professionalId }) => settle(work, professionalId))
}

/** Marks paid rents, and stops new appointments for those overdue by days. */
export const settle = (work: Work, professionalId: number) =>
  inTransaction(work, async (work) => {
    const { rows: held } = await sql<{
      id: string
      cents: number
      chargedAt: Date
      blockedAt: Date | null
      agreementId: number | null
    }>`
      select c.id, greatest(0, c.amount_cents - c.returned_cents - c.direct_cents)::float8 as cents, c.charged_at as "chargedAt", c.blocked_at as "blockedAt",
        m.agreement_id as "agreementId"
      from rent_charges c join memberships m on m.id = c.membership_id
      where c.professional_id = ${professionalId} and c.status = 'due' order by c.number for update of c`.execute(
      work.db,
    )
    const owed = await lockOwed(work, professionalId)
    const byCard = await paidByCardOf(work, professionalId)
    for (const one of held) if (byCard.has(one.id)) await pay(work, one)
    const rows = held.filter(({ id }) => !byCard.has(id))
    const all = rows.reduce((sum, { cents }) => sum + cents, 0)
    let before = 0
    for (const one of rows) {
      before += one.cents
      // A direct payment pays its own rent, whatever was owed before it.
      if (one.cents === 0 || owed <= all - before) await pay(work, one)
      else if (one.blockedAt === null && one.chargedAt <= after(work.now, -teamLimits.unpaidDays * dayMs))
        await block(work, one)
    }
  })

const paidByCardOf = async (work: Work, professionalId: number): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from rent_charges c where c.professional_id = ${professionalId} and c.status = 'due' and ${paidByCard}`.execute(
    work.db,
  )
  return new Set(rows.map(({ id }) => id))
}

const pay = async (work: Work, one: { id: string; blockedAt: Date | null; agreementId: number | null }) => {
  await work.db
    .updateTable('rent_charges')
    .set({ status: 'paid', paid_at: work.now, card_next_at: null })
    .where('id', '=', one.id)
    .execute()
  await releaseRent(work, one.id)
  if (one.blockedAt !== null && one.agreementId !== null) {
    const { rows } = await sql`
      select from rent_charges c join memberships m on m.id = c.membership_id
      where m.agreement_id = ${one.agreementId} and c.status = 'due' and c.blocked_at is not null limit 1`.execute(
      work.db,
    )
    if (rows.length === 0) await releaseRentOf(work, one.agreementId)
  }
  await publish(work, 'rent_charge.changed', { chargeId: one.id, move: 'pay' })
}

const block = async (work: Work, one: { id: string; agreementId: number | null }) => {
  await work.db.updateTable('rent_charges').set({ blocked_at: work.now }).where('id', '=', one.id).execute()
  if (one.agreementId !== null) await holdForRent(work, one.agreementId)
  await publish(work, 'rent_charge.changed', { chargeId: one.id, move: 'block' })
}
