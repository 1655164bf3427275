/** Which clients count as lapsed, what may be written to them, and the results. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { notificationSettings, saveNotificationSettings } from '#contract/notification/notification.ts'
import { mergeClients, removeClient } from '#contract/booking/client/own-client.ts'
import { endMessageConsent, recordMessageConsent } from '#contract/booking/client/message-consent.ts'
import * as contract from '#contract/booking/client/win-back.ts'
import { addCoupon } from '#contract/pricing/coupon.ts'
import { lapsedOf } from '#server/booking/client/lapsed.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, type Bookable } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { watchPlans } from '#server/testing/plans.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const stylist = () => people.bookable(kalli, { noticeMinutes: 0 })
const lapsed = async (at: Bookable) => {
  const answer = await at.professional.person.call(contract.lapsedClients)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** A copy of this booking, this many days from now, in another state: only its row. */
const like = (bookingId: string, days: number, status = 'closed', createdDays = days - 1) =>
  kalli.database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    const { rows } = await sql<{ id: string }>`
      insert into bookings select (jsonb_populate_record(model, jsonb_build_object(
        'id', gen_random_uuid(), 'holder', 'visitor:' || gen_random_uuid(), 'status', ${status}::text,
        'starts_at', at, 'ends_at', at + interval '1 hour',
        'requested_at', case when ${status} = 'requested' then at - interval '30 hours' end,
        'respond_by', case when ${status} = 'requested' then at - interval '2 hours' end,
        'professional_acceptance', case when ${status} = 'requested' then 'pending' else 'not_needed' end,
        'created_at', ${kalli.clock()}::timestamptz + make_interval(days => ${createdDays})))).*
      from bookings model cross join (select ${kalli.clock()}::timestamptz + make_interval(days => ${days}) as at) moment
      where id = ${bookingId} returning id`.execute(db)
    return rows[0]?.id ?? ''
  })

/** A client whose only visits were this many days ago. */
const clientWith = async (at: Bookable, daysAgo: readonly number[], values: { who?: Person } = {}) => {
  const contact = contactOf({ firstName: 'Itzel', lastName: 'Muñoz', phone: '' })
  const first = await booked(kalli, at, { ...values, contact: { ...contact, phone: '+525511112222' } })
  for (const days of daysAgo) await like(first.id, -days)
  await kalli.database.pool.query('delete from claims where booking_id = $1', [first.id])
  await kalli.database.pool.query(
    `update bookings set status = 'cancelled_by_client', version = version + 1 where id = $1`,
    [first.id],
  )
  const { rows } = await kalli.database.pool.query<{ client_id: number }>(
    'select client_id::int from bookings where id = $1',
    [first.id],
  )
  return { model: first.id, clientId: rows[0]?.client_id ?? 0 }
}

const agrees = async (person: Person) => {
  const { body: now } = await person.call(notificationSettings)
  const chosen = now.events.find(({ event }) => event === 'win_back')
  assert.deepEqual([chosen?.email, chosen?.push, chosen?.open], [false, false, ['push', 'email']])
  const answer = await person.call(saveNotificationSettings, {
    body: {
      version: now.version,
      quiet: now.quiet,
      events: [{ event: 'win_back', app: false, push: false, whatsapp: false, sms: false, email: true }],
    },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const write = (at: Bookable, id: number, way: 'kalli' | 'whatsapp', text = 'Ya toca.') =>
  at.professional.person.call(contract.winBack, { params: { id }, body: { way, text } })

test('a client’s interval comes from three visits, and with fewer from the service, which is stated', async () => {
  const at = await stylist()
  const own = await clientWith(at, [200, 170, 141, 40])
  const few = await clientWith(at, [60])
  const early = await clientWith(at, [80, 50, 20])
  const { clients, toWrite } = await lapsed(at)
  assert.deepEqual(
    clients.map(({ id, intervalDays, intervalOf, daysSince }) => ({
      id,
      intervalDays,
      intervalOf,
      daysSince,
    })),
    [
      // The median, not the mean, of the gaps 30, 29 and 101, and of the others' 30 and 30.
      { id: few.clientId, intervalDays: 30, intervalOf: 'service', daysSince: 60 },
      { id: own.clientId, intervalDays: 30, intervalOf: 'own', daysSince: 40 },
    ],
  )
  assert.equal(toWrite, 2)
  assert.ok(clients.every(({ id }) => id !== early.clientId))
  assert.deepEqual((await lapsed(await stylist())).clients, [], 'a colleague has none of them')
})

test('missed and cancelled visits do not count, and clients who left long ago are not listed', async () => {
  const at = await stylist()
  const missed = await clientWith(at, [90, 60])
  for (const status of ['client_no_show', 'cancelled_by_client']) await like(missed.model, -30, status)
  assert.deepEqual((await lapsed(at)).clients, [])
  const long = await stylist()
  await clientWith(long, [700, 670, 640])
  assert.deepEqual((await lapsed(long)).clients, [])
})

test('a client who consented gets one email, after quiet hours, and others are written to by the professional', async () => {
  const at = await stylist()
  const account = await people.account(kalli, { firstName: 'Itzel' })
  const person = await people.signIn(kalli, account)
  const one = await clientWith(at, [100, 70, 40], { who: person })
  assert.equal(refusalOf(await write(at, one.clientId, 'kalli')).code, 'win_back_not_agreed')
  await agrees(person)
  // Eleven at night in Mexico City.
  kalli.time.set(new Date('2026-11-20T05:00:00Z'))
  const answer = await write(at, one.clientId, 'kalli', 'Te extraño, Itzel.')
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const [listed] = answer.body.clients
  assert.equal(listed?.written?.way, 'kalli')
  assert.equal(answer.body.toWrite, 0)
  assert.equal(refusalOf(await write(at, one.clientId, 'whatsapp')).code, 'win_back_written')
  await drain(kalli)
  const { rows } = await sql<{ look_at: Date; content: { title: string; message: string } }>`
    select look_at, content from outbound_messages where account_id = ${account} and event = 'win_back'`.execute(
    kalli.database.kysely,
  )
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.content.message, 'Te extraño, Itzel.')
  assert.equal(rows[0]?.look_at.toISOString(), '2026-11-20T14:00:00.000Z', 'after their quiet hours')
  const undone = await at.professional.person.call(contract.undoWinBack, { params: { id: one.clientId } })
  assert.equal(undone.status, 404, 'what Kalli sends cannot be taken back')
})

test('consent to one professional allows only their emails, and none once it is revoked while one is waiting', async () => {
  const account = await people.account(kalli, { firstName: 'Itzel' })
  const person = await people.signIn(kalli, account)
  const [at, other] = [await stylist(), await stylist()]
  const one = await clientWith(at, [100, 70, 40], { who: person })
  const theirs = await clientWith(other, [100, 70, 40], { who: person })
  const params = { id: one.clientId }
  const record = () => at.professional.person.call(recordMessageConsent, { params, body: { agreed: true } })
  await record()
  assert.equal((await lapsed(at)).clients[0]?.agreed, true)
  assert.equal(refusalOf(await write(other, theirs.clientId, 'kalli')).code, 'win_back_not_agreed')
  const sent = async () => {
    await drain(kalli)
    await sendDue(kalli.work())
    const { rows } = await kalli.database.pool.query<{ n: number }>(
      `select count(*)::int as n from mails where dedupe_key like 'win_back:%' and to_address = (select email from accounts where id = $1)`,
      [account],
    )
    return rows[0]?.n
  }
  assert.equal((await write(at, one.clientId, 'kalli')).status, 200)
  // Revoked while the message waits.
  await at.professional.person.call(endMessageConsent, { params })
  assert.equal(await sent(), 0)
  await record()
  kalli.time.set(new Date(testNow.getTime() + 31 * dayMs))
  assert.equal((await write(at, one.clientId, 'kalli')).status, 200)
  assert.equal(await sent(), 1)
})

test('of two concurrent messages one is sent, and no other before the interval is over', async () => {
  const at = await stylist()
  const one = await clientWith(at, [100, 70, 40])
  const both = await Promise.all([1, 2].map(() => write(at, one.clientId, 'whatsapp')))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await assert.rejects(
    kalli.database.pool.query(
      `insert into win_back_messages select gen_random_uuid(), professional_id, card_id, way, message, null,
         tstzrange(lower(pause) + interval '1 day', upper(pause) + interval '9 days') from win_back_messages where card_id = $1`,
      [one.clientId],
    ),
    /win_back_messages_paused/,
  )
  kalli.time.set(new Date(testNow.getTime() + 29 * dayMs))
  assert.equal(refusalOf(await write(at, one.clientId, 'whatsapp')).code, 'win_back_written')
  kalli.time.set(new Date(testNow.getTime() + 31 * dayMs))
  assert.equal((await write(at, one.clientId, 'whatsapp')).status, 200)
})

test('a WhatsApp message that was not sent can be undone, and a stranger finds none', async () => {
  const at = await stylist()
  const other = await stylist()
  const one = await clientWith(at, [100, 70, 40])
  assert.equal((await write(other, one.clientId, 'whatsapp')).status, 404)
  await write(at, one.clientId, 'whatsapp')
  const params = { id: one.clientId }
  assert.equal((await other.professional.person.call(contract.undoWinBack, { params })).status, 404)
  const { body } = await at.professional.person.call(contract.undoWinBack, { params })
  assert.equal(body.toWrite, 1)
  assert.equal(body.outcome.written, 0)
})

test('the message has the professional’s own words and coupon, and no other’s or expired coupon', async () => {
  const at = await stylist()
  const other = await stylist()
  const ofCoupon = (code: string, validTo: string | null) => ({
    code,
    change: { kind: 'percent' as const, bp: 1000 },
    serviceIds: [],
    validFrom: null,
    validTo,
    maxUses: null,
    onceEach: true,
    active: true,
  })
  const save = (body: { text: string; couponId: number | null; version: number }) =>
    at.professional.person.call(contract.saveWinBackWords, { body })
  const { body: own } = await at.professional.person.call(addCoupon, {
    body: ofCoupon('VUELVE', '2026-12-12'),
  })
  const { body: others } = await other.professional.person.call(addCoupon, { body: ofCoupon('OTRA', null) })
  assert.equal((await save({ text: 'Hola', couponId: others[0]?.id ?? 0, version: 0 })).status, 404)
  const couponId = own[0]?.id ?? 0
  const saved = await save({ text: '¿Vienes?', couponId, version: 0 })
  assert.equal(saved.body.words.text, '¿Vienes?')
  assert.equal(
    saved.body.words.couponText,
    'Con el código VUELVE tienes 10 % de descuento hasta el 12 de diciembre.',
  )
  assert.equal(refusalOf(await save({ text: 'Otra', couponId: null, version: 0 })).code, 'stale_version')
  kalli.time.set(new Date('2026-12-14T18:00:00Z'))
  assert.equal((await lapsed(at)).words.couponText, '')
})

test('the outcome counts who booked within sixty days of a message, who came, and what was paid', async () => {
  const at = await stylist()
  const came = await clientWith(at, [100, 70, 40])
  const books = await clientWith(at, [101, 71, 41])
  const never = await clientWith(at, [102, 72, 42])
  for (const { clientId } of [came, books, never]) await write(at, clientId, 'whatsapp')
  await like(came.model, 10, 'closed', 2)
  await like(books.model, 20, 'confirmed', 3)
  await like(never.model, 90, 'closed', 61)
  kalli.time.set(new Date(testNow.getTime() + 12 * dayMs))
  const { outcome } = await lapsed(at)
  assert.deepEqual(outcome, {
    written: 3,
    byKalli: 0,
    clients: 3,
    booked: 2,
    came: 1,
    spentCents: outcome.spentCents,
  })
  assert.ok(outcome.spentCents > 0)
})

test('two merged clients have one interval and one message', async () => {
  const at = await stylist()
  const one = await clientWith(at, [100, 70])
  const other = await clientWith(at, [41])
  await at.professional.person.call(mergeClients, {
    params: { id: one.clientId },
    body: { other: other.clientId },
  })
  const { clients } = await lapsed(at)
  assert.deepEqual(
    clients.map(({ id, intervalDays, daysSince }) => [id, intervalDays, daysSince]),
    [[one.clientId, 29, 41]],
  )
  await write(at, other.clientId, 'whatsapp')
  assert.equal(refusalOf(await write(at, one.clientId, 'whatsapp')).code, 'win_back_written')
  const removed = await at.professional.person.call(removeClient, { params: { id: one.clientId } })
  assert.equal(refusalOf(removed).code, 'client_has_visits')
})

test('no client with an upcoming visit is listed, whatever happened to their other visits', async () => {
  const at = await stylist()
  const statuses = [
    'closed',
    'completed',
    'to_settle',
    'client_no_show',
    'cancelled_by_client',
    'declined',
    'confirmed',
    'requested',
    'held',
    'awaiting_payment',
  ] as const
  const expected: readonly string[] = ['to_settle', 'confirmed', 'requested', 'held', 'awaiting_payment']
  const history = fc.array(
    fc.record({ days: fc.integer({ min: -400, max: 60 }), status: fc.constantFrom(...statuses) }),
    { minLength: 3, maxLength: 9 },
  )
  let listed = 0
  await fc.assert(
    fc.asyncProperty(history, async (visits) => {
      kalli.time.set(testNow)
      const one = await clientWith(at, [])
      for (const { days, status } of visits) {
        const isOver = ['closed', 'completed', 'to_settle', 'client_no_show'].includes(status)
        await like(one.model, isOver ? -Math.abs(days) - 1 : days, status)
      }
      const comes = visits.some(
        ({ days, status }) => days > 0 && status !== 'to_settle' && expected.includes(status),
      )
      const found = await lapsedOf(kalli.work(), at.professional.id, one.clientId)
      listed += found.length
      if (comes) assert.deepEqual(found, [])
      for (const { daysSince, intervalDays } of found) assert.ok(daysSince > intervalDays)
    }),
    { seed: testSeed, numRuns: cases(25, 200) },
  )
  assert.ok(listed > 0, 'some of them were on it')
})

test('the list is read through indexes', async () => {
  const at = await stylist()
  const other = await stylist()
  await clientWith(at, [100, 70, 40])
  await sql`insert into client_cards (professional_id, id, first_name, created_at, updated_at)
    select ${other.professional.id}, 5000000 + n, 'Cliente', now(), now() from generate_series(1, 2000) n`.execute(
    kalli.database.kysely,
  )
  await sql`insert into win_back_messages (id, professional_id, card_id, way, message, pause)
    select gen_random_uuid(), professional_id, id, 'whatsapp', 'Ya toca.', tstzrange(now() - interval '300 days', now() - interval '290 days')
    from client_cards where id > 5000000 and professional_id = ${other.professional.id}`.execute(
    kalli.database.kysely,
  )
  for (const table of ['bookings', 'client_cards', 'win_back_messages', 'clients'])
    await sql`analyze ${sql.table(table)}`.execute(kalli.database.kysely)
  const watched = watchPlans(
    kalli,
    (table) => !['bookings', 'win_back_messages', 'notification_settings'].includes(table),
  )
  try {
    const work = { ...kalli.work({ professionalId: at.professional.id }), db: watched.db }
    const { indexes } = await watched.cost(() => lapsedOf(work, at.professional.id))
    assert.ok(
      [...indexes].some((name) => name.startsWith('bookings_')),
      [...indexes].join(' '),
    )
  } finally {
    await watched.close()
  }
})
