/**
 * Where files are stored: the data folder, unless an S3-compatible store is configured. Keys are made by the server, never by the
 * sender of a file.
 */
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { inS3 } from '#server/platform/files/s3.ts'

export type Files = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null if there is no such file. */
  read(key: string): Promise<Uint8Array | null>
  /** Succeeds also when the file is already gone. */
  remove(key: string): Promise<void>
}

const opened = new Map<string, Files>()

export const filesOf = (config: Config): Files => {
  const place = config.s3 === null ? config.dataFolder : `${config.s3.endpoint}/${config.s3.bucket}`
  const known = opened.get(place)
  if (known !== undefined) return known
  const files = config.s3 === null ? inFolder(join(config.dataFolder, 'files')) : inS3(config.s3)
  opened.set(place, files)
  return files
}

const inFolder = (location: string): Files => {
  let opened: ReturnType<typeof openDisk> | undefined
  const disk = () => (opened ??= openDisk(location))
  return {
    put: async (key, bytes) => (await disk()).put(key, bytes),
    read: async (key) => {
      const saved = await disk()
      return (await saved.exists(key)) ? saved.getBytes(key) : null
    },
    remove: async (key) => {
      const saved = await disk()
      if (await saved.exists(key)) await saved.delete(key)
    },
  }
}

/** The library is loaded with the first file. */
const openDisk = async (location: string) => {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}
