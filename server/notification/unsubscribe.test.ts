/** One press in a mail program ends one kind of optional email (RFC 8058), and nothing else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HtmlValidate } from 'html-validate'
import * as contract from '#contract/notification/notification.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { postOffice } from '#server/testing/post-office.ts'

let kalli: TestServer
let office: Awaited<ReturnType<typeof postOffice>>
before(async () => {
  office = await postOffice()
  kalli = await startTestServer({ config: { smtpUrl: office.url } })
})
after(async () => {
  await kalli.close()
  await office.close()
})

const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}:((?:.|\\r\\n[ \\t])*)`, 'mi')
    .exec(source)?.[1]
    ?.replaceAll(/\r\n[ \t]/g, '')
    .trim()
const addressIn = (source: string) => /<([^>]+)>/.exec(headerOf(source, 'List-Unsubscribe') ?? '')?.[1]
const to = (email: string) => office.received.filter((source) => headerOf(source, 'To') === email)

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
})
const problemsIn = async (html: string) =>
  (await validator.validateString(html)).results.flatMap(({ messages }) =>
    messages.map(({ message }) => message),
  )

test('an optional email has an unsubscribe link, and one press without a session stops that kind of email only', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli)
  const contact = contactOf()
  await booked(kalli, at, { contact })
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [at.professional.accountId],
  )
  const email = rows[0]?.email ?? ''
  const [receipt] = to(contact.email)
  assert.ok(receipt)
  assert.equal(headerOf(receipt, 'List-Unsubscribe'), undefined, 'a receipt always leaves')
  const [news] = to(email)
  assert.ok(news)
  assert.equal(headerOf(news, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  const address = addressIn(news) ?? assert.fail()

  // Scanners open every address: a GET changes nothing.
  const looked = await fetch(address)
  assert.equal(looked.status, 200)
  const html = await looked.text()
  assert.match(html, /citas y ocupaciones nuevas/)
  assert.deepEqual(await problemsIn(html), [])
  const settings = async () => (await at.professional.person.call(contract.notificationSettings)).body.events
  const before = await settings()

  const pressed = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
  })
  assert.equal(pressed.status, 200)
  assert.deepEqual(await problemsIn(await pressed.text()), [])
  assert.deepEqual(
    await settings(),
    before.map((one) => (one.event === 'booking_confirmed' ? { ...one, email: false } : one)),
  )
  const count = to(email).length
  await booked(kalli, at, { date: '2026-11-26' })
  await drain(kalli)
  assert.equal(to(email).length, count)

  // Repeated as a multipart form, it changes nothing more.
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  assert.equal((await fetch(address, { method: 'POST', body: form })).status, 200)
})

test('a forged or foreign address is not found', async () => {
  const forged = `${kalli.url}/unsubscribe/eyJhIjoxLCJlIjoicmV2aWV3In0.AAAA`
  for (const method of ['GET', 'POST']) assert.equal((await fetch(forged, { method })).status, 404, method)
})
