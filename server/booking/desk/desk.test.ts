/** The front desk: the host holds, the client who gets the email confirms and pays, and anyone else is refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkouts from '#contract/booking/checkout.ts'
import { deskBook, deskClient, deskRelease, deskTextsADay, takeOver } from '#contract/booking/desk/desk.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { claimsOf, contactOf, movesOf, slotOn, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const atDesk = async (who: Person, at: Bookable, contact = contactOf(), place = 2) => {
  const slot = await slotOn(who, at, '2026-11-25', place)
  return who.call(deskBook, { body: { slotToken: slot.token, contact } })
}

/** The link in the email, as its reader finds it. */
const linkTo = async (email: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    'select body_text as text from mails where to_address = $1 order by id desc limit 1',
    [email],
  )
  const link = /\/dynamic-checkout\?hold=([\w-]+)&t=(\S+)/.exec(String(rows[0]?.text))
  assert.ok(link, String(rows[0]?.text))
  return { id: link[1] ?? '', t: decodeURIComponent(link[2] ?? '') }
}

test('only the host of a space can book at its desk', async () => {
  const at = await people.bookable(kalli)
  const neighbour = await people.host(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await atDesk(kalli.visitor(), at)).status, 401)
  assert.equal((await atDesk(client, at)).status, 403)
  assert.equal(refusalOf(await atDesk(neighbour.person, at)).code, 'not_found')
})

test('an impossible telephone is refused at the desk, and ten digits are stored as a Mexican number', async () => {
  const at = await people.bookable(kalli)
  const refused = refusalOf(await atDesk(at.host.person, at, contactOf({ phone: '123' })))
  assert.deepEqual([refused.code, refused.details], ['invalid_phone', { field: 'phone' }])
  const contact = contactOf({ phone: '(55) 1234-5678' })
  assert.equal((await atDesk(at.host.person, at, contact)).status, 201)
  const { id, t } = await linkTo(contact.email)
  const taken = await kalli.visitor().call(takeOver, { params: { id }, body: { t } })
  assert.equal(taken.body.contact.phone, '+525512345678')
})

test('the client confirms and pays by the e-mail’s link, and the booking becomes a normal one', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ firstName: 'Paola', lastName: 'Nava' })
  const made = await atDesk(at.host.person, at, contact)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.expiresAt, '2026-11-20T17:00:00.000Z')
  assert.equal(made.body.totalCents, 100_000)
  assert.deepEqual(await movesOf(kalli, made.body.bookingId), ['hold by host'])
  const seen = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  const shown = readTimeline(seen.body)
    .spaces.flatMap(({ units }) => units)
    .flatMap(({ claims }) => claims)
  assert.deepEqual(
    shown.map(({ kind, booking }) => [kind, booking?.client, booking?.desk]),
    [['hold', 'Paola', true]],
  )

  const { id, t } = await linkTo(contact.email)
  assert.equal(id, made.body.bookingId)
  const client = kalli.visitor()
  const open = (who: Person, token: string) => who.call(takeOver, { params: { id }, body: { t: token } })
  assert.equal(refusalOf(await client.call(holds.readHold, { params: { id } })).code, 'not_found')
  assert.equal(refusalOf(await open(client, `${t.slice(0, -2)}xx`)).code, 'not_found')
  const mine = await open(client, t)
  assert.equal(mine.status, 200, JSON.stringify(mine.body))
  assert.deepEqual(mine.body.contact, contact)
  const hold = await client.call(holds.readHold, { params: { id } })
  assert.equal(hold.body.quote.totalCents, 100_000)
  // The email was in their mailbox: no code is needed.
  const paid = await client.call(checkouts.book, {
    body: { holdId: id, contact, payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(paid.body.status, 'confirmed')
  assert.equal((await claimsOf(kalli, id)).length, 3)
  assert.equal(refusalOf(await at.host.person.call(deskRelease, { params: { id } })).code, 'move_not_allowed')
})

test('a desk holds one visit for several people, and companions are named at payment and hidden from the business', async () => {
  const at = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 30,
    priceCents: 43_000,
    units: 1,
  })
  const setRoom = (capacity: number) =>
    kalli.database.pool.query('update spaces set capacity = $1 where id = $2', [capacity, at.space.id])
  const ask = () =>
    at.host.person.call(slots, {
      query: {
        professional: at.professional.id,
        space: at.space.id,
        services: [1, 2, 3].map(() => at.serviceId).join(),
        persons: '1,1,1',
        from: '2026-11-25',
        to: '2026-11-25',
      },
    })
  await setRoom(2)
  const small = refusalOf(await ask())
  assert.deepEqual([small.code, small.details], ['place_too_small', { most: 2 }])
  await setRoom(3)
  const [slot] = (await ask()).body.days.flatMap((day) => day.slots)
  const contact = contactOf({ firstName: 'Paola' })
  const book = () => at.host.person.call(deskBook, { body: { slotToken: slot?.token ?? '', contact } })
  // Between the look and the hold the capacity shrank by a chair.
  await setRoom(2)
  assert.equal(refusalOf(await book()).code, 'place_too_small')
  await setRoom(3)
  const made = await book()
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(Date.parse(made.body.endsAt) - Date.parse(made.body.startsAt), 90 * 60_000)
  assert.equal(made.body.totalCents, 129_000)
  assert.equal((await book()).body.bookingId, made.body.bookingId, 'pressed twice it is the same')

  const { id, t } = await linkTo(contact.email)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1',
    [contact.email],
  )
  assert.ok(/3 × Corte[^]*3 personas/.test(rows[0]?.text ?? ''), JSON.stringify(rows))
  const client = kalli.visitor()
  await client.call(takeOver, { params: { id }, body: { t } })
  const pay = (companions: { person: number; firstName: string; isMinor: boolean }[]) =>
    client.call(checkouts.book, {
      body: { holdId: id, contact, payment: { method: 'card', token: 'tok_ok' }, companions, adult: true },
    })
  assert.equal(refusalOf(await pay([])).code, 'companions_missing')
  const paid = await pay([
    { person: 2, firstName: 'Leonor', isMinor: true },
    { person: 3, firstName: 'Matías', isMinor: true },
  ])
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual(
    [paid.body.status, paid.body.persons, paid.body.payment?.amountCents],
    ['confirmed', 3, 129_000],
  )
  const seen = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  assert.ok(!/Leonor|Matías/.test(JSON.stringify(seen.body)))
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a link confirms only its own mailbox, and a client has at most two waiting holds', async () => {
  const at = await people.bookable(kalli, { units: 4, durationMinutes: 30 })
  const contact = contactOf()
  const made = await atDesk(at.host.person, at, contact)
  const { id, t } = await linkTo(contact.email)
  const client = kalli.visitor()
  await client.call(takeOver, { params: { id }, body: { t } })
  const other = contactOf()
  const paid = await client.call(checkouts.book, {
    body: { holdId: made.body.bookingId, contact: other, payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.equal(refusalOf(paid).code, 'contact_unconfirmed')

  const busy = contactOf()
  assert.equal((await atDesk(at.host.person, at, busy, 0)).status, 201)
  assert.equal((await atDesk(at.host.person, at, busy, 6)).status, 201)
  assert.equal(refusalOf(await atDesk(at.host.person, at, busy, 8)).code, 'too_many_holds')
})

test('an unconfirmed hold is free again after an hour, its contact is deleted, and the desk is notified', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  const before = (await slotsOn(kalli.visitor(), at)).length
  const made = await atDesk(at.host.person, at, contact)
  const { id, t } = await linkTo(contact.email)
  kalli.time.advance(61)
  await runJobsOnce(kalli)
  await drain(kalli)
  assert.equal((await slotsOn(kalli.visitor(), at)).length, before)
  const { rows } = await kalli.database.pool.query('select status, contact from bookings where id = $1', [id])
  assert.deepEqual(rows, [{ status: 'expired', contact: null }])
  const late = await kalli.visitor().call(takeOver, { params: { id }, body: { t } })
  assert.ok(['not_found', 'hold_expired'].includes(refusalOf(late).code))
  const reported = await kalli.database.pool.query('select title from notifications where account_id = $1', [
    at.host.accountId,
  ])
  assert.deepEqual(reported.rows, [{ title: 'Nadie confirmó la cita de recepción' }])
  kalli.time.set(testNow)
  assert.equal(made.status, 201)
})

test('the desk can release its hold, also twice, and a neighbour cannot', async () => {
  const at = await people.bookable(kalli)
  const made = await atDesk(at.host.person, at)
  const release = (who: Person) => who.call(deskRelease, { params: { id: made.body.bookingId } })
  const neighbour = await people.host(kalli)
  assert.equal(refusalOf(await release(neighbour.person)).code, 'not_found')
  assert.equal((await release(at.host.person)).status, 200)
  assert.equal((await release(at.host.person)).status, 200)
  assert.equal((await claimsOf(kalli, made.body.bookingId)).length, 0)
})

test('of desks and clients who take one hour at once exactly one gets it', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const slot = await slotOn(at.host.person, at)
  const ask = (n: number) =>
    n % 2 === 0
      ? at.host.person.call(deskBook, { body: { slotToken: slot.token, contact: contactOf() } })
      : kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 11)
})

/** The link in the text message, as its reader finds it. */
const textTo = async (phone: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1 order by id desc',
    [phone],
  )
  return rows.map(({ body }) => body)
}

test('a first name and a telephone are enough: a text message links to payment without a code', async () => {
  const at = await people.bookable(kalli)
  const slot = await slotOn(at.host.person, at, '2026-11-25', 2)
  const typed = { firstName: 'Paola', phone: '55 7777 1234' }
  const made = await at.host.person.call(deskBook, { body: { slotToken: slot.token, contact: typed } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.outbox, `/dev/sms?to=${encodeURIComponent('+525577771234')}`)
  const [message, ...others] = await textTo('+525577771234')
  assert.equal(others.length, 0)
  assert.match(
    message ?? '',
    /^Casa Salas: confirma y paga antes de las 11:00 h tu cita del .+, Corte.* http\S+\/s\/\w+$/,
  )
  const short = /\/s\/\w+$/.exec(message ?? '')?.[0] ?? ''
  const answer = await kalli.visitor().fetch('GET', short)
  const link = /hold=([\w-]+)&t=(\S+)/.exec(answer.headers.get('location') ?? '')
  const [id, t] = [link?.[1] ?? '', decodeURIComponent(link?.[2] ?? '')]
  assert.equal(id, made.body.bookingId)
  const client = kalli.visitor()
  const mine = await client.call(takeOver, { params: { id }, body: { t } })
  assert.deepEqual(mine.body.contact, { firstName: 'Paola', lastName: '', email: '', phone: '+525577771234' })
  const contact = { firstName: 'Paola', lastName: '', email: '', phone: '+525577771234' }
  const paid = await client.call(checkouts.book, {
    body: { holdId: id, contact, payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.deepEqual([paid.status, paid.body.status], [201, 'confirmed'], JSON.stringify(paid.body))

  // The next time this desk knows the number, and no other desk does.
  const known = async (who: Person, phone = '(55) 7777-1234') =>
    (await who.call(deskClient, { query: { phone } })).body
  assert.deepEqual(await known(at.host.person), { firstName: 'Paola', lastName: '' })
  assert.deepEqual(await known((await people.host(kalli)).person), { firstName: null, lastName: '' })
  assert.deepEqual(await known(at.host.person, '123'), { firstName: null, lastName: '' })
})

test('a telephone alone is enough: the client writes the name when paying, and the desk knows it the next time', async () => {
  const at = await people.bookable(kalli)
  const slot = await slotOn(at.host.person, at, '2026-11-25', 2)
  const made = await at.host.person.call(deskBook, {
    body: { slotToken: slot.token, contact: { phone: '55 7777 4321' } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const known = async () => (await at.host.person.call(deskClient, { query: { phone: '5577774321' } })).body
  assert.deepEqual(await known(), { firstName: null, lastName: '' })
  const [message = ''] = await textTo('+525577774321')
  assert.doesNotMatch(message, /Sin nombre/)
  const answer = await kalli.visitor().fetch('GET', /\/s\/\w+$/.exec(message)?.[0] ?? '')
  const link = /hold=([\w-]+)&t=(\S+)/.exec(answer.headers.get('location') ?? '')
  const client = kalli.visitor()
  const mine = await client.call(takeOver, {
    params: { id: made.body.bookingId },
    body: { t: decodeURIComponent(link?.[2] ?? '') },
  })
  assert.deepEqual(mine.body.contact, { firstName: '', lastName: '', email: '', phone: '+525577774321' })
  const contact = { firstName: 'Paola', lastName: '', email: '', phone: '+525577774321' }
  const payment = { method: 'card', token: 'tok_ok' } as const
  const unnamed = { ...contact, firstName: '' }
  const body = { holdId: made.body.bookingId, payment }
  assert.equal((await client.call(checkouts.book, { body: { ...body, contact: unnamed } })).status, 400)
  const paid = await client.call(checkouts.book, { body: { ...body, contact } })
  assert.deepEqual([paid.status, paid.body.status], [201, 'confirmed'], JSON.stringify(paid.body))
  assert.deepEqual(await known(), { firstName: 'Paola', lastName: '' })
})

test('a desk sends a limited number of messages a day, even if it releases each hold', async () => {
  const at = await people.bookable(kalli)
  const send = async (place: number) => {
    const slot = await slotOn(at.host.person, at, '2026-11-25', place)
    const contact = { firstName: 'Paola', phone: `55 7777 ${4000 + place}` }
    return at.host.person.call(deskBook, { body: { slotToken: slot.token, contact } })
  }
  const first = await send(0)
  assert.equal(first.status, 201)
  await at.host.person.call(deskRelease, { params: { id: first.body.bookingId } })
  await kalli.database.pool.query(
    `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'holder', 'x' || n))).*
     from bookings b, generate_series(2, $2::int) n where b.id = $1`,
    [first.body.bookingId, deskTextsADay],
  )
  assert.equal(refusalOf(await send(1)).code, 'too_many_requests')
})
