/**
 * A professional's month, whole (HTTP, three queries, JSON), with two hundred bookings in it and years of them behind it. What
 * counts is the time of one answer on the server, PostgreSQL included. KALLI_BENCH_BOOKINGS: how many in other months; 5,000
 * if not said.
 */
import * as z from 'zod/mini'
import { machine, median, short, table } from './harness.ts'
import { heard } from './heard.ts'
import { serve } from './kalli.ts'
import { load } from './load.ts'

const visits = 200
const others = Number(process.env['KALLI_BENCH_BOOKINGS'] ?? 5_000)
const aimMs = 30
const rounds = 3
const seconds = 3
const path = '/api/calendar?from=2026-11-30&to=2026-12-27'

const Told = z.object({ cookie: z.string() })
const Answer = z.object({ entries: z.array(z.unknown()) })

const main = async () => {
  console.log(
    `calendar: ${visits} bookings of a month, ${others.toLocaleString('en-US')} before it\n${machine()}`,
  )
  const server = await serve('calendar-server.ts', {}, [String(visits), String(others)])
  try {
    const { cookie } = Told.parse(server.told)
    const text = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const { entries } = Answer.parse(JSON.parse(text))
    if (entries.length < visits) throw new Error(`only ${entries.length} of ${visits} bookings are shown`)
    const { buffers, statements } = await heard(server, path)
    console.log(
      `${entries.length} entries, ${Math.round(text.length / 1024)} KB, ${statements.length} statements, ${buffers.toLocaleString('en-US')} pages of 8 KB`,
    )
    const rows: Record<string, string>[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const done = await load([server.url + path], { connections: 1, seconds, headers: { cookie } })
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
