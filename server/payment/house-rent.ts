/**
 * A fixed rent between two of the house (money.md J12 without a booking): the professional owes it at once, the host is due it,
 * and the host's part leaves once the professional's debt is paid: out of what they earned (J22), or by a card (J2, then the
 * client's funds against the debt). The rent's id stands where a booking's does.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { account, type Line } from '#server/payment/journals.ts'
import { balanceOf, post, sharesOf } from '#server/payment/ledger.ts'
import { isCharged } from '#server/payment/part.ts'
import { again, type Fresh, settle } from '#server/payment/payment.ts'
import { processorOf } from '#server/payment/processor.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/row.ts'
import { intend } from '#server/payment/step.ts'
import type { Work } from '#server/platform/work.ts'

/** Posts it once, in the caller's transaction; `reference` is what the ledger keeps it under. */
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

/** The debt is paid: the host's part may leave. */
export const releaseRent = (work: Work, reference: string) =>
  work.db
    .updateTable('payouts')
    .set({ status: 'accrued', release_at: work.now })
    .where('booking_id', '=', reference)
    .where('status', '=', 'withheld')
    .execute()

/** What a professional owes now, whatever for; nobody pays of it before this transaction ends. */
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

/** Whether a card paid the rent that a column or value names: the ledger says so. */
export const isPaidByCard = (reference: ReturnType<typeof sql.ref>) => sql<boolean>`exists (
  select from journals j join entries e on e.journal_id = j.id
  where j.booking_id = ${reference} and j.kind = 'split' and e.account = ${account.owedByProfessional})`

/** The lines of one charge, as they stand in the ledger: those that belong on a receipt. */
export const rentLinesOf = async (work: Work, reference: string) =>
  (await sharesOf(work, reference)).filter(({ side }) => side === 'professional' || side === 'host')

type Order = {
  reference: string
  amountCents: number
  accountId: number
  /** A new card's token, or the processor's name of one that was kept. */
  card: { token: string } | { cardRef: string }
  returnPath: string
}

/**
 * Writes down that this card shall pay a rent at once, in the transaction of who has locked the rent; `carryOut` after its
 * commit does it. Refuses payment_in_progress.
 */
export const orderRent = async (work: Work, order: Order): Promise<string> => {
  const fresh: Fresh = {
    payer: `account:${order.accountId}`,
    provider: processorOf(work.config).name,
    status: 'created',
    amount_cents: order.amountCents,
    authorize_at: null,
    capture_at: work.now,
  }
  const id = await begin(work, order, fresh)
  const cardRef = 'cardRef' in order.card ? order.card.cardRef : null
  await change(work, await lock(work, id), { card_ref: cardRef, return_path: order.returnPath })
  const token = 'token' in order.card ? { token: order.card.token } : {}
  await intend(work, { id }, 'authorize', { amountCents: order.amountCents, ...token })
  return id
}

const begin = async (work: Work, { reference }: Order, fresh: Fresh): Promise<string> => {
  const earlier = await ofBooking(work, reference)
  if (earlier !== null) return again(work, await lock(work, earlier.id), fresh)
  const { id } = await work.db
    .insertInto('payments')
    .values({ ...fresh, id: randomUUIDv7(), booking_id: reference, method: 'card', created_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The card was charged: it pays what is still owed of the rent, and what is over goes back. Once, in the transaction of who has
 * locked the rent and what the professional owes.
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
