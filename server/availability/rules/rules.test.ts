import assert from 'node:assert/strict'
import { rentedMinutes } from '#contract/pricing/rent.ts'
import { test } from 'node:test'
import type { Window } from '#server/availability/hours/hours.ts'
import { union } from '#server/availability/zone/intervals.ts'
import { explain, feasible, firstSlot, hasSlot, slots } from '#server/availability/rules/rules.ts'
import { claimsOf } from '#server/availability/rules/prepared.ts'
import type { Place, Snapshot } from '#server/availability/rules/snapshot.ts'

const zone = 'America/Tijuana'
const at = (wall: string) => Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds
const clock = (instant: number) => {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  return `${wall.toPlainTime().toString({ smallestUnit: 'minute' })}${wall.offset}`
}
const hm = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const windows = (...texts: string[]): Window[] =>
  texts.map((text) => ({ fromMinute: hm(text.slice(0, 5)), toMinute: hm(text.slice(6)) }))
const daily = (...texts: string[]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => windows(...texts).map((window) => ({ weekday, ...window })))
const hours = (...texts: string[]) => ({ weekly: daily(...texts), exceptions: [] })

const service: Snapshot['service'] = {
  durationMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  stepMinutes: 60,
  noticeMinutes: 0,
  horizonDays: 90,
}
const own: Snapshot = {
  now: at('2026-11-02T08:00'),
  zone,
  active: true,
  service,
  professional: { hours: hours('09:00-13:00'), busy: [] },
  place: null,
}
const space: Place = {
  hours: hours('08:00-20:00'),
  agreementWindows: null,
  agreementValid: { from: -Infinity, to: Infinity },
  minimumMinutes: 60,
  cleaningMinutes: 0,
  units: [{ id: 1, busy: [] }],
  marginOk: true,
  payable: true,
  noticeMinutes: 0,
}
const day = '2026-11-03'
const busy = (...texts: string[]) =>
  union(texts.map((text) => [at(`${day}T${text.slice(0, 5)}`), at(`${day}T${text.slice(6)}`)] as const))
const offered = (snapshot: Snapshot, date = day) =>
  slots(snapshot, date, date).flatMap(({ slots }) => slots.map(({ startsAt }) => clock(startsAt).slice(0, 5)))

const cases: { says: string; snapshot: Snapshot; starts: string[] }[] = [
  { says: 'an empty morning', snapshot: own, starts: ['09:00', '10:00', '11:00', '12:00'] },
  {
    says: 'a service of 90 minutes every 30',
    snapshot: { ...own, service: { ...service, durationMinutes: 90, stepMinutes: 30 } },
    starts: ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
  },
  {
    says: 'the grid counts from the beginning of each window',
    snapshot: { ...own, professional: { hours: hours('09:10-11:30', '15:25-17:30'), busy: [] } },
    starts: ['09:10', '10:10', '15:25', '16:25'],
  },
  {
    says: 'windows that touch: the service runs through, the grid starts anew',
    snapshot: { ...own, professional: { hours: hours('09:00-10:30', '10:30-12:00'), busy: [] } },
    starts: ['09:00', '10:00', '10:30'],
  },
  {
    says: 'a claim in the middle takes each start that touches it',
    snapshot: { ...own, professional: { ...own.professional, busy: busy('10:30-11:00') } },
    starts: ['09:00', '11:00', '12:00'],
  },
  {
    says: 'buffers stay clear of claims, but may lie outside the hours',
    snapshot: {
      ...own,
      service: { ...service, bufferBeforeMinutes: 15, bufferAfterMinutes: 10 },
      professional: { ...own.professional, busy: busy('11:05-11:10') },
    },
    starts: ['09:00', '12:00'],
  },
  {
    says: 'the space opens later and closes earlier',
    snapshot: { ...own, place: { ...space, hours: hours('09:30-12:30') } },
    starts: ['10:00', '11:00'],
  },
  {
    says: 'the agreement covers one weekday of two hours',
    snapshot: {
      ...own,
      place: { ...space, agreementWindows: [{ weekday: 2, fromMinute: 600, toMinute: 720 }] },
    },
    starts: ['10:00', '11:00'],
  },
  {
    says: 'the agreement ends in the middle of a service',
    snapshot: {
      ...own,
      place: { ...space, agreementValid: { from: at(`${day}T10:00`), to: at(`${day}T11:30`) } },
    },
    starts: ['10:00'],
  },
  {
    says: 'cleaning after is counted for the unit alone, and is the longer of the two',
    snapshot: {
      ...own,
      service: { ...service, bufferAfterMinutes: 5 },
      place: { ...space, cleaningMinutes: 30, units: [{ id: 1, busy: busy('11:20-11:50') }] },
    },
    starts: ['09:00', '12:00'],
  },
  {
    says: 'one chair taken, the other free',
    snapshot: {
      ...own,
      place: {
        ...space,
        units: [
          { id: 1, busy: busy('09:00-13:00') },
          { id: 2, busy: busy('10:00-11:00') },
        ],
      },
    },
    starts: ['09:00', '11:00', '12:00'],
  },
  {
    says: 'the client has another appointment at that time',
    snapshot: { ...own, clientBusy: busy('09:30-10:00') },
    starts: ['10:00', '11:00', '12:00'],
  },
  {
    says: 'notice counts from now to the start',
    snapshot: { ...own, now: at(`${day}T08:00`), service: { ...service, noticeMinutes: 120 } },
    starts: ['10:00', '11:00', '12:00'],
  },
  {
    says: 'the last day of the horizon',
    snapshot: { ...own, service: { ...service, horizonDays: 1 } },
    starts: ['09:00', '10:00', '11:00', '12:00'],
  },
  {
    says: 'a day past the horizon',
    snapshot: { ...own, service: { ...service, horizonDays: 0 } },
    starts: [],
  },
  {
    says: 'no margin after commission and rent',
    snapshot: { ...own, place: { ...space, marginOk: false } },
    starts: [],
  },
  { says: 'paused', snapshot: { ...own, active: false }, starts: [] },
  {
    says: 'a dated exception replaces the day',
    snapshot: {
      ...own,
      professional: {
        hours: { ...hours('09:00-13:00'), exceptions: [{ date: day, windows: windows('16:00-18:00') }] },
        busy: [],
      },
    },
    starts: ['16:00', '17:00'],
  },
  {
    says: 'an exception without windows closes the day',
    snapshot: {
      ...own,
      professional: {
        hours: { ...hours('09:00-13:00'), exceptions: [{ date: day, windows: [] }] },
        busy: [],
      },
    },
    starts: [],
  },
  {
    says: 'windows that touch at midnight are one',
    snapshot: { ...own, professional: { hours: hours('00:00-01:00', '22:30-24:00'), busy: [] } },
    starts: ['00:00', '22:30', '23:30'],
  },
]
for (const { says, snapshot, starts } of cases)
  test(`slots: ${says}`, () => assert.deepEqual(offered(snapshot), starts))

/** In Tijuana 02:00–03:00 is missing on 2026-03-08, and 01:00–02:00 comes twice on 2026-11-01. */
const nights: { says: string; date: string; hours: string[]; minutes: number; starts: string[] }[] = [
  {
    says: 'a window over the missing hour is an hour shorter',
    date: '2026-03-08',
    hours: ['01:00-05:00'],
    minutes: 60,
    starts: ['01:00-08:00', '03:00-07:00', '04:00-07:00'],
  },
  {
    says: 'a window that begins in the missing hour begins when it ends',
    date: '2026-03-08',
    hours: ['02:30-04:30'],
    minutes: 60,
    starts: ['03:00-07:00'],
  },
  {
    says: 'a window that ends in the missing hour ends when it begins',
    date: '2026-03-08',
    hours: ['00:30-02:30'],
    minutes: 60,
    starts: ['00:30-08:00'],
  },
  {
    says: 'a window inside the missing hour does not exist',
    date: '2026-03-08',
    hours: ['02:00-03:00'],
    minutes: 30,
    starts: [],
  },
  {
    says: 'a service may run through the missing hour',
    date: '2026-03-08',
    hours: ['00:30-04:30'],
    minutes: 120,
    starts: ['00:30-08:00', '01:30-08:00'],
  },
  {
    says: 'a window over the repeated hour is an hour longer',
    date: '2026-11-01',
    hours: ['00:00-03:00'],
    minutes: 60,
    starts: ['00:00-07:00', '01:00-07:00', '01:00-08:00', '02:00-08:00'],
  },
  {
    says: 'a window that begins in the repeated hour is open in both passes, and shut between',
    date: '2026-11-01',
    hours: ['01:30-03:00'],
    minutes: 30,
    starts: ['01:30-07:00', '01:30-08:00', '02:30-08:00'],
  },
  {
    says: 'a window that ends in the repeated hour is open in both passes',
    date: '2026-11-01',
    hours: ['00:00-01:30'],
    minutes: 30,
    starts: ['00:00-07:00', '01:00-07:00', '01:00-08:00'],
  },
  {
    says: 'a window inside the repeated hour occurs twice',
    date: '2026-11-01',
    hours: ['01:15-01:45'],
    minutes: 30,
    starts: ['01:15-07:00', '01:15-08:00'],
  },
]
for (const { says, date, hours: texts, minutes, starts } of nights)
  test(`around a clock change: ${says}`, () => {
    const snapshot = {
      ...own,
      now: at('2026-01-01T00:00'),
      service: { ...service, durationMinutes: minutes, horizonDays: 400 },
      professional: { hours: hours(...texts), busy: [] },
    }
    assert.deepEqual(
      slots(snapshot, date, date).flatMap(({ slots }) => slots.map(({ startsAt }) => clock(startsAt))),
      starts,
    )
  })

const reasons: { says: string; reason: string; time?: string; snapshot: Snapshot }[] = [
  { says: 'paused', reason: 'inactive', snapshot: { ...own, active: false } },
  {
    says: 'a place whose host has no payout account',
    reason: 'payout_missing',
    snapshot: { ...own, place: { ...space, payable: false } },
  },
  {
    says: 'shorter than the place’s minimum',
    reason: 'under_block',
    snapshot: { ...own, place: { ...space, isUnderBlock: true } },
  },
  {
    says: 'sooner than the place’s notice',
    reason: 'too_soon',
    snapshot: { ...own, place: { ...space, noticeMinutes: 20_160 } },
  },
  { says: 'before the hours', reason: 'outside_professional_hours', time: '08:00', snapshot: own },
  {
    says: 'no longer fits before closing',
    reason: 'outside_professional_hours',
    time: '12:00',
    snapshot: { ...own, service: { ...service, durationMinutes: 61 } },
  },
  { says: 'between two starts', reason: 'off_grid', time: '10:30', snapshot: own },
  {
    says: 'the space is closed',
    reason: 'outside_space_hours',
    snapshot: { ...own, place: { ...space, hours: hours('12:00-20:00') } },
  },
  {
    says: 'outside the agreement’s hours',
    reason: 'outside_agreement',
    snapshot: { ...own, place: { ...space, agreementWindows: daily('12:00-20:00') } },
  },
  {
    says: 'outside the agreement’s dates',
    reason: 'outside_agreement',
    snapshot: { ...own, place: { ...space, agreementValid: { from: at('2026-11-04T00:00'), to: Infinity } } },
  },
  { says: 'a moment too late', reason: 'too_soon', snapshot: { ...own, now: at(`${day}T10:00`) + 1 } },
  {
    says: 'past the horizon',
    reason: 'too_far',
    snapshot: { ...own, service: { ...service, horizonDays: 0 } },
  },
  {
    says: 'another appointment',
    reason: 'professional_busy',
    snapshot: { ...own, professional: { ...own.professional, busy: busy('10:59-11:30') } },
  },
  {
    says: 'every chair taken',
    reason: 'unit_busy',
    snapshot: {
      ...own,
      place: {
        ...space,
        units: [
          { id: 1, busy: busy('10:00-10:01') },
          { id: 2, busy: busy('09:00-12:00') },
        ],
      },
    },
  },
  { says: 'no chair allowed', reason: 'unit_busy', snapshot: { ...own, place: { ...space, units: [] } } },
  {
    says: 'the client has an appointment',
    reason: 'client_busy',
    snapshot: { ...own, clientBusy: busy('10:00-11:00') },
  },
  { says: 'no margin', reason: 'margin', snapshot: { ...own, place: { ...space, marginOk: false } } },
]
for (const { says, reason, time = '10:00', snapshot } of reasons)
  test(`refused as ${reason}: ${says}`, () =>
    assert.deepEqual(feasible({ startsAt: at(`${day}T${time}`) }, snapshot), { ok: false, reason }))

test('of several free units it takes the one whose gap it fills best, and the first of equal ones', () => {
  const units = [
    { id: 1, busy: [] },
    { id: 2, busy: busy('08:00-09:00', '11:30-12:00') },
    { id: 3, busy: busy('08:00-09:30', '11:00-12:00') },
    { id: 4, busy: busy('08:00-09:30', '11:00-12:00') },
  ]
  const decide = (...ids: number[]) =>
    feasible(
      { startsAt: at(`${day}T10:00`) },
      { ...own, place: { ...space, units: units.filter(({ id }) => ids.includes(id)) } },
    )
  assert.deepEqual(decide(1, 2, 3, 4), { ok: true, unitId: 3 })
  assert.deepEqual(decide(1, 2), { ok: true, unitId: 2 })
  assert.deepEqual(decide(1), { ok: true, unitId: 1 })
})

test('explain gives one reason for a whole day without starts', () => {
  assert.deepEqual(explain({ ...own, active: false }, day), { wholeDay: 'inactive', starts: [] })
  assert.deepEqual(explain({ ...own, professional: { hours: hours(), busy: [] } }, day), {
    wholeDay: 'outside_professional_hours',
    starts: [],
  })
})

test('explain gives each start within the hours its reason', () => {
  const { wholeDay, starts } = explain(
    { ...own, now: at(`${day}T09:30`), professional: { ...own.professional, busy: busy('11:00-12:00') } },
    day,
  )
  assert.equal(wholeDay, null)
  assert.deepEqual(
    starts.map(({ startsAt, decision }) => [
      clock(startsAt).slice(0, 5),
      decision.ok ? 'ok' : decision.reason,
    ]),
    [
      ['09:00', 'too_soon'],
      ['10:00', 'ok'],
      ['11:00', 'professional_busy'],
      ['12:00', 'ok'],
    ],
  )
})

test('finds the first slot of a period, and none where there is none', () => {
  assert.equal(firstSlot(own, at(`${day}T09:30`), at(`${day}T20:00`))?.startsAt, at(`${day}T10:00`))
  assert.equal(hasSlot(own, at(`${day}T12:01`), at(`${day}T20:00`)), false)
  assert.equal(hasSlot(own, at(`${day}T12:01`), at('2026-11-04T09:01')), true)
  assert.equal(hasSlot(own, at(`${day}T12:01`), at('2026-11-04T09:00')), false)
})

test('the claims of professional, unit and client each have their own buffers', () => {
  const startsAt = at(`${day}T10:00`)
  const minutes = (claim: { start: number; end: number }) => [
    (claim.start - startsAt) / 60_000,
    (claim.end - startsAt) / 60_000,
  ]
  const claims = claimsOf(
    {
      service: { ...service, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
      place: { cleaningMinutes: 15 },
    },
    startsAt,
  )
  assert.deepEqual(minutes(claims.professional), [-5, 70])
  assert.deepEqual(minutes(claims.unit), [-5, 75])
  assert.deepEqual(minutes(claims.client), [0, 60])
})

test('a space rents for no less than its minimum', () => {
  assert.equal(rentedMinutes(45, { minimumMinutes: 60, roundingMinutes: 1 }), 60)
  assert.equal(rentedMinutes(90, { minimumMinutes: 60, roundingMinutes: 1 }), 90)
  assert.equal(rentedMinutes(100, { minimumMinutes: 60, roundingMinutes: 30 }), 120)
  assert.equal(rentedMinutes(45, { minimumMinutes: 30, roundingMinutes: 15 }), 45)
})
