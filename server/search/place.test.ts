import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { placesAround, placeSettings, searchProfessionals } from '#contract/search/search.ts'
import { policy } from '#server/pages.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ seeded: true })
})
after(() => kalli.close())

const around = (bbox: string) => kalli.visitor().call(placesAround, { query: { bbox } })

test('a box has the municipalities inside it, most populous first, and its neighbourhoods', async () => {
  const { status, body } = await around('-99.3,19.2,-98.9,19.6')
  assert.equal(status, 200, JSON.stringify(body))
  const names = body.municipalities.map(({ name }) => name)
  for (const name of ['Cuauhtémoc', 'Iztapalapa', 'Nezahualcóyotl']) assert.ok(names.includes(name), name)
  assert.ok(names.indexOf('Iztapalapa') < names.indexOf('Milpa Alta') || !names.includes('Milpa Alta'))
  assert.ok(body.neighbourhoods.some(({ name }) => name === 'Roma Norte'))
  for (const { latitude, longitude } of [...body.municipalities, ...body.neighbourhoods])
    assert.ok(latitude > 19.2 && latitude < 19.6 && longitude > -99.3 && longitude < -98.9)
})

test('the whole country gives a limited reply, the sea an empty one, and an inverted box is refused', async () => {
  const country = await around('-118,14,-86,33')
  assert.equal(country.body.municipalities.length, 240)
  assert.deepEqual((await around('-125,15,-120,20')).body, { municipalities: [], neighbourhoods: [] })
  for (const bbox of ['-98,19,-99,20', '1,2,3', 'x', '', '1,2,3,4;drop'])
    assert.equal((await around(bbox)).status, 400, bbox)
})

test('cards show the approximate location of a professional, rounded to a kilometre', async () => {
  const { body } = await kalli.visitor().call(searchProfessionals, { query: { location: 'Roma Norte' } })
  assert.ok(body.length > 0)
  for (const { area } of body)
    for (const degrees of [area.latitude, area.longitude])
      assert.equal(degrees, Math.round(degrees * 100) / 100)
})

test('without keys places and map are our own, and with keys the browser gets them and pages allow them', async () => {
  assert.deepEqual((await kalli.visitor().call(placeSettings)).body, { google: null, mapStyle: null })
  const closed = {
    dev: false,
    production: false,
    googlePlaces: null,
    mapStyle: null,
    mapOrigins: [],
    stripe: null,
  }
  assert.ok(!policy('n', closed).includes('https:'))

  const streets = 'https://tiles.openfreemap.org/styles/liberty'
  assert.deepEqual(
    [...new Set(policy('n', { ...closed, mapStyle: streets }).match(/https:[^\s;]+/g))],
    ['https://tiles.openfreemap.org'],
  )

  const open = {
    ...closed,
    googlePlaces: { key: 'clave-publica-de-prueba', api: 'old' as const },
    mapStyle: 'https://mapas.example/estilo.json',
    mapOrigins: ['https://losas.example', 'https://letras.example', 'https://iconos.example'],
  }
  const configured = await startTestServer({ config: open })
  try {
    const { body } = await configured.visitor().call(placeSettings)
    assert.deepEqual(body, { google: open.googlePlaces, mapStyle: open.mapStyle })
  } finally {
    await configured.close()
  }
  const rules = new Map(
    policy('n', open)
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule]),
  )
  assert.equal(rules.get('script-src'), "script-src 'self' 'nonce-n' https://maps.googleapis.com")
  const ofStyle = 'https://mapas.example https://losas.example https://letras.example https://iconos.example'
  for (const name of ['connect-src', 'img-src']) assert.ok(rules.get(name)?.endsWith(ofStyle), name)
  assert.match(rules.get('connect-src') ?? '', /places\.googleapis\.com/)
  // Without a style none of its origins is allowed.
  assert.ok(!policy('n', { ...open, mapStyle: null }).includes('losas.example'))
  assert.equal(rules.get('worker-src'), "worker-src 'self'")
})
