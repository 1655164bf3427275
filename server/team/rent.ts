/**
 * Rent runs: the fixed rent of several people for the same days, shown first, then charged through the ledger with a receipt for
 * both. It is taken out of what each professional earns next; three days unpaid, new appointments here wait.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'
import {
  type collectRent,
  fixedRentCents,
  HouseTerms,
  type previewRentRun,
  type RentPreview,
  RentReceipt,
  type rentReceipt,
  RentRun,
  type rentRuns,
  teamLimits,
} from '#contract/team/team.ts'
import { holdForRent, letGoOfRent } from '#server/hiring/ending.ts'
import { after, beginOf, dayMs, endOf } from '#server/hiring/hiring.ts'
import { chargeRent, lockOwed, releaseRent, rentLinesOf } from '#server/payment/payout/house-rent.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { houseRates, splitOfRent } from '#server/pricing/house-rent.ts'
import { rentLines } from '#server/pricing/settlement.ts'
import { type Collecting, collecting } from '#server/team/house.ts'
import { paidByCard, stillOwed } from '#server/team/owed.ts'

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
  terms: HouseTerms
  joinedOn: string
  charged: boolean
  agreementId: number | null
}

/** Who could owe something there; the run's host is the one in whose name it is asked. */
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
    where m.host_id = ${work.who.hostId}::bigint and m.status in ('active', 'paused') and ${isAt(spaceId)}
    order by p.first_name, p.last_name, m.id`.execute(work.db)
  return rows.map((row) => ({ ...row, terms: z.parse(HouseTerms, row.terms) }))
}

/** Of the membership `m`. */
const isAt = (spaceId: Collecting['spaceId']) =>
  spaceId === null ? sql<boolean>`true` : sql<boolean>`m.space_id = ${spaceId}`

/** Not for days before they came. */
const begin = ({ joinedOn }: Tenant, from: string) => (joinedOn > from ? joinedOn : from)

/** What a run would charge, to whom, and why. Refuses `not_found`, `member_may_not`, `invalid_input`. */
export const preview = async (work: Work, { body }: Input<typeof previewRentRun>): Promise<RentPreview> => {
  const { own, spaceId } = await collecting(work, body.membership)
  requirePeriod(work, body)
  const tenants = await tenantsOf(own, body, spaceId)
  const rates = await houseRates(own, own.who.hostId ?? refuse('not_found'))
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

/** Rent of appointments of those days: taken out of each when it was settled. */
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
 * Charges whom was chosen. Refuses `rent_changed` for another sum than was shown, `rent_charged` for days that were charged
 * meanwhile, `not_found`, `member_may_not`, `invalid_input`.
 */
export const collect = async (work: Work, { body }: Input<typeof collectRent>): Promise<RentRun> => {
  const { own, spaceId } = await collecting(work, body.membership)
  requirePeriod(work, body)
  const id = await inTransaction(own, async (work) => {
    await lockName(work, `rent-run:${work.who.hostId}`)
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
        host_id: work.who.hostId ?? refuse('not_found'),
        period_from: body.from,
        period_to: body.to,
        made_by: work.who.accountId ?? refuse('not_signed_in'),
        made_at: work.now,
      })
      .execute()
    for (const { one, cents } of owed) await charge(work, runId, one, body, cents)
    return runId
  })
  const [run] = await readRuns(own, sql`r.id = ${id}`, spaceId)
  return run ?? refuse('not_found')
}

/** One charge of a run, in its transaction: the receipt, the ledger, the notice. Refuses `rent_charged`. */
export const charge = async (work: Work, runId: string, one: Tenant, { from, to }: Period, cents: number) => {
  const id = randomUUID()
  const rates = await houseRates(work, one.hostId)
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
      // A card that they keep for it is asked first.
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

/** Of my house, or of the one that lets me charge, the newest first. Refuses `not_found`, `member_may_not`. */
export const runs = async (work: Work, { query }: Input<typeof rentRuns>): Promise<RentRun[]> => {
  const { own, spaceId } = await collecting(work, query.membership ?? null)
  return readRuns(own, sql`true`, spaceId)
}

const readRuns = async (
  work: Work,
  which: ReturnType<typeof sql>,
  spaceId: Collecting['spaceId'],
): Promise<RentRun[]> => {
  const { rows } = await sql<Record<string, unknown> & { madeAt: Date }>`
    select r.id, to_char(r.period_from, 'YYYY-MM-DD') as "from", to_char(r.period_to, 'YYYY-MM-DD') as "to",
      r.made_at as "madeAt",
      (select json_agg(json_build_object('id', c.id, 'memberId', c.membership_id,
          'name', concat_ws(' ', p.first_name, p.last_name), 'amountCents', c.amount_cents, 'returnedCents', c.returned_cents, 'status', c.status,
          'paidAt', to_char(c.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'refused', c.status = 'due' and c.card_failure is not null, 'blocked', c.status = 'due' and c.blocked_at is not null)
          order by c.number)
        from rent_charges c join professionals p on p.id = c.professional_id join memberships m on m.id = c.membership_id
        where c.run_id = r.id and ${isAt(spaceId)}) as charges
    from rent_runs r where r.host_id = ${work.who.hostId}::bigint and ${which}
      and exists (select from rent_charges c join memberships m on m.id = c.membership_id where c.run_id = r.id and ${isAt(spaceId)})
    order by r.made_at desc, r.id limit 50`.execute(work.db)
  return rows.map((row) => z.parse(RentRun, { ...row, madeAt: row.madeAt.toISOString() }))
}

type Charged = {
  id: string
  status: 'due' | 'paid'
  from: string
  to: string
  businessName: string
  name: string
  explanation: string
  amountCents: number
  chargedAt: Date
  paidAt: Date | null
  isProfessional: boolean
  owedCents: number
  byCard: boolean
  returnedCents: number
  failure: string | null
  againAt: Date | null
  blocked: boolean
  asked: string | null
  paymentId: string | null
  paymentStatus: string | null
  actionUrl: string | null
}

const readCharges = async (work: Work, which: ReturnType<typeof sql>) => {
  const { rows } = await sql<Charged>`
    select c.id, c.status, to_char(lower(c.period), 'YYYY-MM-DD') as "from", to_char(upper(c.period) - 1, 'YYYY-MM-DD') as "to",
      b.name as "businessName", concat_ws(' ', p.first_name, p.last_name) as name, c.explanation, c.amount_cents::float8 as "amountCents",
      c.charged_at as "chargedAt", c.paid_at as "paidAt",
      coalesce(c.professional_id = ${work.who.professionalId}::bigint, false) as "isProfessional",
      ${stillOwed} as "owedCents", ${paidByCard} as "byCard", c.returned_cents::float8 as "returnedCents", c.card_failure as failure, c.card_next_at as "againAt",
      c.status = 'due' and c.blocked_at is not null as blocked, c.card_asked as asked, k.id as "paymentId",
      k.status as "paymentStatus", k.action_url as "actionUrl"
    from rent_charges c left join payments k on k.booking_id = c.id join memberships m on m.id = c.membership_id join spaces s on s.id = m.space_id
    join businesses b on b.id = s.business_id join professionals p on p.id = c.professional_id
    where ${which} order by c.number desc limit 100`.execute(work.db)
  return rows
}

/** What I was charged as somebody of a house, the newest first. */
export const receipts = async (work: Work): Promise<RentReceipt[]> => {
  const rows = await readCharges(work, sql`c.professional_id = ${work.who.professionalId}::bigint`)
  const all: RentReceipt[] = []
  for (const row of rows) all.push(await draw(work, row))
  return all
}

/** Either party's own lines, or the house's for who charges in its name. Refuses `not_found`, also for somebody else's, `member_may_not`. */
export const receipt = async (
  work: Work,
  { params, query }: Input<typeof rentReceipt>,
): Promise<RentReceipt> => {
  const { own, spaceId } =
    query.membership === undefined ? { own: work, spaceId: null } : await collecting(work, query.membership)
  const { professionalId, hostId } = own.who
  const [row] = await readCharges(
    own,
    sql`c.id = ${params.id} and (c.professional_id = ${professionalId}::bigint or c.host_id = ${hostId}::bigint) and ${isAt(spaceId)}`,
  )
  return row === undefined ? refuse('not_found') : draw(own, row)
}

/** From the ledger: what was owed, and for the host what the house and the tax office took of it. */
const draw = async (work: Work, row: Charged): Promise<RentReceipt> => {
  const posted = await rentLinesOf(work, row.id)
  const sumOf = (...numbers: readonly number[]) =>
    posted
      .filter((line) => numbers.includes(line.account))
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const mine = row.isProfessional
    ? [{ code: 'rent', label: 'Renta fija', amountCents: -row.amountCents }, ...unused(row.returnedCents)]
    : [
        { code: 'rent', label: 'Renta fija', amountCents: row.amountCents },
        ...unused(-row.returnedCents),
        {
          code: 'commission',
          label: 'Comisión de Kalli, con IVA',
          amountCents: sumOf(account.revenueHost, account.ivaCharged),
        },
        { code: 'isr', label: 'ISR retenido', amountCents: sumOf(account.isrWithheld) },
        { code: 'iva', label: 'IVA retenido', amountCents: sumOf(account.ivaWithheld) },
      ].filter(({ amountCents }) => amountCents !== 0)
  const { isProfessional, ...shown } = row
  return z.parse(RentReceipt, {
    ...shown,
    ...byCard(row),
    party: isProfessional ? 'professional' : 'host',
    chargedAt: row.chargedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    lines: mine,
    netCents: mine.reduce((sum, { amountCents }) => sum + amountCents, 0),
  })
}

/** It ended before the days that were charged did. */
const unused = (amountCents: number) =>
  amountCents === 0 ? [] : [{ code: 'returned', label: 'Días sin usar', amountCents }]

/** How a card stands with it; an approval that the bank waits for is for who pays alone. */
const byCard = ({ status, isProfessional, ...row }: Charged) => ({
  paidBy: status === 'due' ? null : row.byCard ? 'card' : 'earnings',
  refused: status === 'due' && row.failure !== null ? { againAt: row.againAt?.toISOString() ?? null } : null,
  paying:
    isProfessional && status === 'due' && row.asked !== null && row.paymentId !== null
      ? {
          paymentId: row.paymentId,
          actionUrl: row.paymentStatus === 'requires_action' ? row.actionUrl : null,
        }
      : null,
})

/** Debts are paid in the order in which they came, unless a card paid its own: this one is, when what is owed is no more than the ones after it. */
export const followRent = async (work: Work) => {
  const { rows } = await sql<{ professionalId: number }>`
    select distinct professional_id as "professionalId" from rent_charges where status = 'due' limit 500`.execute(
    work.db,
  )
  await eachApart(work, rows, ({ professionalId }) => settle(work, professionalId))
}

/** What is paid is written down, and what was not for days holds up new appointments. */
export const settle = (work: Work, professionalId: number) =>
  inTransaction(work, async (work) => {
    const { rows: held } = await sql<{
      id: string
      cents: number
      chargedAt: Date
      blockedAt: Date | null
      agreementId: number | null
    }>`
      select c.id, (c.amount_cents - c.returned_cents)::float8 as cents, c.charged_at as "chargedAt", c.blocked_at as "blockedAt",
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
      if (owed <= all - before) await pay(work, one)
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
    if (rows.length === 0) await letGoOfRent(work, one.agreementId)
  }
  await publish(work, 'rent_charge.changed', { chargeId: one.id, move: 'pay' })
}

const block = async (work: Work, one: { id: string; agreementId: number | null }) => {
  await work.db.updateTable('rent_charges').set({ blocked_at: work.now }).where('id', '=', one.id).execute()
  if (one.agreementId !== null) await holdForRent(work, one.agreementId)
  await publish(work, 'rent_charge.changed', { chargeId: one.id, move: 'block' })
}
