/** What counts against a professional: cancelling, and no-shows once final; for a year, and never another professional's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { nextForgotten, nextMark, ownReliability } from '#contract/booking/client/reliability.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

for (const { attended, letDown, mark } of [
  { attended: 20, letDown: 0, mark: null },
  { attended: 8, letDown: 2, mark: { shareBp: 9000, visits: 10 } },
  { attended: 9, letDown: 1, mark: { shareBp: 9500, visits: 10 } },
  { attended: 94, letDown: 5, mark: { shareBp: 9500, visits: 1 } },
  { attended: 97, letDown: 3, mark: { shareBp: 9800, visits: 50 } },
  { attended: 98, letDown: 2, mark: null },
  { attended: 0, letDown: 5, mark: { shareBp: 9000, visits: 45 } },
])
  test(`${attended} attended and ${letDown} missed: ${mark === null ? 'no next mark' : `${mark.visits} more visits reach ${mark.shareBp}`}`, () => {
    assert.deepEqual(nextMark({ attended, letDown }), mark)
    if (mark === null) return
    const shareWith = (more: number) => (10_000 * (attended + more)) / (attended + more + letDown)
    assert.ok(shareWith(mark.visits) >= mark.shareBp && shareWith(mark.visits - 1) < mark.shareBp)
  })

test('cancelled and missed visits count for a year, except those that an administrator dismissed', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const professional = at.professional.person
  const own = async () => (await professional.call(ownReliability)).body
  assert.deepEqual(await own(), { attended: 0, letDown: 0, shareBp: null, strikes: [] })

  const cancel = async (date: string) => {
    const { id } = await booked(kalli, at, { date })
    const requested = { params: { id }, query: {} }
    const quoted = await professional.call(cancellation.cancelQuote, {
      ...requested,
      body: { as: 'professional' },
    })
    await professional.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    return id
  }
  const early = await cancel('2026-11-27')
  const late = await cancel('2026-11-20')
  const miss = async (place: number) => {
    const one = await booked(kalli, at, { date: '2026-11-20', place })
    kalli.time.set(new Date(Date.parse(one.startsAt) + 15 * 60_000))
    const { version } = (await professional.call(contract.booking, { params: { id: one.id } })).body
    const said = await one.who.call(noShow.markNoShow, {
      params: { id: one.id },
      query: { t: one.t },
      body: { version, as: 'client' },
    })
    assert.equal(said.status, 200, JSON.stringify(said.body))
    return one.id
  }
  const missed = await miss(2)
  const waited = await miss(2)
  assert.equal((await own()).letDown, 2, 'nothing counts before it stands')
  const { version } = (await professional.call(contract.booking, { params: { id: waited } })).body
  const body = { version, as: 'professional', evidence: 'Estuve ahí.' } as const
  await professional.call(noShow.contestNoShow, { params: { id: waited }, query: {}, body })
  const admin = await administrator(kalli)
  await admin.call(noShow.decideNoShow, {
    params: { id: waited },
    body: { version: version + 1, verdict: 'falls', reason: 'Leí lo que dicen las dos partes.' },
  })
  kalli.time.advance(25 * 60)
  await runJobsOnce(kalli)
  const { letDown, strikes } = await own()
  assert.equal(letDown, 3)
  assert.equal(nextForgotten({ letDown, strikes })?.bookingId, late)
  assert.equal(nextForgotten({ letDown: 21, strikes }), null)
  assert.deepEqual(
    new Set(strikes.map(({ bookingId, kind }) => `${bookingId} ${kind}`)),
    new Set([`${early} cancelled`, `${missed} absent`, `${late} cancelled_late`]),
  )
  await booked(kalli, at, { date: '2026-11-23' })
  await booked(kalli, at, { date: '2026-11-24' })
  kalli.time.set(new Date(testNow.getTime() + 9 * 24 * 60 * 60_000))
  await runJobsOnce(kalli)
  assert.deepEqual([(await own()).attended, (await own()).shareBp], [2, 4_000])
  const other = await people.professional(kalli)
  assert.equal((await other.person.call(ownReliability)).body.letDown, 0)
  kalli.time.set(new Date(testNow.getTime() + 380 * 24 * 60 * 60_000))
  const later = await people.signIn(kalli, at.professional.accountId)
  assert.deepEqual((await later.call(ownReliability)).body, {
    attended: 0,
    letDown: 0,
    shareBp: null,
    strikes: [],
  })
})
