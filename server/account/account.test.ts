import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/account/account.ts'
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
const ana = (values: Partial<Parameters<typeof registration>[0]> = {}) =>
  registration({ email: `ana${++serial}@ejemplo.mx`, ...values })
const registration = (values: {
  email: string
  password?: string
  firstName?: string
  phone?: string
  role?: 'professional' | 'host' | 'client'
}) => ({
  password: 'una frase larga',
  firstName: 'Ana',
  lastName: 'Rojas',
  phone: '+525512345678',
  role: 'professional' as const,
  ...values,
})
const registered = async (values: Parameters<typeof ana>[0] = {}) => {
  const person = kalli.visitor()
  const body = ana(values)
  const answer = await person.call(contract.register, { body })
  assert.equal(answer.status, 200)
  return { person, body, user: answer.body }
}
const setCookies = (headers: Headers) => headers.getSetCookie().filter((line) => /^(__Host-)?sid=/.test(line))

test('no visitor is signed in before signing in', async () => {
  const answer = await kalli.visitor().call(contract.user)
  assert.equal(answer.status, 401)
  assert.deepEqual(refusalOf(answer), {
    code: 'not_signed_in',
    message: 'No autorizado. Por favor inicia sesión.',
  })
  assert.equal(setCookies(answer.headers).length, 0)
})

test('a user who registers is signed in and sees their own data, without the password', async () => {
  const { person, body, user } = await registered()
  assert.deepEqual(user, {
    id: user.id,
    firstName: 'Ana',
    lastName: 'Rojas',
    email: body.email,
    phone: '+525512345678',
    role: 'professional',
    activeRole: 'professional',
    availableRoles: ['professional'],
    biometricVerified: false,
    verificationLevel: 0,
    profileImageUrl: null,
    professionalId: null,
    hostId: null,
    mustSetSecondFactor: false,
    zone: 'America/Mexico_City',
  })
  assert.deepEqual((await person.call(contract.user)).body, user)
})

test('the user reply carries the professional’s profile id and the host’s profile id', async () => {
  const stylist = await people.professional(kalli)
  const owner = await people.host(kalli)
  assert.equal((await stylist.person.call(contract.user)).body.professionalId, stylist.id)
  assert.equal((await owner.person.call(contract.user)).body.hostId, owner.id)
})

test('each role may register, an empty phone counts as none, and staff cannot register', async () => {
  assert.equal((await registered({ role: 'client', phone: '' })).user.phone, null)
  assert.equal((await registered({ role: 'host' })).user.activeRole, 'host')
  const answer = await kalli
    .visitor()
    .fetch('POST', '/api/auth/register', { body: { ...ana(), role: 'admin' } })
  assert.equal(answer.status, 400)
})

test('stores a telephone as code and digits, and refuses an impossible one', async () => {
  assert.equal((await registered({ phone: '55 1234 5678' })).user.phone, '+525512345678')
  const answer = await kalli.visitor().call(contract.register, { body: ana({ phone: '+520000000000' }) })
  assert.equal(answer.status, 400)
  assert.deepEqual(refusalOf(answer), {
    code: 'invalid_phone',
    message: 'Revisa tu teléfono: ese número no existe en el país que elegiste.',
  })
})

test('registration names each missing or invalid field', async () => {
  const answer = await kalli.visitor().fetch('POST', '/api/auth/register', {
    body: { email: 'no es un correo', password: 'una frase larga', firstName: ' ', role: 'professional' },
  })
  const body = await answer.json()
  assert.equal(answer.status, 400)
  assert.equal(body.message, 'Datos inválidos. Por favor verifica la información.')
  assert.deepEqual(
    body.details.fields.map(({ field }: { field: string }) => field),
    ['email', 'firstName', 'lastName'],
  )
})

test('a password needs at least six characters and may not be a common one or the user’s own name', async () => {
  const refused = async (password: string) =>
    refusalOf(await kalli.visitor().call(contract.register, { body: ana({ password }) })).message
  assert.equal(await refused('cinco'), 'La contraseña debe tener al menos 6 caracteres')
  assert.match(await refused('contraseña'), /demasiado común/)
  assert.match(await refused('QWERTY123'), /demasiado común/)
  assert.match(await refused('aaaaaaaaaa'), /demasiado común/)
  const body = ana({ email: 'lucero.vega@ejemplo.mx', password: 'lucero.vega' })
  assert.equal(refusalOf(await kalli.visitor().call(contract.register, { body })).code, 'password_too_common')
})

test('registering an e-mail that has an account, in any spelling, answers like any other; only its mailbox is notified', async () => {
  const { body, user } = await registered()
  const again = { ...ana(), email: `  ${body.email.toUpperCase()} `, password: 'otra frase larga' }
  const stranger = kalli.visitor()
  const answer = await stranger.call(contract.register, { body: again })
  assert.deepEqual(
    [answer.status, { ...answer.body, id: 0 }, setCookies(answer.headers).length],
    [200, { ...user, id: 0 }, 1],
  )
  assert.notEqual(answer.body.id, user.id)
  assert.equal((await stranger.call(contract.user)).body.id, answer.body.id)

  // Both sign in with their own passwords, and a reset link is for the first account.
  const enters = async (password: string) =>
    (await kalli.visitor().call(contract.login, { body: { email: body.email, password } })).body.id
  assert.deepEqual([await enters(body.password), await enters(again.password)], [user.id, answer.body.id])
  await kalli.visitor().call(contract.forgotPassword, { body: { email: body.email } })
  await drain(kalli)
  const { rows: links } = await kalli.database.pool.query(
    'select account_id from password_resets where account_id = any ($1)',
    [[user.id, answer.body.id]],
  )
  assert.deepEqual(links, [{ account_id: user.id }])
  const { rows: emails } = await kalli.database.pool.query(
    `select to_address from mails where subject = 'Ya tienes una cuenta de Kalli con este correo'`,
  )
  assert.deepEqual(emails, [{ to_address: body.email }])
})

test('a new account gets one welcome email with the three steps of its role, and a repeated registration gets none', async () => {
  const steps = [
    [
      'professional',
      /Tus servicios.*Tu horario y tu lugar.*Tu enlace/s,
      '/professional-dashboard?start=next',
    ],
    ['host', /Tu espacio.*Horario y precio.*Revisión/s, '/host-registration'],
    ['client', /Busca.*Reserva.*Tus citas/s, '/search-results'],
  ] as const
  for (const [role, expected, path] of steps) {
    const body = { ...ana(), role }
    await kalli.visitor().call(contract.register, { body })
    await kalli.visitor().call(contract.register, { body: { ...body, password: 'otra frase larga' } })
    await drain(kalli)
    await drain(kalli)
    const { rows } = await kalli.database.pool.query<{ text: string }>(
      `select body_text as text from mails where to_address = $1 and subject = 'Te damos la bienvenida a Kalli'`,
      [body.email],
    )
    assert.equal(rows.length, 1, role)
    assert.match(rows[0]?.text ?? '', expected)
    assert.ok(rows[0]?.text.includes(`${kalli.config.publicUrl}${path}\n`), role)
  }
})

test('of six visitors who register one e-mail at once, one gets the account', async () => {
  const body = ana()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => kalli.visitor().call(contract.register, { body })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(6).fill(200),
  )
  const { rows } = await kalli.database.pool.query(
    'select count(*) filter (where not is_duplicate) as own, count(*) as n from accounts where email = $1',
    [body.email],
  )
  assert.deepEqual(rows, [{ own: 1, n: 6 }])
})

test('sign-in requires both e-mail and password, and does not reveal which was wrong', async () => {
  const { body } = await registered()
  const person = kalli.visitor()
  const wrong = await person.call(contract.login, {
    body: { email: body.email, password: 'otra frase larga' },
  })
  const unknown = await person.call(contract.login, {
    body: { email: `no-${body.email}`, password: 'otra frase larga' },
  })
  assert.equal(wrong.status, 401)
  assert.equal(refusalOf(wrong).code, 'wrong_credentials')
  assert.deepEqual(unknown.body, wrong.body)
  assert.equal(unknown.status, wrong.status)
  assert.equal((await person.call(contract.user)).status, 401)

  const right = await person.call(contract.login, {
    body: { email: body.email.toUpperCase(), password: body.password },
  })
  assert.equal(right.status, 200)
  assert.equal((await person.call(contract.user)).body.email, body.email)
})

test('an account without a password cannot be signed in to with any', async () => {
  const email = `sin-clave${++serial}@ejemplo.mx`
  await people.account(kalli, { email })
  const answer = await kalli
    .visitor()
    .call(contract.login, { body: { email, password: '\u0001'.repeat(32) } })
  assert.equal(refusalOf(answer).code, 'wrong_credentials')
})

test('an unknown e-mail takes as long as a known one', async () => {
  const { body } = await registered()
  const timed = async (email: string) => {
    const since = performance.now()
    await kalli.visitor().call(contract.login, { body: { email, password: 'otra frase larga' } })
    return performance.now() - since
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 7; round += 1) {
    known.push(await timed(body.email))
    unknown.push(await timed(`nadie${round}@ejemplo.mx`))
  }
  // The fastest of each: other load on the machine only makes a call slower. Without the hash it would be a twentieth.
  const ratio = Math.min(...unknown) / Math.min(...known)
  assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`)
})

test('the session cookie is HttpOnly and SameSite, and over https it is bound to this host', async () => {
  const plain = await kalli.visitor().call(contract.register, { body: ana() })
  assert.match(
    setCookies(plain.headers)[0] ?? '',
    /^sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  )

  const secure = await startTestServer({ config: { production: true, publicUrl: 'https://kalli.test' } })
  try {
    const person = secure.visitor()
    const headers = { 'x-forwarded-proto': 'https' }
    const answer = await person.call(contract.register, { body: ana() }, { headers })
    const [cookie = ''] = setCookies(answer.headers)
    assert.match(cookie, /^__Host-sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.doesNotMatch(cookie, /domain/i)
    assert.equal((await person.call(contract.user, {}, { headers })).status, 200)
    // Over http the browser would not send it; if sent, it does not count.
    const open = { 'x-forwarded-proto': 'http' }
    assert.equal((await person.call(contract.user, {}, { headers: open })).status, 401)
  } finally {
    await secure.close()
  }
})

test('the database stores a hash of the session cookie, never the cookie itself', async () => {
  const { person } = await registered()
  const token = person.jar.get('sid') ?? ''
  const { rows } = await kalli.database.pool.query(
    'select count(*) as n from sessions where encode(token_hash, $1) = $2',
    ['escape', token],
  )
  assert.deepEqual(rows, [{ n: 0 }])
  const made = kalli.visitor()
  made.jar.set('sid', `${token.slice(0, -1)}_`)
  assert.equal((await made.call(contract.user)).status, 401)
})

test('signing in again leaves the earlier session of that browser dead, and other browsers alone', async () => {
  const { person, body } = await registered()
  const earlier = person.jar.get('sid') ?? ''
  const phone = kalli.visitor()
  await phone.call(contract.login, { body })
  await person.call(contract.login, { body })
  assert.notEqual(person.jar.get('sid'), earlier)
  const thief = kalli.visitor()
  thief.jar.set('sid', earlier)
  assert.equal((await thief.call(contract.user)).status, 401)
  assert.equal((await phone.call(contract.user)).status, 200)
})

test('a session ends thirty days after sign-in however much it is used, and its last use is stored once an hour', async () => {
  const { person } = await registered()
  const start = kalli.clock()
  const seen = async () =>
    (await kalli.database.pool.query('select max(seen_at) as at from sessions')).rows[0].at
  try {
    kalli.time.advance(59)
    await person.call(contract.user)
    assert.deepEqual(await seen(), start)
    kalli.time.advance(2)
    await person.call(contract.user)
    assert.deepEqual(await seen(), kalli.clock())
    kalli.time.advance(29 * 24 * 60)
    assert.equal((await person.call(contract.user)).status, 200)
    kalli.time.advance(24 * 60)
    assert.equal((await person.call(contract.user)).status, 401)
  } finally {
    kalli.time.set(start)
  }
})

test('signing out ends the session itself, not just the cookie; anonymous and repeated sign-outs succeed too', async () => {
  const { person } = await registered()
  const token = person.jar.get('sid') ?? ''
  const answer = await person.call(contract.logout)
  assert.deepEqual([answer.status, answer.body], [200, { ok: true }])
  assert.equal(person.jar.has('sid'), false)
  const thief = kalli.visitor()
  thief.jar.set('sid', token)
  assert.equal((await thief.call(contract.user)).status, 401)
  assert.equal((await person.call(contract.logout)).status, 200)
})

test('a request from another site can neither sign a user out or in nor register one', async () => {
  const { person, body } = await registered()
  const from = async (headers: Record<string, string>) => {
    const out = await person.call(contract.logout, {}, { headers })
    assert.equal(out.status, 403)
    assert.equal(refusalOf(out).code, 'cross_site')
    assert.equal(refusalOf(await person.call(contract.login, { body }, { headers })).code, 'cross_site')
    assert.equal(
      refusalOf(await person.call(contract.register, { body: ana() }, { headers })).code,
      'cross_site',
    )
    assert.equal((await person.fetch('GET', '/api/login', { headers })).status, 403)
  }
  await from({ 'sec-fetch-site': 'cross-site' })
  await from({ 'sec-fetch-site': 'same-site' })
  await from({ origin: 'https://otro.example' })
  await from({ origin: 'null' })
  assert.equal((await person.call(contract.user)).status, 200)
  const own = { 'sec-fetch-site': 'same-origin', origin: kalli.url }
  assert.equal((await person.call(contract.login, { body }, { headers: own })).status, 200)
})

test('a form on another site cannot pass its body off as JSON', async () => {
  const { person, body } = await registered()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await person.fetch('POST', '/api/auth/login', {
      body: JSON.stringify(body),
      headers: { 'content-type': type },
    })
    assert.ok(answer.status >= 400 && answer.status < 500, `${type}: ${answer.status}`)
  }
})

test('/api/login leads a visitor to sign-in and a signed-in user to the start page, never to another site', async () => {
  const target = async (person: Person, query: string) => {
    const answer = await person.fetch('GET', `/api/login${query}`)
    assert.equal(answer.status, 302)
    return answer.headers.get('location')
  }
  const stranger = kalli.visitor()
  assert.equal(await target(stranger, ''), '/auth')
  assert.equal(
    await target(stranger, '?redirect=%2Fbooking%3Fprofessional%3D7'),
    '/auth?redirect=%2Fbooking%3Fprofessional%3D7',
  )
  // A visitor who chose a role opens an account, and returns to the page they wanted.
  assert.equal(
    await target(stranger, '?role=host&redirect=%2Fhost-registration'),
    '/auth?tab=register&role=host&redirect=%2Fhost-registration',
  )
  assert.equal(await target(stranger, '?role=admin'), '/auth')
  for (const evil of [
    'https://otro.example',
    '//otro.example',
    '/\\otro.example',
    'javascript:alert(1)',
    'otro.example',
  ])
    assert.equal(await target(stranger, `?redirect=${encodeURIComponent(evil)}`), '/auth', evil)
  assert.equal(await target(stranger, '?redirect=%2F%09%2Fotro.example'), '/auth')
  const { person } = await registered()
  assert.equal(await target(person, ''), '/')
})

test('a user can switch only to one of their own roles', async () => {
  const stranger = await kalli.visitor().call(contract.switchRole, { body: { targetRole: 'host' } })
  assert.equal(stranger.status, 401)

  const accountId = await people.account(kalli, { roles: ['professional', 'host', 'client'] })
  const person = await people.signIn(kalli, accountId)
  const target = async (targetRole: 'professional' | 'host') =>
    person.call(contract.switchRole, { body: { targetRole } })
  const switched = await target('host')
  assert.equal(switched.body.activeRole, 'host')
  assert.equal(switched.body.role, 'professional')
  assert.equal((await person.call(contract.user)).body.activeRole, 'host')
  const before = person.jar.get('sid') ?? ''
  assert.equal((await target('professional')).status, 200)
  assert.notEqual(person.jar.get('sid'), before, 'the session has a new secret')
  const thief = kalli.visitor()
  thief.jar.set('sid', before)
  assert.equal((await thief.call(contract.user)).status, 401)
  await target('host')
  assert.equal(refusalOf(await target('host')).code, 'role_already_active')
  assert.equal(
    (await person.fetch('POST', '/api/auth/switch-role', { body: { targetRole: 'client' } })).status,
    400,
  )
  assert.equal(
    (await person.fetch('POST', '/api/auth/switch-role', { body: { targetRole: 'admin' } })).status,
    400,
  )

  const { person: single } = await registered()
  const answer = await single.call(contract.switchRole, { body: { targetRole: 'host' } })
  assert.equal(answer.status, 403)
  assert.equal(refusalOf(answer).code, 'role_not_available')
})
