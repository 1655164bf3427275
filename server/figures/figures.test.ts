/** A host's figures over HTTP, in centavos computed by hand: 200.00 an hour, an hour and a half, 5 % commission. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as figures from '#contract/figures/figures.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const month = { from: '2026-11-01', to: '2026-11-30' }
const incomeOf = async (who: Person, query = month) => who.call(figures.income, { query })

/** One visit of today that was served, a future one on Wednesday, one that its client cancelled in time. */
const salon = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const served = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  await booked(kalli, at, { date: '2026-11-25', place: 2 })
  const taken = await booked(kalli, at, { date: '2026-11-26', place: 2 })
  const params = { id: served.id }
  kalli.time.set(served.startsAt)
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.advance(90)
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const quoted = await taken.who.call(cancellation.cancelQuote, {
    params: { id: taken.id },
    query: { t: taken.t },
    body: { as: 'client' },
  })
  const cancelled = await taken.who.call(cancellation.cancel, {
    params: { id: taken.id },
    query: { t: taken.t },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await runJobsOnce(kalli)
  return at
}

test('only the host can read their figures', async () => {
  const at = await salon()
  const neighbour = await people.host(kalli)
  const requested = { from: '2026-11-20', to: '2026-11-20' }
  for (const endpoint of [figures.income, figures.unmetDemand] as const) {
    assert.equal((await kalli.visitor().call(endpoint, { query: requested })).status, 401)
    assert.equal((await at.professional.person.call(endpoint, { query: requested })).status, 403)
    const wrong = await at.host.person.call(endpoint, { query: { from: '2026-11-21', to: '2026-11-20' } })
    assert.equal(refusalOf(wrong).code, 'invalid_input')
    const long = await at.host.person.call(endpoint, { query: { from: '2026-01-01', to: '2026-11-20' } })
    assert.equal(refusalOf(long).code, 'invalid_input')
  }
  assert.equal((await at.professional.person.call(figures.tasks)).status, 403)
  const theirs = await incomeOf(neighbour.person)
  assert.deepEqual([theirs.body.bookings, theirs.body.spaces], [0, []])
})

test('income matches the ledger to the centavo, with settled and expected apart', async () => {
  const at = await salon()
  const { body } = await incomeOf(at.host.person)
  const one = {
    rentCents: 30_000,
    commissionCents: 1500,
    withheldCents: 0,
    compensationCents: 0,
    netCents: 28_500,
  }
  assert.deepEqual(body.settled, one)
  assert.deepEqual(body.expected, one)
  assert.deepEqual([body.bookings, body.bookedMinutes], [2, 180])
  assert.equal(body.days.length, 30)
  assert.deepEqual(
    body.days.filter(({ settledCents, expectedCents }) => settledCents + expectedCents !== 0),
    [
      { date: '2026-11-20', settledCents: 28_500, expectedCents: 0 },
      { date: '2026-11-25', settledCents: 0, expectedCents: 28_500 },
    ],
  )
  assert.deepEqual(body.spaces, [
    {
      spaceId: at.space.id,
      name: 'Sillas de la calle Colima',
      bookings: 2,
      bookedMinutes: 180,
      settledCents: 28_500,
      expectedCents: 28_500,
    },
  ])
  assert.equal(body.payouts.accruedCents + body.payouts.inProcessCents + body.payouts.paidCents, 28_500)
  const before = await incomeOf(at.host.person, { from: '2026-11-01', to: '2026-11-19' })
  assert.equal(before.body.settled.netCents + before.body.expected.netCents, 0)
})

test('an available payout without a payout account is shown apart, for both sides', async () => {
  const at = await salon()
  await kalli.database.pool.query(
    `update payouts set status = 'failed', failure = 'account_not_ready'
     where party = 'host' and party_id = $1 or party = 'professional' and party_id = $2`,
    [at.host.id, at.professional.id],
  )
  const { payouts } = (await incomeOf(at.host.person)).body
  assert.deepEqual([payouts.forAccountCents, payouts.accruedCents, payouts.paidCents], [28_500, 0, 0])
  const own = await at.professional.person.call(ownFigures, { query: month })
  assert.equal(own.status, 200)
  assert.equal(own.body.payouts.releasableCents, 0)
  assert.ok(own.body.payouts.forAccountCents > 0)
})

test('the transferred amount is what left: less the debt of each party that it paid', async () => {
  const at = await salon()
  const owe = (number: number, partyId: number) =>
    kalli.database.pool.query(
      `with j as (insert into journals (kind, idem_key, at) values ('test', 'test-owed:' || $1::int || ':' || $2::bigint, $3) returning id)
       insert into entries (journal_id, line, account, party_id, amount_cents)
       select j.id, 1, $1::int, $2::bigint, 10000 from j union all select j.id, 2, 5030, null, -10000 from j`,
      [number, partyId, kalli.clock()],
    )
  const own = async () => (await at.professional.person.call(ownFigures, { query: month })).body.payouts
  const before = await own()
  await owe(1130, at.host.id)
  await owe(1120, at.professional.id)
  kalli.time.advance(4 * 1440)
  await runJobsOnce(kalli)
  const { payouts } = (await incomeOf(at.host.person)).body
  assert.deepEqual([payouts.paidCents, payouts.owedCents, payouts.accruedCents], [18_500, 0, 0])
  const after = await own()
  assert.deepEqual(
    [after.paidCents - before.paidCents, after.owedCents],
    [before.accruedCents + before.releasableCents - 10_000, 0],
  )
  // A bank returned it: it is paid out again, without what paid the debt.
  await kalli.database.pool.query(
    `update payouts set status = 'failed', failure = 'returned' where party = 'host' and party_id = $1`,
    [at.host.id],
  )
  assert.equal((await incomeOf(at.host.person)).body.payouts.accruedCents, 18_500)
})

test('income shows the withheld tax: 300.00 − 15.00 − 27.16 = 257.84', async () => {
  const withhold = (value: string) =>
    kalli.database.pool.query(`update settings set value = $1::jsonb where name = 'withholding'`, [value])
  await withhold('true')
  try {
    const at = await salon()
    const { body } = await incomeOf(at.host.person)
    assert.deepEqual(body.settled, {
      rentCents: 30_000,
      commissionCents: 1500,
      withheldCents: 2716,
      compensationCents: 0,
      netCents: 25_784,
    })
    assert.deepEqual(body.expected, body.settled)
  } finally {
    await withhold('false')
  }
})

test('pending tasks are listed by deadline, and leave the list when done', async () => {
  const at = await people.bookable(kalli)
  const elsewhere = await people.space(kalli, at.host)
  const hour = (hours: number) => new Date(kalli.clock().getTime() + hours * 3_600_000)
  await kalli.database.kysely
    .insertInto('applications')
    .values({
      professional_id: at.professional.id,
      space_id: elsewhere.id,
      host_id: at.host.id,
      status: 'sent',
      terms: JSON.stringify({}),
      open_place: 1,
      sent_at: kalli.clock(),
      respond_by: hour(72),
      expires_at: hour(168),
      created_at: kalli.clock(),
    })
    .execute()
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ status: 'expiring', valid_to: hour(48), version: 2 })
    .where('id', '=', at.agreementId)
    .execute()
  await kalli.database.pool.query(
    `insert into space_documents (id, space_id, kind, status, file_name, content_type, bytes, valid_until, created_at)
     values (gen_random_uuid(), $1, 'insurance', 'expiring', 'p.pdf', 'application/pdf', 1, '2026-11-21', $2)`,
    [at.space.id, kalli.clock()],
  )
  const { body } = await at.host.person.call(figures.tasks)
  assert.deepEqual(
    body.map(({ kind, id, text, deadline }) => [kind, typeof id, text, deadline]),
    [
      ['paper', 'string', 'Seguro de Sillas de la calle Colima: por vencer', '2026-11-22T06:00:00.000Z'],
      [
        'expiring',
        'string',
        'El convenio de Ana Rojas en Sillas de la calle Colima está por vencer',
        hour(48).toISOString(),
      ],
      [
        'application',
        'string',
        'Ana Rojas quiere trabajar en Sillas de la calle Colima',
        hour(72).toISOString(),
      ],
    ],
  )
  assert.deepEqual((await (await people.host(kalli)).person.call(figures.tasks)).body, [])
  // A table has no screen that knows the zone: it contains the place's own time.
  await kalli.database.pool.query(`update spaces set zone = 'America/Tijuana' where id = $1`, [at.space.id])
  const table = await at.host.person.fetch('GET', `/api/host/tables/tasks?from=2026-11-01&to=2026-11-30`)
  const [, paper, expiring] = (await table.text()).split('\r\n')
  assert.match(paper ?? '', /,2026-11-22 00:00$/)
  const clock = Temporal.Instant.from(hour(48).toISOString()).toZonedDateTimeISO('America/Tijuana')
  const minute = clock.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  assert.equal(expiring?.slice(-minute.length), minute)
  kalli.time.set(hour(169))
  const later = await at.host.person.call(figures.tasks)
  assert.equal(
    later.body.some(({ kind }) => kind === 'application'),
    false,
  )
})

test('unmet demand is of the host’s own municipalities, and marks what their spaces suit', async () => {
  const at = await people.bookable(kalli)
  await kalli.database.pool.query(
    `insert into unmet_demand values ('2026-11-18', 'professionals', 'hair', 9015, 'Ciudad de México', 6, 11, 4),
      ('2026-11-19', 'professionals', 'hair', 9015, 'Ciudad de México', 6, 11, 1),
      ('2026-11-19', 'spaces', 'cabin', 9015, 'Ciudad de México', null, null, 2),
      ('2026-11-19', 'professionals', 'yoga', 0, 'Ciudad de México', 2, 19, 3),
      ('2026-11-19', 'professionals', 'hair', 31050, 'Yucatán', 6, 11, 9),
      ('2026-10-01', 'professionals', 'nails', 9015, 'Ciudad de México', 6, 11, 9)`,
  )
  const { body } = await at.host.person.call(figures.unmetDemand, { query: month })
  assert.deepEqual(body.zones, ['Cuauhtémoc'])
  assert.equal(body.searches, 10)
  assert.deepEqual(
    body.cells.map(({ label, zone, weekday, hour, searches, fits }) => [
      label,
      zone,
      weekday,
      hour,
      searches,
      fits,
    ]),
    [
      ['Cabello', 'Cuauhtémoc', 6, 11, 5, true],
      ['Yoga', 'Ciudad de México, sin municipio', 2, 19, 3, false],
      ['Cabina', 'Cuauhtémoc', null, null, 2, false],
    ],
  )
})

test('each figure is downloadable as a table by its host only, and no name becomes a formula', async () => {
  const at = await salon()
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ name: '=HYPERLINK("http://x")' })
    .where('id', '=', at.space.id)
    .execute()
  const query = `from=${month.from}&to=${month.to}`
  const ask = (who: Person, table: string, requested = query) =>
    who.fetch('GET', `/api/host/tables/${table}?${requested}`)
  assert.equal((await ask(kalli.visitor(), 'income')).status, 401)
  assert.equal((await ask(at.professional.person, 'income')).status, 403)
  assert.equal((await ask(at.host.person, 'nothing')).status, 404)
  assert.equal((await ask(at.host.person, 'income', 'from=x')).status, 400)
  for (const table of Object.keys(figures.figureTables)) {
    const answer = await ask(at.host.person, table)
    assert.equal(answer.status, 200, table)
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="kalli-[a-z-]+-2026-11-01/,
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    assert.deepEqual(Array.from(bytes.slice(0, 3)), [0xef, 0xbb, 0xbf], table)
    assert.doesNotMatch(new TextDecoder().decode(bytes), /(^|,|\n)"?=/, table)
  }
  const text = await (await ask(at.host.person, 'income')).text()
  const [, first] = text.split('\r\n')
  assert.equal(
    first,
    `2026-11-20,${clockAt(text)},"'=HYPERLINK(""http://x"")",Silla 1,Ana Rojas,Completada,90,300.00,15.00,0.00,0.00,285.00,Liquidado`,
  )
  const neighbour = await people.host(kalli)
  assert.equal((await (await ask(neighbour.person, 'income')).text()).split('\r\n').length, 2)
})

/** Start and end in the first line of the table. */
const clockAt = (text: string) => /^2026-11-20,(\d\d:\d\d,\d\d:\d\d),/m.exec(text)?.[1] ?? ''
