/** How often systems may call: apps that register, tokens that fail, assistants with and without an account, the widget's pages. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allowances, credentialAllowance } from '#server/platform/http/limits.ts'
import { appOf } from '#server/testing/keys.ts'
import { allowed, postForm, registeredPerson } from '#server/testing/oauth.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { openShop, Problem, readDays } from '#web/widget/shop.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { rateLimits: true, logLevel: 'silent' } })
})
after(() => kalli.close())

/** As many calls as are allowed were made in this window. */
const used = async (bucket: string, count: number) => {
  const { rowCount } = await kalli.database.pool.query(
    'update limits set count = $2 where bucket like $1 and window_start = (select max(window_start) from limits where bucket like $1)',
    [bucket, count],
  )
  assert.ok((rowCount ?? 0) > 0, `nothing was counted as ${bucket}`)
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(kalli.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  })

/** It says how long to wait, and after that the next call is answered. */
const refusedAWhile = async (call: () => Promise<Response>) => {
  const refused = await call()
  const text = await refused.text()
  assert.equal(refused.status, 429, text)
  assert.match(text, /too_many_requests/)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 3600, refused.headers.get('retry-after') ?? 'none')
  kalli.time.advance(Math.ceil(seconds / 60))
  const again = await call()
  assert.ok(again.status < 300, `${again.status} ${await again.text()}`)
}

test('an address registers as many apps as it may in an hour, of which none is made beyond', async () => {
  const register = () =>
    post('/oauth/register', { client_name: 'Asistente', redirect_uris: ['http://127.0.0.1/callback'] })
  const all = await Promise.all(Array.from({ length: allowances.register.address + 5 }, register))
  const made = all.filter(({ status }) => status === 201)
  assert.equal(made.length, allowances.register.address)
  const { rows } = await kalli.database.pool.query('select from oauth_apps where account_id is null')
  assert.equal(rows.length, made.length)
  await refusedAWhile(register)
})

test('of tokens only failures count: the address of a guesser waits, that of many good apps does not', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const fields = { grant_type: 'refresh_token', client_id: app.id, refresh_token: 'kalli_rt_guess' }
  assert.equal((await postForm(kalli, '/oauth/token', fields)).status, 400)
  await used('codes:127.0.0.1', allowances.codes.address)
  const { refreshToken } = await allowed(kalli, person, app)
  assert.equal((await postForm(kalli, '/oauth/token', fields)).status, 429)
  const good = await postForm(kalli, '/oauth/token', { ...fields, refresh_token: refreshToken })
  assert.equal(good.status, 200)
})

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

test('an assistant without an account has the limit of searching', async () => {
  const list = () => post('/mcp', listing)
  assert.equal((await list()).status, 200)
  await used('search:127.0.0.1', allowances.search.address)
  await refusedAWhile(list)
})

test('an assistant with an account has the limit of its access, another device has its own', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const more = { scope: 'bookings:read', resource: `${kalli.url}/mcp` }
  const [one, other] = [await allowed(kalli, person, app, more), await allowed(kalli, person, app, more)]
  const list = (token: string) => () => post('/mcp', listing, { authorization: `Bearer ${token}` })
  assert.equal((await list(one.tokens.access_token)()).status, 200)
  await used('credential:app.%', credentialAllowance.calls)
  await refusedAWhile(list(one.tokens.access_token))
  await used('credential:app.%', credentialAllowance.calls)
  assert.equal((await list(other.tokens.access_token)()).status, 200)
})

test('a page with the widget reads the refusal, from its own site, with how long to wait', async () => {
  const { professional, serviceId } = await people.bookable(kalli)
  const path = `/api/slots?professional=${professional.id}&service=${serviceId}&from=2026-11-25&to=2026-11-26`
  const read = () => fetch(kalli.url + path, { headers: { origin: 'https://salon.example' } })
  const { signal } = new AbortController()
  const shop = await openShop(kalli.url, { profesional: String(professional.id) }, signal)
  const service = shop.services[0] ?? assert.fail('no service')
  await readDays(kalli.url, shop, service, signal)
  await used('slots:127.0.0.1', allowances.slots.address)
  const refused = await read()
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [429, '*'])
  // The widget shows "Hay mucha gente en este momento" with a button for another attempt.
  await assert.rejects(
    readDays(kalli.url, shop, service, signal),
    (problem) => problem instanceof Problem && problem.kind === 'busy',
  )
  await refusedAWhile(read)
})
