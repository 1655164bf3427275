/**
 * A fixed rent between a professional and a host (money.md J12 without a booking): the professional owes it at once, the host is due
 * it, and the host's part is paid out once the professional's debt is paid: from their earnings (J22), or by a card (J2, then the
 * client's funds against the debt). The rent's id takes the place of a booking's.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type AtOnce, orderAtOnce } from '#server/payment/charge/at-once.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { balanceOf, linesOfKinds, post } from '#server/payment/ledger/ledger.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { settle } from '#server/payment/charge/payment.ts'
import type { Payment } from '#server/payment/ledger/row.ts'
import type { Work } from '#server/platform/work.ts'

/** Posts it once, in the caller's transaction, under `reference` in the ledger. */
export const chargeRent = async (
  work: Work,
  what: { reference: string; hostId: number; lines: readonly Line[] },
): Promise<void> => {
  await post(work, {
    kind: 'rent_charge',
    idemKey: `house-rent:${what.reference}`,
    bookingId: what.reference,
    at: work.now,
    lines: what.lines,
  })
  const due = -what.lines
    .filter((line) => line.account === account.owedToHost)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (due <= 0) return
  await sql`
    insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
    values (${randomUUIDv7()}, 'host', ${what.hostId}, ${what.reference}, ${due}, 'withheld', ${work.now})
    on conflict (booking_id, party) do nothing`.execute(work.db)
}

/** The debt is paid: the host's part may be paid out. */
export const releaseRent = (work: Work, reference: string) =>
  work.db
    .updateTable('payouts')
    .set({ status: 'accrued', release_at: work.now })
    .where('booking_id', '=', reference)
    .where('status', '=', 'withheld')
    .execute()

/**
 * Refunds part of a rent (the difference of J12): first against what the professional owes, and the rest as money that they are paid.
 * The host's part is reduced while it waits for the professional's debt, else the host owes it and the next payout deducts it;
 * commission and taxes are returned in proportion.
 */
export const returnRent = async (
  work: Work,
  what: {
    reference: string
    professionalId: number
    cents: number
    before: readonly Line[]
    after: readonly Line[]
  },
): Promise<void> => {
  const { reference, professionalId, cents } = what
  const owedCents = Math.min(cents, await lockOwed(work, professionalId))
  const theirs = { partyId: professionalId, side: 'professional' } as const
  const less = lessOf(what.before, what.after)
  const hostLess = less.find((line) => line.account === account.owedToHost)
  const takenCents = hostLess === undefined ? 0 : await takeWaiting(work, reference, hostLess.amountCents)
  await post(work, {
    kind: 'rent_return',
    idemKey: `house-rent-return:${reference}`,
    bookingId: reference,
    at: work.now,
    lines: [
      ...less.flatMap((line) => (line === hostLess ? apart(line, takenCents) : [line])),
      { account: account.owedByProfessional, amountCents: -owedCents, ...theirs },
      { account: account.owedToProfessional, amountCents: owedCents - cents, ...theirs },
    ].filter(({ amountCents }) => amountCents !== 0),
  })
  if (owedCents === cents) return
  await sql`
    insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
    values (${randomUUIDv7()}, 'professional', ${professionalId}, ${reference}, ${cents - owedCents}, 'accrued', ${work.now})
    on conflict (booking_id, party) do nothing`.execute(work.db)
}

/** Reverses the posted lines and posts what remains. */
const lessOf = (before: readonly Line[], after: readonly Line[]): Line[] =>
  before.map((line) => {
    const saved = after.find((one) => one.account === line.account && one.side === line.side)
    return { ...line, amountCents: (saved?.amountCents ?? 0) - line.amountCents }
  })

/** What was not deducted from their part is a debt, since it may have left already. */
const apart = (line: Line, takenCents: number): Line[] => [
  { ...line, amountCents: takenCents },
  { ...line, account: account.owedByHost, amountCents: line.amountCents - takenCents },
]

/** Deducts from the host's part while it waits, so that they do not pay from other earnings what they never received. Returns how much. */
export const takeWaiting = async (work: Work, reference: string, cents: number): Promise<number> => {
  const payout = await work.db
    .selectFrom('payouts')
    .select(['id', 'amount_cents'])
    .where('booking_id', '=', reference)
    .where('party', '=', 'host')
    .where('status', '=', 'withheld')
    .where('frozen_for', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (payout === undefined) return 0
  const takenCents = Math.min(cents, payout.amount_cents)
  const isAll = takenCents === payout.amount_cents
  await work.db
    .updateTable('payouts')
    .set(
      isAll
        ? { status: 'paid', clawed_back_cents: takenCents, paid_at: work.now }
        : { amount_cents: payout.amount_cents - takenCents },
    )
    .where('id', '=', payout.id)
    .execute()
  return takenCents
}

/** What a professional owes now, for any reason; locked, so that it is not paid before this transaction ends. */
export const lockOwed = async (work: Work, professionalId: number): Promise<number> => {
  await work.db
    .selectFrom('balances')
    .select('account')
    .where('account', '=', account.owedByProfessional)
    .where('party_id', '=', professionalId)
    .forUpdate()
    .execute()
  return balanceOf(work, account.owedByProfessional, professionalId)
}

/** Whether the rent of a column or value was paid by card, according to the ledger. */
export const isPaidByCard = (reference: ReturnType<typeof sql.ref>) => sql<boolean>`exists (
  select from journals j join entries e on e.journal_id = j.id
  where j.booking_id = ${reference} and j.kind = 'split' and e.account = ${account.owedByProfessional})`

/** The ledger lines of one charge that belong on a receipt. */
export const rentLinesOf = async (work: Work, reference: string) =>
  (await linesOfKinds(work, reference, ['rent_charge', 'rent_return'])).filter(
    ({ side }) => side === 'professional' || side === 'host',
  )

type Order = Omit<AtOnce, 'payer'> & { accountId: number }

/**
 * Records a card payment of a rent, in the transaction that has locked the rent; `execute` after its commit makes it. Refuses
 * payment_in_progress.
 */
export const orderRent = (work: Work, { accountId, ...order }: Order): Promise<string> =>
  orderAtOnce(work, { ...order, payer: `account:${accountId}` })

/**
 * The card was charged: it pays what is still owed of the rent, and the excess is refunded. Once, in the transaction that has locked
 * the rent and the professional's debt.
 */
export const settleRent = async (
  work: Work,
  payment: Payment,
  rent: { reference: string; professionalId: number; owedCents: number },
): Promise<void> => {
  if (!isCharged(payment) || payment.settlement !== null) return
  const keepCents = Math.min(payment.captured_cents, rent.owedCents)
  await settle(work, {
    bookingId: rent.reference,
    settlement: {
      kind: 'split',
      keepCents,
      shares:
        keepCents === 0
          ? []
          : [
              {
                account: account.owedByProfessional,
                partyId: rent.professionalId,
                amountCents: -keepCents,
              },
            ],
      extras: [],
    },
  })
}
