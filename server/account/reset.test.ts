import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/account/account.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.database.kysely.deleteFrom('mails').execute())

let serial = 0
const registered = async () => {
  const person = kalli.visitor()
  const body = {
    email: `rosa${++serial}@ejemplo.mx`,
    password: 'una frase larga',
    firstName: 'Rosa',
    lastName: 'Vega',
    role: 'client' as const,
  }
  assert.equal((await person.call(contract.register, { body })).status, 200)
  return { person, email: body.email, password: body.password }
}
const requested = (email: string) => kalli.visitor().call(contract.forgotPassword, { body: { email } })
/** Without the welcome emails of new accounts. */
const emails = () =>
  kalli.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('subject', '<>', 'Te damos la bienvenida a Kalli')
    .orderBy('id')
    .execute()
const linkOf = async (email: string) => {
  await requested(email)
  await drain(kalli)
  const emailMessage = (await emails()).findLast(({ to_address }) => to_address === email)
  return /\/reset-password\?token=([\w-]+)/.exec(emailMessage?.body_text ?? '')?.[1] ?? ''
}
const chosen = (token: string, newPassword: string) =>
  kalli.visitor().call(contract.resetPassword, { body: { token, newPassword } })
const mayEnter = async (email: string, password: string) =>
  (await kalli.visitor().call(contract.login, { body: { email, password } })).status === 200

test('an empty, short or unknown reset token is refused', async () => {
  for (const token of ['', 'x', 'a'.repeat(43)]) {
    const answer = await chosen(token, 'otra frase larga')
    assert.deepEqual(
      [answer.status, refusalOf(answer)],
      [400, { code: 'invalid_reset_token', message: 'El enlace de recuperación no es válido' }],
    )
  }
})

test('a known and an unknown e-mail get the same answer and enqueue the same job', async () => {
  const { email } = await registered()
  const known = await requested(email)
  const unknown = await requested('nadie@ejemplo.mx')
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
  assert.equal(
    known.body.message,
    'Si existe una cuenta con este email, recibirás un enlace de recuperación.',
  )
  const { rows } = await kalli.database.pool.query(
    `select count(*) as n from pgboss.job where data->>'job' = 'account.send_reset_link' and state = 'created'`,
  )
  assert.deepEqual(rows, [{ n: 2 }])
  await drain(kalli)
  assert.deepEqual(
    (await emails()).map(({ to_address }) => to_address),
    [email],
  )
})

test('a known and an unknown e-mail ask the database as often, one statement at a time', async () => {
  const { email } = await registered()
  let statements = 0
  const count = () => {
    statements += 1
  }
  kalli.database.pool.on('acquire', count)
  const statementsFor = async (as: string) => {
    statements = 0
    assert.equal((await requested(as)).status, 200)
    return statements
  }
  const known = await statementsFor(email)
  assert.ok(known > 0)
  assert.equal(await statementsFor('nadie-mas@ejemplo.mx'), known)
  kalli.database.pool.off('acquire', count)
  await drain(kalli)
})

test('the reset e-mail greets its reader by name and contains the only copy of the token', async () => {
  const { email } = await registered()
  const token = await linkOf(email)
  assert.equal(token.length, 43)
  const [emailMessage] = await emails()
  assert.equal(emailMessage?.subject, 'Recupera tu contraseña de Kalli')
  assert.match(emailMessage?.body_text ?? '', /Hola, Rosa:/)
  assert.ok(emailMessage?.body_html.includes(`href="${kalli.url}/reset-password?token=${token}"`))
  const { rows } = await kalli.database.pool.query(
    `select count(*) as n from pgboss.job where strpos(data::text || coalesce(output::text, ''), $1) > 0`,
    [token],
  )
  assert.deepEqual(rows, [{ n: 0 }])
})

test('a short or common password is refused and leaves the link good', async () => {
  const { email } = await registered()
  const token = await linkOf(email)
  assert.equal(
    refusalOf(await chosen(token, 'corta')).message,
    'La contraseña debe tener al menos 6 caracteres',
  )
  assert.equal(refusalOf(await chosen(token, 'teamo123')).code, 'password_too_common')
  assert.equal((await chosen(token, 'otra frase larga')).status, 200)
})

test('a new password ends every session, the old password and the link, and its owner is notified', async () => {
  const { person, email, password } = await registered()
  const token = await linkOf(email)
  const answer = await chosen(token, 'otra frase larga')
  assert.deepEqual([answer.status, answer.body], [200, { message: 'Contraseña actualizada' }])
  assert.equal((await person.call(contract.user)).status, 401)
  assert.equal(await mayEnter(email, password), false)
  assert.equal(await mayEnter(email, 'otra frase larga'), true)
  assert.equal(refusalOf(await chosen(token, 'una tercera frase')).code, 'invalid_reset_token')
  await drain(kalli)
  assert.equal((await emails()).at(-1)?.subject, 'Tu contraseña de Kalli cambió')
})

test('of two visitors who use one link at once, one succeeds', async () => {
  const { email } = await registered()
  const token = await linkOf(email)
  const answers = await Promise.all(
    ['primera frase', 'segunda frase', 'tercera frase'].map((text) => chosen(token, text)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400, 400],
  )
})

test('a new reset link invalidates the earlier one', async () => {
  const { email } = await registered()
  const first = await linkOf(email)
  const second = await linkOf(email)
  assert.notEqual(first, second)
  assert.equal(refusalOf(await chosen(first, 'una tercera frase')).code, 'invalid_reset_token')
  assert.equal((await chosen(second, 'otra frase larga')).status, 200)
})

test('of three reset links requested at once, one is valid', async () => {
  const { email } = await registered()
  await Promise.all([requested(email), requested(email), requested(email)])
  await drain(kalli)
  const open = await kalli.database.kysely
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('token_hash')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute()
  assert.equal(open.length, 1)
})

test('a reset link expires after thirty minutes, and is then deleted', async () => {
  const { email } = await registered()
  const token = await linkOf(email)
  kalli.time.advance(29)
  assert.equal(refusalOf(await chosen(token, 'corta')).code, 'password_too_short')
  kalli.time.advance(2)
  assert.equal(refusalOf(await chosen(token, 'otra frase larga')).code, 'invalid_reset_token')
  await runJobsOnce(kalli)
  const left = await kalli.database.kysely.selectFrom('password_resets').select('account_id').execute()
  assert.deepEqual(left, [])
})

test('no other site requests an e-mail or sets a password', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  const person = kalli.visitor()
  const forgot = await person.call(contract.forgotPassword, { body: { email: 'x@ejemplo.mx' } }, { headers })
  const reset = await person.call(
    contract.resetPassword,
    { body: { token: 'x', newPassword: 'otra frase larga' } },
    { headers },
  )
  assert.deepEqual([refusalOf(forgot).code, refusalOf(reset).code], ['cross_site', 'cross_site'])
})
