import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import { addCoupon, changeCoupon, coupons, type CouponInput } from '#contract/pricing/coupon.ts'
import { changeService, services } from '#contract/service/service.ts'
import { contactOf, pay } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

/** A cut for $430 and a beard for $200 at a chair, and a professional who gives coupons for them. */
const salon = async () => {
  const made = await people.bookable(kalli, {
    name: 'Corte',
    durationMinutes: 45,
    priceCents: 43_000,
    stepMinutes: 15,
    units: 8,
  })
  const beard = await people.service(kalli, made.professional.id, {
    name: 'Barba',
    durationMinutes: 30,
    priceCents: 20_000,
    stepMinutes: 15,
  })
  return { ...made, beard }
}
type Salon = Awaited<ReturnType<typeof salon>>

const usual: CouponInput = {
  code: 'VERANO',
  change: { kind: 'percent', bp: 1000 },
  serviceIds: [],
  validFrom: null,
  validTo: null,
  maxUses: null,
  onceEach: true,
  active: true,
}
const give = async (at: Salon, said: Partial<CouponInput> = {}) => {
  const answer = await at.professional.person.call(addCoupon, { body: { ...usual, ...said } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body[0] ?? assert.fail()
}

const held = async (
  who: Person,
  at: Salon,
  { more = [], place = 0 }: { more?: number[]; place?: number } = {},
) => {
  const { body } = await who.call(slots, {
    query: {
      professional: at.professional.id,
      services: [at.serviceId, ...more].join(),
      from: date,
      to: date,
    },
  })
  const slot = body.days.flatMap((day) => day.slots)[place]
  const answer = await who.call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const put = (
  who: Person,
  hold: { id: string; version: number },
  coupon: string | null | undefined,
  addOns: { serviceId: number; id: number }[] = [],
) =>
  who.call(holds.changeHold, {
    params: { id: hold.id },
    body: { addOns, version: hold.version, ...(coupon === undefined ? {} : { coupon }) },
  })
const put200 = async (...requested: Parameters<typeof put>) => {
  const answer = await put(...requested)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const linesOf = ({ quote }: { quote: { lines: { label: string; amountCents: number }[] } }) =>
  quote.lines.map(({ label, amountCents }) => [label, amountCents])

test('a coupon is a line of the price, applies to later add-ons, and disappears when removed', async () => {
  const at = await salon()
  const own = (await at.professional.person.call(services)).body.find(({ id }) => id === at.serviceId)
  assert.ok(own)
  const saved = await at.professional.person.call(changeService, {
    params: { id: own.id },
    body: { ...own, addOns: [{ id: 0, name: 'Lavado', priceCents: 8_000, minutes: 15 }], keep: [] },
  })
  const wash = { serviceId: own.id, id: saved.body.addOns[0]?.id ?? 0 }
  const who = kalli.visitor()
  const plain = await held(who, at)
  // No coupon field without coupons.
  assert.equal(plain.coupon, undefined)
  await give(at)
  // As clients type it.
  const less = await put200(who, plain, ' Verano ')
  assert.equal(less.coupon, 'VERANO')
  assert.deepEqual(linesOf(less), [
    ['Corte', 43_000],
    ['Cupón VERANO', -4_300],
  ])
  assert.equal(less.quote.totalCents, 38_700)
  assert.equal(
    less.quote.goesTo.reduce((sum, { amountCents }) => sum + amountCents, 0),
    38_700,
  )
  // The host gets as much as before: the professional who gives the coupon bears it.
  const toHost = ({ quote }: typeof less) => quote.goesTo.find(({ to }) => to === 'host')?.amountCents
  assert.equal(toHost(less), toHost(plain))
  const added = await put200(who, less, undefined, [wash])
  assert.deepEqual(linesOf(added), [
    ['Corte', 43_000],
    ['Lavado', 8_000],
    ['Cupón VERANO', -5_100],
  ])
  // Repeating it changes nothing.
  assert.equal((await put200(who, added, 'VERANO', [wash])).version, added.version)
  const without = await put200(who, added, null, [wash])
  assert.deepEqual([without.coupon, without.quote.totalCents], [null, 51_000])
  const again = await put200(who, without, 'VERANO', [wash])
  const paid = await pay(who, again.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual([paid.body.totalCents, paid.body.payment?.amountCents], [45_900, 45_900])
  const receipt = await who.call(contract.receipt, {
    params: { id: again.id },
    query: { t: paid.body.viewToken ?? '' },
  })
  assert.ok(
    JSON.stringify(receipt.body).includes('Cupón VERANO'),
    `no coupon on ${JSON.stringify(receipt.body)}`,
  )
  const [one] = (await at.professional.person.call(coupons)).body
  assert.equal(one?.used, 1)
})

test('an amount is deducted from the dearest service first, and only from services that it applies to', async () => {
  const at = await salon()
  await give(at, { code: 'CIEN', change: { kind: 'amount', cents: 10_000 } })
  await give(at, { code: 'BARBA', change: { kind: 'amount', cents: 30_000 }, serviceIds: [at.beard] })
  const who = kalli.visitor()
  const both = await held(who, at, { more: [at.beard] })
  const hundred = await put200(who, both, 'cien')
  assert.deepEqual(linesOf(hundred), [
    ['Corte', 43_000],
    ['Cupón CIEN', -10_000],
    ['Barba', 20_000],
  ])
  // Never more than the price of the service.
  const beard = await put200(who, hundred, 'barba')
  assert.deepEqual(linesOf(beard), [
    ['Corte', 43_000],
    ['Barba', 20_000],
    ['Cupón BARBA', -20_000],
  ])
  const alone = kalli.visitor()
  const cut = await held(alone, at, { place: 8 })
  assert.equal(refusalOf(await put(alone, cut, 'BARBA')).code, 'coupon_not_here')
})

test('a visit moved to another hour keeps its coupon, even if it was switched off since', async () => {
  const at = await salon()
  const made = await give(at)
  const who = kalli.visitor()
  const hold = await put200(who, await held(who, at), 'VERANO')
  const { body } = await pay(who, hold.id)
  const { person } = at.professional
  const off = await person.call(changeCoupon, {
    params: { id: made.id },
    body: { ...usual, active: false, version: made.version },
  })
  assert.equal(off.status, 200)
  const query = { t: body.viewToken ?? '' }
  const params = { id: hold.id }
  const { body: free } = await who.call(changes.changeSlots, {
    params,
    query: { ...query, as: 'client', from: date, to: date },
  })
  const slotToken = free.days.flatMap((day) => day.slots)[12]?.token ?? ''
  const quoted = await who.call(changes.changeQuote, { params, query, body: { as: 'client', slotToken } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  assert.equal(quoted.body.dueCents, 0)
  const moved = await who.call(changes.change, {
    params,
    query,
    body: { quoteToken: quoted.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const row = await kalli.database.kysely
    .selectFrom('bookings')
    .select(['total_cents', 'quote', 'coupon_id'])
    .where('id', '=', hold.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.total_cents, row.coupon_id], [38_700, made.id])
  assert.ok(JSON.stringify(row.quote).includes('Cupón VERANO'))
})

test('an invalid coupon is refused with its reason, and the hold does not change', async () => {
  const at = await salon()
  await give(at, { code: 'VIEJO', validTo: '2026-11-24' })
  await give(at, { code: 'APAGADO', active: false })
  await give(at, { code: 'TODO', change: { kind: 'amount', cents: 43_000 } })
  await give(at, { code: 'HOY', validFrom: date, validTo: date })
  const other = await salon()
  await give(other, { code: 'AJENO' })
  const who = kalli.visitor()
  const hold = await held(who, at)
  for (const [code, refusal] of [
    ['VIEJO', 'coupon_not_then'],
    ['APAGADO', 'coupon_unknown'],
    ['AJENO', 'coupon_unknown'],
    ['nada', 'coupon_unknown'],
    ['TODO', 'coupon_too_much'],
  ] as const)
    assert.equal(refusalOf(await put(who, hold, code)).code, refusal, code)
  const same = await who.call(holds.readHold, { params: { id: hold.id } })
  assert.deepEqual([same.body.version, same.body.quote.totalCents], [hold.version, 43_000])
  assert.equal((await put200(who, hold, 'HOY')).quote.totalCents, 38_700)
  assert.equal(refusalOf(await put(kalli.visitor(), hold, 'HOY')).code, 'not_found')
})

test('a client uses a coupon once, also if only identified at payment, and again after cancelling', async () => {
  const at = await salon()
  await give(at)
  const contact = contactOf()
  const book = async (place: number) => {
    const who = kalli.visitor()
    const hold = await put200(who, await held(who, at, { place }), 'VERANO')
    return { who, hold, answer: await pay(who, hold.id, 'tok_ok', contact) }
  }
  const first = await book(0)
  assert.equal(first.answer.status, 201, JSON.stringify(first.answer.body))
  const second = await book(6)
  assert.equal(refusalOf(second.answer).code, 'coupon_once')
  // Once the coupon is removed, the same hold is paid in full.
  const plain = await put200(second.who, second.hold, null)
  assert.equal(plain.quote.totalCents, 43_000)
  assert.equal((await pay(second.who, plain.id, 'tok_ok', contact)).status, 201)
  const { viewToken: t } = first.answer.body
  const quoted = await first.who.call(cancellation.cancelQuote, {
    params: { id: first.hold.id },
    query: { t: t ?? '' },
    body: { as: 'client' },
  })
  const cancelled = await first.who.call(cancellation.cancel, {
    params: { id: first.hold.id },
    query: { t: t ?? '' },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  const third = await book(12)
  assert.equal(third.answer.status, 201, JSON.stringify(third.answer.body))
})

test('of eight clients who use the last coupon at once, one gets it', async () => {
  const at = await salon()
  await give(at, { maxUses: 1, onceEach: false })
  const wanting = []
  // Each client takes the first hour that is still free.
  for (let count = 0; count < 8; count++) {
    const who = kalli.visitor()
    wanting.push({ who, hold: await held(who, at) })
  }
  const answers = await Promise.all(wanting.map(({ who, hold }) => put(who, hold, 'VERANO')))
  assert.deepEqual(
    answers.map((answer) => (answer.status === 200 ? 'has it' : refusalOf(answer).code)).toSorted(),
    [...Array.from({ length: 7 }, () => 'coupon_used_up'), 'has it'],
  )
})

test('a professional defines their own unique coupon codes, and later changes do not affect held visits', async () => {
  const at = await salon()
  const { person } = at.professional
  const made = await give(at, { code: 'Año nuevo 10' })
  assert.equal(made.code, 'ANONUEVO10')
  const again = await person.call(addCoupon, { body: { ...usual, code: 'año-nuevo-10' } })
  assert.equal(refusalOf(again).code, 'coupon_exists')
  const other = await salon()
  const theirs = await person.call(addCoupon, {
    body: { ...usual, code: 'OTRO', serviceIds: [other.serviceId] },
  })
  assert.equal(refusalOf(theirs).code, 'not_found')
  const backwards = await person.call(addCoupon, {
    body: { ...usual, code: 'MAL', validFrom: '2026-12-02', validTo: '2026-12-01' },
  })
  assert.equal(refusalOf(backwards).code, 'invalid_input')
  const who = kalli.visitor()
  const hold = await put200(who, await held(who, at), 'anonuevo10')
  const body = {
    ...usual,
    code: made.code,
    change: { kind: 'percent' as const, bp: 5000 },
    version: made.version,
  }
  const params = { id: made.id }
  const changed = await person.call(changeCoupon, { params, body })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal(refusalOf(await person.call(changeCoupon, { params, body })).code, 'stale_version')
  assert.equal(
    refusalOf(await other.professional.person.call(changeCoupon, { params, body })).code,
    'not_found',
  )
  const paid = await pay(who, hold.id)
  assert.equal(paid.body.totalCents, 38_700)
})

test('the database refuses another professional’s coupon', async () => {
  const at = await salon()
  const other = await salon()
  const theirs = await give(other)
  const hold = await held(kalli.visitor(), at)
  await assert.rejects(
    () =>
      kalli.database.kysely
        .updateTable('bookings')
        .set({ coupon_id: theirs.id, coupon: '{}' })
        .where('id', '=', hold.id)
        .execute(),
    /coupon_of_professional|of another professional/,
  )
})
