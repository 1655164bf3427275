import { hourMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { finishHalfDone, followClock, makeAvailable } from '#server/payment/jobs.ts'
import { execute, read, refresh, settle } from '#server/payment/charge/payment.ts'
import { goodwill } from '#server/payment/charge/refund.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { answerChallenge } from '#server/payment/standin/bank.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { cancellation, type CancelledBy } from '#server/pricing/cancellation.ts'
import { settlementOfCancellation, settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { termsInMonths } from '#server/pricing/terms.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const terms = testTerms()
const amounts = { serviceCents: 100_000, rentCents: 30_000 }
let serial = 1

type Life = {
  bookingId: string
  startsAt: Date
  parties: { clientId: number; professionalId: number; hostId: number }
}

/** Refusals are expected; any other error is a bug of ours. */
const tolerant = async (verb: Promise<unknown>) => {
  try {
    await verb
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const pay = (life: Life, token: string, installments: number | null = null) =>
  prepare(kalli.work(), {
    bookingId: life.bookingId,
    amountCents: 100_000,
    startsAt: life.startsAt,
    token,
    installments,
  })
const inMonths = { months: 6, feeBp: 750, ivaBp: 1600, cardCents: 100_000, creditCents: 0 }

const onPayment = async (life: Life, act: (paymentId: string) => Promise<unknown>) => {
  const payment = await read(kalli.work(), life.bookingId)
  if (payment !== null) await act(payment.id)
}

const cancel = (life: Life, by: CancelledBy) => {
  const about = {
    terms,
    totalCents: 100_000,
    rentCents: 30_000,
    startsAt: life.startsAt,
    confirmedAt: life.startsAt,
    zone: 'America/Cancun',
    now: kalli.clock(),
  }
  return settle(kalli.work(), {
    bookingId: life.bookingId,
    settlement: settlementOfCancellation(cancellation(about, by), life.parties),
  })
}

const answerBank = async (life: Life, approves: boolean) => {
  const payment = await read(kalli.work(), life.bookingId)
  const chargeRef = payment?.charge_ref ?? null
  if (chargeRef !== null) await answerChallenge(kalli.work(), chargeRef, approves)
}

/** Everything that can happen to one payment, in any order, some of it concurrently. */
const happenings: Record<string, (life: Life) => Promise<unknown>> = {
  'pay with a good card': (life) => pay(life, 'tok_ok'),
  'pay with a silent processor': (life) => pay(life, 'tok_timeout'),
  'pay with a refused card': (life) => pay(life, 'tok_declined'),
  'pay with a card whose bank asks': (life) => pay(life, 'tok_3ds'),
  'pay with a card that fails later': (life) => pay(life, 'tok_later'),
  'pay in months': (life) => pay(life, 'tok_ok', 6),
  'pay in months with a silent processor': (life) => pay(life, 'tok_timeout', 3),
  'pay in months that the card has not': (life) => pay(life, 'tok_ok_visa_5556_3012_debit_ab12', 3),
  'the visit is completed, paid in months': (life) =>
    settle(kalli.work(), {
      bookingId: life.bookingId,
      settlement: settlementOfSplit(splitUnder(termsInMonths(terms, inMonths), amounts), life.parties),
    }),
  'carry out': (life) => onPayment(life, (id) => execute(kalli.work(), id)),
  'carry out three times at once': (life) =>
    onPayment(life, (id) => Promise.all([1, 2, 3].map(() => execute(kalli.work(), id)))),
  'look again': (life) => onPayment(life, (id) => refresh(kalli.work(), id)),
  'the bank says yes': (life) => answerBank(life, true),
  'the bank says no': (life) => answerBank(life, false),
  'half a day passes': async () => kalli.time.advance(12 * 60),
  'two days pass': async () => kalli.time.advance(2 * 1440),
  'the jobs run': async () => {
    await finishHalfDone(kalli.work())
    await followClock(kalli.work())
  },
  'webhooks arrive': () => deliverWebhooks(kalli.work()),
  'the visit is completed': (life) =>
    settle(kalli.work(), {
      bookingId: life.bookingId,
      settlement: settlementOfSplit(splitUnder(terms, amounts), life.parties),
    }),
  'the client cancels': (life) => cancel(life, 'client'),
  'the client does not come': (life) => cancel(life, 'client_no_show'),
  'the professional cancels': (life) => cancel(life, 'professional'),
  'the host cancels': (life) => cancel(life, 'host'),
  'Kalli gives something back': (life) =>
    goodwill(kalli.work(), {
      bookingId: life.bookingId,
      amountCents: 700,
      idemKey: `gift:${life.bookingId}`,
    }),
  'payouts leave': () => payDue(kalli.work()),
}

const ledgerOf = async ({ bookingId }: Life) => {
  const { rows } = await sql<Record<string, number>>`
    with charges as (
      select coalesce(sum(captured_cents), 0)::bigint as captured, coalesce(sum(refunded_cents), 0)::bigint as refunded
      from standin.charges where reference = (select id::text from payments where booking_id = ${bookingId})
    ), ours as (
      select coalesce(-sum(amount_cents) filter (where kind = 'capture' and account = 2010), 0)::bigint as captured,
        coalesce(-sum(amount_cents) filter (where kind = 'refund' and account = 1020), 0)::bigint as refunded,
        coalesce(-sum(amount_cents) filter (where account = 2010), 0)::bigint as funds,
        coalesce(sum(amount_cents), 0)::bigint as total
      from entries join journals on id = journal_id where booking_id = ${bookingId}
    )
    select charges.captured as "bankCaptured", charges.refunded as "bankRefunded", ours.* from charges, ours
  `.execute(kalli.database.kysely)
  return rows[0] ?? {}
}

test('I6, I7: no sequence of events charges or refunds a payment twice', async () => {
  const names = fc.array(fc.constantFrom(...Object.keys(happenings)), { minLength: 3, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom(10, 60, 300), async (story, hours) => {
      const life: Life = {
        bookingId: randomUUID(),
        startsAt: new Date(kalli.clock().getTime() + hours * hourMs),
        parties: { clientId: ++serial, professionalId: ++serial, hostId: ++serial },
      }
      for (const name of story) {
        await tolerant(happenings[name]?.(life) ?? Promise.resolve())
        const books = await ledgerOf(life)
        assert.equal(books['total'], 0)
        assert.ok((books['funds'] ?? 0) >= 0, 'client funds are never below zero')
        assert.ok((books['refunded'] ?? 0) <= (books['captured'] ?? 0))
        assert.ok((books['bankCaptured'] ?? 0) <= 100_000)
      }
      // Everything reaches its final state: decided, executed, available.
      await tolerant(cancel(life, 'platform'))
      kalli.time.advance(1)
      await finishHalfDone(kalli.work())
      await followClock(kalli.work())
      kalli.time.advance(2 * 1440)
      await makeAvailable(kalli.work())
      const books = await ledgerOf(life)
      assert.deepEqual([books['captured'], books['refunded']], [books['bankCaptured'], books['bankRefunded']])
      assert.equal(books['funds'], 0)
    }),
    {
      numRuns: cases(40, 3000),
      seed: testSeed,
    },
  )
})
