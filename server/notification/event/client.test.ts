/** Messages to telephones, from a client's choices to what the professional reads of them; over the local stand-ins. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as account from '#contract/account/account.ts'
import * as channel from '#contract/messaging/channel.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as contract from '#contract/notification/notification.ts'
import * as settings from '#contract/account/settings.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { reportLocal } from '#server/messaging/standin.ts'
import { RequestParams } from '#server/notification/message/question.ts'
import { smsOf } from '#server/messaging/sms-text.ts'
import { short } from '#server/notification/message/templates.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { bookedAt, everywhere, home } from '#server/testing/away.ts'
import { booked, contactOf, type Bookable } from '#server/testing/bookings.ts'
import { linkIn } from '#server/testing/guests.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
let at: Bookable
before(async () => {
  kalli = await startTestServer()
  at = await people.bookable(kalli, { noticeMinutes: 0 })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const newPerson = async () => {
  const accountId = await people.account(kalli)
  await people.reachLevel(kalli, accountId, 1)
  return people.signIn(kalli, accountId)
}

const texts = async (way: string, bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    `select t.body from text_messages t join deliveries d on d.id = t.delivery_id
     join outbound_messages m on m.id = d.message_id where t.channel = $1 and m.dedupe_key like '%' || $2 || '%'`,
    [way, bookingId],
  )
  return rows.map(({ body }) => body)
}
const emails = async (keyLike: string) => {
  const { rows } = await kalli.database.pool.query('select 1 from mails where dedupe_key like $1', [keyLike])
  return rows.length
}
/** This long before the visit: everything that is due is sent. */
const clockAt = async (startsAt: string, before: number) => {
  kalli.time.set(new Date(Date.parse(startsAt) - before))
  await remindDue(kalli.work())
  await drain(kalli)
}
const seenBy = async (who: Person, id: string) => {
  const answer = await who.call(channel.visitMessages, { query: { bookings: id } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.messages.map((one) => `${one.event} ${one.channel} ${one.state}`)
}

test('a client with a confirmed telephone gets an email a day before and a text two hours before, shown to the professional', async () => {
  const who = await newPerson()
  const visit = await booked(kalli, at, { who, date: '2026-11-25', place: 2 })
  await drain(kalli)
  assert.deepEqual(await seenBy(at.professional.person, visit.id), ['booking_confirmed email sent'])
  await clockAt(visit.startsAt, 24 * hourMs)
  await clockAt(visit.startsAt, 2 * hourMs)
  const [text, ...more] = await texts('sms', visit.id)
  assert.equal(more.length, 0)
  assert.match(text ?? '', /^Kalli: hoy \d\d:\d\d h, /)
  assert.doesNotMatch(text ?? '', /http|[áíóú]/)
  assert.ok((text ?? '').length <= 160)
  const seen = () => seenBy(at.professional.person, visit.id)
  assert.deepEqual((await seen()).slice(0, 2), ['reminder_soon sms sent', 'reminder_day email sent'])
  await reportLocal(kalli.work())
  assert.equal((await seen())[0], 'reminder_soon sms delivered')
  const stranger = await people.professional(kalli)
  assert.deepEqual(await seenBy(stranger.person, visit.id), [])
  const anonymous = await kalli.visitor().call(channel.visitMessages, { query: { bookings: visit.id } })
  assert.equal(anonymous.status, 401)
})

test('a guest who consented for one visit is notified by WhatsApp, and by email once the consent is withdrawn', async () => {
  const visit = await booked(kalli, at, { date: '2026-11-26', place: 2 })
  await drain(kalli)
  const requested = { params: { id: visit.id }, query: { t: visit.t } }
  const guest = kalli.visitor()
  assert.equal((await guest.call(channel.visitConsent, { params: requested.params, query: {} })).status, 404)
  assert.equal((await guest.call(channel.visitConsent, requested)).body.since, null)
  const agreed = await guest.call(channel.agreeForVisit, { ...requested, body: { agree: true } })
  assert.equal(agreed.body.since, kalli.clock().toISOString())
  assert.equal(agreed.body.hint, '+52 ••• ••• 2222')
  // Opening it changes nothing, and agreeing is idempotent.
  await guest.call(channel.agreeForVisit, { ...requested, body: { agree: true } })
  await clockAt(visit.startsAt, 24 * hourMs)
  const [said] = await texts('whatsapp', visit.id)
  assert.match(said ?? '', /^Hola, Lucía\. Te recordamos tu cita de mañana a las \d\d:\d\d h: /)
  // The holder of the link in the email may act; this number is not proven to be theirs.
  assert.equal(await linkIn(kalli, said), `/booking-success?id=${visit.id}`)
  assert.equal(await emails(`booking-reminder:${visit.id}:%`), 0)
  await guest.call(channel.agreeForVisit, { ...requested, body: { agree: false } })
  await clockAt(visit.startsAt, 2 * hourMs)
  assert.equal((await texts('whatsapp', visit.id)).length, 1)
  assert.equal(await emails(`booking-reminder:${visit.id}:soon:%`), 1)
  const { rows } = await kalli.database.pool.query(
    'select sentence, revoked_by from whatsapp_consents where booking_id = $1',
    [visit.id],
  )
  assert.deepEqual(rows, [{ sentence: channel.whatsappSentence, revoked_by: 'page' }])
})

test('a client without an account is not messaged at three in the morning', async () => {
  const visit = await booked(kalli, at, { date: '2026-12-01', place: 2 })
  await drain(kalli)
  const params = { id: visit.id }
  await kalli.visitor().call(channel.agreeForVisit, { params, query: { t: visit.t }, body: { agree: true } })
  kalli.time.set(new Date('2026-11-28T09:00:00Z'))
  const { person } = at.professional
  const as = { as: 'professional' } as const
  const { body } = await person.call(cancellations.cancelQuote, { params, query: {}, body: as })
  const done = await person.call(cancellations.cancel, {
    params,
    query: {},
    body: { ...as, quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
  assert.deepEqual(await texts('whatsapp', visit.id), [])
  assert.equal(await emails(`booking-cancelled:${visit.id}:client`), 1, 'their letter waits in their mailbox')
  kalli.time.set(new Date('2026-11-28T14:00:00Z'))
  await sendDue(kalli.work())
  assert.match((await texts('whatsapp', visit.id))[0] ?? '', /^Hola, Lucía\. Tu cita se canceló/)
})

test('a consenting professional is notified of a new visit by WhatsApp, and by email when it is unconfirmed', async () => {
  const own = await people.bookable(kalli, { noticeMinutes: 0 })
  const ana = own.professional
  const early = await ana.person.call(channel.agreeToWhatsapp, { body: { agree: true } })
  assert.equal(refusalOf(early).code, 'phone_unconfirmed')
  await people.reachLevel(kalli, ana.accountId, 1)
  const agreed = await ana.person.call(channel.agreeToWhatsapp, { body: { agree: true } })
  assert.equal(agreed.body.whatsapp.since, kalli.clock().toISOString())
  const visit = await booked(kalli, own, { date: '2026-11-25', place: 2 })
  await drain(kalli)
  const key = `booking-confirmed:${visit.id}:professional`
  assert.match((await texts('whatsapp', visit.id))[0] ?? '', /^Tu agenda en Kalli cambió\. Nueva cita: /)
  assert.equal(await emails(key), 0)
  kalli.time.advance(11)
  await sendDue(kalli.work())
  assert.equal(await emails(key), 1)
  assert.equal((await texts('whatsapp', visit.id)).length, 1)
  // A number that lost its confirmation reaches no one.
  await people.reachLevel(kalli, ana.accountId, 0)
  const next = await booked(kalli, own, { date: '2026-11-26', place: 2 })
  await drain(kalli)
  assert.equal((await texts('whatsapp', next.id)).length, 0)
  assert.equal(await emails(`booking-confirmed:${next.id}:professional`), 1)
})

test('quiet hours apply to every channel, and a channel turned off meanwhile is not used', async () => {
  const own = await people.bookable(kalli, { noticeMinutes: 0 })
  const { accountId, person } = own.professional
  await people.reachLevel(kalli, accountId, 1)
  await person.call(channel.agreeToWhatsapp, { body: { agree: true } })
  // Eleven at night in the capital.
  kalli.time.set('2026-11-21T05:00:00Z')
  const visit = await booked(kalli, own, { date: '2026-11-27', place: 2 })
  await drain(kalli)
  await sendDue(kalli.work())
  assert.deepEqual(await texts('whatsapp', visit.id), [])
  const { body } = await person.call(contract.notificationSettings)
  const events = body.events.map((row) =>
    row.event === 'booking_confirmed' ? { ...row, whatsapp: false, sms: true } : row,
  )
  const saved = await person.call(contract.saveNotificationSettings, {
    body: { events, quiet: body.quiet, version: body.version },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  kalli.time.set('2026-11-21T14:01:00Z')
  await sendDue(kalli.work())
  assert.deepEqual(await texts('whatsapp', visit.id), [])
  assert.match((await texts('sms', visit.id))[0] ?? '', /^Kalli: Nueva cita: /)
})

test('a client who enabled a channel gets a cancellation there, besides the email with the refund', async () => {
  const who = await newPerson()
  await who.call(channel.addDevice, { body: { subscription: null, label: 'Chrome en Android' } })
  const contact = contactOf()
  const visit = await booked(kalli, at, { who, date: '2026-11-27', place: 2, contact })
  await drain(kalli)
  assert.match((await texts('push', visit.id))[0] ?? '', /^Tu cita está confirmada/)
  const params = { id: visit.id }
  const as = { as: 'professional' } as const
  const { body } = await at.professional.person.call(cancellations.cancelQuote, {
    params,
    query: {},
    body: as,
  })
  const done = await at.professional.person.call(cancellations.cancel, {
    params,
    query: {},
    body: { quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
  assert.match((await texts('push', visit.id))[1] ?? '', /^Tu cita se canceló/)
  assert.equal(await emails(`booking-cancelled:${visit.id}:client`), 1)
  // There is no fallback to a second email.
  kalli.time.advance(30)
  await sendDue(kalli.work())
  assert.equal(await emails(`%${visit.id}:client`), 2)
})

for (const [modality, title] of [
  ['place', 'Te esperan mañana a las 10:00'],
  ['home', 'Van a tu casa mañana a las 10:00'],
  ['online', 'Te esperan en línea mañana a las 10:00'],
] as const)
  test(`a message says who travels to whom: ${modality}`, async () => {
    const own = await everywhere(kalli)
    const who = await newPerson()
    await who.call(channel.addDevice, { body: { subscription: null, label: 'Chrome en Android' } })
    await who.call(channel.agreeToWhatsapp, { body: { agree: true } })
    const where = modality === 'home' ? { modality, home: await home(who) } : { modality }
    const visit = await bookedAt(kalli, own, where, '10:00', { who })
    await drain(kalli)
    await clockAt(visit.startsAt, 24 * hourMs)
    const push = await texts('push', visit.id)
    assert.ok(
      push.some((body) => body.startsWith(`${title}\n`)),
      push.join('\n\n'),
    )
    kalli.time.advance(6)
    await sendDue(kalli.work())
    const said = (await texts('whatsapp', visit.id)).find((body) => body.includes('recordamos')) ?? ''
    assert.match(
      said,
      /^Hola, Lucía\. Te recordamos tu cita de mañana a las 10:00 h: .+ con .+\. Responde aquí mismo/,
    )
    assert.doesNotMatch(said, /esperan|ir,/)
  })

const longest = {
  firstName: 'María de la Concepción',
  service: 'Corrección de color con decoloración, matizado, tratamiento de keratina y peinado',
  professional: 'María de los Ángeles Guadalupe Hernández-Villaseñor y Fernández de Córdoba',
  modality: 'home',
  day: 'mañana',
  time: '10:00',
  at: 'miércoles 25 de septiembre, 10:00 h',
  link: '/booking-success?id=018f3c2e-7c1a-7b52-9c8e-0d8f6a2b3c4d',
} as const

test('with the longest names a text still has the code, the time and where to answer', () => {
  const texts = {
    reminder: short.reminder(longest, '482913'),
    answered: short.reminder(longest, '482913', [{ title: 'Confirmo', answer: 'signed' }]),
    ...Object.fromEntries(
      RequestParams.options.map((requested) => [
        requested,
        short.question(longest, requested, {
          newAt: longest.at,
          before: 'del miércoles 25 de septiembre, 10:00 h',
        }),
      ]),
    ),
    notice: short.notice(
      {
        title: `Nueva cita: ${longest.service}`,
        message: '',
        link: '',
        address: `https://kalli.example/professional-appointments?visit=018f3c2e-7c1a-7b52-9c8e-0d8f6a2b3c4d`,
      },
      'kalli_agenda',
    ),
    confirmed: short.confirmed(longest),
    cancelled: short.cancelled(longest),
    delayed: short.delayed(longest, 10, '10:10'),
  }
  const ends = {
    reminder: 'Tu código de llegada: 482913. Para cambiar o cancelar, usa el enlace de tu correo.',
    answered: 'Tu código de llegada: 482913. Responde CONFIRMO, CAMBIAR, CANCELAR o TARDE.',
    waitlist: 'Responde antes del miércoles 25 de septiembre, 10:00 h por tu correo.',
    rescue: 'Responde antes del miércoles 25 de septiembre, 10:00 h por tu correo.',
    change: 'Responde antes del miércoles 25 de septiembre, 10:00 h por tu correo.',
    notice: '?visit=018f3c2e-7c1a-7b52-9c8e-0d8f6a2b3c4d',
    confirmed: 'miércoles 25 de septiembre, 10:00 h. Los detalles están en tu correo.',
    cancelled: 'miércoles 25 de septiembre, 10:00 h. Los detalles están en tu correo.',
    delayed: 'empieza cerca de las 10:10.',
  }
  for (const [what, { sms }] of Object.entries(texts)) {
    assert.ok(sms.length <= 160, `${what}: ${sms.length} ${sms}`)
    assert.equal(smsOf(sms), sms, what)
  }
  for (const [what, end] of Object.entries(ends))
    assert.ok(
      Object.entries(texts)
        .find(([name]) => name === what)?.[1]
        .sms.endsWith(smsOf(end)),
      `${what}: ${JSON.stringify(texts)}`,
    )
  // Both names stay recognisable.
  assert.match(texts.reminder.sms, /Correccion.*\.\.\. con Maria de.*\.\.\. ?/)
})

test('a short name beside a long one is not shortened', () => {
  const { sms } = short.reminder({ ...longest, professional: 'Ana Paz' }, '482913')
  assert.match(sms, / con Ana Paz\. Tu codigo de llegada: 482913\./)
  assert.equal(
    short.reminder({ ...longest, service: 'Corte', professional: 'Ana Paz' }, null).sms.includes('...'),
    false,
  )
})

for (const [what, typed, expected] of [
  ['what the alphabet has', '¿Mañana a las 9? ¡Sí, café!', '¿Mañana a las 9? ¡Si, café!'],
  ['what it lacks', 'Íñigo Ángulo «Corte» – 40’…', 'Iñigo Angulo "Corte" - 40\'...'],
  ['pictures', 'Uñas 💅 listas', 'Uñas  listas'],
  ['other alphabets', 'Řezník 日本', 'Reznik '],
] as const)
  test(`a text message uses only characters of one segment: ${what}`, () =>
    assert.equal(smsOf(typed), expected))

test('a text message that is too long is cut at the end of a word', () => {
  const long = smsOf('palabra '.repeat(40))
  assert.ok(long.length <= 160 && long.endsWith('palabra...'), long)
})

test('the professional sees which emails of a visit were sent, and that one was refused', async () => {
  const visit = await booked(kalli, at, { date: '2026-12-02', place: 2 })
  await drain(kalli)
  const { person } = at.professional
  const params = { id: visit.id }
  const as = { as: 'professional' } as const
  const { body } = await person.call(cancellations.cancelQuote, { params, query: {}, body: as })
  await person.call(cancellations.cancel, {
    params,
    query: {},
    body: { ...as, quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  await drain(kalli)
  assert.deepEqual((await seenBy(person, visit.id)).toSorted(), [
    'booking_cancelled email sent',
    'booking_confirmed email sent',
  ])
  await kalli.database.pool.query('update mails set sent_at = null, failed_at = $2 where dedupe_key = $1', [
    `booking-cancelled:${visit.id}:client`,
    kalli.clock(),
  ])
  assert.ok((await seenBy(person, visit.id)).includes('booking_cancelled email failed'))
})

test('a browser signed out here or from elsewhere gets no more notifications of that account', async () => {
  const accountId = await people.account(kalli)
  await people.reachLevel(kalli, accountId, 1)
  const [here, there] = [await people.signIn(kalli, accountId), await people.signIn(kalli, accountId)]
  const devices = async () =>
    (await there.call(channel.reach)).body.push.devices.map(({ label }) => label).toSorted()
  for (const [who, label] of [
    [here, 'Chrome prestado'],
    [there, 'Mi teléfono'],
  ] as const)
    await who.call(channel.addDevice, { body: { subscription: null, label } })
  assert.deepEqual(await devices(), ['Chrome prestado', 'Mi teléfono'])
  await here.call(account.logout, { query: {} })
  assert.deepEqual(await devices(), ['Mi teléfono'])
  const other = await people.signIn(kalli, accountId)
  await other.call(channel.addDevice, { body: { subscription: null, label: 'Otro' } })
  assert.equal((await there.call(settings.endOtherSessions)).status, 200)
  assert.deepEqual(await devices(), ['Mi teléfono'])
})
