/** Who cannot be paid is not booked; whoever was booked before that was asked goes on as before. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slotsOn } from '#server/testing/bookings.ts'
import { startHouse, type TestHouse } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const without = { clabe: null, clabe_end: null, clabe_holder: null, clabe_bank: null, clabe_at: null }

test('a space whose host gave no CLABE offers no time, until they give one', async () => {
  const at = await people.bookable(house)
  const change = (values: object) =>
    house.database.kysely.updateTable('hosts').set(values).where('id', '=', at.host.id).execute()
  assert.notEqual((await slotsOn(house.visitor(), at)).length, 0)
  await change(without)
  assert.deepEqual(await slotsOn(house.visitor(), at), [])
  await change({ booked_before_clabe: true })
  assert.notEqual((await slotsOn(house.visitor(), at)).length, 0)
})
