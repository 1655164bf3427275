/** Outside calendars: their owners, what they claim, what they never touch, and how their owner is notified of failures. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as contractOfHold from '#contract/booking/hold.ts'
import * as calendarContract from '#contract/booking/agenda/calendar.ts'
import { community } from '#contract/notification/notification.ts'
import * as contract from '#contract/availability/outside-calendar.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { standinCalendars } from '#server/availability/outside/calendar-source.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, slotOn, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { overlapsIn } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  standinCalendars.clear()
})

const day = '2026-11-25'
type At = Awaited<ReturnType<typeof people.bookable>>

const stamp = (iso: string) => iso.replaceAll(/[-:]/g, '').replace('.000', '')
/** Busy between two instants of a day, as any other calendar states it; with a title that must not be used here. */
const busy = (...spans: [string, string][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//otro//ES',
    ...spans.flatMap(([from, to], place) => [
      'BEGIN:VEVENT',
      `UID:${place}@otro`,
      `DTSTART:${stamp(from)}`,
      `DTEND:${stamp(to)}`,
      'SUMMARY:Boda de Lupita',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')

let made = 0
const place = (text: string, etag: string | null = null) => {
  const address = `https://calendario.test/${++made}.ics`
  standinCalendars.set(address, { text, etag })
  return address
}

const connect = (at: At, address: string) =>
  at.host.person.call(contract.addOutsideCalendar, {
    params: { id: at.space.units[0] ?? 0 },
    body: { address },
  })

const claimed = async (resourceId: number) => {
  const { rows } = await kalli.database.pool.query<{ starts: Date; ends: Date }>(
    `select lower(during) as starts, upper(during) as ends from claims
     where resource_id = $1 and outside_id is not null order by 1`,
    [resourceId],
  )
  return rows.map(({ starts, ends }) => [starts.toISOString(), ends.toISOString()])
}

const later = async (minutes: number) => {
  kalli.time.advance(minutes)
  await runJobsOnce(kalli)
  await drain(kalli)
}

const morning: [string, string] = ['2026-11-25T15:00:00.000Z', '2026-11-25T20:00:00.000Z']

test('a unit is taken while its host’s outside calendar is busy, without showing why, and free afterwards', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const free = (await slotsOn(kalli.visitor(), at, day)).length
  const address = place(busy(morning))
  const unitId = at.space.units[0] ?? 0
  const stranger = await people.host(kalli)
  const params = { id: unitId }
  const body = { address }
  assert.equal((await kalli.visitor().call(contract.addOutsideCalendar, { params, body })).status, 401)
  assert.equal(
    refusalOf(await stranger.person.call(contract.addOutsideCalendar, { params, body })).code,
    'not_found',
  )
  assert.equal(refusalOf(await connect(at, 'http://calendario.test/1.ics')).code, 'calendar_address')
  const connected = await connect(at, address)
  assert.equal(connected.status, 201, JSON.stringify(connected.body))
  assert.deepEqual(
    [connected.body.state, connected.body.hostName, connected.body.conflicts],
    ['healthy', 'calendario.test', 0],
  )
  assert.deepEqual(await claimed(unitId), [morning])
  assert.ok((await slotsOn(kalli.visitor(), at, day)).length < free)
  const seen = await at.host.person.call(timeline, { query: { from: day, to: day } })
  const bars = readTimeline(seen.body).spaces.flatMap(({ units }) => units.flatMap(({ claims }) => claims))
  assert.deepEqual(
    bars.map(({ kind, startsAt }) => [kind, startsAt]),
    [['external', morning[0]]],
  )
  assert.doesNotMatch(JSON.stringify(seen.body), /Lupita/)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select outside_calendars::text as text from outside_calendars',
  )
  assert.doesNotMatch(JSON.stringify(rows), /Lupita|\.ics/)

  standinCalendars.set(address, { text: busy(), etag: null })
  await later(6)
  assert.deepEqual(await claimed(unitId), [])
  assert.equal((await slotsOn(kalli.visitor(), at, day)).length, free)

  standinCalendars.set(address, { text: busy(morning), etag: '"1"' })
  await later(6)
  const { id } = connected.body
  assert.equal(
    refusalOf(await stranger.person.call(contract.removeOutsideCalendar, { params: { id } })).code,
    'not_found',
  )
  assert.equal((await at.host.person.call(contract.removeOutsideCalendar, { params: { id } })).status, 200)
  assert.deepEqual(await claimed(unitId), [])
  assert.deepEqual((await at.host.person.call(contract.outsideCalendars)).body, [])
})

test('an import leaves existing bookings unchanged, notifies the host once, and takes the time around them', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const visit = await booked(kalli, at)
  const unitId = at.space.units[0] ?? 0
  const { startsAt } = visit
  const around: [string, string] = [
    new Date(Date.parse(startsAt) - 3_600_000).toISOString(),
    new Date(Date.parse(startsAt) + 10_800_000).toISOString(),
  ]
  const connected = await connect(at, place(busy(around)))
  assert.deepEqual([connected.body.state, connected.body.conflicts], ['healthy', 1])
  const pieces = await claimed(unitId)
  assert.equal(pieces[0]?.[0], around[0])
  assert.equal(pieces.at(-1)?.[1], around[1])
  await later(6)
  await later(6)
  const reported = (await at.host.person.call(community)).body.filter(({ title }) =>
    title.startsWith('Dos cosas a la vez'),
  )
  assert.equal(reported.length, 1)
  const { status } = (await at.host.person.call(booking.booking, { params: { id: visit.id } })).body
  assert.equal(status, 'confirmed')
  assert.equal(await overlapsIn(kalli), 0)
})

test('a calendar unreachable for fifteen minutes is late, and new visits then need the professional’s acceptance', async () => {
  const at = await people.bookable(kalli)
  const address = place(busy(morning), '"1"')
  const mine = await at.professional.person.call(contract.addOwnOutsideCalendar, { body: { address } })
  assert.equal(mine.status, 201, JSON.stringify(mine.body))
  const seen = await at.professional.person.call(calendarContract.calendar, { query: { from: day, to: day } })
  assert.deepEqual(
    seen.body.entries.map(({ layer }) => layer),
    ['external'],
  )
  const asksFirst = async () => {
    const slot = await slotOn(kalli.visitor(), at, day)
    const hold = await kalli.visitor().call(contractOfHold.hold, { body: { slotToken: slot.token } })
    assert.equal(hold.status, 201, JSON.stringify(hold.body))
    return hold.body.asksFirst
  }
  assert.equal(await asksFirst(), false)
  standinCalendars.set(address, 'down')
  await later(6)
  await later(6)
  const stateOf = async () => (await at.professional.person.call(contract.ownOutsideCalendars)).body[0]
  assert.equal((await stateOf())?.state, 'healthy')
  await later(6)
  await later(6)
  assert.deepEqual(
    [(await stateOf())?.state, (await stateOf())?.problem?.startsWith('Ese calendario no responde')],
    ['stale', true],
  )
  assert.equal(await asksFirst(), true)
  // Its earlier times stay taken.
  assert.deepEqual(await claimed(at.professional.id), [morning])
  const reported = (await at.professional.person.call(community)).body
  assert.equal(reported.filter(({ title }) => title.startsWith('Un calendario no responde')).length, 1)
  standinCalendars.set(address, { text: busy(morning), etag: '"1"' })
  const again = await at.professional.person.call(contract.retryOutsideCalendar, {
    params: { id: mine.body.id },
  })
  assert.equal(again.body.state, 'healthy')
  assert.equal(await asksFirst(), false)
  // A lost calendar has the same effect for clients, and its owner reads that.
  standinCalendars.delete(address)
  await later(6)
  assert.deepEqual([(await stateOf())?.state, await asksFirst()], ['lost', true])
  const lost = (await at.professional.person.call(community)).body.filter(({ title }) =>
    title.startsWith('Se desconectó un calendario'),
  )
  assert.deepEqual(
    lost.map(({ message }) => message.includes('tus citas nuevas esperan tu respuesta')),
    [true],
  )
})

test('an address that no longer serves a calendar is lost at once and notified once, and a fourth is refused', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const address = place(busy(morning))
  assert.equal((await connect(at, address)).status, 201)
  standinCalendars.delete(address)
  await later(6)
  await later(6)
  const [lost] = (await at.host.person.call(contract.outsideCalendars)).body
  assert.equal(lost?.state, 'lost')
  const reported = (await at.host.person.call(community)).body
  assert.equal(reported.filter(({ title }) => title.startsWith('Se desconectó un calendario')).length, 1)
  // Once its owner has retried, it is read as often as before.
  standinCalendars.set(address, { text: busy(morning), etag: null })
  const healed = await at.host.person.call(contract.retryOutsideCalendar, { params: { id: lost?.id ?? 0 } })
  assert.equal(healed.body.state, 'healthy')
  standinCalendars.set(address, { text: busy(), etag: null })
  await later(6)
  const [now] = (await at.host.person.call(contract.outsideCalendars)).body
  assert.equal(now?.state, 'healthy')
  const { rows } = await kalli.database.pool.query('select from claims where outside_id = $1', [lost?.id])
  assert.equal(rows.length, 0, 'what it says now is what counts')
  const page = await connect(at, place('<html>No es un calendario</html>'))
  assert.deepEqual(
    [page.body.state, page.body.problem],
    ['lost', 'Lo que hay en esa dirección no es un calendario iCal.'],
  )
  assert.equal((await connect(at, place(busy()))).status, 201)
  assert.equal(refusalOf(await connect(at, place(busy()))).code, 'too_many_calendars')
})

test('when an import and many clients take the same hours at once, each minute goes to exactly one of them', async () => {
  for (let round = 0; round < 6; round++) {
    const at = await people.bookable(kalli, { units: 1 })
    const address = place(busy())
    const connected = await connect(at, address)
    assert.equal(connected.status, 201)
    const slots = (await slotsOn(kalli.visitor(), at, day)).slice(0, 12)
    standinCalendars.set(address, { text: busy(morning), etag: null })
    const [read, ...holds] = await Promise.all([
      at.host.person.call(contract.retryOutsideCalendar, { params: { id: connected.body.id } }),
      ...slots.map(({ token }) => kalli.visitor().call(contractOfHold.hold, { body: { slotToken: token } })),
    ])
    assert.equal(read.status, 200, JSON.stringify(read.body))
    for (const hold of holds) assert.ok([201, 409].includes(hold.status), JSON.stringify(hold.body))
    assert.equal(await overlapsIn(kalli), 0)
    const unitId = at.space.units[0] ?? 0
    const { rows } = await kalli.database.pool.query<{ whole: boolean }>(
      `select tstzmultirange(tstzrange($2, $3)) <@ range_agg(during) as whole from claims where resource_id = $1`,
      [unitId, ...morning],
    )
    assert.equal(rows[0]?.whole, true, 'all of the morning is somebody’s')
  }
})

test('the owner sees how many and which events were unreadable, is notified once, and the others still count', async () => {
  const at = await people.bookable(kalli)
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
  const broken = [
    event('UID:a@otro', 'SUMMARY:Corte de Lupita', 'DTSTART:2026-11-XX', 'DTEND:20261125T170000Z'),
    event(
      'UID:b@otro',
      'SUMMARY:Tinte\\, largo',
      'DTSTART;TZID=Zona de Marte:20261126T160000',
      'DURATION:PT1H',
    ),
  ]
  const text = (...events: string[]) =>
    busy(morning).replace('END:VCALENDAR', [...events, 'END:VCALENDAR'].join('\r\n'))
  const address = place(text(...broken))
  const { person } = at.professional
  const added = await person.call(contract.addOwnOutsideCalendar, { body: { address } })
  assert.deepEqual(
    [added.status, added.body.state, added.body.unread],
    [
      201,
      'healthy',
      {
        count: 2,
        events: [
          { title: 'Corte de Lupita', date: null, time: null, problem: 'No se entiende cuándo empieza.' },
          {
            title: 'Tinte, largo',
            date: '2026-11-26',
            time: '16:00',
            problem: 'No se conoce su zona horaria: contamos la hora como si fuera la de tu calendario.',
          },
        ],
      },
    ],
  )
  assert.deepEqual(await claimed(at.professional.id), [
    morning,
    ['2026-11-26T22:00:00.000Z', '2026-11-26T23:00:00.000Z'],
  ])
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select outside_calendars::text as text from outside_calendars',
  )
  assert.doesNotMatch(JSON.stringify(rows), /Lupita|Tinte/)
  await later(6)
  await later(6)
  const reported = (await person.call(community)).body.filter(({ title }) =>
    title.startsWith('Revisa un calendario'),
  )
  assert.deepEqual(
    reported.map(({ message }) => message.slice(0, 61)),
    ['2 eventos de calendario.test no se pudieron leer bien, y esas'],
  )
  standinCalendars.set(address, { text: text(), etag: null })
  await later(6)
  const [healed] = (await person.call(contract.ownOutsideCalendars)).body
  assert.deepEqual(healed?.unread, { count: 0, events: [] })
  standinCalendars.set(address, {
    text: busy().replace('END:VCALENDAR', `${broken[0]}\r\nEND:VCALENDAR`),
    etag: null,
  })
  await later(6)
  const [lost] = (await person.call(contract.ownOutsideCalendars)).body
  assert.deepEqual(
    [lost?.state, lost?.problem],
    ['lost', 'Ese calendario tiene eventos, pero ninguno se pudo leer.'],
  )
})
