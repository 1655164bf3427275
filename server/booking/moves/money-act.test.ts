/** Staff actions with money: previewed per party, with a reason, in a permanent log. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { moneyActs, previewMoneyAct } from '#contract/booking/support/money-act.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { supportGoodwill } from '#contract/booking/support/support.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)
const reason = 'El cliente mostró la foto de la puerta.'

/** A client who was reported as a no-show and contests it. */
const contested = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const made = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  const params = { id: made.id }
  const pro = at.professional.person
  const versionOf = async () => Number(await one('select version from bookings where id = $1', made.id))
  kalli.time.set(made.startsAt)
  await pro.call(noShow.arrive, { params, body: await hereOf(kalli, made.id) })
  kalli.time.advance(20)
  const marked = await pro.call(noShow.markNoShow, {
    params,
    query: {},
    body: { version: await versionOf(), as: 'professional' },
  })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  const said = await made.who.call(noShow.contestNoShow, {
    params,
    query: { t: made.t },
    body: { version: await versionOf(), as: 'client', evidence: 'Llegué a tiempo.' },
  })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  return { ...made, at, params, version: await versionOf() }
}

const balances = (id: string) =>
  one(
    `select coalesce(json_agg(x order by account), '[]')::text from (select account, sum(amount_cents)::int as cents
       from entries join journals on journals.id = journal_id where booking_id = $1 group by account) x`,
    id,
  )

test('a no-show decision needs a reason, is previewed for each party exactly, and is logged', async () => {
  const admin = await administrator(kalli)
  for (const verdict of ['falls', 'stands'] as const) {
    kalli.time.set(testNow)
    const visit = await contested()
    const before = await balances(visit.id)
    const requested = { act: 'no_show', id: visit.id, version: visit.version, verdict } as const
    const preview = await admin.call(previewMoneyAct, { body: requested })
    assert.equal(preview.status, 200, JSON.stringify(preview.body))
    assert.equal(await balances(visit.id), before, 'a preview moves nothing')
    const feeCents = Number(await one('select fee_cents::int from no_shows where booking_id = $1', visit.id))
    const { clientCents, professionalCents, hostCents, platformCents, taxCents } = preview.body
    if (verdict === 'falls')
      assert.deepEqual([clientCents, professionalCents, hostCents, platformCents], [feeCents, 0, 0, 0])
    else {
      assert.equal(clientCents, 0)
      assert.ok(professionalCents > 0 && hostCents > 0 && platformCents > 0)
      assert.equal(professionalCents + hostCents + platformCents + taxCents, feeCents)
    }
    const decide = (reason: string | undefined) =>
      admin.fetch('POST', `/api/admin/no-shows/${visit.id}/decide`, {
        body: { version: visit.version, verdict, reason },
      })
    for (const missing of [undefined, '', 'porque'])
      assert.equal((await decide(missing)).status, 400, 'without a reason nothing is done')
    assert.equal((await decide(reason)).status, 200)
    const act = (await admin.call(moneyActs)).body.acts.find(({ bookingId }) => bookingId === visit.id)
    assert.ok(act)
    assert.deepEqual(
      { ...preview.body, act: act.act, step: act.step, bookingId: act.bookingId, reason: act.reason },
      { ...preview.body, act: 'no_show', step: 'done', bookingId: visit.id, reason },
    )
    assert.deepEqual(
      [act.clientCents, act.professionalCents, act.hostCents, act.platformCents, act.taxCents],
      [clientCents, professionalCents, hostCents, platformCents, taxCents],
    )
    await runJobsOnce(kalli)
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('goodwill costs Kalli alone, as previewed', async () => {
  const admin = await administrator(kalli)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const made = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  const params = { id: made.id }
  const preview = await admin.call(previewMoneyAct, {
    body: { act: 'goodwill', id: made.id, amountCents: 20_000 },
  })
  assert.deepEqual(preview.body, {
    clientCents: 20_000,
    professionalCents: 0,
    hostCents: 0,
    platformCents: -20_000,
    taxCents: 0,
  })
  const done = await admin.call(supportGoodwill, { params, body: { amountCents: 20_000, reason } })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const act = (await admin.call(moneyActs)).body.acts.find(({ bookingId }) => bookingId === made.id)
  assert.deepEqual([act?.act, act?.clientCents, act?.platformCents], ['goodwill', 20_000, -20_000])
})

test('the log of money acts cannot be changed or deleted, and only staff reads it', async () => {
  for (const statement of ['update staff_money_acts set reason = reason', 'delete from staff_money_acts'])
    await assert.rejects(kalli.database.pool.query(statement), /an act of staff cannot be changed/)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal(refusalOf(await client.call(moneyActs)).code, 'forbidden')
  assert.equal(refusalOf(await kalli.visitor().call(moneyActs)).code, 'not_signed_in')
})
