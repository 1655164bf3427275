import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hourMs } from '#contract/platform/duration.ts'
import { PaymentStatus } from '#contract/payment/payment.ts'
import type { Charge } from '#server/payment/provider/provider.ts'
import {
  isBehind,
  isOver,
  merged,
  nextStep,
  refundedStatus,
  scheduleOf,
  type CurrentPayment,
} from '#server/payment/provider/rules.ts'

const now = new Date('2026-11-20T16:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)

const schedules = [
  { hours: 1, first: 'authorize', authorize: null, capture: 0 },
  { hours: 24, first: 'authorize', authorize: null, capture: 0 },
  { hours: 25, first: 'authorize', authorize: null, capture: 1 },
  { hours: 144, first: 'authorize', authorize: null, capture: 120 },
  { hours: 145, first: 'save_card', authorize: 1, capture: 121 },
  { hours: 1440, first: 'save_card', authorize: 1296, capture: 1416 },
] as const

for (const { hours, first, authorize, capture } of schedules)
  test(`a visit in ${hours} h: ${first} now, charged in ${capture} h`, () => {
    assert.deepEqual(scheduleOf(inHours(hours), now), {
      first,
      authorizeAt: authorize === null ? null : inHours(authorize),
      captureAt: inHours(capture),
    })
  })

const current = (change: Partial<CurrentPayment> = {}): CurrentPayment => ({
  status: 'authorized',
  amountCents: 1000,
  authorizedCents: 1000,
  capturedCents: 0,
  refundedCents: 0,
  goodwillCents: 0,
  authorizeAt: null,
  captureAt: inHours(1),
  keepCents: null,
  ...change,
})

const captured = { status: 'captured', capturedCents: 1000 } as const
const steps = [
  { of: 'a hold before its time waits', payment: current(), step: null },
  {
    of: 'a hold whose time has come is charged',
    payment: current({ captureAt: now }),
    step: { kind: 'capture', amountCents: 1000 },
  },
  {
    of: 'a hold of which nothing is kept is let go',
    payment: current({ keepCents: 0 }),
    step: { kind: 'void' },
  },
  {
    of: 'a hold of which a fee is kept charges the fee',
    payment: current({ keepCents: 100 }),
    step: { kind: 'capture', amountCents: 100 },
  },
  {
    of: 'a kept card before its time waits',
    payment: current({ status: 'card_saved', authorizeAt: inHours(1) }),
    step: null,
  },
  {
    of: 'a kept card whose time has come is held',
    payment: current({ status: 'card_saved', authorizeAt: now }),
    step: { kind: 'authorize', amountCents: 1000 },
  },
  {
    of: 'a kept card of which nothing is kept ends',
    payment: current({ status: 'card_saved', keepCents: 0 }),
    step: { kind: 'end' },
  },
  {
    of: 'a kept card of which a fee is kept holds the fee',
    payment: current({ status: 'card_saved', keepCents: 100 }),
    step: { kind: 'authorize', amountCents: 100 },
  },
  {
    of: 'what was charged and is kept stays',
    payment: current({ ...captured, keepCents: 1000 }),
    step: null,
  },
  {
    of: 'what was charged and is not kept goes back',
    payment: current({ ...captured, keepCents: 400 }),
    step: { kind: 'refund', amountCents: 600 },
  },
  {
    of: 'what went back already does not go back again',
    payment: current({ ...captured, refundedCents: 600, keepCents: 400 }),
    step: null,
  },
  {
    of: 'a gift goes back beyond the terms',
    payment: current({ ...captured, keepCents: 400, refundedCents: 600, goodwillCents: 50 }),
    step: { kind: 'refund', amountCents: 50 },
  },
  {
    of: 'a bank’s question that nobody needs answered is withdrawn',
    payment: current({ status: 'requires_action', keepCents: 0 }),
    step: { kind: 'void' },
  },
  { of: 'what is over is over', payment: current({ status: 'failed', keepCents: 100 }), step: null },
] as const

for (const { of, payment, step } of steps) test(of, () => assert.deepEqual(nextStep(payment, now), step))

const charge = fc.record({
  status: fc.constantFrom<Charge['status']>(
    'requires_action',
    'saved',
    'authorized',
    'captured',
    'voided',
    'declined',
    'expired',
  ),
  amountCents: fc.constant(1000),
  capturedCents: fc.constantFrom(0, 400, 1000),
})

test('I16: no order of events moves a payment backwards or lowers an amount', () => {
  fc.assert(
    fc.property(
      fc.array(charge, { maxLength: 12 }),
      fc.constantFrom(...PaymentStatus.options),
      (news, status) => {
        let payment = current({ status, authorizedCents: 0 })
        for (const item of news) {
          const whole: Charge = { ...emptyCharge, ...item }
          const next = merged(payment, whole)
          // A final state stays, except for money that the processor captured after all.
          const isTooLate = item.status === 'captured' && item.capturedCents > payment.capturedCents
          assert.ok(
            next.status === payment.status ||
              isBehind(payment.status, next.status) ||
              (isOver(payment.status) && isTooLate && next.status === 'captured'),
          )
          assert.ok(
            next.authorizedCents >= payment.authorizedCents && next.capturedCents >= payment.capturedCents,
          )
          payment = { ...payment, ...next }
          assert.deepEqual(merged(payment, whole), {
            status: payment.status,
            authorizedCents: payment.authorizedCents,
            capturedCents: payment.capturedCents,
          })
        }
      },
    ),
    { numRuns: 10_000 },
  )
})

const emptyCharge: Charge = {
  installments: null,
  ref: 'ch',
  status: 'authorized',
  reference: 'p',
  amountCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  refundPendingCents: 0,
  looseCents: 0,
  feeCents: 0,
  feeIvaCents: 0,
  availableAt: null,
  cardRef: null,
  cardBrand: 'visa',
  cardLast4: '4242',
  cardExpires: null,
  cardWallet: null,
  actionUrl: null,
  failure: null,
  voucher: null,
  disputes: [],
}

test('the refunded amount decides the status', () => {
  assert.equal(refundedStatus(1000, 0), 'captured')
  assert.equal(refundedStatus(1000, 1), 'partially_refunded')
  assert.equal(refundedStatus(1000, 1000), 'refunded')
})
