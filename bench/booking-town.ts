/** For booking.bench.ts: stylists with a chair each whose slots are for sale, and visitors who buy them over HTTP. */
import { dayMs } from '#contract/platform/duration.ts'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import * as z from 'zod/mini'
import { visitorCookie, visitorHash } from '#server/platform/http/http.ts'
import { secretToken } from '#server/platform/tokens.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Sample } from './harness.ts'
import type { Served } from './kalli.ts'

export type Stylist = {
  professional: number
  service: number
  space: number
  unit: number
  host: number
  agreement: number
}

/** Each offers half hours from 9 to 19, every day. */
export const openStylists = async (databaseUrl: string, count: number): Promise<Stylist[]> => {
  const store = { url: databaseUrl, drop: () => Promise.resolve() }
  const kalli = await startTestServer({ store, now: new Date() })
  const stylists: Stylist[] = []
  for (let made = 0; made < count; made += 1) {
    const { professional, space, serviceId, host, agreementId } = await people.bookable(kalli, {
      durationMinutes: 30,
      stepMinutes: 30,
      units: 1,
    })
    const [unit = 0] = space.units
    stylists.push({
      professional: professional.id,
      service: serviceId,
      space: space.id,
      unit,
      host: host.id,
      agreement: agreementId,
    })
  }
  await kalli.close()
  return stylists
}

/** Two to five days ahead: the card is authorized at once and charged later, as in most bookings. */
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const Offered = z.object({ days: z.array(z.object({ slots: z.array(z.object({ token: z.string() })) })) })

/** Tokens of free slots, one per stylist in turn, as their page shows them. */
export const offeredTokens = async (url: string, stylists: readonly Stylist[], wanted: number) => {
  const tokens: string[][] = []
  let found = 0
  for (const { professional, service } of stylists) {
    const query = `professional=${professional}&service=${service}&from=${dateIn(2)}&to=${dateIn(4)}`
    const { days } = Offered.parse(await (await fetch(`${url}/api/slots?${query}`)).json())
    const own = days.flatMap(({ slots }) => slots.map(({ token }) => token))
    tokens.push(own)
    found += own.length
    if (found >= wanted) break
  }
  return Array.from({ length: Math.max(...tokens.map(({ length }) => length)) }, (_, place) =>
    tokens.flatMap((own) => own.slice(place, place + 1)),
  ).flat()
}

type Visitor = { cookie: string; email: string }

/**
 * Browsers whose email was confirmed earlier, like that of anyone who books twice a day: the benchmark measures the booking, not how fast
 * the client reads email.
 */
export const confirmedVisitors = async (databaseUrl: string, count: number): Promise<Visitor[]> => {
  const visitors = Array.from({ length: count }, () => ({ token: secretToken(), id: randomUUID() }))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into verification_codes (id, channel, sent_by, address, visitor, code_hash, created_at, expires_at, spent_at, ended_at)
     select id, 'email', 'email', id || '@example.test', visitor, '', now(), now(), now(), now()
     from unnest($1::uuid[], $2::text[]) as confirmed (id, visitor)`,
    [visitors.map(({ id }) => id), visitors.map(({ token }) => visitorHash(token))],
  )
  await client.query('analyze verification_codes')
  await client.end()
  return visitors.map(({ token, id }) => ({
    cookie: `${visitorCookie}=${token}`,
    email: `${id}@example.test`,
  }))
}

/** Concurrent visitors, each a new person every time: hold, pay, confirmed. Anything else throws. */
export const sell = async (
  server: Served,
  tokens: string[],
  people: Visitor[],
  { visitors, seconds }: { visitors: number; seconds: number },
): Promise<Sample> => {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const before = await server.used()
  const begin = performance.now()
  const end = begin + seconds * 1000
  let operations = 0
  const visitor = async () => {
    while (performance.now() < end) {
      const token = tokens.pop()
      const person = people.pop()
      if (token === undefined || person === undefined) throw new Error('too few times for sale')
      await buy(agent, server.url, token, person)
      operations += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  const passed = (performance.now() - begin) / 1000
  agent.destroy()
  const after = await server.used()
  return {
    operations,
    seconds: passed,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    peakBytes: after.peakBytes,
  }
}

const Held = z.object({ id: z.string() })
const Booked = z.object({ status: z.literal('confirmed') })

const buy = async (agent: Agent, url: string, slotToken: string, { cookie, email }: Visitor) => {
  const held = await post(agent, `${url}/api/holds`, { slotToken }, cookie)
  const booked = await post(
    agent,
    `${url}/api/bookings`,
    {
      holdId: Held.parse(held.body).id,
      contact: {
        firstName: 'Lucía',
        lastName: 'Hernández',
        email,
        phone: '+525511112222',
      },
      payment: { method: 'card', token: 'tok_ok' },
    },
    cookie,
  )
  Booked.parse(booked.body)
}

const post = (agent: Agent, address: string, body: object, cookie: string) =>
  new Promise<{ body: unknown }>((resolve, reject) => {
    const sent = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
      'idempotency-key': randomUUID(),
      cookie,
    }
    const requested = request(address, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 201)
          return reject(new Error(`${address}: ${response.statusCode} ${text}`))
        resolve({ body: JSON.parse(text) })
      })
    })
    requested.on('error', reject)
    requested.end(sent)
  })
