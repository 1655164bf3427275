/** The real adapters against servers that implement the providers' published interfaces. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { user } from '#contract/account/account.ts'
import * as contract from '#contract/verification/verification.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

type Received = { method: string; path: string; headers: IncomingMessage['headers']; form: URLSearchParams }

/** Receives forms and answers as instructed. */
const listen = async (answer: (received: Received) => { status: number; body: object }) => {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        form: new URLSearchParams(body),
      }
      received.push(one)
      const { status, body: reported } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reported))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

let kalli: TestServer
let telephone: Awaited<ReturnType<typeof listen>>
let stripe: Awaited<ReturnType<typeof listen>>
let twilioSays = 201
let session = { status: 'requires_input', failure: '' }
/** Our reference of each session. */
const references: string[] = []

before(async () => {
  telephone = await listen(() =>
    twilioSays === 201
      ? { status: 201, body: { sid: 'SM1', status: 'queued' } }
      : {
          status: twilioSays,
          body: { code: 21211, message: "The 'To' number is not a valid phone number.", status: twilioSays },
        },
  )
  stripe = await listen(({ method, path, form }) => {
    if (method === 'POST' && path.endsWith('sessions')) references.push(form.get('metadata[reference]') ?? '')
    const id = method === 'POST' ? `vs_${references.length}` : (path.split('/').at(-1) ?? '')
    const reference = references[Number(id.slice(3)) - 1]
    if (reference === undefined) return { status: 404, body: { error: { type: 'invalid_request_error' } } }
    return {
      status: 200,
      body: {
        id,
        object: 'identity.verification_session',
        status: session.status,
        url: session.status === 'requires_input' ? 'https://verify.stripe.com/start/test_1' : null,
        metadata: { reference },
        last_error: session.failure === '' ? null : { code: session.failure, reason: 'told by Stripe' },
      },
    }
  })
  kalli = await startTestServer({
    config: {
      production: true,
      logLevel: 'silent',
      twilio: {
        accountSid: `AC${'1'.repeat(32)}`,
        authToken: 'a token of theirs',
        from: '+525500000000',
        url: telephone.url,
        patienceMs: 10_000,
      },
      stripeIdentity: { key: 'sk_test_1', webhookSecret: 'whsec_1', url: stripe.url },
    },
  })
})
after(async () => {
  await kalli.close()
  await telephone.close()
  await stripe.close()
})

const newPerson = async () => signIn(kalli, await account(kalli, { roles: ['professional'] }))
const texts = () => kalli.database.kysely.selectFrom('text_messages').selectAll().orderBy('id').execute()

test('a code is sent by Twilio once, and its text is not stored', async () => {
  const person = await newPerson()
  assert.equal(
    (await person.call(contract.sendCode, { body: { channel: 'sms', address: '55 1234 5678' } })).status,
    200,
  )
  await drain(kalli)
  const [received] = telephone.received
  assert.equal(received?.path, `/2010-04-01/Accounts/AC${'1'.repeat(32)}/Messages.json`)
  assert.equal(
    received?.headers.authorization,
    `Basic ${Buffer.from(`AC${'1'.repeat(32)}:a token of theirs`).toString('base64')}`,
  )
  assert.deepEqual([received?.form.get('To'), received?.form.get('From')], ['+525512345678', '+525500000000'])
  const code = /\d{6}/.exec(received?.form.get('Body') ?? '')?.[0] ?? ''
  assert.equal((await texts())[0]?.body, '')
  assert.equal((await person.call(contract.enterCode, { body: { channel: 'sms', code } })).body.level, 1)
})

test('a Twilio outage is retried, and a refused number is not', async () => {
  const person = await newPerson()
  telephone.received.length = 0
  twilioSays = 503
  await person.call(contract.sendCode, { body: { channel: 'sms', address: '+525512340001' } })
  await assert.rejects(drain(kalli), /Twilio answered 503/)
  twilioSays = 201
  assert.equal(await drain(kalli, { retries: true }), 1)
  assert.equal(telephone.received.length, 2)
  kalli.time.advance(2)
  twilioSays = 400
  await person.call(contract.sendCode, { body: { channel: 'sms', address: '+525512340002' } })
  assert.equal(await drain(kalli), 1)
  twilioSays = 201
  assert.deepEqual(
    (await texts()).map(({ sent_at }) => sent_at !== null),
    [true, true, false],
  )
})

test('a check starts at Stripe with our key, a live document and a matching selfie', async () => {
  const person = await newPerson()
  const started = await person.call(contract.beginCheck, { body: {} })
  assert.deepEqual([started.status, started.body.url], [200, 'https://verify.stripe.com/start/test_1'])
  const [received] = stripe.received
  assert.equal(received?.path, '/v1/identity/verification_sessions')
  assert.deepEqual(
    [received?.headers.authorization, received?.headers['idempotency-key']],
    ['Bearer sk_test_1', started.body.id],
  )
  assert.deepEqual(Object.fromEntries(received?.form ?? []), {
    type: 'document',
    'options[document][require_live_capture]': 'true',
    'options[document][require_matching_selfie]': 'true',
    'metadata[reference]': started.body.id,
    client_reference_id: started.body.id,
    return_url: `${kalli.url}/professional-dashboard?tab=profile&section=verification`,
  })
  assert.equal((await person.call(contract.beginCheck, { body: {} })).body.id, started.body.id)

  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'identity.verification_session.verified',
    data: { object: { id: 'vs_1', status: 'verified' } },
  })
  const time = Math.floor(kalli.clock().getTime() / 1000)
  const markOf = (secret: string) => createHmac('sha256', secret).update(`${time}.${event}`).digest('hex')
  const post = (signature: string) =>
    fetch(`${kalli.url}/api/verification/webhook/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: event,
    })
  assert.equal((await post(`t=${time},v1=${markOf('whsec_2')}`)).status, 403)
  // Validly signed, but outdated: the session still asks for input.
  assert.equal((await post(`t=${time},v1=${markOf('whsec_old')},v1=${markOf('whsec_1')}`)).status, 200)
  assert.equal((await person.call(user)).body.verificationLevel, 0)
  session = { status: 'verified', failure: '' }
  assert.equal((await person.call(contract.lookAtCheck, { body: {} })).body.level, 3)
})

test('a failed session is reported with its reason, and a Stripe outage as unreachable', async () => {
  const person = await newPerson()
  session = { status: 'requires_input', failure: '' }
  await person.call(contract.beginCheck, { body: {} })
  session = { status: 'requires_input', failure: 'document_expired' }
  const after = await person.call(contract.lookAtCheck, { body: {} })
  assert.deepEqual(
    [after.body.biometric.status, after.body.biometric.reason],
    ['rejected', 'Tu identificación está vencida. Usa una vigente.'],
  )
  await stripe.close()
  const away = await person.call(contract.beginCheck, { body: {} })
  assert.deepEqual([away.status, refusalOf(away).code], [503, 'verifier_unreachable'])
})
