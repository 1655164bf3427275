import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { changeService, services, type Visibility } from '#contract/service/service.ts'
import { attendance, publicBusiness } from '#contract/storefront/storefront.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, service } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

const show = async (at: Bookable, id: number, visibility: Visibility) => {
  const own = (await at.professional.person.call(services)).body.find((one) => one.id === id)
  assert.ok(own)
  const saved = await at.professional.person.call(changeService, {
    params: { id },
    body: { ...own, visibility },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal(saved.body.visibility, visibility)
  await drain(kalli)
}

/** Two services of a professional: a public one, and a cheaper one of another length by link only. */
const linked = async () => {
  const at = await bookable(kalli, { durationMinutes: 60, priceCents: 60_000, noticeMinutes: 0 })
  const serviceId = await service(kalli, at.professional.id, {
    name: 'Ritual secreto',
    durationMinutes: 30,
    priceCents: 20_000,
    noticeMinutes: 0,
  })
  await show(at, serviceId, 'by_link')
  return { at, serviceId, behind: { ...at, serviceId } }
}

test('a link-only service is in no list, card, search or "desde", and a client with the link books it', async () => {
  const { at, serviceId, behind } = await linked()
  const visitor = kalli.visitor()
  const params = { id: String(at.professional.id) }
  const page = await visitor.call(publicProfessional, { params, query: {} })
  const shown = await visitor.call(attendance, { query: { space: at.space.id } })
  const business = await visitor.call(publicBusiness, { params: { id: String(at.host.businessId) } })
  const found = await visitor.call(searchProfessionals, { query: { q: 'ritual secreto' } })
  assert.deepEqual([page.status, shown.status, business.status, found.status], [200, 200, 200, 200])
  for (const { body } of [page, shown, business, found])
    assert.ok(!/ritual secreto/i.test(JSON.stringify(body)), JSON.stringify(body))
  assert.deepEqual(
    page.body.services.map(({ id }) => id),
    [at.serviceId],
  )
  const { from_price_cents: from } = await kalli.database.kysely
    .selectFrom('professionals')
    .select('from_price_cents')
    .where('id', '=', at.professional.id)
    .executeTakeFirstOrThrow()
  assert.equal(from, 60_000)

  const byLink = await visitor.call(publicProfessional, { params, query: { service: serviceId } })
  assert.deepEqual(
    byLink.body.services.map(({ name }) => name),
    ['Corte y peinado', 'Ritual secreto'],
  )
  assert.equal(byLink.body.socialPicture, page.body.socialPicture, 'the card says what it says to everybody')
  assert.deepEqual(byLink.body.week, page.body.week)
  await booked(kalli, behind, { date, place: 0 })
})

test('a link shows a service of its own professional only, and never a hidden one', async () => {
  const { at, serviceId, behind } = await linked()
  const other = await bookable(kalli)
  const of = async (id: number) =>
    (
      await kalli
        .visitor()
        .call(publicProfessional, { params: { id: String(id) }, query: { service: serviceId } })
    ).body.services.map((one) => one.id)
  assert.ok(!(await of(other.professional.id)).includes(serviceId))
  assert.ok((await slotsOn(kalli.visitor(), behind, date)).length > 0)
  await show(at, serviceId, 'hidden')
  assert.ok(!(await of(at.professional.id)).includes(serviceId))
  assert.deepEqual(await slotsOn(kalli.visitor(), behind, date), [])
})

test('free time of a link-only service does not appear in searches or at a business', async () => {
  const { at, serviceId } = await linked()
  const atBusiness = { space: at.space.id, service: serviceId, from: date, to: date }
  const anybody = await kalli.visitor().call(slots, { query: atBusiness })
  assert.equal(refusalOf(anybody).code, 'not_found', 'as a service that is none')
  const params = { id: String(at.professional.id) }
  const before = await kalli.visitor().call(publicProfessional, { params, query: {} })
  assert.ok(before.body.nextSlotAt !== null)
  await show(at, at.serviceId, 'hidden')
  const page = await kalli.visitor().call(publicProfessional, { params, query: {} })
  assert.equal(page.body.nextSlotAt, null)
  assert.deepEqual([page.body.services, page.body.acceptsBookings], [[], false])
  const free = await kalli.visitor().call(searchProfessionals, { query: { availability: 'this_week' } })
  assert.ok(free.body.every(({ id }) => id !== at.professional.id))
})

test('reviews of a link-only service do not show its name', async () => {
  const { at, behind } = await linked()
  const visit = await booked(kalli, behind, { date, place: 0 })
  const put = await kalli.database.pool.query(
    `insert into reviews (booking_id, subject, author, professional_id, score, text, author_first_name, service_name, created_at)
     select id, 'professional', 'client', professional_id, 5, 'Muy bien', 'Lucía', service_name, now() from bookings where id = $1`,
    [visit.id],
  )
  assert.equal(put.rowCount, 1)
  const params = { id: String(at.professional.id) }
  const { body } = await kalli.visitor().call(publicProfessional, { params, query: {} })
  assert.deepEqual(
    body.reviews.map(({ serviceName }) => serviceName),
    [null],
  )
})
