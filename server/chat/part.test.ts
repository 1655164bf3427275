/** A whole visit by message: extras, further services and companions, by WhatsApp and by short text messages; and a person who helps. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import * as checkout from '#contract/booking/checkout.ts'
import * as links from '#contract/booking/series/link.ts'
import { areOf, maxPersons } from '#contract/platform/persons.ts'
import { maxAddOnsOfVisit } from '#contract/service/add-on.ts'
import { choice, keep, type Chosen } from '#server/chat/action.ts'
import { suspend } from '#server/account/suspending.ts'
import { answerMessage } from '#server/chat/chat.ts'
import { pageOf } from '#server/chat/book.ts'
import { opened } from '#server/chat/talk.ts'
import * as part from '#server/chat/part.ts'
import { choiceOf, offer } from '#server/messaging/prompt.ts'
import { drain } from '#server/platform/jobs.ts'
import { cases } from '#server/testing/crash/deep.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
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

type Answer = Awaited<ReturnType<Writer['press']>>[number]
const press = async (phone: string, reply: Answer, title: RegExp) =>
  only(await writer.press(phone, optionOf(reply, title)))
const titles = ({ options }: Answer) => options.map(({ title }) => title)
const ask = async (phone: string) => press(phone, only(await writer.write(phone, 'reservar')), /Ana/)

/** A client of before; the stylist also dries hair, with an extra that is offered with the cut. */
const former = async (extras: readonly object[] = []) => {
  const phone = newPhone()
  const visit = await visitByTelephone(kalli, phone)
  await people.service(kalli, visit.at.professional.id, {
    name: 'Peinado',
    durationMinutes: 30,
    priceCents: 40_000,
  })
  await kalli.database.pool.query('update services set add_ons = $2 where id = $1', [
    visit.at.serviceId,
    JSON.stringify(extras),
  ])
  return { phone, visit }
}
const mask = { id: 1, name: 'Mascarilla', priceCents: 5_000, minutes: 15 }
const ampoule = { id: 2, name: 'Ampolleta', priceCents: 8_000, minutes: 0 }

const heldOf = async (phone: string) => {
  const { rows } = await kalli.database.pool.query<{
    id: string
    name: string
    persons: number
    total: number
    minutes: number
  }>(
    `select id, service_name as name, persons, total_cents::int as total, extract(epoch from ends_at - starts_at)::int / 60 as minutes
     from bookings where holder = $1 and status = 'held'`,
    [`telephone:${phone}`],
  )
  return only(rows)
}
const holdFirst = async (phone: string, days: Answer) =>
  press(phone, await press(phone, days, /nov|dic/), /\d\d:\d\d$/)

const tokenIn = async (text: string) => {
  const [address = assert.fail(text)] = /https?:\/\/\S+/.exec(text) ?? []
  const answer = await fetch(kalli.url + new URL(address).pathname, { redirect: 'manual' })
  const target = answer.headers.get('location') ?? address
  return decodeURIComponent(/\/bookings\/([^/]+)\/accept/.exec(target)?.[1] ?? assert.fail(target))
}

test('extras of a service and a further service are one visit: one price, one length, one hold', async () => {
  const { phone } = await former([mask, ampoule])
  const extras = await press(phone, await ask(phone), /^Corte y peinado$/)
  assert.equal(extras.text, '¿Algo más con Corte y peinado?')
  assert.deepEqual(titles(extras), ['Mascarilla', 'Ampolleta', 'Nada más'])
  const rest = await press(phone, extras, /^Mascarilla$/)
  assert.deepEqual(titles(rest), ['Ampolleta', 'Nada más'])
  const days = await press(phone, rest, /^Nada más$/)
  assert.equal(days.text, '¿Qué día?')
  assert.deepEqual(titles(days).slice(-3), ['Más días', 'Agregar otro servicio', 'Somos más personas'])
  assert.equal(days.options.length, 10)
  const more = await press(phone, days, /^Agregar otro servicio$/)
  assert.deepEqual(titles(more), ['Peinado', 'Nada más'])
  const both = await press(phone, more, /^Peinado$/)
  assert.equal(both.text, 'Corte y peinado + Peinado. ¿Qué día?')
  // Nothing else is offered that this person does not have already.
  assert.deepEqual(titles(both).slice(-2), ['Más días', 'Somos más personas'])
  const said = await holdFirst(phone, both)
  assert.match(said.text, /Mascarilla.+Peinado.+Total: \$1,450\./)
  const { total, minutes, persons } = await heldOf(phone)
  assert.deepEqual([total, minutes, persons], [145_000, 90 + 15 + 30, 1])
})

test('three come: each with the same or their own service; where not all fit one is left out, and names are given when it is paid', async () => {
  const { phone } = await former([mask])
  const alone = await press(phone, await press(phone, await ask(phone), /^Corte/), /^Mascarilla$/)
  const second = await press(phone, alone, /^Somos más personas$/)
  assert.equal(second.text, '¿Qué se hace la persona 2?')
  assert.deepEqual(titles(second), ['Lo mismo que yo', 'Corte y peinado', 'Peinado', 'Nadie más'])
  const own = await press(phone, second, /^Corte y peinado$/)
  assert.equal(own.text, '¿Algo más con Corte y peinado para la persona 2?')
  const two = await press(phone, own, /^Nada más$/)
  assert.equal(two.text, '2 × Corte y peinado, 2 personas. ¿Qué día?')
  // The chairs are two.
  const third = await press(phone, two, /^Somos más personas$/)
  const tooMany = await press(phone, third, /^Peinado$/)
  assert.match(tooMany.text, /caben 2 personas.+2 × Corte y peinado, 2 personas\. ¿Qué día\?$/)
  const said = await holdFirst(phone, tooMany)
  const held = await heldOf(phone)
  assert.deepEqual([held.persons, held.total, held.minutes], [2, 205_000, 195])
  const token = await tokenIn(said.text)
  const browser = kalli.visitor()
  await browser.call(links.sendLinkCode, { params: { token } })
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  const accepted = await browser.call(links.acceptLink, { params: { token }, body: { code, without: [] } })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const order = (companions: { person: number; firstName: string; isMinor: boolean; save: boolean }[]) => ({
    holdId: held.id,
    contact: { firstName: 'Lucía', lastName: '', email: '', phone },
    companions,
    adult: true,
    payment: {
      method: 'card' as const,
      token: 'tok_ok',
      creditCents: 0,
      tipCents: 0,
      whole: false,
      keep: false,
    },
  })
  const unnamed = await browser.call(checkout.book, { body: order([]) })
  assert.equal(unnamed.status, 400, JSON.stringify(unnamed.body))
  const paid = await browser.call(checkout.book, {
    body: order([{ person: 2, firstName: 'Mía', isMinor: true, save: false }]),
  })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(paid.body.status, 'confirmed')
})

test('by text message the numbers, the first words and the hour are enough', async () => {
  const { phone } = await former([mask])
  const answer = async (body: string) => {
    const id = `SM${(serial += 1)}`
    await kalli.database.pool.query(
      `insert into received_messages (channel, id, phone, body, received_at) values ('sms', $1, $2, $3, $4)`,
      [id, phone, body, kalli.clock()],
    )
    await answerMessage(kalli.work(), { channel: 'sms', id })
    await drain(kalli)
    return telephone.texts.findLast(({ to }) => to === phone)?.body ?? ''
  }
  assert.match(await answer('Reservar'), /^¿Con quién/)
  assert.match(await answer('ana'), /2 Peinado/)
  assert.match(await answer('corte'), /1 Mascarilla/)
  assert.match(await answer('nada'), /Qu[eé] d[ií]a/)
  assert.match(await answer('somos'), /persona 2/)
  assert.match(await answer('lo mismo'), /2 personas/)
  assert.match(await answer('mar 24'), /A qu[eé] hora/)
  assert.match(await answer('12:00'), /^Apartada hasta las/)
  assert.equal((await heldOf(phone)).persons, 2)
  // A short word does not release the hour.
  const held = async () => {
    const { rowCount } = await kalli.database.pool.query(
      `select from bookings where holder = $1 and status = 'held'`,
      [`telephone:${phone}`],
    )
    return rowCount
  }
  await answer('ya')
  assert.equal(await held(), 1)
})

test('a short word of two lines chooses neither, and of a cancellation only the number or the whole line', async () => {
  const { phone } = await former()
  const to = { channel: 'whatsapp', phone } as const
  const work = kalli.work()
  const typed = async (body: string) => {
    const message = { ...to, id: `W${(serial += 1)}`, body, answer: null }
    await kalli.database.pool.query(
      `insert into received_messages (channel, id, phone, body, received_at) values ('whatsapp', $1, $2, $3, $4)`,
      [message.id, phone, body, kalli.clock()],
    )
    return choiceOf(work, message)
  }
  await offer(work, to, [choice('Corte dama', { do: 'book' }), choice('Corte niño', { do: 'book' })])
  assert.equal(await typed('corte'), null)
  assert.notEqual(await typed('corte dama'), null)
  await offer(work, to, [choice('Sí, cancelar', { do: 'cancel', id: randomUUID(), quote: 'q' }), keep])
  assert.equal(await typed('sí'), null)
  assert.deepEqual(await typed('no'), { ...keep })
})

test('a person: who attended last while that conversation is open, Kalli after it and for who was never here', async () => {
  const { phone, visit } = await former()
  await press(phone, only(await writer.write(phone, 'cancelar')), /^Sí, cancelar$/)
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 24 * 3_600_000))
  const to = only(await writer.write(phone, 'quiero hablar con una persona'))
  assert.match(to.text, /^Escribe tu mensaje y se lo pasamos a Ana/)
  assert.match(only(await writer.write(phone, 'Se me olvidó una bufanda')).text, /^Se lo pasamos a Ana/)
  const { rows } = await kalli.database.pool.query(
    'select text from conversation_messages where text like $1',
    ['%bufanda'],
  )
  assert.equal(rows.length, 1)
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 100 * 24 * 3_600_000))
  for (const from of [phone, newPhone()])
    assert.match(only(await writer.write(from, 'humano')).text, /una persona de Kalli aquí: .+\/contact$/)
})

test('the telephone of a suspended account opens neither its visits nor what is written about them', async () => {
  const { visit } = await former()
  const id = await people.account(kalli)
  await people.reachLevel(kalli, id, 1)
  await kalli.database.pool.query(
    'update clients set account_id = $2 where id = (select client_id from bookings where id = $1)',
    [visit.id, id],
  )
  const { rows } = await kalli.database.pool.query<{ phone: string }>(
    'select phone from accounts where id = $1',
    [id],
  )
  const { phone } = only(rows)
  assert.match(only(await writer.write(phone, 'hola')).text, /^Tu cita: Corte y peinado con Ana/)
  await writer.write(phone, 'hablar con una persona')
  await suspend(kalli.work(), id)
  assert.match(only(await writer.write(phone, 'Voy en camino')).text, /ya no es de este número/)
  assert.match(only(await writer.write(phone, 'hola')).text, /No encontramos citas/)
  const talk = { kind: 'booking', about: visit.id, as: 'client' } as const
  await assert.rejects(opened(kalli.work(), phone, talk), { code: 'not_found' })
})

test('a server that dies while it holds the hour holds it once, and answers once', async () => {
  for (const place of ['before-hold', 'committed-hold'] as const) {
    const { phone } = await former()
    const days = await press(phone, await ask(phone), /^Peinado$/)
    const hours = await press(phone, days, /nov|dic/)
    const id = `wamid.crash.${place}`
    const { title, id: answer } = optionOf(hours, /\d\d:\d\d$/)
    await writer.post(
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: answer, title } } },
      phone,
      id,
    )
    const crashing = openCrashing(kalli, place, kalli.clock)
    const dying = crashing.kalli
    const { ownWork } = await import('#server/platform/work.ts')
    await crashing
      .run(() => answerMessage(ownWork(dying), { channel: 'whatsapp', id }))
      .catch(() => undefined)
    crashing.kill()
    assert.equal(await crashing.died, true, place)
    const before = telephone.replies.length
    await drain(kalli)
    const said = telephone.replies.slice(before).filter(({ to }) => to === phone)
    assert.match(only(said).text, /^Apartada hasta las/)
    assert.equal((await heldOf(phone)).name, 'Peinado')
  }
})

test('whatever is added or left out, it is a visit that the screen knows as well', () => {
  const step = fc.record({
    do: fc.constantFrom('service', 'person', 'same', 'leave'),
    id: fc.integer({ min: 1, max: 5 }),
  })
  const services = [1, 2, 3, 4, 5].map((id) => ({
    id,
    name: `S${id}`,
    minutes: 30,
    priceCents: 10_000,
    addOns: [{ id: 1, name: 'E', priceCents: 0, minutes: 5 }],
    atPlace: true,
    atHome: null,
    online: false,
    isClass: false,
  }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let chosen: Chosen = { professionalId: 1, serviceId: 1 }
      for (const { do: act, id } of steps) {
        const parts = part.partsOf(services, chosen) ?? assert.fail('a part is lost')
        const may = (offered: readonly { id: number }[]) => offered.some((one) => one.id === id)
        const last = parts.at(-1) ?? assert.fail('no part')
        if (act === 'service' && may(part.othersOf(services, parts, chosen)))
          chosen = part.withService(chosen, id)
        if (act === 'person' && may(part.forAnother(services, parts, chosen)))
          chosen = part.withPerson(chosen, id)
        if (act === 'same' && part.forAnother(services, parts, chosen).length > 0 && part.maySame(chosen))
          chosen = part.withSame(chosen)
        if (act === 'leave' && part.personsIn(chosen) > 1) chosen = part.withoutLast(chosen)
        const extra = last.service.addOns[0]
        if (act === 'leave' || extra === undefined || last.chosen.includes(extra) || !part.mayAddOn(chosen))
          continue
        const now = (part.partsOf(services, chosen) ?? []).at(-1) ?? last
        if (!now.chosen.includes(extra)) chosen = part.withAddOn(chosen, now, now.service.addOns[0] ?? extra)
      }
      const each = part.eachOf(chosen)
      assert.ok(
        areOf(
          each.map(({ length }) => length),
          each.flat(),
        ),
        JSON.stringify(chosen),
      )
      assert.ok(each.length <= maxPersons && (chosen.addOns ?? []).length <= maxAddOnsOfVisit)
      for (const { serviceId, person = 1 } of chosen.addOns ?? [])
        assert.ok(each[person - 1]?.includes(serviceId), 'an extra without its part')
      assert.equal(new URL(pageOf(kalli.work(), chosen)).pathname, '/booking')
    }),
    { numRuns: cases(40, 2000) },
  )
})
