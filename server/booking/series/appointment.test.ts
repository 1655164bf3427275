/** A professional makes an appointment for a client, who answers by a link: accepts and pays, another hour, declines, or none. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import * as links from '#contract/booking/series/link.ts'
import * as appointments from '#contract/booking/series/appointment.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import { community } from '#contract/notification/notification.ts'
import { answerBy } from '#server/booking/series/appointment.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { allowances } from '#server/platform/http/limits.ts'
import { drain } from '#server/platform/jobs.ts'
import {
  answersEach,
  claimsOf,
  confirmContact,
  contactOf,
  held,
  linkTo,
  movesOf,
  proposedTo,
  slotOn,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import * as guests from '#server/testing/guests.ts'
import { linkIn } from '#server/testing/guests.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const look = async (who: Person, token: string) =>
  (await who.call(links.bookingLink, { params: { token } })).body
const accept = (who: Person, token: string, code = '') =>
  who.call(links.acceptLink, { params: { token }, body: { code } })
const decline = (who: Person, token: string) => who.call(links.declineLink, { params: { token } })

/** Reads the code from the mailbox. */
const codeTo = async (address: string) => (await guests.codeTo(kalli, address)) ?? assert.fail('no code')

const acceptWithCode = async (who: Person, token: string, address: string) => {
  const sent = await who.call(links.sendLinkCode, { params: { token } })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  return accept(who, token, await codeTo(address))
}

test('a visitor who guesses links is throttled, when viewing and when answering', async () => {
  const strict = await startTestServer({ config: { rateLimits: true } })
  try {
    const stranger = strict.visitor()
    const params = { token: 'x'.repeat(40) }
    const tries = {
      slots: () => stranger.call(links.bookingLink, { params }),
      codes: () => stranger.call(links.acceptLink, { params, body: { code: '000000' } }),
      holds: () => stranger.call(links.declineLink, { params }),
    }
    for (const group of ['slots', 'codes', 'holds'] as const) {
      for (let n = 0; n < allowances[group].address; n += 1)
        assert.equal(refusalOf(await tries[group]()).code, 'not_found')
      assert.equal(refusalOf(await tries[group]()).code, 'too_many_requests', group)
    }
  } finally {
    await strict.close()
  }
})

const titlesFor = async ({ professional }: Bookable) =>
  (await professional.person.call(community)).body.map(({ title }) => title)

test('an appointment waits a day for its answer, and never into the last two hours', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const waits = (hours: number) =>
    (answerBy(new Date(now.getTime() + hours * 3_600_000), now).getTime() - now.getTime()) / 3_600_000
  assert.deepEqual([1, 2, 3, 26, 27, 400].map(waits), [-1, 0, 1, 24, 24, 24])
})

test('only the professional can create an appointment, and an address and time are required', async () => {
  const at = await people.bookable(kalli)
  const neighbour = await people.bookable(kalli)
  const slot = await slotOn(at.professional.person, at)
  const body = { slotToken: slot.token, contact: { firstName: 'Paola', email: 'paola@example.test' } }
  type Sent = { slotToken: string; contact: { firstName: string; email?: string } }
  const make = (who: Person, sent: Sent = body) => who.call(appointments.proposeAppointment, { body: sent })
  assert.equal((await make(kalli.visitor())).status, 401)
  assert.equal((await make(await people.signIn(kalli, await people.account(kalli)))).status, 403)
  assert.equal(refusalOf(await make(neighbour.professional.person)).code, 'not_found')
  const nowhere = { slotToken: slot.token, contact: { firstName: 'Paola' } }
  assert.equal(refusalOf(await make(at.professional.person, nowhere)).code, 'invalid_input')
  kalli.time.set(new Date(Date.parse(slot.startsAt) - 125 * 60_000))
  const [soon] = await slotsOn(at.professional.person, at)
  assert.ok(soon)
  kalli.time.set(new Date(Date.parse(soon.startsAt) - 119 * 60_000))
  const late = await make(at.professional.person, { ...body, slotToken: soon.token })
  assert.equal(refusalOf(late).code, 'too_late_to_ask')
})

test('the client accepts with a code sent to the e-mail, and that browser then pays for the hour, once', async () => {
  const at = await people.bookable(kalli)
  // A professional who makes the appointment need not accept it again.
  await answersEach(at)
  const contact = contactOf({ firstName: 'Paola', lastName: 'Nava' })
  const made = await proposedTo(at, contact, { note: 'Te toca el retoque; 55-12-34-56-78.' })
  assert.equal(made.expiresAt, '2026-11-21T16:00:00.000Z')
  assert.deepEqual(
    [made.accepted, made.sentTo.endsWith('@example.test'), made.totalCents],
    [false, true, 100_000],
  )
  assert.deepEqual(await movesOf(kalli, made.id), ['hold by professional'])
  // An own appointment is not shown as another's hold.
  const { body: agenda } = await at.professional.person.call(calendar, {
    query: { from: '2026-11-25', to: '2026-11-25' },
  })
  assert.deepEqual(
    agenda.entries.map(({ layer, reservedFor: savedFor }) => [
      layer,
      savedFor?.why,
      savedFor?.client,
      savedFor?.bookingId,
    ]),
    [['hold', 'appointment', 'Paola', made.id]],
  )
  const token = await linkTo(kalli, contact.email)
  const saved = await kalli.database.pool.query(
    'select token_hash from booking_links where booking_id = $1',
    [made.id],
  )
  assert.ok(!JSON.stringify(saved.rows).includes(token))

  const client = kalli.visitor()
  const seen = await look(client, token)
  assert.deepEqual(
    [seen.state, seen.firstName, seen.note, seen.quote?.totalCents, seen.place.address, seen.code?.channel],
    ['open', 'Paola', 'Te toca el retoque; [teléfono oculto].', 100_000, null, 'email'],
  )
  assert.equal(
    refusalOf(await client.call(links.bookingLink, { params: { token: `${token}x` } })).code,
    'not_found',
  )
  // Reading changed nothing, and without the code nothing is accepted.
  assert.equal(refusalOf(await accept(client, token)).code, 'contact_unconfirmed')
  assert.equal((await claimsOf(kalli, made.id)).length, 2)

  const yes = await acceptWithCode(client, token, contact.email)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.deepEqual(yes.body, { hold: made.id, contact: { ...contact, phone: '' } })
  assert.equal((await look(client, token)).state, 'accepted')
  const paid = await client.call(checkout.book, {
    body: { holdId: made.id, contact, payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.equal((await claimsOf(kalli, made.id)).length, 3)
  assert.equal((await look(kalli.visitor(), token)).state, 'done')
  assert.equal(refusalOf(await accept(client, token)).code, 'link_over')
  assert.equal(refusalOf(await decline(client, token)).code, 'link_over')
  const withdrawn = await at.professional.person.call(appointments.withdrawAppointment, {
    params: { id: made.id },
  })
  assert.equal(refusalOf(withdrawn).code, 'move_not_allowed')
  await drain(kalli)
  const titles = await titlesFor(at)
  assert.ok(titles.includes('Paola aceptó tu propuesta'), titles.join())
  assert.ok(
    titles.some((title) => title.startsWith('Nueva cita')),
    titles.join(),
  )
})

test('an accepted appointment awaiting payment by reference is reached by its link only for its own client', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const contact = contactOf()
  const other = contactOf()
  for (const given of [contact, { ...contact, email: other.email }]) {
    const made = await proposedTo(at, contact, { place: given === contact ? 0 : 3 })
    const token = await linkTo(kalli, contact.email)
    const client = kalli.visitor()
    assert.equal((await acceptWithCode(client, token, contact.email)).status, 200)
    await confirmContact(client, made.id, given.email)
    const booked = await client.call(checkout.book, {
      body: { holdId: made.id, contact: given, payment: { method: 'spei' } },
    })
    assert.equal(booked.body.status, 'awaiting_payment', JSON.stringify(booked.body))
    const { until, clabe } = booked.body.payment?.voucher ?? assert.fail('no reference')
    const own = await look(client, token)
    assert.deepEqual([own.state, own.payBy, own.page], ['paying', until, { id: made.id }])

    // A link may be forwarded: the reply reveals neither the reference nor the booking.
    const stranger = await look(kalli.visitor(), token)
    assert.deepEqual([stranger.state, stranger.payBy, stranger.page], ['paying', until, null])
    assert.ok(!JSON.stringify(stranger).includes(clabe ?? assert.fail('no account')))

    // On another device after proving the address, if it is the one given on payment.
    const device = kalli.visitor()
    const hold = await held(device, at, '2026-11-30', given === contact ? 0 : 3)
    await confirmContact(device, hold.id, contact.email)
    const { page } = await look(device, token)
    if (given !== contact) {
      assert.equal(page, null)
      continue
    }
    assert.equal(page?.id, made.id)
    assert.ok(page.t)
    const opened = await device.call(contract.booking, { params: { id: made.id }, query: { t: page.t } })
    assert.equal(opened.body.payment?.voucher?.clabe, clabe)
  }
})

test('an appointment for a client and a companion is consecutive at one price, and the client names the companion', async () => {
  const at = await people.bookable(kalli)
  await kalli.database.pool.query('update spaces set capacity = 3 where id = $1', [at.space.id])
  const me = at.professional.person
  const day = '2026-11-24'
  const { body } = await me.call(slots, {
    query: {
      professional: at.professional.id,
      services: `${at.serviceId},${at.serviceId}`,
      persons: '1,1',
      from: day,
      to: day,
    },
  })
  const [slot] = body.days.flatMap((one) => one.slots)
  assert.ok(slot)
  const contact = contactOf({ firstName: 'Paola' })
  const { firstName, lastName, email } = contact
  const made = await me.call(appointments.proposeAppointment, {
    body: { slotToken: slot.token, contact: { firstName, lastName, email } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual([made.body.totalCents, made.body.service], [200_000, '2 × Corte y peinado'])
  const client = kalli.visitor()
  const token = await linkTo(kalli, email)
  assert.equal((await look(client, token)).quote?.totalCents, 200_000)
  assert.equal((await acceptWithCode(client, token, email)).status, 200)
  const payment = { method: 'card', token: 'tok_ok' } as const
  const order = { holdId: made.body.id, contact, payment }
  assert.equal(refusalOf(await client.call(checkout.book, { body: order })).code, 'companions_missing')
  const paid = await client.call(checkout.book, {
    body: { ...order, companions: [{ person: 2, firstName: 'Leo', isMinor: true }], adult: true },
  })
  assert.deepEqual([paid.body.status, paid.body.persons], ['confirmed', 2], JSON.stringify(paid.body))
  const seen = (await me.call(contract.booking, { params: { id: made.body.id } })).body
  assert.deepEqual(
    seen.people?.map((one) => one.firstName),
    ['Paola', 'Leo'],
  )
})

test('a declined or withdrawn appointment frees its hour, and declining deletes the client’s data', async () => {
  const at = await people.bookable(kalli)
  const all = (await slotsOn(kalli.visitor(), at)).length
  const contact = contactOf()
  const made = await proposedTo(at, contact)
  const token = await linkTo(kalli, contact.email)
  assert.equal((await at.professional.person.call(appointments.proposedAppointments)).body.length, 1)
  assert.equal((await decline(kalli.visitor(), token)).status, 200)
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all)
  assert.deepEqual(await movesOf(kalli, made.id), ['hold by professional', 'release by client'])
  const { rows } = await kalli.database.pool.query(
    'select answer, email, last_name from booking_links where booking_id = $1',
    [made.id],
  )
  assert.deepEqual(rows, [{ answer: 'declined', email: null, last_name: '' }])
  assert.equal((await look(kalli.visitor(), token)).state, 'declined')
  await drain(kalli)
  assert.ok((await titlesFor(at)).includes(`${contact.firstName} no tomó la cita`))

  const other = contactOf()
  const second = await proposedTo(at, other)
  const takeBack = (who: Person) => who.call(appointments.withdrawAppointment, { params: { id: second.id } })
  assert.equal(
    refusalOf(await takeBack((await people.bookable(kalli)).professional.person)).code,
    'not_found',
  )
  const before = await linkTo(kalli, other.email)
  assert.equal((await takeBack(at.professional.person)).status, 200)
  assert.equal((await takeBack(at.professional.person)).status, 200)
  assert.equal((await look(kalli.visitor(), before)).state, 'withdrawn')
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all)
  assert.deepEqual((await at.professional.person.call(appointments.proposedAppointments)).body, [])
})

test('a client’s other hour is held before the proposed one is freed, and another professional’s hour is refused', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  const made = await proposedTo(at, contact)
  const token = await linkTo(kalli, contact.email)
  const client = kalli.visitor()
  const offered = await client.call(links.linkSlots, {
    params: { token },
    query: { from: '2026-11-26', to: '2026-11-26' },
  })
  const [slot] = offered.body.days.flatMap(({ slots }) => slots)
  assert.ok(slot)
  const counter = (slotToken: string) =>
    client.call(links.counterLink, { params: { token }, body: { slotToken } })
  const foreign = await slotOn(client, await people.bookable(kalli))
  assert.equal(refusalOf(await counter(foreign.token)).code, 'slot_token_invalid')
  const chosen = await counter(slot.token)
  assert.equal(chosen.status, 200, JSON.stringify(chosen.body))
  assert.equal(chosen.body.contact, null)
  const hold = await client.call(holds.readHold, { params: { id: chosen.body.hold } })
  assert.equal(hold.body.startsAt, slot.startsAt)
  assert.equal((await claimsOf(kalli, made.id)).length, 0)
  assert.equal((await look(client, token)).state, 'countered')
  await drain(kalli)
  assert.ok((await titlesFor(at)).includes(`${contact.firstName} eligió otra hora`))
})

test('a client who verified the address and picks another hour keeps the contact details', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  await proposedTo(at, contact)
  const token = await linkTo(kalli, contact.email)
  const client = kalli.visitor()
  await client.call(links.sendLinkCode, { params: { token } })
  await accept(client, token, await codeTo(contact.email))
  const offered = await client.call(links.linkSlots, {
    params: { token },
    query: { from: '2026-11-26', to: '2026-11-26' },
  })
  const [slot] = offered.body.days.flatMap(({ slots }) => slots)
  assert.ok(slot)
  const { body } = await client.call(links.counterLink, {
    params: { token },
    body: { slotToken: slot.token },
  })
  assert.equal(body.contact?.email, contact.email)
  assert.equal(body.contact?.firstName, contact.firstName)
})

test('of two browsers that accept at the same moment both may pay, and one answer is stored and notified', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  const made = await proposedTo(at, contact)
  const token = await linkTo(kalli, contact.email)
  const both = [kalli.visitor(), kalli.visitor()] as const
  // The code proves the address only in the browser where it was entered, so each asks for its own.
  await both[0].call(links.sendLinkCode, { params: { token } })
  const first = await codeTo(contact.email)
  kalli.time.advance(2)
  await both[1].call(links.sendLinkCode, { params: { token } })
  const second = await codeTo(contact.email)
  const answers = await Promise.all([accept(both[0], token, first), accept(both[1], token, second)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  // The last to open it pays; the other sees that it is not theirs.
  const seen = await Promise.all(both.map((who) => who.call(holds.readHold, { params: { id: made.id } })))
  assert.deepEqual(seen.map(({ status }) => status).toSorted(), [200, 404])
  const { rows } = await kalli.database.pool.query(
    'select count(*)::integer as answers from booking_links where booking_id = $1 and answer = $2',
    [made.id, 'accepted'],
  )
  assert.deepEqual(rows, [{ answers: 1 }])
  await drain(kalli)
  const reported = (await titlesFor(at)).filter((title) => title.startsWith(contact.firstName))
  assert.equal(reported.length, 1, reported.join())
})

test('an unanswered appointment expires once with several workers, and the client’s data is deleted', async () => {
  const at = await people.bookable(kalli)
  const all = (await slotsOn(kalli.visitor(), at)).length
  const contact = contactOf()
  const made = await proposedTo(at, contact)
  const token = await linkTo(kalli, contact.email)
  kalli.time.advance(24 * 60 + 1)
  assert.equal((await look(kalli.visitor(), token)).state, 'expired')
  assert.equal(refusalOf(await accept(kalli.visitor(), token)).code, 'link_over')
  await Promise.all([sweepHolds(kalli.work()), sweepHolds(kalli.work()), sweepHolds(kalli.work())])
  await drain(kalli)
  assert.deepEqual(await movesOf(kalli, made.id), ['hold by professional', 'expire by platform'])
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all)
  const { rows } = await kalli.database.pool.query(
    'select answer, email, phone from booking_links where booking_id = $1',
    [made.id],
  )
  assert.deepEqual(rows, [{ answer: 'expired', email: null, phone: null }])
  const titles = await titlesFor(at)
  assert.equal(titles.filter((title) => title.startsWith('Venció tu propuesta')).length, 1)
})

test('an appointment by telephone alone sends the link and the code by text message', async () => {
  const at = await people.bookable(kalli)
  const slot = await slotOn(at.professional.person, at)
  const phone = '55 2233 4455'
  const made = await at.professional.person.call(appointments.proposeAppointment, {
    body: { slotToken: slot.token, contact: { firstName: 'Paola', phone } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    `select body as text from text_messages where to_phone = '+525522334455'`,
  )
  const token = /\/bookings\/([\w.-]+)\/accept/.exec(await linkIn(kalli, rows[0]?.text))?.[1]
  assert.ok(token, JSON.stringify(rows))
  const client = kalli.visitor()
  assert.deepEqual((await look(client, token)).code?.channel, 'sms')
  const yes = await acceptWithCode(client, token, '+525522334455')
  assert.deepEqual(yes.body, {
    hold: made.body.id,
    contact: { firstName: 'Paola', lastName: '', email: '', phone: '+525522334455' },
  })
})

test('an acceptance, a withdrawal and a refusal at once release the appointment once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const at = await people.bookable(kalli)
    const contact = contactOf()
    const made = await proposedTo(at, contact)
    const token = await linkTo(kalli, contact.email)
    const [one, two] = [kalli.visitor(), kalli.visitor()]
    await one.call(links.sendLinkCode, { params: { token } })
    const code = await codeTo(contact.email)
    const [yes, back, no] = await Promise.all([
      accept(one, token, code),
      at.professional.person.call(appointments.withdrawAppointment, { params: { id: made.id } }),
      decline(two, token),
    ])
    const { state } = await look(one, token)
    const claims = await claimsOf(kalli, made.id)
    assert.equal(claims.length, 0, `${yes.status} ${back.status} ${no.status}`)
    assert.ok(state === 'withdrawn' || state === 'declined', state)
    assert.equal((await movesOf(kalli, made.id)).filter((move) => move.startsWith('release')).length, 1)
  }
})
