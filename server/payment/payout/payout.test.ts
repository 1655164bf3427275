import { hourMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { finishHalfDone } from '#server/payment/jobs.ts'
import { execute, settle } from '#server/payment/charge/payment.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { openAccount } from '#server/payment/standin/accounts.ts'
import { returnTransfer } from '#server/payment/standin/bank.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { followOpenEvents } from '#server/payment/webhook.ts'
import { cancellation, type CancelledBy } from '#server/pricing/cancellation.ts'
import { settlementOfCancellation } from '#server/pricing/settlement.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { complete, newParties, onItsWay, paid, type Parties } from '#server/testing/processor/payouts.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const terms = testTerms()

const cancel = async (parties: Parties, by: CancelledBy) => {
  const { bookingId, paymentId, startsAt } = await paid(kalli)
  const outcome = cancellation(
    {
      terms,
      totalCents: 100_000,
      rentCents: 30_000,
      startsAt,
      confirmedAt: kalli.clock(),
      zone: 'America/Mexico_City',
      now: new Date(startsAt.getTime() - hourMs),
    },
    by,
  )
  await settle(kalli.work(), { bookingId, settlement: settlementOfCancellation(outcome, parties) })
  await execute(kalli.work(), paymentId)
  return bookingId
}

const payoutsOf = async (bookingId: string) => {
  const rows = await kalli.database.kysely
    .selectFrom('payouts')
    .select(['party', 'amount_cents', 'clawed_back_cents', 'status'])
    .where('booking_id', '=', bookingId)
    .orderBy('party', 'desc')
    .execute()
  return rows.map((row) => `${row.party} ${row.amount_cents} −${row.clawed_back_cents} ${row.status}`)
}

const transfersTo = async (destination: string) => {
  const { rows } = await sql<{ amount_cents: number; status: string }>`
    select amount_cents, status from standin.transfers where destination = ${destination} order by created_at, id
  `.execute(kalli.database.kysely)
  return rows.map((row) => `${row.amount_cents} ${row.status}`)
}

const afterADay = async () => {
  kalli.time.advance(24 * 60)
  await payDue(kalli.work())
}

test('J6: what is due is paid out a day later, once, however many workers run', async () => {
  const parties = newParties()
  const { bookingId } = await complete(kalli, parties)
  assert.deepEqual(await payoutsOf(bookingId), ['professional 50948 −0 accrued', 'host 25784 −0 accrued'])
  await payDue(kalli.work())
  assert.deepEqual(await transfersTo(`professional:${parties.professionalId}`), [])
  kalli.time.advance(24 * 60)
  await Promise.all(Array.from({ length: 8 }, () => payDue(kalli.work())))
  assert.deepEqual(await payoutsOf(bookingId), ['professional 50948 −0 paid', 'host 25784 −0 paid'])
  assert.deepEqual(await transfersTo(`professional:${parties.professionalId}`), ['50948 sent'])
  assert.deepEqual(await transfersTo(`host:${parties.hostId}`), ['25784 sent'])
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, parties.professionalId), 0)
})

test('J12 and J22: a professional who cancels late owes rent and credit, deducted from the next payout', async () => {
  const parties = newParties()
  const cancelled = await cancel(parties, 'professional')
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, parties.professionalId), 35_000)
  assert.equal(await balanceOf(kalli.work(), account.clientCredit, parties.clientId), -5000)
  assert.deepEqual(await payoutsOf(cancelled), ['host 25784 −0 accrued'])
  const first = await complete(kalli, parties)
  await afterADay()
  assert.deepEqual((await payoutsOf(first.bookingId))[0], 'professional 50948 −35000 paid')
  assert.deepEqual(await transfersTo(`professional:${parties.professionalId}`), ['15948 sent'])
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, parties.professionalId), 0)
})

test('a debt above a payout takes all of it, and the rest is deducted from the next one', async () => {
  const parties = newParties()
  await cancel(parties, 'professional')
  await cancel(parties, 'professional')
  const first = await complete(kalli, parties)
  await afterADay()
  assert.deepEqual((await payoutsOf(first.bookingId))[0], 'professional 50948 −50948 paid')
  const second = await complete(kalli, parties)
  await afterADay()
  assert.deepEqual((await payoutsOf(second.bookingId))[0], 'professional 50948 −19052 paid')
  assert.deepEqual(await transfersTo(`professional:${parties.professionalId}`), ['31896 sent'])
})

test('J13: a host who cancels owes the professional a quarter of the rent', async () => {
  const parties = newParties()
  const bookingId = await cancel(parties, 'host')
  assert.equal(await balanceOf(kalli.work(), account.owedByHost, parties.hostId), 7500)
  assert.deepEqual(await payoutsOf(bookingId), ['professional 7500 −0 accrued'])
})

test('J6r: a returned transfer is owed and sent again after twelve hours, and never twice', async () => {
  const parties = newParties()
  const { bookingId } = await complete(kalli, parties)
  await afterADay()
  const { external_id: transferId } = await kalli.database.kysely
    .selectFrom('payouts')
    .select('external_id')
    .where('booking_id', '=', bookingId)
    .where('party', '=', 'professional')
    .executeTakeFirstOrThrow()
  await returnTransfer(kalli.work(), transferId ?? '')
  for (let round = 0; round < 3; round += 1) {
    await deliverWebhooks(kalli.work())
    kalli.time.advance(1)
  }
  assert.deepEqual((await payoutsOf(bookingId))[0], 'professional 50948 −0 failed')
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, parties.professionalId), -50_948)
  await payDue(kalli.work())
  assert.equal((await transfersTo(`professional:${parties.professionalId}`)).length, 1)
  kalli.time.advance(12 * 60)
  await payDue(kalli.work())
  assert.deepEqual((await transfersTo(`professional:${parties.professionalId}`)).toSorted(), [
    '50948 returned',
    '50948 sent',
  ])
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, parties.professionalId), 0)
})

test('J6r: a transfer returned before its answer was stored is processed once it is stored, and sent again', async () => {
  const parties = newParties()
  const { bookingId, transfer } = await onItsWay(kalli, parties)
  await returnTransfer(kalli.work(), transfer)
  await deliverWebhooks(kalli.work())
  kalli.time.advance(1)
  await finishHalfDone(kalli.work())
  await followOpenEvents(kalli.work())
  assert.deepEqual((await payoutsOf(bookingId))[0], 'professional 50948 −0 failed')
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, parties.professionalId), -50_948)
  kalli.time.advance(12 * 60)
  await payDue(kalli.work())
  assert.deepEqual((await payoutsOf(bookingId))[0], 'professional 50948 −0 paid')
  assert.deepEqual(await transfersTo(`professional:${parties.professionalId}`), [
    '50948 returned',
    '50948 sent',
  ])
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, parties.professionalId), 0)
})

test('an account that becomes ready while its transfer is refused is paid without waiting twelve hours', async () => {
  const parties = newParties()
  const destination = `professional:${parties.professionalId}`
  const ref = await openAccount(kalli.work(), {
    key: randomUUID(),
    requestedAt: kalli.clock(),
    destination,
  })
  await kalli.database.kysely
    .insertInto('payout_accounts')
    .values({
      provider: 'standin',
      party: 'professional',
      party_id: parties.professionalId,
      account_ref: ref,
      requested_at: kalli.clock(),
    })
    .execute()
  const again = async (bookingId: string) => {
    const row = await kalli.database.kysely
      .selectFrom('payouts')
      .select('release_at')
      .where('booking_id', '=', bookingId)
      .where('party', '=', 'professional')
      .executeTakeFirstOrThrow()
    return (row.release_at.getTime() - kalli.clock().getTime()) / hourMs
  }
  const { bookingId } = await complete(kalli, parties)
  await afterADay()
  assert.deepEqual((await payoutsOf(bookingId))[0], 'professional 50948 −0 failed')
  assert.equal(await again(bookingId), 12)
  // The event was recorded after the processor had refused, and before its refusal was recorded.
  await kalli.database.kysely
    .updateTable('payout_accounts')
    .set({ ready_at: kalli.clock() })
    .where('account_ref', '=', ref)
    .execute()
  kalli.time.advance(12 * 60)
  await payDue(kalli.work())
  assert.deepEqual(
    [(await payoutsOf(bookingId))[0], await again(bookingId)],
    ['professional 50948 −0 failed', 0],
  )
  await sql`update standin.accounts set is_ready = true where id = ${ref}`.execute(kalli.database.kysely)
  await payDue(kalli.work())
  assert.deepEqual(await transfersTo(destination), ['50948 sent'])
})
