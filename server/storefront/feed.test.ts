/** The files for Google's Actions Center, checked against its published definition (feed.cases.ts). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import * as contract from '#contract/storefront/feed.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { ownWork } from '#server/platform/work.ts'
import { makeDueFeeds, makeFeeds } from '#server/storefront/feed.ts'
import { servicesOf } from '#server/storefront/feed-rows.ts'
import { check, exact, type Feed, list, rows, text } from '#server/storefront/feed.cases.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import { bookable, host } from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-feeds-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const feedNames = ['reservewithgoogle.entity', 'reservewithgoogle.action.v2', 'glam.service.v0'] as const

type Row = {
  entity_id?: string
  merchant_id?: string
  url?: string
  name?: string
  action_link?: { url: string }[]
}

const read = async (name: string): Promise<Uint8Array> =>
  (await filesOf(kalli.config).read(`feeds/${name}`)) ?? assert.fail(name)

/** Reads a set as Google does: from its descriptor. */
const rowsOf = async (feed: Feed, names: readonly string[]): Promise<Row[]> => {
  const descriptor = JSON.parse(
    Buffer.from(
      await read(names.find((name) => name.startsWith(feed) && name.endsWith('.filesetdesc.json')) ?? ''),
    ).toString(),
  )
  check(
    exact(
      { generation_timestamp: { type: 'integer', minimum: 1 }, name: { const: feed }, data_file: list(text) },
      ['generation_timestamp', 'name', 'data_file'],
    ),
    descriptor,
  )
  const all: Row[] = []
  for (const file of descriptor.data_file) {
    assert.match(file, new RegExp(`^${feed}-${descriptor.generation_timestamp}_\\d{4}\\.json\\.gz$`))
    const piece = JSON.parse(gunzipSync(await read(file)).toString())
    check(exact({ data: { type: 'array', items: rows[feed] } }, ['data']), piece)
    all.push(...piece.data)
  }
  return all
}

test('only staff switch the feeds on, and within an hour they are complete and match Google’s schema', async () => {
  const { host: owner, space, serviceId } = await bookable(kalli)
  const empty = await host(kalli)
  const operator = await administrator(kalli)
  for (const person of [kalli.visitor(), owner.person])
    assert.ok([401, 403].includes((await person.call(contract.switchFeeds, { body: { on: true } })).status))

  const work = ownWork(kalli)
  await makeDueFeeds(work)
  assert.deepEqual((await operator.call(contract.feeds)).body, { on: false, made: null })
  assert.equal((await operator.call(contract.switchFeeds, { body: { on: true } })).body.on, true)
  await makeDueFeeds(work)
  const { made } = (await operator.call(contract.feeds)).body
  assert.ok(made !== null)
  assert.deepEqual([made.merchants, made.services, made.files.length], [1, 1, 6])
  const names = made.files.map(({ name }) => name)

  const [[entity], [action], [service]] = [
    await rowsOf('reservewithgoogle.entity', names),
    await rowsOf('reservewithgoogle.action.v2', names),
    await rowsOf('glam.service.v0', names),
  ]
  assert.ok(entity && action && service)
  assert.deepEqual([entity.entity_id, entity.name], [`b-${owner.businessId}`, 'Casa Salas'])
  assert.notEqual(empty.businessId, owner.businessId)
  assert.equal(action.entity_id, entity.entity_id)
  assert.equal(service.merchant_id, entity.entity_id)
  // Neither the street nor the exact position.
  const { rows: where } = await sql<{ address: string; latitude: number }>`
    select address, latitude from spaces where id = ${space.id}`.execute(kalli.database.kysely)
  assert.ok(!JSON.stringify(entity).includes(where[0]?.address ?? '?'))
  // The link is the marketplace's, and so is the booking's source.
  const link = new URL(service.action_link?.[0]?.url ?? '')
  assert.equal(link.pathname, '/booking')
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    business: String(owner.businessId),
    service: String(serviceId),
    utm_source: 'google',
    utm_medium: 'actions_center',
  })

  const file = `/api/admin/feeds/${names[0]}`
  assert.equal((await operator.fetch('GET', file)).status, 200)
  assert.equal((await operator.fetch('GET', '/api/admin/feeds/made.json')).status, 404)
  assert.equal((await owner.person.fetch('GET', file)).status, 403)
  assert.equal((await kalli.visitor().fetch('GET', file)).status, 401)
})

test('many rows are split into files, a new set replaces the previous one, and switching off removes all', async () => {
  for (let count = 0; count < 2; count += 1) await bookable(kalli)
  const operator = await administrator(kalli)
  await operator.call(contract.switchFeeds, { body: { on: true } })
  const before = (await operator.call(contract.feeds)).body.made
  assert.ok(before !== null)
  // Not again on the same day.
  await makeDueFeeds(ownWork(kalli))
  assert.deepEqual((await operator.call(contract.feeds)).body.made, before)
  kalli.time.advance(25 * 60)
  // A server that dies over a new set leaves the one before it whole.
  const crashing = openCrashing(kalli, 'inside-feed', kalli.clock)
  await crashing.run(() => makeFeeds(ownWork(crashing.kalli), before.files, 2)).catch(() => undefined)
  crashing.kill()
  assert.equal(await crashing.died, true)
  assert.deepEqual((await operator.call(contract.feeds)).body.made, before)
  const formerNames = before.files.map(({ name }) => name)
  for (const feed of feedNames) assert.equal((await rowsOf(feed, formerNames)).length, before.merchants)
  await makeFeeds(ownWork(kalli), before.files, 2)
  const { made } = (await operator.call(contract.feeds)).body
  assert.ok(made !== null)
  const names = made.files.map(({ name }) => name)
  assert.equal(made.merchants, 3)
  assert.equal(
    names.filter((name) => /^reservewithgoogle\.entity-\d+_000[12]\.json\.gz$/.test(name)).length,
    2,
  )
  for (const feed of feedNames) assert.equal((await rowsOf(feed, names)).length, 3)
  for (const { name } of before.files) assert.equal(await filesOf(kalli.config).read(`feeds/${name}`), null)

  await operator.call(contract.switchFeeds, { body: { on: false } })
  assert.deepEqual((await operator.call(contract.feeds)).body, { on: false, made: null })
  for (const name of [...names, 'made.json'])
    assert.equal(await filesOf(kalli.config).read(`feeds/${name}`), null)
})

test('services of one name are merged, from the lowest list price to the longest duration', () => {
  const one = {
    id: 3,
    name: 'Corte',
    description: '',
    category: 'hair' as const,
    durationMinutes: 45,
    priceCents: 35_050,
    addOns: [],
  }
  const [row, ...others] = servicesOf('https://kalli.example', { id: 12 }, [
    one,
    { ...one, id: 4, name: 'CORTE', durationMinutes: 60, priceCents: 50_000 },
  ])
  assert.equal(others.length, 0)
  check(rows['glam.service.v0'], row)
  assert.deepEqual(row?.service_price, {
    price_interpretation: 'INTERPRETATION_STARTS_AT',
    min_price: { price_micros: 350_500_000, currency_code: 'MXN' },
  })
  assert.deepEqual(row?.service_duration, {
    duration_interpretation: 'INTERPRETATION_RANGE',
    min_duration_sec: 2_700,
    max_duration_sec: 3_600,
  })
})
