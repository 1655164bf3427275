import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { askAlert, dropAlert, favourites, keep, unsave, marks } from '#contract/favourite/favourite.ts'
import { profile, saveProfile } from '#contract/professional/professional.ts'
import { mailOpenings } from '#server/favourite/alert.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, bookable, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const client = async (email?: string) => {
  const id = await account(kalli, email === undefined ? {} : { email })
  return { id, person: await signIn(kalli, id) }
}
const become = (professionalId: number, status: string) =>
  sql`update professionals set status = ${status} where id = ${professionalId}`.execute(kalli.database.kysely)
const emailsTo = async (address: string) => {
  const rows = await kalli.database.kysely
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('to_address', '=', address)
    .execute()
  return rows
}

test('an anonymous visitor cannot save a favourite, and nor can a client save what is hidden from them', async () => {
  const { professional } = await bookable(kalli)
  const requested = { params: { kind: 'professional' as const, id: professional.id } }
  assert.equal((await kalli.visitor().call(keep, requested)).status, 401)
  assert.equal((await kalli.visitor().call(marks)).status, 401)
  const { person } = await client()
  await become(professional.id, 'draft')
  assert.equal(refusalOf(await person.call(keep, requested)).code, 'not_found')
  assert.equal(
    refusalOf(await person.call(keep, { params: { kind: 'space', id: 999_999 } })).code,
    'not_found',
  )
})

test('a favourite is in its user’s list only, newest first, and saved once however often it is sent', async () => {
  const one = await bookable(kalli)
  const two = await bookable(kalli)
  const { person } = await client()
  const stranger = (await client()).person
  const at = (id: number) => ({ params: { kind: 'professional' as const, id } })
  await Promise.all([1, 2, 3, 4].map(() => person.call(keep, at(one.professional.id))))
  kalli.time.advance(1)
  await person.call(keep, at(two.professional.id))
  const stored = await person.call(keep, { params: { kind: 'space', id: one.space.id } })
  assert.deepEqual(stored.body, {
    professionals: [two.professional.id, one.professional.id],
    spaces: [one.space.id],
    alerts: [],
  })
  const list = await person.call(favourites)
  assert.deepEqual(
    list.body.professionals.map(({ id, acceptsBookings }) => [id, acceptsBookings]),
    [
      [two.professional.id, true],
      [one.professional.id, true],
    ],
  )
  assert.deepEqual(
    list.body.spaces.map(({ id }) => id),
    [one.space.id],
  )
  assert.deepEqual((await stranger.call(favourites)).body.professionals, [])

  const less = await person.call(unsave, at(two.professional.id))
  assert.deepEqual(less.body.professionals, [one.professional.id])
  assert.equal((await person.call(unsave, at(two.professional.id))).status, 200, 'gone is gone')
})

test('a saved profile that is paused stays in the list, marked as not bookable', async () => {
  const { professional } = await bookable(kalli)
  const { person } = await client()
  await person.call(keep, { params: { kind: 'professional', id: professional.id } })
  await become(professional.id, 'paused')
  const { body } = await person.call(favourites)
  assert.deepEqual(
    body.professionals.map(({ id, acceptsBookings }) => [id, acceptsBookings]),
    [[professional.id, false]],
  )
})

test('a list holds at most two hundred favourites, also with two requests at once', async () => {
  const { professional } = await bookable(kalli)
  const other = await bookable(kalli)
  const { id, person } = await client()
  const db = kalli.database.kysely
  await sql`
    with made as (insert into resources (kind) select 'professional' from generate_series(1, 199) returning id),
      owners as (insert into accounts (email, first_name, last_name, role, active_role, available_roles, created_at)
        select 'crowd' || id || '@example.test', 'A', 'B', 'professional', 'professional', '{professional}', now() from made
        returning id, email)
    insert into professionals (id, account_id, slug, first_name, last_name, municipality_id, city, state, latitude,
      longitude, zone, status, created_at)
    select made.id, owners.id, 'x-' || made.id, 'A', 'B', 9015, 'C', 'S', 19, -99, 'America/Mexico_City', 'published', now()
    from made join owners on owners.email = 'crowd' || made.id || '@example.test'`.execute(db)
  await sql`
    insert into favourites (account_id, professional_id, created_at)
    select ${id}, id, now() from professionals where first_name = 'A'`.execute(db)
  const answers = await Promise.all(
    [professional.id, other.professional.id].map((which) =>
      person.call(keep, { params: { kind: 'professional', id: which } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused && refusalOf(refused).code, 'favourites_full')
  // One in the full list can still be saved again, and spaces have a separate list.
  const again = answers[0]?.status === 200 ? professional.id : other.professional.id
  const repeated = await person.call(keep, { params: { kind: 'professional', id: again } })
  assert.equal(repeated.status, 200)
  const space = await person.call(keep, { params: { kind: 'space', id: other.space.id } })
  assert.equal(space.status, 200)
})

test('a subscribed client is notified once that a paused professional can be booked again, when their page shows it', async () => {
  const { professional } = await bookable(kalli)
  const { person } = await client('espera@example.test')
  const other = await client('otra@example.test')
  await become(professional.id, 'paused')
  const at = { params: { id: professional.id }, body: {} }
  await Promise.all([1, 2, 3].map(() => person.call(askAlert, at)))
  await other.person.call(askAlert, at)
  assert.deepEqual((await person.call(marks)).body.alerts, [
    { professionalId: professional.id, onDate: null },
  ])
  assert.equal((await person.call(favourites)).body.alerts[0]?.name, 'Ana Rojas')
  await other.person.call(dropAlert, { params: { id: professional.id }, query: {} })

  await mailOpenings(kalli.work())
  assert.deepEqual(await emailsTo('espera@example.test'), [], 'still paused')

  // As its owner does it.
  const { body: now } = await professional.person.call(profile)
  const { slug: _slug, id: _id, city: _city, state: _state, zone: _zone, ...rest } = now
  const saved = await professional.person.call(saveProfile, { body: { ...rest, status: 'published' } })
  assert.equal(saved.status, 200)
  await Promise.all([mailOpenings(kalli.work()), mailOpenings(kalli.work())])
  await mailOpenings(kalli.work())
  const emails = await emailsTo('espera@example.test')
  assert.equal(emails.length, 1)
  assert.equal(emails[0]?.subject, 'Ana Rojas ya tiene horario')
  assert.match(emails[0]?.body_text ?? '', new RegExp(`/booking\\?professional=${professional.id}`))
  assert.deepEqual((await person.call(marks)).body.alerts, [], 'answered')
  assert.deepEqual(await emailsTo('otra@example.test'), [], 'taken back')

  // Subscribed again, it is notified again.
  kalli.time.advance(1)
  await person.call(askAlert, at)
  await mailOpenings(kalli.work())
  assert.equal((await emailsTo('espera@example.test')).length, 2)
})

test('an alert for one day waits for that day, not for another', async () => {
  const { professional } = await bookable(kalli)
  const { person } = await client('un-dia@example.test')
  const close = (date: string) =>
    kalli.database.kysely
      .insertInto('schedule_exceptions')
      .values({ owner_kind: 'professional', owner_id: professional.id, date, windows: '[]' })
      .execute()
  await close('2026-11-23')
  const requested = { params: { id: professional.id }, body: { onDate: '2026-11-23' } }
  assert.equal((await person.call(askAlert, requested)).status, 200)
  await mailOpenings(kalli.work())
  assert.deepEqual(await emailsTo('un-dia@example.test'), [])
  await sql`delete from schedule_exceptions where owner_id = ${professional.id}`.execute(
    kalli.database.kysely,
  )
  await mailOpenings(kalli.work())
  const [emailMessage] = await emailsTo('un-dia@example.test')
  assert.match(emailMessage?.body_text ?? '', /23 de noviembre/)
  for (const onDate of ['2026-11-19', '2027-11-23'])
    assert.equal(
      refusalOf(await person.call(askAlert, { params: { id: professional.id }, body: { onDate } })).code,
      'day_is_over',
    )
})
