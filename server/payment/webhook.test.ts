import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { tokenizeCard } from '#contract/payment/payment.ts'
import { followOpenEvents } from '#server/payment/webhook.ts'
import { execute, read } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { deliverWebhooks, signWebhook } from '#server/payment/standin/webhooks.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const pay = async (token: string, hours = 48) => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + hours * 3_600_000)
  const {
    payment: { id: paymentId },
  } = await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token })
  return { bookingId, paymentId, payment: await execute(kalli.work(), paymentId) }
}

const eventOf = (chargeRef: string | null, id = `ev_${randomUUID()}`) =>
  JSON.stringify({ id, kind: 'charge.updated', object: chargeRef })

const journalCount = async (bookingId: string) => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from journals where booking_id = ${bookingId}`.execute(kalli.database.kysely)
  return rows[0]?.n
}

/** The bank changed the state of a charge without telling us yet. */
const atTheBank = (chargeRef: string | null, status: string) =>
  sql`update standin.charges set status = ${status} where id = ${chargeRef}`.execute(kalli.database.kysely)

test('an unsigned, wrongly signed or old webhook is refused and changes nothing', async () => {
  const { bookingId, payment } = await pay('tok_3ds')
  await atTheBank(payment.charge_ref, 'authorized')
  const body = eventOf(payment.charge_ref)
  const work = kalli.work()
  const forged = [
    '',
    't=1,v1=00',
    `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    signWebhook(
      { ...work, config: { ...work.config, secret: 'of somebody else, thirty-two characters' } },
      body,
    ),
    signWebhook(work, body, new Date(work.now.getTime() - 6 * 60_000)),
    signWebhook(work, `${body} `),
  ]
  for (const signature of forged) assert.equal((await sendWebhook(kalli, body, signature)).status, 403)
  assert.equal((await read(kalli.work(), bookingId))?.status, 'requires_action')
  assert.equal((await fetch(`${kalli.url}/api/payments/webhook/other`, { method: 'POST', body })).status, 404)
})

test('a webhook’s claims are ignored, and the processor is asked for the charge instead', async () => {
  const { bookingId, payment } = await pay('tok_3ds')
  const claim = JSON.stringify({
    id: 'ev_liar',
    kind: 'charge.captured',
    object: payment.charge_ref,
    amount: 1,
    status: 'captured',
  })
  assert.equal((await sendWebhook(kalli, claim)).status, 200)
  assert.equal((await read(kalli.work(), bookingId))?.status, 'requires_action')
  await atTheBank(payment.charge_ref, 'authorized')
  const body = eventOf(payment.charge_ref)
  assert.equal((await sendWebhook(kalli, body)).status, 200)
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
})

test('fifty concurrent deliveries of one event post one journal', async () => {
  const { bookingId, payment } = await pay('tok_3ds')
  await atTheBank(payment.charge_ref, 'authorized')
  const body = eventOf(payment.charge_ref)
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendWebhook(kalli, body)))
  assert.ok(answers.every(({ status }) => status === 200))
  await followOpenEvents(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
  assert.equal(await journalCount(bookingId), 1)
})

test('an outdated event never moves a payment backwards', async () => {
  const { bookingId, payment } = await pay('tok_ok', 20)
  assert.equal(payment.status, 'captured')
  const journals = await journalCount(bookingId)
  for (const status of ['requires_action', 'authorized', 'voided', 'declined', 'expired']) {
    await atTheBank(payment.charge_ref, status)
    const body = eventOf(payment.charge_ref)
    assert.equal((await sendWebhook(kalli, body)).status, 200)
  }
  assert.equal((await read(kalli.work(), bookingId))?.status, 'captured')
  assert.equal(await journalCount(bookingId), journals)
})

test('the stand-in delivers every event at least twice in random order, without changing the result', async () => {
  const paid = await Promise.all(
    ['tok_ok', 'tok_timeout', 'tok_declined', 'tok_ok'].map((token) => pay(token, 20)),
  )
  const before = await Promise.all(paid.map(({ bookingId }) => journalCount(bookingId)))
  for (let round = 0; round < 4; round += 1) {
    await deliverWebhooks(kalli.work())
    kalli.time.advance(1)
  }
  const { rows } = await sql<{ least: number; open: number }>`
    select min(deliveries) as least, count(*) filter (where delivered_at is null) as open from standin.events
  `.execute(kalli.database.kysely)
  assert.ok((rows[0]?.least ?? 0) >= 2)
  assert.equal(rows[0]?.open, 0)
  assert.deepEqual(await Promise.all(paid.map(({ bookingId }) => journalCount(bookingId))), before)
  const open = await sql`select from provider_events where handled_at is null`.execute(kalli.database.kysely)
  assert.equal(open.rows.length, 0)
})

test('when the bank requires approval, approving authorizes the payment and rejecting fails it', async () => {
  for (const { answer, status } of [
    { answer: 'aprobar', status: 'authorized' },
    { answer: 'rechazar', status: 'failed' },
  ]) {
    const { bookingId, payment } = await pay('tok_3ds')
    assert.equal(payment.status, 'requires_action')
    const page = await fetch(kalli.url + payment.action_url)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Banco de prueba.*Aprobar.*Rechazar/s)
    const answered = await fetch(`${kalli.url}${payment.action_url}/${answer}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: kalli.url },
      body: '',
    })
    assert.equal(answered.status, 303)
    assert.equal(answered.headers.get('location'), `/booking-success?id=${bookingId}`)
    assert.equal((await read(kalli.work(), bookingId))?.status, status)
    assert.match(await (await fetch(kalli.url + payment.action_url)).text(), /ya tiene respuesta/)
  }
})

test('another site cannot submit the bank’s approval', async () => {
  const { bookingId, payment } = await pay('tok_3ds')
  const answered = await fetch(`${kalli.url}${payment.action_url}/aprobar`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://otro.example' },
  })
  assert.equal(answered.status, 403)
  assert.equal((await read(kalli.work(), bookingId))?.status, 'requires_action')
})

test('a client who returns from the bank and uses another card is charged on that card only', async () => {
  const { bookingId, paymentId, payment } = await pay('tok_3ds')
  const startsAt = new Date(kalli.clock().getTime() + 48 * 3_600_000)
  await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token: 'tok_ok' })
  assert.equal((await execute(kalli.work(), paymentId)).status, 'authorized')
  const late = await fetch(`${kalli.url}${payment.action_url}/aprobar`, {
    method: 'POST',
    redirect: 'manual',
  })
  assert.equal(late.status, 303)
  const { rows } = await sql<{ status: string }>`
    select status from standin.charges where reference = ${paymentId} order by status`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['authorized', 'voided'],
  )
  assert.equal(await journalCount(bookingId), 1)
})

test('the test card numbers become tokens with their outcomes, and a mistyped field is named', async () => {
  const entry = (number: string, change = {}) => ({
    body: { number, expiry: '12/29', cvc: '123', ...change },
  })
  const person = kalli.visitor()
  for (const [number, status] of [
    ['4242 4242 4242 4242', 'authorized'],
    ['4000 0000 0000 0002', 'failed'],
    ['4000 0027 6000 3184', 'requires_action'],
    ['4000 0000 0000 0119', 'authorized'],
  ] as const) {
    const { status: code, body } = await person.call(tokenizeCard, entry(number))
    assert.equal(code, 200)
    assert.equal(body.last4, number.slice(-4))
    assert.equal((await pay(body.token)).payment.status, status)
  }
  for (const [number, change, field] of [
    ['4242 4242 4242 4241', {}, 'number'],
    ['4242 4242 4242 4242', { expiry: '10/26' }, 'expiry'],
    ['4242 4242 4242 4242', { expiry: '13/29' }, 'expiry'],
    ['4242 4242 4242 4242', { cvc: '12' }, 'cvc'],
  ] as const) {
    const refused = refusalOf(await person.call(tokenizeCard, entry(number, change)))
    assert.equal(refused.code, 'card_invalid')
    assert.deepEqual(refused.details, { field })
  }
})
