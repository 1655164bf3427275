/** A person who never visited writes from the WhatsApp link of one professional: her services, day, hour, and a link to pay. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openedIn, openingText } from '#contract/messaging/opening.ts'
import * as people from '#server/testing/people.ts'
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
const newPhone = () => `+5255640${String((serial += 1)).padStart(5, '0')}`
const heldBy = async (phone: string) =>
  (
    await kalli.database.pool.query<{ status: string; channel: string }>(
      'select status, channel from bookings where holder = $1',
      [`telephone:${phone}`],
    )
  ).rows

test('a person without a visit chooses service, day and hour of one professional from her link, and holds it', async () => {
  const at = await people.bookable(kalli)
  await people.service(kalli, at.professional.id, { name: 'Peinado' })
  const phone = newPhone()
  const services = only(await writer.write(phone, openingText('Ana Paz', at.professional.id)))
  assert.match(services.text, /^Cita con Ana .+¿Qué servicio\?$/)
  const days = only(await writer.press(phone, services.options[0] ?? assert.fail('no service')))
  assert.match(days.text, /¿Qué día\?$/)
  const hours = only(await writer.press(phone, days.options[0] ?? assert.fail('no day')))
  const held = only(await writer.press(phone, hours.options[0] ?? assert.fail('no hour')))
  assert.match(held.text, /^Apartada hasta las .+Confírmala y págala aquí.+https?:\/\//s)
  assert.deepEqual(await heldBy(phone), [{ status: 'held', channel: 'own_link' }])
})

test('the code is understood by text message, alone, and while a message to another party is being written', async () => {
  const visit = await visitByTelephone(kalli, newPhone())
  const { id } = visit.at.professional
  assert.match(only(await writer.text(newPhone(), `k${id}`)).body, /^Cita con Ana .+¿Qué dia\?/)
  const phone = newPhone()
  const own = await visitByTelephone(kalli, phone)
  await writer.write(phone, 'hablar con una persona')
  assert.match(
    only(await writer.write(phone, openingText('Ana', own.at.professional.id))).text,
    /^Cita con Ana/,
  )
})

test('an unknown, suspended, unpublished or paused professional is named as such, with the way to search', async () => {
  const phone = newPhone()
  const at = await people.bookable(kalli)
  for (const [status, said] of [
    ['suspended', /^No encontramos a quien buscas.+\/search-results$/],
    ['draft', /^No encontramos a quien buscas.+\/search-results$/],
    ['paused', /^Ana .+ no recibe citas por ahora.+\/search-results$/],
  ] as const) {
    await kalli.database.pool.query(
      `update professionals set status = $2, suspended_from = case $2 when 'suspended' then 'published' end where id = $1`,
      [at.professional.id, status],
    )
    const answer = only(await writer.write(phone, openingText('Ana Paz', at.professional.id)))
    assert.match(answer.text, said, status)
    assert.deepEqual(answer.options, [])
  }
  assert.match(
    only(await writer.write(phone, openingText('Nadie', 999_999_999))).text,
    /^No encontramos a quien buscas/,
  )
})

test('a code is read in its text or alone, and no other text has one', () => {
  assert.equal(openedIn(openingText('Ana Paz', 12)), 12)
  assert.equal(openedIn('hola quiero cita (k 12)'), 12)
  assert.equal(openedIn(' K12 '), 12)
  for (const text of ['hola', 'K12 y K13 son mis códigos', 'calle K12', '12', '(K)', ''])
    assert.equal(openedIn(text), null, text)
})
