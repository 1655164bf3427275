/** Reviews outside their subject's page: of rented hours, on cards, on the page of a business, and by erased accounts. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as attendance from '#contract/booking/attendance.ts'
import { publicReviews } from '#contract/review/public-review.ts'
import { deleteAccount } from '#contract/privacy/privacy.ts'
import { searchSpaces } from '#contract/search/search.ts'
import { hostFit, publicProfessional, publicSpace } from '#contract/search/public-page.ts'
import { publicBusiness } from '#contract/storefront/storefront.ts'
import * as contract from '#contract/review/visit-review.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { publishDue } from '#server/review/review.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type At = Awaited<ReturnType<typeof people.bookable>>
type Side = 'client' | 'professional' | 'host'
type Scores = readonly (readonly [contract.ReviewSubject, number, string])[]
const say = (who: Person, id: string, as: Side, scores: Scores) =>
  who.call(contract.writeReview, {
    params: { id },
    query: { as },
    body: { scores: scores.map(([subject, score, text]) => ({ subject, score, text })) },
  })
const said = async (...what: Parameters<typeof say>) => {
  const answer = await say(...what)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** A visit of a client with an account, that took place. */
const visit = async (at: At) => {
  const accountId = await people.account(kalli, { firstName: 'Inés' })
  const who = await people.signIn(kalli, accountId)
  const one = await booked(kalli, at, { who, date: '2026-11-20', place: 4, contact: contactOf() })
  const params = { id: one.id }
  kalli.time.set(new Date(one.startsAt))
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.set(new Date(one.endsAt))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).body.status, 'completed')
  return { id: one.id, who, accountId }
}
/** Ten to eleven of the next day, used. */
const rented = async (at: At) => {
  const { person } = at.professional
  const { id } = await rentedHours(person, at, { date: '2026-11-21', minutes: 60 })
  const params = { id }
  kalli.time.set(new Date('2026-11-21T16:00:00Z'))
  const arrived = await person.call(attendance.checkIn, { params, body: { code: `S${at.space.units[0]}` } })
  assert.equal(arrived.status, 200, JSON.stringify(arrived.body))
  kalli.time.advance(60)
  await person.call(attendance.checkOut, { params, body: {} })
  const closed = await person.call(attendance.complete, { params, query: {} })
  assert.equal(closed.body.status, 'completed', JSON.stringify(closed.body))
  return id
}
const spacePage = async ({ space }: At) =>
  (await kalli.visitor().call(publicSpace, { params: { id: String(space.id) } })).body
const businessPage = async ({ host }: At) =>
  (await kalli.visitor().call(publicBusiness, { params: { id: String(host.businessId) } })).body

test('a renter and a host rate each other, hidden until both wrote, without waiting for a client', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const [professional, host] = [at.professional.person, at.host.person]
  const id = await rented(at)
  const stranger = await people.bookable(kalli)
  assert.equal((await say(stranger.professional.person, id, 'professional', [['space', 1, '']])).status, 404)
  assert.equal(
    refusalOf(await say(professional, id, 'professional', [['service', 5, '']])).code,
    'invalid_input',
  )
  assert.equal(refusalOf(await say(host, id, 'host', [['space', 5, '']])).code, 'invalid_input')
  await said(professional, id, 'professional', [['space', 4, 'Todo en su lugar.']])
  assert.deepEqual((await spacePage(at)).reviewCount, 0, 'sealed')
  assert.equal(
    refusalOf(await say(professional, id, 'professional', [['space', 5, '']])).code,
    'move_not_allowed',
  )
  await said(host, id, 'host', [['professional', 5, 'Dejó limpio.']])
  const page = await spacePage(at)
  assert.deepEqual(
    [page.rating, page.reviewCount, page.reviews.map(({ score, text }) => [score, text])],
    ['4', 1, [[4, 'Todo en su lugar.']]],
  )
  // A host's review is for hosts alone.
  const own = await kalli.visitor().call(publicProfessional, { params: { id: String(at.professional.id) } })
  assert.deepEqual([own.body.reviewCount, own.body.reviews], [0, []])
  const fit = await host.call(hostFit, {
    query: { space: at.space.id, professionals: String(at.professional.id) },
  })
  assert.deepEqual(fit.body[0]?.hostsSay, { rating: '5.0', count: 1 })
})

test('a review of rented hours is published after seven days if the other party is silent', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const id = await rented(at)
  await said(at.professional.person, id, 'professional', [['space', 2, 'Poca luz.']])
  kalli.time.advance(7 * 24 * 60 - 1)
  await publishDue(kalli.work())
  assert.equal((await spacePage(at)).reviewCount, 0)
  kalli.time.advance(1)
  await Promise.all([publishDue(kalli.work()), publishDue(kalli.work())])
  assert.deepEqual([(await spacePage(at)).rating, (await spacePage(at)).reviewCount], ['2', 1])
})

test('a search card of a space shows its rating at once, and its business page the reviews of the space', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const name = `Sillas ${at.space.id} de prueba`
  await kalli.database.pool.query('update spaces set name = $2 where id = $1', [at.space.id, name])
  const id = await rented(at)
  kalli.time.set(testNow)
  const one = await visit(at)
  const cardOf = async () => {
    await runJobsOnce(kalli)
    const found = await kalli.visitor().call(searchSpaces, { query: { q: name } })
    assert.equal(found.status, 200, JSON.stringify(found.body))
    return found.body.find((card) => card.id === at.space.id)
  }
  assert.deepEqual((await businessPage(at)).reviews, [])

  await said(at.professional.person, id, 'professional', [['space', 5, 'Buen lugar para trabajar.']])
  await said(at.host.person, id, 'host', [['professional', 5, '']])
  await said(one.who, one.id, 'client', [
    ['professional', 5, ''],
    ['service', 5, ''],
    ['space', 2, 'Hacía frío.'],
  ])
  await said(at.professional.person, one.id, 'professional', [['space', 4, '']])
  await said(at.host.person, one.id, 'host', [['professional', 5, '']])
  await drain(kalli)
  // Five, two and four.
  const card = await cardOf()
  assert.equal(card?.reviewCount, 3)
  assert.equal(Number(card?.rating).toFixed(1), '3.7')
  const page = await businessPage(at)
  assert.deepEqual(page.reviews.map(({ score, text }) => [score, text]).toSorted(), [
    [2, 'Hacía frío.'],
    [4, ''],
    [5, 'Buen lugar para trabajar.'],
  ])
  // Each names its author's role, and can be filtered by it; hosts' reviews of a professional who works there are read by hosts alone.
  for (const where of [
    { of: 'space' as const, id: at.space.id },
    { of: 'business' as const, id: at.host.businessId },
  ]) {
    const saidBy = async (by?: 'client' | 'professional') => {
      const query = { ...where, ...(by === undefined ? {} : { by }) }
      const { body } = await kalli.visitor().call(publicReviews, { query })
      return body.map(({ score, author, authorFirstName }) => [score, author, authorFirstName]).toSorted()
    }
    const [clients, professionals] = [await saidBy('client'), await saidBy('professional')]
    assert.deepEqual(clients, [[2, 'client', 'Lucía']])
    assert.deepEqual(
      professionals.map(([score, author]) => [score, author]),
      [
        [4, 'professional'],
        [5, 'professional'],
      ],
    )
    assert.deepEqual(await saidBy(), [...clients, ...professionals].toSorted())
  }
  assert.deepEqual(
    page.scores.filter(({ count }) => count > 0).toSorted((a, b) => a.score - b.score),
    [
      { score: 2, count: 1 },
      { score: 4, count: 1 },
      { score: 5, count: 1 },
    ],
  )
})

test('a review remains when its author’s account is deleted, without their name', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const one = await visit(at)
  await said(one.who, one.id, 'client', [['professional', 4, 'Muy amable.']])
  kalli.time.advance(7 * 24 * 60)
  await publishDue(kalli.work())
  const reviewsOf = async () =>
    (
      await kalli.visitor().call(publicProfessional, { params: { id: String(at.professional.id) } })
    ).body.reviews.map(({ authorFirstName, text }) => [authorFirstName, text])
  assert.deepEqual(await reviewsOf(), [['Lucía', 'Muy amable.']])
  // Once the visit is closed, nothing prevents their erasure.
  kalli.time.advance(8 * 24 * 60)
  await runJobsOnce(kalli)
  const who = await people.signIn(kalli, one.accountId)
  await kalli.database.pool.query('update sessions set proven_at = $2 where account_id = $1', [
    one.accountId,
    kalli.clock(),
  ])
  const left = await who.call(deleteAccount, { body: { confirm: 'BORRAR' } })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  await runJobsOnce(kalli)
  assert.deepEqual(await reviewsOf(), [['Cuenta borrada', 'Muy amable.']])
})
