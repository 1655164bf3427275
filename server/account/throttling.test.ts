import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/account/account.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { rateLimits: true, production: true } })
})
after(() => kalli.close())
beforeEach(() => kalli.database.kysely.deleteFrom('limits').execute())

const email = 'ana@ejemplo.mx'
const password = 'una frase larga'
/** As the proxy that terminates TLS sends it. */
const behind = (from: string) => ({ 'x-forwarded-for': from, 'x-forwarded-proto': 'https' })
const register = (as: string, from: string) =>
  kalli
    .visitor()
    .call(
      contract.register,
      { body: { email: as, password, firstName: 'Ana', lastName: 'Rojas', role: 'client' } },
      { headers: behind(from) },
    )
const signIn = (as: string, word: string, from: string) =>
  kalli.visitor().call(contract.login, { body: { email: as, password: word } }, { headers: behind(from) })
const statuses = async (times: number, ask: (n: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let n = 0; n < times; n += 1) seen.push((await ask(n)).status)
  return seen
}

/** Simulates this many earlier tries; each real one costs a tenth of a second of hashing. */
const useUp = (bucket: string, more: number) =>
  kalli.database.kysely
    .updateTable('limits')
    .set((row) => ({ count: row('count', '+', more) }))
    .where('bucket', 'like', bucket)
    .execute()

test('ten wrong passwords throttle the account for that address, so that even the right password is refused', async () => {
  await register(email, '192.0.2.1')
  assert.deepEqual(await statuses(11, () => signIn(email, 'mala palabra', '192.0.2.7')), [
    ...Array(10).fill(401),
    429,
  ])
  const answer = await signIn(email, password, '192.0.2.7')
  assert.equal(answer.status, 429)
  assert.match(refusalOf(answer).message, /Demasiados intentos/)
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 900, `${wait}`)
  assert.equal(
    (await signIn(email, password, '192.0.2.8')).status,
    200,
    'its owner is elsewhere and not locked out',
  )
  const start = kalli.clock()
  kalli.time.advance(15)
  assert.equal((await signIn(email, password, '192.0.2.7')).status, 200)
  kalli.time.set(start)
})

test('throttles an e-mail without an account in the same way', async () => {
  assert.deepEqual(await statuses(11, () => signIn('nadie@ejemplo.mx', 'x', '192.0.2.9')), [
    ...Array(10).fill(401),
    429,
  ])
})

test('a successful sign-in resets the count: no user is throttled for signing in often', async () => {
  await register('eva@ejemplo.mx', '192.0.2.2')
  const seen = await statuses(15, (n) =>
    signIn('eva@ejemplo.mx', n % 3 === 2 ? password : 'mala', '192.0.2.3'),
  )
  assert.ok(!seen.includes(429))
})

test('one address cannot try one password on many accounts', async () => {
  const ask = (n: number) => signIn(`persona${n}@ejemplo.mx`, 'verano', '192.0.2.10')
  await ask(0)
  await useUp('sign_in:192.0.2.10', 58)
  assert.deepEqual(await statuses(2, (n) => ask(n + 1)), [401, 429])
  assert.equal((await signIn('otra@ejemplo.mx', 'verano', '192.0.2.11')).status, 401)
})

test('prepending an invented address gives no caller a new allowance', async () => {
  const seen = await statuses(11, (n) => signIn('eva@ejemplo.mx', 'mala', `203.0.113.${n}, 192.0.2.12`))
  assert.deepEqual(seen.slice(9), [401, 429])
})

test('many addresses together cannot try one account for ever', async () => {
  const ask = (n: number) => signIn(email, 'mala', `198.51.100.${n}`)
  await ask(0)
  await useUp('sign_in:aim:%', 98)
  await kalli.database.kysely.deleteFrom('limits').where('bucket', 'like', '%:198.51.100.%').execute()
  assert.deepEqual(await statuses(2, (n) => ask(n + 1)), [401, 429])
})

test('ten addresses with wrong passwords do not lock the owner out of a device used before', async () => {
  const own = kalli.visitor()
  const headers = behind('192.0.2.30')
  const body = {
    email: 'luz@ejemplo.mx',
    password,
    firstName: 'Luz',
    lastName: 'Rojas',
    role: 'client' as const,
  }
  assert.equal((await own.call(contract.register, { body }, { headers })).status, 200)
  await own.call(contract.logout, {}, { headers })
  await signIn(body.email, 'mala', '192.0.2.31')
  await useUp('sign_in:aim:%', 100)
  assert.equal((await signIn(body.email, password, '192.0.2.32')).status, 429, 'everybody else waits')
  const wrong = { email: body.email, password: 'mala' }
  assert.equal((await own.call(contract.login, { body: wrong }, { headers })).status, 401)
  assert.equal((await own.call(contract.login, { body }, { headers })).status, 200)

  // The device has ten tries of its own, but not for another account.
  await own.call(contract.logout, {}, { headers })
  assert.deepEqual(await statuses(11, () => own.call(contract.login, { body: wrong }, { headers })), [
    ...Array(10).fill(401),
    429,
  ])
  await signIn('otra@ejemplo.mx', 'mala', '192.0.2.31')
  await useUp('sign_in:aim:%', 100)
  const other = { email: 'otra@ejemplo.mx', password: 'mala' }
  assert.equal((await own.call(contract.login, { body: other }, { headers })).status, 429)
})

test('one mailbox gets at most four e-mails an hour, and no caller learns whether it exists', async () => {
  const ask = (as: string) => () => kalli.visitor().call(contract.forgotPassword, { body: { email: as } })
  const expected = [200, 200, 200, 200, 429]
  assert.deepEqual(await statuses(5, ask(email)), expected)
  assert.deepEqual(await statuses(5, ask('nadie@ejemplo.mx')), expected)
})

test('one address opens twenty accounts an hour', async () => {
  const ask = (n: number) => register(`nueva${n}@ejemplo.mx`, '192.0.2.20')
  await ask(0)
  await useUp('register:192.0.2.20', 18)
  assert.deepEqual(await statuses(2, (n) => ask(n + 1)), [200, 429])
})
