import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as changes from '#contract/booking/change/change.ts'
import { noDemandRules, saveDemandRules } from '#contract/pricing/demand.ts'
import { services } from '#contract/service/service.ts'
import { pay } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

/** A cut of 45 minutes for $430, and a colour of 90 for $1,350 with a quarter of an hour after it and the stricter policy. */
const salon = async () => {
  const at = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    units: 1,
  })
  const colour = await people.service(kalli, at.professional.id, {
    name: 'Tinte',
    durationMinutes: 90,
    priceCents: 135_000,
    bufferAfterMinutes: 15,
    noticeMinutes: 240,
    policyTier: 'strict',
  })
  return { ...at, colour }
}
type Salon = Awaited<ReturnType<typeof salon>>

const timesOf = async (who: Person, at: Salon, more: readonly number[] = [at.colour], on = date) => {
  const { body, status } = await who.call(slots, {
    query: { professional: at.professional.id, services: [at.serviceId, ...more].join(), from: on, to: on },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })
const segmentsOf = async (id: string) =>
  kalli.database.kysely
    .selectFrom('booking_segments')
    .select(['position', 'name', 'minutes', 'price_cents'])
    .where('booking_id', '=', id)
    .orderBy('position')
    .execute()

test('two services make one visit with added minutes, itemized prices, the strictest policy and one chair claim', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at)
  assert.equal(Date.parse(first?.endsAt ?? '') - Date.parse(first?.startsAt ?? ''), 135 * 60_000)
  assert.equal(first?.totalCents, 178_000)
  const { body, status } = await hold(who, first?.token)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(body.quote.lines, [
    { label: 'Corte', amountCents: 43_000 },
    { label: 'Tinte', amountCents: 135_000 },
  ])
  assert.deepEqual([body.service.name, body.service.durationMinutes], ['Corte + Tinte', 135])
  assert.deepEqual([body.policy.tier, body.policy.noShowFeeCents], ['strict', 178_000])
  assert.deepEqual(body.moreServices, [at.colour])
  assert.deepEqual(await segmentsOf(body.id), [
    { position: 1, name: 'Corte', minutes: 45, price_cents: 43_000 },
    { position: 2, name: 'Tinte', minutes: 90, price_cents: 135_000 },
  ])
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from upper(during) - lower(during)) / 60)::integer as minutes from claims
    where booking_id = ${body.id} and resource_id = ${at.professional.id}`.execute(kalli.database.kysely)
  assert.deepEqual(rows, [{ minutes: 150 }])
  // Repeating it returns the same hold; the first service alone at that hour is another request, and the hour is taken.
  assert.equal((await hold(who, first?.token)).body.id, body.id)
  const alone = await timesOf(kalli.visitor(), at, [])
  assert.ok(alone.every(({ startsAt }) => startsAt !== first?.startsAt))

  // Once paid, it appears on the receipt and in the professional's list of what would be affected.
  const paid = await pay(who, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const receipt = await who.call(contract.receipt, {
    params: { id: body.id },
    query: { as: 'client', t: paid.body.viewToken },
  })
  assert.deepEqual(
    receipt.body.lines
      .filter(({ code }) => code === 'service')
      .map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Corte', 43_000],
      ['Tinte', 135_000],
    ],
  )
  const own = await at.professional.person.call(services, {})
  assert.deepEqual(new Set(own.body.map(({ upcoming }) => upcoming)), new Set([1]))
})

test('each service costs what its own hour costs, and the visit costs their sum', async () => {
  const at = await salon()
  const rule = {
    id: 'tarde',
    name: 'Tarde',
    days: [1, 2, 3, 4, 5, 6, 7],
    // The colour of a visit at nine begins at 9:45.
    windows: [{ fromMinute: 585, toMinute: 720 }],
    serviceIds: [],
    change: { kind: 'percent' as const, bp: -1000 },
    minCents: null,
    maxCents: null,
    channel: null,
  }
  const saved = await at.professional.person.call(saveDemandRules, {
    body: { rules: { ...noDemandRules, rules: [rule] }, version: 1 },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const who = kalli.visitor()
  const [nine] = await timesOf(who, at)
  // $430 + ($1,350 less a tenth).
  assert.deepEqual([nine?.totalCents, nine?.price], [164_500, { kind: 'quiet', deltaCents: -13_500 }])
  const held = await hold(who, nine?.token)
  assert.deepEqual(held.body.quote.lines, [
    { label: 'Corte', amountCents: 43_000 },
    { label: 'Tinte', amountCents: 135_000 },
    { label: 'Con descuento por horario', amountCents: -13_500 },
  ])
  assert.deepEqual(
    (await segmentsOf(held.body.id)).map((one) => one.price_cents),
    [43_000, 121_500],
  )
})

test('of two overlapping visits of several services one is held, for any clients', async () => {
  const at = await salon()
  const addProfessionals = Array.from({ length: 8 }, () => kalli.visitor())
  const times = await timesOf(kalli.visitor(), at)
  const answers = await Promise.all(addProfessionals.map((who, turn) => hold(who, times[turn % 4]?.token)))
  const won = answers.filter(({ status }) => status === 201)
  assert.equal(won.length, 1)
  assert.ok(
    answers.filter(({ status }) => status !== 201).every((answer) => refusalOf(answer).code === 'slot_taken'),
  )
})

test('a visit of several services moves to another hour whole, at its agreed price', async () => {
  const at = await salon()
  const client = await people.signIn(kalli, await people.account(kalli))
  const [first] = await timesOf(client, at, [at.colour], '2026-11-26')
  const held = await hold(client, first?.token)
  const paid = await pay(client, held.body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const free = await client.call(changes.changeSlots, {
    params: { id: held.body.id },
    query: { as: 'client', from: '2026-11-27', to: '2026-11-27' },
  })
  assert.equal(free.status, 200, JSON.stringify(free.body))
  const other = free.body.days.flatMap((day) => day.slots)[0]
  assert.equal(Date.parse(other?.endsAt ?? '') - Date.parse(other?.startsAt ?? ''), 135 * 60_000)
  assert.equal(other?.totalCents, 178_000)
})

test('foreign, repeated or too many services are refused, and the database refuses gaps and wrong sums', async () => {
  const at = await salon()
  const stranger = await people.bookable(kalli)
  const who = kalli.visitor()
  const ask = (more: string) =>
    who.call(slots, {
      query: { professional: at.professional.id, services: `${at.serviceId},${more}`, from: date, to: date },
    })
  assert.equal(refusalOf(await ask(String(stranger.serviceId))).code, 'not_found')
  for (const more of [String(at.serviceId), `${at.colour},${at.colour}`, '1,2,3,4,5,6', 'x'])
    assert.equal(refusalOf(await ask(more)).code, 'invalid_input', more)
  const [first] = await timesOf(who, at, [])
  const { body } = await hold(who, first?.token)
  const row = (position: number, service_id: number, price_cents: number) => ({
    booking_id: body.id,
    position,
    service_id,
    name: 'Corte',
    minutes: 45,
    price_cents,
  })
  for (const rows of [
    [row(1, at.serviceId, 43_000)],
    [row(1, at.serviceId, 43_000), row(3, at.colour, 0)],
    [row(1, at.serviceId, 43_000), row(2, at.colour, 1)],
    [row(1, at.colour, 0), row(2, at.serviceId, 43_000)],
  ])
    await assert.rejects(
      kalli.database.kysely.insertInto('booking_segments').values(rows).execute(),
      /booking_segments_whole|not its whole/,
    )
})
