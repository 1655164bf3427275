/**
 * A card that a client saves with one visit pays for the next: visible to her alone, approved at her bank when it requires that, and
 * deleted on request.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import { forgetCard, savedCards } from '#contract/payment/saved-card.ts'
import { payment } from '#contract/payment/payment.ts'
import { account as number } from '#server/payment/ledger/journals.ts'
import { trialBalance } from '#server/payment/ledger/ledger.ts'
import { answerChallenge } from '#server/payment/standin/bank.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

let serial = 0
/** A client with an account, and her ways to pay. */
const client = async () => {
  const email = `tarjetas${++serial}@example.test`
  const accountId = await people.account(kalli, { email })
  const person = await people.signIn(kalli, accountId)
  return { accountId, person, contact: contactOf({ email }) }
}
type Client = Awaited<ReturnType<typeof client>>

type By = { token: string; keep?: boolean } | { cardId: string }
const paying = (by: By) =>
  'token' in by ? ({ method: 'card', ...by } as const) : ({ method: 'kept_card', ...by } as const)

const book = (who: Client, holdId: string, by: By, key?: string) =>
  who.person.call(
    checkout.book,
    { body: { holdId, contact: who.contact, payment: paying(by) } },
    key === undefined ? {} : { key },
  )

/** A held hour of a new professional each time. Near: authorised today; far: only saved. */
const hour = async (person: Person, date = '2026-11-24') => held(person, await people.bookable(kalli), date)
const far = '2026-12-10'

const cardsOf = async ({ person }: Client) => {
  const answer = await person.call(savedCards)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** The client paid one visit with this card and saved it. */
const keeper = async (token = 'tok_ok') => {
  const who = await client()
  const first = await book(who, (await hour(who.person)).id, { token, keep: true })
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const [card] = await cardsOf(who)
  assert.ok(card)
  return { ...who, card }
}

const chargesOf = async (bookingId: string) =>
  (
    await kalli.database.pool.query<{ kind: string; status: string; last4: string }>(
      `select c.kind, c.status, c.card_last4 as last4 from standin.charges c join payments p on p.id::text = c.reference
       where p.booking_id = $1 order by c.created_at`,
      [bookingId],
    )
  ).rows

test('a card is saved only at the client’s request, and a visitor cannot save one', async () => {
  const who = await client()
  assert.equal((await book(who, (await hour(who.person)).id, { token: 'tok_ok' })).status, 201)
  assert.deepEqual(await cardsOf(who), [])
  assert.equal((await kalli.visitor().call(savedCards)).status, 401)
  const { rows } = await kalli.database.pool.query('select from payments where save_card_for is not null')
  assert.equal(rows.length, 0)
})

test('a saved card stores brand, last four digits and expiry month, and nothing more', async () => {
  const who = await keeper()
  const { id, savedAt, ...shown } = who.card
  assert.deepEqual(shown, { brand: 'visa', last4: '4242', expires: '2030-12', isExpired: false })
  assert.equal(savedAt, testNow.toISOString())
  const { rows } = await kalli.database.pool.query('select * from saved_cards where id = $1', [id])
  assert.deepEqual(Object.keys(rows[0] ?? {}).toSorted(), [
    'account_id',
    'brand',
    'card_ref',
    'expires',
    'id',
    'last4',
    'provider',
    'saved_at',
  ])
})

test('a refused card is not saved, nor is the next card without the client’s request', async () => {
  const who = await client()
  const { id } = await hour(who.person)
  const no = await book(who, id, { token: 'tok_declined', keep: true })
  assert.equal(refusalOf(no).code, 'card_declined')
  assert.equal((await book(who, id, { token: 'tok_ok' })).status, 201)
  assert.deepEqual(await cardsOf(who), [])
})

test('a client’s saved card pays the next visit: today when it is near, by the scheduler when it is far', async () => {
  const who = await keeper()
  const near = await book(who, (await hour(who.person)).id, { cardId: who.card.id })
  assert.equal(near.status, 201, JSON.stringify(near.body))
  assert.deepEqual(
    [near.body.status, near.body.payment?.status, near.body.payment?.card],
    ['confirmed', 'authorized', { brand: 'visa', last4: '4242' }],
  )
  const later = await book(who, (await hour(who.person, far)).id, { cardId: who.card.id })
  assert.deepEqual([later.body.status, later.body.payment?.status], ['confirmed', 'card_saved'])
  assert.deepEqual(await chargesOf(later.body.id), [], 'no bank is asked before its money is')
  kalli.time.set(new Date(Date.parse(later.body.startsAt) - 23 * 3_600_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.deepEqual(await chargesOf(later.body.id), [{ kind: 'charge', status: 'captured', last4: '4242' }])
  const sums = await trialBalance(kalli.work())
  assert.equal(
    [...sums.values()].reduce((sum, cents) => sum + cents, 0),
    0,
  )
  assert.ok((sums.get(number.clientFunds) ?? 0) < 0, 'the money of the visits waits')
  assert.equal((await cardsOf(who)).length, 1)
})

test('booking twice with a saved card makes one visit and one charge, with the same key or another', async () => {
  const who = await keeper()
  const { id } = await hour(who.person)
  const key = crypto.randomUUID()
  const answers = await Promise.all([
    book(who, id, { cardId: who.card.id }, key),
    book(who, id, { cardId: who.card.id }, key),
    book(who, id, { cardId: who.card.id }),
  ])
  assert.ok(
    answers.some(({ status }) => status === 201),
    JSON.stringify(answers.map(({ body }) => body)),
  )
  assert.equal((await book(who, id, { cardId: who.card.id }, key)).status, 201)
  assert.equal((await chargesOf(id)).length, 1)
})

test('only its client can list, remove and charge a saved card', async () => {
  const who = await keeper()
  const stranger = await client()
  assert.deepEqual(await cardsOf(stranger), [])
  const params = { id: who.card.id }
  assert.equal((await stranger.person.call(forgetCard, { params })).status, 404)
  const { id } = await hour(stranger.person)
  const no = await book(stranger, id, { cardId: who.card.id })
  assert.deepEqual([no.status, refusalOf(no).code], [404, 'not_found'])
  const visitor = { ...stranger, person: kalli.visitor() }
  const theirs = await hour(visitor.person)
  assert.notEqual((await book(visitor, theirs.id, { cardId: who.card.id })).status, 201)
  assert.deepEqual(await chargesOf(id), [])
  // The hour can still be paid in another way.
  assert.equal((await book(stranger, id, { token: 'tok_ok' })).status, 201)
  assert.equal((await cardsOf(who)).length, 1)
})

test('a saved card that its bank refuses leaves the hour held, and another pays', async () => {
  const who = await client()
  // Can be saved, but has insufficient funds when charged.
  const first = await book(who, (await hour(who.person, far)).id, { token: 'tok_later', keep: true })
  assert.equal(first.status, 201)
  const [card] = await cardsOf(who)
  assert.ok(card)
  const { id } = await hour(who.person)
  const no = await book(who, id, { cardId: card.id })
  assert.deepEqual([no.status, refusalOf(no).code], [402, 'card_declined'])
  assert.equal((await who.person.call(holds.readHold, { params: { id } })).status, 200)
  const yes = await book(who, id, { token: 'tok_ok', keep: true })
  assert.equal(yes.body.status, 'confirmed', JSON.stringify(yes.body))
  assert.equal(yes.body.payment?.failure, null)
})

test('a saved card may need the bank’s approval, and without it the client pays with another card', async () => {
  const who = await client()
  const requested = await book(who, (await hour(who.person)).id, { token: 'tok_always', keep: true })
  assert.equal(requested.body.status, 'awaiting_payment')
  assert.deepEqual(await cardsOf(who), [], 'not before the bank said yes')
  const approve = async (bookingId: string, yes: boolean) => {
    const [charge] = (
      await kalli.database.pool.query<{ id: string }>(
        `select c.id from standin.charges c join payments p on p.id::text = c.reference
         where p.booking_id = $1 and c.status = 'requires_action'`,
        [bookingId],
      )
    ).rows
    await answerChallenge(kalli.work(), charge?.id ?? '', yes)
    const shown = () => who.person.call(contract.booking, { params: { id: bookingId }, query: {} })
    const paymentId = (await shown()).body.payment?.id ?? ''
    await who.person.call(payment, { params: { id: paymentId }, query: {} })
    await drain(kalli)
    return shown()
  }
  assert.equal((await approve(requested.body.id, true)).body.status, 'confirmed')
  const [card] = await cardsOf(who)
  assert.ok(card)

  const hold = await hour(who.person)
  const again = await book(who, hold.id, { cardId: card.id })
  assert.equal(again.body.status, 'awaiting_payment')
  assert.match(again.body.payment?.actionUrl ?? '', /3ds/)
  assert.equal((await approve(hold.id, true)).body.status, 'confirmed')

  const third = await hour(who.person)
  await book(who, third.id, { cardId: card.id })
  const other = await book(who, third.id, { token: 'tok_ok' })
  assert.equal(other.body.status, 'confirmed', JSON.stringify(other.body))
  // A timed job charges it without the client present, so the bank requests no check.
  const later = await book(who, (await hour(who.person, far)).id, { cardId: card.id })
  kalli.time.set(new Date(Date.parse(later.body.startsAt) - 23 * 3_600_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal((await chargesOf(later.body.id)).at(-1)?.status, 'captured')
})

test('a card is valid through its expiry month in the owner’s zone, and afterwards shown as expired and refused', async () => {
  const who = await keeper()
  await kalli.database.pool.query(`update saved_cards set expires = '2026-11' where id = $1`, [who.card.id])
  const { id } = await hour(who.person)
  kalli.time.set(new Date('2026-12-01T05:59:00Z'))
  assert.equal((await cardsOf(who))[0]?.isExpired, false)
  kalli.time.set(new Date('2026-12-01T06:00:00Z'))
  assert.equal((await cardsOf(who))[0]?.isExpired, true)
  await kalli.database.pool.query(
    `insert into saved_cards (id, account_id, provider, card_ref, brand, last4, expires, saved_at)
     values (gen_random_uuid(), $1, 'standin', 'card_ok_amex_0005_3001_ab', 'amex', '0005', '2030-01', $2)`,
    [who.accountId, new Date(testNow.getTime() - 86_400_000)],
  )
  assert.deepEqual(
    (await cardsOf(who)).map(({ last4 }) => last4),
    ['0005', '4242'],
    'what is over stands at the end',
  )
  await kalli.database.pool.query(`update saved_cards set expires = '2026-10' where id = $1`, [who.card.id])
  kalli.time.set(testNow)
  const no = await book(who, id, { cardId: who.card.id })
  assert.deepEqual([no.status, refusalOf(no).code], [409, 'card_expired'])
  assert.equal((await book(who, id, { token: 'tok_ok' })).status, 201)
})

test('a removed card stays removed, also when a visit booked with it is charged later', async () => {
  const who = await keeper()
  const later = await book(who, (await hour(who.person, far)).id, { cardId: who.card.id })
  const params = { id: who.card.id }
  assert.equal((await who.person.call(forgetCard, { params })).status, 200)
  assert.equal((await who.person.call(forgetCard, { params })).status, 404)
  assert.deepEqual(await cardsOf(who), [])
  const no = await book(who, (await hour(who.person)).id, { cardId: who.card.id })
  assert.equal(no.status, 404)
  kalli.time.set(new Date(Date.parse(later.body.startsAt) - 23 * 3_600_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal((await chargesOf(later.body.id)).at(-1)?.status, 'captured', 'what was booked with it stands')
  assert.deepEqual(await cardsOf(who), [])
})

test('saving the same card twice stores it once, and the newest card comes first', async () => {
  const who = await keeper()
  await book(who, (await hour(who.person)).id, { token: 'tok_ok', keep: true })
  assert.deepEqual(
    (await cardsOf(who)).map(({ id }) => id),
    [who.card.id],
  )
  kalli.time.advance(5)
  await book(who, (await hour(who.person)).id, { token: 'tok_ok_mastercard_4444_2908_ab', keep: true })
  assert.deepEqual(
    (await cardsOf(who)).map(({ last4, expires }) => [last4, expires]),
    [
      ['4444', '2029-08'],
      ['4242', '2030-12'],
    ],
  )
})

test('a saved card secures the balance of a visit without an upfront part', async () => {
  const who = await keeper()
  const at = await people.bookable(kalli)
  await kalli.database.pool.query('update services set upfront_bp = 0 where id = $1', [at.serviceId])
  const hold = await held(who.person, at, '2026-11-24')
  const made = await book(who, hold.id, { cardId: who.card.id })
  assert.deepEqual(
    [made.body.status, made.body.payment?.status, made.body.upfront?.balanceCents],
    ['confirmed', 'card_saved', 100_000],
  )
  assert.deepEqual(await chargesOf(hold.id), [])
})
