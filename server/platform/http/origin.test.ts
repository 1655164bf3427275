/** Production behind a proxy that ends TLS: the same origin for calls of the API and for pages that call it inside. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import * as contract from '#contract/account/account.ts'
import { sessionTokenOf } from '#server/account/session.ts'
import { buildApp } from '#server/app.ts'
import { askInside, originOf } from '#server/platform/http/origin.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let app: FastifyInstance
let lines: string[] = []
before(async () => {
  kalli = await startTestServer({ config: { production: true } })
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  app = await buildApp({ ...kalli, log })
  app.get('/page', async (page) => ({
    origin: originOf(page),
    hasSession: sessionTokenOf(page) !== undefined,
    user: (await askInside(app, page, { method: 'GET', url: '/api/auth/user' })).statusCode,
  }))
})
after(async () => {
  await app.close()
  await kalli.close()
})
beforeEach(() => {
  lines = []
})

const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'kalli.mx', 'x-forwarded-for': '192.0.2.4' }
const body = {
  email: 'ana@ejemplo.mx',
  password: 'una frase larga',
  firstName: 'Ana',
  lastName: 'Rojas',
  role: 'client',
}
const post = (url: string, headers: Record<string, string>, payload: object = body) =>
  app.inject({ method: 'POST', url, headers, payload })
const cookiesOf = (answer: Awaited<ReturnType<typeof post>>) => answer.cookies.map(({ name }) => name)
const page = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/page', headers })).json<{ origin: string; hasSession: boolean; user: number }>()

test('a page behind https makes requests as the signed-in visitor', async () => {
  const answer = await post(contract.register.path, https)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.ok(cookiesOf(answer).every((name) => name.startsWith('__Host-')))
  const token = answer.cookies.find(({ name }) => name === '__Host-sid')?.value ?? ''
  assert.deepEqual(await page({ ...https, cookie: `__Host-sid=${token}` }), {
    origin: 'https://kalli.mx',
    hasSession: true,
    user: 200,
  })

  // A plain cookie under https was planted by another host of the domain; a secret one over http was sent unencrypted.
  const planted = { cookie: `sid=${token}` }
  for (const headers of [
    { ...https, ...planted },
    { 'x-forwarded-for': '192.0.2.4', ...planted },
    { cookie: `__Host-sid=${token}` },
  ]) {
    assert.equal((await app.inject({ url: contract.user.path, headers })).statusCode, 401)
    const { hasSession, user } = await page(headers)
    assert.deepEqual([hasSession, user], [false, 401])
  }
  assert.equal((await page({ ...https, cookie: `sid=planted; __Host-sid=${token}` })).user, 200)
})

test('only our own proxy can claim https', async () => {
  const answer = await app.inject({ url: '/page', headers: https, remoteAddress: '203.0.113.9' })
  assert.match(answer.body, /"origin":"http:/)
})

test('production over http sets no cookie, creates no account, and the log says why', async () => {
  const registered = await post(contract.register.path, {}, { ...body, email: 'eva@ejemplo.mx' })
  assert.deepEqual([registered.statusCode, registered.json().code], [403, 'https_needed'])
  const signedIn = await post(contract.login.path, {}, { email: body.email, password: body.password })
  assert.deepEqual([signedIn.statusCode, signedIn.json().code], [403, 'https_needed'])
  for (const answer of [registered, signedIn]) assert.deepEqual(answer.headers['set-cookie'], undefined)
  assert.match(lines.join(''), /no session over http[^"]*X-Forwarded-Proto/)
  const { rows } = await kalli.database.pool.query(`select from accounts where email = 'eva@ejemplo.mx'`)
  assert.equal(rows.length, 0)
})

test('the Origin of a change must have the scheme of the address', async () => {
  const sent = { email: body.email, password: body.password }
  for (const origin of ['http://kalli.mx', 'https://kalli.mx:8443', 'https://otro.example'])
    assert.equal((await post(contract.login.path, { ...https, origin }, sent)).json().code, 'cross_site')
  const own = { ...https, origin: 'https://kalli.mx' }
  assert.equal((await post(contract.login.path, own, sent)).statusCode, 200)
})
