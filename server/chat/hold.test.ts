/** An hour booked by message: service, day and hour make a hold with its link; of two clients who choose one hour one gets it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import * as links from '#contract/booking/series/link.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { drain } from '#server/platform/jobs.ts'
import { codeTo } from '#server/testing/guests.ts'
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
const newPhone = () => `+5255900${String((serial += 1)).padStart(5, '0')}`

/** From "reservar" to the hours of the first day with this professional. */
const hoursFor = async (phone: string) => {
  const whom = only(await writer.write(phone, 'quiero reservar'))
  assert.match(whom.text, /¿Con quién\?/)
  const what = only(await writer.press(phone, optionOf(whom, /Ana/)))
  const days =
    what.text === '¿Qué servicio?'
      ? only(await writer.press(phone, what.options[0] ?? assert.fail('no service')))
      : what
  assert.equal(days.text, '¿Qué día?')
  const hours = only(await writer.press(phone, days.options[0] ?? assert.fail('no day')))
  assert.match(hours.text, /¿A qué hora\? Al elegir la apartamos para ti\./)
  return hours
}

const holdsOf = async (phone: string) => {
  const { rows } = await kalli.database.pool.query<{ id: string; status: string; expires: Date }>(
    'select id, status, hold_expires_at as expires from bookings where holder = $1 order by created_at',
    [`telephone:${phone}`],
  )
  return rows
}

/** The token of the link in an answer, behind its short form. */
const tokenIn = async (text: string) => {
  const [address = assert.fail(text)] = /https?:\/\/\S+/.exec(text) ?? []
  const answer = await fetch(kalli.url + new URL(address).pathname, { redirect: 'manual' })
  const target = answer.headers.get('location') ?? address
  return decodeURIComponent(/\/bookings\/([^/]+)\/accept/.exec(target)?.[1] ?? assert.fail(target))
}

test('a client chooses service, day and hour by message, and gets a held hour with a payment link', async () => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  await people.service(kalli, visit.at.professional.id, { name: 'Peinado' })
  const hours = await hoursFor(phone)
  const hour = hours.options[0] ?? assert.fail('no hour')
  const id = 'wamid.chosen'
  const said = only(await writer.press(phone, hour, id))
  assert.match(said.text, /^Apartada hasta las \d{1,2}:\d\d h: .+Total: \$/)
  const [hold, ...more] = await holdsOf(phone)
  assert.ok(hold !== undefined && more.length === 0)
  assert.equal(hold.expires.getTime() - kalli.clock().getTime(), 10 * 60_000)
  // A repeated webhook holds nothing twice.
  assert.deepEqual(await writer.press(phone, hour, id), [])
  assert.equal((await holdsOf(phone)).length, 1)

  const token = await tokenIn(said.text)
  const browser = kalli.visitor()
  const read = await browser.call(links.bookingLink, { params: { token } })
  assert.equal(read.body.kind, 'chat')
  assert.equal(read.body.state, 'open')
  assert.equal((await browser.call(holds.readHold, { params: { id: hold.id } })).status, 404)
  // A forwarded link alone cannot pay: the telephone must be proved.
  const refused = await browser.call(links.acceptLink, { params: { token }, body: { code: '', without: [] } })
  assert.equal(refused.status, 409, JSON.stringify(refused.body))
  await browser.call(links.sendLinkCode, { params: { token } })
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  const accepted = await browser.call(links.acceptLink, { params: { token }, body: { code, without: [] } })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const contact = { firstName: 'Lucía', lastName: '', email: '', phone }
  const payment = {
    method: 'card',
    token: 'tok_ok',
    creditCents: 0,
    tipCents: 0,
    whole: false,
    keep: false,
  } as const
  const paid = await browser.call(checkout.book, {
    body: { holdId: hold.id, contact, companions: [], adult: false, payment },
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(paid.body.status, 'confirmed')
})

test('of two clients who choose the same hour one holds it, and the other chooses among the rest', async () => {
  const phones = [newPhone(), newPhone()] as const
  const visit = await visitByTelephone(kalli, phones[0])
  // The second client was here before as well.
  await kalli.database.pool.query(
    `update bookings set contact = contact || jsonb_build_object('phone', $2::text) where id = $1`,
    [visit.id, phones[1]],
  )
  const second = await hoursFor(phones[1])
  await kalli.database.pool.query(
    `update bookings set contact = contact || jsonb_build_object('phone', $2::text) where id = $1`,
    [visit.id, phones[0]],
  )
  const first = await hoursFor(phones[0])
  const last = (list: typeof first) => list.options.at(-2) ?? assert.fail('no hour')
  assert.equal(last(first).title, last(second).title)
  const before = telephone.replies.length
  const choose = (phone: string, { title, id }: { title: string; id: string }) =>
    writer.post(
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id, title } } },
      phone,
      `wamid.race.${phone}`,
    )
  await Promise.all([choose(phones[0], last(first)), choose(phones[1], last(second))])
  await drain(kalli)
  const said = telephone.replies.slice(before).map(({ text }) => text)
  assert.equal(said.length, 2)
  assert.equal(said.filter((text) => text.startsWith('Apartada')).length, 1, said.join('\n'))
  assert.equal(said.filter((text) => /¿A qué hora\?/.test(text)).length, 1, said.join('\n'))
  const all = [...(await holdsOf(phones[0])), ...(await holdsOf(phones[1]))]
  assert.deepEqual(
    all.map(({ status }) => status),
    ['held'],
  )
})

test('an hour whose quote has expired is not held, and the days are offered again', async () => {
  const phone = newPhone()
  await visitByTelephone(kalli, phone)
  const hours = await hoursFor(phone)
  kalli.time.advance(16)
  const again = only(await writer.press(phone, hours.options[0] ?? assert.fail('no hour')))
  assert.match(again.text, /^Ese horario ya no es válido\. .+ ¿Qué día\?$/)
  assert.deepEqual(await holdsOf(phone), [])
  const fresh = only(await writer.press(phone, again.options[0] ?? assert.fail('no day')))
  const said = only(await writer.press(phone, fresh.options[0] ?? assert.fail('no hour')))
  assert.match(said.text, /^Apartada hasta las /)
})

test('an expired hold is announced in the chat, and a hold released by message frees the hour', async () => {
  const phone = newPhone()
  await visitByTelephone(kalli, phone)
  const held = async () => {
    const hours = await hoursFor(phone)
    return only(await writer.press(phone, hours.options[0] ?? assert.fail('no hour')))
  }
  const first = await held()
  assert.match(
    only(await writer.press(phone, optionOf(first, /^Ya no la quiero$/))).text,
    /^Listo, la soltamos/,
  )
  const again = await held()
  const token = await tokenIn(again.text)
  const before = telephone.replies.length
  kalli.time.advance(11)
  await sweepHolds(kalli.work())
  await drain(kalli)
  const ended = telephone.replies.slice(before).filter(({ to }) => to === phone)
  assert.match(only(ended).text, /^Se acabó el tiempo de .+no se cobró nada/)
  const { body } = await kalli.visitor().call(links.bookingLink, { params: { token } })
  assert.equal(body.state, 'expired')
  assert.deepEqual(
    (await holdsOf(phone)).map(({ status }) => status),
    ['expired', 'expired'],
  )
})
