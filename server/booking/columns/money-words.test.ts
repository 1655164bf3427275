/** A client with only a request reads about their money by how they paid: in the emails, and in what the screens are given. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type * as z from 'zod/mini'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { acceptRequest, declineRequest } from '#contract/booking/request/request.ts'
import * as packs from '#contract/booking/prepaid/session-pack.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { payReferenceOf } from '#server/testing/processor/bank.ts'
import {
  answersEach,
  type Bookable,
  confirmContact,
  contactOf,
  held,
  proposedHour,
} from '#server/testing/bookings.ts'
import { clientOf } from '#server/testing/processor/credit.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-12-01'

/** A stylist who accepts each request by hand, charges $650.00 and sells five sessions for $2,500.00. */
const stylist = async () => {
  const at = await people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0, units: 3 })
  const five = [{ id: 1, sessions: 5, priceCents: 250_000, validityDays: 90 }]
  await kalli.database.kysely
    .updateTable('services')
    .set({ packs: JSON.stringify(five) })
    .where('id', '=', at.serviceId)
    .execute()
  await answersEach(at)
  return at
}

type Payment = z.input<typeof checkout.book.body>['payment']
type Client = { at: Bookable; who: Person; contact: ReturnType<typeof contactOf> }
const newPerson = async (who = kalli.visitor()): Promise<Client> => ({
  at: await stylist(),
  who,
  contact: contactOf(),
})

const booked = async ({ at, who, contact }: Client, payment: Payment, place = 0) => {
  const hold = await held(who, at, date, place)
  assert.equal(hold.asksFirst, true)
  await confirmContact(who, hold.id, contact.email)
  const answer = await who.call(checkout.book, { body: { holdId: hold.id, contact, payment } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const paid = async (id: string) => {
  await payReferenceOf(kalli, id)
  await settled()
}
const settled = async () => {
  await runJobsOnce(kalli)
  await drain(kalli)
}

const read = async (who: Person, id: string, t?: string) => {
  const query = { as: 'client' as const, ...(t === undefined ? {} : { t }) }
  const answer = await who.call(contract.booking, { params: { id }, query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** Paid, and awaiting its stylist's acceptance. */
const requested = async (client: Client, payment: Payment, place?: number) => {
  const { id, status, viewToken } = await booked(client, payment, place)
  if (status === 'awaiting_payment') await paid(id)
  const one = await read(client.who, id)
  assert.equal(one.status, 'requested')
  return { ...one, t: viewToken }
}

const decline = async ({ at }: Client, { id, version }: { id: string; version: number }) => {
  const answer = await at.professional.person.call(declineRequest, {
    params: { id },
    body: { as: 'professional', version, reason: 'no_time' },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await settled()
}

const emailMessage = async ({ contact }: Client, subject: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1 and subject like $2 order by id desc limit 1',
    [contact.email, `${subject}%`],
  )
  return rows[0]?.text ?? assert.fail(`no letter "${subject}"`)
}

const creditOfClient = async (id: string) => creditOf(kalli.work(), await clientOf(kalli, id))

/** The exact text at each step: requested, another hour proposed, about to be withdrawn, declined. */
const saysAllTheWay = async (
  client: Client,
  payment: Payment,
  { price, waits, back }: { price: RegExp; waits: string; back: string },
  place?: number,
) => {
  const one = await requested(client, payment, place)
  assert.equal(one.moneyWords, waits)
  const sent = await emailMessage(client, 'Solicitud enviada')
  assert.ok(sent.includes(waits), sent)
  assert.match(sent, price)

  const proposed = await proposedHour(client.at, one.id, { date: '2026-12-02' })
  assert.equal((await read(client.who, one.id)).moneyWords, waits)
  const other = await emailMessage(client, 'Te proponen otra hora')
  assert.ok(other.includes(waits), other)

  const quoted = await client.who.call(cancellation.cancelQuote, {
    params: { id: one.id },
    query: {},
    body: { as: 'client' },
  })
  assert.equal(quoted.body.moneyWords, back)

  await decline(client, { id: one.id, version: proposed.version })
  const no = await read(client.who, one.id)
  assert.deepEqual([no.status, no.moneyWords], ['declined', back])
  const last = await emailMessage(client, 'No pudo ser')
  assert.ok(last.includes(back), last)
  // Charged money is never described as not charged, nor the reverse.
  assert.equal(/no se (te )?cobr/i.test(back), no.payment?.capturedCents === 0)
  const professional = await client.at.professional.person.call(contract.booking, {
    params: { id: one.id },
    query: {},
  })
  assert.equal(professional.body.moneyWords, undefined)
  assert.equal(await people.trialBalance(kalli), 0)
  return no
}

const uncharged = {
  price: /Total si acepta\s*:?\s*\$650/,
  waits: 'Solo se te cobra si tu cita queda confirmada.',
  back: 'No se te cobró nada; si tu banco apartó algo, se libera solo.',
}

test('by card a client reads that acceptance charges them and a refusal does not', async () => {
  await saysAllTheWay(await newPerson(), { method: 'card', token: 'tok_ok' }, uncharged)
})

test('by transfer a client reads that a refund goes back to their account', async () => {
  const client = await newPerson()
  const one = await saysAllTheWay(
    client,
    { method: 'spei' },
    {
      price: /Pagaste\s*:?\s*\$650/,
      waits: 'Ya pagaste $650: si tu cita no queda confirmada, vuelven a la cuenta de la que salieron.',
      back: 'Recibes de vuelta $650: vuelven a la cuenta de la que salieron.',
    },
  )
  assert.deepEqual([one.payment?.refundedCents, await creditOfClient(one.id)], [65_000, 0])
})

test('in cash a client reads that a refund becomes credit, and so does the credit used beside a card', async () => {
  const client = await newPerson()
  const one = await saysAllTheWay(
    client,
    { method: 'oxxo' },
    {
      price: /Pagaste\s*:?\s*\$650/,
      waits: 'Ya pagaste $650: si tu cita no queda confirmada, quedan como saldo a tu favor en Kalli.',
      back: 'Recibes de vuelta $650: quedan como saldo a tu favor en Kalli. Tu saldo está en «Paquetes y saldo» y paga tu próxima cita.',
    },
  )
  assert.equal(await creditOfClient(one.id), 65_000)

  const again = await saysAllTheWay(
    client,
    { method: 'card', token: 'tok_ok', creditCents: 20_000 },
    {
      price: uncharged.price,
      waits:
        'A tu tarjeta solo se le cobra si tu cita queda confirmada; ya apartamos $200 de tu saldo y, si no, vuelven a tu saldo.',
      back: 'No se cobró nada a tu tarjeta, y los $200 de tu saldo vuelven a tu saldo.',
    },
    1,
  )
  assert.equal(await creditOfClient(again.id), 65_000)

  const both = await saysAllTheWay(
    client,
    { method: 'spei', creditCents: 20_000 },
    {
      price: /Pagaste\s*:?\s*\$650/,
      waits:
        'Ya pagaste $650: si tu cita no queda confirmada, lo que pagaste con tu saldo vuelve a tu saldo, y lo demás a la cuenta de la que salió.',
      back: 'Recibes de vuelta $650: lo que pagaste con tu saldo vuelve a tu saldo, y lo demás a la cuenta de la que salió. Tu saldo está en «Paquetes y saldo» y paga tu próxima cita.',
    },
    2,
  )
  assert.equal(await creditOfClient(both.id), 65_000)
})

test('with a session pack a client reads that a refused visit restores the session', async () => {
  const client = await newPerson(await people.signIn(kalli, await people.account(kalli)))
  const { body: pack } = await client.who.call(packs.buySessionPack, {
    params: { id: client.at.serviceId },
    body: { pack: 1, priceCents: 250_000, cardToken: 'tok_ok' },
  })
  const left = async () => (await client.who.call(packs.ownSessionPacks)).body.map(({ left }) => left)
  await saysAllTheWay(
    client,
    { method: 'pack', packId: pack.id },
    {
      price: /Pagas con\s*:?\s*Una sesión de tu paquete/,
      waits: 'Tu sesión queda apartada; si tu cita no queda confirmada, vuelve a tu paquete.',
      back: 'Tu sesión vuelve a tu paquete; si ya terminó, su dinero vuelve a tu tarjeta.',
    },
  )
  assert.deepEqual(await left(), [5])
})

test('before a payment by reference its e-mail and page say who answers next, and after acceptance no longer', async () => {
  const client = await newPerson()
  const { id, asksFirst, moneyWords } = await booked(client, { method: 'oxxo' })
  assert.deepEqual([asksFirst, moneyWords], [true, undefined])
  const how = await emailMessage(client, 'Falta tu pago')
  const { firstName } = (await read(client.who, id)).professional
  assert.ok(how.includes(`Cuando llegue tu pago, ${firstName} recibe tu solicitud y la responde.`), how)
  assert.ok(how.includes(`si cancelas o ${firstName} no acepta, lo que te toque queda como saldo`), how)
  await paid(id)
  const { version } = await read(client.who, id)
  await client.at.professional.person.call(acceptRequest, {
    params: { id },
    body: { as: 'professional', version },
  })
  const yes = await read(client.who, id)
  assert.deepEqual([yes.status, yes.asksFirst, yes.moneyWords], ['confirmed', undefined, undefined])
})

test('cash for a withdrawn, lapsed or too late paid request becomes credit, and page and e-mail say so', async () => {
  const back = /Recibes de vuelta \$650: quedan como saldo a tu favor en Kalli\./
  const withdrawing = await newPerson()
  const one = await requested(withdrawing, { method: 'oxxo' })
  const params = { id: one.id }
  const quoted = await withdrawing.who.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'client' },
  })
  assert.doesNotMatch(quoted.body.reason, /cobr/)
  const gone = await withdrawing.who.call(cancellation.cancel, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token, reason: '' },
  })
  assert.match(gone.body.moneyWords ?? '', back)
  await settled()
  assert.match(await emailMessage(withdrawing, 'Reserva cancelada'), back)
  assert.equal(await creditOfClient(one.id), 65_000)

  const ignored = await newPerson()
  const two = await requested(ignored, { method: 'oxxo' })
  kalli.time.set(new Date(Date.parse(two.request?.respondBy ?? '') + 60_000))
  await settled()
  const unanswered = await read(ignored.who, two.id, two.t)
  assert.equal(unanswered.status, 'expired')
  assert.match(unanswered.moneyWords ?? '', back)
  assert.match(await emailMessage(ignored, 'Tu solicitud venció'), back)

  kalli.time.set(testNow)
  const late = await newPerson()
  const three = await booked(late, { method: 'oxxo' })
  kalli.time.advance(25 * 60)
  await settled()
  assert.equal((await read(late.who, three.id, three.viewToken)).moneyWords, undefined, 'nobody paid')
  await held(kalli.visitor(), late.at, date, 0)
  await paid(three.id)
  const tooLate = await read(late.who, three.id, three.viewToken)
  assert.equal(tooLate.status, 'expired')
  assert.match(tooLate.moneyWords ?? '', back)
  assert.match(await emailMessage(late, 'Tu horario ya no estaba libre'), back)
})
