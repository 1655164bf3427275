/** Messages by channel against servers that behave like Twilio and WhatsApp: each once, forward only, the next when one fails. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { agreeForVisit, deliveryMonitor, visitConsent } from '#contract/messaging/channel.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { agree, consentSince } from '#server/messaging/consent.ts'
import { report } from '#server/messaging/delivery.ts'
import { enqueue } from '#server/messaging/messaging.ts'
import { sendDue, type Write } from '#server/messaging/message-round.ts'
import type { Way } from '#server/messaging/way.ts'
import { drain } from '#server/platform/jobs.ts'
import { sendMail } from '#server/platform/mail.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { permutations } from '#server/testing/processor/orders.ts'
import * as people from '#server/testing/people.ts'
import { postOffice } from '#server/testing/post-office.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let telephone: TelephoneServer
let accountId: number
before(async () => {
  telephone = await startTelephone()
  kalli = await startTestServer({
    config: { logLevel: 'silent', twilio: telephone.twilio, whatsapp: telephone.whatsapp },
  })
  accountId = await people.account(kalli)
})
after(async () => {
  await kalli.close()
  await telephone.close()
})
beforeEach(() => {
  kalli.time.set(testNow)
  telephone.mood.sms = 'well'
  telephone.mood.whatsapp = 'well'
  telephone.twilio.patienceMs = 10_000
  telephone.whatsapp.patienceMs = 10_000
})

let serial = 0
/** A message with a number of its own, and its state. */
const message = async (channels: readonly Way['channel'][], ending = '') => {
  serial += 1
  const to = `+5255${String(10_000_000 + serial * 10_000).slice(0, 4)}${ending === '' ? String(1000 + serial) : ending}`
  const key = `test:${serial}`
  const emails: string[] = []
  const ways = channels.map((channel): Way => {
    if (channel === 'sms') return { channel, to, text: `Kalli: prueba ${serial}` }
    if (channel === 'whatsapp')
      return {
        channel,
        to,
        template: { name: 'kalli_agenda', parameters: ['Cita', 'hoy'], text: '', link: 'my-bookings' },
      }
    if (channel === 'push')
      return { channel, accountId, title: 'Kalli', body: 'Prueba', path: '/my-bookings' }
    return { channel, to: 'persona@example.test', send: () => Promise.resolve(emails.push(key)) }
  })
  const due = {
    accountId,
    event: 'booking_confirmed',
    content: { key },
    dedupeKey: key,
    dueAt: kalli.clock(),
  }
  await enqueue(kalli.work(), [due])
  const write: Write = (work, messages) =>
    Promise.resolve(
      new Map(
        messages
          .filter(({ dedupeKey }) => dedupeKey === key)
          .map(({ id }) => [id, { ways, notBefore: work.now }]),
      ),
    )
  const tries = async () => {
    const { rows } = await kalli.database.pool.query<{
      id: string
      channel: string
      state: string
      reason: string | null
    }>(
      `select d.id, d.channel, d.state, d.reason from deliveries d join outbound_messages m on m.id = d.message_id
       where m.dedupe_key = $1 order by d.queued_at, d.state = 'failed' desc, d.channel desc`,
      [key],
    )
    return rows
  }
  return {
    to,
    due,
    emails,
    key,
    write,
    send: () => sendDue(kalli.work(), write),
    tries,
    states: async () =>
      (await tries()).map(({ channel, state, reason }) => [
        channel,
        state,
        ...(reason === null ? [] : [reason]),
      ]),
    texts: () => telephone.texts.filter((one) => one.to === to),
    whatsapps: () => telephone.whatsapps.filter((one) => one.to === to),
    isOver: async () => {
      const { rows } = await kalli.database.pool.query<{ over: boolean }>(
        'select look_at is null as over from outbound_messages where dedupe_key = $1',
        [key],
      )
      return rows[0]?.over
    },
  }
}

/** As if the process that held it died: its lease is over. */
const loseLease = () =>
  kalli.database.pool.query(`update outbound_messages set leased_until = clock_timestamp()`)

const post = async ({
  path,
  body,
  headers,
}: {
  path: string
  body: string
  headers: Record<string, string>
}) => (await kalli.app.inject({ method: 'POST', url: path, payload: body, headers })).statusCode

test('a message is sent by the first channel, once, however often it is requested', async () => {
  const one = await message(['whatsapp', 'sms', 'email'])
  await enqueue(kalli.work(), [one.due])
  await Promise.all([one.send(), one.send(), one.send()])
  assert.deepEqual(await one.states(), [['whatsapp', 'sent']])
  assert.equal(one.whatsapps().length, 1)
  assert.match(one.whatsapps()[0]?.body ?? '', /^kalli_agenda\|Cita\|hoy\|my-bookings$/)
  assert.equal(one.texts().length + one.emails.length, 0)
})

test('a refused number falls back to the next channel at once, and then to the one after it', async () => {
  const one = await message(['whatsapp', 'sms', 'email'], '0400')
  await one.send()
  assert.deepEqual(await one.states(), [
    ['whatsapp', 'failed', 'whatsapp_131026'],
    ['sms', 'failed', 'twilio_21211'],
    ['email', 'sent'],
  ])
  assert.equal(one.emails.length, 1)
  assert.equal(await one.isOver(), true)
})

test('an unconfirmed message is sent by the next channel after its minutes; a confirmed one is not', async () => {
  const lost = await message(['sms', 'email'])
  await lost.send()
  kalli.time.advance(9)
  await lost.send()
  assert.deepEqual(await lost.states(), [['sms', 'sent']])
  kalli.time.advance(2)
  await lost.send()
  assert.deepEqual(await lost.states(), [
    ['sms', 'failed', 'not_confirmed'],
    ['email', 'sent'],
  ])
  assert.deepEqual([lost.texts().length, lost.emails.length], [1, 1])

  const received = await message(['sms', 'email'])
  await received.send()
  const [tried] = await received.tries()
  assert.ok(tried)
  await report(kalli.work(), { channel: 'sms', deliveryId: tried.id, externalId: null, state: 'delivered' })
  kalli.time.advance(60)
  await received.send()
  assert.deepEqual(await received.states(), [['sms', 'delivered']])
  assert.equal(await received.isOver(), true)
})

for (const [mood, channel] of [
  ['busy', 'sms'],
  ['broken', 'sms'],
  ['busy', 'whatsapp'],
  ['broken', 'whatsapp'],
] as const)
  test(`${channel}: a provider that is ${mood} is retried with the same delivery, and finally falls back to the next channel`, async () => {
    const one = await message([channel, 'email'])
    telephone.mood[channel] = mood
    await one.send()
    await one.send()
    assert.deepEqual(await one.states(), [[channel, 'queued']])
    telephone.mood[channel] = 'well'
    kalli.time.advance(1)
    await one.send()
    assert.deepEqual(await one.states(), [[channel, 'sent']])
    assert.equal(one.texts().length + one.whatsapps().length, 1)

    const other = await message([channel, 'email'])
    telephone.mood[channel] = mood
    for (let round = 0; round < 5; round += 1) {
      await other.send()
      kalli.time.advance(16)
    }
    assert.deepEqual(await other.states(), [
      [channel, 'failed', 'unreachable'],
      ['email', 'sent'],
    ])
    assert.equal(other.texts().length + other.whatsapps().length, 0)
  })

for (const mood of ['lost', 'silent'] as const) {
  test(`sms: a connection that is ${mood} after acceptance is looked up at the provider, not sent again`, async () => {
    const one = await message(['sms', 'email'])
    telephone.mood.sms = mood
    // Long enough to be accepted, also on a slow day.
    if (mood === 'silent') telephone.twilio.patienceMs = 1_500
    await one.send()
    assert.deepEqual(await one.states(), [['sms', 'queued']])
    telephone.mood.sms = 'well'
    kalli.time.advance(1)
    await one.send()
    assert.deepEqual(await one.states(), [['sms', 'sent']])
    assert.equal(one.texts().length, 1)
  })
  test(`whatsapp: a connection that is ${mood} after acceptance waits for the report with our id`, async () => {
    const one = await message(['whatsapp', 'email'])
    telephone.mood.whatsapp = mood
    if (mood === 'silent') telephone.whatsapp.patienceMs = 1_500
    await one.send()
    assert.deepEqual(await one.states(), [['whatsapp', 'sent']])
    const [taken] = one.whatsapps()
    assert.ok(taken)
    const reported = telephone.whatsappReport({
      statuses: [{ id: taken.id, status: 'delivered', biz_opaque_callback_data: taken.reference }],
    })
    assert.equal(await post(reported), 200)
    kalli.time.advance(60)
    await one.send()
    assert.deepEqual(await one.states(), [['whatsapp', 'delivered']])
    assert.equal(one.whatsapps().length, 1)
  })
}

test('a crash between the provider’s reply and its record sends nothing twice', async () => {
  for (const channel of ['sms', 'whatsapp'] as const) {
    const one = await message([channel, 'email'])
    await one.send()
    // The state when the process is killed between the call and its record.
    await kalli.database.pool.query('alter table deliveries disable trigger deliveries_forward')
    await kalli.database.pool.query(
      `update deliveries set state = 'queued', sent_at = null, external_id = null where id = $1`,
      [(await one.tries())[0]?.id],
    )
    await kalli.database.pool.query('alter table deliveries enable trigger deliveries_forward')
    await kalli.database.pool.query('update outbound_messages set look_at = $1 where dedupe_key = $2', [
      kalli.clock(),
      one.due.dedupeKey,
    ])
    await loseLease()
    await one.send()
    assert.deepEqual(await one.states(), [[channel, 'sent']])
    assert.equal(one.texts().length + one.whatsapps().length, 1)
  }
})

test('whatsapp: a message retried, accepted and then unrecorded by a crash is not sent twice', async () => {
  const one = await message(['whatsapp', 'email'])
  telephone.mood.whatsapp = 'broken'
  await one.send()
  assert.deepEqual(await one.states(), [['whatsapp', 'queued']])
  telephone.mood.whatsapp = 'well'
  kalli.time.advance(1)
  // The second process dies before it records WhatsApp's response.
  const { pool } = kalli.database
  await pool.query(`create function dies() returns trigger language plpgsql as $$ begin
      if new.leased_until is null then raise exception 'killed'; end if; return new; end $$;
    create trigger dies before update on outbound_messages for each row execute function dies()`)
  await assert.rejects(one.send())
  await pool.query('drop trigger dies on outbound_messages; drop function dies')
  assert.deepEqual(await one.states(), [['whatsapp', 'queued']])
  assert.equal(one.whatsapps().length, 1)
  kalli.time.advance(1)
  await loseLease()
  await one.send()
  assert.deepEqual(await one.states(), [['whatsapp', 'sent']])
  assert.equal(one.whatsapps().length, 1)
  // No report came: the next channel.
  kalli.time.advance(11)
  await one.send()
  assert.deepEqual(await one.states(), [
    ['whatsapp', 'failed', 'not_confirmed'],
    ['email', 'sent'],
  ])
})

test('reports: forged ones are ignored; repeated, late and disordered ones change nothing', async () => {
  const one = await message(['sms', 'email'])
  await one.send()
  const [tried] = await one.tries()
  const sid = one.texts()[0]?.id ?? ''
  assert.ok(tried)
  const say = (status: string, token?: string) =>
    post(telephone.twilioReport(kalli.url, tried.id, { MessageSid: sid, MessageStatus: status }, token))
  assert.equal(await say('delivered', 'somebody else’s token'), 403)
  const { path, body, headers } = telephone.twilioReport(kalli.url, tried.id, {
    MessageSid: sid,
    MessageStatus: 'delivered',
  })
  assert.equal(await post({ path, body: body.replace('delivered', 'failed'), headers }), 403)
  assert.equal(await post({ path, body, headers: { 'content-type': headers['content-type'] } }), 403)
  assert.deepEqual(await one.states(), [['sms', 'sent']])
  for (const status of ['delivered', 'sent', 'queued', 'delivered', 'failed', 'undelivered', 'nonsense'])
    assert.equal(await say(status), 200)
  assert.deepEqual(await one.states(), [['sms', 'delivered']])

  const two = await message(['whatsapp', 'email'])
  await two.send()
  const [taken] = two.whatsapps()
  assert.ok(taken)
  const notify = (status: string, secret?: string) =>
    post(telephone.whatsappReport({ statuses: [{ id: taken.id, status }] }, secret))
  assert.equal(await notify('read', 'somebody else’s secret'), 403)
  assert.deepEqual(await two.states(), [['whatsapp', 'sent']])
  for (const status of ['read', 'delivered', 'sent', 'failed']) assert.equal(await notify(status), 200)
  assert.deepEqual(await two.states(), [['whatsapp', 'read']])
  for (const odd of ['', '{', '[]', '{"entry":1}', 'null'])
    assert.equal(await post({ ...telephone.whatsappReport({}), body: odd }), 403)
})

/** A delivered message cannot fail any more, and a failed one cannot arrive: whichever report comes first. */
test('sms: in each of 24 orders of four reports, the first final report counts', async () => {
  for (const order of permutations(['queued', 'sent', 'delivered', 'undelivered'])) {
    const one = await message(['sms', 'email'])
    await one.send()
    const [tried] = await one.tries()
    assert.ok(tried)
    for (const status of order) {
      const said = { MessageSid: one.texts()[0]?.id ?? '', MessageStatus: status, ErrorCode: '30003' }
      assert.equal(await post(telephone.twilioReport(kalli.url, tried.id, said)), 200)
    }
    const isThere = order.indexOf('delivered') < order.indexOf('undelivered')
    assert.deepEqual(
      await one.states(),
      [isThere ? ['sms', 'delivered'] : ['sms', 'failed', 'twilio_30003']],
      order.join(),
    )
    // Delivered, it is done; failed, the next channel is due.
    assert.equal(await one.isOver(), isThere, order.join())
  }
})

test('whatsapp: in each of 24 orders of four reports, read counts unless it failed before it was delivered', async () => {
  for (const order of permutations(['sent', 'delivered', 'read', 'failed'])) {
    const one = await message(['whatsapp', 'email'])
    await one.send()
    const id = one.whatsapps()[0]?.id ?? assert.fail('nothing was taken')
    for (const status of order)
      assert.equal(await post(telephone.whatsappReport({ statuses: [{ id, status }] })), 200)
    const failed = order.indexOf('failed')
    const isThere = order.indexOf('delivered') < failed || order.indexOf('read') < failed
    const [state] = await one.states()
    assert.deepEqual(state?.slice(0, 2), ['whatsapp', isThere ? 'read' : 'failed'], order.join())
    assert.equal(await one.isOver(), isThere, order.join())
  }
})

test('a failure report starts the next channel at once', async () => {
  const one = await message(['sms', 'email'])
  await one.send()
  const [tried] = await one.tries()
  assert.ok(tried)
  const failed = { MessageSid: one.texts()[0]?.id ?? '', MessageStatus: 'undelivered', ErrorCode: '30003' }
  assert.equal(await post(telephone.twilioReport(kalli.url, tried.id, failed)), 200)
  await one.send()
  assert.deepEqual(await one.states(), [
    ['sms', 'failed', 'twilio_30003'],
    ['email', 'sent'],
  ])
})

test('the database refuses a second active delivery, a repeated channel, a step back and a duplicate message key', async () => {
  const one = await message(['sms', 'email'])
  await one.send()
  const [tried] = await one.tries()
  assert.ok(tried)
  const pool = kalli.database.pool
  const again = (channel: string) =>
    pool.query(
      `insert into deliveries (id, message_id, channel, recipient, queued_at)
       select gen_random_uuid(), message_id, $2, 'x', now() from deliveries where id = $1`,
      [tried.id, channel],
    )
  // Two workers at once, each sure that the message is its own.
  const racing = await Promise.allSettled([again('email'), again('whatsapp'), again('sms')])
  assert.ok(racing.every(({ status }) => status === 'rejected'))
  await assert.rejects(again('email'), /deliveries_one_alive/)
  await report(kalli.work(), { channel: 'sms', deliveryId: tried.id, externalId: null, state: 'read' })
  const set = (change: string) => pool.query(`update deliveries set ${change} where id = $1`, [tried.id])
  await assert.rejects(
    set(`state = 'sent', delivered_at = null, read_at = null`),
    /forward only|cannot be changed/,
  )
  await assert.rejects(
    set(`state = 'failed', reason = 'x', failed_at = now(), delivered_at = null, read_at = null`),
    /did arrive/,
  )
  await assert.rejects(set(`channel = 'email'`), /cannot be changed/)
  await assert.rejects(
    pool.query(
      `insert into outbound_messages (account_id, event, content, dedupe_key, created_at)
       select account_id, event, content, dedupe_key, now() from outbound_messages where dedupe_key = $1`,
      [one.due.dedupeKey],
    ),
    /outbound_messages_once/,
  )
})

test('a user who answers BAJA gets no more WhatsApp messages, and Meta verifies our webhook by our token only', async () => {
  await people.reachLevel(kalli, accountId, 1)
  const { rows } = await kalli.database.pool.query<{ phone: string }>(
    'select phone from accounts where id = $1',
    [accountId],
  )
  const phone = rows[0]?.phone ?? ''
  await agree(kalli.work(), { accountId }, phone)
  const answers = (text: string) =>
    post(
      telephone.whatsappReport({
        messages: [
          { id: `wamid.${text}`, from: phone.replace('+52', '521'), type: 'text', text: { body: text } },
        ],
      }),
    )
  await answers('Gracias, ahí estaré')
  assert.notEqual(await consentSince(kalli.work(), { accountId }, phone), null)
  await answers(' Baja. ')
  await answers('BAJA')
  assert.equal(await consentSince(kalli.work(), { accountId }, phone), null)
  const shake = (token: string) =>
    kalli.app.inject(
      `/api/messages/whatsapp?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=12345`,
    )
  assert.equal((await shake('another word')).statusCode, 403)
  const hand = await shake(telephone.whatsapp.verifyToken)
  assert.deepEqual([hand.statusCode, hand.body], [200, '12345'])
})

test('a guest’s ten-digit number is messaged in Mexico, and their BAJA takes effect', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { contact: contactOf({ phone: '55 1234 5678' }) })
  const requested = { params: { id: visit.id }, query: { t: visit.t } }
  const guest = kalli.visitor()
  const since = async () => (await guest.call(visitConsent, requested)).body.since
  await guest.call(agreeForVisit, { ...requested, body: { agree: true } })
  assert.equal(await since(), testNow.toISOString())
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * 3_600_000))
  await remindDue(kalli.work())
  await drain(kalli)
  const [first, ...others] = telephone.whatsapps.filter(({ to }) => to.includes('12345678'))
  assert.equal(first?.to, '+525512345678')
  assert.ok(others.every(({ to }) => to === first?.to))
  await post(
    telephone.whatsappReport({
      messages: [{ id: 'wamid.baja', from: '5215512345678', type: 'text', text: { body: 'BAJA' } }],
    }),
  )
  assert.equal(await since(), null)
})

test('an administrator sees deliveries by channel and failure reasons, and no user’s number', async () => {
  const admin = await administrator(kalli)
  const seen = async () => {
    const answer = await admin.call(deliveryMonitor, { query: { span: 'day' } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const of = (channel: string) =>
      answer.body.channels.find((one) => one.channel === channel) ?? assert.fail(channel)
    return { ...answer.body, sms: of('sms'), whatsapp: of('whatsapp'), email: of('email') }
  }
  const before = await seen()
  const good = await message(['sms'])
  await good.send()
  const bad = await message(['whatsapp', 'email'], '0400')
  await bad.send()
  const waits = await message(['sms'])
  const after = await seen()
  const more = (channel: 'sms' | 'whatsapp' | 'email', state: 'sent' | 'failed') =>
    after[channel][state] - before[channel][state]
  assert.deepEqual(
    [more('sms', 'sent'), more('sms', 'failed'), more('whatsapp', 'failed'), more('email', 'failed')],
    [1, 0, 1, 0],
  )
  assert.equal(after.waiting - before.waiting, 1, 'what nobody has sent yet')
  // Each test begins at the same hour: failures of earlier tests may be as new.
  const [failure, ...others] = after.failures.filter(
    ({ id }) => !before.failures.some((one) => one.id === id),
  )
  assert.deepEqual(others, [])
  assert.deepEqual([failure?.channel, failure?.event], ['whatsapp', 'booking_confirmed'])
  const reason = after.reasons.find((one) => one.channel === 'whatsapp' && one.reason === failure?.reason)
  assert.ok((reason?.count ?? 0) >= 1)
  for (const { to } of [good, bad, waits]) assert.ok(!JSON.stringify(after).includes(to), 'masked')
  // After five minutes it is overdue; after a day it is out of the day's figures.
  kalli.time.advance(6)
  assert.ok((await seen()).late > before.late)
  kalli.time.advance(24 * 60)
  assert.deepEqual([(await seen()).sms.sent, (await seen()).failures], [0, []])
  const week = await admin.call(deliveryMonitor, { query: { span: 'week' } })
  assert.ok((week.body.channels.find(({ channel }) => channel === 'sms')?.sent ?? 0) >= 1)
})

test('an email that cannot be rendered delays no other: it is retried, and dropped after a day', async () => {
  const [broken, whole] = [await message(['email']), await message(['email'])]
  const writeBoth: Write = async (work, messages) => {
    if (messages.some(({ dedupeKey }) => dedupeKey === broken.key)) throw new Error('no such kind of content')
    return whole.write(work, messages)
  }
  await sendDue(kalli.work(), writeBoth)
  assert.equal(whole.emails.length, 1)
  const isActive = async () =>
    (
      await kalli.database.pool.query<{ look_at: Date | null; tries: number; leased_until: Date | null }>(
        'select look_at, tries, leased_until from outbound_messages where dedupe_key = $1',
        [broken.key],
      )
    ).rows[0]
  const first = await isActive()
  assert.deepEqual([first?.tries, first?.leased_until], [1, null])
  assert.ok(first?.look_at && first.look_at > kalli.clock())
  kalli.time.advance(25 * 60)
  await sendDue(kalli.work(), writeBoth)
  assert.equal((await isActive())?.look_at, null)
  assert.deepEqual([broken.emails.length, whole.emails.length], [0, 1])
})

test('an email to an unknown mailbox fails once with the server’s code, and is not retried for a day', async () => {
  const smtp = await postOffice()
  const real = await startTestServer({
    config: { logLevel: 'silent', smtpUrl: smtp.url, mailFrom: 'Kalli <hola@kalli.mx>' },
  })
  try {
    const own = await people.account(real)
    const emailMessage = { subject: 'Prueba', text: 'Prueba', html: 'Prueba', dedupeKey: 'dead' }
    const way: Way = {
      channel: 'email',
      to: 'nadie@ejemplo.mx',
      send: (work) => sendMail(work, { to: 'nadie@ejemplo.mx', ...emailMessage }),
    }
    const write: Write = (work, messages) =>
      Promise.resolve(new Map(messages.map(({ id }) => [id, { ways: [way], notBefore: work.now }])))
    smtp.recipient = '550 5.1.1 no such user here'
    await enqueue(real.work(), [
      { accountId: own, event: 'test', content: {}, dedupeKey: 'dead', dueAt: real.clock() },
    ])
    await sendDue(real.work(), write)
    for (let hour = 0; hour < 3; hour += 1) {
      real.time.advance(60)
      await sendDue(real.work(), write)
    }
    const { rows } = await real.database.pool.query(
      'select d.state, d.reason, m.look_at from deliveries d join outbound_messages m on m.id = d.message_id',
    )
    assert.deepEqual(rows, [{ state: 'failed', reason: 'smtp_550', look_at: null }])
    assert.equal(smtp.requests, 1)
  } finally {
    await real.close()
    await smtp.close()
  }
})
