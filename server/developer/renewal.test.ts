/** Keys and apps over time: a key that is renewed or about to end, an app that is changed or gets another secret. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as keys from '#contract/developer/api-key.ts'
import * as apps from '#contract/developer/app.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { mailExpiring } from '#server/developer/expiring.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { appOf, callBy, keyOf } from '#server/testing/keys.ts'
import { allowed, consented, postForm, refusedBy, registeredPerson } from '#server/testing/oauth.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { postOffice } from '#server/testing/post-office.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const made = async (person: Person, days: 30 | null = 30) => {
  const answer = await person.call(keys.makeApiKey, {
    body: { name: 'Mi página', scopes: ['services:read'], days },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const renewed = async (person: Person, id: string, formerHours: 0 | 24) => {
  const answer = await person.call(keys.renewApiKey, { params: { id }, body: { formerHours } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const tried = async (secret: string) => (await callBy(kalli, secret, keys.caller)).status

test('only the owner renews a key, after confirming their identity', async () => {
  const { person } = await registeredPerson(kalli)
  const { key } = await made(person)
  const stranger = (await registeredPerson(kalli)).person
  const renew = (who: Person) =>
    who.call(keys.renewApiKey, { params: { id: key.id }, body: { formerHours: 0 } })
  assert.equal((await renew(kalli.visitor())).status, 401)
  assert.equal(refusalOf(await renew(stranger)).code, 'not_found')
  kalli.time.advance(11)
  assert.equal(refusalOf(await renew(person)).code, 'confirm_identity')
})

test('a renewed key keeps name, scopes, role and duration, and the former one works for a day more', async () => {
  const { person } = await registeredPerson(kalli)
  const { key, secret } = await made(person)
  kalli.time.advance(5)
  const next = await renewed(person, key.id, 24)
  assert.notEqual(next.secret, secret)
  assert.deepEqual(
    [next.key.name, next.key.scopes, next.key.actsAs, next.key.expiresAt],
    ['Mi página', key.scopes, key.actsAs, new Date(kalli.clock().getTime() + 30 * dayMs).toISOString()],
  )
  const former = (await person.call(keys.apiKeys)).body.find(({ id }) => id === key.id)
  assert.deepEqual(
    [former?.name, former?.expiresAt],
    ['Mi página (anterior)', new Date(kalli.clock().getTime() + dayMs).toISOString()],
  )
  assert.deepEqual([await tried(secret), await tried(next.secret)], [200, 200])
  kalli.time.advance(24 * 60 + 1)
  assert.deepEqual(await refusedBy(callBy(kalli, secret, keys.caller)), [401, 'token_expired'])
  assert.equal(await tried(next.secret), 200)
})

test('a key renewed again while its former one works is refused by name, and afterwards renewed', async () => {
  const { person } = await registeredPerson(kalli)
  const { key } = await made(person, null)
  const next = await renewed(person, key.id, 24)
  const again = await person.call(keys.renewApiKey, {
    params: { id: next.key.id },
    body: { formerHours: 24 },
  })
  assert.equal(refusalOf(again).code, 'key_name_taken')
  assert.equal(await tried(next.secret), 200, 'nothing has changed')
  const third = await renewed(person, next.key.id, 0)
  assert.equal(third.key.expiresAt, null)
  assert.deepEqual(await refusedBy(callBy(kalli, next.secret, keys.caller)), [401, 'token_revoked'])
})

test('of two renewals at once one succeeds, and a key that was replaced is not renewed', async () => {
  const { person } = await registeredPerson(kalli)
  const { key } = await made(person)
  const renew = (id: string, formerHours: 0 | 24) =>
    person.call(keys.renewApiKey, { params: { id }, body: { formerHours } })
  const both = await Promise.all([renew(key.id, 24), renew(key.id, 24)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  for (const hours of [0, 24] as const)
    assert.equal(refusalOf(await renew(key.id, hours)).code, 'key_replaced')
  const names = (await person.call(keys.apiKeys)).body.map(({ name }) => name)
  assert.deepEqual(names.toSorted(), ['Mi página', 'Mi página (anterior)'])
})

test('a key that ended sooner never gets a longer life by its renewal', async () => {
  const { person, id } = await registeredPerson(kalli)
  const soon = new Date(kalli.clock().getTime() + dayMs / 2)
  const { id: keyId, secret } = await keyOf(kalli, id, { expiresAt: soon })
  await renewed(person, keyId, 24)
  const former = (await person.call(keys.apiKeys)).body.find((one) => one.id === keyId)
  assert.equal(former?.expiresAt, soon.toISOString())
  kalli.time.advance(12 * 60 + 1)
  assert.equal(await tried(secret), 401)
  await assert.rejects(
    kalli.database.pool.query(`update api_keys set expires_at = $2 where id = $1`, [
      keyId,
      new Date(soon.getTime() + 1),
    ]),
    /a key cannot be changed/,
  )
})

const expiringEmailsTo = async (email: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where to_address = $1 and dedupe_key like 'key-expiring:%'`,
    [email],
  )
  return rows.map(({ subject }) => subject)
}

test('the owner of a key gets one email in the week before it ends, and none for one that was renewed or revoked', async () => {
  const one = await registeredPerson(kalli)
  await made(one.person)
  const other = await registeredPerson(kalli)
  const { key } = await made(other.person)
  const third = await registeredPerson(kalli)
  const revoked = await made(third.person)
  await third.person.call(keys.revokeApiKey, { params: { id: revoked.key.id } })
  kalli.time.advance(22 * 24 * 60)
  await mailExpiring(ownWork(kalli))
  assert.deepEqual(await expiringEmailsTo(one.email), [], 'not eight days before')
  await kalli.database.pool.query('update sessions set proven_at = $1, expires_at = $2', [
    kalli.clock(),
    new Date(kalli.clock().getTime() + 30 * dayMs),
  ])
  await renewed(other.person, key.id, 24)
  kalli.time.advance(24 * 60)
  await mailExpiring(ownWork(kalli))
  await mailExpiring(ownWork(kalli))
  await drain(kalli)
  assert.deepEqual(await expiringEmailsTo(one.email), ['Tu llave «Mi página» vence pronto'])
  assert.deepEqual(await expiringEmailsTo(other.email), [])
  assert.deepEqual(await expiringEmailsTo(third.email), [])
})

test('a mailbox that does not exist keeps no other owner from the email about their key', async () => {
  const smtp = await postOffice()
  const real = await startTestServer({ config: { smtpUrl: smtp.url, mailFrom: 'Kalli <hola@kalli.mx>' } })
  try {
    const expiresAt = new Date(real.clock().getTime() + 3 * dayMs)
    for (const _ of [1, 2]) await keyOf(real, await people.account(real), { expiresAt })
    smtp.recipient = '550 5.1.1 no such user here'
    await mailExpiring(ownWork(real))
    assert.equal(smtp.requests, 2)
  } finally {
    await real.close()
    await smtp.close()
  }
})

const appBody = {
  name: 'Agenda Luna',
  website: 'https://luna.example.test',
  redirectUris: ['https://luna.example.test/regreso'],
}

test('an app’s name, site and redirect addresses are changed by its owner alone, and its people keep their consent', async () => {
  const maker = await registeredPerson(kalli)
  const user = await registeredPerson(kalli)
  const app = await appOf(kalli, maker.id)
  const { tokens } = await allowed(kalli, user.person, app)
  const change = (who: Person, more: object = {}) =>
    who.call(apps.changeApp, { params: { id: app.id }, body: { ...appBody, ...more } })
  assert.equal((await change(kalli.visitor())).status, 401)
  assert.equal(refusalOf(await change(user.person)).code, 'not_found')
  assert.equal(
    refusalOf(await change(maker.person, { redirectUris: ['http://malo.test/'] })).code,
    'redirect_not_allowed',
  )
  assert.equal(refusalOf(await change(maker.person, { website: 'javascript:x' })).code, 'website_not_allowed')
  const changed = await change(maker.person)
  assert.deepEqual(
    [changed.status, changed.body.name, changed.body.website, changed.body.redirectUris],
    [200, appBody.name, appBody.website, appBody.redirectUris],
  )
  const { website: _, ...without } = appBody
  const renamed = await maker.person.call(apps.changeApp, { params: { id: app.id }, body: without })
  assert.equal(renamed.body.website, appBody.website, 'what is not named stays')
  assert.equal((await change(maker.person, { website: '' })).body.website, null)
  assert.equal(await tried(tokens.access_token), 200)
  const request = { client_id: app.id, redirect_uri: app.redirectUri, response_type: 'code' }
  assert.equal(
    refusalOf(await user.person.call(apps.consent, { query: request })).code,
    'redirect_unknown',
    'the former address ends at once',
  )
  kalli.time.advance(11)
  assert.equal(refusalOf(await change(maker.person)).code, 'confirm_identity')
})

test('after a new secret the former one works for a day, or ends at once when its owner says so', async () => {
  const maker = await registeredPerson(kalli)
  const app = await appOf(kalli, maker.id, { isConfidential: true })
  const { request, address } = await consented(kalli, maker.person, app)
  assert.equal(request.client_id, app.id)
  // A secret that is accepted gets as far as the code, which is exchanged without its verifier here.
  const errorOf = async (secret: string) =>
    (
      await postForm(
        kalli,
        '/oauth/token',
        {
          grant_type: 'authorization_code',
          code: address.searchParams.get('code') ?? '',
          redirect_uri: app.redirectUri,
          code_verifier: 'x'.repeat(43),
        },
        { authorization: `Basic ${Buffer.from(`${app.id}:${secret}`).toString('base64')}` },
      )
    ).error
  const renew = async (formerHours: 0 | 24) => {
    const { status, body } = await maker.person.call(apps.renewAppSecret, {
      params: { id: app.id },
      body: { formerHours },
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const first = app.secret ?? ''
  const second = await renew(24)
  assert.equal(second.formerUntil, new Date(kalli.clock().getTime() + dayMs).toISOString())
  assert.equal((await maker.person.call(apps.ownApps)).body[0]?.formerUntil, second.formerUntil)
  assert.deepEqual([await errorOf(first), await errorOf(second.secret)], ['invalid_grant', 'invalid_grant'])
  assert.equal(await errorOf('kalli_secret_otro'), 'invalid_client')
  const third = await renew(0)
  assert.equal(third.formerUntil, null)
  assert.deepEqual(
    [await errorOf(first), await errorOf(second.secret), await errorOf(third.secret)],
    ['invalid_client', 'invalid_client', 'invalid_grant'],
  )
  const fourth = await renew(24)
  kalli.time.advance(24 * 60 + 1)
  assert.deepEqual(
    [await errorOf(third.secret), await errorOf(fourth.secret)],
    ['invalid_client', 'invalid_grant'],
  )
  assert.equal((await maker.person.call(apps.ownApps)).body[0]?.formerUntil, null)
})
