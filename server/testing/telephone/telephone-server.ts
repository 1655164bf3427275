/**
 * A small Twilio, a small WhatsApp and a small push service on this machine, for tests without keys: real HTTP, the requests, responses,
 * errors and signed reports of their published interfaces. They count what they accept, and fail as instructed.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Twilio, Whatsapp } from '#server/platform/config-providers.ts'
import { isNoPayload, replyIn, type Replied } from '#server/testing/telephone/whatsapp-messages.ts'
import { twilioSignature } from '#server/messaging/twilio.ts'
import { metaSignature } from '#server/messaging/whatsapp.ts'

/** `lost`: accepts it and drops the connection before it answers. `silent`: accepts it and never answers. */
export type Mood = 'well' | 'busy' | 'broken' | 'lost' | 'silent'

type Taken = {
  id: string
  to: string
  body: string
  at: Date
  reference: string | null
  /** The payloads of a template's quick replies. */
  payloads: readonly string[]
}
type ReceivedRequest = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
  bytes: number
}
type Answer = { status: number; body?: object }

export type TelephoneServer = Awaited<ReturnType<typeof startTelephone>>

export const startTelephone = async () => {
  const texts: Taken[] = []
  const whatsapps: Taken[] = []
  const replies: Replied[] = []
  const pushes: { path: string; headers: IncomingMessage['headers']; bytes: number }[] = []
  const mood: Record<'sms' | 'whatsapp' | 'push', Mood> = { sms: 'well', whatsapp: 'well', push: 'well' }
  /** Delay before it answers, in milliseconds. */
  const delay = { sms: 0, whatsapp: 0, push: 0 }
  /** Browsers that ended their subscription. */
  const gone = new Set<string>()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const received = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://here'),
        headers: request.headers,
        body: bytes.toString(),
        bytes: bytes.length,
      }
      onMessage(received, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const patienceMs = 10_000
  const twilio: Twilio = {
    accountSid: `AC${'1'.repeat(32)}`,
    authToken: 'a token of the tests',
    from: '+525500000000',
    url,
    patienceMs,
  }
  const whatsapp: Whatsapp = {
    phoneNumberId: '1234567890',
    token: 'a token of the tests',
    appSecret: 'a secret of the tests',
    verifyToken: 'a word of the tests',
    number: '+525511112222',
    url,
    patienceMs,
  }

  const onMessage = (received: ReceivedRequest, response: ServerResponse) => {
    const { pathname } = received.url
    const channel = pathname.startsWith('/2010') ? 'sms' : pathname.startsWith('/push/') ? 'push' : 'whatsapp'
    const now = received.method === 'GET' ? 'well' : mood[channel]
    if (now === 'busy')
      return send(response, { status: 429, body: { code: 20429, message: 'Too Many Requests' } })
    if (now === 'broken') return send(response, { status: 503, body: { message: 'Service Unavailable' } })
    const answer = { sms: receiveTwilio, whatsapp: receiveWhatsapp, push: receivePush }[channel](received)
    if (now === 'lost') return void response.destroy()
    if (now === 'silent') return
    if (delay[channel] === 0) send(response, answer)
    else setTimeout(() => send(response, answer), delay[channel])
  }

  const receiveTwilio = ({ method, url, headers, body }: ReceivedRequest): Answer => {
    const expected = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`
    if (headers.authorization !== expected)
      return { status: 401, body: { code: 20003, message: 'Authenticate' } }
    if (url.pathname !== `/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`) return { status: 404 }
    if (method === 'GET') {
      const to = url.searchParams.get('To')
      const messages = texts
        .filter((one) => one.to === to)
        .toReversed()
        .map((one) => ({ sid: one.id, to: one.to, body: one.body, date_created: one.at.toUTCString() }))
      return { status: 200, body: { messages } }
    }
    const form = new URLSearchParams(body)
    const to = form.get('To') ?? ''
    if (to.endsWith('0400'))
      return { status: 400, body: { code: 21211, message: "The 'To' number is not a valid phone number." } }
    const callback = form.get('StatusCallback')
    const reference = callback === null ? null : new URL(callback).searchParams.get('delivery')
    const one = {
      id: `SM${randomUUID().replaceAll('-', '')}`,
      to,
      body: form.get('Body') ?? '',
      at: new Date(),
      reference,
      payloads: [],
    }
    texts.push(one)
    return { status: 201, body: { sid: one.id, status: 'queued', to } }
  }

  const receiveWhatsapp = ({ headers, body, url }: ReceivedRequest): Answer => {
    if (headers.authorization !== `Bearer ${whatsapp.token}`)
      return {
        status: 401,
        body: { error: { message: 'Invalid OAuth access token', type: 'OAuthException', code: 190 } },
      }
    if (url.pathname !== `/v21.0/${whatsapp.phoneNumberId}/messages`) return { status: 404 }
    const requested: WhatsappMessage = JSON.parse(body)
    const wrong = (code: number, message: string): Answer => ({
      status: 400,
      body: { error: { message, type: 'OAuthException', code } },
    })
    if (requested.messaging_product !== 'whatsapp') return wrong(100, 'Invalid parameter')
    const accepted = (id: string): Answer => ({
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: requested.to, wa_id: requested.to }],
        messages: [{ id }],
      },
    })
    if (requested.type === 'text' || requested.type === 'interactive') {
      const replied = replyIn(JSON.parse(body))
      if (replied === null) return wrong(131009, 'Parameter value is not valid')
      replies.push({ to: `+${requested.to}`, ...replied })
      return accepted(`wamid.${randomUUID()}`)
    }
    if (requested.type !== 'template') return wrong(100, 'Invalid parameter')
    if (requested.template.language.code !== 'es_MX')
      return wrong(132001, 'Template name does not exist in the translation')
    const isQuick = ({ sub_type }: { sub_type?: string }) => sub_type === 'quick_reply'
    const quick = requested.template.components.filter(isQuick)
    const payloads = quick.flatMap(({ parameters }) => parameters.map(({ payload }) => payload ?? ''))
    if (quick.some(({ index }, place) => index !== String(place + 1)) || payloads.some(isNoPayload))
      return wrong(132018, 'Parameter of the template is not valid')
    const parameters = requested.template.components
      .filter((component) => !isQuick(component))
      .flatMap((component) => component.parameters.map(({ type, text = '' }) => ({ type, text })))
    if (parameters.some(({ type, text }) => type !== 'text' || /\n|\t| {4}/.test(text) || text === ''))
      return wrong(132018, 'Parameter of the template is not valid')
    if (requested.template.name === 'kalli_codigo' && !isAuthentication(requested))
      return wrong(131008, 'Required parameter is missing')
    if (requested.to.endsWith('0400')) return wrong(131026, 'Message undeliverable')
    const id = `wamid.${randomUUID()}`
    whatsapps.push({
      id,
      to: `+${requested.to}`,
      body: [requested.template.name, ...parameters.map(({ text }) => text)].join('|'),
      at: new Date(),
      reference: requested.biz_opaque_callback_data ?? null,
      payloads,
    })
    return accepted(id)
  }

  const receivePush = ({ url, headers, bytes }: ReceivedRequest): Answer => {
    if (gone.has(url.pathname)) return { status: 410 }
    if (!headers.authorization?.startsWith('vapid t=') || headers['content-encoding'] !== 'aes128gcm')
      return { status: 403 }
    pushes.push({ path: url.pathname, headers, bytes })
    return { status: 201 }
  }

  return {
    url,
    twilio,
    whatsapp,
    texts,
    whatsapps,
    replies,
    pushes,
    mood,
    delay,
    gone,
    /** A report as Twilio signs it, for the address at which we listen. */
    twilioReport: (
      kalli: string,
      deliveryId: string,
      fields: Record<string, string>,
      authToken = twilio.authToken,
    ) => {
      const path = `/api/messages/twilio?delivery=${deliveryId}`
      const form = new URLSearchParams(fields)
      return {
        path,
        body: form.toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': twilioSignature(authToken, kalli + path, form),
        },
      }
    },
    whatsappReport: (value: object, appSecret = whatsapp.appSecret) => {
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ field: 'messages', value }] }],
      })
      return {
        path: '/api/messages/whatsapp',
        body,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': metaSignature(appSecret, body),
        },
      }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

type WhatsappMessage = {
  messaging_product: string
  type: string
  to: string
  biz_opaque_callback_data?: string
  template: {
    name: string
    language: { code: string }
    components: {
      type: string
      sub_type?: string
      index?: string
      parameters: { type: string; text?: string; payload?: string }[]
    }[]
  }
}

/**
 * As published for templates of the category AUTHENTICATION with a copy button: one parameter of at most 15 characters in the body, the
 * same in the one button, which is a `url` by its type.
 */
const isAuthentication = ({ template: { components } }: WhatsappMessage): boolean => {
  const [body, button, ...more] = components
  const [code = ''] = body?.parameters.map(({ text = '' }) => text) ?? []
  return (
    more.length === 0 &&
    body?.type === 'body' &&
    body.parameters.length === 1 &&
    /^\d{4,15}$/.test(code) &&
    button?.type === 'button' &&
    button.sub_type === 'url' &&
    button.index === '0' &&
    button.parameters.length === 1 &&
    button.parameters[0]?.text === code
  )
}

const send = (response: ServerResponse, { status, body }: Answer) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
