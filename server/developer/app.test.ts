/** Apps as they are made and registered, and their description for the person who allows them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import * as apps from '#contract/developer/app.ts'
import { isRedirectAllowed, isSameRedirect } from '#server/developer/redirect.ts'
import { appOf } from '#server/testing/keys.ts'
import { consented, postForm, registeredPerson } from '#server/testing/oauth.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

test('an unknown app or redirect address is shown to the user, and never redirected to', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  const base = {
    client_id: app.id,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  const ask = async (more: apps.ConsentRequest) => person.call(apps.consent, { query: { ...base, ...more } })
  assert.equal((await kalli.visitor().call(apps.consent, { query: base })).status, 401)
  assert.equal(refusalOf(await ask({ client_id: 'app_0000000000000000' })).code, 'app_unknown')
  for (const redirect of [
    `${app.redirectUri}/`,
    `${app.redirectUri}?x=1`,
    'https://agenda.example.test.evil.test/regreso',
    'https://agenda.example.test/regreso#x',
    'http://agenda.example.test/regreso',
    'javascript:alert(1)',
  ])
    assert.equal(refusalOf(await ask({ redirect_uri: redirect })).code, 'redirect_unknown', redirect)
  const back = async (more: apps.ConsentRequest) => {
    const { body } = await ask({ ...more, state: 'a b&c' })
    const address = new URL(body.back ?? '')
    assert.equal(address.searchParams.get('state'), 'a b&c')
    assert.equal(address.searchParams.get('iss'), kalli.url)
    return address.searchParams.get('error')
  }
  assert.equal(await back({ response_type: 'token' }), 'unsupported_response_type')
  assert.equal(await back({ code_challenge_method: 'plain' }), 'invalid_request')
  assert.equal(await back({ code_challenge: 'short' }), 'invalid_request')
  assert.equal(await back({ scope: 'everything' }), 'invalid_scope')
  const narrow = await appOf(kalli, null, { scopes: ['services:read'] })
  assert.equal(await back({ client_id: narrow.id, scope: 'services:write' }), 'invalid_scope')
  const denied = await person.call(apps.decideConsent, {
    body: { request: { ...base, state: 's' }, allow: false },
  })
  assert.equal(new URL(denied.body.address).searchParams.get('error'), 'access_denied')
})

test('a user allows an app only after confirming their identity, and never as an administrator', async () => {
  const { person } = await registeredPerson(kalli)
  const app = await appOf(kalli, null)
  kalli.time.advance(11)
  const request = {
    client_id: app.id,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  const answer = await person.call(apps.decideConsent, { body: { request, allow: true } })
  assert.equal(refusalOf(answer).code, 'confirm_identity')
  const admin = await administrator(kalli)
  for (const allow of [true, false]) {
    const refused = await admin.call(apps.decideConsent, { body: { request, allow } })
    assert.equal(refusalOf(refused).code, 'access_not_as_admin')
  }
})

test('an app registers itself, and the consent page says so', async () => {
  const config = await client.dynamicClientRegistration(
    new URL(kalli.url),
    {
      client_name: 'Asistente',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
      scope: 'bookings:read search:read',
    },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
  const id = config.clientMetadata().client_id
  const { person } = await registeredPerson(kalli)
  // A program takes a free port.
  const app = { id, secret: null, redirectUri: 'http://127.0.0.1:49152/callback' }
  const { request, tokens } = await consented(kalli, person, app, {}).then(async (made) => ({
    request: made.request,
    tokens: await client.authorizationCodeGrant(made.config, made.address, made.checks),
  }))
  const { body } = await person.call(apps.consent, { query: request })
  assert.equal(body.app?.isUnknown, true)
  assert.equal(tokens.scope, 'bookings:read search:read')
  for (const wrong of [
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['http://example.test/'] },
    { redirect_uris: [] },
    { client_name: '' },
    { scope: 'nothing' },
    { redirect_uris: ['https://a.test/\ud800'] },
  ]) {
    const response = await fetch(`${kalli.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'X', redirect_uris: ['https://a.test/'], ...wrong }),
    })
    assert.equal(response.status, 400, JSON.stringify(wrong))
  }
})

test('of twenty concurrently created apps an account gets ten', async () => {
  const { person } = await registeredPerson(kalli)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      person.call(apps.makeApp, {
        body: {
          name: `App ${index}`,
          redirectUris: ['https://a.example.test/'],
          isConfidential: false,
          scopes: ['search:read'],
        },
      }),
    ),
  )
  assert.equal(all.filter(({ status }) => status === 201).length, 10)
})

test('a new app secret invalidates the previous one', async () => {
  const { person, id } = await registeredPerson(kalli)
  const app = await appOf(kalli, id, { isConfidential: true })
  const { body } = await person.call(apps.renewAppSecret, {
    params: { id: app.id },
    body: { formerHours: 0 },
  })
  const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: app.id }
  const tried = (secret: string) => postForm(kalli, '/oauth/token', { ...fields, client_secret: secret })
  assert.equal((await tried(app.secret ?? '')).error, 'invalid_client')
  assert.equal((await tried(body.secret)).error, 'invalid_grant')
})

test('a redirect address must be https, loopback or an app scheme, and match exactly', () => {
  for (const good of [
    'https://a.test/b?c=d',
    'http://localhost:3000/x',
    'http://[::1]/x',
    'mx.kalli.agenda:/regreso',
  ])
    assert.ok(isRedirectAllowed(good), good)
  for (const bad of [
    '',
    'a.test',
    'http://a.test/',
    'https://u:p@a.test/',
    'https://a.test/#x',
    'data:text/html,x',
    'kalli:/x',
    'javascript:alert(1)',
    'https://a.test/ x',
  ])
    assert.ok(!isRedirectAllowed(bad), bad)
  assert.ok(isSameRedirect('http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb'))
  assert.ok(!isSameRedirect('http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb2'))
  assert.ok(!isSameRedirect('https://a.test/cb', 'https://a.test:444/cb'))
})
