/**
 * A professional's whole month (HTTP, four queries and one of the routes, JSON), with two hundred bookings in it and years of them behind
 * it. What counts is the time of one response on the server, PostgreSQL included. KALLI_BENCH_BOOKINGS: how many in other months; default
 * 5,000.
 */
import * as z from 'zod/mini'
import { machine } from './harness.ts'
import { recorded } from './recorded.ts'
import { serve, timeAnswers } from './kalli.ts'

const visits = 200
const others = Number(process.env['KALLI_BENCH_BOOKINGS'] ?? 5_000)
const aimMs = 30
const path = '/api/calendar?from=2026-11-30&to=2026-12-27'

const Output = z.object({ cookie: z.string() })
const Answer = z.object({ entries: z.array(z.unknown()) })

const main = async () => {
  console.log(
    `calendar: ${visits} bookings of a month, ${others.toLocaleString('en-US')} before it\n${machine()}`,
  )
  const server = await serve('calendar-server.ts', {}, [String(visits), String(others)])
  try {
    const { cookie } = Output.parse(server.output)
    const text = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const { entries } = Answer.parse(JSON.parse(text))
    if (entries.length < visits) throw new Error(`only ${entries.length} of ${visits} bookings are shown`)
    const { buffers, statements } = await recorded(server, path)
    console.log(
      `${entries.length} entries, ${Math.round(text.length / 1024)} KB, ${statements.length} statements, ${buffers.toLocaleString('en-US')} pages of 8 KB`,
    )
    await timeAnswers(server, path, { cookie, aimMs })
  } finally {
    await server.stop()
  }
}

await main()
