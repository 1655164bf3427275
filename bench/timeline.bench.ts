/**
 * The host's whole timeline (HTTP, its queries, JSON): fifty units over thirty-one days with millions of claims in the table. What counts
 * is the time of one response on the server, from the request's arrival to the last byte, PostgreSQL included. KALLI_BENCH_CLAIMS: how many
 * claims; default 5 million.
 */
import * as z from 'zod/mini'
import { readTimeline, TimelineReply } from '#contract/booking/agenda/timeline.ts'
import { machine } from './harness.ts'
import { recorded } from './recorded.ts'
import { serve, timeAnswers } from './kalli.ts'

const claims = Number(process.env['KALLI_BENCH_CLAIMS'] ?? 5_000_000)
const units = 50
const visitsOfADay = 4
const aimMs = 50
const path = '/api/host/timeline?from=2026-11-23&to=2026-12-23'

const Output = z.object({ cookie: z.string() })

const main = async () => {
  console.log(
    `timeline: ${units} units × 31 days over ${claims.toLocaleString('en-US')} claims of others\n${machine()}`,
  )
  const server = await serve('timeline-server.ts', {}, [String(claims), String(units), String(visitsOfADay)])
  try {
    const { cookie } = Output.parse(server.output)
    const text = await (await fetch(server.url + path, { headers: { cookie } })).text()
    const own = readTimeline(TimelineReply.parse(JSON.parse(text))).spaces.flatMap((space) => space.units)
    const shown = own.reduce((sum, unit) => sum + unit.claims.length, 0)
    const { buffers, statements } = await recorded(server, path)
    console.log(
      `${own.length - 1} units and one more, ${shown.toLocaleString('en-US')} bars, ${Math.round(text.length / 1024).toLocaleString('en-US')} KB, ` +
        `${statements.length} statements, ${buffers.toLocaleString('en-US')} pages of 8 KB`,
    )
    await timeAnswers(server, path, { cookie, aimMs })
  } finally {
    await server.stop()
  }
}

await main()
