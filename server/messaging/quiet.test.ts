import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dueAt } from '#server/messaging/quiet.ts'

const night = { fromMinute: 22 * 60, toMinute: 8 * 60 }
const nap = { fromMinute: 14 * 60, toMinute: 16 * 60 }
const mexico = 'America/Mexico_City'
const tijuana = 'America/Tijuana'

describe('when an e-mail is sent', () => {
  for (const [now, quiet, zone, usefulUntil, leaves, why] of [
    ['2026-11-20T16:00:00Z', night, mexico, null, '2026-11-20T16:00:00Z', 'in the morning at once'],
    ['2026-11-21T03:59:00Z', night, mexico, null, '2026-11-21T03:59:00Z', 'a minute before ten at night'],
    ['2026-11-21T04:00:00Z', night, mexico, null, '2026-11-21T14:00:00Z', 'at ten it waits for eight'],
    ['2026-11-21T08:30:00Z', night, mexico, null, '2026-11-21T14:00:00Z', 'after midnight the same morning'],
    ['2026-11-21T14:00:00Z', night, mexico, null, '2026-11-21T14:00:00Z', 'eight is day'],
    ['2026-11-21T05:00:00Z', night, tijuana, null, '2026-11-21T05:00:00Z', 'on the clock of the reader'],
    ['2026-11-20T21:00:00Z', nap, mexico, null, '2026-11-20T22:00:00Z', 'hours within a day'],
    ['2026-11-21T04:30:00Z', nap, mexico, null, '2026-11-21T04:30:00Z', 'and not outside of them'],
    ['2026-11-21T04:30:00Z', null, mexico, null, '2026-11-21T04:30:00Z', 'who never sleeps'],
    [
      '2026-11-21T04:30:00Z',
      { fromMinute: 60, toMinute: 60 },
      mexico,
      null,
      '2026-11-21T04:30:00Z',
      'no length',
    ],
    [
      '2026-11-21T04:30:00Z',
      night,
      mexico,
      '2026-11-21T13:00:00Z',
      '2026-11-21T04:30:00Z',
      'too late at eight',
    ],
    [
      '2026-11-21T04:30:00Z',
      night,
      mexico,
      '2026-11-21T15:00:00Z',
      '2026-11-21T14:00:00Z',
      'early enough at eight',
    ],
    // Tijuana sets its clock back an hour on 1 November 2026: that night has eleven quiet hours.
    ['2026-11-01T05:30:00Z', night, tijuana, null, '2026-11-01T16:00:00Z', 'across a change of the clock'],
  ] as const)
    test(why, () =>
      assert.equal(
        dueAt(
          new Date(now),
          quiet,
          zone,
          usefulUntil === null ? undefined : new Date(usefulUntil),
        ).toISOString(),
        new Date(leaves).toISOString(),
      ),
    )
})
