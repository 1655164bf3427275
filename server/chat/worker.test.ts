/** Proposals answered in the conversation; professionals and hosts accept, decline and answer messages by WhatsApp. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as conversations from '#contract/conversation/conversation.ts'
import * as hiring from '#contract/hiring/application.ts'
import { agreeForVisit, agreeToWhatsapp } from '#contract/messaging/channel.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { answersEach, movesOf, proposedHour, requested } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { listensBy, onWhatsapp } from '#server/testing/telephone/on-whatsapp.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import { visitByTelephone } from '#server/testing/telephone/visit.ts'
import { only, optionOf, type Writer, writerOf } from '#server/testing/telephone/writer.ts'
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
const newPhone = () => `+5255800${String((serial += 1)).padStart(5, '0')}`

const newestTo = (phone: string) =>
  telephone.whatsapps.findLast(({ to }) => to === phone) ?? assert.fail('nothing came')

const stateOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; starts_at: Date; version: number }>(
    'select status, starts_at, version from bookings where id = $1',
    [id],
  )
  return rows[0] ?? assert.fail('no booking')
}

test('a professional accepts a request once by its message button, and another telephone’s press does nothing', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const phone = await onWhatsapp(kalli, at.professional)
  const request = await requested(kalli, at)
  await drain(kalli)
  const message = newestTo(phone)
  assert.match(message.body, /^kalli_solicitud_responde\|Solicitud por responder/)
  const [accept, decline] = message.payloads
  assert.match(only(await writer.tap(newPhone(), 'Aceptar', accept)).text, /no|No/)
  assert.equal((await stateOf(request.id)).status, 'requested')
  assert.match(only(await writer.tap(phone, 'Aceptar', accept)).text, /^Aceptada: /)
  assert.equal((await stateOf(request.id)).status, 'confirmed')
  assert.match(only(await writer.tap(phone, 'Aceptar', accept)).text, /ya tiene respuesta/)
  assert.match(only(await writer.tap(phone, 'No puedo', decline)).text, /ya tiene respuesta/)
  const accepted = (await movesOf(kalli, request.id)).filter((move) => move === 'accept by professional')
  assert.equal(accepted.length, 1)
})

test('a decline asks for confirmation, and a request changed since its message is shown again', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const phone = await onWhatsapp(kalli, at.professional)
  const first = await requested(kalli, at)
  await drain(kalli)
  const [accept, decline] = newestTo(phone).payloads
  const sure = only(await writer.tap(phone, 'No puedo', decline))
  assert.match(sure.text, /^¿Le decimos que no puedes\?/)
  assert.equal((await stateOf(first.id)).status, 'requested')
  await kalli.database.pool.query('update bookings set version = version + 1 where id = $1', [first.id])
  const again = only(await writer.tap(phone, 'Aceptar', accept))
  assert.match(again.text, /^Cambió desde ese mensaje\./)
  assert.equal((await stateOf(first.id)).status, 'requested')
  // The old question is bound to its version as well.
  assert.doesNotMatch(only(await writer.press(phone, optionOf(sure, /^Sí/))).text, /Le decimos que no/)
  assert.equal((await stateOf(first.id)).status, 'requested')
  const third = only(await writer.write(phone, 'acepto'))
  assert.match(third.text, /¿La aceptas\?$/)
  assert.match(only(await writer.press(phone, optionOf(third, /^No puedo$/))).text, /No se cobra nada/)
  assert.equal((await stateOf(first.id)).status, 'declined')
})

test('by text message a request is answered with a keyword and then a number', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const phone = await onWhatsapp(kalli, at.professional)
  await at.professional.person.call(agreeToWhatsapp, { body: { agree: false } })
  await listensBy(at.professional.person, 'booking_requested', { whatsapp: false, sms: true })
  const request = await requested(kalli, at)
  await drain(kalli)
  await sendDue(kalli.work())
  const text = telephone.texts.findLast(({ to }) => to === phone) ?? assert.fail('no text')
  assert.match(text.body, /Responde ACEPTO o RECHAZO/)
  assert.ok(text.body.length <= 160, text.body)
  const answer = async (body: string) => {
    await kalli.database.pool.query(
      `insert into received_messages (channel, id, phone, body, received_at) values ('sms', $1, $2, $3, $4)`,
      [`SM${body}${serial}`, phone, body, kalli.clock()],
    )
    const { answerMessage } = await import('#server/chat/chat.ts')
    await answerMessage(kalli.work(), { channel: 'sms', id: `SM${body}${serial}` })
    await drain(kalli)
    return telephone.texts.findLast(({ to }) => to === phone)?.body ?? ''
  }
  assert.match(await answer('ACEPTO'), /1 Aceptar/)
  assert.equal((await stateOf(request.id)).status, 'requested')
  assert.match(await answer('1'), /^Aceptada/)
  assert.equal((await stateOf(request.id)).status, 'confirmed')
})

test('a client answers a proposed hour by its buttons: it moves once, and after a change it is shown again', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  await visit.who.call(agreeForVisit, {
    params: { id: visit.id },
    query: { t: visit.viewToken ?? '' },
    body: { agree: true },
  })
  const proposed = await proposedHour(visit.at, visit.id)
  await drain(kalli)
  const message = newestTo(phone)
  assert.match(message.body, /^kalli_respuesta_responde\|Lucía\|Te proponen otra hora/)
  assert.equal(message.payloads.length, 3)
  const [accept, other, decline] = message.payloads
  assert.match(only(await writer.tap(phone, 'Acepto', accept)).text, /^Listo\. Tu cita: /)
  const moved = await stateOf(visit.id)
  assert.equal(moved.starts_at.toISOString(), new Date(proposed.change.startsAt).toISOString())
  assert.match(only(await writer.tap(phone, 'Acepto', accept)).text, /^Cambió desde ese mensaje\./)
  assert.match(only(await writer.tap(phone, 'No puedo', decline)).text, /^Cambió desde ese mensaje\./)
  assert.equal((await stateOf(visit.id)).version, moved.version)
  assert.match(only(await writer.tap(phone, 'Otra hora', other)).text, /¿A qué hora la cambio\?/)
})

/** Its host cancels a visit, and a dearer chair 400 m away is held. */
const rescued = async (ratePerHourCents: number) => {
  const visit = await visitByTelephone(kalli, newPhone())
  const { professional, host } = visit.at
  const elsewhere = await people.space(kalli, await people.host(kalli), { units: 1 })
  await kalli.database.pool.query(
    `update spaces set latitude = latitude + 0.0036, name = 'Casa Norte' where id = $1`,
    [elsewhere.id],
  )
  await people.agreement(kalli, professional.id, elsewhere.id, { ratePerHourCents })
  // The other chairs of the same business are closed.
  await kalli.database.pool.query(
    'update units set active = false where space_id = $1 and id <> (select unit_id from bookings where id = $2)',
    [visit.at.space.id, visit.id],
  )
  const phone = await onWhatsapp(kalli, professional)
  const at = { params: { id: visit.id }, query: {} }
  const quote = await host.person.call(cancellations.cancelQuote, { ...at, body: { as: 'host' } })
  const body = { quoteToken: quote.body.token, reason: 'Se rompió la silla' }
  assert.equal((await host.person.call(cancellations.cancel, { ...at, body })).status, 200)
  await drain(kalli)
  return { id: visit.id, phone, message: newestTo(phone) }
}
const waitsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ waits: string[] | null }>(
    'select rescue_waits as waits from bookings where id = $1',
    [id],
  )
  return rows[0]?.waits
}

test('another place is accepted by its button, with a second press when the rent is higher, and only by the professional', async () => {
  const { id, phone, message } = await rescued(40_000)
  assert.match(message.body, /^kalli_solicitud_responde\|Canceló el espacio: ¿te queda otro\?/)
  const [accept] = message.payloads
  await writer.tap(newPhone(), 'Aceptar', accept)
  const again = only(await writer.tap(phone, 'Aceptar', accept))
  assert.match(again.text, /Casa Norte.+min a pie.+La renta pasa de .+ y tú \$.+un no cancela la cita/s)
  assert.deepEqual(await waitsOf(id), ['client', 'professional'])
  assert.match(only(await writer.press(phone, optionOf(again, /^Aceptar$/))).text, /^Aceptado\. Falta/)
  assert.deepEqual(await waitsOf(id), ['client'])
  assert.match(only(await writer.tap(phone, 'Aceptar', accept)).text, /ya tiene respuesta/)
})

test('declining another place asks for confirmation and ends the visit, also from «solicitudes»', async () => {
  const { id, phone, message } = await rescued(20_000)
  const sure = only(await writer.tap(phone, 'No puedo', message.payloads[1]))
  assert.match(sure.text, /^¿Le decimos que no puedes\?.+un no cancela la cita\.$/s)
  assert.deepEqual(await waitsOf(id), ['client', 'professional'])
  const list = only(await writer.write(phone, 'solicitudes'))
  assert.match(list.text, /La renta .+¿La aceptas\?$/s)
  assert.match(only(await writer.press(phone, optionOf(list, /^No puedo$/))).text, /quedó cancelada/)
  assert.equal((await stateOf(id)).status, 'cancelled_by_host')
})

test('a client and a professional exchange messages by WhatsApp, and both see them in the conversation', async () => {
  const clientPhone = newPhone()
  const visit = await visitByTelephone(kalli, clientPhone)
  const { professional } = visit.at
  const phone = await onWhatsapp(kalli, professional)
  await listensBy(professional.person, 'message', { whatsapp: true })
  await writer.write(clientPhone, 'hablar con una persona')
  await writer.write(clientPhone, '¿Hay dónde estacionarse?')
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  const message = newestTo(phone)
  assert.match(message.body, /^kalli_mensaje\|Mensaje nuevo de Lucía/)
  assert.doesNotMatch(message.body, /estacionarse/, 'what was written is shown to who opens it')
  const opened = only(await writer.tap(phone, 'Leer y responder', message.payloads[0]))
  assert.match(opened.text, /«¿Hay dónde estacionarse\?»\nEscribe tu respuesta/)
  assert.match(only(await writer.write(phone, 'Sí, enfrente hay uno.')).text, /^Se lo pasamos a Lucía/)
  const talk = await professional.person.call(conversations.conversation, {
    params: { kind: 'booking', id: visit.id },
    query: { as: 'professional' },
  })
  assert.equal(talk.status, 200, JSON.stringify(talk.body))
  assert.deepEqual(
    talk.body.messages.map(({ by, text }) => [by, text]),
    [
      ['client', '¿Hay dónde estacionarse?'],
      ['professional', 'Sí, enfrente hay uno.'],
    ],
  )
  // The client wrote within the day: the answer comes to that channel, and theirs goes back.
  const before = telephone.replies.length
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  const passed = only(telephone.replies.slice(before).filter(({ to }) => to === clientPhone))
  assert.match(passed.text, /«Sí, enfrente hay uno\.»/)
  await writer.press(clientPhone, optionOf(passed, /^Leer y responder$/))
  assert.match(only(await writer.write(clientPhone, 'Gracias')).text, /^Se lo pasamos a /)
  // A day later WhatsApp allows no free text, and after BAJA nothing at all.
  await professional.person.call(conversations.sendMessage, {
    params: { kind: 'booking', id: visit.id },
    query: { as: 'professional' },
    body: { id: '019aa000-0000-7000-8000-00000000aaaa', text: '¿Llegas bien?' },
  })
  kalli.time.advance(25 * 60)
  const late = telephone.replies.length
  await publishWaiting(kalli.work())
  await drain(kalli)
  assert.equal(telephone.replies.length, late)
})

test('a host accepts an application by message, on the current terms', async () => {
  const stylist = await people.professional(kalli)
  const owner = await people.host(kalli)
  const where = await people.space(kalli, owner)
  await people.service(kalli, stylist.id)
  const phone = await onWhatsapp(kalli, owner)
  assert.match(only(await writer.write(phone, 'postulaciones')).text, /Ninguna postulación espera/)
  const drafted = await stylist.person.call(hiring.addApplication, {
    body: { spaceId: where.id, terms: { rent: { kind: 'per_hour', ratePerHourCents: 20_000 } } },
  })
  assert.equal(drafted.status, 201, JSON.stringify(drafted.body))
  const { id, version } = drafted.body
  const sent = await stylist.person.call(hiring.submitApplication, { params: { id }, body: { version } })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const question = only(await writer.write(phone, 'postulaciones'))
  assert.match(question.text, /quiere trabajar en .+¿La aceptas\?/s)
  const yes = optionOf(question, /^Aceptar$/)
  assert.match(only(await writer.press(phone, yes)).text, /ya tiene convenio contigo/)
  const now = await stylist.person.call(hiring.application, { params: { id } })
  assert.equal(now.body.status, 'approved')
})
