/** A professional writes an appointment into her own agenda: confirmed at once, paid at the place, no money through Kalli. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import { saveHours, slots } from '#contract/availability/availability.ts'
import { SlotAlternatives } from '#contract/availability/slot.ts'
import { hold } from '#contract/booking/hold.ts'
import { addClient, ownClients } from '#contract/booking/client/own-client.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { community } from '#contract/notification/notification.ts'
import { findInWork } from '#contract/workday/found.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, claimsOf, held, hereOf, movesOf, type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { ownWork } from '#server/platform/work.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const farDate = '2026-11-25'
const hoursOf = async (at: Bookable, query: { date?: string; time?: string; client?: number } = {}) => {
  const answer = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: farDate, ...query },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

type Sent = { client?: { id: number } | { firstName: string; phone?: string }; slotToken?: string }
let serial = 0
const make = async (at: Bookable, sent: Sent = {}, who: Person = at.professional.person, place = 0) => {
  const hour = (await hoursOf(at)).hours.at(place)
  assert.ok(hour)
  return who.call(own.makeOwnAppointment, {
    body: {
      slotToken: sent.slotToken ?? hour.slot.token,
      client: sent.client ?? { firstName: `Paola ${++serial}` },
      method: 'cash',
    },
  })
}
const made = async (at: Bookable, sent: Sent = {}, place = 0) => {
  const answer = await make(at, sent, undefined, place)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const entriesOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select e.account, e.amount_cents::int as cents from entries e join journals j on j.id = e.journal_id
     where j.booking_id = $1 order by e.account, e.amount_cents`,
    [id],
  )
  return rows.map(({ account, cents }) => [account, cents])
}
const columnsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query(
    `select source, in_place_cents::int as cents, in_place_method as method, terms -> 'rule' as rule,
       (terms -> 'rates' ->> 'commissionBp')::int as "commissionBp" from bookings where id = $1`,
    [id],
  )
  return rows[0]
}

test('only the professional can write into their agenda, with hours and clients of their own', async () => {
  const at = await people.bookable(kalli)
  const neighbour = await people.bookable(kalli)
  const token = (await hoursOf(at)).hours[0]?.slot.token ?? ''
  const body = { slotToken: token, client: { firstName: 'Paola' }, method: 'cash' as const }
  assert.equal((await kalli.visitor().call(own.makeOwnAppointment, { body })).status, 401)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await client.call(own.makeOwnAppointment, { body })).status, 403)
  const other = neighbour.professional.person
  assert.equal(refusalOf(await other.call(own.makeOwnAppointment, { body })).code, 'not_found')
  assert.equal(
    refusalOf(await other.call(own.ownHours, { query: { services: String(at.serviceId), date: farDate } }))
      .code,
    'not_found',
  )
  const stranger = await booked(kalli, neighbour)
  const { rows } = await kalli.database.pool.query<{ id: number }>(
    'select client_id::int as id from bookings where id = $1',
    [stranger.id],
  )
  const theirs = { ...body, client: { id: rows[0]?.id ?? 0 } }
  assert.equal(
    refusalOf(await at.professional.person.call(own.makeOwnAppointment, { body: theirs })).code,
    'not_found',
  )
  const forged = { ...body, slotToken: 'x'.repeat(80) }
  assert.equal(
    refusalOf(await at.professional.person.call(own.makeOwnAppointment, { body: forged })).code,
    'slot_token_invalid',
  )
  const wrong = { ...body, client: { firstName: 'Paola', phone: '12' } }
  assert.equal(
    refusalOf(await at.professional.person.call(own.makeOwnAppointment, { body: wrong })).code,
    'invalid_phone',
  )
})

test('an own appointment needs only a name, is confirmed at once with its source and rule, and takes its time', async () => {
  const at = await people.bookable(kalli, {})
  const hour = (await hoursOf(at)).hours[0]
  assert.ok(hour)
  assert.deepEqual([hour.commissionCents, hour.rentCents, hour.netCents], [0, 30_000, 70_000])
  const appointment = await made(at, { client: { firstName: 'Paola' } })
  assert.deepEqual([appointment.isNotified, appointment.totalCents], [false, 100_000])
  assert.match(appointment.whatsapp, /^https:\/\/wa\.me\/\?text=Hola%2C%20Paola/)
  assert.deepEqual(await movesOf(kalli, appointment.id), ['hold by professional', 'confirm by platform'])
  assert.equal((await claimsOf(kalli, appointment.id)).length, 3)
  assert.deepEqual(await columnsOf(appointment.id), {
    source: 'own_agenda',
    cents: 100_000,
    method: 'cash',
    commissionBp: 0,
    rule: { source: 'own_agenda', paidInPlace: true, since: '2020-01-01T00:00:00+00:00' },
  })
  const visit = await at.professional.person.call(bookings.booking, {
    params: { id: appointment.id },
    query: {},
  })
  assert.equal(visit.body.status, 'confirmed')
  assert.deepEqual(visit.body.inPlace, { cents: 100_000, method: 'cash' })
  assert.equal(visit.body.upfront, null)
  const open = await kalli.visitor().call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, from: farDate, to: farDate },
  })
  const starts = open.body.days.flatMap((day) => day.slots.map(({ startsAt }) => startsAt))
  assert.ok(!starts.includes(appointment.startsAt))
  await drain(kalli)
  const { rows } = await kalli.database.pool.query("select 1 from mails where to_address = ''")
  assert.equal(rows.length, 0)
  const news = await at.professional.person.call(community)
  assert.ok(news.body.every(({ title }) => !title.startsWith('Nueva cita')))
  const host = await at.host.person.call(community)
  assert.ok(host.body.some(({ title }) => title.startsWith('Nueva reserva')))
})

test('a telephone on an own appointment gets a message with the link, and identifies the client next time', async () => {
  const at = await people.bookable(kalli)
  const phone = '+525544440909'
  const first = await made(at, { client: { firstName: 'Renata', phone: '55 4444 0909' } })
  assert.equal(first.isNotified, true)
  assert.match(first.whatsapp, /^https:\/\/wa\.me\/525544440909\?text=/)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1',
    [phone],
  )
  assert.match(rows[0]?.body ?? '', /Reserva confirmada: .+ http\S+/)
  await made(at, { client: { firstName: 'Renata', phone } }, -1)
  const list = await at.professional.person.call(ownClients, { query: { q: 'renata' } })
  assert.deepEqual(
    list.body.map(({ firstName, phone: shown }) => [firstName, shown]),
    [['Renata', phone]],
  )
  const known = list.body[0]?.id ?? 0
  const again = await made(at, { client: { id: known } })
  assert.equal(again.firstName, 'Renata')
  // The same number at another professional is another client.
  const neighbour = await people.bookable(kalli)
  await made(neighbour, { client: { firstName: 'Renata', phone } })
  const { rows: clients } = await kalli.database.pool.query('select 1 from clients where phone = $1', [phone])
  assert.equal(clients.length, 2)
})

test('a client entered by hand is found alike in every search, and their own appointment belongs to that entry', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const card = await person.call(addClient, {
    body: { firstName: 'Íñiga', lastName: 'Peñafiel Soto', phone: '55 4444 1313' },
  })
  assert.equal(card.status, 201, JSON.stringify(card.body))
  const { id } = card.body
  // Words in any order without accents, or consecutive digits: the book, ⌘K and the sheet find the same.
  for (const q of ['inig', 'soto penaf', '4444 1313', '5544441313']) {
    const book = await person.call(ownClients, { query: { q } })
    const found = await person.call(findInWork, { query: { q, as: 'professional' } })
    const start = await person.call(own.ownStart, { query: { q } })
    for (const list of [book.body, found.body.people, start.body.clients])
      assert.deepEqual(
        list.map((one) => one.id),
        [id],
        q,
      )
  }
  const chosen = await person.call(own.ownStart, { query: { client: id } })
  assert.equal(chosen.body.chosen?.firstName, 'Íñiga')
  const other = (await people.bookable(kalli)).professional.person
  assert.equal((await other.call(own.ownStart, { query: { client: id } })).body.chosen, null)
  const appointment = await made(at, { client: { id } })
  assert.deepEqual([appointment.firstName, appointment.isNotified], ['Íñiga', true])
  const [entry, ...more] = (await person.call(ownClients, { query: { q: 'inig' } })).body
  assert.deepEqual([entry?.id, entry?.next?.startsAt, more], [id, appointment.startsAt, []])
  // From now on her own time counts.
  const busy = await person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: farDate, client: id },
  })
  assert.ok(busy.body.hours.every(({ slot }) => slot.startsAt !== appointment.startsAt))
})

test('a completed own appointment posts only the rent, and receipts and figures show what was paid at the place', async () => {
  const at = await people.bookable(kalli)
  const { id, endsAt } = await made(at)
  const date = farDate
  const receiptFor = async (who: Person) =>
    (await who.call(bookings.receipt, { params: { id }, query: {} })).body
  const expected = await receiptFor(at.professional.person)
  kalli.time.set(new Date(Date.parse(endsAt) + 25 * 3_600_000))
  await finishDue(ownWork(kalli))
  await drain(kalli)
  // $300.00 of rent: 1120 of hers; 285.00 to the host, 15.00 to Kalli with IVA inside.
  assert.deepEqual(await entriesOf(id), [
    [1120, 30_000],
    [2030, -28_500],
    [2130, -207],
    [4020, -1_293],
  ])
  assert.equal(await people.trialBalance(kalli), 0)
  const settled = await receiptFor(at.professional.person)
  assert.deepEqual(
    settled.lines,
    expected.lines.map((line) => ({ ...line, label: line.label.replace('Se paga en', 'Pagado en') })),
  )
  assert.deepEqual(
    settled.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Precio del servicio', 100_000],
      ['Pagado en el lugar · efectivo', -100_000],
      ['Renta del espacio', -30_000],
    ],
  )
  assert.equal(settled.netLabel, 'Se descuenta de tu próximo depósito')
  assert.ok(
    settled.notes.some((note) =>
      note.startsWith('Comisión de Kalli: 0 % (cita de tu agenda, pagada en el lugar; regla vigente desde'),
    ),
  )
  const host = await receiptFor(at.host.person)
  assert.equal(host.netCents, 28_500)
  const figures = await at.professional.person.call(ownFigures, { query: { from: date, to: date } })
  const { serviceCents, rentCents, commissionCents, netCents, inPlaceCents } = figures.body.settled
  assert.deepEqual(
    [serviceCents, rentCents, commissionCents, netCents, inPlaceCents],
    [0, 30_000, 0, -30_000, 100_000],
  )
  const list = await at.professional.person.call(ownClients, { query: {} })
  assert.deepEqual(
    list.body.map(({ spentCents, visits }) => [spentCents, visits]),
    [[100_000, 1]],
  )
})

test('an own appointment at the professional’s own place posts nothing to the ledger', async () => {
  const professional = await people.professional(kalli, { ownPlace: true })
  const serviceId = await people.service(kalli, professional.id)
  const query = { services: String(serviceId), date: farDate }
  const answer = await professional.person.call(own.ownHours, { query })
  const hour = answer.body.hours[0]
  assert.ok(hour)
  const { body } = await professional.person.call(own.makeOwnAppointment, {
    body: { slotToken: hour.slot.token, client: { firstName: 'Paola' }, method: 'transfer' },
  })
  kalli.time.set(new Date(Date.parse(body.endsAt) + 25 * 3_600_000))
  await finishDue(ownWork(kalli))
  await drain(kalli)
  assert.deepEqual(await entriesOf(body.id), [])
  const view = await professional.person.call(bookings.booking, { params: { id: body.id }, query: {} })
  assert.equal(view.body.status, 'completed')
})

test('cancelling an own appointment, by the client or the professional, charges and refunds nothing', async () => {
  const at = await people.bookable(kalli)
  for (const by of ['client', 'professional'] as const) {
    const { id, whatsapp } = await made(at)
    // The text has a short link that leads to the visit.
    const short = /\S+\/s\/\w{12}$/.exec(decodeURIComponent(whatsapp))?.[0] ?? ''
    assert.ok(short.length <= 40, short)
    const led = await fetch(kalli.url + new URL(short).pathname, { redirect: 'manual' })
    const t = decodeURIComponent(/&t=([^&\s]+)/.exec(led.headers.get('location') ?? '')?.[1] ?? '')
    const who = by === 'client' ? kalli.visitor() : at.professional.person
    const seen = by === 'client' ? { t } : {}
    const quote = await who.call(cancellations.cancelQuote, { params: { id }, query: seen, body: { as: by } })
    assert.equal(quote.status, 200, JSON.stringify(quote.body))
    const ended = await who.call(cancellations.cancel, {
      params: { id },
      query: seen,
      body: { quoteToken: quote.body.token, reason: 'No puedo ese día' },
    })
    assert.equal(ended.status, 200, JSON.stringify(ended.body))
    await drain(kalli)
    const { rows } = await kalli.database.pool.query(
      'select captured_cents::int as captured, refunded_cents::int as refunded from payments where booking_id = $1',
      [id],
    )
    assert.deepEqual(rows, [{ captured: 0, refunded: 0 }])
    const view = await kalli.visitor().call(bookings.booking, { params: { id }, query: { t } })
    assert.equal(view.body.backWords, 'No se te cobró nada.')
    assert.deepEqual(await entriesOf(id), [])
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a no-show client of an own appointment is neither charged nor refunded', async () => {
  const at = await people.bookable(kalli)
  const { id, startsAt } = await made(at)
  const who = at.professional.person
  const params = { id }
  kalli.time.set(new Date(Date.parse(startsAt) - 60_000))
  assert.equal((await who.call(noShow.arrive, { params, body: await hereOf(kalli, id) })).status, 200)
  kalli.time.set(new Date(Date.parse(startsAt) + 16 * 60_000))
  const { version } = (await who.call(bookings.booking, { params, query: {} })).body
  const marked = await who.call(noShow.markNoShow, { params, query: {}, body: { version } })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  kalli.time.set(new Date(Date.parse(startsAt) + 26 * 3_600_000))
  await upholdDue(ownWork(kalli))
  await drain(kalli)
  const entries = await entriesOf(id)
  // The tier's no-show fee is 30 %; at most half of it is rent, which she owes, as of any visit with nothing upfront.
  assert.deepEqual(
    entries.filter(([account]) => account === 1120),
    [[1120, 15_000]],
  )
  assert.ok(entries.every(([account]) => account !== 2010 && account !== 2040))
  assert.equal(await people.trialBalance(kalli), 0)
  const receipt = await who.call(bookings.receipt, { params, query: {} })
  assert.ok(receipt.body.lines.every(({ code }) => code !== 'in_place'))
})

test('an own appointment may break the professional’s notice, horizon and margin with a warning, but not space hours', async () => {
  const at = await people.bookable(kalli)
  const set = (values: string) =>
    kalli.database.pool.query(`update services set ${values} where id = $1`, [at.serviceId])
  await set('notice_minutes = 2880, horizon_days = 3')
  const today = await hoursOf(at, { date: '2026-11-20' })
  assert.equal(today.date, '2026-11-20')
  assert.deepEqual(today.hours[0]?.overrides, ['Falta menos que tu aviso mínimo'])
  const far = await hoursOf(at)
  assert.deepEqual(far.hours[0]?.overrides, [
    'Más lejos que tu horizonte de reservas, o después de que vence tu cédula',
  ])
  await set('notice_minutes = 0, horizon_days = 60, price_cents = 30000')
  const thin = await hoursOf(at)
  assert.deepEqual(thin.hours[0]?.overrides, ['Después de comisión y renta no ganarías'])
  assert.equal(thin.hours[0]?.netCents, 0)
  const night = await hoursOf(at, { time: '23:00' })
  assert.deepEqual(night.named, { hour: null, reason: 'El espacio está cerrado' })
  // Between the starts that clients see, and "now" for a walk-in.
  const odd = await hoursOf(at, { time: '11:35' })
  assert.equal(odd.named?.hour?.slot.startsAt, '2026-11-25T17:35:00.000Z')
  kalli.time.set(new Date('2026-11-25T17:02:10Z'))
  const now = await hoursOf(at, { date: farDate, time: 'now' })
  assert.equal(now.named?.hour?.slot.startsAt, '2026-11-25T17:05:00.000Z')
  assert.equal(now.named?.hour?.unit, 'Silla 1')
})

test('a walk-in outside the professional’s hours can be entered where the space is open, and clients are not offered it', async () => {
  const at = await people.bookable(kalli)
  // 25 November 2026 is a Wednesday, and she works on Mondays only.
  const weekly = [{ weekday: 1, fromMinute: 540, toMinute: 1140 }]
  assert.equal((await at.professional.person.call(saveHours, { query: {}, body: { weekly } })).status, 200)
  kalli.time.set(new Date('2026-11-25T17:02:10Z'))
  const now = await hoursOf(at, { time: 'now' })
  assert.notEqual(now.hours[0]?.slot.startsAt.slice(0, 10), farDate, 'the list keeps her hours')
  const hour = now.named?.hour
  assert.equal(hour?.slot.startsAt, '2026-11-25T17:05:00.000Z')
  assert.deepEqual(hour.overrides, ['Fuera de tu horario', 'Falta menos que tu aviso mínimo'])
  const appointment = await made(at, { slotToken: hour.slot.token })
  assert.deepEqual(await movesOf(kalli, appointment.id), ['hold by professional', 'confirm by platform'])
  // A taken hour stays taken, whatever her schedule.
  const again = await hoursOf(at, { time: 'now' })
  assert.deepEqual(again.named, { hour: null, reason: 'Ya tienes una cita o un descanso ahí' })
})

test('of an own appointment and a client’s hold for the same hour exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const at = await people.bookable(kalli, { units: 1 })
    const hour = (await hoursOf(at)).hours[0]
    assert.ok(hour)
    const answers = await Promise.all([
      make(at, { slotToken: hour.slot.token }),
      make(at, { slotToken: hour.slot.token }),
      kalli.visitor().call(hold, {
        body: { slotToken: (await slotToken(at, hour.slot.startsAt)) ?? '' },
      }),
    ])
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1, JSON.stringify(answers.map(({ body }) => body)))
    const { rows } = await kalli.database.pool.query(
      `select 1 from bookings where professional_id = $1 and status in ('held', 'confirmed')`,
      [at.professional.id],
    )
    assert.equal(rows.length, 1)
  }
})
const slotToken = async (at: Bookable, startsAt: string) => {
  const answer = await kalli.visitor().call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, from: farDate, to: farDate },
  })
  return answer.body.days.flatMap((day) => day.slots).find((slot) => slot.startsAt === startsAt)?.token
}

test('an own appointment at a taken hour is refused with the next hours, and stores no client', async () => {
  const at = await people.bookable(kalli)
  const hour = (await hoursOf(at)).hours[0]
  assert.ok(hour)
  await held(kalli.visitor(), at, farDate, 0)
  const answer = await make(at, {
    slotToken: hour.slot.token,
    client: { firstName: 'Nadia', phone: '+525544441212' },
  })
  assert.equal(refusalOf(answer).code, 'slot_taken')
  const { alternatives } = SlotAlternatives.parse(refusalOf(answer).details)
  assert.equal(alternatives.length, 3)
  const { rows } = await kalli.database.pool.query("select 1 from clients where phone = '+525544441212'")
  assert.equal(rows.length, 0)
})

test('an own appointment is not offered while its client is busy with any professional', async () => {
  const at = await people.bookable(kalli)
  const neighbour = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const hers = await booked(kalli, at, { who: client })
  const { rows } = await kalli.database.pool.query<{ id: number }>(
    'select client_id::int as id from bookings where id = $1',
    [hers.id],
  )
  const id = rows[0]?.id ?? 0
  const token = (await hoursOf(at)).hours.at(-1)?.slot
  assert.ok(token)
  const other = await client.call(slots, {
    query: {
      professional: neighbour.professional.id,
      service: neighbour.serviceId,
      from: farDate,
      to: farDate,
    },
  })
  const same = other.body.days.flatMap((day) => day.slots).find(({ startsAt }) => startsAt === token.startsAt)
  assert.ok(same)
  assert.equal((await client.call(hold, { body: { slotToken: same.token } })).status, 201)
  const free = await hoursOf(at, { client: id })
  assert.ok(free.hours.every(({ slot }) => slot.startsAt !== token.startsAt))
  const answer = await make(at, { slotToken: token.token, client: { id } })
  assert.equal(refusalOf(answer).code, 'client_busy')
})

test('a professional who would owe over $2,000 of rent cannot add an own appointment with rent', async () => {
  const at = await people.bookable(kalli)
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 140000 where id = $1', [
    at.agreementId,
  ])
  await made(at, {}, 0)
  const second = await make(at, {}, undefined, 8)
  assert.equal(refusalOf(second).code, 'cash_closed')
})

test('commission rules have a date and a source, and may take a share of what is paid at the place', async () => {
  const at = await people.bookable(kalli)
  const { rows: before } = await kalli.database.pool.query('select count(*)::int as n from commission_rules')
  await kalli.database.pool.query(
    `insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp, source, paid_in_place)
     values ('2026-11-01T00:00:00Z', 300, 500, 1600, 'own_agenda', true), ('2026-11-01T00:00:00Z', 700, 500, 1600, 'own_link', false)`,
  )
  try {
    const { id, endsAt } = await made(at)
    const visit = await booked(kalli, at)
    const rules = await columnsOf(id)
    assert.equal(rules.commissionBp, 300)
    assert.equal((await columnsOf(visit.id)).commissionBp, 1000)
    assert.equal((await columnsOf(visit.id)).rule.source, 'marketplace')
    kalli.time.set(new Date(Date.parse(endsAt) + 25 * 3_600_000))
    await finishDue(ownWork(kalli))
    await drain(kalli)
    // 3 % of $1,000.00 is owed beside the rent: 25.86 and 4.14 of IVA.
    assert.deepEqual(await entriesOf(id), [
      [1120, 33_000],
      [2030, -28_500],
      [2130, -414],
      [2130, -207],
      [4010, -2_586],
      [4020, -1_293],
    ])
  } finally {
    await kalli.database.pool.query("delete from commission_rules where valid_from = '2026-11-01T00:00:00Z'")
  }
  const { rows } = await kalli.database.pool.query('select count(*)::int as n from commission_rules')
  assert.deepEqual(rows, before)
})

test('the booking’s source is stored, and the database refuses one that does not match its payment', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  assert.equal((await columnsOf(visit.id)).source, 'marketplace')
  await assert.rejects(
    kalli.database.pool.query("update bookings set source = 'own_agenda' where id = $1", [visit.id]),
    /bookings_source/,
  )
  await assert.rejects(
    kalli.database.pool.query(
      "update bookings set in_place_cents = 100, in_place_method = 'cash' where id = $1",
      [visit.id],
    ),
    /bookings_(in_place|upfront)/,
  )
})
