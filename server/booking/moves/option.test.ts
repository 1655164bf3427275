import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minuteMs } from '#contract/platform/duration.ts'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import { deskBook } from '#contract/booking/desk/desk.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { repeat, seriesPreview } from '#contract/booking/series/series.ts'
import { changeService, type OwnService, services } from '#contract/service/service.ts'
import { attendance } from '#contract/storefront/storefront.ts'
import { joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { contactOf, pay } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'
const length = 'Largo de cabello'

const option = (name: string, pesos: number, minutes: number, group = length) => ({
  id: 0,
  name,
  priceCents: pesos * 100,
  minutes,
  group,
})
const lengths = [option('Corto', 0, 0), option('Medio', 120, 15), option('Largo', 250, 30)]

/** A cut of 45 minutes for $430 by length, with a wash for $80 to add. */
const salon = async () => {
  const made = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    stepMinutes: 15,
  })
  const saved = await save(made.professional.person, made.serviceId, [
    ...lengths,
    { id: 0, name: 'Lavado', priceCents: 8_000, minutes: 0 },
  ])
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const [short = 0, medium = 0, long = 0, wash = 0] = saved.body.addOns.map(({ id }) => id)
  return { ...made, short, medium, long, wash }
}
type Salon = Awaited<ReturnType<typeof salon>>

const ownOf = async (person: Person, serviceId: number): Promise<OwnService> => {
  const own = (await person.call(services, {})).body.find(({ id }) => id === serviceId)
  assert.ok(own)
  return own
}
const save = async (person: Person, id: number, addOns: OwnService['addOns']) => {
  const own = await ownOf(person, id)
  return person.call(changeService, { params: { id }, body: { ...own, addOns, keep: [] } })
}
const refsOf = (at: Salon, ids: readonly number[]) => ids.map((id) => ({ serviceId: at.serviceId, id }))
const timesOf = async (who: Person, at: Salon, ids: readonly number[], values = {}) => {
  const { body, status } = await who.call(slots, {
    query: {
      professional: at.professional.id,
      service: at.serviceId,
      addOns: ids.length === 0 ? undefined : ids.map((id) => `${at.serviceId}-${id}`).join(),
      from: date,
      to: date,
      ...values,
    },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })
const lengthOf = (one: { startsAt: string; endsAt: string } | undefined) =>
  one && (Date.parse(one.endsAt) - Date.parse(one.startsAt)) / minuteMs

test('the chosen option is in the price, minutes, lines and receipt, to the centavo', async () => {
  const at = await salon()
  for (const [id, name, cents, minutes] of [
    [at.short, 'Corto', 0, 45],
    [at.medium, 'Medio', 12_000, 60],
    [at.long, 'Largo', 25_000, 75],
  ] as const) {
    const who = kalli.visitor()
    const times = await timesOf(who, at, [id, at.wash])
    assert.deepEqual([lengthOf(times[0]), times[0]?.totalCents], [minutes, 51_000 + cents])
    const { body, status } = await hold(who, times[0]?.token)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.service.name, `Corte + ${length}: ${name} + Lavado`)
    assert.deepEqual(body.quote.lines, [
      { label: 'Corte', amountCents: 43_000 },
      { label: `${length}: ${name}`, amountCents: cents },
      { label: 'Lavado', amountCents: 8_000 },
    ])
    const paid = await pay(who, body.id)
    assert.deepEqual([paid.status, paid.body.totalCents], [201, 51_000 + cents])
    const receipt = await who.call(contract.receipt, {
      params: { id: body.id },
      query: { as: 'client', t: paid.body.viewToken },
    })
    const lines = receipt.body.lines.filter(({ code }) => code === 'service')
    assert.equal(
      lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      51_000 + cents,
    )
  }
})

test('a visit without an option or with two of one group cannot be held, proposed or waited for', async () => {
  const at = await salon()
  const who = kalli.visitor()
  for (const ids of [[], [at.wash], [at.medium, at.long]]) {
    const [first] = await timesOf(who, at, ids)
    const refused = refusalOf(await hold(who, first?.token))
    assert.deepEqual([refused.code, refused.details], ['option_needed', { groups: [length] }])
    assert.match(refused.message, /Largo de cabello/)
  }
  const [first] = await timesOf(at.professional.person, at, [at.wash])
  const contact = contactOf()
  const proposed = await at.professional.person.call(proposeAppointment, {
    body: { slotToken: first?.token ?? '', contact },
  })
  assert.equal(refusalOf(proposed).code, 'option_needed')
  const desk = await timesOf(at.host.person, at, [], { space: at.space.id })
  const atDesk = await at.host.person.call(deskBook, { body: { slotToken: desk[0]?.token ?? '', contact } })
  assert.equal(refusalOf(atDesk).code, 'option_needed')
  const client = await people.signIn(kalli, await people.account(kalli))
  const waits = await client.call(joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      parts: ['morning'],
    },
  })
  assert.equal(refusalOf(waits).code, 'option_needed')
})

test('a professional and the desk can book with a client’s option', async () => {
  const at = await salon()
  const [first] = await timesOf(at.professional.person, at, [at.long])
  const proposed = await at.professional.person.call(proposeAppointment, {
    body: { slotToken: first?.token ?? '', contact: contactOf() },
  })
  assert.deepEqual([proposed.status, proposed.body.totalCents], [201, 68_000])
  assert.equal(proposed.body.service, `Corte + ${length}: Largo`)
  const desk = await timesOf(at.host.person, at, [at.medium], { space: at.space.id })
  const made = await at.host.person.call(deskBook, {
    body: { slotToken: desk.at(-1)?.token ?? '', contact: contactOf() },
  })
  assert.deepEqual([made.status, made.body.totalCents], [201, 55_000])
})

test('a held visit can change its option, but never have none or two', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.short])
  const { body } = await hold(who, first?.token)
  const change = (ids: readonly number[], version: number) =>
    who.call(holds.changeHold, { params: { id: body.id }, body: { addOns: refsOf(at, ids), version } })
  for (const ids of [[], [at.wash], [at.short, at.long]])
    assert.equal(refusalOf(await change(ids, body.version)).code, 'option_needed')
  const longer = await change([at.long], body.version)
  assert.deepEqual([longer.status, lengthOf(longer.body), longer.body.quote.totalCents], [200, 75, 68_000])
  assert.deepEqual(
    longer.body.addOns.filter(({ added }) => added).map(({ name, group }) => [name, group]),
    [['Largo', length]],
  )
})

test('a booked visit keeps its options when the service’s options change or are removed', async () => {
  const at = await salon()
  const own = await ownOf(at.professional.person, at.serviceId)
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.medium])
  const { body } = await hold(who, first?.token)
  const paid = await pay(who, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const plain = await save(at.professional.person, at.serviceId, [])
  assert.equal(plain.status, 200, JSON.stringify(plain.body))
  const [next] = await timesOf(who, at, [])
  const other = await hold(who, next?.token)
  assert.deepEqual([other.status, other.body.quote.totalCents], [201, 43_000])
  const before = await pay(who, other.body.id)
  assert.equal(before.status, 201, JSON.stringify(before.body))
  // The same names return as other options: an id is never reused.
  const again = await save(at.professional.person, at.serviceId, lengths)
  assert.ok(again.body.addOns.every(({ id }) => own.addOns.every((one) => one.id !== id)))
  for (const [visit, totalCents, name] of [
    [paid.body, 55_000, `Corte + ${length}: Medio`],
    [before.body, 43_000, 'Corte'],
  ] as const) {
    const read = await who.call(contract.booking, {
      params: { id: visit.id },
      query: { t: visit.viewToken },
    })
    assert.deepEqual([read.status, read.body.totalCents, read.body.service.name], [200, totalCents, name])
  }
  assert.equal(
    refusalOf(
      await who.call(slots, {
        query: {
          professional: at.professional.id,
          service: at.serviceId,
          addOns: `${at.serviceId}-${at.medium}`,
          from: date,
          to: date,
        },
      }),
    ).code,
    'not_found',
  )
})

test('a series repeats the option of its first visit', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.long])
  const { body } = await hold(who, first?.token)
  const paid = await pay(who, body.id)
  const params = { id: paid.body.id }
  const query = { t: paid.body.viewToken }
  const requested = await who.call(seriesPreview, { params, query: { ...query, every: '1w', times: 2 } })
  const slotTokens = requested.body.dates.flatMap(({ slot }) => slot?.token ?? [])
  const made = await who.call(repeat, { params, query, body: { every: '1w', slotTokens } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { rows } = await kalli.database.pool.query<{ name: string; cents: number }>(
    `select service_name as name, total_cents::int as cents from bookings where id = any ($1::uuid[])`,
    [made.body.visits.map(({ id }) => id)],
  )
  assert.deepEqual(
    rows.map(({ name, cents }) => [name, cents]),
    rows.map(() => [`Corte + ${length}: Largo`, 68_000]),
  )
  assert.equal(rows.length, 2)
})

test('a service’s option group needs two options with different names, one of them at no cost and no minutes', async () => {
  const at = await salon()
  const she = at.professional.person
  for (const [addOns, says] of [
    [[option('Corto', 0, 0)], /al menos dos/],
    [[option('Corto', 100, 0), option('Largo', 200, 0)], /\$0 y 0 minutos/],
    [[option('Corto', 0, 15), option('Largo', 200, 0)], /\$0 y 0 minutos/],
    [[option('Corto', 0, 0), option('CORTO', 200, 0)], /se llaman igual/],
  ] as const) {
    const refused = refusalOf(await save(she, at.serviceId, [...addOns]))
    assert.equal(refused.code, 'invalid_input')
    assert.match(JSON.stringify(refused.details), says)
    // Nor through the booking.
    await assert.rejects(
      kalli.database.pool.query('update services set add_ons = $1 where id = $2', [
        JSON.stringify(addOns.map((one, place) => ({ ...one, id: place + 1 }))),
        at.serviceId,
      ]),
      /services_add_ons/,
    )
  }
  // "Desde" is the price of the cheapest choice.
  const shown = await kalli.visitor().call(publicProfessional, { params: { id: String(at.professional.id) } })
  assert.deepEqual(
    shown.body.services.map(({ priceCents, addOns }) => [priceCents, addOns.map(({ group }) => group)]),
    [[43_000, [length, length, length, undefined]]],
  )
  const team = await kalli.visitor().call(attendance, { query: { space: at.space.id } })
  assert.equal(team.body.services[0]?.addOns[1]?.group, length)
})

test('the database refuses two options of one choice, and one of another service', async () => {
  const at = await salon()
  const other = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.short])
  const { body } = await hold(who, first?.token)
  const set = (addOns: unknown) =>
    kalli.database.pool.query('update bookings set add_ons = $1 where id = $2', [
      JSON.stringify(addOns),
      body.id,
    ])
  const stored = (of: Salon, id: number) => ({
    ...option('Corto', 0, 0),
    id,
    serviceId: of.serviceId,
  })
  await assert.rejects(set([stored(at, at.short), stored(at, at.medium)]), /bookings_one_option/)
  await assert.rejects(set([stored(other, other.short)]), /is of none of its services/)
  await assert.rejects(set([stored(at, other.short + 10_000)]), /is of none of its services/)
  await set([stored(at, at.medium)])
})
