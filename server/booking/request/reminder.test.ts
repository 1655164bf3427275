import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { bothSay } from '#server/testing/rescues.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const visitOn = async (date: string, place?: number, at?: Bookable) => {
  const where = at ?? (await people.bookable(kalli, { noticeMinutes: 0 }))
  const visit = await booked(kalli, where, place === undefined ? { date } : { date, place })
  await drain(kalli)
  const startsAt = Date.parse(visit.startsAt)
  /** Moves the clock to this long before the visit and sends everything that is due. */
  const clockAt = async (before: number, rounds = 1) => {
    kalli.time.set(new Date(startsAt - before))
    for (let round = 0; round < rounds; round += 1) await remindDue(kalli.work())
    await drain(kalli)
  }
  return { ...visit, at: where, clockAt }
}

const reported = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ way: string; said: string }>(
    `select 'email' as way, subject || ' ' || body_text as said from mails where dedupe_key like 'booking-reminder:' || $1 || ':%'
     union all
     select t.channel, t.body from text_messages t join deliveries d on d.id = t.delivery_id
     join outbound_messages m on m.id = d.message_id where m.booking_id = $1::uuid and m.event like 'reminder%' order by way`,
    [id],
  )
  return rows
}
const ways = async (id: string) => (await reported(id)).map(({ way }) => way)

test('a visit gets one e-mail a day before and one two hours before', async () => {
  const visit = await visitOn('2026-11-25', 4)
  await visit.clockAt(24 * hourMs + minuteMs)
  assert.deepEqual(await ways(visit.id), [])
  await visit.clockAt(24 * hourMs, 3)
  const [email, ...more] = await reported(visit.id)
  assert.equal(more.length, 0)
  assert.match(email?.said ?? '', /^Mañana te esperan/)
  assert.match(email?.said ?? '', new RegExp(`booking-success\\?id=${visit.id}&t=`))
  assert.match(email?.said ?? '', new RegExp(visit.arrivalCode ?? 'no code'))
  await visit.clockAt(2 * hourMs + minuteMs)
  assert.deepEqual(await ways(visit.id), ['email'])
  await visit.clockAt(2 * hourMs, 3)
  // A guest's telephone is not confirmed: no text is sent to a possible stranger.
  assert.deepEqual(await ways(visit.id), ['email', 'email'])
  const { rows } = await kalli.database.pool.query(
    `select m.event, d.channel, d.state from outbound_messages m join deliveries d on d.message_id = m.id
     where m.booking_id = $1 and m.event like 'reminder%' order by m.event`,
    [visit.id],
  )
  assert.deepEqual(rows, [
    { event: 'reminder_day', channel: 'email', state: 'sent' },
    { event: 'reminder_soon', channel: 'email', state: 'sent' },
  ])
})

test('the confirmation e-mail attaches the visit as a calendar file, and the cancellation e-mail removes it', async () => {
  const visit = await visitOn('2026-11-27', 4)
  const fileOf = async (key: string) => {
    const { rows } = await kalli.database.pool.query<{ calendar: string | null }>(
      `select calendar from mails where dedupe_key = $1`,
      [key],
    )
    assert.equal(rows.length, 1, key)
    return rows[0]?.calendar ?? null
  }
  for (const side of ['client', 'professional']) {
    const file = (await fileOf(`booking-confirmed:${visit.id}:${side}`)) ?? ''
    assert.match(file, /\r\nSTATUS:CONFIRMED\r\n/)
    assert.ok(file.includes(`UID:kalli-${visit.id}@127.0.0.1`))
  }
  assert.equal(await fileOf(`booking-confirmed:${visit.id}:host`), null)
  const unfolded = ((await fileOf(`booking-confirmed:${visit.id}:client`)) ?? '').replaceAll('\r\n ', '')
  assert.match(unfolded, /BEGIN:VALARM\r\nACTION:DISPLAY\r\n[^]*TRIGGER:-PT120M/)
  assert.match(unfolded, new RegExp(`URL:.*booking-success\\?id=${visit.id}&t=`))
  assert.match(unfolded, new RegExp(`Código de llegada: ${visit.arrivalCode ?? 'no code'}`))
  assert.doesNotMatch(
    (await fileOf(`booking-confirmed:${visit.id}:professional`)) ?? '',
    /VALARM|URL:|Código/,
  )
  const params = { id: visit.id }
  const query = { t: visit.t }
  const { body } = await visit.who.call(cancellation.cancelQuote, { params, query, body: { as: 'client' } })
  await visit.who.call(cancellation.cancel, {
    params,
    query,
    body: { quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  await drain(kalli)
  assert.match((await fileOf(`booking-cancelled:${visit.id}:client`)) ?? '', /\r\nSTATUS:CANCELLED\r\n/)
})

test('the confirmation e-mail states when the card is charged, and links to a calendar file and Google without a secret', async () => {
  const visit = await visitOn('2026-11-27', 5)
  const { rows } = await kalli.database.pool.query<{ body_text: string }>(
    `select body_text from mails where dedupe_key = $1`,
    [`booking-confirmed:${visit.id}:client`],
  )
  const email = rows[0]?.body_text ?? ''
  assert.match(email, /Cargo a tu tarjeta: \$[\d,.]+, el jueves,? 26 de noviembre/)
  const google = /https:\/\/calendar\.google\.com\S+/.exec(email)?.[0] ?? ''
  const details = new URL(google).searchParams.get('details') ?? ''
  assert.match(details, new RegExp(`booking-success\\?id=${visit.id}$`))
  assert.ok(details.includes(visit.arrivalCode ?? 'no code'))
  const address = new URL(/https?:\S+\/api\/visit-calendars\/\S+/.exec(email)?.[0] ?? '')
  const read = (path: string) => fetch(new URL(path, kalli.url))
  const file = await read(address.pathname + address.search)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-type') ?? '', /^text\/calendar/)
  const text = (await file.text()).replaceAll('\r\n ', '')
  assert.match(text, /TRIGGER:-PT120M/)
  assert.ok(text.includes(`Código de llegada: ${visit.arrivalCode}`))
  assert.doesNotMatch(text, /METHOD/)
  const other = await visitOn('2026-11-27', 6)
  for (const path of [
    address.pathname,
    `${address.pathname}?t=mala`,
    address.pathname.replace(visit.id, other.id) + address.search,
    `/api/visit-calendars/nada.ics${address.search}`,
  ])
    assert.equal((await read(path)).status, 404, path)
})

test('an early visit gets its second reminder the evening before, not at night', async () => {
  const visit = await visitOn('2026-11-25', 0)
  // As if the place opened at seven.
  const { rows } = await kalli.database.pool.query<{ evening: Date }>(
    `update bookings set starts_at = (date '2026-11-25' + time '07:00') at time zone zone,
       ends_at = (date '2026-11-25' + time '08:30') at time zone zone, local_start = '2026-11-25 07:00'
     where id = $1 returning (date '2026-11-24' + time '20:00') at time zone zone as evening`,
    [visit.id],
  )
  const evening = rows[0]?.evening.getTime() ?? 0
  for (const [minutes, expected] of [
    [-1, ['email']],
    [0, ['email', 'email']],
    [9 * 60, ['email', 'email']],
  ] as const) {
    kalli.time.set(new Date(evening + minutes * minuteMs))
    await remindDue(kalli.work())
    await drain(kalli)
    assert.deepEqual(await ways(visit.id), expected)
  }
  assert.ok((await reported(visit.id)).every(({ said }) => said.startsWith('Mañana te esperan')))
})

test('a client just notified of a move gets no reminder that minute, but gets one two hours before', async () => {
  const visit = await visitOn('2026-11-27', 4)
  kalli.time.set('2026-11-24T18:00:00Z')
  const params = { id: visit.id }
  const query = { t: visit.t }
  const date = '2026-11-25'
  const free = await visit.who.call(changes.changeSlots, {
    params,
    query: { ...query, as: 'client', from: date, to: date },
  })
  const slot = free.body.days.flatMap(({ slots }) => slots)[4]
  const quote = await visit.who.call(changes.changeQuote, {
    params,
    query,
    body: { as: 'client', slotToken: slot?.token ?? '' },
  })
  const moved = await visit.who.call(changes.change, {
    params,
    query,
    body: { quoteToken: quote.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const startsAt = Date.parse(moved.body.startsAt)
  assert.ok(startsAt - kalli.clock().getTime() < 24 * hourMs)
  for (const minutes of [0, 1, 90]) {
    kalli.time.set(new Date(Date.parse('2026-11-24T18:00:00Z') + minutes * minuteMs))
    await remindDue(kalli.work())
    await drain(kalli)
    assert.deepEqual(await ways(visit.id), [], `${minutes} minutes after`)
  }
  kalli.time.set(new Date(startsAt - 2 * hourMs))
  await remindDue(kalli.work())
  await drain(kalli)
  assert.deepEqual(await ways(visit.id), ['email'])
})

test('a client who has just booked or cancelled gets no reminder', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const soon = await visitOn('2026-11-20', 4, at)
  await soon.clockAt(90 * minuteMs)
  const hoursAhead = (Date.parse(soon.startsAt) - testNow.getTime()) / hourMs
  assert.deepEqual(await ways(soon.id), hoursAhead >= 3 ? ['email'] : [], `${hoursAhead} hours ahead`)

  kalli.time.set(testNow)
  const gone = await visitOn('2026-11-26', 4, at)
  const params = { id: gone.id }
  const query = { t: gone.t }
  const { body } = await gone.who.call(cancellation.cancelQuote, { params, query, body: { as: 'client' } })
  const cancelled = await gone.who.call(cancellation.cancel, {
    params,
    query,
    body: { quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await gone.clockAt(24 * hourMs)
  await gone.clockAt(2 * hourMs)
  assert.deepEqual(await ways(gone.id), [])
})

test('a visit cancelled between its due time and the e-mail gets no reminder', async () => {
  const visit = await visitOn('2026-11-25', 4)
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * hourMs))
  await remindDue(kalli.work())
  const params = { id: visit.id }
  const query = { t: visit.t }
  const { body } = await visit.who.call(cancellation.cancelQuote, { params, query, body: { as: 'client' } })
  await visit.who.call(cancellation.cancel, {
    params,
    query,
    body: { quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  await drain(kalli)
  assert.deepEqual(await ways(visit.id), [])
})

/** A professional at one chair who has an agreement for another, four hundred metres away. */
const withCandidate = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const host = await people.host(kalli, { businessName: 'Casa Norte' })
  const space = await people.space(kalli, host, { units: 1 })
  await kalli.database.pool.query(
    `update spaces set latitude = latitude + 0.0036, name = 'Casa Norte', address = 'Durango 80' where id = $1`,
    [space.id],
  )
  await people.agreement(kalli, at.professional.id, space.id)
  return at
}
/** Its host cancels: the other place is requested. */
const takenBack = async ({ id, at }: Awaited<ReturnType<typeof visitOn>>) => {
  const { person } = at.host
  const quote = await person.call(cancellation.cancelQuote, { params: { id }, body: { as: 'host' } })
  assert.equal(quote.body.rescue?.search, 'found', JSON.stringify(quote.body))
  const gone = await person.call(cancellation.cancel, {
    params: { id },
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Se rompió la silla' },
  })
  assert.equal(gone.body.status, 'confirmed', JSON.stringify(gone.body))
}

test('after a host’s cancellation no reminder is sent until both accept, and then it names the new place', async () => {
  const visit = await visitOn('2026-11-25', 4, await withCandidate())
  await visit.clockAt(25 * hourMs)
  await takenBack(visit)
  await visit.clockAt(24 * hourMs)
  await visit.clockAt(23.5 * hourMs)
  assert.deepEqual(await ways(visit.id), [])
  await bothSay(visit.at, visit, 'accept')
  await visit.clockAt(23.4 * hourMs)
  const [email, ...more] = await reported(visit.id)
  assert.equal(more.length, 0)
  assert.match(email?.said ?? '', /^Mañana te esperan/)
  assert.match(email?.said ?? '', /Casa Norte/)
  assert.match(email?.said ?? '', /Durango 80/)
  assert.doesNotMatch(email?.said ?? '', /Colima/)
})

test('a visit cancelled by declining the other place gets no reminder', async () => {
  const visit = await visitOn('2026-11-25', 4, await withCandidate())
  await visit.clockAt(25 * hourMs)
  await takenBack(visit)
  await visit.clockAt(24 * hourMs)
  await bothSay(visit.at, visit, 'decline')
  await visit.clockAt(23 * hourMs)
  await visit.clockAt(2 * hourMs)
  assert.deepEqual(await ways(visit.id), [])
})

test('when the host cancels between due time and e-mail, the reminder waits for the answers', async () => {
  const visit = await visitOn('2026-11-25', 4, await withCandidate())
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * hourMs))
  await remindDue(kalli.work())
  await takenBack(visit)
  await drain(kalli)
  assert.deepEqual(await ways(visit.id), [])
  await bothSay(visit.at, visit, 'accept')
  await drain(kalli)
  kalli.time.advance(5)
  await sendDue(kalli.work())
  const [email, ...more] = await reported(visit.id)
  assert.equal(more.length, 0)
  assert.match(email?.said ?? '', /Durango 80/)
})

test('four workers send each of hundreds of reminders due in one minute once', async () => {
  const visit = await visitOn('2026-12-02', 4)
  const like = 700
  const client = await kalli.database.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into bookings select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
       from bookings one, generate_series(1, $2::int) where one.id = $1`,
      [visit.id, like],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * hourMs))
  const noted = await Promise.all([1, 2, 3, 4].map(() => remindDue(kalli.work())))
  assert.equal(
    noted.reduce((sum, one) => sum + one, 0),
    like + 1,
  )
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ emails: number; about: number }>(
    `select count(*)::int as emails, count(distinct dedupe_key)::int as about from mails
     where dedupe_key like 'booking-reminder:%:day:' || $1`,
    [new Date(visit.startsAt).toISOString()],
  )
  assert.deepEqual(rows, [{ emails: like + 1, about: like + 1 }])
})
