import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as account from '#contract/account/account.ts'
import * as settings from '#contract/account/settings.ts'
import * as keys from '#contract/developer/api-key.ts'
import type { Scope } from '#contract/platform/scope.ts'
import { services } from '#contract/service/service.ts'
import { suspend, lift } from '#server/account/suspending.ts'
import { drain } from '#server/platform/jobs.ts'
import { credentialAllowance } from '#server/platform/http/limits.ts'
import { callBy, keyOf } from '#server/testing/keys.ts'
import { hashToken } from '#server/platform/tokens.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { until } from '#server/testing/until.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

let serial = 0
const password = 'una frase larga'
const registered = async (role: 'professional' | 'client' = 'professional') => {
  const person = kalli.visitor()
  const email = `llaves${++serial}@ejemplo.mx`
  const body = { email, password, firstName: 'Inés', lastName: 'Luna', role }
  const { body: user } = await person.call(account.register, { body })
  return { person, email, id: user.id }
}
type Body = { name: string; scopes: Scope[]; days: 90 }
const body: Body = { name: 'Mi página', scopes: ['services:read'], days: 90 }
const made = async (person: Person, more: Partial<Body> = {}) => {
  const answer = await person.call(keys.makeApiKey, { body: { ...body, ...more } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const codeOf = async (answer: ReturnType<typeof callBy>) => {
  const made = await answer
  return [made.status, refusalOf(made).code]
}

test('an anonymous visitor cannot create a key, and a user must confirm their identity first', async () => {
  assert.equal((await kalli.visitor().call(keys.makeApiKey, { body })).status, 401)
  const { person } = await registered()
  kalli.time.advance(11)
  const answer = await person.call(keys.makeApiKey, { body })
  assert.deepEqual([answer.status, refusalOf(answer).code], [403, 'confirm_identity'])
  await person.call(settings.confirmIdentity, { body: { password } })
  assert.equal((await person.call(keys.makeApiKey, { body })).status, 201)
})

test('a key is shown once, calls without a cookie, and its owner gets an email', async () => {
  const { person, email } = await registered()
  const { key, secret } = await made(person)
  assert.match(secret, /^kalli_test_[a-z0-9]{12}_[\w-]{43}$/)
  assert.ok(secret.startsWith(key.prefix))
  const answer = await callBy(kalli, secret, keys.caller)
  assert.equal(answer.status, 200)
  assert.deepEqual(
    [answer.body.kind, answer.body.name, answer.body.scopes, answer.body.actsAs],
    ['key', 'Mi página', ['services:read'], 'professional'],
  )
  assert.equal(answer.headers.get('set-cookie'), null)
  assert.equal(answer.headers.get('kalli-version'), key.version)
  const [line] = (await person.call(keys.apiKeys)).body
  assert.equal(line?.lastUsedAt, kalli.clock().toISOString())
  assert.doesNotMatch(JSON.stringify(line), new RegExp(secret.slice(-43)))
  const stored = await kalli.database.kysely
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret.slice(-43)))
  await drain(kalli)
  const mails = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .where('dedupe_key', '=', `key-made:${key.id}`)
    .execute()
  assert.deepEqual(mails, [{ subject: 'Hay una llave nueva para tu cuenta de Kalli' }])
})

test('a key may do what its scope says and nothing else, and writing includes reading', async () => {
  const { person } = await registered()
  const { secret } = await made(person)
  assert.equal((await callBy(kalli, secret, services)).status, 200)
  const denied = await callBy(kalli, secret, settings.accountProfile)
  assert.deepEqual([denied.status, refusalOf(denied).code], [403, 'scope_missing'])
  assert.deepEqual(refusalOf(denied).details, { scope: 'profile:read' })
  assert.match(denied.headers.get('www-authenticate') ?? '', /insufficient_scope.*profile:read/)
  const writer = await made(person, { name: 'Otra', scopes: ['profile:write'] })
  assert.equal((await callBy(kalli, writer.secret, settings.accountProfile)).status, 200)
})

test('a key with all scopes is refused what only a signed-in user may do', async () => {
  const { id } = await registered()
  const { secret } = await keyOf(kalli, id)
  for (const endpoint of [settings.changePassword, settings.sessions, keys.apiKeys, account.logout])
    assert.deepEqual(await codeOf(callBy(kalli, secret, endpoint, {})), [403, 'browser_only'], endpoint.path)
})

test('refusals to a key are problem details with our code and message', async () => {
  const answer = await callBy(kalli, 'kalli_test_nope', keys.caller)
  assert.equal(answer.status, 401)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*invalid_token/)
  assert.deepEqual(Object.keys(answer.body).toSorted(), ['code', 'message', 'status', 'title', 'type'])
  const browser = await kalli.visitor().call(settings.sessions)
  assert.match(browser.headers.get('content-type') ?? '', /^application\/json/)
})

test('an unknown, expired or revoked key is refused with its own code', async () => {
  const { person, id } = await registered()
  const { key, secret } = await made(person)
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  for (const token of ['x', wrong, `${secret}A`, secret.replace('kalli_test_', 'kalli_live_')])
    assert.deepEqual(await codeOf(callBy(kalli, token, keys.caller)), [401, 'token_unknown'])
  const old = await keyOf(kalli, id, { expiresAt: new Date(kalli.clock().getTime() + 60_000) })
  assert.equal((await callBy(kalli, old.secret, keys.caller)).status, 200)
  kalli.time.advance(2)
  assert.deepEqual(await codeOf(callBy(kalli, old.secret, keys.caller)), [401, 'token_expired'])
  const params = { id: key.id }
  assert.equal((await person.call(keys.revokeApiKey, { params })).status, 200)
  assert.deepEqual(await codeOf(callBy(kalli, secret, keys.caller)), [401, 'token_revoked'])
  // Repeated, and by a stranger.
  assert.equal((await person.call(keys.revokeApiKey, { params })).status, 200)
  assert.equal((await (await registered()).person.call(keys.revokeApiKey, { params })).status, 404)
})

test('a cookie sent beside a key is ignored, and a key needs no cross-site check', async () => {
  const owner = await registered()
  const { secret } = await made(owner.person)
  const other = await registered()
  const answer = await other.person.call(keys.caller, {}, { headers: { authorization: `Bearer ${secret}` } })
  assert.equal(answer.body.kind, 'key')
  const broken = await other.person.call(keys.caller, {}, { headers: { authorization: 'Bearer nothing' } })
  assert.equal(broken.status, 401)
  const empty = await other.person.call(keys.caller, {}, { headers: { authorization: 'Bearer' } })
  assert.equal(empty.status, 401)
  const cross = {
    authorization: `Bearer ${(await keyOf(kalli, owner.id)).secret}`,
    'sec-fetch-site': 'cross-site',
  }
  const saved = await kalli
    .visitor()
    .call(
      settings.saveAccountProfile,
      { body: { firstName: 'Eva', lastName: 'Luna', version: 1 } },
      { headers: cross },
    )
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
})

test('a file that only a session may open is refused to a key', async () => {
  const { person, id } = await registered()
  const { secret } = await keyOf(kalli, id)
  const answer = await person.fetch('GET', '/api/professional/tables/income.csv', {
    headers: { authorization: `Bearer ${secret}` },
  })
  assert.equal(answer.status, 403)
  assert.match(await answer.text(), /browser_only/)
})

test('a suspended account’s keys stop until it is lifted, and an administrator’s key acts as a client', async () => {
  const { id } = await registered()
  const { secret } = await keyOf(kalli, id)
  await suspend(kalli.work(), id)
  assert.deepEqual(await codeOf(callBy(kalli, secret, keys.caller)), [403, 'account_suspended'])
  await lift(kalli.work(), id)
  assert.equal((await callBy(kalli, secret, keys.caller)).status, 200)
  const admin = await people.account(kalli, { roles: ['client', 'admin'] })
  const key = await keyOf(kalli, admin, { actsAs: 'client' })
  const answer = await callBy(kalli, key.secret, keys.caller)
  assert.deepEqual([answer.status, answer.body.actsAs], [200, 'client'])
})

test('keys survive a changed password and a sign-out elsewhere, and not an account recovery', async () => {
  const { person, id } = await registered()
  const { secret } = await made(person)
  await person.call(settings.endOtherSessions)
  const newPassword = 'otra frase larga'
  await person.call(settings.changePassword, { body: { currentPassword: password, newPassword } })
  await drain(kalli)
  assert.equal((await callBy(kalli, secret, keys.caller)).status, 200)
  const token = 'x'.repeat(43)
  await kalli.database.kysely
    .insertInto('password_resets')
    .values({
      token_hash: hashToken(token),
      account_id: id,
      expires_at: new Date(kalli.clock().getTime() + 60_000),
    })
    .execute()
  const reset = await kalli
    .visitor()
    .call(account.resetPassword, { body: { token, newPassword: 'una frase distinta' } })
  assert.equal(reset.status, 200, JSON.stringify(reset.body))
  await drain(kalli)
  assert.deepEqual(await codeOf(callBy(kalli, secret, keys.caller)), [401, 'token_revoked'])
})

test('of thirty keys made at once an account gets twenty, and one name is used once', async () => {
  const { person } = await registered()
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      person.call(keys.makeApiKey, { body: { ...body, name: `Sistema ${index}` } }),
    ),
  )
  assert.equal(all.filter(({ status }) => status === 201).length, 20)
  assert.deepEqual(
    [...new Set(all.filter(({ status }) => status !== 201).map((one) => refusalOf(one).code))],
    ['too_many_keys'],
  )
  const { person: second } = await registered()
  const same = await Promise.all(
    Array.from({ length: 6 }, () => second.call(keys.makeApiKey, { body: { ...body, name: 'La misma' } })),
  )
  assert.deepEqual(same.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
})

test('the database refuses a key that gains a scope, lives longer or is reactivated', async () => {
  const { id } = await registered()
  const key = await keyOf(kalli, id, { scopes: ['bookings:read'] })
  const change = (values: { scopes?: string[]; expires_at?: Date | null; revoked_at?: Date | null }) =>
    kalli.database.kysely.updateTable('api_keys').set(values).where('id', '=', key.id).execute()
  await assert.rejects(change({ scopes: ['bookings:write'] }), /cannot be changed/)
  await assert.rejects(change({ expires_at: kalli.clock() }), /cannot be changed|end_after_start/)
  await change({ revoked_at: kalli.clock() })
  await assert.rejects(change({ revoked_at: null }), /cannot be changed/)
})

test('a call uses the version it names, or else the key’s', async () => {
  const { person } = await registered()
  const { secret } = await made(person)
  const known = await callBy(kalli, secret, keys.caller, {}, { 'kalli-version': '2026-11-28' })
  assert.equal(known.headers.get('kalli-version'), '2026-11-28')
  assert.deepEqual(await codeOf(callBy(kalli, secret, keys.caller, {}, { 'kalli-version': '2020-01-01' })), [
    400,
    'unknown_version',
  ])
})

test('a key’s owner sees its last problem, and its last use is written once a minute', async () => {
  const { person } = await registered()
  const { key, secret } = await made(person)
  await callBy(kalli, secret, settings.accountProfile)
  const line = async () => (await person.call(keys.apiKeys)).body.find(({ id }) => id === key.id)
  await until('the problem is noted', async () => (await line())?.lastProblem?.code === 'scope_missing')
  assert.match((await line())?.lastProblem?.message ?? '', /permiso/)
  const usedAt = (await line())?.lastUsedAt
  kalli.time.advance(0.5)
  await callBy(kalli, secret, keys.caller)
  assert.equal((await line())?.lastUsedAt, usedAt)
  kalli.time.advance(1)
  await callBy(kalli, secret, keys.caller)
  assert.notEqual((await line())?.lastUsedAt, usedAt)
})

test('each reply to a key names its rate limit, and one key’s calls do not use up another’s', async () => {
  const limited = await startTestServer({ config: { rateLimits: true, logLevel: 'silent' } })
  try {
    const id = await people.account(limited)
    const [one, other] = [await keyOf(limited, id), await keyOf(limited, id)]
    const answer = await callBy(limited, one.secret, keys.caller)
    assert.equal(answer.headers.get('ratelimit-limit'), String(credentialAllowance.calls))
    assert.equal(answer.headers.get('ratelimit-remaining'), String(credentialAllowance.calls - 1))
    assert.ok(Number(answer.headers.get('ratelimit-reset')) <= credentialAllowance.seconds)
    await limited.database.kysely
      .updateTable('limits')
      .set({ count: credentialAllowance.calls })
      .where('bucket', '=', `credential:key.${one.id}`)
      .execute()
    const over = await callBy(limited, one.secret, keys.caller)
    assert.deepEqual([over.status, refusalOf(over).code], [429, 'too_many_requests'])
    assert.equal(over.headers.get('ratelimit-remaining'), '0')
    assert.ok(Number(over.headers.get('retry-after')) > 0)
    assert.equal((await callBy(limited, other.secret, keys.caller)).status, 200)
  } finally {
    await limited.close()
  }
})
