/**
 * Random professionals, a host, clients and a clock rent, pay at the desk, return, transfer and cancel hours, buy packs, leave deposits,
 * and book visits in the middle of rented hours or over their edge, against the real database; thirty steps a story. After every step no
 * answer is a 500 and nothing overlaps; at each story's end every journal balances, no refund exceeds its charge, versions rise, and when
 * all is over no money is left over.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as deposits from '#contract/booking/settlement/deposit.ts'
import * as desk from '#contract/booking/desk/desk-rent.ts'
import { buyPack } from '#contract/booking/rent/hour-pack.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as transferHours from '#contract/booking/rent/hand-over.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { noRules, quoteSpace } from '#contract/pricing/space-pricing.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { confirmContact, contactOf, slotsOn, type Bookable, hereOf } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Answered, Person } from '#server/testing/person.ts'
import { hourPack, overlapsIn } from '#server/testing/reservations.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let picture: Blob
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  const { default: sharp } = await import('sharp')
  const blank = { width: 200, height: 150, channels: 3, background: '#a33' } as const
  picture = new Blob([Uint8Array.from(await sharp({ create: blank }).png().toBuffer())], {
    type: 'image/png',
  })
})
after(() => kalli.close())

/** A database with thousands of stories is another test; a failed story's rows must not reach the next one. */
const storiesInOne = 40
let roomFor = storiesInOne
const freshServer = async () => {
  await kalli.close()
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  roomFor = storiesInOne
}

type Stylist = { id: number; person: Person; email: string; at: Bookable }
type Visit = { id: string; t: string; client: Person; stylist: Stylist }
type Cast = { at: Bookable; stylists: Stylist[]; host: Person; admin: Person; visits: Visit[] }
type Step = { name: string; run: (cast: Cast) => Promise<void> }

const made = new Map<string, number>()

/** Refused or done, but never a 500; what was done is counted. */
const said = (name: string, answer: Answered<unknown>) => {
  assert.ok(answer.status < 500, `${name}: ${JSON.stringify(answer.body)}`)
  if (answer.status < 300) made.set(name, (made.get(name) ?? 0) + 1)
  return answer.status < 300
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]
const stylist = (cast: Cast, nth: number) => cast.stylists[nth % cast.stylists.length] ?? assert.fail()
const ofAll = async ({ person }: { person: Person }): Promise<Reservation[]> =>
  (await person.call(contract.reservations, { query: {} })).body
const own = async (one: { person: Person }) => (await ofAll(one)).filter(({ mine }) => mine)

const minutesOn = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()

const nth = fc.nat({ max: 30 })

const renting = fc
  .record({
    who: nth,
    day: fc.nat({ max: 3 }),
    half: fc.nat({ max: 12 }),
    length: fc.nat({ max: 3 }),
    pack: fc.boolean(),
  })
  .map(({ who, day, half, length, pack }): Step => ({
    name: `rent ${who} ${day} ${half} ${length} ${pack}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const date = new Date(kalli.clock().getTime() + day * 86_400_000).toISOString().slice(0, 10)
      const quote = await one.person.call(quoteSpace, {
        params: { id: cast.at.space.id },
        body: { date, startMinute: 540 + half * 30, minutes: [60, 120, 240, 90][length] ?? 60 },
      })
      if (!said('quote', quote) || quote.body.rent.token === null) return
      const held = await one.person.call(contract.holdReservation, { body: { token: quote.body.rent.token } })
      if (!said('hold', held)) return
      const packId = pack ? held.body.packs[0]?.id : undefined
      const body = packId === undefined ? { cardToken: 'tok_ok' } : { packId }
      const paid = await one.person.call(contract.payReservation, { params: { id: held.body.id }, body })
      said(packId === undefined ? 'pay' : 'pay with pack', paid)
    },
  }))

/** At the desk, which sets the renter and the time; paid there in cash, by the link, or not at all. */
const deskRenting = fc
  .record({
    who: nth,
    day: fc.nat({ max: 3 }),
    half: fc.nat({ max: 12 }),
    how: fc.constantFrom('cash', 'cash', 'card', 'both', 'not'),
  })
  .map(({ who, day, half, how }): Step => ({
    name: `rent at the desk ${who} ${day} ${half}, ${how}`,
    run: async (cast) => {
      const { person, email: contact } = stylist(cast, who)
      const date = new Date(kalli.clock().getTime() + day * 86_400_000).toISOString().slice(0, 10)
      const body = { spaceId: cast.at.space.id, contact, date, startMinute: 540 + half * 30, minutes: 120 }
      const quote = await cast.host.call(desk.deskRentQuote, { body })
      if (!said('desk quote', quote)) return
      const held = await cast.host.call(desk.deskRent, { body: { token: quote.body.token } })
      if (!said('desk hold', held)) return
      const params = { id: held.body.bookingId }
      const byHand = { params, body: { amountCents: held.body.totalCents } }
      const byCard = { params, body: { cardToken: 'tok_ok' } }
      const answers = await Promise.all([
        how === 'cash' || how === 'both' ? cast.host.call(desk.deskCash, byHand) : null,
        how === 'card' || how === 'both' ? person.call(contract.payReservation, byCard) : null,
      ])
      for (const answer of answers) if (answer !== null) said(`desk pay, ${how}`, answer)
    },
  }))

/** Refunds by hand what has to be refunded by hand. */
const handBack = async (cast: Cast) => {
  for (const { bookingId: id, amountCents } of (await cast.host.call(desk.deskMoney)).body) {
    const done = await cast.host.call(desk.deskHandBack, { params: { id }, body: { amountCents } })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    said('hand back', done)
  }
}
const handingBack = fc.constant<Step>({ name: 'hand back', run: handBack })

const touches = (span: { startsAt: string; endsAt: string }) => (other: typeof span) =>
  span.startsAt < other.endsAt && other.startsAt < span.endsAt

/** A client books, if possible, a time in the middle of hours that their professional has rented, or over their edge. */
const visited = fc
  .record({ who: nth, which: nth, when: nth, anywhere: fc.integer({ min: 0, max: 3 }) })
  .map(({ who, which, when, anywhere }): Step => ({
    name: `a client of ${who} ${which} ${when} ${anywhere}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const rent = pick(await own(one), which)
      const client = kalli.visitor()
      const offered = await slotsOn(
        client,
        one.at,
        (rent?.startsAt ?? kalli.clock().toISOString()).slice(0, 10),
      )
      const near = rent === undefined || anywhere === 0 ? offered : offered.filter(touches(rent))
      const slot = pick(near, when)
      if (slot === undefined) return
      const held = await client.call(holds.hold, { body: { slotToken: slot.token } })
      if (!said('visit held', held)) return
      const contact = contactOf()
      await confirmContact(client, held.body.id, contact.email)
      const payment = { method: 'card', token: 'tok_ok' } as const
      const paid = await client.call(checkout.book, { body: { holdId: held.body.id, contact, payment } })
      if (!said('visit', paid)) return
      const { id, viewToken } = paid.body
      cast.visits.push({ id, t: viewToken ?? '', client, stylist: one })
      const { rows } = await kalli.database.pool.query<{ place: string }>(
        `select case when parent_rent_id is null then 'elsewhere' when rent_minutes > 0 then 'over the edge' else 'within' end
           as place from bookings where id = $1`,
        [id],
      )
      said(`visit ${rows[0]?.place}`, paid)
    },
  }))

const visitEnds = fc
  .record({ which: nth, as: fc.constantFrom('client', 'professional') })
  .map(({ which, as }): Step => ({
    name: `visit ${which} is cancelled by the ${as}`,
    run: async ({ visits }) => {
      const visit = pick(visits, which)
      if (visit === undefined) return
      const person = as === 'client' ? visit.client : visit.stylist.person
      const order = { params: { id: visit.id }, query: as === 'client' ? { t: visit.t } : {} }
      const quote = await person.call(cancellation.cancelQuote, { ...order, body: { as } })
      if (!said('visit cancel quote', quote)) return
      const body = { quoteToken: quote.body.token, reason: 'Un imprevisto.' }
      said(`visit cancelled by the ${as}`, await person.call(cancellation.cancel, { ...order, body }))
    },
  }))

/** The rented hours or a visit start: the arriving renter leaves a deposit, with the card that paid or another. */
const arriving = fc
  .record({ who: nth, which: nth, card: fc.constantFrom('tok_ok', 'tok_declined', 'tok_3ds') })
  .map(({ who, which, card }): Step => ({
    name: `arrive ${who} ${which} ${card}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const rent = pick(await own(one), which)
      if (rent === undefined) return
      const startsAt = new Date(rent.startsAt)
      if (startsAt > kalli.clock()) kalli.time.set(startsAt)
      await seen()
      await runJobsOnce(kalli, { of: ofRents, atOnce: 50 })
      const order = { params: { id: rent.id }, body: await hereOf(kalli, rent.id) }
      if (!said('arrive', await one.person.call(attendance.checkIn, order))) {
        const body = { cardToken: card }
        said(`guarantee by ${card}`, await one.person.call(deposits.holdDeposit, { ...order, body }))
        said('arrive after all', await one.person.call(attendance.checkIn, order))
      }
      const inside = cast.visits.filter(({ stylist }) => stylist === one)
      for (const { id } of inside)
        said(
          'visit begins',
          await one.person.call(attendance.checkIn, { params: { id }, body: await hereOf(kalli, id) }),
        )
    },
  }))

const outcomes = ['accept', 'contest', 'withdraw', 'silence', 'release'] as const

/** The hours are over; something broke, or nothing did. */
const claiming = fc
  .record({ which: nth, amount: fc.integer({ min: 1, max: 31_000 }), outcome: fc.constantFrom(...outcomes) })
  .map(({ which, amount, outcome }): Step => ({
    name: `guarantee ${which} ${amount} ${outcome}`,
    run: async ({ host, stylists }) => {
      const held = (await host.call(deposits.deposits, { query: { as: 'host' } })).body
      const one = pick(held, which)
      if (one === undefined) return
      const params = { id: one.id }
      if (outcome === 'release') {
        const order = { params: { ...params, move: outcome }, body: { version: one.version } }
        return void said('guarantee released', await host.call(deposits.settleDeposit, order))
      }
      const photo = randomUUID()
      const file = { params: { ...params, photo }, query: { as: 'host' as const }, file: picture }
      if (!said('guarantee photo', await host.call(deposits.depositPhoto, file))) return
      const body = { version: one.version, amountCents: amount, reason: 'Se quebró.', photos: [photo] }
      const claimed = await host.call(deposits.claimDeposit, { params, body })
      if (!said('guarantee claimed', claimed) || outcome === 'silence') return
      const { version } = claimed.body
      for (const { person } of outcome === 'withdraw' ? [{ person: host }] : stylists) {
        const answer =
          outcome === 'contest'
            ? await person.call(deposits.contestDeposit, { params, body: { version, text: 'No fui.' } })
            : await person.call(deposits.settleDeposit, {
                params: { ...params, move: outcome },
                body: { version },
              })
        said(`guarantee, ${outcome}`, answer)
      }
    },
  }))

let decided = 0
/** Alternates between the two outcomes. */
const decideAll = async ({ admin }: Cast) => {
  const waiting = (await admin.call(deposits.contestedDeposits)).body.deposits
  for (const { id, version } of waiting) {
    decided += 1
    const verdict = decided % 2 === 0 ? 'falls' : 'stands'
    const answer = await admin.call(deposits.decideDeposit, {
      params: { id },
      body: { version, verdict, reason: 'Leí lo que dicen las dos partes.' },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    said(`guarantee, claim ${verdict}`, answer)
  }
}

const buying = nth.map((who): Step => ({
  name: `buy ${who}`,
  run: async (cast) => {
    const body = { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' }
    said('buy', await stylist(cast, who).person.call(buyPack, { params: { id: cast.at.space.id }, body }))
  },
}))

const returning = fc
  .record({ who: nth, which: nth, head: fc.boolean(), steps: fc.integer({ min: 1, max: 4 }) })
  .map(({ who, which, head, steps }): Step => ({
    name: `return ${who} ${which} ${head} ${steps}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const rent = pick(await own(one), which)
      if (rent === undefined) return
      const { startsAt, endsAt, id } = rent
      const body = head
        ? { startsAt: minutesOn(startsAt, steps * 30), endsAt }
        : { startsAt, endsAt: minutesOn(endsAt, -steps * 30) }
      const quote = await one.person.call(contract.returnQuote, { params: { id }, body })
      if (!said('return quote', quote)) return
      const order = { params: { id }, body: { quoteToken: quote.body.token } }
      // Two concurrent presses count once.
      const answers = await Promise.all([
        one.person.call(contract.returnHours, order),
        one.person.call(contract.returnHours, order),
      ])
      for (const answer of answers) said('return', answer)
    },
  }))

const offering = fc
  .record({ who: nth, to: nth, which: nth, head: fc.boolean(), steps: fc.nat({ max: 4 }) })
  .map(({ who, to, which, head, steps }): Step => ({
    name: `offer ${who} to ${to} ${which} ${head} ${steps}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const rent = pick(await own(one), which)
      if (rent === undefined) return
      const { startsAt, endsAt, id, version } = rent
      const part = head
        ? { startsAt, endsAt: minutesOn(startsAt, steps * 30) }
        : { startsAt: minutesOn(endsAt, -steps * 30), endsAt }
      const body = { professionalId: stylist(cast, to).id, version, hours: steps === 0 ? null : part }
      said('offer', await one.person.call(contract.offerHours, { params: { id }, body }))
    },
  }))

const answering = fc.record({ who: nth, yes: fc.integer({ min: 0, max: 3 }) }).map(({ who, yes }): Step => ({
  name: `answer ${who} ${yes}`,
  run: async (cast) => {
    const one = stylist(cast, who)
    const [offer] = (await one.person.call(transferHours.handOvers, {})).body
    if (offer === undefined) return
    const move = yes === 0 ? 'decline' : 'accept'
    const order = { params: { id: offer.id, move } as const, body: { version: offer.version } }
    const answers = await Promise.all([
      one.person.call(transferHours.answerHandOver, order),
      one.person.call(transferHours.answerHandOver, order),
    ])
    const done = answers.filter((answer) => said(`${move} ${offer.part ? 'part' : 'all'}`, answer))
    assert.ok(done.length <= 1, 'decided once')
  },
}))

const cancelling = fc
  .record({ who: nth, which: nth, host: fc.integer({ min: 0, max: 4 }) })
  .map(({ who, which, host }): Step => ({
    name: `cancel ${who} ${which} ${host}`,
    run: async (cast) => {
      const one = stylist(cast, who)
      const rent = pick(await own(one), which)
      if (rent === undefined) return
      const as = host === 0 ? 'host' : 'professional'
      const person = as === 'host' ? cast.host : one.person
      const params = { id: rent.id }
      const quote = await person.call(cancellation.cancelQuote, { params, query: {}, body: { as } })
      if (!said('cancel quote', quote)) return
      const body = { quoteToken: quote.body.token, reason: 'Un imprevisto.' }
      said(`cancel as ${as}`, await person.call(cancellation.cancel, { params, query: {}, body }))
    },
  }))

/** Keeps sessions recent, so that no person is signed out meanwhile. */
const seen = () => kalli.database.kysely.updateTable('sessions').set({ seen_at: kalli.clock() }).execute()
const pass = async (hours: number) => {
  kalli.time.advance(hours * 60)
  await seen()
}
/** Within a story; at its end the jobs of the whole app run. */
const ofRents = ['booking', 'payment', 'notification', 'team', 'availability', 'space']
const passing = fc.constantFrom(1, 5, 20, 45).map((hours): Step => ({
  name: `${hours} h pass`,
  run: async () => {
    await pass(hours)
    await runJobsOnce(kalli, { of: ofRents, atOnce: 50 })
  },
}))

const steps = fc.array(
  fc
    .oneof(
      { weight: 6, arbitrary: renting },
      { weight: 2, arbitrary: buying },
      { weight: 4, arbitrary: returning },
      { weight: 4, arbitrary: offering },
      { weight: 4, arbitrary: answering },
      { weight: 2, arbitrary: cancelling },
      { weight: 2, arbitrary: passing },
      { weight: 3, arbitrary: deskRenting },
      { weight: 1, arbitrary: handingBack },
      { weight: 6, arbitrary: visited },
      { weight: 2, arbitrary: visitEnds },
      { weight: 3, arbitrary: arriving },
      { weight: 3, arbitrary: claiming },
    )
    .map((step) => ({ ...step, toString: () => step.name })),
  { minLength: 30, maxLength: 30 },
)

const zero = async (question: string) => {
  const { rows } = await kalli.database.pool.query(question)
  assert.deepEqual(rows, [], question)
}

const expectWhole = async () => {
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await people.trialBalance(kalli), 0)
  await zero('select 1 from entries where account = 2060 having sum(amount_cents) <> 0')
  await zero('select id from payments where refunded_cents > captured_cents')
  // What the processor refunded of a charge equals the refunds of the payment and its parts, but for what went into a pack.
  await zero(`select c.id from standin.charges c join payments p on p.id::text = c.reference and p.charge_ref = c.id
    where c.refunded_cents > c.captured_cents`)
  await zero(`select booking_id from booking_moves group by booking_id having max(version) <> count(*)`)
  await zero(`select id from payments where moved_cents <> (select coalesce(sum(part.captured_cents), 0)
      - coalesce(sum(part.refunded_cents) filter (where part.restorable), 0) from payments part where part.part_of = payments.id)
    and part_of is null and settlement is null
    and not exists (select from payments part join payments more on more.part_of = payments.id and more.moved_cents > 0
      where part.part_of = payments.id)`)
}

/** When all is over nothing is held or owed, and what was retained of a deposit is what the bank charged. */
const expectOver = async () => {
  await zero(`select journals.booking_id, account from entries join journals on journals.id = journal_id
    where account in (2010, 2040, 9010)
      and (booking_id in (select id from bookings) or booking_id in (select id from deposits)) group by journals.booking_id, account having sum(amount_cents) <> 0`)
  // A transferred part is booked apart; the cash of both belongs to one host.
  await zero(
    'select party_id from entries where account = 1135 group by party_id having sum(amount_cents) <> 0',
  )
  await zero(
    `select id, kind, status from bookings where status in ('held', 'awaiting_payment', 'confirmed', 'in_progress', 'to_settle')`,
  )
  await zero(`select id, state from deposits where state not in ('refused', 'released', 'kept', 'lost')`)
  await zero(`select d.id, d.state, d.retained_cents, p.captured_cents - p.refunded_cents as charged from deposits d
    join payments p on p.booking_id = d.id where d.retained_cents <> p.captured_cents - p.refunded_cents`)
  await zero(`select id from payments where handed_cents <> refunded_cents and method = 'cash'`)
}

/** One chair with hour packs and a deposit, and three renters who have clients. */
const castOf = async (): Promise<Cast> => {
  const at = await people.bookable(kalli, { units: 2, noticeMinutes: 0, durationMinutes: 60 })
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ price_rules: JSON.stringify({ ...noRules, packs: [hourPack], depositCents: 30_000 }) })
    .where('id', '=', at.space.id)
    .execute()
  const others = [await people.professional(kalli), await people.professional(kalli)]
  const ats = [at]
  for (const professional of others)
    ats.push({
      ...at,
      professional,
      agreementId: await people.agreement(kalli, professional.id, at.space.id),
      serviceId: await people.service(kalli, professional.id, { noticeMinutes: 0, durationMinutes: 90 }),
    })
  const stylists: Stylist[] = []
  for (const at of ats) {
    const { id, person, accountId } = at.professional
    await people.reachLevel(kalli, accountId, 2)
    const { rows } = await kalli.database.pool.query<{ email: string }>(
      'select email from accounts where id = $1',
      [accountId],
    )
    stylists.push({ id, person, email: rows[0]?.email ?? '', at })
  }
  return { at, stylists, host: at.host.person, admin: await administrator(kalli), visits: [] }
}

const seconds = cases(60, 1200)
const runs = cases(6, 2000)

test('after any sequence of renting, returning, handing over, cancelling and buying, time and money are consistent', async (t) => {
  let stories = 0
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      if (roomFor === 0) await freshServer()
      const roomAfter = roomFor - 1
      roomFor = 0
      kalli.time.set(testNow)
      const cast = await castOf()
      for (const { run } of story) {
        kalli.time.advance(1)
        await run(cast)
        assert.equal(await overlapsIn(kalli), 0)
      }
      await expectWhole()
      // Without further actions, everything pending ends by itself, except what an administrator decides or a person refunds.
      for (const days of [4, 4, 4, 20]) {
        await pass(24 * days)
        await runJobsOnce(kalli, { atOnce: 50, ...(days === 20 ? {} : { of: ofRents }) })
        await decideAll(cast)
      }
      await handBack(cast)
      await runJobsOnce(kalli, { of: ofRents, atOnce: 50 })
      await expectWhole()
      await expectOver()
      roomFor = roomAfter
      stories += 1
    }),
    { seed: testSeed, numRuns: runs, interruptAfterTimeLimit: seconds * 1000, verbose: 1 },
  )
  t.diagnostic(`${stories} stories; ${JSON.stringify(Object.fromEntries(made))}`)
})
