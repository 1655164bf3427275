/** Spaces as their hosts make them: step by step over HTTP, with inserted photos and documents. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { saveHours } from '#contract/availability/availability.ts'
import * as steps from '#contract/space/listing-steps.ts'
import { showPhotos } from '#server/space/space-photo.ts'
import { space, type Space, type Welcome } from '#contract/space/space.ts'
import type { Category, SpaceType } from '#contract/professional/categories.ts'
import { drain } from '#server/platform/jobs.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { reachLevel } from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

/** A CLABE of BBVA with a valid check digit. */
export const goodClabe = '012180015812345678'

export type ListingValues = {
  businessName?: string
  name?: string
  spaceType?: SpaceType
  municipalityId?: number
  neighbourhood?: string | null
  address?: string
  latitude?: number
  longitude?: number
  pricePerHourCents?: number
  unitNames?: string[]
  description?: string
  categories?: Category[]
  welcome?: Welcome
}

const usual = {
  businessName: 'Casa Nava',
  name: 'Sillas del patio',
  spaceType: 'chair' as const,
  municipalityId: 9015,
  neighbourhood: 'Roma Norte',
  latitude: 19.4194,
  longitude: -99.1617,
  pricePerHourCents: 12_000,
  unitNames: ['Silla 1', 'Silla 2'],
  description: '',
  categories: ['hair' as const],
  welcome: 'application' as const,
}

const rules = {
  noise: 'normal',
  pets: 'no',
  smoking: 'no',
  minors: 'accompanied',
  products: 'own',
  waste: 'house',
  music: 'house',
  access: 'code',
} as const

let serial = 0
/** A complete draft except for the ninth step, so that it can be submitted. */
export const wholeDraft = async (
  kalli: TestServer,
  person: Person,
  values: ListingValues = {},
): Promise<Space> => {
  // Publishing an address that another host has published asks for confirmation.
  const said = { ...usual, address: `Colima ${++serial}`, ...values }
  const made = await person.call(steps.draftSpace, { body: { businessName: said.businessName } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const params = { id: made.body.id }
  let { version } = made.body
  const keep = (answer: { status: number; body: Space }) => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    version = answer.body.version
    return answer.body
  }
  const { municipalityId, neighbourhood, address, latitude, longitude } = said
  const place = { municipalityId, neighbourhood, address, latitude, longitude }
  keep(await person.call(steps.saveStep2, { params, body: { version, ...place } }))
  const { name, spaceType, unitNames, description } = said
  keep(
    await person.call(steps.saveStep3, {
      params,
      body: { version, name, spaceType, unitNames, description },
    }),
  )
  await open(person, made.body.id)
  const { pricePerHourCents } = said
  keep(await person.call(steps.saveStep5, { params, body: { version, pricePerHourCents } }))
  keep(await person.call(steps.saveStep6, { params, body: { version, rules } }))
  const { categories, welcome } = said
  const whole = keep(await person.call(steps.saveStep7, { params, body: { version, categories, welcome } }))
  await furnish(kalli, made.body.id)
  return whole
}

export const open = async (person: Person, spaceId: number) => {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1140 }))
  const answer = await person.call(saveHours, { query: { space: spaceId }, body: { weekly } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

/** Four photos and the document that every listing needs, without their files. */
export const furnish = async (kalli: TestServer, spaceId: number) => {
  const db = kalli.database.kysely
  await db.transaction().execute(async (db) => {
    await db
      .insertInto('space_photos')
      .values(
        [1, 2, 3, 4].map((position) => ({
          id: randomUUID(),
          space_id: spaceId,
          position,
          address: `/pictures/space/chair/${spaceId}/${position}.svg`,
        })),
      )
      .execute()
    await showPhotos({ db }, spaceId)
  })
  await db
    .insertInto('space_documents')
    .values({
      id: randomUUID(),
      space_id: spaceId,
      kind: 'right_to_list',
      status: 'uploaded',
      file_name: 'contrato.pdf',
      content_type: 'application/pdf',
      bytes: 1200,
      created_at: kalli.clock(),
    })
    .execute()
}

/** Published, by a host whose phone and email are confirmed. */
export const publishedSpace = async (
  kalli: TestServer,
  person: Person,
  values: ListingValues = {},
): Promise<Space> => {
  const draft = await wholeDraft(kalli, person, values)
  const owner = await kalli.database.kysely
    .selectFrom('spaces')
    .innerJoin('hosts', 'hosts.id', 'spaces.host_id')
    .select('hosts.account_id')
    .where('spaces.id', '=', draft.id)
    .executeTakeFirstOrThrow()
  await reachLevel(kalli, owner.account_id, 2)
  const sent = await person.call(steps.submitSpace, {
    params: { id: draft.id },
    body: { version: draft.version },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await drain(kalli)
  return (await person.call(space, { params: { id: draft.id } })).body
}
