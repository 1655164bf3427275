/** A second server beside the test's own: a process with its own clock, on the same database. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { personAt, spawnServer } from '#server/testing/crash/crashing-server.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'

export type SecondServer = Awaited<ReturnType<typeof startSecond>>

/** Resolves once it listens. Each instruction is done before its call resolves. */
export const startSecond = async (kalli: TestServer) => {
  const child = spawnServer(kalli, kalli.clock())
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const listens = async () => {
    const { value } = await lines.next()
    return String(value)
  }
  const url = await listens()
  const notify = async (line: string) => {
    child.stdin.write(`${line}\n`)
    assert.equal(await listens(), 'done')
  }
  return {
    url,
    setClock: (to: Date) => notify(`now ${to.toISOString()}`),
    /** Runs the jobs that are due by its clock. */
    act: () => notify('act'),
    /** The same person, served by it. */
    as: (who: Person) => personAt(url, who),
    async close() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
