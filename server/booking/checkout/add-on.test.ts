import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minuteMs } from '#contract/platform/duration.ts'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { acceptLink } from '#contract/booking/series/link.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import { noDemandRules, saveDemandRules } from '#contract/pricing/demand.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { requests } from '#contract/booking/request/request.ts'
import { changeService, services } from '#contract/service/service.ts'
import { answersEach, confirmContact, contactOf, linkTo, pay } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

/** A cut of 45 minutes for $430 with two add-ons: a wash of a quarter of an hour for $80, and an ampoule without extra time for $150. */
const salon = async (units = 1) => {
  const made = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    stepMinutes: 15,
    units,
  })
  const beard = await people.service(kalli, made.professional.id, {
    name: 'Barba',
    durationMinutes: 30,
    priceCents: 20_000,
    stepMinutes: 15,
  })
  const own = await ownOf(made.professional.person, made.serviceId)
  const saved = await made.professional.person.call(changeService, {
    params: { id: made.serviceId },
    body: {
      ...own,
      addOns: [
        { id: 0, name: 'Lavado', priceCents: 8_000, minutes: 15 },
        { id: 0, name: 'Ampolleta', priceCents: 15_000, minutes: 0 },
      ],
      keep: [],
    },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const [wash, ampoule] = saved.body.addOns.map(({ id }) => ({ serviceId: made.serviceId, id }))
  assert.ok(wash && ampoule)
  return { ...made, beard, wash, ampoule }
}
type Salon = Awaited<ReturnType<typeof salon>>
type Ref = Salon['wash']

const ownOf = async (person: Person, serviceId: number) => {
  const own = (await person.call(services, {})).body.find(({ id }) => id === serviceId)
  assert.ok(own)
  return own
}
const timesOf = async (who: Person, at: Salon, refs: readonly Ref[] = [], more: readonly number[] = []) => {
  const { body, status } = await who.call(slots, {
    query: {
      professional: at.professional.id,
      services: [at.serviceId, ...more].join(),
      ...(refs.length > 0 ? { addOns: refs.map(({ serviceId, id }) => `${serviceId}-${id}`).join() } : {}),
      from: date,
      to: date,
    },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })
const change = (who: Person, id: string, addOns: readonly Ref[], version: number) =>
  who.call(holds.changeHold, { params: { id }, body: { addOns: [...addOns], version } })
const lengthOf = (one: { startsAt: string; endsAt: string } | undefined) =>
  one && (Date.parse(one.endsAt) - Date.parse(one.startsAt)) / minuteMs

test('an add-on lengthens the visit and raises its price, has its own line, and appears on the receipt', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.wash, at.ampoule])
  assert.deepEqual([lengthOf(first), first?.totalCents], [60, 66_000])
  const { body, status } = await hold(who, first?.token)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(body.quote.lines, [
    { label: 'Corte', amountCents: 43_000 },
    { label: 'Lavado', amountCents: 8_000 },
    { label: 'Ampolleta', amountCents: 15_000 },
  ])
  assert.equal(body.service.name, 'Corte + Lavado + Ampolleta')
  // Pressed twice it is one hold; the cut alone at that hour is another request.
  assert.equal((await hold(who, first?.token)).body.id, body.id)
  const paid = await pay(who, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const receipt = await who.call(contract.receipt, {
    params: { id: body.id },
    query: { as: 'client', t: paid.body.viewToken },
  })
  assert.deepEqual(
    receipt.body.lines.filter(({ code }) => code === 'service').map(({ amountCents }) => amountCents),
    [43_000, 8_000, 15_000],
  )
  // Every viewer sees the available add-ons.
  const shown = await who.call(publicProfessional, { params: { id: String(at.professional.id) } })
  assert.deepEqual(
    shown.body.services.find(({ id }) => id === at.serviceId)?.addOns.map(({ name }) => name),
    ['Lavado', 'Ampolleta'],
  )
})

test('an hour’s price rule applies to the service and its add-ons together, also in a visit of several services', async () => {
  const at = await salon()
  const rule = {
    id: 'manana',
    name: 'Mañana',
    days: [1, 2, 3, 4, 5, 6, 7],
    windows: [{ fromMinute: 0, toMinute: 600 }],
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
  const [nine] = await timesOf(who, at, [at.wash], [at.beard])
  // ($430 + $80) less a tenth; the beard begins at ten.
  assert.deepEqual([lengthOf(nine), nine?.totalCents], [90, 45_900 + 20_000])
  const { body } = await hold(who, nine?.token)
  assert.deepEqual(body.quote.lines, [
    { label: 'Corte', amountCents: 43_000 },
    { label: 'Lavado', amountCents: 8_000 },
    { label: 'Con descuento por horario', amountCents: -5_100 },
    { label: 'Barba', amountCents: 20_000 },
  ])
  // Removed again while held: the beard begins sooner, and the parts still add up.
  const less = await change(who, body.id, [], body.version)
  assert.equal(less.status, 200, JSON.stringify(less.body))
  assert.equal(lengthOf(less.body), 75)
  const rows = await kalli.database.kysely
    .selectFrom('booking_segments')
    .select(['name', 'minutes', 'price_cents'])
    .where('booking_id', '=', body.id)
    .orderBy('position')
    .execute()
  assert.deepEqual(rows, [
    { name: 'Corte', minutes: 45, price_cents: 38_700 },
    { name: 'Barba', minutes: 30, price_cents: 18_000 },
  ])
  assert.equal(less.body.quote.totalCents, 56_700)
})

test('a visit lists its services and add-ons so that it can be booked again, and its host sees none of them', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [at.wash], [at.beard])
  const { body: held } = await hold(who, first?.token)
  const paid = await pay(who, held.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const read = async (
    person: Person,
    query: { t?: string | undefined; as: 'client' | 'professional' | 'host' },
  ) => {
    const { body, status } = await person.call(contract.booking, { params: { id: held.id }, query })
    assert.equal(status, 200, JSON.stringify(body))
    return { moreServices: body.moreServices, addOns: body.addOns }
  }
  const whole = { moreServices: [at.beard], addOns: [{ ...at.wash, person: 1 }] }
  assert.deepEqual(await read(who, { t: paid.body.viewToken, as: 'client' }), whole)
  assert.deepEqual(await read(at.professional.person, { as: 'professional' }), whole)
  assert.deepEqual(await read(at.host.person, { as: 'host' }), { moreServices: [], addOns: [] })
})

test('an add-on to a held visit needs the time after it to be free, and else the visit stays as it was', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const times = await timesOf(who, at)
  const [first] = times
  const { body } = await hold(who, first?.token)
  assert.deepEqual(
    body.addOns.map(({ name, added }) => [name, added]),
    [
      ['Lavado', false],
      ['Ampolleta', false],
    ],
  )
  // Another client books right after it.
  const behind = kalli.visitor()
  const next = times.find(({ startsAt }) => startsAt === first?.endsAt)
  const other = await hold(behind, next?.token)
  assert.equal(other.status, 201)
  assert.equal(refusalOf(await change(who, body.id, [at.wash], body.version)).code, 'slot_taken')
  const same = await who.call(holds.readHold, { params: { id: body.id } })
  assert.deepEqual(
    [lengthOf(same.body), same.body.quote.totalCents, same.body.version],
    [45, 43_000, body.version],
  )
  // An add-on without extra time fits; repeating it changes nothing; an old version is stale.
  const dearer = await change(who, body.id, [at.ampoule], body.version)
  assert.deepEqual([dearer.status, dearer.body.quote.totalCents], [200, 58_000])
  assert.notEqual(dearer.body.quote.hash, body.quote.hash)
  const twice = await change(who, body.id, [at.ampoule], body.version)
  assert.deepEqual([twice.status, twice.body.version], [200, dearer.body.version])
  assert.equal(refusalOf(await change(who, body.id, [], body.version)).code, 'stale_version')
  // The next client releases their hold: now there is time.
  await behind.call(holds.releaseHold, { params: { id: other.body.id } })
  const longer = await change(who, body.id, [at.ampoule, at.wash], dearer.body.version)
  assert.deepEqual([longer.status, lengthOf(longer.body), longer.body.quote.totalCents], [200, 60, 66_000])
  assert.equal(refusalOf(await hold(behind, next?.token)).code, 'slot_taken')
  // The charge equals the last quote.
  const paid = await pay(who, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(paid.body.totalCents, 66_000)
  assert.equal(refusalOf(await change(who, body.id, [], longer.body.version)).code, 'hold_expired')
})

test('of a client who adds time and a client who wants the time after, exactly one gets it', async () => {
  for (const turn of [1, 2, 3]) {
    const at = await salon()
    const [who, other] = [kalli.visitor(), kalli.visitor()]
    const times = await timesOf(who, at)
    const { body } = await hold(who, times[0]?.token)
    const next = times.find(({ startsAt }) => startsAt === times[0]?.endsAt)
    const answers = await Promise.all([
      change(who, body.id, [at.wash], body.version),
      hold(other, next?.token),
    ])
    const won = answers.filter(({ status }) => status < 300)
    assert.equal(won.length, 1, `turn ${turn}: ${answers.map(({ status }) => status).join()}`)
  }
})

test('an add-on from another tab must be confirmed before payment', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [])
  const { body: shown } = await hold(who, first?.token)
  const more = await change(who, shown.id, [at.wash], shown.version)
  assert.equal(more.status, 200, JSON.stringify(more.body))
  const contact = contactOf()
  await confirmContact(who, shown.id, contact.email)
  const payBy = (quoteHash: string) =>
    who.call(checkout.book, {
      body: {
        holdId: shown.id,
        quoteHash,
        contact,
        payment: { method: 'card', token: 'tok_ok', creditCents: 0 },
      },
    })
  assert.equal(refusalOf(await payBy(shown.quote.hash)).code, 'quote_changed')
  const paid = await payBy(more.body.quote.hash)
  assert.deepEqual([paid.status, paid.body.totalCents], [201, 51_000])
})

test('no client can change another client’s hold or add what does not exist', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at)
  const { body } = await hold(who, first?.token)
  assert.equal(refusalOf(await change(kalli.visitor(), body.id, [at.wash], body.version)).code, 'not_found')
  const strange = { serviceId: at.beard, id: at.wash.id }
  assert.equal(refusalOf(await change(who, body.id, [strange], body.version)).code, 'not_found')
  const requested = await who.call(slots, {
    query: {
      professional: at.professional.id,
      service: at.serviceId,
      addOns: `${at.serviceId}-999`,
      from: date,
      to: date,
    },
  })
  assert.equal(refusalOf(requested).code, 'not_found')
  // An id is never reused: a removed option comes back under another one.
  const own = await ownOf(at.professional.person, at.serviceId)
  const saving = (addOns: typeof own.addOns, version: number) =>
    at.professional.person.call(changeService, {
      params: { id: own.id },
      body: { ...own, addOns, version, keep: [body.id] },
    })
  const fewer = await saving(own.addOns.slice(0, 1), own.version)
  assert.equal(fewer.status, 200, JSON.stringify(fewer.body))
  const again = await saving(
    [...fewer.body.addOns, { id: 0, name: 'Ampolleta', priceCents: 15_000, minutes: 0 }],
    fewer.body.version,
  )
  assert.equal(again.body.addOns.length, 2)
  assert.ok(own.addOns.every(({ id }) => id !== again.body.addOns[1]?.id))
  // After payment, the add-on is confirmed.
  assert.equal((await pay(who, body.id)).status, 201)
  await assert.rejects(
    kalli.database.kysely
      .updateTable('bookings')
      .set({ add_ons: JSON.stringify([{ id: 1 }]) })
      .where('id', '=', body.id)
      .execute(),
    /bookings_add_ons_fixed|stand/,
  )
})

test('an appointment from the professional needs no second acceptance, unless the client adds something to it', async () => {
  const at = await salon()
  await answersEach(at)
  const she = at.professional.person
  const [first] = await timesOf(she, at, [at.wash])
  const contact = contactOf()
  const account = await people.account(kalli, { email: contact.email })
  await people.reachLevel(kalli, account, 2)
  const who = await people.signIn(kalli, account)
  const made = await she.call(proposeAppointment, { body: { slotToken: first?.token ?? '', contact } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body
  const params = { token: await linkTo(kalli, contact.email) }
  assert.equal((await who.call(acceptLink, { params, body: { code: '' } })).status, 200)
  const shown = await who.call(holds.readHold, { params: { id } })
  assert.deepEqual([lengthOf(shown.body), shown.body.asksFirst], [60, false])

  // More or less than she arranged needs her acceptance; exactly as arranged does not.
  const more = await change(who, id, [at.wash, at.ampoule], shown.body.version)
  assert.deepEqual([more.status, more.body.asksFirst], [200, true])
  const less = await change(who, id, [], more.body.version)
  assert.deepEqual([lengthOf(less.body), less.body.asksFirst], [45, true])
  const same = await change(who, id, [at.wash], less.body.version)
  assert.deepEqual([same.body.quote.totalCents, same.body.asksFirst], [51_000, false])

  const again = await change(who, id, [at.wash, at.ampoule], same.body.version)
  const paid = await pay(who, id, 'tok_ok', contact)
  assert.deepEqual([again.status, paid.status, paid.body.status], [200, 201, 'requested'])
  const waiting = await she.call(requests, { query: { role: 'professional' } })
  assert.deepEqual(
    waiting.body.bookings.map((one) => [one.id, one.service.name]),
    [[id, 'Corte + Lavado + Ampolleta']],
  )
})
