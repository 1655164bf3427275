/** A host proposes another hour for rented hours (B9): held at once, answered by the renter, never dearer, a lower price is refunded. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { booking } from '#contract/booking/booking.ts'
import { tasks } from '#contract/figures/figures.ts'
import { moveUnit } from '#contract/booking/agenda/timeline.ts'
import * as changes from '#contract/booking/change/change.ts'
import { community } from '#contract/notification/notification.ts'
import { rentChangeQuote, proposeRentChange } from '#contract/booking/rent/rent-change.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, claimsOf, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import {
  accountsOf,
  boughtPack,
  heldHours,
  overlapsIn,
  rentedHours,
  sellPacks,
} from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type At = Awaited<ReturnType<typeof people.bookable>>

/** An hour of the rented day in Mexico City. */
const at = (hour: number) => `2026-11-25T${String(hour + 6).padStart(2, '0')}:00:00.000Z`
const unitsOf = async ({ space }: At) => {
  const { rows } = await kalli.database.pool.query<{ id: number }>(
    'select id from units where space_id = $1 order by number',
    [space.id],
  )
  return rows.map(({ id }) => id)
}

const quoted = (place: At, id: string, startsAt: string, unitId: number, who: Person = place.host.person) =>
  who.call(rentChangeQuote, { params: { id }, body: { as: 'host', startsAt, unitId } })

const propose = async (place: At, id: string, startsAt: string, unitId: number) => {
  const quote = await quoted(place, id, startsAt, unitId)
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const done = await place.host.person.call(proposeRentChange, {
    params: { id },
    body: { as: 'host', quoteToken: quote.body.token, note: 'Pintamos por la mañana.' },
  })
  return { quote: quote.body, done }
}

const answer = (
  who: Person,
  id: string,
  how: 'accept' | 'decline' | 'withdraw',
  version: number,
  as: changes.Side = 'professional',
) => who.call(changes.answerChange, { params: { id, answer: how }, query: {}, body: { as, version } })

const mine = async (who: Person, id: string) =>
  (await who.call(contract.reservation, { params: { id } })).body
const titlesFor = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)

test('a host’s proposal of a later overlapping hour is held and accepted, and a dearer hour costs no more', async () => {
  const place = await people.bookable(kalli, { units: 2 })
  const who = place.professional.person
  const [unit = 0] = await unitsOf(place)
  const rent = await rentedHours(who, place)
  const stranger = await people.bookable(kalli)
  assert.equal(refusalOf(await quoted(place, rent.id, at(12), unit, stranger.host.person)).code, 'not_found')
  assert.equal(refusalOf(await quoted(place, rent.id, at(10), unit)).code, 'invalid_input')
  assert.equal(
    refusalOf(await quoted(place, rent.id, at(12), (await unitsOf(stranger))[0] ?? 0)).code,
    'invalid_input',
  )

  const { quote, done } = await propose(place, rent.id, at(12), unit)
  assert.equal(quote.refundCents, 0)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const held = (await claimsOf(kalli, rent.id)).filter(({ state }) => state === 'hold')
  assert.equal(held.length, 2, 'two hours more of the chair and of the professional')
  const requested = await mine(who, rent.id)
  assert.equal(requested.startsAt, at(10))
  assert.deepEqual(
    [requested.change?.startsAt, requested.change?.refundCents, requested.change?.by],
    [at(12), 0, 'host'],
  )
  assert.equal(refusalOf(await quoted(place, rent.id, at(13), unit)).code, 'move_not_allowed')
  assert.equal(
    refusalOf(await answer(place.host.person, rent.id, 'accept', requested.version, 'host')).code,
    'move_not_allowed',
  )
  assert.equal(refusalOf(await answer(who, rent.id, 'accept', requested.version - 1)).code, 'stale_version')
  await drain(kalli)
  assert.ok((await titlesFor(who)).some((title) => title.startsWith('Te proponen otra hora para tu renta')))

  const two = await Promise.all([1, 2].map(() => answer(who, rent.id, 'accept', requested.version)))
  assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409])
  const moved = await mine(who, rent.id)
  assert.deepEqual(
    [moved.startsAt, moved.endsAt, moved.change, moved.rentCents],
    [at(12), at(16), null, rent.rentCents],
  )
  assert.ok((await claimsOf(kalli, rent.id)).every(({ state }) => state === 'firm'))
  assert.equal(await overlapsIn(kalli), 0)
  await drain(kalli)
  assert.ok((await titlesFor(place.host.person)).some((title) => title.startsWith('Renta movida')))
})

test('a cheaper hour refunds the difference to the card, to the centavo', async () => {
  const place = await people.bookable(kalli, { units: 1 })
  const who = place.professional.person
  const [unit = 0] = await unitsOf(place)
  const rent = await rentedHours(who, place)
  // They have agreed on half the price since.
  await kalli.database.pool.query(
    'update agreements set rate_per_hour_cents = rate_per_hour_cents / 2, version = version + 1 where id = $1',
    [place.agreementId],
  )
  const { quote } = await propose(place, rent.id, at(14), unit)
  assert.equal(quote.refundCents, rent.rentCents / 2)
  const accepted = await answer(who, rent.id, 'accept', (await mine(who, rent.id)).version)
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const moved = await mine(who, rent.id)
  assert.equal(moved.rentCents, rent.rentCents / 2)
  assert.equal(moved.payment?.refundedCents, rent.rentCents / 2)
  assert.equal(
    moved.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    moved.rentCents,
  )
  assert.equal(
    Object.values(await accountsOf(kalli, rent.id)).reduce((sum, cents) => sum + cents, 0),
    0,
  )
})

test('states that a cheaper hour’s refund goes to the payer’s card, also after the hours were handed over', async () => {
  const cheaper = ({ space }: At) =>
    kalli.database.pool.query(
      'update agreements set rate_per_hour_cents = rate_per_hour_cents / 2, version = version + 1 where space_id = $1',
      [space.id],
    )
  const said = async (who: Person, id: string, as: 'host' | 'professional') =>
    (await who.call(rentChangeQuote, { params: { id }, body: { as, startsAt: at(14) } })).body.reason
  const place = await people.bookable(kalli, { units: 2 })
  const who = place.professional.person
  const rent = await rentedHours(who, place)
  await cheaper(place)
  assert.match(await said(who, rent.id, 'professional'), /te devolvemos \$400 a tu tarjeta\.$/)
  assert.match(await said(place.host.person, rent.id, 'host'), /se le devuelven \$400 a su tarjeta\.$/)

  // The hours now belong to another professional, who did not pay for them.
  const other = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, other.id, place.space.id)
  await cheaper(place)
  const offered = await who.call(contract.offerHours, {
    params: { id: rent.id },
    body: { professionalId: other.id, version: rent.version, hours: null },
  })
  const offer = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
  await other.person.call(handOvers.answerHandOver, {
    params: { id: offer.id, move: 'accept' },
    body: { version: offer.version },
  })
  assert.match(
    await said(other.person, rent.id, 'professional'),
    /vuelven a la tarjeta de quien pagó las horas\.$/,
  )
  assert.match(await said(place.host.person, rent.id, 'host'), /vuelven a la tarjeta de quien las pagó\.$/)
})

test('hours paid before the agreement included them can move, and keep their price', async () => {
  const place = await people.bookable(kalli, { units: 1 })
  const who = place.professional.person
  const [unit = 0] = await unitsOf(place)
  const rent = await rentedHours(who, place)
  await kalli.database.pool.query(
    `update agreements set rate_per_hour_cents = 0, version = version + 1 where id = $1`,
    [place.agreementId],
  )
  const { quote, done } = await propose(place, rent.id, at(13), unit)
  assert.equal(quote.refundCents, 0)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const requested = await mine(who, rent.id)
  assert.equal((await answer(who, rent.id, 'accept', requested.version)).status, 200)
  const moved = await mine(who, rent.id)
  assert.deepEqual([moved.startsAt, moved.rentCents], [at(13), rent.rentCents])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a declined, withdrawn or lapsed proposal leaves the hours unchanged and frees the held ones', async () => {
  const place = await people.bookable(kalli, { units: 1 })
  const who = place.professional.person
  const [unit = 0] = await unitsOf(place)
  const rent = await rentedHours(who, place)
  for (const how of ['decline', 'withdraw', 'lapse'] as const) {
    await propose(place, rent.id, at(15), unit)
    const { version } = await mine(who, rent.id)
    if (how === 'lapse') {
      kalli.time.advance(13 * 60)
      await Promise.all([1, 2, 3].map(() => lapseChanges(kalli.work())))
    } else {
      const by = how === 'decline' ? who : place.host.person
      assert.equal(
        (await answer(by, rent.id, how, version, how === 'decline' ? 'professional' : 'host')).status,
        200,
      )
    }
    const after = await mine(who, rent.id)
    assert.deepEqual([after.change, after.startsAt], [null, at(10)], how)
    assert.ok(
      (await claimsOf(kalli, rent.id)).every(({ state }) => state === 'firm'),
      how,
    )
  }
  await drain(kalli)
  assert.ok(
    (await titlesFor(place.host.person)).some((title) => title.startsWith('La renta sigue a su hora')),
  )
})

test('client visits within the hours block proposing and accepting a change, and a pack must still be valid then', async () => {
  const place = await people.bookable(kalli, { units: 2 })
  const who = place.professional.person
  const [unit = 0, other = 0] = await unitsOf(place)
  const rent = await rentedHours(who, place)
  await propose(place, rent.id, at(15), other)
  const visit = await booked(kalli, place, { who: kalli.visitor(), contact: contactOf() })
  const { version, visits, moves } = await mine(who, rent.id)
  assert.deepEqual(
    visits.map(({ id }) => id),
    [visit.id],
  )
  assert.equal(moves.find(({ move }) => move === 'accept_change')?.allowed, false)
  assert.equal(refusalOf(await answer(who, rent.id, 'accept', version)).code, 'visits_within')
  assert.equal((await answer(who, rent.id, 'decline', version)).status, 200)
  assert.equal(refusalOf(await quoted(place, rent.id, at(15), unit)).code, 'visits_within')

  // Another chair at the same hour supersedes the proposal.
  const second = await people.bookable(kalli, { units: 2 })
  const [, spare = 0] = await unitsOf(second)
  const free = await rentedHours(second.professional.person, second)
  const { done } = await propose(second, free.id, at(15), spare)
  const moved = await second.host.person.call(moveUnit, {
    params: { id: free.id },
    body: { unitId: spare, version: done.status === 200 ? done.body.version : 0 },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.equal((await mine(second.professional.person, free.id)).change, null)

  // Hours of a pack cost the same at any time, and stay within the pack's validity.
  await sellPacks(kalli, second.space.id, { transferable: false })
  const pack = await boughtPack(second.professional.person, second)
  const packed = await heldHours(second.professional.person, second, { date: '2026-11-26' })
  const paid = await second.professional.person.call(contract.payReservation, {
    params: { id: packed.id },
    body: { packId: pack.id },
  })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  const bySpare = await quoted(second, packed.id, '2026-11-26T21:00:00.000Z', spare)
  assert.equal(bySpare.status, 200, JSON.stringify(bySpare.body))
  assert.equal(bySpare.body.refundCents, 0)
  await kalli.database.pool.query(
    'update hour_packs set valid_until = $2, version = version + 1 where id = $1',
    [pack.id, '2026-11-26T23:00:00Z'],
  )
  const late = await propose(second, packed.id, '2026-11-26T21:00:00.000Z', spare)
  const beyond = await answer(
    second.professional.person,
    packed.id,
    'accept',
    late.done.status === 200 ? late.done.body.version : 0,
  )
  assert.equal(refusalOf(beyond).code, 'slot_not_available')
  assert.equal(await overlapsIn(kalli), 0)
})

const unitOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ unit: number }>(
    'select unit_id as unit from bookings where id = $1',
    [id],
  )
  return rows[0]?.unit ?? 0
}

/** The renter requests an hour, at any unit that is free then. */
const ask = async (place: At, id: string, startsAt: string) => {
  const who = place.professional.person
  const body = { as: 'professional' as const, startsAt }
  const quote = await who.call(rentChangeQuote, { params: { id }, body })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const done = await who.call(proposeRentChange, {
    params: { id },
    body: { as: 'professional', quoteToken: quote.body.token, note: 'Mi cliente llega más tarde.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return { quote: quote.body, version: done.status === 200 ? done.body.version : 0 }
}

test('a renter’s proposal shows the host its price, and only the host can accept it', async () => {
  const place = await people.bookable(kalli, { units: 2 })
  const who = place.professional.person
  const { person: host } = place.host
  const units = await unitsOf(place)
  const rent = await rentedHours(who, place)
  // Their own unit is taken then: another of the space is offered.
  const neighbour = await people.professional(kalli)
  await people.agreement(kalli, neighbour.id, place.space.id)
  const taken = await rentedHours(neighbour.person, place, { startMinute: 900, minutes: 120 })
  const unit = await unitOf(rent.id)
  if ((await unitOf(taken.id)) !== unit) {
    const { version } = await mine(neighbour.person, taken.id)
    await host.call(moveUnit, { params: { id: taken.id }, body: { unitId: unit, version } })
  }
  assert.equal(await unitOf(taken.id), unit)
  // The price of hours has risen since.
  await kalli.database.pool.query(
    'update agreements set rate_per_hour_cents = rate_per_hour_cents * 2, version = version + 1 where id = $1',
    [place.agreementId],
  )
  const asHost = { as: 'host' as const, startsAt: at(14) }
  assert.equal(
    refusalOf(await who.call(rentChangeQuote, { params: { id: rent.id }, body: asHost })).code,
    'not_found',
    'nobody asks in the name of the other',
  )
  const { quote, version } = await ask(place, rent.id, at(14))
  assert.equal(quote.refundCents, 0)
  assert.match(quote.reason, /lo que pagaste/)

  const waits = await host.call(tasks)
  assert.deepEqual(
    waits.body.filter(({ kind }) => kind === 'rent_change').map(({ id, date }) => [id, date]),
    [[rent.id, '2026-11-25']],
  )
  const seen = await host.call(booking, { params: { id: rent.id }, query: { as: 'host' } })
  assert.deepEqual(
    [seen.body.change?.by, seen.body.change?.waitsFor, seen.body.change?.worthCents],
    ['professional', ['host'], rent.rentCents * 2],
  )
  const moveOf = (name: string) => seen.body.moves.find(({ move }) => move === name)?.allowed
  assert.deepEqual([moveOf('accept_change'), moveOf('withdraw_change')], [true, false])
  await drain(kalli)
  assert.ok((await titlesFor(host)).some((title) => title.startsWith('Piden otra hora para una renta')))

  assert.equal(refusalOf(await answer(who, rent.id, 'accept', version)).code, 'move_not_allowed')
  const stranger = await people.host(kalli)
  assert.equal(refusalOf(await answer(stranger.person, rent.id, 'accept', version, 'host')).code, 'not_found')
  const two = await Promise.all([1, 2].map(() => answer(host, rent.id, 'accept', version, 'host')))
  assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409])
  const moved = await mine(who, rent.id)
  assert.deepEqual(
    [moved.startsAt, moved.endsAt, moved.rentCents, moved.change],
    [at(14), '2026-11-26T00:00:00.000Z', rent.rentCents, null],
  )
  assert.equal(
    await unitOf(rent.id),
    units.find((one) => one !== unit),
  )
  assert.equal(await overlapsIn(kalli), 0)
  await drain(kalli)
  assert.ok((await titlesFor(who)).some((title) => title.startsWith('Tus horas cambiaron')))
})

test('a host can decline and a renter withdraw a proposal, and a cheaper hour refunds the difference', async () => {
  const place = await people.bookable(kalli, { units: 1 })
  const who = place.professional.person
  const { person: host } = place.host
  const rent = await rentedHours(who, place)
  const first = await ask(place, rent.id, at(15))
  assert.equal((await answer(host, rent.id, 'decline', first.version, 'host')).status, 200)
  await drain(kalli)
  assert.ok((await titlesFor(who)).some((title) => title.startsWith('Tu renta sigue a su hora')))
  const second = await ask(place, rent.id, at(15))
  assert.equal((await answer(who, rent.id, 'withdraw', second.version)).status, 200)
  assert.ok((await claimsOf(kalli, rent.id)).every(({ state }) => state === 'firm'))
  await kalli.database.pool.query(
    'update agreements set rate_per_hour_cents = rate_per_hour_cents / 2, version = version + 1 where id = $1',
    [place.agreementId],
  )
  const third = await ask(place, rent.id, at(15))
  assert.equal(third.quote.refundCents, rent.rentCents / 2)
  assert.equal((await answer(host, rent.id, 'accept', third.version, 'host')).status, 200)
  const moved = await mine(who, rent.id)
  assert.deepEqual(
    [moved.startsAt, moved.rentCents, moved.payment?.refundedCents],
    [at(15), rent.rentCents / 2, rent.rentCents / 2],
  )
})
