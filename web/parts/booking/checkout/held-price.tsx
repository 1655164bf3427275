import type { Hold } from '#contract/booking/hold.ts'
import { HeldAddOns } from '#web/parts/booking/checkout/held-add-ons.tsx'
import { HeldCoupon } from '#web/parts/booking/checkout/held-coupon.tsx'
import Fold from '#web/ui/fold.tsx'

/** Choices that still change the price of a held visit. */
export default function HeldPrice({ hold, onChanged }: { hold: Hold; onChanged: () => void }) {
  const added = hold.addOns.filter((one) => one.added).length
  return (
    <>
      {hold.addOns.length === 0 ? null : (
        <div className="w-full">
          {hold.addOns.some(({ group }) => group !== undefined) ? (
            <HeldAddOns hold={hold} onChanged={onChanged} />
          ) : (
            <Fold label="Agregar complementos" value={added === 0 ? '' : String(added)}>
              <HeldAddOns hold={hold} onChanged={onChanged} />
            </Fold>
          )}
        </div>
      )}
      {hold.coupon === undefined ? null : (
        <HeldCoupon hold={hold} coupon={hold.coupon} onChanged={onChanged} />
      )}
    </>
  )
}
