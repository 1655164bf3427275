import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import { buyGiftCard } from '#contract/booking/prepaid/gift-card.ts'
import { joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { saveVisitorSearch } from '#contract/favourite/visitor-search.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import { guestBookings } from '#contract/booking/client/guest.ts'
import { deleteGuestData, guestPrivacy, openGuestCopy } from '#contract/privacy/guest.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { prove } from '#server/testing/guests.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { bookedByPhone } from '#server/testing/telephones.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { forgetFarewells } from '#server/privacy/farewell.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

let serial = 0
const phoneOf = () => `+52554433${String(++serial + 1000)}`
const leave = (who: Person) => who.call(deleteGuestData, { body: { confirm: 'BORRAR' } })
const copyOf = (who: Person, file = 'kalli.json') => who.fetch('GET', `/api/guest/data-copy/${file}`)
const stateOf = async (who: Person) => (await who.call(guestPrivacy)).body

/** Booked by telephone on another browser, and cancelled: no future visits. */
const past = async () => {
  const phone = phoneOf()
  const mark = `Nenetzin${serial}q`
  const who = kalli.visitor()
  const visit = await bookedByPhone(kalli, who, await people.bookable(kalli), { phone, firstName: mark })
  const params = { id: visit.id }
  const query = { t: visit.viewToken }
  const quoted = await who.call(cancellations.cancelQuote, { params, query, body: { as: 'client' } })
  const ended = await who.call(cancellations.cancel, {
    params,
    query,
    body: { quoteToken: quoted.body.token, reason: `Soy ${mark}` },
  })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  // A gift card that they bought, one sent to their number, and a waitlist entry.
  const gift = { amountCents: 30_000, message: '', cardToken: 'tok_ok' }
  const bought = await who.call(buyGiftCard, {
    body: {
      ...gift,
      requestId: crypto.randomUUID(),
      from: mark,
      to: 'Sol',
      delivery: { by: 'hand' },
      contactPhone: phone,
    },
  })
  assert.equal(bought.status, 201, JSON.stringify(bought.body))
  const giver = await people.signIn(kalli, await people.account(kalli))
  const received = await giver.call(buyGiftCard, {
    body: {
      ...gift,
      requestId: crypto.randomUUID(),
      from: 'Luz',
      to: mark,
      delivery: { by: 'phone', phone, sendOn: null },
    },
  })
  assert.equal(received.status, 201, JSON.stringify(received.body))
  const at = await people.bookable(kalli)
  const closed = await at.professional.person.call(saveException, {
    query: {},
    body: { date: '2026-11-25', windows: [] },
  })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  const waits = await who.call(joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: '2026-11-25',
      to: '2026-11-25',
      parts: ['morning'],
      contact: { firstName: mark, phone },
    },
  })
  assert.equal(waits.status, 201, JSON.stringify(waits.body))
  const search = { label: mark, search: `q=${mark}`, queries: [`q=${mark}`], phone }
  const alert = await who.call(saveVisitorSearch, { body: search })
  assert.equal(alert.status, 201, JSON.stringify(alert.body))
  await drain(kalli)
  return { phone, mark, visit }
}

const traces = async (words: readonly string[]) => {
  const { rows: columns } = await kalli.database.pool.query<{ table: string; column: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
       and (data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying') or udt_name = 'tsvector')`,
  )
  const found: string[] = []
  for (const { table, column } of columns)
    for (const word of words) {
      const { rows } = await kalli.database.pool.query(
        `select 1 from ${table} where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
        [word],
      )
      if (rows.length > 0) found.push(`${table}.${column}: ${word}`)
    }
  return found
}

test('a visitor who has confirmed nothing gets no copy, deletes nothing and learns nothing', async () => {
  const { phone } = await past()
  const stranger = kalli.visitor()
  assert.deepEqual(await stateOf(stranger), { contacts: [], isFresh: false, reasons: [] })
  assert.equal((await copyOf(stranger)).status, 409)
  assert.equal(refusalOf(await leave(stranger)).code, 'contact_unconfirmed')
  assert.equal(refusalOf(await stranger.call(openGuestCopy)).code, 'contact_unconfirmed')
  const other = kalli.visitor()
  const theirs = phoneOf()
  await bookedByPhone(kalli, other, await people.bookable(kalli), { phone: theirs })
  const copy = await (await copyOf(other)).text()
  assert.ok(copy.includes(theirs) && !copy.includes(phone))
})

test('the code of a telephone gives a readable and a machine-readable copy of its data', async () => {
  const { phone, mark, visit } = await past()
  const who = kalli.visitor()
  await prove(kalli, who, phone)
  assert.equal((await who.call(openGuestCopy)).status, 200)
  const answer = await copyOf(who)
  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /attachment; filename="mis-datos-de-kalli\.json"/,
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const copy: Record<string, unknown> = JSON.parse(await answer.text())
  assert.deepEqual(
    [
      'datos_de_cliente',
      'reservas_como_cliente',
      'pagos',
      'sms_que_te_enviamos',
      'tarjetas_de_regalo_compradas',
      'listas_de_espera',
      'busquedas_guardadas',
    ].filter((part) => !(part in copy)),
    [],
  )
  assert.match(JSON.stringify(copy), new RegExp(`${mark}.*${visit.id}`, 's'))
  const page = await (await copyOf(who, 'kalli.html')).text()
  assert.match(page, /<h2>Reservas como cliente<\/h2>/)
  assert.equal((await copyOf(who, 'other.txt')).status, 404)
})

test('a confirmation older than ten minutes shows visits, and neither copies nor deletes', async () => {
  const { phone } = await past()
  const who = kalli.visitor()
  await prove(kalli, who, phone)
  kalli.time.advance(11)
  const { isFresh, contacts } = await stateOf(who)
  assert.deepEqual([isFresh, contacts.length], [false, 1])
  assert.equal((await copyOf(who)).status, 409)
  assert.equal(refusalOf(await leave(who)).code, 'contact_unconfirmed')
})

test('an upcoming visit blocks the deletion, with that reason', async () => {
  const phone = phoneOf()
  const who = kalli.visitor()
  await bookedByPhone(kalli, who, await people.bookable(kalli), { phone })
  assert.deepEqual(
    (await stateOf(who)).reasons.map(({ reason }) => reason),
    ['visits_to_come'],
  )
  assert.equal(refusalOf(await leave(who)).code, 'account_in_use')
  assert.equal((await who.call(guestBookings, { query: {} })).body.visits.length, 1)
})

test('a deleted telephone leaves no name and no number, and keeps the receipt', async () => {
  const { phone, mark, visit } = await past()
  const who = kalli.visitor()
  await prove(kalli, who, phone)
  assert.ok((await traces([mark, phone])).length > 5)
  const both = await Promise.all([leave(who), leave(who)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'of two presses one deletes')
  await drain(kalli)
  const { rows: said } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1',
    [phone],
  )
  assert.deepEqual(said.length, 1)
  assert.match(said[0]?.body ?? '', /borramos tus datos/)
  kalli.time.advance(25 * 60)
  await forgetFarewells(kalli.work())
  assert.deepEqual(await traces([mark, phone]), [])
  const { rows } = await kalli.database.pool.query(
    'select total_cents, contact from bookings where id = $1',
    [visit.id],
  )
  assert.deepEqual(rows, [{ total_cents: visit.totalCents, contact: null }])
  assert.equal(await people.trialBalance(kalli), 0)
  assert.deepEqual(await stateOf(who), { contacts: [], isFresh: false, reasons: [] })
})

test('a number typed beside an email neither copies nor deletes the data of that email', async () => {
  const contact = contactOf({ phone: phoneOf() })
  const visit = await booked(kalli, await people.bookable(kalli), { contact })
  const who = kalli.visitor()
  await prove(kalli, who, contact.phone)
  const copy: Record<string, unknown> = JSON.parse(await (await copyOf(who)).text())
  assert.ok(!('reservas_como_cliente' in copy) && !JSON.stringify(copy).includes(contact.email))
  assert.equal((await leave(who)).status, 200)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    `select contact ->> 'email' as email from bookings where id = $1`,
    [visit.id],
  )
  assert.deepEqual(rows, [{ email: contact.email }])
})
