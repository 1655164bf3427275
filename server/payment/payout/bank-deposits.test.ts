/** What a processor paid into payees' banks, as stored by Kalli: each sum once, with its payouts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { payDue } from '#server/payment/payout/payout.ts'
import { readBankDeposits } from '#server/payment/payout/bank-deposits.ts'
import { returnTransfer } from '#server/payment/standin/bank.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { followOpenEvents } from '#server/payment/webhook.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { complete, newParties, type Parties } from '#server/testing/processor/payouts.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const depositsOf = async ({ professionalId }: Parties) => {
  const { rows } = await sql<{ amount: number; status: string; parts: number; booked: number }>`
    select d.amount_cents as amount, d.status, coalesce(sum(t.amount_cents), 0)::int as parts, count(t.payout_id)::int as booked
    from bank_deposits d left join bank_deposit_transfers t on t.deposit_id = d.id
    where d.party = 'professional' and d.party_id = ${professionalId} group by d.id order by d.arrives_on`.execute(
    kalli.database.kysely,
  )
  return rows.map(({ amount, status, parts, booked }) => `${status} ${amount} = ${parts} of ${booked}`)
}

const hours = (count: number) => kalli.time.advance(count * 60)

test('the transfers of a day make one bank deposit, however often and concurrently it is read', async () => {
  const parties = newParties()
  await complete(kalli, parties)
  await complete(kalli, parties)
  hours(24)
  await payDue(kalli.work())
  await readBankDeposits(kalli.work())
  assert.deepEqual(await depositsOf(parties), [])
  hours(36)
  await Promise.all([readBankDeposits(kalli.work()), readBankDeposits(kalli.work())])
  await readBankDeposits(kalli.work())
  assert.deepEqual(await depositsOf(parties), ['arrived 101896 = 101896 of 2'])
})

test('a returned transfer leaves its deposit, and belongs to that of the day when it was sent again', async () => {
  const parties = newParties()
  await complete(kalli, parties)
  await complete(kalli, parties)
  hours(24)
  await payDue(kalli.work())
  hours(18)
  await readBankDeposits(kalli.work())
  const { rows: sent } = await sql<{ id: string }>`
    select external_id as id from payouts where party = 'professional' and party_id = ${parties.professionalId} order by 1`.execute(
    kalli.database.kysely,
  )
  await returnTransfer(kalli.work(), sent[0]?.id ?? assert.fail())
  await deliverWebhooks(kalli.work())
  await followOpenEvents(kalli.work())
  hours(13)
  await payDue(kalli.work())
  hours(40)
  await readBankDeposits(kalli.work())
  assert.deepEqual(await depositsOf(parties), ['arrived 50948 = 50948 of 1', 'arrived 50948 = 50948 of 1'])
})

test('a deposit whose only transfer is returned has failed, and the next one carries the money', async () => {
  const parties = newParties()
  await complete(kalli, parties)
  hours(24)
  await payDue(kalli.work())
  hours(36)
  await readBankDeposits(kalli.work())
  const { rows } = await sql<{ id: string }>`
    select external_id as id from payouts where party = 'professional' and party_id = ${parties.professionalId}`.execute(
    kalli.database.kysely,
  )
  await returnTransfer(kalli.work(), rows[0]?.id ?? assert.fail())
  await deliverWebhooks(kalli.work())
  await followOpenEvents(kalli.work())
  hours(13)
  await payDue(kalli.work())
  hours(40)
  await readBankDeposits(kalli.work())
  assert.deepEqual(await depositsOf(parties), ['failed 50948 = 50948 of 1', 'arrived 50948 = 50948 of 1'])
})

test('the database refuses a transfer in two deposits, and a duplicate deposit', async () => {
  const make = (ref: string) =>
    sql<{ id: string }>`
    insert into bank_deposits (id, provider, external_id, party, party_id, amount_cents, status, sent_at, arrives_on)
    values (gen_random_uuid(), 'standin', ${ref}, 'host', 1, 100, 'arrived', now(), '2026-11-20') returning id`.execute(
      kalli.database.kysely,
    )
  const one = await make('po_one')
  await make('po_two')
  await assert.rejects(make('po_one'), /bank_deposits_once/)
  const put = (ref: string, id: string | undefined) =>
    sql`
    insert into bank_deposit_transfers (provider, transfer_ref, deposit_id, amount_cents) values ('standin', ${ref}, ${id}, 100)`.execute(
      kalli.database.kysely,
    )
  await put('tr_one', one.rows[0]?.id)
  await assert.rejects(put('tr_one', one.rows[0]?.id), /bank_deposit_transfers_pkey/)
})
