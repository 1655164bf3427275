/**
 * Kalli ends with whoever runs it: npm, the wrapper that finds the right Node, or Node's own watcher. A kill -9 of
 * one of them cannot be passed on, so its death is looked for.
 */
import { readFileSync } from 'node:fs'

type Process = { id: number; parent: number; startedAt: string; words: string }

/** Calls once when a process that runs us for the user has died. Does not keep Node alive. */
export const onParentsDeath = (act: () => void) => {
  const watched = runners()
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(({ id, startedAt }) => read(id)?.startedAt === startedAt)) return
    clearInterval(timer)
    act()
  }, 400)
  timer.unref()
}

/** Upwards from us as long as they are of our own start: a terminal or a service that started npm may go. */
const runners = () => {
  const chain: Process[] = []
  for (let next = read(process.ppid); next && chain.length < 6; next = read(next.parent)) {
    const npm = next.words.startsWith('npm ')
    const ours = /bin\/start\.mjs|--watch.* server\/main\.ts/.test(next.words)
    if (!npm && !ours && !/^(sh|bash|dash) -c /.test(next.words)) break
    chain.push(next)
    if (npm) return chain
  }
  // A shell with no npm above it is the user's own.
  return chain.filter(({ words }) => words.includes('node'))
}

/** Only where the kernel tells by /proc; elsewhere nobody is watched. */
const read = (id: number): Process | undefined => {
  try {
    // The name stands in parentheses and may hold spaces; after it come state (3rd), parent (4th), start (22nd).
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    if (fields[0] === 'Z') return undefined
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { id, parent: Number(fields[1]), startedAt: fields[19] ?? '', words }
  } catch {
    return undefined
  }
}
