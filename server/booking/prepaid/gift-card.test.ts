/** Gift cards: bought, sent at their hour, redeemed once, refunded, and reversed by a bank. Real connections, real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as checkouts from '#contract/booking/checkout.ts'
import { chargebacks } from '#contract/payment/chargeback.ts'
import { enterVisitorCode, sendVisitorCode } from '#contract/booking/contact-code.ts'
import * as gifts from '#contract/booking/prepaid/gift-card.ts'
import { deletion } from '#contract/privacy/privacy.ts'
import { notifications } from '#contract/notification/notification.ts'
import { holdCredit, wallet } from '#contract/booking/prepaid/wallet.ts'
import { forgetClient } from '#server/booking/contact/client.ts'
import { dropUnpaid, sendDue } from '#server/booking/prepaid/gift-card-send.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { confirmContact, contactOf, held } from '#server/testing/bookings.ts'
import { linkIn } from '#server/testing/guests.ts'
import { confirmedPhone, textsTo } from '#server/testing/telephones.ts'
import { startTestServer, testNow, testSecret, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'
import { digitsOf } from '#server/verification/rules.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const newPerson = async () => people.signIn(kalli, await people.account(kalli))

const byHand = {
  amountCents: 100_000,
  from: 'Lucía',
  to: 'Inés',
  message: 'Feliz cumpleaños, date un gusto.',
  delivery: { by: 'hand' as const },
  cardToken: 'tok_ok',
}
type Body = Omit<typeof byHand, 'delivery'> & {
  requestId: string
  delivery:
    | { by: 'hand' }
    | { by: 'email'; email: string; sendOn: string | null }
    | { by: 'phone'; phone: string; sendOn: string | null }
  contactEmail?: string
  contactPhone?: string
}
const buy = (who: Person, said: Partial<Body> = {}, key?: string) =>
  who.call(
    gifts.buyGiftCard,
    { body: { requestId: crypto.randomUUID(), ...byHand, ...said } },
    key === undefined ? {} : { key },
  )
const bought = async (who: Person, said: Partial<Body> = {}) => {
  const answer = await buy(who, said)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const codeOf = async (who: Person, id: string, t?: string) => {
  const answer = await who.call(gifts.giftCardCode, { params: { id }, query: t === undefined ? {} : { t } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.code
}
const redeem = (
  who: Person,
  code: string,
  contact?: { email?: string; phone?: string; firstName: string; lastName: string },
) => who.call(gifts.redeemGift, { body: { code, ...(contact === undefined ? {} : { contact }) } })
const takeBack = (who: Person, id: string, t?: string) =>
  who.call(gifts.takeBackGiftCard, { params: { id }, query: t === undefined ? {} : { t } })
const creditOf = async (who: Person) => (await who.call(wallet)).body.creditCents
const one = async (who: Person, id: string) =>
  (await who.call(gifts.ownGiftCards)).body.find((card) => card.id === id) ?? assert.fail('not mine')

/** The balance that its journals left on an account. */
const balanceOn = async (id: string, account: number): Promise<number> => {
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from journals join entries on journal_id = id
     where booking_id = $1 and account = $2`,
    [id, account],
  )
  assert.deepEqual(await checkLedger(kalli.work()), [])
  assert.equal(await people.trialBalance(kalli), 0)
  return rows[0]?.cents ?? 0
}
const emailsTo = async (address: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string; body_text: string; body_html: string }>(
    'select subject, body_text, body_html from mails where to_address = $1 order by id',
    [address],
  )
  return rows
}
/** A visitor who has proved by the gift card flow that the mailbox is theirs. */
const confirmed = async (email: string) => {
  const who = kalli.visitor()
  const requested = await who.call(sendVisitorCode, { body: { email } })
  assert.equal(requested.status, 200, JSON.stringify(requested.body))
  const code = digitsOf(testSecret, requested.body.codeId ?? assert.fail('no code'))
  assert.equal((await who.call(enterVisitorCode, { body: { email, code } })).status, 200)
  return who
}
const mailbox = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.test`

test('a code has sixteen unambiguous characters, and is read with any spacing and case', () => {
  const code = gifts.giftCodeOf(Uint8Array.from({ length: 32 }, (_, place) => place * 7))
  assert.match(code, /^[A-HJ-NP-Z2-9]{16}$/)
  assert.equal(gifts.readGiftCode(` ${gifts.spacedGiftCode(code).toLowerCase()} `), code)
  for (const wrong of ['', 'ABCD', `${code}A`, `0${code.slice(1)}`, `I${code.slice(1)}`])
    assert.equal(gifts.readGiftCode(wrong), null)
})

test('a gift card is bought once, within limits and without links or addresses in its words, and only with a valid card', async () => {
  const who = await newPerson()
  for (const amountCents of [19_900, 500_100, 30_050])
    assert.equal((await buy(who, { amountCents })).status, 400)
  assert.equal(
    refusalOf(await buy(who, { message: 'Entra a https://premios.example' })).code,
    'gift_card_words',
  )
  assert.equal(refusalOf(await buy(who, { from: 'lucia@correo.mx' })).code, 'gift_card_words')
  assert.equal(
    refusalOf(await buy(who, { delivery: { by: 'email', email: mailbox('a'), sendOn: '2026-11-19' } })).code,
    'gift_card_day',
  )
  assert.equal(refusalOf(await buy(who, { cardToken: 'tok_declined' })).code, 'card_declined')
  assert.deepEqual((await who.call(gifts.ownGiftCards)).body, [])
  const [key, request] = [crypto.randomUUID(), crypto.randomUUID()]
  const card = await buy(who, { requestId: request }, key)
  assert.equal(card.status, 201, JSON.stringify(card.body))
  assert.deepEqual((await buy(who, { requestId: request }, key)).body, card.body, 'pressed twice it is one')
  assert.equal((await buy(who, { requestId: request })).body.id, card.body.id, 'however it is asked')
  assert.equal((await who.call(gifts.ownGiftCards)).body.length, 1)
  const { status, amountCents, sentAt } = await one(who, card.body.id)
  assert.deepEqual([status, amountCents, sentAt], ['active', 100_000, null])
  assert.deepEqual([await balanceOn(card.body.id, 2010), await balanceOn(card.body.id, 2055)], [0, -100_000])
  const saved = await kalli.database.pool.query('select * from gift_cards where id = $1', [card.body.id])
  const code = await codeOf(who, card.body.id)
  assert.ok(!JSON.stringify(saved.rows).includes(code.replaceAll('-', '')), 'only its hash is kept')
})

test('only the buyer sees a gift card and its code, and can end it', async () => {
  const who = await newPerson()
  const card = await bought(who)
  for (const other of [kalli.visitor(), await newPerson()]) {
    const giftRequest = { params: { id: card.id }, query: {} }
    for (const answer of [
      await other.call(gifts.giftCard, giftRequest),
      await other.call(gifts.giftCardCode, giftRequest),
      await other.call(gifts.takeBackGiftCard, giftRequest),
      await other.call(gifts.sendGiftCard, { ...giftRequest, body: { email: mailbox('b'), sendOn: null } }),
      await other.call(gifts.giftCard, { params: { id: card.id }, query: { t: 'x.y' } }),
    ])
      assert.equal(refusalOf(answer).code, 'not_found')
  }
})

test('a gift card’s page shows giver and gift without changing it, and an unredeemable card looks like a missing one', async () => {
  const who = await newPerson()
  const card = await bought(who)
  const code = await codeOf(who, card.id)
  const shown = await kalli.visitor().call(gifts.readGift, { params: { code } })
  assert.deepEqual(shown.body, {
    from: 'Lucía',
    to: 'Inés',
    message: 'Feliz cumpleaños, date un gusto.',
    amountCents: 100_000,
  })
  assert.equal((await one(who, card.id)).status, 'active')
  const back = await bought(who)
  const dead = await codeOf(who, back.id)
  assert.equal((await takeBack(who, back.id)).status, 200)
  const used = await bought(who)
  const spent = await codeOf(who, used.id)
  assert.equal((await redeem(await newPerson(), spent)).status, 200)
  const answers = await Promise.all(
    [dead, spent, 'AAAA-BBBB-CCCC-DDDD', 'hola'].map((code) =>
      kalli.visitor().call(gifts.readGift, { params: { code } }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(refusalOf(answers[0] ?? assert.fail()).code, 'gift_card_unknown')
})

test('a redeemed gift card becomes the client’s credit, and pays a visit beside their card', async () => {
  const giver = await newPerson()
  const card = await bought(giver)
  const code = await codeOf(giver, card.id)
  assert.equal(refusalOf(await redeem(kalli.visitor(), code)).code, 'contact_unconfirmed')
  const who = await newPerson()
  const answer = await redeem(who, code.toLowerCase())
  assert.deepEqual(answer.body, { amountCents: 100_000, creditCents: 100_000 })
  assert.deepEqual((await redeem(who, code)).body, answer.body, 'again by the same person it is still theirs')
  assert.equal(await creditOf(who), 100_000)
  assert.equal(await balanceOn(card.id, 2055), 0)
  assert.equal(refusalOf(await redeem(await newPerson(), code)).code, 'gift_card_unknown')
  assert.equal(refusalOf(await takeBack(giver, card.id)).code, 'move_not_allowed')
  assert.deepEqual(
    (await who.call(wallet)).body.entries.map(({ kind, amountCents }) => [kind, amountCents]),
    [['gift', 100_000]],
  )
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const hold = await held(who, at)
  const covered = await who.call(holdCredit, { params: { id: hold.id }, body: {} })
  const share = { coveredCents: 98_000, cardCents: 2_000 }
  assert.deepEqual(covered.body, { creditCents: 100_000, ...share, whole: share })
  const contact = contactOf()
  const paid = await who.call(checkouts.book, {
    body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok', creditCents: 98_000 } },
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(await creditOf(who), 2_000)
  await drain(kalli)
  const reported = (await giver.call(notifications, { query: {} })).body
  assert.match(reported.map(({ title }) => title).join(), /Inés ya tiene tu regalo/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a visitor redeems a gift card beside their visit once their e-mail is verified, and pays with it', async () => {
  const giver = await newPerson()
  const code = await codeOf(giver, (await bought(giver, { amountCents: 30_000 })).id)
  const who = kalli.visitor()
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const hold = await held(who, at)
  const contact = contactOf()
  const mine = { email: contact.email, firstName: contact.firstName, lastName: contact.lastName }
  assert.equal(refusalOf(await redeem(who, code, mine)).code, 'contact_unconfirmed')
  await confirmContact(who, hold.id, contact.email)
  assert.equal((await redeem(who, code, mine)).status, 200)
  const covered = await who.call(holdCredit, { params: { id: hold.id }, body: { email: contact.email } })
  assert.equal(covered.body.coveredCents, 30_000)
  const paid = await who.call(checkouts.book, {
    body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok', creditCents: 30_000 } },
  })
  assert.deepEqual(
    [paid.status, paid.body.payment?.creditCents, paid.body.payment?.amountCents],
    [201, 30_000, 70_000],
  )
})

test('a visitor with a verified e-mail buys a gift card, and returns to it by the receipt’s link', async () => {
  const email = mailbox('regala')
  assert.equal(refusalOf(await buy(kalli.visitor(), { contactEmail: email })).code, 'contact_unconfirmed')
  assert.equal(refusalOf(await buy(kalli.visitor())).code, 'contact_unconfirmed')
  const who = await confirmed(email)
  const card = await bought(who, { contactEmail: email })
  await drain(kalli)
  const [receipt] = await emailsTo(email)
  const [, t = ''] = /&t=([\w.%-]+)/.exec(receipt?.body_text ?? '') ?? []
  const elsewhere = kalli.visitor()
  const giftRequest = { params: { id: card.id }, query: { t: decodeURIComponent(t) } }
  assert.equal((await elsewhere.call(gifts.giftCard, giftRequest)).body.status, 'active')
  // The same browser needs no link for a day.
  assert.equal((await who.call(gifts.giftCard, { params: { id: card.id }, query: {} })).status, 200)
  kalli.time.advance(25 * 60)
  assert.equal((await who.call(gifts.giftCard, { params: { id: card.id }, query: {} })).status, 404)
  const back = await elsewhere.call(gifts.takeBackGiftCard, giftRequest)
  assert.equal(back.body.status, 'cancelled', JSON.stringify(back.body))
})

test('a visitor buys with a telephone alone, and receipt and gift go by text message with a short link each', async () => {
  const phone = '+525544660001'
  const recipient = '+525544660002'
  const delivery = { by: 'phone', phone: '55 4466 0002', sendOn: null } as const
  assert.equal(
    refusalOf(await buy(kalli.visitor(), { contactPhone: phone, delivery })).code,
    'contact_unconfirmed',
  )
  const who = kalli.visitor()
  await confirmedPhone(kalli, who, phone)
  const wrong = { by: 'phone', phone: '12', sendOn: null } as const
  assert.equal(refusalOf(await buy(who, { contactPhone: phone, delivery: wrong })).code, 'invalid_phone')
  const card = await bought(who, { contactPhone: '55 4466 0001', delivery })
  assert.deepEqual([card.email, card.phone], [null, recipient])
  const [, receipt] = await textsTo(kalli, phone)
  const [gift] = await textsTo(kalli, recipient)
  const [, t = ''] = /&t=([\w.%-]+)/.exec(await linkIn(kalli, receipt)) ?? []
  const elsewhere = kalli.visitor()
  const giftRequest = { params: { id: card.id }, query: { t: decodeURIComponent(t) } }
  assert.equal((await elsewhere.call(gifts.giftCard, giftRequest)).body.status, 'active')
  assert.match(
    gift ?? '',
    /^Kalli: .+ te regala \$[\d,]+ para la cita que quieras\. Abre tu regalo: http\S+$/,
  )
  const code = /\/gift\/(\w+)$/.exec(await linkIn(kalli, gift))?.[1] ?? ''
  // To another telephone with another code: the first code is void.
  const again = await elsewhere.call(gifts.sendGiftCard, {
    ...giftRequest,
    body: { phone: '+525544660003', sendOn: null },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const [second] = await textsTo(kalli, '+525544660003')
  const other = /\/gift\/(\w+)$/.exec(await linkIn(kalli, second))?.[1] ?? ''
  const redeemed = (code: string) =>
    elsewhere.call(gifts.redeemGift, {
      body: { code, contact: { phone: '+525544660003', firstName: 'Sol', lastName: '' } },
    })
  await confirmedPhone(kalli, elsewhere, '+525544660003')
  assert.equal(refusalOf(await redeemed(code)).code, 'gift_card_unknown')
  assert.equal((await redeemed(other)).status, 200)
  assert.match((await textsTo(kalli, phone)).at(-1) ?? '', /ya tiene tu regalo http/)
  for (const body of [{ sendOn: null }, { email: 'a@example.test', phone, sendOn: null }])
    assert.equal(
      (await elsewhere.fetch('POST', `/api/gift-cards/${card.id}/send?t=${t}`, { body })).status,
      400,
    )
})

test('a gift e-mail is sent once at its time, by any number of workers, with the code and link in plain text', async () => {
  const who = await newPerson()
  const now = mailbox('hoy')
  await bought(who, { delivery: { by: 'email', email: now, sendOn: null } })
  const later = mailbox('luego')
  const card = await bought(who, {
    from: 'Ana <b>',
    delivery: { by: 'email', email: later, sendOn: '2026-12-24' },
  })
  await drain(kalli)
  assert.equal((await emailsTo(now)).length, 1)
  assert.equal((await emailsTo(later)).length, 0)
  kalli.time.set('2026-12-24T14:59:00Z')
  await sendDue(ownWork(kalli))
  await drain(kalli)
  assert.equal((await emailsTo(later)).length, 0, 'not before nine in the morning')
  kalli.time.set('2026-12-24T15:00:00Z')
  await Promise.all([1, 2, 3].map(() => sendDue(ownWork(kalli))))
  await drain(kalli)
  await sendDue(ownWork(kalli))
  await drain(kalli)
  const [emailMessage, ...more] = await emailsTo(later)
  assert.equal(more.length, 0)
  const code = await codeOf(who, card.id)
  assert.ok(emailMessage?.body_text.includes(code))
  assert.ok(emailMessage?.body_text.includes(`/gift/${code.replaceAll('-', '')}`))
  assert.ok(emailMessage?.body_html.includes('Ana &#60;b&#62;'), 'what somebody writes stays words')
})

test('sending to another address issues another code, and ten e-mails are the limit', async () => {
  const who = await newPerson()
  const wrong = mailbox('otra')
  const card = await bought(who, { delivery: { by: 'email', email: wrong, sendOn: null } })
  const first = await codeOf(who, card.id)
  const send = (email: string) =>
    who.call(gifts.sendGiftCard, { params: { id: card.id }, query: {}, body: { email, sendOn: null } })
  assert.equal((await send(wrong)).status, 200)
  assert.equal(await codeOf(who, card.id), first, 'the same mailbox keeps its code')
  const right = mailbox('ines')
  assert.equal((await send(right)).body.email, right)
  assert.notEqual(await codeOf(who, card.id), first)
  assert.equal(refusalOf(await redeem(await newPerson(), first)).code, 'gift_card_unknown')
  await drain(kalli)
  assert.equal((await emailsTo(right)).length, 1)
  for (let count = 0; count < 7; count++) assert.equal((await send(right)).status, 200)
  assert.equal(refusalOf(await send(right)).code, 'gift_card_letters')
})

test('a gift card cancelled before redemption is refunded to the card in full, once', async () => {
  const who = await newPerson()
  const card = await bought(who)
  const code = await codeOf(who, card.id)
  const answers = await Promise.all([takeBack(who, card.id), takeBack(who, card.id)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  await drain(kalli)
  const after = await one(who, card.id)
  assert.deepEqual(
    [after.status, after.payment?.status, after.payment?.refundedCents],
    ['cancelled', 'refunded', 100_000],
  )
  assert.deepEqual([await balanceOn(card.id, 2055), await balanceOn(card.id, 2040)], [0, 0])
  assert.equal(refusalOf(await redeem(await newPerson(), code)).code, 'gift_card_unknown')
})

test('of six clients who redeem one gift card at once exactly one gets it', async () => {
  const giver = await newPerson()
  const card = await bought(giver)
  const code = await codeOf(giver, card.id)
  const addProfessionals = await Promise.all(Array.from({ length: 6 }, newPerson))
  const answers = await Promise.all(addProfessionals.map((who) => redeem(who, code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const credits = await Promise.all(addProfessionals.map(creditOf))
  assert.deepEqual(
    credits.toSorted((a, b) => a - b),
    [0, 0, 0, 0, 0, 100_000],
  )
  assert.equal(await balanceOn(card.id, 2055), 0)
})

test('a gift card redeemed and cancelled at once ends as one of the two', async () => {
  const giver = await newPerson()
  for (let round = 0; round < 6; round++) {
    const card = await bought(giver)
    const code = await codeOf(giver, card.id)
    const who = await newPerson()
    const [redeemed, back] = await Promise.all([redeem(who, code), takeBack(giver, card.id)])
    await drain(kalli)
    assert.notEqual(redeemed.status === 200, back.status === 200)
    const { status, payment } = await one(giver, card.id)
    assert.deepEqual(
      [status, payment?.refundedCents, await creditOf(who)],
      redeemed.status === 200 ? ['redeemed', 0, 100_000] : ['cancelled', 100_000, 0],
    )
    assert.deepEqual([await balanceOn(card.id, 2055), await balanceOn(card.id, 2040)], [0, 0])
  }
})

test('a gift card waits for the bank’s approval, becomes active once approved, and else is dropped', async () => {
  const who = await newPerson()
  const requested = await buy(who, { cardToken: 'tok_3ds' })
  assert.equal(requested.status, 201, JSON.stringify(requested.body))
  assert.deepEqual(
    [requested.body.status, typeof requested.body.payment?.actionUrl],
    ['awaiting_payment', 'string'],
  )
  assert.equal(
    refusalOf(await who.call(gifts.giftCardCode, { params: { id: requested.body.id }, query: {} })).code,
    'move_not_allowed',
  )
  const yes = await fetch(`${kalli.url}${requested.body.payment?.actionUrl}/aprobar`, {
    method: 'POST',
    redirect: 'manual',
  })
  assert.ok(yes.headers.get('location')?.includes(`/dynamic-checkout?gift=${requested.body.id}`))
  await runJobsOnce(kalli)
  const lost = await buy(who, { cardToken: 'tok_3ds' })
  kalli.time.advance(61)
  await dropUnpaid(ownWork(kalli))
  await drain(kalli)
  const cards = (await who.call(gifts.ownGiftCards)).body
  assert.deepEqual(
    cards.map(({ id, status }) => [id, status]),
    [[requested.body.id, 'active']],
  )
  assert.equal(await balanceOn(lost.body.id, 2055), 0)
})

const disputed = async (id: string, amountCents: number) => {
  const { rows } = await kalli.database.pool.query('select charge_ref from payments where booking_id = $1', [
    id,
  ])
  const chargeRef: string = rows[0]?.charge_ref
  const ref = await openDispute(kalli.work(), { chargeRef, amountCents, reason: 'fraud' })
  assert.ok(ref)
  const news = (kind: string) => JSON.stringify({ id: `ev_${crypto.randomUUID()}`, kind, object: chargeRef })
  const opened = news('dispute.opened')
  assert.notEqual((await sendWebhook(kalli, opened, 'forged')).status, 200)
  assert.equal((await sendWebhook(kalli, opened)).status, 200)
  assert.equal((await sendWebhook(kalli, opened)).status, 200, 'heard twice')
  await drain(kalli)
  return async (status: 'won' | 'lost') => {
    await decideDispute(kalli.work(), ref, status)
    const reported = news(`dispute.${status}`)
    for (let time = 0; time < 2; time++) assert.equal((await sendWebhook(kalli, reported)).status, 200)
    await drain(kalli)
    await runJobsOnce(kalli)
  }
}

test('a disputed gift card cannot be cancelled, and a lost dispute ends it and refunds the rest', async () => {
  const giver = await newPerson()
  const whole = await bought(giver)
  const part = await bought(giver)
  const decideWhole = await disputed(whole.id, 100_000)
  const decidePart = await disputed(part.id, 40_000)
  const code = await codeOf(giver, (await bought(giver)).id)
  assert.equal((await one(giver, whole.id)).isLookedAt, true)
  assert.equal(refusalOf(await takeBack(giver, whole.id)).code, 'move_not_allowed')
  assert.notEqual(code, '')
  await decideWhole('lost')
  await decidePart('lost')
  const [one1, two] = [await one(giver, whole.id), await one(giver, part.id)]
  assert.deepEqual([one1.status, one1.payment?.refundedCents], ['cancelled', 0])
  assert.deepEqual([two.status, two.payment?.refundedCents], ['cancelled', 60_000])
  for (const { id } of [whole, part])
    assert.deepEqual(
      [await balanceOn(id, 2055), await balanceOn(id, 2040), await balanceOn(id, 1140)],
      [0, 0, 0],
    )
  const admin = await administrator(kalli)
  const shown = (await admin.call(chargebacks)).body.chargebacks.find(
    ({ bookingId }) => bookingId === whole.id,
  )
  assert.deepEqual([shown?.kind, shown?.service, shown?.chargedTo], ['gift', 'Tarjeta de regalo', 'gift'])
})

test('a won dispute keeps a gift card valid, and one lost after redemption takes the unspent credit and Kalli bears the rest', async () => {
  const giver = await newPerson()
  const card = await bought(giver)
  const code = await codeOf(giver, card.id)
  const won = await disputed(card.id, 100_000)
  const who = await newPerson()
  assert.equal(refusalOf(await redeem(who, code)).code, 'gift_card_unknown')
  await won('won')
  assert.equal((await redeem(who, code)).status, 200)
  const spent = await bought(giver, { amountCents: 50_000 })
  const other = await newPerson()
  assert.equal((await redeem(other, await codeOf(giver, spent.id))).status, 200)
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 65_000 })
  const hold = await held(other, at)
  const paid = await other.call(checkouts.book, {
    body: {
      holdId: hold.id,
      contact: contactOf(),
      payment: { method: 'card', token: 'tok_ok', creditCents: 30_000 },
    },
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  await (
    await disputed(spent.id, 50_000)
  )('lost')
  assert.equal(await creditOf(other), 0)
  assert.equal(await creditOf(who), 100_000, 'nobody else’s')
  assert.deepEqual(
    [await balanceOn(spent.id, 5030), await balanceOn(spent.id, 1140), await balanceOn(spent.id, 2050)],
    [30_000, 0, -30_000],
  )
  assert.deepEqual(
    (await other.call(wallet)).body.entries.map(({ kind }) => kind),
    ['taken', 'used', 'gift'],
  )
})

test('the database refuses to reactivate a redeemed gift card, change its amount, or spend more than it holds', async () => {
  const who = await newPerson()
  const card = await bought(who)
  const code = await codeOf(who, card.id)
  assert.equal((await redeem(who, code)).status, 200)
  const set = (values: string) =>
    kalli.database.pool.query(`update gift_cards set version = version + 1, ${values} where id = $1`, [
      card.id,
    ])
  await assert.rejects(
    () => set(`status = 'active', redeemed_by = null, redeemed_at = null`),
    /gift_cards does not go from redeemed to active/,
  )
  await assert.rejects(() => set('amount_cents = 200000'), /gift card/)
  await assert.rejects(
    () =>
      post(kalli.work(), {
        kind: 'gift_redeemed',
        idemKey: `twice:${card.id}`,
        bookingId: card.id,
        at: kalli.clock(),
        lines: [
          { account: 2055, amountCents: 100_000 },
          { account: 2040, amountCents: -100_000 },
        ],
      }),
    /holds less than that/,
  )
})

test('deleting the buyer’s account waits for a pending e-mail and removes their words, and the card stays redeemable', async () => {
  const id = await people.account(kalli)
  const who = await people.signIn(kalli, id)
  const card = await bought(who)
  const waits = await bought(who, {
    delivery: { by: 'email', email: mailbox('luego'), sendOn: '2026-12-24' },
  })
  const reasons = async () => (await who.call(deletion)).body.reasons.map(({ reason }) => reason)
  assert.deepEqual(await reasons(), ['money_on_its_way'])
  assert.equal((await takeBack(who, waits.id)).status, 200)
  await drain(kalli)
  assert.deepEqual(await reasons(), [])
  const code = await codeOf(who, card.id)
  const { rows } = await kalli.database.pool.query('select id from clients where account_id = $1', [id])
  await forgetClient(kalli.work(), [rows[0]?.id])
  const shown = await kalli.visitor().call(gifts.readGift, { params: { code } })
  assert.deepEqual(shown.body, { from: 'Alguien', to: 'Inés', message: '', amountCents: 100_000 })
  const finder = await newPerson()
  assert.equal((await redeem(finder, code)).status, 200)
  assert.equal(await creditOf(finder), 100_000)
})
