/**
 * The whole endpoint `GET /api/slots` (HTTP, database with millions of claims, prices, signed tokens), beside cal.com's bare engine on the
 * same inputs. KALLI_BENCH_CLAIMS: how many claims; default 5 million.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { compare, installPeer, machine, ownProcess, type Side } from './harness.ts'
import { load } from './load.ts'
import { scenario, type Busy, type Scenario } from './slots.scenario.ts'

const claims = Number(process.env['KALLI_BENCH_CLAIMS'] ?? 5_000_000)
const seconds = 2
const Address = z.object({
  url: z.string(),
  stylists: z.array(z.object({ professional: z.int(), service: z.int(), space: z.int() })),
})
const Used = z.object({ cpuSeconds: z.number(), peakBytes: z.number() })

const startServer = async (from: number) => {
  const child = fork(join(import.meta.dirname, 'slots-server.ts'), [String(claims), String(from)], {
    env: { ...process.env, TZ: 'UTC' },
  })
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => reject(new Error('the server ended'))
      child.once('exit', leave)
      child.once('message', (message) => {
        child.off('exit', leave)
        resolve(message)
      })
    })
  const { url, stylists } = Address.parse(await next())
  const ask = async (message: object) => {
    const answer = next()
    child.send(message)
    return Used.parse(await answer)
  }
  return {
    paths: (dates: { from: string; to: string }) =>
      stylists.map(
        ({ professional, service }) =>
          `/api/slots?professional=${professional}&service=${service}&from=${dates.from}&to=${dates.to}`,
      ),
    url,
    setBusy: (busy: Busy) => ask({ busy }),
    used: () => ask({}),
    stop: () => child.send({ stop: true }),
  }
}

const Answer = z.object({ days: z.array(z.object({ slots: z.array(z.object({ startsAt: z.string() })) })) })

const endpoint = (server: Awaited<ReturnType<typeof startServer>>, paths: readonly string[]): Side => ({
  name: 'Kalli, GET /api/slots',
  run: async () => {
    const before = await server.used()
    const done = await load(
      paths.map((path) => server.url + path),
      { connections: 8, seconds },
    )
    if (done.statuses.get(200) !== done.operations)
      throw new Error(`not all were answered: ${[...done.statuses.keys()].join(', ')}`)
    const after = await server.used()
    return {
      operations: done.operations,
      seconds: done.seconds,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      peakBytes: after.peakBytes,
    }
  },
})

const dateOf = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .toString()
const datesOf = ({ from, to }: Scenario) => ({ from: dateOf(from), to: dateOf(to) })

const main = async () => {
  installPeer('calcom')
  console.log(
    `slots: Kalli's endpoint over ${claims.toLocaleString('en-US')} claims beside cal.com's bare engine\n${machine()}`,
  )
  console.log(
    'CPU and memory of the endpoint are those of its Node process; PostgreSQL works beside it on the same machine.',
  )
  const server = await startServer(scenario(30, 30, 0, 1).from)
  const calcom = ownProcess('cal.com’s engine, from npm', 'peers/calcom/engine.js', { TZ: 'UTC' })
  try {
    for (const busyTimes of [0, 50, 500]) {
      const requested = scenario(30, 30, busyTimes, 1)
      await server.setBusy(requested.professionals[0]?.busy ?? [])
      const paths = server.paths(datesOf(requested))
      const answer = Answer.parse(await (await fetch(server.url + paths[0])).json())
      const starts = answer.days.flatMap(({ slots }) => slots.map(({ startsAt }) => Date.parse(startsAt)))
      const same = JSON.stringify([starts]) === JSON.stringify(await calcom.answer(requested))
      await compare(`30 days × 30 min, ${busyTimes} busy; ${same ? 'the same slots' : 'OTHER SLOTS'}`, {
        sides: [endpoint(server, paths), calcom.side(requested, 1)],
        rounds: 3,
        aim: 40,
      })
      if (!same) process.exitCode = 1
    }
  } finally {
    calcom.stop()
    server.stop()
  }
}

await main()
