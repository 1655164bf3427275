/** The coupon of a repeated visit: the dates it applies to, counted by the database, and never beyond its last use. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import { addCoupon, changeCoupon, coupons, type CouponInput } from '#contract/pricing/coupon.ts'
import * as longer from '#contract/booking/series/series-more.ts'
import * as contract from '#contract/booking/series/series.ts'
import { type Bookable, contactOf, held, pay } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const usual: CouponInput = {
  code: 'VERANO',
  change: { kind: 'percent', bp: 2000 },
  serviceIds: [],
  validFrom: null,
  validTo: null,
  maxUses: null,
  onceEach: false,
  active: true,
}
const salon = async (said: Partial<CouponInput> = {}) => {
  const at = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    units: 4,
  })
  const given = await at.professional.person.call(addCoupon, { body: { ...usual, ...said } })
  assert.equal(given.status, 201, JSON.stringify(given.body))
  return { ...at, coupon: given.body[0] ?? assert.fail() }
}
type Salon = Awaited<ReturnType<typeof salon>>

/** Paid with the coupon: $344 instead of $430. */
const first = async (at: Bookable, place = 0) => {
  const who = await people.signIn(kalli, await people.account(kalli))
  const hold = await held(who, at, '2026-11-25', place)
  const put = await who.call(holds.changeHold, {
    params: { id: hold.id },
    body: { addOns: [], coupon: 'verano', version: hold.version },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const paid = await pay(who, hold.id, 'tok_ok', contactOf())
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const params = { id: paid.body.id }
  return {
    who,
    params,
    totalCents: paid.body.payment?.amountCents,
    preview: async (times = 4) => {
      const answer = await who.call(contract.seriesPreview, { params, query: { every: '1w', times } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    },
    repeat: (dates: readonly contract.SeriesDate[], most = dates.length) =>
      who.call(contract.repeat, { params, body: { every: '1w', ...chosenOf(dates, most) } }),
  }
}
const chosenOf = (dates: readonly contract.SeriesDate[], most: number) => {
  const all = dates.flatMap(({ slot }) => (slot === null ? [] : [slot]))
  return {
    slotTokens: all.map(({ token }) => token),
    withCoupon: all
      .flatMap(({ token, withCouponCents }) =>
        withCouponCents === undefined ? [] : [{ slotToken: token, totalCents: withCouponCents }],
      )
      .slice(0, most),
  }
}
const usedOf = async (at: Salon) =>
  (await at.professional.person.call(coupons)).body.find(({ id }) => id === at.coupon.id)?.used
const visitsOf = async (who: Person, id: string) => {
  const { rows } = await kalli.database.pool.query<{ total: number; off: boolean; amount: number }>(
    `select visit.total_cents as total, visit.coupon_id is not null as off, payment.amount_cents as amount
     from booking_series_visits own join booking_series_visits other on other.series_id = own.series_id
     join bookings visit on visit.id = other.booking_id join payments payment on payment.booking_id = visit.id
     where own.booking_id = $1 order by other.position`,
    [id],
  )
  return rows
}

test('each date has the coupon where it is valid, to the centavo, as previewed', async () => {
  const at = await salon({ validTo: '2026-12-09' })
  const one = await first(at)
  assert.equal(one.totalCents, 34_400)
  const { dates, coupon, agreedCents } = await one.preview()
  assert.deepEqual([coupon, agreedCents], [{ code: 'VERANO', left: null }, 34_400])
  assert.deepEqual(
    dates.map((each) => [each.coupon, each.slot?.totalCents, each.slot?.withCouponCents]),
    [
      ['counts', 43_000, 34_400],
      ['counts', 43_000, 34_400],
      ['not_then', 43_000, undefined],
    ],
  )
  // A price that was not shown to the client is not charged.
  const { slotTokens, withCoupon } = chosenOf(dates, 3)
  const cheaper = withCoupon.map((each) => ({ ...each, totalCents: 30_000 }))
  const body = { every: '1w' as const, slotTokens }
  const changed = await one.who.call(contract.repeat, {
    params: one.params,
    body: { ...body, withCoupon: cheaper },
  })
  assert.equal(refusalOf(changed).code, 'series_coupon_changed')
  // Neither on a date on which it is not valid, nor for a time that is not among them.
  const late = { slotToken: slotTokens[2] ?? '', totalCents: 34_400 }
  const refused = await one.who.call(contract.repeat, {
    params: one.params,
    body: { ...body, withCoupon: [late] },
  })
  assert.equal(refusalOf(refused).code, 'series_coupon_changed')
  const other = await one.who.call(contract.repeat, {
    params: one.params,
    body: { ...body, slotTokens: slotTokens.slice(0, 1), withCoupon: [late] },
  })
  assert.equal(refusalOf(other).code, 'invalid_input')
  assert.equal(await usedOf(at), 1, 'nothing of it was booked')

  const made = await one.repeat(dates)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(await visitsOf(one.who, one.params.id), [
    { total: 34_400, off: true, amount: 34_400 },
    { total: 34_400, off: true, amount: 34_400 },
    { total: 34_400, off: true, amount: 34_400 },
    { total: 43_000, off: false, amount: 43_000 },
  ])
  assert.equal(await usedOf(at), 3)
  assert.equal(await people.trialBalance(kalli), 0)

  // Extended by two, with the coupon on neither; a visit without a coupon shows nothing about it.
  const more = await one.who.call(longer.seriesMorePreview, {
    params: one.params,
    query: { as: 'client', times: 2 },
  })
  assert.deepEqual(
    more.body.dates.map((each) => each.coupon),
    ['not_then', 'not_then'],
  )
})

test('a once-per-client coupon stays with the first date, and a switched-off one applies to no further date', async () => {
  const once = await salon({ onceEach: true })
  const one = await first(once)
  const { dates } = await one.preview(3)
  assert.deepEqual(
    dates.map((each) => [each.coupon, each.slot?.withCouponCents]),
    [
      ['once', undefined],
      ['once', undefined],
    ],
  )
  const forced = await one.who.call(contract.repeat, {
    params: one.params,
    body: {
      every: '1w',
      slotTokens: chosenOf(dates, 2).slotTokens,
      withCoupon: [{ slotToken: dates[0]?.slot?.token ?? '', totalCents: 34_400 }],
    },
  })
  assert.equal(refusalOf(forced).code, 'series_coupon_changed')
  assert.equal((await one.repeat(dates)).status, 201)
  assert.equal(await usedOf(once), 1)

  const off = await salon()
  const two = await first(off)
  const { id, used: _, ...said } = off.coupon
  const changed = await off.professional.person.call(changeCoupon, {
    params: { id },
    body: { ...said, active: false },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(
    (await two.preview(2)).dates.map((each) => each.coupon),
    ['not_given'],
  )
})

test('the coupon’s remaining uses go to the first dates, and too many are refused', async () => {
  const at = await salon({ maxUses: 3 })
  const one = await first(at)
  const { dates, coupon } = await one.preview()
  assert.equal(coupon?.left, 2)
  assert.deepEqual(
    dates.map((each) => each.coupon),
    ['counts', 'counts', 'used_up'],
  )
  const greedy = await one.repeat(dates, 3)
  assert.equal(refusalOf(greedy).code, 'series_coupon_changed')
  // Without the first date, the third gets its use.
  const made = await one.repeat(dates.slice(1), 2)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(await usedOf(at), 3)
  assert.deepEqual(
    (await visitsOf(one.who, one.params.id)).map(({ off }) => off),
    [true, true, true],
  )
})

test('of two series that use a coupon’s last uses at once one gets them, and the other books nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    kalli.time.set(testNow)
    const at = await salon({ maxUses: 4 })
    const [one, two] = [await first(at, 0), await first(at, 4)]
    const previews = [await one.preview(3), await two.preview(3)]
    const answers = await Promise.all([
      one.repeat(previews[0]?.dates ?? []),
      two.repeat(previews[1]?.dates ?? []),
    ])
    const codes = answers.map((answer) => (answer.status === 201 ? 'made' : refusalOf(answer).code))
    assert.deepEqual(codes.toSorted(), ['made', 'series_coupon_changed'], JSON.stringify(answers))
    assert.equal(await usedOf(at), 4)
    const loser = codes[0] === 'made' ? two : one
    assert.deepEqual(await visitsOf(loser.who, loser.params.id), [])
    assert.deepEqual(
      (await loser.preview(3)).dates.map((each) => each.coupon),
      ['used_up', 'used_up'],
    )
  }
  assert.equal(await people.trialBalance(kalli), 0)
})
