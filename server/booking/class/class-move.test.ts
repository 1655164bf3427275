/** A class moves with all of its clients: at once, with a notification, and with nothing owed until they accept. Real connections. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as contract from '#contract/booking/class/class.ts'
import * as noShows from '#contract/booking/visit/no-show.ts'
import { decideDue } from '#server/booking/class/class.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { claimsOf, movesOf, pay, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import * as classes from '#server/testing/classes.ts'
import { date, heldFor, seated, set } from '#server/testing/classes.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { cutOff } from '#server/testing/crash/crashing-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { overlapsIn, rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const studio = (rule?: Parameters<typeof classes.studio>[1]) => classes.studio(kalli, rule)
type Seat = Awaited<ReturnType<typeof seated>>

const read = async (at: Bookable, id: string) =>
  (await at.professional.person.call(contract.readClass, { params: { id } })).body
const wanted = (values: { place?: number; date?: string; time?: string } = {}) => ({
  place: values.place ?? 0,
  date: values.date ?? date,
  time: values.time ?? '17:00',
})
const look = async (at: Bookable, id: string, values?: Parameters<typeof wanted>[0]) => {
  const answer = await at.professional.person.call(contract.previewClassMove, {
    params: { id },
    body: wanted(values),
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
type Shown = { version: number; seats: number; lost: number }
const moveAs = (
  at: Bookable,
  id: string,
  { version, seats, lost }: Shown,
  values?: Parameters<typeof wanted>[0],
) =>
  at.professional.person.call(contract.moveClass, {
    params: { id },
    body: { ...wanted(values), version, seats, lost },
  })
const move = async (at: Bookable, id: string, values?: Parameters<typeof wanted>[0]) => {
  const answer = await moveAs(at, id, await look(at, id, values), values)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const shown = async ({ who, id, t }: Seat) => {
  const answer = await who.call(booking.booking, { params: { id }, query: { t } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const accept = async (seat: Seat) =>
  seat.who.call(contract.acceptClassMove, {
    params: { id: seat.id },
    query: { t: seat.t },
    body: { version: (await shown(seat)).version },
  })
const cancelQuote = ({ who, id, t }: Seat) =>
  who.call(cancellation.cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } })
const statusOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    status: string
    reason: string | null
    captured: number
    refunded: number
  }>(
    `select status, (select reason from booking_moves where booking_id = booking.id order by version desc limit 1) as reason,
       coalesce((select sum(captured_cents) from payments where booking_id = booking.id), 0)::int as captured,
       coalesce((select sum(refunded_cents) from payments where booking_id = booking.id), 0)::int as refunded
     from bookings booking where id = $1`,
    [id],
  )
  const [row] = rows
  assert.ok(row)
  return row
}
const balanced = async () => assert.equal(await people.trialBalance(kalli), 0)

/** A class with two clients who are busy at its new hour, and one who is not. */
const colliding = async () => {
  const at = await studio({ capacity: 4 })
  const made = await set(at)
  const other = await people.bookable(kalli, { noticeMinutes: 0, durationMinutes: 60 })
  const busy = await people.signIn(kalli, await people.account(kalli))
  const seat = await seated(kalli, at, { who: busy, persons: 2 })
  const stays = await seated(kalli, at)
  const theirs = (await slotsOn(busy, other)).find(({ startsAt }) => startsAt === '2026-11-25T23:00:00.000Z')
  assert.ok(theirs)
  const hold = await busy.call(holds.hold, { body: { slotToken: theirs.token } })
  assert.equal((await pay(busy, hold.body.id)).body.status, 'confirmed')
  return { at, made, seat, stays }
}
const expectBack = async ({ id }: Seat) => {
  const ended = await statusOf(id)
  assert.deepEqual([ended.status, ended.captured], ['cancelled_by_professional', ended.refunded])
  assert.match(ended.reason ?? '', /a esa hora ya tienes otra cita/)
}

describe('moving a class', () => {
  test('after a move clients keep their seats at the new hour, are notified, and owe nothing until they accept', async () => {
    const at = await studio({ capacity: 6, minimum: 3, decideHours: 24 })
    const made = await set(at)
    const [alone, three] = [await seated(kalli, at), await seated(kalli, at, { persons: 3 })]
    const cut = await people.service(kalli, at.professional.id, { name: 'Corte', noticeMinutes: 0 })
    const quoted = await look(at, made.id)
    assert.deepEqual(
      [quoted.problem, quoted.seats, quoted.lost, quoted.refundCents, quoted.isSame],
      [null, 4, 0, 0, false],
    )
    const moved = await move(at, made.id)
    assert.equal(moved.startsAt, '2026-11-25T23:00:00.000Z')
    assert.equal(moved.taken, 4)
    assert.equal(moved.decideAt, '2026-11-24T23:00:00.000Z')
    for (const seat of [alone, three]) {
      const now = await shown(seat)
      assert.deepEqual(
        [now.status, now.startsAt, now.totalCents],
        ['confirmed', moved.startsAt, seat.totalCents],
      )
      assert.equal(now.class?.movedFrom?.startsAt, made.startsAt)
      assert.match(now.class?.movedFrom?.text ?? '', /10:00 h \(Lugar propio\)/)
      // The policy shown matches what the server would do.
      assert.deepEqual([now.policy?.lateFeeCents, now.policy?.noShowFeeCents], [0, 0])
      assert.match(now.policy?.text ?? '', /cancelar o no ir no te cuesta nada/)
      const [claim] = await claimsOf(kalli, seat.id)
      assert.match(String(claim?.during), /23:00:00/)
      assert.equal((await movesOf(kalli, seat.id)).at(-1), 'follow_class by professional')
    }
    const free = (await slotsOn(kalli.visitor(), { ...at, serviceId: cut })).map(({ startsAt }) => startsAt)
    assert.ok(free.includes(made.startsAt), 'the old hour is free again')
    assert.ok(!free.includes(moved.startsAt))
    assert.equal((await slotsOn(kalli.visitor(), at))[0]?.startsAt, moved.startsAt)
    await drain(kalli)
    const { rows: emails } = await kalli.database.pool.query<{ text: string; calendar: string | null }>(
      `select body_text as text, calendar from mails where subject like 'Tu clase se movió:%' and body_text like '%' || $1 || '%'`,
      ['movió la clase que reservaste'],
    )
    assert.ok(emails.length >= 2)
    assert.match(emails[0]?.text ?? '', /no te cuesta nada/)
    // The event moves in each client's calendar: confirmation was version four.
    const files = [alone, three].map(({ id }) =>
      emails.find(({ calendar }) => calendar?.includes(`UID:kalli-${id}@127.0.0.1`)),
    )
    for (const file of files)
      assert.match(file?.calendar ?? '', /\r\nSEQUENCE:4\r\n[^]*\r\nDTSTART:20261125T230000Z\r\n/)

    // Five minutes before, the policy applies again to a client who accepted, and not to one who did not answer.
    assert.equal((await accept(alone)).status, 200)
    assert.equal(
      refusalOf(await accept(alone)).code,
      'move_not_allowed',
      'there is nothing left to say yes to',
    )
    kalli.time.set(new Date(Date.parse(moved.startsAt) - 5 * 60_000))
    assert.ok((await cancelQuote(alone)).body.feeCents > 0)
    const late = await cancelQuote(three)
    assert.deepEqual([late.body.feeCents, late.body.refundCents], [0, 60_000])
    assert.match(late.body.reason, /cambió de hora/)
    const { who, id, t } = three
    const done = await who.call(cancellation.cancel, {
      params: { id },
      query: { t },
      body: { quoteToken: late.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal(done.body.status, 'cancelled_by_client')
    await runJobsOnce(kalli)
    const { captured, refunded } = await statusOf(id)
    assert.equal(captured, refunded)
    await balanced()
  })

  test('a client who never accepted the move and misses the class pays nothing', async () => {
    const at = await studio()
    const made = await set(at)
    const [silent, willing] = [await seated(kalli, at), await seated(kalli, at)]
    const moved = await move(at, made.id)
    assert.equal((await accept(willing)).status, 200)
    const teacher = at.professional.person
    kalli.time.set(new Date(Date.parse(moved.startsAt) - 5 * 60_000))
    for (const { id } of [silent, willing])
      assert.equal((await teacher.call(noShows.arrive, { params: { id }, body: {} })).status, 200)
    kalli.time.set(new Date(Date.parse(moved.startsAt) + 20 * 60_000))
    for (const seat of [silent, willing]) {
      const body = { version: (await shown(seat)).version }
      const missed = await teacher.call(noShows.markNoShow, { params: { id: seat.id }, query: {}, body })
      assert.equal(missed.status, 200, JSON.stringify(missed.body))
    }
    const saved = async ({ who, id, t }: Seat) =>
      (await who.call(noShows.noShow, { params: { id }, query: { t } })).body.noShow?.feeCents ?? -1
    assert.equal(await saved(silent), 0)
    assert.ok((await saved(willing)) > 0)
  })

  test('a class can move by half an hour, to another day, and back to the agreed hour, where no acceptance is needed', async () => {
    const at = await studio()
    const made = await set(at)
    const one = await seated(kalli, at)
    assert.equal((await move(at, made.id, { time: '10:30' })).startsAt, '2026-11-25T16:30:00.000Z')
    assert.equal((await move(at, made.id, { date: '2026-11-27' })).startsAt, '2026-11-27T23:00:00.000Z')
    assert.equal(
      (await shown(one)).class?.movedFrom?.startsAt,
      made.startsAt,
      'what was agreed, not where it was last',
    )
    const mayAccept = async () =>
      (await shown(one)).moves.find((button) => button.move === 'accept_class_move')?.allowed
    assert.equal(await mayAccept(), true)
    const back = await move(at, made.id, { time: '10:00' })
    assert.equal(back.startsAt, made.startsAt)
    assert.equal((await shown(one)).class?.movedFrom, null)
    assert.equal(await mayAccept(), false)
    await drain(kalli)
    const { rows } = await kalli.database.pool.query(
      `select subject from mails where body_text like '%regresó la clase%' and subject like 'Tu clase vuelve%'`,
    )
    assert.equal(rows.length, 1)
    assert.equal(await overlapsIn(kalli), 0)
  })

  test('a class within rented hours stays carved out of them, and frees them when it moves to the own place', async () => {
    const at = await studio({ capacity: 10 })
    const who = at.professional.person
    const rent = await rentedHours(who, at, { date, startMinute: 600, minutes: 240 })
    const made = await set(at, { place: at.space.id, time: '10:00' })
    const one = await seated(kalli, at)
    const later = await move(at, made.id, { place: at.space.id, time: '10:30' })
    assert.equal(later.startsAt, '2026-11-25T16:30:00.000Z')
    const outside = await look(at, made.id, { place: at.space.id, time: '13:30' })
    assert.equal(outside.problem, 'Renta primero esas horas')
    const home = await move(at, made.id, { time: '18:00' })
    assert.equal(home.place, 'Lugar propio')
    assert.match((await shown(one)).class?.movedFrom?.place ?? '', /Silla/)
    const { rows } = await kalli.database.pool.query<{ pieces: number; hours: number }>(
      `select count(*)::int as pieces, sum(extract(epoch from upper(during) - lower(during)) / 3600)::float as hours
       from claims where booking_id = $1 and resource_id = $2`,
      [rent.id, at.professional.id],
    )
    assert.deepEqual(rows, [{ pieces: 1, hours: 4 }])
  })

  test('a client who is busy at the new hour loses the seat, and is refunded in full with the reason', async () => {
    const { at, made, seat, stays } = await colliding()
    const quoted = await look(at, made.id)
    assert.deepEqual([quoted.seats, quoted.lost, quoted.refundCents], [3, 2, 40_000])
    assert.equal(refusalOf(await moveAs(at, made.id, { ...quoted, lost: 0 })).code, 'impact_changed')
    const moved = await move(at, made.id)
    assert.equal(moved.taken, 1)
    await runJobsOnce(kalli)
    await expectBack(seat)
    assert.equal((await shown(stays)).startsAt, moved.startsAt)
    await balanced()
  })

  for (const place of ['inside-class-move', 'committed-class-move'] as const)
    test(`killed at ${place}: the class moves once, and clients who are busy then are refunded once`, async () => {
      const { at, made, seat, stays } = await colliding()
      const { version, seats, lost } = await look(at, made.id)
      const { person } = at.professional
      const ask = (who: Person, key: string) =>
        who.call(
          contract.moveClass,
          { params: { id: made.id }, body: { ...wanted(), version, seats, lost } },
          { key },
        )
      await cutOff(kalli, place, { who: person, ask })
      const { rows } = await kalli.database.pool.query<{ moves: number; startsAt: Date }>(
        'select moves, starts_at as "startsAt" from class_sessions where id = $1',
        [made.id],
      )
      assert.deepEqual(rows, [{ moves: 1, startsAt: new Date('2026-11-25T23:00:00.000Z') }])
      assert.equal((await shown(stays)).startsAt, '2026-11-25T23:00:00.000Z')
      const [claim, ...more] = await claimsOf(kalli, stays.id)
      assert.match(String(claim?.during), /23:00:00/)
      assert.equal(more.length, 0)
      await expectBack(seat)
      assert.deepEqual(await claimsOf(kalli, seat.id), [])
      await balanced()
    })

  test('a class cannot move once started, in a client’s last two hours before it, or where something else is booked', async () => {
    const at = await studio({ capacity: 4, minimum: 2, decideHours: 3 })
    const made = await set(at)
    const later = await set(at, { time: '12:00' })
    assert.equal((await look(at, made.id, { time: '12:30' })).problem, 'Ya tienes una cita o un descanso ahí')
    assert.equal(
      refusalOf(await moveAs(at, made.id, { version: 1, seats: 0, lost: 0 }, { time: '12:30' })).code,
      'class_not_there',
    )
    assert.equal((await look(at, made.id, { date: '2026-11-19' })).problem, 'Esa hora ya pasó')
    assert.equal((await look(at, made.id, { time: '10:00' })).isSame, true)
    kalli.time.set(new Date(Date.parse(made.startsAt) - 90 * 60_000))
    assert.equal((await look(at, later.id, { time: '17:00' })).problem, null, 'nobody comes to it yet')
    kalli.time.set(testNow)
    await seated(kalli, at, { persons: 2 })
    kalli.time.set(new Date(Date.parse(made.startsAt) - 90 * 60_000))
    await runJobsOnce(kalli)
    assert.match((await look(at, made.id)).problem ?? '', /Faltan menos de 2 horas/)
    kalli.time.set(new Date(Date.parse(made.startsAt) + 60_000))
    const started = await at.professional.person.call(contract.previewClassMove, {
      params: { id: made.id },
      body: wanted(),
    })
    assert.equal(refusalOf(started).code, 'class_begun')
  })

  test('no other user can read or move the class, or accept for a client', async () => {
    const at = await studio()
    const made = await set(at)
    const one = await seated(kalli, at)
    const other = await people.professional(kalli)
    const body = { ...wanted(), version: 1, seats: 1, lost: 0 }
    const params = { id: made.id }
    assert.equal((await other.person.call(contract.previewClassMove, { params, body: wanted() })).status, 404)
    assert.equal((await other.person.call(contract.moveClass, { params, body })).status, 404)
    assert.equal((await kalli.visitor().call(contract.moveClass, { params, body })).status, 401)
    await move(at, made.id)
    const stranger = await kalli.visitor().call(contract.acceptClassMove, {
      params: { id: one.id },
      query: {},
      body: { version: 3 },
    })
    assert.equal(stranger.status, 404)
    const teacher = await at.professional.person.call(contract.acceptClassMove, {
      params: { id: one.id },
      query: {},
      body: { version: (await shown(one)).version },
    })
    assert.notEqual(teacher.status, 200)
    assert.equal(
      refusalOf(
        await one.who.call(contract.acceptClassMove, {
          params: { id: one.id },
          query: { t: one.t },
          body: { version: 1 },
        }),
      ).code,
      'stale_version',
    )
  })
})

describe('concurrent moves', () => {
  test('a client who pays for the old hour either moves with the class or pays nothing', async () => {
    for (let round = 0; round < 8; round += 1) {
      const at = await studio()
      const made = await set(at)
      const who = kalli.visitor()
      const hold = await heldFor(who, at, 2)
      const quoted = await look(at, made.id)
      const [paid, moved] = await Promise.all([
        pay(who, hold.id, 'tok_ok', undefined, undefined, classes.along(2)),
        moveAs(at, made.id, quoted),
      ])
      await runJobsOnce(kalli)
      const now = await read(at, made.id)
      const seat = await statusOf(hold.id)
      if (moved.status === 200) {
        assert.equal(now.startsAt, '2026-11-25T23:00:00.000Z')
        assert.ok(seat.status === 'expired', `${seat.status} ${paid.status}`)
        assert.equal(seat.captured, seat.refunded)
      } else {
        // It was paid first: one more client is coming than was shown.
        assert.equal(refusalOf(moved).code, 'impact_changed')
        assert.equal(seat.status, 'confirmed')
        assert.equal(now.startsAt, made.startsAt)
      }
    }
    await balanced()
  })

  test('a payment that a bank approves after the class moved is refunded in full', async () => {
    const at = await studio()
    const made = await set(at)
    const who = kalli.visitor()
    const hold = await heldFor(who, at, 1)
    const requested = await pay(who, hold.id, 'tok_3ds')
    assert.equal(requested.body.status, 'awaiting_payment')
    const quoted = await look(at, made.id)
    assert.deepEqual([quoted.seats, quoted.paying], [0, 1])
    await move(at, made.id)
    await runJobsOnce(kalli)
    const { status, captured, refunded } = await statusOf(hold.id)
    assert.deepEqual([status, captured], ['expired', refunded])
    assert.equal((await read(at, made.id)).holding, 0)
    await balanced()
  })

  test('of two moves, or a move and the decision on the minimum, exactly one takes effect', async () => {
    for (let round = 0; round < 4; round += 1) {
      const at = await studio()
      const made = await set(at)
      const one = await seated(kalli, at)
      const quoted = await look(at, made.id)
      const answers = await Promise.all([
        moveAs(at, made.id, quoted),
        moveAs(at, made.id, quoted, { time: '19:00' }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      const now = await read(at, made.id)
      assert.equal((await shown(one)).startsAt, now.startsAt)
    }
    for (let round = 0; round < 4; round += 1) {
      const at = await studio({ capacity: 5, minimum: 3, decideHours: 24 })
      const made = await set(at, { dates: ['2026-11-27'] })
      const one = await seated(kalli, at, { date: '2026-11-27' })
      const quoted = await look(at, made.id, { date: '2026-11-29' })
      const due = { ...ownWork(kalli), now: new Date('2026-11-26T16:00:00Z') }
      const [moved] = await Promise.all([moveAs(at, made.id, quoted, { date: '2026-11-29' }), decideDue(due)])
      await runJobsOnce(kalli)
      const now = await read(at, made.id)
      const seat = await statusOf(one.id)
      if (moved.status === 200) assert.deepEqual([now.status, seat.status], ['open', 'confirmed'])
      else assert.deepEqual([now.status, seat.status], ['cancelled', 'cancelled_by_platform'])
    }
    assert.equal(await overlapsIn(kalli), 0)
    await balanced()
  })

  test('when clients book while the class moves, every seat is at the class’s hour', async () => {
    const at = await studio({ capacity: 9 })
    const made = await set(at)
    await seated(kalli, at, { persons: 3 })
    const tokens = await Promise.all(
      [1, 2, 1, 2].map(
        async (persons) => (await classes.slotsFor(kalli.visitor(), at, persons))[0]?.token ?? '',
      ),
    )
    const quoted = await look(at, made.id)
    await Promise.all([
      ...tokens.map((slotToken) => kalli.visitor().call(holds.hold, { body: { slotToken } })),
      moveAs(at, made.id, quoted),
    ])
    await runJobsOnce(kalli)
    const { rows } = await kalli.database.pool.query(
      `select seat.id from bookings seat join class_sessions own on own.id = seat.class_id
       where own.id = $1 and seat.status in ('held', 'awaiting_payment', 'confirmed') and seat.starts_at <> own.starts_at`,
      [made.id],
    )
    assert.deepEqual(rows, [])
  })

  test('the database refuses to move a class without its seats, without a recorded move, or to a longer one', async () => {
    const at = await studio()
    const made = await set(at)
    await seated(kalli, at)
    const change = (what: string) =>
      kalli.database.pool.query(`update class_sessions set version = version + 1, ${what} where id = $1`, [
        made.id,
      ])
    const later = `starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'`
    await assert.rejects(change(later), /stays what it is/)
    await assert.rejects(
      change(`${later}, moves = moves + 1, moved_at = '2026-11-20T00:00:00Z'`),
      /leaves seats behind/,
    )
    await assert.rejects(change(`${later}, moves = moves + 1, moved_at = starts_at`), /stays what it is/)
    await assert.rejects(
      change(`ends_at = ends_at + interval '1 hour', moves = moves + 1, moved_at = '2026-11-20T00:00:00Z'`),
      /stays what it is/,
    )
  })
})
