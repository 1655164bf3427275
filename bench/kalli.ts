/** Shared base of several benchmarks: their own PostgreSQL with synchronous commits, and servers in their own processes. */
import { fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { prepareDatabase } from '#server/first-start.ts'
import { readConfig } from '#server/platform/config.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { median, type Sample, short, type Side, table } from './harness.ts'
import { load } from './load.ts'

const root = join(import.meta.dirname, '..')
const secret = 'only-for-benchmarks-0123456789abcdef'
/** As package.json has it for `npm start`. */
const v8Flags = ['--max-semi-space-size=16', '--max-old-space-size=256']
const onePool = { MALLOC_ARENA_MAX: '1' }

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

const Output = z.object({ url: z.string() })
const Used = z.object({ cpuSeconds: z.number(), peakBytes: z.number(), bytes: z.number() })
const Sampled = z.object({
  operations: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakBytes: z.number(),
})

/** Kalli over a database. `jobs`: whether it runs its jobs, as in production. */
export const serveKalli = (
  databaseUrl: string,
  {
    jobs = false,
    pages = false,
    maxWaitMs,
    smtpUrl,
  }: { jobs?: boolean; pages?: boolean; maxWaitMs?: number; smtpUrl?: string } = {},
) =>
  serve('kalli-process.ts', {
    DATABASE_URL: databaseUrl,
    KALLI_SECRET: secret,
    KALLI_RATE_LIMITS: 'off',
    KALLI_MAP_STYLE: 'none',
    KALLI_BENCH_JOBS: jobs ? 'on' : 'off',
    KALLI_BENCH_PAGES: pages ? 'on' : 'off',
    ...(smtpUrl === undefined ? {} : { KALLI_SMTP_URL: smtpUrl }),
    ...(maxWaitMs === undefined ? {} : { KALLI_BENCH_MOST_WAIT_MS: String(maxWaitMs) }),
  })

/** Kalli as started in production, bundled, on any free port; its resource use is read from the system (Linux). */
export const startKalli = async (databaseUrl: string) => {
  const child = spawn(process.execPath, [...v8Flags, join(root, 'bin', 'start.mjs')], {
    env: {
      ...process.env,
      ...onePool,
      DATABASE_URL: databaseUrl,
      KALLI_SECRET: secret,
      KALLI_RATE_LIMITS: 'off',
      KALLI_MAP_STYLE: 'none',
      KALLI_LOG_LEVEL: 'error',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`Kalli did not start:\n${said}`)))
    child.stdout.on('data', (text) => {
      said += String(text)
      const [, address] = /lista en (\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
  return {
    url,
    memory: () => ({ resident: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}

/** Runs a file of bench/ that reports its address, and then its resource use on request. */
export const serve = async (
  file: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
) => {
  const child = fork(join(import.meta.dirname, file), words, {
    // Like `npm start`, from the sources.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...onePool,
      ...env,
    },
    execArgv: v8Flags,
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
  const reported = await next()
  const { url } = Output.parse(reported)
  const ask = (message: object) => {
    const answer = next()
    child.send(message)
    return answer
  }
  return {
    url,
    output: reported,
    ask,
    used: async () => Used.parse(await ask({})),
    /** Whether it runs its jobs, as in production. */
    setJobs: async (jobs: boolean) => void (await ask({ jobs })),
    /** The response of `/static-page` from now on. */
    setPage: async (page: string) => void (await ask({ page })),
    /** For a side that works by itself instead of being requested over HTTP. */
    sample: async (message: object): Promise<Sample> => Sampled.parse(await ask(message)),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send({ stop: true })
      await ended
    },
    /** Like a power cut. */
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** One side over HTTP that must be answered 200 every time. */
export const overHttp = (
  name: string,
  server: Served,
  paths: readonly string[],
  given: { connections: number; seconds: number; headers?: Readonly<Record<string, string>> },
): Side => ({
  name,
  run: async () => {
    const before = await server.used()
    const done = await load(
      paths.map((path) => server.url + path),
      given,
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

/** One client, round after round, the first to warm up: the response time, against an aim in milliseconds. */
export const timeAnswers = async (
  server: Served,
  path: string,
  { cookie, aimMs }: { cookie: string; aimMs: number },
): Promise<void> => {
  const rows: Record<string, string>[] = []
  for (let round = 0; round <= timedRounds; round += 1) {
    const before = await server.used()
    const done = await load([server.url + path], {
      connections: 1,
      seconds: roundSeconds,
      headers: { cookie },
    })
    const after = await server.used()
    if (done.statuses.get(200) !== done.operations)
      throw new Error(`not all were answered: ${[...done.statuses.keys()].join(', ')}`)
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
}
const timedRounds = 3
const roundSeconds = 3
