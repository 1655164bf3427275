/** Several seats of a class in one booking: all or none, each with its number and person. Real connections. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import { readClass } from '#contract/booking/class/class.ts'
import * as serieses from '#contract/booking/series/series.ts'
import { SlotAlternatives } from '#contract/availability/slot.ts'
import { attendance } from '#contract/storefront/storefront.ts'
import { joinWaitlist, ownWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { decideDue } from '#server/booking/class/class.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { pay } from '#server/testing/bookings.ts'
import * as classes from '#server/testing/classes.ts'
import { along, date, heldFor, seated, set, slotsFor } from '#server/testing/classes.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const studio = (rule?: Parameters<typeof classes.studio>[1]) => classes.studio(kalli, rule)
type Studio = Awaited<ReturnType<typeof studio>>
const read = async (at: Studio, id: string) => {
  const answer = await at.professional.person.call(readClass, { params: { id } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const numbersIn = async (classId: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; seats: number[] }>(
    `select status, class_seats as seats from bookings where class_id = $1 and status not in ('expired') order by class_seats[1]`,
    [classId],
  )
  return rows.map(({ status, seats }) => `${status} ${seats.join()}`)
}

test('a booking for three has one price, one payment and a seat each, and hides names from unentitled users', async () => {
  const at = await studio({ capacity: 12 })
  const made = await set(at)
  await seated(kalli, at)
  const who = kalli.visitor()
  const hold = await heldFor(who, at, 3)
  assert.equal(hold.quote.totalCents, 60_000)
  assert.deepEqual(
    hold.quote.lines.map(({ label, amountCents, person }) => [label, amountCents, person]).slice(0, 3),
    [
      ['Yoga', 20_000, 1],
      ['Yoga', 20_000, 2],
      ['Yoga', 20_000, 3],
    ],
  )
  assert.match(hold.class?.text ?? '', /Reservas 3 lugares/)
  assert.equal(Date.parse(hold.endsAt) - Date.parse(hold.startsAt), 3_600_000, 'all of them in the same hour')
  const refused = await pay(who, hold.id)
  assert.equal(refusalOf(refused).code, 'companions_missing')
  const minor = await pay(who, hold.id, 'tok_ok', undefined, undefined, { ...along(3), adult: false })
  assert.equal(refusalOf(minor).code, 'adult_needed')
  const paid = await pay(who, hold.id, 'tok_ok', undefined, undefined, along(3))
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual(await numbersIn(made.id), ['confirmed 1', 'confirmed 2,3,4'])
  assert.deepEqual([paid.body.class?.taken, paid.body.class?.capacity], [4, 12])
  const shown = await read(at, made.id)
  assert.deepEqual([shown.taken, shown.seats.length], [4, 2])
  assert.deepEqual(shown.seats[1]?.numbers, [2, 3, 4])
  assert.deepEqual(shown.seats[1]?.people, ['Lucía', 'Leo', 'Mía'])
  assert.equal((await slotsFor(kalli.visitor(), at, 1))[0]?.seats?.left, 8)
  const agenda = await at.professional.person.call(calendar, { query: { from: date, to: date } })
  assert.equal(agenda.body.entries.find((one) => one.class?.id === made.id)?.class?.taken, 4)
  const receipt = await who.call(booking.receipt, {
    params: { id: hold.id },
    query: { t: paid.body.viewToken ?? '', as: 'client' },
  })
  assert.equal(receipt.status, 200, JSON.stringify(receipt.body))
  assert.match(JSON.stringify(receipt.body), /Mía/)
  // Cancelling the booking cancels all of its seats.
  const requested = { params: { id: hold.id }, query: { t: paid.body.viewToken ?? '' } }
  const quoted = await who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } })
  assert.equal(quoted.body.refundCents, 60_000)
  await who.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal((await read(at, made.id)).taken, 1)
  assert.equal((await slotsFor(kalli.visitor(), at, 6))[0]?.seats?.left, 11)
})

test('of two groups that take the last three seats, one gets all of its seats and the other none', async () => {
  for (let round = 0; round < 5; round += 1) {
    const at = await studio({ capacity: 5 })
    const made = await set(at)
    const later = await set(at, { time: '12:00' })
    await seated(kalli, at, { persons: 2 })
    const [slot] = await slotsFor(kalli.visitor(), at, 3)
    assert.ok(slot)
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    const lost = answers.find(({ status }) => status === 409)
    assert.ok(lost)
    const { code, details } = refusalOf(lost)
    assert.equal(code, 'slot_taken')
    assert.equal(SlotAlternatives.parse(details).alternatives[0]?.startsAt, later.startsAt)
    assert.deepEqual(await numbersIn(made.id), ['confirmed 1,2', 'held 3,4,5'])
  }
})

test('groups competing for twelve seats never share a seat, exceed the last, or get only a part', async () => {
  const at = await studio({ capacity: 12 })
  const made = await set(at)
  const sizes = [4, 3, 2, 1, 4, 3, 2, 1]
  const tokens = await Promise.all(
    sizes.map(async (persons) => (await slotsFor(kalli.visitor(), at, persons))[0]?.token ?? ''),
  )
  const answers = await Promise.all(
    tokens.map((slotToken) => kalli.visitor().call(holds.hold, { body: { slotToken } })),
  )
  const { rows } = await kalli.database.pool.query<{ seats: number[]; persons: number }>(
    `select class_seats as seats, persons from bookings where class_id = $1`,
    [made.id],
  )
  assert.equal(rows.length, answers.filter(({ status }) => status === 201).length)
  const all = rows.flatMap(({ seats }) => seats)
  assert.equal(new Set(all).size, all.length)
  assert.ok(all.every((seat) => seat >= 1 && seat <= 12))
  assert.ok(rows.every(({ seats, persons }) => seats.length === persons))
  // Those rejected did not fit: fewer seats are free than the smallest rejected group needs.
  const turned = sizes.filter((_, index) => answers[index]?.status === 409)
  assert.ok(
    turned.every((persons) => persons > 12 - all.length),
    `${turned.join()} of ${all.length}`,
  )
})

test('the minimum counts persons, not bookings', async () => {
  const at = await studio({ capacity: 6, minimum: 3, decideHours: 24 })
  const made = await set(at)
  await seated(kalli, at, { persons: 3 })
  await decideDue({ ...ownWork(kalli), now: new Date('2026-11-24T16:00:00Z') })
  await drain(kalli)
  assert.deepEqual([(await read(at, made.id)).status, (await read(at, made.id)).decided], ['open', true])
})

test('a client on the waitlist for two seats is offered two as soon as two are free', async () => {
  const at = await studio({ capacity: 3 })
  const made = await set(at)
  const one = await seated(kalli, at)
  const two = await seated(kalli, at)
  await seated(kalli, at)
  const waiting = await people.signIn(kalli, await people.account(kalli))
  const request = {
    professional: at.professional.id,
    service: at.serviceId,
    more: [at.serviceId],
    persons: [1, 1],
    space: null,
    from: date,
    to: date,
    parts: ['morning' as const],
    contact: null,
  }
  const joined = await waiting.call(joinWaitlist, { body: request })
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  const [shown] = (await waiting.call(ownWaitlist)).body
  assert.deepEqual([shown?.service.name, shown?.persons], ['2 × Yoga', [1, 1]])
  const releaseHold = async ({ id, t, who }: typeof one) => {
    const requested = { params: { id }, query: { t } }
    const quoted = await who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } })
    await who.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    await runJobsOnce(kalli)
  }
  await releaseHold(one)
  assert.deepEqual(await numbersIn(made.id).then((all) => all.filter((each) => each.startsWith('held'))), [])
  await releaseHold(two)
  assert.deepEqual(await numbersIn(made.id).then((all) => all.filter((each) => each.startsWith('held'))), [
    'held 1,2',
  ])
  const cut = await people.service(kalli, at.professional.id, { name: 'Corte' })
  // A class is never combined with another service.
  const other = await waiting.call(joinWaitlist, { body: { ...request, more: [cut] } })
  assert.equal(refusalOf(other).code, 'not_found')
})

test('a booking of three seats repeats week after week with the same people', async () => {
  const at = await studio({ capacity: 4 })
  await set(at, { dates: [date, '2026-12-02'] })
  const who = await people.signIn(kalli, await people.account(kalli))
  const one = await seated(kalli, at, { who, persons: 3 })
  const params = { id: one.id }
  const seen = await who.call(serieses.seriesPreview, { params, query: { every: '1w', times: 2 } })
  const slotTokens = seen.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  assert.equal(slotTokens.length, 1)
  const made = await who.call(serieses.repeat, { params, query: {}, body: { every: '1w', slotTokens } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query<{ status: string; seats: number[]; names: string[] }>(
    `select status, class_seats as seats, array(select first_name from booking_companions where booking_id = booking.id order by person) as names
     from bookings booking where service_id = $1 order by starts_at`,
    [at.serviceId],
  )
  assert.deepEqual(
    rows.map(({ status, seats, names }) => `${status} ${seats.join()} ${names.join()}`),
    ['confirmed 1,2,3 Leo,Mía', 'confirmed 1,2,3 Leo,Mía'],
  )
})

test('a class cannot be combined with another service, and the database refuses missing and duplicate seats', async () => {
  const at = await studio({ capacity: 6 })
  await set(at)
  const cut = await people.service(kalli, at.professional.id, { name: 'Corte' })
  const three = await seated(kalli, at, { persons: 3 })
  const two = await seated(kalli, at, { persons: 2 })
  const mixed = await kalli.visitor().call(slots, {
    query: {
      professional: at.professional.id,
      services: `${at.serviceId},${cut}`,
      persons: '1,1',
      from: date,
      to: date,
    },
  })
  assert.equal(refusalOf(mixed).code, 'not_found')
  const seats = (id: string, numbers: number[]) =>
    kalli.database.pool.query('update bookings set class_seats = $2 where id = $1', [id, numbers])
  await assert.rejects(seats(three.id, [1, 2]), /bookings_seat/)
  await assert.rejects(seats(three.id, [1, 2, 2]), /no seat of class/)
  await assert.rejects(seats(three.id, [1, 2, 7]), /no seat of class/)
  await assert.rejects(seats(three.id, [0, 1, 2]), /bookings_seat/)
  await assert.rejects(seats(two.id, [3, 6]), /bookings_class_seat/)
})

test('a booking with any professional of a business finds its class, for two persons', async () => {
  const at = await studio({ capacity: 3 })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 0 where id = $1', [
    at.agreementId,
  ])
  await set(at, { place: at.space.id })
  const who = kalli.visitor()
  const ofBusiness = (services: number[], persons: number) =>
    who.call(slots, {
      query: {
        business: at.host.businessId,
        services: services.join(),
        persons: Array.from({ length: persons }, () => 1).join(),
        from: date,
        to: date,
      },
    })
  const two = await ofBusiness([at.serviceId, at.serviceId], 2)
  const [slot] = two.body.days.flatMap((day) => day.slots)
  const held = await who.call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.match(held.body.class?.text ?? '', /Reservas 2 lugares/)
  assert.equal(held.body.quote.totalCents, 40_000)
  const seen = await who.call(attendance, { query: { business: at.host.businessId } })
  assert.deepEqual(
    seen.body.services.map(({ name, seats }) => [name, seats]),
    [['Yoga', 3]],
  )
})
