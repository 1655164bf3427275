/**
 * Random professionals, a host and a clock rent, hand back, hand over, cancel and buy packs against the real database. Whatever
 * they do: no overlap, every journal balances, no more goes back than was charged, versions rise, and in the end nobody's money
 * is left over. KALLI_MODEL_RUNS and KALLI_MODEL_SECONDS let it run for longer (6 stories, begun within a minute), KALLI_MODEL_SEED tells others.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import * as booking from '#contract/booking.ts'
import { buyPack } from '#contract/hour-pack.ts'
import * as contract from '#contract/reservation.ts'
import type { Reservation } from '#contract/reservation.ts'
import { quoteSpace } from '#contract/space-pricing.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import { startHouse, testNow, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'
import type { Answered, Person } from '#server/testing/person.ts'
import { overlapsIn, sellPacks } from '#server/testing/reservations.ts'

let house: TestHouse
before(async () => {
  house = await startHouse({ config: { logLevel: 'silent' } })
})
after(() => house.close())

type Cast = { at: Bookable; stylists: { id: number; person: Person }[]; host: Person }
type Step = { name: string; run: (cast: Cast) => Promise<void> }

const made = new Map<string, number>()

/** Refused or done, but never our fault; what was done is counted. */
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
      const date = new Date(house.clock().getTime() + day * 86_400_000).toISOString().slice(0, 10)
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
      // Pressed twice at once: once.
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
    const [offer] = (await one.person.call(contract.handOvers, {})).body
    if (offer === undefined) return
    const move = yes === 0 ? 'decline' : 'accept'
    const order = { params: { id: offer.id, move } as const, body: { version: offer.version } }
    const answers = await Promise.all([
      one.person.call(contract.answerHandOver, order),
      one.person.call(contract.answerHandOver, order),
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
      const quote = await person.call(booking.cancelQuote, { params, query: {}, body: { as } })
      if (!said('cancel quote', quote)) return
      const body = { quoteToken: quote.body.token }
      said(`cancel as ${as}`, await person.call(booking.cancel, { params, query: {}, body }))
    },
  }))

const pass = async (hours: number) => {
  house.time.advance(hours * 60)
  await house.database.kysely.updateTable('sessions').set({ seen_at: house.clock() }).execute()
}
const passing = fc.constantFrom(1, 5, 20, 45).map((hours): Step => ({
  name: `${hours} h pass`,
  run: async () => {
    await pass(hours)
    await runJobsOnce(house)
  },
}))

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: renting },
    { weight: 2, arbitrary: buying },
    { weight: 4, arbitrary: returning },
    { weight: 4, arbitrary: offering },
    { weight: 4, arbitrary: answering },
    { weight: 2, arbitrary: cancelling },
    { weight: 2, arbitrary: passing },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
)

const zero = async (question: string) => {
  const { rows } = await house.database.pool.query(question)
  assert.deepEqual(rows, [], question)
}

const expectWhole = async () => {
  assert.equal(await overlapsIn(house), 0)
  assert.equal(await people.trialBalance(house), 0)
  await zero('select 1 from entries where account = 2060 having sum(amount_cents) <> 0')
  await zero('select id from payments where refunded_cents > captured_cents')
  // What the processor gave back of a charge is what we say of the payment and its parts, but for what went into a pack.
  await zero(`select c.id from standin.charges c join payments p on p.id::text = c.reference and p.charge_ref = c.id
    where c.refunded_cents > c.captured_cents`)
  await zero(`select booking_id from booking_moves group by booking_id having max(version) <> count(*)`)
  await zero(`select id from payments where moved_cents <> (select coalesce(sum(part.captured_cents), 0)
      - coalesce(sum(part.refunded_cents) filter (where part.puts_back), 0) from payments part where part.part_of = payments.id)
    and part_of is null and settlement is null
    and not exists (select from payments part join payments more on more.part_of = payments.id and more.moved_cents > 0
      where part.part_of = payments.id)`)
}

const seconds = Number(process.env['KALLI_MODEL_SECONDS'] ?? 60)
const runs = Number(process.env['KALLI_MODEL_RUNS'] ?? 6)
/** The gate tells the same stories each time; a longer run says its own. */
const seed = Number(process.env['KALLI_MODEL_SEED'] ?? 30_812_150)

test('whoever rents, returns, hands over, cancels and buys whatever whenever: time and money stay whole', async (t) => {
  let stories = 0
  t.diagnostic(`KALLI_MODEL_SEED=${seed}`)
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      house.time.set(testNow)
      const at = await people.bookable(house, { units: 2, noticeMinutes: 0 })
      await sellPacks(house, at.space.id, { transferable: true })
      const others = await Promise.all([people.professional(house), people.professional(house)])
      for (const { id } of others) await people.agreement(house, id, at.space.id)
      const cast = { at, stylists: [at.professional, ...others], host: at.host.person }
      for (const { run } of story) {
        house.time.advance(1)
        await run(cast)
      }
      await expectWhole()
      // Left alone, everything that waits ends by itself, and nobody's money is left over.
      await pass(24 * 8)
      for (let round = 0; round < 3; round += 1) await runJobsOnce(house)
      await expectWhole()
      await zero(`select journals.booking_id from entries join journals on journals.id = journal_id
        join bookings on bookings.id = journals.booking_id where account in (2010, 2040) and bookings.kind = 'rent'
        group by journals.booking_id having sum(amount_cents) <> 0`)
      stories += 1
    }),
    { seed, numRuns: runs, interruptAfterTimeLimit: seconds * 1000, verbose: 1 },
  )
  t.diagnostic(`${stories} stories; ${JSON.stringify(Object.fromEntries(made))}`)
})
