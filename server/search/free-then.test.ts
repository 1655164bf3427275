/** A search with a window finds all who have time: compared with what `GET /api/slots` offers for each professional, one by one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { remake } from '#server/search/documents.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
const services = new Map<number, number[]>()

const at = (weekdays: readonly number[], fromMinute: number, toMinute: number) =>
  JSON.stringify(weekdays.map((weekday) => ({ weekday, fromMinute, toMinute })))
/** By day, past midnight, at weekends, in a zone two hours away, and one without hours. */
const weeks = [
  at([1, 2, 3, 4, 5], 540, 840),
  JSON.stringify([
    { weekday: 5, fromMinute: 1200, toMinute: 1440 },
    { weekday: 6, fromMinute: 0, toMinute: 120 },
  ]),
  at([6, 7], 600, 1200),
  at([1, 2, 3, 4, 5, 6], 1140, 1320),
  null,
] as const

before(async () => {
  kalli = await startTestServer()
  const db = kalli.database.kysely
  const owner = await people.host(kalli)
  const salon = await people.space(kalli, owner, { units: 4 })
  for (let n = 0; n < 15; n += 1) {
    const { id } = await people.professional(kalli, {
      firstName: `P${n}`,
      ownPlace: n % 2 === 0,
      ...(n % 5 === 3 ? { zone: 'America/Tijuana' } : {}),
    })
    const weekly = weeks[n % 5] ?? null
    const hours = db.updateTable('schedules').set({ weekly: weekly ?? '[]' })
    if (weekly === null) await db.deleteFrom('schedules').where('owner_id', '=', id).execute()
    else await hours.where('owner_kind', '=', 'professional').where('owner_id', '=', id).execute()
    if (n % 2 === 1) await people.agreement(kalli, id, salon.id)
    const values = { durationMinutes: 60, noticeMinutes: 0 }
    const long = await people.service(kalli, id, { ...values, durationMinutes: 180, bufferAfterMinutes: 10 })
    // Alike except for the price, at which the first earns nothing at the salon: where one is excluded, the other may fit.
    const cheap = await people.service(kalli, id, { ...values, priceCents: 15_000 })
    services.set(id, [cheap, await people.service(kalli, id, values), long])
    // A date exception: open on a Monday night, or closed on a Wednesday.
    const windows = n % 3 === 0 ? '[{"fromMinute":1320,"toMinute":1440}]' : '[]'
    if (n % 3 < 2)
      await db
        .insertInto('schedule_exceptions')
        .values({
          owner_kind: 'professional',
          owner_id: id,
          date: n % 3 === 0 ? '2026-11-23' : '2026-11-25',
          windows,
        })
        .execute()
    if (n % 4 === 1)
      await db
        .insertInto('claims')
        .values({ resource_id: id, during: '[2026-11-24T14:00Z,2026-11-25T19:00Z)', state: 'firm' })
        .execute()
  }
  await remake(kalli.work())
})
after(() => kalli.close())

const windows = [
  ['2026-11-21T05:00:00Z', '2026-11-21T08:30:00Z'],
  ['2026-11-22T15:00:00Z', '2026-11-22T23:00:00Z'],
  ['2026-11-24T03:00:00Z', '2026-11-24T07:00:00Z'],
  ['2026-11-25T01:00:00Z', '2026-11-25T06:00:00Z'],
  ['2026-11-25T14:00:00Z', '2026-11-25T20:00:00Z'],
  ['2026-11-26T20:00:00Z', '2026-11-26T21:00:00Z'],
  ['2026-11-20T16:00:00Z', '2026-11-30T16:00:00Z'],
] as const

/** Whether one of their services begins and ends within. */
const hasTime = async (who: Person, professional: number, [from, to]: readonly [string, string]) => {
  for (const service of services.get(professional) ?? []) {
    // At the place it may still be the day before.
    const dayBefore = new Date(Date.parse(from) - dayMs).toISOString()
    const { body } = await who.call(slots, {
      query: { professional, service, from: dayBefore.slice(0, 10), to: to.slice(0, 10) },
    })
    const all = body.days.flatMap((day) => day.slots)
    if (
      all.some(
        (one) => Date.parse(one.startsAt) >= Date.parse(from) && Date.parse(one.endsAt) <= Date.parse(to),
      )
    )
      return true
  }
  return false
}

const pagesOf = async (who: Person, [startsAt, endsAt]: readonly [string, string], limit: number) => {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await who.call(searchProfessionals, {
      query: { startsAt, endsAt, limit, ...(cursor === undefined ? {} : { cursor }) },
    })
    ids.push(...body.map(({ id }) => id))
    const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
    cursor =
      next === undefined ? undefined : (new URL(next, kalli.url).searchParams.get('cursor') ?? undefined)
  } while (cursor !== undefined)
  return ids
}

test('exactly the professionals with free time are found, on one page or on several', async () => {
  const who = kalli.visitor()
  const counts = new Set<number>()
  for (const window of windows) {
    const able: number[] = []
    for (const id of services.keys()) if (await hasTime(who, id, window)) able.push(id)
    const whole = await pagesOf(who, window, 40)
    assert.deepEqual(
      whole.toSorted((a, b) => a - b),
      able,
      `between ${window.join(' and ')}`,
    )
    for (const limit of [1, 3]) assert.deepEqual(await pagesOf(who, window, limit), whole, `by ${limit}`)
    counts.add(whole.length)
  }
  assert.ok(counts.size > 3 && Math.max(...counts) < services.size, `${[...counts].join()} have time`)
})
