/** Money paid for a visit and due to its parties, without a visit: for tests of payments alone. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { execute, settle } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import type { TestServer } from '#server/testing/test-server.ts'

let serial = 10
export const newParties = () => ({ clientId: ++serial, professionalId: ++serial, hostId: ++serial })
export type Parties = ReturnType<typeof newParties>

/** $1,000.00 by card, this many hours before. */
export const paid = async (kalli: TestServer, hours = 20) => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + hours * 3_600_000)
  const { payment } = await prepare(kalli.work(), {
    bookingId,
    amountCents: 100_000,
    startsAt,
    token: 'tok_ok',
  })
  await execute(kalli.work(), payment.id)
  return { bookingId, paymentId: payment.id, startsAt }
}

/** And divided, $300.00 of it rent. */
export const complete = async (kalli: TestServer, parties: Parties) => {
  const booking = await paid(kalli)
  const parts = splitUnder(testTerms(), { serviceCents: 100_000, rentCents: 30_000 })
  await settle(kalli.work(), { bookingId: booking.bookingId, settlement: settlementOfSplit(parts, parties) })
  return booking
}

/** A day later the professional's payout is sent, and the process died before it had recorded the processor's response. */
export const onItsWay = async (kalli: TestServer, parties: Parties) => {
  const { bookingId } = await complete(kalli, parties)
  kalli.time.advance(24 * 60)
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    `update payouts set status = 'in_process', attempts = 1 where booking_id = $1 and party = 'professional' returning id`,
    [bookingId],
  )
  const payoutId = rows[0]?.id ?? assert.fail('no payout')
  const key = `payout:${payoutId}:1`
  await kalli.database.pool.query(
    `insert into payment_calls (id, payout_id, kind, amount_cents, idem_key, created_at) values ($1, $2, 'transfer', 50948, $3, $4)`,
    [randomUUID(), payoutId, key, kalli.clock()],
  )
  const destination = `professional:${parties.professionalId}`
  const requested = { key, requestedAt: kalli.clock(), destination, amountCents: 50_948, reference: payoutId }
  const { id: transfer } = await standin.transfer(kalli.work(), requested)
  return { bookingId, payoutId, destination, transfer }
}
