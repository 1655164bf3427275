/** What a coupon takes off. Pure: whole centavos in, whole centavos out, half a centavo rounded away from zero. */
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import { roundedDivide } from '#contract/platform/money.ts'

/** Off the price of each service in their order; an amount off the dearest first, and never more than there is. */
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

/** How its line is called, on the quote and on receipts. */
export const couponLabel = (code: string) => `${couponWord}${code}`
const couponWord = 'Cupón '
export const isCouponLabel = (label: string) => label.startsWith(couponWord)
