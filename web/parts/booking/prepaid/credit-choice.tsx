import { formatCents } from '#contract/platform/money.ts'
import type { useCredit } from '#web/parts/booking/checkout/use-credit.ts'
import { GiftAtCheckout, type Visitor } from '#web/parts/booking/prepaid/gift-at-checkout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** Whether the credit is used, and where a gift card adds to it. `visitor`: without an account. */
export default function CreditChoice({
  credit,
  mayPayAll,
  visitor,
  needsCode,
}: {
  credit: ReturnType<typeof useCredit>
  /** A part is due today, and the client may pay all of it. */
  mayPayAll: boolean
  visitor: Visitor | null
  needsCode: boolean
}) {
  return (
    <>
      {credit.coveredCents === 0 ? null : (
        <Checkbox
          className="col-span-full rounded-md bg-agave-soft px-4 font-medium text-agave"
          label={`Usar ${formatCents(credit.coveredCents)} de mi saldo a favor`}
          checked={credit.wanted}
          onChange={(event) => credit.want(event.target.checked)}
        />
      )}
      {mayPayAll && credit.wanted && credit.wholeCents > credit.coveredCents ? (
        <p className="col-span-full text-sm text-muted">
          Si pagas todo hoy, tu saldo cubre {formatCents(credit.wholeCents)}.
        </p>
      ) : null}
      <GiftAtCheckout visitor={visitor} needsCode={needsCode} onRedeemed={() => void credit.lookAgain()} />
    </>
  )
}
