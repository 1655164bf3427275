/** The colours of a calendar: each side of an account has its own, stored as a whole, and no other account reads them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CalendarLook, calendarLook, saveCalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Side = 'professional' | 'host'
const read = (who: Person, side: Side) => who.call(calendarLook, { params: { side } })
const save = (who: Person, side: Side, body: CalendarLook) =>
  who.call(saveCalendarLook, { params: { side }, body })

test('a calendar look is read by its owner alone, and saved only for a role that the account has', async () => {
  const { person: host } = await people.host(kalli)
  const { person: stylist } = await people.professional(kalli)
  assert.equal((await read(kalli.visitor(), 'host')).status, 401)
  assert.equal(refusalOf(await read(stylist, 'host')).code, 'not_found')
  assert.equal(refusalOf(await save(host, 'professional', { by: 'kind', colours: [] })).code, 'not_found')
  const chosen: CalendarLook = { by: 'service', colours: [{ of: 'service', id: 7, colour: 3 }] }
  assert.equal((await save(stylist, 'professional', chosen)).status, 200)
  assert.deepEqual((await read(host, 'host')).body, { by: 'kind', colours: [] }, 'nothing was chosen')
  assert.deepEqual((await read(stylist, 'professional')).body, chosen)
})

test('saving a look replaces all of it, so that items left out lose their colour', async () => {
  const { person } = await people.host(kalli)
  await save(person, 'host', {
    by: 'person',
    colours: [
      { of: 'person', id: 7, colour: 8 },
      { of: 'service', id: 4_294_967_295, colour: 1 },
    ],
  })
  const next: CalendarLook = { by: 'kind', colours: [{ of: 'person', id: 7, colour: 2 }] }
  assert.deepEqual((await save(person, 'host', next)).body, next)
  assert.deepEqual((await read(person, 'host')).body, next)
})

test('a colour outside the palette or an item listed twice is refused, and nothing changes', async () => {
  const { person } = await people.professional(kalli)
  const colours = (...numbers: number[]): CalendarLook['colours'] =>
    numbers.map((colour) => ({ of: 'person', id: 5, colour }))
  for (const wrong of [colours(0), colours(9), colours(1.5), colours(1, 2)])
    assert.equal((await save(person, 'professional', { by: 'person', colours: wrong })).status, 400)
  assert.deepEqual((await read(person, 'professional')).body, { by: 'kind', colours: [] })
})

test('of six looks saved at once one is stored whole, and all six requests succeed', async () => {
  const { person } = await people.professional(kalli)
  const looks = [1, 2, 3, 4, 5, 6].map((colour): CalendarLook => ({
    by: 'service',
    colours: [1, 2, 3].map((id) => ({ of: 'service', id, colour })),
  }))
  const answers = await Promise.all(looks.map((look) => save(person, 'professional', look)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const { colours } = (await read(person, 'professional')).body
  assert.equal(colours.length, 3)
  assert.equal(new Set(colours.map(({ colour }) => colour)).size, 1, 'of one device, not of two')
})
