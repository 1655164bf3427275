// One process for the test files it is given: each is a suite, so that its `before` and `after` stay its own. Starting a
// process and reading a thousand modules costs more than most files' tests do.
import async_hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

// The runner follows every promise and callback, only to name the test of an uncaught error: a quarter of what server tests cost.
// It is imported without that; such an error fails the process, which names the test that was under way.
const { createHook } = async_hooks
async_hooks.createHook = () => ({ enable: () => undefined, disable: () => undefined })
syncBuiltinESMExports()
const { beforeEach, describe } = await import('node:test')
async_hooks.createHook = createHook
syncBuiltinESMExports()

let current = ''
beforeEach(({ fullName }) => {
  current = fullName
})
const report = (error) => process.stderr.write(`during ${current || 'loading'}: ${inspect(error)}\n`)
process.on('uncaughtExceptionMonitor', report)
process.on('unhandledRejection', report)

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
