/**
 * Events on both sides of a connected calendar, and a Kalli that crashes between any two steps, for engine.properties.test.ts. The
 * other side is a `There`: one for each way in which providers differ.
 */
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
import type { RemoteEvent } from '#server/connection/provider/provider.ts'

export const by = 'kalli.test'
const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 25, 18)
const now = new Date(noon - 240 * hourMs)

/** Two calendars of an account, "one" and "two". */
export type There = {
  remote: Remote
  /** Changes of written events since the last saved reading. */
  changes(written: readonly Written[]): Promise<{ seen: (readonly [Written, RemoteEvent])[]; keep(): void }>
  /** Manual changes by the owner. */
  move(calendar: string, ref: string, span: { start: number; end: number }): void
  remove(calendar: string, ref: string): void
  stateOf(calendar: string, ref: string): string | undefined
  /** "one <id> <hour>" of each event that is there. */
  shown(): string[]
  /** Besides readings. */
  calls(): number
}

class Crash extends Error {}

/** Kalli's stored state. */
export const memory = () => {
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

/** The fault at a step: none, before it, or after it was done (the response is lost). */
export type Fate = 'well' | 'before' | 'after'

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

export const refs = ['a', 'b', 'c'] as const
const ref = fc.constantFrom(...refs)
export const hour = fc.integer({ min: 0, max: 5 })
export const step = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), ref, hour }),
  fc.record({ kind: fc.constant('cancel' as const), ref }),
  fc.record({ kind: fc.constant('moveThere' as const), ref, hour }),
  fc.record({ kind: fc.constant('deleteThere' as const), ref }),
  fc.record({ kind: fc.constant('target' as const), ref, to: fc.constantFrom('one', 'two', null) }),
  fc.record({ kind: fc.constant('putBack' as const), ref }),
  fc.record({
    kind: fc.constant('run' as const),
    fates: fc.array(fc.constantFrom<Fate>('well', 'well', 'well', 'well', 'before', 'after'), {
      maxLength: 12,
    }),
  }),
)
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const entry = (name: string, at: number): Entry => ({
  ref: name,
  title: 'Corte',
  place: '',
  link: 'https://kalli.test',
  startsAt: new Date(noon + at * hourMs),
  endsAt: new Date(noon + (at + 1) * hourMs),
})

/** `account`: all events are written into one calendar. `unit`: each into that of its unit, which may change or be removed. */
export type Into = 'account' | 'unit'

export const world = (there: There, into: Into = 'account') => {
  const here = memory()
  const desired = new Map<string, Entry>()
  const targets = new Map<string, 'one' | 'two' | null>()
  const targetOf = (name: string) => {
    const target = targets.get(into === 'unit' ? name : 'all')
    return target === undefined ? 'one' : target
  }
  const keyOf = (name: string) => `${targetOf(name)} ${eventIdOf(by, name)}`
  const desires = () => {
    const all = [...desired.values()]
    if (into === 'account') return { desired: all, target: targetOf('all') }
    const ofUnits = all.flatMap((entry) => {
      const calendarId = targetOf(entry.ref)
      return calendarId === null ? [] : [{ ...entry, calendarId }]
    })
    return { desired: ofUnits, target: null }
  }

  /** As reconcile.ts does: first reads all changes there, then writes. */
  const run = async (fates: readonly Fate[] = []) => {
    const waiting = [...fates]
    const next = () => waiting.shift() ?? 'well'
    const ledger = breakingLedger(here.ledger, next)
    const remote = breakingRemote(there.remote, next)
    try {
      const requested = new Set((await ledger.open()).map((one) => one.ref))
      const { seen, keep } = await there.changes(await ledger.written())
      for (const [written, event] of seen) await see({ ledger }, written, event, requested.has(written.ref))
      keep()
      await write({ ledger, remote, by }, { ...desires(), now })
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
      there.move(targetOf(one.ref) ?? '', one.ref, {
        start: noon + (one.hour + 0.5) * hourMs,
        end: noon + (one.hour + 1.5) * hourMs,
      })
    else if (one.kind === 'deleteThere') there.remove(targetOf(one.ref) ?? '', one.ref)
    else if (one.kind === 'target') targets.set(into === 'unit' ? one.ref : 'all', one.to)
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
  const wanted = () =>
    [...desired.values()]
      .filter(({ ref: name }) => targetOf(name) !== null)
      .map(
        ({ ref: name, startsAt, endsAt }) =>
          `${keyOf(name)} ${hourOf({ start: startsAt.getTime(), end: endsAt.getTime() })}`,
      )
      .toSorted()
  return { there, here, take, run, settle, wanted }
}
