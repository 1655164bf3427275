/**
 * Ten thousand visits whose reminder is due within one minute, two Kalli processes that send them, and one of them killed midway: every
 * client gets one email, by a mail server that counts. KALLI_BENCH_REMINDERS: how many; default 10,000.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { postOffice } from '#server/testing/post-office.ts'
import { machine, table } from './harness.ts'
import { serveKalli } from './kalli.ts'
import { likenesses } from './likeness.ts'

const visits = Number(process.env['KALLI_BENCH_REMINDERS'] ?? 10_000)
/** A zone where it is noon: at night emails wait for the morning. */
const awake = zoneAhead(12 - new Date().getUTCHours())
/** Includes the lease of the killed process's last batch, and the minutes until the next check. */
const patienceMs = 10 * minuteMs

const main = async () => {
  console.log(
    `reminders: ${visits.toLocaleString('en-US')} due within a minute, two workers, one killed midway`,
  )
  console.log(machine())
  const office = await postOffice()
  const kalli = await startTestServer({ now: new Date() })
  try {
    await fill(kalli)
    const [first, second] = await Promise.all(
      [1, 2].map(() => serveKalli(kalli.database.url, work(office.url))),
    )
    if (first === undefined || second === undefined) throw new Error('two were started')
    const started = await reached(office, 1)
    const half = await reached(office, visits / 2)
    await first.kill()
    console.log(`  ${office.received.length.toLocaleString('en-US')} letters were out when one was killed`)
    const most = await reached(office, visits * 0.99)
    const all = await everybody(office)
    await second.stop()
    notify({ started, half, most, all }, office.received)
  } finally {
    await office.close()
    await kalli.close()
  }
}

/** "Etc/GMT+6" is six hours behind. */
function zoneAhead(hours: number) {
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

const work = (smtpUrl: string) => ({ jobs: true, smtpUrl })

type TestKalli = Awaited<ReturnType<typeof startTestServer>>
type Office = Awaited<ReturnType<typeof postOffice>>

/** Copies of a real visit, each of another client; their reminders of the day before fall due over the next minute. */
const fill = async (kalli: TestKalli) => {
  const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 30, units: 1 })
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const { id: template } = await booked(kalli, at, { date: inAWeek })
  await kalli.database.kysely.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    // A superuser loads without foreign key checks for each row.
    await run(sql`set session_replication_role = replica`)
    await run(sql`create temporary table made as
      select gen_random_uuid() as id, n, now() + interval '1 day' + n * interval '60 seconds' / ${visits}::int as starts_at
      from generate_series(0, ${visits - 1}::int) n`)
    await likenesses(connection, 'bookings', template, sql`made`, {
      id: sql`made.id`,
      contact: sql`one.contact || jsonb_build_object('email', 'cliente' || made.n || '@example.test')`,
      confirmed_at: sql`now() - interval '3 days'`,
      created_at: sql`now() - interval '3 days'`,
      starts_at: sql`made.starts_at`,
      ends_at: sql`made.starts_at + interval '1 hour'`,
      zone: sql`${awake}::text`,
      local_start: sql`made.starts_at at time zone ${awake}::text`,
    })
    await run(sql`set session_replication_role = origin`)
  })
  await kalli.database.pool.query('delete from pgboss.job')
  await kalli.database.pool.query('vacuum analyze')
}

/** The time until this many emails had arrived, in milliseconds. */
const reached = async (office: Office, count: number) => {
  const until = performance.now() + patienceMs
  while (office.received.length < count) {
    if (performance.now() > until) throw new Error(`only ${office.received.length} letters came`)
    await sleep(20)
  }
  return performance.now()
}

const everybody = async (office: Office) => {
  const until = performance.now() + patienceMs
  while (perPerson(office.received).size < visits) {
    if (performance.now() > until) break
    await sleep(200)
  }
  return performance.now()
}

const header = (email: string, name: string) =>
  new RegExp(`^${name}: (.*)\\r?$`, 'im').exec(email)?.[1]?.trim() ?? ''

const perPerson = (emails: readonly string[]) =>
  Map.groupBy(
    emails.filter((email) => header(email, 'To').startsWith('cliente')),
    (email) => header(email, 'To'),
  )

type Times = { started: number; half: number; most: number; all: number }

const notify = ({ started, half, most, all }: Times, emails: readonly string[]) => {
  const people = perPerson(emails)
  const twice = [...people.values()].filter((own) => own.length > 1)
  const oneAgain = twice.filter((own) => new Set(own.map((one) => header(one, 'Message-ID'))).size === 1)
  const second = (at: number) => `${((at - started) / 1000).toFixed(1)} s`
  table([
    {
      'half of them': second(half),
      '99 of 100': second(most),
      'the last (its lease was a dead one’s)': second(all),
      'never told': String(visits - people.size),
      'told twice': String(twice.length),
      'of them by the same letter': String(oneAgain.length),
    },
  ])
  if (people.size < visits || twice.length > oneAgain.length) process.exitCode = 1
}

await main()
