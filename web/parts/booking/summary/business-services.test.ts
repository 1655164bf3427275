import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addableAt,
  addOf,
  alsoOf,
  moreOf,
  openAt,
  peopleOf,
  type Visit,
  visitAt,
  visitName,
} from '#web/parts/booking/summary/business-services.ts'

const idsOf = (visit: Visit) => peopleOf(visit).map((each) => each.map(({ id }) => id))

const [ana, eva] = [1, 2]
const service = (
  id: number,
  professionalId: number,
  name: string,
  addOns: [id: number, name: string][] = [],
) => ({
  id,
  name,
  professionalId,
  description: '',
  category: 'hair' as const,
  durationMinutes: 45,
  priceCents: 40_000,
  addOns: addOns.map(([id, name]) => ({ id, name, priceCents: 8_000, minutes: 15 })),
  seats: null,
})
const services = [
  service(10, ana, 'Corte', [
    [1, 'Lavado'],
    [2, 'Mascarilla'],
  ]),
  service(20, eva, 'corte', [[7, 'lavado']]),
  service(21, eva, 'Manicure', [[1, 'Esmalte']]),
]

/** What is requested, and the visits that can satisfy it, with their own ids. */
const cases = [
  ['nothing added', { service: 10 }, [[10], [20]]],
  [
    'what both have, as one of them names it',
    { service: 10, add: '10-1' },
    [
      [10, '10-1'],
      [20, '20-7'],
    ],
  ],
  [
    'the same by the other’s name',
    { service: 10, add: '20-7' },
    [
      [10, '10-1'],
      [20, '20-7'],
    ],
  ],
  ['what one alone has', { service: 20, add: '10-2' }, [[10, '10-2']]],
  [
    'twice by two names is once',
    { service: 10, add: '10-1,20-7' },
    [
      [10, '10-1'],
      [20, '20-7'],
    ],
  ],
  [
    'what nobody has with the rest is left out',
    { service: 10, more: '21', add: '10-2,21-1' },
    [[20, '21-1']],
  ],
  ['of a service that is not chosen', { service: 10, add: '21-1' }, [[10], [20]]],
  ['of none there is', { service: 10, add: '10-9,99-1' }, [[10], [20]]],
] as const

for (const [says, search, expected] of cases)
  test(`a visit at a business: ${says}`, () => {
    const { visits } = visitAt(services, search)
    assert.deepEqual(
      visits.map((visit) => [visit.first.id, ...(addOf(visit) === undefined ? [] : [addOf(visit)])]),
      expected,
    )
  })

test('the chosen professional stays unless they do not offer all services', () => {
  assert.equal(visitAt(services, { service: 20, add: '20-7', professional: eva }).own?.first.id, 20)
  assert.equal(visitAt(services, { service: 20, add: '10-2', professional: eva }).own, undefined)
})

test('an add-on appears once by name with all who offer it, and has the first one’s name', () => {
  const { visits, visit } = visitAt(services, { service: 10, add: '20-7' })
  assert.deepEqual(
    addableAt(visits).map(({ key, name, givers }) => [
      key,
      name,
      givers.map(({ professionalId }) => professionalId),
    ]),
    [
      ['10-1', 'Lavado', [ana, eva]],
      ['10-2', 'Mascarilla', [ana]],
    ],
  )
  assert.equal(visit && visitName(visit), 'Corte + Lavado')
  const several = visitAt(services, { service: 10, more: '21', add: '21-1' }).visit
  assert.deepEqual(several && [moreOf(several), visitName(several)], ['21', 'corte + Manicure + Esmalte'])
})

test('companions’ services match by name, only professionals with all of them remain, and each add-on has its person', () => {
  const same = visitAt(services, { service: 10, also: '0_20', add: '10-1-2,20-7' })
  assert.deepEqual(
    same.visits.map((visit) => [idsOf(visit), alsoOf(visit), addOf(visit)]),
    [
      [[[10], [10], [10]], '0_10', '10-1-2,10-1'],
      [[[20], [20], [20]], '0_20', '20-7-2,20-7'],
    ],
  )
  const painted = visitAt(services, { service: 10, also: '21' })
  assert.deepEqual(painted.visits.map(idsOf), [[[20], [21]]])
  assert.equal(painted.visit && visitName(painted.visit), 'corte + Manicure')
  // A service with a single professional decides who it is; a service that none gives is left out.
  assert.deepEqual(visitAt(services, { service: 20, also: '0', add: '10-2-2' }).visits.map(addOf), ['10-2-2'])
  assert.deepEqual(visitAt(services, { service: 20, also: '0', add: '10-2-3' }).visits.map(addOf), [
    undefined,
    undefined,
  ])
  assert.equal(visitAt([service(10, ana, 'Corte')], { service: 10, also: '99' }).visits.length, 1)
})

test('options are one choice by group and name, and stay open until one of each group is chosen', () => {
  const optioned = (
    id: number,
    professionalId: number,
    options: [id: number, name: string, group?: string][],
  ) => ({
    ...service(id, professionalId, 'Corte'),
    addOns: options.map(([id, name, group]) => ({
      id,
      name,
      priceCents: 0,
      minutes: 0,
      ...(group === undefined ? {} : { group }),
    })),
  })
  const both = [
    optioned(10, ana, [
      [1, 'Corto', 'Largo de cabello'],
      [2, 'Largo', 'Largo de cabello'],
    ]),
    optioned(20, eva, [
      [7, 'corto', 'Largo de cabello'],
      [8, 'largo', 'Largo de cabello'],
      // Without a group the same name is another option.
      [9, 'Largo'],
    ]),
  ]
  const none = visitAt(both, { service: 10 })
  assert.deepEqual(openAt(none.visits), ['Largo de cabello'])
  const { visits } = visitAt(both, { service: 10, add: '10-2' })
  assert.deepEqual(
    visits.map((one) => [one.first.id, addOf(one)]),
    [
      [10, '10-2'],
      [20, '20-8'],
    ],
  )
  assert.deepEqual(openAt(visits), [])
  assert.deepEqual(openAt(visitAt(both, { service: 10, add: '20-9' }).visits), ['Largo de cabello'])
  assert.deepEqual(visits.map(visitName), [
    'Corte + Largo de cabello: Largo',
    'Corte + Largo de cabello: largo',
  ])
})
