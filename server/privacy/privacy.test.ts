import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import * as account from '#contract/account/account.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { makeOwnCalendar } from '#contract/booking/agenda/own-calendar.ts'
import * as contract from '#contract/privacy/privacy.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import * as settings from '#contract/account/settings.ts'
import { makeUnitCalendar } from '#contract/availability/unit-calendar.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-privacy-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => kalli.time.set(testNow))

let serial = 0
const password = 'una frase larga'
/** A client whose name, address and number occur nowhere else. */
const client = async () => {
  const mark = `${++serial}xq`
  const who = {
    email: `quetzalli${mark}@ejemplo.mx`,
    firstName: `Quetzalli${mark}`,
    lastName: `Tonantzin${mark}`,
    phone: `+5255900100${serial + 10}`,
  }
  const person = kalli.visitor()
  const { status, body } = await person.call(account.register, {
    body: { ...who, password, role: 'client' },
  })
  assert.equal(status, 200)
  return { ...who, person, id: body.id }
}
const prove = (accountId: number) =>
  kalli.database.kysely
    .updateTable('sessions')
    .set({ proven_at: kalli.clock() })
    .where('account_id', '=', accountId)
    .execute()
const leave = (person: Person) => person.call(contract.deleteAccount, { body: { confirm: 'BORRAR' } })
const reasonsOf = async (person: Person) =>
  (await person.call(contract.deletion)).body.reasons.map(({ reason }) => reason)

/** Every text column of every table, and how often these words occur in it. */
const walk = async (words: readonly string[]) => {
  const { pool } = kalli.database
  const { rows: columns } = await pool.query<{ table_name: string; column_name: string }>(`
    select table_name, column_name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying') or udt_name = 'tsvector')`)
  assert.ok(columns.length > 100, 'the walk has read something')
  const found: string[] = []
  for (const { table_name: table, column_name: column } of columns)
    for (const word of words) {
      const { rows } = await pool.query(
        `select 1 from "${table}" where position(lower($1) in lower("${column}"::text)) > 0 limit 1`,
        [word],
      )
      if (rows.length > 0) found.push(`${table}.${column}: ${word}`)
    }
  return found
}

/** A visit that was served, completed, closed and paid out. */
const past = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const guest = await client()
  const { email, firstName, lastName, phone } = guest
  const contact = { email, firstName, lastName, phone }
  const one = await booked(kalli, at, { who: guest.person, date: '2026-11-20', place: 4, contact })
  const params = { id: one.id }
  kalli.time.set(one.startsAt)
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.advance(90)
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  await completeAsClient(kalli, params.id)
  return { at, guest, id: one.id }
}
const daysLater = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    kalli.time.advance(24 * 60)
    await runJobsOnce(kalli)
  }
}

test('an anonymous visitor cannot delete, request a copy or open one', async () => {
  const visitor = kalli.visitor()
  assert.equal((await visitor.call(contract.deletion)).status, 401)
  assert.equal((await leave(visitor)).status, 401)
  assert.equal((await visitor.call(contract.askDataCopy)).status, 401)
  const path = '/api/account/data-copies/00000000-0000-4000-8000-000000000000/kalli.json'
  assert.equal((await visitor.fetch('GET', path)).status, 401)
})

test('a deletion needs the confirmation word, and an identification of the last ten minutes', async () => {
  const { person, id } = await client()
  for (const confirm of ['', 'borrar', 'SI'])
    assert.equal((await person.fetch('POST', contract.deleteAccount.path, { body: { confirm } })).status, 400)
  kalli.time.advance(11)
  const stale = await leave(person)
  assert.deepEqual([stale.status, refusalOf(stale).code], [403, 'confirm_identity'])
  assert.equal((await person.call(contract.askDataCopy)).status, 403)
  assert.equal((await person.call(settings.confirmIdentity, { body: { password } })).status, 200)
  assert.equal((await leave(person)).status, 200)
  assert.equal((await person.call(account.user)).status, 401)
  const row = await kalli.database.kysely
    .selectFrom('accounts')
    .select(['email', 'erased_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.email, row.erased_at !== null], [`borrada-${id}@kalli.invalid`, true])
})

test('a user with an upcoming visit cannot delete the account, on either side of it', async () => {
  const at = await people.bookable(kalli)
  const guest = await client()
  await booked(kalli, at, { who: guest.person, contact: { ...guest } })
  for (const [person, id] of [
    [guest.person, guest.id],
    [at.professional.person, at.professional.accountId],
    [at.host.person, at.host.accountId],
  ] as const) {
    await prove(id)
    assert.deepEqual(await reasonsOf(person), ['visits_to_come'])
    const answer = await leave(person)
    assert.deepEqual([answer.status, refusalOf(answer).code], [409, 'account_in_use'])
    assert.equal((await person.call(account.user)).status, 200)
  }
})

test('an administrator of Kalli cannot delete the account', async () => {
  const id = await people.account(kalli, { roles: ['client', 'admin'] })
  await kalli.database.pool.query(
    `insert into second_factors (account_id, secret, created_at, confirmed_at) values ($1, '', now(), now())`,
    [id],
  )
  const admin = await people.signIn(kalli, id)
  assert.deepEqual(await reasonsOf(admin), ['administrator'])
})

test('a user cannot leave while money is in transit; later all three leave without a trace, and the ledger is zero', async () => {
  const { at, guest } = await past()
  const names = { firstName: 'Xiuhnel', lastName: 'Citlalmina' }
  const owners = { firstName: 'Yaretzi', lastName: 'Nochipa' }
  await at.professional.person.call(settings.saveAccountProfile, { body: { ...names, version: 1 } })
  await at.host.person.call(settings.saveAccountProfile, { body: { ...owners, version: 1 } })
  const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#a63f24' } })
    .jpeg()
    .toBuffer()
  const { body: pictured } = await at.professional.person.call(settings.uploadPhoto, {
    file: new Blob([Buffer.from(photo)]),
    body: { x: 0, y: 0, width: 1, height: 1 },
  })
  await drain(kalli)
  for (const person of [guest.person, at.professional.person, at.host.person])
    assert.notDeepEqual(await reasonsOf(person), [])
  await daysLater(20)
  for (const person of [guest.person, at.professional.person, at.host.person])
    assert.deepEqual(await reasonsOf(person), [])
  const { rows: requested } = await kalli.database.pool.query<{ id: number }>(
    `insert into applications (professional_id, space_id, host_id, status, message, terms, open_place, sent_at, expires_at, created_at)
     select $1, id, host_id, 'in_review', 'Soy Xiuhnel', '{}', 1, $3, $3::timestamptz + interval '7 days', $3 from spaces where id = $2 returning id`,
    [at.professional.id, at.space.id, kalli.clock()],
  )
  await kalli.database.pool.query(
    `insert into application_moves (application_id, version, move, to_status, actor, text, at)
     values ($1, 1, 'answer_info', 'in_review', 'professional', 'Xiuhnel a sus órdenes', $2)`,
    [requested[0]?.id, kalli.clock()],
  )
  const everybody = [
    guest.email,
    guest.firstName,
    guest.lastName,
    guest.phone,
    ...Object.values(names),
    ...Object.values(owners),
    'Casa Salas',
    'Colima 200, planta baja',
  ]
  assert.ok((await walk([guest.firstName])).length > 1, 'the walk finds who is there')
  // Their other calendars subscribe to their bookings here.
  const unitId = at.space.units[0] ?? 0
  const subscribed = [
    await at.professional.person.call(makeOwnCalendar),
    await at.host.person.call(makeUnitCalendar, { params: { id: unitId } }),
  ].map(({ body }) => new URL(body.address).pathname)
  const calendars = () =>
    Promise.all(subscribed.map(async (path) => (await kalli.visitor().fetch('GET', path)).status))
  assert.deepEqual(await calendars(), [200, 200])
  for (const [person, id] of [
    [guest.person, guest.id],
    [at.professional.person, at.professional.accountId],
    [at.host.person, at.host.accountId],
  ] as const) {
    await prove(id)
    assert.equal((await leave(person)).status, 200)
  }
  assert.deepEqual(await calendars(), [404, 404])
  await drain(kalli)
  const farewell = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', guest.email)
    .execute()
  assert.deepEqual(
    farewell.map(({ subject }) => subject),
    ['Tu cuenta de Kalli fue borrada'],
  )
  await daysLater(2)
  // The other salons of this file share the host's invented name and street.
  const left = (await walk(everybody)).filter((line) => !/: (Casa Salas|Colima 200, planta baja)$/.test(line))
  assert.deepEqual(left, [])
  assert.equal(await people.trialBalance(kalli), 0)
  const { rows } = await kalli.database.pool.query(
    `select status, contact, total_cents from bookings where professional_id = $1`,
    [at.professional.id],
  )
  assert.deepEqual(rows, [{ status: 'closed', contact: null, total_cents: 100_000 }])
  const { rows: ended } = await kalli.database.pool.query(
    `select a.status as application, g.status as agreement from applications a join agreements g using (professional_id, space_id)
     where a.id = $1`,
    [requested[0]?.id],
  )
  assert.deepEqual(ended, [{ application: 'withdrawn', agreement: 'ended' }])
  const page = await kalli.visitor().call(publicSpace, { params: { id: String(at.space.id) } })
  assert.equal(page.status, 404)
  const { body: cards } = await kalli.visitor().call(searchProfessionals, { query: { q: names.firstName } })
  assert.deepEqual(cards, [])
  const gone = await kalli.visitor().fetch('GET', pictured.profileImageUrl ?? '')
  assert.equal(gone.status, 404)
  const again = await kalli.visitor().call(account.login, { body: { email: guest.email, password } })
  assert.equal(again.status, 401)
})

test('a returning user can register the same email again', async () => {
  const { person, ...who } = await client()
  await leave(person)
  const answer = await kalli.visitor().call(account.register, {
    body: {
      email: who.email,
      password,
      firstName: 'Ana',
      lastName: 'Paz',
      phone: who.phone,
      role: 'client',
    },
  })
  assert.equal(answer.status, 200)
})

test('a deleted user is named nowhere, also in the other party’s view of their visits', async () => {
  const { at, guest } = await past()
  await daysLater(20)
  await prove(guest.id)
  assert.equal((await leave(guest.person)).status, 200)
  await drain(kalli)
  await daysLater(2)
  assert.deepEqual(await walk([guest.email, guest.firstName, guest.lastName, guest.phone]), [])
  assert.equal((await at.professional.person.call(account.user)).status, 200)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a saved card is in its user’s copy without the processor’s reference, and is deleted with the account', async () => {
  const { guest } = await past()
  await kalli.database.kysely
    .insertInto('saved_cards')
    .values({
      id: crypto.randomUUID(),
      account_id: guest.id,
      provider: 'standin',
      card_ref: 'card_ok_visa_7171_2909_abcdef',
      brand: 'visa',
      last4: '7171',
      expires: '2029-09',
      saved_at: kalli.clock(),
    })
    .execute()
  await prove(guest.id)
  const mine = await (await download(guest.person, await copied(guest.person))).text()
  assert.match(
    mine,
    /"tarjetas_guardadas": \[\s*\{\s*"brand": "visa",\s*"last4": "7171",\s*"expires": "2029-09"/,
  )
  assert.ok(!mine.includes('card_ok'), 'the processor’s name for it')
  await daysLater(20)
  await prove(guest.id)
  assert.deepEqual(await reasonsOf(guest.person), [])
  assert.equal((await leave(guest.person)).status, 200)
  const { rows } = await kalli.database.pool.query('select from saved_cards where account_id = $1', [
    guest.id,
  ])
  assert.equal(rows.length, 0)
})

test('of a concurrent booking and deletion both never last, and the money is refunded', async () => {
  for (let round = 0; round < 3; round += 1) {
    const at = await people.bookable(kalli)
    const guest = await client()
    await prove(at.professional.accountId)
    await Promise.allSettled([
      booked(kalli, at, { who: guest.person, contact: { ...guest } }),
      leave(at.professional.person),
    ])
    await runJobsOnce(kalli)
    const { rows } = await kalli.database.pool.query<{ erased: boolean; alive: boolean }>(
      `select a.erased_at is not null as erased, exists (select from bookings b
          where b.professional_id = p.id and b.status in ('held', 'awaiting_payment', 'confirmed')) as alive
       from professionals p join accounts a on a.id = p.account_id where p.id = $1`,
      [at.professional.id],
    )
    assert.notDeepEqual(rows, [{ erased: true, alive: true }])
    assert.equal(await people.trialBalance(kalli), 0)
  }
})

const copied = async (person: Person) => {
  const requested = await person.call(contract.askDataCopy)
  assert.equal(requested.status, 202, JSON.stringify(requested.body))
  await drain(kalli)
  return requested.body.id
}
const download = (person: Person, id: string, file = 'kalli.json') =>
  person.fetch('GET', `/api/account/data-copies/${id}/${file}`)

test('a copy has all data of its owner and none of others', async () => {
  const { at, guest } = await past()
  const names = { firstName: 'Meztli', lastName: 'Ocampo' }
  await at.professional.person.call(settings.saveAccountProfile, { body: { ...names, version: 1 } })
  await drain(kalli)
  await prove(guest.id)
  await prove(at.professional.accountId)
  const mine = await (await download(guest.person, await copied(guest.person))).text()
  for (const own of [guest.email, guest.firstName, guest.lastName, guest.phone, 'Corte y peinado', '100000'])
    assert.ok(mine.includes(own), own)
  for (const foreign of [names.firstName, names.lastName, 'password', 'argon2', 'token'])
    assert.ok(!mine.includes(foreign), foreign)
  const theirs = await (await download(at.professional.person, await copied(at.professional.person))).text()
  assert.ok(theirs.includes(names.firstName) && theirs.includes('citas_como_profesional'))
  for (const foreign of [guest.email, guest.firstName, guest.lastName, guest.phone])
    assert.ok(!theirs.includes(foreign), foreign)
})

test('a copy is a file for programs and for reading, and runs nothing', async () => {
  const guest = await client()
  await guest.person.call(settings.saveAccountProfile, {
    body: { firstName: '<script>alert(1)</script>', lastName: 'Paz', version: 1 },
  })
  const id = await copied(guest.person)
  const page = await download(guest.person, id, 'kalli.html')
  assert.match(
    page.headers.get('content-disposition') ?? '',
    /^attachment; filename="mis-datos-de-kalli.html"/,
  )
  const text = await page.text()
  assert.ok(text.includes('Mis datos en Kalli') && !text.includes('<script>'))
  const json: unknown = await (await download(guest.person, id)).json()
  assert.ok(typeof json === 'object' && json !== null && 'cuenta' in json)
  assert.equal((await download(guest.person, id, '..%2f')).status, 404)
})

test('only its owner opens a copy, after confirming their identity, for a week', async () => {
  const guest = await client()
  const stranger = await client()
  const id = await copied(guest.person)
  assert.equal((await download(stranger.person, id)).status, 404)
  assert.equal((await stranger.person.call(contract.openDataCopy, { params: { id } })).status, 404)
  kalli.time.advance(11)
  assert.equal((await download(guest.person, id)).status, 403)
  const requested = await guest.person.call(contract.openDataCopy, { params: { id } })
  assert.equal(refusalOf(requested).code, 'confirm_identity')
  await guest.person.call(settings.confirmIdentity, { body: { password } })
  assert.equal((await guest.person.call(contract.openDataCopy, { params: { id } })).status, 200)
  kalli.time.advance(8 * 24 * 60)
  await prove(guest.id)
  assert.equal((await download(guest.person, id)).status, 404)
  assert.deepEqual((await guest.person.call(contract.dataCopies)).body, [])
  await runJobsOnce(kalli)
  const saved = await kalli.database.kysely
    .selectFrom('data_copies')
    .select('id')
    .where('id', '=', id)
    .execute()
  assert.deepEqual(saved, [])
})

test('five concurrent requests make one copy and one email, and a fourth copy in a day is refused', async () => {
  const { person, email } = await client()
  const requested = await Promise.all(Array.from({ length: 5 }, () => person.call(contract.askDataCopy)))
  assert.equal(new Set(requested.map(({ body }) => body.id)).size, 1)
  await drain(kalli)
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', email)
    .where('subject', '<>', 'Te damos la bienvenida a Kalli')
    .execute()
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    ['La copia de tus datos está lista'],
  )
  await copied(person)
  await copied(person)
  const fourth = await person.call(contract.askDataCopy)
  assert.deepEqual([fourth.status, refusalOf(fourth).code], [429, 'too_many_copies'])
})
