/** The addresses that are called: names that resolve inside, redirects, responses that are late, long or missing; the signature. */
import assert from 'node:assert/strict'
import { createServer as createPlain, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { generate } from 'selfsigned'
import { Webhook as Verifier } from 'standardwebhooks'
import { addressOf, CallProblem, isReceiver } from '#server/webhook/address.ts'
import { ask, callOutside, callReceiver, type Net, type Outgoing } from '#server/webhook/call.ts'
import { headersOf, keyOf, newSecret, verdictOf } from '#server/webhook/signature.ts'

const inDevelopment = { production: false, publicUrl: 'http://127.0.0.1:3000' }
const inProduction = { production: true, publicUrl: 'https://kalli.mx' }

test('an endpoint must be https by name on the default port, and the local receiver is allowed only in development', () => {
  const good = ['https://sistema.mx/kalli', ' https://a.b.mx/x?y=1#z ', 'https://xn--bcher-kva.mx/']
  for (const text of good) assert.ok(addressOf(inProduction, text), text)
  const bad = [
    'http://sistema.mx/',
    'https://sistema.mx:444/',
    'https://ana:secreto@sistema.mx/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'ftp://sistema.mx/',
    'javascript:alert(1)',
    'http://127.0.0.1:3000/dev/webhooks/a',
    '',
  ]
  for (const text of bad) assert.equal(addressOf(inProduction, text), null, text)
  assert.ok(addressOf(inDevelopment, 'http://127.0.0.1:3000/dev/webhooks/a'))
  for (const path of ['api/webhooks', 'dev/mail', 'dev/webhooks/../../api/logout'])
    assert.equal(addressOf(inDevelopment, `http://127.0.0.1:3000/${path}`), null, path)
  assert.equal(isReceiver(inProduction, new URL('https://kalli.mx/dev/webhooks/a')), false)
})

/** The network as a test wants it: how names resolve, and a server that answers for all of them. */
const world = async (names: Record<string, string[]>, listener: RequestListener) => {
  const pem = await generate([{ name: 'commonName', value: 'a.mx' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'a.mx' }] }],
  })
  const server = createServer({ key: pem.private, cert: pem.cert }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const address = server.address()
  const port = isPort(address) ? address.port : 0
  const called: string[] = []
  const net: Net = {
    resolve: async (name) => (names[name] ?? []).map((one) => ({ address: one, family: 4 })),
    ask: (message, at, signal) => {
      called.push(at?.address ?? '')
      return ask(message, { address: '127.0.0.1', family: 4 }, signal, { ca: pem.cert, port })
    },
  }
  return { net, called, server }
}

const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

const message = (address: string): Outgoing => ({
  address: new URL(address),
  headers: { 'x-one': '1' },
  body: '{"a":"ñ"}',
})

const problemOf = async (outgoing: Promise<unknown>) => {
  try {
    await outgoing
    return null
  } catch (error) {
    assert.ok(error instanceof CallProblem, String(error))
    return error.problem
  }
}

test('a name that resolves to an internal address is never called, even with a public one beside it', async () => {
  const { net, called } = await world(
    {
      'a.mx': ['8.8.8.8'],
      'inside.mx': ['10.0.0.1'],
      'both.mx': ['8.8.8.8', '169.254.169.254'],
      'six.mx': ['::ffff:127.0.0.1'],
    },
    (_request, response) => response.end('bien'),
  )
  for (const name of ['inside.mx', 'both.mx', 'six.mx'])
    assert.equal(await problemOf(callOutside(message(`https://${name}/`), net)), 'not_outside', name)
  assert.equal(await problemOf(callOutside(message('https://nowhere.mx/'), net)), 'unreachable')
  assert.deepEqual(called, [])
  const answer = await callOutside(message('https://a.mx/'), net)
  assert.deepEqual([answer.status, answer.text, called], [200, 'bien', ['8.8.8.8']])
})

test('a call posts the bytes and headers, follows no redirect, reads sixteen kilobytes and times out', async () => {
  const seen: { method: string | undefined; url: string | undefined; body: string; header: unknown }[] = []
  const { net } = await world({ 'a.mx': ['8.8.8.8'], 'b.mx': ['8.8.8.8'] }, (request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, body, header: request.headers['x-one'] })
      if (request.url === '/moved') response.writeHead(302, { location: 'https://a.mx/inside' }).end()
      else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '7' }).end()
      else if (request.url === '/drip') {
        response.writeHead(200)
        setInterval(() => response.write('.'), 20).unref()
      } else if (request.url === '/long') response.end('x'.repeat(5_000_000))
      else if (request.url === '/cut') response.destroy()
    })
  })
  const at = (path: string, ms?: number) => callOutside(message(`https://a.mx${path}`), net, ms)
  assert.equal((await at('/moved')).status, 302)
  assert.deepEqual(seen, [{ method: 'POST', url: '/moved', body: '{"a":"ñ"}', header: '1' }])
  assert.deepEqual(await at('/busy'), { status: 429, text: '', retryAfter: '7' })
  assert.equal((await at('/long')).text.length, 16 * 1024)
  assert.equal(await problemOf(at('/silent', 200)), 'timeout')
  assert.equal(await problemOf(at('/drip', 200)), 'timeout')
  assert.equal(await problemOf(at('/cut')), 'unreachable')
  assert.equal(
    await problemOf(callOutside(message('https://b.mx/'), net)),
    'unreachable',
    'another name’s certificate',
  )
  const slow: Net = { ...net, resolve: () => new Promise(() => undefined) }
  assert.equal(await problemOf(callOutside(message('https://a.mx/'), slow, 100)), 'timeout')
})

test('the receiver on this machine is called directly', async () => {
  const server = createPlain((_request, response) => response.end('sí'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${isPort(address) ? address.port : 0}/dev/webhooks/a`
  assert.equal((await callReceiver(message(url))).text, 'sí')
  server.close()
  assert.equal(await problemOf(callReceiver(message(url))), 'unreachable')
})

test('signatures match the specification’s library in both directions, for any body', () => {
  const now = new Date()
  const second = Math.floor(now.getTime() / 1000)
  for (const body of ['', '{}', '{"ñ":"\u2028😀"}', 'x'.repeat(100_000)]) {
    const secret = newSecret()
    const signed = { id: 'msg_1', second, body }
    const library = new Verifier(secret)
    assert.equal(
      library.sign('msg_1', new Date(second * 1000), body),
      headersOf([secret], signed)['webhook-signature'],
    )
    const verdict = (signatures: string, at = now) => verdictOf(secret, signed, signatures, at)
    const good = library.sign('msg_1', new Date(second * 1000), body)
    assert.equal(verdict(good), 'good')
    assert.equal(verdict(`v1,AAAA v1a,x ${good}`), 'good')
    assert.equal(verdict(good.slice(0, -2)), 'wrong')
    assert.equal(verdict(''), 'unsigned')
    assert.equal(verdict(good, new Date(now.getTime() + 301_000)), 'old')
    assert.equal(verdictOf(newSecret(), signed, good, now), 'wrong')
  }
  for (const text of ['', 'whsec_', 'whsec_AAAA', 'secreto', 'whsec_!!!!'])
    assert.equal(keyOf(text), null, text)
})
