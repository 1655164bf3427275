/** Questions that a client must answer soon reach their telephone beside the email: a free hour, another place, another hour. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as channel from '#contract/messaging/channel.ts'
import * as contract from '#contract/notification/notification.ts'
import { joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, type Bookable, proposedHour } from '#server/testing/bookings.ts'
import { linkIn } from '#server/testing/guests.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-25'

/** A client whose browser is subscribed to push, and who agreed to WhatsApp. */
const reached = async () => {
  const accountId = await people.account(kalli)
  await people.reachLevel(kalli, accountId, 1)
  const who = await people.signIn(kalli, accountId)
  await who.call(channel.addDevice, { body: { subscription: null, label: 'Chrome en Android' } })
  assert.equal((await who.call(channel.agreeToWhatsapp, { body: { agree: true } })).status, 200)
  return { who, accountId }
}

type Said = { event: string; way: string; body: string }
/** The questions shown on their telephone, and the emails. */
const saidTo = async (accountId: number) => {
  const { rows } = await kalli.database.pool.query<Said>(
    `select m.event, t.channel as way, t.body from text_messages t join deliveries d on d.id = t.delivery_id
     join outbound_messages m on m.id = d.message_id where m.account_id = $1 and m.event = 'answer_wanted' order by t.id`,
    [accountId],
  )
  return rows
}
/** To the address with which the visit was booked. */
const emailsOf = async (id: string, subject: string) => {
  const { rows } = await kalli.database.pool.query(
    `select 1 from mails join bookings b on b.contact ->> 'email' = to_address where b.id = $1 and subject like $2 || '%'`,
    [id, subject],
  )
  return rows.length
}
/** Not seen on the device: the next channel. */
const unseen = async () => {
  kalli.time.advance(6)
  await sendDue(kalli.work())
}

const cancelAs = async (who: Person, id: string, as: 'client' | 'host', t?: string) => {
  const query = t === undefined ? {} : { t }
  const quote = await who.call(cancellation.cancelQuote, { params: { id }, query, body: { as } })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const done = await who.call(cancellation.cancel, {
    params: { id },
    query,
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
}

const opensFor = async (who: Person) => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const windows = [{ fromMinute: 600, toMinute: 660 }]
  const saved = await at.professional.person.call(saveException, { query: {}, body: { date, windows } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const visit = await booked(kalli, at, { date })
  const requested = await who.call(joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      parts: ['morning'],
    },
  })
  assert.equal(requested.status, 201, JSON.stringify(requested.body))
  await drain(kalli)
  await cancelAs(visit.who, visit.id, 'client', visit.t)
}

const rescuedFor = async (who: Person) => {
  const at = await people.bookable(kalli, { units: 1 })
  const host = await people.host(kalli, { businessName: 'Casa Norte' })
  const space = await people.space(kalli, host, { units: 1, pricePerHourCents: 20_000 })
  await kalli.database.pool.query('update spaces set latitude = latitude + 0.004 where id = $1', [space.id])
  await people.agreement(kalli, at.professional.id, space.id, { ratePerHourCents: 20_000 })
  const visit = await booked(kalli, at, { who, date })
  await drain(kalli)
  await cancelAs(at.host.person, visit.id, 'host')
  return visit
}

const propose = async (at: Bookable, id: string) => {
  const { version } = await proposedHour(at, id, { date, place: 3 })
  await drain(kalli)
  return version
}
const proposedFor = async (who: Person) => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { who, date })
  await drain(kalli)
  return { ...visit, at, version: await propose(at, visit.id) }
}

test('an opened waitlist slot is pushed, then sent by WhatsApp if unseen, and neither contains a secret', async () => {
  const { who, accountId } = await reached()
  await opensFor(who)
  const [push, ...more] = await saidTo(accountId)
  assert.deepEqual([push?.way, more], ['push', []])
  assert.match(
    push?.body ?? '',
    /^Se abrió un lugar\nCorte y peinado con Ana Rojas, miércoles 25 de noviembre, 10:00 h\. Está apartado para ti\. Responde antes de las \d\d:\d\d h\.\n\S+\/my-bookings\?tab=waitlist$/,
  )
  await unseen()
  const [, whatsapp] = await saidTo(accountId)
  assert.equal(whatsapp?.way, 'whatsapp')
  assert.match(whatsapp?.body ?? '', /^Hola, Lucía\. Esperamos tu respuesta\. Se abrió un lugar: /)
  assert.equal(await linkIn(kalli, whatsapp?.body), '/my-bookings?tab=waitlist')
  const { rows: emails } = await kalli.database.pool.query(
    `select 1 from mails join accounts a on a.email = to_address where a.id = $1 and subject like 'Se abrió un lugar%'`,
    [accountId],
  )
  assert.equal(emails.length, 1, 'and the letter with its link')
})

test('another place after a host’s cancellation, or a proposed hour, is pushed and then sent with a link to the visit', async () => {
  for (const [ask, title] of [
    [rescuedFor, 'Tu espacio canceló'],
    [proposedFor, 'Te proponen otra hora'],
  ] as const) {
    kalli.time.set(testNow)
    const { who, accountId } = await reached()
    const { id } = await ask(who)
    await unseen()
    const said = await saidTo(accountId)
    assert.deepEqual(
      said.map(({ way }) => way),
      ['push', 'whatsapp'],
      title,
    )
    for (const { body } of said) {
      assert.match(body, new RegExp(title))
      assert.match(body, /Responde (aquí mismo )?antes del? /)
      assert.equal(await linkIn(kalli, body), `/booking-success?id=${id}`)
    }
    assert.equal(await emailsOf(id, title), 1)
    // A closed question is sent by no further channel.
    kalli.time.advance(11)
    await sendDue(kalli.work())
    assert.equal((await saidTo(accountId)).length, 2)
  }
})

test('an answer stops further channels, and a client who chose only SMS gets only the SMS', async () => {
  const { who, accountId } = await reached()
  const { id, version, at } = await proposedFor(who)
  const answer = await who.call(changes.answerChange, {
    params: { id, answer: 'decline' },
    query: {},
    body: { as: 'client', version },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await unseen()
  assert.deepEqual(
    (await saidTo(accountId)).map(({ way }) => way),
    ['push'],
  )
  const { body: now } = await who.call(contract.notificationSettings)
  const own = now.events.find(({ event }) => event === 'answer_wanted')
  assert.deepEqual(own, {
    event: 'answer_wanted',
    app: false,
    push: true,
    whatsapp: true,
    sms: false,
    email: true,
    open: ['push', 'whatsapp', 'sms'],
  })
  const events = now.events.map((row) =>
    row.event === 'answer_wanted' ? { ...row, push: false, whatsapp: false, sms: true } : row,
  )
  await who.call(contract.saveNotificationSettings, {
    body: { events, quiet: now.quiet, version: now.version },
  })
  await propose(at, id)
  const [, sms, ...more] = await saidTo(accountId)
  assert.deepEqual([sms?.way, more], ['sms', []])
  assert.ok((sms?.body.length ?? 0) <= 160)
  assert.match(sms?.body ?? '', /^Kalli: Te proponen otra hora\. .+ Responde ACEPTO o RECHAZO antes de .+\.$/)
  assert.doesNotMatch(sms?.body ?? '', /http/)
})

test('a question asked at night waits for the morning if it can still be answered then', async () => {
  const { who, accountId } = await reached()
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { who, date })
  await drain(kalli)
  // Eleven at night in the capital: twelve hours to answer.
  kalli.time.set('2026-11-21T05:00:00Z')
  await propose(at, visit.id)
  await sendDue(kalli.work())
  assert.deepEqual(await saidTo(accountId), [])
  assert.equal(await emailsOf(visit.id, 'Te proponen otra hora'), 1, 'a mailbox does not ring')
  kalli.time.set('2026-11-21T14:00:00Z')
  await sendDue(kalli.work())
  assert.deepEqual(
    (await saidTo(accountId)).map(({ way }) => way),
    ['push'],
  )
})
