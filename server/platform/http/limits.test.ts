import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { allowances, forgetOldCounts, limit, limitAim, networkOf } from '#server/platform/http/limits.ts'
import { openLog } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { signer } from '#server/platform/tokens.ts'
import { anonymous, type Viewer, type Work, workFor } from '#server/platform/work.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'

let store: TestDatabase
let database: Database
let now = new Date('2026-11-20T16:00:20Z')
before(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
})
after(async () => {
  await database.close()
  await store.drop()
})

const secret = 'only-for-tests-0123456789abcdef0123456789'
const work = (viewer: Partial<Viewer>, rateLimits = true): Work => {
  const config = {
    ...readConfig({ DATABASE_URL: store.url, KALLI_SECRET: secret, KALLI_DATA: tmpdir() }),
    rateLimits,
  }
  const kalli = { database, config, log: openLog('silent'), tokens: signer(secret), clock: () => now }
  return workFor(kalli, { ...anonymous, ...viewer })
}
const tooMany = (error: unknown) => error instanceof Refusal && error.code === 'too_many_requests'
const times = async (count: number, ask: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await ask()
}

test('an address has an allowance per window, and a refusal says how many seconds to wait', async () => {
  const attempt = () => limit(work({ address: '192.0.2.1' }), 'search')
  await times(allowances.search.address, attempt)
  await assert.rejects(attempt(), (error) => {
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.code, error.details], ['too_many_requests', { retryAfterSeconds: 40 }])
    return true
  })
  await limit(work({ address: '192.0.2.2' }), 'search')
  await limit(work({ address: '192.0.2.1' }), 'slots')
  now = new Date(now.getTime() + 40_000)
  await attempt()
})

test('an account has an allowance of its own, whatever its address', async () => {
  let n = 0
  const attempt = () => limit(work({ accountId: 7, address: `198.51.100.${(n += 1)}` }), 'holds')
  await times(allowances.holds.account, attempt)
  await assert.rejects(attempt(), tooMany)
  await limit(work({ accountId: 8, address: '198.51.100.1' }), 'holds')
})

test('of many concurrent calls exactly the allowance passes', async () => {
  const requested = Array.from({ length: 100 }, () =>
    limit(work({ accountId: 9, address: '192.0.2.9' }), 'bookings'),
  )
  const outcomes = await Promise.allSettled(requested)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, allowances.bookings.account)
})

test('attempts on one account are limited per address, then for every address, unless they are taken back', async () => {
  const aim = (address: string) => limitAim(work({ address }), 'sign_in', 'ana@ejemplo.mx', 3)
  await times(3, () => aim('192.0.2.3'))
  await assert.rejects(aim('192.0.2.3'), tooMany)
  const forgive = await aim('192.0.2.4')
  await forgive()
  let n = 0
  await times(30, () => aim(`203.0.113.${(n += 1)}`))
  await assert.rejects(aim('192.0.2.5'), tooMany)
  await limitAim(work({ address: '192.0.2.5' }), 'sign_in', 'eva@ejemplo.mx', 3)
  const { rows } = await database.pool.query(`select count(*) as n from limits where bucket like '%ejemplo%'`)
  assert.deepEqual(rows, [{ n: 0 }], 'no e-mail stands in the table')
})

test('with limits off nothing is counted', async () => {
  await times(50, () => limit(work({ address: '192.0.2.77' }, false), 'register'))
  const { rows } = await database.pool.query(
    `select count(*) as n from limits where bucket like '%192.0.2.77'`,
  )
  assert.deepEqual(rows, [{ n: 0 }])
})

test('old counts are swept, and current ones stay', async () => {
  await limit(work({ address: '192.0.2.50' }), 'register')
  now = new Date(now.getTime() + 3 * 3_600_000)
  await limit(work({ address: '192.0.2.51' }), 'register')
  await forgetOldCounts(work({}))
  const { rows } = await database.pool.query('select bucket from limits')
  assert.deepEqual(rows, [{ bucket: 'register:192.0.2.51' }])
})

test('the addresses of an IPv6 network count as one, however they are written', () => {
  const cases = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ] as const
  for (const [address, network] of cases) assert.equal(networkOf(address), network, address)
})
