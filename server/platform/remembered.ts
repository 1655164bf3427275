/** Replies that a process caches for a while, for each database that it serves. */
import type { Work } from '#server/platform/work.ts'

/** Calls `read` on a cache miss; when the maximum number of keys is reached, all are dropped. */
export const remembered = <T>({ retentionMs, most }: { retentionMs: number; most: number }) => {
  const memories = new WeakMap<object, Map<string, { at: number; value: T }>>()
  return async (work: Work, key: string, read: () => Promise<T>): Promise<T> => {
    const now = work.now.getTime()
    const memory = memories.get(work.db) ?? new Map<string, { at: number; value: T }>()
    memories.set(work.db, memory)
    const known = memory.get(key)
    if (known !== undefined && now >= known.at && now - known.at < retentionMs) return known.value
    const value = await read()
    if (memory.size >= most) memory.clear()
    memory.set(key, { at: now, value })
    return value
  }
}
