/** Messages with few words or none: "sí", "gracias", a thumb, a photo, BAJA. Each answers the open question, or does nothing. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { remindDue } from '#server/booking/request/reminder.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { proposedHour } from '#server/testing/bookings.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import { visitByTelephone } from '#server/testing/telephone/visit.ts'
import { only, type Writer, writerOf } from '#server/testing/telephone/writer.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let telephone: TelephoneServer
let writer: Writer
before(async () => {
  telephone = await startTelephone()
  kalli = await startTestServer({
    config: { logLevel: 'silent', whatsapp: telephone.whatsapp, twilio: telephone.twilio },
  })
  writer = writerOf(kalli, telephone)
})
after(async () => {
  await kalli.close()
  await telephone.close()
})
beforeEach(() => kalli.time.set(testNow))

let serial = 0
const newPhone = () => `+5255600${String((serial += 1)).padStart(5, '0')}`

const count = async (query: string, values: readonly unknown[]) =>
  (await kalli.database.pool.query(query, [...values])).rows.length
const isConfirmed = async (id: string) =>
  (await count('select 1 from coming_confirmations where booking_id = $1', [id])) > 0
const statusOf = async (id: string) =>
  (await kalli.database.pool.query<{ status: string }>('select status from bookings where id = $1', [id]))
    .rows[0]?.status
/** Its reminder of a day ahead. */
const reminded = async (visit: { startsAt: string }, hours = 24) => {
  kalli.time.set(new Date(Date.parse(visit.startsAt) - hours * 3_600_000 + 60_000))
  await remindDue(kalli.work())
  await drain(kalli)
  // Beyond the quiet hours.
  kalli.time.advance(65)
  await sendDue(kalli.work())
}

test('while a cancellation is open a typed sí repeats its question and confirms nothing', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  for (const typed of ['sí', 'ok', 'va', 'confirmo', '👍']) {
    await writer.write(phone, 'cancelar')
    const again = only(await writer.write(phone, typed))
    assert.match(again.text, /Escribe 1 para «Sí, cancelar».*¿Cancelo tu cita\?/s, typed)
    assert.deepEqual(
      again.options.map(({ title }) => title),
      ['Sí, cancelar', 'No, dejarla así'],
    )
  }
  assert.equal(await isConfirmed(visit.id), false)
  assert.equal(await statusOf(visit.id), 'confirmed')
  assert.match(only(await writer.write(phone, '1')).text, /quedó cancelada/)
})

test('while another hour is open a typed sí repeats that question, and by text message too', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  await writer.write(phone, 'cambiar')
  await writer.write(phone, '1')
  const again = only(await writer.write(phone, 'ok'))
  assert.match(again.text, /Escribe 1 para «Sí, cambiarla».*¿La cambio para/s)
  await writer.text(phone, 'CANCELAR')
  const texted = only(await writer.text(phone, 'si'))
  assert.match(texted.body, /Escribe 1 para "Sí, cancelar"|Escribe 1 para "Si, cancelar"/)
  assert.equal(await isConfirmed(visit.id), false)
})

test('a typed sí about a proposed hour shows it with its choices, and accepts nothing', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  await proposedHour(visit.at, visit.id)
  const shown = only(await writer.write(phone, 'sí'))
  assert.match(shown.text, /te propone/)
  assert.match(only(await writer.write(phone, 'ok')).text, /Escribe 1 para «Acepto»/)
  assert.equal(await isConfirmed(visit.id), false)
})

test('a typed sí after a reminder confirms that visit once; without one it is taken in silence', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  assert.deepEqual(await writer.write(phone, 'ok'), [])
  assert.equal(await isConfirmed(visit.id), false)
  await reminded(visit)
  assert.match(only(await writer.write(phone, 'Si')).text, /^¡Gracias! Le avisamos a /)
  assert.equal(await isConfirmed(visit.id), true)
  for (const typed of ['dale', 'órale', 'ok', 'va', '👍'])
    assert.deepEqual(await writer.write(phone, typed), [], typed)
})

test('a typed sí after a reminder confirms although the menu that came before it is still open', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  const dayAhead = Date.parse(visit.startsAt) - 24 * 3_600_000
  kalli.time.set(new Date(dayAhead - 30 * 60_000))
  assert.notEqual(only(await writer.write(phone, 'hola')).options.length, 0)
  assert.deepEqual(await writer.write(phone, 'sí'), [])
  kalli.time.set(new Date(dayAhead + 60_000))
  await remindDue(kalli.work())
  await drain(kalli)
  assert.match(only(await writer.write(phone, 'sí')).text, /^¡Gracias! Le avisamos a /)
  assert.equal(await isConfirmed(visit.id), true)
})

test('thanks are acknowledged once a day by WhatsApp, and never by a paid text message', async () => {
  const phone = newPhone()
  await visitByTelephone(kalli, phone)
  assert.match(only(await writer.write(phone, 'Gracias')).text, /^¡Con gusto!/)
  assert.deepEqual(await writer.write(phone, 'Muchas gracias!'), [])
  assert.deepEqual(await writer.write(phone, '🙏'), [])
  assert.deepEqual(await writer.text(phone, 'Gracias'), [])
  assert.deepEqual(await writer.text(phone, 'ok'), [])
})

test('the hour of the next visit is told with its place, in words that people use', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  await visitByTelephone(kalli, phone, { date: '2026-11-26' })
  for (const typed of ['¿a qué hora es mi cita?', '¿cuándo me toca?']) {
    const { text } = only(await writer.write(phone, typed))
    assert.match(text, /con .+ el miércoles 25 de noviembre/, typed)
    assert.ok(text.includes(visit.place.name ?? 'no name'), text)
  }
  assert.match(only(await writer.write(newPhone(), '¿a qué hora es mi cita?')).text, /No encontramos citas/)
})

test('a photo, a voice note and a place get one sentence a day, and a reaction none', async () => {
  const phone = newPhone()
  await visitByTelephone(kalli, phone)
  assert.deepEqual(await writer.send(phone, { type: 'reaction', reaction: { emoji: '👍' } }), [])
  assert.match(
    only(await writer.send(phone, { type: 'audio', audio: { id: '1' } })).text,
    /^Por aquí solo leemos texto/,
  )
  assert.deepEqual(await writer.send(phone, { type: 'image', image: { id: '2' } }), [])
  assert.deepEqual(await writer.send(phone, { type: 'sticker', sticker: { id: '3' } }), [])
  kalli.time.advance(24 * 60 + 1)
  assert.equal((await writer.send(phone, { type: 'location', location: {} })).length, 1)
})

test('BAJA is obeyed before an open question: it is not passed on to the other party', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  await writer.write(phone, 'hablar con una persona')
  assert.match(only(await writer.write(phone, 'BAJA')).text, /ya no te mandamos avisos por WhatsApp/)
  const passed = await count(
    `select 1 from conversation_messages m join conversations c on c.id = m.conversation_id where c.booking_id = $1`,
    [visit.id],
  )
  assert.equal(passed, 0)
})

test('after BAJA by text message no text comes but codes and answers, and ALTA or a new code brings them back', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  assert.match(only(await writer.text(phone, 'Baja')).body, /ya no te mandamos avisos por SMS.+ALTA/)
  const came = async () => {
    const from = telephone.texts.length
    await reminded(visit, 2)
    return telephone.texts.slice(from).filter(({ to }) => to === phone).length
  }
  assert.equal(await came(), 0)
  assert.equal((await writer.text(phone, 'a que hora es')).length, 1)
  assert.match(only(await writer.text(phone, 'ALTA')).body, /de nuevo te mandamos avisos por SMS/)
  const stopped = () => count('select 1 from text_opt_outs where phone = $1', [phone])
  assert.equal(await stopped(), 0)
  await writer.text(phone, 'STOP')
  assert.equal(await stopped(), 1)
  kalli.time.set(testNow)
  // Another booking with a code of this telephone: the code comes, and so does its confirmation.
  const from = telephone.texts.length
  await visitByTelephone(kalli, phone, { date: '2026-11-27' })
  assert.ok(telephone.texts.slice(from).filter(({ to }) => to === phone).length >= 1)
  assert.equal(await stopped(), 0)
})

test('the reminder by text message says with which words to answer, and each of them works', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  const from = telephone.texts.length
  await reminded(visit, 2)
  const reminder = only(telephone.texts.slice(from).filter(({ to }) => to === phone))
  assert.match(reminder.body, /Responde CONFIRMO, CAMBIAR, CANCELAR o TARDE\.$/)
  assert.ok(reminder.body.length <= 160, reminder.body)
  assert.match(only(await writer.text(phone, 'TARDE')).body, /Cuantos minutos tarde llegas/)
  assert.match(only(await writer.text(phone, 'CANCELAR')).body, /Cancelo tu cita/)
  assert.match(only(await writer.text(phone, 'no')).body, /todo sigue igual/)
  assert.match(only(await writer.text(phone, 'CONFIRMO')).body, /Le avisamos a/)
  assert.equal(await isConfirmed(visit.id), true)
})
