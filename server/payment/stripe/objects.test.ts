/**
 * Our Stripe double and our adapter, checked against the objects that Stripe publishes: no unknown field, no other type, nullable where
 * published so. Parts that a published example leaves out (`next_action` of each kind, say) are checked by the types of the `stripe`
 * package when compiling (server/testing/processor/stripe-records.ts).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { ProviderRefusal } from '#server/payment/provider/provider.ts'
import { presentAccount } from '#server/payment/stripe/account.ts'
import { chargeOfPayment, chargeOfSetup, tookMoney } from '#server/payment/stripe/charge.ts'
import { stripe } from '#server/payment/stripe/stripe.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { noFixtures, type Resources, stripeFixtures } from '#server/testing/processor/stripe-fixtures.ts'
import { startStripe, type StripeServer } from '#server/testing/processor/stripe-server.ts'

let kalli: TestServer
let bank: StripeServer
before(async () => {
  bank = await startStripe()
  kalli = await startTestServer({ config: { logLevel: 'silent', stripe: bank.settings } })
  bank.setClock(kalli.clock)
})
after(async () => {
  await kalli.close()
  await bank.close()
})

const published = stripeFixtures()
const skip = published === null ? noFixtures : false
const resources: Resources = published ?? {}

/** For these the published example shows one kind, or their names are free: the package's types check them. */
const openEnded: ReadonlySet<string> = new Set([
  'next_action',
  'payment_method_options',
  'last_payment_error',
  'last_setup_error',
  'metadata',
  'available',
  'evidence',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/** Fields that Stripe's published object lacks, or has with another type. */
const strange = (value: unknown, like: unknown, path: string): string[] => {
  if (!isObject(value)) return []
  const { object } = value
  const resource = typeof object === 'string' ? resources[object] : undefined
  if (typeof object === 'string' && object !== 'list' && resource === undefined)
    return [`${path}: Stripe has no ${object}`]
  const shape = object === 'list' ? { object: '', has_more: false, url: '', data: [] } : (resource ?? like)
  if (!isObject(shape)) return []
  return Object.entries(value).flatMap(([name, own]) => {
    const at = `${path}.${name}`
    if (!(name in shape)) return [`${at}: no such field`]
    if (openEnded.has(name) && !(Array.isArray(own) && isObject(own[0]) && 'source_types' in own[0]))
      return []
    const theirs = shape[name]
    if (Array.isArray(own)) {
      if (theirs !== null && !Array.isArray(theirs)) return [`${at}: not a list`]
      return own.flatMap((item) => strange(item, Array.isArray(theirs) ? theirs[0] : undefined, `${at}[]`))
    }
    // An id in the example may be an expanded object.
    if (isObject(own)) return strange(own, theirs, at)
    const isNullable = own === null || theirs === null || theirs === undefined
    return isNullable || kindOf(own) === kindOf(theirs)
      ? []
      : [`${at}: ${kindOf(own)}, not ${kindOf(theirs)}`]
  })
}

const requested = () => ({ key: randomUUID(), requestedAt: kalli.clock() })
const order = (amountCents: number) => ({
  ...requested(),
  reference: randomUUID(),
  returnUrl: `${kalli.url}/booking-success`,
  amountCents,
})

/** Every call of the adapter, and everything that happens at Stripe by itself. */
const lifeOfMoney = async () => {
  const work = kalli.work()
  const card = async (token: string) => stripe.authorize(work, { ...order(50_000), source: { token } })
  await stripe.saveCard(work, { ...order(0), token: 'pm_card_visa' })
  await stripe.saveCard(work, { ...order(0), token: 'pm_card_chargeDeclined' })
  await card('pm_card_chargeDeclined')
  const asks = await card('pm_card_authenticationRequired')
  bank.answerBank(asks.ref, true)
  await stripe.void(work, { ...requested(), chargeRef: asks.ref })
  await card('pm_apple_pay')
  await stripe.installmentPlans(work, { ...order(120_000), source: { token: 'pm_card_mx' } })
  const inMonths = await stripe.authorize(work, {
    ...order(120_000),
    source: { token: 'pm_card_mx' },
    installments: 6,
  })
  await stripe.capture(work, { ...requested(), chargeRef: inMonths.ref, amountCents: 120_000 })
  const held = await card('pm_card_visa')
  await stripe.capture(work, { ...requested(), chargeRef: held.ref, amountCents: 40_000 })
  const { id } = await stripe.refund(work, { ...requested(), chargeRef: held.ref, amountCents: 10_000 })
  bank.changeRefund(id, 'pending')
  assert.equal((await stripe.find(work, held.ref))?.refundPendingCents, 10_000)
  bank.changeRefund(id, 'failed')
  const failed = await stripe.find(work, held.ref)
  assert.deepEqual([failed?.refundedCents, failed?.refundPendingCents], [0, 0])
  const dispute = bank.dispute(held.ref, 20_000)
  const evidence = { about: 'Corte', servedOn: '2026-11-20', log: '', policy: '', rest: '' }
  await stripe.sendEvidence(work, { ...requested(), chargeRef: held.ref, disputeRef: dispute, evidence })
  bank.decide(dispute, 'won')
  await stripe.disputedSince(work, new Date(0))
  const named = { until: kalli.clock(), name: 'Ana Ruiz', email: 'ana@ejemplo.test' }
  await stripe.voucher(work, { ...order(50_000), ...named, method: 'oxxo' })
  await assert.rejects(
    stripe.voucher(work, { ...order(1_000_001), ...named, method: 'oxxo' }),
    ProviderRefusal,
  )
  const spei = await stripe.voucher(work, { ...order(50_000), ...named, method: 'spei' })
  bank.transferIn(spei.ref, 30_000)
  const part = await stripe.find(work, spei.ref)
  assert.deepEqual([part?.status, part?.capturedCents, part?.looseCents], ['voucher_pending', 0, 30_000])
  bank.transferIn(spei.ref, 35_000)
  const whole = await stripe.find(work, spei.ref)
  assert.deepEqual([whole?.status, whole?.capturedCents, whole?.looseCents], ['captured', 50_000, 15_000])
  await stripe.returnLoose(work, { ...requested(), chargeRef: spei.ref, amountCents: 15_000 })
  assert.equal((await stripe.find(work, spei.ref))?.looseCents, 0)
  const account = await stripe.openAccount(work, { ...requested(), destination: 'professional:7' })
  const link = { ref: account, returnUrl: kalli.url, refreshUrl: kalli.url }
  await stripe.accountLink(work, { ...link, isDone: false })
  bank.changeAccount(account, { isActive: true, isSubmitted: true })
  await stripe.accountLink(work, { ...link, isDone: true })
  await stripe.findAccount(work, account)
  await kalli.database.kysely
    .insertInto('payout_accounts')
    .values({
      provider: 'stripe',
      party: 'professional',
      party_id: 7,
      account_ref: account,
      requested_at: kalli.clock(),
      ready_at: kalli.clock(),
    })
    .execute()
  const sent = await stripe.transfer(work, {
    ...requested(),
    destination: 'professional:7',
    amountCents: 5_000,
    reference: randomUUID(),
  })
  bank.reverse(sent.id)
  assert.equal((await stripe.findTransfer(work, sent.id))?.status, 'returned')
  await stripe.balance(work)
  assert.deepEqual(await stripe.unsettledSince(work, new Date(0)), {
    chargeRefs: [held.ref],
    transferRefs: [sent.id],
  })
}

test(
  'every object that our Stripe double returns or sends matches Stripe’s published schema',
  { skip },
  async () => {
    await lifeOfMoney()
    const problems = [
      ...bank.answered.flatMap(({ what, body }) => strange(body, undefined, what)),
      ...bank.sent.flatMap(({ kind, object }) => strange(object, undefined, kind)),
    ]
    assert.deepEqual([...new Set(problems)], [])
    assert.ok(bank.answered.length > 30 && bank.sent.length > 20, 'too little was looked at')
    // Fields unknown to Stripe would be found.
    assert.deepEqual(strange({ object: 'refund', intent: 'pi_1', amount: '5' }, undefined, 'made up'), [
      'made up.intent: no such field',
      'made up.amount: string, not number',
    ])
  },
)

/** Records each field that is read and missing in the object. */
const noting = (value: unknown, path: string, missing: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, name, receiver) => {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol' || Array.isArray(target)) return found
      if (!(name in target)) missing.add(`${path}.${name}`)
      return openEnded.has(name) ? found : noting(found, `${path}.${name}`, missing)
    },
  })
}

const read = <Thing>(
  shape: z.ZodMiniType<Thing>,
  value: unknown,
  path: string,
  missing: Set<string>,
): Thing => z.parse(shape, noting(value, path, missing))

test(
  'every field that our adapter reads exists in Stripe’s published schema, and may be null there',
  { skip },
  () => {
    const missing = new Set<string>()
    const {
      payment_intent: intent = {},
      charge = {},
      refund = {},
      cash_balance: cash = {},
      dispute = {},
    } = resources
    const paid = {
      ...intent,
      status: 'succeeded',
      metadata: { reference: 'ours' },
      payment_method: resources['payment_method'],
      latest_charge: {
        ...charge,
        disputed: true,
        amount_refunded: 100,
        balance_transaction: { ...resources['balance_transaction'], currency: 'mxn' },
      },
    }
    const taken = { ...dispute, balance_transactions: [{ ...resources['balance_transaction'], amount: -5 }] }
    const beside = {
      disputes: [read(z.custom<Stripe.Dispute>(), taken, 'dispute', missing)],
      refunds: [read(z.custom<Stripe.Refund>(), { ...refund, status: 'pending' }, 'refund', missing)],
      cash: read(z.custom<Stripe.CashBalance>(), { ...cash, available: { mxn: 7 } }, 'cash_balance', missing),
    }
    const known = chargeOfPayment(
      read(z.custom<Stripe.PaymentIntent>(), paid, 'payment_intent', missing),
      beside,
    )
    assert.deepEqual([known.status, known.refundPendingCents, known.looseCents], ['captured', 100, 7])
    assert.equal(known.disputes.length, 1)
    // As published: nothing expanded, and null wherever allowed.
    chargeOfPayment(read(z.custom<Stripe.PaymentIntent>(), intent, 'payment_intent', missing), {
      disputes: [],
      refunds: [read(z.custom<Stripe.Refund>(), refund, 'refund', missing)],
      cash: read(z.custom<Stripe.CashBalance>(), { ...cash, available: null }, 'cash_balance', missing),
    })
    chargeOfSetup(read(z.custom<Stripe.SetupIntent>(), resources['setup_intent'], 'setup_intent', missing))
    presentAccount(read(z.custom<Stripe.Account>(), resources['account'], 'account', missing))
    assert.equal(tookMoney(read(z.custom<Stripe.Dispute>(), dispute, 'dispute', missing)), false)
    assert.deepEqual([...missing], [])
  },
)

for (const { kind, resource, values, ref } of [
  { kind: 'charge.refund.updated', resource: 'refund', values: { payment_intent: 'pi_1' }, ref: 'pi_1' },
  { kind: 'refund.failed', resource: 'refund', values: { payment_intent: 'pi_1' }, ref: 'pi_1' },
  { kind: 'refund.updated', resource: 'refund', values: {}, ref: null },
  { kind: 'charge.dispute.created', resource: 'dispute', values: { payment_intent: 'pi_1' }, ref: 'pi_1' },
  { kind: 'charge.refunded', resource: 'charge', values: { payment_intent: 'pi_1' }, ref: 'pi_1' },
  {
    kind: 'payment_intent.partially_funded',
    resource: 'payment_intent',
    values: { id: 'pi_1' },
    ref: 'pi_1',
  },
  {
    kind: 'cash_balance.funds_available',
    resource: 'cash_balance',
    values: { customer: 'cus_1' },
    ref: 'cus_1',
  },
  { kind: 'transfer.reversed', resource: 'transfer', values: { id: 'tr_1' }, ref: 'tr_1' },
  { kind: 'capability.updated', resource: 'capability', values: { account: 'acct_1' }, ref: 'acct_1' },
] as const)
  test(`${kind} of the published ${resource} refers to ${ref ?? 'nothing of ours'}`, { skip }, async () => {
    const { body, headers } = bank.signed({
      id: `evt_${randomUUID()}`,
      kind,
      object: { ...resources[resource], ...values },
    })
    const event = await stripe.openEvent(kalli.work(), headers, body)
    assert.deepEqual([event?.kind, event?.objectRef], [kind, ref])
  })
