import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as account from '#contract/account/account.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import * as settings from '#contract/account/settings.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

let serial = 0
const password = 'una frase larga'
const registered = async () => {
  const person = kalli.visitor()
  const email = `olga${++serial}@ejemplo.mx`
  const body = { email, password, firstName: 'Olga', lastName: 'Paz', role: 'client' as const }
  assert.equal((await person.call(account.register, { body })).status, 200)
  return { person, email }
}
const signedIn = async (email: string, userAgent: string, secret = password) => {
  const person = kalli.visitor()
  const headers = { 'user-agent': userAgent }
  const answer = await person.call(account.login, { body: { email, password: secret } }, { headers })
  return { person, status: answer.status }
}
const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

test('an anonymous visitor has no settings', async () => {
  const visitor = kalli.visitor()
  for (const endpoint of [settings.accountProfile, settings.sessions, settings.endOtherSessions])
    assert.equal((await visitor.call(endpoint)).status, 401)
})

test('a name is changed, and a stale change is refused', async () => {
  const { person, email } = await registered()
  const { body: before } = await person.call(settings.accountProfile)
  assert.deepEqual([before.firstName, before.email, before.version], ['Olga', email, 1])
  const body = { firstName: ' Olga María ', lastName: 'Paz', version: 1 }
  const { body: changed } = await person.call(settings.saveAccountProfile, { body })
  assert.deepEqual([changed.firstName, changed.version], ['Olga María', 2])
  const stale = await person.call(settings.saveAccountProfile, { body })
  assert.deepEqual([stale.status, refusalOf(stale).code], [409, 'stale_version'])
})

test('of two changes of a name at once, one is saved', async () => {
  const { person } = await registered()
  const answers = await Promise.all(
    ['Ana', 'Eva'].map((firstName) =>
      person.call(settings.saveAccountProfile, { body: { firstName, lastName: 'Paz', version: 1 } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
})

test('empty, blank or too long names are refused', async () => {
  const { person } = await registered()
  for (const firstName of ['', '   ', 'x'.repeat(81)]) {
    const answer = await person.call(settings.saveAccountProfile, {
      body: { firstName, lastName: 'Paz', version: 1 },
    })
    assert.equal(answer.status, 400)
  }
})

test("a professional's new name is found in search", async () => {
  const stylist = await people.professional(kalli)
  await stylist.person.call(settings.saveAccountProfile, {
    body: { firstName: 'Xóchitl', lastName: 'Quetzal', version: 1 },
  })
  await drain(kalli)
  const { body } = await kalli.visitor().call(searchProfessionals, { query: { q: 'Xóchitl' } })
  assert.deepEqual(
    body.map(({ id, user }) => [id, user.lastName]),
    [[stylist.id, 'Quetzal']],
  )
})

test('a professional’s lists use the time zone of their place until they choose another Mexican one', async () => {
  const stylist = await people.professional(kalli, { zone: 'America/Tijuana' })
  const read = async () => (await stylist.person.call(settings.accountProfile)).body
  assert.deepEqual([(await read()).zone, (await read()).effectiveZone], [null, 'America/Tijuana'])
  await stylist.person.call(settings.saveZone, { body: { zone: 'America/Cancun' } })
  assert.equal((await read()).effectiveZone, 'America/Cancun')
  assert.equal((await stylist.person.call(account.user)).body.zone, 'America/Cancun')
  for (const zone of ['Europe/Madrid', 'constructor', '']) {
    const answer = await stylist.person.call(settings.saveZone, { body: { zone } })
    assert.deepEqual([answer.status, refusalOf(answer).code], [400, 'unknown_zone'])
  }
  await stylist.person.call(settings.saveZone, { body: { zone: null } })
  assert.equal((await read()).effectiveZone, 'America/Tijuana')
})

test('a new password needs the old one, follows the password rules, and ends the other sessions', async () => {
  const { person, email } = await registered()
  const other = await signedIn(email, phone)
  const change = (currentPassword: string, newPassword: string) =>
    person.call(settings.changePassword, { body: { currentPassword, newPassword } })
  assert.equal(refusalOf(await change('otra', 'una nueva frase')).code, 'wrong_password')
  assert.equal(refusalOf(await change(password, 'corta')).code, 'password_too_short')
  assert.equal(refusalOf(await change(password, '123456')).code, 'password_too_common')
  assert.equal((await other.person.call(account.user)).status, 200)
  assert.equal((await change(password, 'una nueva frase')).status, 200)
  assert.equal((await other.person.call(account.user)).status, 401)
  assert.equal((await person.call(account.user)).status, 200)
  assert.equal((await signedIn(email, phone)).status, 401)
  assert.equal((await signedIn(email, phone, 'una nueva frase')).status, 200)
  await drain(kalli)
  const emailMessage = await kalli.database.kysely
    .selectFrom('mails')
    .select('body_text')
    .where('to_address', '=', email)
    .where('subject', '<>', 'Te damos la bienvenida a Kalli')
    .executeTakeFirst()
  assert.match(emailMessage?.body_text ?? '', /en los demás dispositivos/)
})

test('the list shows each device by a common name, this one first', async () => {
  const { person, email } = await registered()
  await signedIn(email, phone)
  const { body } = await person.call(settings.sessions)
  assert.deepEqual(
    body.map(({ device, kind, here }) => [device, kind, here]),
    [
      ['Dispositivo desconocido', 'unknown', true],
      ['Chrome en Android', 'phone', false],
    ],
  )
  assert.ok(!JSON.stringify(body).includes('Mozilla'))
})

test('a user can sign out one device or all others, and no other user’s', async () => {
  const { person, email } = await registered()
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => signedIn(email, phone)))
  const stranger = await registered()
  const { body: list } = await person.call(settings.sessions)
  const foreign = await stranger.person.call(settings.endSession, { params: { id: list[1]?.id ?? '' } })
  assert.equal(foreign.status, 404)
  assert.equal((await person.call(settings.endSession, { params: { id: 'x' } })).status, 404)
  assert.equal((await person.call(settings.endSession, { params: { id: list[1]?.id ?? '' } })).status, 200)
  assert.equal((await person.call(settings.endOtherSessions)).body.ended, 2)
  for (const gone of [one, two, three]) assert.equal((await gone?.person.call(account.user))?.status, 401)
  assert.equal((await person.call(account.user)).status, 200)
  assert.equal((await stranger.person.call(account.user)).status, 200)
})
