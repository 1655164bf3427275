/** A payee's deposits and month over HTTP: equal to the ledger to the centavo, for every kind of movement. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as attendance from '#contract/booking/attendance.ts'
import * as bank from '#contract/figures/bank-deposit.ts'
import { statement, statementAddress } from '#contract/figures/statement.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { readBankDeposits } from '#server/payment/payout/bank-deposits.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, completeAsClient, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** A visit of that day, served and settled. */
const give = async (at: Awaited<ReturnType<typeof people.bookable>>, date: string, place: number) => {
  const served = await booked(kalli, at, { date, place })
  const params = { id: served.id }
  kalli.time.set(served.startsAt)
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.advance(90)
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  await runJobsOnce(kalli)
  return served.id
}

const depositsOf = async (who: Person, party: bank.PayeeParty, month?: string) => {
  const { status, body } = await who.call(bank.bankDeposits, {
    params: { party },
    query: month === undefined ? {} : { month },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('each deposit lists its items, the next payout its date, and together they equal what the ledger sent', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person } = at.professional
  const first = await give(at, '2026-11-20', 4)
  const coming = await depositsOf(person, 'professional')
  assert.deepEqual([coming.deposits, coming.totalCents, coming.sent.amountCents], [[], 0, 0])
  assert.equal(coming.next.length, 1)
  const [next] = coming.next
  assert.equal(next?.amountCents, 60_000)
  assert.deepEqual(
    next?.items.map(({ kind, bookingId, date }) => [kind, bookingId, date]),
    [['visit', first, '2026-11-20']],
  )
  // Paid out a day after it ended, and not at the bank yet.
  kalli.time.advance(74 * 60)
  await payDue(kalli.work())
  const sent = await depositsOf(person, 'professional')
  assert.deepEqual([sent.sent.amountCents, sent.next, sent.deposits], [60_000, [], []])
  kalli.time.advance(36 * 60)
  await readBankDeposits(kalli.work())
  for (const [who, party, cents] of [
    [person, 'professional', 60_000],
    [at.host.person, 'host', 28_500],
  ] as const) {
    const { deposits, totalCents, months, sent } = await depositsOf(who, party)
    assert.deepEqual([deposits.length, totalCents, months, sent.amountCents], [1, cents, ['2026-11'], 0])
    const [one] = deposits
    assert.equal(one?.status, 'arrived')
    assert.match(one?.reference ?? '', /^KALLI\d{8}/)
    const { body } = await who.call(bank.bankDeposit, { params: { party, id: one?.id ?? '' } })
    assert.equal(body.otherCents, 0)
    assert.equal(
      body.items.reduce((sum, { amountCents }) => sum + amountCents, 0),
      one?.amountCents,
    )
    assert.deepEqual(
      body.items.map(({ kind, bookingId }) => [kind, bookingId]),
      [['visit', first]],
    )
    // A payout in the statement names its deposit, in the words of the deposit's own line.
    const csv = await (await who.fetch('GET', statementAddress(party, '2026-11', 'csv'))).text()
    const [sentLine, ...others] = csv.split('\r\n').filter((line) => line.includes(one?.reference ?? '?'))
    assert.match(sentLine ?? '', /^\d\d\/11\/2026,Enviado a tu banco,/)
    assert.equal(others.length, 1)
    assert.match(others[0] ?? '', /Depositado en el banco/)
    // The host reads who rented, never a client's name.
    if (party === 'host') assert.doesNotMatch(JSON.stringify(body), /Lucía|clientName/)
  }
  // All deposits together are the ledger's payouts.
  const { rows } = await sql<{ sent: number; arrived: number }>`
    select (select sum(e.amount_cents)::int from entries e join journals j on j.id = e.journal_id
        where j.kind in ('transfer', 'returned_transfer') and e.party_id is not null) as sent,
      (select sum(amount_cents)::int from bank_deposits where status <> 'failed') as arrived`.execute(
    kalli.database.kysely,
  )
  assert.equal(rows[0]?.arrived, rows[0]?.sent)
})

test('only the payee can read deposits and statements', async () => {
  const at = await people.bookable(kalli)
  const { rows } = await sql<{ id: string }>`
    insert into bank_deposits (id, provider, external_id, party, party_id, amount_cents, status, sent_at, arrives_on)
    values (gen_random_uuid(), 'standin', 'po_other', 'host', ${at.host.id}, 100, 'arrived', ${kalli.clock()}, '2026-11-20') returning id`.execute(
    kalli.database.kysely,
  )
  const id = rows[0]?.id ?? assert.fail()
  const stranger = await people.host(kalli)
  for (const [who, code] of [
    [kalli.visitor(), 401],
    [at.professional.person, 404],
    [stranger.person, 404],
  ] as const) {
    const params = { party: 'host' as const, id }
    assert.equal((await who.call(bank.bankDeposit, { params })).status, code)
  }
  assert.equal((await at.host.person.call(bank.bankDeposit, { params: { party: 'host', id } })).status, 200)
  const asHost = { params: { party: 'host' as const }, query: {} }
  assert.equal((await at.professional.person.call(statement, asHost)).status, 404)
  const late = { params: { party: 'host' as const }, query: { month: '2099-01' } }
  assert.equal(refusalOf(await at.host.person.call(statement, late)).code, 'invalid_input')
  for (const path of ['host/2026-11.csv', 'host/2026-11.pdf'])
    assert.equal((await kalli.visitor().fetch('GET', `/api/statements/${path}`)).status, 401)
  for (const path of ['host/2026-13.csv', 'host/constructor.pdf', 'client/2026-11.csv', 'host/2026-11.exe'])
    assert.equal((await at.host.person.fetch('GET', `/api/statements/${path}`)).status, 404)
})

test('a monthly statement opens and closes with the balance due, and its lines are all postings', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  await give(at, '2026-11-20', 4)
  kalli.time.advance(74 * 60)
  await payDue(kalli.work())
  await give(at, '2026-11-25', 4)
  const parties = [
    [at.professional.person, 'professional', at.professional.id, [2020, 1120, 1125]],
    [at.host.person, 'host', at.host.id, [2030, 1130, 1135]],
  ] as const
  for (const [who, party, id, accounts] of parties) {
    const { body } = await who.call(statement, { params: { party }, query: { month: '2026-11' } })
    const of = (code: string) => body.lines.find((line) => line.code === code)?.amountCents
    assert.equal(body.openingCents, 0)
    assert.equal(
      body.lines.reduce((sum, { amountCents }) => sum + amountCents, body.openingCents),
      body.closingCents,
    )
    let ledgerCents = 0
    for (const one of accounts) ledgerCents -= await balanceOf(kalli.work(), one, id)
    assert.equal(body.closingCents, ledgerCents)
    assert.deepEqual(
      [of('services'), of('rent'), of('commission'), of('withheld'), of('sent'), of('other')],
      party === 'professional'
        ? [200_000, -60_000, -20_000, 0, -60_000, undefined]
        : [undefined, 60_000, -3000, 0, -28_500, undefined],
    )
    assert.match(body.taxNote, /Kalli no te descontó impuestos este mes/)
    assert.equal(party === 'host', body.occupancy !== null)

    const csv = await who.fetch('GET', statementAddress(party, '2026-11', 'csv'))
    const text = Buffer.from(await csv.arrayBuffer()).toString('utf8')
    assert.match(csv.headers.get('content-type') ?? '', /text\/csv; charset=utf-8/)
    assert.ok(text.startsWith('\ufeff'))
    assert.match(text, /\r\n20\/11\/2026,Cita,/)
    const last = text.split('\r\n').find((line) => line.includes('Saldo al final'))
    assert.equal(last?.split(',').at(-1), (body.closingCents / 100).toFixed(2))
    const pdf = await who.fetch('GET', statementAddress(party, '2026-11', 'pdf'))
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.equal(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString('latin1'),
      '%PDF-',
    )
  }
  // A month later it starts with the amount due.
  kalli.time.set('2026-12-05T16:00:00Z')
  const { body: december } = await at.professional.person.call(statement, {
    params: { party: 'professional' },
    query: {},
  })
  assert.deepEqual(
    [december.month, december.openingCents, december.closingCents],
    ['2026-12', 60_000, 60_000],
  )
  assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, at.professional.id), -60_000)
})

test('a client’s text never becomes a formula in the statement’s table', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const id = await give(at, '2026-11-20', 4)
  await sql`update bookings set contact = contact || '{"firstName": "=cmd()"}' where id = ${id}`.execute(
    kalli.database.kysely,
  )
  const csv = await at.professional.person.fetch('GET', statementAddress('professional', '2026-11', 'csv'))
  const text = await csv.text()
  assert.ok(text.includes("'=cmd()") && !text.includes(',=cmd'))
})
