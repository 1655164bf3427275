/** Two people write to each other; to others the conversation is not found. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/conversation/conversation.ts'
import * as messageReport from '#contract/conversation/message-report.ts'
import * as hiring from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as request from '#contract/booking/request/request.ts'
import * as reservation from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import * as account from '#contract/account/account.ts'
import {
  community,
  notification,
  notificationSettings,
  saveNotificationSettings,
} from '#contract/notification/notification.ts'
import { cancel, cancelQuote } from '#contract/booking/cancellation.ts'
import { sendDue } from '#server/notification/written.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { drain } from '#server/platform/jobs.ts'
import { answersEach, booked, contactOf, requested } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { world } from '#server/testing/world.ts'
import { things } from '#server/testing/world/things.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

type Kind = 'booking' | 'application' | 'invitation'
const write = (
  who: Person,
  kind: Kind,
  id: string | number,
  text: string,
  t?: string,
  message = randomUUID(),
) =>
  who.call(contract.sendMessage, {
    params: { kind, id: String(id) },
    query: t === undefined ? {} : { t },
    body: { id: message, text },
  })
const look = (who: Person, kind: Kind, id: string | number, t?: string) =>
  who.call(contract.conversation, { params: { kind, id: String(id) }, query: t === undefined ? {} : { t } })

const visit = async () => {
  const at = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const { id } = await booked(kalli, at, { who: client, contact: contactOf() })
  return { at, client, professional: at.professional.person, host: at.host.person, id }
}

test('a client and a professional message each other about a visit, and the host has no access', async () => {
  const { client, professional, host, id } = await visit()
  const empty = await look(client, 'booking', id)
  assert.deepEqual([empty.status, empty.body.messages, empty.body.mayWrite.allowed], [200, [], true])
  const first = await write(client, 'booking', id, 'Hola, ¿puedo llegar con mi hija?')
  assert.deepEqual(
    [first.status, first.body.number, first.body.mine, first.body.by],
    [200, 1, true, 'client'],
  )
  const seen = await look(professional, 'booking', id)
  assert.deepEqual(
    seen.body.messages.map(({ text, mine, by }) => ({ text, mine, by })),
    [{ text: 'Hola, ¿puedo llegar con mi hija?', mine: false, by: 'client' }],
  )
  assert.deepEqual([seen.body.unread, seen.body.other.side, seen.body.as], [1, 'client', 'professional'])
  await write(professional, 'booking', id, 'Claro que sí')
  assert.equal((await look(client, 'booking', id)).body.messages.length, 2)

  assert.equal((await look(host, 'booking', id)).status, 404)
  assert.equal((await write(host, 'booking', id, 'Yo también')).status, 404)
  assert.equal((await look(kalli.visitor(), 'booking', id)).status, 404)
  const stranger = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await look(stranger, 'booking', id)).status, 404)
  assert.equal((await write(stranger, 'booking', id, 'Hola')).status, 404)
  assert.deepEqual((await host.call(contract.conversations)).body, [])
})

test('a visitor without an account writes by their link, and is notified by e-mail', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const contact = contactOf()
  const booking = await booked(kalli, at, { who: visitor, contact })
  const t =
    new URL(
      (
        await kalli.database.pool.query('select body_text from mails where dedupe_key = $1', [
          await (async () => {
            await drain(kalli)
            return `booking-confirmed:${booking.id}:client`
          })(),
        ])
      ).rows[0].body_text.match(/https?:\/\/\S+/)[0],
    ).searchParams.get('t') ?? ''
  const elsewhere = kalli.visitor()
  assert.equal((await look(elsewhere, 'booking', booking.id)).status, 404)
  assert.equal((await write(elsewhere, 'booking', booking.id, '¿Hay estacionamiento?', t)).status, 200)
  assert.equal((await write(at.professional.person, 'booking', booking.id, 'Sí, en la esquina')).status, 200)
  assert.equal((await look(elsewhere, 'booking', booking.id, t)).body.messages.length, 2)
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body_text: string; subject: string }>(
    'select subject, body_text from mails where to_address = $1 order by id desc limit 1',
    [contact.email],
  )
  // A visitor without an account cannot be blocked, and the page says so beforehand.
  const seen = await look(at.professional.person, 'booking', booking.id)
  assert.deepEqual(seen.body.mayBlock, { allowed: false, reason: 'No se puede bloquear: no tiene cuenta' })
  const blocked = await at.professional.person.call(messageReport.blockOther, {
    params: { kind: 'booking', id: booking.id },
  })
  assert.equal(refusalOf(blocked).code, 'no_account_to_block')
  assert.match(rows[0]?.subject ?? '', /^Mensaje nuevo de Ana/)
  assert.ok(!rows[0]?.body_text.includes('esquina'), 'the letter repeats nothing of it')
  assert.match(rows[0]?.body_text ?? '', new RegExp(`/booking-success\\?id=${booking.id}&t=`))
})

test('a client with an account is notified by e-mail of unread messages, unless they opted out', async () => {
  const { client, professional, id } = await visit()
  const { body: me } = await client.call(account.user)
  const notified = async () => {
    kalli.time.advance(3)
    await publishWaiting(kalli.work())
    await drain(kalli)
    kalli.time.set(new Date(kalli.clock().getTime() + 60_000))
    await sendDue(kalli.work())
    const { rows } = await kalli.database.pool.query<{ subject: string; body_text: string }>(
      "select subject, body_text from mails where to_address = $1 and subject like 'Mensaje nuevo%'",
      [me.email],
    )
    return rows
  }
  await write(professional, 'booking', id, 'Llego cinco minutos antes')
  const [emailMessage, ...more] = await notified()
  assert.deepEqual([more.length, emailMessage?.body_text.includes('cinco minutos')], [0, false])
  assert.match(emailMessage?.body_text ?? '', new RegExp(`/messages\\?with=booking\\.${id}\\.client`))
  await client.call(contract.readConversation, { params: { kind: 'booking', id }, body: { upTo: 1 } })
  const { body: chosen } = await client.call(notificationSettings)
  const saved = await client.call(saveNotificationSettings, {
    body: {
      events: chosen.events.map(({ open: _open, ...row }) =>
        row.event === 'message' ? { ...row, email: false } : row,
      ),
      quiet: null,
      version: chosen.version,
    },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  await write(professional, 'booking', id, 'Ya voy')
  assert.equal((await notified()).length, 1)
})

test('the same message sent again is one message, and another text under its id is refused', async () => {
  const { client, professional, id } = await visit()
  const message = randomUUID()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => write(client, 'booking', id, 'Una sola vez', undefined, message)),
  )
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
  assert.equal((await look(client, 'booking', id)).body.messages.length, 1)
  assert.equal(
    refusalOf(await write(client, 'booking', id, 'Otra cosa', undefined, message)).code,
    'message_of_another',
  )
  const taken = await write(professional, 'booking', id, 'Una sola vez', undefined, message)
  assert.equal(refusalOf(taken).code, 'message_of_another')
})

test('forty concurrent messages are put in one order, and none is counted twice or lost', async () => {
  const { client, professional, id } = await visit()
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      write(n % 2 === 0 ? client : professional, 'booking', id, `Mensaje ${n}`),
    ),
  )
  assert.ok(sent.every(({ status }) => status === 200))
  const numbers = sent.map(({ body }) => body.number).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 40 }, (_, n) => n + 1),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) from conversations where booking_id = ${id}`.execute(kalli.database.kysely)
  assert.equal(rows[0]?.count, 1)
})

test('the unread count stays correct while messages are read and written at once', async () => {
  const { client, professional, id } = await visit()
  await write(client, 'booking', id, 'Primero')
  await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => write(client, 'booking', id, `Uno más ${n}`)),
    ...Array.from({ length: 10 }, () =>
      professional.call(contract.readConversation, { params: { kind: 'booking', id }, body: { upTo: 1e6 } }),
    ),
  ])
  const seat = async () =>
    (
      await sql<{ unread: number; waits: boolean; really: number }>`
        select s.unread, s.waits_since is not null as waits, (select count(*) from conversation_messages m
          where m.conversation_id = s.conversation_id and m.side <> s.side and m.number > s.read_number) as really
        from conversation_seats s join conversations c on c.id = s.conversation_id
        where c.booking_id = ${id} and s.side = 'professional'`.execute(kalli.database.kysely)
    ).rows[0]
  const now = await seat()
  assert.equal(now?.unread, now?.really)
  assert.equal(now?.waits, (now?.really ?? 0) > 0)
  await professional.call(contract.readConversation, { params: { kind: 'booking', id }, body: { upTo: 11 } })
  assert.deepEqual(await seat(), { unread: 0, waits: false, really: 0 })
  assert.equal((await look(client, 'booking', id)).body.otherRead, 11)
  assert.equal((await professional.call(contract.conversationCount)).body.count, 0)
  await write(client, 'booking', id, 'Algo nuevo')
  assert.deepEqual((await professional.call(contract.conversationCount)).body, {
    count: 1,
    of: [{ kind: 'booking', about: id, unread: 1 }],
  })
  // A lower mark changes nothing.
  await professional.call(contract.readConversation, { params: { kind: 'booking', id }, body: { upTo: 3 } })
  assert.equal((await seat())?.unread, 1)
})

test('an application hides telephones and emails from both parties until it is approved', async () => {
  const made = await world(kalli)
  const id = await things.application(made)
  const [professional, host] = [made.persons['owner professional'], made.persons['owner host']]
  const text = 'Llámame al 55 1234 5678 o escríbeme a ana@rojas.mx'
  const sent = await write(professional, 'application', id, text)
  assert.equal(sent.body.text, 'Llámame al [teléfono oculto] o escríbeme a [correo oculto]')
  assert.equal(sent.body.hidden, true)
  for (const who of [professional, host])
    for (const path of ['', '/messages?before=9'])
      assert.ok(
        !(await (await who.fetch('GET', `/api/conversations/application/${id}${path}`)).text()).includes(
          '5678',
        ),
      )
  const list = await (await host.fetch('GET', '/api/conversations')).text()
  assert.ok(list.includes('oculto') && !list.includes('5678') && !list.includes('rojas.mx'))
  // In pieces.
  for (const piece of ['Mira:', '55', '1234']) await write(professional, 'application', id, piece)
  assert.equal((await write(professional, 'application', id, '5678')).body.text, '[teléfono oculto]')
  const { body } = await host.call(hiring.application, { params: { id } })
  const approved = await host.call(applicationReview.approveApplication, {
    params: { id },
    body: { version: body.version },
  })
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  const [first] = (await look(host, 'application', id)).body.messages
  assert.deepEqual([first?.text, first?.hidden], [text, false])
})

test('a requested visit hides telephones from both parties until it is accepted', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const client = await people.signIn(kalli, await people.account(kalli))
  const one = await requested(kalli, at, { who: client, contact: contactOf() })
  const { person: professional } = at.professional
  const sent = await write(client, 'booking', one.id, 'Mi cel: 55-12-34-56-78')
  assert.deepEqual([sent.body.text, sent.body.hidden], ['Mi cel: [teléfono oculto]', true])
  // In pieces, with a word of the other party in between.
  await write(professional, 'booking', one.id, 'El mío es 55')
  await write(client, 'booking', one.id, 'ok')
  await write(professional, 'booking', one.id, '1234')
  await write(client, 'booking', one.id, 'ok')
  assert.equal((await write(professional, 'booking', one.id, '5678')).body.text, '[teléfono oculto]')
  for (const who of [client, professional]) {
    const seen = await look(who, 'booking', one.id)
    assert.equal(seen.body.hides, true)
    assert.ok(!JSON.stringify(seen.body).includes('5678') && !JSON.stringify(seen.body).includes('56-78'))
  }
  const { body: waiting } = await professional.call(request.requests, { query: { role: 'professional' } })
  const yes = await professional.call(request.acceptRequest, {
    params: { id: one.id },
    body: { as: 'professional', version: waiting.bookings[0]?.version ?? 0 },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  for (const who of [client, professional]) {
    const seen = await look(who, 'booking', one.id)
    assert.equal(seen.body.hides, false)
    assert.deepEqual(
      [seen.body.messages[0]?.text, seen.body.messages.at(-1)?.text],
      ['Mi cel: 55-12-34-56-78', '5678'],
    )
  }
})

test('a draft application has no conversation, and an invitation has one as soon as it is sent', async () => {
  const made = await world(kalli)
  const invitation = await things.invitation(made)
  const [professional, host] = [made.persons['owner professional'], made.persons['owner host']]
  assert.equal((await write(host, 'invitation', invitation, '¿Te late venir a conocer?')).status, 200)
  assert.equal((await look(professional, 'invitation', invitation)).body.unread, 1)
  assert.equal((await look(made.persons['owner client'], 'invitation', invitation)).status, 404)
  const application = await things.application(made)
  await sql`update applications set status = 'draft', sent_at = null, expires_at = null, open_place = null, version = version + 1 where id = ${application}`
    .execute(kalli.database.kysely)
    .catch(() => undefined)
  const { rows } = await sql<{
    status: string
  }>`select status from applications where id = ${application}`.execute(kalli.database.kysely)
  if (rows[0]?.status === 'draft') assert.equal((await look(host, 'application', application)).status, 404)
})

test('the list, the counts and the notification of a conversation name its application or invitation', async () => {
  for (const kind of ['application', 'invitation'] as const) {
    const made = await world(kalli)
    const id = String(await things[kind](made))
    const [professional, host] = [made.persons['owner professional'], made.persons['owner host']]
    const [from, to] = kind === 'application' ? [professional, host] : [host, professional]
    assert.equal((await write(from, kind, id, '¿Puedo ver el lugar el jueves?')).status, 200)
    assert.deepEqual((await to.call(contract.conversationCount)).body, {
      count: 1,
      of: [{ kind, about: id, unread: 1 }],
    })
    for (const who of [from, to]) {
      const [line] = (await who.call(contract.conversations, { query: {} })).body
      assert.deepEqual([line?.kind, line?.about], [kind, id])
    }
    kalli.time.advance(3)
    await publishWaiting(kalli.work())
    await drain(kalli)
    const notified = (await to.call(community)).body.find(({ title }) => /mensaje/i.test(title))
    const { about } = (await to.call(notification, { params: { id: notified?.id ?? 0 } })).body
    const side = kind === 'application' ? 'host' : 'professional'
    assert.deepEqual(about, { kind: 'conversation', id: `${kind}.${id}.${side}` })
  }
})

test('only the current holder of rented hours and the host discuss them', async () => {
  const at = await people.bookable(kalli)
  const rent = await rentedHours(at.professional.person, at, { date: '2026-12-03' })
  assert.equal((await write(at.professional.person, 'booking', rent.id, '¿Hay secadora?')).status, 200)
  assert.equal((await write(at.host.person, 'booking', rent.id, 'Sí, dos')).status, 200)
  const seen = await look(at.host.person, 'booking', rent.id)
  assert.deepEqual([seen.body.as, seen.body.messages.length, seen.body.hides], ['host', 2, false])
})

test('for handed-over hours the host’s unread messages no longer count, and each former holder keeps their messages', async () => {
  const at = await people.bookable(kalli)
  const rent = await rentedHours(at.professional.person, at, { date: '2026-12-04' })
  const holders = [at.professional]
  for (const firstName of ['Berta', 'Carla']) {
    const next = await people.professional(kalli, { firstName })
    await people.agreement(kalli, next.id, at.space.id)
    holders.push(next)
  }
  const host = at.host.person
  const counted = async (who: Person) => (await who.call(contract.conversationCount)).body.count
  const about = async (who: Person) =>
    (await who.call(contract.conversations, { query: {} })).body.map(({ about }) => about)
  const noticed = async () =>
    (await host.call(community)).body.filter(({ title, isRead }) => /mensaje/i.test(title) && !isRead).length
  for (const [place, { person }] of holders.entries()) {
    assert.equal((await write(person, 'booking', rent.id, `Hola ${place}`)).status, 200)
    assert.equal(await counted(host), 1)
    kalli.time.advance(3)
    await publishWaiting(kalli.work())
    await drain(kalli)
    assert.equal(await noticed(), 1)
    const next = holders[place + 1]
    if (next === undefined) break
    const { version } = (await person.call(reservation.reservation, { params: { id: rent.id } })).body
    const offered = await person.call(reservation.offerHours, {
      params: { id: rent.id },
      body: { professionalId: next.id, version, hours: null },
    })
    const offer = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
    const taken = await next.person.call(handOvers.answerHandOver, {
      params: { id: offer.id, move: 'accept' },
      body: { version: offer.version },
    })
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    await drain(kalli)
    assert.deepEqual([await counted(host), await about(host), await noticed()], [0, [], 0])
  }
  // The payer, the holder in between, and the present holder: each sees only their own messages.
  for (const [place, { person }] of holders.entries()) {
    assert.deepEqual(await about(person), [rent.id])
    const { status, body } = await person.call(contract.conversation, {
      params: { kind: 'booking', id: rent.id },
      query: { as: 'professional' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      [body.messages.map(({ text }) => text), body.mayWrite.allowed],
      [[`Hola ${place}`], place === 2],
    )
  }
  assert.match(
    refusalOf(await write(holders[1]?.person ?? host, 'booking', rent.id, 'Otra')).message,
    /Cediste/,
  )
})

test('two weeks after a visit ends neither party can write, and each sees why', async () => {
  const { client, professional, id } = await visit()
  await write(client, 'booking', id, 'Hola')
  const quoted = await client.call(cancelQuote, { params: { id }, body: { as: 'client' } })
  await client.call(cancel, { params: { id }, body: { quoteToken: quoted.body.token, reason: '' } })
  assert.equal((await write(professional, 'booking', id, 'Lástima, ¡otra vez será!')).status, 200)
  const before = kalli.clock()
  kalli.time.advance(15 * 24 * 60)
  const late = await write(professional, 'booking', id, 'Hola otra vez')
  assert.equal(refusalOf(late).code, 'conversation_closed')
  assert.match(refusalOf(late).message, /más de 14 días/)
  const seen = await look(professional, 'booking', id)
  assert.deepEqual([seen.body.mayWrite.allowed, seen.body.messages.length], [false, 2])
  kalli.time.set(before)
})

test('a blocked user cannot write to the blocking user anywhere, and blocking can be undone', async () => {
  const { client, professional, id } = await visit()
  const said = randomUUID()
  await write(client, 'booking', id, 'Hola', undefined, said)
  const where = { params: { kind: 'booking' as const, id } }
  assert.equal((await professional.call(messageReport.blockOther, where)).status, 200)
  // A sent message stays sent: a writer who lost the reply and retries is not refused.
  assert.equal((await write(client, 'booking', id, 'Hola', undefined, said)).body.number, 1)
  assert.equal((await professional.call(messageReport.blockOther, where)).status, 200)
  const refused = await write(client, 'booking', id, '¿Hola?')
  assert.equal(refusalOf(refused).code, 'conversation_closed')
  assert.match(refusalOf(refused).message, /no recibe mensajes/)
  assert.match(refusalOf(await write(professional, 'booking', id, 'Adiós')).message, /Bloqueaste/)
  assert.equal((await look(professional, 'booking', id)).body.iBlocked, true)
  assert.equal((await client.call(messageReport.unblockOther, where)).status, 200)
  assert.equal((await write(client, 'booking', id, '¿Hola?')).status, 409)
  await professional.call(messageReport.unblockOther, where)
  assert.equal((await write(client, 'booking', id, 'Gracias')).status, 200)
})

test('a blocked user is listed only in the blocker’s settings, by the conversation’s name, and is unblocked there', async () => {
  const { client, professional, id } = await visit()
  await write(client, 'booking', id, 'Hola')
  const where = { params: { kind: 'booking' as const, id } }
  assert.equal((await kalli.visitor().call(messageReport.blockedByMe)).status, 401)
  assert.deepEqual((await professional.call(messageReport.blockedByMe)).body, [])
  await professional.call(messageReport.blockOther, where)
  const { other } = (await look(professional, 'booking', id)).body
  const [one = assert.fail('nobody'), ...more] = (await professional.call(messageReport.blockedByMe)).body
  assert.deepEqual([one.name, one.photo, more], [other.name, other.photo, []])
  assert.deepEqual((await client.call(messageReport.blockedByMe)).body, [], 'nobody learns who blocked them')

  const unblock = (who: Person) => who.call(messageReport.unblockPerson, { params: { id: one.id } })
  assert.equal((await unblock(kalli.visitor())).status, 401)
  assert.equal(refusalOf(await unblock(client)).code, 'not_found')
  const two = await Promise.all([unblock(professional), unblock(professional)])
  assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 404])
  assert.equal((await write(client, 'booking', id, 'Gracias')).status, 200)
  assert.deepEqual((await professional.call(messageReport.blockedByMe)).body, [])
})

test('a reported message is decided once by staff, whose view is logged, and a removed message has no text', async () => {
  const made = await world(kalli)
  const message = await things.talk(made)
  const [client, professional] = [made.persons['owner client'], made.persons['owner professional']]
  const reporting = (who: Person) =>
    who.call(messageReport.reportMessage, {
      params: { kind: 'booking', id: message },
      body: { message, reason: 'outside', note: 'Pide efectivo' },
    })
  assert.equal((await reporting(client)).status, 404)
  assert.equal((await reporting(professional)).status, 200)
  assert.equal(refusalOf(await reporting(professional)).code, 'message_reported')
  const { administrator } = made.persons
  const queue = await administrator.call(messageReport.reportQueue)
  const [report] = queue.body.reports.slice(-1)
  assert.ok(report)
  assert.deepEqual(
    report.messages.map(({ reported, text }) => [reported, text]),
    [[true, '¿A qué hora llego?']],
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) from conversation_looks where report_id = ${report.id}`.execute(kalli.database.kysely)
  assert.equal(rows[0]?.count, 1)
  const deciding = () =>
    administrator.call(messageReport.decideReport, { params: { id: report.id }, body: { remove: true } })
  const both = await Promise.all([deciding(), deciding()])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const [gone] = (await look(client, 'booking', message)).body.messages
  assert.deepEqual([gone?.text, gone?.gone], ['', 'removed'])
})

test('an unread message is notified once per recipient, also by two workers at once, and a read one is not', async () => {
  const { at, client, professional, id } = await visit()
  await publishWaiting(kalli.work())
  await drain(kalli)
  await write(client, 'booking', id, 'Hola')
  await write(client, 'booking', id, '¿Sigues ahí?')
  await publishWaiting(kalli.work())
  await drain(kalli)
  const mine = async () =>
    (await professional.call(community)).body.filter(({ title }) => /mensaje/i.test(title))
  assert.deepEqual(await mine(), [])
  kalli.time.advance(3)
  await Promise.all([
    publishWaiting(kalli.work()),
    publishWaiting(kalli.work()),
    publishWaiting(kalli.work()),
  ])
  await drain(kalli)
  await publishWaiting(kalli.work())
  await drain(kalli)
  const [notified, ...others] = await mine()
  assert.equal(notified?.title, '2 mensajes nuevos de Lucía')
  assert.equal(others.length, 0)
  const { about } = (await professional.call(notification, { params: { id: notified?.id ?? 0 } })).body
  assert.deepEqual(about, { kind: 'conversation', id: `booking.${id}.professional` })
  // Read, then something new: notified again.
  await professional.call(contract.readConversation, { params: { kind: 'booking', id }, body: { upTo: 2 } })
  await write(client, 'booking', id, 'Ya voy')
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  assert.equal((await mine()).length, 2)
  assert.ok(at.professional.id > 0)
})

test('a user who sends too many messages must wait', async () => {
  const strict = await startTestServer({ config: { logLevel: 'silent', rateLimits: true } })
  try {
    const at = await people.bookable(strict)
    const { id } = await booked(strict, at, {
      who: await people.signIn(strict, await people.account(strict)),
    })
    const answers: number[] = []
    for (let n = 0; n < 32; n += 1)
      answers.push((await write(at.professional.person, 'booking', id, `Mensaje ${n}`)).status)
    assert.deepEqual([...new Set(answers)], [200, 429])
  } finally {
    await strict.close()
  }
})

test('a long conversation is read page by page, and the list by its cursor', async () => {
  const { client, professional, id } = await visit()
  for (let n = 1; n <= 50; n += 1) await write(client, 'booking', id, `Mensaje número ${n}`)
  const newest = await look(professional, 'booking', id)
  assert.deepEqual(
    [newest.body.messages[0]?.number, newest.body.messages.length, newest.body.earlier],
    [11, contract.talk.page, true],
  )
  const older = await professional.call(contract.earlierMessages, {
    params: { kind: 'booking', id },
    query: { before: 11 },
  })
  assert.deepEqual(
    [older.body.messages[0]?.number, older.body.messages.length, older.body.earlier],
    [1, 10, false],
  )
  const bad = await professional.fetch('GET', '/api/conversations?cursor=nonsense')
  assert.equal(bad.status, 400)
  const [line] = (await professional.call(contract.conversations)).body
  assert.deepEqual([line?.last.text, line?.unread, line?.about], ['Mensaje número 50', 50, id])
})
