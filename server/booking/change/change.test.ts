/** A confirmed visit moves to another hour (B9): alone, proposed and answered, or lapsed; new claims first, one outcome of each race. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import { calendarInstant } from '#contract/platform/calendar-file.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import { community } from '#contract/notification/notification.ts'
import { moveUnit } from '#contract/booking/agenda/timeline.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { changeBy } from '#server/booking/moves/proposal-row.ts'
import { drain } from '#server/platform/jobs.ts'
import {
  answersEach,
  booked,
  claimsOf,
  contactOf,
  movesOf,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { muteEmail } from '#server/testing/emails.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { race } from '#server/testing/crash/race.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Visit = { id: string; who: Person; t: string; startsAt: string }
type ViewerQuery = { who: Person; as: changes.Side; t?: string | undefined }
const asClient = ({ who, t }: Visit): ViewerQuery => ({ who, as: 'client', t })
const asProfessional = (at: Bookable): ViewerQuery => ({ who: at.professional.person, as: 'professional' })
const asHost = (at: Bookable): ViewerQuery => ({ who: at.host.person, as: 'host' })
const queryOf = ({ t }: ViewerQuery) => (t === undefined ? {} : { t })

/** The hours to which the visit could move, by their start. */
const offered = async ({ id }: Visit, requestWorld: ViewerQuery, date = '2026-11-25') => {
  const answer = await requestWorld.who.call(changes.changeSlots, {
    params: { id },
    query: { ...queryOf(requestWorld), as: requestWorld.as, from: date, to: date },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.days.flatMap(({ slots }) => slots)
}

const quoteFor = async (visit: Visit, requestWorld: ViewerQuery, place: number, date?: string) => {
  const slot = (await offered(visit, requestWorld, date))[place]
  assert.ok(slot)
  return requestWorld.who.call(changes.changeQuote, {
    params: { id: visit.id },
    query: queryOf(requestWorld),
    body: { as: requestWorld.as, slotToken: slot.token },
  })
}

const move = async (visit: Visit, requestWorld: ViewerQuery, place: number, date?: string) => {
  const quoted = await quoteFor(visit, requestWorld, place, date)
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const done = await requestWorld.who.call(changes.change, {
    params: { id: visit.id },
    query: queryOf(requestWorld),
    body: { quoteToken: quoted.body.token, note: 'Se me juntó todo.' },
  })
  return { quoted: quoted.body, ...done }
}

const answer = (
  { id }: Visit,
  requestWorld: ViewerQuery,
  how: 'accept' | 'decline' | 'withdraw',
  version: number,
) =>
  requestWorld.who.call(changes.answerChange, {
    params: { id, answer: how },
    query: queryOf(requestWorld),
    body: { as: requestWorld.as, version },
  })

const holdsOf = async (id: string) => (await claimsOf(kalli, id)).filter(({ state }) => state === 'hold')
const titlesFor = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const emailsTo = async (email: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string }>(
    'select subject from mails where to_address = $1 order by id',
    [email],
  )
  return rows.map(({ subject }) => subject)
}

test('a proposal lapses after twelve hours, and always two hours before either time', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const hours = (start: number, to: number) => {
    const at = (n: number) => new Date(now.getTime() + n * 3_600_000)
    return (changeBy(at(start), at(to), now).getTime() - now.getTime()) / 3_600_000
  }
  assert.deepEqual(
    [hours(100, 100), hours(5, 100), hours(100, 4), hours(2, 100), hours(1, 9)],
    [12, 3, 2, 0, -1],
  )
})

test('a client moves a visit alone while that is free, also by half an hour, twice at no cost and then for a fee', async () => {
  const at = await people.bookable(kalli, { units: 1, durationMinutes: 60 })
  const contact = contactOf()
  const visit = await booked(kalli, at, { contact })
  const own = await offered(visit, asClient(visit))
  // Its own hour counts as free: overlapping starts are offered to its client only.
  const overlapping = own.findIndex(({ startsAt }) => startsAt > visit.startsAt && startsAt < visit.endsAt)
  assert.ok(overlapping >= 0)
  const open = (await slotsOn(kalli.visitor(), at)).map(({ startsAt }) => startsAt)
  assert.ok(!open.includes(own[overlapping]?.startsAt ?? ''))

  const first = await move(visit, asClient(visit), overlapping)
  assert.deepEqual([first.quoted.alone, first.quoted.asks, first.status], [true, [], 200])
  assert.equal(first.body.startsAt, own[overlapping]?.startsAt)
  assert.deepEqual(
    [first.body.status, first.body.totalCents, first.body.change],
    ['confirmed', 100_000, null],
  )
  assert.deepEqual(
    (await claimsOf(kalli, visit.id)).map(({ state }) => state),
    ['firm', 'firm', 'firm'],
  )
  const second = await move(visit, asClient(visit), 0, '2026-11-26')
  assert.equal(second.quoted.alone, true)
  const third = await move(visit, asClient(visit), 2, '2026-11-26')
  assert.deepEqual([second.quoted.dueCents, third.quoted.dueCents], [0, 10_000])
  assert.deepEqual([third.quoted.alone, third.quoted.asks, third.body.change], [true, [], null])
  assert.notEqual(third.body.startsAt, second.body.startsAt)
  assert.deepEqual((await movesOf(kalli, visit.id)).slice(-4), [
    'move_time by client',
    'move_time by client',
    'propose_change by client',
    'move_time by client',
  ])
  await drain(kalli)
  const titles = await titlesFor(at.professional.person)
  assert.equal(titles.filter((title) => title.startsWith('Cita movida')).length, 1)
  assert.equal(titles.filter((title) => title.startsWith('Piden mover')).length, 0)
  assert.ok((await emailsTo(contact.email)).some((subject) => subject.startsWith('Tu cita cambió de hora')))
})

test('each e-mail of a visit that moves replaces the previous one in its reader’s own calendar', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const contact = contactOf()
  const visit = await booked(kalli, at, { contact })
  const starts = [visit.startsAt]
  await drain(kalli)
  starts.push((await move(visit, asClient(visit), 0, '2026-11-26')).body.startsAt)
  await drain(kalli)
  const proposed = await move(visit, asProfessional(at), 3, '2026-11-27')
  starts.push((await answer(visit, asClient(visit), 'accept', proposed.body.version)).body.startsAt)
  await drain(kalli)
  const requested = { params: { id: visit.id }, query: { t: visit.t } }
  const quote = await visit.who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } })
  await visit.who.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quote.body.token, reason: '' },
  })
  starts.push(starts.at(-1) ?? '')
  await drain(kalli)
  // The professional has it in an external calendar as well.
  for (const reader of [contact.email, await mailboxOf(at)]) {
    const reported = await filesTo(reader)
    assert.deepEqual(
      reported.map((file) => [file.get('UID'), file.get('DTSTART'), file.get('STATUS')]),
      starts.map((startsAt, place) => [
        `kalli-${visit.id}@127.0.0.1`,
        calendarInstant(new Date(startsAt)),
        place === starts.length - 1 ? 'CANCELLED' : 'CONFIRMED',
      ]),
    )
    const sequences = reported.map((file) => Number(file.get('SEQUENCE')))
    assert.ok(
      sequences.every((sequence, place) => sequence > (sequences[place - 1] ?? 0)),
      sequences.join(),
    )
  }
})
const mailboxOf = async ({ professional }: Bookable) => {
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [professional.accountId],
  )
  return rows[0]?.email ?? assert.fail()
}
/** The calendar files sent with their emails, line by line, oldest first. */
const filesTo = async (email: string) => {
  const { rows } = await kalli.database.pool.query<{ calendar: string }>(
    'select calendar from mails where to_address = $1 and calendar is not null order by id',
    [email],
  )
  return rows.map(({ calendar }) => new Map(calendar.split('\r\n').map((line) => splitOnce(line))))
}
const splitOnce = (line: string): [string, string] => {
  const [name = '', ...value] = line.split(':')
  return [name, value.join(':')]
}

test('a move to another chair updates the professional’s calendar file, unless they opted out of visit e-mails', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const visit = await booked(kalli, at)
  await drain(kalli)
  const goTo = async (unitId: number) => {
    const seen = await at.host.person.call(contract.booking, { params: { id: visit.id }, query: {} })
    const moved = await at.host.person.call(moveUnit, {
      params: { id: visit.id },
      body: { unitId, version: seen.body.version },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await drain(kalli)
  }
  const { rows } = await kalli.database.pool.query<{ unit: number }>(
    'select unit_id as unit from bookings where id = $1',
    [visit.id],
  )
  const [other = 0, own = 0] = at.space.units.toSorted((unit) => (unit === rows[0]?.unit ? 1 : -1))
  await goTo(other)
  const [before, after, ...more] = await filesTo(await mailboxOf(at))
  assert.deepEqual(more, [])
  assert.ok(before && after)
  assert.equal(after.get('UID'), before.get('UID'))
  assert.equal(after.get('DTSTART'), before.get('DTSTART'))
  assert.notEqual(after.get('LOCATION'), before.get('LOCATION'))
  assert.ok(Number(after.get('SEQUENCE')) > Number(before.get('SEQUENCE')))
  await muteEmail(at.professional, 'booking_confirmed')
  await goTo(own)
  assert.equal((await filesTo(await mailboxOf(at))).length, 2)
})

test('a professional’s proposal holds the new hour beside the old one, and the client’s acceptance swaps them', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  const visit = await booked(kalli, at, { contact })
  const proposed = await move(visit, asProfessional(at), 3, '2026-11-26')
  assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
  assert.equal(proposed.body.startsAt, visit.startsAt)
  assert.deepEqual(proposed.body.change?.waitsFor, ['client'])
  assert.equal(proposed.body.change?.expiresAt, '2026-11-21T04:00:00.000Z')
  assert.equal((await holdsOf(visit.id)).length, 3)
  assert.equal((await claimsOf(kalli, visit.id)).length, 6)
  // The hour is unavailable to others meanwhile, and a second proposal is refused.
  const open = (await slotsOn(kalli.visitor(), at, '2026-11-26')).map(({ startsAt }) => startsAt)
  assert.ok(!open.includes(proposed.body.change?.startsAt ?? ''))
  const again = await visit.who.call(changes.changeSlots, {
    params: { id: visit.id },
    query: { t: visit.t, as: 'client', from: '2026-11-26', to: '2026-11-26' },
  })
  assert.equal(refusalOf(again).code, 'move_not_allowed')
  await drain(kalli)
  assert.ok((await emailsTo(contact.email)).some((subject) => subject.startsWith('Te proponen otra hora')))

  // Their agenda shows the held hour with its client, and links to the visit.
  const day = { from: '2026-11-25', to: '2026-11-26' }
  const agenda = async () => (await at.professional.person.call(calendar, { query: day })).body.entries
  const saved = (await agenda()).filter(({ layer }) => layer === 'hold')
  assert.deepEqual(
    saved.map(({ startsAt, expiresAt, reservedFor: savedFor }) => [startsAt, expiresAt !== null, savedFor]),
    [
      [
        proposed.body.change?.startsAt,
        true,
        {
          why: 'change',
          by: 'professional',
          bookingId: visit.id,
          isRent: false,
          isRequest: false,
          service: proposed.body.service.name,
          client: contact.firstName,
          bookedAt: visit.startsAt,
        },
      ],
    ],
  )

  const { version } = proposed.body
  assert.equal(refusalOf(await answer(visit, asProfessional(at), 'accept', version)).code, 'move_not_allowed')
  assert.equal(refusalOf(await answer(visit, asClient(visit), 'accept', version - 1)).code, 'stale_version')
  assert.equal(
    refusalOf(await answer(visit, { who: kalli.visitor(), as: 'client' }, 'accept', version)).code,
    'not_found',
  )
  const yes = await answer(visit, asClient(visit), 'accept', version)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.deepEqual([yes.body.startsAt, yes.body.change], [proposed.body.change?.startsAt, null])
  assert.equal((await holdsOf(visit.id)).length, 0)
  assert.equal((await claimsOf(kalli, visit.id)).length, 3)
  assert.deepEqual(
    (await agenda()).map(({ layer }) => layer),
    ['visit'],
  )
  const free = (await slotsOn(kalli.visitor(), at)).map(({ startsAt }) => startsAt)
  assert.ok(free.includes(visit.startsAt))
  const { rows } = await kalli.database.pool.query('select capture_at from payments where booking_id = $1', [
    visit.id,
  ])
  assert.ok(rows[0]?.capture_at < new Date(yes.body.startsAt))
})

test('a declined, withdrawn or lapsed proposal leaves the visit unchanged and frees the held hour, once', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  const stays = async () => {
    assert.equal((await claimsOf(kalli, visit.id)).length, 3)
    const seen = (await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } }))
      .body
    assert.deepEqual([seen.startsAt, seen.change, seen.status], [visit.startsAt, null, 'confirmed'])
  }
  const one = await move(visit, asProfessional(at), 1, '2026-11-26')
  assert.equal((await answer(visit, asClient(visit), 'decline', one.body.version)).status, 200)
  await stays()
  const two = await move(visit, asProfessional(at), 1, '2026-11-26')
  assert.equal(
    refusalOf(await answer(visit, asClient(visit), 'withdraw', two.body.version)).code,
    'move_not_allowed',
  )
  assert.equal((await answer(visit, asProfessional(at), 'withdraw', two.body.version)).status, 200)
  await stays()
  await move(visit, asProfessional(at), 1, '2026-11-26')
  kalli.time.advance(12 * 60)
  await Promise.all([lapseChanges(kalli.work()), lapseChanges(kalli.work()), lapseChanges(kalli.work())])
  await stays()
  assert.equal((await movesOf(kalli, visit.id)).filter((made) => made.startsWith('lapse_change')).length, 1)
  await drain(kalli)
  const titles = await titlesFor(at.professional.person)
  assert.equal(titles.filter((title) => title.startsWith('La cita sigue a su hora')).length, 2)
})

test('a host’s proposal needs both others, and a client’s one needs a professional who answers each request', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  const proposed = await move(visit, asHost(at), 2, '2026-11-26')
  assert.deepEqual(proposed.quoted.asks, ['client', 'professional'])
  const part = await answer(visit, asProfessional(at), 'accept', proposed.body.version)
  assert.deepEqual([part.body.startsAt, part.body.change?.waitsFor], [visit.startsAt, ['client']])
  const whole = await answer(visit, asClient(visit), 'accept', part.body.version)
  assert.equal(whole.body.startsAt, proposed.body.change?.startsAt)

  const own = await people.bookable(kalli)
  const other = await booked(kalli, own)
  await answersEach(own)
  const requested = await move(other, asClient(other), 2, '2026-11-26')
  assert.deepEqual([requested.quoted.alone, requested.body.change?.by], [false, 'client'])
})

test('a stale, late or too near change is refused or needs acceptance, and the button shows the reason', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  const quoted = (await quoteFor(visit, asClient(visit), 0, '2026-11-26')).body
  const send = (quoteToken: string) =>
    visit.who.call(changes.change, {
      params: { id: visit.id },
      query: { t: visit.t },
      body: { quoteToken },
    })
  assert.equal(refusalOf(await send('none')).code, 'quote_expired')
  assert.equal((await send(quoted.token)).status, 200)
  assert.equal(refusalOf(await send(quoted.token)).code, 'quote_changed')
  // The policy's free period ends twelve hours before: from then on the professional must accept.
  const { rows } = await kalli.database.pool.query<{ at: Date }>(
    'select starts_at as at from bookings where id = $1',
    [visit.id],
  )
  const startsAt = rows[0]?.at.getTime() ?? 0
  kalli.time.set(new Date(startsAt - 6 * 3_600_000))
  const late = await quoteFor(visit, asClient(visit), 1, '2026-11-27')
  assert.deepEqual([late.body.alone, late.body.asks], [false, ['professional']])
  kalli.time.set(new Date(startsAt - 2 * 3_600_000))
  const seen = (await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } }))
    .body
  const button = seen.moves.find((one) => one.move === 'propose_change')
  assert.deepEqual([button?.allowed, button?.reason?.startsWith('Faltan menos de 2 horas')], [false, true])
})

/** A confirmed visit to which its stylist proposes another hour; a later check of its end reads it as one row. */
const withProposal = async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const visit = await booked(kalli, at)
  const { version } = (await move(visit, asProfessional(at), 3, '2026-11-26')).body
  const quoted = await visit.who.call(cancellation.cancelQuote, {
    params: { id: visit.id },
    query: { t: visit.t },
    body: { as: 'client' },
  })
  return {
    at,
    visit,
    yes: () => answer(visit, asClient(visit), 'accept', version),
    takeBack: () => answer(visit, asProfessional(at), 'withdraw', version),
    cancel: () =>
      visit.who.call(cancellation.cancel, {
        params: { id: visit.id },
        query: { t: visit.t },
        body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
      }),
    end: async () => {
      const { rows } = await kalli.database.pool.query<{ end: unknown[] }>(
        `select json_build_array(b.status, b.starts_at <> $2, g.state,
           (select string_agg(state, ',') from claims where booking_id = b.id)) as end
         from bookings b join change_proposals g on g.booking_id = b.id where b.id = $1`,
        [visit.id, visit.startsAt],
      )
      return rows[0]?.end
    },
  }
}
const movedThere = ['confirmed', true, 'accepted', 'firm,firm,firm']

test('a client who accepts a proposal twice at once moves the visit once', async () => {
  await race(async (start) => {
    const { visit, yes, end } = await withProposal()
    const statuses = (await start(yes, yes)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 409])
    assert.deepEqual(await end(), movedThere)
    const yeses = (await movesOf(kalli, visit.id)).filter((said) => said.startsWith('accept_change'))
    assert.deepEqual(yeses, ['accept_change by client'])
    return statuses[0] === 200 ? 'first' : 'second'
  })
})

test('an acceptance that races a cancellation leaves the visit at the new hour or no hour held', async () => {
  await race(async (start) => {
    const { yes, cancel, end } = await withProposal()
    const statuses = (await start(yes, cancel)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 409])
    const isMoved = statuses[0] === 200
    assert.deepEqual(await end(), isMoved ? movedThere : ['cancelled_by_client', false, 'overtaken', null])
    return isMoved ? 'first' : 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('an acceptance that races a withdrawal leaves the visit at one of the two hours, holding that alone', async () => {
  await race(async (start) => {
    const { yes, takeBack, end } = await withProposal()
    const statuses = (await start(yes, takeBack)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 409])
    const isMoved = statuses[0] === 200
    assert.deepEqual(await end(), isMoved ? movedThere : ['confirmed', false, 'withdrawn', 'firm,firm,firm'])
    return isMoved ? 'first' : 'second'
  })
})

test('a proposal that races a walk-in for its hour: exactly one gets the hour', async () => {
  await race(async (start) => {
    const at = await people.bookable(kalli, { units: 1 })
    const visit = await booked(kalli, at)
    const requestWorld = asProfessional(at)
    const [slot] = await offered(visit, requestWorld, '2026-11-28')
    const { body: quoted } = await quoteFor(visit, requestWorld, 0, '2026-11-28')
    const [proposed, walkIn] = await start(
      () =>
        requestWorld.who.call(changes.change, {
          params: { id: visit.id },
          query: {},
          body: { quoteToken: quoted.token },
        }),
      () => kalli.visitor().call(holds.hold, { body: { slotToken: slot?.token ?? '' } }),
    )
    const isProposed = proposed.status === 200
    assert.deepEqual([proposed.status, walkIn.status], isProposed ? [200, 409] : [409, 201])
    assert.equal((await holdsOf(visit.id)).length, isProposed ? 3 : 0)
    return isProposed ? 'first' : 'second'
  })
})

test('a cancellation overtakes an open proposal, and the database keeps one open and ends it once', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  await move(visit, asProfessional(at), 3, '2026-11-26')
  await assert.rejects(
    kalli.database.pool.query(`
      delete from claims where booking_id = '${visit.id}';
      update bookings set status = 'cancelled_by_platform', version = version + 1, ended_at = now() where id = '${visit.id}'`),
    /a proposal to move it is open/,
  )
  const quoted = await at.professional.person.call(cancellation.cancelQuote, {
    params: { id: visit.id },
    body: { as: 'professional' },
  })
  const cancelled = await at.professional.person.call(cancellation.cancel, {
    params: { id: visit.id },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  assert.deepEqual(await claimsOf(kalli, visit.id), [])
  const { rows } = await kalli.database.pool.query(
    'select id, state from change_proposals where booking_id = $1',
    [visit.id],
  )
  assert.equal(rows[0]?.state, 'overtaken')
  await assert.rejects(
    kalli.database.pool.query(`update change_proposals set state = 'accepted' where id = $1`, [rows[0]?.id]),
    /is over/,
  )
})
