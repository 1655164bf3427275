import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  municipalities,
  municipality,
  nearest,
  stateNamed,
  states,
  suggest,
  zoneOf,
  zones,
} from '#server/places/places.ts'

const mexican = [
  'America/Mexico_City',
  'America/Cancun',
  'America/Merida',
  'America/Monterrey',
  'America/Matamoros',
  'America/Chihuahua',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
  'America/Mazatlan',
  'America/Bahia_Banderas',
  'America/Hermosillo',
  'America/Tijuana',
]

// The number of municipalities of each state (INEGI, 2024), in the order of its code.
const counts = [
  11, 7, 5, 13, 38, 10, 124, 67, 16, 39, 46, 85, 84, 125, 125, 113, 36, 20, 51, 570, 217, 18, 11, 59, 20, 72,
  17, 43, 60, 212, 106, 58,
]

describe('places', () => {
  test('there are 32 states, each with the number of municipalities that INEGI counts', () => {
    assert.equal(states().length, 32)
    assert.deepEqual(
      states().map(({ code }) => municipalities(code).length),
      counts,
    )
    assert.equal(municipalities().length, 2478)
    assert.equal(new Set(municipalities().map(({ id }) => id)).size, 2478)
  })

  test('every municipality has a Mexican time zone, and lies in Mexico', () => {
    assert.deepEqual([...zones].sort(), [...mexican].sort())
    for (const zone of zones)
      assert.equal(Temporal.Instant.from('2026-07-01T12:00Z').toZonedDateTimeISO(zone).timeZoneId, zone)
    for (const one of municipalities()) {
      assert.ok(mexican.includes(one.zone), one.name)
      assert.ok(
        one.latitude > 14.5 && one.latitude < 32.75 && one.longitude > -117.2 && one.longitude < -86.7,
        one.name,
      )
    }
  })

  const known: [id: number, name: string, city: string, zone: string][] = [
    [1001, 'Aguascalientes', 'Aguascalientes', 'Mexico_City'],
    [2002, 'Mexicali', 'Mexicali', 'Tijuana'],
    [2004, 'Tijuana', 'Tijuana', 'Tijuana'],
    [2007, 'San Felipe', 'San Felipe', 'Tijuana'],
    [3003, 'La Paz', 'La Paz', 'Mazatlan'],
    [3008, 'Los Cabos', 'San José del Cabo', 'Mazatlan'],
    [4002, 'Campeche', 'Campeche', 'Merida'],
    [5002, 'Acuña', 'Ciudad Acuña', 'Matamoros'],
    [5025, 'Piedras Negras', 'Piedras Negras', 'Matamoros'],
    [5030, 'Saltillo', 'Saltillo', 'Monterrey'],
    [5035, 'Torreón', 'Torreón', 'Monterrey'],
    [6007, 'Manzanillo', 'Manzanillo', 'Mexico_City'],
    [7089, 'Tapachula', 'Tapachula', 'Mexico_City'],
    [7101, 'Tuxtla Gutiérrez', 'Tuxtla Gutiérrez', 'Mexico_City'],
    [8019, 'Chihuahua', 'Chihuahua', 'Chihuahua'],
    [8037, 'Juárez', 'Ciudad Juárez', 'Ciudad_Juarez'],
    [8050, 'Nuevo Casas Grandes', 'Nuevo Casas Grandes', 'Chihuahua'],
    [8052, 'Ojinaga', 'Ojinaga', 'Ojinaga'],
    [8053, 'Praxedis G. Guerrero', 'Praxedis G. Guerrero', 'Ciudad_Juarez'],
    [9003, 'Coyoacán', 'Ciudad de México', 'Mexico_City'],
    [9015, 'Cuauhtémoc', 'Ciudad de México', 'Mexico_City'],
    [10005, 'Durango', 'Durango', 'Monterrey'],
    [11020, 'León', 'León', 'Mexico_City'],
    [12001, 'Acapulco de Juárez', 'Acapulco de Juárez', 'Mexico_City'],
    [13048, 'Pachuca de Soto', 'Pachuca de Soto', 'Mexico_City'],
    [14039, 'Guadalajara', 'Guadalajara', 'Mexico_City'],
    [14067, 'Puerto Vallarta', 'Puerto Vallarta', 'Mexico_City'],
    [14120, 'Zapopan', 'Zapopan', 'Mexico_City'],
    [15106, 'Toluca', 'Toluca', 'Mexico_City'],
    [16053, 'Morelia', 'Morelia', 'Mexico_City'],
    [17007, 'Cuernavaca', 'Cuernavaca', 'Mexico_City'],
    [18017, 'Tepic', 'Tepic', 'Mazatlan'],
    [18020, 'Bahía de Banderas', 'Valle de Banderas', 'Bahia_Banderas'],
    [19005, 'Anáhuac', 'Anáhuac', 'Matamoros'],
    [19019, 'San Pedro Garza García', 'San Pedro Garza García', 'Monterrey'],
    [19039, 'Monterrey', 'Monterrey', 'Monterrey'],
    [20067, 'Oaxaca de Juárez', 'Oaxaca de Juárez', 'Mexico_City'],
    [20570, 'Zimatlán de Álvarez', 'Zimatlán de Álvarez', 'Mexico_City'],
    [21114, 'Puebla', 'Puebla', 'Mexico_City'],
    [22014, 'Querétaro', 'Querétaro', 'Mexico_City'],
    [23005, 'Benito Juárez', 'Cancún', 'Cancun'],
    [23008, 'Solidaridad', 'Playa del Carmen', 'Cancun'],
    [24028, 'San Luis Potosí', 'San Luis Potosí', 'Mexico_City'],
    [25006, 'Culiacán', 'Culiacán', 'Mazatlan'],
    [26030, 'Hermosillo', 'Hermosillo', 'Hermosillo'],
    [26055, 'San Luis Río Colorado', 'San Luis Río Colorado', 'Hermosillo'],
    [27004, 'Centro', 'Villahermosa', 'Mexico_City'],
    [28027, 'Nuevo Laredo', 'Nuevo Laredo', 'Matamoros'],
    [28032, 'Reynosa', 'Reynosa', 'Matamoros'],
    [28038, 'Tampico', 'Tampico', 'Monterrey'],
    [29033, 'Tlaxcala', 'Tlaxcala', 'Mexico_City'],
    [30193, 'Veracruz', 'Veracruz', 'Mexico_City'],
    [31050, 'Mérida', 'Mérida', 'Merida'],
    [32056, 'Zacatecas', 'Zacatecas', 'Mexico_City'],
  ]
  for (const [id, name, city, zone] of known)
    test(`${id} is ${name}, its city ${city}, its clock ${zone}`, () => {
      const found = municipality(id)
      assert.deepEqual([found?.name, found?.city, found?.zone], [name, city, `America/${zone}`])
      assert.equal(zoneOf(id), `America/${zone}`)
    })

  test('in July the border towns follow the United States, and the rest do not', () => {
    const offset = (id: number) =>
      Temporal.Instant.from('2026-07-01T18:00Z').toZonedDateTimeISO(zoneOf(id)).offset
    assert.deepEqual([9015, 8019, 8037, 8052, 28032, 2004, 26030, 23005, 18020, 18017].map(offset), [
      '-06:00',
      '-06:00',
      '-06:00',
      '-05:00',
      '-05:00',
      '-07:00',
      '-07:00',
      '-05:00',
      '-06:00',
      '-07:00',
    ])
  })

  test('an unknown municipality id is not found, and asking for its zone is an error of ours', () => {
    assert.equal(municipality(9001), undefined)
    assert.equal(municipality(0), undefined)
    assert.throws(() => zoneOf(9001), /9001/)
  })

  test('a state is found by its name without accents, its code and its abbreviation', () => {
    for (const text of ['Nuevo León', 'nuevo leon', ' NUEVO LEÓN ', '19', 'NLE'])
      assert.equal(stateNamed(text)?.code, '19')
    for (const text of ['CDMX', 'Ciudad de México', 'distrito federal', '09'])
      assert.equal(stateNamed(text)?.code, '09')
    assert.equal(stateNamed('Texas'), undefined)
  })
})

describe('suggesting places', () => {
  const first = (text: string) => {
    const [best] = suggest(text)
    return best && `${best.name} · ${best.context}`
  }
  for (const [typed, expected] of [
    ['merida', 'Mérida · Yucatán'],
    ['MÉRIDA', 'Mérida · Yucatán'],
    ['cancun', 'Cancún · Benito Juárez, Quintana Roo'],
    ['cdmx', 'Ciudad de México · México'],
    ['ciudad de mex', 'Ciudad de México · México'],
    ['cd juarez', 'Ciudad Juárez · Juárez, Chihuahua'],
    ['guada', 'Guadalajara · Jalisco'],
    ['leon', 'León · Guanajuato'],
    ['playa del', 'Playa del Carmen · Solidaridad, Quintana Roo'],
    ['san pedro garza', 'San Pedro Garza García · Nuevo León'],
    ['polanco', 'Polanco · Miguel Hidalgo, Ciudad de México'],
    ['benito juarez ciudad', 'Benito Juárez · Ciudad de México'],
    ['roma nor', 'Roma Norte · Cuauhtémoc, Ciudad de México'],
    ['americana guadalajara', 'Americana · Guadalajara, Jalisco'],
    ['garcia gineres', 'García Ginerés · Mérida, Yucatán'],
    ['villahermosa', 'Villahermosa · Centro, Tabasco'],
  ] as const)
    test(`"${typed}" is ${expected}`, () => assert.equal(first(typed), expected))

  test('one character, symbols and a foreign place suggest nothing', () => {
    for (const typed of ['', 'm', ' ', '%_', 'zzzzzz', 'Springfield']) assert.deepEqual(suggest(typed), [])
  })

  test('suggestions respect the limit, have no duplicates, and each has its time zone', () => {
    const many = suggest('san', 40)
    assert.equal(many.length, 40)
    assert.equal(new Set(many.map(({ name, context }) => name + context)).size, 40)
    for (const one of many) assert.ok(zones.includes(one.zone))
    for (const { municipalityId, zone } of many)
      if (municipalityId !== null) assert.equal(zoneOf(municipalityId), zone)
  })
})

describe('the municipality nearest to a point', () => {
  for (const [latitude, longitude, name] of [
    [20.9671, -89.6237, 'Mérida'],
    [21.1619, -86.8515, 'Benito Juárez'],
    [19.3467, -99.1617, 'Coyoacán'],
    [31.7381, -106.487, 'Juárez'],
    [32.5027, -117.0037, 'Tijuana'],
    [17.0669, -96.7203, 'Oaxaca de Juárez'],
    [15.865, -97.0767, 'San Pedro Mixtepec'],
  ] as const)
    test(`${latitude}, ${longitude} is ${name}`, () => assert.equal(nearest(latitude, longitude).name, name))
})
