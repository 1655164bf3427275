/** Many rent the same hours at once, and clients book while the hours change hands: real connections, real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { claimsOf, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { rentedHours, tokenFor } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(() => kalli.close())

const overlaps = `select count(*)::int as n from claims a join claims b
  on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during`

test('of twenty professionals who request one chair one gets it, and the others are shown other hours', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const addProfessionals = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const one = await people.professional(kalli)
      await people.agreement(kalli, one.id, at.space.id)
      return { ...one, token: await tokenFor(one.person, at) }
    }),
  )
  const answers = await Promise.all(
    addProfessionals.map(({ person, token }) => person.call(contract.holdReservation, { body: { token } })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join(' '))
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    const { code, details } = refusalOf(answer)
    assert.deepEqual([answer.status, code], [409, 'slot_taken'])
    const alternatives = Object.entries(details ?? {}).find(([name]) => name === 'alternatives')?.[1]
    assert.ok(Array.isArray(alternatives) && alternatives.length === 3, JSON.stringify(details))
    assert.ok(contract.RentChoice.safeParse(alternatives[0]).success)
  }
  const { rows } = await kalli.database.pool.query(overlaps)
  assert.deepEqual(rows, [{ n: 0 }])
})

test('of forty clients who book within the rented hours as many as fit get a time, and none overlap', async () => {
  const at = await people.bookable(kalli, {
    units: 2,
    durationMinutes: 60,
    stepMinutes: 60,
    noticeMinutes: 0,
  })
  const rent = await rentedHours(at.professional.person, at)
  const slots = (await slotsOn(kalli.visitor(), at)).filter(
    ({ startsAt }) => startsAt >= rent.startsAt && startsAt < rent.endsAt,
  )
  assert.equal(slots.length, 4)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      kalli.visitor().call(holds.hold, { body: { slotToken: slots[place % 4]?.token ?? '' } }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 4)
  const { rows } = await kalli.database.pool.query(overlaps)
  assert.deepEqual(rows, [{ n: 0 }])
  assert.equal((await claimsOf(kalli, rent.id)).length, 0, 'every minute is a client’s')
})

test('a client’s booking never coincides with the cancellation, return or transfer of the hours', async () => {
  for (const what of ['cancel', 'return', 'over'] as const)
    for (let round = 0; round < 6; round += 1) {
      const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
      const { person } = at.professional
      const rent = await rentedHours(person, at)
      const params = { id: rent.id }
      const slots = await slotsOn(kalli.visitor(), at)
      const slotToken = slots.at(-1)?.token ?? ''
      const other = await people.professional(kalli)
      await people.agreement(kalli, other.id, at.space.id)
      const go = await (async () => {
        if (what === 'cancel') {
          const quote = await person.call(cancellation.cancelQuote, {
            params,
            query: {},
            body: { as: 'professional' },
          })
          return () =>
            person.call(cancellation.cancel, {
              params,
              query: {},
              body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
            })
        }
        if (what === 'return') {
          const body = { startsAt: rent.startsAt, endsAt: '2026-11-25T17:00:00.000Z' }
          const quote = await person.call(contract.returnQuote, { params, body })
          return () => person.call(contract.returnHours, { params, body: { quoteToken: quote.body.token } })
        }
        const offered = await person.call(contract.offerHours, {
          params,
          body: { professionalId: other.id, version: rent.version },
        })
        const given = offered.body.transferOffer
        return () =>
          other.person.call(handOvers.answerHandOver, {
            params: { id: given?.id ?? '', move: 'accept' },
            body: { version: 1 },
          })
      })()
      const [changed, held] = await Promise.all([
        go(),
        kalli.visitor().call(holds.hold, { body: { slotToken } }),
      ])
      const both = [changed.status, held.status]
      assert.ok(changed.status < 500 && held.status < 500, JSON.stringify([changed.body, held.body]))
      const { rows } = await kalli.database.pool.query(
        `select count(*)::int as n from bookings v join bookings r on r.id = v.parent_rent_id
         where v.status = 'held' and r.id = $1 and (r.status <> 'confirmed' or r.professional_id <> v.professional_id
           or v.ends_at > r.ends_at)`,
        [rent.id],
      )
      assert.deepEqual(rows, [{ n: 0 }], `${what}: ${both.join(' ')}`)
    }
  const { rows } = await kalli.database.pool.query(overlaps)
  assert.deepEqual(rows, [{ n: 0 }])
  assert.equal(await people.trialBalance(kalli), 0)
})
