/** A second server beside the test's own: a process of its own with its own clock, on the same database. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { personAt, spawnHouse } from '#server/testing/crash/crashing-server.ts'
import type { TestHouse } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'

export type SecondHouse = Awaited<ReturnType<typeof startSecond>>

/** It listens before this answers. What it is told it has done before that answers. */
export const startSecond = async (house: TestHouse) => {
  const child = spawnHouse(house, house.clock())
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const hears = async () => {
    const { value } = await lines.next()
    return String(value)
  }
  const url = await hears()
  const tell = async (line: string) => {
    child.stdin.write(`${line}\n`)
    assert.equal(await hears(), 'done')
  }
  return {
    url,
    setClock: (to: Date) => tell(`now ${to.toISOString()}`),
    /** What its jobs do at this moment, by its clock. */
    act: () => tell('act'),
    /** The same person, served by it. */
    as: (who: Person) => personAt(url, who),
    async close() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
