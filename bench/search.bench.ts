/**
 * Search over a million professionals beside the same over ten thousand, beside its own SQL through bare pg,
 * misspelt beside well spelt, and what the plain way would cost. KALLI_BENCH_PROFESSIONALS: how many are many.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { compare, machine, median, short, table, timed, type Sample, type Side } from './harness.ts'
import { load } from './load.ts'

const few = 10_000
const many = Number(process.env['KALLI_BENCH_PROFESSIONALS'] ?? 1_000_000)
const seconds = 2
const connections = 8

const around = (q: string, lat: number, lng: number, km: number) =>
  `/api/professionals/search?q=${encodeURIComponent(q)}&lat=${lat}&lng=${lng}&radiusKm=${km}`
/** What people ask; each in several towns or words, so that no single answer is measured. */
const questions: readonly [name: string, paths: readonly string[]][] = [
  [
    'text and distance',
    [
      around('masaje', 19.41, -99.16, 5),
      around('corte dama', 20.67, -103.35, 8),
      around('uñas', 25.67, -100.31, 10),
      around('facial', 19.36, -99.18, 3),
    ],
  ],
  [
    'text',
    ['masaje', 'corte', 'yoga prenatal', 'lucía hernández'].map(
      (q) => `/api/professionals/search?q=${encodeURIComponent(q)}`,
    ),
  ],
  [
    'text in a city',
    ['Ciudad de México', 'Guadalajara', 'Cancún', 'Tijuana'].map(
      (city) => `/api/professionals/search?q=terapia&city=${encodeURIComponent(city)}`,
    ),
  ],
  [
    'list of a category',
    ['hair', 'nails', 'yoga', 'health'].map((category) => `/api/professionals/search?category=${category}`),
  ],
  [
    'nearest first',
    [around('drenaje', 19.41, -99.16, 50), around('balayage', 20.97, -89.62, 50)].map(
      (path) => `${path}&sort=distance`,
    ),
  ],
  ['cheapest first', ['manicure', 'box'].map((q) => `/api/professionals/search?q=${q}&sort=price`)],
  [
    'filters',
    [
      '/api/professionals/search?category=massage&verified=verified&rating=4.5&priceRange=medium,premium&city=Puebla',
    ],
  ],
]
const wellSpelt = ['masaje', 'entrenamiento', 'balayage', 'depilacion']
const misspelt = ['mazaje', 'entrenamineto', 'balallage', 'depilasion']

const Address = z.object({ url: z.string(), databaseUrl: z.string() })
const Told = z.object({
  statements: z.array(z.object({ sql: z.string(), parameters: z.array(z.unknown()) })),
  buffers: z.number(),
  cpuSeconds: z.number(),
  peakBytes: z.number(),
})

const startServer = async (professionals: number) => {
  const child = fork(join(import.meta.dirname, 'search-server.ts'), [String(professionals)])
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => reject(new Error('the server ended'))
      child.once('exit', leave)
      child.once('message', (message) => {
        child.off('exit', leave)
        resolve(message)
      })
    })
  const address = Address.parse(await next())
  const ask = async (message: object) => {
    const answer = next()
    child.send(message)
    return Told.parse(await answer)
  }
  return { ...address, ask, stop: () => child.send({ stop: true }) }
}
type Server = Awaited<ReturnType<typeof startServer>>

const overHttp = (name: string, server: Server, paths: readonly string[]): Side => ({
  name,
  async run(): Promise<Sample> {
    const before = await server.ask({})
    const done = await load(
      paths.map((path) => server.url + path),
      { connections, seconds },
    )
    if (done.statuses.get(200) !== done.operations)
      throw new Error(`not all were answered: ${[...done.statuses.keys()].join(', ')}`)
    const after = await server.ask({})
    return { ...done, cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakBytes: after.peakBytes }
  },
})

/** The same statements, prepared, by as many connections; nothing is made of what comes back. */
const throughPg = async (server: Server, paths: readonly string[]): Promise<Side & { stop(): void }> => {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: connections })
  const searches: z.output<typeof Told>['statements'][] = []
  for (const path of paths) searches.push((await server.ask({ path })).statements)
  const names = new Map<string, string>()
  const nameOf = (sql: string) => names.get(sql) ?? names.set(sql, `b${names.size}`).get(sql)
  let turn = 0
  const one = async () => {
    for (const { sql, parameters } of searches[turn++ % searches.length] ?? [])
      await pool.query({ name: nameOf(sql), text: sql, values: parameters })
  }
  return {
    name: 'its SQL through bare pg',
    async run() {
      const samples = await Promise.all(Array.from({ length: connections }, () => timed(one, seconds)))
      const operations = samples.reduce((sum, sample) => sum + sample.operations, 0)
      const longest = Math.max(...samples.map((sample) => sample.seconds))
      const [first] = samples
      return {
        operations,
        seconds: longest,
        cpuSeconds: first?.cpuSeconds ?? 0,
        peakBytes: first?.peakBytes ?? 0,
      }
    },
    stop: () => void pool.end(),
  }
}

const buffersOf = async (server: Server, paths: readonly string[]) => {
  const all: number[] = []
  for (const path of paths) all.push((await server.ask({ path })).buffers)
  return median(all)
}

/** All that match are found, measured and sorted: what anybody would write first. */
const plainly = async (server: Server) => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const ask = () =>
    client.query(`
      select id from search_professionals
      where words @@ to_tsquery('kalli', 'masaje') and search_km(latitude, longitude, 19.41, -99.16) < 5
      order by ts_rank(words, to_tsquery('kalli', 'masaje')) * quality desc limit 20`)
  await ask()
  const { operations, seconds: taken } = await timed(ask, 3)
  await client.end()
  return (taken / operations) * 1000
}

const main = async () => {
  console.log(
    `search: ${many.toLocaleString('en-US')} professionals beside ${few.toLocaleString('en-US')}\n${machine()}`,
  )
  const [small, large] = [await startServer(few), await startServer(many)]
  const bare: { stop(): void }[] = []
  try {
    const growth: Record<string, string>[] = []
    for (const [name, paths] of questions) {
      const sides = [
        overHttp(`${many} professionals`, large, paths),
        overHttp(`${few} professionals`, small, paths),
      ]
      const [first] = await compare(`growth: ${name}`, { sides, rounds: 3, aim: 0.25 })
      const [before, now] = [await buffersOf(small, paths), await buffersOf(large, paths)]
      growth.push({
        '': name,
        'time ×': short(1 / (first?.ratio ?? Number.NaN)),
        'pages before': short(before),
        'pages now': short(now),
        'pages ×': short(now / before),
      })
      if (first && first.ratio < 0.25) process.exitCode = 1
    }
    console.log(`\ngrowth from ${few} to ${many} (aim ≤ 4×)`)
    table(growth)

    const [before, now] = [await plainly(small), await plainly(large)]
    console.log(
      `\nthe plain way, text and distance: ${short(before)} ms → ${short(now)} ms, ${short(now / before)}×`,
    )

    const pathOf = (q: string) => `/api/professionals/search?q=${encodeURIComponent(q)}`
    const typos = [
      overHttp('misspelt', large, misspelt.map(pathOf)),
      overHttp('well spelt', large, wellSpelt.map(pathOf)),
    ]
    await compare('misspelt words beside the same well spelt', { sides: typos, rounds: 3, aim: 0.33 })

    for (const [name, paths] of questions.filter(([name]) => /^(text and distance|list)/.test(name))) {
      const pure = await throughPg(large, paths)
      bare.push(pure)
      await compare(`${name}: the endpoint beside its own SQL`, {
        sides: [overHttp('Kalli', large, paths), pure],
        rounds: 3,
        aim: 0.25,
      })
    }
  } finally {
    for (const side of bare) side.stop()
    small.stop()
    large.stop()
  }
}

await main()
