import { formatCents } from '#contract/money.ts'
import type { useCredit } from '#web/parts/booking/use-credit.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** The tick that says whether it is used. */
export default function CreditChoice({ credit }: { credit: ReturnType<typeof useCredit> }) {
  return (
    <Checkbox
      className="rounded-md bg-agave-soft px-4 font-medium text-agave"
      label={`Usar ${formatCents(credit.coveredCents)} de mi saldo a favor`}
      checked={credit.wanted}
      onChange={(event) => credit.want(event.target.checked)}
    />
  )
}
