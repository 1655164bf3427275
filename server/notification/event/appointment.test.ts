import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as contract from '#contract/notification/notification.ts'
import type { NotificationEvent } from '#contract/notification/notification.ts'
import { sendDue } from '#server/notification/written.ts'
import { publish, drain } from '#server/platform/jobs.ts'
import { booked, completeAsClient, type Bookable, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const bellOf = async (person: Person) => (await person.call(contract.community)).body
const emailsTo = async (accountId: number) => {
  const rows = await kalli.database.kysely
    .selectFrom('mails')
    .innerJoin('accounts', 'accounts.email', 'mails.to_address')
    .select('subject')
    .where('accounts.id', '=', accountId)
    .orderBy('mails.id')
    .execute()
  return rows.map(({ subject }) => subject)
}

const choose = async (
  person: Person,
  values: { event: NotificationEvent; app: boolean; email: boolean }[],
  quiet: { fromMinute: number; toMinute: number } | null = null,
) => {
  const { body: now } = await person.call(contract.notificationSettings)
  const events = now.events.map((row) => values.find(({ event }) => event === row.event) ?? row)
  const answer = await person.call(contract.saveNotificationSettings, {
    body: { events, quiet, version: now.version },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const cancel = async (who: Person, id: string, t: string) => {
  const quote = await who.call(cancellation.cancelQuote, {
    params: { id },
    query: { t },
    body: { as: 'client' },
  })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const answer = await who.call(cancellation.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('a booking', () => {
  let at: Bookable
  before(async () => {
    at = await people.bookable(kalli)
  })

  test('is notified once to the professional and the host, and the host sees no client name', async () => {
    const made = await booked(kalli, at)
    await drain(kalli)
    await publish(kalli.work(), 'booking.confirmed', { bookingId: made.id })
    await drain(kalli)
    const [mine, ...more] = await bellOf(at.professional.person)
    assert.deepEqual(more, [])
    assert.equal(mine?.type, 'other')
    assert.equal(mine?.title, 'Nueva cita: Corte y peinado')
    assert.match(
      mine?.message ?? '',
      /^Lucía Hernández reservó para el miércoles 25 de noviembre, \d\d:\d\d h, en Silla/,
    )
    const [theirs, ...others] = await bellOf(at.host.person)
    assert.deepEqual(others, [])
    assert.match(theirs?.title ?? '', /^Nueva reserva: Silla \d$/)
    assert.doesNotMatch(JSON.stringify(theirs), /Lucía|Hernández|Corte/)
    const seen = await at.host.person.call(contract.notification, { params: { id: theirs?.id ?? 0 } })
    assert.deepEqual(seen.body.about, { kind: 'occupancy', id: '2026-11-25' })
    assert.equal((await emailsTo(at.professional.accountId)).length, 1)
    assert.equal((await emailsTo(at.host.accountId)).length, 1)
  })

  test('that is cancelled is notified to both', async () => {
    const made = await booked(kalli, at, { date: '2026-11-26' })
    await cancel(made.who, made.id, made.t)
    await drain(kalli)
    const [mine] = await bellOf(at.professional.person)
    const [theirs] = await bellOf(at.host.person)
    assert.equal(mine?.title, 'Cita cancelada: Corte y peinado')
    assert.match(mine?.message ?? '', /Tu horario vuelve a estar libre\.$/)
    assert.match(theirs?.title ?? '', /^Ocupación cancelada: Silla \d$/)
  })

  test('that was completed shows both what they earned', async () => {
    const own = await people.bookable(kalli)
    const made = await booked(kalli, own)
    await drain(kalli)
    kalli.time.set(made.startsAt)
    const params = { id: made.id }
    const { person } = own.professional
    for (const step of [attendance.checkIn, attendance.checkOut]) {
      const body = step === attendance.checkIn ? await hereOf(kalli, made.id) : {}
      const answer = await person.call(step, { params, body })
      assert.equal(answer.status, 200, `${step.path} ${JSON.stringify(answer.body)}`)
    }
    assert.equal((await completeAsClient(kalli, made.id)).status, 200)
    await drain(kalli)
    // The invitation to review is another job of the same event; their order is not guaranteed.
    const mine = (await bellOf(person)).find(({ title }) => title === 'Cita completada: Corte y peinado')
    const theirs = (await bellOf(own.host.person)).find(({ title }) => title.startsWith('Renta ganada'))
    assert.equal(mine?.message, 'De los $1,000 que pagó Lucía Hernández, $600 son para ti.')
    assert.match(theirs?.title ?? '', /^Renta ganada: Silla/)
    assert.match(theirs?.message ?? '', /Recibes \$285\.$/)
    kalli.time.set(testNow)
  })

  test('is not notified to a user who turned both channels off', async () => {
    const other = await people.bookable(kalli)
    await choose(other.professional.person, [{ event: 'booking_confirmed', app: false, email: false }])
    await booked(kalli, other)
    await drain(kalli)
    assert.deepEqual(await bellOf(other.professional.person), [])
    assert.deepEqual(await emailsTo(other.professional.accountId), [])
    assert.equal((await bellOf(other.host.person)).length, 1)
  })
})

describe('quiet hours', () => {
  test('an email due at night is sent once in the morning, and the bell shows it at once', async () => {
    const at = await people.bookable(kalli)
    // Eleven at night at the capital.
    kalli.time.set('2026-11-21T05:00:00Z')
    await booked(kalli, at)
    await drain(kalli)
    await sendDue(kalli.work())
    assert.equal((await bellOf(at.professional.person)).length, 1)
    assert.deepEqual(await emailsTo(at.professional.accountId), [])
    kalli.time.set('2026-11-21T13:59:00Z')
    await sendDue(kalli.work())
    assert.deepEqual(await emailsTo(at.professional.accountId), [])
    kalli.time.set('2026-11-21T14:00:00Z')
    await Promise.all([sendDue(kalli.work()), sendDue(kalli.work())])
    await sendDue(kalli.work())
    const emails = await emailsTo(at.professional.accountId)
    assert.equal(emails.length, 1)
    assert.match(emails[0] ?? '', /^Nueva cita/)
    kalli.time.set(testNow)
  })

  test('an appointment that starts early in the morning is notified at night', async () => {
    const at = await people.bookable(kalli, { noticeMinutes: 60 })
    kalli.time.set('2026-11-21T05:00:00Z')
    await booked(kalli, at, { date: '2026-11-21' })
    await drain(kalli)
    // The visit is at nine; the email at eight would leave less than two hours.
    assert.equal((await emailsTo(at.professional.accountId)).length, 1)
    kalli.time.set(testNow)
  })

  test('a user who opts out while an email waits does not get it', async () => {
    const at = await people.bookable(kalli)
    kalli.time.set('2026-11-21T05:00:00Z')
    await booked(kalli, at)
    await drain(kalli)
    await choose(at.host.person, [{ event: 'booking_confirmed', app: true, email: false }])
    kalli.time.set('2026-11-21T14:00:00Z')
    await sendDue(kalli.work())
    assert.deepEqual(await emailsTo(at.host.accountId), [])
    assert.equal((await emailsTo(at.professional.accountId)).length, 1)
    kalli.time.set(testNow)
  })
})

describe('notification preferences', () => {
  test('a professional and a host choose among events of their role, and a client among notifications of visits', async () => {
    const ana = await people.professional(kalli)
    const marta = await people.host(kalli)
    const client = await people.signIn(kalli, await people.account(kalli))
    const eventsOf = async (person: Person) =>
      (await person.call(contract.notificationSettings)).body.events.map(({ event }) => event)
    assert.deepEqual(await eventsOf(ana.person), [
      'space_match',
      'invitation',
      'booking_confirmed',
      'booking_cancelled',
      'booking_completed',
      'booking_requested',
      'problem',
      'application',
      'agreement',
      'message',
      'review',
      'payout',
    ])
    assert.deepEqual(await eventsOf(marta.person), [
      'professional_match',
      'invitation',
      'booking_confirmed',
      'booking_cancelled',
      'booking_completed',
      'booking_requested',
      'problem',
      'application',
      'agreement',
      'message',
      'review',
      'payout',
    ])
    const { body } = await client.call(contract.notificationSettings)
    assert.deepEqual(
      body.events.map(({ event, open }) => [event, ...open]),
      [
        ['booking_confirmed', 'push', 'whatsapp', 'sms'],
        ['booking_cancelled', 'push', 'whatsapp', 'sms'],
        ['answer_wanted', 'push', 'whatsapp', 'sms'],
        ['search_alert', 'push', 'whatsapp', 'sms', 'email'],
        ['win_back', 'push', 'email'],
        ['reminder', 'push', 'whatsapp', 'sms', 'email'],
        ['message', 'push', 'whatsapp', 'email'],
        ['review', 'email'],
      ],
    )
  })

  test('the choice is saved, and a stale window is refused as stale', async () => {
    const ana = await people.professional(kalli)
    const { body: before } = await ana.person.call(contract.notificationSettings)
    assert.deepEqual(before.quiet, { fromMinute: 1320, toMinute: 480 })
    assert.equal(before.version, 0)
    await choose(ana.person, [{ event: 'space_match', app: false, email: true }], null)
    const { body: after } = await ana.person.call(contract.notificationSettings)
    assert.equal(after.quiet, null)
    assert.deepEqual(after.events[0], {
      event: 'space_match',
      app: false,
      push: false,
      whatsapp: false,
      sms: false,
      email: true,
      open: ['app', 'push', 'email'],
    })
    const stale = await ana.person.call(contract.saveNotificationSettings, {
      body: { events: before.events, quiet: null, version: before.version },
    })
    assert.equal(stale.status, 409)
  })

  test('of two concurrent saves one is refused as stale', async () => {
    const ana = await people.professional(kalli)
    const { body } = await ana.person.call(contract.notificationSettings)
    const answers = await Promise.all(
      [1, 2].map(() =>
        ana.person.call(contract.saveNotificationSettings, {
          body: { events: body.events, quiet: null, version: 0 },
        }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  })

  test('invalid settings are refused', async () => {
    const ana = await people.professional(kalli)
    for (const body of [
      { events: [{ event: 'everything', app: true, email: true }], quiet: null, version: 0 },
      { events: [], quiet: { fromMinute: -1, toMinute: 5 }, version: 0 },
      { events: [], quiet: { fromMinute: 0, toMinute: 1440 }, version: 0 },
      { events: 'all', quiet: null, version: 0 },
      [],
    ])
      assert.equal(
        (await ana.person.fetch('PUT', '/api/notifications/settings', { body })).status,
        400,
        JSON.stringify(body),
      )
  })
})
