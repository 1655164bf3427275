/** What several benchmarks stand on: a PostgreSQL of their own that waits for the disk, and servers in processes of their own. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { prepareDatabase } from '#server/first-start.ts'
import { readConfig } from '#server/platform/config.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import type { Sample, Side } from './harness.ts'
import { load } from './load.ts'

export type Served = Awaited<ReturnType<typeof serve>>

/** The embedded PostgreSQL as Kalli runs it (fsync and synchronous_commit on), migrated, seeded as KALLI_SEED says. */
export const ownDatabase = async (seed: 'none' | 'small' | 'town') => {
  const folder = mkdtempSync(join(tmpdir(), 'kalli-bench-'))
  const postgres = await startPostgres({ folder })
  const config = readConfig({ KALLI_DATA: folder, KALLI_SEED: seed, KALLI_LOG_LEVEL: 'error' })
  await prepareDatabase(postgres.url, config, () => undefined)
  return {
    url: postgres.url,
    drop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const Told = z.object({ url: z.string() })
const Used = z.object({ cpuSeconds: z.number(), peakBytes: z.number(), bytes: z.number() })
const Sampled = z.object({
  operations: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakBytes: z.number(),
})

/** Kalli over a database. `jobs`: it works on what it announced, as it does in service. */
export const serveKalli = (
  databaseUrl: string,
  { jobs = false, pages = false, mostWaitMs }: { jobs?: boolean; pages?: boolean; mostWaitMs?: number } = {},
) =>
  serve('kalli-process.ts', {
    DATABASE_URL: databaseUrl,
    KALLI_SECRET: 'only-for-benchmarks-0123456789abcdef',
    KALLI_RATE_LIMITS: 'off',
    KALLI_BENCH_JOBS: jobs ? 'on' : 'off',
    KALLI_BENCH_PAGES: pages ? 'on' : 'off',
    ...(mostWaitMs === undefined ? {} : { KALLI_BENCH_MOST_WAIT_MS: String(mostWaitMs) }),
  })

/** Runs a file of bench/ that tells its address, and then what it used whenever it is asked. */
export const serve = async (
  file: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
) => {
  const child = fork(join(import.meta.dirname, file), words, {
    // As `npm start` has it.
    env: { ...process.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1', ...env },
    execArgv: ['--max-semi-space-size=4', '--max-old-space-size=256'],
  })
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => reject(new Error(`${file} ended`))
      child.once('exit', leave)
      child.once('message', (message) => {
        child.off('exit', leave)
        resolve(message)
      })
    })
  const told = await next()
  const { url } = Told.parse(told)
  const ask = (message: object) => {
    const answer = next()
    child.send(message)
    return answer
  }
  return {
    url,
    told,
    ask,
    used: async () => Used.parse(await ask({})),
    /** Whether it works on what it announced, as it does in service. */
    setJobs: async (jobs: boolean) => void (await ask({ jobs })),
    /** What `/static-page` answers from now on. */
    setPage: async (page: string) => void (await ask({ page })),
    /** For a side that works by itself instead of being asked over HTTP. */
    sample: async (message: object): Promise<Sample> => Sampled.parse(await ask(message)),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send({ stop: true })
      await ended
    },
  }
}

/** One side over HTTP that must be answered 200 every time. */
export const overHttp = (
  name: string,
  server: Served,
  paths: readonly string[],
  asking: { connections: number; seconds: number; headers?: Readonly<Record<string, string>> },
): Side => ({
  name,
  run: async () => {
    const before = await server.used()
    const done = await load(
      paths.map((path) => server.url + path),
      asking,
    )
    if (done.statuses.get(200) !== done.operations)
      throw new Error(`${name}: not all were answered: ${[...done.statuses.keys()].join(', ')}`)
    const after = await server.used()
    const { operations, seconds } = done
    return {
      operations,
      seconds,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      peakBytes: after.peakBytes,
    }
  },
})
