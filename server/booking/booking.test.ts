import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots as slotsEndpoint, type Slot } from '#contract/availability.ts'
import * as contract from '#contract/booking.ts'
import { drain } from '#server/platform/jobs.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

type Bookable = Awaited<ReturnType<typeof people.bookable>>
const contact = { firstName: 'Lucía', lastName: 'Hernández', email: 'lucia@example.test', phone: '+525511112222' }

const slotsOf = async (who: Person, at: Bookable, date = '2026-11-25'): Promise<Slot[]> => {
  const answer = await who.call(slotsEndpoint, {
    query: { professional: at.professional.id, service: at.serviceId, from: date, to: date },
  })
  assert.equal(answer.status, 200)
  return answer.body.days.flatMap(({ slots }) => slots)
}
const firstSlot = async (who: Person, at: Bookable, date?: string) => {
  const [slot] = await slotsOf(who, at, date)
  assert.ok(slot)
  return slot
}
const held = async (who: Person, at: Bookable, date?: string) => {
  const slot = await firstSlot(who, at, date)
  const answer = await who.call(contract.hold, { body: { slotToken: slot.token } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

test('a visitor without an account holds, pays, is confirmed and finds the booking again by the link', async () => {
  const at = await people.bookable(house)
  const visitor = house.visitor()
  const hold = await held(visitor, at)
  assert.equal(hold.quote.totalCents, 100_000)
  const booked = await visitor.call(
    contract.book,
    { body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok' } } },
    { key: 'visitor-books-1' },
  )
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  assert.equal(booked.body.status, 'confirmed')
  await drain(house)
  const again = await house.visitor().call(contract.booking, { params: { id: hold.id }, query: { t: booked.body.viewToken } })
  assert.equal(again.status, 200)
  console.log(JSON.stringify(again.body, null, 1))
})
