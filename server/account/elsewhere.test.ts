import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/account/account.ts'
import { secondStep } from '#contract/account/settings.ts'
import { signInWays } from '#contract/account/sign-in.ts'
import { nameOf } from '#server/account/elsewhere.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startSignInProvider, type Stranger } from '#server/testing/sign-in-provider.ts'

let kalli: TestServer
let provider: Awaited<ReturnType<typeof startSignInProvider>>
before(async () => {
  kalli = await startTestServer()
  provider = await startSignInProvider(kalli.url)
  kalli.config.openId = provider.settings
})
after(async () => {
  await provider.close()
  await kalli.close()
})

let serial = 0
const someone = (values: Partial<Stranger> = {}): Stranger => {
  serial += 1
  return {
    sub: `persona-${serial}`,
    email: `frida${serial}@ejemplo.mx`,
    email_verified: true,
    given_name: 'Frida',
    family_name: 'Mora Gil',
    ...values,
  }
}

/** Follows a browser from our sign-in through the provider's, up to the address with which it returns to us. */
const leave = async (browser: Person, person: Stranger | null, query = '') => {
  provider.signsIn(person)
  const door = await browser.fetch('GET', `/api/login${query}`)
  let address = new URL(door.headers.get('location') ?? '', kalli.url).href
  const theirs = new Map<string, string>()
  for (let steps = 0; steps < 8 && address.startsWith(provider.settings.issuer); steps += 1) {
    const cookie = [...theirs].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      theirs.set(name, value)
    }
    address = new URL(answer.headers.get('location') ?? '', address).href
  }
  assert.ok(address.startsWith(`${kalli.url}/`), address)
  return address.slice(kalli.url.length)
}
const comeBack = async (browser: Person, path: string) => {
  const answer = await browser.fetch('GET', path)
  assert.equal(answer.status, 302)
  return answer.headers.get('location') ?? ''
}
const signIn = async (browser: Person, person: Stranger | null, query = '') =>
  comeBack(browser, await leave(browser, person, query))
const userOf = async (browser: Person) => (await browser.call(contract.user)).body
const isIn = async (browser: Person) => (await browser.call(contract.user)).status === 200

const registered = async (email: string) => {
  const person = kalli.visitor()
  const body = {
    email,
    password: 'una frase larga',
    firstName: 'Ana',
    lastName: 'Rojas',
    role: 'client' as const,
  }
  assert.equal((await person.call(contract.register, { body })).status, 200)
  return { person, body }
}
const resetPassword = async (email: string) => {
  await kalli.visitor().call(contract.forgotPassword, { body: { email } })
  await drain(kalli)
  const emailMessage = await kalli.database.kysely
    .selectFrom('mails')
    .select('body_text')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const token = /token=([\w-]+)/.exec(emailMessage?.body_text ?? '')?.[1] ?? ''
  const body = { token, newPassword: 'otra frase larga' }
  assert.equal((await kalli.visitor().call(contract.resetPassword, { body })).status, 200)
}

test('starting the server sends no request to the provider', () => assert.equal(provider.timesRequested(), 0))

test('without a provider sign-in leads to /auth and no other way is offered', async () => {
  kalli.config.openId = null
  try {
    const visitor = kalli.visitor()
    assert.equal((await visitor.fetch('GET', '/api/login')).headers.get('location'), '/auth')
    assert.deepEqual((await visitor.call(signInWays)).body, { elsewhere: null })
    assert.equal(await comeBack(visitor, '/api/login/return?code=x&state=y'), '/auth?error=over')
  } finally {
    kalli.config.openId = provider.settings
  }
})

test('the sign-in page gets the provider’s label and nothing else about it', async () =>
  assert.deepEqual((await kalli.visitor().call(signInWays)).body, { elsewhere: { label: 'Casa Azul' } }))

test('sign-in redirects with PKCE, a state and a nonce, and keeps the browser’s half in an HttpOnly cookie', async () => {
  const answer = await kalli.visitor().fetch('GET', '/api/login')
  const address = new URL(answer.headers.get('location') ?? '')
  assert.equal(address.origin, provider.settings.issuer)
  const requested = Object.fromEntries(address.searchParams)
  assert.equal(requested['code_challenge_method'], 'S256')
  assert.equal(requested['response_type'], 'code')
  assert.equal(requested['redirect_uri'], `${kalli.url}/api/login/return`)
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(requested[name] ?? '', /^[\w-]{43}$/)
  const [cookie = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith('elsewhere='))
  assert.match(cookie, /Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('a new user comes in as a client, with the name from the provider, and goes to the start page', async () => {
  const person = someone()
  const browser = kalli.visitor()
  assert.equal(await signIn(browser, person), '/?auth=success')
  const user = await userOf(browser)
  assert.deepEqual(
    [user.email, user.firstName, user.lastName, user.role],
    [person.email, 'Frida', 'Mora Gil', 'client'],
  )
  assert.equal(browser.jar.has('elsewhere'), false)
})

test('a user who signs in as a professional or host gets that role, and goes to the page that they wanted', async () => {
  for (const role of ['professional', 'host']) {
    const browser = kalli.visitor()
    const query = `?role=${role}&redirect=${encodeURIComponent('/booking?professional=7#x')}`
    assert.equal(await signIn(browser, someone(), query), '/booking?professional=7&auth=success#x')
    assert.equal((await userOf(browser)).activeRole, role)
  }
  const browser = kalli.visitor()
  await signIn(browser, someone(), '?role=admin')
  assert.equal((await userOf(browser)).activeRole, 'client')
})

test('no user is redirected to another site afterwards', async () => {
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example'])
    assert.equal(
      await signIn(kalli.visitor(), someone(), `?redirect=${encodeURIComponent(evil)}`),
      '/?auth=success',
    )
})

test('the same person is the same account, also when their e-mail over there has changed', async () => {
  const person = someone()
  const first = kalli.visitor()
  await signIn(first, person)
  const second = kalli.visitor()
  await signIn(second, { ...person, email: `nueva-${person.email}`, email_verified: false })
  assert.equal((await userOf(second)).id, (await userOf(first)).id)
  assert.equal((await userOf(second)).email, person.email)
})

test('an e-mail that the provider has not verified signs no user in', async () => {
  for (const person of [
    someone({ email_verified: false }),
    someone({ email_verified: undefined }),
    someone({ email: undefined }),
    someone({ email: 'no es un correo' }),
  ]) {
    const browser = kalli.visitor()
    assert.equal(await signIn(browser, person), '/auth?error=email_not_verified')
    assert.equal(await isIn(browser), false)
  }
})

test('an account registered with another person’s e-mail does not capture that person’s sign-in', async () => {
  const person = someone()
  const thief = await registered(person.email ?? '')
  const browser = kalli.visitor()
  const query = `?redirect=${encodeURIComponent('/my-bookings')}`
  assert.equal(await signIn(browser, person, query), '/auth?redirect=%2Fmy-bookings&error=not_confirmed')
  assert.equal(await isIn(browser), false)

  // The owner of the mailbox takes over the account with the email: the thief is signed out, and then both ways to sign in are the owner's.
  await resetPassword(person.email ?? '')
  assert.equal(await isIn(thief.person), false)
  assert.equal(await signIn(browser, person), '/?auth=success')
  assert.equal((await userOf(browser)).firstName, 'Ana')
  const body = { email: person.email ?? '', password: 'otra frase larga' }
  assert.equal((await kalli.visitor().call(contract.login, { body })).status, 200)
})

test('notifies the owner of an account that is joined', async () => {
  const person = someone()
  await registered(person.email ?? '')
  await resetPassword(person.email ?? '')
  await signIn(kalli.visitor(), person)
  await drain(kalli)
  const emailMessage = await kalli.database.kysely
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('to_address', '=', person.email ?? '')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  assert.equal(emailMessage?.subject, 'Ahora entras a Kalli también con Casa Azul')
})

test('an administrator’s account is never joined to a provider by its e-mail', async () => {
  const person = someone()
  await people.account(kalli, { email: person.email ?? '', roles: ['admin'] })
  assert.equal(await signIn(kalli.visitor(), person), '/auth?error=password_only')
})

test('a link of another user’s sign-in signs no visitor in', async () => {
  const thief = kalli.visitor()
  const path = await leave(thief, someone())
  const victim = kalli.visitor()
  assert.equal(await comeBack(victim, path), '/auth?error=over')
  // Nor when the victim is signing in too: the state is another's.
  await leave(victim, someone())
  assert.equal(await comeBack(victim, path), '/auth?error=failed')
  assert.equal(await isIn(victim), false)
})

test('the return from the provider works once, and within ten minutes', async () => {
  const browser = kalli.visitor()
  const path = await leave(browser, someone())
  const saved = browser.jar.get('elsewhere') ?? ''
  assert.equal(await comeBack(browser, path), '/?auth=success')
  const again = kalli.visitor()
  again.jar.set('elsewhere', saved)
  assert.equal(await comeBack(again, path), '/auth?error=failed')

  const slow = kalli.visitor()
  const late = await leave(slow, someone())
  const start = kalli.clock()
  kalli.time.advance(11)
  assert.equal(await comeBack(slow, late), '/auth?error=over')
  kalli.time.set(start)
})

test('a return with a changed state, code or issuer is refused', async () => {
  const changes = [
    (query: URLSearchParams) => query.set('state', 'x'.repeat(43)),
    (query: URLSearchParams) => query.set('code', 'x'.repeat(43)),
    (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
    (query: URLSearchParams) => query.delete('code'),
    (query: URLSearchParams) => query.append('state', 'again'),
  ]
  for (const change of changes) {
    const browser = kalli.visitor()
    const [path = '', search] = (await leave(browser, someone())).split('?')
    const query = new URLSearchParams(search)
    change(query)
    assert.equal(await comeBack(browser, `${path}?${query}`), '/auth?error=failed')
    assert.equal(await isIn(browser), false)
  }
})

test('a visitor who declines at the provider returns to sign-in with that reason', async () =>
  assert.equal(await signIn(kalli.visitor(), null), '/auth?error=cancelled'))

test('a provider that is down does not prevent password sign-in', async () => {
  kalli.config.openId = { ...provider.settings, issuer: 'http://127.0.0.1:9' }
  try {
    const answer = await kalli.visitor().fetch('GET', '/api/login?redirect=%2Fmy-bookings')
    assert.equal(answer.headers.get('location'), '/auth?redirect=%2Fmy-bookings&error=unavailable')
  } finally {
    kalli.config.openId = provider.settings
  }
})

test('requests the provider’s addresses once, for all users', () =>
  assert.equal(provider.timesRequested(), 1))

test('three windows that sign in as one person at once create one account', async () => {
  const person = someone()
  const browsers = [kalli.visitor(), kalli.visitor(), kalli.visitor()]
  const paths: string[] = []
  for (const browser of browsers) paths.push(await leave(browser, person))
  await Promise.all(browsers.map((browser, at) => comeBack(browser, paths[at] ?? '')))
  const ids = await Promise.all(browsers.map(async (browser) => (await userOf(browser)).id))
  assert.equal(new Set(ids).size, 1)
})

test('a provider sign-in still requires Kalli’s second factor', async () => {
  const person = someone()
  const browser = kalli.visitor()
  await signIn(browser, person)
  const { id } = await userOf(browser)
  await kalli.database.kysely
    .insertInto('second_factors')
    .values({
      account_id: id,
      secret: Buffer.from('x'),
      created_at: kalli.clock(),
      confirmed_at: kalli.clock(),
    })
    .execute()
  const other = kalli.visitor()
  const [path, step = ''] = (await signIn(other, person, '?redirect=%2Fmy-bookings')).split('#step=')
  assert.equal(path, '/auth?redirect=%2Fmy-bookings')
  assert.equal(await isIn(other), false)
  // The step is valid for a code alone; this code is not valid for any account.
  const answer = await other.call(secondStep, { body: { step, code: 'no es un código' } })
  assert.equal(refusalOf(answer).code, 'wrong_second_factor')
  const made = await other.call(secondStep, { body: { step: `${step}x`, code: '123456' } })
  assert.equal(refusalOf(made).code, 'second_step_over')
})

test('another site cannot start a sign-in, and a signed-in user stays signed in', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await kalli.visitor().fetch('GET', '/api/login', { headers })).status, 403)
  const browser = kalli.visitor()
  await signIn(browser, someone())
  const answer = await browser.fetch('GET', '/api/login?redirect=%2Fmy-bookings')
  assert.equal(answer.headers.get('location'), '/my-bookings')
})

const names = [
  [{ givenName: 'Frida', familyName: 'Mora', name: null }, 'Frida', 'Mora'],
  [{ givenName: null, familyName: null, name: 'Frida Mora Gil' }, 'Frida', 'Mora Gil'],
  [{ givenName: null, familyName: null, name: null }, 'frida', ''],
  [
    { givenName: ' \u202eFrida\u0000\n<b>', familyName: 'x'.repeat(500), name: null },
    'Fridab',
    'x'.repeat(80),
  ],
] as const
for (const [claims, first, last] of names)
  test(`${JSON.stringify(claims).slice(0, 70)} is called ${first}`, () =>
    assert.deepEqual(nameOf(claims, 'frida@ejemplo.mx'), { first_name: first, last_name: last }))
