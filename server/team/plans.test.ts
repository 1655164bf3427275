/**
 * What a business's team reads of its appointments and rents, what a professional reads of their day and services, what is refunded of
 * rented hours, and what staff read of a chargeback, as executed by PostgreSQL among tens of thousands of bookings and charges of others:
 * no table is read whole.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { addApplication, submitApplication } from '#contract/hiring/application.ts'
import { professionalDay } from '#server/booking/agenda/day.ts'
import { refundFees } from '#server/booking/columns/fee.ts'
import { queue } from '#server/chargeback/chargeback.ts'
import { application } from '#server/hiring/application/application-detail.ts'
import { impact } from '#server/service/service.ts'
import { services } from '#server/service/service-view.ts'
import { hostDay, report } from '#server/team/business.ts'
import { preview } from '#server/team/rent.ts'
import { receipts } from '#server/team/rent-receipt.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { watchPlans } from '#server/testing/plans.ts'
import * as team from '#server/testing/team.ts'

const grown = new Set([
  'bookings',
  'professionals',
  'payments',
  'payouts',
  'rent_fees',
  'rent_charges',
  'memberships',
])

let kalli: TestServer
let watched: ReturnType<typeof watchPlans>
let at: Bookable
let member: Awaited<ReturnType<typeof team.joined>>
let visitId: string
let applicationId: number
before(async () => {
  kalli = await startTestServer()
  watched = watchPlans(kalli, (table) => !grown.has(table))
  at = await people.bookable(kalli)
  ;({ id: visitId } = await booked(kalli, at))
  await people.reachLevel(kalli, at.host.accountId, 1)
  member = await team.joined(
    kalli,
    { owner: at.host, where: at.space },
    { permissions: ['reports', 'see_all'] },
  )
  const other = await people.professional(kalli)
  await people.service(kalli, other.id)
  const drafted = await other.person.call(addApplication, {
    body: { spaceId: at.space.id, terms: { rent: { kind: 'per_hour', ratePerHourCents: 18_000 } } },
  })
  applicationId = drafted.body.id
  const sent = await other.person.call(submitApplication, {
    params: { id: applicationId },
    body: { version: drafted.body.version },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await kalli.database.kysely.executeQuery(
    sql`insert into chargebacks (id, payment_id, booking_id, provider, external_id, reason, amount_cents, fee_cents, fee_iva_cents, state, opened_at)
      select ${randomUUID()}::uuid, id, booking_id, 'standin', 'dp_plans', 'fraud', 100, 0, 0, 'open', created_at from payments
      where booking_id = ${visitId}`.compile(kalli.database.kysely),
  )
  await others()
})
after(async () => {
  await watched.close()
  await kalli.close()
})

/** Others' bookings at their own units, past and upcoming, half of them rents with a possibly refundable fee, and others' fixed rents. */
const others = async () => {
  await kalli.database.kysely.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    await run(sql`set session_replication_role = replica`)
    await run(sql`insert into professionals overriding system value
      select other.* from professionals p, generate_series(1, 2000) n, jsonb_populate_record(null::professionals, to_jsonb(p)
        || jsonb_build_object('id', 1000000 + n, 'account_id', 1000000 + n, 'slug', 'other-' || n)) other
      where p.id = ${at.professional.id}`)
    const many = sql`generate_series(1, 2000) n, generate_series('2026-11-06T16:00:00Z'::timestamptz, '2026-11-25T16:00:00Z', '1 day') at`
    await run(sql`insert into bookings (id, status, holder, professional_id, service_id, client_id, space_id, unit_id, host_id, starts_at,
        ends_at, zone, local_start, service_name, total_cents, rent_cents, rent_minutes, terms, quote, quote_hash, created_at)
      select gen_random_uuid(), case when at > ${kalli.clock()}::timestamptz then 'confirmed' else 'completed' end, 'x', 1000000 + n,
        1000000 + n, 1000000 + n, 1000000 + n, 1000000 + n, 1000000 + n,
        at, at + interval '1 hour', b.zone, at at time zone b.zone, b.service_name, b.total_cents, b.rent_cents, b.rent_minutes, b.terms,
        b.quote, b.quote_hash, b.created_at
      from (select * from bookings where id = ${visitId}) b, ${many}`)
    await run(sql`insert into payments (id, booking_id, payer, provider, method, status, amount_cents, captured_cents, settlement, settled_at, created_at)
      select gen_random_uuid(), id, 'account:1', 'standin', 'card', 'captured', 1000, 1000, '{}', created_at, created_at
      from bookings where host_id > 1000000`)
    await run(sql`insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
      select gen_random_uuid(), 'professional', professional_id, id, 1000, 'paid', created_at from bookings where host_id > 1000000`)
    await run(sql`insert into rent_fees (booking_id, unit_id, during, fee_cents)
      select id, unit_id, tstzrange(starts_at + interval '2 hours', starts_at + interval '3 hours'), 1000 from bookings
      where host_id > 1000000 and extract(day from starts_at)::int % 2 = 0`)
    await run(sql`insert into memberships (host_id, space_id, name, email, role, permissions, terms, status, invited_at, expires_at, professional_id,
        joined_at, account_id, agreement_id)
      select 1000000 + n, 1000000 + n, 'X', 'x' || n || '@example.test', 'resident', '{}', m.terms, 'active', m.invited_at, m.expires_at,
        1000000 + n, m.joined_at, 1000000 + n, 1000000 + n
      from (select * from memberships where id = ${member.membership.id}) m, generate_series(1, 20000) n`)
    await run(sql`insert into rent_charges (id, run_id, membership_id, host_id, professional_id, period, amount_cents, explanation, rates, status,
        charged_at, paid_at)
      select gen_random_uuid(), ${randomUUID()}::uuid, m.id, m.host_id, m.professional_id, '[2026-11-01,2026-11-08)', 1000, '', '{}', 'paid', now(), now()
      from memberships m where m.host_id > 1000000`)
    await run(sql`set session_replication_role = origin`)
    await sql`analyze`.execute(connection)
  })
}

const host = () => ({ ...kalli.work({ hostId: at.host.id, roles: ['host'] }), db: watched.db })
const professional = () => ({
  ...kalli.work({ accountId: member.accountId, professionalId: member.professional?.id ?? 0 }),
  db: watched.db,
})
const mine = () => ({
  ...kalli.work({ accountId: at.professional.accountId, professionalId: at.professional.id }),
  db: watched.db,
})
const none = { params: undefined, query: undefined, body: undefined }
const requested: Record<string, () => Promise<unknown>> = {
  'the day of a house': () => hostDay(host(), { ...none, query: { space: at.space.id, date: '2026-11-20' } }),
  'the report of a house': () =>
    report(professional(), {
      ...none,
      params: { id: member.membership.id },
      query: { from: '2026-11-01', to: '2026-11-30' },
    }),
  'a rent run': () =>
    preview(host(), {
      ...none,
      body: { membership: null, from: '2026-11-20', to: '2026-11-26' },
    }),
  'the day of a professional': () => professionalDay(mine(), '2026-11-20'),
  'services with what is to come of each': () => services(mine()),
  'what is to come of a service': () => impact(mine(), { ...none, params: { id: at.serviceId } }),
  'receipts of rents': () => receipts(professional()),
  'hours rented again': () => refundFees(host(), visitId),
  'charges that banks took back': () => queue({ ...kalli.work({ roles: ['admin'] }), db: watched.db }),
  'an application': () => application(host(), applicationId),
}

for (const [name, ask] of Object.entries(requested))
  test(`${name} is read by index`, async () => {
    const { pages } = await watched.cost(ask)
    assert.ok(pages < 500, `${pages} pages`)
  })
