import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as contract from '#contract/booking/settlement/deposit.ts'
import * as reservation from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { community } from '#contract/notification/notification.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { type Bookable, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { receivedBy } from '#server/testing/emails.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'
import { accountsOf, heldHours, payHours, rentedHours, requireDeposit } from '#server/testing/reservations.ts'

let kalli: TestServer
let picture: Uint8Array<ArrayBuffer>
before(async () => {
  kalli = await startTestServer()
  const { default: sharp } = await import('sharp')
  const made = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  picture = Uint8Array.from(made)
})
after(() => kalli.close())

/** Ten to two, in five days, with a deposit of $500.00. */
const place = async (depositCents = 50_000): Promise<Bookable> => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  await requireDeposit(kalli, at, depositCents)
  return at
}

const startsAt = Date.parse('2026-11-25T16:00:00Z')
const minutes = (n: number) => new Date(startsAt + n * 60_000)
const arrive = async (who: Person, id: string) =>
  who.call(attendance.checkIn, { params: { id }, body: await hereOf(kalli, id) })
const seen = async (who: Person, id: string, as: 'professional' | 'host' = 'professional') => {
  const answer = await who.call(contract.deposit, { params: { id }, query: { as } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.deposit ?? assert.fail('no deposit')
}
const photoOf = async (who: Person, id: string, as: 'professional' | 'host') => {
  const photo = randomUUID()
  const answer = await who.call(contract.depositPhoto, {
    params: { id, photo },
    query: { as },
    file: new Blob([picture], { type: 'image/png' }),
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return photo
}
const claimed = async (at: Bookable, id: string, amountCents = 20_000) => {
  const { person } = at.host
  const photos = [await photoOf(person, id, 'host')]
  const { version } = await seen(person, id, 'host')
  return person.call(contract.claimDeposit, {
    params: { id },
    body: { version, amountCents, reason: 'Se quebró el espejo.', photos },
  })
}
/** Rented, arrived, and over. */
const used = async (t: { after: (run: () => void) => void }, at: Bookable) => {
  t.after(() => kalli.time.set(testNow))
  const rent = await rentedHours(at.professional.person, at)
  kalli.time.set(minutes(0))
  const answer = await arrive(at.professional.person, rent.id)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  kalli.time.set(minutes(300))
  await runJobsOnce(kalli)
  return rent
}
const idOf = async (rentId: string) => {
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    'select id from deposits where booking_id = $1',
    [rentId],
  )
  return rows[0]?.id ?? assert.fail('no deposit')
}
const chargeOf = async (depositId: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; captured: number; refunded: number }>(
    `select c.status, c.captured_cents::int as captured, c.refunded_cents::int as refunded from standin.charges c
     join payments p on p.charge_ref = c.id where p.booking_id = $1`,
    [depositId],
  )
  return rows
}

test('the deposit is fixed when the hours are held, and later changes of the rule do not affect it', async () => {
  const at = await place()
  const rent = await rentedHours(at.professional.person, at)
  assert.equal(rent.depositCents, 50_000)
  await requireDeposit(kalli, at, 90_000)
  const deposit = await seen(at.professional.person, rent.id)
  assert.deepEqual([deposit.state, deposit.amountCents, deposit.version], ['waiting', 50_000, 0])
  assert.equal(deposit.card?.last4, '4242')
  const stranger = await people.professional(kalli)
  const unseen = await stranger.person.call(contract.deposit, { params: { id: rent.id }, query: {} })
  assert.equal(unseen.status, 404)
  const early = await at.professional.person.call(contract.holdDeposit, { params: { id: rent.id }, body: {} })
  assert.equal(refusalOf(early).code, 'deposit_not_movable')
})

test('the arrival holds the deposit apart from the rent, once for two arrivals, and notifies the host', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await place()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  kalli.time.set(minutes(-10))
  const wrong = await person.call(attendance.checkIn, { params: { id: rent.id }, body: { code: 'ZZZZ' } })
  assert.equal(refusalOf(wrong).code, 'wrong_code')
  assert.equal((await seen(person, rent.id)).state, 'waiting', 'a wrong code asks no bank')
  const answers = await Promise.all([arrive(person, rent.id), arrive(person, rent.id)])
  assert.ok(answers.some(({ status }) => status === 200))
  const deposit = await seen(person, rent.id)
  assert.equal(deposit.state, 'held')
  const id = await idOf(rent.id)
  assert.deepEqual(await chargeOf(id), [{ status: 'authorized', captured: 0, refunded: 0 }])
  assert.deepEqual(await accountsOf(kalli, id), { 9010: 50_000, 9020: -50_000 })
  const host = await seen(at.host.person, rent.id, 'host')
  assert.deepEqual([host.card, host.actionUrl, host.state], [null, null, 'held'])
  await runJobsOnce(kalli)
  const reported = await at.host.person.call(community, {})
  assert.ok(
    reported.body.some(({ title }) => title.startsWith('Garantía apartada')),
    JSON.stringify(reported.body),
  )
})

test('the deposit is released automatically three days after the end, as both receipts say', async (t) => {
  const at = await place()
  const rent = await used(t, at)
  const id = await idOf(rent.id)
  kalli.time.set(minutes(240 + 72 * 60 - 1))
  await runJobsOnce(kalli)
  assert.equal((await seen(at.professional.person, rent.id)).state, 'held')
  kalli.time.set(minutes(240 + 72 * 60 + 1))
  await runJobsOnce(kalli)
  assert.equal((await seen(at.professional.person, rent.id)).state, 'released')
  assert.deepEqual(await chargeOf(id), [{ status: 'voided', captured: 0, refunded: 0 }])
  assert.deepEqual(await accountsOf(kalli, id), {})
  for (const [who, as, net] of [
    [at.professional.person, 'professional', 80_000],
    [at.host.person, 'host', undefined],
  ] as const) {
    const { body } = await who.call(booking.receipt, { params: { id: rent.id }, query: { as } })
    assert.match(body.notes.join(' '), /Garantía de \$500.*se liberó completa/)
    if (net !== undefined) assert.equal(body.netCents, net)
  }
  const late = await claimed(at, rent.id).catch(() => null)
  assert.equal(late, null, 'no photo is taken any more, let alone a claim')
})

test('a claim needs a reason and evidence, and cannot exceed the deposit', async (t) => {
  const at = await place()
  const rent = await used(t, at)
  const { person } = at.host
  const { version } = await seen(person, rent.id, 'host')
  const body = { version, amountCents: 20_000, reason: 'Se quebró el espejo.', photos: [randomUUID()] }
  const params = { id: rent.id }
  const unshown = await person.call(contract.claimDeposit, { params, body })
  assert.equal(refusalOf(unshown).code, 'invalid_input')
  const none = await person.call(contract.claimDeposit, { params, body: { ...body, photos: [] } })
  assert.equal(none.status, 400)
  const photos = [await photoOf(person, rent.id, 'host')]
  const much = await person.call(contract.claimDeposit, {
    params,
    body: { ...body, photos, amountCents: 50_001 },
  })
  assert.equal(refusalOf(much).code, 'invalid_input')
  const stranger = await people.host(kalli)
  const other = await stranger.person.call(contract.claimDeposit, { params, body: { ...body, photos } })
  assert.equal(other.status, 404)
  await assert.rejects(
    kalli.database.pool.query(
      `update deposits set state = 'claimed', version = version + 1, claim_cents = 100, claim_reason = 'x',
         claimed_at = $2::timestamptz, contest_by = $2::timestamptz + interval '48 hours' where booking_id = $1`,
      [rent.id, kalli.clock()],
    ),
    /shows nothing/,
  )
})

test('a claim unanswered for two days is charged to the host’s benefit, and the rest is released', async (t) => {
  const at = await place()
  const rent = await used(t, at)
  const claim = await claimed(at, rent.id)
  assert.equal(claim.status, 200, JSON.stringify(claim.body))
  assert.equal(claim.body.state, 'claimed')
  await runJobsOnce(kalli)
  const reported = await receivedBy(kalli, at.professional, 'Reclaman $200 de tu garantía')
  assert.ok(reported.rings)
  assert.match(reported.email?.text ?? '', /si no respondes, se cobra/)
  const id = await idOf(rent.id)
  assert.deepEqual(await chargeOf(id), [{ status: 'authorized', captured: 0, refunded: 0 }])
  kalli.time.advance(48 * 60 + 1)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const deposit = await seen(at.professional.person, rent.id)
  assert.deepEqual([deposit.state, deposit.retainedCents], ['kept', 20_000])
  assert.deepEqual(await chargeOf(id), [{ status: 'captured', captured: 20_000, refunded: 0 }])
  const accounts = await accountsOf(kalli, id)
  assert.equal(accounts[2030], -20_000)
  assert.equal(accounts[2010], undefined)
  assert.equal(accounts[9010], undefined)
  const mine = await at.professional.person.call(booking.receipt, {
    params: { id: rent.id },
    query: { as: 'professional' },
  })
  assert.equal(mine.body.netCents, 100_000)
  assert.ok(mine.body.lines.some(({ code, amountCents }) => code === 'damage' && amountCents === 20_000))
  const theirs = await at.host.person.call(booking.receipt, {
    params: { id: rent.id },
    query: { as: 'host' },
  })
  assert.ok(theirs.body.lines.some(({ code, amountCents }) => code === 'damage' && amountCents === 20_000))
  const { rows } = await kalli.database.pool.query(
    `select party, amount_cents::int as cents from payouts where booking_id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ party: 'host', cents: 20_000 }])
})

test('a contested claim is charged before its hold expires, waits, and is refunded in full if rejected', async (t) => {
  const at = await place()
  const rent = await used(t, at)
  await claimed(at, rent.id)
  const { person } = at.professional
  const id = await idOf(rent.id)
  const { version, claim } = await seen(person, rent.id)
  const contested = await person.call(contract.contestDeposit, {
    params: { id: rent.id },
    body: {
      version,
      text: 'El espejo ya estaba roto.',
      photos: [await photoOf(person, rent.id, 'professional')],
    },
  })
  assert.equal(contested.body.state, 'contested', JSON.stringify(contested.body))
  const shown = await person.fetch('GET', `/api/deposits/${rent.id}/photos/${claim?.photos[0] ?? ''}/small`)
  assert.equal(shown.status, 200)
  const stranger = await people.professional(kalli)
  const hidden = await stranger.person.fetch(
    'GET',
    `/api/deposits/${rent.id}/photos/${claim?.photos[0] ?? ''}/small`,
  )
  assert.equal(hidden.status, 404)
  kalli.time.set(minutes(6 * 24 * 60 + 1))
  await runJobsOnce(kalli)
  assert.deepEqual(await chargeOf(id), [{ status: 'captured', captured: 20_000, refunded: 0 }])
  assert.equal((await accountsOf(kalli, id))[2010], -20_000, 'nobody has it yet')
  const admin = await administrator(kalli)
  const queue = await admin.call(contract.contestedDeposits, {})
  const waiting = queue.body.deposits.find((one) => one.id === rent.id)
  assert.equal(waiting?.contest?.text, 'El espejo ya estaba roto.')
  const body = {
    version: waiting?.version ?? 0,
    verdict: 'falls',
    reason: 'Leí lo que dicen las dos partes.',
  } as const
  const decided = await admin.call(contract.decideDeposit, { params: { id: rent.id }, body })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  await runJobsOnce(kalli)
  assert.deepEqual(await chargeOf(id), [{ status: 'captured', captured: 20_000, refunded: 20_000 }])
  assert.equal((await accountsOf(kalli, id))[2010], undefined)
  assert.equal((await seen(person, rent.id)).state, 'released')
  const again = await admin.call(contract.decideDeposit, { params: { id: rent.id }, body })
  assert.equal(again.status, 409)
})

test('a claim above $5,000 needs two administrators, and the database refuses one alone', async (t) => {
  const at = await place(900_000)
  const rent = await used(t, at)
  await claimed(at, rent.id, 800_000)
  const { person } = at.professional
  const contested = await person.call(contract.contestDeposit, {
    params: { id: rent.id },
    body: { version: (await seen(person, rent.id)).version, text: 'Ya estaba roto.' },
  })
  assert.equal(contested.status, 200, JSON.stringify(contested.body))
  const [first, second] = [await administrator(kalli), await administrator(kalli)]
  const decide = (who: Person, version: number) =>
    who.call(contract.decideDeposit, {
      params: { id: rent.id },
      body: { version, verdict: 'stands', reason: 'Leí lo que dicen las dos partes.' },
    })
  const { version } = contested.body
  const answers = await Promise.all([decide(first, version), decide(second, version)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409], 'one of two at once proposes')
  const proposed = answers[0].status === 200 ? first : second
  const other = proposed === first ? second : first
  assert.deepEqual(answers.find(({ status }) => status === 200)?.body, { proposed: true })
  assert.equal((await seen(person, rent.id)).state, 'contested')
  assert.equal(refusalOf(await decide(proposed, version + 1)).code, 'second_person_needed')
  const waiting = async (who: Person) =>
    (await who.call(contract.contestedDeposits, {})).body.deposits.find((one) => one.id === rent.id)?.proposal
  assert.deepEqual([await waiting(proposed), await waiting(other)], [{ mine: true }, { mine: false }])
  await assert.rejects(
    kalli.database.pool.query(
      `update deposits set state = 'kept', version = version + 1, retained_cents = claim_cents, decided_at = now(), upheld_by = proposed_by
       where booking_id = $1`,
      [rent.id],
    ),
    { constraint: 'deposits_two_persons' },
  )
  const decided = await decide(other, version + 1)
  assert.deepEqual(decided.body, { proposed: false })
  await runJobsOnce(kalli)
  assert.deepEqual(await chargeOf(await idOf(rent.id)), [
    { status: 'captured', captured: 800_000, refunded: 0 },
  ])
  assert.deepEqual(
    [(await seen(person, rent.id)).state, (await seen(person, rent.id)).retainedCents],
    ['kept', 800_000],
  )
})

test('of an acceptance and a withdrawal of a claim at once one takes effect', async (t) => {
  const at = await place()
  const rent = await used(t, at)
  await claimed(at, rent.id)
  const { version } = await seen(at.host.person, rent.id, 'host')
  const answers = await Promise.all([
    at.professional.person.call(contract.settleDeposit, {
      params: { id: rent.id, move: 'accept' },
      body: { version },
    }),
    at.host.person.call(contract.settleDeposit, {
      params: { id: rent.id, move: 'withdraw' },
      body: { version },
    }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as n from deposit_moves m join deposits d on d.id = m.deposit_id
     where d.booking_id = $1 and m.to_state in ('kept', 'released')`,
    [rent.id],
  )
  assert.deepEqual(rows, [{ n: 1 }])
})

test('a renter whose card is refused can have the deposit held on another card', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await place()
  const { person } = at.professional
  const { id } = await heldHours(person, at)
  await payHours(person, id)
  // The bank now declines the card that paid.
  await kalli.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'ok', 'later') where booking_id = $1`,
    [id],
  )
  kalli.time.set(minutes(0))
  const refused = await arrive(person, id)
  assert.equal(refusalOf(refused).code, 'deposit_declined', JSON.stringify(refused.body))
  assert.equal((await seen(person, id)).state, 'refused')
  const still = await arrive(person, id)
  assert.equal(refusalOf(still).code, 'deposit_needed')
  const other = await person.call(contract.holdDeposit, { params: { id }, body: { cardToken: 'tok_ok' } })
  assert.equal(other.body.state, 'held', JSON.stringify(other.body))
  assert.equal((await arrive(person, id)).status, 200)
})

test('the deposit of handed-over hours is held on a card of the professional who uses them', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await place()
  const taker = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, taker.id, at.space.id)
  const rent = await rentedHours(at.professional.person, at)
  const offered = await at.professional.person.call(reservation.offerHours, {
    params: { id: rent.id },
    body: { professionalId: taker.id, version: rent.version },
  })
  const offer = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
  await taker.person.call(handOvers.answerHandOver, {
    params: { id: offer.id, move: 'accept' },
    body: { version: offer.version },
  })
  kalli.time.set(minutes(0))
  assert.equal((await seen(taker.person, rent.id)).card, null)
  const missing = await arrive(taker.person, rent.id)
  assert.equal(refusalOf(missing).code, 'deposit_needed')
  await taker.person.call(contract.holdDeposit, {
    params: { id: rent.id },
    body: { cardToken: 'tok_ok' },
  })
  assert.equal((await arrive(taker.person, rent.id)).status, 200)
})

test('for a stay of many days the card is saved first, and the deposit held once the hold can outlast the claim', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await place()
  const rent = await rentedHours(at.professional.person, at)
  // Ten days long: no rent here is ever that long, so the row is changed directly.
  await kalli.database.pool.query(
    `update bookings set ends_at = starts_at + interval '10 days' where id = $1`,
    [rent.id],
  )
  kalli.time.set(minutes(0))
  assert.equal((await arrive(at.professional.person, rent.id)).status, 200)
  const first = await seen(at.professional.person, rent.id)
  assert.deepEqual([first.state, first.heldAt], ['held', null])
  assert.equal(first.holdAt, minutes(7 * 24 * 60).toISOString())
  kalli.time.set(minutes(7 * 24 * 60 + 1))
  await runJobsOnce(kalli)
  const later = await seen(at.professional.person, rent.id)
  assert.ok(later.heldAt !== null)
  assert.deepEqual(await chargeOf(await idOf(rent.id)), [{ status: 'authorized', captured: 0, refunded: 0 }])
})
