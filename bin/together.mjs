// One process for the test files it is given: each is a suite, so that its `before` and `after` stay its own. Starting a
// process and reading a thousand modules costs more than most files' tests do.
import { describe } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const seed = process.env.KALLI_TEST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

for (const file of process.argv.slice(2)) {
  void describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href)
  })
}
