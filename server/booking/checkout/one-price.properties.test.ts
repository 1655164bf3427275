/** One price from card to charge (contract/pricing/shown-price.ts), for random services, prices by demand, coupons, packs, people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slots } from '#contract/availability/availability.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { receipt } from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import { buySessionPack } from '#contract/booking/prepaid/session-pack.ts'
import { formatCents } from '#contract/platform/money.ts'
import { couponOff } from '#contract/pricing/coupon-price.ts'
import { addCoupon } from '#contract/pricing/coupon.ts'
import { noDemandRules, saveDemandRules } from '#contract/pricing/demand.ts'
import { hourOfLines, listPriceOf, lowestOf, shownHour, shownLines } from '#contract/pricing/shown-price.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { drain } from '#server/platform/jobs.ts'
import { settleFromPrice } from '#server/professional/professional.ts'
import { professionalCards } from '#server/search/cards.ts'
import { confirmContact, contactOf } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer

const date = '2026-11-25'

const cents = fc.integer({ min: 30_000, max: 250_000 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), bp: fc.integer({ min: -2900, max: 2900 }) }),
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: -9_000, max: 9_000 }) }),
)
const option = fc.integer({ min: 0, max: 40_000 })
const situation = fc.record({
  first: cents,
  /** Another service of the same visit, or of a companion. */
  second: fc.option(cents),
  /** The dearer option of the first service, and whether it is chosen. */
  dearer: fc.option(fc.record({ cents: option, isChosen: fc.boolean() })),
  extra: fc.option(option),
  rules: fc.array(
    fc.record({
      from: fc.integer({ min: 8, max: 15 }),
      hours: fc.integer({ min: 1, max: 5 }),
      change,
      isOfFirst: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  lastMinute: fc.option(fc.integer({ min: -2500, max: -100 })),
  place: fc.nat(20),
  isTwoPeople: fc.boolean(),
  coupon: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), bp: fc.integer({ min: 100, max: 5000 }) }),
      fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1000, max: 20_000 }) }),
    ),
  ),
  isByPack: fc.boolean(),
})
/** Three sessions at a price that still covers each one's rent. */
const packCents = (first: number) => Math.floor(first * 2.8)
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

/** A professional with these services and rules. */
const offering = async ({ first, second, dearer, extra, rules, lastMinute, isByPack }: Situation) => {
  const at = await people.bookable(kalli, { priceCents: first, durationMinutes: 60, noticeMinutes: 0 })
  const beside =
    second === null
      ? null
      : await people.service(kalli, at.professional.id, {
          name: 'Barba',
          priceCents: second,
          durationMinutes: 30,
          noticeMinutes: 0,
        })
  const addOns = [
    ...(dearer === null
      ? []
      : [
          { id: 1, name: 'Corto', priceCents: 0, minutes: 0, group: 'Largo' },
          { id: 2, name: 'Largo', priceCents: dearer.cents, minutes: 15, group: 'Largo' },
        ]),
    ...(extra === null ? [] : [{ id: 3, name: 'Ampolleta', priceCents: extra, minutes: 0 }]),
  ]
  await kalli.database.kysely
    .updateTable('services')
    .set({
      add_ons: JSON.stringify(addOns),
      ...(isByPack
        ? { packs: JSON.stringify([{ id: 1, sessions: 3, priceCents: packCents(first), validityDays: 90 }]) }
        : {}),
    })
    .where('id', '=', at.serviceId)
    .execute()
  await settleFromPrice(kalli.work(), at.professional.id)
  const saved = await at.professional.person.call(saveDemandRules, {
    body: {
      version: 1,
      rules: {
        ...noDemandRules,
        surgeCapBp: 3000,
        quietFloorBp: 5000,
        rules: rules
          .filter(({ change }) => (change.kind === 'percent' ? change.bp : change.cents) !== 0)
          .map((one, place) => ({
            id: `r${place}`,
            name: `Regla ${place}`,
            days: [3],
            windows: [{ fromMinute: one.from * 60, toMinute: (one.from + one.hours) * 60 }],
            serviceIds: one.isOfFirst ? [at.serviceId] : [],
            change: one.change,
            minCents: null,
            maxCents: null,
            channel: null,
          })),
        lastMinute: lastMinute === null ? null : { withinMinutes: 1440, bp: lastMinute },
      },
    },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return { ...at, beside }
}
type Offering = Awaited<ReturnType<typeof offering>>

/** What the visit includes: the services, for whom, and the options. */
const wantedOf = (one: Situation, at: Offering) => ({
  services: [at.serviceId, ...(at.beside === null ? [] : [at.beside])],
  isShared: at.beside !== null && one.isTwoPeople,
  addOns: [
    ...(one.dearer === null ? [] : [`${at.serviceId}-${one.dearer.isChosen ? 2 : 1}`]),
    ...(one.extra === null ? [] : [`${at.serviceId}-3`]),
  ],
})

const hourOf = async (who: Person, one: Situation, at: Offering) => {
  const { services, isShared, addOns } = wantedOf(one, at)
  const answer = await who.call(slots, {
    query: {
      professional: at.professional.id,
      ...(services.length === 1 ? { service: at.serviceId } : { services: services.join() }),
      ...(isShared ? { persons: '1,1' } : {}),
      ...(addOns.length === 0 ? {} : { addOns: addOns.join() }),
      from: date,
      to: date,
    },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const all = answer.body.days.flatMap((day) => day.slots)
  const slot = all[one.place % all.length]
  assert.ok(slot, 'an hour of the day')
  return slot
}

const held = async (who: Person, token: string) => {
  const answer = await who.call(holds.hold, { body: { slotToken: token } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const sum = (lines: readonly { amountCents: number }[]) =>
  lines.reduce((all, one) => all + one.amountCents, 0)

/** With this situation's coupon, if there is one: the hold that is left to pay. */
const withCoupon = async (who: Person, one: Situation, at: Offering, hold: holds.Hold) => {
  if (one.coupon === null) return hold
  const given = {
    code: 'VERANO',
    change: one.coupon,
    serviceIds: [],
    validFrom: null,
    validTo: null,
    maxUses: null,
    onceEach: true,
    active: true,
  }
  const made = await at.professional.person.call(addCoupon, { body: given })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { addOns } = wantedOf(one, at)
  const { body, status } = await who.call(holds.changeHold, {
    params: { id: hold.id },
    body: {
      addOns: addOns.map((name) => ({ serviceId: at.serviceId, id: Number(name.split('-')[1]) })),
      coupon: given.code,
      version: hold.version,
    },
  })
  // The coupon exceeds the possible discount: the hold stays without.
  if (status === 409 && JSON.stringify(body).includes('coupon_too_much')) return hold
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Situations per database: each leaves a professional, a visit and messages. */
const together = 500
/** Situations whose messages are written at once, as several workers of the queue would. */
const mailedTogether = 25

test('search card, profile, hour, hold, charge, receipt and email show one price', async () => {
  const all = cases(12, 10_000)
  for (let done = 0; done < all; done += together) {
    kalli = await startTestServer({ config: { logLevel: 'silent' } })
    try {
      await check(Math.min(together, all - done), testSeed + done)
    } finally {
      await kalli.close()
    }
  }
})

/** Emails still to be sent, by address, with the texts that each must contain. */
const awaited = new Map<string, { texts: string[]; of: Situation }>()

const readEmails = async () => {
  await drain(kalli, { atOnce: 50 })
  const { rows } = await kalli.database.pool.query<{ address: string; text: string }>(
    `select to_address as address, body_text as text from mails where to_address = any($1) and subject like 'Reserva confirmada%'`,
    [[...awaited.keys()]],
  )
  const emails = new Map(rows.map(({ address, text }) => [address, text]))
  for (const [address, { texts, of }] of awaited)
    for (const text of texts) {
      const email = emails.get(address) ?? ''
      assert.ok(email.includes(text), `"${text}" is missing, of ${fc.stringify(of)}, in: ${email}`)
    }
  awaited.clear()
}

const check = async (numRuns: number, seed: number) => {
  await fc.assert(
    fc.asyncProperty(situation, async (one) => {
      const at = await offering(one)
      const isByPack = one.isByPack && one.second === null && one.dearer === null && one.extra === null
      const who = isByPack ? await people.signIn(kalli, await people.account(kalli)) : kalli.visitor()

      // Without an hour: the list price, on the card, on the profile and in the index.
      const [card] = await professionalCards(kalli.work(), [{ id: at.professional.id, km: null }])
      const page = await who.call(publicProfessional, { params: { id: String(at.professional.id) } })
      assert.deepEqual(
        card?.services,
        page.body.services.map(({ id, name, price, from }) => ({ id, name, price, from })),
      )
      const listed = page.body.services.map((service) => listPriceOf(service))
      assert.deepEqual(
        page.body.services.map(({ price, from }) => [Math.round(Number(price) * 100), from]),
        listed.map((price) => [price.cents, price.isFrom]),
      )
      const { from_price_cents: indexed } = await kalli.database.kysely
        .selectFrom('professionals')
        .select('from_price_cents')
        .where('id', '=', at.professional.id)
        .executeTakeFirstOrThrow()
      assert.equal(indexed, lowestOf(listed)?.cents)

      // At an hour: its price, and the difference from the list price of the same visit.
      const slot = await hourOf(who, one, at)
      const hour = shownHour(slot)
      const added = (one.dearer?.isChosen ? one.dearer.cents : 0) + (one.extra ?? 0)
      assert.equal(hour.listCents, listed.reduce((all, price) => all + price.cents, 0) + added)
      assert.equal(hour.cents - hour.listCents, hour.difference?.cents ?? 0)

      // The hold shows the same two figures.
      const first = await held(who, slot.token)
      assert.equal(first.quote.totalCents, hour.cents)
      const price = hourOfLines(first.quote.lines)
      assert.deepEqual(shownHour({ totalCents: first.quote.totalCents, price }), hour)
      assert.equal(sum(shownLines(first.quote.lines)), hour.cents)

      // A coupon takes off its amount, and leaves the price of the hour as it was.
      const hold = isByPack ? first : await withCoupon(who, one, at, first)
      const off = hour.cents - hold.quote.totalCents
      assert.equal(sum(shownLines(hold.quote.lines)), hold.quote.totalCents)
      assert.deepEqual(hourOfLines(hold.quote.lines), price)
      if (hold === first) assert.equal(off, 0)
      else if (one.coupon !== null && one.second === null)
        assert.deepEqual(
          [off],
          couponOff({ code: 'VERANO', change: one.coupon, serviceIds: [] }, [
            { serviceId: at.serviceId, cents: hour.cents },
          ]),
        )

      // The charge is what was held; with a pack nothing more.
      const pack = isByPack
        ? await who.call(buySessionPack, {
            params: { id: at.serviceId },
            body: { pack: 1, priceCents: packCents(one.first), cardToken: 'tok_ok' },
          })
        : null
      const contact = contactOf()
      await confirmContact(who, hold.id, contact.email)
      const paid = await who.call(checkout.book, {
        body: {
          holdId: hold.id,
          contact,
          payment:
            pack === null ? { method: 'card', token: 'tok_ok' } : { method: 'pack', packId: pack.body.id },
          ...(wantedOf(one, at).isShared
            ? { companions: [{ person: 2, firstName: 'Leo', isMinor: false }] }
            : {}),
        },
      })
      assert.equal(paid.status, 201, JSON.stringify(paid.body))
      if (pack !== null) return
      assert.deepEqual(
        [paid.body.totalCents, paid.body.payment?.amountCents],
        [hold.quote.totalCents, hold.quote.totalCents],
      )

      // The receipt and the email show both.
      const t = paid.body.viewToken ?? ''
      const mine = (await who.call(receipt, { params: { id: hold.id }, query: { t } })).body
      assert.equal(sum(mine.lines), hold.quote.totalCents)
      assert.equal(mine.netCents, hold.quote.totalCents)
      // A receipt leaves out lines of zero.
      const said = shownLines(hold.quote.lines)
        .map(({ amountCents }) => amountCents)
        .filter((one) => one !== 0)
      assert.deepEqual(
        mine.lines.map(({ amountCents }) => amountCents),
        said,
      )
      const texts = [
        formatCents(hold.quote.totalCents),
        ...(hour.difference === null ? [] : [hour.difference.text]),
      ]
      awaited.set(contact.email, { texts, of: one })
      if (awaited.size === mailedTogether) await readEmails()
    }),
    { numRuns, seed, endOnFailure: true, includeErrorInReport: true },
  )
  await readEmails()
}
