/**
 * The one append-only ledger. It knows journals and accounts, not what they are for; a journal that does not balance is refused here
 * and, again, by the database.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { account, type Line, sumOf } from '#server/payment/ledger/journals.ts'
import type { Work } from '#server/platform/work.ts'

export type Journal = {
  kind: JournalKind
  /** The same event is posted once. */
  idemKey: string
  bookingId: string | null
  /** The provider's id of the charge, refund or transfer: in exactly one journal of a kind (I8). */
  externalId?: string | null
  at: Date
  lines: readonly Line[]
  /** J23: the journal whose exact opposite this is. */
  reversesId?: number
}

export type JournalKind =
  | 'hold'
  | 'end_hold'
  | 'capture'
  | 'fee'
  | 'available'
  | 'split'
  | 'cancellation'
  | 'damage'
  | 'rent_charge'
  | 'rent_return'
  | 'rent_direct'
  | 'credit'
  | 'compensation'
  | 'rescue'
  | 'installments'
  | 'goodwill'
  | 'return'
  | 'set_aside'
  | 'part'
  | 'put_back'
  | 'fee_return'
  | 'dispute'
  | 'chargeback'
  | 'chargeback_won'
  | 'chargeback_lost'
  | 'overtime'
  | 'balance'
  | 'tip'
  | 'refund'
  | 'refund_failed'
  | 'loose'
  | 'loose_back'
  | 'credit_used'
  | 'credit_undone'
  | 'credit_back'
  | 'gift'
  | 'gift_redeemed'
  | 'gift_return'
  | 'cash'
  | 'cash_back'
  | 'cash_kept'
  | 'transfer'
  | 'returned_transfer'
  | 'clawback'
  | 'correction'

/** Posts inside the caller's transaction, in one statement. A repeated key returns the same id and posts nothing. */
export const post = async (work: Work, journal: Journal): Promise<number> => {
  const lines = journal.lines.filter(({ amountCents }) => amountCents !== 0)
  if (lines.length < 2 || sumOf(lines) !== 0)
    throw new Error(`journal ${journal.idemKey} does not balance: ${JSON.stringify(lines)}`)
  const { rows } = await sql<{ id: number }>`
    with journal as (
      insert into journals (kind, idem_key, booking_id, external_id, reverses_id, at)
      values (${journal.kind}, ${journal.idemKey}, ${journal.bookingId}, ${journal.externalId ?? null}, ${journal.reversesId ?? null}, ${journal.at})
      on conflict (idem_key) do nothing
      returning id
    ), lines as (
      insert into entries (journal_id, line, account, party_id, side, amount_cents)
      select journal.id, line, account, party_id, side, amount_cents
      from journal, unnest(
        ${lines.map((_, place) => place + 1)}::smallint[],
        ${lines.map((line) => line.account)}::smallint[],
        ${lines.map((line) => line.partyId ?? null)}::bigint[],
        ${lines.map((line) => line.side ?? null)}::text[],
        ${lines.map((line) => line.amountCents)}::bigint[]
      ) as given(line, account, party_id, side, amount_cents)
      returning 1
    )
    select id from journal
  `.execute(work.db)
  return rows[0]?.id ?? idOf(work, journal.idemKey)
}

const idOf = async (work: Work, idemKey: string): Promise<number> => {
  const row = await work.db
    .selectFrom('journals')
    .select('id')
    .where('idem_key', '=', idemKey)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Kinds that state each party's share of a booking, as opposed to how the money moved. */
const dividing = [
  'split',
  'balance',
  'cancellation',
  'damage',
  'tip',
  'rent_charge',
  'credit',
  'compensation',
  'rescue',
  'installments',
  'goodwill',
  'correction',
] as const

/** The lines that divide a booking's money among its parties: the source of settled receipts. */
export const sharesOf = (work: Work, bookingId: string): Promise<Line[]> =>
  linesOfKinds(work, bookingId, dividing)

/**
 * J23: reverses one journal by its exact opposite. Nothing posted changes; a repetition posts nothing. A reversal is never reversed
 * itself (`journals_reverse`). It ignores rows outside the ledger: its caller knows which kinds have none.
 */
export const reverse = async (work: Work, journalId: number): Promise<number> => {
  const of = await work.db
    .selectFrom('journals')
    .select('booking_id')
    .where('id', '=', journalId)
    .executeTakeFirstOrThrow()
  const lines = await linesOfJournal(work, journalId)
  return post(work, {
    kind: 'correction',
    idemKey: `correction:${journalId}`,
    bookingId: of.booking_id,
    at: work.now,
    reversesId: journalId,
    lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents })),
  })
}

const linesOfJournal = async (work: Work, journalId: number): Promise<Line[]> => {
  const rows = await work.db
    .selectFrom('entries')
    .select(['account', 'party_id', 'side', 'amount_cents'])
    .where('journal_id', '=', journalId)
    .orderBy('line')
    .execute()
  return rows.map(lineOf)
}

/** The lines of a booking's journals of some kinds. */
export const linesOfKinds = async (
  work: Work,
  bookingId: string,
  kinds: readonly JournalKind[],
): Promise<Line[]> => {
  const rows = await work.db
    .selectFrom('journals')
    .innerJoin('entries', 'entries.journal_id', 'journals.id')
    .where('journals.booking_id', '=', bookingId)
    .where('journals.kind', 'in', kinds)
    .select(['entries.account', 'entries.party_id', 'entries.side', 'entries.amount_cents'])
    .orderBy('journals.id')
    .orderBy('entries.line')
    .execute()
  return rows.map(lineOf)
}

type Entry = { account: number; party_id: number | null; side: string | null; amount_cents: number }

const lineOf = (row: Entry): Line => ({
  account: z.parse(AccountNumber, row.account),
  amountCents: row.amount_cents,
  ...(row.party_id === null ? {} : { partyId: row.party_id }),
  ...(row.side === null ? {} : { side: z.parse(SideName, row.side) }),
})

const AccountNumber = z.literal(Object.values(account))
const SideName = z.enum(['client', 'professional', 'host'])

/** The balance of one person's account: debit positive. */
export const balanceOf = async (work: Work, number: number, partyId: number): Promise<number> => {
  const row = await work.db
    .selectFrom('balances')
    .select('amount_cents')
    .where('account', '=', number)
    .where('party_id', '=', partyId)
    .executeTakeFirst()
  return row?.amount_cents ?? 0
}

/** Everything ever posted, by account; the sum over all is zero (I1). */
export const trialBalance = async (work: Work): Promise<Map<number, number>> => {
  const rows = await work.db
    .selectFrom('entries')
    .select((query) => ['account', query.fn.sum<string>('amount_cents').as('cents')])
    .groupBy('account')
    .orderBy('account')
    .execute()
  return new Map(rows.map((row) => [row.account, Number(row.cents)]))
}
