/**
 * One Kalli per data folder. The lock is a listening socket that the kernel closes with its process, so no stale lock remains even
 * after kill -9. It is named after the folder's device and inode: two spellings of a path are one.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

export type FolderLock = { release(): Promise<void> }

/** Locks the folder for this process, or refuses to start when another process has it. Creates the folder. */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const path = socketPath(folder)
  const server = (await listen(path)) ?? (path.startsWith('\0') ? undefined : await replaceDead(path))
  if (!server) {
    throw new StartRefusal(
      `Ya hay un Kalli en marcha con la carpeta de datos ${folder}. ` +
        'Detén ese primero, o elige otra carpeta con KALLI_DATA.',
    )
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

const socketPath = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const { dev, ino } = statSync(folder)
  const name = `kalli-${dev.toString(36)}-${ino.toString(36)}`
  // Linux has abstract socket names; elsewhere a file stays behind and is probed before it is replaced.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.lock`)
}

const listen = (path: string) =>
  new Promise<ReturnType<typeof createServer> | undefined>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen({ path }, () => resolve(server))
  })

const replaceDead = async (path: string) => {
  if (await answers(path)) return undefined
  rmSync(path, { force: true })
  return listen(path)
}

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ path })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
