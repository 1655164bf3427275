import type { Hold } from '#contract/booking/hold.ts'
import { HeldAddOns } from '#web/parts/booking/checkout/held-add-ons.tsx'
import { HeldCoupon } from '#web/parts/booking/checkout/held-coupon.tsx'

/** What may still change the price of a held visit. */
export default function HeldPrice({ hold, onChanged }: { hold: Hold; onChanged: () => void }) {
  return (
    <>
      {hold.addOns.length === 0 ? null : <HeldAddOns hold={hold} onChanged={onChanged} />}
      {hold.coupon === undefined ? null : (
        <HeldCoupon hold={hold} coupon={hold.coupon} onChanged={onChanged} />
      )}
    </>
  )
}
