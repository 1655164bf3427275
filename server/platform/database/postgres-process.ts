/** The process of the embedded PostgreSQL: its signals, exit and log. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Launcher } from '#server/platform/database/postgres-binaries.ts'

export type Options = {
  /** The data folder; the cluster is made in `<folder>/postgres` on first start. */
  folder: string
  /** For tests only: no waiting for the disk. Survives kill -9, but not the loss of the machine. */
  disposable?: boolean
  /** Called when PostgreSQL died unexpectedly and is started again. */
  onRestart?: (message: string) => void
}

export type Cluster = Required<Options> & {
  native: string
  launcher: Launcher
  path: string
  socketFolder: string
}

const logPath = (cluster: Cluster) => join(cluster.folder, 'postgres.log')

/** Runs in its own session, so that Ctrl-C reaches us alone and we stop it last. */
export const run = ({ native, launcher, ...cluster }: Cluster, program: string, args: string[]) => {
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

export const exitOf = (child: ChildProcess) =>
  new Promise<number | string | null>((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode) return resolve(child.exitCode ?? child.signalCode)
    child.ref()
    child.once('exit', (code, signal) => resolve(code ?? signal))
    child.once('error', reject)
  })

/**
 * We hold the folder's lock, so a PostgreSQL that still runs on it is left over from a killed Kalli. The file of a dead one stays:
 * PostgreSQL reads in it whether any process of that run still holds its memory.
 */
export const clearEarlierRun = async (cluster: Cluster) => {
  const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
  for (let tries = 0; tries < 600; tries++) {
    const earlier = postmaster(cluster)
    if (!earlier || !signalTo(earlier.id, 0)) return earlier?.id
    // Another program may have the process id by now, and PostgreSQL would then refuse to start for ever.
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

export const signalTo = (id: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(id, signal)
  } catch {
    return false
  }
}

/** PostgreSQL writes its process and state to this file; the state is its eighth line. */
export const postmaster = (cluster: Cluster) => {
  try {
    const lines = readFileSync(join(cluster.path, 'postmaster.pid'), 'utf8').split('\n')
    return { id: Number(lines[0]), state: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

export const logTail = (cluster: Cluster) => {
  const path = logPath(cluster)
  if (!existsSync(path)) return ''
  return ` Últimas líneas de ${path}:\n${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n')}`
}
