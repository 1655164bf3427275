import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { slots } from '#contract/availability/availability.ts'
import { publicProfessional, publicSpace } from '#contract/search/public-page.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, professional, service } from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const page = async (id: string | number) =>
  kalli.visitor().call(publicProfessional, { params: { id: String(id) } })

test('a profile is found by number and by slug; one that does not exist is not', async () => {
  const { professional: ana } = await bookable(kalli)
  const byId = await page(ana.id)
  assert.equal(byId.status, 200, JSON.stringify(byId.body))
  assert.deepEqual((await page(`ana-rojas-${ana.id}`)).body, byId.body)
  for (const id of ['999999', 'nadie', '0', "' or 1=1 --", 'ana-rojas'])
    assert.equal((await page(id)).status, 404, id)
})

test('the next start of a profile is its first bookable slot', async () => {
  const { professional: ana, serviceId } = await bookable(kalli)
  const query = { professional: ana.id, service: serviceId, from: '2026-11-20', to: '2026-11-27' }
  const { body } = await kalli.visitor().call(slots, { query })
  const first = body.days.flatMap((day) => day.slots)[0]?.startsAt
  assert.ok(first)
  assert.equal((await page(ana.id)).body.nextSlotAt, first)
})

test('places are shown by area, without an address', async () => {
  const { professional: ana, space } = await bookable(kalli)
  const { body } = await page(ana.id)
  assert.deepEqual(
    body.places.map(({ spaceId, businessName, latitude, longitude }) => [
      spaceId,
      businessName,
      latitude,
      longitude,
    ]),
    [[space.id, 'Casa Salas', 19.42, -99.16]],
  )
  assert.ok(!JSON.stringify(body).includes('Colima 200'))
})

test('credentials are accepted, unexpired documents, and only the professional licence shows a number', async () => {
  const { professional: ana } = await bookable(kalli)
  const document = (kind: string, status: string, validTo: string | null) =>
    sql`insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, number, valid_to,
        uploaded_at, reviewed_at, rejected_reason)
      values (gen_random_uuid(), 'professional', ${ana.id}, ${kind}, ${status}, gen_random_uuid(), 'application/pdf', 10,
        '7654321', ${validTo}::date, ${kalli.clock()}, ${status === 'in_review' ? null : kalli.clock()}, null)`.execute(
      kalli.database.kysely,
    )
  assert.deepEqual((await page(ana.id)).body.credentials, [])
  await document('insurance', 'valid', '2026-11-19')
  await document('license', 'in_review', '2028-01-31')
  await document('identity', 'valid', null)
  assert.deepEqual((await page(ana.id)).body.credentials, [], 'over, not yet looked at, and private')
  await document('certificate', 'expiring', '2026-11-20')
  await document('license', 'valid', '2028-01-31')
  const { body } = await page(ana.id)
  assert.deepEqual(body.credentials, [
    { label: 'Cédula profesional', number: '7654321' },
    { label: 'Constancia de estudios', number: null },
  ])
  assert.doesNotMatch(JSON.stringify(body), /Identificación oficial/)
})

test('a draft profile is not found, and a paused one is found and takes no bookings', async () => {
  const ana = await professional(kalli, { ownPlace: true })
  await service(kalli, ana.id)
  const become = (status: string) =>
    sql`update professionals set status = ${status} where id = ${ana.id}`.execute(kalli.database.kysely)
  assert.equal((await page(ana.id)).body.acceptsBookings, true)
  await become('paused')
  const paused = await page(ana.id)
  assert.equal(paused.body.acceptsBookings, false)
  assert.equal(paused.body.nextSlotAt, null)
  await become('draft')
  assert.equal((await page(ana.id)).status, 404)
})

test('a space shows its units, hours and professionals', async () => {
  const { professional: ana, space } = await bookable(kalli)
  const reply = await kalli.visitor().call(publicSpace, { params: { id: String(space.id) } })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(
    reply.body.units.map(({ name }) => name),
    ['Silla 1', 'Silla 2'],
  )
  assert.equal(reply.body.weekly.length, 7)
  assert.deepEqual(
    reply.body.professionals.map(({ id }) => id),
    [ana.id],
  )
  assert.ok(!JSON.stringify(reply.body).includes('Colima 200'))
})
