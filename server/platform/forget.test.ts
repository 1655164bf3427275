import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forgetBefore } from '#server/platform/forget.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const one = valueIn(() => kalli)
const sweep = () => forgetBefore(kalli.work(), 'sessions', 'expires_at', kalli.clock())

test('expired rows are deleted and others stay, and a locked row waits for the next run without blocking it', async () => {
  const accountId = await people.account(kalli)
  for (let time = 0; time < 3; time++) await people.signIn(kalli, accountId)
  const left = () => one('select count(*)::int from sessions where account_id = $1', accountId)
  const tokens = await one<Buffer[]>(
    'select array_agg(token_hash) from sessions where account_id = $1',
    accountId,
  )
  const [inHand, over] = tokens
  await one(`update sessions set expires_at = $2 where token_hash = any ($1)`, [inHand, over], '2026-11-20')
  const other = await kalli.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from sessions where token_hash = $1 for update', [inHand])
    await other.query(`set local idle_in_transaction_session_timeout = '5s'`)
    await sweep()
    assert.equal(await left(), 2)
    await other.query('rollback')
  } finally {
    other.release()
  }
  await sweep()
  assert.equal(await left(), 1)
})
