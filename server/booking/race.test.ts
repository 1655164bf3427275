/** Many clients book the same time: real connections, real PostgreSQL, no random generator. */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import * as contractOfHold from '#contract/booking/hold.ts'
import { type Slot, SlotAlternatives } from '#contract/availability/slot.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { claimsOf, contactOf, pay, slotOn, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  // On a machine that runs other tests too, each request waits until it is answered.
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(() => kalli.close())

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(2)

test('of a thousand clients who request one hour one gets it, and the others get three alternatives each', async (t) => {
  const at = await people.bookable(kalli, { units: 7 })
  const slot = await slotOn(kalli.visitor(), at)
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  t.after(() => agent.destroy())
  // All clients connect before the first request.
  await Promise.all(Array.from({ length: 1000 }, () => send(agent, 'GET', '/api/health')))
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () =>
      send(agent, 'POST', '/api/holds', JSON.stringify({ slotToken: slot.token })),
    ),
  )
  t.diagnostic(`${seconds(began)} s`)
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  assert.equal(byStatus.get(201)?.length, 1)
  assert.equal(
    byStatus.get(409)?.length,
    999,
    JSON.stringify([...byStatus].map(([status, all]) => [status, all.length])),
  )
  for (const { text } of byStatus.get(409) ?? []) {
    const body: { code: string; details: unknown } = JSON.parse(text)
    assert.equal(body.code, 'slot_taken')
    assert.equal(SlotAlternatives.parse(body.details).alternatives.length, 3)
  }
  const winner: { id: string } = JSON.parse(byStatus.get(201)?.[0]?.text ?? '')
  const { rows } = await kalli.database.pool.query(
    'select (select count(*)::int from bookings) as bookings, (select count(*)::int from claims) as claims',
  )
  assert.deepEqual(rows, [{ bookings: 1, claims: 2 }])
  assert.equal((await claimsOf(kalli, winner.id)).length, 2)
})

const send = (agent: Agent, method: string, path: string, body?: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(kalli.url + path, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })

/** Five professionals who share a salon of seven chairs; each sells one service of a different length. */
const salon = async (): Promise<Bookable[]> => {
  const owner = await people.host(kalli)
  const where = await people.space(kalli, owner, { units: 7, cleaningMinutes: 10 })
  const made: Bookable[] = []
  for (const [index, durationMinutes] of [30, 45, 60, 90, 120].entries()) {
    const professional = await people.professional(kalli)
    const agreementId = await people.agreement(kalli, professional.id, where.id)
    const serviceId = await people.service(kalli, professional.id, {
      durationMinutes,
      bufferAfterMinutes: index * 5,
      stepMinutes: 15,
    })
    made.push({ professional, host: owner, space: where, agreementId, serviceId })
  }
  return made
}

const overlaps = `select count(*)::int as n from claims a join claims b
  on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during`

test('random races over five professionals and seven chairs never overlap, and every hold is confirmed or freed', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const offers = await salon()
  const began = performance.now()
  let requested = 0
  const person = fc.record({
    at: fc.integer({ min: 0, max: 4 }),
    place: fc.integer({ min: 0, max: 30 }),
    intent: fc.constantFrom('pays', 'pays', 'pays', 'is declined', 'lets go', 'walks away'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 20, maxLength: 40 }), async (addProfessionals) => {
      const shown: Slot[][] = []
      for (const at of offers) shown.push(await slotsOn(kalli.visitor(), at))
      const holds = await Promise.all(
        addProfessionals.map(async ({ at, place, intent }) => {
          const slot = shown[at]?.[place % Math.max(1, shown[at]?.length ?? 1)]
          if (slot === undefined) return null
          requested += 1
          const who = kalli.visitor()
          const answer = await who.call(contractOfHold.hold, { body: { slotToken: slot.token } })
          assert.ok(
            answer.status === 201 || answer.status === 409,
            `${answer.status} ${JSON.stringify(answer.body)}`,
          )
          if (answer.status !== 201) return null
          const { id } = answer.body
          if (intent === 'pays') assert.equal((await pay(who, id)).status, 201)
          if (intent === 'is declined')
            assert.equal((await pay(who, id, 'tok_declined', contactOf())).status, 402)
          if (intent === 'lets go')
            assert.equal((await who.call(contractOfHold.releaseHold, { params: { id } })).status, 200)
          return id
        }),
      )
      assert.deepEqual((await kalli.database.pool.query(overlaps)).rows, [{ n: 0 }])
      kalli.time.advance(16)
      await runJobsOnce(kalli)
      const ids = holds.filter((id) => id !== null)
      const { rows } = await kalli.database.pool.query(
        `select status, count(*)::int as n, sum((select count(*) from claims where booking_id = booking.id))::int as claims
         from bookings booking where id = any($1) group by status order by status`,
        [ids],
      )
      for (const { status, n, claims } of rows) {
        assert.ok(status === 'confirmed' || status === 'expired', `${n} bookings are left ${status}`)
        assert.equal(claims, status === 'confirmed' ? n * 3 : 0)
      }
      kalli.time.set(testNow)
    }),
    { numRuns: cases(6, 100), seed: testSeed, endOnFailure: true },
  )
  await drain(kalli)
  assert.deepEqual((await kalli.database.pool.query(overlaps)).rows, [{ n: 0 }])
  assert.equal(await people.trialBalance(kalli), 0)
  t.diagnostic(`${requested} wanted a time, ${seconds(began)} s`)
})

test('clients, units and professionals are never claimed twice, even by raw SQL', async () => {
  const { rows } = await kalli.database.pool.query(
    'select booking_id, resource_id, during::text from claims limit 1',
  )
  const [{ booking_id, resource_id, during }] = rows
  await assert.rejects(
    kalli.database.pool.query(
      `insert into claims (booking_id, resource_id, during, state) values ($1, $2, $3::tstzrange, 'firm')`,
      [booking_id, resource_id, during],
    ),
    /claims_never_overlap/,
  )
})
