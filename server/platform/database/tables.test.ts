import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateTables, readTables } from '#server/testing/tables.ts'

test('tables.ts describes the migrated database', async () => {
  const [generated, committed] = [await generateTables(), await readTables()]
  const difference = firstDifference(committed.split('\n'), generated.split('\n'))
  assert.equal(difference, undefined, `tables.ts is out of date: run npm run tables. ${difference}`)
})

const firstDifference = (committed: readonly string[], generated: readonly string[]) => {
  const line = Array.from({ length: Math.max(committed.length, generated.length) }).findIndex(
    (_, line) => committed[line] !== generated[line],
  )
  if (line === -1) return undefined
  return `Line ${line + 1} is "${committed[line] ?? ''}" and should be "${generated[line] ?? ''}"`
}
