/** The table of a rent's moves, from every state by every party over HTTP: allowed moves happen, others are refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as contractOfRentMoves from '#contract/booking/rent/rent-moves.ts'
import { hereOf } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Answered, Person } from '#server/testing/person.ts'
import { heldHours, payHours, rentedHours } from '#server/testing/reservations.ts'

/** Ten minutes before the rented hours: arriving is allowed, and cancelling still is. */
const beforeStart = new Date('2026-11-25T15:50:00Z')

let kalli: TestServer
before(async () => {
  // At its very start, when every time-bound move is allowed.
  kalli = await startTestServer({ now: beforeStart })
})
after(() => kalli.close())

const states: readonly BookingStatus[] = [
  'held',
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
  'expired',
  'cancelled_by_professional',
]

type At = Awaited<ReturnType<typeof people.bookable>>

/** A rent in that state; earlier steps are left out where only the state matters. */
const rentIn = async (at: At, status: BookingStatus) => {
  const { person } = at.professional
  const hours = { minutes: 300 }
  if (status === 'held') return heldHours(person, at, hours)
  const rent = await rentedHours(person, at, hours)
  if (status !== 'confirmed')
    await kalli.database.pool.query(
      `with gone as (delete from claims where booking_id = $1 and $2 not in ('in_progress', 'to_settle', 'completed')),
         came as (insert into attendances (booking_id, checked_in_at) values ($1, $3))
       update bookings set status = $2, version = version + 1 where id = $1`,
      [rent.id, status, kalli.clock()],
    )
  return rent
}

const params = (id: string) => ({ id })
type Tried = (who: Person, id: string, at: At) => Promise<Answered<unknown>>

const tries: Partial<Record<contractOfRentMoves.RentMove, { by: 'professional' | 'host'; send: Tried }>> = {
  pay: { by: 'professional', send: (who, id) => payHours(who, id) },
  release: {
    by: 'professional',
    send: (who, id) => who.call(contract.releaseReservation, { params: params(id) }),
  },
  check_in: {
    by: 'professional',
    send: async (who, id) =>
      who.call(attendance.checkIn, { params: params(id), body: await hereOf(kalli, id) }),
  },
  check_out: {
    by: 'professional',
    send: (who, id) => who.call(attendance.checkOut, { params: params(id), body: {} }),
  },
  complete: {
    by: 'professional',
    send: (who, id) => who.call(attendance.complete, { params: params(id), query: {} }),
  },
  hand_back: {
    by: 'professional',
    send: (who, id) =>
      who.call(contract.returnQuote, {
        params: params(id),
        // The last hour begins more than four hours from now, so that the policy refunds something.
        body: { startsAt: '2026-11-25T16:00:00Z', endsAt: '2026-11-25T20:00:00Z' },
      }),
  },
  hand_over: {
    by: 'professional',
    send: async (who, id, at) => {
      const colleague = await people.professional(kalli)
      await people.agreement(kalli, colleague.id, at.space.id)
      const { rows } = await kalli.database.pool.query<{ version: number }>(
        'select version from bookings where id = $1',
        [id],
      )
      const body = { professionalId: colleague.id, version: rows[0]?.version ?? 0 }
      return who.call(contract.offerHours, { params: params(id), body })
    },
  },
  cancel_as_professional: {
    by: 'professional',
    send: (who, id) =>
      who.call(cancellation.cancelQuote, { params: params(id), query: {}, body: { as: 'professional' } }),
  },
  cancel_as_host: {
    by: 'host',
    send: (who, id) =>
      who.call(cancellation.cancelQuote, { params: params(id), query: {}, body: { as: 'host' } }),
  },
}

for (const status of states)
  test(`from ${status} exactly the moves of the table are possible`, async () => {
    for (const [name, tried] of Object.entries(tries)) {
      const at = await people.bookable(kalli, { units: 1 })
      const who = at[tried.by].person
      kalli.time.set(beforeStart)
      const rent = await rentIn({ ...at }, status)
      // Nothing ends or completes before its time.
      if (status === 'in_progress' || status === 'to_settle') kalli.time.set(rent.startsAt)
      const rule = contractOfRentMoves.rentMoves[isMove(name) ? name : 'close']
      const allowed = rule.from.some((one) => one === status)
      const answer = await tried.send(who, rent.id, at)
      // Releasing twice is harmless, and a paid rent stays paid.
      const harmless =
        (name === 'release' && status === 'expired') ||
        (name === 'pay' && !['held', 'expired'].includes(status))
      assert.equal(
        answer.status < 300,
        allowed || harmless,
        `${name} from ${status}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`,
      )
      if (answer.status >= 300) assert.ok([404, 409, 410].includes(answer.status), `${name} from ${status}`)
    }
  })

const isMove = (name: string): name is contractOfRentMoves.RentMove =>
  Object.hasOwn(contractOfRentMoves.rentMoves, name)
