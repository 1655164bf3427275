/** A host starts without tax data: booked and earning before it is known, and paid once it is. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as steps from '#contract/space/listing-steps.ts'
import { community } from '#contract/notification/notification.ts'
import { payoutAccount } from '#contract/payment/payout-account.ts'
import { space } from '#contract/space/space.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a host without RFC and regime is not paid until both are given, and hosts from before are paid as usual', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const known = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.host
  await kalli.database.kysely
    .updateTable('hosts')
    .set({ paid_with_rfc_only: true })
    .where('id', '=', at.host.id)
    .execute()
  const rents = [
    await rentedHours(at.professional.person, at),
    await rentedHours(known.professional.person, known),
  ]
  kalli.time.set('2026-12-01T16:00:00Z')
  await runJobsOnce(kalli)
  kalli.time.set('2026-12-02T16:00:00Z')
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const payouts = async () => {
    const rows = await kalli.database.kysely
      .selectFrom('payouts')
      .select(['booking_id', 'status', 'amount_cents'])
      .where('party', '=', 'host')
      .execute()
    return rents.map(({ id }) => {
      const row = rows.find(({ booking_id }) => booking_id === id)
      return `${row?.amount_cents} ${row?.status}`
    })
  }
  assert.deepEqual(await payouts(), ['76000 accrued', '76000 paid'])

  const mine = async () => (await person.call(payoutAccount, { params: { party: 'host' } })).body
  const held = await mine()
  assert.deepEqual([held.taxpayerAt, held.waitingCents], [at.space.id, 76_000])
  const titles = async () =>
    (await person.call(community)).body.filter(({ title }) => title === '$760 esperan tu RFC').length
  assert.equal(await titles(), 1)
  await runJobsOnce(kalli)
  assert.equal(await titles(), 1, 'once a week')

  const say = async (body: object) => {
    const { version } = (await person.call(space, { params: { id: at.space.id } })).body
    const answer = await person.call(steps.saveStep1, {
      params: { id: at.space.id },
      body: { version, ...body },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await runJobsOnce(kalli)
  }
  await say({ rfc: 'SALM850101AB1' })
  assert.deepEqual((await payouts())[0], '76000 accrued', 'the regime too')
  await say({ taxRegime: '606' })
  assert.deepEqual((await payouts())[0], '76000 paid')
  const paid = await mine()
  assert.deepEqual([paid.taxpayerAt, paid.waitingCents], [null, 0])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a client who becomes a host by the wizard needs RFC and regime too', async () => {
  const person = await people.signIn(kalli, await people.account(kalli, { roles: ['host'] }))
  const made = await person.call(steps.draftSpace, { body: { businessName: 'Casa Nava' } })
  const { body } = await person.call(payoutAccount, { params: { party: 'host' } })
  assert.deepEqual([body.taxpayerAt, body.waitingCents], [made.body.id, 0])
})
