import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import * as account from '#contract/account/account.ts'
import * as contract from '#contract/notification/notification.ts'
import * as professionals from '#contract/professional/professional.ts'
import * as steps from '#contract/space/listing-steps.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type ListingValues, publishedSpace, wholeDraft } from '#server/testing/listings.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Roma Norte; another street of it; Polanco, 5 km away; Toluca, 55 km away. */
const roma = { latitude: 19.4194, longitude: -99.1617 }
const near = { latitude: 19.425, longitude: -99.165 }
const polanco = { latitude: 19.4333, longitude: -99.2 }
const toluca = { latitude: 19.2826, longitude: -99.6557 }

let serial = 0
const register = async (role: 'professional' | 'host', firstName: string): Promise<Person> => {
  const person = kalli.visitor()
  const answer = await person.call(account.register, {
    body: {
      email: `${role}${++serial}@match.test`,
      password: 'una-clave-larga',
      firstName,
      lastName: 'Nava',
      role,
    },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return person
}

const profileAt = (where: { latitude: number; longitude: number }, values: object = {}) => ({
  bio: 'Colorista.',
  experienceYears: 6,
  specialties: ['Balayage'],
  categories: ['hair' as const],
  basePriceCents: 40_000,
  municipalityId: 9015,
  neighbourhood: 'Roma Norte',
  address: null,
  ...where,
  hasOwnPlace: true,
  status: 'published' as const,
  version: 0,
  ...values,
})

const newProfessional = async (where: typeof roma, values: object = {}) => {
  const person = await register('professional', 'Ximena')
  const answer = await person.call(professionals.saveProfile, { body: profileAt(where, values) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { person, profile: answer.body }
}

const newSpace = (person: Person, where: typeof roma, values: ListingValues = {}) =>
  publishedSpace(kalli, person, { ...where, ...values })

const bellOf = async (person: Person) => (await person.call(contract.community)).body
const settle = () => drain(kalli)
/** Each test has its own city: earlier listings are moved off the map. */
const empty = async () => {
  await settle()
  await sql`delete from search_professionals`.execute(kalli.database.kysely)
  await sql`delete from search_spaces`.execute(kalli.database.kysely)
}

describe('a new space', () => {
  test('is notified to professionals nearby who could work there, and to no other user', async () => {
    await empty()
    const stylist = await newProfessional(near, { categories: ['hair', 'nails'] })
    const further = await newProfessional(polanco)
    const far = await newProfessional(toluca)
    const therapist = await newProfessional(near, { categories: ['therapy'] })
    const draft = await newProfessional(near, { status: 'draft' })
    const host = await register('host', 'Marta')
    await settle()
    const space = await newSpace(host, roma)
    await settle()
    const [notice, ...more] = await bellOf(stylist.person)
    assert.deepEqual(more, [])
    assert.equal(notice?.type, 'new_space_match')
    assert.equal(notice?.title, 'Espacio nuevo: Sillas del patio')
    assert.equal(notice?.message, 'Silla en Casa Nava, Roma Norte, a menos de 1 km de ti.')
    assert.deepEqual(notice?.matchingCategories, ['hair'])
    const seen = await stylist.person.call(contract.notification, { params: { id: notice?.id ?? 0 } })
    assert.deepEqual(seen.body.about, { kind: 'space', id: String(space.id) })
    assert.match((await bellOf(further.person))[0]?.message ?? '', /a 4\.\d km de ti/)
    for (const other of [far, therapist, draft]) assert.deepEqual(await bellOf(other.person), [])
  })

  test('is notified only for categories that its host allows, and not while it is by invitation only', async () => {
    await empty()
    const nails = await newProfessional(near, { categories: ['nails'] })
    const both = await newProfessional(near, { categories: ['hair', 'beauty'] })
    const host = await register('host', 'Marta')
    await settle()
    const invites = await newSpace(host, roma, { welcome: 'agreement' })
    await settle()
    for (const { person } of [nails, both]) assert.deepEqual(await bellOf(person), [])
    const opened = await host.call(steps.saveStep7, {
      params: { id: invites.id },
      body: { version: invites.version, welcome: 'application' },
    })
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    await settle()
    assert.deepEqual(await bellOf(nails.person), [])
    assert.deepEqual(
      (await bellOf(both.person)).map(({ matchingCategories }) => matchingCategories),
      [['hair']],
    )
  })

  test('is notified once when it is published, and not as a draft', async () => {
    await empty()
    const stylist = await newProfessional(near)
    const host = await register('host', 'Marta')
    const draft = await wholeDraft(kalli, host, roma)
    await settle()
    assert.equal((await bellOf(stylist.person)).length, 0)
    await kalli.database.kysely
      .updateTable('spaces')
      .set({ status: 'in_review', review_due_at: kalli.clock() })
      .where('id', '=', draft.id)
      .execute()
    await kalli.database.kysely
      .updateTable('spaces')
      .set({ status: 'published' })
      .where('id', '=', draft.id)
      .execute()
    let { version } = draft
    let notified = false
    for (const [call, status] of [
      [steps.pauseSpace, 'paused'],
      [steps.resumeSpace, 'published'],
      [steps.pauseSpace, 'paused'],
      [steps.resumeSpace, 'published'],
    ] as const) {
      const moved = await host.call(call, { params: { id: draft.id }, body: { version } })
      assert.deepEqual([moved.status, moved.body.status], [200, status], JSON.stringify(moved.body))
      version = moved.body.version
      await settle()
      notified ||= status === 'published'
      assert.equal((await bellOf(stylist.person)).length, notified ? 1 : 0, status)
    }
  })

  test('is notified to at most the two hundred nearest professionals', async () => {
    await empty()
    await sql`update professionals set status = 'paused'`.execute(kalli.database.kysely)
    const addProfessionals: { accountId: number; person: Person }[] = []
    for (let index = 0; index < 203; index += 1) addProfessionals.push(await people.professional(kalli))
    await sql`update professionals set latitude = 19.4194 + id * 0.00002, longitude = -99.1617`.execute(
      kalli.database.kysely,
    )
    await sql`call search_remake()`.execute(kalli.database.kysely)
    const host = await register('host', 'Marta')
    await newSpace(host, roma)
    await settle()
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from notifications
      where account_id = any(${addProfessionals.map(({ accountId }) => accountId)}::bigint[])`.execute(
      kalli.database.kysely,
    )
    assert.equal(rows[0]?.count, 200)
  })

  test('is not notified to a professional with five matches that day', async () => {
    await empty()
    const stylist = await newProfessional(near)
    const host = await register('host', 'Marta')
    await settle()
    for (let number = 1; number <= 7; number += 1) await newSpace(host, roma, { name: `Sillas ${number}` })
    await settle()
    assert.equal((await bellOf(stylist.person)).length, 5)
    kalli.time.advance(24 * 60 + 1)
    await newSpace(host, roma, { name: 'Sillas de mañana' })
    await settle()
    assert.equal((await bellOf(stylist.person)).length, 6)
  })
})

describe('a new professional', () => {
  test('is notified once to each host nearby who has a space for their work', async () => {
    await empty()
    const owner = await register('host', 'Marta')
    await newSpace(owner, roma, { name: 'Sillas' })
    await newSpace(owner, polanco, { name: 'Estaciones', spaceType: 'station' })
    const other = await register('host', 'Pilar')
    await newSpace(other, roma, { spaceType: 'consulting_room', businessName: 'Clínica Pilar' })
    const far = await register('host', 'Rosa')
    await newSpace(far, toluca, { businessName: 'Toluca' })
    await settle()
    // They were notified of their own listings already.
    await kalli.database.kysely.deleteFrom('notifications').execute()
    const { profile } = await newProfessional(near, { categories: ['hair', 'nails', 'yoga'] })
    await settle()
    const [notice, ...more] = await bellOf(owner)
    assert.deepEqual(more, [])
    assert.equal(notice?.type, 'new_professional_match')
    assert.equal(notice?.title, 'Ximena Nava busca dónde trabajar')
    assert.equal(notice?.message, 'Cabello, Uñas y Yoga en Roma Norte, a menos de 1 km de Sillas.')
    assert.deepEqual(notice?.matchingCategories, ['hair', 'nails'])
    const seen = await owner.call(contract.notification, { params: { id: notice?.id ?? 0 } })
    assert.deepEqual(seen.body.about, { kind: 'professional', id: String(profile.id) })
    assert.deepEqual(await bellOf(other), [])
    assert.deepEqual(await bellOf(far), [])
  })
})

test('a user who turned bell matches off gets none, and an email if they chose one', async () => {
  await empty()
  const stylist = await newProfessional(near)
  const saved = await stylist.person.call(contract.saveNotificationSettings, {
    body: { events: [{ event: 'space_match', app: false, email: true }], quiet: null, version: 0 },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const host = await register('host', 'Marta')
  await settle()
  await newSpace(host, roma, { name: 'Sillas por carta' })
  await settle()
  assert.deepEqual(await bellOf(stylist.person), [])
  const { sendDue } = await import('#server/notification/written.ts')
  await sendDue(kalli.work())
  await sendDue(kalli.work())
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select(['to_address', 'body_text'])
    .where('subject', '=', 'Espacio nuevo: Sillas por carta')
    .execute()
  assert.equal(emails.length, 1)
  assert.match(emails[0]?.body_text ?? '', /Ver el espacio/)
})
