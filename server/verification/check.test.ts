import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { user } from '#contract/account/account.ts'
import * as contract from '#contract/verification/verification.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, signIn } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { lookAtDue } from '#server/verification/check.ts'
import {
  deliverIdentityEvents,
  identitySignature,
  signIdentityEvent,
} from '#server/verification/identity-standin.ts'
import { followOpenEvents } from '#server/verification/webhook.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const newPerson = async (roles = ['professional']) => {
  const id = await account(kalli, { firstName: 'Rosa', roles })
  return { id, person: await signIn(kalli, id) }
}
const begin = (person: Person) => person.call(contract.beginCheck, { body: {} })
const started = async (person: Person) => {
  const answer = await begin(person)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ...answer.body, ref: answer.body.url.split('/').at(-1) ?? '' }
}
const view = async (person: Person) => (await person.call(contract.verification)).body
const look = async (person: Person) => (await person.call(contract.lookAtCheck, { body: {} })).body
const levelOf = async (person: Person) => (await person.call(user)).body.verificationLevel

/** The person's answer on the provider's page; the page notifies us by webhook and sends the browser back. */
const answer = (url: string, how: string, headers: Record<string, string> = { origin: kalli.url }) =>
  fetch(`${kalli.url}${url}/${how}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: '',
  })
/** The provider's state changes without a notification. */
const inTheLedger = (ref: string, status: string, reason: string | null = null) =>
  sql`update standin.identity_checks set status = ${status}, reason = ${reason} where id = ${ref}`.execute(
    kalli.database.kysely,
  )
const post = (body: string, signature: string) =>
  fetch(`${kalli.url}/api/verification/webhook/standin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [identitySignature]: signature },
    body,
  })
const eventOf = (ref: string, id = `evt_${randomUUID()}`) => JSON.stringify({ id, check: ref })
const reported = (ref: string, id?: string) => {
  const body = eventOf(ref, id)
  return post(body, signIdentityEvent(kalli.work(), body))
}

test('an anonymous visitor starts no check, and another user’s is not visible', async () => {
  assert.equal((await begin(kalli.visitor())).status, 401)
  const { person } = await newPerson()
  await started(person)
  const other = await newPerson()
  assert.equal((await view(other.person)).biometric.status, 'none')
})

test('a user who presents face and documents is verified at level 3, and gets an email', async () => {
  for (const [roles, home] of [
    [['professional'], '/professional-dashboard?tab=profile&section=verification'],
    [['host'], '/host-dashboard?tab=profile&section=verification'],
    [['client'], '/settings?section=verification'],
  ] as const) {
    const { id, person } = await newPerson([...roles])
    const check = await started(person)
    assert.equal((await view(person)).biometric.status, 'open')
    const page = await fetch(kalli.url + check.url)
    assert.match(await page.text(), /Verificador de prueba.*Todo coincide.*El rostro no coincide/s)
    const answered = await answer(check.url, 'aprobar')
    assert.deepEqual([answered.status, answered.headers.get('location')], [303, home])
    const after = await view(person)
    assert.deepEqual([after.level, after.biometricVerified, after.biometric.status], [3, true, 'approved'])
    assert.match(await (await fetch(kalli.url + check.url)).text(), /ya tiene respuesta/)
    assert.equal(refusalOf(await begin(person)).code, 'already_verified')
    await drain(kalli)
    const emails = await kalli.database.kysely
      .selectFrom('mails')
      .innerJoin('accounts', 'accounts.email', 'mails.to_address')
      .select('subject')
      .where('accounts.id', '=', id)
      .execute()
    assert.deepEqual(emails, [{ subject: 'Tu identidad quedó verificada' }])
  }
})

test('a rejected user reads why and may retry, and one who left continues the same check', async () => {
  const { person } = await newPerson()
  const first = await started(person)
  assert.deepEqual(await started(person), first)
  await answer(first.url, 'rechazar')
  const after = await view(person)
  assert.deepEqual([after.level, after.biometric.status], [0, 'rejected'])
  assert.match(after.biometric.reason ?? '', /rostro no coincidió/)
  const second = await started(person)
  assert.notEqual(second.id, first.id)
  await answer(second.url, 'revisar')
  assert.equal((await view(person)).biometric.status, 'processing')
  assert.equal(refusalOf(await begin(person)).code, 'check_under_way')
  await answer(second.url, 'aprobar')
  assert.equal((await view(person)).level, 3)
})

test('after five checks in a day a user must wait for the next', async () => {
  const { person } = await newPerson()
  for (let n = 0; n < 5; n += 1) await answer((await started(person)).url, 'vencida')
  assert.equal(refusalOf(await begin(person)).code, 'too_many_checks')
  kalli.time.advance(24 * 60 + 1)
  assert.equal((await begin(person)).status, 200)
})

test('of many concurrent starts one check starts', async () => {
  const { id, person } = await newPerson()
  const answers = await Promise.all(Array.from({ length: 8 }, () => begin(person)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.url)).size, 1)
  const rows = await kalli.database.kysely
    .selectFrom('identity_checks')
    .select('id')
    .where('account_id', '=', id)
    .execute()
  assert.equal(rows.length, 1)
})

test('a webhook that is unsigned, wrongly signed or old is refused and changes nothing', async () => {
  const { person } = await newPerson()
  const { ref } = await started(person)
  await inTheLedger(ref, 'approved')
  const body = eventOf(ref)
  const work = kalli.work()
  const forged = [
    '',
    't=1,v1=00',
    `t=${Math.floor(kalli.clock().getTime() / 1000)},v1=${'0'.repeat(64)}`,
    signIdentityEvent(
      { ...work, config: { ...work.config, secret: 'of somebody else, thirty-two letters' } },
      body,
    ),
    signIdentityEvent(work, body, new Date(work.now.getTime() - 6 * 60_000)),
    signIdentityEvent(work, body, new Date(work.now.getTime() + 6 * 60_000)),
    signIdentityEvent(work, `${body} `),
  ]
  for (const signature of forged) assert.equal((await post(body, signature)).status, 403)
  assert.equal(
    (await fetch(`${kalli.url}/api/verification/webhook/stripe`, { method: 'POST', body })).status,
    404,
  )
  assert.equal(await levelOf(person), 0)
})

test('a webhook only triggers a query, and the provider’s record decides', async () => {
  const { person } = await newPerson()
  const { id, ref } = await started(person)
  const claim = JSON.stringify({ id: 'evt_liar', check: ref, status: 'approved', reference: id, level: 3 })
  assert.equal((await post(claim, signIdentityEvent(kalli.work(), claim))).status, 200)
  assert.deepEqual([await levelOf(person), (await view(person)).biometric.status], [0, 'open'])
  await inTheLedger(ref, 'approved')
  assert.equal((await reported(ref)).status, 200)
  assert.equal(await levelOf(person), 3)
})

test('another user’s approved check approves no other user', async () => {
  const { person } = await newPerson()
  const mine = await started(person)
  const other = await newPerson()
  const theirs = await started(other.person)
  await inTheLedger(theirs.ref, 'approved')
  // The provider names its account; ours is changed by hand.
  await sql`update identity_checks set external_id = null where id = ${theirs.id}`.execute(
    kalli.database.kysely,
  )
  await sql`update identity_checks set external_id = ${theirs.ref} where id = ${mine.id}`.execute(
    kalli.database.kysely,
  )
  assert.equal((await look(person)).level, 0)
  await reported(theirs.ref)
  assert.deepEqual([await levelOf(person), await levelOf(other.person)], [0, 3])
})

test('concurrent and reordered events lead to one result', async () => {
  const orders = [
    ['open', 'processing', 'approved'],
    ['approved', 'processing', 'open'],
    ['processing', 'approved', 'rejected'],
    ['approved', 'rejected', 'abandoned'],
  ]
  for (const order of orders) {
    const { person } = await newPerson()
    const { ref } = await started(person)
    for (const status of order) {
      await inTheLedger(ref, status)
      const id = `evt_${randomUUID()}`
      const answers = await Promise.all(Array.from({ length: 12 }, () => reported(ref, id)))
      assert.ok(answers.every(({ status }) => status === 200))
    }
    assert.equal(await levelOf(person), 3, order.join())
  }
  const { person } = await newPerson()
  const { ref } = await started(person)
  const id = `evt_${randomUUID()}`
  await inTheLedger(ref, 'rejected')
  await Promise.all(Array.from({ length: 50 }, () => reported(ref, id)))
  await inTheLedger(ref, 'approved')
  await reported(ref)
  assert.equal(await levelOf(person), 0, 'a decided check stays decided')
})

test('an event that arrives before its check is stored, and processed later', async () => {
  const reference = randomUUID()
  const ref = `chk_${reference.replaceAll('-', '')}`
  const { id, person } = await newPerson()
  assert.equal((await reported(ref)).status, 200)
  await sql`insert into standin.identity_checks (id, idem_key, reference, return_url, status, created_at)
    values (${ref}, ${reference}, ${reference}, '/', 'approved', ${kalli.clock()})`.execute(
    kalli.database.kysely,
  )
  await kalli.database.kysely
    .insertInto('identity_checks')
    .values({
      id: reference,
      account_id: id,
      provider: 'standin',
      status: 'open',
      created_at: kalli.clock(),
      changed_at: kalli.clock(),
    })
    .execute()
  assert.equal(await levelOf(person), 0)
  await followOpenEvents(kalli.work())
  assert.equal(await levelOf(person), 3)
})

test('an old approval does not return after a changed email', async () => {
  const { id, person } = await newPerson()
  const { url, ref } = await started(person)
  await answer(url, 'aprobar')
  assert.equal(await levelOf(person), 3)
  await kalli.database.kysely
    .updateTable('accounts')
    .set({ email: `otra${id}@ejemplo.mx` })
    .where('id', '=', id)
    .execute()
  assert.equal(await levelOf(person), 0)
  await reported(ref)
  await followOpenEvents(kalli.work())
  await assert.rejects(
    kalli.database.pool.query('update accounts set biometric_verified = true where id = $1', [id]),
    /accounts_biometric_by_check/,
  )
  assert.deepEqual([await levelOf(person), (await view(person)).biometric.status], [0, 'none'])
  await answer((await started(person)).url, 'aprobar')
  assert.equal(await levelOf(person), 3)
})

test('without an event the returning user or a timer makes us query the provider', async () => {
  const back = await newPerson()
  const mine = await started(back.person)
  await inTheLedger(mine.ref, 'approved')
  assert.equal((await look(back.person)).level, 3)
  const waiting = await newPerson()
  const theirs = await started(waiting.person)
  await inTheLedger(theirs.ref, 'approved')
  await lookAtDue(kalli.work())
  assert.equal(await levelOf(waiting.person), 0)
  kalli.time.advance(6)
  await lookAtDue(kalli.work())
  assert.equal(await levelOf(waiting.person), 3)
})

test('a check abandoned for a day is cancelled at the provider too', async () => {
  const { person } = await newPerson()
  const { url } = await started(person)
  kalli.time.advance(24 * 60 + 10)
  await lookAtDue(kalli.work())
  assert.equal((await view(person)).biometric.status, 'abandoned')
  await answer(url, 'aprobar')
  assert.equal(await levelOf(person), 0)
  assert.equal((await begin(person)).status, 200)
})

test('an unknown check has no page, and the development telephone shows only what is requested', async () => {
  const { person } = await newPerson()
  for (const id of ['x', '%00', 'chk_1', "chk_'%20or%201=1", '..%2F..'])
    for (const method of ['GET', 'POST'])
      assert.equal(
        (await person.fetch(method, `/dev/identidad/${id}${method === 'POST' ? '/aprobar' : ''}`)).status,
        404,
      )
  for (const to of ['%00', '%3Cscript%3E', '+525512345678', '%2B525512345678']) {
    const page = await person.fetch('GET', `/dev/sms?to=${to}`)
    assert.equal(page.status, 200)
    assert.ok(!(await page.text()).includes('<script'))
  }
})

test('another site cannot answer for the user', async () => {
  const { person } = await newPerson()
  const { url } = await started(person)
  assert.equal((await answer(url, 'aprobar', { origin: 'https://otro.example' })).status, 403)
  assert.equal(await levelOf(person), 0)
})

test('the stub delivers every event at least twice, and the result is the same', async () => {
  for (let round = 0; round < 4; round += 1) {
    await deliverIdentityEvents(kalli.work())
    kalli.time.advance(1)
  }
  const { rows } = await sql<{ least: number; open: number }>`
    select min(deliveries) as least, count(*) filter (where delivered_at is null) as open from standin.identity_events
  `.execute(kalli.database.kysely)
  assert.ok((rows[0]?.least ?? 0) >= 2)
  assert.equal(rows[0]?.open, 0)
})
