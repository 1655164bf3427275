import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done } from '#contract/platform/shapes.ts'
import { guard, openGate } from '#server/platform/gate.ts'
import { onError } from '#server/platform/http/on-error.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { until } from '#server/testing/until.ts'

const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'busy' && error.status === 503

test('as many callers as fit enter at once, and the rest in order of arrival', async () => {
  const gate = openGate({ atOnce: 2, maxWaitMs: 1000 })
  const order: number[] = []
  const work = async (n: number) => {
    await gate.enter()
    order.push(n)
    await sleep(5)
    gate.leave()
  }
  const all = [1, 2, 3, 4, 5].map(work)
  await sleep(0)
  assert.deepEqual([order, gate.waiting()], [[1, 2], 3])
  await Promise.all(all)
  assert.deepEqual([order, gate.waiting()], [[1, 2, 3, 4, 5], 0])
})

test('a caller whose wait would be too long is refused at once, by the measured speed of the queue', async () => {
  let now = 0
  const gate = openGate({ atOnce: 1, maxWaitMs: 500, clock: () => now })
  await gate.enter()
  const patient = Array.from({ length: 60 }, () => gate.enter())
  for (let moves = 0; moves < 40; moves += 1) {
    now += 50
    gate.leave()
  }
  await Promise.all(patient.slice(0, 40))
  await assert.rejects(gate.enter(), isBusy)
  for (let moves = 0; moves < 20; moves += 1) {
    now += 50
    gate.leave()
  }
  await Promise.all(patient)
  const again = gate.enter()
  gate.leave()
  await again
})

test('a quiet night does not make the first queue of the morning look slow', async () => {
  let now = 0
  const gate = openGate({ atOnce: 1, maxWaitMs: 500, clock: () => now })
  for (let night = 0; night < 50; night += 1) {
    await gate.enter()
    const second = gate.enter()
    now += 2
    gate.leave()
    await second
    gate.leave()
    now += 3_600_000
  }
  await gate.enter()
  const line = Array.from({ length: 150 }, () => gate.enter())
  for (const _ of line) gate.leave()
  await Promise.all(line)
})

const teaBusiness = async (atOnce: number) => {
  const app = Fastify()
  app.setErrorHandler(onError)
  const gate = openGate({ atOnce, maxWaitMs: 60_000 })
  guard(app, gate)
  const drink = (method: 'GET' | 'POST', path: string) =>
    endpoint({ method, path, summary: '', access: 'anyone', reply: Done })
  app.get('/tea', { config: { endpoint: drink('GET', '/tea') } }, () => ({ ok: true }))
  app.get('/flood', { config: { endpoint: drink('GET', '/flood') } }, () => 'x'.repeat(64_000_000))
  app.post('/cup', { config: { endpoint: drink('POST', '/cup') } }, () => ({ ok: true }))
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const say = (text: string) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => undefined)
    socket.write(text)
    return socket
  }
  return { app, gate, url: url.origin, say }
}

test('a call takes its place only when its body is complete', async () => {
  const { app, gate, url, say } = await teaBusiness(2)
  const body = '{"sugar":1}'
  const head = `POST /cup HTTP/1.1\r\nHost: kalli\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const slow = Array.from({ length: 3 }, () => say(`${head}{`))
  try {
    await until(
      'the three are there',
      async () => (await promisify(app.server.getConnections.bind(app.server))()) === 3,
    )
    await sleep(100)
    assert.equal((await fetch(`${url}/tea`, { signal: AbortSignal.timeout(5_000) })).status, 200)
    assert.equal(gate.waiting(), 0)
    const [first] = slow
    first?.write(body.slice(1))
    const answer = await new Promise<string>((resolve) =>
      first?.once('data', (data: Buffer) => resolve(data.toString())),
    )
    assert.match(answer, /^HTTP\/1.1 200/)
  } finally {
    for (const socket of slow) socket.destroy()
    await app.close()
  }
})

test('a call releases its place when its reply is ready, however slowly it is read', async () => {
  const { app, url, say } = await teaBusiness(2)
  const deaf = Array.from({ length: 3 }, () => say('GET /flood HTTP/1.1\r\nHost: kalli\r\n\r\n').pause())
  try {
    await until(
      'the three are there',
      async () => (await promisify(app.server.getConnections.bind(app.server))()) === 3,
    )
    await sleep(100)
    assert.equal((await fetch(`${url}/tea`, { signal: AbortSignal.timeout(5_000) })).status, 200)
  } finally {
    for (const socket of deaf) socket.destroy()
    await app.close()
  }
})

test('a gate is stuck when all places are taken and none has been released for a while', async () => {
  let now = 0
  const gate = openGate({ atOnce: 2, maxWaitMs: 1000, clock: () => now })
  await gate.enter()
  now = 60_000
  await gate.enter()
  assert.equal(gate.isStuck(5_000), false, 'the last place was taken at this moment')
  now += 4_000
  assert.equal(gate.isStuck(5_000), false)
  now += 2_000
  assert.equal(gate.isStuck(5_000), true)
  const third = gate.enter()
  gate.leave()
  await third
  assert.equal(gate.isStuck(5_000), false, 'the line moves')
  gate.leave()
  gate.leave()
  now += 60_000
  assert.equal(gate.isStuck(5_000), false, 'free places')
})

test('a caller who disconnects while waiting or being served frees the place', async () => {
  const tea = endpoint({ method: 'GET', path: '/tea', summary: '', access: 'anyone', reply: Done })
  const app = Fastify()
  app.setErrorHandler(onError)
  const gate = openGate({ atOnce: 2, maxWaitMs: 60_000 })
  guard(app, gate)
  let served = 0
  let kettle = Promise.withResolvers<void>()
  app.get('/tea', { config: { endpoint: tea } }, async () => {
    served += 1
    await kettle.promise
    return { ok: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const isPort = (given: string | AddressInfo | null): given is AddressInfo =>
    typeof given === 'object' && given !== null
  const url = `http://127.0.0.1:${isPort(address) ? address.port : 0}/tea`
  const connections = () => promisify(app.server.getConnections.bind(app.server))()
  const statuses = async (requested: Promise<Response>[]) =>
    (await Promise.all(requested)).map(({ status }) => status)
  try {
    const patient = [fetch(url), fetch(url)]
    await until('two are served', () => served === 2)
    const hastyGone = new AbortController()
    const hasty = Array.from({ length: 18 }, () => fetch(url, { signal: hastyGone.signal }))
    await until('the rest waits', () => gate.waiting() === 18)
    hastyGone.abort()
    assert.ok((await Promise.allSettled(hasty)).every(({ status }) => status === 'rejected'))
    await until('the hasty are seen to be gone', async () => (await connections()) === 2)
    kettle.resolve()
    assert.deepEqual(await statuses(patient), [200, 200])
    await until('nobody waits', () => gate.waiting() === 0)
    assert.equal(served, 2, 'nobody works for who is gone')

    kettle = Promise.withResolvers()
    const servedGone = new AbortController()
    const all = Array.from({ length: 20 }, () => fetch(url, { signal: servedGone.signal }))
    await until('two are served, the rest waits', () => served === 4 && gate.waiting() === 18)
    servedGone.abort()
    await Promise.allSettled(all)
    await until('nobody waits', () => gate.waiting() === 0)
    kettle.resolve()
    assert.deepEqual(await statuses([1, 2, 3, 4].map(() => fetch(url))), [200, 200, 200, 200])
    for (let more = 0; more < 3; more += 1) assert.equal((await app.inject('/tea')).statusCode, 200)
  } finally {
    kettle.resolve()
    await app.close()
  }
})
