/**
 * The embedded PostgreSQL: one cluster in the data folder, reached by a socket in it, started with Kalli, restarted if it dies, and
 * never left behind. Not responsible for the contents of the database.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from '#server/platform/database/folder-lock.ts'
import { findBinaries, findLauncher, giveTo } from '#server/platform/database/postgres-binaries.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import {
  type Options,
  type Cluster,
  run,
  exitOf,
  logTail,
  postmaster,
  signalTo,
  clearEarlierRun,
} from '#server/platform/database/postgres-process.ts'

export type Postgres = {
  /** Connection string of the database `kalli`; the socket's folder is its `host` parameter. */
  url: string
  /** Stops PostgreSQL in order (within seconds, whatever happens) and releases the folder. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on a data folder, after recovering what an earlier run left there. Throws `StartRefusal` when another process has
 * the folder, or when PostgreSQL does not start.
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
      launcher: await findLauncher(),
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

/** Created under another name and renamed when complete, so that an interrupted start leaves nothing half made. */
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

/** Starts it, and again each time it dies unexpectedly. Returns a function that stops it. */
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

/** Escalates: a fast stop, an immediate one (recovered at the next start), a kill. */
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

/** Recovery after a kill can take long with much to replay: wait as long as the process lives. */
const ready = async (cluster: Cluster, child: ChildProcess, earlier: number | undefined) => {
  while (child.exitCode === null && !child.signalCode) {
    const now = postmaster(cluster)
    if (now?.state === 'ready' && now.id !== earlier) return 'ready' as const
    await sleep(4)
  }
  return exitOf(child)
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
    Object.assign(values, { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 })
    // Databases that live for seconds: no vacuum, and no need to save bytes.
    Object.assign(values, { autovacuum: 'off', wal_compression: 'off' })
    Object.assign(values, { shared_buffers: '256MB', log_min_duration_statement: -1, max_wal_size: '1GB' })
    // In tables of ten rows planning for each value takes longer than everything else. Plans are tested elsewhere.
    Object.assign(values, { plan_cache_mode: 'force_generic_plan' })
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
