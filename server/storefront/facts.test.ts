/** The host's facts about a place from the wizard are shown on its page. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answersText } from '#contract/hiring/host-answers.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import { publicBusiness } from '#contract/storefront/storefront.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a space page shows size, equipment, accessibility, rules and who may work there', async () => {
  const { id } = await people.space(kalli, await people.host(kalli))
  const read = async () =>
    (await kalli.visitor().call(publicSpace, { params: { id: String(id) } })).body.facts
  assert.deepEqual(await read(), {
    areaM2: null,
    accessibility: [],
    equipment: [],
    equipmentPhotos: [],
    rules: {},
    rulesText: '',
    categories: [],
    minimumLevel: 0,
    requiredDocuments: [],
    welcome: 'application',
  })
  const facts = {
    areaM2: 24,
    accessibility: ['ramp'] as const,
    equipment: [{ item: 'mirror', shared: false }],
    rules: { pets: 'no', access: 'code' },
    rulesText: 'La última persona apaga la luz.',
    categories: ['hair'],
    minimumLevel: 2,
    requiredDocuments: ['license'],
    welcome: 'agreement',
  }
  await kalli.database.kysely
    .updateTable('spaces')
    .set({
      area_m2: facts.areaM2,
      accessibility: [...facts.accessibility],
      equipment: JSON.stringify(facts.equipment),
      house_rules: JSON.stringify(facts.rules),
      rules_text: facts.rulesText,
      categories: facts.categories,
      minimum_level: facts.minimumLevel,
      required_documents: facts.requiredDocuments,
      welcome: facts.welcome,
    })
    .where('id', '=', id)
    .execute()
  assert.deepEqual(await read(), { ...facts, equipmentPhotos: [] })
})

test('a business shows its accessibility, and only the rules that all its spaces share', async () => {
  const owner = await people.host(kalli)
  const [first, second] = [await people.space(kalli, owner), await people.space(kalli, owner)]
  const say = (id: number, accessibility: string[], rules: object) =>
    kalli.database.kysely
      .updateTable('spaces')
      .set({ accessibility, house_rules: JSON.stringify(rules) })
      .where('id', '=', id)
      .execute()
  const read = async () => {
    const { body } = await kalli.visitor().call(publicBusiness, { params: { id: String(owner.businessId) } })
    return { accessibility: body.accessibility, rules: body.rules }
  }
  assert.deepEqual(await read(), { accessibility: [], rules: {} })
  await say(first.id, ['restroom', 'ramp'], { pets: 'no', smoking: 'no', noise: 'quiet' })
  await say(second.id, ['ramp'], { pets: 'no', smoking: 'outside' })
  assert.deepEqual(await read(), {
    accessibility: [
      { way: 'ramp', everywhere: true },
      { way: 'restroom', everywhere: false },
    ],
    rules: { pets: 'no' },
  })
})

test('a space page shows how its host answers, once there is enough data', async () => {
  const owner = await people.host(kalli)
  const { id } = await people.space(kalli, owner)
  const read = async () =>
    (await kalli.visitor().call(publicSpace, { params: { id: String(id) } })).body.hostAnswers
  assert.equal(answersText(await read()), null)
  for (const [place, hours] of [2, 6, 4].entries()) {
    const { id: professionalId } = await people.professional(kalli, { firstName: `Ana${place}` })
    const sentAt = kalli.clock().getTime() - 3 * 86_400_000
    await kalli.database.kysely
      .insertInto('applications')
      .values({
        professional_id: professionalId,
        space_id: id,
        host_id: owner.id,
        status: 'sent',
        terms: JSON.stringify({}),
        open_place: 1,
        sent_at: new Date(sentAt),
        answered_at: new Date(sentAt + hours * 3_600_000),
        respond_by: new Date(sentAt + 3 * 86_400_000),
        expires_at: new Date(sentAt + 7 * 86_400_000),
        created_at: new Date(sentAt),
      })
      .execute()
  }
  const answers = await read()
  assert.deepEqual(answers, { ratePercent: 100, medianHours: 4, answersLittle: false })
  assert.equal(answersText(answers), 'Responde 100 % de las postulaciones, en unas 4 h')
})
