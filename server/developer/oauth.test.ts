/** Apps from the consent to the last token, called by an independent client library (openid-client). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import * as settings from '#contract/account/settings.ts'
import { caller } from '#contract/developer/api-key.ts'
import * as apps from '#contract/developer/app.ts'
import { services } from '#contract/service/service.ts'
import { suspend } from '#server/account/suspending.ts'
import { forgetOver } from '#server/developer/grant.ts'
import { accessMinutes, refresh } from '#server/developer/token.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { ownWork } from '#server/platform/work.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import { appOf, callBy } from '#server/testing/keys.ts'
import { allowed, consented, postForm, refusedBy, registeredPerson } from '#server/testing/oauth.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

test('a user’s app gets consent, calls the API, renews its token and is revoked', async () => {
  const { person } = await registeredPerson(kalli)
  const { body: made } = await (
    await registeredPerson(kalli)
  ).person.call(apps.makeApp, {
    body: {
      name: 'Agenda Luna',
      website: 'https://luna.example.test',
      redirectUris: ['https://luna.example.test/regreso'],
      isConfidential: true,
      scopes: ['services:write'],
    },
  })
  const app = { id: made.app.id, secret: made.secret, redirectUri: 'https://luna.example.test/regreso' }
  const { config, request, address, checks } = await consented(kalli, person, app)
  const shown = await person.call(apps.consent, { query: request })
  assert.deepEqual(shown.body.app, {
    name: 'Agenda Luna',
    website: 'https://luna.example.test',
    returnsTo: 'luna.example.test',
    isUnknown: false,
  })
  assert.deepEqual([shown.body.scopes, shown.body.actsAs], [['services:read'], 'professional'])
  assert.deepEqual((await person.call(apps.allowedApps)).body, [], 'not before the code is exchanged')
  const tokens = await client.authorizationCodeGrant(config, address, checks)
  assert.deepEqual([tokens.expires_in, tokens.scope], [accessMinutes * 60, 'services:read'])
  const called = await callBy(kalli, tokens.access_token, caller)
  assert.deepEqual([called.body.kind, called.body.name], ['app', 'Agenda Luna'])
  assert.equal((await callBy(kalli, tokens.access_token, services)).status, 200)
  assert.deepEqual(await refusedBy(callBy(kalli, tokens.access_token, settings.accountProfile)), [
    403,
    'scope_missing',
  ])
  const [line] = (await person.call(apps.allowedApps)).body
  assert.deepEqual([line?.name, line?.lastUsedAt], ['Agenda Luna', kalli.clock().toISOString()])

  kalli.time.advance(accessMinutes + 1)
  assert.deepEqual(await refusedBy(callBy(kalli, tokens.access_token, caller)), [401, 'token_expired'])
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  assert.equal((await callBy(kalli, next.access_token, caller)).status, 200)
  await client.tokenRevocation(config, next.refresh_token ?? '')
  assert.deepEqual(await refusedBy(callBy(kalli, next.access_token, caller)), [401, 'token_revoked'])
  assert.deepEqual((await person.call(apps.allowedApps)).body, [])
})

test('no token, code or secret is readable in the database', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null, { isConfidential: true })
  const { tokens } = await allowed(kalli, person, app)
  const secrets = [app.secret ?? '', tokens.access_token, tokens.refresh_token ?? '']
  for (const table of ['oauth_apps', 'oauth_grants', 'oauth_codes', 'oauth_tokens'] as const) {
    const rows = JSON.stringify(await kalli.database.kysely.selectFrom(table).selectAll().execute())
    for (const secret of secrets) {
      assert.ok(secret.length > 40)
      assert.ok(!rows.includes(secret), table)
    }
  }
})

test('of ten concurrent exchanges of one code one gets tokens, which are then revoked as copied', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const { address, checks } = await consented(kalli, person, app)
  const fields = {
    grant_type: 'authorization_code',
    client_id: app.id,
    code: address.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
    code_verifier: checks.pkceCodeVerifier,
  }
  const all = await Promise.all(Array.from({ length: 10 }, () => postForm(kalli, '/oauth/token', fields)))
  const made = all.filter(({ status }) => status === 200)
  assert.equal(made.length, 1)
  assert.ok(all.every(({ status, error }) => status === 200 || error === 'invalid_grant'))
  const token = String(made[0]?.body['access_token'])
  assert.deepEqual(await refusedBy(callBy(kalli, token, caller)), [401, 'token_revoked'])
})

test('of ten concurrent uses of a refresh token one gets the next, and reuse revokes the whole family', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const { refreshToken, tokens } = await allowed(kalli, person, app)
  const other = await allowed(kalli, person, app)
  const fields = { grant_type: 'refresh_token', client_id: app.id, refresh_token: refreshToken }
  const all = await Promise.all(Array.from({ length: 10 }, () => postForm(kalli, '/oauth/token', fields)))
  const made = all.filter(({ status }) => status === 200)
  assert.equal(made.length, 1)
  const next = String(made[0]?.body['access_token'])
  for (const token of [next, tokens.access_token])
    assert.deepEqual(await refusedBy(callBy(kalli, token, caller)), [401, 'token_revoked'])
  const later = { ...fields, refresh_token: String(made[0]?.body['refresh_token']) }
  assert.equal((await postForm(kalli, '/oauth/token', later)).error, 'invalid_grant')
  assert.equal(
    (await callBy(kalli, other.tokens.access_token, caller)).status,
    200,
    'another device is untouched',
  )
})

test('a server that dies while it renews an access has done nothing or all of it; a lost answer ends the access', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const fieldsOf = (refreshToken: string) => ({
    grant_type: 'refresh_token',
    client_id: app.id,
    refresh_token: refreshToken,
  })
  const dies = async (place: 'inside-token' | 'committed-token', refreshToken: string) => {
    const crashing = openCrashing(kalli, place, kalli.clock)
    await crashing.run(() => refresh(ownWork(crashing.kalli), app.id, refreshToken)).catch(() => undefined)
    crashing.kill()
    assert.equal(await crashing.died, true, place)
  }
  const one = await allowed(kalli, person, app)
  await dies('inside-token', one.refreshToken)
  const renewed = await postForm(kalli, '/oauth/token', fieldsOf(one.refreshToken))
  assert.equal(renewed.status, 200, 'nothing was done: the same token is exchanged now')
  const next = String(renewed.body['refresh_token'])
  await dies('committed-token', next)
  // Its answer is lost: a second use looks like a copy.
  const lost = await postForm(kalli, '/oauth/token', fieldsOf(next))
  assert.deepEqual([lost.status, lost.error], [400, 'invalid_grant'])
  assert.deepEqual(await refusedBy(callBy(kalli, String(renewed.body['access_token']), caller)), [
    401,
    'token_revoked',
  ])
})

test('a code is refused with another verifier, address or app, and after a minute', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const stranger = await appOf(kalli, null)
  const { address, checks } = await consented(kalli, person, app)
  const right = {
    grant_type: 'authorization_code',
    client_id: app.id,
    code: address.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
    code_verifier: checks.pkceCodeVerifier,
  }
  for (const wrong of [
    { code_verifier: client.randomPKCECodeVerifier() },
    { code_verifier: '' },
    { redirect_uri: `${app.redirectUri}/` },
    { client_id: stranger.id },
    { code: `${right.code}x` },
  ])
    assert.equal(
      (await postForm(kalli, '/oauth/token', { ...right, ...wrong })).error,
      'invalid_grant',
      JSON.stringify(wrong),
    )
  kalli.time.advance(2)
  assert.equal((await postForm(kalli, '/oauth/token', right)).error, 'invalid_grant')
})

test('a confidential app must present its secret, and a public one has none', async () => {
  const app = await appOf(kalli, null, { isConfidential: true })
  const fields = { grant_type: 'refresh_token', refresh_token: 'x' }
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  for (const [more, headers] of [
    [{ client_id: app.id }, {}],
    [{ client_id: app.id, client_secret: 'wrong' }, {}],
    [{}, basic(`${app.id}:wrong`)],
    [{}, basic('nonsense')],
    [{ client_id: 'app_0000000000000000' }, {}],
  ] as const) {
    const answer = await postForm(kalli, '/oauth/token', { ...fields, ...more }, headers)
    assert.deepEqual([answer.status, answer.error], [401, 'invalid_client'])
  }
  const shown = await postForm(kalli, '/oauth/token', {
    ...fields,
    client_id: app.id,
    client_secret: app.secret ?? '',
  })
  assert.equal(shown.error, 'invalid_grant')
  const open = await appOf(kalli, null)
  const odd = await postForm(kalli, '/oauth/token', { ...fields, client_id: open.id, client_secret: 'x' })
  assert.equal(odd.error, 'invalid_client')
})

test('an app’s access stops when the user revokes it, the app is removed, or the account is suspended', async () => {
  const { person, id } = await registeredPerson(kalli)
  const owner = await registeredPerson(kalli)
  const one = await appOf(kalli, owner.id)
  const { tokens, refreshToken } = await allowed(kalli, person, one)
  const params = { id: one.id }
  assert.equal((await (await registeredPerson(kalli)).person.call(apps.disallowApp, { params })).status, 404)
  assert.equal((await person.call(apps.disallowApp, { params })).status, 200)
  assert.deepEqual(await refusedBy(callBy(kalli, tokens.access_token, caller)), [401, 'token_revoked'])
  const fields = { grant_type: 'refresh_token', client_id: one.id, refresh_token: refreshToken }
  assert.equal((await postForm(kalli, '/oauth/token', fields)).error, 'invalid_grant')

  const again = await allowed(kalli, person, one)
  assert.equal((await owner.person.call(apps.ownApps)).body[0]?.people, 1)
  assert.equal((await person.call(apps.removeApp, { params })).status, 404)
  assert.equal((await owner.person.call(apps.removeApp, { params })).status, 200)
  assert.deepEqual(await refusedBy(callBy(kalli, again.tokens.access_token, caller)), [401, 'token_unknown'])

  const second = await allowed(kalli, person, await appOf(kalli, null))
  await suspend(kalli.work(), id)
  assert.deepEqual(await refusedBy(callBy(kalli, second.tokens.access_token, caller)), [
    403,
    'account_suspended',
  ])
})

test('a grant ends after its days, even if it was renewed until the last', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const { config, refreshToken } = await allowed(kalli, person, app)
  kalli.time.advance(apps.grantDays * 24 * 60 - 5)
  const last = await client.refreshTokenGrant(config, refreshToken)
  assert.equal(last.expires_in, 5 * 60)
  kalli.time.advance(6)
  await assert.rejects(
    client.refreshTokenGrant(config, last.refresh_token ?? ''),
    /invalid_grant|server responded/,
  )
  assert.deepEqual(await refusedBy(callBy(kalli, last.access_token, caller)), [401, 'token_expired'])
  kalli.time.advance(40 * 24 * 60)
  await forgetOver(kalli.work())
  const left = await kalli.database.kysely
    .selectFrom('oauth_grants')
    .select('id')
    .where('app_id', '=', app.id)
    .execute()
  assert.deepEqual(left, [])
})

test('a user’s grant cannot be widened in the database', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const { refreshToken } = await allowed(kalli, person, app)
  const grants = kalli.database.kysely.updateTable('oauth_grants').where('app_id', '=', app.id)
  await assert.rejects(grants.set({ scopes: ['clients:write'] }).execute(), /cannot be changed/)
  await grants.set({ revoked_at: kalli.clock() }).execute()
  await assert.rejects(grants.set({ revoked_at: null }).execute(), /cannot be changed/)
  const { grant_id: grantId } = await kalli.database.kysely
    .selectFrom('oauth_tokens')
    .select('grant_id')
    .where('token_hash', '=', hashToken(refreshToken))
    .executeTakeFirstOrThrow()
  const second = kalli.database.kysely.insertInto('oauth_tokens').values({
    token_hash: createHash('sha256').update('another').digest(),
    grant_id: grantId,
    kind: 'refresh',
    created_at: kalli.clock(),
    expires_at: new Date(kalli.clock().getTime() + 1000),
  })
  await assert.rejects(second.execute(), /oauth_tokens_one_refresh/)
})
