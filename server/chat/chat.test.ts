/** A client writes by WhatsApp: each message answered once, each choice counted once, money confirmed twice, nothing for strangers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import { agreeForVisit } from '#contract/messaging/channel.ts'
import { remindDue } from '#server/booking/request/reminder.ts'
import { answerMessage } from '#server/chat/chat.ts'
import { phoneOf } from '#server/messaging/received.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import { visitByTelephone } from '#server/testing/telephone/visit.ts'
import { only, optionOf, type Writer, writerOf } from '#server/testing/telephone/writer.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let telephone: TelephoneServer
let writer: Writer
before(async () => {
  telephone = await startTelephone()
  kalli = await startTestServer({ config: { logLevel: 'silent', whatsapp: telephone.whatsapp } })
  writer = writerOf(kalli, telephone)
})
const post: Writer['post'] = (...given) => writer.post(...given)
const write: Writer['write'] = (...given) => writer.write(...given)
const press: Writer['press'] = (...given) => writer.press(...given)
after(async () => {
  await kalli.close()
  await telephone.close()
})
beforeEach(() => {
  kalli.time.set(testNow)
  telephone.mood.whatsapp = 'well'
})

let serial = 0
const newPhone = () => `+5255700${String((serial += 1)).padStart(5, '0')}`

const visitOf = async (phone: string, values: { date?: string; place?: number } = {}) => {
  const visit = await visitByTelephone(kalli, phone, values)
  telephone.whatsapps.length = 0
  return visit
}

const stateOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; starts_at: Date; version: number }>(
    'select status, starts_at, version from bookings where id = $1',
    [id],
  )
  return rows[0] ?? assert.fail('no booking')
}

test('a client cancels by message: the quote first, then one confirmation, and one refund', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone)
  const question = only(await write(phone, 'Quiero cancelar mi cita'))
  assert.match(question.text, /¿Cancelo tu cita\? .+ Cancelar no te cuesta nada\./)
  assert.equal((await stateOf(visit.id)).status, 'confirmed')
  const yes = optionOf(question, /^Sí, cancelar$/)
  const id = `wamid.${randomUUID()}`
  assert.match(only(await press(phone, yes, id)).text, /Tu cita quedó cancelada/)
  assert.equal((await stateOf(visit.id)).status, 'cancelled_by_client')
  // The provider repeats the webhook; and the client presses again.
  assert.deepEqual(await press(phone, yes, id), [])
  assert.match(only(await press(phone, yes)).text, /ya no está disponible/)
  const { rows } = await kalli.database.pool.query(
    "select 1 from booking_moves where booking_id = $1 and move = 'cancel_as_client'",
    [visit.id],
  )
  assert.equal(rows.length, 1)
})

test('a typed number or label counts as the choice, and the other choice keeps the visit', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone)
  await write(phone, 'cancelar')
  assert.match(only(await write(phone, 'No, dejarla así')).text, /todo sigue igual/)
  assert.equal((await stateOf(visit.id)).status, 'confirmed')
  await write(phone, 'cancelar')
  assert.match(only(await write(phone, '1')).text, /quedó cancelada/)
})

test('a client moves the visit by message: free hours, then the consequences, then the new hour', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone, { date: '2026-11-25' })
  const hours = only(await write(phone, '¿me la puedes mover?'))
  assert.match(hours.text, /¿A qué hora la cambio\?/)
  const hour = optionOf(hours, /^sáb 21, /)
  const question = only(await press(phone, hour))
  assert.match(question.text, /¿La cambio para el sábado 21 de noviembre .+No cambia lo que pagas/s)
  const done = only(await press(phone, optionOf(question, /^Sí, cambiarla$/)))
  assert.match(done.text, /^Listo\. Tu cita ahora es el sábado 21/)
  const state = await stateOf(visit.id)
  assert.notEqual(state.starts_at.toISOString(), new Date(visit.startsAt).toISOString())
})

test('an hour taken meanwhile by another client is refused in words, and the visit stays', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone, { date: '2026-11-25', place: 0 })
  const hours = only(await write(phone, 'cambiar'))
  const wanted = hours.options.filter(({ title }) => /^\S+ \d+, /.test(title))[0] ?? assert.fail('no hour')
  const question = only(await press(phone, wanted))
  const [, weekday, clock] = /^\S+ (\d+), (\S+)$/.exec(wanted.title) ?? []
  const date = `2026-11-${String(weekday).padStart(2, '0')}`
  const { slotsOn } = await import('#server/testing/bookings.ts')
  const slots = await slotsOn(kalli.visitor(), visit.at, date)
  const slot = slots.find(
    ({ startsAt }) =>
      new Date(startsAt).toLocaleTimeString('sv', { timeZone: visit.zone }).slice(0, 5) === clock,
  )
  const taken = await kalli.visitor().call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(taken.status, 201, JSON.stringify(taken.body))
  const refused = only(await press(phone, optionOf(question, /^Sí, cambiarla$/)))
  assert.doesNotMatch(refused.text, /^Listo/)
  assert.equal((await stateOf(visit.id)).starts_at.toISOString(), new Date(visit.startsAt).toISOString())
})

test('a reminder’s four answers confirm, ask what cancelling costs, and report being late', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone, { date: '2026-11-25' })
  const t = visit.viewToken ?? assert.fail('no link')
  await kalli.visitor().call(agreeForVisit, { params: { id: visit.id }, query: { t }, body: { agree: true } })
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * 3_600_000 + 60_000))
  await remindDue(kalli.work())
  await drain(kalli)
  const reminder = telephone.whatsapps.find(({ to }) => to === phone) ?? assert.fail('no reminder')
  assert.match(reminder.body, /^kalli_recordatorio_responde\|Lucía\|/)
  assert.equal(reminder.payloads.length, 4)
  const answer = async (place: number, title: string) => {
    const before = telephone.replies.length
    const button = { text: title, payload: reminder.payloads[place] }
    await post({ type: 'button', button }, phone, `wamid.${randomUUID()}`)
    await drain(kalli)
    return only(telephone.replies.slice(before))
  }
  assert.match((await answer(0, 'Confirmo')).text, /¡Gracias! Le avisamos a /)
  const { rows } = await kalli.database.pool.query(
    'select starts_at from coming_confirmations where booking_id = $1',
    [visit.id],
  )
  assert.equal(rows.length, 1)
  assert.match((await answer(2, 'Cancelar')).text, /¿Cancelo tu cita\?/)
  assert.match((await answer(3, 'Voy tarde')).text, /Puedes avisar desde 2 horas antes/)
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 20 * 60_000))
  assert.match(only(await write(phone, 'voy 12 min tarde')).text, /llegas 15 minutos tarde/)
  const { rows: said } = await kalli.database.pool.query<{ minutes: number }>(
    'select minutes from delays where booking_id = $1',
    [visit.id],
  )
  assert.deepEqual(said, [{ minutes: 15 }])
})

test('a client asks for the address and the arrival code, and sends the professional a message', async () => {
  const phone = newPhone()
  const visit = await visitOf(phone)
  assert.match(only(await write(phone, '¿dónde es?')).text, /\w/)
  assert.match(only(await write(phone, 'código')).text, new RegExp(visit.arrivalCode ?? 'no code'))
  assert.match(only(await write(phone, 'hablar con una persona')).text, /Escribe tu mensaje/)
  const id = `wamid.${randomUUID()}`
  assert.match(only(await write(phone, '¿Puedo llevar a mi hija?', id)).text, /Se lo pasamos a /)
  const texts = async () =>
    (
      await kalli.database.pool.query<{ text: string; side: string }>(
        `select m.text, m.side from conversation_messages m join conversations c on c.id = m.conversation_id where c.booking_id = $1`,
        [visit.id],
      )
    ).rows
  assert.deepEqual(await texts(), [{ text: '¿Puedo llevar a mi hija?', side: 'client' }])
})

test('a client with several visits is asked which one, and another telephone cannot act on them', async () => {
  const phone = newPhone()
  await visitOf(phone, { date: '2026-11-25' })
  const second = await visitOf(phone, { date: '2026-11-26' })
  const which = only(await write(phone, 'cancelar'))
  assert.match(which.text, /¿Cuál de tus citas\?/)
  const chosen = which.options[1] ?? assert.fail('one only')
  const question = only(await press(phone, chosen))
  const yes = optionOf(question, /^Sí, cancelar$/)
  // From another telephone the button is void.
  assert.match(only(await press(newPhone(), yes)).text, /ya no está disponible/)
  await press(phone, yes)
  assert.equal((await stateOf(second.id)).status, 'cancelled_by_client')
  assert.match(only(await write(newPhone(), 'cancelar')).text, /No encontramos citas próximas/)
})

test('a number typed beside an unverified email gives no access to the visit', async () => {
  const phone = newPhone()
  const visit = await booked(kalli, await people.bookable(kalli), { contact: contactOf({ phone }) })
  assert.match(only(await write(phone, 'cancelar')).text, /No encontramos citas próximas/)
  assert.equal((await stateOf(visit.id)).status, 'confirmed')
})

test('an answer that could not be saved leaves no open question, also when three jobs answer at once', async () => {
  const phone = newPhone()
  await visitOf(phone)
  const id = `wamid.${randomUUID()}`
  await post({ type: 'text', text: { body: 'cancelar' } }, phone, id)
  const { pool } = kalli.database
  const open = async () =>
    (await pool.query('select 1 from reply_prompts where phone = $1', [phone])).rows.length
  // Its place is taken, so the answer is refused.
  await pool.query(
    `insert into message_replies (id, channel, received_id, position, phone, body, options, created_at)
     values ($1, 'whatsapp', $2, 0, $3, '', '[]', $4)`,
    [randomUUID(), id, phone, kalli.work().now],
  )
  await assert.rejects(answerMessage(kalli.work(), { channel: 'whatsapp', id }))
  assert.equal(await open(), 0)
  await pool.query('delete from message_replies where received_id = $1', [id])
  await Promise.all([1, 2, 3].map(() => answerMessage(kalli.work(), { channel: 'whatsapp', id })))
  assert.equal(await open(), 1)
})

test('forged reports are refused, floods are limited, and a crash after a reply does not send it twice', async () => {
  const phone = newPhone()
  await visitOf(phone)
  const { path, body, headers } = telephone.whatsappReport(
    { messages: [{ id: 'wamid.forged', from: phone.slice(1), text: { body: 'cancelar' } }] },
    'another secret',
  )
  assert.equal(
    (await kalli.app.inject({ method: 'POST', url: path, payload: body, headers })).statusCode,
    403,
  )
  // Two concurrent jobs for one message: one answer.
  const id = `wamid.${randomUUID()}`
  await post({ type: 'text', text: { body: 'hola' } }, phone, id)
  const before = telephone.replies.length
  await Promise.all([1, 2, 3].map(() => answerMessage(kalli.work(), { channel: 'whatsapp', id })))
  await drain(kalli)
  assert.equal(telephone.replies.length - before, 1)
  telephone.mood.whatsapp = 'lost'
  const lost = telephone.replies.length
  await post({ type: 'text', text: { body: 'hola' } }, phone, `wamid.${randomUUID()}`)
  await drain(kalli).catch(() => undefined)
  telephone.mood.whatsapp = 'well'
  await drain(kalli).catch(() => undefined)
  // It may have arrived: it is not sent twice.
  assert.equal(telephone.replies.length - lost, 1)
  let answers = 0
  for (let count = 0; count < 25; count += 1) answers += (await write(phone, 'hola')).length
  assert.ok(answers < 25, String(answers))
})

test('Mexican numbers are recognised with and without WhatsApp’s 1', () => {
  assert.equal(phoneOf('5215512345678'), '+525512345678')
  assert.equal(phoneOf('525512345678'), '+525512345678')
})
