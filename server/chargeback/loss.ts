/**
 * Who bears a lost chargeback (money.md J19): by the rule of the contract, out of their waiting money, the rest out of their next payouts.
 * A visit that is still to come does not take place. docs/payment/chargebacks.md.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { bearerOf, ChargebackReason } from '#contract/payment/chargeback.ts'
import { aboutOf, type About } from '#server/chargeback/about.ts'
import { cancelAsPlatform } from '#server/booking/cancellation/cancellation.ts'
import { goneOf, lossOfSplit } from '#server/booking/settlement/dispute-money.ts'
import { lockCard } from '#server/booking/contact/gift-card-row.ts'
import { endLost, loseGift } from '#server/booking/prepaid/gift-redeem.ts'
import { type BookingRow, lockById } from '#server/booking/moves/move.ts'
import { postLoss, unposted } from '#server/payment/charge/chargeback.ts'
import type { ChargebackRow } from '#server/payment/charge/chargeback-row.ts'
import { bear } from '#server/payment/charge/frozen.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Posts every loss that is due. Safe for concurrent processes: each is posted once. */
export const settleLost = async (work: Work): Promise<void> => {
  await runIsolated(work, await unposted(work), async (row) => {
    const about = await aboutOf(work, row)
    if (about.booking !== null && isToCome(about.booking, work.now) && (await isWhole(work, row)))
      await cancelAsPlatform(work, about.booking.id, 'its charge went back to the bank')
    const paymentId = await inTransaction(work, async (work) => {
      // Moving a visit or deciding about it locks it first.
      if (about.booking !== null) await lockById(work, about.booking.id)
      if (about.kind === 'gift') return loseCard(work, row)
      await postLoss(work, row.id, (work, cents) => coveredByHost(work, row, about, cents))
      return null
    })
    if (paymentId !== null) await execute(work, paymentId)
  })
}

/**
 * An unredeemed gift card is cancelled, and what the bank left of it is refunded; of one that became credit as much as is left is taken.
 */
const loseCard = async (work: Work, row: ChargebackRow): Promise<string | null> => {
  const card = (await lockCard(work, row.booking_id)) ?? refuse('not_found')
  let lostCents = 0
  await postLoss(work, row.id, (work, cents) => {
    lostCents = cents
    return loseGift(work, card, cents)
  })
  return lostCents === 0 ? null : endLost(work, card, lostCents)
}

/** An unregistered visit may have taken place all the same: after its hour it ends as any visit does, and is divided first. */
const isToCome = ({ status, starts_at }: BookingRow, now: Date) =>
  (status === 'confirmed' || status === 'requested') && starts_at > now

/** Of a partly reversed charge the visit remains valid: who bears the rest is decided when it is divided. */
const isWhole = async (work: Work, { payment_id }: ChargebackRow): Promise<boolean> => {
  const { left } = await work.db
    .selectFrom('payments')
    .select(sql<number>`captured_cents - refunded_cents - disputed_cents`.as('left'))
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  return left <= 0
}

/** Debits that add up to this amount. */
const coveredByHost = async (
  work: Work,
  row: ChargebackRow,
  about: About,
  cents: number,
): Promise<{ by: 'platform' | 'professional' | 'payer' | 'gift'; lines: Line[] }> => {
  const by = bearerOf({ ...about, reason: z.parse(ChargebackReason, row.reason) })
  if (by === 'professional' && about.booking !== null) {
    const payee = { side: 'professional', id: about.booking.professional_id } as const
    // No one else has a share of a tip.
    if (about.kind === 'tip') return { by, lines: await bear(work, { reference: row.id, payee, cents }) }
    const goneCents = await goneOf(work, about.booking)
    const { netCents, lines } = lossOfSplit(about.booking, 'service', cents, goneCents).professional
    return { by, lines: [...(await bear(work, { reference: row.id, payee, cents: netCents })), ...lines] }
  }
  if (by === 'payer' && about.payerId !== null)
    return {
      by,
      lines: [
        {
          account: account.owedByProfessional,
          partyId: about.payerId,
          side: 'professional',
          amountCents: cents,
        },
      ],
    }
  return { by: 'platform', lines: [{ account: account.goodwill, amountCents: cents }] }
}
