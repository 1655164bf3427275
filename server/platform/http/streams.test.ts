/** Open streams over real sockets, with a faster clock. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { Refusal } from '#server/platform/refuse.ts'
import { openStreams, type Stream } from '#server/platform/http/streams.ts'

const opened = async (options: { most?: number; beatMs?: number }) => {
  const streams = openStreams(options)
  const app = fastify()
  const lines: Stream[] = []
  app.get<{ Querystring: { who: string } }>('/events', (request, reply) => {
    try {
      lines.push(streams.open(reply, request.query.who, () => undefined))
    } catch (problem) {
      void reply
        .code(problem instanceof Refusal ? 503 : 500)
        .send(problem instanceof Refusal ? problem.code : '')
    }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    streams.endAll()
    await app.close()
  }
  return { streams, lines, address, close }
}

const until = async (isSo: () => boolean, what: string) => {
  const giveUp = performance.now() + 60_000
  while (!isSo()) {
    assert.ok(performance.now() < giveUp, what)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a stream whose reader stops reading for two heartbeats is closed, and a read one is not', async () => {
  const { streams, lines, address, close } = await opened({ beatMs: 50 })
  const { hostname, port } = new URL(address)
  const deaf = connect(Number(port), hostname)
  deaf.on('error', () => undefined)
  deaf.write('GET /events?who=deaf HTTP/1.1\r\nHost: kalli\r\n\r\n')
  await new Promise((resolve) => deaf.once('readable', resolve))
  deaf.pause()
  const reads = await fetch(`${address}/events?who=reads`)
  const reading = (async () => {
    const reader = reads.body?.getReader()
    while (!((await reader?.read()) ?? { done: true }).done);
  })()
  await until(() => streams.count() === 2, 'both are open')
  await until(() => {
    // Until it exceeds the system's own buffers.
    for (const line of lines) line.send('changed', 'x'.repeat(262_144))
    return streams.count() === 1
  }, 'the deaf one goes')
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(streams.count(), 1)
  deaf.destroy()
  await close()
  await reading
})

test('beyond the limit new streams are refused and open ones stay, and a user’s oldest stream is closed', async () => {
  const { streams, address, close } = await opened({ most: 7 })
  const first = await fetch(`${address}/events?who=ana`)
  for (let n = 0; n < 6; n += 1) await fetch(`${address}/events?who=ana`)
  await first.text()
  assert.equal(streams.count(), 6)
  assert.equal((await fetch(`${address}/events?who=berta`)).status, 200)
  const refused = await fetch(`${address}/events?who=carla`)
  assert.deepEqual([refused.status, await refused.text()], [503, 'too_many_streams'])
  assert.equal(streams.count(), 7)
  await close()
})
