/** A client who lost a race for an hour is offered hours at its place, and only without any there hours at another, which is named. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { type AlternativeSlot, SlotAlternatives } from '#contract/availability/slot.ts'
import * as holds from '#contract/booking/hold.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** A professional at two spaces, and a token of an hour at the second. */
const atTwoPlaces = async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const other = await people.space(kalli, at.host, { units: 1 })
  const agreementId = await people.agreement(kalli, at.professional.id, other.id)
  const visitor = kalli.visitor()
  const answer = await visitor.call(slots, {
    query: {
      professional: at.professional.id,
      service: at.serviceId,
      space: other.id,
      from: '2026-11-25',
      to: '2026-11-25',
    },
  })
  assert.equal(answer.status, 200)
  const slot = answer.body.days.flatMap((day) => day.slots)[4]
  assert.ok(slot)
  return { at, other, agreementId, slot }
}

const offered = async (slotToken: string): Promise<readonly AlternativeSlot[]> => {
  const answer = await kalli.visitor().call(holds.hold, { body: { slotToken } })
  assert.equal(answer.status, 409, JSON.stringify(answer.body))
  return SlotAlternatives.parse(refusalOf(answer).details).alternatives
}

test('the alternatives to a taken hour are at the place that was chosen', async () => {
  const { other, slot } = await atTwoPlaces()
  const first = await kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })
  assert.equal(first.status, 201)
  const alternatives = await offered(slot.token)
  assert.equal(alternatives.length, 3)
  assert.deepEqual(
    alternatives.map(({ spaceId, placeName }) => [spaceId, placeName]),
    [
      [other.id, undefined],
      [other.id, undefined],
      [other.id, undefined],
    ],
  )
})

test('where the chosen place has no hour left, those of another carry its name and its zone', async () => {
  const { at, agreementId, slot } = await atTwoPlaces()
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ windows: JSON.stringify([{ weekday: 7, fromMinute: 0, toMinute: 60 }]) })
    .where('id', '=', agreementId)
    .execute()
  const alternatives = await offered(slot.token)
  assert.equal(alternatives.length, 3)
  for (const { spaceId, placeName, zone } of alternatives) {
    assert.equal(spaceId, at.space.id)
    assert.match(placeName ?? '', /Sillas de la calle Colima/)
    assert.equal(zone, 'America/Mexico_City')
  }
})
