/**
 * The engine over CalDAV itself, against the stand-in: both sides change, responses get lost, the server fails and forgets its tokens,
 * and they agree in the end.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { accessText } from '#server/connection/caldav/access.ts'
import { caldavCalendar } from '#server/connection/caldav/caldav.ts'
import { standinAnswer } from '#server/connection/caldav/standin/answer.ts'
import {
  accountOf,
  byHand,
  forgetTokens,
  newWorld,
  type World,
} from '#server/connection/caldav/standin/world.ts'
import { memory } from '#server/connection/engine.cases.ts'
import { type Entry, eventIdOf, putBack, see, write } from '#server/connection/engine.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { cases } from '#server/testing/crash/deep.ts'

const by = 'kalli.test'
const zone = 'America/Mexico_City'
const now = new Date(Math.floor(Date.now() / dayMs) * dayMs)
const noon = now.getTime() + 10 * dayMs
const window = { from: new Date(now.getTime() - dayMs), to: new Date(now.getTime() + 400 * dayMs) }

const refs = ['a', 'b', 'c'] as const
const ref = fc.constantFrom(...refs)
const hour = fc.integer({ min: 0, max: 5 })
/** The fate of a request: it succeeds, it is not executed, or it is executed and its response is lost. */
const fates = fc.array(fc.constantFrom('well', 'well', 'well', 'before', 'after' as const), { maxLength: 8 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), ref, hour }),
  fc.record({ kind: fc.constant('cancel' as const), ref }),
  fc.record({ kind: fc.constant('moveThere' as const), ref, hour }),
  fc.record({ kind: fc.constant('deleteThere' as const), ref }),
  fc.record({ kind: fc.constant('target' as const), to: fc.constantFrom('personal', 'familia', null) }),
  fc.record({ kind: fc.constant('putBack' as const), ref }),
  fc.record({ kind: fc.constant('forget' as const) }),
  fc.record({ kind: fc.constant('run' as const), fates }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type Fates = typeof fates extends fc.Arbitrary<infer Some> ? Some : never

const entry = (name: string, at: number): Entry => ({
  ref: name,
  title: 'Corte; peinado, y más',
  place: '',
  link: 'https://kalli.test',
  startsAt: new Date(noon + at * hourMs),
  endsAt: new Date(noon + (at + 1) * hourMs),
})

type Server = Pick<World, 'hasSync' | 'returnsEtag' | 'pageSize'>

const calendarsWith = (options: Server) => {
  const world = Object.assign(newWorld(), options)
  const home = 'https://nube.test/dav/calendars/marisol/'
  const access = accessText({ home, user: 'marisol', password: 'clave-1' })
  const there = accountOf(world, 'marisol', 'clave-1')
  assert.ok(there)
  const provider = caldavCalendar({
    local: false,
    standin: (url, message) => standinAnswer(world, url, message),
  })
  const calendar = (id: string) => {
    const found = there.calendars.get(id)
    assert.ok(found)
    return found
  }
  return { world, access, provider, calendar }
}

const kalliWith = (options: Server) => {
  const { world, access, provider, calendar } = calendarsWith(options)
  const here = memory()
  const desired = new Map<string, Entry>()
  const tokens = new Map<string, string>()
  let target: 'personal' | 'familia' | null = 'personal'

  /** As reading.ts does: listed events are processed, and after a full reading missing ones are looked up. */
  const read = async (id: string) => {
    const written = (await here.ledger.written()).filter(({ calendarId }) => calendarId === id)
    const open = new Set((await here.ledger.open()).map((one) => one.ref))
    const token = tokens.get(id)
    const since = token === undefined ? window : { token }
    const known = written.map(({ eventId, etag }) => ({ id: eventId, etag }))
    const changes = await provider.changes(access, id, { since, page: null, zone, known })
    const seen = new Map(changes.events.map((event) => [event.id, event]))
    for (const one of written) {
      const isUnseen = token === undefined && one.digest !== null
      const found =
        seen.get(one.eventId) ?? (isUnseen ? await provider.find(access, id, one.eventId, zone) : null)
      if (found !== null) await see(here, one, found, open.has(one.ref))
    }
    if (changes.next.token !== null) tokens.set(id, changes.next.token)
  }

  const run = async (some: Fates = []) => {
    const waiting = [...some]
    world.faults.length = 0
    for (const fate of waiting)
      world.faults.push({
        match: () => true,
        status: fate === 'well' ? 0 : 503,
        ...(fate === 'after' ? { after: true } : {}),
      })
    try {
      if (target !== null) await read(target)
      const remote = {
        insert: provider.insert.bind(provider, access),
        replace: provider.replace.bind(provider, access),
        remove: provider.remove.bind(provider, access),
        find: (id: string, eventId: string) => provider.find(access, id, eventId, zone),
      }
      await write({ ledger: here.ledger, remote, by }, { desired: [...desired.values()], target, now })
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      if (error.failure === 'token_over' && target !== null) tokens.delete(target)
    }
    world.faults.length = 0
  }

  const fileOf = (name: string) => `${eventIdOf(by, name)}.ics`
  const answer = (name: string) => {
    const [question, written] = [here.questions.get(name), here.written.get(name)]
    if (question === undefined || written === undefined) return
    here.written.set(name, putBack(written, question.kind))
    here.questions.delete(name)
  }
  const take = async (one: Step) => {
    const hand = byHand(calendar(target ?? 'personal'))
    if (one.kind === 'book') desired.set(one.ref, entry(one.ref, one.hour))
    else if (one.kind === 'cancel') desired.delete(one.ref)
    else if (one.kind === 'moveThere') {
      const at = noon + (one.hour + 0.5) * hourMs
      hand.move(fileOf(one.ref), {
        start: new Date(at).toISOString(),
        end: new Date(at + hourMs).toISOString(),
      })
    } else if (one.kind === 'deleteThere') hand.remove(fileOf(one.ref))
    else if (one.kind === 'target') target = one.to
    else if (one.kind === 'putBack') answer(one.ref)
    else if (one.kind === 'forget') forgetTokens(calendar('personal'))
    else await run(one.fates)
  }
  const settle = async () => {
    for (let round = 0; round < 5; round += 1) {
      await run()
      for (const name of refs) answer(name)
    }
    await run()
  }
  const shown = () =>
    ['personal', 'familia']
      .flatMap((id) =>
        [...calendar(id).objects].map(
          ([file, { text }]) => `${id} ${file} ${/^DTSTART:(.*?)\r?$/m.exec(text)?.[1]}`,
        ),
      )
      .toSorted()
  const wanted = () =>
    [...desired.values()]
      .flatMap(({ ref: name, startsAt }) =>
        target === null
          ? []
          : [`${target} ${fileOf(name)} ${startsAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`],
      )
      .toSorted()
  return { world, calendar, here, take, run, settle, shown, wanted, fileOf }
}

const servers = fc.record({
  hasSync: fc.boolean(),
  returnsEtag: fc.boolean(),
  pageSize: fc.constantFrom(1, 1000),
})

test('after any interleaving both sides agree without loss or duplicates, and then nothing more is written', async () => {
  await fc.assert(
    fc.asyncProperty(servers, fc.array(step, { maxLength: 20 }), async (server, steps) => {
      const kalli = kalliWith(server)
      for (const one of steps) await kalli.take(one)
      await kalli.settle()
      assert.deepEqual(kalli.shown(), kalli.wanted())
      assert.equal(kalli.here.questions.size, 0)
      const calls = kalli.world.calls.length
      await kalli.run()
      const later = kalli.world.calls.slice(calls)
      assert.deepEqual(
        later.filter((call) => / (PUT|DELETE|GET) /.test(call)),
        [],
      )
    }),
    { numRuns: cases(150, 5000) },
  )
})

test('an event moved or deleted by its owner is never overwritten without their answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      servers,
      fc.constantFrom('moveThere' as const, 'deleteThere' as const),
      hour,
      fc.array(fates, { maxLength: 4 }),
      async (server, kind, at, runs) => {
        const kalli = kalliWith(server)
        await kalli.take({ kind: 'book', ref: 'a', hour: at })
        await kalli.run()
        await kalli.take(kind === 'moveThere' ? { kind, ref: 'a', hour: at } : { kind, ref: 'a' })
        const theirs = kalli.calendar('personal').objects.get(kalli.fileOf('a'))
        for (const some of runs) await kalli.run(some)
        await kalli.run()
        assert.deepEqual(kalli.calendar('personal').objects.get(kalli.fileOf('a')), theirs)
        assert.equal(kalli.here.questions.get('a')?.kind, kind === 'moveThere' ? 'moved' : 'deleted')
      },
    ),
    { numRuns: cases(60, 2000) },
  )
})
