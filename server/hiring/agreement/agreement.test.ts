import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { agreements, pauseAgreement, resumeAgreement } from '#contract/hiring/agreement.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, professional } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('an anonymous visitor has no agreements, and a stranger cannot find another’s', async () => {
  const { agreementId } = await bookable(kalli)
  assert.equal((await kalli.visitor().call(agreements)).status, 401)
  const stranger = await professional(kalli)
  assert.deepEqual((await stranger.person.call(agreements)).body, [])
  assert.equal((await stranger.person.call(pauseAgreement, { params: { id: agreementId } })).status, 404)
})

test('both parties see an agreement and either may pause it, which removes its times at once', async () => {
  const { professional: stylist, host, agreementId, serviceId } = await bookable(kalli)
  const timesLeft = async () => {
    const query = { professional: stylist.id, service: serviceId, from: '2026-11-23', to: '2026-11-24' }
    const { body } = await kalli.visitor().call(slots, { query })
    return body.days.flatMap((day) => day.slots).length
  }
  assert.ok((await timesLeft()) > 0)
  const paused = await stylist.person.call(pauseAgreement, { params: { id: agreementId } })
  assert.equal(paused.body.status, 'paused')
  assert.equal(await timesLeft(), 0)
  assert.deepEqual(
    (await host.person.call(agreements)).body.map(({ status }) => status),
    ['paused'],
  )

  const byOther = await host.person.call(resumeAgreement, { params: { id: agreementId } })
  assert.equal(refusalOf(byOther).code, 'agreement_not_movable', 'only who paused it lets it run again')
  const resumed = await stylist.person.call(resumeAgreement, { params: { id: agreementId } })
  assert.equal(resumed.body.status, 'active')
  assert.ok((await timesLeft()) > 0)
})

test('a repeated pause has one effect, and an ended agreement cannot be resumed', async () => {
  const { host, agreementId } = await bookable(kalli)
  const pause = () => host.person.call(pauseAgreement, { params: { id: agreementId } })
  assert.deepEqual(
    (await Promise.all([pause(), pause()])).map(({ status }) => status),
    [200, 200],
  )
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ valid_to: new Date('2026-11-01T06:00:00Z') })
    .where('id', '=', agreementId)
    .execute()
  const late = await host.person.call(resumeAgreement, { params: { id: agreementId } })
  assert.equal(refusalOf(late).code, 'agreement_not_movable')
})
