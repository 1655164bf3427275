/** A bank that answers after the page is closed: the client reads it in an email, and may try again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import { alternatives } from '#contract/booking/request/request.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { contactOf, held, pay } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const emailsTo = async (email: string): Promise<{ subject: string; text: string }[]> => {
  await runJobsOnce(kalli)
  return (
    await kalli.database.pool.query(
      `select subject, body_text as text from mails where to_address = $1 and subject like 'Tu pago no pasó%' order by id`,
      [email],
    )
  ).rows
}

/** Paid with a card whose bank does not answer for three minutes. */
const waiting = async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at)
  const answer = await pay(who, hold.id, 'tok_slow', contact)
  assert.equal(answer.body.status, 'awaiting_payment', JSON.stringify(answer.body))
  const view = { params: { id: hold.id }, query: { t: answer.body.viewToken } }
  return { at, who, hold, contact, view }
}

const bank = (id: string, set: string) =>
  kalli.database.pool.query(
    `update standin.charges set ${set} where reference = (select id::text from payments where booking_id = $1)`,
    [id],
  )

test('a refusal after the client left the page is sent by e-mail once, with a link to pay by another card', async () => {
  const { who, hold, contact, view } = await waiting()
  await bank(hold.id, `status = 'declined', failure = 'Tu banco rechazó la tarjeta.', card_ref = null`)
  assert.deepEqual(await emailsTo(contact.email), [])
  kalli.time.advance(4)
  const [emailMessage, ...more] = await emailsTo(contact.email)
  assert.ok(emailMessage)
  assert.deepEqual(more, [])
  assert.match(emailMessage.text, /tu banco no aprobó el pago y no se te cobró nada/)
  assert.match(
    emailMessage.text,
    /Tu hora sigue apartada hasta el .* Si quieres conservarla, intenta con otra tarjeta\./,
  )
  assert.match(emailMessage.text, new RegExp(`/booking-success\\?id=${hold.id}`))
  assert.equal((await who.call(contract.booking, view)).body.status, 'held')
  // The hold expires like any other; the email has announced it.
  kalli.time.advance(20)
  assert.equal((await emailsTo(contact.email)).length, 1)
  assert.equal((await who.call(contract.booking, view)).body.status, 'expired')
})

test('a refusal that the client saw on the page sends no e-mail', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at)
  assert.equal((await pay(who, hold.id, 'tok_declined', contact)).status, 402)
  assert.deepEqual(await emailsTo(contact.email), [])
  kalli.time.advance(30)
  assert.deepEqual(await emailsTo(contact.email), [])
})

test('when the bank never answers, an e-mail says that the hour is free, and the same hour is offered again', async () => {
  const { who, hold, contact, view } = await waiting()
  await bank(hold.id, `created_at = created_at + interval '1 day'`)
  kalli.time.advance(30)
  const [emailMessage, ...more] = await emailsTo(contact.email)
  assert.ok(emailMessage)
  assert.deepEqual(more, [])
  assert.match(emailMessage.text, /tu banco no respondió a tiempo/)
  assert.match(emailMessage.text, /Tu hora quedó libre\. Si nadie la ha tomado, puedes apartarla otra vez\./)
  assert.equal((await who.call(contract.booking, view)).body.status, 'expired')
  const near = (await who.call(alternatives, view)).body.slots
  assert.equal(near.length, 3)
  assert.ok(near.some(({ startsAt }) => startsAt === hold.startsAt))
})
