/** Two sides change, responses get lost, calls repeat, and the process dies between any two steps: they agree in the end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Fate, hour, type Into, step, type There, world } from '#server/connection/engine.cases.ts'
import { googleThere } from '#server/connection/engine.google-cases.ts'
import { outlookThere } from '#server/connection/engine.outlook-cases.ts'
import { cases } from '#server/testing/crash/deep.ts'

/** Outlook is the adapter itself, over the stand-in of Graph: slower, but it covers more. */
const providers: readonly { name: string; there: () => There; into: Into; usual: number; deep: number }[] = [
  { name: 'Google', there: googleThere, into: 'account', usual: 1000, deep: 30_000 },
  { name: 'Google, units', there: googleThere, into: 'unit', usual: 500, deep: 30_000 },
  { name: 'Outlook', there: outlookThere, into: 'account', usual: 60, deep: 3000 },
  { name: 'Outlook, units', there: outlookThere, into: 'unit', usual: 30, deep: 3000 },
]

for (const { name, there, into, usual, deep } of providers) {
  test(`${name}: after any interleaving both sides agree without loss or duplicates, and then nothing more is sent`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const kalli = world(there(), into)
        for (const one of steps) await kalli.take(one)
        await kalli.settle()
        assert.deepEqual(kalli.there.shown().toSorted(), kalli.wanted())
        assert.equal(kalli.here.questions.size, 0)
        const calls = kalli.there.calls()
        await kalli.run()
        assert.equal(kalli.there.calls(), calls, 'a settled calendar is left alone')
      }),
      { numRuns: cases(usual, deep) },
    )
  })

  test(`${name}: an event moved or deleted by its owner is never overwritten without their answer`, async () => {
    const fates = fc.array(fc.constantFrom<Fate>('well', 'well', 'before', 'after'), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('moveThere' as const, 'deleteThere' as const),
        hour,
        fc.array(fates, { maxLength: 6 }),
        async (kind, at, runs) => {
          const kalli = world(there(), into)
          await kalli.take({ kind: 'book', ref: 'a', hour: at })
          await kalli.run()
          await kalli.take(kind === 'moveThere' ? { kind, ref: 'a', hour: at } : { kind, ref: 'a' })
          const theirs = kalli.there.stateOf('one', 'a')
          for (const each of runs) await kalli.run(each)
          await kalli.run()
          assert.equal(kalli.there.stateOf('one', 'a'), theirs)
          assert.equal(kalli.here.questions.get('a')?.kind, kind === 'moveThere' ? 'moved' : 'deleted')
        },
      ),
      { numRuns: cases(usual, deep) },
    )
  })
}
