/** What a row of a professional's appointments states about its money, read through the same call as the screen, against the ledger. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as balance from '#contract/booking/settlement/balance.ts'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { drain } from '#server/platform/jobs.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { moneyText } from '#web/parts/booking/summary/money-text.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** $1,000.00, of which `upfrontBp` when booking; `date`: far enough that the card is only saved, or today. */
const arranged = async ({ upfrontBp, date = '2026-11-20' }: { upfrontBp?: number; date?: string } = {}) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  if (upfrontBp !== undefined)
    await kalli.database.pool.query('update services set upfront_bp = $2 where id = $1', [
      at.serviceId,
      upfrontBp,
    ])
  const made = await booked(kalli, at, { date, place: 4, contact: contactOf() })
  const params = { id: made.id }
  const pro = at.professional.person
  const give = async () => {
    kalli.time.set(made.startsAt)
    await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
    kalli.time.set(made.endsAt)
    await pro.call(attendance.checkOut, { params, body: {} })
  }
  const complete = () => completeAsClient(kalli, params.id)
  const cancel = async () => {
    const requested = { params, query: { t: made.t } }
    const quoted = await made.who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } })
    const done = await made.who.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    await drain(kalli)
  }
  const says = async () => {
    const { body } = await pro.call(booking.booking, { params, query: { as: 'professional' } })
    return moneyText(body)?.text ?? null
  }
  return { ...made, at, pro, params, give, complete, cancel, says }
}

/** What was paid for the visit, in any number of steps, and what was refunded. */
const ledger = async (id: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ paid: number; back: number; held: number }>(
    `select coalesce(-sum(amount_cents) filter (where account = 2010 and kind = 'capture'), 0)::int as paid,
       coalesce(sum(amount_cents) filter (where account = 2040 and kind = 'refund'), 0)::int as back,
       coalesce(sum(amount_cents) filter (where account = 9010), 0)::int as held
     from entries join journals on journals.id = journal_id
     where booking_id = $1 or booking_id in (select id from booking_balances where booking_id = $1)`,
    [id],
  )
  return rows[0] ?? assert.fail('nothing was posted')
}

test('a visit shows what is held, paid or refunded, in the ledger’s amounts', async () => {
  const held = await arranged({ date: '2026-11-24' })
  const { held: heldCents, paid } = await ledger(held.id)
  assert.deepEqual([heldCents, paid], [100_000, 0])
  assert.match(
    (await held.says()) ?? '',
    new RegExp(`^En garantía: \\${formatCents(heldCents)}, se cobra el`),
  )
  await held.cancel()
  assert.deepEqual(await ledger(held.id), { paid: 0, back: 0, held: 0 })
  assert.equal(await held.says(), 'No se cobró nada')

  const whole = await arranged()
  await whole.give()
  await whole.complete()
  const given = await ledger(whole.id)
  assert.equal(given.paid, 100_000)
  assert.equal(await whole.says(), `Pagada: ${formatCents(given.paid)}`)
})

test('a visit shows its upfront part as paid, the rest as due, cash as such, and refunds', async () => {
  const one = await arranged({ upfrontBp: 3000 })
  const before = await ledger(one.id)
  assert.equal(before.paid, 30_000)
  assert.equal(
    await one.says(),
    `Anticipo pagado: ${formatCents(before.paid)}; por cobrar al terminar: ${formatCents(100_000 - before.paid)}`,
  )
  await one.give()
  const taken = await one.pro.call(balance.takeBalance, { params: one.params, body: { amountCents: 70_000 } })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  await one.complete()
  assert.equal(await one.says(), 'Pagada completa: $700 en efectivo')

  const missed = await arranged({ upfrontBp: 3000 })
  await missed.give()
  await kalli.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = $1`,
    [missed.id],
  )
  await missed.complete()
  const due = await ledger(missed.id)
  assert.equal(await missed.says(), `Por cobrar: ${formatCents(100_000 - due.paid)}`)

  const over = await arranged({ upfrontBp: 3000, date: '2026-11-24' })
  assert.match((await over.says()) ?? '', /^Anticipo en garantía: \$300; por cobrar al terminar: \$700$/)
  await over.cancel()
  assert.deepEqual(await ledger(over.id), { paid: 0, back: 0, held: 0 })
  assert.equal(await over.says(), 'No se cobró nada')
})

test('shows the professional a refused saved card as payment due, without the reason', async () => {
  const one = await arranged({ date: '2026-12-18' })
  assert.match((await one.says()) ?? '', /^Tarjeta guardada: \$1,000, se cobra el/)
  await kalli.database.pool.query(
    `update payments set failure = 'insufficient_funds' where booking_id = $1 and status = 'card_saved'`,
    [one.id],
  )
  assert.equal(await one.says(), 'Por cobrar: $1,000; su tarjeta no pasó y le pedimos otra')
  const { body } = await one.pro.call(booking.booking, { params: one.params, query: { as: 'professional' } })
  assert.equal(body.payment?.failure, 'Su tarjeta no pasó.')
})

test('pending payouts are shown apart from released ones, by release date, as the ledger owes them', async () => {
  const one = await arranged()
  await one.give()
  await one.complete()
  await drain(kalli)
  const query = { from: '2026-11-01', to: '2026-11-30' }
  const payouts = async () => (await one.pro.call(ownFigures, { query })).body.payouts
  const owed = async () => {
    const { rows } = await kalli.database.pool.query<{ cents: number }>(
      `select -coalesce(sum(amount_cents), 0)::int as cents from entries where account = 2020 and party_id = $1`,
      [one.at.professional.id],
    )
    return rows[0]?.cents
  }
  const waiting = await payouts()
  assert.deepEqual([waiting.accruedCents, waiting.releasableCents], [60_000, 0])
  assert.equal(await owed(), 60_000)
  await kalli.database.pool.query(`update payouts set status = 'releasable' where booking_id = $1`, [one.id])
  const released = await payouts()
  assert.deepEqual([released.accruedCents, released.releasableCents], [0, 60_000])
  assert.equal(await owed(), 60_000)
  await kalli.database.pool.query(`update payouts set status = 'accrued' where booking_id = $1`, [one.id])
  kalli.time.advance(80 * 60)
  await payDue(kalli.work())
  const sent = await payouts()
  assert.equal(sent.accruedCents + sent.releasableCents, 0)
  assert.equal(sent.inProcessCents + sent.paidCents, 60_000)
})
