import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { placeName } from '#contract/places/place-name.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a place is named by its business and its space, or by one name if they are the same', () => {
  const cases: readonly (readonly [string | null, string | null | undefined, string])[] = [
    ['Sillas de la calle', 'Casa Salas', 'Casa Salas · Sillas de la calle'],
    ['Lugar propio', null, 'Lugar propio'],
    ['En línea', undefined, 'En línea'],
    ['Casa Salas', 'Casa Salas', 'Casa Salas'],
    ['Casa Salas, planta alta', 'casa salas', 'Casa Salas, planta alta'],
    [null, 'Casa Salas', 'Casa Salas'],
    [null, null, ''],
  ]
  for (const [name, businessName, expected] of cases)
    assert.equal(placeName({ name, businessName }), expected)
})

test('the database names a place as the screens do', async () => {
  const names = ['Casa Salas', ' Casa Salas ', 'casa salas, planta alta', 'Sillas', '', null]
  for (const businessName of names)
    for (const name of names) {
      const { rows } = await kalli.database.pool.query('select place_name($1, $2) as name', [
        businessName,
        name,
      ])
      assert.equal(rows[0]?.name, placeName({ name, businessName }), `${businessName} / ${name}`)
    }
})
