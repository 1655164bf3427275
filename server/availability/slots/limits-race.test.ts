/** Holds, moves and own appointments of one professional with limits, all at once over real connections. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/availability/limits.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as holds from '#contract/booking/hold.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { booked, slotsOn } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const full = '2026-11-25'
const other = '2026-11-26'
const none = { visits: null, minutes: null }

test('concurrent bookings are all answered, and no day exceeds its limit but for the professional’s own entries', async () => {
  for (let round = 0; round < 6; round += 1) {
    const at = await people.bookable(kalli, { durationMinutes: 60, noticeMinutes: 0 })
    const visits = [
      await booked(kalli, at, { date: full, place: 0 }),
      await booked(kalli, at, { date: full, place: 3 }),
    ]
    const who = at.professional.person
    const body = { day: { visits: 3, minutes: null }, week: none, month: none, tightStarts: true, version: 1 }
    assert.equal((await who.call(contract.saveLimits, { body })).status, 200)
    const quotes = await Promise.all(
      visits.map(async ({ id, t, who }, place) => {
        const [params, query] = [{ id }, { t }]
        const offered = await who.call(changes.changeSlots, {
          params,
          query: { ...query, as: 'client', from: other, to: other },
        })
        const slotToken = offered.body.days.flatMap(({ slots }) => slots)[place * 3]?.token ?? ''
        const quoted = await who.call(changes.changeQuote, {
          params,
          query,
          body: { as: 'client', slotToken },
        })
        assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
        return () => who.call(changes.change, { params, query, body: { quoteToken: quoted.body.token } })
      }),
    )
    const free = await slotsOn(kalli.visitor(), at, other)
    const hers = await who.call(own.ownHours, {
      query: { services: String(at.serviceId), date: other, time: '18:00' },
    })
    const answers = await Promise.all([
      ...quotes.map((move) => move()),
      ...[0, 1, 2, 3, 4, 6, 8].map((place) =>
        kalli.visitor().call(holds.hold, { body: { slotToken: free[place]?.token ?? '' } }),
      ),
      who.call(own.makeOwnAppointment, {
        body: {
          slotToken: hers.body.named?.hour?.slot.token ?? '',
          client: { firstName: 'Paola' },
          method: 'cash',
        },
      }),
    ])
    for (const { status, body } of answers)
      assert.ok([200, 201, 409].includes(status), `${status} ${JSON.stringify(body)}`)
    const { rows } = await kalli.database.pool.query<{ count: number }>(
      `select count(*)::int as count from bookings where professional_id = $1 and status in ('held', 'confirmed')
        and in_place_method is null and (starts_at at time zone zone)::date = $2`,
      [at.professional.id, other],
    )
    assert.ok((rows[0]?.count ?? 0) <= 3, `${rows[0]?.count} visits`)
    assert.ok((rows[0]?.count ?? 0) >= 2)
  }
})
