/** Payees open their account themselves: the same scenario with the local stand-in and with Stripe. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import * as notices from '#contract/notification/notification.ts'
import * as contract from '#contract/payment/payout-account.ts'
import { execute, settle } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { keep, nextLook } from '#server/payment/provider/payout-account.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { accountLink, requested, give, wantMore } from '#server/payment/standin/accounts.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { drain } from '#server/platform/jobs.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startStripe } from '#server/testing/processor/stripe-server.ts'

/** The differences between the two: how a payee enters their data, and how events about it arrive. */
type Side = {
  kalli: TestServer
  card: string
  needsAccounts: boolean
  finish(ref: string): Promise<unknown>
  /** Submits the form with an unreadable photo. */
  finishBadly(ref: string): Promise<unknown>
  wantMore(ref: string): Promise<unknown>
  /** All events so far: late, twice, in random order. */
  news(): Promise<unknown>
  opened(destination: string): Promise<number>
  close(): Promise<void>
}

const standinSide = async (): Promise<Side> => {
  const kalli = await startTestServer({ config: { logLevel: 'silent' } })
  const giveAll = async (ref: string, isGood: boolean) => {
    const page = await accountLink(kalli.work(), { ref, isDone: false, returnUrl: '/', refreshUrl: '/' })
    const link = page.split('/').at(-1) ?? ''
    for (const what of [...requested, 'proof_of_address'] as const)
      await give(kalli.work(), link, { what, isGood: isGood || what !== 'identity_document' })
  }
  return {
    kalli,
    card: 'tok_ok',
    needsAccounts: false,
    finish: (ref) => giveAll(ref, true),
    finishBadly: (ref) => giveAll(ref, false),
    wantMore: (ref) => wantMore(kalli.work(), ref),
    news: async () => {
      for (let round = 0; round < 3; round += 1) {
        await deliverWebhooks(kalli.work())
        kalli.time.advance(1)
      }
    },
    opened: async (destination) => {
      const { rows } = await sql`select from standin.accounts where destination = ${destination}`.execute(
        kalli.database.kysely,
      )
      return rows.length
    },
    close: () => kalli.close(),
  }
}

const stripeSide = async (): Promise<Side> => {
  const stripe = await startStripe()
  const kalli = await startTestServer({ config: { logLevel: 'silent', stripe: stripe.settings } })
  stripe.setClock(kalli.clock)
  return {
    kalli,
    card: 'pm_card_visa',
    needsAccounts: true,
    finish: async (ref) => stripe.changeAccount(ref, { isSubmitted: true, isActive: true, due: [] }),
    finishBadly: async (ref) =>
      stripe.changeAccount(ref, {
        isSubmitted: true,
        due: ['individual.verification.document'],
        disabled: 'requirements.past_due',
      }),
    wantMore: async (ref) =>
      stripe.changeAccount(ref, {
        isActive: false,
        due: ['individual.verification.additional_document'],
        disabled: 'requirements.past_due',
      }),
    news: () => stripe.deliver(kalli.url),
    opened: async (destination) =>
      [...stripe.books.accounts.values()].filter(({ metadata }) => metadata['reference'] === destination)
        .length,
    close: async () => {
      await kalli.close()
      await stripe.close()
    },
  }
}

for (const [name, begin] of [
  ['the stand-in', standinSide],
  ['Stripe', stripeSide],
] as const)
  describe(name, () => {
    let side: Side
    let kalli: TestServer
    before(async () => {
      side = await begin()
      ;({ kalli } = side)
    })
    after(() => side.close())

    const about = (party: contract.PayoutParty) => ({ params: { party } })
    const stateOf = async (person: Person, party: contract.PayoutParty = 'professional') =>
      (await person.call(contract.payoutAccount, about(party))).body
    const tap = (person: Person, party: contract.PayoutParty = 'professional') =>
      person.call(contract.goOnWithAccount, { ...about(party), body: {} })
    /** They have just proved their identity. */
    const prove = (accountId: number) =>
      kalli.database.kysely
        .updateTable('sessions')
        .set({ proven_at: kalli.clock() })
        .where('account_id', '=', accountId)
        .execute()
    const open = async (who: { accountId: number; person: Person }, party?: contract.PayoutParty) => {
      await prove(who.accountId)
      return tap(who.person, party)
    }
    const look = async (person: Person, party: contract.PayoutParty = 'professional') =>
      (await person.call(contract.lookAtAccount, { ...about(party), body: {} })).body
    const refOf = async (destination: string) => {
      const [party = '', id = ''] = destination.split(':')
      const row = await kalli.database.kysely
        .selectFrom('payout_accounts')
        .select('account_ref')
        .where('party', '=', party)
        .where('party_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      return row.account_ref ?? assert.fail('no account')
    }
    const reported = async (person: Person) => {
      const { body } = await person.call(notices.community)
      return body.map(({ title }) => title)
    }

    /** Service 1,000.00, rent 300.00: 600.00 for the professional. */
    const earns = async (professionalId: number) => {
      const bookingId = randomUUID()
      const startsAt = new Date(kalli.clock().getTime() + 20 * hourMs)
      const { payment } = await prepare(kalli.work(), {
        bookingId,
        amountCents: 100_000,
        startsAt,
        token: side.card,
      })
      await execute(kalli.work(), payment.id)
      const split = splitUnder(testTerms(), { serviceCents: 100_000, rentCents: 30_000 })
      const settlement = settlementOfSplit(split, {
        clientId: 1,
        professionalId,
        hostId: 900_000 + professionalId,
      })
      await settle(kalli.work(), { bookingId, settlement })
      kalli.time.advance(25 * 60)
      await payDue(kalli.work())
      return bookingId
    }
    const payoutOf = (bookingId: string) =>
      kalli.database.kysely
        .selectFrom('payouts')
        .select(['status', 'failure', 'amount_cents'])
        .where('booking_id', '=', bookingId)
        .where('party', '=', 'professional')
        .executeTakeFirstOrThrow()

    test('only a verified payee can open a payout account, not a visitor, a client or another party', async () => {
      assert.equal((await kalli.visitor().call(contract.payoutAccount, about('host'))).status, 401)
      const client = await people.signIn(kalli, await people.account(kalli))
      for (const party of contract.PayoutParty.options) {
        assert.equal((await client.call(contract.payoutAccount, about(party))).status, 404)
        assert.equal((await tap(client, party)).status, 404)
        assert.equal((await client.call(contract.lookAtAccount, { ...about(party), body: {} })).status, 404)
      }
      const ana = await people.professional(kalli)
      assert.equal((await open(ana, 'host')).status, 404)
      const elsewhere = await people.signIn(kalli, ana.accountId)
      assert.equal(refusalOf(await tap(elsewhere)).code, 'confirm_identity')
      assert.equal(await side.opened(`professional:${ana.id}`), 0)
      assert.equal((await stateOf(ana.person)).isRequired, side.needsAccounts)
    })

    test('ten concurrent requests open one account, and the database refuses a second row for a payee', async () => {
      const ana = await people.professional(kalli)
      assert.equal((await stateOf(ana.person)).state, 'none')
      await prove(ana.accountId)
      const answers = await Promise.all(Array.from({ length: 10 }, () => tap(ana.person)))
      const good = answers.filter(({ status }) => status === 200)
      assert.ok(good.length > 0, JSON.stringify(answers.map(({ body }) => body)))
      assert.equal(await side.opened(`professional:${ana.id}`), 1)
      assert.equal((await open(ana)).status, 200)
      assert.equal(await side.opened(`professional:${ana.id}`), 1)
      assert.equal((await stateOf(ana.person)).state, 'begun')
      await assert.rejects(
        kalli.database.kysely
          .insertInto('payout_accounts')
          .values({
            provider: processorOf(kalli.config).name,
            party: 'professional',
            party_id: ana.id,
            account_ref: 'acct_another',
            requested_at: kalli.clock(),
          })
          .execute(),
        /payout_accounts_pkey/,
      )
    })

    test('after a crash between opening and storing an account, the same account is found again', async () => {
      const ana = await people.professional(kalli)
      await open(ana)
      const ref = await refOf(`professional:${ana.id}`)
      await kalli.database.kysely
        .updateTable('payout_accounts')
        .set({ account_ref: null })
        .where('account_ref', '=', ref)
        .execute()
      kalli.time.advance(25 * 60)
      const again = await people.signIn(kalli, ana.accountId)
      assert.equal((await open({ ...ana, person: again })).status, 200)
      assert.equal(await refOf(`professional:${ana.id}`), ref)
      assert.equal(await side.opened(`professional:${ana.id}`), 1)
    })

    test('a host opens one account for all their businesses, and is told in plain words what is missing', async () => {
      const marta = await people.host(kalli)
      assert.equal((await open(marta, 'host')).status, 200)
      const ref = await refOf(`host:${marta.id}`)
      await side.finishBadly(ref)
      const seen = await look(marta.person, 'host')
      assert.deepEqual([seen.state, seen.wanted], ['missing', ['identity_document']])
      await drain(kalli)
      assert.deepEqual(await reported(marta.person), ['Falta algo en tu cuenta de cobro'])
      const { body } = await marta.person.call(notices.notification, {
        params: { id: (await marta.person.call(notices.community)).body[0]?.id ?? 0 },
      })
      assert.deepEqual(body.about, { kind: 'host_payout_account', id: '' })
      assert.match(body.message, /identificación oficial/)
    })

    test('pending money is shown in pesos and paid out once the account is ready, with one notice each', async () => {
      const ana = await people.professional(kalli)
      await open(ana)
      const ref = await refOf(`professional:${ana.id}`)
      const first = await earns(ana.id)
      assert.deepEqual(
        { ...(await payoutOf(first)), amount_cents: 0 },
        { status: 'failed', failure: 'account_not_ready', amount_cents: 0 },
      )
      const { amount_cents: cents } = await payoutOf(first)
      const fresh = await people.signIn(kalli, ana.accountId)
      assert.equal((await stateOf(fresh)).waitingCents, cents)
      await drain(kalli)
      kalli.time.advance(13 * 60)
      await payDue(kalli.work())
      await drain(kalli)
      const person = await people.signIn(kalli, ana.accountId)
      assert.equal((await reported(person)).filter((title) => title.includes('esperan')).length, 1)
      await side.finish(ref)
      await side.news()
      await drain(kalli)
      assert.equal((await payoutOf(first)).status, 'paid')
      assert.deepEqual([(await stateOf(person)).state, (await stateOf(person)).waitingCents], ['ready', 0])
      await side.news()
      await drain(kalli)
      assert.equal((await reported(person)).filter((title) => title.includes('está lista')).length, 1)
      assert.equal(await people.trialBalance(kalli), 0)
    })

    test('a restricted account makes money wait again, and a transfer already sent is not sent twice', async () => {
      const ana = await people.professional(kalli)
      await open(ana)
      const ref = await refOf(`professional:${ana.id}`)
      await side.finish(ref)
      assert.equal((await look(ana.person)).state, 'ready')
      const first = await earns(ana.id)
      assert.equal((await payoutOf(first)).status, 'paid')
      // As if the process had died before the response was recorded, and the account was restricted then.
      const call = await kalli.database.kysely
        .selectFrom('payment_calls')
        .select(['id', 'idem_key', 'amount_cents', 'payout_id', 'external_id', 'created_at'])
        .where('kind', '=', 'transfer')
        .orderBy('created_at', 'desc')
        .where('payout_id', 'in', (db) =>
          db
            .selectFrom('payouts')
            .select('id')
            .where('booking_id', '=', first)
            .where('party', '=', 'professional'),
        )
        .executeTakeFirstOrThrow()
      await side.wantMore(ref)
      await side.news()
      const person = await people.signIn(kalli, ana.accountId)
      const seen = await stateOf(person)
      assert.deepEqual([seen.state, seen.wanted], ['restricted', ['proof_of_address']])
      const repeated = await processorOf(kalli.config).transfer(kalli.work(), {
        key: call.idem_key,
        requestedAt: call.created_at,
        destination: `professional:${ana.id}`,
        amountCents: call.amount_cents,
        reference: call.payout_id ?? '',
      })
      assert.equal(repeated.id, call.external_id)
      const second = await earns(ana.id)
      assert.equal((await payoutOf(second)).failure, 'account_not_ready')
      await drain(kalli)
      const back = await people.signIn(kalli, ana.accountId)
      assert.ok((await reported(back)).includes('Tu cuenta de cobro quedó en pausa'))
      assert.equal((await open({ ...ana, person: back })).status, 200)
      await side.finish(ref)
      assert.equal((await look(back)).state, 'ready')
      await drain(kalli)
      assert.equal((await payoutOf(second)).status, 'paid')
    })

    test('an older answer about an account never overwrites a newer one, in any order', async () => {
      const ana = await people.professional(kalli)
      await open(ana)
      const ref = await refOf(`professional:${ana.id}`)
      const provider = processorOf(kalli.config).name
      const seen = { ref, isReady: false, isSubmitted: true, wanted: [], wantedBy: null, heldBack: null }
      const orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ]
      for (const order of orders) {
        const looks = [
          await nextLook(kalli.work()),
          await nextLook(kalli.work()),
          await nextLook(kalli.work()),
        ]
        const answers = [
          { ...seen, wanted: ['identity_document' as const] },
          { ...seen, isReady: true },
          { ...seen, isReady: false, wanted: ['proof_of_address' as const] },
        ]
        for (const place of [...order, ...order]) {
          const answer = answers[place] ?? assert.fail()
          await keep(kalli.work(), provider, looks[place] ?? 0, answer)
        }
        const { wanted } = await stateOf(ana.person)
        assert.deepEqual(wanted, ['proof_of_address'], order.join())
      }
    })
  })
