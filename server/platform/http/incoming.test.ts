import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { onError } from '#server/platform/http/on-error.ts'
import { limitIncoming } from '#server/platform/http/incoming.ts'
import { until } from '#server/testing/until.ts'

const opened = async (limits: Parameters<typeof limitIncoming>[1]) => {
  const app = Fastify()
  app.setErrorHandler(onError)
  limitIncoming(app, limits)
  app.post('/cup', () => ({ ok: true }))
  app.get('/tea', () => ({ ok: true }))
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const say = (from: string, text: string) => {
    const socket = connect({ port: Number(url.port), host: url.hostname, localAddress: from })
    let answer = ''
    let isClosed = false
    socket.on('data', (data: Buffer) => (answer += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => (isClosed = true))
    socket.write(text)
    return { socket, answer: () => answer, isClosed: () => isClosed }
  }
  return { app, url: url.origin, say }
}

const half =
  'POST /cup HTTP/1.1\r\nHost: kalli\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{'
const rest = '"sugar":1}'

test('a body that takes too long is answered with 408, and its connection is closed', async () => {
  const { app, say } = await opened({ plainMs: 200 })
  const slow = say('127.0.0.1', half)
  await until('it is cut off', () => slow.isClosed(), 10)
  assert.match(slow.answer(), /^HTTP\/1.1 408/)
  await app.close()
})

test('the incomplete bodies of one network are limited, and a completed one no longer counts', async () => {
  const { app, url, say } = await opened({ perNetwork: 2 })
  const slow = [say('127.0.0.2', half), say('127.0.0.2', half)]
  const others = async () =>
    (
      await fetch(`${url}/cup`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status
  const third = async () => {
    const one = say('127.0.0.2', half + rest)
    await until('it is answered', () => one.answer() !== '', 10)
    one.socket.destroy()
    return one.answer().slice(9, 12)
  }
  await until('the third is refused', async () => (await third()) === '429', 10)
  assert.equal(await others(), 200, 'another network is not concerned')
  assert.equal((await fetch(`${url}/tea`)).status, 200)
  slow[0]?.socket.write(rest)
  await until('the first is answered', () => slow[0]?.answer().includes(' 200 ') === true, 10)
  assert.equal(await third(), '200')
  slow[1]?.socket.destroy()
  await until('one who left counts no more', async () => {
    const two = [say('127.0.0.2', half), say('127.0.0.2', half + rest)]
    await until('it is answered', () => two[1]?.answer() !== '', 10)
    for (const { socket } of two) socket.destroy()
    return two[1]?.answer().includes(' 200 ') === true
  })
  await app.close()
})

test('the incomplete bodies of all networks together are limited', async () => {
  const { app, say } = await opened({ all: 2 })
  for (const from of ['127.0.0.2', '127.0.0.3']) say(from, half)
  await until(
    'the next is refused',
    async () => {
      const next = say('127.0.0.4', half + rest)
      await until('it is answered', () => next.answer() !== '', 10)
      next.socket.destroy()
      return next.answer().includes(' 503 ')
    },
    10,
  )
  app.server.closeAllConnections()
  await app.close()
})
