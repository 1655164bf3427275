/**
 * Staff actions that move money: the amounts are read from the postings of the action's own transaction, so that the preview (rolled back)
 * and the log (committed) cannot differ from what is done.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { MoneyAct, moneyActs, PartyAmounts } from '#contract/booking/support/money-act.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { Settlement } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const nothing: PartyAmounts = {
  clientCents: 0,
  professionalCents: 0,
  hostCents: 0,
  platformCents: 0,
  taxCents: 0,
}

type Party = keyof PartyAmounts
const partyOf: ReadonlyMap<number, Party> = new Map<number, Party>([
  [account.owedByClient, 'clientCents'],
  [account.refundPayable, 'clientCents'],
  [account.clientCredit, 'clientCents'],
  [account.owedByProfessional, 'professionalCents'],
  [account.cashWithProfessional, 'professionalCents'],
  [account.owedToProfessional, 'professionalCents'],
  [account.owedByHost, 'hostCents'],
  [account.cashWithHost, 'hostCents'],
  [account.owedToHost, 'hostCents'],
  [account.isrWithheld, 'taxCents'],
  [account.ivaWithheld, 'taxCents'],
  [account.ivaCharged, 'taxCents'],
  [account.revenueProfessional, 'platformCents'],
  [account.revenueHost, 'platformCents'],
  [account.goodwill, 'platformCents'],
])

/** For rented hours the professional takes the place of the paying client. */
const payerOf = (kind: string): Party => (kind === 'rent' ? 'professionalCents' : 'clientCents')

/** Runs it in the caller's transaction; answers the sums of its postings and of those that follow once the card is charged. */
export const measured = async <T>(
  work: Work,
  bookingId: string,
  run: () => Promise<T>,
): Promise<{ result: T; amounts: PartyAmounts }> => {
  const before = await sql<{ last: number; kind: string }>`
    select coalesce((select max(id) from journals), 0) as last,
      (select kind from bookings where id = ${bookingId}) as kind`.execute(work.db)
  const { last = 0, kind = 'visit' } = before.rows[0] ?? {}
  const result = await run()
  const posted = await sql<{ account: number; cents: number }>`
    select e.account, -sum(e.amount_cents)::bigint as cents from journals j join entries e on e.journal_id = j.id
    where j.id > ${last} and j.xmin = pg_current_xact_id()::xid group by e.account`.execute(work.db)
  const waiting = await sql<{ settlement: unknown }>`
    select settlement from payments where booking_id in (
      select ${bookingId}::uuid union all select id from deposits where booking_id = ${bookingId}::uuid)
      and settlement is not null and settled_at is null and xmin = pg_current_xact_id()::xid`.execute(work.db)
  const amounts = { ...nothing }
  const add = (account: number, cents: number) => {
    const party = partyOf.get(account)
    if (party !== undefined) amounts[party === 'clientCents' ? payerOf(kind) : party] += cents
  }
  for (const { account, cents } of posted.rows) add(account, cents)
  for (const { settlement } of waiting.rows) {
    const { keepCents, shares } = z.parse(Settlement, settlement)
    for (const line of shares) add(line.account, -line.amountCents)
    amounts[payerOf(kind)] -= keepCents
  }
  return { result, amounts }
}

/** Carries the answer out of a transaction that is rolled back. */
class Rehearsed extends Error {
  readonly amounts: PartyAmounts
  constructor(amounts: PartyAmounts) {
    super('rehearsed')
    this.amounts = amounts
  }
}

/** The preview: done and rolled back. No outside service is called inside a transaction, so nothing remains of it. */
export const rehearse = async (
  work: Work,
  bookingId: string,
  run: (work: Work) => Promise<unknown>,
): Promise<PartyAmounts> => {
  try {
    return await inTransaction(work, async (work) => {
      const { amounts } = await measured(work, bookingId, () => run(work))
      throw new Rehearsed(amounts)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.amounts
    throw error
  }
}

/** `by`: the administrator who decided, where another process executes it. */
type Logged = Pick<MoneyAct, 'act' | 'step' | 'what' | 'reason'> & { bookingId: string | null; by?: number }

/** Writes to the log, in the transaction of the action. */
export const logAct = async (work: Work, said: Logged, amounts: PartyAmounts = nothing): Promise<void> => {
  await work.db
    .insertInto('staff_money_acts')
    .values({
      id: randomUUIDv7(),
      act: said.act,
      step: said.step,
      booking_id: said.bookingId,
      what: said.what,
      reason: said.reason,
      client_cents: amounts.clientCents,
      professional_cents: amounts.professionalCents,
      host_cents: amounts.hostCents,
      platform_cents: amounts.platformCents,
      tax_cents: amounts.taxCents,
      account_id: said.by ?? work.viewer.accountId ?? refuse('not_found'),
      at: work.now,
    })
    .execute()
}

export const actsOfStaff = async (work: Work): Promise<z.input<(typeof moneyActs)['reply']>> => {
  const { rows } = await sql<Omit<MoneyAct, 'at'> & { at: Date }>`
    select act.id, act.act, act.step, act.booking_id as "bookingId", coalesce(booking.service_name, '') as service,
      act.what, act.reason, act.client_cents as "clientCents", act.professional_cents as "professionalCents",
      act.host_cents as "hostCents", act.platform_cents as "platformCents", act.tax_cents as "taxCents",
      coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), 'Cuenta ' || act.account_id) as by, act.at
    from staff_money_acts act left join bookings booking on booking.id = act.booking_id
    left join accounts a on a.id = act.account_id
    order by act.at desc, act.id desc limit 100`.execute(work.db)
  return { acts: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
