/** A professional's no-show (B16): who may report it, what each party receives, how it is contested, and who settles it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { notifications } from '#contract/notification/notification.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf, contactOf, movesOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** The example of product.md §4: $650.00 with a rent of $225.00, under Justa. `n`: minutes after the start. */
const visit = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 65_000, ...values })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 15000 where id = $1', [
    at.agreementId,
  ])
  const contact = contactOf()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  const professional = at.professional.person
  const params = { id: one.id }
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(one.startsAt) + minutes * 60_000))
  const versionOf = async () => (await professional.call(contract.booking, { params })).body.version
  const arrive = () => professional.call(noShow.arrive, { params, body: { code: `s${at.space.units[0]}` } })
  const mark = async (as: 'client' | 'host' = 'client') =>
    (as === 'client' ? one.who : at.host.person).call(noShow.markNoShow, {
      params,
      query: as === 'client' ? { t: one.t } : {},
      body: { version: await versionOf(), as },
    })
  const contest = async () =>
    professional.call(noShow.contestNoShow, {
      params,
      query: {},
      body: { version: await versionOf(), as: 'professional', evidence: 'Estuve en la silla; hay cámara.' },
    })
  const missed = async (as?: 'client' | 'host') => {
    clockAt(15)
    const answer = await mark(as)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const decide = async (verdict: noShow.Verdict) =>
    admin.call(noShow.decideNoShow, {
      params,
      body: { version: await versionOf(), verdict, reason: 'Leí lo que dicen las dos partes.' },
    })
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
    missed,
    decide,
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** The card's charge and refund, the frozen amount, what is due to each, what the professional owes, and the client's credit. */
const moneyOf = async ({ id, at }: Visit) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select payment.captured_cents::int as charged, payment.refunded_cents::int as back,
       (select coalesce(-sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = payment.booking_id and account = 2010) as frozen,
       (select coalesce(sum(amount_cents), 0)::int from payouts where booking_id = payment.booking_id and party = 'professional') as professional,
       (select coalesce(sum(amount_cents), 0)::int from payouts where booking_id = payment.booking_id and party = 'host') as host,
       (select client_id from bookings where id = payment.booking_id) as client
     from payments payment where payment.booking_id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  const { client, ...money } = rows[0]
  const credit = await creditOf(kalli.work(), client)
  return {
    ...money,
    owes: await balanceOf(kalli.work(), account.owedByProfessional, at.professional.id),
    credit,
  }
}

const nothing = { charged: 65_000, frozen: 0, professional: 0, host: 0, owes: 0, credit: 0 }
const frozen = { ...nothing, back: 45_500, frozen: 19_500 }
/** Full refund and $50; the host has all of the rent less Kalli's 5 %; the professional owes both. */
const stood = { ...nothing, back: 65_000, host: 21_375, owes: 27_500, credit: 5_000 }

test('only a client who waited 15 minutes can report an absence, unless the professional registered in time', async () => {
  const one = await visit()
  one.clockAt(14)
  for (const as of ['client', 'host'] as const)
    assert.match(refusalOf(await one.mark(as)).message, /15 minutos después/)
  one.clockAt(15)
  const stale = await one.who.call(noShow.markNoShow, {
    params: one.params,
    query: { t: one.t },
    body: { version: 1, as: 'client' },
  })
  assert.equal(refusalOf(stale).code, 'stale_version')
  const as = 'client'
  const own = { params: one.params, query: {}, body: { version: 1, as } } as const
  assert.equal(
    (await one.professional.call(noShow.markNoShow, own)).status,
    404,
    'nobody says it for another',
  )
  await one.arrive()
  assert.match(refusalOf(await one.mark()).message, /^Llegó a tiempo/)

  const late = await visit()
  late.clockAt(16)
  await late.arrive()
  const ended = await late.mark()
  assert.equal(ended.body.status, 'professional_no_show')
  assert.equal((await claimsOf(kalli, late.id)).length, 0)
  assert.deepEqual((await movesOf(kalli, late.id)).slice(-2), [
    'arrive by professional',
    'professional_no_show by client',
  ])
})

for (const as of ['client', 'host'] as const)
  test(`an absence reported by the ${as} and uncontested refunds the client with a credit and pays the rent a day later`, async () => {
    const one = await visit()
    await one.missed(as)
    assert.deepEqual(await moneyOf(one), frozen)
    one.clockAt(15 + 24 * 60 - 1)
    await runJobsOnce(kalli)
    assert.deepEqual(await moneyOf(one), frozen)
    one.clockAt(15 + 24 * 60)
    await Promise.all([upholdDue(kalli.work()), upholdDue(kalli.work()), runJobsOnce(kalli)])
    assert.deepEqual(await moneyOf(one), stood)
    assert.equal((await movesOf(kalli, one.id)).at(-1), 'uphold_absence by platform')
    const [mine, hosts, clients] = await Promise.all([
      one.professional.call(contract.receipt, { params: one.params }),
      one.at.host.person.call(contract.receipt, { params: one.params }),
      one.who.call(contract.receipt, { params: one.params, query: { t: one.t } }),
    ])
    assert.deepEqual(
      [mine, hosts, clients].map(({ body }) => [body.state, body.netCents]),
      [
        ['settled', -27_500],
        ['settled', 21_375],
        ['settled', 0],
      ],
    )
    assert.ok(mine.body.lines.some(({ code, amountCents }) => code === 'credit' && amountCents === -5_000))
    assert.ok(
      clients.body.notes.some((note) => /\$50 de saldo a favor/.test(note)),
      clients.body.notes.join(),
    )
  })

for (const verdict of ['stands', 'falls'] as const)
  test(`a contested absence waits, and an administrator decides once that it ${verdict}`, async () => {
    const one = await visit()
    await one.missed()
    assert.equal((await one.decide(verdict)).status, 409, 'nobody has contested it')
    one.clockAt(60)
    assert.equal((await one.contest()).body.noShow?.state, 'contested')
    assert.equal((await one.contest()).status, 409, 'once')
    one.clockAt(5 * 24 * 60)
    await runJobsOnce(kalli)
    assert.deepEqual(await moneyOf(one), frozen)
    const waiting = (await admin.call(noShow.contestedNoShows)).body.noShows.find(({ id }) => id === one.id)
    assert.deepEqual(
      [waiting?.absent, waiting?.saidBy, waiting?.creditCents, waiting?.rentCents, waiting?.arrivedAt],
      ['professional', 'client', 5_000, 22_500, null],
    )
    const version = await one.versionOf()
    const answers = await Promise.all(
      [1, 2].map(() =>
        admin.call(noShow.decideNoShow, {
          params: one.params,
          body: { version, verdict, reason: 'Leí lo que dicen las dos partes.' },
        }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual(
      await moneyOf(one),
      // The professional was there: the fee of a client's no-show, as B10 divides it.
      verdict === 'stands' ? stood : { ...nothing, back: 45_500, professional: 7_800, host: 9_262 },
    )
  })

test('under a policy without fees the client is refunded at once, and the professional’s debt waits a day', async () => {
  const one = await visit({ policyTier: 'free' })
  await one.missed()
  assert.deepEqual(await moneyOf(one), { ...frozen, back: 65_000, frozen: 0 })
  one.clockAt(15 + 24 * 60)
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(one), stood)
})

test('each party gets one link, and the host sees the status but not the professional’s statement', async () => {
  const one = await visit()
  await one.missed('host')
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const bellOf = async (person: Person) => (await person.call(notifications)).body.map(({ title }) => title)
  assert.ok((await bellOf(one.professional)).some((title) => title.startsWith('Registraron que no llegaste')))
  const emailsTo = async (email: string) =>
    (
      await kalli.database.pool.query<{ subject: string; text: string }>(
        'select subject, body_text as text from mails where to_address = $1 order by id',
        [email],
      )
    ).rows
  const emailMessage = (await emailsTo(one.contact.email)).at(-1)
  assert.match(emailMessage?.subject ?? '', /no llegó/)
  assert.match(emailMessage?.text ?? '', new RegExp(`booking-success\\?id=${one.id}&t=`))
  await one.contest()
  await runJobsOnce(kalli)
  assert.match((await emailsTo(one.contact.email)).at(-1)?.subject ?? '', /dice que sí llegó/)
  const seen = (await one.at.host.person.call(noShow.noShow, { params: one.params })).body.noShow
  assert.deepEqual([seen?.state, seen?.evidence, seen?.moves], ['contested', null, []])
  const clients = (await one.who.call(noShow.noShow, { params: one.params, query: { t: one.t } })).body.noShow
  assert.match(clients?.evidence ?? '', /cámara/)
  await one.decide('stands')
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.ok((await bellOf(one.at.host.person)).some((title) => title.startsWith('Renta de una inasistencia')))
  assert.match((await emailsTo(one.contact.email)).at(-1)?.text ?? '', /\$50/)
})

test('a stranger can neither report nor contest an absence', async () => {
  const one = await visit()
  const other = await visit()
  one.clockAt(15)
  const version = await one.versionOf()
  for (const [who, as] of [
    [other.who, 'client'],
    [other.at.host.person, 'host'],
    [kalli.visitor(), 'client'],
    [other.professional, 'professional'],
  ] as const) {
    const said = await who.call(noShow.markNoShow, { params: one.params, query: {}, body: { version, as } })
    assert.equal(said.status, 404)
  }
  await one.missed()
  const contesting = {
    params: one.params,
    query: {},
    body: { version, as: 'professional', evidence: 'Yo.' },
  } as const
  for (const who of [other.professional, one.at.host.person])
    assert.equal((await who.call(noShow.contestNoShow, contesting)).status, 404)
})

/** She checks in by her position, without the client's code. */
const started = async (values: Parameters<typeof visit>[0] = {}) => {
  const one = await visit(values)
  one.clockAt(-10)
  const came = await one.professional.call(attendance.checkIn, {
    params: one.params,
    body: { position: people.here },
  })
  assert.equal(came.body.status, 'in_progress', JSON.stringify(came.body))
  const buttonFor = async (as: 'client' | 'host') =>
    (
      await (as === 'client' ? one.who : one.at.host.person).call(contract.booking, {
        params: one.params,
        query: as === 'client' ? { t: one.t } : { as },
      })
    ).body.moves.find(({ move }) => move === 'professional_no_show')
  const statusOf = async () =>
    (await one.professional.call(contract.booking, { params: one.params })).body.status
  return { ...one, buttonFor, statusOf }
}

test('a visit started without a code can be reported missed, which freezes the money and is final after a day', async () => {
  for (const as of ['client', 'host'] as const) {
    const one = await started()
    one.clockAt(14)
    assert.match(refusalOf(await one.mark(as)).message, /15 minutos después/)
    one.clockAt(15)
    assert.deepEqual(await one.buttonFor(as), { move: 'professional_no_show', allowed: true, reason: null })
    assert.equal((await one.mark(as)).body.status, 'professional_no_show')
    assert.deepEqual(await claimsOf(kalli, one.id), [])
    // It may have taken place: nothing is paid out before that is known.
    assert.deepEqual(await moneyOf(one), { ...nothing, back: 0, frozen: 65_000 })
    const reported = (await one.who.call(noShow.noShow, { params: one.params, query: { t: one.t } })).body
      .noShow
    assert.deepEqual([reported?.started, reported?.feeCents, reported?.refundCents], [true, 65_000, 0])
    one.clockAt(15 + 24 * 60)
    await upholdDue(kalli.work())
    assert.deepEqual(await moneyOf(one), stood)
  }
  const over = await started()
  over.clockAt(90)
  assert.match(refusalOf(await over.mark()).message, /ya pasó/)
})

test('an absence decided for the professional completes the visit: divided, notified and closed', async () => {
  const one = await started()
  one.clockAt(20)
  await one.mark()
  assert.equal((await one.contest()).status, 200)
  const [queued] = (await admin.call(noShow.contestedNoShows)).body.noShows.filter(({ id }) => id === one.id)
  assert.deepEqual([queued?.started, queued?.arrivalMethod, queued?.feeCents], [true, 'position', 65_000])
  assert.ok(queued?.arrivedAt)
  const decided = await one.decide('falls')
  assert.equal(decided.body.status, 'completed', JSON.stringify(decided.body))
  assert.equal(refusalOf(await one.decide('stands')).code, 'move_not_allowed', 'once')
  // 650.00 less 10 % and the rent of 225.00; the rent less 5 %.
  assert.deepEqual(await moneyOf(one), {
    ...nothing,
    back: 0,
    professional: 36_000,
    host: 21_375,
  })
  assert.deepEqual((await movesOf(kalli, one.id)).slice(-4), [
    'check_in by professional',
    'professional_no_show by client',
    'contest_absence by professional',
    'restore_visit by platform',
  ])
  for (const [who, query, cents] of [
    [one.who, { t: one.t }, 65_000],
    [one.professional, { as: 'professional' as const }, 36_000],
    [one.at.host.person, { as: 'host' as const }, 21_375],
  ] as const) {
    const { body } = await who.call(contract.receipt, { params: one.params, query })
    assert.deepEqual([body.state, body.netCents], ['settled', cents])
  }
  const { rows } = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where to_address = $1 order by id desc limit 3`,
    [one.contact.email],
  )
  assert.ok(
    rows.some(({ subject }) => subject.startsWith('Tu cita se cobra')),
    JSON.stringify(rows),
  )
  kalli.time.advance(15 * 24 * 60)
  for (const _ of [1, 2, 3]) await runJobsOnce(kalli)
  assert.equal(await one.statusOf(), 'closed')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('of a visit with an upfront part only that is frozen, and the rest is charged if the visit took place', async () => {
  for (const verdict of ['stands', 'falls'] as const) {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await kalli.database.pool.query('update services set upfront_bp = 3000 where id = $1', [at.serviceId])
    const made = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
    const params = { id: made.id }
    const pro = at.professional.person
    kalli.time.set(made.startsAt)
    await pro.call(attendance.checkIn, { params, body: { position: people.here } })
    kalli.time.advance(15)
    const { version } = (await pro.call(contract.booking, { params })).body
    const body = { version, as: 'client' as const }
    assert.equal((await made.who.call(noShow.markNoShow, { params, query: { t: made.t }, body })).status, 200)
    const contesting = { version: version + 1, as: 'professional' as const, evidence: 'Ahí estuve.' }
    await pro.call(noShow.contestNoShow, { params, query: {}, body: contesting })
    await admin.call(noShow.decideNoShow, {
      params,
      body: { version: version + 2, verdict, reason: 'Leí lo que dicen las dos partes.' },
    })
    await drain(kalli)
    const { rows } = await kalli.database.pool.query(
      `select status, balance_cents::int as rest, (select (captured_cents + added_cents - refunded_cents)::int from payments where booking_id = b.id) as paid
       from bookings b where id = $1`,
      [made.id],
    )
    assert.deepEqual(rows, [
      verdict === 'stands'
        ? { status: 'professional_no_show', rest: 70_000, paid: 0 }
        : { status: 'completed', rest: 0, paid: 100_000 },
    ])
    assert.equal(await people.trialBalance(kalli), 0)
  }
})

test('an arrival proven by a code cannot be reported as an absence, nor can the database store one', async () => {
  for (const how of ['client', 'unit'] as const) {
    const one = await visit()
    one.clockAt(0)
    const code = how === 'client' ? (one.arrivalCode ?? '') : `s${one.at.space.units[0]}`
    await one.professional.call(attendance.checkIn, { params: one.params, body: { code } })
    one.clockAt(20)
    const said = refusalOf(await one.mark())
    assert.deepEqual(
      [said.code, said.message],
      ['move_not_allowed', 'La cita empezó con el código del cliente o de la unidad.'],
    )
    await assert.rejects(
      kalli.database.pool.query(
        `update bookings set status = 'professional_no_show', version = version + 1 where id = $1`,
        [one.id],
      ),
      { constraint: 'bookings_absence_not_met' },
    )
  }
})

test('a professional ends the visit while its client reports an absence: one of the two takes effect', async () => {
  for (let again = 0; again < 4; again += 1) {
    const one = await started()
    one.clockAt(85)
    const version = await one.versionOf()
    const body = { version, as: 'client' as const }
    const [said, left] = await Promise.all([
      one.who.call(noShow.markNoShow, { params: one.params, query: { t: one.t }, body }),
      one.professional.call(attendance.checkOut, { params: one.params, body: {} }),
    ])
    assert.deepEqual([said.status, left.status].toSorted(), [200, 409])
    assert.equal(await one.statusOf(), said.status === 200 ? 'professional_no_show' : 'to_settle')
    assert.equal(await people.trialBalance(kalli), 0)
  }
})

test('of an absence and a no-show or check-in at once exactly one takes effect', async () => {
  for (let again = 0; again < 4; again += 1) {
    const one = await visit()
    one.clockAt(16)
    await one.arrive()
    const version = await one.versionOf()
    const shown = await hereOf(kalli, one.params.id)
    const [client, professional] = await Promise.all([
      one.who.call(noShow.markNoShow, {
        params: one.params,
        query: { t: one.t },
        body: { version, as: 'client' },
      }),
      again % 2 === 0
        ? one.professional.call(noShow.markNoShow, { params: one.params, query: {}, body: { version } })
        : one.professional.call(attendance.checkIn, { params: one.params, body: shown }),
    ])
    assert.deepEqual([client.status, professional.status].toSorted(), [200, 409])
    const { status } = (await one.professional.call(contract.booking, { params: one.params })).body
    const other = again % 2 === 0 ? 'client_no_show' : 'in_progress'
    assert.equal(status, client.status === 200 ? 'professional_no_show' : other)
    assert.equal(await people.trialBalance(kalli), 0)
  }
})

test('the database refuses the later of a unit-code arrival and an absence at once', async (t) => {
  const [arriving, missing] = await Promise.all([
    kalli.database.pool.connect(),
    kalli.database.pool.connect(),
  ])
  t.after(() => [arriving, missing].map((client) => client.release(true)))
  const arrive = (id: string) =>
    arriving.query(
      `begin; insert into attendances (booking_id, professional_arrived_at, professional_arrival_method)
       select id, starts_at, 'station_code' from bookings where id = '${id}'`,
    )
  const miss = (id: string) =>
    missing.query(
      `begin; delete from claims where booking_id = '${id}';
       update bookings set status = 'professional_no_show', version = version + 1 where id = '${id}'`,
    )
  const here = await visit()
  await arrive(here.id)
  // The deferred constraint is checked now, and holds the booking until the commit.
  await arriving.query('set constraints all immediate')
  const reported = miss(here.id)
  await arriving.query('commit')
  await reported
  await assert.rejects(missing.query('commit'), { constraint: 'bookings_absence_unproved' })

  const away = await visit()
  await miss(away.id)
  await arrive(away.id)
  const came = assert.rejects(arriving.query('commit'), { constraint: 'bookings_absence_unproved' })
  await missing.query('commit')
  await came
})

test('the database refuses an absence with a wrong reporter, after an arrival, or with a changed or early decision', async () => {
  const one = await visit()
  const refuses = async (query: string, constraint: string) => {
    const problem = await kalli.database.pool.query(query, [one.id]).then(
      () => null,
      (error: { constraint?: string }) => error,
    )
    assert.equal(problem?.constraint, constraint, query)
  }
  const said = (absent: string, by: string) =>
    `insert into no_shows (booking_id, absent, reported_by, state, fee_cents, marked_at, contest_by)
     values ($1, '${absent}', '${by}', 'open', 0, now(), now() + interval '24 hours')`
  await refuses(said('professional', 'client'), 'no_shows_of_booking')
  one.clockAt(0)
  await one.arrive()
  await refuses(
    `update bookings set status = 'professional_no_show', version = version + 1 where id = $1`,
    'bookings_absence_unproved',
  )
  const missing = await visit()
  await missing.missed()
  one.id = missing.id
  await refuses(
    `update no_shows set absent = 'client', reported_by = 'professional' where booking_id = $1`,
    'no_shows_move_on',
  )
  await refuses(
    `update no_shows set state = 'withdrawn', decided_at = marked_at where booking_id = $1`,
    'no_shows_taken_back',
  )
})
