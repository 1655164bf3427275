/** The note with which a party ends a visit: who reads it, on every channel that leaves the app. docs/booking/bookings.md. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as day from '#contract/booking/day.ts'
import * as changes from '#contract/booking/change/change.ts'
import { community, notifications } from '#contract/notification/notification.ts'
import { timeline } from '#contract/booking/agenda/timeline.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Side = 'client' | 'professional' | 'host'
const words = 'Me operan de la rodilla y no quiero que se sepa.'

const visit = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await booked(kalli, at, { date: '2026-11-26', place: 4, contact: contactOf() })
  const persons: Record<Side, Person> = {
    client: one.who,
    professional: at.professional.person,
    host: at.host.person,
  }
  const requested = (as: Side) => ({
    params: { id: one.id },
    query: as === 'client' ? { t: one.t } : { as },
  })
  const seen = async (as: Side) => (await persons[as].call(booking.booking, requested(as))).body
  const cancel = async (as: Side) => {
    const link = as === 'client' ? { t: one.t } : {}
    const quoted = await persons[as].call(cancellations.cancelQuote, {
      params: { id: one.id },
      query: link,
      body: { as },
    })
    const done = await persons[as].call(cancellations.cancel, {
      params: { id: one.id },
      query: link,
      body: { quoteToken: quoted.body.token, reason: words },
    })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    await drain(kalli)
  }
  return { ...one, at, persons, requested, seen, cancel }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** Every list, page, notification and email of a host or a professional, as text. */
const allOf = async ({ at, persons, id }: Visit, as: 'professional' | 'host') => {
  const who = persons[as]
  const answers = await Promise.all([
    who.call(booking.booking, { params: { id }, query: { as } }),
    who.call(booking.bookings, { query: { role: as, tab: 'past' } }),
    who.call(booking.bookings, { query: { role: as, tab: 'day', date: '2026-11-26' } }),
    who.call(booking.receipt, { params: { id }, query: { as } }),
    who
      .fetch('GET', `/api/bookings/${id}/moves?as=${as}`)
      .then(async (answer) => ({ body: await answer.text() })),
    who.call(notifications, { query: {} }),
    who.call(community, {}),
    ...(as === 'host'
      ? [
          who.call(day.hostDay, { query: { date: '2026-11-26' } }),
          who.call(timeline, { query: { from: '2026-11-23', to: '2026-11-29' } }),
        ]
      : [who.call(day.professionalDay, { query: { date: '2026-11-26' } })]),
  ])
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    `select subject || body_text || body_html as text from mails join accounts on accounts.email = to_address where accounts.id = $1`,
    [as === 'host' ? at.host.accountId : at.professional.accountId],
  )
  return [...answers.map(({ body }) => JSON.stringify(body)), ...rows.map(({ text }) => text)]
}

/** Who ends the visit, and who reads the reason. */
const readers: readonly [Side, Record<Side, boolean>][] = [
  ['client', { client: true, professional: true, host: false }],
  ['professional', { client: true, professional: true, host: false }],
  ['host', { client: true, professional: true, host: true }],
]
for (const [by, reads] of readers)
  test(`the reason that the ${by} gives for a cancellation is read by ${Object.entries(reads)
    .filter(([, does]) => does)
    .map(([side]) => side)
    .join(' and ')} alone`, async () => {
    const one = await visit()
    await one.cancel(by)
    for (const side of ['client', 'professional', 'host'] as const) {
      const { cancellation, rescue } = await one.seen(side)
      assert.equal(
        (cancellation?.said ?? rescue?.reason ?? null) === words,
        reads[side],
        `the ${side} of what the ${by} wrote`,
      )
      if (cancellation !== null)
        assert.equal(cancellation.by, by, 'that it was ended, and by whom, is no secret')
    }
    if (!reads.host)
      assert.deepEqual(
        (await allOf(one, 'host')).filter((text) => text.includes(words)).map((text) => text.slice(0, 900)),
        [],
      )
    const stranger = await people.host(kalli)
    const requested = await stranger.person.call(booking.booking, { params: { id: one.id } })
    assert.equal(requested.status, 404)
  })

test('the professional’s note on a proposed hour is read by the client, and not by the host', async () => {
  const one = await visit()
  const { body: open } = await one.persons.professional.call(changes.changeSlots, {
    params: { id: one.id },
    query: { as: 'professional', from: '2026-11-27', to: '2026-11-27' },
  })
  const slotToken = open.days[0]?.slots[3]?.token ?? assert.fail('no other hour')
  const proposed = await one.persons.professional.call(changes.changeQuote, {
    params: { id: one.id },
    query: {},
    body: { as: 'professional', slotToken },
  })
  const sent = await one.persons.professional.call(changes.change, {
    params: { id: one.id },
    query: {},
    body: { quoteToken: proposed.body.token, note: words },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  assert.equal((await one.seen('client')).change?.note, words)
  assert.ok((await allOf(one, 'host')).every((text) => !text.includes(words)))
})
