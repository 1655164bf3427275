/** The answers of client and professional to another place, after their host cancelled. */
import assert from 'node:assert/strict'
import * as contract from '#contract/booking/booking.ts'
import { answerRescue } from '#contract/booking/cancellation/rescue.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import type { Person } from '#server/testing/person.ts'

/** First the client; after a refusal no one else is invited. */
export const bothSay = async (
  at: Bookable,
  { id, who, t }: { id: string; who: Person; t: string },
  answer: 'accept' | 'decline',
) => {
  for (const [person, as, query] of [
    [who, 'client', { t }],
    [at.professional.person, 'professional', {}],
  ] as const) {
    const { rescue, version } = (await person.call(contract.booking, { params: { id }, query })).body
    if (rescue === null) {
      assert.equal(answer, 'decline', 'nobody is asked')
      return
    }
    const said = await person.call(answerRescue, { params: { id, answer }, query, body: { as, version } })
    assert.equal(said.status, 200, JSON.stringify(said.body))
  }
}
