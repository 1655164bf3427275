/** What the host said of a place in the wizard stands on its page. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publicSpace } from '#contract/search.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

test('size, equipment, ways in, rules and who may work there', async () => {
  const { id } = await people.space(house, await people.host(house))
  const read = async () =>
    (await house.visitor().call(publicSpace, { params: { id: String(id) } })).body.facts
  assert.deepEqual(await read(), {
    areaM2: null,
    accessibility: [],
    equipment: [],
    equipmentPhotos: [],
    rules: {},
    rulesText: '',
    categories: [],
    minimumLevel: 0,
  })
  const facts = {
    areaM2: 24,
    accessibility: ['ramp'] as const,
    equipment: [{ item: 'mirror', shared: false }],
    rules: { pets: 'no', access: 'code' },
    rulesText: 'La última persona apaga la luz.',
    categories: ['hair'],
    minimumLevel: 2,
  }
  await house.database.kysely
    .updateTable('spaces')
    .set({
      area_m2: facts.areaM2,
      accessibility: [...facts.accessibility],
      equipment: JSON.stringify(facts.equipment),
      house_rules: JSON.stringify(facts.rules),
      rules_text: facts.rulesText,
      categories: facts.categories,
      minimum_level: facts.minimumLevel,
    })
    .where('id', '=', id)
    .execute()
  assert.deepEqual(await read(), { ...facts, equipmentPhotos: [] })
})
