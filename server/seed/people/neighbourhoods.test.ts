import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { municipality } from '#server/places/places.ts'
import { neighbourhoods } from '#server/seed/people/neighbourhoods.ts'

const kilometres = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }) =>
  Math.hypot(
    (a.latitude - b.latitude) * 111.2,
    (a.longitude - b.longitude) * 111.2 * Math.cos((a.latitude * Math.PI) / 180),
  )

describe('neighbourhoods', () => {
  test('each lies within 25 km of its municipality’s seat and has its time zone', () => {
    for (const one of neighbourhoods) {
      const home = municipality(one.municipalityId)
      assert.ok(home && kilometres(one, home) < 25, `${one.name}, ${one.municipality}`)
      assert.equal(one.zone, home.zone)
    }
  })

  test('each has a unique name in its municipality, a postal code and a weight', () => {
    assert.equal(
      new Set(neighbourhoods.map(({ name, municipalityId }) => `${name} ${municipalityId}`)).size,
      neighbourhoods.length,
    )
    for (const { postalCode, weight } of neighbourhoods) assert.ok(/^\d{5}$/.test(postalCode) && weight > 0)
  })

  test('the demo data covers the time zones of Mexico, and about half of it is in the capital', () => {
    const zones = new Set(neighbourhoods.map(({ zone }) => zone.replace('America/', '')))
    for (const zone of [
      'Mexico_City',
      'Monterrey',
      'Merida',
      'Cancun',
      'Tijuana',
      'Hermosillo',
      'Ciudad_Juarez',
    ])
      assert.ok(zones.has(zone), zone)
    const total = neighbourhoods.reduce((sum, { weight }) => sum + weight, 0)
    const capital = neighbourhoods
      .filter(({ city }) => city === 'Ciudad de México')
      .reduce((sum, { weight }) => sum + weight, 0)
    assert.ok(capital > total * 0.4 && capital < total * 0.6, `${capital} of ${total}`)
  })
})
