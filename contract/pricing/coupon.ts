/**
 * A professional's discount for clients who have its code: a percentage or an amount off the price of a visit. It is
 * not assigned to a person, so prices stay impersonal; the professional bears it (docs/pricing/coupons.md).
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate } from '#contract/platform/shapes.ts'

/** Normalizes a typed code to its stored form. */
export const codeOf = (typed: string) =>
  typed
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/gi, '')
    .toUpperCase()

const Code = z
  .string()
  .check(z.maxLength(60), z.overwrite(codeOf), z.regex(/^[A-Z0-9]{3,20}$/, 'De 3 a 20 letras y números.'))

export const CouponChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(100), z.maximum(9000)) }),
  z.object({ kind: z.literal('amount'), cents: z.int().check(z.minimum(100), z.maximum(50_000_00)) }),
])
export type CouponChange = z.output<typeof CouponChange>

/** The part that is stored with a visit. */
export const GivenCoupon = z.object({
  code: z.string(),
  change: CouponChange,
  /** Empty: all of the professional's services. */
  serviceIds: z.array(Id),
})
export type GivenCoupon = z.output<typeof GivenCoupon>

const said = {
  code: Code,
  change: CouponChange,
  serviceIds: z.array(Id).check(z.maxLength(100)),
  /** Dates of the visit at its place, both included; null: any date. */
  validFrom: z.nullable(LocalDate),
  validTo: z.nullable(LocalDate),
  /** Null: unlimited. */
  maxUses: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  /** Only one visit per client. */
  onceEach: z.boolean(),
  active: z.boolean(),
}

const inOrder = z.refine<{ validFrom: string | null; validTo: string | null }>(
  ({ validFrom, validTo }) => validFrom === null || validTo === null || validFrom <= validTo,
  { error: 'El último día va después del primero.', path: ['validTo'] },
)
export const CouponInput = z.object(said).check(inOrder)
export type CouponInput = z.output<typeof CouponInput>

export const Coupon = z.object({
  ...said,
  id: Id,
  /** Visits that are confirmed, completed or missed. */
  used: z.int(),
  version: z.int(),
})
export type Coupon = z.output<typeof Coupon>

export const maxCoupons = 100

export const coupons = endpoint({
  method: 'GET',
  path: '/api/professional/coupons',
  summary: 'List own coupons, newest first, with their uses',
  access: 'professional',
  reply: z.array(Coupon),
})

export const addCoupon = endpoint({
  method: 'POST',
  path: '/api/professional/coupons',
  summary: 'Create a coupon for own visits',
  access: 'professional',
  idempotent: true,
  body: CouponInput,
  reply: z.array(Coupon),
  status: 201,
  refusals: ['no_profile', 'coupon_exists', 'coupons_full', 'not_found'],
})

export const changeCoupon = endpoint({
  method: 'PUT',
  path: '/api/professional/coupons/:id',
  summary: 'Change a coupon; visits that have it keep it as it was',
  access: 'professional',
  params: z.object({ id: Id }),
  body: z.object({ ...said, version: z.int() }).check(inOrder),
  reply: z.array(Coupon),
  refusals: ['not_found', 'stale_version', 'coupon_exists'],
})
