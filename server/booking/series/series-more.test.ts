/** A series that a professional makes for a client, and a running one that is extended: all or nothing, by one acceptance. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import * as links from '#contract/booking/series/link.ts'
import * as appointment from '#contract/booking/series/appointment.ts'
import * as serieses from '#contract/booking/series/series.ts'
import { furtherDates } from '#contract/booking/series/series.ts'
import * as contract from '#contract/booking/series/series-more.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  type Bookable,
  booked,
  claimsOf,
  confirmContact,
  contactOf,
  linkTo,
  movesOf,
  slotOn,
  slotsOn,
} from '#server/testing/bookings.ts'
import { startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, testSecret, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf, visitor } from '#server/testing/person.ts'
import { digitsOf } from '#server/verification/rules.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const tokensOf = (dates: readonly serieses.SeriesDate[]) =>
  dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))

/** Four Wednesdays at one hour, for a new client. */
const arranged = async (at: Bookable, place = 4, contact = contactOf()) => {
  const pro = at.professional.person
  const slot = await slotOn(pro, at, '2026-11-25', place)
  const request = { slotToken: slot.token, every: '1w' as const }
  const seen = await pro.call(contract.arrangedPreview, { query: { ...request, times: 4 } })
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  const { firstName, lastName, email } = contact
  const make = (furtherTokens = tokensOf(seen.body.dates), key?: string) =>
    pro.call(
      contract.arrangeSeries,
      { body: { ...request, furtherTokens, contact: { firstName, lastName, email }, note: 'Te toca.' } },
      key === undefined ? {} : { key },
    )
  return { pro, slot, contact, dates: seen.body.dates, make }
}

const codeTo = async (who: Person, token: string, address: string) => {
  await who.call(links.sendLinkCode, { params: { token } })
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    'select id from verification_codes where address = $1 order by created_at desc, id limit 1',
    [address],
  )
  return digitsOf(testSecret, rows[0]?.id ?? '')
}
const accept = async (who: Person, token: string, address: string) => {
  const code = await codeTo(who, token, address)
  return who.call(links.acceptLink, { params: { token }, body: { code } })
}
const acceptWithout = async (who: Person, token: string, address: string, without: string[]) => {
  const code = await codeTo(who, token, address)
  return who.call(links.acceptLink, { params: { token }, body: { code, without } })
}
const look = async (token: string) =>
  (await kalli.visitor().call(links.bookingLink, { params: { token } })).body

const payWith = async (
  who: Person,
  holdId: string,
  contact: ReturnType<typeof contactOf>,
  card = 'tok_ok',
) => {
  await confirmContact(who, holdId, contact.email)
  const payment = { method: 'card' as const, token: card }
  return who.call(checkout.book, { body: { holdId, contact, payment } })
}

/** All rows that were ever tied to this visit. */
const rowsWith = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ id: string; status: string; payment: string | null }>(
    `select b.id, b.status, p.status as payment from booking_series_visits own
     join booking_series_visits other on other.series_id = own.series_id join bookings b on b.id = other.booking_id
     left join payments p on p.booking_id = b.id where own.booking_id = $1 order by other.position`,
    [bookingId],
  )
  return rows
}
const statusesWith = async (id: string) => (await rowsWith(id)).map(({ status }) => status)

/** A visitor's own series of four Wednesdays from the 25th of November on. */
const running = async (at: Bookable, place = 4) => {
  const contact = contactOf()
  const one = await booked(kalli, at, { place, contact })
  const params = { id: one.id }
  const query = { t: one.t }
  const seen = await one.who.call(serieses.seriesPreview, {
    params,
    query: { ...query, every: '1w', times: 4 },
  })
  const made = await one.who.call(serieses.repeat, {
    params,
    query,
    body: { every: '1w', slotTokens: tokensOf(seen.body.dates) },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const next = async (who: Person, times: number, as?: 'professional') => {
    const requested = as === undefined ? query : { as }
    const answer = await who.call(contract.seriesMorePreview, { params, query: { ...requested, times } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const more = (who: Person, slotTokens: string[], as?: 'professional') =>
    who.call(contract.seriesMore, { params, query: as === undefined ? query : { as }, body: { slotTokens } })
  return { ...one, contact, params, query, series: made.body, next, more }
}

test('the next dates of a rhythm continue it after the last date', () => {
  assert.deepEqual(furtherDates('2026-11-25', '2w', 2, '2026-12-16'), ['2026-12-23', '2027-01-06'])
  assert.deepEqual(furtherDates('2026-11-25', '1w', 3, '2027-03-31'), [
    '2027-04-07',
    '2027-04-14',
    '2027-04-21',
  ])
  assert.deepEqual(furtherDates('2026-11-30', 'month', 2, '2026-12-28'), ['2027-01-25', '2027-02-22'])
})

test('a client accepts a whole series by one link, and one card pays each date when due', async () => {
  const at = await people.bookable(kalli)
  const { pro, contact, dates, make, slot } = await arranged(at)
  assert.deepEqual(
    dates.map(({ state }) => state),
    ['free', 'free', 'free'],
  )
  const key = crypto.randomUUID()
  const made = await make(undefined, key)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.further.length, 3)
  assert.deepEqual((await make(undefined, key)).body, made.body)
  const held = await rowsWith(made.body.id)
  assert.deepEqual(
    held.map(({ status }) => status),
    ['held', 'held', 'held', 'held'],
  )
  // These hours are offered to no other client, and it is one proposal.
  assert.ok(
    !(await slotsOn(kalli.visitor(), at, '2026-12-09')).some(
      ({ startsAt }) => startsAt.slice(11) === slot.startsAt.slice(11),
    ),
  )
  assert.equal((await pro.call(appointment.proposedAppointments)).body.length, 1)
  const token = await linkTo(kalli, contact.email)
  const seen = await look(token)
  assert.deepEqual([seen.state, seen.series?.runs, seen.series?.further.length], ['open', false, 3])
  const slots = await kalli.visitor().call(links.linkSlots, {
    params: { token },
    query: { from: '2026-11-26', to: '2026-11-26' },
  })
  assert.equal(refusalOf(slots).code, 'link_over')

  const client = kalli.visitor()
  const yes = await accept(client, token, contact.email)
  assert.equal(yes.body.hold, made.body.id, JSON.stringify(yes.body))
  const hold = await client.call(holds.readHold, { params: { id: yes.body.hold } })
  assert.deepEqual([hold.body.further.length, hold.body.vouchers], [3, []])
  await confirmContact(client, yes.body.hold, contact.email)
  const transfer = await client.call(checkout.book, {
    body: { holdId: yes.body.hold, contact, payment: { method: 'spei' } },
  })
  assert.equal(refusalOf(transfer).code, 'method_unavailable')
  const declined = await payWith(client, yes.body.hold, contact, 'tok_declined')
  assert.equal(refusalOf(declined).code, 'card_declined')
  assert.deepEqual(await statusesWith(made.body.id), ['held', 'held', 'held', 'held'])
  const paid = await payWith(client, yes.body.hold, contact)
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.deepEqual(paid.body.series, { position: 1, of: 4 })
  const rows = await rowsWith(made.body.id)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
  )
  assert.deepEqual(
    rows.slice(1).map(({ payment }) => payment),
    ['card_saved', 'card_saved', 'card_saved'],
  )
  for (const { id } of rows)
    assert.deepEqual(
      (await claimsOf(kalli, id)).map(({ state }) => state),
      ['firm', 'firm', 'firm'],
    )
  await drain(kalli)
  const { rows: emails } = await kalli.database.pool.query<{ subject: string }>(
    'select subject from mails where to_address = $1 order by id',
    [contact.email],
  )
  assert.equal(emails.filter(({ subject }) => subject.startsWith('Repetiste tu cita')).length, 1)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('dates that the client leaves out are free again and not part of the series', async () => {
  const at = await people.bookable(kalli)
  const { contact, make, pro } = await arranged(at)
  const { id } = (await make()).body
  const token = await linkTo(kalli, contact.email)
  const before = (await slotsOn(kalli.visitor(), at, '2026-12-09')).length
  const { series } = await look(token)
  const left = series?.further[1]?.id ?? assert.fail('no further date')
  const client = kalli.visitor()
  const other = await booked(kalli, await people.bookable(kalli))
  for (const wrong of [[other.id], [id], [left, other.id]])
    assert.equal(refusalOf(await acceptWithout(client, token, contact.email, wrong)).code, 'invalid_input')
  assert.deepEqual(await statusesWith(id), ['held', 'held', 'held', 'held'])
  const yes = await acceptWithout(client, token, contact.email, [left])
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.deepEqual(await statusesWith(id), ['held', 'held', 'expired', 'held'])
  assert.equal((await claimsOf(kalli, left)).length, 0)
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-12-09')).length > before)
  const hold = await client.call(holds.readHold, { params: { id } })
  assert.deepEqual(
    hold.body.further.map(({ id }) => id),
    [series?.further[0]?.id, series?.further[2]?.id],
  )
  assert.equal((await pro.call(appointment.proposedAppointments)).body[0]?.further.length, 2)
  // Repeated on the same page: no further date is dropped.
  assert.equal((await acceptWithout(client, token, contact.email, [left])).status, 200)
  const paid = await payWith(client, id, contact)
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.deepEqual(paid.body.series, { position: 1, of: 3 })
  assert.deepEqual(await statusesWith(id), ['confirmed', 'confirmed', 'expired', 'confirmed'])
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ message: string }>(
    `select message from notifications where title like '%aceptó tu propuesta'
       and account_id = (select account_id from professionals where id = $1)`,
    [at.professional.id],
  )
  assert.match(rows[0]?.message ?? '', /Dejó fuera la del miércoles 9 de diciembre/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when the client leaves out all further dates, the first is a single visit', async () => {
  const at = await people.bookable(kalli)
  const { contact, make } = await arranged(at)
  const { id } = (await make()).body
  const token = await linkTo(kalli, contact.email)
  const all = (await look(token)).series?.further.map(({ id }) => id) ?? []
  const client = kalli.visitor()
  assert.equal((await acceptWithout(client, token, contact.email, all)).status, 200)
  assert.equal((await look(token)).series, null)
  const paid = await payWith(client, id, contact)
  assert.deepEqual([paid.body.status, paid.body.series], ['confirmed', null], JSON.stringify(paid.body))
  for (const left of all) assert.equal((await claimsOf(kalli, left)).length, 0)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from mails where to_address = $1 and subject like 'Repetiste%'`,
    [contact.email],
  )
  assert.equal(rows[0]?.n, 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('of an extension’s dates any but not all may be left out, and two answers at once count as one', async () => {
  const at = await people.bookable(kalli)
  const one = await running(at)
  const pro = at.professional.person
  const requested = await one.more(
    pro,
    tokensOf((await one.next(pro, 3, 'professional')).dates),
    'professional',
  )
  assert.equal(requested.status, 201, JSON.stringify(requested.body))
  const token = await linkTo(kalli, one.contact.email)
  const { series } = await look(token)
  const [second, third] = series?.further.map(({ id }) => id) ?? []
  const first = series?.firstId
  if (first === undefined || second === undefined || third === undefined) assert.fail('three dates')
  const client = kalli.visitor()
  kalli.time.advance(2)
  const none = await acceptWithout(client, token, one.contact.email, [first, second, third])
  assert.equal(refusalOf(none).code, 'invalid_input')
  const without = [first, third]
  const body = { code: '', without }
  const both = await Promise.all([1, 2].map(() => client.call(links.acceptLink, { params: { token }, body })))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted(),
    [200, 410],
    JSON.stringify(both.map(({ body }) => body)),
  )
  const seen = await look(token)
  assert.deepEqual([seen.state, seen.series?.runs], ['done', true])
  const read = await one.who.call(serieses.readSeries, { params: one.params, query: one.query })
  assert.deepEqual(read.body.visits.map(({ id }) => id).slice(4), [second])
  assert.equal(read.body.coming, 5)
  for (const left of without) assert.equal((await claimsOf(kalli, left)).length, 0)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from mails where to_address = $1 and subject like 'Tu serie tiene más citas%'`,
    [one.contact.email],
  )
  assert.equal(rows[0]?.n, 1)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a date taken meanwhile refuses the whole series, and an alternative on that day completes it', async () => {
  const at = await people.bookable(kalli)
  const { dates, make } = await arranged(at)
  await booked(kalli, at, { date: '2026-12-09', place: 4 })
  const refused = await make()
  assert.equal(refusalOf(refused).code, 'series_taken')
  assert.ok(JSON.stringify(refusalOf(refused).details).includes('"state":"taken"'))
  const again = await arranged(at)
  assert.deepEqual(
    again.dates.map(({ state }) => state),
    ['free', 'taken', 'free'],
  )
  const tokens = again.dates.flatMap(({ slot, alternatives }) => (slot ?? alternatives[0])?.token ?? [])
  assert.equal((await again.make(tokens)).status, 201)
  const foreign = await arranged(await people.bookable(kalli))
  assert.equal(refusalOf(await make(tokensOf(foreign.dates))).code, 'invalid_input')
  const stranger = await foreign.pro.call(contract.arrangedPreview, {
    query: { slotToken: dates[0]?.slot?.token ?? '', every: '1w', times: 2 },
  })
  assert.equal(refusalOf(stranger).code, 'not_found')
})

test('a declined, withdrawn or unanswered series frees each of its hours once', async () => {
  const at = await people.bookable(kalli)
  const free = async () => (await slotsOn(kalli.visitor(), at, '2026-12-09')).length
  const all = await free()
  const ends: ((id: string, token: string, pro: Person) => Promise<unknown>)[] = [
    (_, token) => kalli.visitor().call(links.declineLink, { params: { token } }),
    (id, _, pro) => pro.call(appointment.withdrawAppointment, { params: { id } }),
    async () => {
      kalli.time.advance(24 * 60 + 1)
      await Promise.all([sweepHolds(kalli.work()), sweepHolds(kalli.work()), sweepHolds(kalli.work())])
      await sweepHolds(kalli.work())
    },
  ]
  for (const end of ends) {
    kalli.time.set(testNow)
    const { make, contact, pro } = await arranged(at)
    const { id } = (await make()).body
    const token = await linkTo(kalli, contact.email)
    assert.ok((await free()) < all)
    await end(id, token, pro)
    assert.deepEqual(await statusesWith(id), ['expired', 'expired', 'expired', 'expired'])
    for (const one of await rowsWith(id)) {
      assert.equal((await claimsOf(kalli, one.id)).length, 0)
      assert.equal((await movesOf(kalli, one.id)).length, 2)
    }
    kalli.time.set(testNow)
    assert.equal(await free(), all)
    await drain(kalli)
  }
})

test('while the bank’s approval is pending the further dates stay held, and all expire with the first', async () => {
  const at = await people.bookable(kalli)
  const { make, contact } = await arranged(at)
  const { id } = (await make()).body
  const token = await linkTo(kalli, contact.email)
  const client = kalli.visitor()
  await accept(client, token, contact.email)
  kalli.time.advance(24 * 60 - 1)
  const requested = await payWith(client, id, contact, 'tok_3ds')
  assert.equal(requested.body.status, 'awaiting_payment', JSON.stringify(requested.body))
  kalli.time.advance(2)
  await sweepHolds(kalli.work())
  assert.deepEqual(await statusesWith(id), ['awaiting_payment', 'held', 'held', 'held'])
  kalli.time.advance(10)
  await sweepHolds(kalli.work())
  await sweepHolds(kalli.work())
  assert.deepEqual(await statusesWith(id), ['expired', 'expired', 'expired', 'expired'])
})

test('after kill -9 during the confirmation of a series, all of its dates are confirmed or none', async () => {
  const at = await people.bookable(kalli)
  const { make, contact } = await arranged(at)
  const { id } = (await make()).body
  const token = await linkTo(kalli, contact.email)
  const client = kalli.visitor()
  await accept(client, token, contact.email)
  await confirmContact(client, id, contact.email)
  const { url, died } = await startCrashing(kalli, 'inside-series', kalli.clock())
  const there: Person = visitor(url)
  for (const [name, value] of client.jar) there.jar.set(name, value)
  const body = { holdId: id, contact, payment: { method: 'card' as const, token: 'tok_ok' } }
  assert.equal(await there.call(checkout.book, { body }).catch(() => null), null)
  assert.equal(await died, true)
  assert.deepEqual(await statusesWith(id), ['awaiting_payment', 'held', 'held', 'held'])
  kalli.time.advance(3)
  await runJobsOnce(kalli)
  await sweepHolds(kalli.work())
  await drain(kalli)
  const statuses = new Set(await statusesWith(id))
  assert.equal(statuses.size, 1, [...statuses].join())
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a client extends a running series at today’s price with the same card', async () => {
  const at = await people.bookable(kalli)
  const one = await running(at)
  await kalli.database.pool.query('update services set price_cents = 110000 where id = $1', [at.serviceId])
  const preview = await one.next(one.who, 2)
  assert.equal(preview.agreedCents, 100_000)
  assert.equal(preview.policy, null)
  assert.deepEqual(
    preview.dates.map(({ date, slot }) => [date, slot?.totalCents]),
    [
      ['2026-12-23', 110_000],
      ['2026-12-30', 110_000],
    ],
  )
  await kalli.database.pool.query(`update services set policy_tier = 'strict' where id = $1`, [at.serviceId])
  assert.equal((await one.next(one.who, 2)).policy?.tier, 'strict')
  const made = await one.more(one.who, tokensOf(preview.dates))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.proposed, null)
  assert.deepEqual(
    made.body.series.visits.map(({ position, status }) => [position, status]),
    [1, 2, 3, 4, 5, 6].map((position) => [position, 'confirmed']),
  )
  const full = await one.who.call(contract.seriesMorePreview, {
    params: one.params,
    query: { ...one.query, times: 7 },
  })
  assert.equal(refusalOf(full).code, 'move_not_allowed')
  const stranger = await kalli
    .visitor()
    .call(contract.seriesMorePreview, { params: one.params, query: { times: 1 } })
  assert.equal(stranger.status, 404)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from mails where to_address = $1 and subject like 'Tu serie tiene más citas%'`,
    [one.contact.email],
  )
  assert.equal(rows[0]?.n, 1)
})

test('dates added by the professional wait for the client’s acceptance, and nothing is charged that day', async () => {
  const at = await people.bookable(kalli)
  const one = await running(at)
  const pro = at.professional.person
  const { dates } = await one.next(pro, 2, 'professional')
  const requested = await one.more(pro, tokensOf(dates), 'professional')
  assert.equal(requested.status, 201, JSON.stringify(requested.body))
  assert.equal(requested.body.proposed?.further.length, 1)
  assert.equal(requested.body.series.visits.length, 4)
  const token = await linkTo(kalli, one.contact.email)
  assert.deepEqual((await look(token)).series?.runs, true)
  const client = kalli.visitor()
  // The code of the booking itself was a different one.
  kalli.time.advance(2)
  const yes = await accept(client, token, one.contact.email)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.equal((await look(token)).state, 'done')
  const read = await one.who.call(serieses.readSeries, { params: one.params, query: one.query })
  assert.deepEqual(
    read.body.visits.map(({ status }) => status),
    Array.from({ length: 6 }, () => 'confirmed'),
  )
  assert.equal((await rowsWith(one.id)).at(-1)?.payment, 'card_saved')
  await runJobsOnce(kalli)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('of two extensions at once, or an extension and the end of the series, exactly one takes effect', async () => {
  for (let round = 0; round < 3; round += 1) {
    const at = await people.bookable(kalli, { units: 1 })
    const one = await running(at)
    const mine = tokensOf((await one.next(one.who, 3)).dates)
    const hers = tokensOf((await one.next(at.professional.person, 3, 'professional')).dates)
    const both = await Promise.all([
      one.more(one.who, mine),
      one.more(at.professional.person, hers, 'professional'),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal((await rowsWith(one.id)).length, 7)

    const other = await running(await people.bookable(kalli, { units: 1 }))
    const further = tokensOf((await other.next(other.who, 2)).dates)
    const quoted = await other.who.call(serieses.seriesCancelQuote, {
      params: other.params,
      query: other.query,
    })
    const visits = quoted.body.visits.map(({ id, token }) => ({ id, token }))
    const [longer, ended] = await Promise.all([
      other.more(other.who, further),
      other.who.call(serieses.cancelSeries, {
        params: other.params,
        query: other.query,
        body: { visits, reason: 'Me mudo' },
      }),
    ])
    const statuses = await statusesWith(other.id)
    if (longer.status === 201) {
      assert.equal(refusalOf(ended).code, 'quote_changed')
      assert.deepEqual(
        statuses,
        Array.from({ length: 6 }, () => 'confirmed'),
      )
    } else {
      assert.equal(refusalOf(longer).code, 'move_not_allowed')
      assert.equal(ended.status, 200, JSON.stringify(ended.body))
      assert.deepEqual(
        statuses,
        Array.from({ length: 4 }, () => 'cancelled_by_client'),
      )
    }
  }
})

test('ending a series frees the dates that its professional had proposed', async () => {
  const at = await people.bookable(kalli)
  const one = await running(at)
  const pro = at.professional.person
  const requested = await one.more(
    pro,
    tokensOf((await one.next(pro, 2, 'professional')).dates),
    'professional',
  )
  assert.equal(requested.status, 201, JSON.stringify(requested.body))
  const token = await linkTo(kalli, one.contact.email)
  const quoted = await one.who.call(serieses.seriesCancelQuote, { params: one.params, query: one.query })
  const ended = await one.who.call(serieses.cancelSeries, {
    params: one.params,
    query: one.query,
    body: { visits: quoted.body.visits.map(({ id, token }) => ({ id, token })), reason: 'Me mudo' },
  })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.equal((await look(token)).state, 'declined')
  for (const { id } of (await rowsWith(one.id)).slice(4)) assert.equal((await claimsOf(kalli, id)).length, 0)
})
