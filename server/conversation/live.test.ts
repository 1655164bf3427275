/** The live connection, with real sockets: across processes, after a disconnect, and with slow readers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/conversation/conversation.ts'
import { logout } from '#contract/account/account.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { visitor } from '#server/testing/person.ts'

let store: TestDatabase
let one: TestServer
let other: TestServer
before(async () => {
  store = await testDatabase()
  one = await startTestServer({ store, config: { logLevel: 'silent' } })
  other = await startTestServer({
    store: { ...store, drop: async () => undefined },
    config: { logLevel: 'silent' },
  })
})
after(async () => {
  await other.close()
  await one.close()
})

/** The events of an open connection; `next` waits for one that matches. */
const listen = async (kalli: TestServer, who: Person, query = '') => {
  const leaving = new AbortController()
  const cookie = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${kalli.url}/api/conversations/events${query}`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  let text = ''
  let ended = false
  const reading = (async () => {
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      text += new TextDecoder().decode(value)
    }
    ended = true
  })().catch(() => {
    ended = true
  })
  const until = async (what: RegExp) => {
    const giveUp = performance.now() + 60_000
    while (!what.test(text)) {
      assert.ok(performance.now() < giveUp, `${String(what)} never came: ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    response,
    until,
    text: () => text,
    clear: () => (text = ''),
    ended: async () => {
      await reading
      return ended
    },
    leave: () => leaving.abort(),
  }
}

const talk = async () => {
  const at = await people.bookable(one)
  const client = await people.signIn(one, await people.account(one))
  const { id } = await booked(one, at, { who: client })
  return { at, client, id }
}

/** The same person's browser, connected to the other process. */
const through = (kalli: TestServer, who: Person): Person => {
  const same = visitor(kalli.url)
  for (const [name, value] of who.jar) same.jar.set(name, value)
  return same
}

const write = (who: Person, id: string, text: string) =>
  who.call(contract.sendMessage, { params: { kind: 'booking', id }, body: { id: randomUUID(), text } })

test('an event written by one process reaches a client of another, without the message text', async () => {
  const { at, client, id } = await talk()
  const line = await listen(other, at.professional.person)
  assert.equal(line.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await line.until(/event: again/)
  line.clear()
  assert.equal((await write(client, id, 'Hola, 5512345678')).status, 200)
  await line.until(/event: changed/)
  assert.match(line.text(), new RegExp(`data: {"kind":"booking","about":"${id}"}`))
  assert.ok(!line.text().includes('Hola'))
  const seen = await through(other, at.professional.person).call(contract.conversation, {
    params: { kind: 'booking', id },
  })
  assert.equal(seen.body.messages.length, 1)
  line.leave()
})

test('no user receives another’s events, and without a session no events are received', async () => {
  const { client, id } = await talk()
  const strangerAccount = await people.account(one)
  const line = await listen(one, await people.signIn(one, strangerAccount))
  await line.until(/event: again/)
  line.clear()
  const mine = await listen(one, client)
  await mine.until(/event: again/)
  await write(client, id, 'Hola')
  await mine.until(/event: changed/)
  assert.equal(line.text(), '')
  line.leave()
  mine.leave()
  assert.equal((await fetch(`${one.url}/api/conversations/events`)).status, 401)
  assert.equal((await fetch(`${one.url}/api/conversations/events?booking=${id}&t=falso`)).status, 404)
})

test('after the connection between processes is lost every client refetches, and receives events again', async () => {
  const { at, client, id } = await talk()
  const line = await listen(one, at.professional.person)
  await line.until(/event: again/)
  line.clear()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalli-hearing'
    and datname = current_database()`.execute(one.database.kysely)
  await line.until(/event: again/)
  line.clear()
  await write(client, id, 'Otra vez')
  await line.until(/event: changed/)
  line.leave()
})

test('one database connection listens for all streams, and the seventh stream of a user closes the first', async () => {
  const { client } = await talk()
  const lines = []
  for (let n = 0; n < 7; n += 1) lines.push(await listen(one, client))
  assert.equal(await lines[0]?.ended(), true)
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where application_name = 'kalli-hearing' and datname = current_database()`.execute(
    one.database.kysely,
  )
  // One of each process.
  assert.ok((rows[0]?.count ?? 9) <= 2)
  for (const line of lines) line.leave()
})

test('a stream reader who stops reading keeps little queued after thousands of events', async () => {
  const { at, client, id } = await talk()
  const { hostname, port } = new URL(one.url)
  const socket = connect(Number(port), hostname)
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  socket.write(`GET /api/conversations/events HTTP/1.1\r\nHost: kalli\r\nCookie: ${cookie}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  // From here on nothing is read.
  socket.pause()
  const line = await listen(one, at.professional.person)
  await line.until(/event: again/)
  const call = JSON.stringify({
    k: 'booking',
    a: id,
    to: [at.professional.accountId, await accountOf(client)],
  })
  for (let round = 0; round < 20; round += 1)
    await sql`select pg_notify('conversation', ${call} ) from generate_series(1, 1000)`.execute(
      one.database.kysely,
    )
  await line.until(/event: changed/)
  // Others continue, and the server answers.
  assert.equal((await write(client, id, 'Sigo aquí')).status, 200)
  line.leave()
  socket.destroy()
})

const accountOf = async (who: Person) => {
  const answer = await who.fetch('GET', '/api/auth/user')
  const user: { id: number } = JSON.parse(await answer.text())
  return user.id
}

test('a signed-out user cannot open a stream', async () => {
  const { client } = await talk()
  await client.call(logout)
  const answer = await client.fetch('GET', '/api/conversations/events')
  assert.equal(answer.status, 401)
})

test('a stopping process closes its streams at once, and leaves no listening connection', async () => {
  const { client } = await talk()
  const third = await startTestServer({
    store: { ...store, drop: async () => undefined },
    config: { logLevel: 'silent' },
  })
  const line = await listen(third, client)
  await line.until(/retry: \d+/)
  const started = performance.now()
  await third.close()
  assert.equal(await line.ended(), true)
  assert.ok(performance.now() - started < 5000)
})

test('a stream of a signed-out user ends at the next check, at most a minute later, and others continue', async () => {
  assert.equal(one.config.lineLooksMs, 60_000)
  const looking = await startTestServer({
    store: { ...store, drop: async () => undefined },
    config: { logLevel: 'silent', lineLooksMs: 250 },
  })
  const { at, client, id } = await talk()
  const line = await listen(looking, client)
  const staying = await listen(looking, at.professional.person)
  await line.until(/event: again/)
  await staying.until(/event: again/)
  await write(client, id, 'Ya me voy')
  await staying.until(/event: changed/)
  await through(looking, client).call(logout, { query: {} })
  const late = new Promise((_, reject) => setTimeout(reject, 15_000, new Error('it stays open')).unref())
  await Promise.race([line.ended(), late])
  staying.clear()
  await write(at.professional.person, id, 'Hasta pronto')
  await staying.until(/event: changed/)
  staying.leave()
  await looking.close()
})
