import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { approve } from '#server/testing/processor/bank.ts'
import { booked, claimsOf, contactOf, held, movesOf, pay, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const quoted = async (who: Person, id: string, as: 'client' | 'professional' | 'host', t?: string) => {
  const answer = await who.call(cancellations.cancelQuote, {
    params: { id },
    query: t === undefined ? {} : { t },
    body: { as },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const cancelled = (who: Person, id: string, quoteToken: string, t?: string) =>
  who.call(cancellations.cancel, {
    params: { id },
    query: t === undefined ? {} : { t },
    body: { quoteToken, reason: 'Se me juntó el día' },
  })

test('a client who cancels in time is charged nothing, the time is free again, and all parties are notified', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const contact = contactOf()
  const { id, t, who, startsAt } = await booked(kalli, at, { contact })
  const quote = await quoted(who, id, 'client', t)
  assert.deepEqual([quote.refundCents, quote.feeCents], [100_000, 0])
  assert.match(quote.moneyWords ?? '', /^No se te ha cobrado nada/)
  const answer = await cancelled(who, id, quote.token, t)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.status, 'cancelled_by_client')
  assert.equal(answer.body.payment?.status, 'voided', 'a card that was only held is let go')
  assert.equal((await claimsOf(kalli, id)).length, 0)
  const [again] = await slotsOn(kalli.visitor(), at)
  assert.equal(again?.startsAt, startsAt)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    'select body_text from mails where to_address = $1 order by id',
    [contact.email],
  )
  // Money that was never charged is not refunded: in the email, on the screen and on the receipt.
  assert.match(String(rows.at(-1)?.body_text), /No se te cobró nada/)
  assert.doesNotMatch(String(rows.at(-1)?.body_text), /de vuelta|devolv/)
  assert.match(answer.body.backWords ?? '', /^No se te cobró nada/)
  const { lines } = (await who.call(contract.receipt, { params: { id }, query: { t } })).body
  assert.deepEqual(
    lines
      .filter(({ code }) => code === 'refund' || code === 'not_charged')
      .map(({ code, amountCents }) => [code, amountCents]),
    [['not_charged', -100_000]],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a second tab that cancels again is told that the visit is already cancelled', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { id, t, who } = await booked(kalli, at)
  const quote = await quoted(who, id, 'client', t)
  assert.equal((await cancelled(who, id, quote.token, t)).status, 200)
  const again = [
    await cancelled(who, id, quote.token, t),
    await who.call(cancellations.cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } }),
  ]
  assert.deepEqual(
    again.map((answer) => [refusalOf(answer).code, refusalOf(answer).message]),
    again.map(() => ['move_not_allowed', 'Esta cita ya está cancelada.']),
  )
})

test('a late cancellation retains exactly the quoted fee, divided among client, professional and host', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, policyTier: 'moderate' })
  const { id, t, who } = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  const quote = await quoted(who, id, 'client', t)
  assert.deepEqual([quote.refundCents, quote.feeCents], [70_000, 30_000])
  const answer = await cancelled(who, id, quote.token, t)
  assert.equal(answer.body.payment?.status, 'partially_refunded')
  assert.deepEqual(
    [answer.body.payment?.capturedCents, answer.body.payment?.refundedCents],
    [100_000, 70_000],
  )
  assert.deepEqual([answer.body.cancellation?.feeCents, answer.body.cancellation?.by], [30_000, 'client'])
  const receipts = await Promise.all([
    who.call(contract.receipt, { params: { id }, query: { t } }),
    at.professional.person.call(contract.receipt, { params: { id } }),
    at.host.person.call(contract.receipt, { params: { id } }),
  ])
  // The others read what she wrote, as the dialog states.
  const seen = await at.professional.person.call(contract.booking, {
    params: { id },
    query: { as: 'professional' },
  })
  assert.equal(seen.body.cancellation?.said, 'Se me juntó el día')
  const [client, professional, host] = receipts.map(({ body }) => body.netCents)
  // 30,000: rent is at most half of the fee; 10 % and 5 % to Kalli.
  assert.deepEqual([client, professional, host], [30_000, 12_000, 14_250])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when the professional cancels, the client is refunded in full and the professional owes the rent', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { id, t, who } = await booked(kalli, at, { date: '2026-11-20', place: 8 })
  const { person } = at.professional
  const quote = await quoted(person, id, 'professional')
  // Four hours before, half of the rent of 300.00 (normal), and $50.00 for the client.
  assert.deepEqual(
    quote.lines.map(({ amountCents }) => amountCents),
    [100_000, -15_000, -5000],
  )
  const answer = await cancelled(person, id, quote.token)
  assert.equal(answer.body.status, 'cancelled_by_professional')
  const receipts = await Promise.all([
    person.call(contract.receipt, { params: { id } }),
    at.host.person.call(contract.receipt, { params: { id } }),
  ])
  assert.deepEqual(
    receipts.map(({ body }) => body.netCents),
    [-20_000, 14_250],
  )
  const client = await who.call(contract.booking, { params: { id }, query: { t } })
  assert.equal(client.body.payment?.status, 'refunded')
  assert.equal(client.body.cancellation?.refundCents, 100_000)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a professional or host must give a reason from the list or in words, which others read, and a client need not', async () => {
  for (const as of ['professional', 'host'] as const) {
    const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
    const { id } = await booked(kalli, at, { date: '2026-11-20', place: 8 })
    const { person } = as === 'host' ? at.host : at.professional
    const { token: quoteToken } = await quoted(person, id, as)
    const send = (said: { why?: 'supplies'; reason?: string }) =>
      person.call(cancellations.cancel, { params: { id }, query: {}, body: { quoteToken, ...said } })
    assert.equal(refusalOf(await send({ reason: '  ' })).code, 'invalid_input')
    assert.equal((await send({ why: 'supplies', reason: 'Vuelve mañana.' })).status, 200)
    const { rows } = await kalli.database.pool.query<{ reason: string }>(
      'select reason from booking_moves where booking_id = $1 order by version desc limit 1',
      [id],
    )
    assert.equal(rows[0]?.reason, 'No hay agua o luz en el lugar. Vuelve mañana.')
  }
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { id, t, who } = await booked(kalli, at, { date: '2026-11-20', place: 8 })
  const { token: quoteToken } = await quoted(who, id, 'client', t)
  const done = await who.call(cancellations.cancel, { params: { id }, query: { t }, body: { quoteToken } })
  assert.equal(done.body.status, 'cancelled_by_client')
})

test('a host’s cancellation without another place refunds the client, and from the second one compensates the professional', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const first = await booked(kalli, at, { place: 6 })
  const free = await quoted(at.host.person, first.id, 'host')
  assert.deepEqual([free.rescue?.search, free.rescue?.isFree], ['none', true])
  await cancelled(at.host.person, first.id, free.token)
  const reported = await at.professional.person.call(contract.receipt, { params: { id: first.id } })
  assert.equal(reported.body.netCents, 0)
  const { id } = await booked(kalli, at)
  const quote = await quoted(at.host.person, id, 'host')
  const answer = await cancelled(at.host.person, id, quote.token)
  assert.equal(answer.body.status, 'cancelled_by_host')
  assert.equal(answer.body.totalCents, null)
  const receipt = await at.professional.person.call(contract.receipt, { params: { id } })
  assert.equal(receipt.body.netCents, 7_500, 'a quarter of 300.00 of rent')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a cancellation quote holds for one booking, one party and ten minutes, while the booking is unchanged', async () => {
  const at = await people.bookable(kalli)
  const one = await booked(kalli, at)
  const other = await booked(kalli, at, { date: '2026-11-26' })
  const quote = await quoted(one.who, one.id, 'client', one.t)
  assert.equal(refusalOf(await cancelled(other.who, other.id, quote.token, other.t)).code, 'quote_expired')
  assert.equal(
    (await cancelled(at.professional.person, one.id, quote.token)).status,
    404,
    "the client's quote is not the professional's",
  )
  assert.equal((await cancelled(kalli.visitor(), one.id, quote.token)).status, 404)
  assert.equal(refusalOf(await cancelled(one.who, one.id, `${quote.token}x`, one.t)).code, 'quote_expired')
  kalli.time.advance(11)
  assert.equal(refusalOf(await cancelled(one.who, one.id, quote.token, one.t)).code, 'quote_expired')
  const fresh = await quoted(one.who, one.id, 'client', one.t)
  await kalli.database.pool.query('update bookings set version = version + 1 where id = $1', [one.id])
  const changed = await cancelled(one.who, one.id, fresh.token, one.t)
  assert.equal(refusalOf(changed).code, 'quote_changed')
})

test('a cancellation quoted as free and made minutes after the limit is free as quoted', async () => {
  const at = await people.bookable(kalli)
  const { id, t, who, policy } = await booked(kalli, at, { date: '2026-11-25' })
  // After the day to reconsider, a minute before the limit of the tier.
  kalli.time.set(new Date(Date.parse(policy?.freeUntil ?? '') - 60_000))
  const quote = await quoted(who, id, 'client', t)
  assert.equal(quote.feeCents, 0)
  kalli.time.advance(5)
  assert.equal((await quoted(who, id, 'client', t)).feeCents, 10_000)
  assert.equal((await cancelled(who, id, quote.token, t)).body.cancellation?.feeCents, 0)
})

test('of two parties who cancel at the same moment exactly one succeeds', async () => {
  const at = await people.bookable(kalli)
  const { id, t, who } = await booked(kalli, at)
  const mine = await quoted(who, id, 'client', t)
  const theirs = await quoted(at.professional.person, id, 'professional')
  const answers = await Promise.all([
    cancelled(who, id, mine.token, t),
    cancelled(at.professional.person, id, theirs.token),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a payment that arrives after the hold expired takes the time again if it is free (B5)', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const requested = await pay(visitor, hold.id, 'tok_3ds')
  kalli.time.advance(16)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, hold.id)).at(-1), 'expire by platform')
  await approve(kalli, visitor, requested.body.payment?.actionUrl)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, hold.id)).at(-1), 'revive by platform')
  assert.equal((await claimsOf(kalli, hold.id)).length, 3)
})

test('refunds money that arrives after the time was taken by another client, and notifies the payer', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const contact = contactOf()
  const requested = await pay(visitor, hold.id, 'tok_3ds', contact)
  kalli.time.advance(16)
  await runJobsOnce(kalli)
  const other = await booked(kalli, at)
  assert.equal(other.startsAt, hold.startsAt)
  await approve(kalli, visitor, requested.body.payment?.actionUrl)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(
    'select b.status, p.status as payment from bookings b join payments p on p.booking_id = b.id where b.id = $1',
    [hold.id],
  )
  assert.deepEqual(rows, [{ status: 'expired', payment: 'voided' }])
  const mails = await kalli.database.pool.query('select subject from mails where to_address = $1', [
    contact.email,
  ])
  // Emails of one round of jobs are sent in parallel.
  assert.ok(
    mails.rows.some(({ subject }) => /te devolvemos todo/.test(subject)),
    JSON.stringify(mails.rows),
  )
  assert.equal(await people.trialBalance(kalli), 0)
})
