/**
 * Ten thousand connected calendars on one process, each changed once an hour by its owner, announced by push notifications and also polled
 * as in production; tokens expire after an hour. What counts is the processor time of Kalli's process, and the delay until a changed hour
 * is claimed here. KALLI_BENCH_CALENDARS: how many; default 10,000. KALLI_BENCH_SECONDS: how long; default 60. The rate of changes stays
 * that of the hour.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hourMs } from '#contract/platform/duration.ts'
import { emailHash, sealing } from '#server/connection/secrets.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testSecret } from '#server/testing/test-server.ts'
import { machine, table } from './harness.ts'
import { ownDatabase, serve } from './kalli.ts'

const calendars = Number(process.env['KALLI_BENCH_CALENDARS'] ?? 10_000)
const seconds = Number(process.env['KALLI_BENCH_SECONDS'] ?? 60)
/** The first reads of a new process are not its usual ones. */
const warmSeconds = Math.min(20, seconds)
const aims = { processor: 0.1, lagSeconds: 10 }
const firstId = 1_000_000_000
const firstHour = Math.floor(Date.now() / hourMs) * hourMs + 48 * hourMs

const main = async () => {
  console.log(
    `connections: ${calendars.toLocaleString('en-US')} calendars, each changed once an hour, for ${seconds} s\n${machine()}`,
  )
  const database = await ownDatabase('none')
  const outlook = await serve('connections-outlook.ts', { KALLI_BENCH_CALENDARS: String(calendars) })
  const states = await fill(database.url)
  const kalli = await serve('connections-server.ts', {
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    KALLI_SECRET: testSecret,
    KALLI_RATE_LIMITS: 'off',
    KALLI_MAP_STYLE: 'none',
    KALLI_BENCH_OUTLOOK: outlook.url,
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  try {
    await outlook.ask({ subscribe: { address: `${kalli.url}/api/calendar/microsoft/push`, states } })
    const change = changer(outlook, pool)
    await change(warmSeconds)
    const before = await kalli.used()
    const began = performance.now()
    const lags = await change(seconds)
    const after = await kalli.used()
    const processor = (after.cpuSeconds - before.cpuSeconds) / ((performance.now() - began) / 1000)
    report(lags, { processor, peakBytes: after.peakBytes })
  } finally {
    await pool.end()
    await kalli.stop()
    await outlook.stop()
    await database.drop()
  }
}

/** A professional for each calendar, like a real one; accounts that were connected over the last hour. Returns their channels' secrets. */
const fill = async (databaseUrl: string): Promise<string[]> => {
  const kalli = await startTestServer({
    store: { url: databaseUrl, drop: () => Promise.resolve() },
    now: new Date(),
  })
  const { professional } = await people.bookable(kalli, { units: 1 })
  const client = await kalli.database.pool.connect()
  const states: string[] = []
  try {
    // A superuser loads without foreign key checks for each row.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into resources (id, kind) select ${firstId} + n, 'professional' from generate_series(0, ${calendars - 1}) n`,
    )
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'professionals'::regclass and attnum > 0
       and not attisdropped and attgenerated = ''`,
    )
    const own = new Map([
      ['id', `${firstId} + n`],
      ['account_id', `${firstId} + n`],
      ['slug', `'bench-' || n`],
    ])
    await client.query(
      `insert into professionals (${rows.map(({ name }) => name).join(', ')}) overriding system value
       select ${rows.map(({ name }) => own.get(name) ?? `one.${name}`).join(', ')}
       from professionals one, generate_series(0, ${calendars - 1}) n where one.id = ${professional.id}`,
    )
    const work = kalli.work()
    const accounts = Array.from({ length: calendars }, (_, n) => {
      const box = sealing(work, { professionalId: firstId + n, hostId: null })
      const [channel, secret] = [randomUUID(), secretToken()]
      states.push(`${channel}.${secret}`)
      const hex = (bytes: Buffer) => bytes.toString('hex')
      return {
        n,
        key: box.keyId,
        email: hex(box.seal(`agenda${n}@outlook.test`)),
        hash: hex(emailHash(`agenda${n}@outlook.test`)),
        refresh: hex(box.seal(`refresh-${n}`)),
        access: hex(box.seal(`access-${n}`)),
        name: hex(box.seal('Calendario')),
        channel,
        digest: hex(hashToken(secret)),
      }
    })
    const made = `jsonb_to_recordset($1::jsonb) as made(n int, key text, email text, hash text, refresh text, access text, name text,
      channel uuid, digest text)`
    const given = [JSON.stringify(accounts)]
    await client.query(
      `insert into outside_calendars (id, professional_id, provider, host_name, added_at, next_at, read_at) overriding system value
       select ${firstId} + n, ${firstId} + n, 'microsoft', 'Outlook', now(), now(), now() from ${made}`,
      given,
    )
    await client.query(
      `insert into calendar_accounts (id, professional_id, provider, place, email, email_hash, refresh_token, access_token,
         access_ends_at, key_id, scopes, connected_at, succeeded_at, next_at) overriding system value
       select ${firstId} + n, ${firstId} + n, 'microsoft', 1, decode(email, 'hex'), decode(hash, 'hex'), decode(refresh, 'hex'),
         decode(access, 'hex'), now() + random() * interval '1 hour', key, '{Calendars.Read}', now(), now(),
         now() + random() * interval '15 minutes' from ${made}`,
      given,
    )
    await client.query(
      `insert into connected_calendars (id, account_id, external_id, name, writable, is_primary, outside_id, full_at, channel_id,
         channel_token_hash, channel_resource, channel_ends_at) overriding system value
       select ${firstId} + n, ${firstId} + n, 'calendar-' || n, decode(name, 'hex'), true, true, ${firstId} + n, null, channel,
         decode(digest, 'hex'), 'subscription-' || n, now() + interval '2 days' from ${made}`,
      given,
    )
    await client.query('set session_replication_role = origin')
    await client.query('delete from pgboss.job')
    await client.query('vacuum analyze')
  } finally {
    client.release()
    await kalli.close()
  }
  return states
}

type Served = Awaited<ReturnType<typeof serve>>

/** Adds events at the hourly rate, each in another calendar, and waits until their hours are claimed here. */
const changer = (outlook: Served, pool: pg.Pool) => {
  let done = 0
  return async (forSeconds: number): Promise<number[]> => {
    const everyMs = hourMs / calendars
    const total = Math.max(1, Math.round((forSeconds * 1000) / everyMs))
    const began = performance.now()
    const waiting = new Map<number, number>()
    const lags: number[] = []
    const look = async () => {
      const { rows } = await pool.query<{ n: string }>(
        `select distinct resource_id - ${firstId} as n from claims where outside_id is not null and resource_id = any ($1::bigint[])`,
        [[...waiting.keys()].map((n) => firstId + n)],
      )
      for (const { n } of rows) {
        const at = waiting.get(Number(n))
        if (at !== undefined) lags.push(performance.now() - at)
        waiting.delete(Number(n))
      }
    }
    for (let place = 0; place < total || waiting.size > 0;) {
      if (place < total && performance.now() >= began + place * everyMs) {
        // Spread over all of them, and none twice.
        const n = (done * 7919) % calendars
        const start = new Date(firstHour).toISOString()
        await outlook.ask({ add: { n, start, end: new Date(firstHour + hourMs).toISOString() } })
        waiting.set(n, performance.now())
        place += 1
        done += 1
        continue
      }
      if (performance.now() > began + (forSeconds + 120) * 1000) break
      if (waiting.size > 0) await look()
      await sleep(50)
    }
    // One that never arrived counts with the longest delay.
    for (const at of waiting.values()) lags.push(performance.now() - at)
    const left = began + forSeconds * 1000 - performance.now()
    if (left > 0) await sleep(left)
    return lags
  }
}

const report = (
  lags: readonly number[],
  { processor, peakBytes }: { processor: number; peakBytes: number },
) => {
  const sorted = lags.toSorted((one, other) => one - other)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) / 1000
  table([
    {
      changes: String(lags.length),
      'of a core': `${(processor * 100).toFixed(1)} %`,
      'lag, half': `${at(0.5).toFixed(2)} s`,
      'lag, p99': `${at(0.99).toFixed(2)} s`,
      'memory, most': `${Math.round(peakBytes / 1e6)} MB`,
    },
  ])
  if (!(processor < aims.processor) || !(at(0.99) < aims.lagSeconds)) process.exitCode = 1
}

await main()
