import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { blockOf } from '#web/parts/booking/timeline/free-minute.ts'

const date = '2999-11-28'
const claim = (kind: TimelineClaim['kind']) => ({
  kind,
  startsAt: `${date}T10:00:00-06:00`,
  endsAt: `${date}T11:00:00-06:00`,
})
const unit = (id: number, active: boolean, claims: ReturnType<typeof claim>[] = []) => ({
  id,
  active,
  claims,
})
const spaces = [
  {
    id: 7,
    zone: 'America/Mexico_City',
    units: [unit(1, false), unit(2, true, [claim('booking')]), unit(3, true, [claim('team')])],
  },
]
const opened = (id?: number) => blockOf({ spaces }, { unit: id, date })?.start

test('without a named unit the first one in use is blocked, at its next free hour; a reserved chair is free for its host', () => {
  assert.deepEqual(opened(), { unitId: 2, date, minute: 660 })
  assert.deepEqual(opened(3), { unitId: 3, date, minute: 600 })
  assert.deepEqual(opened(1), { unitId: 1, date, minute: 600 })
  assert.equal(opened(9), undefined)
})
