/** Reading a conversation marks its notices in the bell as read, and no others; opening its page marks nothing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/conversation/conversation.ts'
import { community, communityCount } from '#contract/notification/notification.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const write = (who: Person, id: string) =>
  who.call(contract.sendMessage, {
    params: { kind: 'booking', id },
    body: { id: randomUUID(), text: 'Llego cinco minutos antes.' },
  })
const messages = async (who: Person) => {
  const { body } = await who.call(community, {})
  return body
    .filter(({ title }) => /mensaje/i.test(title))
    .map(({ isRead }) => isRead)
    .toSorted()
}

test('a professional who reads a conversation marks its notifications read, live, and merely requesting it does not', async () => {
  const at = await people.bookable(kalli)
  const clients = [0, 1].map(async () => people.signIn(kalli, await people.account(kalli)))
  const [first, second] = await Promise.all(clients)
  assert.ok(first && second)
  const one = await booked(kalli, at, { who: first })
  const two = await booked(kalli, at, { who: second })
  await write(first, one.id)
  await write(second, two.id)
  kalli.time.advance(3)
  await publishWaiting(kalli.work())
  await drain(kalli)
  const { person } = at.professional
  const count = async () => (await person.call(communityCount)).body.count
  const notified = await count()
  assert.deepEqual(await messages(person), [false, false])

  // A page that is only opened.
  const params = { kind: 'booking' as const, id: one.id }
  await person.call(contract.conversation, { params })
  await drain(kalli)
  assert.equal(await count(), notified)
  // The client reads her own side of it: the professional's bell stays.
  await first.call(contract.readConversation, { params, body: { upTo: 1 } })
  await drain(kalli)
  assert.equal(await count(), notified)

  const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = new AbortController()
  const line = await fetch(`${kalli.url}/api/conversations/events`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  let received = ''
  const listening = (async () => {
    for await (const part of line.body ?? []) received += new TextDecoder().decode(part)
  })().catch(() => undefined)
  const read = await person.call(contract.readConversation, { params, body: { upTo: 1 } })
  assert.equal(read.status, 200, JSON.stringify(read.body))
  await drain(kalli)
  assert.equal(await count(), notified - 1)
  assert.deepEqual(await messages(person), [false, true], 'the other conversation still waits')
  // One event for the conversation, and one when the bell's count has dropped.
  const giveUp = performance.now() + 60_000
  while ((received.match(/event: changed/g) ?? []).length < 2) {
    assert.ok(performance.now() < giveUp, received)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  leaving.abort()
  await listening
})
