import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runIsolated } from '#server/platform/each-apart.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a failing item stops no other, a slow one delays only its lane, and the run ends after the last', async () => {
  const done: number[] = []
  const last = Promise.withResolvers<void>()
  const whole = runIsolated(
    kalli.work(),
    [1, 2, 3, 4, 5],
    async (thing) => {
      if (thing === 1) await last.promise
      if (thing === 2) throw new Error('two')
      done.push(thing)
      if (thing === 5) last.resolve()
    },
    2,
  )
  await assert.rejects(whole, /1 of 5 failed/)
  assert.deepEqual(done, [3, 4, 5, 1])
})
