import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { balanceOf, type Journal, post, sharesOf, trialBalance } from '#server/payment/ledger/ledger.ts'
import { inTransaction } from '#server/platform/work.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const journal = (change: Partial<Journal> = {}): Journal => ({
  kind: 'available',
  idemKey: randomUUID(),
  bookingId: null,
  at: kalli.clock(),
  lines: [
    { account: account.pspAvailable, amountCents: 100 },
    { account: account.pspPending, amountCents: -100 },
  ],
  ...change,
})

const trial = async () =>
  [...(await trialBalance(kalli.work())).values()].reduce((sum, cents) => sum + cents, 0)

test('I9: a hundred concurrent postings with one key make one journal and return its id', async () => {
  const one = journal()
  const ids = await Promise.all(Array.from({ length: 100 }, () => post(kalli.work(), one)))
  assert.equal(new Set(ids).size, 1)
  const { rows } = await sql`select from entries where journal_id = ${ids[0]}`.execute(kalli.database.kysely)
  assert.equal(rows.length, 2)
})

test('an unbalanced journal is refused by the server, and by the database when the server is bypassed', async () => {
  const lines: Line[] = [
    { account: account.pspAvailable, amountCents: 100 },
    { account: account.pspPending, amountCents: -99 },
  ]
  await assert.rejects(post(kalli.work(), journal({ lines })), /does not balance/)
  await assert.rejects(post(kalli.work(), journal({ lines: [] })), /does not balance/)
  const passedBy = inTransaction(kalli.work(), async (work) => {
    const { id } = await work.db
      .insertInto('journals')
      .values({ kind: 'available', idem_key: randomUUID(), at: work.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await work.db
      .insertInto('entries')
      .values(
        lines.map((line, place) => ({
          journal_id: id,
          line: place,
          account: line.account,
          amount_cents: line.amountCents,
        })),
      )
      .execute()
  })
  await assert.rejects(passedBy, { constraint: 'journals_balance' })
  assert.equal(await trial(), 0)
})

test('posted entries and journals cannot be changed, deleted or truncated', async () => {
  await post(kalli.work(), journal())
  for (const change of [
    'update entries set amount_cents = amount_cents * 2',
    'delete from entries',
    'truncate entries',
    "update journals set kind = 'split'",
    'delete from journals',
    'truncate journals cascade',
  ])
    await assert.rejects(
      sql.raw(change).execute(kalli.database.kysely),
      /append-only|cannot truncate/,
      change,
    )
})

test('I8: a charge of the processor is in at most one journal of each kind', async () => {
  await post(kalli.work(), journal({ externalId: 'ch_1' }))
  await assert.rejects(post(kalli.work(), journal({ externalId: 'ch_1' })), {
    constraint: 'journals_external',
  })
  await post(kalli.work(), journal({ externalId: 'ch_1', kind: 'fee' }))
})

test('I1, I11: concurrent random journals leave a zero trial balance and balances that match the entries', async () => {
  const saved = [
    account.owedToProfessional,
    account.owedToHost,
    account.owedByProfessional,
    account.owedByHost,
  ]
  const own = [account.pspPending, account.pspAvailable, account.revenueProfessional, account.ivaCharged]
  const line = fc.oneof(
    fc.record({
      account: fc.constantFrom(...saved),
      partyId: fc.integer({ min: 1, max: 5 }),
      amountCents: fc.integer({ min: -9999, max: 9999 }),
    }),
    fc.record({ account: fc.constantFrom(...own), amountCents: fc.integer({ min: -9999, max: 9999 }) }),
  )
  const journals = fc.array(fc.array(line, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(journals, async (many) => {
      await Promise.all(
        many.map(async (lines) => {
          const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
          const balanced = [...lines, { account: account.clientFunds, amountCents: -total }]
          if (balanced.filter(({ amountCents }) => amountCents !== 0).length < 2) return
          await post(kalli.work(), journal({ lines: balanced }))
        }),
      )
      assert.equal(await trial(), 0)
      const { rows } = await sql`
        (select account, party_id, amount_cents from balances where amount_cents <> 0)
        except (select account, party_id, sum(amount_cents)::bigint from entries where party_id is not null group by 1, 2)
      `.execute(kalli.database.kysely)
      assert.deepEqual(rows, [])
    }),
    { numRuns: 40 },
  )
})

test('receipts are built from the journals that divide a booking, not from those that move its money', async () => {
  const bookingId = randomUUID()
  await post(kalli.work(), journal({ bookingId }))
  await post(
    kalli.work(),
    journal({
      bookingId,
      kind: 'split',
      lines: [
        { account: account.clientFunds, side: 'client', amountCents: 500 },
        { account: account.owedToHost, side: 'host', partyId: 9, amountCents: -500 },
      ],
    }),
  )
  assert.deepEqual(await sharesOf(kalli.work(), bookingId), [
    { account: 2010, side: 'client', amountCents: 500 },
    { account: 2030, side: 'host', partyId: 9, amountCents: -500 },
  ])
  assert.equal(await balanceOf(kalli.work(), account.owedToHost, 9), -500)
  assert.equal(await balanceOf(kalli.work(), account.owedToHost, 777), 0)
})
