import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  InvitationStatus,
  type InvitationFacts,
  type InvitationMove,
  mayMoveInvitation,
  invitationMoves,
} from '#contract/hiring/invitation-moves.ts'

const now = new Date('2026-11-20T16:00:00Z')
const facts = (more: Partial<InvitationFacts> = {}): InvitationFacts => ({
  status: 'sent',
  expiresAt: '2026-12-04T16:00:00Z',
  endedAt: null,
  questionsRequested: 0,
  questionWaits: false,
  repeated: false,
  vacancyOver: null,
  ...more,
})

test('each status allows only the moves of the table, by the parties of the table', () => {
  for (const status of InvitationStatus.options)
    for (const name of Object.keys(invitationMoves)) {
      const move = Object.keys(invitationMoves).find((one): one is InvitationMove => one === name)
      assert.ok(move)
      for (const party of ['invited', 'host', 'platform'] as const) {
        const rule: { by: readonly string[]; from: readonly string[] } = invitationMoves[move]
        const answer = mayMoveInvitation(move, party, facts({ status }), now)
        if (!rule.by.includes(party) || !rule.from.includes(status)) assert.equal(answer.allowed, false)
        if (!answer.allowed) assert.ok(answer.reason.length > 10)
      }
    }
})

const cases: [what: string, move: InvitationMove, more: Partial<InvitationFacts>, allowed: boolean][] = [
  ['accept while there is time', 'accept', {}, true],
  ['accept in the last second', 'accept', { expiresAt: '2026-11-20T16:00:00.001Z' }, true],
  ['accept when it is over', 'accept', { expiresAt: '2026-11-20T16:00:00Z' }, false],
  ['expire when it is over', 'expire', { expiresAt: '2026-11-20T16:00:00Z' }, true],
  ['expire too early', 'expire', {}, false],
  ['a second question', 'ask', { questionsRequested: 1 }, true],
  ['a question while one waits', 'ask', { questionsRequested: 1, questionWaits: true }, false],
  ['a third question', 'ask', { questionsRequested: 2 }, false],
  ['an answer', 'answer', { questionsRequested: 1, questionWaits: true }, true],
  ['an answer to nothing', 'answer', {}, false],
  ['again after its time', 'again', { status: 'expired', endedAt: '2026-11-20T15:00:00Z' }, true],
  ['again twice', 'again', { status: 'expired', endedAt: '2026-11-20T15:00:00Z', repeated: true }, false],
  ['accept when the vacancy was filled', 'accept', { vacancyOver: 'filled' }, false],
  ['accept when the vacancy was closed', 'accept', { vacancyOver: 'closed' }, false],
  ['accept when the vacancy ran out', 'accept', { vacancyOver: 'expired' }, false],
  ['decline when the vacancy was filled', 'decline', { vacancyOver: 'filled' }, true],
  ['end with a vacancy that was filled', 'end_with_vacancy', { vacancyOver: 'filled' }, true],
  ['end with a vacancy that may be renewed', 'end_with_vacancy', { vacancyOver: 'expired' }, false],
  ['again to a vacancy that is over', 'again', { status: 'revoked', vacancyOver: 'closed' }, false],
  ['again 59 days after a no', 'again', { status: 'declined', endedAt: '2026-09-22T16:00:00Z' }, false],
  ['again 60 days after a no', 'again', { status: 'declined', endedAt: '2026-09-21T16:00:00Z' }, true],
]
for (const [what, move, more, allowed] of cases)
  test(`${what}: ${allowed ? 'yes' : 'no'}`, () => {
    const rule: { by: readonly ('invited' | 'host' | 'platform')[] } = invitationMoves[move]
    const [party] = rule.by
    assert.ok(party)
    assert.equal(mayMoveInvitation(move, party, facts(more), now).allowed, allowed)
  })
