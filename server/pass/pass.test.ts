/** Passes of a visit, opened and verified, and Apple's web service from the first registration to the last. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import * as z from 'zod/mini'
import { cancel, cancelQuote } from '#contract/booking/cancellation.ts'
import { change, changeQuote, changeSlots } from '#contract/booking/change/change.ts'
import * as classes from '#contract/booking/class/class.ts'
import { passes } from '#contract/pass/pass.ts'
import { passToken } from '#server/pass/apple-pass.ts'
import { register } from '#server/pass/device.ts'
import { update } from '#server/pass/jobs.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { booked } from '#server/testing/bookings.ts'
import { date as classDate, seated, set, studio } from '#server/testing/classes.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

const passType = 'pass.mx.kalli.test'
const portOf = (address: string | AddressInfo | null) =>
  typeof address === 'object' && address !== null ? address.port : 0

/** Apple's push service as published: a pass's topic, an empty message, and 410 for a device that is gone. */
const pushed: string[] = []
/** The response of both services instead, until it is null again. */
let refusal: { status: number; reason: string } | null = null
const startPushes = (key: string, cert: string) => {
  const server = createSecureServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: false })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const token = /^\/3\/device\/([A-Za-z0-9]+)$/.exec(headers[':path'] ?? '')?.[1]
    const isRight = token !== undefined && headers['apns-topic'] === passType && headers[':method'] === 'POST'
    let body = ''
    stream.on('data', (chunk: Buffer) => (body += chunk.toString()))
    stream.on('end', () => {
      const status = !isRight || body !== '{}' ? 403 : token.startsWith('gone') ? 410 : 200
      if (refusal === null && status === 200 && token !== undefined) pushed.push(token)
      stream.respond({ ':status': refusal?.status ?? status })
      stream.end(JSON.stringify(refusal === null ? {} : { reason: refusal.reason }))
    })
  })
  return server
}

/** Google's API as published: a token for a signed assertion, then PATCH of an object whose id is the issuer's. */
const patched: { path: string; state: unknown }[] = []
const startGoogle = () =>
  createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const isToken = request.url === '/token' && new URLSearchParams(body).has('assertion')
      const isPatch =
        request.method === 'PATCH' &&
        /^\/walletobjects\/v1\/genericObject\/33\.[0-9a-f-]{36}$/.test(request.url ?? '') &&
        request.headers.authorization === 'Bearer of-google'
      response.statusCode = refusal?.status ?? (isToken || isPatch ? 200 : 400)
      if (isPatch && refusal === null) {
        const object = z.parse(
          z.object({ state: z.string(), classId: z.literal('33.visit') }),
          JSON.parse(body),
        )
        patched.push({ path: request.url ?? '', state: object.state })
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isToken ? { access_token: 'of-google', expires_in: 3600 } : {}))
    })
  })

let kalli: TestServer
let folder: string
const closing: (() => void)[] = []
let certificate: string
let publicKey: string
before(async () => {
  const names = [{ name: 'commonName', value: 'Pass Type ID: pass.mx.kalli.test' }]
  const made = await generate(names, {
    keySize: 2048,
    // The stand-in of the push service uses it too.
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  certificate = made.cert
  publicKey = made.public
  folder = await mkdtemp(join(tmpdir(), 'kalli-pass-'))
  const [apns, google] = [startPushes(made.private, made.cert), startGoogle()]
  await new Promise<void>((done) => apns.listen(0, 'localhost', done))
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
  closing.push(
    () => apns.close(),
    () => void google.close(),
  )
  const googleUrl = `http://127.0.0.1:${portOf(google.address())}`
  kalli = await startTestServer({
    config: {
      applePass: {
        passType,
        team: 'TEAM123456',
        certificate: made.cert,
        key: made.private,
        authority: made.cert,
        pushUrl: `https://localhost:${portOf(apns.address())}`,
        pushAuthority: made.cert,
      },
      googleWallet: {
        issuer: '33',
        email: 'pases@kalli.test',
        key: made.private,
        url: googleUrl,
        tokenUrl: `${googleUrl}/token`,
      },
    },
  })
})
after(async () => {
  for (const close of closing) close()
  await kalli.close()
  await rm(folder, { recursive: true, force: true })
})

/** The files of an uncompressed zip. */
const filesIn = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [method, size] = [zip.readUInt16LE(at + 8), zip.readUInt32LE(at + 18)]
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)]
    assert.equal(method, 0)
    const start = at + 30 + nameLength + extraLength
    files.set(zip.subarray(at + 30, at + 30 + nameLength).toString(), zip.subarray(start, start + size))
    at = start + size
  }
  return files
}

const Pass = z.object({
  serialNumber: z.string(),
  voided: z.optional(z.boolean()),
  relevantDate: z.optional(z.string()),
  authenticationToken: z.string(),
  webServiceURL: z.string(),
  barcodes: z.optional(z.array(z.object({ message: z.string() }))),
  eventTicket: z.object({
    secondaryFields: z.array(z.object({ key: z.string(), value: z.string() })),
    auxiliaryFields: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
})

const verified = async (file: Buffer) => {
  const files = filesIn(file)
  const manifest = z.parse(z.record(z.string(), z.string()), JSON.parse(String(files.get('manifest.json'))))
  for (const [name, hash] of Object.entries(manifest))
    assert.equal(
      createHash('sha1')
        .update(files.get(name) ?? '')
        .digest('hex'),
      hash,
      name,
    )
  assert.deepEqual(
    [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name)).toSorted(),
    Object.keys(manifest).toSorted(),
  )
  for (const [name, content] of [
    ['manifest', files.get('manifest.json') ?? ''],
    ['signature', files.get('signature') ?? ''],
    ['certificate', certificate],
  ] as const)
    await writeFile(join(folder, name), content)
  const at = (name: string) => join(folder, name)
  const given = `smime -verify -binary -inform DER -purpose any -in ${at('signature')} -content ${at('manifest')}`
  await promisify(execFile)('openssl', [...given.split(' '), '-CAfile', at('certificate'), '-out', at('out')])
  return z.parse(Pass, JSON.parse(String(files.get('pass.json'))))
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(path.startsWith('http') ? path : kalli.url + path, { headers, redirect: 'manual' })
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a confirmed visit has a signed pass, for its client only', async () => {
  const at = await people.bookable(kalli)
  const { id, t, who, arrivalCode, startsAt } = await booked(kalli, at)
  const shown = await who.call(passes, { params: { id }, query: { t } })
  const response = await get(shown.body.apple ?? '')
  assert.deepEqual(
    [response.status, response.headers.get('content-type')],
    [200, 'application/vnd.apple.pkpass'],
  )
  const pass = await verified(await bytes(response))
  assert.deepEqual(
    [pass.serialNumber, pass.voided, pass.barcodes?.[0]?.message],
    [id, undefined, arrivalCode],
  )
  assert.equal(new Date(pass.relevantDate ?? '').toISOString(), startsAt)
  assert.equal(pass.webServiceURL, `${kalli.url}/api/wallet`)
  assert.equal((await get(`/api/wallet-passes/${id}.pkpass`)).status, 404)
  assert.equal((await get(`/api/wallet-passes/${id}.pkpass?t=another`)).status, 404)
  assert.equal((await kalli.visitor().call(passes, { params: { id }, query: {} })).status, 404)

  const google = await get(shown.body.google ?? '')
  const [head, body, signature] = (google.headers.get('location') ?? '').replace(/^.*\/save\//, '').split('.')
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${body}`)
    .verify(createPublicKey(publicKey), signature ?? '', 'base64url')
  assert.ok(isSigned)
  const claims = Buffer.from(body ?? '', 'base64url').toString()
  assert.match(claims, new RegExp(`"typ":"savetowallet".*"id":"33\\.${id}".*"state":"ACTIVE"`))
})

test('a device registers, is notified of a move, fetches the new pass and unregisters', async () => {
  const at = await people.bookable(kalli)
  const { id, t, who } = await booked(kalli, at)
  const token = passToken(kalli, id)
  const auth = { authorization: `ApplePass ${token}` }
  const list = `/api/wallet/v1/devices/device-one/registrations/${passType}`
  const send = (method: string, path: string, headers = {}, body?: object) =>
    fetch(kalli.url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const pushToken = { pushToken: 'ab12ab12ab12ab12ab12' }
  assert.equal((await send('POST', `${list}/${id}`, {}, pushToken)).status, 401)
  const foreign = { authorization: `ApplePass ${passToken(kalli, '0'.repeat(36))}` }
  assert.equal((await send('POST', `${list}/${id}`, foreign, pushToken)).status, 401)
  assert.equal((await send('POST', `${list}/${id}`, auth, { pushToken: '../x' })).status, 400)
  assert.equal((await send('POST', `${list}/${id}`, auth, pushToken)).status, 201)
  assert.equal((await send('POST', `${list}/${id}`, auth, pushToken)).status, 200, 'a repetition')
  const gone = `/api/wallet/v1/devices/device-two/registrations/${passType}/${id}`
  assert.equal((await send('POST', gone, auth, { pushToken: 'gone12gone12gone12' })).status, 201)

  const Updated = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })
  const first = z.parse(Updated, await (await get(list)).json())
  assert.deepEqual(first.serialNumbers, [id])
  assert.equal((await get(`${list}?passesUpdatedSince=${first.lastUpdated}`)).status, 204)
  const latest = `/api/wallet/v1/passes/${passType}/${id}`
  const before = await get(latest, auth)
  const stamp = before.headers.get('last-modified') ?? ''
  assert.equal((await get(latest, { ...auth, 'if-modified-since': stamp })).status, 304)
  assert.equal((await get(latest)).status, 401)

  kalli.time.advance(5)
  const hours = await who.call(changeSlots, {
    params: { id },
    query: { t, as: 'client', from: '2026-11-27', to: '2026-11-27' },
  })
  const slotToken = hours.body.days[0]?.slots[0]?.token ?? ''
  const quote = await who.call(changeQuote, {
    params: { id },
    query: { t },
    body: { as: 'client', slotToken },
  })
  const moved = await who.call(change, {
    params: { id },
    query: { t },
    body: { quoteToken: quote.body.token },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  await update(kalli.work(), { bookingId: id })
  assert.deepEqual(pushed, ['ab12ab12ab12ab12ab12'])
  assert.deepEqual(patched.at(-1)?.state, 'ACTIVE')
  const left = await kalli.database.pool.query('select device from pass_devices where booking_id = $1', [id])
  assert.deepEqual(left.rows, [{ device: 'device-one' }], 'a device that is gone is forgotten')
  const second = z.parse(Updated, await (await get(`${list}?passesUpdatedSince=${first.lastUpdated}`)).json())
  assert.deepEqual(second.serialNumbers, [id])
  const fresh = await get(latest, { ...auth, 'if-modified-since': stamp })
  const pass = await verified(await bytes(fresh))
  assert.equal(new Date(pass.relevantDate ?? '').toISOString(), moved.body.startsAt)

  kalli.time.advance(5)
  const ending = await who.call(cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } })
  const over = await who.call(cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: ending.body.token },
  })
  assert.equal(over.status, 200)
  await update(kalli.work(), { bookingId: id })
  await update(kalli.work(), { bookingId: id })
  assert.deepEqual(patched.at(-1)?.state, 'INACTIVE')
  const voided = await verified(await bytes(await get(latest, auth)))
  assert.deepEqual([voided.voided, voided.barcodes], [true, undefined])
  const none = await who.call(passes, { params: { id }, query: { t } })
  assert.deepEqual(none.body, { apple: null, google: null })

  assert.equal((await send('DELETE', `${list}/${id}`)).status, 401)
  assert.equal((await send('DELETE', `${list}/${id}`, auth)).status, 200)
  assert.equal((await send('DELETE', `${list}/${id}`, auth)).status, 200, 'a repetition')
  assert.equal((await get(list)).status, 204)
  assert.equal((await send('POST', '/api/wallet/v1/log', {}, { logs: ['a pass is odd'] })).status, 200)
  assert.equal((await send('POST', '/api/wallet/v1/log', {}, { logs: 'odd' })).status, 400)
})

test('the pass of a seat in a class follows when the class moves', async () => {
  const at = await studio(kalli)
  const { id: classId } = await set(at)
  const seat = await seated(kalli, at)
  await register(kalli.work(), {
    bookingId: seat.id,
    device: 'device-class',
    pushToken: 'aa11aa11aa11aa11aa11',
  })
  await drain(kalli)
  const [pushes, patches] = [pushed.length, patched.length]
  const body = { place: 0, date: classDate, time: '17:00' }
  const { person } = at.professional
  const params = { id: classId }
  const { version, seats, lost } = (await person.call(classes.previewClassMove, { params, body })).body
  const moved = await person.call(classes.moveClass, { params, body: { ...body, version, seats, lost } })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  await drain(kalli)
  assert.deepEqual(pushed.slice(pushes), ['aa11aa11aa11aa11aa11'])
  assert.equal(patched.length, patches + 1)
  const token = { authorization: `ApplePass ${passToken(kalli, seat.id)}` }
  const fresh = await get(`/api/wallet/v1/passes/${passType}/${seat.id}`, token)
  const pass = await verified(await bytes(fresh))
  assert.equal(new Date(pass.relevantDate ?? '').toISOString(), '2026-11-25T23:00:00.000Z')
})

test('a temporary refusal by Apple or Google is retried by the queue, and keeps the device', async () => {
  const at = await people.bookable(kalli)
  const { id } = await booked(kalli, at)
  const device = `/api/wallet/v1/devices/device-three/registrations/${passType}/${id}`
  const registered = await fetch(kalli.url + device, {
    method: 'POST',
    headers: { authorization: `ApplePass ${passToken(kalli, id)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pushToken: 'cd34cd34cd34cd34cd34' }),
  })
  assert.equal(registered.status, 201)
  const devices = async () => {
    const { rows } = await kalli.database.pool.query(
      'select device from pass_devices where booking_id = $1',
      [id],
    )
    return rows.length
  }
  for (const [status, reason] of [
    [429, 'TooManyRequests'],
    [503, 'ServiceUnavailable'],
    // Our mistake: the device stays registered.
    [400, 'BadTopic'],
  ] as const) {
    refusal = { status, reason }
    await assert.rejects(update(kalli.work(), { bookingId: id }), /did not take/, reason)
    assert.equal(await devices(), 1, reason)
  }
  refusal = null
  const patches = patched.length
  await update(kalli.work(), { bookingId: id })
  assert.equal(pushed.at(-1), 'cd34cd34cd34cd34cd34')
  assert.equal(patched.length, patches + 1)
  refusal = { status: 400, reason: 'BadDeviceToken' }
  await update(kalli.work(), { bookingId: id }).catch(() => undefined)
  refusal = null
  assert.equal(await devices(), 0)
})

test('a server that dies before or after it tells the wallets tells them again, and keeps the device', async () => {
  const { id } = await booked(kalli, await people.bookable(kalli))
  await register(kalli.work(), { bookingId: id, device: 'device-four', pushToken: 'ef56ef56ef56ef56ef56' })
  for (const [place, count] of [
    ['before-pass', 0],
    ['sent-pass', 1],
  ] as const) {
    const [before, patches] = [pushed.length, patched.length]
    const crashing = openCrashing(kalli, place, kalli.clock)
    await crashing.run(() => update(ownWork(crashing.kalli), { bookingId: id })).catch(() => undefined)
    crashing.kill()
    assert.equal(await crashing.died, true, place)
    assert.deepEqual([pushed.length - before, patched.length - patches], [count, 0], place)
    await update(kalli.work(), { bookingId: id })
    assert.deepEqual([pushed.length - before, patched.length - patches], [count + 1, 1], place)
  }
  const { rows } = await kalli.database.pool.query('select from pass_devices where booking_id = $1', [id])
  assert.equal(rows.length, 1)
})
