/**
 * Random lives of visits: booked, repeated, moved, proposed, answered and cancelled by each of the parties. After every message the
 * recipient's calendar, as ical.js reads it from the emails, equals their visits.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as series from '#contract/booking/series/series.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { cases, isDeep, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { expectHolds, readerCalendars } from '#server/testing/reader-calendar.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Side = 'client' | 'professional' | 'host'
type Life = {
  at: Awaited<ReturnType<typeof people.bookable>>
  contact: ReturnType<typeof contactOf>
  who: Person
  /** Each with the link of its own email. */
  visits: { id: string; t: string }[]
}

const askerOf = ({ at, who }: Life, side: Side) =>
  ({ client: who, professional: at.professional.person, host: at.host.person })[side]
const viewerOf = (side: Side, t: string) => (side === 'client' ? { t } : {})
const pick = <T>(all: readonly T[], which: number) => all[which % all.length]

/** Steps do what is possible then, and nothing where the server refuses. */
const acts = {
  book: async (life: Life, which: number) => {
    const one = await booked(kalli, life.at, {
      who: life.who,
      contact: life.contact,
      date: `2026-12-${String(2 + (which % 3)).padStart(2, '0')}`,
      place: which % 4,
    }).catch(() => undefined)
    if (one !== undefined) life.visits.push({ id: one.id, t: one.t })
  },
  repeat: async (life: Life, which: number) => {
    const visit = pick(life.visits, which)
    if (visit === undefined) return
    const requested = { params: { id: visit.id }, query: { t: visit.t } }
    const seen = await life.who.call(series.seriesPreview, {
      ...requested,
      query: { ...requested.query, every: '1w', times: 3 },
    })
    if (seen.status !== 200) return
    const slotTokens = seen.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
    const done = await life.who.call(series.repeat, { ...requested, body: { every: '1w', slotTokens } })
    if (done.status !== 200 && done.status !== 201) return
    const { rows } = await kalli.database.pool.query<{ id: string }>(
      `select other.booking_id as id from booking_series_visits own join booking_series_visits other using (series_id)
       where own.booking_id = $1 and other.booking_id <> $1`,
      [visit.id],
    )
    // On the page the first one's link leads to the others; here the professional or the host acts on each.
    life.visits.push(...rows.map(({ id }) => ({ id, t: '' })))
    happened.add('a series')
  },
  move: async (life: Life, which: number, side: Side) => {
    const visit = pick(life.visits, which)
    if (visit === undefined || (side === 'client' && visit.t === '')) return
    const who = askerOf(life, side)
    const query = viewerOf(side, visit.t)
    const params = { id: visit.id }
    const date = `2026-12-${String(7 + (which % 5)).padStart(2, '0')}`
    const offered = await who.call(changes.changeSlots, {
      params,
      query: { ...query, as: side, from: date, to: date },
    })
    const slot =
      offered.status === 200
        ? pick(
            offered.body.days.flatMap(({ slots }) => slots),
            which,
          )
        : undefined
    if (slot === undefined) return
    const quoted = await who.call(changes.changeQuote, {
      params,
      query,
      body: { as: side, slotToken: slot.token },
    })
    if (quoted.status !== 200) return
    const moved = await who.call(changes.change, {
      params,
      query,
      body: { quoteToken: quoted.body.token, note: '' },
    })
    if (moved.status === 200) happened.add(`moved by the ${side}`)
  },
  answer: async (life: Life, which: number) => {
    const visit = pick(life.visits, which)
    if (visit === undefined || visit.t === '') return
    const { rows } = await kalli.database.pool.query<{ version: number }>(
      'select version from bookings where id = $1',
      [visit.id],
    )
    const accepted = await life.who.call(changes.answerChange, {
      params: { id: visit.id, answer: which % 3 === 0 ? 'decline' : 'accept' },
      query: { t: visit.t },
      body: { as: 'client', version: rows[0]?.version ?? 0 },
    })
    if (accepted.status === 200) happened.add('a proposal was answered')
  },
  cancel: async (life: Life, which: number, side: Side) => {
    const visit = pick(life.visits, which)
    if (visit === undefined || (side === 'client' && visit.t === '')) return
    const who = askerOf(life, side)
    const requested = { params: { id: visit.id }, query: viewerOf(side, visit.t) }
    const quoted = await who.call(cancellation.cancelQuote, { ...requested, body: { as: side } })
    if (quoted.status !== 200) return
    const ended = await who.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    if (ended.status === 200) happened.add(`cancelled by the ${side}`)
  },
} as const
const happened = new Set<string>()

const act = fc.record({
  what: fc.constantFrom('book', 'book', 'repeat', 'move', 'move', 'answer', 'cancel', 'cancel'),
  which: fc.nat({ max: 30 }),
  side: fc.constantFrom<Side>('client', 'client', 'professional', 'host'),
  /** Several actions may happen before the emails of the first are sent. */
  leaves: fc.boolean(),
})

test('after every message the calendar of its reader equals their visits', async (t) => {
  const domain = new URL(kalli.work().config.publicUrl).hostname
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 14 }), async (steps) => {
      kalli.time.set(testNow)
      const life: Life = {
        at: await people.bookable(kalli, { durationMinutes: 60 }),
        contact: contactOf(),
        who: kalli.visitor(),
        visits: [],
      }
      for (const [place, { what, which, side, leaves }] of steps.entries()) {
        await acts[what](life, which, side)
        if (!leaves && place < steps.length - 1) continue
        await drain(kalli)
        await expectCalendars(life, domain)
      }
    }),
    {
      seed: testSeed,
      numRuns: cases(8, 400),
      endOnFailure: true,
    },
  )
  t.diagnostic([...happened].toSorted().join(', '))
  if (!isDeep) return
  // Eight stories need not cover each of them.
  for (const kind of [
    'a series',
    'moved by the client',
    'cancelled by the client',
    'cancelled by the professional',
  ])
    assert.ok(happened.has(kind), kind)
})

const expectCalendars = async ({ at, contact }: Life, domain: string) => {
  const { rows } = await kalli.database.pool.query<{
    id: string
    starts_at: Date
    ends_at: Date
    mailbox: string
  }>(
    `select b.id, b.starts_at, b.ends_at, a.email as mailbox from bookings b join professionals p on p.id = b.professional_id
     join accounts a on a.id = p.account_id
     where b.professional_id = $1 and b.confirmed_at is not null and b.status not like 'cancelled%'`,
    [at.professional.id],
  )
  const calendars = await readerCalendars(kalli.database.kysely)
  const { rows: accounts } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [at.professional.accountId],
  )
  for (const reader of [contact.email, accounts[0]?.email ?? ''])
    expectHolds(calendars.get(reader), rows, domain)
}
