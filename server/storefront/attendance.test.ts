import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import { changeService, services } from '#contract/service/service.ts'
import { attendance } from '#contract/storefront/storefront.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

/** A salon with two who cut hair, one of them cheaper, and one who also paints nails. */
const salon = async () => {
  const ana = await people.bookable(kalli, { priceCents: 65_000 })
  const eva = await people.professional(kalli)
  const evaCut = await people.service(kalli, eva.id, { priceCents: 60_000 })
  const nails = await people.service(kalli, eva.id, { name: 'Manicure', priceCents: 30_000 })
  await people.agreement(kalli, eva.id, ana.space.id)
  return { ana, eva, evaCut, nails }
}

test('a business shows its team and services, and a stranger’s, unpublished or missing one shows nothing', async () => {
  const { ana, eva, evaCut, nails } = await salon()
  const who = kalli.visitor()
  const of = (query: { business?: number; space?: number }) => who.call(attendance, { query })
  const { body } = await of({ business: ana.host.businessId })
  assert.deepEqual(new Set(body.team.map(({ id }) => id)), new Set([ana.professional.id, eva.id]))
  assert.deepEqual(new Set(body.services.map(({ id }) => id)), new Set([ana.serviceId, evaCut, nails]))
  assert.deepEqual((await of({ space: ana.space.id })).body.team, body.team)
  for (const secret of ['Colima 200', '@example.test', 'phone'])
    assert.ok(!JSON.stringify(body).includes(secret), secret)
  // A service given only by video is not given at a business.
  await kalli.database.kysely
    .updateTable('services')
    .set({ at_place: false, online: true })
    .where('id', '=', nails)
    .execute()
  assert.deepEqual(
    new Set((await of({ business: ana.host.businessId })).body.services.map(({ id }) => id)),
    new Set([ana.serviceId, evaCut]),
  )
  assert.equal((await of({ business: 999_999 })).status, 404)
  assert.equal((await of({})).status, 400)
  const empty = await people.host(kalli)
  assert.equal((await of({ business: empty.businessId })).status, 404)
})

test('with any professional each start appears once at the lowest price of that service name, and can be held', async () => {
  const { ana, eva, evaCut } = await salon()
  const who = kalli.visitor()
  const where = { business: ana.host.businessId, from: date, to: date }
  const anybody = await who.call(slots, { query: { ...where, service: ana.serviceId, channel: 'own_link' } })
  assert.equal(anybody.status, 200, JSON.stringify(anybody.body))
  const [day] = anybody.body.days
  assert.ok(day && day.slots.length > 0)
  assert.equal(new Set(day.slots.map(({ startsAt }) => startsAt)).size, day.slots.length)
  assert.ok(day.slots.every((slot) => slot.professionalId === eva.id && slot.totalCents === 60_000))
  const [first] = day.slots
  const held = await who.call(holds.hold, { body: { slotToken: first?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.equal(held.body.service.id, evaCut)
  assert.equal(held.body.byOwnLink, true)
  const row = await kalli.database.kysely
    .selectFrom('bookings')
    .select('channel')
    .where('id', '=', held.body.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.channel, 'own_link')
  // Eva's hour is gone: Ana still has hers, at her price.
  const again = await who.call(slots, { query: { ...where, service: evaCut } })
  const same = again.body.days[0]?.slots.find(({ startsAt }) => startsAt === first?.startsAt)
  assert.deepEqual([same?.professionalId, same?.totalCents], [ana.professional.id, 65_000])
  // One of them at the business; a professional who does not work there has no hours there.
  const hers = { ...where, professional: ana.professional.id, service: ana.serviceId }
  assert.ok(
    (await who.call(slots, { query: hers })).body.days[0]?.slots.every(
      (slot) => slot.professionalId === undefined,
    ),
  )
  const elsewhere = await people.bookable(kalli)
  const anonymous = await who.call(slots, { query: { ...hers, business: elsewhere.host.businessId } })
  assert.equal(anonymous.body.days[0]?.slots.length, 0)
  assert.equal(
    refusalOf(await who.call(slots, { query: { service: ana.serviceId, from: date, to: date } })).code,
    'invalid_input',
  )
  assert.equal(refusalOf(await who.call(slots, { query: { ...where, service: 999_999 } })).code, 'not_found')
})

test('several services at a business are offered by one professional who has all of them, at their own prices', async () => {
  const { ana, eva, evaCut, nails } = await salon()
  const who = kalli.visitor()
  const where = { business: ana.host.businessId, from: date, to: date }
  const timesOf = async (services: number[], values: { professional?: number } = {}) => {
    const answer = await who.call(slots, { query: { ...where, ...values, services: services.join() } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.days.flatMap((day) => day.slots)
  }
  // Requested with Ana's cut; she paints no nails.
  const both = await timesOf([ana.serviceId, nails])
  assert.ok(both.length > 0)
  assert.ok(both.every((slot) => slot.professionalId === eva.id && slot.totalCents === 90_000))
  const held = await who.call(holds.hold, { body: { slotToken: both[0]?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.deepEqual([held.body.service.id, held.body.moreServices], [evaCut, [nails]])
  // Now she does, for less: each hour is hers, with her own services.
  const own = await people.service(kalli, ana.professional.id, { name: 'manicure', priceCents: 20_000 })
  const cheaper = await timesOf([evaCut, nails])
  assert.ok(
    cheaper.every((slot) => slot.professionalId === ana.professional.id && slot.totalCents === 85_000),
  )
  const hers = await who.call(holds.hold, { body: { slotToken: cheaper[0]?.token ?? '' } })
  assert.deepEqual([hers.body.service.id, hers.body.moreServices], [ana.serviceId, [own]])
  assert.ok((await timesOf([evaCut, nails], { professional: eva.id })).length > 0)
  const alone = await people.service(kalli, eva.id, { name: 'Pedicure', priceCents: 30_000 })
  const massage = await people.service(kalli, ana.professional.id, { name: 'Masaje', priceCents: 30_000 })
  const anonymous = await who.call(slots, { query: { ...where, services: `${alone},${massage}` } })
  assert.equal(refusalOf(anonymous).code, 'not_found')
})

test('several persons share one professional who has all services by name, only where they fit', async () => {
  const { ana, eva, evaCut, nails } = await salon()
  const who = kalli.visitor()
  const where = { business: ana.host.businessId, from: date, to: date }
  const ask = (
    services: number[],
    persons: number[],
    values: { professional?: number; addOns?: string } = {},
  ) => who.call(slots, { query: { ...where, ...values, services: services.join(), persons: persons.join() } })
  const timesOf = async (...requested: Parameters<typeof ask>) => {
    const answer = await ask(...requested)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.days.flatMap((day) => day.slots)
  }
  // Three on two chairs do not fit.
  const full = refusalOf(await ask([ana.serviceId, ana.serviceId, ana.serviceId], [1, 1, 1]))
  assert.deepEqual([full.code, full.details], ['place_too_small', { most: 2 }])
  await kalli.database.pool.query('update spaces set capacity = 4 where id = $1', [ana.space.id])
  // A cut for each: Eva asks less.
  const cuts = await timesOf([ana.serviceId, ana.serviceId], [1, 1])
  assert.ok(cuts.length > 0 && cuts.every((slot) => slot.professionalId === eva.id))
  const [first] = await timesOf([ana.serviceId], [1])
  assert.equal(cuts[0]?.totalCents, 2 * (first?.totalCents ?? 0))
  // The companion has her nails done, which Ana does not do; requested with Ana's own cut.
  await kalli.database.pool.query('update services set add_ons = $1 where id = $2', [
    JSON.stringify([{ id: 4, name: 'Lavado', priceCents: 5_000, minutes: 10 }]),
    evaCut,
  ])
  const both = await timesOf([ana.serviceId, evaCut, nails], [1, 2], { addOns: `${evaCut}-4-2` })
  assert.ok(both.length > 0 && both.every((slot) => slot.professionalId === eva.id))
  const held = await who.call(holds.hold, { body: { slotToken: both[0]?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.deepEqual(
    held.body.people?.map(({ person, services }) => [person, services.map(({ id }) => id)]),
    [
      [1, [evaCut]],
      [2, [evaCut, nails]],
    ],
  )
  assert.deepEqual(
    held.body.addOns.filter(({ added }) => added).map(({ serviceId, person }) => [serviceId, person]),
    [[evaCut, 2]],
  )
  assert.equal(held.body.quote.totalCents, 2 * (first?.totalCents ?? 0) + 30_000 + 5_000)
  // Eva's service ids cannot be requested from Ana, and an unknown service is not found.
  assert.equal(
    refusalOf(await ask([ana.serviceId, nails], [1, 1], { professional: ana.professional.id })).code,
    'not_found',
  )
  assert.equal(
    refusalOf(await ask([ana.serviceId, nails], [1, 1], { addOns: `${evaCut}-4-2` })).code,
    'not_found',
  )
  assert.equal(refusalOf(await ask([ana.serviceId, nails], [1])).code, 'invalid_input')
})

test('an add-on at a business is chosen by name, at each professional’s price, and only from those who have it', async () => {
  const { ana, eva, evaCut, nails } = await salon()
  const who = kalli.visitor()
  const where = { business: ana.host.businessId, from: date, to: date }
  const addTo = async (
    person: Person,
    id: number,
    added: { name: string; priceCents: number; minutes: number }[],
  ) => {
    const own = (await person.call(services, {})).body.find((one) => one.id === id)
    assert.ok(own)
    const addOns = added.map((one) => ({ ...one, id: 0 }))
    const saved = await person.call(changeService, { params: { id }, body: { ...own, addOns, keep: [] } })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    return saved.body.addOns.map(({ id: one }) => `${id}-${one}`)
  }
  const [wash = '', mask = ''] = await addTo(ana.professional.person, ana.serviceId, [
    { name: 'Lavado', priceCents: 8_000, minutes: 15 },
    { name: 'Mascarilla', priceCents: 20_000, minutes: 0 },
  ])
  const [evaWash = ''] = await addTo(eva.person, evaCut, [{ name: 'LAVADO', priceCents: 5_000, minutes: 30 }])
  const seen = await who.call(attendance, { query: { business: ana.host.businessId } })
  assert.deepEqual(
    seen.body.services.find(({ id }) => id === evaCut)?.addOns.map(({ name }) => name),
    ['LAVADO'],
  )
  const ask = (addOns: string, more: number[] = [], values: { professional?: number } = {}) =>
    who.call(slots, { query: { ...where, ...values, services: [ana.serviceId, ...more].join(), addOns } })
  const timesOf = async (...requested: Parameters<typeof ask>) => {
    const answer = await ask(...requested)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.days.flatMap((day) => day.slots)
  }
  // Requested as Ana's wash; Eva's is cheaper and takes longer.
  const washed = await timesOf(wash)
  assert.ok(washed.length > 0)
  assert.ok(washed.every((slot) => slot.professionalId === eva.id && slot.totalCents === 65_000))
  const held = await who.call(holds.hold, { body: { slotToken: washed[0]?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.deepEqual(
    held.body.addOns.map(({ serviceId, name, added }) => [serviceId, name, added]),
    [[evaCut, 'LAVADO', true]],
  )
  // A mask only Ana has.
  const masked = await timesOf(`${wash},${mask}`)
  assert.ok(masked.every((slot) => slot.professionalId === ana.professional.id && slot.totalCents === 93_000))
  // Nails only Eva does: no professional does all of it together.
  assert.ok((await timesOf(wash, [nails])).every((slot) => slot.totalCents === 95_000))
  assert.equal(refusalOf(await ask(mask, [nails])).code, 'not_found')
  for (const wrong of [evaWash, `${ana.serviceId}-999`, `${wash}-2`])
    assert.equal(refusalOf(await ask(wrong)).code, 'not_found', wrong)
})

test('a hold without an own link is stored as such, and the database refuses an unknown channel', async () => {
  const { ana } = await salon()
  const who = kalli.visitor()
  const query = { professional: ana.professional.id, service: ana.serviceId, from: date, to: date }
  const slot = (await who.call(slots, { query })).body.days[0]?.slots[0]
  const held = await who.call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(held.body.byOwnLink, false)
  const change = kalli.database.kysely.updateTable('bookings').where('id', '=', held.body.id)
  await assert.rejects(change.set({ channel: 'radio' }).execute(), /bookings_channel/)
})
