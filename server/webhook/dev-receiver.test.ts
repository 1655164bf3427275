/** End to end over real HTTP: Kalli's webhook to the receiver of development, which verifies, shows and answers as chosen. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/webhook/webhook.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { listen } from '#server/testing/webhooks.ts'
import { newSecret } from '#server/webhook/signature.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const set = (name: string, values: Record<string, string>) =>
  fetch(`${kalli.url}/dev/webhooks/${name}/settings`, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  })
const page = async (path: string) => (await fetch(`${kalli.url}/dev/webhooks${path}`)).text()

test('the receiver verifies with the pasted secret, shows messages and repeats, and answers as chosen', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const { webhook, secret } = await listen(kalli, at.professional, `${kalli.url}/dev/webhooks/salon`)
  const params = { id: webhook.id }
  assert.match(await page('/salon'), /Todavía no llegó nada/)
  const first = (await person.call(contract.testWebhook, { params })).body
  assert.equal(first.state, 'sent')
  assert.match(await page('/salon'), /Sin verificar/)
  await set('salon', { secret, manner: 'accept' })
  await booked(kalli, at)
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.match(await page('/salon'), /booking\.confirmed<\/b> · Firma válida/)
  await set('salon', { secret: newSecret(), manner: 'accept' })
  const wrong = (await person.call(contract.testWebhook, { params })).body
  assert.equal(wrong.state, 'pending')
  assert.equal(wrong.attempts[0]?.status, 401)
  await set('salon', { secret, manner: 'redirect' })
  const one = { params: { id: webhook.id, delivery: wrong.id } }
  const moved = (await person.call(contract.replayWebhookDelivery, one)).body
  assert.match(moved.lastTry?.problem ?? '', /redirección/)
  await set('salon', { secret, manner: 'accept' })
  assert.equal((await person.call(contract.replayWebhookDelivery, one)).body.state, 'sent')
  assert.match(await page('/salon'), /Firma válida · repetido/)
  assert.match(await page(''), /href="\/dev\/webhooks\/salon"/)
  await set('salon', { secret, manner: 'gone' })
  await person.call(contract.testWebhook, { params })
  assert.equal((await person.call(contract.webhooks)).body[0]?.state, 'gone')
})

test('an unsigned message is refused, and its text is harmless in the page', async () => {
  await set('otro', { secret: `whsec_${Buffer.alloc(32).toString('base64')}`, manner: 'accept' })
  const answer = await fetch(`${kalli.url}/dev/webhooks/otro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '<script>alert(1)</script>',
  })
  assert.equal(answer.status, 401)
  assert.doesNotMatch(await page('/otro'), /<script>alert/)
})
