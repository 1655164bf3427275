import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendInvitation } from '#contract/hiring/invitation.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { hostFit } from '#contract/search/public-page.ts'
import { remake } from '#server/search/documents.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a host finds professionals near their space by free days, verification and work nearby', async () => {
  const owner = await people.host(kalli)
  await people.reachLevel(kalli, owner.accountId, 1)
  const space = await people.space(kalli, owner)
  const ana = await people.professional(kalli, { firstName: 'Ana' })
  const berta = await people.professional(kalli, { firstName: 'Berta' })
  await people.reachLevel(kalli, berta.accountId, 3)
  const far = await people.professional(kalli, { firstName: 'Carla' })
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ latitude: 20.67, longitude: -103.36 })
    .where('id', '=', far.id)
    .execute()
  // Berta works on Mondays only, at a salon around the corner.
  await kalli.database.kysely
    .updateTable('schedules')
    .set({ weekly: JSON.stringify([{ weekday: 1, fromMinute: 600, toMinute: 1080 }]) })
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', berta.id)
    .execute()
  const other = await people.host(kalli)
  await people.agreement(kalli, berta.id, (await people.space(kalli, other)).id)
  await remake(kalli.work())

  const found = async (query: object, who = owner.person) => {
    const answer = await who.call(searchProfessionals, { query: { near_space: space.id, ...query } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.map(({ user }) => user.firstName).toSorted()
  }
  assert.deepEqual(await found({}), ['Ana', 'Berta'])
  assert.deepEqual(await found({ free_days: '1' }), ['Ana', 'Berta'])
  assert.deepEqual(await found({ free_days: '1,3' }), ['Ana'])
  assert.deepEqual(await found({ level: '2' }), ['Berta'])
  assert.deepEqual(await found({ works_near: 'true' }), ['Berta'])
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ languages: ['es', 'en'] })
    .where('id', '=', ana.id)
    .execute()
  assert.deepEqual(await found({ languages: 'en,fr' }), ['Ana'])
  assert.deepEqual(await found({ languages: 'fr' }), [])
  // Only reviewed documents in force count; of several, all are required.
  const addDocument = (professionalId: number, kind: string, status: string) =>
    kalli.database.pool.query(
      `insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, uploaded_at, reviewed_at)
       values (gen_random_uuid(), 'professional', $1, $2, $3, gen_random_uuid()::text, 'application/pdf', 1, now(),
         case when $3 <> 'in_review' then now() end)`,
      [professionalId, kind, status],
    )
  await addDocument(ana.id, 'license', 'valid')
  await addDocument(ana.id, 'insurance', 'in_review')
  await addDocument(berta.id, 'license', 'expiring')
  await addDocument(berta.id, 'insurance', 'valid')
  assert.deepEqual(await found({ docs: 'license' }), ['Ana', 'Berta'])
  assert.deepEqual(await found({ docs: 'license,insurance' }), ['Berta'])
  // An expired document has no effect, even before the daily job marks it; identity documents cannot be filtered by.
  await kalli.database.pool.query(
    `update documents set valid_to = '2020-01-01' where owner_id = $1 and kind = 'insurance'`,
    [berta.id],
  )
  assert.deepEqual(await found({ docs: 'insurance' }), [])
  await kalli.database.pool.query(`update documents set valid_to = null where owner_id = $1`, [berta.id])
  const secret = { query: { near_space: space.id, docs: 'identity' } }
  assert.equal((await owner.person.call(searchProfessionals, secret)).status, 400)
  const strange = { query: { near_space: space.id, docs: 'horoscope' } }
  assert.equal((await owner.person.call(searchProfessionals, strange)).status, 400)
  const unknown = await owner.person.call(searchProfessionals, {
    query: { near_space: space.id, free_days: '8' },
  })
  assert.equal(unknown.status, 400)

  // A stranger can neither measure distances from it nor ask who would fill it.
  for (const who of [kalli.visitor(), other.person, ana.person])
    assert.equal((await who.call(searchProfessionals, { query: { near_space: space.id } })).status, 404)
  const requested = { query: { space: space.id, professionals: `${ana.id},${berta.id}` } }
  assert.equal((await kalli.visitor().call(hostFit, requested)).status, 401)
  assert.equal((await ana.person.call(hostFit, requested)).status, 403)
  assert.equal((await other.person.call(hostFit, requested)).status, 404)

  await owner.person.call(sendInvitation, {
    body: {
      professionalId: ana.id,
      spaceId: space.id,
      terms: { rent: { kind: 'per_hour', ratePerHourCents: 10_000 } },
    },
  })
  await people.agreement(kalli, berta.id, space.id)
  const { body } = await owner.person.call(hostFit, requested)
  const [first, second] = body.toSorted((a, b) => a.professionalId - b.professionalId)
  assert.deepEqual(
    [first?.standing, second?.standing, second?.freeDays, second?.hoursAWeek, second?.worksNear],
    ['invited', 'agreed', [1], 8, true],
  )
  assert.deepEqual([first?.papers, second?.papers], [['license'], ['insurance', 'license']])
  assert.doesNotMatch(JSON.stringify(body), /@|\+52/)
})
