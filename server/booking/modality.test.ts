/** Visits at the home of a client and online: who is free, what they claim, what they cost, and who sees the address. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as fc from 'fast-check'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import { addHome, ownHomes } from '#contract/account/home.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
import { changeService, services } from '#contract/service/service.ts'
import { forgetHomes, placeOf, sweepHomes } from '#server/availability/offer/home.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { drain } from '#server/platform/jobs.ts'
import { bookedAt, everywhere, holdAt, home, homeAt, hoursAt, instant, slotAt } from '#server/testing/away.ts'
import { claimsOf, contactOf, pay } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const clocksOf = async (...requested: Parameters<typeof hoursAt>) => {
  const { status, body } = await hoursAt(...requested)
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap(({ slots }) => slots.map(({ startsAt }) => startsAt))
}

test('at home and online only the professional must be free, and the travel fee is added once', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const token = await home(who)
  const atSpace = await slotAt(who, at, {}, '10:00')
  const atHome = await slotAt(who, at, { modality: 'home', home: token }, '10:00')
  const online = await slotAt(who, at, { modality: 'online' }, '10:00')
  assert.equal(atSpace.modality, undefined)
  assert.deepEqual(
    [atHome, online].map(({ modality, spaceId, unitId, totalCents }) => ({
      modality,
      spaceId,
      unitId,
      totalCents,
    })),
    [
      { modality: 'home', spaceId: null, unitId: null, totalCents: 108_000 },
      { modality: 'online', spaceId: null, unitId: null, totalCents: 100_000 },
    ],
  )
  // The salon is closed; its professional is not.
  await kalli.database.pool.query(
    `update schedules set weekly = '[]' where owner_kind = 'space' and owner_id = $1`,
    [at.space.id],
  )
  assert.deepEqual(await clocksOf(who, at, {}), [])
  assert.equal((await clocksOf(who, at, { modality: 'online' })).length, 18)
  assert.equal((await clocksOf(who, at, { modality: 'home', home: token })).length, 18)
})

test('an address beyond the radius is refused with the radius, without its distance', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const far = await hoursAt(who, at, { modality: 'home', home: await home(who, 0.09) })
  assert.equal(far.status, 409)
  assert.deepEqual(refusalOf(far), {
    code: 'outside_home_radius',
    message:
      'Esa dirección queda fuera de su zona: va a domicilio en un radio de 8 km. Prueba con otra dirección o elige otra forma de atenderte.',
    details: { radiusKm: 8 },
  })
  const missing = await hoursAt(who, at, { modality: 'home' })
  assert.deepEqual([missing.status, refusalOf(missing).code], [400, 'home_needed'])
  const forged = await hoursAt(who, at, { modality: 'home', home: 'aaaa.bbbb' })
  assert.deepEqual([forged.status, refusalOf(forged).code], [400, 'home_needed'])
})

test('a service that is not offered at home or online has no hours there', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const who = kalli.visitor()
  assert.deepEqual(await clocksOf(who, at, { modality: 'online' }), [])
  assert.deepEqual(await clocksOf(who, at, { modality: 'home', home: await home(who, 0.9) }), [])
  await kalli.database.pool.query('update services set at_place = false, online = true where id = $1', [
    at.serviceId,
  ])
  const usual = await slotAt(who, at, {}, '10:00')
  assert.deepEqual([usual.modality, usual.spaceId], ['online', null])
  await kalli.database.pool.query('update services set online = false, home_radius_km = 5 where id = $1', [
    at.serviceId,
  ])
  const alone = await hoursAt(who, at, {})
  assert.deepEqual([alone.status, refusalOf(alone).code], [400, 'home_needed'])
})

test('a home or online visit claims the professional and the client but no chair, and owes no rent', async () => {
  const at = await everywhere(kalli)
  const clientAccount = await people.account(kalli)
  const who = await people.signIn(kalli, clientAccount)
  const atHome = await bookedAt(kalli, at, { modality: 'home', home: await home(who) }, '10:00', { who })
  const online = await bookedAt(kalli, at, { modality: 'online' }, '15:00', { who })
  for (const { id } of [atHome, online]) {
    const { rows } = await kalli.database.pool.query(
      'select professional_id, client_id, unit_id, space_id, host_id, rent_cents from bookings where id = $1',
      [id],
    )
    assert.deepEqual(rows, [
      {
        professional_id: at.professional.id,
        client_id: rows[0]?.client_id,
        unit_id: null,
        space_id: null,
        host_id: null,
        rent_cents: 0,
      },
    ])
    const claimed = (await claimsOf(kalli, id)).map(({ resource_id }) => resource_id)
    assert.deepEqual(
      claimed,
      [at.professional.id, rows[0]?.client_id].toSorted((a, b) => a - b),
    )
  }
  assert.deepEqual(
    atHome.quote.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Corte y peinado', 100_000],
      ['Servicio a domicilio', 8000],
    ],
  )
  assert.deepEqual(
    atHome.quote.goesTo.map(({ to, amountCents }) => [to, amountCents]),
    [
      ['professional', 97_200],
      ['platform', 10_800],
    ],
  )
})

test('reserves travel both ways between a home and a chair, for all clients and every channel', async () => {
  const at = await everywhere(kalli, { stepMinutes: 5 })
  const who = kalli.visitor()
  const token = await home(who, 0.06)
  // 6.67 km are 8.9 by road: 20 minutes to set out, 25 for the distance beyond the first two.
  await bookedAt(kalli, at, { modality: 'home', home: token }, '12:00')
  const chair = await clocksOf(who, at, {})
  assert.deepEqual(
    chair.filter((startsAt) => startsAt >= instant('09:45') && startsAt <= instant('14:15')),
    [instant('09:45'), instant('14:15')],
  )
  // An online visit has no travel time, so the slots right before and after are free.
  const online = await clocksOf(who, at, { modality: 'online' })
  assert.ok(online.includes(instant('10:30')))
  assert.ok(online.includes(instant('13:30')))
  const shown = await at.professional.person.call(calendar, {
    query: { from: '2026-11-25', to: '2026-11-25' },
  })
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
  const visit = shown.body.entries.find(({ layer }) => layer === 'visit')
  assert.deepEqual(
    [visit?.place?.modality, visit?.place?.name, visit?.place?.address],
    ['home', 'A domicilio', 'Ámsterdam 12, interior 3, Hipódromo, Ciudad de México'],
  )
})

test('of a home visit and a chair visit without travel time between them exactly one is booked', async () => {
  const at = await everywhere(kalli, { stepMinutes: 5 })
  const visitors = Array.from({ length: 8 }, () => kalli.visitor())
  const tokens = await Promise.all(
    visitors.map(async (who, index) =>
      index % 2 === 0
        ? slotAt(who, at, { modality: 'home', home: await home(who, 0.06) }, '11:00')
        : slotAt(who, at, {}, '12:35'),
    ),
  )
  const answers = await Promise.all(
    visitors.map((who, index) => who.call(holds.hold, { body: { slotToken: tokens[index]?.token ?? '' } })),
  )
  const won = answers.filter(({ status }) => status === 201)
  assert.equal(won.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body])))
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
})

test('an address is visible to its client, to the professional once the visit is certain, and to no other user', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const token = await home(who)
  const hold = await holdAt(who, at, { modality: 'home', home: token }, '10:00')
  assert.equal(hold.status, 201)
  assert.deepEqual(
    [
      hold.body.place.modality,
      hold.body.place.address,
      hold.body.place.neighbourhood,
      hold.body.place.directions,
    ],
    ['home', 'Ámsterdam 12, interior 3', 'Hipódromo', 'Timbre de Lucía'],
  )
  const answer = await pay(who, hold.body.id, 'tok_ok', contactOf())
  assert.equal(answer.status, 201)
  const asProfessional = await at.professional.person.call(contract.booking, {
    params: { id: hold.body.id },
    query: {},
  })
  assert.deepEqual(
    [asProfessional.body.place.address, asProfessional.body.place.name],
    ['Ámsterdam 12, interior 3', 'A domicilio'],
  )
  // Once closed, the professional sees an area again, and the client still the address.
  const { rows: claimed } = await kalli.database.pool.query<Record<string, unknown>>(
    'delete from claims where booking_id = $1 returning resource_id',
    [hold.body.id],
  )
  assert.equal(claimed.length, 2)
  await kalli.database.pool.query(
    `update bookings set status = 'closed', version = version + 1, completed_at = ends_at where id = $1`,
    [hold.body.id],
  )
  const closed = await at.professional.person.call(contract.booking, {
    params: { id: hold.body.id },
    query: {},
  })
  assert.deepEqual(
    [closed.body.status, closed.body.place.address, closed.body.place.neighbourhood],
    ['closed', null, 'Hipódromo'],
  )
  assert.ok(!JSON.stringify(closed.body).includes('Ámsterdam'))
  const date = closed.body.startsAt.slice(0, 10)
  const month = await at.professional.person.call(calendar, { query: { from: date, to: date } })
  assert.ok(!JSON.stringify(month.body).includes('Ámsterdam'))
  const own = await who.call(contract.booking, {
    params: { id: hold.body.id },
    query: { t: answer.body.viewToken ?? '' },
  })
  assert.equal(own.body.place.address, 'Ámsterdam 12, interior 3')
  // While a request awaits an answer, only an area is shown.
  await kalli.database.pool.query(
    `update bookings set status = 'requested', version = version + 1, requested_at = created_at, respond_by = created_at + interval '12 hours',
      confirmed_at = null, professional_acceptance = 'pending' where id = $1`,
    [hold.body.id],
  )
  const waiting = await at.professional.person.call(contract.booking, {
    params: { id: hold.body.id },
    query: {},
  })
  assert.deepEqual(
    [
      waiting.body.place.address,
      waiting.body.place.latitude,
      waiting.body.place.directions,
      waiting.body.place.neighbourhood,
    ],
    [null, null, null, 'Hipódromo'],
  )
  assert.ok(!JSON.stringify(waiting.body).includes('Ámsterdam'))
})

test('the link to a meeting is visible to confirmed parties only', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const hold = await holdAt(who, at, { modality: 'online' }, '10:00')
  assert.equal(hold.body.place.link, null)
  assert.ok(!JSON.stringify(hold.body).includes('meet.example'))
  const booked = await pay(who, hold.body.id, 'tok_ok', contactOf())
  assert.equal(booked.body.status, 'confirmed')
  assert.deepEqual([booked.body.place.name, booked.body.place.link], ['En línea', 'https://meet.example/ana'])
  assert.equal(booked.body.place.city, '')
})

test('an online visit keeps its link after the service is no longer offered online', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const { body: hold } = await holdAt(who, at, { modality: 'online' }, '10:00')
  assert.equal((await pay(who, hold.id, 'tok_ok', contactOf())).body.status, 'confirmed')
  const { person } = at.professional
  const [own] = (await person.call(services)).body
  assert.ok(own)
  const save = async (online: boolean, version: number) => {
    const { status, body } = await person.call(changeService, {
      params: { id: own.id },
      body: { ...own, online, version },
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const without = await save(false, own.version)
  for (const reader of [who, person]) {
    const { body } = await reader.call(contract.booking, { params: { id: hold.id }, query: {} })
    assert.equal(body.place.link, 'https://meet.example/ana')
  }
  assert.equal(
    (await hoursAt(kalli.visitor(), at, { modality: 'online' })).body.days.flatMap((day) => day.slots).length,
    0,
  )
  assert.equal((await save(true, without.version)).onlineLink, 'https://meet.example/ana')
})

test('a signed-in client finds the addresses of their earlier home visits, and other users do not', async () => {
  const at = await everywhere(kalli)
  const who = await people.signIn(kalli, await people.account(kalli))
  const other = await people.signIn(kalli, await people.account(kalli))
  assert.deepEqual((await who.call(ownHomes)).body, [])
  await bookedAt(kalli, at, { modality: 'home', home: await home(who) }, '10:00', { who })
  const [own] = (await who.call(ownHomes)).body
  assert.deepEqual([own?.line, own?.area], ['Ámsterdam 12, interior 3', 'Hipódromo, Ciudad de México'])
  assert.equal((await hoursAt(who, at, { modality: 'home', home: own?.token ?? '' })).status, 200)
  assert.deepEqual((await other.call(ownHomes)).body, [])
  const wrong = await who.call(addHome, { body: { ...homeAt(0), line: '' } })
  assert.equal(wrong.status, 400)
})

test('an unbooked home address is deleted with its token, and a departing client’s address with the account', async () => {
  const at = await everywhere(kalli)
  const who = await people.signIn(kalli, await people.account(kalli))
  const unused = await home(kalli.visitor())
  await bookedAt(kalli, at, { modality: 'home', home: await home(who) }, '10:00', { who })
  const count = async () =>
    (await kalli.database.pool.query('select place from visit_places where place < -1')).rows.length
  const before = await count()
  kalli.time.set(new Date(testNow.getTime() + 9 * 86_400_000))
  await sweepHomes(kalli.work())
  assert.ok((await count()) < before)
  const over = await hoursAt(kalli.visitor(), at, { modality: 'home', home: unused }, '2026-11-30')
  assert.equal(refusalOf(over).code, 'home_needed')
  const { rows: clients } = await kalli.database.pool.query<{
    client_id: number
    place: number
  }>(
    `select client_id, home.place from bookings join visit_places home on home.place = visit_place where professional_id = $1`,
    [at.professional.id],
  )
  const [visit] = clients
  assert.ok(visit)
  await forgetHomes(kalli.work(), { accountId: 0, clientIds: [visit.client_id] })
  const { rows } = await kalli.database.pool.query('select * from visit_places where place = $1', [
    visit.place,
  ])
  assert.deepEqual(
    [rows[0]?.line, rows[0]?.details, rows[0]?.neighbourhood, rows[0]?.latitude, rows[0]?.city],
    [null, null, null, 19.4, 'Ciudad de México'],
  )
})

test('slots at a chair, at homes and online are exactly those that the claims and travel times leave', async () => {
  const pick = fc.record({
    what: fc.constantFrom('chair', 'home', 'online'),
    north: fc.integer({ min: 0, max: 7 }),
    half: fc.integer({ min: 0, max: 15 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(pick, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 7 }),
      async (visits, north) => {
        const at = await everywhere(kalli, { durationMinutes: 60 })
        const whereOf = async (what: string, far: number) =>
          what === 'chair'
            ? {}
            : what === 'online'
              ? { modality: 'online' as const }
              : { modality: 'home' as const, home: await home(kalli.visitor(), far / 100) }
        for (const { what, north: far, half } of visits) {
          const who = kalli.visitor()
          const { body } = await hoursAt(who, at, await whereOf(what, far))
          const slots = body.days.flatMap((day) => day.slots)
          const slot = slots[half % Math.max(1, slots.length)]
          if (slot === undefined) continue
          const held = await who.call(holds.hold, { body: { slotToken: slot.token } })
          assert.equal(held.status, 201, JSON.stringify(held.body))
        }
        for (const what of ['chair', 'home', 'online']) {
          const where = await whereOf(what, north)
          const offered = await clocksOf(kalli.visitor(), at, where)
          const { rows } = await kalli.database.pool.query<{ start: Date }>(
            `select start from generate_series('2026-11-25T15:00Z'::timestamptz, '2026-11-26T00:00Z', '30 minutes') start
           where not exists (select from claims taken join bookings b on b.id = taken.booking_id
             where taken.resource_id = $1 and taken.during && tstzrange(
               start - interval '1 minute' * travel_minutes($1, $2, coalesce(b.visit_place, b.space_id, 0)),
               start + interval '1 hour' + interval '1 minute' * travel_minutes($1, $2, coalesce(b.visit_place, b.space_id, 0))))
           order by start`,
            [
              at.professional.id,
              what === 'chair' ? at.space.id : what === 'online' ? -1 : placeOf(kalli.work(), where.home),
            ],
          )
          assert.deepEqual(
            offered,
            rows.map(({ start }) => start.toISOString()),
            what,
          )
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('e-mails contain the link or the address only for those entitled to it', async () => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const online = await bookedAt(kalli, at, { modality: 'online' }, '10:00')
  const atHome = await bookedAt(kalli, at, { modality: 'home', home: await home(who) }, '15:00', { who })
  await drain(kalli)
  kalli.time.set(new Date('2026-11-24T18:00:00Z'))
  await remindDue(kalli.work())
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{
    to_address: string
    subject: string
    body_text: string
  }>('select to_address, subject, body_text from mails order by id')
  const about = ({ id }: { id: string }) => rows.filter(({ body_text }) => body_text.includes(id))
  const text = (list: typeof rows) => list.map(({ body_text }) => body_text).join()
  assert.match(text(about(online)), /https:\/\/meet\.example\/ana/)
  assert.match(text(about(atHome)), /Ámsterdam 12, interior 3/)
  assert.equal(about(online).filter(({ subject }) => subject.startsWith('Mañana te esperan')).length, 1)
  const professional = rows.filter(
    ({ subject }) => subject.includes('Corte y peinado') && !subject.startsWith('Mañana'),
  )
  assert.ok(professional.some(({ body_text }) => body_text.includes('Ámsterdam 12')))
  const texts = await kalli.database.pool.query<{ text: string }>('select * from text_messages')
  assert.ok(!JSON.stringify(texts.rows).includes('Ámsterdam'))
  const notices = await kalli.database.pool.query('select * from notifications')
  assert.ok(!JSON.stringify(notices.rows).includes('Ámsterdam'))
})

test('several services at home pay one travel fee within the smallest radius, and need every service offered there', async () => {
  const at = await everywhere(kalli)
  const second = await people.service(kalli, at.professional.id, {
    name: 'Secado',
    priceCents: 20_000,
    durationMinutes: 30,
  })
  const who = kalli.visitor()
  const query = async (north: number) => ({
    query: {
      professional: at.professional.id,
      services: `${at.serviceId},${second}`,
      from: '2026-11-25',
      to: '2026-11-25',
      modality: 'home' as const,
      home: await home(who, north),
    },
  })
  const none = await who.call(slots, await query(0.03))
  assert.deepEqual(
    none.body.days.flatMap((day) => day.slots),
    [],
  )
  await kalli.database.pool.query(
    'update services set home_radius_km = 4, home_fee_cents = 12000 where id = $1',
    [second],
  )
  const far = await who.call(slots, await query(0.06))
  assert.equal(refusalOf(far).code, 'outside_home_radius')
  const [slot] = (await who.call(slots, await query(0.03))).body.days.flatMap((day) => day.slots)
  assert.equal(slot?.totalCents, 132_000)
  const hold = await who.call(holds.hold, { body: { slotToken: slot.token } })
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  assert.deepEqual(
    hold.body.quote.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Corte y peinado', 100_000],
      ['Servicio a domicilio', 12_000],
      ['Secado', 20_000],
    ],
  )
})

test('explain covers home visits with travel time, and a professional can propose an appointment at a home', async () => {
  const at = await everywhere(kalli)
  const pro = at.professional.person
  await bookedAt(kalli, at, { modality: 'home', home: await home(kalli.visitor()) }, '15:00')
  const day = await pro.call(explainSlots, { query: { service: at.serviceId, date: '2026-11-25' } })
  // A home without an address yet counts as a trip next door.
  const reasons = (day.body.places[1]?.starts ?? []).map(({ startsAt, reason }) => [startsAt, reason])
  assert.deepEqual(
    reasons.filter(([startsAt]) => startsAt === instant('16:30') || startsAt === instant('17:00')),
    [
      [instant('16:30'), 'no_time_to_travel'],
      [instant('17:00'), null],
    ],
  )
  assert.deepEqual(
    day.body.places.map(({ name }) => name),
    ['Casa Salas · Sillas de la calle Colima', 'A domicilio', 'En línea'],
  )
  // A draft is tried at each place too; without a chair, once at homes and once online.
  const tried = async () => {
    const { body } = await pro.call(previewSlots, {
      params: { id: at.serviceId },
      query: { date: '2026-11-25' },
      body: { durationMinutes: 90, priceCents: 100_000, noticeMinutes: 0 },
    })
    return body.places.map(({ name, starts }) => [name, starts.some(({ offered }) => offered)])
  }
  const away = [
    ['A domicilio', true],
    ['En línea', true],
  ]
  assert.deepEqual(await tried(), [['Casa Salas · Sillas de la calle Colima', true], ...away])
  const given = (at_place: boolean) =>
    kalli.database.kysely.updateTable('services').set({ at_place }).where('id', '=', at.serviceId).execute()
  await given(false)
  const names = (await tried()).map(([name]) => name)
  assert.deepEqual(names.toSorted(), ['A domicilio', 'En línea'])
  const looked = await pro.call(explainSlots, { query: { service: at.serviceId, date: '2026-11-25' } })
  assert.deepEqual(looked.body.places.map(({ name }) => name).toSorted(), ['A domicilio', 'En línea'])
  await given(true)
  const slot = await slotAt(pro, at, { modality: 'home', home: await home(pro) }, '12:00')
  const made = await pro.call(proposeAppointment, {
    body: {
      slotToken: slot.token,
      contact: { firstName: 'Lucía', lastName: 'Paz', email: 'luciapaz@example.test' },
      note: '',
    },
  })
  assert.deepEqual([made.status, made.body.place], [201, 'A domicilio'], JSON.stringify(made.body))
})
