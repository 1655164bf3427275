import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { blockOf, freeMinute } from '#web/parts/booking/timeline/free-minute.ts'

const zone = 'America/Mexico_City'
const at = (time: string) => `2026-11-28T${time}:00-06:00`
const claim = (from: string, to: string, kind: TimelineClaim['kind'] = 'booking') => ({
  kind,
  startsAt: at(from),
  endsAt: at(to),
})

test('an hour is blocked from the next half hour on, after what the unit has; a reserved chair is free for its host', () => {
  const now = Date.parse(at('12:10'))
  const on = (claims: ReturnType<typeof claim>[], date = '2026-11-28') =>
    freeMinute({ claims }, { date, zone, now })
  assert.equal(on([]), 750)
  assert.equal(on([claim('09:00', '12:30')]), 750)
  assert.equal(on([claim('13:00', '14:00'), claim('14:15', '15:00')]), 900)
  assert.equal(on([claim('12:00', '20:00', 'team')]), 750)
  assert.equal(on([claim('12:00', '23:59')]), 750, 'nothing is free: the server refuses what is taken')
  assert.equal(on([], '2026-11-29'), 600)
  assert.equal(freeMinute({ claims: [] }, { date: '2026-11-28', zone, now: Date.parse(at('23:50')) }), 1380)
  assert.equal(blockOf({ spaces: [] }, { unit: 1, date: '2026-11-28' }), undefined)
})
