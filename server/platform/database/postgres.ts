/**
 * The embedded PostgreSQL: one cluster in the data folder, reached by a socket in it, started with Kalli, started
 * again if it dies, and never left behind. Not responsible for what is in the database.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from './folder-lock.ts'
import { findBinaries, findLauncher, giveTo, type Launcher } from './postgres-binaries.ts'
import { StartRefusal } from './start-refusal.ts'

export type Postgres = {
  /** Connection string of the database `kalli`; the socket's folder is its `host` parameter. */
  url: string
  /** Stops PostgreSQL in order (within seconds, whatever happens) and gives the folder back. */
  stop(): Promise<void>
}

type Options = {
  /** The data folder; the cluster is made in `<folder>/postgres` on first start. */
  folder: string
  /** For tests only: no waiting for the disk. Survives kill -9, not the loss of the machine. */
  disposable?: boolean
  /** Told when PostgreSQL died by itself and is started again. */
  onRestart?: (message: string) => void
}

type Cluster = Required<Options> & { native: string; launcher: Launcher; path: string; socketFolder: string }

/**
 * Starts PostgreSQL on a data folder, after recovering whatever an earlier run left there. Throws `StartRefusal`
 * when another process has the folder, or when PostgreSQL does not come up.
 */
export const startPostgres = async (options: Options): Promise<Postgres> => {
  const folder = resolve(options.folder)
  const lock = await lockFolder(folder)
  try {
    const path = join(folder, 'postgres')
    const cluster: Cluster = {
      disposable: false,
      onRestart: () => undefined,
      ...options,
      folder,
      path,
      native: findBinaries(),
      launcher: findLauncher(),
      socketFolder: socketFolder(path),
    }
    if (!existsSync(path)) await create(cluster)
    else if (statSync(path).uid !== (cluster.launcher.owner?.uid ?? process.getuid?.())) {
      giveTo(cluster.launcher.owner, path)
    }
    const stop = await supervise(cluster)
    const url = `postgres://kalli@localhost/kalli?host=${encodeURIComponent(cluster.socketFolder)}`
    await ensureDatabase(url)
    return { url, stop: async () => void (await stop(), await lock.release()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** A socket's path has at most 107 bytes: deep data folders get theirs in the system's temporary folder. */
const socketFolder = (path: string) => {
  if (Buffer.byteLength(path) < 80 && !path.includes('"')) return path
  const { ino } = statSync(resolve(path, '..'))
  const folder = join(tmpdir(), `kalli-${process.getuid?.() ?? 0}-${ino.toString(36)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (statSync(folder).uid !== process.getuid?.()) {
    throw new StartRefusal(
      `La carpeta ${folder} es de otro usuario. Elige con KALLI_DATA una ruta más corta.`,
    )
  }
  return folder
}

/** Made beside its place and moved there when whole, so that a start cut short leaves nothing half made. */
const create = async (cluster: Cluster) => {
  const unfinished = `${cluster.path}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(cluster.launcher.owner, unfinished)
  const args = ['-D', unfinished, '-U', 'kalli', '--auth=trust', '--encoding=UTF8']
  args.push('--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions')
  if (cluster.disposable) args.push('--no-sync')
  const process = run(cluster, 'initdb', args)
  const code = await exitOf(process)
  if (code !== 0)
    throw new StartRefusal(`No se pudo crear la base de datos (initdb: ${code}).${logTail(cluster)}`)
  renameSync(unfinished, cluster.path)
}

const logPath = (cluster: Cluster) => join(cluster.folder, 'postgres.log')

/** In a session of its own, so that Ctrl-C reaches us alone and we stop it last. */
const run = ({ native, launcher, ...cluster }: Cluster, program: string, args: string[]) => {
  const [command = '', ...words] = [...launcher.prefix, join(native, 'bin', program), ...args]
  const path = join(cluster.folder, 'postgres.log')
  const log = openSync(path, existsSync(path) && statSync(path).size > 20_000_000 ? 'w' : 'a', 0o600)
  const stdio: ['pipe' | 'ignore', number, number] = [launcher.watchesInput ? 'pipe' : 'ignore', log, log]
  const child = spawn(command, words, {
    stdio,
    detached: true,
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
  })
  closeSync(log)
  return child
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | string | null>((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode) return resolve(child.exitCode ?? child.signalCode)
    child.ref()
    child.once('exit', (code, signal) => resolve(code ?? signal))
    child.once('error', reject)
  })

/** Starts it, and again each time it dies without having been asked to. Answers with the way to stop it. */
const supervise = async (cluster: Cluster) => {
  let stopping = false
  let child = await launch(cluster)
  let restarting: Promise<void> = Promise.resolve()
  const watch = () => {
    child.unref()
    child.once('exit', (code, signal) => {
      if (stopping) return
      cluster.onRestart(`PostgreSQL se detuvo (${code ?? signal}); se inicia otra vez.`)
      restarting = again()
    })
  }
  const again = async () => {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        child = await launch(cluster)
        return watch()
      } catch (error) {
        cluster.onRestart(error instanceof Error ? error.message : String(error))
        await sleep(wait)
      }
    }
  }
  watch()
  return async () => {
    stopping = true
    await restarting
    await halt(cluster, child)
  }
}

/** Asks politely, then firmly: a fast stop, an immediate one (recovered at the next start), the end. */
const halt = async (cluster: Cluster, child: ChildProcess) => {
  const ended = exitOf(child)
  for (const [signal, patience] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    const id = postmaster(cluster)?.id ?? child.pid
    if (child.exitCode !== null || child.signalCode || !id) break
    signalTo(id, signal)
    const late = new AbortController()
    await Promise.race([ended, sleep(patience, undefined, { signal: late.signal }).catch(() => undefined)])
    late.abort()
  }
  child.stdin?.destroy()
}

/** Up to 15 s: after a kill, processes of the earlier run may still be leaving. */
const launch = async (cluster: Cluster): Promise<ChildProcess> => {
  const giveUpAt = performance.now() + 15_000
  for (;;) {
    const earlier = await clearEarlierRun(cluster)
    const child = run(cluster, 'postgres', ['-D', cluster.path, ...settings(cluster)])
    const ended = exitOf(child).catch((error: unknown) => String(error))
    const outcome = await Promise.race([ended, ready(cluster, child, earlier)])
    if (outcome === 'ready') return child
    if (performance.now() > giveUpAt) {
      throw new StartRefusal(`PostgreSQL no arranca (${outcome}).${logTail(cluster)}`)
    }
    await sleep(100)
  }
}

/** Recovery after a kill can take long with much to replay: as long as it lives it is waited for. */
const ready = async (cluster: Cluster, child: ChildProcess, earlier: number | undefined) => {
  while (child.exitCode === null && !child.signalCode) {
    const now = postmaster(cluster)
    if (now?.state === 'ready' && now.id !== earlier) return 'ready' as const
    await sleep(4)
  }
  return exitOf(child)
}

/**
 * We hold the folder's lock, so a PostgreSQL that still runs on it is left over from a Kalli that was killed. The
 * file of a dead one stays: PostgreSQL reads in it whether something of that run still holds its memory.
 */
const clearEarlierRun = async (cluster: Cluster) => {
  const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
  for (let tries = 0; tries < 600; tries++) {
    const earlier = postmaster(cluster)
    if (!earlier || !signalTo(earlier.id, 0)) return earlier?.id
    // Another program may have the number by now, and PostgreSQL would then refuse to start for ever.
    if (!isPostgresOn(cluster, earlier.id)) {
      rmSync(join(cluster.path, 'postmaster.pid'), { force: true })
      return undefined
    }
    const signal = signals[tries / 100]
    if (signal) signalTo(earlier.id, signal)
    await sleep(20)
  }
  return undefined
}

const isPostgresOn = (cluster: Cluster, id: number) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(cluster.path)
  } catch {
    return process.platform !== 'linux'
  }
}

const signalTo = (id: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(id, signal)
  } catch {
    return false
  }
}

/** PostgreSQL tells its process and state in this file; the state is its eighth line. */
const postmaster = (cluster: Cluster) => {
  try {
    const lines = readFileSync(join(cluster.path, 'postmaster.pid'), 'utf8').split('\n')
    return { id: Number(lines[0]), state: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

const logTail = (cluster: Cluster) => {
  const path = logPath(cluster)
  if (!existsSync(path)) return ''
  return ` Últimas líneas de ${path}:\n${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n')}`
}

const ensureDatabase = async (url: string) => {
  // Loaded while PostgreSQL starts.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url.replace('/kalli?', '/postgres?') })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'kalli'`)
    if (!rowCount) await client.query('create database kalli')
  } finally {
    await client.end()
  }
}

/** For a small machine that also runs Node: an eighth of its memory, no compiler that costs more than it saves. */
const settings = (cluster: Cluster) => {
  const megabytes = totalmem() / 2 ** 20
  const shared = Math.round(Math.min(Math.max(megabytes / 8, 64), 1024))
  const values: Record<string, string | number> = {
    unix_socket_directories: `"${cluster.socketFolder}"`,
    unix_socket_permissions: '0700',
    listen_addresses: '',
    max_connections: 300,
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.min(shared, 256)}MB`,
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    wal_compression: 'on',
    checkpoint_timeout: '5min',
    random_page_cost: 1.1,
    jit: 'off',
    max_parallel_workers_per_gather: availableParallelism() > 2 ? 2 : 1,
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_duration_statement: '2s',
    idle_in_transaction_session_timeout: '60s',
    restart_after_crash: 'on',
  }
  if (cluster.disposable) {
    Object.assign(values, { fsync: 'off', full_page_writes: 'off' })
    Object.assign(values, { shared_buffers: '256MB', log_min_duration_statement: -1, max_wal_size: '1GB' })
    // In tables of ten rows planning anew for each value takes longer than everything else. What plans there are is asked elsewhere.
    Object.assign(values, { plan_cache_mode: 'force_generic_plan' })
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
