/** A client's credit at a visit with an upfront part or nothing upfront: applied to what is paid today, by each way, to the centavo. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as booking from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { holdCredit } from '#contract/booking/prepaid/wallet.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { payReferenceOf } from '#server/testing/processor/bank.ts'
import { type Bookable, contactOf, held } from '#server/testing/bookings.ts'
import { chargedOf, sound, recordsOf } from '#server/testing/processor/processor-records.ts'
import { clientWithCredit } from '#server/testing/processor/credit.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** $1,000.00 with $300.00 of rent, partly paid at booking; and a client with $500.00 of credit. */
const salon = async (upfrontBp: number) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, policyTier: 'strict' })
  const client = await clientWithCredit(kalli, at, 50_000)
  await kalli.database.pool.query('update services set upfront_bp = $2 where id = $1', [
    at.serviceId,
    upfrontBp,
  ])
  return { at, ...client }
}

type Way = 'card' | 'whole' | 'spei'
const payBy = (who: Person, holdId: string, way: Way, creditCents: number) =>
  who.call(checkout.book, {
    body: {
      holdId,
      contact: contactOf(),
      payment:
        way === 'spei'
          ? { method: 'spei', creditCents }
          : { method: 'card', token: 'tok_ok', whole: way === 'whole', creditCents },
    },
  })

/** The amount shown for this way of paying is exactly what is charged. */
const paidBy = async (
  { at, who }: { at: Bookable; who: Person },
  way: Way,
  credit: { coveredCents: number; cardCents: number },
) => {
  // A card is charged at once within a day; a voucher needs more time than that.
  const hold = await held(who, at, way === 'spei' ? '2026-11-26' : '2026-11-20', 8)
  const shown = (await who.call(holdCredit, { params: { id: hold.id }, body: {} })).body
  assert.equal(shown.creditCents, 50_000)
  const { coveredCents, cardCents } = way === 'card' ? shown : shown.whole
  assert.deepEqual({ coveredCents, cardCents }, credit)
  const more = await payBy(who, hold.id, way, 50_001)
  assert.equal(refusalOf(more).code, 'credit_changed', 'more than there is')
  const answer = await payBy(who, hold.id, way, coveredCents)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.deepEqual(
    [answer.body.payment?.amountCents, answer.body.payment?.creditCents],
    [cardCents, coveredCents],
  )
  if (way === 'spei') {
    await payReferenceOf(kalli, hold.id)
    await runJobsOnce(kalli)
  }
  await drain(kalli)
  return { ...hold, laterCents: answer.body.upfront?.balanceCents ?? 0 }
}

/** Its ledger balances: the client's funds, credit taken, and the shares of the three. */
const ledger = async (id: string) => {
  const of = await recordsOf(kalli, id)
  return {
    funds: of(2010, 2060),
    credit: of(2050),
    professional: of(2020),
    host: of(2030),
    kalli: of(4010, 4020, 2130),
  }
}
const divided = { funds: 0, professional: 60_000, host: 28_500, kalli: 11_500 }

const receiptOf = async (who: Person, id: string) =>
  (await who.call(booking.receipt, { params: { id }, query: {} })).body

type Case = {
  upfrontBp: number
  way: Way
  says: string
  coveredCents: number
  cardCents: number
  /** The amounts charged to the card or the voucher, in order. */
  charges: number[]
  /** Of the client's receipt after the end. */
  note: string | null
}
const inTwoNote = 'Pagaste $300 de anticipo y $700 al terminar la cita.'
const cases: readonly Case[] = [
  {
    upfrontBp: 3000,
    way: 'card',
    says: 'the part by card: credit pays the part',
    coveredCents: 28_000,
    cardCents: 2_000,
    charges: [2_000, 70_000],
    note: inTwoNote,
  },
  {
    upfrontBp: 3000,
    way: 'whole',
    says: 'everything by card: all credit is used',
    coveredCents: 50_000,
    cardCents: 50_000,
    charges: [50_000],
    note: null,
  },
  {
    upfrontBp: 3000,
    way: 'spei',
    says: 'everything by transfer: all credit is used',
    coveredCents: 50_000,
    cardCents: 50_000,
    charges: [50_000],
    note: null,
  },
  {
    upfrontBp: 0,
    way: 'card',
    says: 'nothing when booking: no credit is used',
    coveredCents: 0,
    cardCents: 0,
    charges: [100_000],
    note: null,
  },
  {
    upfrontBp: 0,
    way: 'whole',
    says: 'everything by card by choice: all credit is used',
    coveredCents: 50_000,
    cardCents: 50_000,
    charges: [50_000],
    note: null,
  },
  {
    upfrontBp: 0,
    way: 'spei',
    says: 'everything by transfer by choice: all credit is used',
    coveredCents: 50_000,
    cardCents: 50_000,
    charges: [50_000],
    note: null,
  },
]
for (const { upfrontBp, way, says, coveredCents, cardCents, charges, note } of cases)
  test(`${upfrontBp / 100} % upfront with credit, ${says}`, async () => {
    const { at, who, clientId } = await salon(upfrontBp)
    const made = await paidBy({ at, who }, way, { coveredCents, cardCents })
    assert.equal(made.laterCents, way === 'card' ? 100_000 - (upfrontBp * 100_000) / 10_000 : 0)
    assert.equal(await creditOf(kalli.work(), clientId), 50_000 - coveredCents)
    const today = await ledger(made.id)
    assert.deepEqual([today.funds, today.credit], [coveredCents + cardCents, 0 - coveredCents])
    // Amounts still due are shown as such, and paid ones are not.
    const expected = await receiptOf(who, made.id)
    assert.equal(
      expected.notes.some((text) => text.includes('cuando termine la cita')),
      way === 'card',
      expected.notes.join(' '),
    )
    assert.equal(expected.netCents, 100_000 - coveredCents)

    kalli.time.set(new Date(Date.parse(made.endsAt) + 25 * hourMs))
    await finishDue(kalli.work())
    await drain(kalli)
    assert.deepEqual(await chargedOf(kalli, made.id), charges)
    assert.deepEqual(await ledger(made.id), { ...divided, credit: 0 - coveredCents })
    const mine = await receiptOf(who, made.id)
    assert.deepEqual(
      [mine.state, mine.netCents, mine.lines.map(({ code, amountCents }) => [code, amountCents])],
      [
        'settled',
        100_000 - coveredCents,
        [['service', 100_000], ...(coveredCents === 0 ? [] : [['credit_used', -coveredCents]])],
      ],
    )
    const reported = mine.notes.filter((text) => text.includes('al terminar la cita'))
    assert.deepEqual(reported, note === null ? [] : [note])
    const own = await receiptOf(at.professional.person, made.id)
    assert.equal(own.netCents, 60_000)
    assert.deepEqual(
      own.notes.filter((text) => text.includes('al terminar la cita')),
      note === null ? [] : [note.replace('Pagaste', 'Tu cliente pagó')],
    )
    await closeDue(kalli.work())
    await sound(kalli)
  })

test('a fully paid visit with credit, cancelled late, retains at most the upfront part, taken from the credit', async () => {
  const { at, who, clientId } = await salon(3000)
  const made = await paidBy({ at, who }, 'whole', { coveredCents: 50_000, cardCents: 50_000 })
  kalli.time.set(new Date(Date.parse(made.startsAt) - hourMs))
  const requested = { params: { id: made.id }, query: {} }
  const quoted = (await who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } })).body
  assert.deepEqual(
    [quoted.feeCents, quoted.refundCents, quoted.creditBackCents],
    [30_000, 70_000, 20_000],
    JSON.stringify(quoted),
  )
  const cancelled = await who.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quoted.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await runJobsOnce(kalli)
  await drain(kalli)
  assert.equal(await creditOf(kalli.work(), clientId), 20_000)
  assert.deepEqual(await chargedOf(kalli, made.id), [0])
  const stays = await ledger(made.id)
  assert.deepEqual([stays.funds, stays.credit], [0, -30_000])
  await sound(kalli)
})
