// Kalli ends with the process that runs it: npm, the wrapper that finds the right Node, or Node's own watcher. A kill -9 of one of them
// cannot be passed on, and npm does not pass on all signals, so the parents are polled.
import { readFileSync } from 'node:fs'

/** Stops this process (SIGTERM) when one of the parents that run it has died. Does not keep Node alive. */
export const endWithParents = () => {
  const runners = findRunners()
  if (runners.length === 0) return
  const timer = setInterval(() => {
    if (runners.every(isAlive)) return
    clearInterval(timer)
    // A watcher whose wrapper died would wait for changes for ever.
    for (const { id } of runners.filter((runner) => runner.watches && isAlive(runner)))
      process.kill(id, 'SIGKILL')
    process.kill(process.pid, 'SIGTERM')
  }, 400)
  timer.unref()
}

/** Upwards as long as they belong to the same start: a terminal or a service that started npm may go. */
const findRunners = () => {
  const chain = []
  for (let next = read(process.ppid); next && chain.length < 6; next = read(next.parent)) {
    const npm = next.words.startsWith('npm ')
    const ours = next.watches || /bin\/start\.mjs/.test(next.words)
    if (!npm && !ours && !/^(sh|bash|dash) -c /.test(next.words)) break
    chain.push(next)
    if (npm) return chain
  }
  // A shell with no npm above it is the user's own.
  return chain.filter(({ words }) => words.includes('node'))
}

const isAlive = ({ id, startedAt }) => read(id)?.startedAt === startedAt

/** Only where the kernel provides /proc; elsewhere no parent is watched. */
const read = (id) => {
  try {
    // The name is in parentheses and may contain spaces; after it come state (3rd), parent (4th), start (22nd).
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1).split(' ')
    if (fields[0] === 'Z') return undefined
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    const watches = / --watch .*server\/main\.ts/.test(words)
    return { id, parent: Number(fields[1]), startedAt: fields[19], words, watches }
  } catch {
    return undefined
  }
}
