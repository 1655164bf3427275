/**
 * A whole booking over HTTP (hold, contact and card, confirmed) beside the bare SQL transactions that write the same rows: same
 * constraints, same nine commits, same concurrency. Kalli also checks its rules, reads the inputs of the slot, signs, renders two
 * responses, and, on the second side, sends the emails that follow.
 */
import pg from 'pg'
import { confirmedVisitors, openStylists, offeredTokens, sell } from './booking-town.ts'
import { compare, machine, type Side } from './harness.ts'
import { ownDatabase, serve, serveKalli } from './kalli.ts'

const visitors = 16
const seconds = 8
const rounds = 3
const stylists = 400

const main = async () => {
  console.log(`booking: hold → pay → confirmed, ${visitors} visitors at once\n${machine()}`)
  console.log(
    'PostgreSQL of their own with fsync and synchronous_commit on; CPU and memory are those of the Node process.',
  )
  const database = await ownDatabase('none')
  const open = await openStylists(database.url, stylists)
  const server = await serveKalli(database.url)
  const bare = await serve('booking-bare.ts', {
    DATABASE_URL: database.url,
    KALLI_BENCH_STYLISTS: JSON.stringify(open),
  })
  /** A process still running its jobs would conflict with the process that removes them. */
  const rest = async () => {
    await server.setJobs(false)
    await forgetJobs(database.url)
  }
  const kalli = (name: string, jobs: boolean): Side => ({
    name,
    run: async () => {
      await rest()
      await server.setJobs(jobs)
      const tokens = await offeredTokens(server.url, open, maxSold)
      const people = await confirmedVisitors(database.url, maxSold)
      return sell(server, tokens, people, { visitors, seconds })
    },
  })
  const bareSide: Side = {
    name: 'the bare SQL of a booking, over pg',
    run: async () => {
      await rest()
      return bare.sample({ visitors, seconds })
    },
  }
  try {
    const sides = [kalli('Kalli, over HTTP', false), kalli('Kalli with its jobs and letters', true), bareSide]
    await compare('bookings', { sides, rounds, aim: 0.5 })
    await printWork(database.url)
  } finally {
    await Promise.all([server.stop(), bare.stop()])
    await database.drop()
  }
}

/** More than are ever sold in a round. */
const maxSold = 2_000

/** One side's events must not be processed by another. */
const forgetJobs = (url: string) =>
  ask(url, `delete from pgboss.job where name = 'facts' and state < 'active'`)

/** Reports what was really written, so that a booking is not compared with no work. */
const printWork = async (url: string) => {
  const [row] = await ask(
    url,
    `select count(*) filter (where starts_at < '2039-01-01') as kalli, count(*) filter (where starts_at >= '2039-01-01') as bare,
       (select count(*) from entries) as entries, (select sum(amount_cents) from entries) as sum
     from bookings where status = 'confirmed'`,
  )
  console.log(
    `  confirmed by Kalli ${row?.['kalli']}, by bare SQL ${row?.['bare']}; ${row?.['entries']} entries in the ledger, sum ${row?.['sum']}`,
  )
}

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(text)
    return rows
  } finally {
    await client.end()
  }
}

await main()
