/** The discount of a coupon. Pure: whole centavos in, whole centavos out, half a centavo rounded away from zero. */
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import { roundedDivide } from '#contract/platform/money.ts'

/** Discount per service, in order; a fixed amount starts with the most expensive service, and never exceeds the total. */
export const couponOff = (
  { change, serviceIds }: GivenCoupon,
  priced: readonly { serviceId: number; cents: number }[],
): number[] => {
  const isMeant = (serviceId: number) => serviceIds.length === 0 || serviceIds.includes(serviceId)
  if (change.kind === 'percent')
    return priced.map(({ serviceId, cents }) =>
      isMeant(serviceId) ? roundedDivide(cents * change.bp, 10_000) : 0,
    )
  let left = change.cents
  const off = priced.map(() => 0)
  for (const [place, { serviceId, cents }] of [...priced.entries()].toSorted(
    ([, a], [, b]) => b.cents - a.cents,
  )) {
    if (!isMeant(serviceId)) continue
    const less = Math.min(left, cents)
    off[place] = less
    left -= less
  }
  return off
}

/** Label of its line on quotes and receipts. */
export const couponLabel = (code: string) => `${couponWord}${code}`
const couponWord = 'Cupón '
export const isCouponLabel = (label: string) => label.startsWith(couponWord)
