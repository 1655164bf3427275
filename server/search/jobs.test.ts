/** Jobs that follow agreements and spaces: a professional is found where they work, and no longer elsewhere, even when a job runs twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchProfessionals } from '#contract/search/search.ts'
import { ownWork } from '#server/platform/work.ts'
import { refreshAgreed, refreshThose, remake } from '#server/search/documents.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let space = 0
let professional = 0
let agreement = 0

/** She lives in Guadalajara without a place of her own; the space is in Mérida. */
before(async () => {
  kalli = await startTestServer()
  const db = kalli.database.kysely
  const owner = await people.host(kalli)
  space = (await people.space(kalli, owner)).id
  await moveSpace('Mérida', 'Yucatán', 31050, 20.97, -89.62)
  professional = (await people.professional(kalli, { firstName: 'Eva' })).id
  await people.service(kalli, professional, { name: 'Corte' })
  await db
    .updateTable('professionals')
    .set({
      city: 'Guadalajara',
      state: 'Jalisco',
      municipality_id: 14039,
      latitude: 20.67,
      longitude: -103.35,
    })
    .where('id', '=', professional)
    .execute()
  await remake(kalli.work())
  agreement = await agreed()
})
after(() => kalli.close())

const agreed = async () => {
  await people.agreement(kalli, professional, space)
  const { id } = await kalli.database.kysely
    .selectFrom('agreements')
    .select('id')
    .where('professional_id', '=', professional)
    .executeTakeFirstOrThrow()
  return id
}

const moveSpace = (
  city: string,
  state: string,
  municipality_id: number,
  latitude: number,
  longitude: number,
) =>
  kalli.database.kysely
    .updateTable('spaces')
    .set({ city, state, municipality_id, latitude, longitude })
    .where('id', '=', space)
    .execute()

const citiesWhereFound = async () => {
  const found: string[] = []
  for (const city of ['Mérida', 'Cancún', 'Guadalajara']) {
    const { body } = await kalli.visitor().call(searchProfessionals, { query: { city } })
    if (body.some(({ id }) => id === professional)) found.push(city)
  }
  return found
}

test('after its job has run a started agreement is found at its space, and an ended one no longer', async () => {
  const work = ownWork(kalli)
  assert.deepEqual(await citiesWhereFound(), [], 'the index is behind')
  for (let twice = 0; twice < 2; twice += 1) {
    await refreshAgreed(work, { agreementId: agreement })
    assert.deepEqual(await citiesWhereFound(), ['Mérida'])
  }
  const setStatus = (status: 'paused' | 'active') =>
    kalli.database.kysely
      .updateTable('agreements')
      .set((row) => ({ status, version: row('version', '+', 1) }))
      .where('id', '=', agreement)
      .execute()
  await setStatus('paused')
  await refreshAgreed(work, { agreementId: agreement })
  assert.deepEqual(await citiesWhereFound(), ['Guadalajara'], 'who works nowhere is found where they live')
  await setStatus('active')
  await refreshAgreed(work, { agreementId: agreement })
  assert.deepEqual(await citiesWhereFound(), ['Mérida'])
})

test('a moved space moves the professionals who work there', async () => {
  const work = ownWork(kalli)
  await moveSpace('Cancún', 'Quintana Roo', 23005, 21.16, -86.85)
  assert.deepEqual(await citiesWhereFound(), [], 'the index is behind')
  for (let twice = 0; twice < 2; twice += 1) {
    await refreshThose(work, { spaceId: space })
    assert.deepEqual(await citiesWhereFound(), ['Cancún'])
  }
})

test('jobs for a deleted agreement or space change nothing', async () => {
  await refreshAgreed(ownWork(kalli), { agreementId: 999_999_999 })
  await refreshThose(ownWork(kalli), { spaceId: 999_999_999 })
  assert.deepEqual(await citiesWhereFound(), ['Cancún'])
})
