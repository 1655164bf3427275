import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeOf } from '#web/parts/booking/summary/shell.ts'

const at = { modality: 'place' } as const
const visit = {
  professional: { id: 7 },
  service: { id: 3 },
  place: at,
  moreServices: [],
  people: null,
  addOns: [],
}
const person = (number: number, ...ids: number[]) => ({
  person: number,
  firstName: null,
  isMinor: false,
  services: ids.map((id) => ({ id, name: '' })),
})

test('the visit to repeat includes its service, further services with add-ons, and several persons', () => {
  const nothing = { more: undefined, add: undefined }
  assert.deepEqual(wholeOf(visit), { professional: 7, service: 3, ...nothing })
  assert.deepEqual(wholeOf({ ...visit, place: { modality: 'online' } }), {
    professional: 7,
    service: 3,
    how: 'online',
    ...nothing,
  })
  assert.deepEqual(
    wholeOf({
      ...visit,
      moreServices: [5, 4],
      addOns: [
        { serviceId: 3, id: 1, person: 1 },
        { serviceId: 5, id: 2, person: 1 },
      ],
    }),
    { professional: 7, service: 3, more: '5,4', add: '3-1,5-2' },
  )
  assert.deepEqual(
    wholeOf({
      ...visit,
      moreServices: [5, 3],
      people: [person(1, 3, 5), person(2, 3)],
      addOns: [{ serviceId: 3, id: 1, person: 2 }],
    }),
    { professional: 7, service: 3, more: '5', also: '3', add: '3-1-2' },
  )
})
