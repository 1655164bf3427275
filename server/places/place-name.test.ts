import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { placeName } from '#contract/place-name.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

test('the database calls a place as the screens do', async () => {
  const names = ['Casa Salas', ' Casa Salas ', 'casa salas, planta alta', 'Sillas', '', null]
  for (const businessName of names)
    for (const name of names) {
      const { rows } = await house.database.pool.query('select place_name($1, $2) as name', [
        businessName,
        name,
      ])
      assert.equal(rows[0]?.name, placeName({ name, businessName }), `${businessName} / ${name}`)
    }
})
