/** Several people in one visit: one hold, one payment, each with their own services; their names only for client and professional. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as days from '#contract/booking/day.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as companions from '#contract/account/companion.ts'
import * as intake from '#contract/booking/client/intake.ts'
import { healthConsent } from '#contract/booking/client/intake.ts'
import * as series from '#contract/booking/series/series.ts'
import { claimsOf } from '#contract/booking/agenda/timeline-claims.ts'
import { timeline } from '#contract/booking/agenda/timeline.ts'
import { forgetClient } from '#server/booking/contact/client.ts'
import { sweepCompanions } from '#server/booking/contact/companion.ts'
import { drain } from '#server/platform/jobs.ts'
import { contactOf, pay } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-25'

/** A cut for $430 and 45 minutes, a child's for $219.90 and 30, a colour for $1,350.10 and 90 with a quarter of an hour after it. */
const salon = async (values: { capacity?: number } = {}) => {
  const at = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    units: 1,
  })
  const child = await people.service(kalli, at.professional.id, {
    name: 'Corte infantil',
    durationMinutes: 30,
    priceCents: 21_990,
  })
  const colour = await people.service(kalli, at.professional.id, {
    name: 'Tinte',
    durationMinutes: 90,
    priceCents: 135_010,
    bufferAfterMinutes: 15,
  })
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ capacity: values.capacity ?? 4 })
    .where('id', '=', at.space.id)
    .execute()
  await kalli.database.kysely
    .updateTable('services')
    .set({ add_ons: JSON.stringify([{ id: 1, name: 'Mascarilla', priceCents: 9_950, minutes: 10 }]) })
    .where('id', '=', child)
    .execute()
  return { ...at, child, colour }
}
type Salon = Awaited<ReturnType<typeof salon>>

const ask = (who: Person, at: Salon, each: readonly (readonly number[])[], addOns?: string) =>
  who.call(slots, {
    query: {
      professional: at.professional.id,
      services: each.flat().join(),
      ...(each.length === 1 ? {} : { persons: each.map(({ length }) => length).join() }),
      addOns,
      from: date,
      to: date,
    },
  })
const timesOf = async (...requested: Parameters<typeof ask>) => {
  const { body, status } = await ask(...requested)
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })

/** A mother with a cut and a colour, a child with a cut and a mask, another with a cut. */
const family = (at: Salon) => [[at.serviceId, at.colour], [at.child], [at.child]]
const heldFamily = async (who: Person, at: Salon, place = 0) => {
  const times = await timesOf(who, at, family(at), `${at.child}-1-2`)
  const answer = await hold(who, times[place]?.token)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { ...answer.body, token: times[place]?.token }
}
const named = (first: string, second: string) => ({
  companions: [
    { person: 2, firstName: first, isMinor: true },
    { person: 3, firstName: second, isMinor: true },
  ],
  adult: true,
})
const paidFamily = async (who: Person, at: Salon, contact = contactOf({ firstName: 'Ana' })) => {
  const held = await heldFamily(who, at)
  const paid = await pay(who, held.id, 'tok_ok', contact, undefined, named('Leo', 'Mía'))
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  return { ...paid.body, contact }
}

test('a parent and two children are one visit, exact to the minute and centavo, with lines for each person', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const held = await heldFamily(who, at)
  // 45 + 90, 30 + 10, 30; and the buffer of the last person, which is none.
  assert.equal(Date.parse(held.endsAt) - Date.parse(held.startsAt), 205 * 60_000)
  assert.deepEqual(held.quote.lines, [
    { label: 'Corte', amountCents: 43_000, person: 1 },
    { label: 'Tinte', amountCents: 135_010, person: 1 },
    { label: 'Corte infantil', amountCents: 21_990, person: 2 },
    { label: 'Mascarilla', amountCents: 9_950, person: 2 },
    { label: 'Corte infantil', amountCents: 21_990, person: 3 },
  ])
  assert.equal(held.quote.totalCents, 231_940)
  assert.equal(held.service.name, 'Corte + Tinte + Corte infantil + Mascarilla + Corte infantil')
  assert.deepEqual(
    held.people?.map(({ person, services }) => [person, services.map(({ id }) => id)]),
    [
      [1, [at.serviceId, at.colour]],
      [2, [at.child]],
      [3, [at.child]],
    ],
  )
  // Repeating it returns the same hold; the same services for two people are another request.
  assert.equal((await hold(who, held.token)).body.id, held.id)

  const contact = contactOf({ firstName: 'Ana' })
  const paid = await pay(who, held.id, 'tok_ok', contact, undefined, named('Leo', 'Mía'))
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual([paid.body.persons, paid.body.payment?.amountCents], [3, 231_940])
  assert.deepEqual(
    paid.body.people?.map(({ firstName, isMinor }) => [firstName, isMinor]),
    [
      ['Ana', false],
      ['Leo', true],
      ['Mía', true],
    ],
  )
  const receipt = await who.call(contract.receipt, { params: { id: held.id }, query: { as: 'client' } })
  assert.deepEqual(
    receipt.body.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Ana · Corte', 43_000],
      ['Ana · Tinte', 135_010],
      ['Leo · Corte infantil', 21_990],
      ['Leo · Mascarilla', 9_950],
      ['Mía · Corte infantil', 21_990],
    ],
  )
  assert.equal(receipt.body.netCents, 231_940)
  const own = await at.professional.person.call(contract.receipt, {
    params: { id: held.id },
    query: { as: 'professional' },
  })
  assert.ok(own.body.lines.some(({ label }) => label === 'Leo · Mascarilla'))
  // Rent for the whole stay, by the minute: 205 minutes at $200 an hour.
  const { rent_cents } = await kalli.database.kysely
    .selectFrom('bookings')
    .select('rent_cents')
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow()
  assert.equal(rent_cents, 68_333)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the professional sees companions’ first names, the host only their number, and strangers nothing', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const { id, contact } = await paidFamily(who, at)
  const day = { params: { id }, query: { as: 'professional' as const } }
  const seen = await at.professional.person.call(contract.booking, day)
  assert.deepEqual(
    seen.body.people?.map(({ firstName }) => firstName),
    ['Ana', 'Leo', 'Mía'],
  )
  const agenda = await at.professional.person.call(calendar, { query: { from: date, to: date } })
  assert.deepEqual(agenda.body.entries.find(({ booking }) => booking?.id === id)?.booking?.people, [
    'Ana',
    'Leo',
    'Mía',
  ])

  const host = at.host.person
  const answers = [
    await host.call(contract.booking, { params: { id }, query: { as: 'host' } }),
    await host.call(days.hostDay, { query: { date } }),
    await host.call(timeline, { query: { from: date, to: date } }),
    await host.call(contract.receipt, { params: { id }, query: { as: 'host' } }),
    await host.call(contract.bookings, { query: { role: 'host' } }),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 200, JSON.stringify(body))
    assert.doesNotMatch(JSON.stringify(body), /Leo|Mía/)
  }
  assert.match(JSON.stringify(answers[0]?.body), /"persons":3/)
  const month = await host.call(timeline, { query: { from: date, to: date } })
  const claims = month.body.spaces.flatMap(({ units }) => units.flatMap(claimsOf))
  assert.deepEqual(
    claims.map(({ booking }) => booking?.persons),
    [3],
  )
  assert.equal((await kalli.visitor().call(contract.booking, { params: { id }, query: {} })).status, 404)

  // So do the emails and the calendar file.
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ to_address: string; text: string }>(
    `select to_address, body_text || coalesce(body_html, '') || coalesce(calendar, '') as text from mails
     where dedupe_key like $1`,
    [`booking-confirmed:${id}:%`],
  )
  assert.equal(rows.length, 3)
  for (const { to_address, text } of rows)
    if (to_address === contact.email) assert.match(text, /3 personas: Ana, Leo, Mía/)
  assert.equal(rows.filter(({ text }) => /Leo/.test(text)).length, 2)
  assert.ok(rows.some(({ text }) => !/Leo|Mía/.test(text) && /Personas/.test(text)))
})

test('companions need alphabetic names and a minor needs an adult, and a retry uses the new names', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const held = await heldFamily(who, at)
  const contact = contactOf()
  const send = (along: Parameters<typeof pay>[5], token = 'tok_ok') =>
    pay(who, held.id, token, contact, undefined, along)
  const missing = refusalOf(await send({ companions: [{ person: 2, firstName: 'Leo', isMinor: false }] }))
  assert.deepEqual([missing.code, missing.details], ['companions_missing', { persons: [3] }])
  assert.equal(refusalOf(await send({ ...named('Leo', 'Mía'), adult: false })).code, 'adult_needed')
  for (const wrong of ['', '   ', '55 1234 5678', 'mia@correo.mx', 'x'.repeat(41)])
    assert.equal(refusalOf(await send(named('Leo', wrong))).code, 'invalid_input', wrong)
  const twice = [1, 2].map(() => ({ person: 2, firstName: 'Leo', isMinor: false }))
  assert.equal(refusalOf(await send({ companions: twice })).code, 'invalid_input')
  const fourth = [2, 3, 4].map((person) => ({ person, firstName: 'Leo', isMinor: false }))
  assert.equal(refusalOf(await send({ companions: fourth })).code, 'invalid_input')
  assert.equal(refusalOf(await send(named('Leo', 'Mio'), 'tok_declined')).code, 'card_declined')
  const paid = await send({
    companions: [
      { person: 1, firstName: 'Sofía', isMinor: true, save: true },
      ...named('Leo', 'Mía').companions,
    ],
    adult: true,
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual(
    paid.body.people?.map(({ firstName }) => firstName),
    ['Sofía', 'Leo', 'Mía'],
  )
  assert.deepEqual(
    (await who.call(companions.savedCompanions)).body.map(({ firstName, isMinor }) => [firstName, isMinor]),
    [['Sofía', true]],
  )
})

test('a client of a one-person visit cannot bring companions', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [first] = await timesOf(who, at, [[at.serviceId]])
  const { body } = await hold(who, first?.token)
  assert.equal(body.people, null)
  const along = { companions: [{ person: 2, firstName: 'Leo', isMinor: false }] }
  const refused = await pay(who, body.id, 'tok_ok', contactOf(), undefined, along)
  assert.equal(refusalOf(refused).code, 'invalid_input')
})

test('more people than the space fits are refused, when searching and when holding', async () => {
  const at = await salon({ capacity: 3 })
  const who = kalli.visitor()
  const four = Array.from({ length: 4 }, () => [at.child])
  const refused = refusalOf(await ask(who, at, four))
  assert.deepEqual([refused.code, refused.details], ['place_too_small', { most: 3 }])
  const [first] = await timesOf(who, at, family(at))
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ capacity: 2 })
    .where('id', '=', at.space.id)
    .execute()
  assert.equal(refusalOf(await hold(who, first?.token)).code, 'place_too_small')
})

test('a visit cannot move to a time at a place that became too small for it', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const { id } = await paidFamily(who, at)
  const free = () =>
    who.call(changes.changeSlots, {
      params: { id },
      query: { as: 'client', from: '2026-11-26', to: '2026-11-26' },
    })
  const before = await free()
  assert.ok(before.body.days.some(({ slots }) => slots.length > 0))
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ capacity: 2 })
    .where('id', '=', at.space.id)
    .execute()
  const now = await free()
  assert.ok(now.status === 409 || now.body.days.every(({ slots }) => slots.length === 0))
})

test('a family and single clients who take the same hours at once never overlap, and one side gets them', async () => {
  const at = await salon()
  const all = await timesOf(kalli.visitor(), at, family(at))
  const single = await timesOf(kalli.visitor(), at, [[at.serviceId]])
  const start = Date.parse(all[2]?.startsAt ?? '')
  const within = single.filter(({ startsAt }) => {
    const from = Date.parse(startsAt)
    return from >= start && from < start + 205 * 60_000
  })
  assert.ok(within.length > 3)
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => hold(kalli.visitor(), all[2]?.token)),
    ...within.map(({ token }) => hold(kalli.visitor(), token)),
  ])
  for (const answer of answers)
    if (answer.status !== 201) assert.equal(refusalOf(answer).code, 'slot_taken', JSON.stringify(answer.body))
  const won = answers.filter(({ status }) => status === 201).map(({ body }) => body)
  assert.ok(won.length >= 1)
  const isFamily = won.some(({ people }) => people !== null)
  // Single visits may overlap; nothing may overlap the family's.
  assert.equal(isFamily ? won.length : 1, 1)
  const { rows } = await kalli.database.pool.query<{ overlaps: number }>(
    `select count(*)::integer as overlaps from claims a join claims b on a.resource_id = b.resource_id and a.id < b.id
      and a.during && b.during where a.resource_id = $1`,
    [at.professional.id],
  )
  assert.equal(rows[0]?.overlaps, 0)
})

test('an add-on for one companion before payment applies to that person alone', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const times = await timesOf(who, at, family(at))
  const { body: held } = await hold(who, times[0]?.token)
  assert.deepEqual(
    held.addOns.map(({ person, added }) => [person, added]),
    [
      [2, false],
      [3, false],
    ],
  )
  const changed = await who.call(holds.changeHold, {
    params: { id: held.id },
    body: { addOns: [{ serviceId: at.child, id: 1, person: 3 }], version: held.version },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(changed.body.quote.lines.at(-1), { label: 'Mascarilla', amountCents: 9_950, person: 3 })
  assert.equal(Date.parse(changed.body.endsAt) - Date.parse(changed.body.startsAt), 205 * 60_000)
})

test('a form is answered for each person with the service, encrypted separately, and read per person', async () => {
  const at = await salon()
  const written = await at.professional.person.call(intake.addForm, {
    body: {
      title: 'Alergias',
      intro: '',
      sensitive: true,
      timing: 'booking',
      questions: [{ id: 'a', kind: 'short', label: '¿A qué?', required: true, options: [] }],
      serviceIds: [at.child],
    },
  })
  const who = await people.signIn(kalli, await people.account(kalli))
  const held = await heldFamily(who, at)
  const requested = await who.call(intake.visitForms, { params: { id: held.id }, query: {} })
  assert.deepEqual(
    requested.body.map(({ person, who: name }) => [person, name]),
    [
      [2, 'Persona 2'],
      [3, 'Persona 3'],
    ],
  )
  const params = { id: held.id, form: written.body.id }
  const answer = (person: number, text: string) =>
    who.call(intake.answerForm, {
      params,
      query: {},
      body: { version: 1, person, answers: { a: text }, consent: healthConsent.version },
    })
  assert.equal(refusalOf(await answer(1, 'Nada')).code, 'not_found')
  assert.equal((await answer(2, 'Nuez')).status, 200)
  const early = await pay(who, held.id, 'tok_ok', contactOf(), undefined, named('Leo', 'Mía'))
  assert.equal(refusalOf(early).code, 'forms_missing')
  assert.equal((await answer(3, 'Látex')).status, 200)
  const paid = await pay(who, held.id, 'tok_ok', contactOf(), undefined, named('Leo', 'Mía'))
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const stored = await kalli.database.kysely
    .selectFrom('intake_answers')
    .select(['person', 'sealed'])
    .where('booking_id', '=', held.id)
    .execute()
  assert.equal(stored.length, 2)
  assert.ok(stored.every(({ sealed }) => !/Nuez|Látex/.test(sealed.toString('latin1'))))
  const read = await at.professional.person.call(intake.readForms, { params: { id: held.id } })
  assert.deepEqual(
    read.body.map(({ who: name, answered }) => [name, answered?.answers['a']]),
    [
      ['Leo', 'Nuez'],
      ['Mía', 'Látex'],
    ],
  )
  assert.equal((await at.host.person.call(intake.readForms, { params: { id: held.id } })).status, 403)
  const back = await who.call(intake.forgetAnswers, { params, query: { person: 2 } })
  assert.deepEqual(
    back.body.map(({ answered }) => answered === null),
    [true, false],
  )
})

test('a repeated visit includes the same companions', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const { id } = await paidFamily(who, at)
  const shown = await who.call(series.seriesPreview, { params: { id }, query: { every: '1w', times: 2 } })
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  const slotTokens = shown.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  const made = await who.call(series.repeat, { params: { id }, query: {}, body: { every: '1w', slotTokens } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { rows } = await kalli.database.pool.query<{ names: string[]; persons: number; total: number }>(
    `select b.persons, b.total_cents as total, array_agg(c.first_name order by c.person) as names
     from booking_series_visits own join booking_series_visits other on other.series_id = own.series_id
     join bookings b on b.id = other.booking_id join booking_companions c on c.booking_id = b.id
     where own.booking_id = $1 group by b.id`,
    [id],
  )
  assert.deepEqual(rows, [
    { names: ['Leo', 'Mía'], persons: 3, total: 231_940 },
    { names: ['Leo', 'Mía'], persons: 3, total: 231_940 },
  ])
})

test('an account saves up to twelve companions of its own, each name once, also concurrently', async () => {
  const accountId = await people.account(kalli)
  const who = await people.signIn(kalli, accountId)
  const save = (firstName: string, isMinor = false) =>
    who.call(companions.saveCompanion, { body: { firstName, isMinor } })
  const names = ['Leo', 'Mía', 'Ana María', 'Íker', 'Zoe', 'Max', 'Eva', 'Noé', 'Luz', 'Sol', 'Mar', 'Paz']
  const all = await Promise.all(names.slice(0, 3).map((name) => save(name)))
  for (const name of names.slice(3)) all.push(await save(name))
  assert.ok(
    all.every(({ status }) => status === 201),
    JSON.stringify(all.map(({ body }) => body)),
  )
  assert.equal(refusalOf(await save('Otro')).code, 'companions_full')
  // A known companion: the same one, now of age.
  assert.equal((await save('leo', true)).status, 201)
  const list = (await who.call(companions.savedCompanions)).body
  assert.equal(list.length, 12)
  const leo = list.find(({ firstName }) => firstName === 'Leo')
  assert.equal(leo?.isMinor, true)
  const change = (id: number, firstName: string) =>
    who.call(companions.changeCompanion, { params: { id }, body: { firstName, isMinor: false } })
  assert.equal(refusalOf(await change(leo?.id ?? 0, 'Mía')).code, 'companion_known')
  assert.equal((await change(leo?.id ?? 0, 'Leonardo')).body.firstName, 'Leonardo')
  const stranger = await people.signIn(kalli, await people.account(kalli))
  const params = { id: leo?.id ?? 0 }
  assert.equal((await stranger.call(companions.removeCompanion, { params })).status, 404)
  assert.equal((await who.call(companions.removeCompanion, { params })).status, 200)
  assert.equal((await who.call(companions.savedCompanions)).body.length, 11)
})

test('companions’ names are deleted a year after the visit, a day after an expired hold, and with the client', async () => {
  const at = await salon()
  const who = await people.signIn(kalli, await people.account(kalli))
  const { id } = await paidFamily(who, at)
  const left = async () =>
    (
      await kalli.database.kysely
        .selectFrom('booking_companions')
        .select('person')
        .where('booking_id', '=', id)
        .execute()
    ).length
  kalli.time.set(new Date('2027-11-24T12:00:00Z'))
  await sweepCompanions(kalli.work())
  assert.equal(await left(), 2)
  kalli.time.set(new Date('2027-11-27T12:00:00Z'))
  await sweepCompanions(kalli.work())
  assert.equal(await left(), 0)

  kalli.time.set(testNow)
  const other = await people.signIn(kalli, await people.account(kalli))
  const second = await paidFamily(other, await salon())
  const { client_id } = await kalli.database.kysely
    .selectFrom('bookings')
    .select('client_id')
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow()
  await forgetClient(kalli.work(), [client_id ?? 0])
  const rows = await kalli.database.kysely
    .selectFrom('booking_companions')
    .selectAll()
    .where('booking_id', '=', second.id)
    .execute()
  assert.deepEqual(rows, [])
})

test('the database refuses a person without a service, a companion beyond the visit, and a seventh person', async () => {
  const at = await salon()
  const held = await heldFamily(kalli.visitor(), at)
  const db = kalli.database.kysely
  await assert.rejects(
    db.updateTable('bookings').set({ persons: 2 }).where('id', '=', held.id).execute(),
    /not its whole/,
  )
  await assert.rejects(
    db.updateTable('bookings').set({ persons: 7 }).where('id', '=', held.id).execute(),
    /bookings_persons/,
  )
  const row = { booking_id: held.id, first_name: 'Leo', is_minor: false, declared_at: null }
  await assert.rejects(
    db
      .insertInto('booking_companions')
      .values({ ...row, person: 4 })
      .execute(),
    /has no person 4/,
  )
  await assert.rejects(
    db
      .insertInto('booking_companions')
      .values({ ...row, person: 2, is_minor: true })
      .execute(),
    /booking_companions_adult/,
  )
  await assert.rejects(
    db
      .insertInto('booking_companions')
      .values({ ...row, person: 2, first_name: 'x'.repeat(41) })
      .execute(),
    /booking_companions_name/,
  )
  const who = kalli.visitor()
  for (const persons of ['1,1', '3,1,1', '5', '2,1,1,1,1,1,1', 'x']) {
    const answer = await who.call(slots, {
      query: {
        professional: at.professional.id,
        services: family(at).flat().join(),
        persons,
        from: date,
        to: date,
      },
    })
    assert.equal(refusalOf(answer).code, 'invalid_input', persons)
  }
})
