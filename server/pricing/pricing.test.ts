import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { releaseAt, termsAt, termsAtPlaces } from '#server/pricing/pricing.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms, termsBySource } from '#server/pricing/terms.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, reachLevel } from '#server/testing/people.ts'

let kalli: TestServer
let world: Awaited<ReturnType<typeof bookable>>
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  world = await bookable(kalli)
})
after(() => kalli.close())

const at = new Date('2026-11-20T16:00:00Z')
const requested = (change: { spaceId?: number | null; at?: Date } = {}) =>
  termsAt(kalli.work(), { serviceId: world.serviceId, spaceId: world.space.id, at, ...change })

const setting = (name: string, value: boolean) =>
  kalli.database.kysely
    .updateTable('settings')
    .set({ value: JSON.stringify(value) })
    .where('name', '=', name)
    .execute()

const regime = (owner: 'professionals' | 'hosts', id: number, taxRegime: string) =>
  kalli.database.kysely.updateTable(owner).set({ tax_regime: taxRegime }).where('id', '=', id).execute()

const worked = { serviceCents: 100_000, rentCents: 30_000 }
const nets = async (change?: { at?: Date }) => {
  const { professional, host } = splitUnder(await requested(change), worked)
  return [professional.netCents, host.netCents]
}

test('the withholding setting switches between the demo data’s and the worked example’s amounts', async () => {
  assert.deepEqual(await nets(), [60_000, 28_500])
  await setting('withholding', true)
  assert.deepEqual(await nets(), [50_948, 25_784])
  assert.equal((await requested()).withholding, true)
})

test('ISR on rent has a switch of its own', async () => {
  await setting('withholding_host_isr', false)
  assert.deepEqual(await nets(), [50_948, 26_431])
  await setting('withholding_host_isr', true)
})

test('tax rates change with the year in Mexico’s time zone', async () => {
  assert.deepEqual(await nets({ at: new Date('2025-06-01T12:00:00Z') }), [52_241, 26_172])
  assert.deepEqual(await nets({ at: new Date('2026-01-01T05:59:59Z') }), [52_241, 26_172])
  assert.deepEqual(await nets({ at: new Date('2026-01-01T06:00:00Z') }), [50_948, 25_784])
})

test('a payee without RFC and a physician are taxed by their own rates', async () => {
  await regime('professionals', world.professional.id, 'no_rfc')
  assert.deepEqual(await nets(), [28_966, 25_784])
  await regime('professionals', world.professional.id, 'physician')
  assert.deepEqual(await nets(), [57_500, 25_784])
  await regime('professionals', world.professional.id, 'individual')
})

test('a commission rule for tomorrow does not change the terms agreed today', async () => {
  await kalli.database.kysely
    .insertInto('commission_rules')
    .values({
      valid_from: new Date('2026-12-01T06:00:00Z'),
      professional_bp: 1200,
      rent_bp: 600,
      iva_bp: 1600,
    })
    .execute()
  const today = await requested()
  const later = await requested({ at: new Date('2026-12-01T06:00:00Z') })
  assert.deepEqual([today.rates.commissionBp, today.rates.rentBp], [1000, 500])
  assert.deepEqual([later.rates.commissionBp, later.rates.rentBp], [1200, 600])
  // A booking stores the terms of its source, with the rule that gave them.
  const saved = termsBySource(today, 'marketplace')
  assert.deepEqual(saved.rule, {
    source: 'marketplace',
    paidInPlace: false,
    since: '2020-01-01T00:00:00.000Z',
  })
  assert.deepEqual(openTerms(JSON.parse(JSON.stringify(saved))), saved)
})

test('the professional’s own place has no rent policy, and an unknown place is left out', async () => {
  const places = await termsAtPlaces(kalli.work(), {
    serviceId: world.serviceId,
    spaceIds: [null, world.space.id, 999_999],
    at,
  })
  assert.deepEqual(new Set(places.keys()), new Set([null, world.space.id]))
  assert.equal(places.get(null)?.rent, null)
  assert.equal(places.get(world.space.id)?.rent?.policy, 'normal')
  await assert.rejects(requested({ spaceId: 999_999 }), { code: 'not_found' })
})

test('a new payee is paid after three days, and one with five completed bookings after one', async () => {
  const endsAt = new Date('2026-11-27T18:00:00Z')
  const hours = async () => {
    const { professional, host } = releaseAt(await requested(), endsAt)
    return [professional, host].map((at) => (at.getTime() - endsAt.getTime()) / 3_600_000)
  }
  const of = world.professional
  assert.deepEqual(await hours(), [72, 72])
  await reachLevel(kalli, of.accountId, 2)
  await reachLevel(kalli, world.host.accountId, 2)
  const one = await booked(kalli, world, { contact: contactOf() })
  // Its own, its overtime, its rest, and a refunded fee.
  const payouts = (
    [
      ['professional', of.id],
      ['host', world.host.id],
    ] as const
  ).flatMap(([party, id]) =>
    Array.from({ length: 6 }, () => ({
      id: crypto.randomUUID(),
      booking_id: crypto.randomUUID(),
      origin_booking_id: one.id,
      party,
      party_id: id,
      amount_cents: 100,
      status: 'paid',
      release_at: at,
    })),
  )
  await kalli.database.kysely.insertInto('payouts').values(payouts).execute()
  const given = (count: number, kind: 'visit' | 'rent' = 'visit', status = 'completed') =>
    kalli.database.kysely.connection().execute(async (db) => {
      await sql`set session_replication_role = replica`.execute(db)
      await sql`
        insert into bookings select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'status', ${status}::text,
          'kind', ${kind}::text, 'completed_at', now(), 'client_id', case when ${kind}::text = 'visit' then one.client_id end,
          'service_id', case when ${kind}::text = 'visit' then one.service_id end, 'paid_by', case when ${kind}::text = 'rent' then one.professional_id end, 'rent_stretches', case when ${kind}::text = 'rent' then '[]'::jsonb end))).*
        from bookings one, generate_series(1, ${count}) where id = ${one.id}`.execute(db)
      await sql`set session_replication_role = origin`.execute(db)
    })
  await given(4)
  await given(3, 'visit', 'cancelled_by_client')
  assert.deepEqual(await hours(), [72, 72])
  // Rented hours are a booking of their host, who is paid for them; the professional is not.
  await given(1, 'rent')
  assert.deepEqual(await hours(), [72, 24])
  await given(1, 'visit', 'closed')
  assert.deepEqual(await hours(), [24, 24])
})
