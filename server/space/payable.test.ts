/** A payee who cannot be paid cannot be booked; earlier bookings continue. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const without = { clabe: null, clabe_end: null, clabe_holder: null, clabe_bank: null, clabe_at: null }

test('a space whose host has no CLABE offers no time until they add one', async () => {
  const at = await people.bookable(kalli)
  const change = (values: object) =>
    kalli.database.kysely.updateTable('hosts').set(values).where('id', '=', at.host.id).execute()
  assert.notEqual((await slotsOn(kalli.visitor(), at)).length, 0)
  await change(without)
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
  await change({ booked_before_clabe: true })
  assert.notEqual((await slotsOn(kalli.visitor(), at)).length, 0)
})
