/** A visit that did not go as agreed: who reports, answers, decides and appeals, until when, what waits, and where each centavo goes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/booking/settlement/dispute.ts'
import type * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import { ownClients } from '#contract/booking/client/own-client.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { notifications } from '#contract/notification/notification.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { moveDue } from '#server/booking/settlement/dispute-deadline.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { receivedBy, muteEmail } from '#server/testing/emails.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
let second: Person
let picture: Uint8Array<ArrayBuffer>
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
  second = await administrator(kalli)
  const { default: sharp } = await import('sharp')
  const made = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  picture = Uint8Array.from(made)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Side = 'client' | 'professional' | 'host'

/** An hour and a half for $1,000.00 at $200.00 an hour, completed and divided; payees of level two are paid a day later. */
const visit = async ({ priceCents = 100_000, hourCents = 20_000, ends = true, arrives = true } = {}) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = $2 where id = $1', [
    at.agreementId,
    hourCents,
  ])
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const params = { id: one.id }
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(one.startsAt) + minutes * 60_000))
  const persons: Record<Side, Person> = {
    client: one.who,
    professional: at.professional.person,
    host: at.host.person,
  }
  const linkOf = (as: Side) => (as === 'client' ? { t: one.t } : {})
  const photoOf = async (as: Side) => {
    const photo = randomUUID()
    const answer = await persons[as].call(contract.disputePhoto, {
      params: { ...params, photo },
      query: { ...linkOf(as), as },
      file: new Blob([picture], { type: 'image/png' }),
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return photo
  }
  const report = (
    as: Side,
    subject: disputeSubject.DisputeSubject,
    photos: string[] = [],
    proofs: string[] = [],
  ) =>
    persons[as].call(contract.openDispute, {
      params,
      query: linkOf(as),
      body: { as, subject, statement: 'No fue lo que acordamos.', photos, proofs },
    })
  const seenBy = async (as: Side) =>
    (await persons[as].call(contract.disputes, { params, query: { ...linkOf(as), as } })).body.disputes
  const only = async (as: Side) => (await seenBy(as))[0] ?? assert.fail(`nothing reported, for the ${as}`)
  const move = async (as: Side, name: 'answer' | 'withdraw' | 'appeal', text = 'Sí fue así; lo muestro.') => {
    const { id, version } = await only(as)
    return persons[as].call(contract.moveDispute, {
      params: { id, move: name },
      query: linkOf(as),
      body: { version, as, text, photos: [] },
    })
  }
  const toDecide = async (who: Person) => {
    const { disputes } = (await who.call(contract.disputesToDecide)).body
    return disputes.find(({ bookingId }) => bookingId === one.id) ?? assert.fail('nothing to decide')
  }
  const decide = async (
    who: Person,
    outcome: disputeSubject.DisputeOutcome,
    chargedTo: disputeSubject.Bearer | null = null,
    /** The version that was shown before. */
    seen?: Awaited<ReturnType<typeof toDecide>>,
  ) => {
    const found = seen ?? (await toDecide(who))
    return who.call(contract.decideDispute, {
      params: { id: found.id },
      body: { version: found.version, outcome, chargedTo, reason: 'Leí lo que dicen las dos partes.' },
    })
  }
  const minutes = (Date.parse(one.endsAt) - Date.parse(one.startsAt)) / 60_000
  if (arrives) {
    clockAt(0)
    const came = await persons.professional.call(attendance.checkIn, {
      params,
      body: await hereOf(kalli, params.id),
    })
    assert.equal(came.status, 200, JSON.stringify(came.body))
  }
  if (arrives && ends) {
    clockAt(minutes)
    await persons.professional.call(attendance.checkOut, { params, body: {} })
    const done = await completeAsClient(kalli, params.id)
    assert.equal(done.status, 200, JSON.stringify(done.body))
  }
  return {
    ...one,
    at,
    params,
    clockAt,
    persons,
    minutes,
    photoOf,
    report,
    seenBy,
    only,
    move,
    toDecide,
    decide,
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** The refund to the card, and for each payee what was received, frozen and owed. */
const moneyOf = async ({ id, at }: Pick<Visit, 'id' | 'at'>) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<Record<string, number>>(
    `select payment.refunded_cents::int as back,
       (select coalesce(sum(amount_cents - clawed_back_cents), 0)::int from payouts where status = 'withheld'
         and (booking_id = $1 or frozen_for in (select id from disputes where booking_id = $1))) as frozen,
       ${['professional', 'host']
         .map(
           (
             side,
           ) => `(select -coalesce(sum(amount_cents), 0)::int from entries join journals on journals.id = journal_id
             where side = '${side}' and account in (2020, 2030, 1120, 1130) and kind in ('split', 'dispute')
             and journals.booking_id = $1) as ${side}`,
         )
         .join(', ')}
     from payments payment where payment.booking_id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  const { rows: balances } = await kalli.database.pool.query<{ projected: number; summed: number }>(
    `select (select coalesce(sum(amount_cents), 0)::int from balances where account in (2020, 1120) and party_id = $1) as projected,
       (select coalesce(sum(amount_cents), 0)::int from entries where account in (2020, 1120) and party_id = $1) as summed`,
    [at.professional.id],
  )
  assert.equal(balances[0]?.projected, balances[0]?.summed)
  return rows[0] ?? assert.fail('no payment')
}

const receiptOf = async ({ persons, params, t }: Visit, as: Side) => {
  const query = as === 'client' ? { t } : { as }
  const { body } = await persons[as].call(booking.receipt, { params, query })
  assert.equal(
    body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    body.netCents,
  )
  return body
}

test('a report needs evidence, is possible once per line until two days after the end, and freezes only that line', async () => {
  const one = await visit({ ends: false })
  assert.equal(refusalOf(await one.report('host', 'place')).code, 'dispute_not_movable', 'it is not theirs')
  const bare = await one.report('client', 'quality')
  assert.deepEqual([refusalOf(bare).code, bare.status], ['invalid_input', 400])
  const photo = await one.photoOf('client')
  const stranger = await kalli.visitor().fetch('GET', `/api/bookings/${one.id}/dispute/photos/${photo}/small`)
  assert.equal(stranger.status, 404)
  assert.equal((await one.report('professional', 'place', [photo])).status, 400, 'of another')
  assert.equal((await one.report('client', 'quality', [photo])).status, 200)
  assert.equal(refusalOf(await one.report('client', 'quality', [])).code, 'invalid_input')
  const again = await one.report('client', 'not_as_agreed')
  assert.equal(refusalOf(again).message, 'Ya se reportó un problema sobre esto.')
  assert.deepEqual(await one.seenBy('host'), [], 'it is between the two')
  const shown = await one.persons.professional.fetch(
    'GET',
    `/api/bookings/${one.id}/dispute/photos/${photo}/small`,
  )
  assert.equal(shown.headers.get('content-type'), 'image/webp')
  one.clockAt(one.minutes)
  await one.persons.professional.call(attendance.checkOut, { params: one.params, body: {} })
  // Its client cannot complete it while a dispute is undecided: time does.
  one.clockAt(one.minutes + 120)
  await runJobsOnce(kalli)
  const done = await one.persons.professional.call(booking.booking, { params: one.params, query: {} })
  assert.equal(done.body.status, 'completed')
  assert.deepEqual(done.body.dispute, { isOpen: true })
  // $1,000.00 less commission, rent and taxes: the professional's entire share.
  const net = (await receiptOf(one, 'professional')).netCents
  assert.equal((await one.only('client')).frozenCents, net)
  // After three days the host was paid, and the professional was not.
  one.clockAt(one.minutes + 73 * 60)
  await payDue(kalli.work())
  const { rows } = await kalli.database.pool.query(
    'select party, status from payouts where booking_id = $1 order by party',
    [one.id],
  )
  assert.deepEqual(rows, [
    { party: 'host', status: 'paid' },
    { party: 'professional', status: 'withheld' },
  ])
  const late = await visit()
  late.clockAt(late.minutes + 48 * 60)
  assert.match(refusalOf(await late.report('client', 'not_as_agreed')).message, /Ya pasó el plazo/)
})

test('a visit without a registered arrival can be reported from its start, and the disputed money is not paid out', async () => {
  const one = await visit({ arrives: false })
  one.clockAt(-1)
  assert.match(refusalOf(await one.report('client', 'not_as_agreed')).message, /desde que empieza/)
  await assert.rejects(
    kalli.database.pool.query(
      `insert into disputes (id, booking_id, opened_by, respondent, subject, line, line_cents, state, statement, opened_at, answer_by)
       values (gen_random_uuid(), $1, 'client', 'professional', 'not_as_agreed', 'service', 100, 'waiting', 'x', $2::timestamptz, $2::timestamptz + interval '48 hours')`,
      [one.id, kalli.clock()],
    ),
    { constraint: 'disputes_in_time' },
  )
  one.clockAt(0)
  const said = await one.report('client', 'not_as_agreed')
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.equal((await one.only('professional')).frozenCents, 0, 'all of it is still the client’s')
  // A day after its end it is divided automatically; a known professional would be paid in the same minute.
  one.clockAt(one.minutes + 24 * 60)
  await Promise.all([finishDue(kalli.work()), finishDue(kalli.work())])
  await payDue(kalli.work())
  const { netCents } = await receiptOf(one, 'professional')
  await assert.rejects(
    kalli.database.pool.query(
      `update disputes set host_id = (select host_id from bookings where id = booking_id) where booking_id = $1`,
      [one.id],
    ),
    /names another host/,
  )
  assert.deepEqual(await payoutsOf(one), ['host accrued', 'professional withheld'])
  assert.equal((await one.only('client')).frozenCents, netCents)
  // The other two still have the rest of their two days from the end.
  one.clockAt(one.minutes + 47 * 60)
  const photo = await one.photoOf('professional')
  assert.equal((await one.report('professional', 'place', [photo])).status, 200)
  one.clockAt(one.minutes + 24 * 60 * 10)
  await moveDue(kalli.work())
  kalli.time.advance(73 * 60)
  await moveDue(kalli.work())
  const money = await moneyOf(one)
  assert.deepEqual([money['back'], money['frozen']], [100_000, 0])
  const late = await visit({ arrives: false })
  late.clockAt(late.minutes + 48 * 60)
  assert.match(refusalOf(await late.report('client', 'not_as_agreed')).message, /Ya pasó el plazo/)
})

const payoutsOf = async ({ id }: Visit) => {
  const { rows } = await kalli.database.pool.query<{ said: string }>(
    `select party || ' ' || status as said from payouts where booking_id = $1 order by party`,
    [id],
  )
  return rows.map(({ said }) => said)
}

for (const [how, ended] of [
  ['the client cancels', 'cancelled_by_client'],
  ['the client says that nobody came', 'professional_no_show'],
  ['the professional says that nobody came', 'client_no_show'],
] as const)
  test(`a report is closed without a decision, with a notice to both parties, when ${how}`, async () => {
    const one = await visit({ arrives: false })
    const { client, professional } = one.persons
    one.clockAt(1)
    if (ended === 'client_no_show')
      await professional.call(noShow.arrive, { params: one.params, body: await hereOf(kalli, one.id) })
    await one.report('client', 'not_as_agreed')
    one.clockAt(20)
    const { version } = (await professional.call(booking.booking, { params: one.params })).body
    const as = ended === 'client_no_show' ? 'professional' : 'client'
    const query = as === 'client' ? { t: one.t } : {}
    if (ended === 'cancelled_by_client') {
      const quote = await client.call(cancellation.cancelQuote, {
        params: one.params,
        query: { t: one.t },
        body: { as: 'client' },
      })
      await client.call(cancellation.cancel, {
        params: one.params,
        query: { t: one.t },
        body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
      })
    } else await one.persons[as].call(noShow.markNoShow, { params: one.params, query, body: { version, as } })
    const after = (await professional.call(booking.booking, { params: one.params })).body
    assert.equal(after.status, ended)
    const over = await one.only('client')
    assert.deepEqual([over.state, over.fellAway, over.decision], ['closed', true, null])
    assert.equal(refusalOf(await one.move('professional', 'answer')).code, 'dispute_not_movable')
    assert.equal(refusalOf(await one.report('client', 'quality')).code, 'dispute_not_movable')
    kalli.time.advance(5 * 24 * 60)
    await Promise.all([upholdDue(kalli.work()), moveDue(kalli.work())])
    await runJobsOnce(kalli)
    assert.equal((await moneyOf(one))['frozen'], 0)
    const { body } = await professional.call(notifications)
    assert.ok(body.some(({ title }) => title === 'El reporte quedó cerrado'))
  })

test('a report that races the closing or a no-show leaves one consistent outcome and a balanced ledger', async () => {
  for (let round = 0; round < 4; round += 1) {
    const one = await visit({ arrives: false })
    const isMissed = round % 2 === 1
    one.clockAt(isMissed ? 20 : one.minutes + 24 * 60)
    const { version } = (await one.persons.professional.call(booking.booking, { params: one.params })).body
    const [said] = await Promise.all([
      one.report('client', 'not_as_agreed'),
      isMissed
        ? one.persons.client.call(noShow.markNoShow, {
            params: one.params,
            query: { t: one.t },
            body: { version, as: 'client' },
          })
        : finishDue(kalli.work()),
    ])
    if (!isMissed) assert.equal(said.status, 200, JSON.stringify(said.body))
    const reported = await one.seenBy('client')
    if (isMissed) assert.ok(reported.every(({ state, fellAway }) => state === 'closed' && fellAway))
    else assert.ok((reported[0]?.frozenCents ?? 0) > 0)
    await moneyOf(one)
  }
})

/** The amounts that a decision of this visit moved, by account. */
const decidedOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select account, sum(amount_cents)::int as cents from entries join journals on journals.id = journal_id
     where kind = 'dispute' and booking_id = $1 group by account order by account`,
    [id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** For bookings from now on, to the end of the test. */
const withhold = async (t: { after(act: () => Promise<unknown>): void }) => {
  const set = (value: string) =>
    kalli.database.pool.query(`update settings set value = $1::jsonb where name = 'withholding'`, [value])
  t.after(() => set('false'))
  await set('true')
}

/** J14 of money.md, and the same with no withholding. */
const quarters = [
  { withholding: true, moved: { 2020: 20_237, 2040: -25_000, 2110: 539, 2120: 1724, 2130: 345, 4010: 2155 } },
  { withholding: false, moved: { 2020: 22_500, 2040: -25_000, 2130: 345, 4010: 2155 } },
] as const

for (const { withholding, moved } of quarters)
  test(`a quarter of the price charged to the professional ${withholding ? 'is the example of money.md to the centavo (J14)' : 'is exact without withholding'}`, async (t) => {
    if (withholding) await withhold(t)
    const one = await visit()
    const before = (await receiptOf(one, 'professional')).netCents
    assert.equal(before, withholding ? 50_948 : 60_000)
    await one.report('client', 'not_as_agreed')
    assert.equal((await one.move('professional', 'answer')).status, 200)
    assert.equal(refusalOf(await one.move('professional', 'answer')).code, 'dispute_not_movable', 'once')
    const unheard = await one.decide(admin, 'quarter')
    assert.equal(refusalOf(unheard).code, 'invalid_input', 'somebody bears it')
    assert.equal(refusalOf(await one.decide(admin, 'quarter', 'host')).code, 'invalid_input', 'not the host')
    assert.equal((await one.decide(admin, 'quarter', 'professional')).body.state, 'resolved')
    assert.equal((await moneyOf(one)).back, 0, 'nothing moves while it may be appealed')
    kalli.time.advance(72 * 60)
    await Promise.all([moveDue(kalli.work()), moveDue(kalli.work()), runJobsOnce(kalli)])
    assert.deepEqual(await decidedOf(one.id), moved)
    assert.equal((await moneyOf(one)).back, 25_000)
    const mine = await receiptOf(one, 'professional')
    assert.equal(mine.netCents, before - moved[2020])
    assert.equal((await receiptOf(one, 'client')).netCents, 75_000)
    assert.equal((await one.only('client')).state, 'closed')
    const [own] = (await one.persons.professional.call(ownClients, { query: {} })).body
    assert.deepEqual([own?.visits, own?.spentCents], [1, 75_000], 'what they paid and did not get back')
    kalli.time.advance(20 * 24 * 60)
    await runJobsOnce(kalli)
    assert.equal(
      (await one.persons.professional.call(booking.booking, { params: one.params })).body.status,
      'closed',
    )
  })

test('a full refund after the payout, with withholding, reverses each deduction line by line (J15)', async (t) => {
  await withhold(t)
  const one = await visit()
  kalli.time.advance(24 * 60)
  await kalli.database.pool.query('update payouts set release_at = $2 where booking_id = $1', [
    one.id,
    kalli.clock(),
  ])
  await payDue(kalli.work())
  await one.report('client', 'not_as_agreed')
  await one.move('professional', 'answer')
  await one.decide(admin, 'whole', 'professional')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  // J5 of money.md for the professional: 50 948 and the rent of 30 000, which the host keeps (product.md §4, B20: who bears it).
  assert.deepEqual(await decidedOf(one.id), {
    1120: 80_948,
    2040: -100_000,
    2110: 2155,
    2120: 6897,
    2130: 1379,
    4010: 8621,
  })
  const receipts = await Promise.all(
    (['client', 'professional', 'host'] as const).map((side) => receiptOf(one, side)),
  )
  assert.deepEqual(
    receipts.map(({ netCents }) => netCents),
    [0, -30_000, 25_784],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a host who was already paid owes the refunded part of the rent, line by line (J15, 1130)', async (t) => {
  await withhold(t)
  const one = await visit()
  kalli.time.advance(24 * 60)
  await kalli.database.pool.query('update payouts set release_at = $2 where booking_id = $1', [
    one.id,
    kalli.clock(),
  ])
  await payDue(kalli.work())
  await one.report('professional', 'place', [await one.photoOf('professional')])
  assert.equal((await one.only('host')).frozenCents, 0, 'it had left')
  await one.move('host', 'answer')
  await one.decide(admin, 'whole', 'host')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  assert.deepEqual(await decidedOf(one.id), {
    1130: 25_784,
    2020: -30_000,
    2110: 647,
    2120: 2069,
    2130: 207,
    4020: 1293,
  })
  const receipts = await Promise.all(
    (['client', 'professional', 'host'] as const).map((side) => receiptOf(one, side)),
  )
  assert.deepEqual(
    receipts.map(({ netCents }) => netCents),
    [100_000, 80_948, 0],
  )
})

test('the party that must answer is notified by bell and e-mail, even with visit notifications turned off', async () => {
  const one = await visit()
  await muteEmail(one.at.professional, 'booking_completed')
  await one.report('client', 'not_as_agreed')
  const notified = await receivedBy(kalli, one.at.professional, 'Reportaron un problema: responde')
  assert.ok(notified.rings)
  for (const [kind, body] of [
    ['text', notified.email?.text],
    ['html', notified.email?.html],
  ] as const)
    for (const said of [
      'Tu cliente reportó un problema',
      'Responde antes del domingo',
      `/professional-appointments?tab=problem&`,
    ])
      assert.ok(body?.replaceAll('&amp;', '&').includes(said), `${kind}: ${said} in ${body ?? 'no letter'}`)
  const host = await visit()
  await muteEmail(host.at.host, 'booking_completed')
  await host.report('professional', 'place', [await host.photoOf('professional')])
  const requested = await receivedBy(kalli, host.at.host, 'Reportaron un problema: responde')
  assert.deepEqual(
    [requested.rings, requested.email?.text.includes('/host-availability?view=problems&problem=')],
    [true, true],
  )
  // A user who turned off notifications of disputes receives none.
  const deaf = await visit()
  await muteEmail(deaf.at.professional, 'problem')
  await deaf.report('client', 'not_as_agreed')
  assert.deepEqual(await receivedBy(kalli, deaf.at.professional, 'Reportaron un problema: responde'), {
    rings: false,
    email: null,
  })
})

test('two days of silence decide for the reporting party, and after one appeal an administrator decides for good', async () => {
  const one = await visit()
  await one.report('client', 'not_as_agreed')
  kalli.time.advance(48 * 60)
  assert.match(refusalOf(await one.move('professional', 'answer')).message, /48 horas/)
  await Promise.all([moveDue(kalli.work()), moveDue(kalli.work())])
  const decided = await one.only('professional')
  assert.deepEqual(
    [decided.state, decided.decision?.outcome, decided.decision?.chargedTo, decided.decision?.bySilence],
    ['resolved', 'whole', 'professional', true],
  )
  assert.equal((await one.move('professional', 'appeal', 'Estaba de viaje; el servicio se dio.')).status, 200)
  kalli.time.advance(72 * 60)
  await moveDue(kalli.work())
  assert.equal((await one.only('client')).state, 'appealed', 'it waits for a person')
  assert.equal((await one.decide(admin, 'nothing')).body.state, 'closed')
  assert.equal(refusalOf(await one.move('client', 'appeal')).code, 'dispute_not_movable', 'once')
  const money = await moneyOf(one)
  assert.deepEqual([money['back'], money['frozen']], [0, 0])
})

test('a full refund after the payout is owed by the professional, for the next payout (J15, J22)', async () => {
  const one = await visit()
  const net = (await receiptOf(one, 'professional')).netCents
  kalli.time.advance(24 * 60)
  await kalli.database.pool.query(`update payouts set release_at = $2 where booking_id = $1`, [
    one.id,
    kalli.clock(),
  ])
  await payDue(kalli.work())
  await one.report('client', 'not_as_agreed')
  assert.equal((await one.only('client')).frozenCents, 0, 'it had left')
  await one.move('professional', 'answer')
  await one.decide(admin, 'whole', 'professional')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  const money = await moneyOf(one)
  // Refunded in full; the professional bears the rent, which the host keeps.
  assert.deepEqual([money['back'], money['professional']], [100_000, -30_000])
  const { rows } = await kalli.database.pool.query<{ owed: number }>(
    'select amount_cents::int as owed from balances where account = 1120 and party_id = $1',
    [one.at.professional.id],
  )
  assert.equal(rows[0]?.owed, net + 30_000)
  const query = { from: '2026-11-16', to: '2026-11-22' }
  const figures = await one.at.professional.person.call(ownFigures, { query })
  assert.equal(figures.body.payouts.owedCents, net + 30_000)
})

test('a refund above $5,000.00 needs two administrators, and no deadline decides it', async () => {
  const one = await visit({ priceCents: 700_000 })
  await one.report('client', 'not_as_agreed')
  kalli.time.advance(48 * 60)
  await moveDue(kalli.work())
  assert.equal((await one.only('client')).state, 'mediation')
  const first = await one.decide(admin, 'whole', 'professional')
  assert.deepEqual(first.body, { state: 'mediation', proposed: true })
  assert.equal(refusalOf(await one.decide(admin, 'whole', 'professional')).code, 'second_person_needed')
  const { rowCount } = await kalli.database.pool
    .query(
      `update disputes set version = version + 1, state = 'resolved', outcome = 'whole', charged_to = 'professional',
       decided_cents = line_cents, decided_by = proposed_by, decided_at = now(), appeal_by = now() where booking_id = $1`,
      [one.id],
    )
    .catch(() => ({ rowCount: -1 }))
  assert.equal(rowCount, -1, 'the database refuses one person alone')
  assert.equal((await one.decide(second, 'whole', 'professional')).body.state, 'resolved')
})

test('after a report about the place its host covers part of the rent, and a withdrawn report costs nothing', async () => {
  const one = await visit()
  const hostBefore = (await receiptOf(one, 'host')).netCents
  const proBefore = (await receiptOf(one, 'professional')).netCents
  await one.report('professional', 'place', [await one.photoOf('professional')])
  assert.equal((await one.only('host')).frozenCents, hostBefore)
  assert.deepEqual(await one.seenBy('client'), [])
  await one.move('host', 'answer')
  await one.decide(admin, 'half', 'host')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  assert.equal((await receiptOf(one, 'professional')).netCents, proBefore + 15_000)
  const after = (await receiptOf(one, 'host')).netCents
  assert.ok(after < hostBefore && after > hostBefore - 15_000, 'without commission and tax on what they lost')
  const other = await visit()
  const due = (await receiptOf(other, 'host')).netCents
  await other.report('professional', 'place', [await other.photoOf('professional')])
  assert.equal((await other.move('professional', 'withdraw', '')).status, 200)
  const money = await moneyOf(other)
  assert.deepEqual([money['frozen'], money['host']], [0, due])
})

test('a damage report needs a quote, freezes only its amount, and can be covered by Kalli', async () => {
  const one = await visit()
  one.clockAt(one.minutes + 71 * 60)
  const photo = await one.photoOf('host')
  assert.equal(refusalOf(await one.report('host', 'damage', [photo])).code, 'invalid_input')
  const said = await one.report('host', 'damage', [photo], [await one.photoOf('host')])
  assert.equal(said.status, 200, JSON.stringify(said.body))
  const dispute = await one.only('professional')
  assert.deepEqual([dispute.lineCents, dispute.frozenCents], [30_000, 30_000])
  await one.move('professional', 'answer')
  await one.decide(admin, 'half', 'platform')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  const money = await moneyOf(one)
  assert.equal(money['frozen'], 0)
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select sum(amount_cents)::int as cents from entries join journals on journals.id = journal_id
     where account = 5030 and booking_id = $1`,
    [one.id],
  )
  assert.equal(rows[0]?.cents, 15_000)
})

test('a report during a payout, and two decisions at once, each have one outcome', async () => {
  const one = await visit()
  await kalli.database.pool.query(`update payouts set release_at = $2 where booking_id = $1`, [
    one.id,
    kalli.clock(),
  ])
  const [said] = await Promise.all([one.report('client', 'not_as_agreed'), payDue(kalli.work())])
  assert.equal(said.status, 200, JSON.stringify(said.body))
  const { rows } = await kalli.database.pool.query<{ status: string; frozen: number }>(
    `select status, disputes.frozen_cents::int as frozen from payouts join disputes using (booking_id)
     where booking_id = $1 and party = 'professional'`,
    [one.id],
  )
  assert.ok(
    rows[0] !== undefined && (rows[0].status === 'withheld') === rows[0].frozen > 0,
    JSON.stringify(rows),
  )
  await one.move('professional', 'answer')
  // Both have it open when it is withdrawn.
  const [first, other] = await Promise.all([one.toDecide(admin), one.toDecide(second)])
  const answers = await Promise.all([
    one.decide(admin, 'half', 'professional', first),
    one.decide(second, 'nothing', null, other),
    one.move('client', 'withdraw', ''),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(answers))
  kalli.time.advance(72 * 60)
  await Promise.all([moveDue(kalli.work()), moveDue(kalli.work())])
  await runJobsOnce(kalli)
  assert.equal((await one.only('client')).state, 'closed')
  assert.equal((await moneyOf(one))['frozen'], 0)
})
