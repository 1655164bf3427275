/** Choices by message before the day: an option of each group, then at the place, at a known home, or online. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as links from '#contract/booking/series/link.ts'
import { drain } from '#server/platform/jobs.ts'
import { bookedAt, everywhere, home, slotAt, type Everywhere } from '#server/testing/away.ts'
import * as guests from '#server/testing/guests.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
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
const newPhone = () => `+5255700${String((serial += 1)).padStart(5, '0')}`

/** A client who had a visit at their home, with a confirmed telephone. */
const formerAtHome = async (at: Everywhere, north?: number) => {
  const phone = newPhone()
  const who = kalli.visitor()
  const visit = await bookedAt(kalli, at, { modality: 'home', home: await home(who, north) }, '10:00', {
    who,
  })
  await kalli.database.pool.query(
    `update bookings set contact = contact || jsonb_build_object('phone', $2::text, 'proved', 'phone') where id = $1`,
    [visit.id, phone],
  )
  await drain(kalli)
  return { phone, visit }
}

const press = async (phone: string, reply: Awaited<ReturnType<Writer['press']>>[number], title: RegExp) =>
  only(await writer.press(phone, optionOf(reply, title)))

const ask = async (phone: string) => press(phone, only(await writer.write(phone, 'quiero reservar')), /Ana/)

/** The token of the short link in an answer. */
const tokenIn = async (text: string) => {
  const [address = assert.fail(text)] = /https?:\/\/\S+/.exec(text) ?? []
  const answer = await fetch(kalli.url + new URL(address).pathname, { redirect: 'manual' })
  const [, token = assert.fail(text)] =
    /\/bookings\/([^/]+)\/accept/.exec(answer.headers.get('location') ?? address) ?? []
  return decodeURIComponent(token)
}

const heldOf = async (phone: string) => {
  const { rows } = await kalli.database.pool.query<{
    visit_place: number | null
    total_cents: number
    minutes: number
    space_id: number | null
  }>(
    `select visit_place, total_cents, space_id, extract(epoch from ends_at - starts_at)::int / 60 as minutes from bookings
     where holder = $1 and status = 'held'`,
    [`telephone:${phone}`],
  )
  return only(rows)
}

test('a service on site, at home and online offers the former home, adds the travel cost and holds the hour there', async () => {
  const at = await everywhere(kalli)
  const { phone, visit } = await formerAtHome(at)
  const where = await ask(phone)
  assert.equal(where.text, '¿Dónde?')
  assert.deepEqual(
    where.options.map(({ title }) => title),
    ['En su espacio', 'A domicilio', 'En línea'],
  )
  const homes = await press(phone, where, /^A domicilio$/)
  assert.match(homes.text, /^¿A qué dirección va\? Otra se escribe aquí: \S+$/)
  assert.equal(homes.options.length, 1)
  const days = await press(phone, homes, /^Ámsterdam 12/)
  assert.equal(days.text, '¿Qué día?')
  // The visit there from 10:00 takes its hour; from one home to the same there is no travel.
  const hours = await press(phone, days, /25 de nov/)
  assert.ok(!hours.options.some(({ title }) => /10:00/.test(title)))
  const said = await press(phone, hours, /\d\d:\d\d$/)
  assert.match(said.text, /^Apartada hasta las .+ A domicilio, Hipódromo, .+Total: \$1,080\./)
  // The link alone reveals the area, as for any place.
  const params = { token: await tokenIn(said.text) }
  const stranger = kalli.visitor()
  const link = await stranger.call(links.bookingLink, { params })
  assert.equal(link.status, 200, JSON.stringify(link.body))
  assert.equal(link.body.place.modality, 'home')
  assert.doesNotMatch(JSON.stringify(link.body), /Ámsterdam|Timbre/)
  // Another hour there would be held for this browser, which would see the address.
  const query = { from: '2026-11-26', to: '2026-11-26' }
  const others = () => stranger.call(links.linkSlots, { params, query })
  assert.equal(refusalOf(await others()).code, 'contact_unconfirmed')
  const slot = await slotAt(
    stranger,
    at,
    { modality: 'home', home: await home(stranger) },
    '12:00',
    query.from,
  )
  const counter = await stranger.call(links.counterLink, { params, body: { slotToken: slot.token } })
  assert.equal(refusalOf(counter).code, 'contact_unconfirmed')
  await guests.prove(kalli, stranger, phone)
  assert.equal((await others()).status, 200)
  const { rows } = await kalli.database.pool.query<{ visit_place: number }>(
    'select visit_place from bookings where id = $1',
    [visit.id],
  )
  assert.deepEqual(await heldOf(phone), {
    visit_place: rows[0]?.visit_place,
    total_cents: 108_000,
    minutes: 90,
    space_id: null,
  })
})

test('an online visit is held without a place', async () => {
  const at = await everywhere(kalli)
  const { phone } = await formerAtHome(at)
  const days = await press(phone, await ask(phone), /^En línea$/)
  const said = await press(phone, await press(phone, days, /nov|dic/), /\d\d:\d\d$/)
  assert.match(said.text, /\. En línea\. Total: \$1,000\./)
  assert.deepEqual(await heldOf(phone), {
    visit_place: -1,
    total_cents: 100_000,
    minutes: 90,
    space_id: null,
  })
})

test('a home outside the radius gets asked for another address, and one without an address gets a page link', async () => {
  const at = await everywhere(kalli, { radiusKm: 8 })
  const { phone, visit } = await formerAtHome(at)
  await kalli.database.pool.query(
    'update services set home_radius_km = 1, at_place = false, online = false where id = $1',
    [at.serviceId],
  )
  const homes = await ask(phone)
  assert.match(homes.text, /¿A qué dirección va\?/)
  const far = await press(phone, homes, /^Ámsterdam 12/)
  assert.match(far.text, /radio de 1 km.+Otra se escribe aquí: /)
  // An erased home is no longer offered.
  await kalli.database.pool.query(
    'update visit_places set line = null where place = (select visit_place from bookings where id = $1)',
    [visit.id],
  )
  const gone = await press(phone, far, /^Ámsterdam 12/)
  assert.match(gone.text, /Escribe tu dirección y elige tu hora aquí: /)
  assert.equal(gone.options.length, 0)
})

test('a former home is offered for a year, since telephone numbers change hands', async () => {
  const at = await everywhere(kalli, { radiusKm: 8 })
  const { phone } = await formerAtHome(at)
  await kalli.database.pool.query('update services set at_place = false, online = false where id = $1', [
    at.serviceId,
  ])
  assert.match((await ask(phone)).text, /¿A qué dirección va\?/)
  kalli.time.set(new Date(testNow.getTime() + 400 * 86_400_000))
  const later = await ask(phone)
  assert.match(later.text, /Escribe tu dirección y elige tu hora aquí: /)
  assert.equal(later.options.length, 0)
})

test('a former home is offered only to the telephone that had a visit there', async () => {
  const at = await everywhere(kalli)
  await formerAtHome(at)
  const { phone, visit } = await formerAtHome(await everywhere(kalli))
  await kalli.database.pool.query(
    `update visit_places set line = 'Durango 80' where place = (select visit_place from bookings where id = $1)`,
    [visit.id],
  )
  const homes = await press(phone, await ask(phone), /^A domicilio$/)
  assert.deepEqual(
    homes.options.map(({ title }) => title),
    ['Durango 80'],
  )
})

test('one option of each group is chosen, long groups are paged, and price and duration follow', async () => {
  const at = await everywhere(kalli)
  const { phone } = await formerAtHome(at)
  const lengths = ['Corto', 'Medio', 'Largo'].map((name, place) => ({
    id: place + 1,
    name,
    priceCents: place * 10_000,
    minutes: place * 15,
    group: 'Largo de cabello',
  }))
  const tones = Array.from({ length: 12 }, (_, place) => ({
    id: place + 10,
    name: `Tono ${place + 1}`,
    priceCents: 0,
    minutes: 0,
    group: 'Tono',
  }))
  const free = { id: 30, name: 'Mascarilla', priceCents: 5_000, minutes: 0 }
  await kalli.database.pool.query(
    'update services set add_ons = $2, online = false, home_radius_km = null where id = $1',
    [at.serviceId, JSON.stringify([...lengths, ...tones, free])],
  )
  const length = await ask(phone)
  assert.equal(length.text, 'Largo de cabello: ¿cuál?')
  assert.deepEqual(
    length.options.map(({ title, description }) => [title, description]),
    [
      ['Corto', 'Incluido en el precio'],
      ['Medio', '$100 más, 15 min más'],
      ['Largo', '$200 más, 30 min más'],
    ],
  )
  const tone = await press(phone, length, /^Medio$/)
  assert.equal(tone.text, 'Tono: ¿cuál?')
  assert.equal(tone.options.length, 10)
  const rest = await press(phone, tone, /^Más opciones$/)
  assert.deepEqual(
    rest.options.map(({ title }) => title),
    ['Tono 10', 'Tono 11', 'Tono 12', 'Más opciones'],
  )
  const extras = await press(phone, rest, /^Tono 11$/)
  assert.deepEqual(
    extras.options.map(({ title }) => title),
    ['Mascarilla', 'Nada más'],
  )
  const days = await press(phone, extras, /^Nada más$/)
  const said = await press(phone, await press(phone, days, /nov|dic/), /\d\d:\d\d$/)
  assert.match(said.text, /Medio.+Total: \$1,100\./)
  const { total_cents, minutes } = await heldOf(phone)
  assert.deepEqual([total_cents, minutes], [110_000, 105])
})

test('an older list still works once after a newer one, and every list expires after an hour', async () => {
  const at = await everywhere(kalli)
  const { phone } = await formerAtHome(at)
  const first = await ask(phone)
  const second = await ask(phone)
  // The messages arrive in reverse order.
  assert.equal((await press(phone, second, /^En su espacio$/)).text, '¿Qué día?')
  assert.equal((await press(phone, first, /^En línea$/)).text, '¿Qué día?')
  assert.match((await press(phone, first, /^A domicilio$/)).text, /ya no está disponible/)
  const third = await ask(phone)
  kalli.time.advance(61)
  assert.match((await press(phone, third, /^En línea$/)).text, /ya no está disponible/)
})
