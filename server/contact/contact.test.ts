import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/contact/contact.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer, testNow } from '#server/testing/test-server.ts'
import { account, signIn } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { rateLimits: true, contactMail: 'equipo@casa.test' } })
})
after(() => kalli.close())
beforeEach(async () => {
  kalli.time.set(testNow)
  for (const table of ['limits', 'contact_messages', 'mails'] as const)
    await kalli.database.kysely.deleteFrom(table).execute()
})

const words = {
  topic: 'help' as const,
  name: 'Lucía Hernández',
  email: 'lucia@ejemplo.mx',
  message: 'No encuentro mi cita.\n¿Me ayudan?',
}
const opened = async (person: Person = kalli.visitor()) => {
  const { body } = await person.call(contract.contactForm)
  kalli.time.advance(1)
  return body.form
}
const send = async (
  change: Partial<typeof words> & { form?: string; website?: string } = {},
  person = kalli.visitor(),
) => person.call(contract.sendContact, { body: { ...words, form: await opened(), ...change } })
const saved = () => kalli.database.kysely.selectFrom('contact_messages').selectAll().orderBy('id').execute()
const emails = () => kalli.database.kysely.selectFrom('mails').selectAll().orderBy('to_address').execute()

test('a visitor’s message reaches the operator in full, and the sender gets a receipt without it', async () => {
  const answer = await send()
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.match(answer.body.receipt, /^K-[2-9A-Z]{7}$/)
  const [row, ...more] = await saved()
  assert.equal(more.length, 0)
  assert.deepEqual([row?.name, row?.email, row?.message], [words.name, words.email, words.message])
  await drain(kalli)
  const [toOperator, toSender] = await emails()
  assert.equal(toOperator?.to_address, 'equipo@casa.test')
  assert.match(toOperator?.body_text ?? '', /No encuentro mi cita/)
  assert.match(toOperator?.body_text ?? '', /lucia@ejemplo\.mx/)
  assert.equal(toSender?.to_address, words.email)
  assert.match(toSender?.body_text ?? '', new RegExp(answer.body.receipt))
  assert.doesNotMatch(toSender?.body_text ?? '', /No encuentro/)
})

test('a signed-in user is identified by account', async () => {
  const accountId = await account(kalli)
  await send({}, await signIn(kalli, accountId))
  assert.equal((await saved())[0]?.account_id, accountId)
})

test('a missing or too long field is refused by name, and nothing is stored', async () => {
  const wrong = [
    ['name', ' '],
    ['name', 'a'.repeat(81)],
    ['email', 'no es correo'],
    ['email', 'a@b.mx\r\nbcc: todos@ejemplo.mx'],
    ['message', ''],
    ['message', 'a'.repeat(4001)],
    ['topic', 'otro'],
  ] as const
  for (const [field, value] of wrong) {
    const answer = await kalli
      .visitor()
      .fetch('POST', '/api/contact', { body: { ...words, form: await opened(), [field]: value } })
    const text = await answer.text()
    assert.equal(answer.status, 400, field)
    assert.ok(text.includes(`"field":"${field}"`), text)
  }
  assert.equal((await saved()).length, 0)
})

test('a form that was never opened, is a day old, or was opened a moment ago, is refused', async () => {
  for (const form of ['', 'x', 'x.y', `${(await opened()).slice(0, -1)}_`])
    assert.equal(refusalOf(await send({ form })).code, 'form_expired')
  const old = await opened()
  kalli.time.advance(24 * 60)
  assert.equal(refusalOf(await send({ form: old })).code, 'form_expired')
  const { body } = await kalli.visitor().call(contract.contactForm)
  const quick = await kalli.visitor().call(contract.sendContact, { body: { ...words, form: body.form } })
  assert.equal(refusalOf(quick).code, 'too_quick')
  assert.equal((await saved()).length, 0)
})

test('a message with the hidden field filled in is stored apart and sent to no mailbox', async () => {
  const answer = await send({ website: 'https://compra.example' })
  assert.equal(answer.status, 201)
  assert.equal((await saved())[0]?.suspect, true)
  await drain(kalli)
  assert.equal((await emails()).length, 0)
})

test('hostile text stays plain: nothing breaks out of the subject or the email', async () => {
  const name = 'Ana\r\nBcc: todos@ejemplo.mx'
  const unreadable = await send({ message: 'nada\u0000' })
  assert.equal(unreadable.status, 400)
  const taken = await send({ name, message: '<script>alert(1)</script> "quoted"' })
  assert.equal(taken.status, 201, JSON.stringify(taken.body))
  const [row] = await saved()
  assert.equal(row?.name, 'Ana Bcc: todos@ejemplo.mx')
  assert.equal(row?.message, '<script>alert(1)</script> "quoted"')
  await drain(kalli)
  const [toOperator] = await emails()
  assert.doesNotMatch(toOperator?.subject ?? '', /[\r\n]/)
  assert.doesNotMatch(toOperator?.body_html ?? '', /<script>/)
})

test('two concurrent sends of one form are one message with one receipt', async () => {
  const form = await opened()
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ form })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.equal(new Set(answers.map(({ body }) => body.receipt)).size, 1)
  assert.equal((await saved()).length, 1)
  await drain(kalli)
  assert.equal((await emails()).length, 2)
})

test('another text from the same form is another message', async () => {
  const form = await opened()
  const first = await send({ form })
  const second = await send({ form, message: 'Olvidé decir algo.' })
  assert.notEqual(first.body.receipt, second.body.receipt)
})

test('one email gets four receipts an hour, and one network address sends at most twenty messages', async () => {
  const codes: number[] = []
  for (let n = 0; n < 5; n += 1) codes.push((await send({ message: `Mensaje ${n}` })).status)
  assert.deepEqual(codes, [201, 201, 201, 201, 429])
  let refused = 0
  for (let n = 0; n < 20; n += 1)
    refused += (await send({ email: `p${n}@ejemplo.mx` })).status === 429 ? 1 : 0
  assert.equal(refused, 5)
})

test('another site cannot send the contact form', async () => {
  const form = await opened()
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await kalli.visitor().call(contract.sendContact, { body: { ...words, form } }, { headers })
  assert.equal(refusalOf(answer).code, 'cross_site')
})
