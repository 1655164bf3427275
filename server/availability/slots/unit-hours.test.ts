/** A unit may be open in fewer hours than its place: it is not offered, booked or rented in the others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hold } from '#contract/booking/hold.ts'
import * as contract from '#contract/booking/agenda/timeline.ts'
import { slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Weekly = contract.SpaceHours['weekly']

/** Wednesday in the capital; the places are open from nine to eighteen every day. */
const wednesday = '2026-11-25'
const mornings: Weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 720 }))

const read = async (who: Person, id: number) => (await who.call(contract.spaceHours, { params: { id } })).body

const give = async (who: Person, id: number, units: { id: number; weekly: Weekly | null }[]) => {
  const { weekly, exceptions, version } = await read(who, id)
  return who.call(contract.saveSpaceHours, {
    params: { id },
    body: { weekly, exceptions, units, version },
  })
}

const startsOf = (slots: { startsAt: string }[]) => slots.map(({ startsAt }) => startsAt.slice(11, 16))

test('a unit with its own hours is offered in those only, and without them whenever its place is open', async () => {
  const at = await people.bookable(kalli, { units: 1, durationMinutes: 60, stepMinutes: 60 })
  const [unit = 0] = at.space.units
  const all = startsOf(await slotsOn(kalli.visitor(), at, wednesday))
  const late = (await slotsOn(kalli.visitor(), at, wednesday)).at(-1)
  assert.ok(late)

  const saved = await give(at.host.person, at.space.id, [{ id: unit, weekly: mornings }])
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.deepEqual(saved.body.units, [{ id: unit, name: 'Silla 1', weekly: mornings }])
  assert.deepEqual(startsOf(await slotsOn(kalli.visitor(), at, wednesday)), ['15:00', '16:00', '17:00'])
  assert.deepEqual(await slotsOn(kalli.visitor(), at, '2026-11-28'), [], 'closed at the weekend')
  const held = await kalli.visitor().call(hold, { body: { slotToken: late.token } })
  assert.equal(refusalOf(held).code, 'slot_taken', 'what was shown before is not held any more')

  await give(at.host.person, at.space.id, [{ id: unit, weekly: null }])
  assert.deepEqual(startsOf(await slotsOn(kalli.visitor(), at, wednesday)), all)
})

test('a unit without its own hours is not limited by another’s, and a unit’s hours never extend the place’s', async () => {
  const at = await people.bookable(kalli, { units: 2, durationMinutes: 60, stepMinutes: 60 })
  const [one = 0, two = 0] = at.space.units
  const all = startsOf(await slotsOn(kalli.visitor(), at, wednesday))
  await give(at.host.person, at.space.id, [{ id: one, weekly: mornings }])
  const slots = await slotsOn(kalli.visitor(), at, wednesday)
  assert.deepEqual(startsOf(slots), all)
  assert.ok(slots.slice(3).every(({ unitId }) => unitId === two))
  const allDay: Weekly = [{ weekday: 3, fromMinute: 0, toMinute: 1440 }]
  await give(at.host.person, at.space.id, [
    { id: one, weekly: allDay },
    { id: two, weekly: [] },
  ])
  assert.deepEqual(startsOf(await slotsOn(kalli.visitor(), at, wednesday)), all)
})

test('the host’s timeline shows a unit as shut outside its own hours while its place is open', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const [one = 0] = at.space.units
  await give(at.host.person, at.space.id, [{ id: one, weekly: mornings }])
  const { body } = await at.host.person.call(contract.timeline, {
    query: { from: wednesday, to: wednesday },
  })
  const unit = body.spaces[0]?.units.find(({ id }) => id === one)
  const [open] = body.spaces[0]?.open ?? []
  assert.deepEqual(
    contract
      .readTimeline(body)
      .spaces[0]?.units.map(({ claims }) =>
        claims.map(({ kind, startsAt, endsAt }) => [kind, startsAt, endsAt]),
      ),
    [[['shut', '2026-11-25T18:00:00.000Z', open?.endsAt]], []],
  )
  assert.deepEqual(
    unit?.reserved.map(({ name }) => name),
    [null],
  )
})

test('overlapping, backwards or another place’s unit hours are refused, and nothing is partly saved', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const [unit = 0] = at.space.units
  const other = await people.bookable(kalli)
  const before = await read(at.host.person, at.space.id)
  const refused = async (id: number, weekly: Weekly) =>
    refusalOf(await give(at.host.person, at.space.id, [{ id, weekly }])).code
  const [monday] = mornings
  assert.ok(monday)
  assert.equal(await refused(unit, [monday, { ...monday, fromMinute: 600 }]), 'hours_overlap')
  assert.equal(await refused(unit, [{ ...monday, toMinute: 540 }]), 'invalid_input')
  assert.equal(await refused(other.space.units[0] ?? 0, mornings), 'not_found')
  assert.deepEqual(await read(at.host.person, at.space.id), before)
})
