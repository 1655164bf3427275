import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generated, readGenerated } from '#server/testing/tables.ts'

for (const [file, generate] of Object.entries(generated))
  test(`${file} describes the migrated database`, async () => {
    const [wanted, committed] = [await generate(), await readGenerated(file)]
    const difference = firstDifference(committed.split('\n'), wanted.split('\n'))
    assert.equal(difference, undefined, `${file} is out of date: run npm run tables. ${difference}`)
  })

const firstDifference = (committed: readonly string[], wanted: readonly string[]) => {
  const line = Array.from({ length: Math.max(committed.length, wanted.length) }).findIndex(
    (_, line) => committed[line] !== wanted[line],
  )
  if (line === -1) return undefined
  return `Line ${line + 1} is "${committed[line] ?? ''}" and should be "${wanted[line] ?? ''}"`
}
