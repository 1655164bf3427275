/** However often, and however concurrently, the same calls are sent with the same keys, the outcome is that of sending each once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { contactOf, movesOf, slotOn, confirmContact, hereOf } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Answered, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const steps = ['hold', 'pay', 'check in', 'check out', 'complete'] as const

/** All calls of one booking, each with its own key and body, to be sent in any order. */
const story = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const client = kalli.visitor()
  await client.call(holds.releaseHold, { params: { id: crypto.randomUUID() } })
  const { token } = await slotOn(client, at, '2026-11-20')
  const contact = contactOf()
  const salt = crypto.randomUUID()
  const professional = at.professional.person
  let id = ''
  let shown: Promise<unknown> | undefined
  const send = async (step: (typeof steps)[number]): Promise<Answered<{ id: string; status?: string }>> => {
    const options = { key: `${salt}-${step}` }
    const params = { id }
    switch (step) {
      case 'hold':
        return client.call(holds.hold, { body: { slotToken: token } }, options)
      case 'pay':
        await (shown ??= confirmContact(client, id, contact.email))
        return client.call(
          checkout.book,
          { body: { holdId: id, contact, payment: { method: 'card', token: 'tok_ok' } } },
          options,
        )
      case 'check in':
        return professional.call(
          attendance.checkIn,
          { params, body: await hereOf(kalli, params.id) },
          options,
        )
      case 'check out':
        return professional.call(attendance.checkOut, { params, body: {} }, options)
      case 'complete':
        return client.call(attendance.complete, { params, query: {} }, options)
    }
  }
  return { send, at, begin: (held: string) => (id = held) }
}

test('any repetition of any call, one after the other or at once, leaves one booking, one charge and one split', async () => {
  const repeats = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), later: fc.integer({ min: 0, max: 2 }) })
  await fc.assert(
    fc.asyncProperty(fc.tuple(repeats, repeats, repeats, repeats, repeats), async (plan) => {
      const { send, begin, at } = await story()
      const first = new Map<string, unknown>()
      for (const [index, step] of steps.entries()) {
        const { atOnce, later } = plan[index] ?? { atOnce: 1, later: 0 }
        const answers = await Promise.all(Array.from({ length: atOnce }, () => send(step)))
        const done = answers.filter(({ status }) => status < 300)
        assert.ok(done.length >= 1, JSON.stringify(answers.map(({ body }) => body)))
        for (const answer of answers) {
          if (answer.status < 300) assert.deepEqual(answer.body, done[0]?.body, `${step}: one reply`)
          else assert.equal(refusalOf(answer).code, 'in_progress')
        }
        if (step === 'hold') begin(done[0]?.body.id ?? '')
        first.set(step, done[0]?.body)
        for (let time = 0; time < later; time += 1) {
          // Any earlier call may arrive again, delayed by a slow network.
          const again = steps[time % (index + 1)] ?? step
          const answer = await send(again)
          assert.ok(answer.status < 300)
          assert.deepEqual(answer.body, first.get(again), `${again} again, after ${step}`)
        }
      }
      const { rows } = await kalli.database.pool.query(
        `select (select count(*)::int from bookings where professional_id = $1) as bookings,
          (select count(*)::int from standin.charges where reference in
            (select payments.id::text from payments join bookings on bookings.id = booking_id where professional_id = $1)) as charges,
          (select count(*)::int from journals join bookings on bookings.id = booking_id
            where professional_id = $1 and journals.kind = 'split') as splits`,
        [at.professional.id],
      )
      assert.deepEqual(rows, [{ bookings: 1, charges: 1, splits: 1 }])
      const [{ id }] = (
        await kalli.database.pool.query('select id from bookings where professional_id = $1', [
          at.professional.id,
        ])
      ).rows
      assert.deepEqual(await movesOf(kalli, id), [
        'hold by client',
        'pay by client',
        'confirm by platform',
        'check_in by professional',
        'check_out by professional',
        'complete by client',
      ])
    }),
    { numRuns: cases(12, 300), seed: testSeed, endOnFailure: true },
  )
  assert.equal(await people.trialBalance(kalli), 0)
})
