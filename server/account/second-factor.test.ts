import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import * as account from '#contract/account/account.ts'
import * as settings from '#contract/account/settings.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

let serial = 0
const password = 'una frase larga'
const registered = async () => {
  const person = kalli.visitor()
  const email = `ines${++serial}@ejemplo.mx`
  const body = { email, password, firstName: 'Inés', lastName: 'Luna', role: 'client' as const }
  const { status, body: user } = await person.call(account.register, { body })
  assert.equal(status, 200)
  return { person, email, id: user.id }
}
/** The code of the phone's app, this many steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: kalli.clock().getTime() + steps * 30_000,
  })
const later = (minutes = 1) => kalli.time.advance(minutes)

const enrolled = async () => {
  later()
  const one = await registered()
  const { secret, uri, qr } = (await one.person.call(settings.startSecondFactor)).body
  const proved = await one.person.call(settings.proveSecondFactor, { body: { code: codeOf(secret) } })
  assert.equal(proved.status, 200)
  later()
  return { ...one, secret, uri, qr, codes: proved.body.recoveryCodes }
}
const firstStep = async (email: string, person = kalli.visitor()) => {
  const answer = await person.call(account.login, { body: { email, password } })
  const { details } = refusalOf(answer)
  const step = typeof details === 'object' && details !== null && 'step' in details ? details.step : ''
  return { person, status: answer.status, code: refusalOf(answer).code, step: String(step) }
}
const second = (person: Person, step: string, code: string) =>
  person.call(settings.secondStep, { body: { step, code } })

test('an anonymous visitor has no second factor', async () => {
  const visitor = kalli.visitor()
  for (const endpoint of [settings.startSecondFactor, settings.security, settings.removeSecondFactor])
    assert.equal((await visitor.call(endpoint)).status, 401)
  const answer = await second(visitor, 'x.y', '123456')
  assert.deepEqual([answer.status, refusalOf(answer).code], [401, 'second_step_over'])
})

test('an account without a second factor signs in with its password alone', async () => {
  const { email } = await registered()
  const answer = await kalli.visitor().call(account.login, { body: { email, password } })
  assert.deepEqual([answer.status, answer.body.email], [200, email])
})

test('the second factor is active only after a code from the app was entered', async () => {
  const { person, email } = await registered()
  const { secret } = (await person.call(settings.startSecondFactor)).body
  assert.equal((await kalli.visitor().call(account.login, { body: { email, password } })).status, 200)
  const wrong = await person.call(settings.proveSecondFactor, { body: { code: '000000' } })
  assert.deepEqual([wrong.status, refusalOf(wrong).code], [400, 'wrong_second_factor'])
  assert.equal((await person.call(settings.security)).body.secondFactorSince, null)
  const before = person.jar.get('sid') ?? ''
  const right = await person.call(settings.proveSecondFactor, { body: { code: codeOf(secret) } })
  assert.equal(right.body.recoveryCodes.length, 10)
  assert.notEqual(person.jar.get('sid'), before, 'the session has a new secret')
  const thief = kalli.visitor()
  thief.jar.set('sid', before)
  assert.equal((await thief.call(account.user)).status, 401)
  assert.equal((await person.call(account.user)).status, 200)
  assert.equal((await firstStep(email)).code, 'second_step_needed')
})

test('the owner gets the secret as a link and a QR code, and an e-mail', async () => {
  const { email, uri, qr, person } = await enrolled()
  assert.match(uri, /^otpauth:\/\/totp\/Kalli:.*issuer=Kalli/)
  assert.match(Buffer.from(qr.split(',')[1] ?? '', 'base64').toString(), /^<svg/)
  await drain(kalli)
  const emailMessage = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .where('subject', '<>', 'Te damos la bienvenida a Kalli')
    .executeTakeFirst()
  assert.equal(emailMessage?.subject, 'Activaste el segundo paso de tu cuenta de Kalli')
  const { body } = await person.call(settings.security)
  assert.deepEqual([body.recoveryCodesLeft, body.mayRemoveSecondFactor], [10, true])
})

test('neither the secret nor a recovery code can be read in the database', async () => {
  const { secret, codes } = await enrolled()
  const { rows } = await kalli.database.pool.query(
    `select encode(secret, 'escape') as text from second_factors
     union all select encode(code_hash, 'escape') from recovery_codes`,
  )
  const saved = JSON.stringify(rows)
  assert.ok(!saved.includes(secret))
  for (const code of codes) assert.ok(!saved.includes(code))
})

test('the right password alone signs no user in', async () => {
  const { email } = await enrolled()
  const { person, status, step } = await firstStep(email)
  assert.equal(status, 401)
  assert.equal(person.jar.has('sid'), false)
  assert.equal((await person.call(account.user)).status, 401)
  // The lowest bits of the last character are ignored, so another one may be the same signature.
  const character = step.at(-3) === 'x' ? 'y' : 'x'
  const forged = await second(person, `${step.slice(0, -3)}${character}${step.slice(-2)}`, '123456')
  assert.equal(refusalOf(forged).code, 'second_step_over')
})

test('password and code sign in', async () => {
  const { email, secret } = await enrolled()
  const { person, step } = await firstStep(email)
  const answer = await second(person, step, codeOf(secret))
  assert.deepEqual([answer.status, answer.body.email], [200, email])
  assert.equal((await person.call(account.user)).status, 200)
})

test('a code is accepted once, and every older code is then refused', async () => {
  const { email, secret } = await enrolled()
  const first = await firstStep(email)
  assert.equal((await second(first.person, first.step, codeOf(secret))).status, 200)
  const again = await firstStep(email)
  for (const steps of [0, -1]) {
    const answer = await second(again.person, again.step, codeOf(secret, steps))
    assert.deepEqual([answer.status, refusalOf(answer).code], [400, 'wrong_second_factor'])
  }
  assert.equal((await second(again.person, again.step, codeOf(secret, 1))).status, 200)
})

test('of ten sign-ins with the same code at once exactly one succeeds', async () => {
  const { email, secret } = await enrolled()
  await kalli.database.kysely.updateTable('second_factors').set({ wrong_tries: -20 }).execute()
  const doors = await Promise.all(Array.from({ length: 10 }, () => firstStep(email)))
  const answers = await Promise.all(doors.map(({ person, step }) => second(person, step, codeOf(secret))))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a code of two minutes ago is too old', async () => {
  const { email, secret } = await enrolled()
  const { person, step } = await firstStep(email)
  assert.equal((await second(person, step, codeOf(secret, -4))).status, 400)
})

test('five wrong codes lock the second factor for a quarter of an hour for every caller, also a hundred at once', async () => {
  const { email, secret } = await enrolled()
  const { step } = await firstStep(email)
  const answers = await Promise.all(Array.from({ length: 30 }, () => second(kalli.visitor(), step, '000000')))
  assert.equal(answers.filter(({ status }) => status === 400).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 25)
  const right = await second(kalli.visitor(), step, codeOf(secret))
  assert.deepEqual([right.status, refusalOf(right).code], [429, 'second_factor_locked'])
  later(16)
  const anew = await firstStep(email)
  assert.equal((await second(anew.person, anew.step, codeOf(secret))).status, 200)
})

test('the first step expires after ten minutes, and when the password changes', async () => {
  const { email, secret, person } = await enrolled()
  const old = await firstStep(email)
  later(11)
  assert.equal(refusalOf(await second(old.person, old.step, codeOf(secret))).code, 'second_step_over')
  const stale = await firstStep(email)
  await person.call(settings.changePassword, {
    body: { currentPassword: password, newPassword: 'otra frase larga' },
  })
  assert.equal(refusalOf(await second(stale.person, stale.step, codeOf(secret))).code, 'second_step_over')
})

test('a recovery code works once, in any case and with any separator', async () => {
  const { email, codes } = await enrolled()
  const [code = ''] = codes
  const { person, step } = await firstStep(email)
  assert.equal((await second(person, step, ` ${code.toUpperCase().replace('-', ' ')}`)).status, 200)
  assert.equal((await person.call(settings.security)).body.recoveryCodesLeft, 9)
  assert.equal((await second(kalli.visitor(), step, code)).status, 400)
})

test('another account’s recovery code is refused', async () => {
  const { codes } = await enrolled()
  const { email } = await enrolled()
  const { person, step } = await firstStep(email)
  assert.equal((await second(person, step, codes[0] ?? '')).status, 400)
})

test('sensitive actions require identification again after ten minutes', async () => {
  const { person, secret } = await enrolled()
  later(11)
  for (const endpoint of [settings.renewRecoveryCodes, settings.removeSecondFactor]) {
    const answer = await person.call(endpoint)
    assert.deepEqual([answer.status, refusalOf(answer).code], [403, 'confirm_identity'])
  }
  const only = await person.call(settings.confirmIdentity, { body: { password } })
  assert.equal(refusalOf(only).code, 'wrong_second_factor')
  const wrong = await person.call(settings.confirmIdentity, {
    body: { password: 'no', code: codeOf(secret) },
  })
  assert.equal(refusalOf(wrong).code, 'wrong_password')
  const both = await person.call(settings.confirmIdentity, { body: { password, code: codeOf(secret) } })
  assert.equal(both.status, 200)
  assert.equal((await person.call(settings.renewRecoveryCodes)).body.recoveryCodes.length, 10)
  assert.equal((await person.call(settings.removeSecondFactor)).status, 200)
  const off = await person.call(settings.removeSecondFactor)
  assert.equal(refusalOf(off).code, 'second_factor_off')
})

test('a user with a second factor cannot be given another', async () => {
  const { person } = await enrolled()
  const answer = await person.call(settings.startSecondFactor)
  assert.deepEqual([answer.status, refusalOf(answer).code], [409, 'second_factor_on'])
})

test('an administrator without a second factor may only set one up, and cannot remove it afterwards', async () => {
  later()
  const id = await people.account(kalli, { roles: ['admin'] })
  const admin = await people.signIn(kalli, id)
  await kalli.database.kysely
    .updateTable('sessions')
    .set({ proven_at: kalli.clock() })
    .where('account_id', '=', id)
    .execute()
  assert.equal((await admin.call(account.user)).body.mustSetSecondFactor, true)
  const barred = await admin.call(settings.accountProfile)
  assert.deepEqual([barred.status, refusalOf(barred).code], [403, 'second_factor_missing'])
  const { secret } = (await admin.call(settings.startSecondFactor)).body
  await admin.call(settings.proveSecondFactor, { body: { code: codeOf(secret) } })
  assert.equal((await admin.call(settings.accountProfile)).status, 200)
  assert.equal((await admin.call(account.user)).body.mustSetSecondFactor, false)
  const saved = await admin.call(settings.removeSecondFactor)
  assert.deepEqual([saved.status, refusalOf(saved).code], [409, 'second_factor_needed_here'])
})
