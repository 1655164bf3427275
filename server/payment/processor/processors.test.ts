/** One contract, two processors: the local stand-in, and Stripe against a server that behaves like its published interface. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { clabeProblem } from '#contract/payment/clabe.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import {
  type CardProcessor,
  type Charge,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider/provider.ts'
import { answerChallenge, payReference, returnTransfer } from '#server/payment/standin/bank.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { signatureHeader, signWebhook } from '#server/payment/standin/webhooks.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { startStripe, type StripeServer } from '#server/testing/processor/stripe-server.ts'

/** The differences between the two: the names of their cards, and how their bank is operated. */
type Bank = {
  kalli: TestServer
  cards: Record<
    | 'good'
    | 'declined'
    | 'asks'
    | 'asksAlways'
    | 'silent'
    | 'poor'
    | 'wallet'
    | 'credit'
    | 'creditDeclined'
    | 'creditAsks'
    | 'creditSilent'
    | 'debit'
    | 'creditInWallet',
    string
  >
  /** Where a payee of the test is paid. */
  destination: string
  approve(ref: string, approves: boolean): Promise<unknown>
  /** A payer pays a reference at a counter or from their bank. */
  payReference(ref: string): Promise<unknown>
  returned(transfer: string): Promise<unknown>
  /** These transfers leave for the payee's bank, and arrive. */
  deposited(transfers: readonly string[]): Promise<unknown>
  /** The card's owner disputes the charge with their bank. */
  dispute(ref: string, amountCents: number): Promise<string>
  decide(dispute: string, status: 'won' | 'lost'): Promise<unknown>
  /** How many holds were requested of the bank for a payment. */
  heldFor(reference: string): Promise<number>
  /** A webhook about an object, signed at that time with that secret. */
  webhook(
    ref: string,
    options?: { at?: Date; secret?: string },
  ): { body: string; headers: Record<string, string> }
  close(): Promise<void>
}

const standinBank = async (): Promise<Bank> => {
  const kalli = await startTestServer({ config: { logLevel: 'silent' } })
  return {
    kalli,
    cards: {
      good: 'tok_ok',
      declined: 'tok_declined',
      asks: 'tok_3ds',
      asksAlways: 'tok_always',
      silent: 'tok_timeout',
      poor: 'tok_later',
      wallet: 'tok_ok_visa_4242_3012_apple_ab12',
      credit: 'tok_ok',
      creditDeclined: 'tok_declined',
      creditAsks: 'tok_always',
      creditSilent: 'tok_timeout',
      debit: 'tok_ok_visa_5556_3012_debit_ab12',
      creditInWallet: 'tok_ok_visa_4242_3012_google_ab12',
    },
    destination: 'professional:7',
    approve: (ref, approves) => answerChallenge(kalli.work(), ref, approves),
    payReference: (ref) => payReference(kalli.work(), ref),
    returned: (id) => returnTransfer(kalli.work(), id),
    deposited: async () => kalli.time.advance(36 * 60),
    dispute: async (chargeRef, amountCents) =>
      (await openDispute(kalli.work(), { chargeRef, amountCents, reason: 'fraud' })) ?? assert.fail(),
    decide: (id, status) => decideDispute(kalli.work(), id, status),
    heldFor: async (reference) => {
      const { rows } = await sql`select from standin.charges where reference = ${reference}`.execute(
        kalli.database.kysely,
      )
      return rows.length
    },
    webhook: (ref, { at, secret } = {}) => {
      const body = JSON.stringify({ id: `ev_${randomUUID()}`, kind: 'charge.updated', object: ref })
      const work = kalli.work()
      const as = secret === undefined ? work : { ...work, config: { ...work.config, secret } }
      return {
        body,
        headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(as, body, at) },
      }
    },
    close: () => kalli.close(),
  }
}

let stripe: StripeServer
const stripeBank = async (): Promise<Bank> => {
  stripe = await startStripe()
  const kalli = await startTestServer({ config: { logLevel: 'silent', stripe: stripe.settings } })
  stripe.setClock(kalli.clock)
  stripe.books.accounts.set('acct_7', { isActive: true, metadata: {} })
  await kalli.database.kysely
    .insertInto('payout_accounts')
    .values({
      provider: 'stripe',
      party: 'professional',
      party_id: 7,
      account_ref: 'acct_7',
      requested_at: kalli.clock(),
    })
    .execute()
  return {
    kalli,
    cards: {
      good: 'pm_card_visa',
      declined: 'pm_card_chargeDeclined',
      asks: 'pm_card_authenticationRequiredOnSetup',
      asksAlways: 'pm_card_authenticationRequired',
      silent: 'pm_silent',
      poor: 'pm_card_chargeCustomerFail',
      wallet: 'pm_apple_pay',
      credit: 'pm_card_mx',
      creditDeclined: 'pm_card_mx_declined',
      creditAsks: 'pm_card_mx_asks',
      creditSilent: 'pm_card_mx_silent',
      debit: 'pm_card_mx_debit',
      creditInWallet: 'pm_apple_pay_mx',
    },
    destination: 'professional:7',
    approve: async (ref, approves) => stripe.answerBank(ref, approves),
    payReference: async (ref) => stripe.books.payVoucher(ref),
    returned: async (id) => stripe.reverse(id),
    deposited: async (transfers) => stripe.books.payOut('acct_7', transfers),
    dispute: async (ref, amountCents) => stripe.dispute(ref, amountCents),
    decide: async (id, status) => stripe.decide(id, status),
    heldFor: async (reference) =>
      [...stripe.books.intents.values()].filter(({ metadata }) => metadata['reference'] === reference).length,
    webhook: (ref, options) =>
      stripe.signed(
        {
          id: `evt_${randomUUID()}`,
          kind: ref.startsWith('tr_') ? 'transfer.reversed' : 'payment_intent.succeeded',
          object: { id: ref },
        },
        options,
      ),
    close: async () => {
      await kalli.close()
      await stripe.close()
    },
  }
}

for (const [name, open] of [
  ['the stand-in', standinBank],
  ['Stripe', stripeBank],
] as const)
  describe(name, () => {
    let bank: Bank
    let bankSays: CardProcessor
    before(async () => {
      bank = await open()
      bankSays = processorOf(bank.kalli.config)
    })
    after(() => bank.close())

    const work = () => bank.kalli.work()
    const requested = (key: string = randomUUID()) => ({ key, requestedAt: bank.kalli.clock() })
    const orderOf = (reference: string = randomUUID()) => ({
      ...requested(),
      reference,
      returnUrl: `${bank.kalli.url}/booking-success?id=1`,
    })
    const hold = (token = bank.cards.good, amountCents = 100_000) =>
      bankSays.authorize(work(), { ...orderOf(), amountCents, source: { token } })
    const statusOf = async ({ ref }: Charge) => (await bankSays.find(work(), ref))?.status

    test('a valid card is authorized, captured in part, and refunded twice but not beyond', async () => {
      const order = orderOf()
      const held = await bankSays.authorize(work(), {
        ...order,
        amountCents: 100_000,
        source: { token: bank.cards.good },
      })
      assert.deepEqual(
        [held.status, held.amountCents, held.capturedCents, held.reference, held.cardBrand, held.cardLast4],
        ['authorized', 100_000, 0, order.reference, 'visa', '4242'],
      )
      assert.deepEqual([held.feeCents, held.availableAt, held.failure], [0, null, null])
      const about = { chargeRef: held.ref }
      await assert.rejects(
        bankSays.capture(work(), { ...requested(), ...about, amountCents: 100_001 }),
        ProviderRefusal,
      )
      const { charge } = await bankSays.capture(work(), { ...requested(), ...about, amountCents: 60_000 })
      assert.deepEqual(
        [charge.status, charge.amountCents, charge.capturedCents],
        ['captured', 100_000, 60_000],
      )
      // 3.6 % + $3.00 of what was charged, and the IVA on that separately.
      assert.deepEqual([charge.feeCents, charge.feeIvaCents], [2460, 394])
      assert.ok(charge.availableAt !== null && charge.availableAt > bank.kalli.clock())
      const again = requested()
      const first = await bankSays.refund(work(), { ...again, ...about, amountCents: 20_000 })
      const same = await bankSays.refund(work(), { ...again, ...about, amountCents: 20_000 })
      assert.equal(same.id, first.id)
      const second = await bankSays.refund(work(), { ...requested(), ...about, amountCents: 40_000 })
      assert.notEqual(second.id, first.id)
      assert.deepEqual([same.charge.refundedCents, second.charge.refundedCents], [20_000, 60_000])
      await assert.rejects(
        bankSays.refund(work(), { ...requested(), ...about, amountCents: 1 }),
        ProviderRefusal,
      )
    })

    test('a wallet’s card is authorized, captured and charged again like any card, and names its wallet', async () => {
      const held = await hold(bank.cards.wallet)
      assert.deepEqual([held.status, held.cardWallet, held.cardLast4], ['authorized', 'apple_pay', '4242'])
      const about = { chargeRef: held.ref, amountCents: 60_000 }
      const { charge } = await bankSays.capture(work(), { ...requested(), ...about })
      assert.deepEqual([charge.capturedCents, charge.cardWallet], [60_000, 'apple_pay'])
      const source = { cardRef: held.cardRef ?? '' }
      const later = await bankSays.authorize(work(), { ...orderOf(), amountCents: 35_000, source })
      assert.deepEqual([later.status, later.cardWallet], ['authorized', 'apple_pay'])
      const saved = await bankSays.saveCard(work(), { ...orderOf(), token: bank.cards.wallet })
      assert.deepEqual([saved.status, saved.cardWallet], ['saved', 'apple_pay'])
      assert.equal((await hold()).cardWallet, null)
    })

    const plansOf = (token: string, amountCents: number) =>
      bankSays.installmentPlans(work(), { ...requested(), amountCents, source: { token } })
    const holdInMonths = (token: string, installments: number, order = orderOf()) =>
      bankSays.authorize(work(), { ...order, amountCents: 120_001, source: { token }, installments })

    test('a credit card has the installment plans that the amount allows, and a debit card and a wallet none', async () => {
      assert.deepEqual(await plansOf(bank.cards.credit, 120_000), [3, 6, 9, 12])
      assert.deepEqual(await plansOf(bank.cards.credit, 119_999), [3, 6, 9])
      assert.deepEqual(await plansOf(bank.cards.credit, 29_999), [])
      assert.deepEqual(await plansOf(bank.cards.debit, 120_000), [])
      assert.deepEqual(await plansOf(bank.cards.creditInWallet, 120_000), [])
      const stored = await bankSays.saveCard(work(), { ...orderOf(), token: bank.cards.credit })
      const source = { cardRef: stored.cardRef ?? '', isPresent: true }
      const about = { ...requested(), amountCents: 60_000, source }
      assert.deepEqual(await bankSays.installmentPlans(work(), about), [3, 6])
      assert.deepEqual(await bankSays.installmentPlans(work(), about), [3, 6], 'the same request again')
    })

    test('an installment charge is captured in full with the fee for its months, and refunded in parts', async () => {
      const order = orderOf()
      const held = await holdInMonths(bank.cards.credit, 6, order)
      assert.deepEqual([held.status, held.installments, held.amountCents], ['authorized', 6, 120_001])
      assert.equal((await holdInMonths(bank.cards.credit, 6, order)).ref, held.ref)
      const about = { chargeRef: held.ref }
      const { charge } = await bankSays.capture(work(), { ...requested(), ...about, amountCents: 120_001 })
      // 3.6 % + $3.00 + 7.5 %, and the IVA on all of it separately.
      assert.deepEqual([charge.status, charge.feeCents, charge.feeIvaCents], ['captured', 13_620, 2179])
      assert.equal(charge.installments, 6)
      await bankSays.refund(work(), { ...requested(), ...about, amountCents: 20_000 })
      const { charge: last } = await bankSays.refund(work(), {
        ...requested(),
        ...about,
        amountCents: 100_001,
      })
      assert.equal(last.refundedCents, 120_001)
      assert.equal(await bank.heldFor(order.reference), 1)
      assert.equal((await hold()).installments, null)
    })

    test('a card without the installments requested is refused before it is authorized, also when retried', async () => {
      for (const [token, months] of [
        [bank.cards.debit, 3],
        [bank.cards.creditInWallet, 3],
        [bank.cards.credit, 18],
      ] as const) {
        const order = orderOf()
        const refused = await holdInMonths(token, months, order)
        assert.deepEqual([refused.status, refused.failure], ['declined', 'installments_unavailable'])
        assert.equal((await holdInMonths(token, months, order)).ref, refused.ref)
        assert.notEqual(await statusOf(refused), 'authorized')
      }
      const poor = await holdInMonths(bank.cards.creditDeclined, 3)
      assert.deepEqual([poor.status, poor.failure === 'installments_unavailable'], ['declined', false])
    })

    test('installments work with bank approval, after a timeout, and with a saved card', async () => {
      const asks = await holdInMonths(bank.cards.creditAsks, 3)
      assert.deepEqual([asks.status, asks.actionUrl === null], ['requires_action', false])
      await bank.approve(asks.ref, true)
      const approved = await bankSays.find(work(), asks.ref)
      assert.deepEqual([approved?.status, approved?.installments], ['authorized', 3])
      const order = orderOf()
      await assert.rejects(holdInMonths(bank.cards.creditSilent, 9, order), ProviderUnreachable)
      const found = await holdInMonths(bank.cards.creditSilent, 9, order)
      assert.deepEqual([found.status, found.installments], ['authorized', 9])
      assert.equal(await bank.heldFor(order.reference), 1)
      const stored = await bankSays.saveCard(work(), { ...orderOf(), token: bank.cards.credit })
      const source = { cardRef: stored.cardRef ?? '', isPresent: true }
      const later = await bankSays.authorize(work(), {
        ...orderOf(),
        amountCents: 90_000,
        source,
        installments: 9,
      })
      assert.deepEqual([later.status, later.installments], ['authorized', 9])
    })

    test('a hold is released, and cannot be charged after', async () => {
      const held = await hold()
      const once = requested()
      await bankSays.void(work(), { ...once, chargeRef: held.ref })
      const { charge } = await bankSays.void(work(), { ...once, chargeRef: held.ref })
      assert.equal(charge.status, 'voided')
      const late = bankSays.capture(work(), { ...requested(), chargeRef: held.ref, amountCents: 1000 })
      await assert.rejects(late, ProviderRefusal)
      assert.equal(await statusOf(held), 'voided')
    })

    for (const method of ['spei', 'oxxo'] as const)
      test(`${method}: one reference per request, paid once, and not payable once voided`, async () => {
        const order = {
          ...orderOf(),
          method,
          amountCents: 65_000,
          until: new Date(bank.kalli.clock().getTime() + 7_200_000),
          name: 'Lucía Hernández',
          email: 'lucia@example.test',
        }
        const given = await bankSays.voucher(work(), order)
        assert.deepEqual([given.status, given.amountCents, given.cardRef], ['voucher_pending', 65_000, null])
        assert.ok(given.voucher?.reference)
        assert.equal(given.voucher.clabe === null ? null : clabeProblem(given.voucher.clabe), null)
        assert.equal(given.voucher.clabe !== null, method === 'spei')
        const same = await bankSays.voucher(work(), order)
        assert.deepEqual([same.ref, same.voucher], [given.ref, given.voucher])

        await bank.payReference(given.ref)
        const paid = await bankSays.find(work(), given.ref)
        assert.deepEqual([paid?.status, paid?.capturedCents, paid?.feeCents], ['captured', 65_000, 2640])
        const late = bankSays.void(work(), { ...requested(), chargeRef: given.ref })
        await assert.rejects(late, ProviderRefusal)

        const other = await bankSays.voucher(work(), { ...order, ...orderOf() })
        const { charge } = await bankSays.void(work(), { ...requested(), chargeRef: other.ref })
        assert.equal(charge.status, 'voided')
        await bank.payReference(other.ref)
        assert.equal(await statusOf(other), 'voided')
      })

    test('a bank’s refusal is final, and the same when retried with its key', async () => {
      const order = { ...orderOf(), amountCents: 100_000, source: { token: bank.cards.declined } }
      const refused = await bankSays.authorize(work(), order)
      assert.deepEqual([refused.status, refused.capturedCents, refused.cardRef], ['declined', 0, null])
      assert.ok(refused.failure)
      assert.equal((await bankSays.authorize(work(), order)).ref, refused.ref)
      assert.equal(await statusOf(refused), 'declined')
      assert.equal(await bank.heldFor(order.reference), 1)
    })

    test('3-D Secure: an approval authorizes the charge, and a rejection declines it', async () => {
      for (const [approves, status, failure] of [
        [true, 'authorized', null],
        [false, 'declined', 'authentication_failed'],
      ] as const) {
        const waiting = await hold(bank.cards.asks)
        assert.equal(waiting.status, 'requires_action')
        assert.ok(waiting.actionUrl)
        await bank.approve(waiting.ref, approves)
        const now = await bankSays.find(work(), waiting.ref)
        assert.deepEqual([now?.status, now?.failure, now?.actionUrl], [status, failure, null])
      }
      const left = await hold(bank.cards.asks)
      const { charge } = await bankSays.void(work(), { ...requested(), chargeRef: left.ref })
      assert.equal(charge.status, 'voided', 'who went back took another card')
    })

    test('after a timeout, retrying with the same key finds the authorization, capture or refund done once', async () => {
      const order = { ...orderOf(), amountCents: 100_000, source: { token: bank.cards.silent } }
      await assert.rejects(bankSays.authorize(work(), order), ProviderUnreachable)
      const held = await bankSays.authorize(work(), order)
      assert.equal(held.status, 'authorized')
      assert.equal(await bank.heldFor(order.reference), 1)
      const charging = { ...requested(), chargeRef: held.ref, amountCents: 100_000 }
      await assert.rejects(bankSays.capture(work(), charging), ProviderUnreachable)
      const { charge } = await bankSays.capture(work(), charging)
      assert.deepEqual([charge.status, charge.capturedCents], ['captured', 100_000])
      const back = { ...requested(), chargeRef: held.ref, amountCents: 30_000 }
      await assert.rejects(bankSays.refund(work(), back), ProviderUnreachable)
      assert.equal((await bankSays.refund(work(), back)).charge.refundedCents, 30_000)
    })

    test('a key with another request is refused', async () => {
      const order = orderOf()
      const source = { token: bank.cards.declined }
      await bankSays.authorize(work(), { ...order, amountCents: 100_000, source })
      const other = bankSays.authorize(work(), { ...order, amountCents: 90_000, source })
      await assert.rejects(other, ProviderRefusal)
    })

    test('a saved card is charged later, automatically', async () => {
      for (const token of [bank.cards.good, bank.cards.asks]) {
        const stored = await bankSays.saveCard(work(), { ...orderOf(), token })
        if (stored.status === 'requires_action') await bank.approve(stored.ref, true)
        const saved = await bankSays.find(work(), stored.ref)
        assert.deepEqual([saved?.status, saved?.amountCents], ['saved', 0])
        const source = { cardRef: saved?.cardRef ?? '' }
        const held = await bankSays.authorize(work(), { ...orderOf(), amountCents: 35_000, source })
        assert.equal(held.status, 'authorized')
      }
    })

    test('the card of a charge can be charged again, one without funds is declined, and an unknown one is refused', async () => {
      const { cardRef } = await hold()
      const again = await bankSays.authorize(work(), {
        ...orderOf(),
        amountCents: 5000,
        source: { cardRef: cardRef ?? '' },
      })
      assert.equal(again.status, 'authorized')
      const poor = await bankSays.saveCard(work(), { ...orderOf(), token: bank.cards.poor })
      assert.equal(poor.status, 'saved')
      const source = { cardRef: poor.cardRef ?? '' }
      const refused = await bankSays.authorize(work(), { ...orderOf(), amountCents: 5000, source })
      assert.deepEqual([refused.status, refused.failure], ['declined', 'insufficient_funds'])
      for (const source of [{ cardRef: 'nobody' }, { token: 'nobody' }])
        await assert.rejects(
          bankSays.authorize(work(), { ...orderOf(), amountCents: 5000, source }),
          ProviderRefusal,
        )
      assert.equal(await bankSays.find(work(), 'pi_nobody'), null)
    })

    test('a saved card may need the bank’s approval with its owner present, and never without', async () => {
      const first = await hold(bank.cards.asksAlways)
      await bank.approve(first.ref, true)
      const stored = await bankSays.find(work(), first.ref)
      assert.match(stored?.cardExpires ?? '', /^20\d\d-(0[1-9]|1[0-2])$/)
      const cardRef = stored?.cardRef ?? ''
      const order = { ...orderOf(), amountCents: 5000, source: { cardRef, isPresent: true } }
      const waiting = await bankSays.authorize(work(), order)
      assert.deepEqual([waiting.status, waiting.actionUrl !== null], ['requires_action', true])
      assert.equal((await bankSays.authorize(work(), order)).ref, waiting.ref)
      await bank.approve(waiting.ref, true)
      assert.equal(await statusOf(waiting), 'authorized')
      const alone = await bankSays.authorize(work(), {
        ...orderOf(),
        amountCents: 5000,
        source: { cardRef },
      })
      assert.notEqual(alone.status, 'requires_action')
      // A card that its bank has approved permanently needs no further approval.
      const { cardRef: easy } = await hold()
      const source = { cardRef: easy ?? '', isPresent: true }
      assert.equal(
        (await bankSays.authorize(work(), { ...orderOf(), amountCents: 5000, source })).status,
        'authorized',
      )
    })

    test('a bank deposit sums up a payee’s transfers, and lists them', async () => {
      const since = bank.kalli.clock()
      const orders = [30_000, 20_048].map((amountCents) => ({
        ...requested(),
        destination: bank.destination,
        amountCents,
        reference: randomUUID(),
      }))
      const sent: string[] = []
      for (const order of orders) sent.push((await bankSays.transfer(work(), order)).id)
      const of = { destination: bank.destination, since }
      assert.deepEqual(await bankSays.bankDeposits(work(), of), [])
      await bank.deposited(sent)
      const [one, ...more] = await bankSays.bankDeposits(work(), of)
      assert.deepEqual([one?.amountCents, one?.status, more.length], [50_048, 'arrived', 0])
      assert.deepEqual(
        one?.transfers.toSorted((a, b) => b.amountCents - a.amountCents),
        sent.map((ref, index) => ({ ref, amountCents: orders[index]?.amountCents })),
      )
      assert.match(one?.arrivesOn ?? '', /^\d{4}-\d\d-\d\d$/)
      assert.ok(one !== undefined && one.trace !== null && one.sentAt >= since)
      assert.deepEqual(await bankSays.bankDeposits(work(), { ...of, destination: 'host:999' }), [])
    })

    test('a transfer is sent once per key, and reported as returned', async () => {
      const order = {
        ...requested(),
        destination: bank.destination,
        amountCents: 50_948,
        reference: randomUUID(),
      }
      const sent = await bankSays.transfer(work(), order)
      assert.equal((await bankSays.transfer(work(), order)).id, sent.id)
      assert.equal((await bankSays.findTransfer(work(), sent.id))?.status, 'sent')
      await bank.returned(sent.id)
      assert.equal((await bankSays.findTransfer(work(), sent.id))?.status, 'returned')
      assert.equal(await bankSays.findTransfer(work(), 'tr_nobody'), null)
    })

    test('an account is opened once per key, has a link to its form, and is reported as unfinished', async () => {
      const order = { ...requested(), destination: 'host:8' }
      const ref = await bankSays.openAccount(work(), order)
      assert.equal(await bankSays.openAccount(work(), order), ref)
      assert.notEqual(await bankSays.openAccount(work(), { ...order, ...requested() }), ref)
      const back = `${bank.kalli.url}/host-dashboard`
      const link = { ref, isDone: false, returnUrl: back, refreshUrl: back }
      assert.match(await bankSays.accountLink(work(), link), /^http/)
      const { wanted, ...account } = (await bankSays.findAccount(work(), ref)) ?? assert.fail()
      assert.ok(wanted.includes('bank_account'))
      assert.deepEqual(
        { ...account, heldBack: null },
        { ref, isReady: false, isSubmitted: false, wantedBy: null, heldBack: null },
      )
      assert.equal(await bankSays.findAccount(work(), 'acct_nobody'), null)
      await assert.rejects(bankSays.accountLink(work(), { ...link, ref: 'acct_nobody' }), ProviderRefusal)
    })

    test('a chargeback is reported with its fee and deadline, blocks its refund, and takes one response', async () => {
      const held = await hold()
      await bankSays.capture(work(), { ...requested(), chargeRef: held.ref, amountCents: 100_000 })
      assert.deepEqual((await bankSays.find(work(), held.ref))?.disputes, [])
      const ref = await bank.dispute(held.ref, 60_000)
      const [reported] = (await bankSays.find(work(), held.ref))?.disputes ?? []
      const days = ((reported?.respondBy?.getTime() ?? 0) - bank.kalli.clock().getTime()) / 86_400_000
      assert.equal(Math.round(days), 9)
      assert.deepEqual(
        { ...reported, respondBy: null },
        {
          ref,
          status: 'open',
          reason: 'fraud',
          amountCents: 60_000,
          feeCents: 15_000,
          feeIvaCents: 2400,
          respondBy: null,
        },
      )
      const refund = { chargeRef: held.ref, amountCents: 40_001 }
      await assert.rejects(bankSays.refund(work(), { ...requested(), ...refund }), ProviderRefusal)
      await bankSays.refund(work(), { ...requested(), ...refund, amountCents: 40_000 })
      const evidence = { about: 'Corte', servedOn: '2026-11-20', log: 'Llegada', policy: 'Justa', rest: '' }
      const order = { ...requested(), chargeRef: held.ref, disputeRef: ref, evidence }
      const sent = await bankSays.sendEvidence(work(), order)
      assert.equal(sent.id, (await bankSays.sendEvidence(work(), order)).id, 'the same key, the same answer')
      await assert.rejects(bankSays.sendEvidence(work(), { ...order, ...requested() }), ProviderRefusal)
      await bank.decide(ref, 'lost')
      assert.equal((await bankSays.find(work(), held.ref))?.disputes[0]?.status, 'lost')
      const now = bank.kalli.clock().getTime()
      const since = (days: number) => bankSays.disputedSince(work(), new Date(now + days * 86_400_000))
      assert.ok((await since(-1)).some((one) => one.ref === ref && one.chargeRef === held.ref))
      assert.deepEqual(await since(2), [])
    })

    test('the balance is captures less fees, refunds, chargebacks and transfers', async () => {
      const all = async () => {
        const { pendingCents, availableCents, withdrawnCents } = await bankSays.balance(work())
        return pendingCents + availableCents + withdrawnCents
      }
      const before = await all()
      const held = await hold()
      assert.equal(await all(), before, 'what is only held is nobody’s')
      const { charge } = await bankSays.capture(work(), {
        ...requested(),
        chargeRef: held.ref,
        amountCents: 80_000,
      })
      const retainedCents = charge.feeCents + charge.feeIvaCents
      assert.ok(retainedCents > 0)
      assert.equal(await all(), before + 80_000 - retainedCents)
      assert.ok((await bankSays.balance(work())).pendingCents >= 80_000 - retainedCents)
      await bankSays.refund(work(), { ...requested(), chargeRef: held.ref, amountCents: 30_000 })
      assert.equal(await all(), before + 50_000 - retainedCents)
      const sent = await bankSays.transfer(work(), {
        ...requested(),
        destination: bank.destination,
        amountCents: 10_000,
        reference: randomUUID(),
      })
      assert.equal(await all(), before + 40_000 - retainedCents)
      await bank.returned(sent.id)
      assert.equal(await all(), before + 50_000 - retainedCents)
      const ref = await bank.dispute(held.ref, 50_000)
      assert.equal(await all(), before - retainedCents - 17_400)
      await bank.decide(ref, 'won')
      assert.equal(await all(), before + 50_000 - retainedCents - 17_400, 'its fee stays')
    })

    test('a webhook is accepted only if signed recently with this secret, and never changes a payment by itself', async () => {
      const held = await hold()
      const { kalli } = bank
      const minutesAgo = (minutes: number) => new Date(kalli.clock().getTime() - minutes * 60_000)
      const post = async ({ body, headers }: ReturnType<Bank['webhook']>) => {
        const answer = await fetch(`${kalli.url}/api/payments/webhook/${bankSays.name}`, {
          method: 'POST',
          headers,
          body,
        })
        return answer.status
      }
      const good = bank.webhook(held.ref)
      assert.equal(await post(good), 200)
      assert.equal(await post(good), 200, 'the same again')
      assert.equal(await post(bank.webhook(held.ref, { at: minutesAgo(4) })), 200)
      for (const bad of [
        { ...good, body: `${good.body} ` },
        { ...good, headers: { 'content-type': 'application/json' } },
        bank.webhook(held.ref, { at: minutesAgo(6) }),
        bank.webhook(held.ref, { secret: 'of somebody else, thirty-two characters' }),
      ])
        assert.equal(await post(bad), 403)
      assert.equal(await statusOf(held), 'authorized')
    })
  })

test('Stripe’s payouts to Kalli’s own bank count as withdrawn unless failed, and dollars do not count', async () => {
  const bank = await startStripe()
  const kalli = await startTestServer({ config: { logLevel: 'silent', stripe: bank.settings } })
  try {
    const payout = { object: 'payout' as const, currency: 'mxn' }
    bank.books.payouts.push(
      { id: 'po_1', ...payout, amount: 5_000, status: 'paid' },
      { id: 'po_2', ...payout, amount: 700, status: 'in_transit' },
      { id: 'po_3', ...payout, amount: 90, status: 'failed' },
      { id: 'po_4', ...payout, amount: 44, currency: 'usd', status: 'paid' },
    )
    const { pendingCents, availableCents, withdrawnCents } = await processorOf(kalli.config).balance(
      kalli.work(),
    )
    assert.deepEqual([pendingCents, availableCents, withdrawnCents], [0, -5_744, 5_700])
  } finally {
    await kalli.close()
    await bank.close()
  }
})
