/** Own appointments where the host answers each visit: what the client reads, and when. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { drain } from '#server/platform/jobs.ts'
import { hostAnswers, type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const made = async (at: Bookable, phone: string) => {
  const { person } = at.professional
  const { body: hours } = await person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: '2026-11-25' },
  })
  const hour = hours.hours[0]
  assert.ok(hour)
  const answer = await person.call(own.makeOwnAppointment, {
    body: { slotToken: hour.slot.token, client: { firstName: 'Renata', phone }, method: 'cash' },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const textsTo = async (phone: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1 order by created_at, id',
    [phone],
  )
  return rows.map(({ body }) => body)
}
const answer = async (at: Bookable, id: string, verb: 'accept' | 'decline') => {
  const { person } = at.host
  const { body } = await person.call(bookings.booking, { params: { id }, query: { as: 'host' } })
  const version = body.version
  return verb === 'accept'
    ? person.call(request.acceptRequest, { params: { id }, body: { as: 'host', version } })
    : person.call(request.declineRequest, {
        params: { id },
        body: { as: 'host', version, reason: 'no_time' },
      })
}

test('the first message says that the host must still accept, the next that it is confirmed, and neither names a charge', async () => {
  const at = await people.bookable(kalli)
  await hostAnswers(kalli, at)
  const phone = '+525544440101'
  const appointment = await made(at, phone)
  assert.ok(appointment.answerBy)
  const words = new URL(appointment.whatsapp).searchParams.get('text') ?? ''
  assert.match(
    words,
    /^Hola, Renata: tu cita de .+ está apartada para el .+; falta que el espacio la acepte\./,
  )
  assert.doesNotMatch(words, /confirmada|quedó/)
  const [first, ...others] = await textsTo(phone)
  assert.deepEqual(others, [])
  assert.match(first ?? '', /^Kalli: Solicitud enviada: .+ http\S+$/)
  assert.ok((/http\S+$/.exec(first ?? '')?.[0] ?? '').length <= 40)
  assert.equal((await answer(at, appointment.id, 'accept')).status, 200)
  const [, second, ...further] = await textsTo(phone)
  assert.deepEqual(further, [])
  assert.match(second ?? '', /^Kalli: Reserva confirmada: /)
  for (const text of [words, first ?? '', second ?? '']) assert.doesNotMatch(text, /cobr|cargo|reembols/i)
})

test('when the host declines, the client is notified once, and never that the visit was confirmed', async () => {
  const at = await people.bookable(kalli)
  await hostAnswers(kalli, at)
  const phone = '+525544440202'
  const appointment = await made(at, phone)
  await textsTo(phone)
  assert.equal((await answer(at, appointment.id, 'decline')).status, 200)
  const texts = await textsTo(phone)
  assert.deepEqual(
    texts.map((text) => /^Kalli: (Solicitud enviada|No pudo ser|Reserva confirmada)/.exec(text)?.[1]),
    ['Solicitud enviada', 'No pudo ser'],
  )
})
