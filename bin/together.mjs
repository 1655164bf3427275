// One process for the given test files: each is a suite, so that its `before` and `after` stay its own. Starting a process and reading a
// thousand modules costs more than most files' tests do.
import async_hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

// The runner follows every promise and callback, to know to which suite a test belongs and which test threw an uncaught error. During tests
// that is a quarter of their cost, so it ends when all files are read: an uncaught error fails the process instead, which names the test
// that was running.
let tracking
const { createHook } = async_hooks
async_hooks.createHook = (callbacks) => (tracking = createHook(callbacks))
syncBuiltinESMExports()
const { beforeEach, describe } = await import('node:test')

let current = ''
beforeEach(({ fullName }) => {
  current = fullName
})
const report = (error) => process.stderr.write(`during ${current || 'loading'}: ${inspect(error)}\n`)
process.on('uncaughtExceptionMonitor', report)
process.on('unhandledRejection', report)
async_hooks.createHook = createHook
syncBuiltinESMExports()

const seed = process.env.KALLI_TEST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

const files = process.argv.slice(2)
let unread = files.length
for (const file of files) {
  void describe(file, async () => {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } finally {
      unread -= 1
      if (unread === 0) tracking.disable()
    }
  })
}
