/** Waiting for a time: the earliest entry is offered an opening for a quarter of an hour; then the next. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as links from '#contract/booking/series/link.ts'
import * as appointment from '#contract/booking/series/appointment.ts'
import { deskBook, deskRelease } from '#contract/booking/desk/desk.ts'
import {
  community,
  notificationSettings,
  saveNotificationSettings,
} from '#contract/notification/notification.ts'
import { declineRequest } from '#contract/booking/request/request.ts'
import * as waitlist from '#contract/booking/waitlist/waitlist.ts'
import { selectionPrefix } from '#contract/platform/waitlist-prefix.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { offerUntil, partOf } from '#server/booking/waitlist/waitlist-join.ts'
import { sweepWaitlist } from '#server/booking/waitlist/waitlist-offer.ts'
import { drain } from '#server/platform/jobs.ts'
import {
  answersEach,
  booked,
  claimsOf,
  contactOf,
  held,
  pay,
  proposedTo,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
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

/** A professional whose only hour that day is booked. */
const full = async (values: { noticeMinutes?: number } = {}) => {
  const at = await people.bookable(kalli, { durationMinutes: 60, ...values })
  await openHours(at, 600, 660)
  const visit = await booked(kalli, at, { date })
  assert.deepEqual(await slotsOn(kalli.visitor(), at, date), [])
  return { at, visit }
}

const openHours = async (at: Bookable, fromMinute: number, toMinute: number) => {
  const saved = await at.professional.person.call(saveException, {
    query: {},
    body: { date, windows: [{ fromMinute, toMinute }] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}

type Wanted = {
  contact?: { firstName: string; email: string } | null
  from?: string
  to?: string
  more?: number[]
  addOns?: { serviceId: number; id: number }[]
}
const ask = (who: Person, at: Bookable, values: Wanted = {}) =>
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

const client = async () => people.signIn(kalli, await people.account(kalli))
const waits = async (at: Bookable) => {
  const who = await client()
  const answer = await ask(who, at)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  // A later request is queued later.
  kalli.time.advance(1)
  return who
}
const ownEntry = async (who: Person) => (await who.call(waitlist.ownWaitlist)).body[0]
const stateOf = async (who: Person) => (await ownEntry(who))?.state
const offerOf = async (who: Person) => {
  const offer = (await ownEntry(who))?.offer
  assert.ok(offer, JSON.stringify(await ownEntry(who)))
  return offer
}
const cancel = async ({ id, t, who }: Awaited<ReturnType<typeof full>>['visit']) => {
  const quote = await who.call(cancellation.cancelQuote, {
    params: { id },
    query: { t },
    body: { as: 'client' },
  })
  const done = await who.call(cancellation.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
}
const accept = (who: Person, token: string) =>
  who.call(links.acceptLink, { params: { token }, body: { code: '' } })
const decline = (who: Person, token: string) => who.call(links.declineLink, { params: { token } })
const later = async (minutes: number) => {
  kalli.time.advance(minutes)
  await sweepHolds(kalli.work())
  await drain(kalli)
}

test('offers a slot to the next entry, once, when the first sixty do not match', async () => {
  const { at, visit } = await full()
  // In the evening she is away. Some entries were made within one millisecond, and twice ten at once.
  await kalli.database.pool.query(
    `insert into waitlist_entries (id, person, first_name, last_name, email, professional_id, service_id, from_date, to_date, parts,
       zone, state, requested_at, looked_at)
     select gen_random_uuid(), 'email:antes' || n || '@example.test', 'Ana', 'Ruiz', 'antes' || n || '@example.test', $1, $2, $3, $3,
       '{evening}', 'America/Mexico_City', 'active', $4::timestamptz - interval '1 hour' + interval '1 microsecond' * (n / 10), $4
     from generate_series(1, 60) n`,
    [at.professional.id, at.serviceId, date, kalli.clock()],
  )
  const who = await waits(at)
  await cancel(visit)
  assert.equal(await stateOf(who), 'offered')
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as offers, (select count(*)::int from waitlist_entries where professional_id = $1 and state = 'active') as waiting
     from waitlist_offers join waitlist_entries w on w.id = entry_id where professional_id = $1`,
    [at.professional.id],
  )
  assert.deepEqual(rows, [{ offers: 1, waiting: 60 }])
})

test('an offer lasts fifteen minutes, or five when the hour is near, and parts of the day follow the place’s clock', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const minutes = (hours: number) =>
    (offerUntil(new Date(now.getTime() + hours * 3_600_000), now).getTime() - now.getTime()) / 60_000
  assert.deepEqual([2.9, 3, 400].map(minutes), [5, 15, 15])
  const at = (hour: string) => partOf(new Date(`2026-11-25T${hour}:00Z`), 'America/Mexico_City')
  assert.deepEqual(['17:59', '18:00', '00:59', '01:00', '06:00'].map(at), [
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'morning',
  ])
})

test('a waitlist entry for several services with an add-on is offered their whole length', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  await openHours(at, 600, 720)
  const beard = await people.service(kalli, at.professional.id, {
    name: 'Barba',
    durationMinutes: 30,
    priceCents: 20_000,
  })
  await kalli.database.pool.query('update services set add_ons = $1 where id = $2', [
    JSON.stringify([{ id: 1, name: 'Lavado', priceCents: 8_000, minutes: 10 }]),
    at.serviceId,
  ])
  const visit = await booked(kalli, at, { date })
  assert.equal(visit.startsAt, '2026-11-25T16:00:00.000Z')
  const who = await client()
  // An hour is left: enough for the cut alone, not for all of it.
  assert.equal(refusalOf(await ask(who, at)).code, 'times_are_free')
  const addOns = [{ serviceId: at.serviceId, id: 1 }]
  assert.equal((await ask(who, at, { more: [beard], addOns })).status, 201)
  assert.equal(refusalOf(await ask(who, at, { more: [999_999] })).code, 'not_found')
  const entry = await ownEntry(who)
  assert.ok(entry)
  assert.ok(entry.service.name.endsWith(' + Lavado + Barba'), entry.service.name)
  assert.deepEqual([entry.more, entry.addOns], [[beard], addOns])
  const shown = await at.professional.person.call(waitlist.professionalWaitlist)
  assert.equal(shown.body.entries[0]?.service, entry.service.name)
  // A client who booked part of it within these days continues to wait for all of it.
  const other = await held(who, at, date)
  const part = await pay(who, other.id)
  assert.equal(part.status, 201, JSON.stringify(part.body))
  await drain(kalli)
  assert.equal(await stateOf(who), 'active')
  await cancel({ ...part.body, t: part.body.viewToken ?? '', who, id: part.body.id })
  assert.equal(await stateOf(who), 'active')
  await cancel(visit)
  assert.equal(await stateOf(who), 'offered')
  const offer = await offerOf(who)
  assert.equal(Date.parse(offer.endsAt) - Date.parse(offer.startsAt), 100 * 60_000)
  assert.equal(offer.totalCents, 128_000)
  // The waiting client is not revealed before they book: on her calendar it is a held time.
  const agenda = await at.professional.person.call(calendar, { query: { from: date, to: date } })
  assert.deepEqual(
    agenda.body.entries.map(({ layer, reservedFor: savedFor }) => [layer, savedFor]),
    [['hold', undefined]],
  )
  // Its page can lead to other hours for all of it.
  const link = await kalli.visitor().call(links.bookingLink, { params: { token: offer.token } })
  assert.deepEqual(link.body.whole, {
    moreServices: [beard],
    addOns: [{ ...addOns[0], person: 1 }],
    people: null,
  })
  const yes = await accept(who, offer.token)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const paid = await pay(who, yes.body.hold)
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  const { rows } = await kalli.database.pool.query<{ name: string; minutes: number }>(
    'select name, minutes from booking_segments where booking_id = $1 order by position',
    [paid.body.id],
  )
  assert.deepEqual(
    rows.map(({ minutes }) => minutes),
    [70, 30],
  )
  await drain(kalli)
  assert.equal(await stateOf(who), 'taken')
})

test('the waitlist refuses free hours, a second entry and invalid dates, and hides clients from the professional', async () => {
  const open = await people.bookable(kalli)
  const who = await client()
  assert.equal(refusalOf(await ask(who, open)).code, 'times_are_free')
  const { at } = await full()
  assert.equal(refusalOf(await ask(who, at, { from: '2026-11-10', to: '2026-11-11' })).code, 'time_is_past')
  assert.equal(refusalOf(await ask(who, at, { from: '2026-11-26', to: '2026-11-25' })).code, 'invalid_input')
  assert.equal(refusalOf(await ask(who, at, { to: '2026-12-26' })).code, 'invalid_input')
  assert.equal(refusalOf(await ask(kalli.visitor(), at)).code, 'invalid_input')
  assert.equal((await ask(who, at)).status, 201)
  assert.equal(refusalOf(await ask(who, at)).code, 'already_waiting')
  const seen = (await at.professional.person.call(waitlist.professionalWaitlist)).body
  assert.deepEqual(
    seen.counts.map(({ waiting }) => waiting),
    [1],
  )
  const words = JSON.stringify(seen)
  assert.ok(!words.includes('@') && !words.includes('Lucía'), words)
})

test('a cancelled hour is held for the first waitlist entry, and once accepted is paid like any hold', async () => {
  const { at, visit } = await full()
  const first = await waits(at)
  const second = await waits(at)
  await cancel(visit)
  const offer = await offerOf(first)
  assert.equal(Date.parse(offer.expiresAt) - kalli.clock().getTime(), 15 * 60_000)
  assert.equal(await stateOf(second), 'active')
  assert.deepEqual(await slotsOn(kalli.visitor(), at, date), [])
  const titles = (await first.call(community)).body.map(({ title }) => title)
  assert.ok(
    titles.some((title) => title.startsWith('Se abrió un lugar')),
    titles.join(),
  )
  const { rows: emails } = await kalli.database.pool.query<{ text: string }>(
    `select body_text as text from mails where subject like 'Se abrió un lugar%' order by id desc limit 1`,
  )
  assert.ok(emails[0]?.text.includes(`/bookings/${offer.token}/accept`))
  const { rows: stored } = await kalli.database.pool.query('select * from booking_links')
  assert.ok(!JSON.stringify(stored).includes(offer.token))

  // Reading changes nothing, and without signing in it is another person's: a code would be sent to their address.
  const seen = (await second.call(links.bookingLink, { params: { token: offer.token } })).body
  assert.deepEqual([seen.kind, seen.state, seen.code?.channel], ['waitlist', 'open', 'email'])
  assert.equal(refusalOf(await accept(second, offer.token)).code, 'contact_unconfirmed')
  // Only the verb ends a hold that was offered.
  const past = (set: string) =>
    kalli.database.pool.query(`
      delete from claims where booking_id in (select booking_id from waitlist_offers where state = 'open');
      update bookings set version = version + 1, ${set} where id in (select booking_id from waitlist_offers where state = 'open')`)
  await assert.rejects(past(`status = 'expired', ended_at = now()`), /its (link is not|offer is open)/)
  kalli.time.advance(14)
  const yes = await accept(first, offer.token)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  // As long to pay as any client.
  const hold = await first.call(holds.readHold, { params: { id: yes.body.hold } })
  assert.equal(Date.parse(hold.body.expiresAt) - kalli.clock().getTime(), 10 * 60_000)
  await later(5)
  const paid = await pay(first, yes.body.hold)
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.equal((await claimsOf(kalli, yes.body.hold)).length, 3)
  assert.equal(await stateOf(first), 'taken')
  assert.equal(await stateOf(second), 'active')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a declined or expired offer goes to the next entry, never twice to one, and two passes pause an entry', async () => {
  const { at, visit } = await full()
  const first = await waits(at)
  const second = await waits(at)
  await cancel(visit)
  assert.equal((await decline(first, (await offerOf(first)).token)).status, 200)
  await drain(kalli)
  assert.deepEqual([await stateOf(first), (await ownEntry(first))?.passes], ['active', 1])
  await offerOf(second)
  await later(16)
  // Every waiting client was offered it: it is for sale again, and offered to none of them again.
  await later(1)
  await sweepWaitlist(kalli.work())
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['active', 'active'])
  assert.equal((await slotsOn(kalli.visitor(), at, date)).length, 1)

  // Another hour opens for both; the first lets it pass too.
  await later(61)
  await openHours(at, 540, 660)
  await sweepWaitlist(kalli.work())
  await drain(kalli)
  assert.equal((await decline(first, (await offerOf(first)).token)).status, 200)
  assert.deepEqual([await stateOf(first), (await ownEntry(first))?.passes], ['paused', 2])
  const entry = await ownEntry(first)
  const move = (who: Person, name: 'resume' | 'stop') =>
    who.call(waitlist.moveWaitlistEntry, { params: { id: entry?.id ?? '', move: name } })
  assert.equal(refusalOf(await move(second, 'resume')).code, 'not_found')
  const resumed = await move(first, 'resume')
  assert.deepEqual([resumed.body.state, resumed.body.passes], ['active', 0])
  assert.equal(refusalOf(await move(first, 'resume')).code, 'move_not_allowed')
  assert.equal((await move(first, 'stop')).body.state, 'withdrawn')
  // A client who stops during an offer releases its time.
  await drain(kalli)
  await sweepWaitlist(kalli.work())
  await drain(kalli)
  const last = await ownEntry(second)
  assert.equal(last?.state, 'offered')
  const stopped = await second.call(waitlist.moveWaitlistEntry, {
    params: { id: last?.id ?? '', move: 'stop' },
  })
  assert.equal(stopped.body.state, 'withdrawn')
  assert.equal((await slotsOn(kalli.visitor(), at, date)).length > 0, true)
})

test('a released hold, desk hold, own appointment or offer opens its hour to the waitlist', async () => {
  const { at, visit } = await full()
  await cancel(visit)
  const { person } = at.professional
  const slot = async () => (await slotsOn(kalli.visitor(), at, date))[0]?.token ?? ''
  const anonymous = contactOf()
  const ways: (() => Promise<() => Promise<{ status: number }>>)[] = [
    async () => {
      const who = kalli.visitor()
      const { id } = await held(who, at, date)
      return () => who.call(holds.releaseHold, { params: { id } })
    },
    async () => {
      const desk = at.host.person
      const made = await desk.call(deskBook, { body: { slotToken: await slot(), contact: anonymous } })
      return () => desk.call(deskRelease, { params: { id: made.body.bookingId } })
    },
    async () => {
      const { id } = await proposedTo(at, anonymous, { date })
      return () => person.call(appointment.withdrawAppointment, { params: { id } })
    },
  ]
  for (const take of ways) {
    const releaseHold = await take()
    const [first, second] = [await waits(at), await waits(at)]
    assert.equal((await releaseHold()).status, 200)
    await drain(kalli)
    assert.equal(await stateOf(first), 'offered')
    // A client who stops during an offer makes room for the next.
    for (const who of [first, second]) {
      assert.equal(await stateOf(who), 'offered')
      const id = (await ownEntry(who))?.id ?? ''
      assert.equal((await who.call(waitlist.moveWaitlistEntry, { params: { id, move: 'stop' } })).status, 200)
      await drain(kalli)
    }
  }
})

test('a visitor confirms a waitlist entry by the e-mail’s link, and accepts an offer without an account', async () => {
  const { at, visit } = await full()
  const visitor = kalli.visitor()
  const email = contactOf().email
  const requested = await ask(visitor, at, { contact: { firstName: 'Paola', email } })
  assert.deepEqual([requested.status, requested.body.state], [201, 'unconfirmed'])
  await drain(kalli)
  const tokenIn = async () => {
    const { rows } = await kalli.database.pool.query<{ text: string }>(
      'select body_text as text from mails where to_address = $1 order by id desc limit 1',
      [email],
    )
    return /\/bookings\/([\w.-]+)\/accept/.exec(rows[0]?.text ?? '')?.[1] ?? ''
  }
  const token = (await tokenIn()).slice(selectionPrefix.length)
  const seen = await visitor.call(waitlist.linkedWaitlistEntry, { params: { token } })
  assert.equal(seen.body.state, 'unconfirmed')
  const yes = await visitor.call(waitlist.moveLinkedWaitlistEntry, { params: { token, move: 'confirm' } })
  assert.equal(yes.body.state, 'active', JSON.stringify(yes.body))
  await cancel(visit)
  const offered = await tokenIn()
  const taken = await accept(visitor, offered)
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.equal(taken.body.contact?.firstName, 'Paola')
  const paid = await pay(visitor, taken.body.hold, 'tok_ok', contactOf({ email }))
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  const after = await visitor.call(waitlist.linkedWaitlistEntry, { params: { token } })
  assert.equal(after.body.state, 'taken')
  // An entry whose email is not opened is deleted.
  const other = await full()
  await ask(visitor, other.at, { contact: { firstName: 'Paola', email } })
  kalli.time.advance(25 * 60)
  await sweepWaitlist(kalli.work())
  const { rows } = await kalli.database.pool.query(
    'select 1 from waitlist_entries where professional_id = $1',
    [other.at.professional.id],
  )
  assert.equal(rows.length, 0)
})

test('a request from an offer can be declined while its client waits anew, and dates passed at midnight cause no error', async () => {
  const { at, visit } = await full()
  await answersEach(at)
  const who = await waits(at)
  await cancel(visit)
  const { token } = await offerOf(who)
  const taken = await accept(who, token)
  const paid = await pay(who, taken.body.hold)
  assert.equal(paid.body.status, 'requested', JSON.stringify(paid.body))
  const link = await who.call(links.bookingLink, { params: { token } })
  assert.deepEqual([link.body.state, link.body.page], ['waiting', { id: paid.body.id }], 'not theirs yet')
  assert.equal((await ask(who, at)).status, 201, 'the same service, while the answer is awaited')
  const { version } = paid.body
  const declined = await at.professional.person.call(declineRequest, {
    params: { id: paid.body.id },
    body: { as: 'professional', version, reason: 'personal' },
  })
  assert.equal(declined.status, 200, JSON.stringify(declined.body))
  const { rows } = await kalli.database.pool.query<{ state: string; email: string | null }>(
    'select state, email from waitlist_entries where professional_id = $1 order by requested_at',
    [at.professional.id],
  )
  assert.deepEqual(
    rows.map(({ state, email }) => [state, email === null]),
    [
      ['withdrawn', true],
      ['active', false],
    ],
  )
  kalli.time.set(new Date('2026-11-26T06:00:30Z'))
  await drain(kalli)
})

// With two servers, until each has won: two-servers.test.ts.
test('of a walk-in and the waitlist at once exactly one client gets the hour', async () => {
  for (let round = 0; round < 6; round += 1) {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli, { durationMinutes: 60 })
    await openHours(at, 600, 660)
    const first = await held(kalli.visitor(), at, date)
    const waiting = [await waits(at), await waits(at)]
    await kalli.database.pool.query('select 1')
    kalli.time.advance(8)
    // The hold is over but not swept yet.
    const walkIn = kalli.visitor()
    const [slot] = await slotsOn(walkIn, at, date)
    assert.ok(slot)
    await Promise.allSettled([
      walkIn.call(holds.hold, { body: { slotToken: slot.token } }),
      sweepWaitlist(kalli.work()),
      sweepHolds(kalli.work()),
      sweepWaitlist(kalli.work()),
    ])
    await drain(kalli)
    const { rows } = await kalli.database.pool.query<{ holder: string; claims: number }>(
      `select booking.holder, (select count(*)::int from claims where booking_id = booking.id) as claims
       from bookings booking where professional_id = $1 and status = 'held'`,
      [at.professional.id],
    )
    assert.equal(rows.length, 1, JSON.stringify(rows))
    assert.deepEqual(await claimsOf(kalli, first.id), [])
    const states = await Promise.all(waiting.map(stateOf))
    const isWalkIn = rows[0]?.holder.startsWith('visitor:')
    assert.deepEqual(states, isWalkIn ? ['active', 'active'] : ['offered', 'active'])
  }
})

test('a waitlist entry ends when its dates pass or its client books another way', async () => {
  const { at } = await full()
  const who = await waits(at)
  await openHours(at, 600, 720)
  // Before the sweep.
  const hold = await held(who, at, date)
  assert.equal((await pay(who, hold.id)).body.status, 'confirmed')
  await drain(kalli)
  assert.equal(await stateOf(who), 'taken')
  const { at: other } = await full()
  const late = await waits(other)
  kalli.time.set(new Date('2026-11-26T12:00:00Z'))
  await sweepWaitlist(kalli.work())
  assert.equal(await stateOf(late), 'expired')
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as n from waitlist_entries where state = 'expired' and email is not null`,
  )
  assert.deepEqual(rows, [{ n: 0 }])
})

/** Three in the morning of that date, at the place and for all clients. */
const night = (date: string) => kalli.time.set(`${date}T09:00:00Z`)
const sleepsNever = async (who: Person) => {
  const { body } = await who.call(notificationSettings)
  const saved = await who.call(saveNotificationSettings, {
    body: { events: body.events, quiet: null, version: body.version },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}

test('an hour opened at night and still free is offered in the morning, first of all entries', async () => {
  const { at, visit } = await full()
  const who = await waits(at)
  night('2026-11-21')
  await cancel(visit)
  await sweepWaitlist(kalli.work())
  assert.equal(await stateOf(who), 'active')
  // More professionals than one minute checks come before theirs.
  await kalli.database.pool.query(
    `update waitlist_entries set looked_at = looked_at + interval '1 year' where professional_id = $1`,
    [at.professional.id],
  )
  kalli.time.set('2026-11-21T14:00:00Z')
  const { rows } = await kalli.database.pool.query<{ quietEnd: Date }>(
    'select quiet_until as "quietEnd" from waitlist_entries where professional_id = $1',
    [at.professional.id],
  )
  assert.deepEqual(rows, [{ quietEnd: kalli.clock() }])
  await sweepWaitlist(kalli.work())
  await drain(kalli)
  assert.equal(await stateOf(who), 'offered')
})

test('an hour that would be gone by morning is offered at night, and an expired night offer is not a pass', async () => {
  // At ten, with two hours of notice: it could be booked until eight, and no job runs that minute.
  const { at, visit } = await full({ noticeMinutes: 120 })
  const who = await waits(at)
  night(date)
  await cancel(visit)
  assert.equal(await stateOf(who), 'offered')
  await later(16)
  const slept = await ownEntry(who)
  assert.deepEqual([slept?.state, slept?.passes], ['active', 0])
  // A client who declines is awake.
  kalli.time.set(testNow)
  const { at: other, visit: theirs } = await full({ noticeMinutes: 120 })
  const awake = await waits(other)
  night(date)
  await cancel(theirs)
  assert.equal((await decline(awake, (await offerOf(awake)).token)).status, 200)
  assert.equal((await ownEntry(awake))?.passes, 1)
})

test('a client without quiet hours, or who has just joined, gets offers at night', async () => {
  const { at, visit } = await full()
  const [sleeper, owl] = [await waits(at), await waits(at)]
  await sleepsNever(owl)
  night('2026-11-21')
  await cancel(visit)
  assert.deepEqual([await stateOf(sleeper), await stateOf(owl)], ['active', 'offered'])
  const { at: other, visit: theirs } = await full()
  const fresh = await waits(other)
  await cancel(theirs)
  assert.equal(await stateOf(fresh), 'offered')
  await later(16)
  assert.equal((await ownEntry(fresh))?.passes, 0)
})
