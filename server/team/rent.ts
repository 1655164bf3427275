/**
 * Rent runs: the fixed rent of several people for the same days, shown first, then charged through the ledger with a receipt for both. It
 * is taken out of each professional's next earnings; when it is three days overdue, new appointments here are stopped.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'
import {
  type collectRent,
  type previewRentRun,
  type RentPreview,
  RentRun,
  type rentRuns,
} from '#contract/team/rent.ts'
import { fixedRentCents, BusinessTerms } from '#contract/team/rent-terms.ts'
import { beginOf, endOf } from '#server/hiring/fit/hiring.ts'
import { chargeRent } from '#server/payment/payout/business-rent.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { businessRates, splitOfRent } from '#server/pricing/business-rent.ts'
import { rentLines } from '#server/pricing/settlement.ts'
import { type Collecting, collecting } from '#server/team/business.ts'
import { stillOwed } from '#server/team/owed.ts'
import { isAt } from '#server/team/rent-receipt.ts'

type Period = { from: string; to: string }
const longest = 62

const requirePeriod = (work: Work, { from, to }: Period) => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1 || days > longest)
    refuse('invalid_input', { fields: [{ field: 'to', problem: `elige hasta ${longest} días` }] })
  if (Date.parse(from) > work.now.getTime() + longest * dayMs)
    refuse('invalid_input', { fields: [{ field: 'from', problem: 'está muy lejos' }] })
}

export type Tenant = {
  memberId: number
  version: number
  name: string
  professionalId: number
  hostId: number
  spaceId: number
  zone: string
  terms: BusinessTerms
  joinedOn: string
  charged: boolean
  agreementId: number | null
}

/** Members who could owe rent there; the run's host is the one it is requested for. */
const tenantsOf = async (
  work: Work,
  { from, to }: Period,
  spaceId: Collecting['spaceId'],
): Promise<Tenant[]> => {
  const { rows } = await sql<Omit<Tenant, 'terms'> & { terms: unknown }>`
    select m.id as "memberId", m.version, concat_ws(' ', p.first_name, p.last_name) as name,
      m.professional_id as "professionalId", m.host_id as "hostId", m.space_id as "spaceId", s.zone, m.terms,
      to_char(m.joined_at at time zone s.zone, 'YYYY-MM-DD') as "joinedOn", m.agreement_id as "agreementId",
      exists (select from rent_charges c where c.membership_id = m.id
        and c.period && daterange(${from}::date, ${to}::date, '[]')) as charged
    from memberships m join professionals p on p.id = m.professional_id join spaces s on s.id = m.space_id
    where m.host_id = ${work.viewer.hostId}::bigint and m.status in ('active', 'paused') and ${isAt(spaceId)}
    order by p.first_name, p.last_name, m.id`.execute(work.db)
  return rows.map((row) => ({ ...row, terms: z.parse(BusinessTerms, row.terms) }))
}

/** Not for days before they joined. */
const begin = ({ joinedOn }: Tenant, from: string) => (joinedOn > from ? joinedOn : from)

/** The amounts of a run, per member, with reasons. Refuses `not_found`, `member_may_not`, `invalid_input`. */
export const preview = async (work: Work, { body }: Input<typeof previewRentRun>): Promise<RentPreview> => {
  const { own, spaceId } = await collecting(work, body.membership)
  requirePeriod(work, body)
  const tenants = await tenantsOf(own, body, spaceId)
  const rates = await businessRates(own, own.viewer.hostId ?? refuse('not_found'))
  const rows = []
  let commissionCents = 0
  for (const one of tenants) {
    const amountCents = one.charged ? 0 : fixedRentCents(one.terms, begin(one, body.from), body.to)
    commissionCents += shareOf(amountCents, rates.rentBp)
    rows.push({
      memberId: one.memberId,
      name: one.name,
      terms: one.terms,
      amountCents,
      explanation: explain(one, body, amountCents),
      perUseCents: await perUseOf(own, one, body),
      chargeable: amountCents > 0,
    })
  }
  return {
    from: body.from,
    to: body.to,
    rows,
    totalCents: rows.reduce((sum, one) => sum + one.amountCents, 0),
    commissionCents,
  }
}

const explain = (one: Tenant, { from, to }: Period, amountCents: number): string => {
  const { fixed } = one.terms
  if (fixed === null) return 'Sin renta fija: su parte sale de cada cita.'
  if (one.charged) return 'Estos días ya se cobraron.'
  if (amountCents === 0) return 'Llegó después de estos días.'
  const first = begin(one, from)
  const days = Math.round((Date.parse(to) - Date.parse(first)) / dayMs) + 1
  const each = `${formatCents(fixed.amountCents)} ${fixed.every === 'week' ? 'a la semana' : 'al mes'}`
  return `${each}, ${days} ${days === 1 ? 'día' : 'días'}${first === from ? '' : ' desde que llegó'}`
}

/** Rent of the appointments of those days, deducted when each was settled. */
const perUseOf = async (work: Work, { agreementId, zone }: Tenant, { from, to }: Period): Promise<number> => {
  if (agreementId === null) return 0
  const row = await work.db
    .selectFrom('bookings')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('rent_cents'), eb.lit(0)).as('cents'))
    .where('agreement_id', '=', agreementId)
    .where('starts_at', '>=', beginOf(from, zone))
    .where('starts_at', '<', endOf(to, zone))
    .where('status', 'in', ['to_settle', 'completed', 'closed'])
    .executeTakeFirstOrThrow()
  return row.cents
}

/**
 * Charges the chosen members. Refuses `rent_changed` for another sum than was shown, `rent_charged` for days that were charged meanwhile,
 * `not_found`, `member_may_not`, `invalid_input`.
 */
export const collect = async (work: Work, { body }: Input<typeof collectRent>): Promise<RentRun> => {
  const { own, spaceId } = await collecting(work, body.membership)
  requirePeriod(work, body)
  const id = await inTransaction(own, async (work) => {
    await lockName(work, `rent-run:${work.viewer.hostId}`)
    const tenants = (await tenantsOf(work, body, spaceId)).filter(({ memberId }) =>
      body.memberIds.includes(memberId),
    )
    if (tenants.length !== new Set(body.memberIds).size) refuse('not_found')
    if (tenants.some(({ charged }) => charged)) refuse('rent_charged')
    const owed = tenants.map((one) => ({
      one,
      cents: fixedRentCents(one.terms, begin(one, body.from), body.to),
    }))
    const total = owed.reduce((sum, { cents }) => sum + cents, 0)
    if (total !== body.totalCents || owed.some(({ cents }) => cents === 0)) refuse('rent_changed')
    const runId = randomUUID()
    await work.db
      .insertInto('rent_runs')
      .values({
        id: runId,
        host_id: work.viewer.hostId ?? refuse('not_found'),
        period_from: body.from,
        period_to: body.to,
        made_by: work.viewer.accountId ?? refuse('not_signed_in'),
        made_at: work.now,
      })
      .execute()
    for (const { one, cents } of owed) await charge(work, runId, one, body, cents)
    return runId
  })
  const [run] = await readRuns(own, sql`r.id = ${id}`, spaceId)
  return run ?? refuse('not_found')
}

/** One charge of a run, in its transaction: the receipt, the ledger, the notification. Refuses `rent_charged`. */
export const charge = async (work: Work, runId: string, one: Tenant, { from, to }: Period, cents: number) => {
  const id = randomUUID()
  const rates = await businessRates(work, one.hostId)
  const split = splitOfRent(rates, cents)
  const first = begin(one, from)
  await work.db
    .insertInto('rent_charges')
    .values({
      id,
      run_id: runId,
      membership_id: one.memberId,
      host_id: one.hostId,
      professional_id: one.professionalId,
      period: sql`daterange(${first}::date, ${to}::date, '[]')`,
      amount_cents: cents,
      explanation: explain(one, { from, to }, cents),
      rates: JSON.stringify(rates),
      status: 'due',
      charged_at: work.now,
      // A card saved for it is charged first.
      card_next_at: sql`(select ${work.now}::timestamptz from rent_cards where professional_id = ${one.professionalId})`,
    })
    .execute()
    .catch((error: unknown) => refuseOn(error, { rent_charges_once: 'rent_charged' }))
  const lines: Line[] = [
    {
      account: account.owedByProfessional,
      partyId: one.professionalId,
      side: 'professional',
      amountCents: cents,
    },
    ...rentLines(split, one.hostId),
  ]
  await chargeRent(work, { reference: id, hostId: one.hostId, lines })
  crashPoint('inside-rent-run')
  await publish(work, 'rent_charge.changed', { chargeId: id, move: 'charge' })
}

/** Of the actor's business, or of the one that permits them to charge, the newest first. Refuses `not_found`, `member_may_not`. */
export const runs = async (work: Work, { query }: Input<typeof rentRuns>): Promise<RentRun[]> => {
  const { own, spaceId } = await collecting(work, query.membership ?? null)
  return readRuns(own, sql`true`, spaceId)
}

/** The member's last report on the rent `c`, while the business has not answered it. */
const reportedOf = sql`coalesce((select case when c.status = 'due' and last.kind = 'reported' then last.amount_cents end
  from rent_direct_payments last where last.charge_id = c.id order by last.number desc limit 1), 0)`

const readRuns = async (
  work: Work,
  which: ReturnType<typeof sql>,
  spaceId: Collecting['spaceId'],
): Promise<RentRun[]> => {
  const { rows } = await sql<Record<string, unknown> & { madeAt: Date }>`
    select r.id, to_char(r.period_from, 'YYYY-MM-DD') as "from", to_char(r.period_to, 'YYYY-MM-DD') as "to",
      r.made_at as "madeAt",
      (select json_agg(json_build_object('id', c.id, 'memberId', c.membership_id,
          'name', concat_ws(' ', p.first_name, p.last_name), 'amountCents', c.amount_cents, 'returnedCents', c.returned_cents, 'owedCents', ${stillOwed},
          'reportedCents', ${reportedOf}, 'status', c.status,
          'paidAt', to_char(c.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'refused', c.status = 'due' and c.card_failure is not null, 'blocked', c.status = 'due' and c.blocked_at is not null)
          order by c.number)
        from rent_charges c join professionals p on p.id = c.professional_id join memberships m on m.id = c.membership_id
        where c.run_id = r.id and ${isAt(spaceId)}) as charges
    from rent_runs r where r.host_id = ${work.viewer.hostId}::bigint and ${which}
      and exists (select from rent_charges c join memberships m on m.id = c.membership_id where c.run_id = r.id and ${isAt(spaceId)})
    order by r.made_at desc, r.id limit 50`.execute(work.db)
  return rows.map((row) => z.parse(RentRun, { ...row, madeAt: row.madeAt.toISOString() }))
}
