import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { user } from '#contract/account/account.ts'
import * as contract from '#contract/verification/verification.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, professional, reachLevel, signIn } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { digitsOf } from '#server/verification/rules.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

let serial = 0
const newPerson = async () => {
  serial += 1
  const email = `rosa${serial}@ejemplo.mx`
  const id = await account(kalli, { firstName: 'Rosa', email })
  const person = await signIn(kalli, id)
  await prove(id)
  return { id, email, phone: `+52551234${String(1000 + serial)}`, person }
}
/** As after signing in with a password. */
const prove = (id: number) =>
  kalli.database.kysely
    .updateTable('sessions')
    .set({ proven_at: kalli.clock() })
    .where('account_id', '=', id)
    .execute()

const send = (person: Person, channel: contract.Channel, address?: string, key?: string) =>
  person.call(
    contract.sendCode,
    { body: { channel, ...(address === undefined ? {} : { address }) } },
    key === undefined ? {} : { key },
  )
const enter = (person: Person, channel: contract.Channel, code: string) =>
  person.call(contract.enterCode, { body: { channel, code } })
const levelOf = async (person: Person) => (await person.call(user)).body.verificationLevel

/** The digits in the newest message to that address. */
const delivered = async (channel: contract.Channel, address: string): Promise<string> => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    channel === 'sms'
      ? `select body as text from text_messages where to_phone = $1 order by id desc limit 1`
      : `select subject as text from mails where to_address = $1 order by id desc limit 1`,
    [address],
  )
  return /\b(\d{6})\b/.exec(rows[0]?.text ?? '')?.[1] ?? ''
}
const confirmed = async (person: Person, channel: contract.Channel, address: string) => {
  const requested = await send(person, channel, address)
  assert.equal(requested.status, 200, JSON.stringify(requested.body))
  const answer = await enter(person, channel, await delivered(channel, address.toLowerCase()))
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('an anonymous visitor has nothing to verify', async () => {
  const visitor = kalli.visitor()
  assert.equal((await visitor.call(contract.verification)).status, 401)
  assert.equal((await send(visitor, 'email')).status, 401)
  assert.equal((await enter(visitor, 'email', '123456')).status, 401)
})

test('a code entered by another account confirms neither account', async () => {
  const mine = await newPerson()
  const stranger = await newPerson()
  await send(mine.person, 'sms', mine.phone)
  await send(stranger.person, 'sms', stranger.phone)
  const code = await delivered('sms', mine.phone)
  assert.equal(refusalOf(await enter(stranger.person, 'sms', code)).code, 'code_wrong')
  assert.deepEqual([await levelOf(mine.person), await levelOf(stranger.person)], [0, 0])
})

test('an invalid address, an unreachable telephone, or a code without six digits is reported in Spanish and changes nothing', async () => {
  const { person, phone } = await newPerson()
  for (const [channel, address, code] of [
    ['email', 'rosa', 'email_invalid'],
    ['email', 'rosa@@ejemplo.mx', 'email_invalid'],
    ['sms', '55 12', 'invalid_phone'],
    ['sms', '+88 2161 0000', 'invalid_phone'],
    ['sms', '+44 20 7946 0958', 'invalid_phone'],
    ['sms', '+1 876 555 0123', 'invalid_phone'],
    ['sms', undefined, 'phone_missing'],
  ] as const)
    assert.equal(refusalOf(await send(person, channel, address)).code, code, `${channel} ${address}`)
  assert.equal(refusalOf(await enter(person, 'sms', '123456')).code, 'code_expired')
  await send(person, 'sms', phone)
  for (const typed of ['12345', '1234567', 'abcdef', '１２３４５６'])
    assert.equal(refusalOf(await enter(person, 'sms', typed)).code, 'code_wrong')
  assert.equal(await levelOf(person), 0)
})

test('a code by SMS gives level 1 and one by email level 2 with it, and email alone stays at level 0', async () => {
  const { person, email, phone } = await newPerson()
  assert.equal((await confirmed(person, 'email', email)).level, 0)
  const both = await confirmed(person, 'sms', phone)
  assert.deepEqual([both.level, both.email.confirmed, both.sms.confirmed], [2, true, true])
  const other = await newPerson()
  assert.equal((await confirmed(other.person, 'sms', other.phone)).level, 1)
  assert.equal((await other.person.call(user)).body.phone, other.phone)
  assert.equal(refusalOf(await send(person, 'email')).code, 'already_verified')
})

test('a code may be pasted with surrounding text, and a telephone typed in any usual format', async () => {
  const { person } = await newPerson()
  await send(person, 'sms', '55 9876 5432')
  const code = await delivered('sms', '+525598765432')
  assert.equal((await enter(person, 'sms', ` ${code.slice(0, 3)} ${code.slice(3)} `)).status, 200)
  assert.equal((await person.call(user)).body.phone, '+525598765432')
})

test('the digits are in no table and no queue, and what is stored is useless without the secret', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const { rows: queued } = await kalli.database.pool.query<{ id: string }>(
    `select data->'payload'->>'codeId' as id from pgboss.job where data->>'job' = 'verification.send_code' and state = 'created'`,
  )
  const id = queued[0]?.id ?? ''
  const code = digitsOf(kalli.config.secret, id)
  assert.equal(await delivered('sms', phone), code)
  assert.notEqual(digitsOf('of somebody else, thirty-two characters', id), code)
  const { rows } = await kalli.database.pool.query<{ row: string }>(
    `select c::text || coalesce((select string_agg(j.data::text, '') from pgboss.job j), '') as row from verification_codes c where id = $1`,
    [id],
  )
  // The id's own digits may contain any six in a row.
  assert.ok(!rows[0]?.row.replaceAll(id, '').includes(`"${code}"`))
})

test('after five wrong tries the right code is refused, and a new one works', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const code = await delivered('sms', phone)
  for (const triesLeft of [4, 3, 2, 1]) {
    const answer = refusalOf(await enter(person, 'sms', wrongOf(code)))
    assert.deepEqual([answer.code, answer.details], ['code_wrong', { triesLeft }])
  }
  assert.equal(refusalOf(await enter(person, 'sms', wrongOf(code))).code, 'code_used_up')
  assert.equal(refusalOf(await enter(person, 'sms', code)).code, 'code_used_up')
  assert.equal((await person.call(contract.verification)).body.sms.pending?.triesLeft, 0)
  kalli.time.advance(1)
  assert.equal((await confirmed(person, 'sms', phone)).level, 1)
})

test('forty concurrent attempts count as five tries', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const code = await delivered('sms', phone)
  const answers = await Promise.all(Array.from({ length: 40 }, () => enter(person, 'sms', wrongOf(code))))
  const counted = answers.filter((answer) => {
    const { details } = refusalOf(answer)
    return typeof details === 'object' && details !== null && 'triesLeft' in details
  })
  assert.equal(counted.length, 5)
  assert.equal(refusalOf(await enter(person, 'sms', code)).code, 'code_used_up')
})

test('the right code entered concurrently is used once, and confirms the user', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const code = await delivered('sms', phone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(person, 'sms', code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(await levelOf(person), 1)
})

test('a code expires after ten minutes', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const code = await delivered('sms', phone)
  kalli.time.advance(10)
  assert.equal(refusalOf(await enter(person, 'sms', code)).code, 'code_expired')
  assert.equal((await person.call(contract.verification)).body.sms.pending, null)
})

test('only the newest code is valid', async () => {
  const { person, phone } = await newPerson()
  await send(person, 'sms', phone)
  const first = await delivered('sms', phone)
  kalli.time.advance(1)
  await send(person, 'sms', phone)
  const second = await delivered('sms', phone)
  if (first !== second) assert.equal(refusalOf(await enter(person, 'sms', first)).code, 'code_wrong')
  assert.equal((await enter(person, 'sms', second)).status, 200)
})

test('a second code to the same address must wait a minute, for any caller', async () => {
  const { person, phone } = await newPerson()
  const other = await newPerson()
  await send(person, 'sms', phone)
  kalli.time.advance(0.5)
  const again = await send(person, 'sms', phone)
  assert.deepEqual(
    [again.status, refusalOf(again).code, refusalOf(again).details, again.headers.get('retry-after')],
    [429, 'code_too_soon', { retryAfterSeconds: 30 }, '30'],
  )
  assert.equal(refusalOf(await send(other.person, 'sms', phone)).code, 'code_too_soon')
  assert.equal((await person.call(contract.verification)).body.sms.resendInSeconds, 30)
  kalli.time.advance(0.5)
  assert.equal((await send(person, 'sms', phone)).status, 200)
})

test('a retry of the same request sends one code', async () => {
  const { person, phone } = await newPerson()
  const answers = await Promise.all([1, 2, 3].map(() => send(person, 'sms', phone, 'the-same-wish-1234')))
  assert.ok(answers.some(({ status }) => status === 200))
  assert.equal((await send(person, 'sms', phone, 'the-same-wish-1234')).status, 200)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select count(*)::integer as n from text_messages where to_phone = $1`,
    [phone],
  )
  assert.deepEqual(rows, [{ n: 1 }])
})

test('an account and an address get at most five codes an hour and twelve a day', async () => {
  const { person, phone } = await newPerson()
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await send(person, 'sms', phone)).status, 200)
    kalli.time.advance(2)
  }
  assert.equal(refusalOf(await send(person, 'sms', phone)).code, 'too_many_codes')
  assert.equal(refusalOf(await send(person, 'sms', '+525511110000')).code, 'too_many_codes')
  const other = await newPerson()
  assert.equal(refusalOf(await send(other.person, 'sms', phone)).code, 'too_many_codes')
  let sent = 5
  for (let n = 0; n < 20; n += 1) {
    kalli.time.advance(30)
    if ((await send(person, 'sms', phone)).status === 200) sent += 1
  }
  assert.equal(sent, 12)
})

test('of many concurrent requests one code is sent', async () => {
  const { person, phone } = await newPerson()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(person, 'sms', phone)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a changed telephone waits for its code and lowers the level, and the former one is notified', async () => {
  const { id, person, email, phone } = await newPerson()
  await confirmed(person, 'email', email)
  await confirmed(person, 'sms', phone)
  await reachLevel(kalli, id, 3)
  kalli.time.advance(2)
  await prove(id)
  const fresh = '+525522223333'
  const requested = await send(person, 'sms', fresh)
  assert.deepEqual(
    [
      requested.body.level,
      requested.body.sms.address,
      requested.body.sms.pending?.address,
      requested.body.sms.pending?.isChange,
    ],
    [3, phone, fresh, true],
  )
  // BAJA does not keep a warning about the account away.
  await kalli.database.pool.query('insert into text_opt_outs (phone, opted_out_at) values ($1, $2)', [
    phone,
    kalli.work().now,
  ])
  const after = await enter(person, 'sms', await delivered('sms', fresh))
  assert.deepEqual(
    [after.body.level, after.body.biometricVerified, after.body.sms.address, after.body.sms.confirmed],
    [2, false, fresh, true],
  )
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    `select body as text from text_messages where to_phone = $1 order by id desc limit 1`,
    [phone],
  )
  assert.match(rows[0]?.text ?? '', /cambió/)
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .execute()
  assert.equal(emails.at(-1)?.subject, 'El teléfono de tu cuenta de Kalli cambió')
})

test('a changed email waits for its code and then signs in, and the former one is notified', async () => {
  const { id, person, email } = await newPerson()
  await reachLevel(kalli, id, 3)
  const fresh = `nueva${serial}@ejemplo.mx`
  const after = await confirmed(person, 'email', fresh.toUpperCase())
  assert.deepEqual([after.level, after.email.address, after.email.confirmed], [2, fresh, true])
  await drain(kalli)
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('to_address', '=', email)
    .execute()
  assert.equal(emails.at(-1)?.subject, 'El correo de tu cuenta de Kalli cambió')
  assert.ok(
    !emails.at(-1)?.body_text.includes(fresh),
    'the former mailbox does not learn the whole new address',
  )
})

test('changing an address requires a recent identification, so an open browser is not enough', async () => {
  const { id, person, phone } = await newPerson()
  await confirmed(person, 'sms', phone)
  kalli.time.advance(11)
  assert.equal(refusalOf(await send(person, 'sms', '+525522224444')).code, 'confirm_identity')
  assert.equal(refusalOf(await send(person, 'email', `ajena${id}@ejemplo.mx`)).code, 'confirm_identity')
  assert.equal((await send(person, 'email')).status, 200)
})

test('an address changed without its code is unconfirmed, whichever process writes it', async () => {
  const { id, person } = await newPerson()
  await reachLevel(kalli, id, 3)
  await kalli.database.kysely
    .updateTable('accounts')
    .set({ phone: '+525577778888' })
    .where('id', '=', id)
    .execute()
  assert.equal(await levelOf(person), 0)
  await reachLevel(kalli, id, 2)
  await kalli.database.kysely
    .updateTable('accounts')
    .set({ email: `x${id}@ejemplo.mx` })
    .where('id', '=', id)
    .execute()
  assert.equal(await levelOf(person), 1)
})

test('an email with an account gets a warning instead of a code, and the requester sees no difference', async () => {
  const owner = await newPerson()
  const { person } = await newPerson()
  const free = `libre${serial}@ejemplo.mx`
  const [taken, open] = [
    await send(person, 'email', owner.email),
    await send((await newPerson()).person, 'email', free),
  ]
  assert.deepEqual(
    { ...taken.body.email, address: '', outbox: '', pending: { ...taken.body.email.pending, address: '' } },
    { ...open.body.email, address: '', outbox: '', pending: { ...open.body.email.pending, address: '' } },
  )
  assert.equal(await delivered('email', owner.email), '')
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', owner.email)
    .execute()
  assert.equal(emails.at(-1)?.subject, 'Alguien quiso usar tu correo en otra cuenta de Kalli')
})

test('a number belongs to the account that confirmed it last, and the former one loses it and is notified', async () => {
  const before = await newPerson()
  await confirmed(before.person, 'email', before.email)
  await confirmed(before.person, 'sms', before.phone)
  kalli.time.advance(2)
  const now = await newPerson()
  assert.equal((await confirmed(now.person, 'sms', before.phone)).level, 1)
  assert.equal(await levelOf(before.person), 0)
  await drain(kalli)
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', before.email)
    .execute()
  assert.equal(emails.at(-1)?.subject, 'Confirma de nuevo tu teléfono en Kalli')
})

test('the database refuses a level set by hand, a confirmation without a code and a biometric flag without a check', async () => {
  const { id, person, phone } = await newPerson()
  const write = (values: string) =>
    kalli.database.pool.query(`update accounts set ${values} where id = $1`, [id])
  await assert.rejects(write('verification_level = 3'), /verification_level/)
  await assert.rejects(write('email_confirmed_at = now()'), /accounts_email_by_code/)
  await assert.rejects(write(`phone = '${phone}', phone_confirmed_at = now()`), /accounts_phone_by_code/)
  await assert.rejects(write('biometric_verified = true'), /accounts_biometric_by_check/)
  await confirmed(person, 'sms', phone)
  // The code of one address does not work for another.
  await assert.rejects(write(`phone_confirmed_at = now()`), /accounts_phone_by_code/)
  assert.equal(await levelOf(person), 1)
})

test('the verified mark on cards follows the level, up and down', async () => {
  const { id, accountId, person } = await professional(kalli)
  const verified = async () => {
    await drain(kalli)
    const row = await kalli.database.kysely
      .selectFrom('professionals')
      .select('verified')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.verified
  }
  const { email } = (await person.call(user)).body
  await confirmed(person, 'email', email)
  assert.equal(await verified(), false)
  await confirmed(person, 'sms', '+525566667777')
  assert.equal(await verified(), true)
  kalli.time.advance(2)
  const other = await newPerson()
  await confirmed(other.person, 'sms', '+525566667777')
  assert.equal(await verified(), false)
  assert.notEqual(accountId, other.id)
})

test('in production without a provider no code is sent by SMS, and the screen says so', async () => {
  const bare = await startTestServer({ config: { production: true, logLevel: 'silent' } })
  try {
    const person = await signIn(bare, await account(bare))
    const view = await person.call(contract.verification)
    assert.deepEqual([view.body.sms.available, view.body.biometric.available], [false, false])
    assert.equal(refusalOf(await send(person, 'sms', '+525512345678')).code, 'sms_unavailable')
    assert.equal(
      refusalOf(await person.call(contract.beginCheck, { body: {} })).code,
      'biometric_unavailable',
    )
    for (const path of ['/dev/sms', '/dev/mail', '/dev/identidad/x'])
      assert.equal((await person.fetch('GET', path)).status, 404, path)
  } finally {
    await bare.close()
  }
})

test('no input in any order raises the level without a delivered code', async () => {
  const words = fc.oneof(
    fc.constantFrom('000000', '123456', '', ' ', '６６６６６６', "' or 1=1 --", '__proto__'),
    fc.stringMatching(/^\d{6}$/),
    fc.string({ maxLength: 24 }),
  )
  const channel = fc.constantFrom('email' as const, 'sms' as const)
  const call = fc.oneof(
    fc.record({
      kind: fc.constant('send' as const),
      channel,
      address: fc.option(fc.oneof(words, fc.constant('+525512349999'), fc.emailAddress())),
    }),
    fc.record({ kind: fc.constant('enter' as const), channel, code: words }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
    fc.record({
      kind: fc.constant('raw' as const),
      method: fc.constantFrom('POST', 'PATCH', 'PUT'),
      path: fc.constantFrom(
        '/api/verification',
        '/api/verification/codes',
        '/api/verification/codes/enter',
        '/api/verification/checks/look',
        '/api/auth/user',
        '/api/verification/webhook/standin',
      ),
      body: fc.constantFrom(
        { level: 3, verificationLevel: 3, biometricVerified: true },
        { channel: 'sms', code: '123456', verification_level: 3, phone_confirmed_at: '2026-01-01' },
        { id: 'evt', check: 'chk', status: 'approved' },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      const { id, person } = await newPerson()
      for (const one of calls) {
        if (one.kind === 'send') await send(person, one.channel, one.address ?? undefined)
        else if (one.kind === 'wait') kalli.time.advance(one.minutes)
        else if (one.kind === 'raw') await person.fetch(one.method, one.path, { body: one.body })
        else {
          // A correct guess has a chance of one in a million, and does not occur here.
          const { rows } = await kalli.database.pool.query<{ id: string }>(
            `select id from verification_codes where account_id = $1 and ended_at is null`,
            [id],
          )
          const living = rows.map((row) => digitsOf(kalli.config.secret, row.id))
          if (!living.includes(one.code.replace(/\D/g, ''))) await enter(person, one.channel, one.code)
        }
        assert.equal(await levelOf(person), 0)
      }
    }),
    { numRuns: 25 },
  )
})
