import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import { demandRules, noDemandRules, saveDemandRules } from '#contract/pricing/demand.ts'
import { addForm, ownForms, removeForm } from '#contract/booking/client/intake.ts'
import { removeWork } from '#contract/professional/portfolio.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import {
  addService,
  changeService,
  duplicateService,
  maxServices,
  orderServices,
  removeService,
  serviceImpact,
  serviceMargins,
  services,
} from '#contract/service/service.ts'
import { noRules } from '#contract/pricing/space-pricing.ts'
import { booked, held } from '#server/testing/bookings.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, bookable, professional, service, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const facial = {
  name: 'Facial de oxígeno',
  category: 'beauty' as const,
  durationMinutes: 60,
  priceCents: 70_000,
}

const fromPriceOf = async (id: number) => {
  const row = await kalli.database.kysely
    .selectFrom('professionals')
    .select('from_price_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.from_price_cents
}

test('an anonymous visitor and a host cannot add a service', async () => {
  assert.equal((await kalli.visitor().call(addService, { body: facial })).status, 401)
  const host = await signIn(kalli, await account(kalli, { roles: ['host'] }))
  assert.equal((await host.call(addService, { body: facial })).status, 403)
})

test('a professional without a profile cannot add a service', async () => {
  const person = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await person.call(addService, { body: facial })).code, 'no_profile')
  assert.deepEqual((await person.call(services)).body, [])
})

test('invalid durations, prices, buffers and names are refused', async () => {
  const ana = await professional(kalli)
  for (const wrong of [
    { durationMinutes: 0 },
    { priceCents: 0 },
    { bufferAfterMinutes: 500 },
    { name: ' ' },
  ]) {
    const reply = await ana.person.call(addService, { body: { ...facial, ...wrong } })
    assert.equal(refusalOf(reply).code, 'invalid_input', JSON.stringify(wrong))
  }
})

test('a new service is last in the list, lowers "desde" and is found', async () => {
  const ana = await professional(kalli, { firstName: 'Ofelia' })
  await service(kalli, ana.id, { priceCents: 90_000 })
  const added = await ana.person.call(addService, { body: facial }, { key: 'one-facial' })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const again = await ana.person.call(addService, { body: facial }, { key: 'one-facial' })
  assert.deepEqual(again.body, added.body)
  const { body: list } = await ana.person.call(services)
  assert.deepEqual(
    list.map(({ name }) => name),
    ['Corte y peinado', 'Facial de oxígeno'],
  )
  assert.equal(await fromPriceOf(ana.id), 70_000)

  await drain(kalli)
  const { body: cards } = await kalli.visitor().call(searchProfessionals, { query: { q: 'facial oxigeno' } })
  assert.deepEqual(
    cards.map(({ user }) => user.firstName),
    ['Ofelia'],
  )
})

test('of two changes to one version one is refused as stale', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const body = { ...facial, priceCents: 65_000, version: made.version }
  const answers = await Promise.all(
    [1, 2].map(() => ana.person.call(changeService, { params: { id: made.id }, body })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(await fromPriceOf(ana.id), 65_000)
})

test('another professional’s service is not found', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const other = await professional(kalli)
  const body = { ...facial, version: made.version }
  assert.equal((await other.person.call(changeService, { params: { id: made.id }, body })).status, 404)
  assert.equal((await other.person.call(removeService, { params: { id: made.id }, query: {} })).status, 404)
})

test('a removed service stays for its bookings and is not offered, and "desde" follows', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  assert.equal((await ana.person.call(removeService, { params: { id: made.id }, query: {} })).status, 200)
  const { body: list } = await ana.person.call(services)
  assert.deepEqual(
    list.map(({ visibility }) => visibility),
    ['hidden'],
  )
  assert.equal(await fromPriceOf(ana.id), 0)
})

test('a copy is hidden, last in the list and made once per key', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const params = { id: made.id }
  const copy = await ana.person.call(duplicateService, { params }, { key: 'one-copy-of-it' })
  assert.equal(copy.status, 201)
  assert.deepEqual(
    (await ana.person.call(duplicateService, { params }, { key: 'one-copy-of-it' })).body,
    copy.body,
  )
  const { body: list } = await ana.person.call(services)
  assert.deepEqual(
    list.map(({ name, visibility }) => [name, visibility]),
    [
      ['Facial de oxígeno', 'visible'],
      ['Facial de oxígeno (copia)', 'hidden'],
    ],
  )
})

test('a copy uses the forms of its original, except archived ones', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const write = async (title: string) => {
    const { status, body } = await ana.person.call(addForm, {
      body: {
        title,
        intro: '',
        sensitive: true,
        timing: 'booking',
        questions: [{ id: 'a', kind: 'long', label: '¿Cuáles?', required: true, options: [] }],
        serviceIds: [made.id],
      },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const [stored, gone] = [await write('Alergias'), await write('De antes')]
  await ana.person.call(removeForm, { params: { id: gone.id } })
  const copy = await ana.person.call(duplicateService, { params: { id: made.id } })
  assert.equal(copy.status, 201, JSON.stringify(copy.body))
  const { body: requested } = await ana.person.call(ownForms)
  assert.deepEqual(
    requested.map(({ id, serviceIds }) => [id, serviceIds]),
    [[stored.id, [made.id, copy.body.id]]],
  )
  const { rows } = await kalli.database.pool.query(
    'select form_id from intake_form_services where service_id = $1',
    [copy.body.id],
  )
  assert.deepEqual(rows, [{ form_id: stored.id }])
})

test('the packs of a copy get numbers of their own, so that each can be bought', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const pack = { id: 0, sessions: 5, priceCents: 300_000, validityDays: 90 }
  const save = async (one: typeof made, packs: (typeof pack)[]) => {
    const { status, body } = await ana.person.call(changeService, {
      params: { id: one.id },
      body: { ...one, packs },
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const original = await save(made, [pack])
  const copy = await ana.person.call(duplicateService, { params: { id: made.id } })
  const [first] = copy.body.packs
  assert.ok(first)
  const changed = await save(copy.body, [{ ...pack, sessions: 10 }, first])
  const ids = changed.packs.map(({ id }) => id)
  assert.equal(new Set(ids).size, 2, JSON.stringify(ids))
  assert.equal(ids[1], first.id, 'what it has keeps its number')
  // An unknown number makes a new one; the same twice makes two.
  const again = await save(original, [...original.packs, ...original.packs, { ...pack, id: 1000 }])
  assert.deepEqual(
    again.packs.map(({ id }) => id),
    [original.packs[0]?.id, 4 * again.version + 1, 4 * again.version + 2],
  )
  await assert.rejects(
    kalli.database.pool.query(
      'update services set packs = jsonb_build_array(packs -> 0, packs -> 0) where id = $1',
      [made.id],
    ),
    /services_packs_apart/,
  )
})

test('the order must list every service that is not archived, each once', async () => {
  const ana = await professional(kalli)
  const ids: number[] = []
  for (const name of ['Uno', 'Dos', 'Tres']) {
    const { body } = await ana.person.call(addService, { body: { ...facial, name } })
    ids.push(body.id)
  }
  const [one = 0, two = 0, three = 0] = ids
  const { body: list } = await ana.person.call(orderServices, { body: { ids: [three, one, two] } })
  assert.deepEqual(
    list.map(({ name }) => name),
    ['Tres', 'Uno', 'Dos'],
  )
  // Public in that order: on the page, and on the booking screen.
  const page = await kalli.visitor().call(publicProfessional, { params: { id: String(ana.id) }, query: {} })
  assert.deepEqual(
    page.body.services.map(({ name }) => name),
    ['Tres', 'Uno', 'Dos'],
  )
  const twice = await ana.person.call(orderServices, { body: { ids: [one, one, two] } })
  assert.equal(refusalOf(twice).code, 'invalid_input')
  const stranger = await professional(kalli)
  const { body: theirs } = await stranger.person.call(addService, { body: facial })
  for (const wrong of [[one, two], [one, two, theirs.id], []])
    assert.equal(
      refusalOf(await ana.person.call(orderServices, { body: { ids: wrong } })).code,
      'impact_changed',
    )
})

test('a health service requires a professional licence that has not expired', async () => {
  const ana = await professional(kalli)
  const consultation = { ...facial, category: 'nutrition' as const }
  const refused = await ana.person.call(addService, { body: consultation })
  assert.equal(refusalOf(refused).code, 'licence_needed')
  const { body: hidden } = await ana.person.call(addService, {
    body: { ...consultation, visibility: 'hidden' },
  })
  const show = () =>
    ana.person.call(changeService, { params: { id: hidden.id }, body: { ...consultation, version: 1 } })
  const addDocument = (status: string, validTo: string) =>
    kalli.database.pool.query(
      `insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, uploaded_at, reviewed_at, valid_to)
        values (gen_random_uuid(), 'professional', $1, 'license', $2, 'k', 'application/pdf', 1, $3, $3, $4)`,
      [ana.id, status, kalli.clock(), validTo],
    )
  await addDocument('valid', '2020-01-31')
  assert.equal(refusalOf(await show()).code, 'licence_needed')
  await kalli.database.pool.query('delete from documents where owner_id = $1', [ana.id])
  await addDocument('valid', '2040-01-31')
  assert.equal((await show()).status, 200)
})

test('a restored service is hidden, and an archived one cannot be made visible', async () => {
  const ana = await professional(kalli)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const { body: away } = await ana.person.call(removeService, { params: { id: made.id }, query: {} })
  assert.deepEqual([away.archived, away.visibility], [true, 'hidden'])
  await assert.rejects(
    kalli.database.pool.query(`update services set visibility = 'visible' where id = $1`, [made.id]),
    /services_archived_hidden/,
  )
  const body = { ...facial, visibility: 'hidden' as const, version: away.version }
  const back = await ana.person.call(changeService, { params: { id: made.id }, body })
  assert.deepEqual([back.body.archived, back.body.visibility], [false, 'hidden'])
})

test('of two concurrent additions of the hundredth service one succeeds', async () => {
  const ana = await professional(kalli)
  await kalli.database.pool.query(
    `insert into services (professional_id, name, category, duration_minutes, price_cents)
      select $1, 'Corte ' || n, 'hair', 30, 10000 from generate_series(1, $2::integer) n`,
    [ana.id, maxServices - 1],
  )
  const answers = await Promise.all([1, 2].map(() => ana.person.call(addService, { body: facial })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  assert.ok(refused)
  assert.equal(refusalOf(refused).code, 'services_full')
})

test('a changed price or duration lists the bookings that keep their quote', async () => {
  const at = await bookable(kalli)
  const visit = await booked(kalli, at)
  const { person } = at.professional
  const { body: list } = await person.call(services)
  const [before] = list
  assert.ok(before)
  assert.equal(before.upcoming, 1)
  const { body: seen } = await person.call(serviceImpact, { params: { id: before.id } })
  assert.deepEqual(
    seen.upcoming.map(({ id, totalCents }) => [id, totalCents]),
    [[visit.id, before.priceCents]],
  )
  const dearer = { ...before, priceCents: before.priceCents + 10_000 }
  const refused = await person.call(changeService, { params: { id: before.id }, body: dearer })
  assert.equal(refusalOf(refused).code, 'service_has_bookings')
  assert.deepEqual(refusalOf(refused).details, seen)
  // What was not quoted changes freely.
  const renamed = await person.call(changeService, {
    params: { id: before.id },
    body: { ...before, name: 'Corte, peinado y café' },
  })
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  const saved = await person.call(changeService, {
    params: { id: before.id },
    body: { ...dearer, version: renamed.body.version, keep: [visit.id] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { body: after } = await person.call(serviceImpact, { params: { id: before.id } })
  assert.deepEqual(after, seen)
})

test('the step and the cut-off of a service are limited as documented', async () => {
  const { person } = await professional(kalli)
  const add = async (body: object) => (await person.call(addService, { body: { ...facial, ...body } })).status
  for (const stepMinutes of [5, 60]) assert.equal(await add({ stepMinutes }), 201, `step ${stepMinutes}`)
  for (const stepMinutes of [4, 61]) assert.equal(await add({ stepMinutes }), 400, `step ${stepMinutes}`)
  for (const cutoffMinutes of [30, 2880])
    assert.equal(await add({ cutoffMinutes }), 201, `cut-off ${cutoffMinutes}`)
  for (const cutoffMinutes of [29, 2881])
    assert.equal(await add({ cutoffMinutes }), 400, `cut-off ${cutoffMinutes}`)
})

test('an archived service with an upcoming visit is offered to no client, and the visit takes place', async () => {
  const at = await bookable(kalli)
  const visit = await booked(kalli, at)
  const { person } = at.professional
  const params = { id: at.serviceId }
  const [before] = (await person.call(services)).body
  assert.ok(before)
  const gone = await person.call(removeService, { params, query: {} })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  const [after] = (await person.call(services)).body
  assert.deepEqual([after?.archived, after?.upcoming], [true, 1])
  const date = '2026-11-25'
  const query = { professional: at.professional.id, service: at.serviceId, from: date, to: date }
  const { body: offered } = await kalli.visitor().call(slots, { query })
  assert.deepEqual(
    offered.days.flatMap((one) => one.slots),
    [],
  )
  const { body: agenda } = await person.call(calendar, { query: { from: '2026-11-25', to: '2026-11-25' } })
  assert.deepEqual(
    agenda.entries.map(({ booking }) => [booking?.id, booking?.status]),
    [[visit.id, 'confirmed']],
  )
})

test('a client who only holds an hour is not named, and the hold cannot be cancelled', async () => {
  const at = await bookable(kalli)
  const client = await signIn(kalli, await account(kalli, { firstName: 'Renata' }))
  await held(client, at, '2026-11-25', 3)
  const visit = await booked(kalli, at)
  const { body } = await at.professional.person.call(serviceImpact, { params: { id: at.serviceId } })
  assert.deepEqual(
    body.upcoming.map(({ id, clientName, cancellable }) => [
      id === visit.id,
      clientName !== null,
      cancellable,
    ]),
    [
      [true, true, true],
      [false, false, false],
    ],
  )
  assert.ok(!JSON.stringify(body).includes('Renata'))
})

test('the net of a price equals the split at each place', async () => {
  const at = await bookable(kalli)
  const query = { category: 'hair' as const, durationMinutes: 90, priceCents: 65_000 }
  const { body } = await at.professional.person.call(serviceMargins, { query })
  const [place] = body.places.filter(({ spaceId }) => spaceId === at.space.id)
  assert.ok(place?.rent && place.net)
  const stored = (rentCents: number) => query.priceCents - body.commissionCents - rentCents
  assert.equal(body.commissionCents, 6500)
  assert.deepEqual(place.net, {
    minCents: stored(place.rent.maxCents),
    maxCents: stored(place.rent.minCents),
  })
  assert.equal(place.covers, true)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ block_minutes: 120 })
    .where('id', '=', at.space.id)
    .execute()
  const short = await at.professional.person.call(serviceMargins, { query })
  assert.equal(short.body.places[0]?.covers, false, 'too short for a place that lets two hours at once')
  const anonymous = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await anonymous.call(serviceMargins, { query })).code, 'no_profile')
})

test('hours outside the agreement’s times or dates do not count in the net of a price', async () => {
  const at = await bookable(kalli)
  // Mornings cost less than the agreement says, and the host charges the lower rate.
  const rate = {
    id: 'manana',
    name: 'Mañana',
    days: [1, 2, 3, 4, 5, 6, 7],
    windows: [{ fromMinute: 540, toMinute: 900 }],
    change: { kind: 'hourly', cents: 10_000 },
    dates: null,
  }
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ price_rules: JSON.stringify({ ...noRules, rates: [rate], agreements: 'best' }) })
    .where('id', '=', at.space.id)
    .execute()
  const query = { category: 'hair' as const, durationMinutes: 60, priceCents: 65_000 }
  const rent = async () => {
    const { body } = await at.professional.person.call(serviceMargins, { query })
    return body.places.find(({ spaceId }) => spaceId === at.space.id)?.rent
  }
  assert.deepEqual(await rent(), { minCents: 10_000, maxCents: 20_000 })
  const lets = (weekdays: readonly number[]) =>
    kalli.database.kysely
      .updateTable('agreements')
      .set({
        windows: JSON.stringify(weekdays.map((weekday) => ({ weekday, fromMinute: 540, toMinute: 900 }))),
      })
      .where('space_id', '=', at.space.id)
      .execute()
  await lets([2, 4])
  assert.deepEqual(await rent(), { minCents: 10_000, maxCents: 10_000 })
  await lets([])
  assert.equal(await rent(), null)
  // Active from ten to noon: only its morning hours remain. One that begins after the week has no hours in it.
  const isActive = (validFrom: string, validTo: string | null) =>
    kalli.database.kysely
      .updateTable('agreements')
      .set({
        windows: null,
        valid_from: new Date(validFrom),
        valid_to: validTo === null ? null : new Date(validTo),
      })
      .where('space_id', '=', at.space.id)
      .execute()
  await isActive('2026-11-01', '2026-11-20T18:00:00Z')
  assert.deepEqual(await rent(), { minCents: 10_000, maxCents: 10_000 })
  await isActive('2026-12-01', null)
  assert.equal(await rent(), null)
  await isActive('2026-11-01', null)
  assert.deepEqual(await rent(), { minCents: 10_000, maxCents: 20_000 })
})

test('a service given only at homes or online owes no rent, and its travel cost is in the price', async () => {
  const at = await bookable(kalli)
  const { person } = at.professional
  const typed = { category: 'hair' as const, durationMinutes: 60, priceCents: 65_000 }
  const call = async (where: object) =>
    (await person.call(serviceMargins, { query: { ...typed, ...where } })).body
  const at10 = (cents: number) => ({ commissionCents: cents / 10, netCents: (cents * 9) / 10 })
  const online = { modality: 'online', feeCents: 0, ...at10(65_000) }
  const home = { modality: 'home', feeCents: 9000, ...at10(74_000) }
  assert.deepEqual(await call({ atPlace: 'false', online: 'true' }), {
    commissionCents: 6500,
    places: [],
    away: [online],
    hasDemandRules: false,
  })
  assert.deepEqual((await call({ atPlace: 'false', homeFeeCents: 9000 })).away, [home])
  const everywhere = await call({ homeFeeCents: 9000, online: 'true' })
  assert.deepEqual([everywhere.places.length, everywhere.away], [1, [home, online]])
  const { version } = (await person.call(demandRules)).body
  await person.call(saveDemandRules, {
    body: { version, rules: { ...noDemandRules, firstVisit: { bp: -1000 } } },
  })
  assert.equal((await call({ online: 'true' })).hasDemandRules, true)
})

/** A drawn item of a professional's portfolio, so that no file is needed. */
const piece = async (professionalId: number, published = true) => {
  const { kysely } = kalli.database
  const [id, picture] = [randomUUID(), randomUUID()]
  const at = { created_at: kalli.time.read() }
  const drawn = { drawn: '/pictures/category/hair/1.svg', width: 1200, height: 800 }
  await kysely
    .insertInto('portfolio_pictures')
    .values({ id: picture, professional_id: professionalId, ...drawn, ...at })
    .execute()
  const consent = published ? { consent: 'nobody_shown', consent_at: at.created_at } : {}
  await kysely
    .insertInto('portfolio_items')
    .values({
      id,
      professional_id: professionalId,
      after_picture: picture,
      position: 0,
      published,
      ...consent,
      ...at,
    })
    .execute()
  return id
}

test('a service shows own portfolio items in the given order, and to others only the public ones', async () => {
  const ana = await professional(kalli)
  const other = await professional(kalli)
  const pieces = [await piece(ana.id), await piece(ana.id, false), await piece(ana.id)] as const
  const strange = await piece(other.id)
  const [first, secret, third] = pieces
  const made = await ana.person.call(addService, {
    body: { ...facial, photos: [third, strange, secret, first, third] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  // Another professional's item is ignored.
  assert.deepEqual(made.body.photos, [third, secret, first])
  const seen = async () => {
    const page = await kalli.visitor().call(publicProfessional, { params: { id: String(ana.id) }, query: {} })
    return page.body.services.map(({ photos }) => photos)
  }
  assert.deepEqual(await seen(), [[third, first]])
  const params = { id: made.body.id }
  const copy = await ana.person.call(duplicateService, { params })
  assert.deepEqual(copy.body.photos, [third, secret, first])
  const changed = await ana.person.call(changeService, {
    params,
    body: { ...facial, photos: [first], version: made.body.version, keep: [] },
  })
  assert.deepEqual([changed.status, changed.body.photos], [200, [first]])
  assert.deepEqual(await seen(), [[first]])
  // An item removed from the portfolio is removed from the services.
  assert.equal((await ana.person.call(removeWork, { params: { id: first } })).status, 200)
  assert.deepEqual(await seen(), [[]])
  const many = await ana.person.call(addService, {
    body: { ...facial, photos: Array.from({ length: 7 }, () => randomUUID()) },
  })
  assert.equal(refusalOf(many).code, 'invalid_input')
})

test('the database refuses another owner’s portfolio item, a repeated one and a seventh', async () => {
  const ana = await professional(kalli)
  const other = await professional(kalli)
  const made = await ana.person.call(addService, { body: facial })
  const [mine, theirs] = [await piece(ana.id), await piece(other.id)]
  const put = (item_id: string, position: number, professional_id = ana.id) =>
    kalli.database.kysely
      .insertInto('service_photos')
      .values({ professional_id, service_id: made.body.id, item_id, position })
      .execute()
  await put(mine, 0)
  await assert.rejects(() => put(mine, 1), /service_photos_once/)
  await assert.rejects(() => put(theirs, 1), /service_photos_professional_id_item_id_fkey/)
  await assert.rejects(() => put(theirs, 1, other.id), /service_photos_professional_id_service_id_fkey/)
  const next = await piece(ana.id)
  await assert.rejects(() => put(next, 6), /service_photos_position_check/)
})
