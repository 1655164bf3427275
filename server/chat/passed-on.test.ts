/** A message between the parties of a visit reaches a telephone once: as free text within the day, by a template after it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as conversations from '#contract/conversation/conversation.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { listensBy, onWhatsapp } from '#server/testing/telephone/on-whatsapp.ts'
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

/** All that reaches this telephone once the message has waited. */
const reached = async (phone: string) => {
  const [free, templates, texts] = [
    telephone.replies.length,
    telephone.whatsapps.length,
    telephone.texts.length,
  ]
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  await sendDue(kalli.work())
  const to = (list: readonly { to: string }[], from: number) =>
    list.slice(from).filter((one) => one.to === phone).length
  return {
    free: to(telephone.replies, free),
    templates: to(telephone.whatsapps, templates),
    texts: to(telephone.texts, texts),
  }
}

test('a professional who wrote within the day gets one WhatsApp for a message, and a template a day later', async () => {
  const clientPhone = '+525560100001'
  const visit = await visitByTelephone(kalli, clientPhone)
  const { professional } = visit.at
  const phone = await onWhatsapp(kalli, professional)
  await listensBy(professional.person, 'message', { whatsapp: true })
  await writer.write(phone, 'mensajes')
  const ask = async (text: string) => {
    await writer.write(clientPhone, 'hablar con una persona')
    assert.match(only(await writer.write(clientPhone, text)).text, /^Se lo pasamos/)
  }
  await ask('¿Hay dónde estacionarse?')
  assert.deepEqual(await reached(phone), { free: 1, templates: 0, texts: 0 })
  const talk = { params: { kind: 'booking' as const, id: visit.id }, query: { as: 'professional' as const } }
  await professional.person.call(conversations.readConversation, { ...talk, body: { upTo: 99 } })
  kalli.time.advance(25 * 60)
  await ask('¿Y bicicletas?')
  assert.deepEqual(await reached(phone), { free: 0, templates: 1, texts: 0 })
})

test('a visitor who wrote by WhatsApp within the day gets an answer there, an email beside it, and no text message', async () => {
  const phone = '+525560100002'
  const visit = await visitByTelephone(kalli, phone)
  const email = 'lucia.pasada@ejemplo.mx'
  const { pool } = kalli.database
  await pool.query(
    `update bookings set contact = contact || jsonb_build_object('email', $2::text) where id = $1`,
    [visit.id, email],
  )
  await writer.write(phone, 'hola')
  const answer = (text: string) =>
    visit.at.professional.person.call(conversations.sendMessage, {
      params: { kind: 'booking', id: visit.id },
      query: { as: 'professional' },
      body: { id: randomUUID(), text },
    })
  assert.equal((await answer('Te espero')).status, 200)
  assert.deepEqual(await reached(phone), { free: 1, templates: 0, texts: 0 })
  const { rows } = await pool.query<{ subject: string }>('select subject from mails where to_address = $1', [
    email,
  ])
  assert.deepEqual(
    rows.map(({ subject }) => subject.replace(/ de .+/, '')),
    ['Mensaje nuevo'],
  )
})
