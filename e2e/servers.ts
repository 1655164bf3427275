/** Kalli for the journeys: each worker runs its own on a copy of small demo data, so that journeys do not see each other's changes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import './light-passwords.ts'

/** A Kalli that serves one worker. */
export type Kalli = { address: string; databaseUrl: string }

const root = join(import.meta.dirname, '..')

const settings = {
  KALLI_SEED: 'small',
  KALLI_RATE_LIMITS: 'off',
  KALLI_MESSAGES_AT_ONCE: '2',
  KALLI_MAP_STYLE: 'none',
  KALLI_LOG_LEVEL: 'warn',
}

/** One PostgreSQL for all workers, with the seeded template in it. Resolves with the function that stops all of it. */
export const openTemplate = async () => {
  // Only the process that starts the workers needs the server's own modules.
  const [{ prepareDatabase }, { readConfig }, { startPostgres }] = await Promise.all([
    import('#server/first-start.ts'),
    import('#server/platform/config.ts'),
    import('#server/platform/database/postgres.ts'),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'kalli-e2e-'))
  const template = join(folder, 'template')
  const postgres = await startPostgres({ folder: join(folder, 'database'), disposable: true })
  process.env['KALLI_E2E_FOLDER'] = folder
  process.env['KALLI_E2E_POSTGRES'] = postgres.url
  await prepareDatabase(
    postgres.url,
    readConfig({ ...settings, DATABASE_URL: postgres.url, KALLI_DATA: template }),
    () => undefined,
  )
  return async () => {
    endLeftOver(folder)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A worker that was killed could not end its Kalli. */
const endLeftOver = (folder: string) => {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'kalli.pid')
    if (!existsSync(file)) continue
    try {
      process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/** A Kalli on a fresh copy of the template; its folder is named after the worker. `more`: its own settings. */
export const startKalli = async (
  worker: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Kalli & { stop(): Promise<void> }> => {
  const folder = process.env['KALLI_E2E_FOLDER'] ?? ''
  const own = join(folder, `worker-${worker}`)
  mkdirSync(own)
  cpSync(join(folder, 'template'), own, { recursive: true })
  const databaseUrl = await copyTemplate(process.env['KALLI_E2E_POSTGRES'] ?? '', `worker_${worker}`)
  const port = await freePort()
  const address = `http://localhost:${port}`
  const kalli = spawn(process.execPath, ['--import', './e2e/light-passwords.ts', 'bin/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...settings,
      ...more,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      KALLI_DATA: own,
    },
  })
  writeFileSync(join(own, 'kalli.pid'), String(kalli.pid))
  const output = keepOutput(kalli)
  await untilReady(kalli, address, output)
  const pass = (text: Buffer) => void process.stderr.write(text)
  // From here on only its errors are printed.
  for (const stream of [kalli.stdout, kalli.stderr]) stream.on('data', pass)
  return {
    address,
    databaseUrl,
    stop: async () => {
      for (const stream of [kalli.stdout, kalli.stderr]) stream.off('data', pass)
      if (kalli.exitCode === null && kalli.signalCode === null) {
        kalli.kill('SIGTERM')
        await once(kalli, 'exit')
      }
      rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const copyTemplate = async (template: string, name: string) => {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // Copying files takes a third of the time of writing them through the log.
    await client.query(`create database ${name} template kalli strategy file_copy`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** A process's output, for when it fails to start. */
export const keepOutput = (child: ChildProcess) => {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text.toString()
    })
  return () => output
}

/** Resolves when Kalli answers; throws with its output when it exits before, or is not ready after a minute. */
export const untilReady = async (kalli: ChildProcess, address: string, output: () => string) => {
  for (let tried = 0; tried < 1_200 && kalli.exitCode === null; tried += 1) {
    const isReady = await fetch(`${address}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`Kalli does not start:\n${output()}`)
}
