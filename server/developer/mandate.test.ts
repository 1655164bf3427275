/** A mandate ends with the access of its app. What a mandate allows: server/assistant/assistant.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/assistant/mandate.ts'
import * as apps from '#contract/developer/app.ts'
import { drain, publish } from '#server/platform/jobs.ts'
import { appOf, type TestApp } from '#server/testing/keys.ts'
import { allowed, registeredPerson } from '#server/testing/oauth.ts'
import { signIn } from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

type Member = Awaited<ReturnType<typeof registeredPerson>>

/** Allowed, with a mandate. Returns the refresh token. */
const trusted = async ({ person }: Member, app: TestApp) => {
  const { refreshToken } = await allowed(kalli, person, app)
  const body = {
    appId: app.id,
    acts: ['book' as const, 'cancel' as const],
    eachCents: 10_000,
    totalCents: 20_000,
    days: 90,
  }
  assert.equal((await person.call(contract.giveMandate, { body })).status, 201)
  return refreshToken
}

const mandatesOf = async ({ person }: Member) => (await person.call(contract.mandates)).body.length

const signedOut = async (app: TestApp, token: string) => {
  const form = new URLSearchParams({ client_id: app.id, token })
  const response = await fetch(`${kalli.url}/oauth/revoke`, { method: 'POST', body: form })
  assert.equal(response.status, 200)
}

const recovered = async ({ id: accountId }: Member) => {
  await publish(kalli.work(), 'account.password_changed', { accountId, changeId: crypto.randomUUID() })
  await drain(kalli)
}

/** Signed in again, and just identified. */
const identified = async (who: Member): Promise<Member> => {
  const person = await signIn(kalli, who.id)
  await kalli.database.pool.query('update sessions set proven_at = $2 where account_id = $1', [
    who.id,
    kalli.clock(),
  ])
  return { ...who, person }
}

for (const [how, end] of [
  ['is removed', ({ person }: Member, { id }: TestApp) => person.call(apps.disallowApp, { params: { id } })],
  ['ends its access itself', (_: Member, app: TestApp, token: string) => signedOut(app, token)],
  ['loses its access with a recovered account', (who: Member) => recovered(who)],
] as const)
  test(`the mandate of an app that ${how} does not come back when the app is allowed again`, async () => {
    const [who, app] = [await registeredPerson(kalli), await appOf(kalli, null)]
    const token = await trusted(who, app)
    assert.equal(await mandatesOf(who), 1)
    await end(who, app, token)
    await allowed(kalli, who.person, app)
    assert.equal(await mandatesOf(who), 0)
  })

test('the mandate of an app on two devices stays while one of them has access', async () => {
  const [who, app] = [await registeredPerson(kalli), await appOf(kalli, null)]
  const first = await trusted(who, app)
  const { refreshToken } = await allowed(kalli, who.person, app)
  await signedOut(app, first)
  assert.equal(await mandatesOf(who), 1)
  await signedOut(app, refreshToken)
  assert.equal(await mandatesOf(who), 0)
})

test('the mandate of an app whose access expired does not come back when the app is allowed again', async () => {
  const [who, app] = [await registeredPerson(kalli), await appOf(kalli, null)]
  await allowed(kalli, who.person, app)
  kalli.time.advance((apps.grantDays - 10) * 24 * 60)
  const later = await identified(who)
  const body = { appId: app.id, acts: ['book' as const], eachCents: 1_000, totalCents: 2_000, days: 90 }
  assert.equal((await later.person.call(contract.giveMandate, { body })).status, 201)
  kalli.time.advance(11 * 24 * 60)
  const last = await identified(who)
  assert.equal(await mandatesOf(last), 1)
  await allowed(kalli, last.person, app)
  assert.equal(await mandatesOf(last), 0)
})

test('removing one app leaves the mandates of other apps and of other people', async () => {
  const [who, other] = [await registeredPerson(kalli), await registeredPerson(kalli)]
  const [app, otherApp] = [await appOf(kalli, null), await appOf(kalli, null)]
  for (const [person, one] of [
    [who, app],
    [who, otherApp],
    [other, app],
  ] as const)
    await trusted(person, one)
  await who.person.call(apps.disallowApp, { params: { id: app.id } })
  const left = (await who.person.call(contract.mandates)).body
  assert.deepEqual(
    left.map((one) => one.app.id),
    [otherApp.id],
  )
  assert.equal(await mandatesOf(other), 1)
})
