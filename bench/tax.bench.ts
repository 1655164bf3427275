/**
 * The overhead of the whole app for a request that costs nothing: a constant list of 4 KB, through gate, cookies, authentication, contract,
 * serializer and hooks, beside bare Fastify. Then useful responses under load: only 200s count, and a refused client must learn when to
 * retry.
 */
import { compare, machine, median, short, table, type Side } from './harness.ts'
import { overHttp, ownDatabase, serve, serveKalli, type Served } from './kalli.ts'
import { load } from './load.ts'

const seconds = 3
const rounds = 3

const main = async () => {
  console.log(`tax: what Kalli's house costs a request\n${machine()}`)
  const database = await ownDatabase('small')
  try {
    await tax(database.url)
    await crowds(database.url)
  } finally {
    await database.drop()
  }
}

const tax = async (databaseUrl: string) => {
  const env = { DATABASE_URL: databaseUrl, KALLI_SECRET: 'only-for-benchmarks-0123456789abcdef' }
  const servers = await Promise.all([
    serve('tax-server.ts', env),
    serve('tax-server.ts', { KALLI_BENCH_BARE: 'object' }),
    serve('tax-server.ts', { KALLI_BENCH_BARE: 'text' }),
  ])
  const names = ['Kalli, an object by contract', 'bare Fastify, JSON.stringify', 'bare Fastify, a fixed text']
  try {
    // The client costs more than the response: what counts is the server's own processor time.
    const sides = servers.map((server, index) =>
      overHttp(names[index] ?? '', server, ['/api/answer'], { connections: 32, seconds }),
    )
    await Promise.all(servers.map(warm))
    const size = (await (await fetch(`${servers[0].url}/api/answer`)).text()).length
    await compare(`${size} bytes, by processor time`, { sides, rounds, by: 'cpu', aim: 0.5 })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Until twenty thousand responses the compiler is busy, and it has more of Kalli to compile than of Fastify. */
const warm = async (server: Served) => {
  for (let done = 0; done < 20_000;) {
    const { operations } = await load([`${server.url}/api/answer`], { connections: 32, seconds: 1 })
    done += operations
  }
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Ten stylists' next fortnight, and typical searches. */
const requested = async (url: string) => {
  const cards: { id: number }[] = await (await fetch(`${url}/api/professionals/search?limit=10`)).json()
  const slots: string[] = []
  for (const { id } of cards) {
    const page: { services: { id: number }[] } = await (
      await fetch(`${url}/api/public/professionals/${id}`)
    ).json()
    const service = page.services[0]?.id
    slots.push(`/api/slots?professional=${id}&service=${service}&from=${dateIn(0)}&to=${dateIn(13)}`)
  }
  const words = ['corte', 'masaje', 'uñas', 'facial', 'yoga']
  const searches = words.map((word) => `/api/professionals/search?q=${encodeURIComponent(word)}`)
  return { 'GET /api/slots, a fortnight': slots, 'GET /api/professionals/search': searches }
}

const crowds = async (databaseUrl: string) => {
  const patient = await serveKalli(databaseUrl)
  const brisk = await serveKalli(databaseUrl, { maxWaitMs: 60 })
  try {
    for (const [name, paths] of Object.entries(await requested(patient.url))) {
      const reported: Record<string, string>[] = []
      const addProfessionals = (
        about: string,
        server: Served,
        connections: number,
      ): Side & { print(): void } => {
        const waits: number[] = []
        let [refused, answered] = [0, 0]
        return {
          name: about,
          run: async () => {
            const before = await server.used()
            const done = await load(
              paths.map((path) => server.url + path),
              { connections, seconds },
            )
            const good = done.statuses.get(200) ?? 0
            const busy = done.statuses.get(503) ?? 0
            if (good + busy !== done.operations || done.withRetryAfter !== busy)
              throw new Error(
                `${about}: ${JSON.stringify([...done.statuses])}, ${done.withRetryAfter} with Retry-After`,
              )
            refused += busy
            answered += good
            const sorted = done.milliseconds.toSorted((a, b) => a - b)
            waits.push(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
            const after = await server.used()
            const cpuSeconds = after.cpuSeconds - before.cpuSeconds
            return { operations: good, seconds: done.seconds, cpuSeconds, peakBytes: after.peakBytes }
          },
          print: () => {
            const share = `${short((refused / (refused + answered)) * 100)} %`
            reported.push({
              '': about,
              'p99 ms': short(median(waits)),
              'refused with 503 and Retry-After': share,
            })
          },
        }
      }
      const sides = [
        addProfessionals('128 connections', patient, 128),
        addProfessionals('128, where nobody waits over 60 ms', brisk, 128),
        addProfessionals('32 connections', patient, 32),
      ]
      await compare(`${name}: answers of 200`, { sides, rounds, aim: 0.9 })
      for (const side of sides) side.print()
      table(reported)
    }
  } finally {
    await Promise.all([patient.stop(), brisk.stop()])
  }
}

await main()
