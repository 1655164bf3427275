/** The whole table of moves, walked over HTTP: every party, every status, every move. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as bookingStatus from '#contract/booking/booking-status.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as table from '#contract/booking/moves.ts'
import * as mayMoves from '#contract/booking/may-move.ts'
import * as change from '#contract/booking/change/change.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import * as request from '#contract/booking/request/request.ts'
import { booked, held, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Party = 'client' | 'professional' | 'host'
type Case = { id: string; t: string; station: string; client: Person; professional: Person; host: Person }

/** For today, so that the card is charged at once and the visit can begin. */
const today = async (date = '2026-11-20'): Promise<Case> => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { id, t, who } = await booked(kalli, at, { date, place: 4 })
  const station = `S${at.space.units[0]}`
  return { id, t, station, client: who, professional: at.professional.person, host: at.host.person }
}

/** Sets the row as other moves would have; the walk tests what follows. */
const put = async (id: string, status: string) => {
  const { rows } = await kalli.database.pool.query('select status from bookings where id = $1', [id])
  if (rows[0]?.status === status) return
  if (bookingStatus.endedStatuses.some((ended) => ended === status))
    await kalli.database.pool.query('delete from claims where booking_id = $1', [id])
  await kalli.database.pool.query(
    `with came as (
       insert into attendances (booking_id, professional_arrived_at, professional_arrival_method)
       select id, case when $2 = 'client_no_show' then starts_at end, case when $2 = 'client_no_show' then 'station_code' end
       from bookings where id = $1
       on conflict (booking_id) do update set professional_arrived_at = excluded.professional_arrived_at,
         professional_arrival_method = excluded.professional_arrival_method)
     update bookings set status = $2, version = version + 1,
       professional_acceptance = case when $2 = 'requested' then 'pending' else 'not_needed' end,
       requested_at = case when $2 = 'requested' then starts_at - interval '4 hours' end,
       respond_by = case when $2 = 'requested' then starts_at - interval '1 hour' end
     where id = $1`,
    [id, status],
  )
  // A requested booking is only held.
  if (status === 'requested')
    await kalli.database.pool.query(
      `update claims set state = 'hold', expires_at = (select respond_by from bookings where id = $1) where booking_id = $1`,
      [id],
    )
  if (status === 'client_no_show' || status === 'professional_no_show')
    await kalli.database.pool.query(
      `insert into no_shows (booking_id, absent, reported_by, state, fee_cents, marked_at, contest_by)
       values ($1, $4, case when $4 = 'client' then 'professional' else 'client' end, 'open', 100, $2, $3)`,
      [
        id,
        kalli.clock(),
        new Date(kalli.clock().getTime() + 24 * 60 * 60_000),
        status.slice(0, -'_no_show'.length),
      ],
    )
}

const versionOf = async (id: string): Promise<number> =>
  (await kalli.database.pool.query('select version from bookings where id = $1', [id])).rows[0]?.version

const steps: Readonly<
  Record<
    string,
    {
      move: table.Move
      run(on: Case, who: Person, party: Party, t?: string): Promise<{ status: number; body: unknown }>
    }
  >
> = {
  'check in': {
    move: 'check_in',
    run: ({ id, station }, who) => who.call(attendance.checkIn, { params: { id }, body: { code: station } }),
  },
  arrive: {
    move: 'arrive',
    run: ({ id, station }, who) => who.call(noShow.arrive, { params: { id }, body: { code: station } }),
  },
  'say that nobody came': {
    move: 'client_no_show',
    run: async ({ id }, who) =>
      who.call(noShow.markNoShow, { params: { id }, query: {}, body: { version: await versionOf(id) } }),
  },
  'say that the professional did not come': {
    move: 'professional_no_show',
    run: async ({ id }, who, party, t) =>
      who.call(noShow.markNoShow, {
        params: { id },
        query: t === undefined ? {} : { t },
        body: { version: await versionOf(id), as: party === 'host' ? 'host' : 'client' },
      }),
  },
  'contest that': {
    move: 'contest_absence',
    run: async ({ id }, who) =>
      who.call(noShow.contestNoShow, {
        params: { id },
        query: {},
        body: { version: await versionOf(id), as: 'professional', evidence: 'Estuve ahí.' },
      }),
  },
  'contest it': {
    move: 'contest_no_show',
    run: async ({ id }, who, _party, t) =>
      who.call(noShow.contestNoShow, {
        params: { id },
        query: t === undefined ? {} : { t },
        body: { version: await versionOf(id), evidence: 'Estuve ahí.' },
      }),
  },
  'take it back': {
    move: 'withdraw_no_show',
    run: async ({ id }, who) =>
      who.call(noShow.withdrawNoShow, { params: { id }, body: { version: await versionOf(id) } }),
  },
  accept: {
    move: 'accept',
    run: async ({ id }, who, party) =>
      who.call(request.acceptRequest, {
        params: { id },
        body: { as: party === 'host' ? 'host' : 'professional', version: await versionOf(id) },
      }),
  },
  decline: {
    move: 'decline',
    run: async ({ id }, who, party) =>
      who.call(request.declineRequest, {
        params: { id },
        body: {
          as: party === 'host' ? 'host' : 'professional',
          version: await versionOf(id),
          reason: 'no_time',
        },
      }),
  },
  'propose another hour': {
    move: 'propose_change',
    run: (on, who, party, t) => proposing(on, who, party, t),
  },
  'say yes to another hour': {
    move: 'accept_change',
    run: (on, who, party, t) => answeringHour(on, who, party, 'accept', t),
  },
  'say no to another hour': {
    move: 'decline_change',
    run: (on, who, party, t) => answeringHour(on, who, party, 'decline', t),
  },
  'take another hour back': {
    move: 'withdraw_change',
    run: (on, who, party, t) => answeringHour(on, who, party, 'withdraw', t),
  },
  'check out': {
    move: 'check_out',
    run: ({ id }, who) => who.call(attendance.checkOut, { params: { id }, body: {} }),
  },
  'confirm attendance': {
    move: 'confirm_attendance',
    run: ({ id }, who) => who.call(attendance.confirmAttendance, { params: { id } }),
  },
  complete: {
    move: 'complete',
    run: ({ id }, who, _party, t) =>
      who.call(attendance.complete, { params: { id }, query: t === undefined ? {} : { t } }),
  },
  'cancel as client': {
    move: 'cancel_as_client',
    run: (on, who, _party, t) => cancelling(on, who, 'client', t),
  },
  'cancel as professional': {
    move: 'cancel_as_professional',
    run: (on, who, _party, t) => cancelling(on, who, 'professional', t),
  },
  'cancel as host': { move: 'cancel_as_host', run: (on, who, _party, t) => cancelling(on, who, 'host', t) },
}

const cancelling = async ({ id }: Case, who: Person, as: Party, t?: string) => {
  const query = t === undefined ? {} : { t }
  const quoted = await who.call(cancellation.cancelQuote, { params: { id }, query, body: { as } })
  if (quoted.status !== 200) return quoted
  return who.call(cancellation.cancel, {
    params: { id },
    query,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
}

/** The same way for a confirmed visit and for a request. */
const proposing = async ({ id }: Case, who: Person, as: Party, t?: string) => {
  const [params, query] = [{ id }, t === undefined ? {} : { t }]
  const offered = await who.call(change.changeSlots, {
    params,
    query: { ...query, as, from: '2026-11-23', to: '2026-11-23' },
  })
  if (offered.status !== 200) return offered
  const slotToken = offered.body.days.flatMap(({ slots }) => slots)[0]?.token ?? assert.fail('no hour')
  const quoted = await who.call(change.changeQuote, { params, query, body: { as, slotToken } })
  if (quoted.status !== 200) return quoted
  return who.call(change.change, { params, query, body: { quoteToken: quoted.body.token } })
}

const answeringHour = async (
  { id }: Case,
  who: Person,
  as: Party,
  answer: 'accept' | 'decline' | 'withdraw',
  t?: string,
) =>
  who.call(change.answerChange, {
    params: { id, answer },
    query: t === undefined ? {} : { t },
    body: { as, version: await versionOf(id) },
  })

const parties = ['client', 'professional', 'host'] as const

/** A request is answered hours before the start; everything else is tried when the visit is about to begin. */
const when = (status: string) =>
  status === 'requested' ? { date: '2026-11-21', minutes: 180 } : { date: '2026-11-20', minutes: 10 }

for (const status of bookingStatus.BookingStatus.options) {
  test(`${status}: each party can make the moves of the table, and no others`, async (t) => {
    t.after(() => kalli.time.set(testNow))
    kalli.time.set(testNow)
    const { date, minutes } = when(status)
    const refusedOn = await today(date)
    const { startsAt, endsAt } = (
      await refusedOn.client.call(contract.booking, {
        params: { id: refusedOn.id },
        query: { t: refusedOn.t },
      })
    ).body
    const near = new Date(Date.parse(startsAt) - minutes * 60_000)
    const requested: Partial<table.Movable> =
      status === 'requested' ? { waitsFor: ['professional'] } : { waitsFor: [] }
    if (status === 'client_no_show' || status === 'professional_no_show')
      Object.assign(requested, {
        noShow: { state: 'open', contestBy: new Date(near.getTime() + 60_000).toISOString() },
      })
    kalli.time.set(near)
    await put(refusedOn.id, status)
    for (const party of parties) {
      for (const [name, { move, run }] of Object.entries(steps)) {
        const allowed = mayMoves.mayMove(
          move,
          party,
          { status, startsAt, endsAt, ...requested },
          kalli.clock(),
        ).allowed
        if (allowed) {
          kalli.time.set(testNow)
          const on = await today(date)
          kalli.time.set(near)
          await put(on.id, status)
          const answer = await run(on, on[party], party, party === 'client' ? on.t : undefined)
          assert.equal(
            answer.status,
            200,
            `${party} may ${name} when ${status}: ${JSON.stringify(answer.body)}`,
          )
          const { rows } = await kalli.database.pool.query('select status from bookings where id = $1', [
            on.id,
          ])
          assert.equal(rows[0]?.status, table.moves[move].to ?? status)
        } else {
          const answer = await run(
            refusedOn,
            refusedOn[party],
            party,
            party === 'client' ? refusedOn.t : undefined,
          )
          assert.ok(
            [401, 403, 404, 409].includes(answer.status),
            `${party} may not ${name} when ${status}: ${answer.status}`,
          )
          const { rows } = await kalli.database.pool.query('select status from bookings where id = $1', [
            refusedOn.id,
          ])
          assert.equal(rows[0]?.status, status, `${party} ${name} changed nothing`)
        }
      }
    }
  })
}

test('the buttons and the refusals come from the same table', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const on = await today()
  const seen = await on.professional.call(contract.booking, { params: { id: on.id } })
  const checkIn = seen.body.moves.find(({ move }) => move === 'check_in')
  assert.equal(checkIn?.allowed, false)
  const refused = await on.professional.call(attendance.checkIn, {
    params: { id: on.id },
    body: await hereOf(kalli, on.id),
  })
  assert.deepEqual(
    [refused.status, refusalOf(refused).code, refusalOf(refused).message],
    [409, 'too_early', checkIn?.reason],
  )
})

test('only its holder may release or pay a hold', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  for (const person of [at.professional.person, at.host.person]) {
    assert.equal((await person.call(contract.booking, { params: { id: hold.id } })).status, 404)
    assert.equal((await person.call(holds.releaseHold, { params: { id: hold.id } })).status, 404)
  }
})

test('a proposed hour for a request can be withdrawn by its proposer and answered by its client alone', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const order = ['take another hour back', 'say no to another hour', 'say yes to another hour'] as const
  for (const name of order) {
    kalli.time.set(testNow)
    const on = await today('2026-11-21')
    const { rows } = await kalli.database.pool.query<{ at: Date }>(
      'select starts_at as at from bookings where id = $1',
      [on.id],
    )
    const startsAt = rows[0]?.at ?? assert.fail('no visit')
    kalli.time.set(new Date(startsAt.getTime() - 180 * 60_000))
    await put(on.id, 'requested')
    const proposed = await proposing(on, on.professional, 'professional')
    assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
    const { move, run } = steps[name] ?? assert.fail(name)
    for (const party of parties) {
      const { moves } = await seenBy(on, party)
      const own = moves.find((one) => one.move === move)
      const isTheirs = party === (name === 'take another hour back' ? 'professional' : 'client')
      assert.equal(own?.allowed ?? false, isTheirs, `${party}: ${name}`)
      if (isTheirs) continue
      const answer = await run(on, on[party], party, party === 'client' ? on.t : undefined)
      assert.equal(answer.status, 409, `${party} may not ${name}`)
    }
    const who = name === 'take another hour back' ? 'professional' : 'client'
    const done = await run(on, on[who], who, who === 'client' ? on.t : undefined)
    assert.equal(done.status, 200, JSON.stringify(done.body))
    const after = await seenBy(on, 'professional')
    assert.deepEqual(
      [after.status, after.change],
      [name === 'say yes to another hour' ? 'confirmed' : 'requested', null],
    )
  }
})

const seenBy = async (on: Case, party: Party) =>
  (
    await on[party].call(contract.booking, {
      params: { id: on.id },
      query: party === 'client' ? { t: on.t } : { as: party },
    })
  ).body
