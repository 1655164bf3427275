/** The demo data's texts about a place agree with its location and type. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { neighbourhoods } from '#server/seed/people/neighbourhoods.ts'
import { factColumns, listingFacts } from '#server/seed/people/listings.ts'
import { drawSpace } from '#server/seed/people/demo-data.ts'

/** The first two digits of a postal code identify its state (SEPOMEX). */
const prefixes: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'Ciudad de México': [1, 16],
  Aguascalientes: [20, 20],
  'Baja California': [21, 22],
  'Baja California Sur': [23, 23],
  Campeche: [24, 24],
  Coahuila: [25, 27],
  Colima: [28, 28],
  Chiapas: [29, 30],
  Chihuahua: [31, 33],
  Durango: [34, 35],
  Guanajuato: [36, 38],
  Guerrero: [39, 41],
  Hidalgo: [42, 43],
  Jalisco: [44, 49],
  México: [50, 57],
  Michoacán: [58, 61],
  Morelos: [62, 62],
  Nayarit: [63, 63],
  'Nuevo León': [64, 67],
  Oaxaca: [68, 71],
  Puebla: [72, 75],
  Querétaro: [76, 76],
  'Quintana Roo': [77, 77],
  'San Luis Potosí': [78, 79],
  Sinaloa: [80, 82],
  Sonora: [83, 85],
  Tabasco: [86, 86],
  Tamaulipas: [87, 89],
  Tlaxcala: [90, 90],
  Veracruz: [91, 96],
  Yucatán: [97, 97],
  Zacatecas: [98, 99],
}
const rangeOf = (state: string) =>
  Object.entries(prefixes).find(([name]) => state === name || state.startsWith(`${name} de`))?.[1] ??
  (state === 'Estado de México' ? prefixes['México'] : undefined)

test('the postal code of every neighbourhood belongs to its state', () => {
  for (const { name, state, postalCode } of neighbourhoods) {
    const [from, to] = rangeOf(state) ?? assert.fail(state)
    const prefix = Number(postalCode.slice(0, 2))
    assert.ok(prefix >= from && prefix <= to, `${name}, ${state}: ${postalCode}`)
  }
})

const Rules = z.object({ json: z.object({ products: z.string(), music: z.string(), access: z.string() }) })

test('the postal code, rules and description of a place match its neighbourhood and amenities', () => {
  for (let id = 1; id <= 400; id += 1) {
    const space = drawSpace(id, Math.ceil(id / 2))
    const facts = listingFacts(space)
    const factOf = (name: (typeof factColumns)[number]) => facts[factColumns.indexOf(name)]
    assert.equal(factOf('postal_code'), space.where.postalCode)
    const { products, music, access } = z.parse(Rules, factOf('house_rules')).json
    const has = (one: string) => space.amenities.includes(one)
    const which = `${id}: ${space.amenities.join()} ${space.description}`
    assert.ok(products === 'own' || has('products'), `${which} products ${products}`)
    assert.equal(music === 'house', has('music'), `${which} music ${music}`)
    assert.ok(access !== 'reception' || has('reception'), `${which} access ${access}`)
    assert.ok(!space.description.includes('Acceso con clave') || access === 'code', which)
    assert.ok(!space.description.includes('música') || has('music'), which)
    assert.ok(!space.description.includes('sala de espera') || has('reception'), which)
    assert.ok(!space.description.includes('Limpieza incluida') || space.cleaningMinutes > 0, which)
  }
})
