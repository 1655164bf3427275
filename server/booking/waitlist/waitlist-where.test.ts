/** Waiting for a visit at home, online, and for several people: found, held, notified and accepted as that visit. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as links from '#contract/booking/series/link.ts'
import * as waitlist from '#contract/booking/waitlist/waitlist.ts'
import { forgetHomes, sweepHomes } from '#server/availability/offer/home.ts'
import { forgetClient } from '#server/booking/contact/client.ts'
import { sweepWaitlist } from '#server/booking/waitlist/waitlist-offer.ts'
import { drain } from '#server/platform/jobs.ts'
import { constraintOf } from '#server/platform/refuse.ts'
import { bookedAt, everywhere, home, homeAt, instant, type Where } from '#server/testing/away.ts'
import { contactOf, held, pay, type Bookable } from '#server/testing/bookings.ts'
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
const client = async () => people.signIn(kalli, await people.account(kalli))

const openHours = async (at: Bookable, fromMinute: number, toMinute: number) => {
  const windows = fromMinute === toMinute ? [] : [{ fromMinute, toMinute }]
  const saved = await at.professional.person.call(saveException, { query: {}, body: { date, windows } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}
const ask = (
  who: Person,
  at: Bookable,
  values: Where & {
    more?: number[]
    persons?: number[]
    contact?: { firstName: string; email: string }
  } = {},
) =>
  who.call(waitlist.joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      parts: ['morning'],
      ...values,
    },
  })
const entryOf = async (who: Person) =>
  (await who.call(waitlist.ownWaitlist)).body[0] ?? assert.fail('no waitlist entry')
const offerOf = async (who: Person) => (await entryOf(who)).offer ?? assert.fail('nothing was offered')
const opens = async () => {
  await sweepWaitlist(kalli.work())
  await drain(kalli)
}
const cancel = async ({ id, t, who }: Awaited<ReturnType<typeof bookedAt>>) => {
  const quote = await who.call(cancellation.cancelQuote, {
    params: { id },
    query: { t },
    body: { as: 'client' },
  })
  const body = { quoteToken: quote.body.token }
  assert.equal((await who.call(cancellation.cancel, { params: { id }, query: { t }, body })).status, 200)
  await drain(kalli)
}
const accept = (who: Person, token: string) =>
  who.call(links.acceptLink, { params: { token }, body: { code: '' } })
const mails = async () => {
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails order by id desc limit 20',
  )
  return rows.map(({ text }) => text)
}

test('a waitlist entry at home is offered that visit with its fee, and its address is stored only while it waits', async () => {
  const at = await everywhere(kalli, { durationMinutes: 60 })
  await openHours(at, 600, 660)
  const visit = await bookedAt(kalli, at, { modality: 'online' }, '10:00')
  const who = await client()
  assert.equal(refusalOf(await ask(who, at, { modality: 'home' })).code, 'home_needed')
  const far = refusalOf(await ask(who, at, { modality: 'home', home: await home(who, 0.09) }))
  assert.deepEqual([far.code, far.details], ['outside_home_radius', { radiusKm: 8 }])
  const token = await home(who)
  assert.equal(
    refusalOf(await ask(who, at, { modality: 'home', home: token, space: at.space.id })).code,
    'invalid_input',
  )
  assert.equal((await ask(who, at, { modality: 'home', home: token })).status, 201)
  const entry = await entryOf(who)
  assert.deepEqual([entry.modality, entry.home, entry.place], ['home', homeAt(0).line, null])
  const shown = (await at.professional.person.call(waitlist.professionalWaitlist)).body
  assert.deepEqual([shown.entries[0]?.modality, shown.entries[0]?.persons], ['home', 1])
  assert.ok(!JSON.stringify(shown).includes('Ámsterdam'))

  // An old home stays stored while its entry still waits; an unneeded home is deleted.
  await home(who)
  await kalli.database.pool.query(
    `update visit_places set created_at = created_at - interval '10 days' where place < -1`,
  )
  await sweepHomes(kalli.work())
  const stored = async () =>
    (await kalli.database.pool.query<{ place: number }>('select place from visit_places where place < -1'))
      .rows
  assert.equal((await stored()).length, 1)

  await cancel(visit)
  const offer = await offerOf(who)
  assert.deepEqual([offer.place, offer.totalCents], ['A domicilio', 108_000])
  const emailMessage = (await mails()).find((text) => text.includes(offer.token)) ?? assert.fail('no letter')
  assert.ok(emailMessage.includes('A domicilio, Hipódromo'), emailMessage)
  assert.ok(
    (await mails()).every((text) => !text.includes('Ámsterdam')),
    'no letter says where they live',
  )
  const yes = await accept(who, offer.token)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const paid = await pay(who, yes.body.hold)
  assert.deepEqual([paid.body.status, paid.body.payment?.amountCents], ['confirmed', 108_000])
  const { rows } = await kalli.database.pool.query(
    'select visit_place, unit_id, rent_cents from bookings where id = $1',
    [paid.body.id],
  )
  assert.deepEqual(rows, [{ visit_place: (await stored())[0]?.place, unit_id: null, rent_cents: 0 }])
  await drain(kalli)
  assert.deepEqual([(await entryOf(who)).state, await people.trialBalance(kalli)], ['taken', 0])
})

test('a home address is deleted with its waitlist entry or client, and no offer is made outside the radius', async () => {
  const at = await everywhere(kalli, { durationMinutes: 60 })
  await openHours(at, 0, 0)
  const who = await client()
  assert.equal((await ask(who, at, { modality: 'home', home: await home(who) })).status, 201)
  await kalli.database.pool.query('update services set home_radius_km = 1 where id = $1', [at.serviceId])
  await openHours(at, 600, 660)
  await opens()
  const entry = await entryOf(who)
  assert.equal(entry.state, 'active')
  await who.call(waitlist.moveWaitlistEntry, { params: { id: entry.id, move: 'stop' } })
  await kalli.database.pool.query(
    `update visit_places set created_at = created_at - interval '10 days' where place < -1`,
  )
  await sweepHomes(kalli.work())
  const { rows } = await kalli.database.pool.query(
    'select modality, visit_place from waitlist_entries where id = $1',
    [entry.id],
  )
  assert.deepEqual(rows, [{ modality: 'home', visit_place: null }])

  await openHours(at, 0, 0)
  await kalli.database.pool.query('update services set home_radius_km = 8 where id = $1', [at.serviceId])
  const leaving = await client()
  assert.equal((await ask(leaving, at, { modality: 'home', home: await home(leaving) })).status, 201)
  const { rows: clients } = await kalli.database.pool.query<{ id: number }>(
    `select client_id as id from waitlist_entries where state = 'active' and professional_id = $1`,
    [at.professional.id],
  )
  const ids = clients.map(({ id }) => id)
  await forgetClient(kalli.work(), ids)
  await forgetHomes(kalli.work(), { accountId: 0, clientIds: ids })
  const { rows: homes } = await kalli.database.pool.query(
    `select line from visit_places home join waitlist_entries entry on entry.visit_place = home.place where client_id = any($1)`,
    [ids],
  )
  assert.deepEqual(homes, [{ line: null }])
})

test('the link of an entry at home does not reveal the address', async () => {
  const at = await everywhere(kalli, { durationMinutes: 60 })
  await openHours(at, 0, 0)
  const visitor = kalli.visitor()
  const { email } = contactOf()
  const where = { modality: 'home', home: await home(visitor) } as const
  assert.equal((await ask(visitor, at, { ...where, contact: { firstName: 'Paola', email } })).status, 201)
  await drain(kalli)
  const [emailMessage = ''] = await mails()
  const token = /\/bookings\/espera-([\w.-]+)\/accept/.exec(emailMessage)?.[1] ?? assert.fail(emailMessage)
  const stranger = kalli.visitor()
  const read = await stranger.call(waitlist.linkedWaitlistEntry, { params: { token } })
  const moved = await stranger.call(waitlist.moveLinkedWaitlistEntry, { params: { token, move: 'confirm' } })
  for (const { status, body } of [read, moved]) {
    assert.deepEqual([status, body.modality, body.home], [200, 'home', null])
    assert.doesNotMatch(JSON.stringify(body), /Ámsterdam|Timbre/)
  }
  assert.doesNotMatch(emailMessage, /Ámsterdam/)
})

test('a visitor joins the waitlist for an online hour, and the e-mails say so', async () => {
  const at = await everywhere(kalli, { durationMinutes: 60 })
  await openHours(at, 0, 0)
  const visitor = kalli.visitor()
  const { email } = contactOf()
  const requested = await ask(visitor, at, { modality: 'online', contact: { firstName: 'Paola', email } })
  assert.deepEqual([requested.status, requested.body.state], [201, 'unconfirmed'])
  await drain(kalli)
  const [emailMessage = ''] = await mails()
  assert.ok(emailMessage.includes(', en línea.'), emailMessage)
  const token = /\/bookings\/espera-([\w.-]+)\/accept/.exec(emailMessage)?.[1] ?? ''
  const seen = await visitor.call(waitlist.moveLinkedWaitlistEntry, { params: { token, move: 'confirm' } })
  assert.deepEqual([seen.body.state, seen.body.modality, seen.body.home], ['active', 'online', null])
  await openHours(at, 600, 660)
  await opens()
  const { body } = await visitor.call(waitlist.linkedWaitlistEntry, { params: { token } })
  assert.deepEqual(
    [body.offer?.startsAt, body.offer?.place, body.offer?.totalCents],
    [instant('10:00'), 'En línea', 100_000],
  )
  const taken = await accept(visitor, body.offer?.token ?? '')
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  const paid = await pay(visitor, taken.body.hold, 'tok_ok', contactOf({ email }))
  assert.deepEqual([paid.body.status, paid.body.place.modality], ['confirmed', 'online'])
})

test('a waitlist entry for several people needs their whole length, and a place where they fit', async () => {
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
  const setRoom = (capacity: number) =>
    kalli.database.pool.query('update spaces set capacity = $1 where id = $2', [capacity, at.space.id])
  await setRoom(2)
  await openHours(at, 600, 660)
  const who = await client()
  const small = refusalOf(await ask(who, at, { more: [child, child], persons: [1, 1, 1] }))
  assert.deepEqual([small.code, small.details], ['place_too_small', { most: 2 }])
  for (const wrong of [[2, 2], [1, 1], [3], [6]])
    assert.equal(
      refusalOf(await ask(who, at, { more: [child, child], persons: wrong })).code,
      'invalid_input',
    )
  await setRoom(3)
  const family = { more: [child, child], persons: [1, 1, 1] }
  assert.equal((await ask(who, at, family)).status, 201)
  const entry = await entryOf(who)
  assert.deepEqual(
    [entry.service.name, entry.persons, entry.more],
    ['Corte + 2 × Corte infantil', [1, 1, 1], [child, child]],
  )
  const shown = (await at.professional.person.call(waitlist.professionalWaitlist)).body
  assert.deepEqual([shown.entries[0]?.persons, shown.entries[0]?.service], [3, 'Corte + 2 × Corte infantil'])

  // A client who booked part of it, for themselves, continues to wait for all.
  const alone = await held(who, at, date)
  assert.equal((await pay(who, alone.id)).status, 201)
  await drain(kalli)
  assert.equal((await entryOf(who)).state, 'active')
  // Long enough, but with too little room: nothing is offered.
  await setRoom(2)
  await openHours(at, 600, 780)
  await opens()
  assert.equal((await entryOf(who)).state, 'active')
  await setRoom(3)
  await opens()
  const offer = await offerOf(who)
  assert.equal(Date.parse(offer.endsAt) - Date.parse(offer.startsAt), 105 * 60_000)
  assert.equal(offer.totalCents, 86_980)
  assert.ok((await mails()).some((text) => text.includes(offer.token) && text.includes('3 personas')))
  const another = await who.call(links.linkSlots, {
    params: { token: offer.token },
    query: { from: '2026-11-26', to: '2026-11-26' },
  })
  const next = another.body.days.flatMap(({ slots }) => slots)[0]
  assert.equal(next?.totalCents, 86_980, 'another hour is of all of them too')
  const yes = await accept(who, offer.token)
  const hold = await who.call(holds.readHold, { params: { id: yes.body.hold } })
  assert.deepEqual(hold.body.people?.length, 3)
  const paid = await pay(who, yes.body.hold, 'tok_ok', contactOf(), undefined, {
    companions: [
      { person: 2, firstName: 'Leo', isMinor: true },
      { person: 3, firstName: 'Mía', isMinor: true },
    ],
    adult: true,
  })
  assert.deepEqual([paid.body.status, paid.body.persons], ['confirmed', 3], JSON.stringify(paid.body))
  await drain(kalli)
  assert.equal((await entryOf(who)).state, 'taken')
})

test('the database refuses a waitlist entry at home without an address, and persons without a service', async () => {
  const at = await everywhere(kalli)
  const who = await client()
  await openHours(at, 0, 0)
  assert.equal((await ask(who, at, { modality: 'home', home: await home(who) })).status, 201)
  for (const [change, constraint] of [
    ['visit_place = null', 'waitlist_entries_where'],
    [`modality = 'place'`, 'waitlist_entries_where'],
    [`modality = 'online'`, 'waitlist_entries_where'],
    [`space_id = ${at.space.id}`, 'waitlist_entries_where'],
    [`persons = '{1,1}'`, 'waitlist_entries_visit'],
    [`persons = '{1}'`, 'waitlist_entries_visit'],
    [`more_services = '[1,1,1,1,1]'`, 'waitlist_entries_visit'],
    [`more_services = '[1]', persons = '{2,0}'`, 'waitlist_entries_visit'],
  ] as const)
    await assert.rejects(
      kalli.database.pool.query(`update waitlist_entries set ${change} where professional_id = $1`, [
        at.professional.id,
      ]),
      (error) => constraintOf(error) === constraint,
      change,
    )
})
