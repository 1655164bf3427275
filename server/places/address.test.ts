/** Typed addresses: accounts with a place may look one up, by the stand-in, by the operator's geocoder, or by our own places. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { after, before, describe, test, type TestContext } from 'node:test'
import { findAddress } from '#contract/search/address.ts'
import { isMiddle } from '#server/places/places.ts'
import { demoStreets } from '#server/places/demo-streets.ts'
import { neighbourhoods } from '#server/seed/people/neighbourhoods.ts'
import { account, host, professional, signIn } from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let owner: Person
before(async () => {
  kalli = await startTestServer()
  owner = (await host(kalli)).person
})
after(() => kalli.close())

const romaNorte = { neighbourhood: 'Roma Norte', city: 'Ciudad de México', state: 'Ciudad de México' }
const middle = { latitude: 19.4189, longitude: -99.1627 }
const look = (who: Person, body: object) =>
  who.call(findAddress, { body: { address: 'Colima 120', ...romaNorte, ...body } })

describe('access', () => {
  test('a host and a professional may look up an address, no one else may, and an invalid address is refused', async () => {
    assert.equal((await look(owner, {})).status, 200)
    assert.equal((await look(await signIn(kalli, (await professional(kalli)).accountId), {})).status, 200)
    assert.equal((await look(kalli.visitor(), {})).status, 401)
    const client = await signIn(kalli, await account(kalli, { roles: ['client'] }))
    assert.equal((await look(client, {})).status, 403)
    for (const wrong of [
      { address: 'x'.repeat(201) },
      { postalCode: '6700' },
      { near: { latitude: 91, longitude: 0 } },
      { near: { latitude: 19 } },
      { address: 12 },
    ])
      assert.equal((await look(owner, wrong)).status, 400, JSON.stringify(wrong))
  })
})

describe('without a geocoder', () => {
  test('every street of the demo data has its own point near the middle of each neighbourhood', async () => {
    for (const [at, { name, city, state, latitude, longitude }] of neighbourhoods.slice(0, 12).entries()) {
      const street = demoStreets[at % demoStreets.length] ?? ''
      const body = { address: `Calle ${street} 120, int. 4`, neighbourhood: name, city, state }
      const { status, body: reply } = await look(owner, body)
      assert.equal(status, 200)
      assert.equal(reply.source, 'standin')
      const { found } = reply
      assert.ok(found, `${street}, ${name}`)
      assert.equal(found.precision, 'door')
      assert.equal(found.label, `${street} 120, ${name}`)
      assert.ok(Math.abs(found.latitude - latitude) < 0.006 && Math.abs(found.longitude - longitude) < 0.006)
      assert.ok(!isMiddle(found), 'a door, not the middle of something')
    }
  })

  test('the same address is the same point, the next number is near, and no number gives the street', async () => {
    const found = async (address: string) => (await look(owner, { address })).body.found
    const first = await found('Av. Álvaro Obregón #120')
    assert.deepEqual(await found('alvaro obregon 120'), first)
    const next = await found('Álvaro Obregón 122')
    assert.ok(first && next)
    const apart = Math.hypot(first.latitude - next.latitude, first.longitude - next.longitude)
    assert.ok(apart > 0 && apart < 0.0002)
    assert.equal((await found('Álvaro Obregón'))?.precision, 'street')
    assert.equal(first.postalCode, '06700')
  })

  test('an unknown street gives the middle of its neighbourhood, and says so', async () => {
    const { body } = await look(owner, { address: 'Callejón del Sapo 3' })
    assert.deepEqual(body, {
      found: {
        ...middle,
        precision: 'area',
        label: 'Roma Norte',
        neighbourhood: 'Roma Norte',
        postalCode: '06700',
      },
      source: 'standin',
    })
    const alone = await owner.call(findAddress, { body: { address: 'Callejón del Sapo 3, Roma Norte' } })
    assert.equal(alone.body.found?.label, 'Roma Norte')
    for (const address of ['constructor', 'toString 3, __proto__', 'Zzzz 1, Qqqqq'])
      assert.deepEqual((await owner.call(findAddress, { body: { address } })).body.found, null, address)
  })

  test('in production no street is invented', async () => {
    const production = await startTestServer({ config: { production: true, geocoder: null } })
    try {
      const person = (await host(production)).person
      const { body } = await look(person, {})
      assert.equal(body.source, 'own')
      assert.equal(body.found?.precision, 'area')
    } finally {
      await production.close()
    }
  })
})

/** Places as Nominatim's documentation of /search prints them in format jsonv2 with addressdetails, written by us for these streets. */
const placeOf = (more: object) => ({
  place_id: 312_001_234,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 214_004_711,
  lat: '19.4193127',
  lon: '-99.1589904',
  category: 'building',
  type: 'yes',
  place_rank: 30,
  importance: 0.0000641,
  addresstype: 'building',
  name: '',
  display_name: '120, Colima, Roma Norte, Cuauhtémoc, Ciudad de México, 06700, México',
  address: {
    house_number: '120',
    road: 'Colima',
    neighbourhood: 'Roma Norte',
    borough: 'Cuauhtémoc',
    city: 'Ciudad de México',
    'ISO3166-2-lvl4': 'MX-CMX',
    postcode: '06700',
    country: 'México',
    country_code: 'mx',
  },
  boundingbox: ['19.4192127', '19.4194127', '-99.1590904', '-99.1588904'],
  ...more,
})
const found120 = placeOf({})
const street = placeOf({
  category: 'highway',
  type: 'residential',
  place_rank: 26,
  addresstype: 'road',
  name: 'Colima',
  address: { road: 'Colima', suburb: 'Roma Norte', postcode: '06700', country: 'México', country_code: 'mx' },
})

describe('with a geocoder', () => {
  const withGeocoder = async (
    t: TestContext,
    answer: (query: URLSearchParams, response: ServerResponse) => void,
    patienceMs = 2_000,
  ) => {
    const requests: { query: URLSearchParams; agent: string }[] = []
    const server = createServer(({ url = '/', headers }, response) => {
      const { pathname, searchParams: query } = new URL(url, 'http://geocoder')
      assert.equal(pathname, '/search')
      requests.push({ query, agent: headers['user-agent'] ?? '' })
      response.setHeader('content-type', 'application/json')
      answer(query, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const own = await startTestServer({
      config: { geocoder: { url: `http://127.0.0.1:${port}`, patienceMs } },
    })
    t.after(async () => {
      await own.close()
      server.closeAllConnections()
      server.close()
    })
    return { requests, who: (await host(own)).person }
  }

  test('a door is found with the documented request, and cached', async (t) => {
    const { requests, who } = await withGeocoder(t, (_, response) => response.end(JSON.stringify([found120])))
    const question = { address: 'Colima 120, int. 3', postalCode: '06700', near: middle }
    const { body } = await look(who, question)
    assert.deepEqual(body, {
      found: {
        latitude: 19.41931,
        longitude: -99.15899,
        precision: 'door',
        label: 'Colima 120, Roma Norte',
        neighbourhood: 'Roma Norte',
        postalCode: '06700',
      },
      source: 'geocoder',
    })
    await look(who, question)
    assert.equal(requests.length, 1)
    const [first] = requests
    assert.ok(first)
    assert.deepEqual(Object.fromEntries(first.query), {
      q: 'Colima 120, Roma Norte, 06700 Ciudad de México, Ciudad de México, México',
      format: 'jsonv2',
      addressdetails: '1',
      countrycodes: 'mx',
      layer: 'address',
      limit: '1',
      'accept-language': 'es',
      viewbox: '-99.19,19.45,-99.13,19.39',
    })
    assert.match(first.agent, /^Kalli \(http/)
  })

  test('a street without the number gives the street, and an unknown one the neighbourhood', async (t) => {
    const { who } = await withGeocoder(t, (query, response) =>
      response.end(JSON.stringify(query.get('q')?.startsWith('Colima') ? [street] : [])),
    )
    assert.equal((await look(who, {})).body.found?.precision, 'street')
    const { body } = await look(who, { address: 'Inexistente 9' })
    assert.deepEqual([body.source, body.found?.precision], ['geocoder', 'area'])
  })

  test('calls are a second apart, as the usage policy requires', async (t) => {
    const times: number[] = []
    const { who } = await withGeocoder(t, (_, response) => {
      times.push(performance.now())
      response.end(JSON.stringify([found120]))
    })
    await Promise.all(['Colima 1', 'Colima 2', 'Colima 3'].map((address) => look(who, { address })))
    const [first = 0, , third = 0] = times
    // Two pauses: on a busy machine a call may arrive late and the next one seem near.
    assert.ok(third - first > 1_500, times.join(' '))
  })

  for (const [name, answer] of [
    [
      'refuses',
      (response: ServerResponse) => {
        response.statusCode = 429
        response.setHeader('retry-after', '60')
        response.end('{"error":{"code":429,"message":"Bandwidth limit exceeded"}}')
      },
    ],
    ['is broken', (response: ServerResponse) => response.end('<html>')],
    ['answers in another shape', (response: ServerResponse) => response.end('[{"lat":"north"}]')],
    ['hangs', () => {}],
  ] as const)
    test(`a geocoder that ${name} gives the middle of the neighbourhood, and is paused for a while`, async (t) => {
      const { requests, who } = await withGeocoder(t, (_, response) => answer(response), 300)
      for (const address of ['Colima 120', 'Colima 121']) {
        const { status, body } = await look(who, { address })
        assert.deepEqual([status, body.source, body.found?.label], [200, 'own', 'Roma Norte'])
      }
      assert.equal(requests.length, 1)
    })
})
