/** Two sides change, answers get lost, calls repeat, and the process dies between any two steps: they agree in the end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Difference,
  type Entry,
  eventIdOf,
  hourOf,
  type Ledger,
  putBack,
  type Remote,
  see,
  write,
  type Written,
} from '#server/connection/engine.ts'
import { type OwnEvent, ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'
import { cases } from '#server/testing/crash/deep.ts'

const by = 'kalli.test'
const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 25, 18)
const now = new Date(noon - 240 * hourMs)

class Crash extends Error {}

/** A calendar there: versions, and nothing is ever quite deleted. */
const calendarThere = () => {
  const events = new Map<string, RemoteEvent & { version: number }>()
  let version = 0
  let calls = 0
  const keep = (id: string, event: OwnEvent) => {
    version += 1
    const span = { start: event.startsAt.getTime(), end: event.endsAt.getTime() }
    events.set(id, { id, etag: `"${version}"`, version, isGone: false, isBusy: true, span, mark: event.mark })
    return `"${version}"`
  }
  const remote: Remote = {
    insert: async (calendar, event) => {
      calls += 1
      if (events.has(`${calendar} ${event.id}`)) throw new ProviderProblem('there')
      return keep(`${calendar} ${event.id}`, event)
    },
    replace: async (calendar, event, etag) => {
      calls += 1
      const found = events.get(`${calendar} ${event.id}`)
      if (found === undefined) throw new ProviderProblem('gone')
      if (etag !== null && found.etag !== etag) throw new ProviderProblem('changed')
      return keep(`${calendar} ${event.id}`, event)
    },
    remove: async (calendar, id) => {
      calls += 1
      const found = events.get(`${calendar} ${id}`)
      if (found === undefined || found.isGone) return
      version += 1
      events.set(`${calendar} ${id}`, { ...found, etag: `"${version}"`, version, isGone: true, span: null })
    },
    find: async (calendar, id) => {
      calls += 1
      return events.get(`${calendar} ${id}`) ?? null
    },
  }
  const byHand = (key: string, change: (found: RemoteEvent) => Partial<RemoteEvent>) => {
    const found = events.get(key)
    if (found === undefined || found.isGone) return
    version += 1
    events.set(key, { ...found, ...change(found), etag: `"${version}"`, version })
  }
  return { events, remote, byHand, calls: () => calls, version: () => version }
}

const memory = () => {
  const written = new Map<string, Written>()
  const questions = new Map<string, Difference>()
  const ledger: Ledger = {
    written: async () => [...written.values()],
    save: async (one) => void written.set(one.ref, one),
    forget: async (ref) => void written.delete(ref),
    open: async () => [...questions.values()],
    ask: async (one) => void questions.set(one.ref, one),
    settle: async (ref) => void questions.delete(ref),
  }
  return { written, questions, ledger }
}

/** What goes wrong at a step: nothing, before it, or after it was done (the answer is lost). */
type Fate = 'well' | 'before' | 'after'

const breaking =
  (next: () => Fate) =>
  async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const fate = next()
    if (fate === 'before') throw new Crash()
    const answer = await act()
    if (fate === 'after') throw new Crash()
    return answer
  }

const breakingLedger = (ledger: Ledger, next: () => Fate): Ledger => {
  const at = breaking(next)
  return {
    written: () => at(ledger.written),
    save: (written) => at(() => ledger.save(written)),
    forget: (name) => at(() => ledger.forget(name)),
    open: () => at(ledger.open),
    ask: (difference) => at(() => ledger.ask(difference)),
    settle: (name) => at(() => ledger.settle(name)),
  }
}

const breakingRemote = (remote: Remote, next: () => Fate): Remote => {
  const at = breaking(next)
  return {
    insert: (...given) => at(() => remote.insert(...given)),
    replace: (...given) => at(() => remote.replace(...given)),
    remove: (...given) => at(() => remote.remove(...given)),
    find: (...given) => at(() => remote.find(...given)),
  }
}

const refs = ['a', 'b', 'c'] as const
const ref = fc.constantFrom(...refs)
const hour = fc.integer({ min: 0, max: 5 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), ref, hour }),
  fc.record({ kind: fc.constant('cancel' as const), ref }),
  fc.record({ kind: fc.constant('moveThere' as const), ref, hour }),
  fc.record({ kind: fc.constant('deleteThere' as const), ref }),
  fc.record({ kind: fc.constant('target' as const), to: fc.constantFrom('one', 'two', null) }),
  fc.record({ kind: fc.constant('putBack' as const), ref }),
  fc.record({
    kind: fc.constant('run' as const),
    fates: fc.array(fc.constantFrom<Fate>('well', 'well', 'well', 'well', 'before', 'after'), {
      maxLength: 12,
    }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const entry = (name: string, at: number): Entry => ({
  ref: name,
  title: 'Corte',
  place: '',
  link: 'https://kalli.test',
  startsAt: new Date(noon + at * hourMs),
  endsAt: new Date(noon + (at + 1) * hourMs),
})

const world = () => {
  const there = calendarThere()
  const here = memory()
  const desired = new Map<string, Entry>()
  let target: 'one' | 'two' | null = 'one'
  let read = 0
  const keyOf = (name: string) => `${target} ${eventIdOf(by, name)}`

  /** As reconcile.ts does: first everything that changed there, then writing. */
  const run = async (fates: readonly Fate[] = []) => {
    const waiting = [...fates]
    const next = () => waiting.shift() ?? 'well'
    const ledger = breakingLedger(here.ledger, next)
    const remote = breakingRemote(there.remote, next)
    try {
      const upTo = there.version()
      const requested = new Set((await ledger.open()).map((one) => one.ref))
      const known = new Map((await ledger.written()).map((one) => [`${one.calendarId} ${one.eventId}`, one]))
      for (const [key, event] of there.events) {
        const written = known.get(key)
        if (event.version > read && written !== undefined)
          await see({ ledger }, written, event, requested.has(written.ref))
      }
      read = upTo
      await write({ ledger, remote, by }, { desired: [...desired.values()], target, now })
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }

  const answer = (name: string) => {
    const [question, written] = [here.questions.get(name), here.written.get(name)]
    if (question === undefined || written === undefined) return
    here.written.set(name, putBack(written, question.kind))
    here.questions.delete(name)
  }

  const take = async (one: Step) => {
    if (one.kind === 'book') desired.set(one.ref, entry(one.ref, one.hour))
    else if (one.kind === 'cancel') desired.delete(one.ref)
    else if (one.kind === 'moveThere')
      there.byHand(keyOf(one.ref), () => ({
        span: { start: noon + (one.hour + 0.5) * hourMs, end: noon + (one.hour + 1.5) * hourMs },
      }))
    else if (one.kind === 'deleteThere') there.byHand(keyOf(one.ref), () => ({ isGone: true, span: null }))
    else if (one.kind === 'target') target = one.to
    else if (one.kind === 'putBack') answer(one.ref)
    else await run(one.fates)
  }

  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      await run()
      for (const name of refs) answer(name)
    }
    await run()
  }
  const shown = () =>
    [...there.events]
      .filter(([, event]) => !event.isGone)
      .map(([key, { span }]) => `${key} ${span === null ? '' : hourOf(span)}`)
      .toSorted()
  const wanted = () =>
    target === null
      ? []
      : [...desired.values()]
          .map(
            ({ ref: name, startsAt, endsAt }) =>
              `${keyOf(name)} ${hourOf({ start: startsAt.getTime(), end: endsAt.getTime() })}`,
          )
          .toSorted()
  return { there, here, take, run, settle, shown, wanted, keyOf, desired }
}

test('after any interleaving both sides agree, nothing is doubled or lost, and then nothing more is sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const kalli = world()
      for (const one of steps) await kalli.take(one)
      await kalli.settle()
      assert.deepEqual(kalli.shown(), kalli.wanted())
      assert.equal(kalli.here.questions.size, 0)
      const calls = kalli.there.calls()
      await kalli.run()
      assert.equal(kalli.there.calls(), calls, 'a settled calendar is left alone')
    }),
    { numRuns: cases(3000, 30_000) },
  )
})

test('what its owner moved or deleted there is never overwritten without their word', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('moveThere' as const, 'deleteThere' as const),
      hour,
      fc.array(fc.array(fc.constantFrom<Fate>('well', 'well', 'before', 'after'), { maxLength: 8 }), {
        maxLength: 6,
      }),
      async (kind, at, runs) => {
        const kalli = world()
        await kalli.take({ kind: 'book', ref: 'a', hour: at })
        await kalli.run()
        await kalli.take(kind === 'moveThere' ? { kind, ref: 'a', hour: at } : { kind, ref: 'a' })
        const theirs = kalli.there.events.get(kalli.keyOf('a'))
        for (const fates of runs) await kalli.run(fates)
        await kalli.run()
        assert.deepEqual(kalli.there.events.get(kalli.keyOf('a')), theirs)
        assert.equal(kalli.here.questions.get('a')?.kind, kind === 'moveThere' ? 'moved' : 'deleted')
      },
    ),
    { numRuns: cases(1000, 10_000) },
  )
})
