/** Classes: scheduled by hand, booked seat by seat, decided by the number of clients, cancelled with full refunds. Real connections. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import * as booking from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as contract from '#contract/booking/class/class.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import * as serieses from '#contract/booking/series/series.ts'
import { changeService, services } from '#contract/service/service.ts'
import { SlotAlternatives } from '#contract/availability/slot.ts'
import { timeline } from '#contract/booking/agenda/timeline.ts'
import { occupancy } from '#contract/booking/agenda/occupancy.ts'
import { joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { decideDue } from '#server/booking/class/class.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { booked, held, pay, slotOn, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { cutOffAtWork } from '#server/testing/crash/crashing-server.ts'
import * as classes from '#server/testing/classes.ts'
import { date, plan, set } from '#server/testing/classes.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { overlapsIn, rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const studio = (rule?: Parameters<typeof classes.studio>[1]) => classes.studio(kalli, rule)
const read = async (at: Bookable, id: string) => {
  const answer = await at.professional.person.call(contract.readClass, { params: { id } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const cancel = (at: Bookable, id: string, seats: number) =>
  at.professional.person.call(contract.cancelClass, { params: { id }, body: { reason: 'Me enfermé', seats } })
/** A client gives up a seat. */
const refundAmount = async ({ who, id, t }: Awaited<ReturnType<typeof booked>>) => {
  const requested = { params: { id }, query: { t } }
  const quoted = await who.call(cancellations.cancelQuote, { ...requested, body: { as: 'client' } })
  const done = await who.call(cancellations.cancel, {
    ...requested,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.body.status, 'cancelled_by_client')
}
const statusOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    status: string
    by: string | null
    reason: string | null
  }>(
    `select status, cancellation ->> 'by' as by, coalesce(cancellation ->> 'said', cancellation ->> 'reason') as reason from bookings where id = $1`,
    [id],
  )
  return rows[0]
}
const paidBack = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ captured: number; refunded: number }>(
    `select coalesce(sum(captured_cents), 0)::int as captured, coalesce(sum(refunded_cents), 0)::int as refunded from payments where booking_id = $1`,
    [id],
  )
  return rows[0]
}
const at = async (when: Date) => ({ ...ownWork(kalli), now: when })
const balanced = async () => assert.equal(await people.trialBalance(kalli), 0)

describe('scheduling', () => {
  test('a class takes its hour from everything else, on all of its dates or on none', async () => {
    const at = await studio()
    const who = at.professional.person
    const places = await who.call(contract.classPlaces, { params: { id: at.serviceId } })
    assert.deepEqual(places.body, [{ number: 0, name: 'Lugar propio', zone: 'America/Mexico_City' }])
    const cut = await people.service(kalli, at.professional.id, { name: 'Corte', noticeMinutes: 0 })
    const visit = { ...at, serviceId: cut }
    const other = await booked(kalli, visit, { date: '2026-12-02' })
    const seen = await who.call(contract.previewClasses, {
      body: plan(at, {
        dates: ['2026-11-19', date, '2026-12-02'],
        time: other.startsAt.slice(11, 16) === '16:00' ? '10:00' : '09:00',
      }),
    })
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    assert.deepEqual(
      seen.body.dates.map(({ date, problem }) => [date, problem]),
      [
        ['2026-11-19', 'Esa hora ya pasó'],
        [date, null],
        ['2026-12-02', 'Ya tienes una cita o un descanso ahí'],
      ],
    )
    const refused = await who.call(contract.setClasses, {
      body: plan(at, { dates: [date, '2026-12-02'], time: '09:00' }),
    })
    assert.equal(refusalOf(refused).code, 'class_dates')
    assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
    const made = await set(at)
    assert.deepEqual([made.capacity, made.taken, made.place], [3, 0, 'Lugar propio'])
    const free = (await slotsOn(kalli.visitor(), visit)).map(({ startsAt }) => startsAt)
    assert.ok(!free.includes(made.startsAt), 'the teacher is busy then')
    assert.ok(free.length > 0)
    // A class may be scheduled outside of weekly hours too, since it is scheduled by hand.
    const early = await who.call(contract.setClasses, {
      body: plan(at, { dates: ['2026-11-26'], time: '06:30' }),
    })
    assert.equal(early.status, 201, JSON.stringify(early.body))
    const [slot] = await slotsOn(kalli.visitor(), at)
    assert.deepEqual(slot?.seats, { left: 3, of: 3 })
  })

  test('classes are set for several weeks at once, and a date just taken leaves none of them', async () => {
    const at = await studio()
    const dates = ['2026-11-25', '2026-12-02', '2026-12-09']
    const answers = await Promise.all(
      [0, 1].map(() => at.professional.person.call(contract.setClasses, { body: plan(at, { dates }) })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    const { rows } = await kalli.database.pool.query<{ n: number }>(
      'select count(*)::int as n from class_sessions where service_id = $1',
      [at.serviceId],
    )
    assert.equal(rows[0]?.n, 3)
    assert.equal(await overlapsIn(kalli), 0)
  })

  test('a room with rent must be rented first, and the class then takes a part of those hours', async () => {
    const at = await studio({ capacity: 10 })
    const who = at.professional.person
    const inRoom = { place: at.space.id }
    assert.equal(
      refusalOf(await who.call(contract.previewClasses, { body: plan(at, inRoom) })).code,
      'not_found',
    )
    const rent = await rentedHours(who, at, { date, startMinute: 600, minutes: 240 })
    const outside = await who.call(contract.previewClasses, { body: plan(at, { ...inRoom, time: '13:30' }) })
    assert.deepEqual(
      outside.body.dates.map(({ problem, needsRent }) => [problem, needsRent]),
      [['Renta primero esas horas', true]],
    )
    const made = await set(at, { ...inRoom, time: '11:00' })
    assert.ok(made.place.startsWith('Silla '), made.place)
    const one = await booked(kalli, at)
    assert.equal(one.totalCents, 20_000)
    const cancelled = await who.call(cancellations.cancelQuote, {
      params: { id: rent.id },
      query: {},
      body: { as: 'professional' },
    })
    assert.equal(refusalOf(cancelled).code, 'visits_within')
    assert.equal((await cancel(at, made.id, 1)).status, 200)
    await runJobsOnce(kalli)
    assert.equal((await statusOf(one.id))?.status, 'cancelled_by_professional')
    const { rows } = await kalli.database.pool.query<{ pieces: number; hours: number }>(
      `select count(*)::int as pieces, sum(extract(epoch from upper(during) - lower(during)) / 3600)::float as hours
       from claims where booking_id = $1 and resource_id = $2`,
      [rent.id, at.professional.id],
    )
    assert.deepEqual(rows, [{ pieces: 1, hours: 4 }], 'the rent has its time again in one piece')
    await balanced()
  })

  test('a class too large for the space is refused, and a place without hourly rent needs no rent', async () => {
    const at = await studio({ capacity: 20 })
    await kalli.database.pool.query('update agreements set rate_per_hour_cents = 0 where id = $1', [
      at.agreementId,
    ])
    const who = at.professional.person
    const small = await who.call(contract.previewClasses, { body: plan(at, { place: at.space.id }) })
    assert.equal(small.body.dates[0]?.problem, 'En el espacio no cabe un grupo así')
    await kalli.database.pool.query('update services set class_capacity = 12 where id = $1', [at.serviceId])
    const made = await set(at, { place: at.space.id })
    const one = await booked(kalli, at)
    const { rows } = await kalli.database.pool.query<{ rent: number; unit: number }>(
      'select rent_cents as rent, unit_id as unit from bookings where id = $1',
      [one.id],
    )
    assert.equal(rows[0]?.rent, 0)
    assert.ok(at.space.units.includes(rows[0]?.unit ?? 0))
    assert.equal((await read(at, made.id)).taken, 1)
  })
})

describe('seats', () => {
  test('when eight clients request the last three seats three get them, and the others are shown the next class', async () => {
    const at = await studio()
    const first = await set(at)
    await set(at, { time: '12:00' })
    const slot = await slotOn(kalli.visitor(), at)
    assert.equal(slot.startsAt, first.startsAt)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })),
    )
    const byStatus = Map.groupBy(answers, ({ status }) => status)
    assert.equal(byStatus.get(201)?.length, 3)
    for (const lost of byStatus.get(409) ?? []) {
      const { code, details } = refusalOf(lost)
      assert.equal(code, 'slot_taken')
      const [next] = SlotAlternatives.parse(details).alternatives
      assert.ok(next && next.startsAt > first.startsAt)
    }
    const { rows } = await kalli.database.pool.query<{ seat: number }>(
      `select class_seats[1] as seat from bookings where class_id = $1 and status = 'held' order by 1`,
      [first.id],
    )
    assert.deepEqual(rows, [{ seat: 1 }, { seat: 2 }, { seat: 3 }])
    assert.deepEqual(
      (await slotsOn(kalli.visitor(), at)).map(({ seats }) => seats?.left),
      [3],
      'a full class is not offered',
    )
  })

  test('a released or unpaid seat goes to the next client', async () => {
    const at = await studio({ capacity: 2 })
    const made = await set(at)
    const one = await booked(kalli, at)
    const two = await held(kalli.visitor(), at)
    assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
    await kalli.database.pool.query(`update bookings set hold_expires_at = $2 where id = $1`, [
      two.id,
      new Date(testNow.getTime() - 1000),
    ])
    const three = await booked(kalli, at)
    await refundAmount(one)
    const four = await booked(kalli, at)
    const shown = await read(at, made.id)
    assert.deepEqual(new Set(shown.seats.map(({ bookingId }) => bookingId)), new Set([three.id, four.id]))
    assert.deepEqual([shown.taken, shown.holding], [2, 0])
  })

  test('a seat is a visit with arrival, end and split, and owes no rent', async () => {
    const at = await studio()
    await set(at)
    const one = await booked(kalli, at)
    const { rows } = await kalli.database.pool.query(
      `select count(*)::int as claims, (select count(*)::int from claims where class_id = booking.class_id) as own
       from bookings booking join claims on claims.booking_id = booking.id where booking.id = $1 group by booking.class_id`,
      [one.id],
    )
    assert.deepEqual(rows, [{ claims: 1, own: 1 }], 'its client alone; the teacher is the class’s')
    const busy = await one.who.call(holds.hold, { body: { slotToken: (await slotOn(one.who, at)).token } })
    assert.equal(busy.status, 201, 'a friend of the same browser may come as well')
    kalli.time.set(new Date(Date.parse(one.startsAt) - 5 * 60_000))
    try {
      const shown = await at.professional.person.call(attendance.checkIn, {
        params: { id: one.id },
        body: { code: one.arrivalCode ?? '' },
      })
      assert.equal(shown.status, 200, JSON.stringify(shown.body))
      kalli.time.set(new Date(Date.parse(one.endsAt) + 3 * 3_600_000))
      await runJobsOnce(kalli)
      assert.ok(['completed', 'closed'].includes((await statusOf(one.id))?.status ?? ''))
      await balanced()
    } finally {
      kalli.time.set(testNow)
    }
  })

  test('a seat cannot be moved to another class, only cancelled and booked anew', async () => {
    const at = await studio()
    await set(at)
    await set(at, { time: '12:00' })
    const one = await booked(kalli, at)
    const slot = await slotOn(one.who, at, date, 1)
    const answer = await one.who.call(changes.changeQuote, {
      params: { id: one.id },
      query: { t: one.t },
      body: { as: 'client', slotToken: slot.token },
    })
    assert.equal(refusalOf(answer).code, 'move_not_allowed')
  })

  test('a client on the waitlist for a full class is offered the seat that opens', async () => {
    const at = await studio({ capacity: 2 })
    await set(at)
    const one = await booked(kalli, at)
    await booked(kalli, at)
    const waiting = await people.signIn(kalli, await people.account(kalli))
    const joined = await waiting.call(joinWaitlist, {
      body: {
        professional: at.professional.id,
        service: at.serviceId,
        space: null,
        from: date,
        to: date,
        parts: ['morning', 'afternoon', 'evening'],
        contact: null,
      },
    })
    assert.equal(joined.status, 201, JSON.stringify(joined.body))
    await refundAmount(one)
    await runJobsOnce(kalli)
    const { rows } = await kalli.database.pool.query<{ seat: number }>(
      `select class_seats[1] as seat from bookings where service_id = $1 and status = 'held'`,
      [at.serviceId],
    )
    assert.deepEqual(rows, [{ seat: 1 }])
  })

  test('the database refuses a seat beyond the last, a duplicate one, and one of a cancelled class', async () => {
    const at = await studio({ capacity: 2 })
    const made = await set(at)
    const one = await booked(kalli, at)
    const two = await booked(kalli, at)
    const seat = (id: string, number: number) =>
      kalli.database.pool.query('update bookings set class_seats = array[$2::smallint] where id = $1', [
        id,
        number,
      ])
    await assert.rejects(seat(two.id, 3), /no seat of class/)
    await assert.rejects(seat(two.id, 1), /bookings_class_seat/)
    await assert.rejects(
      kalli.database.pool.query('update class_sessions set capacity = 2, version = version where id = $1', [
        made.id,
      ]),
      /stays what it is/,
    )
    await assert.rejects(
      kalli.database.pool.query('update bookings set rent_cents = 100, rent_minutes = 60 where id = $1', [
        one.id,
      ]),
      /bookings_seat|bookings/,
    )
    assert.equal((await cancel(at, made.id, 2)).status, 200)
    await assert.rejects(
      kalli.database.pool.query(
        `update bookings set status = 'confirmed', version = version + 1 where id = $1`,
        [one.id],
      ),
      /is cancelled|class_open/,
    )
    await runJobsOnce(kalli)
  })
})

describe('minimum number of clients', () => {
  const rule = { capacity: 5, minimum: 3, decideHours: 24 }
  const decidesAt = new Date('2026-11-24T16:00:00Z')

  test('a class below its minimum is cancelled once, refunds each client with the reason, and frees its hour', async () => {
    const at_ = await studio(rule)
    const made = await set(at_)
    const seats = [await booked(kalli, at_), await booked(kalli, at_)]
    const holding = await held(kalli.visitor(), at_)
    await decideDue(await at(new Date(decidesAt.getTime() - 1000)))
    assert.equal((await read(at_, made.id)).status, 'open', 'not a second before')
    const works = await Promise.all([at(decidesAt), at(decidesAt)])
    await Promise.all(works.map((work) => decideDue(work)))
    await drain(kalli)
    const shown = await read(at_, made.id)
    assert.equal(shown.status, 'cancelled')
    for (const { id } of seats) {
      const now = await statusOf(id)
      assert.deepEqual(now, {
        status: 'cancelled_by_platform',
        by: 'platform',
        reason: 'No se juntó el grupo mínimo para dar la clase: no te cuesta nada.',
      })
      const money = await paidBack(id)
      assert.equal(money?.captured, money?.refunded)
    }
    assert.equal((await statusOf(holding.id))?.status, 'expired')
    const { rows: emails } = await kalli.database.pool.query<{ n: number }>(
      `select count(*)::int as n from mails where body_text like '%No se juntó el grupo mínimo%' and subject like 'Reserva cancelada: Yoga%'`,
    )
    assert.equal(emails[0]?.n, 2)
    const { rows } = await kalli.database.pool.query('select id from claims where class_id = $1', [made.id])
    assert.deepEqual(rows, [])
    await balanced()
  })

  test('the minimum is decided and notified once, and later cancellations do not end the class', async () => {
    const at_ = await studio(rule)
    const made = await set(at_)
    const seats = [await booked(kalli, at_), await booked(kalli, at_), await booked(kalli, at_)]
    await Promise.all([decideDue(await at(decidesAt)), decideDue(await at(decidesAt))])
    await drain(kalli)
    assert.deepEqual([(await read(at_, made.id)).decided, (await read(at_, made.id)).status], [true, 'open'])
    const { rows } = await kalli.database.pool.query<{ n: number }>(
      `select count(*)::int as n from notifications where account_id = $1 and dedupe_key like 'class:%'`,
      [at_.professional.accountId],
    )
    assert.equal(rows[0]?.n, 1)
    const [one] = seats
    assert.ok(one)
    await refundAmount(one)
    await decideDue(await at(new Date(decidesAt.getTime() + 3_600_000)))
    assert.equal((await read(at_, made.id)).status, 'open')
  })

  test('when the process dies during the cancellation of a class, another one completes it once', async () => {
    const at_ = await studio({ ...rule, decideHours: 100 })
    await set(at_, { dates: ['2026-11-25'] })
    const one = await booked(kalli, at_)
    kalli.time.set(new Date('2026-11-21T12:01:00Z'))
    try {
      await cutOffAtWork(kalli, 'inside-class-end')
      await runJobsOnce(kalli)
      assert.equal((await statusOf(one.id))?.status, 'cancelled_by_platform')
      const money = await paidBack(one.id)
      assert.equal(money?.captured, money?.refunded)
      await balanced()
    } finally {
      kalli.time.set(testNow)
    }
  })

  test('a payment that arrives after its class was cancelled is refunded in full', async () => {
    const at_ = await studio()
    const made = await set(at_)
    const who = kalli.visitor()
    const hold = await held(who, at_)
    // A bank that asks the client first.
    const paid = await pay(who, hold.id, 'tok_3ds')
    assert.equal(paid.body.status, 'awaiting_payment', JSON.stringify(paid.body))
    assert.equal((await cancel(at_, made.id, 0)).status, 200)
    await runJobsOnce(kalli)
    assert.equal((await statusOf(hold.id))?.status, 'expired')
    const again = await pay(kalli.visitor(), hold.id)
    assert.notEqual(again.status, 201)
    const money = await paidBack(hold.id)
    assert.equal(money?.captured, money?.refunded)
    await balanced()
  })
})

describe('cancellation by the professional', () => {
  test('the cost of cancelling is shown before, and clients are refunded with a credit on top when it is near', async () => {
    const at_ = await studio()
    const soon = await set(at_, { dates: ['2026-11-20'], time: '18:00' })
    const [one, two] = [
      await booked(kalli, at_, { date: '2026-11-20' }),
      await booked(kalli, at_, { date: '2026-11-20' }),
    ]
    const shown = await read(at_, soon.id)
    assert.deepEqual(shown.cancelling, { seats: 2, refundCents: 40_000, creditCents: 10_000 })
    assert.equal(refusalOf(await cancel(at_, soon.id, 1)).code, 'impact_changed')
    const answers = await Promise.all([cancel(at_, soon.id, 2), cancel(at_, soon.id, 2)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    await runJobsOnce(kalli)
    for (const { id } of [one, two]) {
      const now = await statusOf(id)
      assert.equal(now?.status, 'cancelled_by_professional')
      assert.equal(now?.reason, 'Me enfermé', 'each client reads why')
      assert.deepEqual(await paidBack(id), { captured: 20_000, refunded: 20_000 })
    }
    const { rows } = await kalli.database.pool.query<{ credit: number }>(
      `select -sum(entries.amount_cents)::int as credit from entries join journals on journals.id = entries.journal_id
       where journals.booking_id = any($1) and entries.account = 2050`,
      [[one.id, two.id]],
    )
    assert.equal(rows[0]?.credit, 10_000)
    await balanced()
  })

  test('a seat booked while the class is cancelled has one outcome, and is charged only if it is confirmed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const at_ = await studio()
      const made = await set(at_)
      const who = kalli.visitor()
      const hold = await held(who, at_)
      const [paid, ended] = await Promise.all([pay(who, hold.id), cancel(at_, made.id, 0)])
      await runJobsOnce(kalli)
      const shown = await read(at_, made.id)
      const seat = await statusOf(hold.id)
      if (shown.status === 'open') {
        assert.equal(refusalOf(ended).code, 'impact_changed')
        assert.equal(seat?.status, 'confirmed')
      } else {
        assert.ok(
          ['expired', 'cancelled_by_professional'].includes(seat?.status ?? ''),
          `${seat?.status} ${paid.status}`,
        )
        const money = await paidBack(hold.id)
        assert.equal(money?.captured, money?.refunded)
      }
    }
    await balanced()
  })
})

test('the agenda shows a class as one card with its number of clients', async () => {
  const at_ = await studio({ capacity: 5, minimum: 2, decideHours: 12 })
  const made = await set(at_)
  await booked(kalli, at_)
  await booked(kalli, at_)
  await held(kalli.visitor(), at_)
  const answer = await at_.professional.person.call(calendar, { query: { from: date, to: date } })
  assert.equal(answer.status, 200)
  assert.deepEqual(
    answer.body.entries.map(({ layer, class: own, booking: visit }) => [
      layer,
      own?.id,
      own?.taken,
      own?.capacity,
      visit,
    ]),
    [['class', made.id, 2, 5, null]],
  )
})

test('a host sees a class once without its clients, and its hour counts once in the figures of both', async () => {
  const at_ = await studio({ capacity: 5 })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 0 where id = $1', [
    at_.agreementId,
  ])
  await set(at_, { place: at_.space.id })
  const seats = [await booked(kalli, at_), await booked(kalli, at_), await booked(kalli, at_)]
  const host = at_.host.person
  const shown = await host.call(timeline, { query: { from: date, to: date } })
  assert.equal(shown.status, 200)
  const units = shown.body.spaces.flatMap((one) => one.units)
  assert.deepEqual(
    units.flatMap(({ claims }) => claims.map(({ kind, professional }) => [kind, professional])),
    [['class', 'Ana Rojas']],
  )
  assert.ok(units.every(({ visits }) => visits.length === 0))
  const list = await host.call(booking.bookings, { query: { role: 'host', tab: 'upcoming' } })
  assert.deepEqual(list.body, [])
  // The host may cancel one of them; no other place is searched for a class.
  const turned = await host.call(cancellations.cancelQuote, {
    params: { id: seats[0]?.id ?? '' },
    query: {},
    body: { as: 'host' },
  })
  assert.deepEqual([turned.status, turned.body.rescue?.search], [200, 'none'])
  const used = await host.call(occupancy, { query: { from: date, to: date } })
  assert.equal(used.status, 200, JSON.stringify(used.body))
  const cells = used.body.spaces.flatMap((one) => one.cells)
  assert.equal(
    cells.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0),
    60,
  )
  const own = await at_.professional.person.call(ownFigures, { query: { from: date, to: date } })
  assert.equal(own.status, 200, JSON.stringify(own.body))
  assert.deepEqual([own.body.visits, own.body.bookedMinutes], [seats.length, 60])
})

test('a seat repeats week after week on the dates that have a class', async () => {
  const at_ = await studio({ capacity: 2 })
  await set(at_, { dates: ['2026-11-25', '2026-12-02', '2026-12-16'] })
  const who = await people.signIn(kalli, await people.account(kalli))
  const one = await booked(kalli, at_, { who })
  const params = { id: one.id }
  const seen = await who.call(serieses.seriesPreview, { params, query: { every: '1w', times: 4 } })
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  const free = seen.body.dates.flatMap(({ date, slot }) =>
    slot === null ? [] : [{ date, token: slot.token }],
  )
  assert.deepEqual(
    free.map(({ date }) => date),
    ['2026-12-02', '2026-12-16'],
  )
  const made = await who.call(serieses.repeat, {
    params,
    query: {},
    body: { every: '1w', slotTokens: free.map(({ token }) => token) },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query<{ status: string; seat: number }>(
    `select status, class_seats[1] as seat from bookings where service_id = $1 order by starts_at`,
    [at_.serviceId],
  )
  assert.deepEqual(
    rows.map(({ status, seat }) => `${status} ${seat}`),
    ['confirmed 1', 'confirmed 1', 'confirmed 1'],
  )
})

test('an impossible class rule is refused, and a service with scheduled classes cannot stop being a class', async () => {
  const at_ = await studio()
  const who = at_.professional.person
  const [own] = (await who.call(services)).body
  assert.ok(own)
  const change = (part: object) =>
    who.call(changeService, {
      params: { id: own.id },
      body: { ...own, ...part, version: own.version, keep: [] },
    })
  const rule = { capacity: 4, minimum: null, decideHours: null }
  for (const [part, code] of [
    [{ classRule: { ...rule, minimum: 5, decideHours: 3 } }, 'invalid_input'],
    [{ classRule: { ...rule, minimum: 2 } }, 'invalid_input'],
    [{ classRule: rule, dailyCap: 5 }, 'invalid_input'],
    [{ classRule: rule, atHome: { radiusKm: 5, feeCents: 0 } }, 'invalid_input'],
    [
      {
        classRule: rule,
        phases: [
          { kind: 'hands', minutes: 30 },
          { kind: 'process', minutes: 20 },
          { kind: 'hands', minutes: 10 },
        ],
      },
      'invalid_input',
    ],
  ] as const)
    assert.equal(refusalOf(await change(part)).code, code)
  await set(at_)
  assert.equal(refusalOf(await change({ classRule: null })).code, 'service_has_classes')
  assert.equal(
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from class_sessions where service_id = ${own.id}`.execute(
        kalli.database.kysely,
      )
    ).rows[0]?.n,
    1,
  )
})

test('no other user sees or cancels the class', async () => {
  const at_ = await studio()
  const made = await set(at_)
  const other = await people.professional(kalli)
  const asClient: Person = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await other.person.call(contract.readClass, { params: { id: made.id } })).status, 404)
  assert.equal(
    (
      await other.person.call(contract.cancelClass, {
        params: { id: made.id },
        body: { reason: 'x', seats: 0 },
      })
    ).status,
    404,
  )
  assert.equal((await asClient.call(contract.readClass, { params: { id: made.id } })).status, 403)
  assert.equal(
    refusalOf(await other.person.call(contract.previewClasses, { body: plan(at_) })).code,
    'not_found',
  )
})
