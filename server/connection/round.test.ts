/** The minute's round over all accounts that are due. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reconcileDue, startRound } from '#server/connection/round.ts'
import { settled, standinOf, type World } from '#server/connection/standin/world.ts'
import { drain } from '#server/platform/jobs.ts'
import { connectGoogle } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let world: World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  world = standinOf(kalli.config)
})
after(() => kalli.close())

const called = () => [...world.calls]
const emails = ['tercera@gmail.test', 'primera@gmail.test', 'segunda@gmail.test']

test('a round reads every due account, the longest due first, and one that is out of time leaves the rest to the next', async () => {
  for (const [place, email] of emails.entries()) {
    const { person } = (await people.bookable(kalli, { units: 1 })).professional
    assert.match(await connectGoogle(person, { email, reach: 'read' }), /connected$/)
    await drain(kalli)
    await settled(world)
    await drain(kalli)
    const minutesAgo = [1, 3, 2][place] ?? 0
    await kalli.database.pool.query(
      `update calendar_accounts set next_at = $1::timestamptz - make_interval(mins => $2) where id = (select max(id) from calendar_accounts)`,
      [kalli.clock(), minutesAgo],
    )
  }
  world.calls.length = 0
  await reconcileDue(kalli.work(), { lanes: 1, seconds: 0 })
  assert.equal(called().length, 0)
  await reconcileDue(kalli.work(), { lanes: 1 })
  const read = [...new Set(called().map((call) => call.split(' ')[0]))]
  assert.deepEqual(read, ['primera@gmail.test', 'segunda@gmail.test', 'tercera@gmail.test'])
  await reconcileDue(kalli.work())
  assert.equal(new Set(called()).size, called().length, 'none is read twice')
})

test('a round that waits for an account holds up no other job, and no second one runs beside it', async () => {
  await kalli.database.pool.query('update calendar_accounts set next_at = $1', [kalli.clock()])
  world.calls.length = 0
  const held = await kalli.database.pool.connect()
  await held.query('begin')
  await held.query('select from calendar_accounts for update')
  await startRound(kalli.work())
  assert.deepEqual(called(), [], 'it came back before the accounts could be read')
  await startRound(kalli.work())
  await held.query('rollback')
  held.release()
  await startRound(kalli.work())
  const read = called().map((call) => call.split(' ')[0])
  assert.deepEqual([...new Set(read)].toSorted(), emails.toSorted())
  assert.equal(new Set(called()).size, called().length, 'none is read twice')
})
