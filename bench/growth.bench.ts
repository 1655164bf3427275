/**
 * Everyday reads over a million bookings, payments and claims beside the same over ten thousand: time and shared buffers; and the list of
 * bookings beside its own SQL through bare pg. (Search and `GET /api/slots` over millions have benchmarks of their own.)
 * KALLI_BENCH_BOOKINGS: how many are many.
 */
import pg from 'pg'
import * as z from 'zod/mini'
import { compare, machine, short, table } from './harness.ts'
import { recorded, throughPg } from './recorded.ts'
import { overHttp, serve, type Served } from './kalli.ts'

const few = 10_000
const many = Number(process.env['KALLI_BENCH_BOOKINGS'] ?? 1_000_000)
const seconds = 1
const rounds = 3
const connections = 8

/** The clock of the test server is set to 20 November 2026. */
const month = 'from=2026-11-20&to=2026-12-19'
type Question = { name: string; aim: number; path(professional: number): string }
const list = 'list of a professional, upcoming'
const questions: readonly Question[] = [
  { name: list, aim: 1.5, path: () => '/api/bookings?role=professional&tab=upcoming' },
  { name: 'list of a professional, past', aim: 1.5, path: () => '/api/bookings?role=professional&tab=past' },
  { name: 'list of a client, past', aim: 1.5, path: () => '/api/bookings?role=client&tab=past' },
  {
    name: 'free and busy, a month of slots',
    aim: 1.5,
    path: (id) => `/api/slots?professional=${id}&service=${id}&${month}`,
  },
  { name: 'public page of a professional', aim: 1.5, path: (id) => `/api/public/professionals/${id}` },
]

const Output = z.object({ databaseUrl: z.string(), cookie: z.string(), professional: z.int() })
type Grown = Served & z.output<typeof Output>

const grown = async (rows: number): Promise<Grown> => {
  const server = await serve('growth-server.ts', {}, [String(rows)])
  return { ...server, ...Output.parse(server.output) }
}

const main = async () => {
  console.log(
    `growth: ${many.toLocaleString('en-US')} bookings, payments and claims beside ${few.toLocaleString('en-US')}\n${machine()}`,
  )
  const [small, large] = [await grown(few), await grown(many)]
  const pools = [small, large].map(
    ({ databaseUrl }) => new pg.Pool({ connectionString: databaseUrl, max: connections }),
  )
  const growth: Record<string, string>[] = []
  const missed: string[] = []
  const notify = (name: string, aim: number, ratio: number, before: number, now: number) => {
    if (1 / ratio > aim) missed.push(name)
    growth.push({
      '': name,
      'time ×': short(1 / ratio),
      'pages before': short(before),
      'pages now': short(now),
      aim: `≤ ${aim}×: ${1 / ratio <= aim ? 'met' : 'MISSED'}`,
    })
  }
  try {
    for (const { name, aim, path } of questions) {
      const side = (about: string, server: Grown) =>
        overHttp(about, server, [path(server.professional)], {
          connections,
          seconds,
          headers: { cookie: server.cookie },
        })
      const sides = [side(`${many}`, large), side(`${few}`, small)]
      const [first] = await compare(name, { sides, rounds })
      const [before, now] = [
        await recorded(small, path(small.professional)),
        await recorded(large, path(large.professional)),
      ]
      notify(name, aim, first?.ratio ?? Number.NaN, before.buffers, now.buffers)
      // PostgreSQL's own time, without Node's constant share.
      const bare = [now, before].map(({ statements }, place) => {
        const pool = pools[1 - place]
        if (pool === undefined) throw new Error('no pool')
        return throughPg(pool, `its SQL, ${place === 0 ? many : few}`, [statements], { connections, seconds })
      })
      const [pure] = await compare(`${name}: its SQL alone`, { sides: bare, rounds })
      notify(`${name}: its SQL alone`, aim, pure?.ratio ?? Number.NaN, before.buffers, now.buffers)
      if (name !== list) continue
      const [largePool] = pools.slice(1)
      if (largePool === undefined) throw new Error('no pool')
      const beside = [
        side('Kalli, over HTTP', large),
        throughPg(largePool, 'the same SQL, bare pg', [now.statements], { connections, seconds }),
      ]
      const [kalli] = await compare(`${name}: the endpoint beside its own SQL`, {
        sides: beside,
        rounds,
        aim: 0.25,
      })
      if ((kalli?.ratio ?? 0) < 0.25) missed.push('list beside bare pg')
    }
    console.log(`\ngrowth from ${few} to ${many}`)
    table(growth)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    for (const pool of pools) await pool.end()
    await Promise.all([small.stop(), large.stop()])
  }
}

await main()
