/** A client's no-show: who may report it and when, its cost, how the client contests it, and who settles it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { notifications } from '#contract/notification/notification.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf, contactOf, movesOf, hereOf } from '#server/testing/bookings.ts'
import { changeService, services } from '#contract/service/service.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'
import { forgetClient } from '#server/booking/contact/client.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** Today, charged; the professional is at her chair. `n`: minutes after the start. */
const visit = async (values: Parameters<typeof people.bookable>[1] = {}, hourCents = 20_000) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, ...values })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = $2 where id = $1', [
    at.agreementId,
    hourCents,
  ])
  const contact = contactOf()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  const professional = at.professional.person
  const params = { id: one.id }
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(one.startsAt) + minutes * 60_000))
  const versionOf = async () => (await professional.call(contract.booking, { params })).body.version
  const arrive = () => professional.call(noShow.arrive, { params, body: { code: `s${at.space.units[0]}` } })
  const mark = async () =>
    professional.call(noShow.markNoShow, { params, query: {}, body: { version: await versionOf() } })
  const contest = async (evidence = 'Llegué a las 12:05; aquí está mi recibo del estacionamiento.') =>
    one.who.call(noShow.contestNoShow, {
      params,
      query: { t: one.t },
      body: { version: await versionOf(), evidence },
    })
  const withdraw = async () =>
    professional.call(noShow.withdrawNoShow, { params, body: { version: await versionOf() } })
  const seen = async () => (await one.who.call(noShow.noShow, { params, query: { t: one.t } })).body.noShow
  /** She waited a quarter of an hour, and reported it. */
  const missed = async () => {
    clockAt(0)
    assert.equal((await arrive()).status, 200)
    clockAt(15)
    const answer = await mark()
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  return {
    ...one,
    at,
    contact,
    professional,
    params,
    clockAt,
    versionOf,
    arrive,
    mark,
    contest,
    withdraw,
    seen,
    missed,
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** The card's charge and refund, the frozen amount, and what is due to each. */
const moneyOf = async ({ id }: { id: string }) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select payment.captured_cents::int as charged, payment.refunded_cents::int as back,
       (select coalesce(-sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = payment.booking_id and account = 2010) as frozen,
       (select coalesce(sum(amount_cents), 0)::int from payouts where booking_id = payment.booking_id and party = 'professional') as professional,
       (select coalesce(sum(amount_cents), 0)::int from payouts where booking_id = payment.booking_id and party = 'host') as host
     from payments payment where payment.booking_id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  return rows[0]
}

const receiptsOf = async ({ professional, at, who, t, params }: Visit) => {
  const [mine, hosts, clients] = await Promise.all([
    professional.call(contract.receipt, { params }),
    at.host.person.call(contract.receipt, { params }),
    who.call(contract.receipt, { params, query: { t } }),
  ])
  return [mine.body, hosts.body, clients.body]
}

const emailsTo = async (email: string): Promise<{ subject: string; text: string }[]> => {
  const { rows } = await kalli.database.pool.query(
    'select subject, body_text as text from mails where to_address = $1 order by id',
    [email],
  )
  return rows
}

test('a service’s tolerance decides when a no-show can be reported, and booked visits keep theirs', async () => {
  const before = await visit()
  const { person } = before.at.professional
  const own = async () =>
    (await person.call(services)).body.find(({ id }) => id === before.at.serviceId) ?? assert.fail()
  const waiting = async (toleranceMinutes: number) =>
    person.call(changeService, {
      params: { id: before.at.serviceId },
      body: { ...(await own()), toleranceMinutes, keep: [before.id] },
    })
  assert.equal(refusalOf(await waiting(25)).code, 'invalid_input')
  const saved = await waiting(10)
  assert.deepEqual([saved.status, saved.body.toleranceMinutes], [200, 10], JSON.stringify(saved.body))
  const after = await booked(kalli, before.at, { date: '2026-11-20', place: 2 })
  const params = { id: after.id }
  const read = async (id: string) => (await person.call(contract.booking, { params: { id } })).body
  assert.deepEqual(
    [(await read(before.id)).toleranceMinutes, (await read(after.id)).toleranceMinutes],
    [15, 10],
  )
  const at = (minutes: number) => kalli.time.set(new Date(Date.parse(after.startsAt) + minutes * 60_000))
  at(0)
  const code = `s${before.at.space.units[0]}`
  assert.equal((await person.call(noShow.arrive, { params, body: { code } })).status, 200)
  at(9)
  const mark = async () =>
    person.call(noShow.markNoShow, {
      params,
      query: {},
      body: { version: (await read(after.id)).version },
    })
  assert.match(refusalOf(await mark()).message, /10 minutos después/)
  at(10)
  assert.equal((await mark()).body.status, 'client_no_show')
})

test('only a professional present by the unit’s code can report a no-show, 15 minutes after the start', async () => {
  const one = await visit()
  const { professional, params } = one
  const buttonOf = async (move: string) =>
    (await professional.call(contract.booking, { params })).body.moves.find((known) => known.move === move)
  one.clockAt(-16)
  assert.equal(refusalOf(await one.arrive()).code, 'too_early')
  one.clockAt(-15)
  for (const code of ['', 'S0', one.arrivalCode ?? ''])
    assert.equal(
      refusalOf(await professional.call(noShow.arrive, { params, body: { code } })).code,
      'wrong_code',
    )
  one.clockAt(20)
  const absent = await one.mark()
  assert.deepEqual(
    [refusalOf(absent).code, refusalOf(absent).message, (await buttonOf('client_no_show'))?.reason],
    ['move_not_allowed', 'Primero registra que tú ya estás ahí.', 'Primero registra que tú ya estás ahí.'],
  )
  one.clockAt(0)
  assert.equal((await one.arrive()).body.status, 'confirmed')
  assert.equal(refusalOf(await one.arrive()).code, 'move_not_allowed', 'once')
  one.clockAt(14)
  assert.match(refusalOf(await one.mark()).message, /15 minutos después/)
  one.clockAt(15)
  const stale = await professional.call(noShow.markNoShow, { params, query: {}, body: { version: 1 } })
  assert.equal(refusalOf(stale).code, 'stale_version')
  assert.equal((await buttonOf('client_no_show'))?.allowed, true)
  assert.equal((await one.mark()).body.status, 'client_no_show')
  assert.deepEqual((await movesOf(kalli, one.id)).slice(-2), [
    'arrive by professional',
    'client_no_show by professional',
  ])
  assert.equal((await claimsOf(kalli, one.id)).length, 0)
})

test('a professional at their own place registers their arrival by declaration', async () => {
  const one = await visit()
  await kalli.database.pool.query(
    `update bookings set space_id = null, unit_id = null, host_id = null, agreement_id = null, rent_cents = 0 where id = $1`,
    [one.id],
  )
  one.clockAt(0)
  assert.equal((await one.professional.call(noShow.arrive, { params: one.params, body: {} })).status, 200)
  one.clockAt(15)
  assert.equal((await one.mark()).status, 200)
  one.clockAt(15 + 24 * 60)
  await runJobsOnce(kalli)
  // Without rent: 30 % of $1,000.00, less Kalli's 10 %.
  assert.deepEqual(await moneyOf(one), {
    charged: 100_000,
    back: 70_000,
    frozen: 0,
    professional: 27_000,
    host: 0,
  })
})

test('an arrival registered offline counts once at the device’s time, and both times are shown', async () => {
  const one = await visit()
  const { professional, params, startsAt } = one
  const minutes = (count: number) => new Date(Date.parse(startsAt) + count * 60_000).toISOString()
  const code = `s${one.at.space.units[0]}`
  const arriveAt = (at: string, reported = code) =>
    professional.call(noShow.arrive, { params, body: { code: reported, at } })
  one.clockAt(20)
  assert.equal(refusalOf(await arriveAt(minutes(23))).code, 'device_time_ahead')
  assert.equal(refusalOf(await arriveAt(minutes(-16))).code, 'too_early')
  assert.equal(refusalOf(await arriveAt(minutes(-16 - 24 * 60))).code, 'device_time_too_old')
  assert.equal(refusalOf(await arriveAt(minutes(-5), 'S0')).code, 'wrong_code')
  const sent = await Promise.all([arriveAt(minutes(-5)), arriveAt(minutes(-4))])
  assert.deepEqual(
    sent.map(({ status, body }) => [status, body.status, body.professionalArrivalReceivedAt]),
    [0, 1].map(() => [200, 'confirmed', minutes(20)]),
  )
  assert.equal((await movesOf(kalli, one.id)).filter((move) => move.startsWith('arrive')).length, 1)
  const seen = await one.who.call(contract.booking, { params, query: { t: one.t } })
  assert.equal(seen.body.professionalArrivalReceivedAt, minutes(20))
  assert.ok([minutes(-5), minutes(-4)].includes(seen.body.professionalArrivedAt ?? ''))
  assert.equal((await one.mark()).body.status, 'client_no_show', 'who was there, and waited')
  assert.equal((await arriveAt(minutes(-5))).status, 200, 'known already')
  await one.contest()
  const waits = (await admin.call(noShow.contestedNoShows)).body.noShows.find(({ id }) => id === one.id)
  assert.equal(waits?.arrivalReceivedAt, minutes(20))
  await assert.rejects(
    kalli.database.pool.query(
      "update attendances set professional_arrival_received_at = professional_arrived_at + interval '25 hours' where booking_id = $1",
      [one.id],
    ),
    /attendances_arrival_device_time/,
  )
})

test('an absence that the client reported meanwhile takes precedence over an arrival that a device sends late', async () => {
  const one = await visit()
  one.clockAt(16)
  const version = await one.versionOf()
  const said = await one.who.call(noShow.markNoShow, {
    params: one.params,
    query: { t: one.t },
    body: { version, as: 'client' },
  })
  assert.equal(said.body.status, 'professional_no_show')
  one.clockAt(20)
  const body = { code: `s${one.at.space.units[0]}`, at: one.startsAt }
  const late = await one.professional.call(noShow.arrive, { params: one.params, body })
  assert.deepEqual([late.status, refusalOf(late).code], [409, 'absence_said_meanwhile'])
})

test('a client who cancels after the tolerance pays the no-show fee, divided the same and quoted before', async () => {
  const cancels = async (minutes: number) => {
    const one = await visit({ priceCents: 65_000 }, 15_000)
    one.clockAt(minutes)
    const requested = { params: one.params, query: { t: one.t } }
    const { body: quote } = await one.who.call(cancellation.cancelQuote, {
      ...requested,
      body: { as: 'client' },
    })
    const done = await one.who.call(cancellation.cancel, { ...requested, body: { quoteToken: quote.token } })
    assert.equal(done.body.status, 'cancelled_by_client', JSON.stringify(done.body))
    const nets = (await receiptsOf(one)).map(({ netCents }) => netCents)
    return { quote, nets, back: (await moneyOf(one)).back }
  }
  const early = await cancels(14)
  assert.deepEqual([early.quote.feeCents, early.back], [6_500, 58_500])
  const late = await cancels(15)
  assert.deepEqual([late.quote.feeCents, late.back], [19_500, 45_500])
  assert.deepEqual(late.nets, [7_800, 9_262, 19_500])
  assert.match(
    late.quote.reason,
    /cuesta lo mismo que no llegar, el 30 % de \$650. Si quien te atiende no llegó/,
  )
})

test('an uncontested no-show refunds the undisputed part at once, and divides the fee a day later, to the centavo', async () => {
  // The example of product.md §4, B10: Justa on $650.00 with a rent of $225.00.
  const one = await visit({ priceCents: 65_000 }, 15_000)
  await one.missed()
  assert.deepEqual(await moneyOf(one), {
    charged: 65_000,
    back: 45_500,
    frozen: 19_500,
    professional: 0,
    host: 0,
  })
  const expected = await receiptsOf(one)
  assert.deepEqual(
    expected.map(({ state, netCents }) => [state, netCents]),
    [
      ['expected', 7_800],
      ['expected', 9_262],
      ['expected', 19_500],
    ],
  )
  assert.ok(expected.every(({ notes }) => notes.some((note) => /en pausa/.test(note))))
  one.clockAt(15 + 24 * 60 - 1)
  await runJobsOnce(kalli)
  assert.equal((await one.seen())?.state, 'open')
  one.clockAt(15 + 24 * 60)
  await Promise.all([upholdDue(kalli.work()), upholdDue(kalli.work()), runJobsOnce(kalli)])
  assert.equal((await one.seen())?.state, 'stands')
  assert.equal(
    (await movesOf(kalli, one.id)).filter((move) => move === 'uphold_no_show by platform').length,
    1,
  )
  assert.deepEqual(await moneyOf(one), {
    charged: 65_000,
    back: 45_500,
    frozen: 0,
    professional: 7_800,
    host: 9_262,
  })
  const settled = await receiptsOf(one)
  assert.deepEqual(
    settled.map(({ state, netCents, title }) => [state, netCents, title]),
    [
      ['settled', 7_800, 'Tu resumen de la inasistencia'],
      ['settled', 9_262, 'Tu resumen de la inasistencia'],
      ['settled', 19_500, 'Tu recibo de la inasistencia'],
    ],
  )
  assert.equal(settled[0]?.lines[0]?.label, 'Cuota por inasistencia')
})

test('a contested fee waits until it is settled, and a withdrawal refunds it in full', async () => {
  const one = await visit()
  await one.missed()
  one.clockAt(60)
  const empty = await one.contest('   ')
  assert.equal(empty.status, 400)
  const answer = await one.contest()
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.noShow?.state, 'contested')
  assert.equal(refusalOf(await one.contest()).code, 'move_not_allowed', 'once')
  one.clockAt(5 * 24 * 60)
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(one), {
    charged: 100_000,
    back: 70_000,
    frozen: 30_000,
    professional: 0,
    host: 0,
  })
  const mine = (await one.professional.call(noShow.noShow, { params: one.params })).body.noShow
  assert.match(mine?.evidence ?? '', /estacionamiento/)
  assert.equal(mine?.moves[0]?.allowed, true)
  assert.equal((await one.withdraw()).body.noShow?.state, 'withdrawn')
  assert.deepEqual(await moneyOf(one), {
    charged: 100_000,
    back: 100_000,
    frozen: 0,
    professional: 0,
    host: 0,
  })
  assert.equal(refusalOf(await one.withdraw()).code, 'move_not_allowed')
  assert.deepEqual(
    (await receiptsOf(one)).map(({ state, netCents }) => [state, netCents]),
    [
      ['settled', 0],
      ['settled', 0],
      ['settled', 0],
    ],
  )
})

for (const verdict of ['stands', 'falls'] as const)
  test(`after a contest an administrator decides that the no-show ${verdict}`, async () => {
    const one = await visit()
    await one.missed()
    const early = await admin.call(noShow.decideNoShow, {
      params: one.params,
      body: { version: await one.versionOf(), verdict, reason: 'Leí lo que dicen las dos partes.' },
    })
    assert.equal(refusalOf(early).code, 'move_not_allowed', 'nobody has contested it')
    await one.contest()
    const { noShows } = (await admin.call(noShow.contestedNoShows)).body
    const waiting = noShows.find(({ id }) => id === one.id)
    assert.deepEqual(
      [waiting?.arrivalMethod, waiting?.client, waiting?.feeCents, waiting?.version],
      ['station_code', 'Lucía', 30_000, await one.versionOf()],
    )
    const version = await one.versionOf()
    const answers = await Promise.all([
      admin.call(noShow.decideNoShow, {
        params: one.params,
        body: { version, verdict, reason: 'Leí lo que dicen las dos partes.' },
      }),
      admin.call(noShow.decideNoShow, {
        params: one.params,
        body: { version, verdict, reason: 'Leí lo que dicen las dos partes.' },
      }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual(
      await moneyOf(one),
      verdict === 'stands'
        ? { charged: 100_000, back: 70_000, frozen: 0, professional: 12_000, host: 14_250 }
        : { charged: 100_000, back: 100_000, frozen: 0, professional: 0, host: 0 },
    )
    assert.equal((await one.seen())?.state, verdict)
    const emailMessage = (await emailsTo(one.contact.email)).at(-1)
    assert.match(
      emailMessage?.subject ?? '',
      verdict === 'stands' ? /^Se cobró la cuota/ : /^Te devolvemos todo/,
    )
  })

test('under a policy without a fee a no-show is refunded at once and cannot be contested', async () => {
  const one = await visit({ policyTier: 'free' })
  await one.missed()
  assert.deepEqual(await moneyOf(one), {
    charged: 100_000,
    back: 100_000,
    frozen: 0,
    professional: 0,
    host: 0,
  })
  assert.equal((await one.seen())?.state, 'stands')
  assert.equal(refusalOf(await one.contest()).code, 'move_not_allowed')
})

test('the party that must act is notified, with one link to it', async () => {
  const one = await visit()
  await one.missed()
  await drain(kalli)
  const emailMessage = (await emailsTo(one.contact.email)).at(-1)
  assert.match(emailMessage?.subject ?? '', /^Se registró que no llegaste/)
  assert.match(emailMessage?.text ?? '', new RegExp(`booking-success\\?id=${one.id}&t=`))
  const bellOf = async (person: Person) => (await person.call(notifications)).body.map(({ title }) => title)
  assert.ok((await bellOf(one.at.host.person)).some((title) => title.startsWith('Nadie llegó')))
  await one.contest()
  // Notified in the first round, emailed in the next.
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.ok((await bellOf(one.professional)).some((title) => title.includes(' dice que sí llegó')))
  const { rows } = await kalli.database.pool.query(
    `select body_text as text from mails join accounts on email = to_address where accounts.id = $1 order by mails.id desc limit 1`,
    [one.at.professional.accountId],
  )
  assert.match(rows[0]?.text ?? '', new RegExp(`/professional-appointments\\?tab=no-show&booking=${one.id}`))
})

test('only client and professional can read a no-show, only the client contest it, and only the professional withdraw it', async () => {
  const one = await visit()
  await one.missed()
  const other = await visit()
  const version = await one.versionOf()
  for (const who of [other.professional, other.who, kalli.visitor()])
    assert.equal((await who.call(noShow.noShow, { params: one.params })).status, 404)
  assert.equal((await one.at.host.person.call(noShow.noShow, { params: one.params })).status, 404)
  assert.equal(
    (await other.professional.call(noShow.withdrawNoShow, { params: one.params, body: { version } })).status,
    404,
  )
  const contesting = { params: one.params, body: { version, evidence: 'Yo.' } }
  for (const who of [other.who, one.professional, one.at.host.person])
    assert.equal((await who.call(noShow.contestNoShow, contesting)).status, 404)
  assert.equal((await one.seen())?.state, 'open')
})

test('of a check-in and a no-show at once exactly one takes effect', async () => {
  for (let again = 0; again < 4; again += 1) {
    const one = await visit()
    one.clockAt(0)
    await one.arrive()
    one.clockAt(15)
    const version = await one.versionOf()
    const shown = await hereOf(kalli, one.params.id)
    const [came, missed] = await Promise.all([
      one.professional.call(attendance.checkIn, { params: one.params, body: shown }),
      one.professional.call(noShow.markNoShow, { params: one.params, query: {}, body: { version } }),
    ])
    assert.deepEqual([came.status, missed.status].toSorted(), [200, 409])
    const { status } = (await one.professional.call(contract.booking, { params: one.params })).body
    assert.equal(status, came.status === 200 ? 'in_progress' : 'client_no_show')
    assert.equal((await moneyOf(one)).back, came.status === 200 ? 0 : 70_000)
  }
})

test('a contest at the deadline leaves the no-show either contested or final', async () => {
  for (let again = 0; again < 4; again += 1) {
    const one = await visit()
    await one.missed()
    one.clockAt(15 + 24 * 60 - 1)
    const version = await one.versionOf()
    const later = kalli.work()
    one.clockAt(15 + 24 * 60)
    const due = kalli.work()
    one.clockAt(15 + 24 * 60 - 1)
    assert.ok(later.now < due.now)
    const [contested] = await Promise.all([
      one.who.call(noShow.contestNoShow, {
        params: one.params,
        query: { t: one.t },
        body: { version, evidence: 'Estuve ahí.' },
      }),
      upholdDue(due),
    ])
    const state = (await one.seen())?.state
    assert.equal(state, contested.status === 200 ? 'contested' : 'stands')
    assert.equal((await moneyOf(one)).frozen, contested.status === 200 ? 30_000 : 0)
    if (state === 'contested') await one.withdraw()
  }
})

test('a no-show cannot be contested after a day, even before the job has run', async () => {
  const one = await visit()
  await one.missed()
  one.clockAt(15 + 24 * 60)
  assert.match(refusalOf(await one.contest()).message, /plazo para decir otra cosa/)
})

test('the database refuses a no-show without the professional’s arrival, and late or changed contests', async () => {
  const one = await visit()
  const refuses = async (query: string, constraint: string) => {
    const problem = await kalli.database.pool.query(query, [one.id]).then(
      () => null,
      (error: { constraint?: string }) => error,
    )
    assert.equal(problem?.constraint, constraint, query)
  }
  await refuses(
    `update bookings set status = 'client_no_show', version = version + 1 where id = $1`,
    'bookings_no_show_seen',
  )
  await refuses(
    `insert into attendances (booking_id, professional_arrived_at, professional_arrival_method) values ($1, now(), 'word')`,
    'attendances_word_without_unit',
  )
  await one.missed()
  const set = (change: string) => `update no_shows set ${change} where booking_id = $1`
  await refuses(
    set(`state = 'stands', decided_at = marked_at + interval '1 hour'`),
    'no_shows_decided_in_time',
  )
  await refuses(set(`state = 'contested'`), 'no_shows_contested')
  await refuses(set(`state = 'contested', evidence = ' ', contested_at = marked_at`), 'no_shows_evidence')
  await refuses(
    set(`state = 'contested', evidence = 'Yo', contested_at = contest_by`),
    'no_shows_contested_in_time',
  )
  await refuses(set(`fee_cents = 1`), 'no_shows_move_on')
  await one.withdraw()
  await refuses(set(`state = 'contested', evidence = 'Yo', contested_at = marked_at`), 'no_shows_move_on')
})

test('deleting an account removes the client’s statement and keeps the decision', async () => {
  const one = await visit()
  await one.missed()
  await one.contest()
  await one.withdraw()
  const { rows } = await kalli.database.pool.query('select client_id as id from bookings where id = $1', [
    one.id,
  ])
  await forgetClient(kalli.work(), [rows[0]?.id])
  assert.deepEqual([(await one.seen())?.evidence, (await one.seen())?.state], ['[borrado]', 'withdrawn'])
})
