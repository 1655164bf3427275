/**
 * Deposits in a payee's bank, and their money that has not left. Reads what payment wrote and writes nothing; a job reads the processor
 * (payment/payout/bank-deposits.ts).
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  BankDeposit,
  type BankDeposits,
  type DepositContent,
  type DepositItem,
  type PayeeParty,
  type bankDeposit,
  type bankDeposits,
} from '#contract/figures/bank-deposit.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { depositItems, type ItemRow } from '#server/figures/deposit-items.ts'
import { isForAccount } from '#server/figures/waiting.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Payee = { party: PayeeParty; id: number; zone: string }

/** Only the payee themselves: no permission of a business covers its money. Refuses not_found. */
export const ownPayee = async (work: Work, party: PayeeParty): Promise<Payee> => {
  const id =
    (party === 'professional' ? work.viewer.professionalId : work.viewer.hostId) ?? refuse('not_found')
  if (party === 'host') return { party, id, zone: 'America/Mexico_City' }
  const row = await work.db.selectFrom('professionals').select('zone').where('id', '=', id).executeTakeFirst()
  return { party, id, zone: row?.zone ?? 'America/Mexico_City' }
}

/** "2026-11" in the payee's zone. */
export const monthNow = (work: Work, { zone }: Payee): string =>
  Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
    .slice(0, 7)

/** The first day of the month after it. */
export const dayAfter = (month: string): string =>
  Temporal.PlainDate.from(`${month}-01`).add({ months: 1 }).toString()

/** The current month unless another is given. Refuses not_found. */
export const deposits = async (
  work: Work,
  { params, query }: Input<typeof bankDeposits>,
): Promise<BankDeposits> => {
  const payee = await ownPayee(work, params.party)
  const month = query.month ?? monthNow(work, payee)
  const found = await readDeposits(work, payee, month)
  const waiting = await readWaiting(work, payee)
  const sent = waiting.filter(({ state }) => state === 'sent')
  const coming = Map.groupBy(
    waiting.filter(({ state }) => state === 'coming'),
    ({ on }) => on,
  )
  const owed = payee.party === 'professional' ? account.owedByProfessional : account.owedByHost
  return {
    party: payee.party,
    month,
    months: await monthsOf(work, payee),
    totalCents: sumOf(found.filter(({ status }) => status !== 'failed')),
    deposits: found,
    sent: { amountCents: sumOf(sent), items: sent.map(itemOf) },
    next: [...coming]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([on, items]) => ({ on, amountCents: sumOf(items), items: items.map(itemOf) })),
    forAccountCents: sumOf(waiting.filter(({ state }) => state === 'for_account')),
    withheldCents: sumOf(waiting.filter(({ state }) => state === 'withheld')),
    owedCents: Math.max(0, await balanceOf(work, owed, payee.id)),
  }
}

const sumOf = (some: readonly { amountCents: number }[]) =>
  some.reduce((sum, { amountCents }) => sum + amountCents, 0)

const itemOf = ({ state: _state, on: _on, ...item }: ItemRow): DepositItem => item

/** The deposits of a month by the bank's date, the newest first. */
export const readDeposits = async (work: Work, payee: Payee, month: string): Promise<BankDeposit[]> =>
  depositRows(
    work,
    payee,
    sql`d.arrives_on >= ${`${month}-01`}::date and d.arrives_on < ${dayAfter(month)}::date`,
  )

const depositRows = async (
  work: Work,
  { party, id }: Payee,
  which: ReturnType<typeof sql>,
): Promise<BankDeposit[]> => {
  const { rows } = await sql<Record<string, unknown> & { sentAt: Date }>`
    select d.id, d.status, to_char(d.arrives_on, 'YYYY-MM-DD') as "arrivesOn", d.sent_at as "sentAt",
      coalesce(d.bank, h.clabe_bank) as bank, coalesce(d.account_end, h.clabe_end) as "accountEnd", d.trace as reference,
      d.amount_cents as "amountCents",
      (select count(*)::int from bank_deposit_transfers t where t.deposit_id = d.id) as count
    -- The bank account of a listing is the one that is paid where the processor names none.
    from bank_deposits d left join hosts h on d.party = 'host' and h.id = d.party_id and d.account_end is null
    where d.party = ${party} and d.party_id = ${id} and ${which} order by d.arrives_on desc, d.id`.execute(
    work.db,
  )
  return rows.map((row) => z.parse(BankDeposit, { ...row, sentAt: row.sentAt.toISOString() }))
}

const monthsOf = async (work: Work, { party, id }: Payee): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(arrives_on, 'YYYY-MM') as month from bank_deposits
    where party = ${party} and party_id = ${id} order by month desc limit 60`.execute(work.db)
  return rows.map(({ month }) => month)
}

/** Transfers in no deposit yet, and payouts that have not left, with the date from which they may. */
const readWaiting = async (work: Work, { party, id, zone }: Payee): Promise<ItemRow[]> =>
  depositItems(work, party, {
    state: sql`case when o.status in ('paid', 'in_process') then 'sent' when o.status = 'withheld' then 'withheld'
        when ${isForAccount} then 'for_account' else 'coming' end`,
    on: sql`to_char(greatest(o.release_at, ${work.now}::timestamptz) at time zone ${zone}, 'YYYY-MM-DD')`,
    amount: sql`o.amount_cents - o.clawed_back_cents`,
    from: sql`payouts o`,
    where: sql`o.party = ${party} and o.party_id = ${id} and o.amount_cents > o.clawed_back_cents
      and (o.status <> 'paid' or o.external_id is not null and o.paid_at >= ${work.now}::timestamptz - interval '45 days'
        and not exists (select from bank_deposit_transfers t where t.payout_id = o.id and t.transfer_ref = o.external_id))`,
  })

/** Refuses not_found, also for another's. */
export const deposit = async (work: Work, { params }: Input<typeof bankDeposit>): Promise<DepositContent> => {
  const payee = await ownPayee(work, params.party)
  const [found] = await depositRows(work, payee, sql`d.id = ${params.id}`)
  const shown = found ?? refuse('not_found')
  const items = await itemsOf(work, payee, shown.id)
  return { deposit: shown, items, otherCents: shown.amountCents - sumOf(items) }
}

const itemsOf = async (work: Work, { party }: Payee, id: string): Promise<DepositItem[]> => {
  const rows = await depositItems(work, party, {
    state: sql`''`,
    on: sql`''`,
    amount: sql`t.amount_cents`,
    from: sql`bank_deposit_transfers t left join payouts o on o.id = t.payout_id`,
    where: sql`t.deposit_id = ${id}`,
  })
  return rows.map(itemOf)
}
