/** Questions about a visit that began or is over: receipt, place, another visit; and never a cancellation of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as attendance from '#contract/booking/attendance.ts'
import { completeAsClient } from '#server/testing/bookings.ts'
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
after(async () => {
  await kalli.close()
  await telephone.close()
})
beforeEach(() => kalli.time.set(testNow))

let serial = 0
const newPhone = () => `+5255620${String((serial += 1)).padStart(5, '0')}`

/** Their visit, which began; with `over` it ended an hour ago and its client said that all was well. */
const came = async (phone: string, { over }: { over: boolean }) => {
  const visit = await visitByTelephone(kalli, phone, { date: '2026-11-25' })
  const by = visit.at.professional.person
  const params = { id: visit.id }
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 5 * 60_000))
  const arrived = await by.call(attendance.checkIn, { params, body: { position: people.here } })
  assert.equal(arrived.body.status, 'in_progress', JSON.stringify(arrived.body))
  if (!over) return visit
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 60_000))
  const ended = await by.call(attendance.checkOut, { params, body: {} })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.equal((await completeAsClient(kalli, visit.id)).status, 200)
  kalli.time.advance(60)
  return visit
}

test('a client asks for the receipt of a visit that is over, and books another', async () => {
  const phone = newPhone()
  const visit = await came(phone, { over: true })
  const receipt = only(await writer.write(phone, 'RECIBO'))
  assert.match(receipt.text, /^Tu recibo y los detalles: https?:\/\//)
  assert.equal(only(await writer.write(phone, 'mi código')).text, 'Esa cita ya terminó.')
  const menu = only(await writer.write(phone, 'hola'))
  assert.match(menu.text, /^Tu cita: /)
  const titles = menu.options.map(({ title }) => title)
  assert.ok(!titles.some((title) => /Cancelar|Cambiar|Confirmo|Código/.test(title)), titles.join())
  const again = only(await writer.press(phone, optionOf(menu, /^Reservar otra cita$/)))
  assert.match(again.text, /¿Con quién\?/)
  assert.ok(only(await writer.write(phone, '¿dónde es?')).text.includes(visit.place.name ?? 'no name'))
})

test('a visit that is over is not cancelled, moved or confirmed, and the next one is not confused with it', async () => {
  const phone = newPhone()
  await came(phone, { over: true })
  for (const typed of ['cancelar', 'cambiar', 'voy tarde', 'confirmo'])
    assert.match(
      only(await writer.write(phone, typed)).text,
      /ya (empezó|terminó)|No tienes citas por venir/,
      typed,
    )
  const next = await visitByTelephone(kalli, phone, { date: '2026-11-27' })
  assert.match(only(await writer.write(phone, 'cancelar')).text, /¿Cancelo tu cita\?.+viernes 27/)
  assert.match(only(await writer.write(phone, '¿cuándo me toca?')).text, /viernes 27/)
  assert.match(only(await writer.write(phone, 'codigo')).text, new RegExp(next.arrivalCode ?? 'none'))
  assert.match(only(await writer.write(phone, 'recibo')).text, /¿Cuál de tus citas\?/)
})

test('during a visit its client gets the receipt, and reads that no arrival code is needed any more', async () => {
  const phone = newPhone()
  await came(phone, { over: false })
  assert.match(only(await writer.write(phone, 'recibo')).text, /^Tu recibo/)
  assert.match(only(await writer.write(phone, 'mi codigo')).text, /Ya llegaste/)
})

test('the receipt of the last visit is given for a month, and then no more', async () => {
  const phone = newPhone()
  const visit = await came(phone, { over: true })
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 29 * 86_400_000))
  assert.match(only(await writer.write(phone, 'me mandas el comprobante')).text, /^Tu recibo/)
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 31 * 86_400_000))
  assert.match(only(await writer.write(phone, 'recibo')).text, /No encontramos citas/)
})
