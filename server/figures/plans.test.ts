/**
 * The actual query plans of the host's timeline and figures, among tens of thousands of claims, bookings and searches of others: no table
 * is read whole, and ten times as many others cost the host nothing.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { occupancy } from '#server/booking/agenda/occupancy.ts'
import { nextDays } from '#server/booking/agenda/next-days.ts'
import { timeline } from '#server/booking/agenda/timeline.ts'
import { deposits } from '#server/figures/bank-deposits.ts'
import { monthStatement } from '#server/figures/statement.ts'
import { unmetDemand } from '#server/figures/demand.ts'
import { income } from '#server/figures/figures.ts'
import { tasks } from '#server/figures/task.ts'
import { unitWhy } from '#server/figures/unit-why.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { watchPlans } from '#server/testing/plans.ts'

/** The large tables; a single row of anything else may be read whole. */
const grown = new Set([
  'claims',
  'bookings',
  'units',
  'spaces',
  'hosts',
  'unmet_demand',
  'payouts',
  'bank_deposits',
  'bank_deposit_transfers',
  'journals',
  'entries',
  'search_professionals',
])

let kalli: TestServer
let watched: ReturnType<typeof watchPlans>
let at: Bookable
let apart: number
before(async () => {
  kalli = await startTestServer()
  watched = watchPlans(kalli, (table) => !grown.has(table))
  at = await people.bookable(kalli)
  // Away from the others: its cost does not depend on how many there are elsewhere.
  const far = await people.space(kalli, at.host, { units: 1 })
  apart = far.units[0] ?? 0
  await kalli.database.pool.query('update spaces set latitude = 25 where id = $1', [far.id])
  await booked(kalli, at)
})
after(async () => {
  await watched.close()
  await kalli.close()
})

/** Units, claims and bookings of one other host with many units. */
const others = async (from: number, to: number) => {
  const db = kalli.database.kysely
  await db.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    await run(sql`set session_replication_role = replica`)
    const units = sql`generate_series(${from}::int, ${to}::int) n`
    await run(sql`insert into resources (id, kind) select 1000000 + n, 'unit' from ${units}`)
    await run(sql`insert into hosts (id, account_id, verified, created_at) overriding system value
      select 1000000 + n, ${at.host.accountId}::bigint + 1000000 + n, true, ${kalli.clock()}::timestamptz from ${units}`)
    await run(sql`insert into spaces (id, business_id, host_id, slug, name, space_type, capacity, municipality_id, city, state,
        neighbourhood, latitude, longitude, zone, address, price_per_hour_cents, status, created_at) overriding system value
      select 1000000 + n, business_id, 1000000 + n, 'other-' || n, name, space_type, capacity, municipality_id, city, state,
        neighbourhood, latitude, longitude, zone, address, price_per_hour_cents, status, created_at
      from spaces, ${units} where id = ${at.space.id}`)
    await run(sql`insert into units (id, space_id, number, name, station_code)
      select 1000000 + n, 1000000 + n, 1, 'Silla', 'X' || n from ${units}`)
    await run(sql`insert into claims (resource_id, during, state)
      select 1000000 + n, tstzrange(at, at + interval '1 hour'), 'firm'
      from ${units}, generate_series('2026-11-20T16:00:00Z'::timestamptz, '2026-12-20T16:00:00Z', '1 day') at`)
    await run(sql`insert into bookings (id, status, holder, professional_id, service_id, client_id, space_id, unit_id, host_id, starts_at,
        ends_at, zone, local_start, service_name, total_cents, rent_cents, rent_minutes, terms, quote, quote_hash, created_at)
      select gen_random_uuid(), 'confirmed', 'x', b.professional_id, b.service_id, b.client_id, 1000000 + n, 1000000 + n, 1000000 + n,
        at, at + interval '1 hour', b.zone, at at time zone b.zone, b.service_name, b.total_cents, b.rent_cents, b.rent_minutes, b.terms,
        b.quote, b.quote_hash, b.created_at
      from (select * from bookings where host_id = ${at.host.id} limit 1) b, ${units},
        generate_series('2026-11-20T16:00:00Z'::timestamptz, '2026-12-20T16:00:00Z', '1 day') at`)
    await run(sql`insert into search_professionals (id, words, marks, latitude, longitude, price_cents, rating, quality)
      select 1000000 + n, '', search_cover_circle(19.4, -99.1, 1), 19.4, -99.1, 0, 0, 0 from ${units}`)
    await run(sql`insert into unmet_demand (day, sought, category, municipality_id, state, weekday, hour, searches)
      select date '2026-11-20' - n % 300, 'professionals', 'hair', 10000 + n, 'Sonora', 1 + day, 10, 1
      from ${units}, generate_series(0, 6) day`)
    await run(sql`insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at, external_id, paid_at)
      select gen_random_uuid(), 'host', 1000000 + n, gen_random_uuid(), 100, 'paid', '2026-11-19', 'tr_' || n || '_' || day, '2026-11-19'
      from ${units}, generate_series(0, 9) day`)
    await run(sql`insert into bank_deposits (id, provider, external_id, party, party_id, amount_cents, status, sent_at, arrives_on)
      select gen_random_uuid(), 'standin', 'po_' || n || '_' || day, 'host', 1000000 + n, 100, 'arrived', '2026-11-01', date '2026-11-01' + day
      from ${units}, generate_series(0, 9) day`)
    await run(sql`insert into bank_deposit_transfers (provider, transfer_ref, deposit_id, amount_cents)
      select 'standin', 'tr' || external_id, id, 100 from bank_deposits where party_id between 1000000 + ${from}::int and 1000000 + ${to}::int`)
    await run(sql`with posted as (insert into journals (idem_key, kind, at)
        select 'other:' || n || ':' || day, 'split', '2026-11-10' from ${units}, generate_series(0, 9) day
        returning id, split_part(idem_key, ':', 2)::int as n)
      insert into entries (journal_id, line, account, party_id, amount_cents)
      select id, 1, 2030, 1000000 + n, -100 from posted union all select id, 2, 1020, null, 100 from posted`)
    await run(sql`set session_replication_role = origin`)
  })
  await sql`analyze`.execute(db)
}

const work = () => ({ ...kalli.work({ hostId: at.host.id, roles: ['host'] }), db: watched.db })
const month = { from: '2026-11-20', to: '2026-12-20' }
const ofHost = { params: { party: 'host' }, query: { month: '2026-11' }, body: undefined } as const
const questions = {
  timeline: () => timeline(work(), month),
  occupancy: () => occupancy(work(), month),
  income: () => income(work(), month),
  demand: () => unmetDemand(work(), { from: '2026-10-01', to: '2026-11-20' }),
  tasks: () => tasks(work()),
  next: () => nextDays(work()),
  why: () =>
    unitWhy(work(), {
      params: { id: apart },
      query: { date: '2026-11-25' },
      body: undefined,
    }),
  deposits: () => deposits(work(), ofHost),
  statement: () => monthStatement(work(), ofHost),
}

test('the timeline and every figure use indexes, and cost the same however many other hosts there are', async () => {
  await others(1, 400)
  const before = new Map<string, number>()
  for (const [name, ask] of Object.entries(questions)) before.set(name, (await watched.cost(ask)).pages)
  await others(401, 3_000)
  for (const [name, ask] of Object.entries(questions)) {
    const { pages, indexes } = await watched.cost(ask)
    assert.ok(
      pages <= (before.get(name) ?? 0) * 1.5 + 60,
      `${name} grew from ${before.get(name)} to ${pages} pages`,
    )
    if (name === 'why')
      for (const index of ['search_professionals_all', 'spaces_prices_around'])
        assert.ok(indexes.has(index), `${index} is used, not only ${[...indexes].join(', ')}`)
    if (name !== 'timeline') continue
    for (const index of ['claims_unbooked', 'bookings_host'])
      assert.ok(indexes.has(index), `${index} is used, not only ${[...indexes].join(', ')}`)
  }
})
