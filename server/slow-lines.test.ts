/** Clients that send or read as slowly as they can, with real sockets, while others are served. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '#contract/account/account.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { until } from '#server/testing/until.ts'

let kalli: TestServer
/** The server's ends of the slow connections; others come from 127.0.0.1. */
const slowOnes = new Set<Socket>()
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  kalli.app.server.on('connection', (socket) => {
    if (socket.remoteAddress === '127.0.0.1') return
    slowOnes.add(socket)
    socket.once('close', () => slowOnes.delete(socket))
  })
})
after(() => kalli.close())

const opened: Socket[] = []
/** From a separate address on this machine; the response is collected unless the client reads nothing. */
const line = (text: string, { from = '127.0.0.2', reads = true } = {}) => {
  const socket = connect({ port: Number(new URL(kalli.url).port), host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  socket.write(text)
  let answer = ''
  if (reads) socket.on('data', (data: Buffer) => (answer += data.toString()))
  opened.push(socket)
  return { socket, answer: () => answer }
}
const endAll = async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await until('the server has seen them go', () => slowOnes.size === 0)
}
const slowSender = (from: string, path = '/api/auth/login', headers = 'Content-Type: application/json') =>
  line(`POST ${path} HTTP/1.1\r\nHost: kalli\r\n${headers}\r\nContent-Length: 1000\r\n\r\n{`, { from })

const others = async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => kalli.visitor().fetch('GET', '/api/professionals/featured')),
  )
  for (const answer of answers) await answer.arrayBuffer()
  return new Set(answers.map(({ status }) => status))
}

test('while two hundred senders send a byte at a time others are served, and one network’s senders are limited', async () => {
  const slow = Array.from({ length: 200 }, () => slowSender('127.0.0.2'))
  const drip = setInterval(() => {
    for (const { socket } of slow) socket.write(' ')
  }, 100)
  try {
    await until(
      'those too many are refused',
      () => slow.filter(({ answer }) => answer().includes(' 429 ')).length === 168,
    )
    assert.deepEqual(await others(), new Set([200]))
    const answer = await kalli
      .visitor()
      .call(login, { body: { email: 'nadie@example.test', password: 'no-es' } })
    assert.equal(answer.status, 401, 'a body from another network is read and looked at')
    await until('it is ready', async () => (await fetch(`${kalli.url}/api/ready`)).status === 200)
  } finally {
    clearInterval(drip)
    await endAll()
  }
})

test('slow senders from many networks take no place from other callers', async () => {
  const slow = Array.from({ length: 200 }, (_, n) => slowSender(`127.0.1.${(n % 20) + 1}`))
  await until('all of them are connected', () => slowOnes.size >= 200)
  await sleep(200)
  assert.deepEqual(await others(), new Set([200]))
  assert.equal(slow.filter(({ answer }) => answer() !== '').length, 0, 'none of them is refused either')
  await endAll()
})

test('a file that arrives slowly takes no place', async () => {
  const at = await people.bookable(kalli)
  const cookie = [...(await people.signIn(kalli, at.professional.accountId)).jar]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const headers = `Cookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x`
  for (let n = 0; n < 60; n += 1) slowSender(`127.0.2.${(n % 20) + 1}`, '/api/account/photo', headers)
  await until('all of them are connected', () => slowOnes.size >= 60)
  await sleep(300)
  assert.deepEqual(await others(), new Set([200]))
  await endAll()
})

test('of three hundred event streams of one account the last six stay open, and others are served', async () => {
  const at = await people.bookable(kalli)
  const cookie = [...(await people.signIn(kalli, at.professional.accountId)).jar]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const streams = Array.from({ length: 300 }, () =>
    line(`GET /api/conversations/events HTTP/1.1\r\nHost: kalli\r\nCookie: ${cookie}\r\n\r\n`),
  )
  const open = () =>
    streams.filter(
      ({ socket, answer }) =>
        answer().includes('text/event-stream') && !answer().endsWith('0\r\n\r\n') && !socket.destroyed,
    )
  await until('each has been answered', () => streams.every(({ answer }) => answer().includes('HTTP/1.1')))
  await until('six of them stay', () => open().length === 6)
  assert.deepEqual(await others(), new Set([200]))
  await endAll()
})
