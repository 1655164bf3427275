/**
 * Search over a million professionals beside the same over ten thousand, beside its own SQL through bare pg, misspelt beside well spelt,
 * with hours beside without, suggestions while typing, and the cost of the naive query. KALLI_BENCH_PROFESSIONALS: how many are many.
 */
import pg from 'pg'
import * as z from 'zod/mini'
import { compare, machine, median, quantile, short, table, timed } from './harness.ts'
import { recorded, throughPg } from './recorded.ts'
import { overHttp as askHttp, serve } from './kalli.ts'

const few = 10_000
const some = 100_000
const many = Number(process.env['KALLI_BENCH_PROFESSIONALS'] ?? 1_000_000)
const seconds = 2
const connections = 8

const around = (q: string, lat: number, lng: number, km: number) =>
  `/api/professionals/search?q=${encodeURIComponent(q)}&lat=${lat}&lng=${lng}&radiusKm=${km}`
/** Typical searches; each in several cities or words, so that no single response is measured. */
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
/** On the servers it is 20 November 2026. */
const windows = [
  'startsAt=2026-11-21T18:00:00Z&endsAt=2026-11-22T02:00:00Z',
  'startsAt=2026-11-25T15:00:00Z&endsAt=2026-11-25T20:00:00Z',
  'availability=next_week',
]
const within = (paths: readonly string[]) =>
  paths.flatMap((path) => windows.map((window) => `${path}&${window}`))

const wellSpelt = ['masaje', 'entrenamiento', 'balayage', 'depilacion']
const misspelt = ['mazaje', 'entrenamineto', 'balallage', 'depilasion']

const Output = z.object({ databaseUrl: z.string() })

const startServer = async (professionals: number) => {
  const server = await serve('search-server.ts', {}, [String(professionals)])
  return { ...server, ...Output.parse(server.output) }
}
type Server = Awaited<ReturnType<typeof startServer>>

const overHttp = (name: string, server: Server, paths: readonly string[]) =>
  askHttp(name, server, paths, { connections, seconds })

const bareOf = async (server: Server, pool: pg.Pool, paths: readonly string[]) => {
  const answers: Awaited<ReturnType<typeof recorded>>['statements'][] = []
  for (const path of paths) answers.push((await recorded(server, path)).statements)
  return throughPg(pool, 'its SQL through bare pg', answers, { connections, seconds })
}

const buffersOf = async (server: Server, paths: readonly string[]) => {
  const all: number[] = []
  for (const path of paths) all.push((await recorded(server, path)).buffers)
  return median(all)
}

/** The same searches with a window, as a page of results sends them: each hour on a card can be held. */
const withHours = async (servers: readonly (readonly [count: number, server: Server])[]) => {
  for (const [count, server] of servers)
    for (const [name, paths] of questions.filter(([name]) => /^(text and|text in|list)/.test(name)))
      await compare(`${name}, ${count} professionals: with hours beside without`, {
        sides: [overHttp('with hours', server, within(paths)), overHttp('without', server, paths)],
        rounds: 3,
        aim: 0.5,
      })
}

const typed = ['masaje relajante', 'uñas acrílicas', 'lucía hernández', 'estudio', 'roma norte', 'depilasion']
const suggestionMs = 30

/** Character by character as one person types, each response awaited: its time, including HTTP. */
const whileTyping = async (servers: readonly (readonly [count: number, server: Server])[]) => {
  const starts = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)).slice(1))
  const rows: Record<string, string>[] = []
  for (const [count, { url }] of servers) {
    const waits: number[] = []
    for (const round of [0, 1, 2, 3])
      for (const start of starts) {
        const startedAt = performance.now()
        const reply = await fetch(`${url}/api/search/suggestions?q=${encodeURIComponent(start)}`)
        if (!reply.ok) throw new Error(`${reply.status} for ${start}`)
        await reply.arrayBuffer()
        // The first round warms up.
        if (round > 0) waits.push(performance.now() - startedAt)
      }
    const slowest = quantile(waits, 0.99)
    if (!(slowest < suggestionMs)) process.exitCode = 1
    rows.push({
      '': `${count} professionals`,
      answers: String(waits.length),
      'median ms': short(median(waits)),
      'p99 ms': short(slowest),
    })
  }
  console.log(`\nsuggestions while typing (aim: p99 under ${suggestionMs} ms)`)
  table(rows)
}

/** The naive query: all matches are found, measured and sorted. */
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
  const pool = new pg.Pool({ connectionString: large.databaseUrl, max: connections })
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

    const middle = await startServer(some)
    try {
      const all = [
        [few, small],
        [some, middle],
        [many, large],
      ] as const
      await whileTyping(all)
      await withHours(all)
    } finally {
      await middle.stop()
    }

    for (const [name, paths] of questions.filter(([name]) => /^(text and distance|list)/.test(name))) {
      await compare(`${name}: the endpoint beside its own SQL`, {
        sides: [overHttp('Kalli', large, paths), await bareOf(large, pool, paths)],
        rounds: 3,
        aim: 0.25,
      })
    }
  } finally {
    await pool.end()
    await small.stop()
    await large.stop()
  }
}

await main()
