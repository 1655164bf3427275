/** A host cancels: another place is held and proposed, amounts as shown, with all that may happen in between (product.md §4, B12). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as links from '#contract/booking/series/link.ts'
import { changeQuote } from '#contract/booking/change/change.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { tokenOf } from '#server/booking/columns/link-row.ts'
import { lapseRescues } from '#server/booking/cancellation/rescue.ts'
import { lockById, makeMove } from '#server/booking/moves/move.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { inTransaction, ownWork } from '#server/platform/work.ts'
import {
  completeAsClient,
  booked,
  claimsOf,
  contactOf,
  movesOf,
  type Bookable,
  hereOf,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** Metres of latitude. */
const north = (meters: number) => meters / 111_195

/** A stylist at one chair, and by agreement at others, at the given distances and rates. */
const cityOf = async (elsewhere: readonly { meters: number; rate: number }[], units = 1) => {
  const at = await people.bookable(kalli, { units })
  const others = []
  for (const { meters, rate } of elsewhere) {
    const host = await people.host(kalli, { businessName: 'Casa Norte' })
    const space = await people.space(kalli, host, { units: 1, pricePerHourCents: rate })
    await kalli.database.pool.query(
      `update spaces set latitude = latitude + $2, address = 'Durango 80', name = $3 where id = $1`,
      [space.id, north(meters), `A ${meters} m`],
    )
    await people.agreement(kalli, at.professional.id, space.id, { ratePerHourCents: rate })
    others.push({ host, space })
  }
  return { at, others }
}

const quoted = async (who: Person, id: string, as: 'client' | 'professional' | 'host', t?: string) => {
  const query = t === undefined ? {} : { t }
  const answer = await who.call(cancellations.cancelQuote, { params: { id }, query, body: { as } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const cancel = (who: Person, id: string, quoteToken: string, t?: string) =>
  who.call(cancellations.cancel, {
    params: { id },
    query: t === undefined ? {} : { t },
    body: { quoteToken, reason: 'Se rompió la silla' },
  })
const cancelled = async (at: Bookable, id: string) => {
  const { token, ...quote } = await quoted(at.host.person, id, 'host')
  const answer = await cancel(at.host.person, id, token)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { quote, seen: answer.body }
}
type Visit = Awaited<ReturnType<typeof booked>>
const seenBy = async (who: Person, id: string, query: { t?: string } = {}) => {
  const answer = await who.call(contract.booking, { params: { id }, query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const answer = async (
  one: Visit,
  at: Bookable,
  as: 'client' | 'professional',
  said: 'accept' | 'decline',
  version?: number,
) => {
  const who = as === 'client' ? one.who : at.professional.person
  const query = as === 'client' ? { t: one.t } : {}
  return who.call(rescues.answerRescue, {
    params: { id: one.id, answer: said },
    query,
    body: { as, version: version ?? (await seenBy(who, one.id, query)).version },
  })
}
const receiptOf = async (who: Person, id: string, as: 'client' | 'professional' | 'host', t?: string) => {
  const query = t === undefined ? { as } : { as, t }
  const answer = await who.call(contract.receipt, { params: { id }, query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const rowOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    status: string
    unit_id: number | null
    host_id: number | null
    rescue_by: Date | null
  }>('select status, unit_id, host_id, rescue_by from bookings where id = $1', [id])
  const [row] = rows
  assert.ok(row)
  return row
}
const stateOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ state: string }>(
    'select state from rescues where booking_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ state }) => state)
}

test('holds the nearest suitable place, keeps the price once both accept, and charges the host the difference', async () => {
  // Beyond three kilometres is too far; among the others a place without extra cost for the stylist comes before a nearer one with it.
  const { at, others } = await cityOf([
    { meters: 3300, rate: 20_000 },
    { meters: 400, rate: 30_000 },
    { meters: 900, rate: 24_000 },
  ])
  const contact = contactOf()
  const one = await booked(kalli, at, { contact })
  const before = await receiptOf(at.professional.person, one.id, 'professional')
  const { quote, seen } = await cancelled(at, one.id)
  // 90 minutes: 300.00 was agreed, 360.00 is charged there.
  assert.deepEqual(
    [quote.rescue?.search, quote.rescue?.meters, quote.rescue?.maxCents, quote.rescue?.isFree],
    ['found', 900, 6000, true],
  )
  assert.deepEqual(
    [seen.status, seen.rescue?.place, seen.rescue?.costs],
    ['confirmed', null, { rescuedCents: 6000, failedCents: 0, isFree: true }],
  )
  const [, , there] = others
  assert.ok(there)
  const claims = await claimsOf(kalli, one.id)
  assert.deepEqual(
    claims.filter(({ state }) => state === 'hold').map(({ resource_id }) => resource_id),
    there.space.units,
  )
  assert.equal(
    claims.some(({ resource_id }) => resource_id === at.space.units[0]),
    false,
  )

  const mine = await seenBy(at.professional.person, one.id)
  assert.deepEqual(mine.rescue?.rent, {
    nowCents: 30_000,
    thenCents: 36_000,
    hostPaysCents: 6000,
    youPayCents: 0,
  })
  assert.deepEqual([mine.rescue?.place?.name, mine.rescue?.walkingMinutes], ['Casa Norte · A 900 m', 15])
  const theirs = await seenBy(one.who, one.id, { t: one.t })
  assert.deepEqual([theirs.rescue?.rent, theirs.rescue?.costs], [null, null])
  assert.equal(
    theirs.rescue?.place?.latitude,
    Math.round((theirs.rescue?.place?.latitude ?? 0) * 1000) / 1000,
  )
  assert.deepEqual(theirs.rescue?.waitsFor, ['client', 'professional'])
  // Not visible to others, and nothing else happens meanwhile.
  const stranger = await people.professional(kalli)
  assert.equal(
    (
      await stranger.person.call(rescues.answerRescue, {
        params: { id: one.id, answer: 'accept' },
        body: { as: 'professional', version: mine.version },
      })
    ).status,
    404,
  )
  assert.deepEqual((await there.host.person.call(rescues.hostRescues)).body, [])
  const again = await at.host.person.call(cancellations.cancelQuote, {
    params: { id: one.id },
    body: { as: 'host' },
  })
  assert.match(refusalOf(again).message, /Ya la cancelaste/)
  const change = await one.who.call(changeQuote, {
    params: { id: one.id },
    query: { t: one.t },
    body: { as: 'client', slotToken: 'none' },
  })
  assert.match(refusalOf(change).message, /El espacio canceló/)
  const week = { from: '2026-11-23', to: '2026-11-29' }
  const free = await at.host.person.call(timeline, { query: week })
  assert.deepEqual(
    readTimeline(free.body).spaces.flatMap(({ units }) => units.flatMap(({ claims }) => claims)),
    [],
  )

  await drain(kalli)
  assert.equal(refusalOf(await answer(one, at, 'professional', 'accept', 1)).code, 'stale_version')
  const half = await answer(one, at, 'professional', 'accept')
  assert.deepEqual([half.status, half.body.rescue?.waitsFor], [200, ['client']])
  assert.match(refusalOf(await answer(one, at, 'professional', 'accept')).message, /Ya dijiste que sí/)
  const whole = await answer(one, at, 'client', 'accept')
  assert.equal(whole.status, 200, JSON.stringify(whole.body))
  assert.deepEqual(
    [whole.body.status, whole.body.rescue, whole.body.place.name, whole.body.totalCents, whole.body.startsAt],
    ['confirmed', null, 'A 900 m', 100_000, one.startsAt],
  )
  assert.deepEqual((await movesOf(kalli, one.id)).slice(-3), [
    'begin_rescue by host',
    'accept_rescue_in_part by professional',
    'accept_rescue by client',
  ])
  const firm = await claimsOf(kalli, one.id)
  assert.deepEqual([firm.length, firm.every(({ state }) => state === 'firm')], [3, true])

  // Every party's receipt before and after the visit: the stylist earns what was agreed.
  const expected = await receiptOf(at.professional.person, one.id, 'professional')
  assert.equal(expected.netCents, before.netCents)
  assert.equal(expected.lines.find(({ code }) => code === 'rescue')?.amountCents, 6000)
  assert.equal((await receiptOf(at.host.person, one.id, 'host')).netCents, -6000)
  kalli.time.set(new Date(Date.parse(one.startsAt)))
  await runJobsOnce(kalli)
  const { person } = at.professional
  assert.equal(
    (await person.call(attendance.checkIn, { params: { id: one.id }, body: await hereOf(kalli, one.id) }))
      .status,
    200,
  )
  kalli.time.set(new Date(Date.parse(one.endsAt)))
  assert.equal((await person.call(attendance.checkOut, { params: { id: one.id }, body: {} })).status, 200)
  const completed = await completeAsClient(kalli, one.id)
  assert.equal(completed.status, 200, JSON.stringify(completed.body))
  const [client, professional, left, host] = await Promise.all([
    receiptOf(one.who, one.id, 'client', one.t),
    receiptOf(person, one.id, 'professional'),
    receiptOf(at.host.person, one.id, 'host'),
    receiptOf(there.host.person, one.id, 'host'),
  ])
  assert.deepEqual(
    [client.netCents, professional.netCents, left.netCents, left.state, host.netCents],
    [100_000, before.netCents, -6000, 'settled', 34_200],
  )
  assert.equal(
    host.lines.some(({ code }) => code === 'compensation' || code === 'rescue'),
    false,
  )
  assert.equal(await people.trialBalance(kalli), 0)
  await drain(kalli)
  const reported = await kalli.database.pool.query<{ title: string }>(
    'select title from notifications where account_id = any($1) order by id',
    [[at.professional.accountId, at.host.accountId, there.host.accountId]],
  )
  const titles = reported.rows.map(({ title }) => title).join('\n')
  for (const title of [
    '¿te queda otro?',
    'Cita rescatada',
    'La cita que cancelaste se rescató',
    'Nueva reserva',
  ])
    assert.match(titles, new RegExp(title.replace('?', '\\?')))
  const moved = await kalli.database.pool.query<{ calendar: string | null }>(
    `select calendar from mails join accounts a on a.email = to_address where a.id = $1 and subject like 'Cita rescatada%'`,
    [at.professional.accountId],
  )
  assert.deepEqual(
    [moved.rows.length, moved.rows[0]?.calendar?.includes('LOCATION:Casa Norte · A 900 m')],
    [1, true],
  )
  const mails = await kalli.database.pool.query<{ body_text: string }>(
    'select body_text from mails where to_address = $1 order by id',
    [contact.email],
  )
  assert.equal(mails.rows.filter(({ body_text }) => /sigue en pie en otro lugar/.test(body_text)).length, 1)
})

test('the quarter of the rent that a host owes excludes cleaning, with and without another place', async () => {
  const { at } = await cityOf([{ meters: 400, rate: 40_000 }])
  const visits = [await booked(kalli, at), await booked(kalli, at, { date: '2026-11-26' })]
  await kalli.database.pool.query('update bookings set cleaning_cents = 6000 where id = any($1)', [
    visits.map(({ id }) => id),
  ])
  // 300.00 with 60.00 of cleaning; 600.00 there: of 300.00 more a quarter of 240.00 is the host's.
  for (const { id } of visits) {
    const { quote, seen } = await cancelled(at, id)
    assert.deepEqual([quote.rescue?.maxCents, seen.rescue?.costs?.rescuedCents], [6000, 6000])
    const mine = await seenBy(at.professional.person, id)
    assert.deepEqual(mine.rescue?.rent, {
      nowCents: 30_000,
      thenCents: 60_000,
      hostPaysCents: 6000,
      youPayCents: 24_000,
    })
  }
  await drain(kalli)
  const reported = await kalli.database.pool.query<{ message: string }>(
    `select message from notifications where account_id = $1 and title like 'Canceló el espacio%'`,
    [at.professional.accountId],
  )
  assert.match(reported.rows[0]?.message ?? '', /Pagarías \$240 más de renta/)
  const [, second] = visits
  assert.ok(second)
  assert.equal((await answer(second, at, 'client', 'decline')).body.status, 'cancelled_by_host')
  assert.equal((await receiptOf(at.host.person, second.id, 'host')).netCents, -6000)
})

test('the fees for the client’s changes stay with the host whose hours they were for, not with the new host', async () => {
  const { at, others } = await cityOf([{ meters: 400, rate: 20_000 }])
  const [there] = others
  const one = await booked(kalli, at)
  await kalli.database.pool.query(
    'update bookings set move_fee_cents = 30000, move_fee_rent_cents = 15000 where id = $1',
    [one.id],
  )
  await cancelled(at, one.id)
  assert.equal((await answer(one, at, 'professional', 'accept')).status, 200)
  assert.equal((await answer(one, at, 'client', 'accept')).status, 200)
  assert.equal((await rowOf(one.id)).host_id, there?.host.id)
  const feesOf = async (who: Person, as: 'professional' | 'host') =>
    (await receiptOf(who, one.id, as)).lines
      .filter(({ code }) => code.startsWith('move_fee'))
      .map(({ amountCents }) => amountCents)
  assert.ok(there)
  assert.deepEqual(await feesOf(there.host.person, 'host'), [])
  assert.deepEqual(await feesOf(at.professional.person, 'professional'), [30_000])
})

test('at the other place the professional keeps the rates and taxes of the confirmation', async () => {
  const { at } = await cityOf([{ meters: 400, rate: 20_000 }])
  const one = await booked(kalli, at)
  const ratesOf = async () => {
    const { rows } = await kalli.database.pool.query<{ rates: unknown }>(
      `select terms -> 'rates' as rates from bookings where id = $1`,
      [one.id],
    )
    return rows[0]?.rates
  }
  const agreed = await ratesOf()
  await kalli.database.pool.query('insert into commission_rules values ($1, 1800, 900, 1600)', [
    new Date(kalli.clock().getTime() - 60_000),
  ])
  try {
    await cancelled(at, one.id)
    assert.equal((await answer(one, at, 'professional', 'accept')).status, 200)
    assert.equal((await answer(one, at, 'client', 'accept')).status, 200)
    assert.deepEqual(await ratesOf(), agreed)
  } finally {
    await kalli.database.pool.query('delete from commission_rules where professional_bp = 1800')
  }
})

test('a client’s refusal refunds them in full, and costs the host nothing once and then a quarter of the rent', async () => {
  const { at } = await cityOf([{ meters: 500, rate: 20_000 }])
  const [one, two] = [await booked(kalli, at, { place: 0 }), await booked(kalli, at, { place: 5 })]
  await cancelled(at, one.id)
  const no = await answer(one, at, 'client', 'decline')
  assert.equal(no.status, 200, JSON.stringify(no.body))
  assert.deepEqual(
    [no.body.status, no.body.cancellation?.by, no.body.cancellation?.refundCents],
    ['cancelled_by_host', 'host', 100_000],
  )
  assert.equal((await claimsOf(kalli, one.id)).length, 0)
  assert.equal((await receiptOf(at.professional.person, one.id, 'professional')).netCents, 0)
  const { quote } = await cancelled(at, two.id)
  assert.equal(quote.rescue?.isFree, false)
  assert.deepEqual(
    quote.lines.map(({ amountCents }) => amountCents),
    [-7500],
  )
  // A professional who cancels a visit that its host has cancelled declines the other place, without being at fault.
  const mine = await quoted(at.professional.person, two.id, 'professional')
  assert.deepEqual([mine.isStrike, mine.refundCents], [false, 100_000])
  const gone = await cancel(at.professional.person, two.id, mine.token)
  assert.deepEqual([gone.status, gone.body.status], [200, 'cancelled_by_host'])
  assert.equal((await movesOf(kalli, two.id)).at(-1), 'decline_rescue by professional')
  assert.equal((await receiptOf(at.professional.person, two.id, 'professional')).netCents, 7500)
  assert.equal((await receiptOf(at.host.person, two.id, 'host')).netCents, -7500)
  const list = await at.host.person.call(rescues.hostRescues)
  assert.deepEqual(
    list.body.map(({ state, failedCents }) => [state, failedCents]),
    [
      ['declined', 7500],
      ['declined', 0],
    ],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a professional who declines to move gets a quarter of the rent only after a late cancellation, and is told so', async () => {
  const { at } = await cityOf([{ meters: 500, rate: 20_000 }])
  const owed = async (id: string) => {
    const { rows } = await kalli.database.pool.query<{ host: number; professional: number }>(
      `select coalesce(sum(amount_cents) filter (where account = 1130), 0)::int as host,
         coalesce(-sum(amount_cents) filter (where account in (1120, 2020)), 0)::int as professional
       from entries join journals on journals.id = journal_id where booking_id = $1`,
      [id],
    )
    return rows[0]
  }
  const [first, second, third] = [
    await booked(kalli, at),
    await booked(kalli, at, { date: '2026-11-26' }),
    await booked(kalli, at, { date: '2026-11-27' }),
  ]
  for (const [one, paidCents] of [
    [first, 0],
    [second, 7500],
  ] as const) {
    const { quote } = await cancelled(at, one.id)
    assert.equal(quote.rescue?.isFree, paidCents === 0)
    const mine = await quoted(at.professional.person, one.id, 'professional')
    assert.deepEqual(mine.lines, [
      { label: 'El cliente no paga', amountCents: 100_000 },
      ...(paidCents === 0 ? [] : [{ label: 'El espacio te compensa', amountCents: paidCents }]),
    ])
    const gone = await cancel(at.professional.person, one.id, mine.token)
    assert.deepEqual([gone.status, gone.body.status], [200, 'cancelled_by_host'])
    const receipts = await Promise.all([
      receiptOf(at.professional.person, one.id, 'professional'),
      receiptOf(at.host.person, one.id, 'host'),
    ])
    assert.deepEqual(
      receipts.map(({ netCents }) => netCents),
      [paidCents, -paidCents || 0],
    )
    assert.deepEqual(await owed(one.id), { host: paidCents, professional: paidCents })
  }
  // A client who cancels instead of answering declines too, at the same cost.
  await cancelled(at, third.id)
  const { token, refundCents } = await quoted(third.who, third.id, 'client', third.t)
  assert.equal(refundCents, 100_000)
  assert.equal((await cancel(third.who, third.id, token, third.t)).body.status, 'cancelled_by_host')
  assert.deepEqual(await owed(third.id), { host: 7500, professional: 7500 })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('offers the same business first, and an offer unanswered for half an hour lapses once and frees its hold', async () => {
  const { at } = await cityOf([{ meters: 200, rate: 10_000 }], 2)
  const one = await booked(kalli, at, { date: '2026-11-21', place: 0 })
  const { seen } = await cancelled(at, one.id)
  assert.deepEqual(
    [seen.rescue?.ownBusiness, seen.rescue?.place?.name],
    [true, 'Casa Salas · Sillas de la calle Colima'],
  )
  assert.equal(seen.rescue?.expiresAt, new Date(testNow.getTime() + 30 * 60_000).toISOString())
  kalli.time.advance(29)
  await lapseRescues(kalli.work())
  assert.equal((await rowOf(one.id)).status, 'confirmed')
  kalli.time.advance(2)
  assert.match(refusalOf(await answer(one, at, 'client', 'accept')).message, /plazo/)
  await Promise.all([lapseRescues(kalli.work()), lapseRescues(kalli.work()), lapseRescues(kalli.work())])
  assert.deepEqual([(await rowOf(one.id)).status, await stateOf(one.id)], ['cancelled_by_host', ['lapsed']])
  assert.equal((await movesOf(kalli, one.id)).filter((move) => move.startsWith('lapse_rescue')).length, 1)
  assert.equal((await claimsOf(kalli, one.id)).length, 0)
})

test('without a place nearby or enough time the visit is cancelled at once', async () => {
  const { at } = await cityOf([{ meters: 3500, rate: 20_000 }])
  const one = await booked(kalli, at)
  const { quote, seen } = await cancelled(at, one.id)
  assert.deepEqual([quote.rescue?.search, seen.status], ['none', 'cancelled_by_host'])
  const near = await cityOf([{ meters: 300, rate: 20_000 }])
  const two = await booked(kalli, near.at, { date: '2026-11-21' })
  kalli.time.set(new Date(Date.parse(two.startsAt) - 14 * 60_000))
  assert.equal((await cancelled(near.at, two.id)).seen.status, 'cancelled_by_host')
})

test('the e-mail’s link requires a code and an acceptance, and shows an area instead of the exact address', async () => {
  const { at } = await cityOf([{ meters: 600, rate: 20_000 }])
  const contact = contactOf()
  const one = await booked(kalli, at, { contact })
  await cancelled(at, one.id)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    `select id from booking_links where booking_id = $1 and kind = 'rescue'`,
    [one.id],
  )
  const token = tokenOf(kalli, rows[0]?.id ?? '')
  const mails = await kalli.database.pool.query<{ body_text: string }>(
    'select body_text from mails where to_address = $1 order by id',
    [contact.email],
  )
  assert.match(String(mails.rows.at(-1)?.body_text), new RegExp(`/bookings/${token}/accept`))
  const newPerson = kalli.visitor()
  const read = await newPerson.call(links.bookingLink, { params: { token } })
  assert.deepEqual([read.status, read.body.kind, read.body.state], [200, 'rescue', 'open'])
  assert.deepEqual(
    [read.body.place.name, read.body.place.address, read.body.rescue?.meters],
    ['Casa Norte · A 600 m', null, 600],
  )
  assert.doesNotMatch(JSON.stringify(read.body), /Durango 80/)
  assert.deepEqual(await stateOf(one.id), ['open'], 'reading changes nothing')
  const early = await newPerson.call(links.acceptLink, { params: { token }, body: {} })
  assert.equal(refusalOf(early).code, 'contact_unconfirmed')
  // The browser that booked has confirmed the address.
  const yes = await one.who.call(links.acceptLink, { params: { token }, body: {} })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.equal((await newPerson.call(links.bookingLink, { params: { token } })).body.state, 'waiting')
  assert.equal((await answer(one, at, 'professional', 'accept')).status, 200)
  assert.equal((await newPerson.call(links.bookingLink, { params: { token } })).body.state, 'done')
  const late = await newPerson.call(links.declineLink, { params: { token } })
  assert.equal(refusalOf(late).code, 'link_over')
})

test('an acceptance that races its deadline or a cancellation yields one outcome, and no claim is left over', async () => {
  const { at } = await cityOf([{ meters: 500, rate: 20_000 }])
  for (let round = 0; round < 4; round += 1) {
    kalli.time.set(testNow)
    const one = await booked(kalli, at, { date: `2026-11-2${5 + round}` })
    await cancelled(at, one.id)
    assert.equal((await answer(one, at, 'professional', 'accept')).status, 200)
    const { version } = await seenBy(one.who, one.id, { t: one.t })
    const { token } = await quoted(one.who, one.id, 'client', one.t)
    const dueAt = new Date(testNow.getTime() + 121 * 60_000)
    const [yes, other] = await Promise.all([
      answer(one, at, 'client', 'accept', version),
      round % 2 === 0 ? lapseRescues({ ...kalli.work(), now: dueAt }) : cancel(one.who, one.id, token, one.t),
    ])
    const { status, unit_id } = await rowOf(one.id)
    const claims = await claimsOf(kalli, one.id)
    assert.equal(
      yes.status === 200,
      status === 'confirmed',
      `${yes.status} ${status} ${JSON.stringify(other)}`,
    )
    assert.equal(claims.length, status === 'confirmed' ? 3 : 0)
    assert.equal(
      claims.some(({ state }) => state === 'hold'),
      false,
    )
    if (status === 'confirmed') assert.notEqual(unit_id, at.space.units[0])
    assert.equal((await stateOf(one.id)).length, 1)
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the database keeps one rescue open, in time and final, and a fourth cancellation ends automatic admission', async () => {
  const { at } = await cityOf([{ meters: 500, rate: 20_000 }])
  await kalli.database.pool.query(`update spaces set welcome = 'instant' where id = $1`, [at.space.id])
  const one = await booked(kalli, at)
  await cancelled(at, one.id)
  const refused = (text: string, name: RegExp) =>
    assert.rejects(kalli.database.pool.query(text, [one.id]), name)
  await refused(
    `insert into rescues select gen_random_uuid(), booking_id, state, client_acceptance, professional_acceptance, declined_by,
       from_host_id, from_space_id, from_unit_id, to_space_id, to_unit_id, same_business, meters, starts_at, changes, old_rent_cents,
       new_rent_cents, host_pays_cents, fails_cents, is_free, reason, note, created_at, expires_at, ended_at
     from rescues where booking_id = $1`,
    /rescues_one_open/,
  )
  await refused(
    `update rescues set expires_at = expires_at + interval '1 minute' where booking_id = $1`,
    /rescues_|rescue .* is over/,
  )
  await refused(
    `update rescues set host_pays_cents = 9000 where booking_id = $1`,
    /is over|rescues_host_pays/,
  )
  // The same free cancellation of six months twice.
  await refused(
    `insert into host_cancellations (booking_id, host_id, space_id, at, instant, free_during)
     select booking_id, host_id, space_id, at, instant, free_during from host_cancellations where booking_id = $1`,
    /host_cancellations_one_free/,
  )
  // It ends in another way: the rescue ends with it, and its hold is released.
  await refused(
    `update bookings set status = 'cancelled_by_platform', version = version + 1, ended_at = now() where id = $1`,
    /moved and still waits for a rescue/,
  )
  await refused(
    `update bookings set version = version + 1, rescue_by = null, rescue_waits = null where id = $1`,
    /waits for no rescue and one is open/,
  )
  await inTransaction(ownWork(kalli), async (work) => {
    const booking = await lockById(work, one.id)
    assert.ok(booking !== undefined)
    await sql`delete from claims where booking_id = ${one.id} and state = 'firm'`.execute(work.db)
    const mover = { party: 'platform', reason: 'a test' } as const
    await makeMove(work, booking, 'cancel_as_platform', mover, { ended_at: work.now })
  })
  assert.deepEqual(await stateOf(one.id), ['overtaken'])
  assert.deepEqual(await claimsOf(kalli, one.id), [])
  const welcomeOf = async () => {
    await drain(kalli)
    const { rows } = await kalli.database.pool.query<{ welcome: string }>(
      'select welcome from spaces where id = $1',
      [at.space.id],
    )
    return rows[0]?.welcome
  }
  await kalli.database.pool.query(
    `insert into host_cancellations (booking_id, host_id, space_id, at, instant)
     select booking_id, host_id, space_id, at, true from host_cancellations, generate_series(1, 2) where booking_id = $1`,
    [one.id],
  )
  assert.equal(await welcomeOf(), 'instant', 'three in half a year')
  await cancelled(at, (await booked(kalli, at, { place: 6 })).id)
  assert.equal(await welcomeOf(), 'application', 'the fourth')
})

for (const where of ['elsewhere', 'in the same house'] as const)
  test(`a place ${where} whose host is suspended is not offered, and cannot be accepted`, async () => {
    const { at, others } =
      where === 'elsewhere' ? await cityOf([{ meters: 400, rate: 20_000 }]) : await cityOf([], 2)
    const owner = others[0]?.host ?? at.host
    const to = others[0]?.space.id ?? at.space.id
    const requested = await booked(kalli, at, { contact: contactOf() })
    const said = await booked(kalli, at, { contact: contactOf(), date: '2026-11-26' })
    await cancelled(at, requested.id)
    await cancelled(at, said.id)
    assert.equal((await answer(said, at, 'professional', 'accept')).status, 200)
    const later =
      where === 'elsewhere' ? await booked(kalli, at, { contact: contactOf(), date: '2026-11-27' }) : null
    // As a suspension commits it (server/suspension), before a job has ended anything.
    await kalli.database.pool.query(
      `update spaces set status = 'suspended', suspended_from = 'published' where id = $1`,
      [to],
    )
    await kalli.database.pool.query('update accounts set suspended_at = $2 where id = $1', [
      owner.accountId,
      kalli.clock(),
    ])
    // The first of two acceptances, and the last.
    const first = await answer(requested, at, 'client', 'accept')
    assert.equal(refusalOf(first).code, 'slot_not_available')
    const last = await answer(said, at, 'client', 'accept')
    assert.deepEqual([last.status, refusalOf(last).code], [409, 'slot_not_available'])
    for (const { id } of [requested, said]) {
      assert.deepEqual(await stateOf(id), ['open'])
      assert.equal((await rowOf(id)).host_id, at.host.id)
    }
    if (later !== null) {
      const { quote, seen } = await cancelled(at, later.id)
      assert.equal(quote.rescue?.search, 'none')
      assert.equal(seen.status, 'cancelled_by_host')
    }
    // The rescue never blocks a booking: after the deadline all parties have their money.
    kalli.time.advance(121)
    await lapseRescues(kalli.work())
    await drain(kalli)
    for (const { id } of [requested, said]) {
      assert.equal((await rowOf(id)).status, 'cancelled_by_host')
      assert.equal((await claimsOf(kalli, id)).length, 0)
    }
    assert.equal(await people.trialBalance(kalli), 0)
  })
