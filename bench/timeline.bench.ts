/**
 * The host's timeline, whole (HTTP, three queries, JSON): fifty units over thirty-one days with millions of claims in the
 * table. What counts is the time of one answer on the server, from the question's arrival to the last byte, PostgreSQL
 * included. KALLI_BENCH_CLAIMS: how many claims; 5 million if not said.
 */
import * as z from 'zod/mini'
import { machine, median, short, table } from './harness.ts'
import { heard } from './heard.ts'
import { serve } from './kalli.ts'
import { load } from './load.ts'

const claims = Number(process.env['KALLI_BENCH_CLAIMS'] ?? 5_000_000)
const units = 50
const visitsOfADay = 4
const aimMs = 50
const rounds = 3
const seconds = 3
const path = '/api/host/timeline?from=2026-11-23&to=2026-12-23'

const Told = z.object({ cookie: z.string() })
const Answer = z.object({
  spaces: z.array(z.object({ units: z.array(z.object({ claims: z.array(z.unknown()) })) })),
})

const main = async () => {
  console.log(
    `timeline: ${units} units × 31 days over ${claims.toLocaleString('en-US')} claims of others\n${machine()}`,
  )
  const server = await serve('timeline-server.ts', {}, [String(claims), String(units), String(visitsOfADay)])
  try {
    const { cookie } = Told.parse(server.told)
    const text = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const own = Answer.parse(JSON.parse(text)).spaces.flatMap((space) => space.units)
    const shown = own.reduce((sum, unit) => sum + unit.claims.length, 0)
    const { buffers, statements } = await heard(server, path)
    console.log(
      `${own.length - 1} units and one more, ${shown.toLocaleString('en-US')} bars, ${Math.round(text.length / 1024).toLocaleString('en-US')} KB, ` +
        `${statements.length} statements, ${buffers.toLocaleString('en-US')} pages of 8 KB`,
    )
    const rows: Record<string, string>[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const before = await server.used()
      const done = await load([server.url + path], { connections: 1, seconds, headers: { cookie } })
      const after = await server.used()
      if (done.statuses.get(200) !== done.operations)
        throw new Error(`not all were answered: ${[...done.statuses.keys()].join(', ')}`)
      // The first round warms up.
      if (round === 0) continue
      const sorted = done.milliseconds.toSorted((a, b) => a - b)
      rows.push({
        '': `round ${round}`,
        answers: String(done.operations),
        'median ms': short(median(sorted)),
        'p95 ms': short(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN),
        'CPU ms each': short(((after.cpuSeconds - before.cpuSeconds) / done.operations) * 1000),
      })
    }
    table(rows)
    const middle = median(rows.map((row) => Number(row['median ms'])))
    console.log(
      `median of the rounds: ${short(middle)} ms; aim < ${aimMs} ms: ${middle < aimMs ? 'met' : 'MISSED'}`,
    )
    if (!(middle < aimMs)) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

await main()
