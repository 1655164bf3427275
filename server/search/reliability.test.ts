/** The order of results includes a professional's reliability: each factor, its bounds, and the value of newcomers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as cancellation from '#contract/booking/cancellation.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { refresh, remake } from '#server/search/documents.ts'
import { measureReliability } from '#server/search/reliability.ts'
import { booked } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const counts = { took_place: 0, absent: 0, answered: 0, unanswered: 0, cancelled: 0 }
type Counts = typeof counts

const setCounts = async (id: number, given: Partial<Counts>) => {
  await kalli.database.kysely.deleteFrom('search_reliability').where('professional_id', '=', id).execute()
  await kalli.database.kysely
    .insertInto('search_reliability')
    .values({ professional_id: id, ...counts, ...given, measured_at: kalli.work().now })
    .execute()
  await refresh(kalli.work(), 'professionals', id)
}
const valueOf = async (id: number) => {
  const row = await kalli.database.kysely
    .selectFrom('search_reliability')
    .select(['value', 'took_place', 'absent', 'answered', 'unanswered', 'cancelled', 'measured_at'])
    .where('professional_id', '=', id)
    .executeTakeFirst()
  return row
}
const orderOf = async (query: object) => {
  const { body } = await kalli.visitor().call(searchProfessionals, { query })
  return body.map(({ id }) => id)
}

/** Two professionals who differ only in their id: the older one is first. */
const twins = async (word: string) => {
  const make = async () => {
    const one = await people.professional(kalli, { firstName: 'Gema', ownPlace: true })
    await people.service(kalli, one.id, { name: word, priceCents: 50_000 })
    return one.id
  }
  const [first, second] = [await make(), await make()]
  await remake(kalli.work())
  assert.deepEqual(await orderOf({ q: word }), [first, second])
  return { first, second }
}

for (const [factor, good, bad] of [
  ['visits that took place', { took_place: 40 }, { took_place: 40, absent: 4 }],
  ['requests answered in time', { answered: 40 }, { answered: 40, unanswered: 8 }],
  ['cancellations of their own', { took_place: 40 }, { took_place: 40, cancelled: 8 }],
] as const)
  test(`${factor} raise the ranking, and missed ones lower it`, async () => {
    const { first, second } = await twins(`Facial ${factor.split(' ')[0]}`)
    const words = { q: `Facial ${factor.split(' ')[0]}` }
    await setCounts(first, bad)
    await setCounts(second, good)
    assert.deepEqual(await orderOf(words), [second, first])
    const [missed, fulfilled] = [await valueOf(first), await valueOf(second)]
    assert.ok(missed && fulfilled && missed.value < fulfilled.value && fulfilled.value > 0)
    await setCounts(first, good)
    await setCounts(second, bad)
    assert.deepEqual(await orderOf(words), [first, second])
  })

test('a new professional is neither raised nor lowered, and one bad visit changes little', async () => {
  const { first } = await twins('Exfoliante')
  await setCounts(first, {})
  assert.equal((await valueOf(first))?.value, 0)
  await setCounts(first, { took_place: 1, cancelled: 1 })
  const once = (await valueOf(first))?.value ?? 0
  assert.ok(once < 0 && once > -0.02, String(once))
})

test('the effect is limited: the least reliable nearby still ranks above the best far away', async () => {
  const { first, second } = await twins('Ventosas')
  await setCounts(first, { absent: 500, unanswered: 500, cancelled: 500 })
  await setCounts(second, { took_place: 5000, answered: 5000 })
  const [worst, best] = [(await valueOf(first))?.value ?? 0, (await valueOf(second))?.value ?? 0]
  assert.ok(worst >= -0.1001 && best <= 0.1001, `${worst} ${best}`)
  const { latitude, longitude } = await kalli.database.kysely
    .selectFrom('professionals')
    .select(['latitude', 'longitude'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  // Some eight kilometres to the north.
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ latitude: latitude + 0.072 })
    .where('id', '=', second)
    .execute()
  await refresh(kalli.work(), 'professionals', second)
  assert.deepEqual(await orderOf({ q: 'Ventosas', lat: latitude, lng: longitude, radiusKm: 10 }), [
    first,
    second,
  ])
  // At the same place the reliable one is first.
  assert.deepEqual(await orderOf({ q: 'Ventosas' }), [second, first])
})

test('the job counts how bookings ended, idempotently, and after a year nothing is left', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { id, person } = at.professional
  const { id: visit } = await booked(kalli, at, { date: '2026-11-27' })
  const requested = { params: { id: visit }, query: {} }
  const quoted = await person.call(cancellation.cancelQuote, {
    ...requested,
    body: { as: 'professional' },
  })
  await person.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  await measureReliability(kalli.work())
  const counted = await valueOf(id)
  assert.deepEqual(
    [counted?.took_place, counted?.absent, counted?.unanswered, counted?.cancelled],
    [0, 0, 0, 1],
  )
  const quality = async () =>
    (
      await kalli.database.kysely
        .selectFrom('search_professionals')
        .select('quality')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).quality
  const lowered = await quality()
  kalli.time.set(new Date(kalli.work().now.getTime() + 60_000))
  await measureReliability(kalli.work())
  assert.deepEqual((await valueOf(id))?.measured_at, counted?.measured_at)
  kalli.time.set(new Date('2027-12-20T18:00:00Z'))
  await measureReliability(kalli.work())
  assert.equal((await valueOf(id))?.value, 0)
  assert.ok((await quality()) > lowered)
})
