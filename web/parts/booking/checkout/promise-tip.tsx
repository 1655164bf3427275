import { formatCents } from '#contract/platform/money.ts'
import type { TipChoice } from '#contract/booking/tip-limits.ts'
import { type Chosen, TipAmount, tipAmountOf } from '#web/parts/booking/checkout/tip-amount.tsx'

/** A tip at the checkout: none by default, and charged only after the visit. */
export default function PromiseTip({
  choice,
  name,
  chosen,
  onChoose,
}: {
  choice: TipChoice
  name: string
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}) {
  const amount = tipAmountOf(choice, chosen, onChoose)
  return (
    <div className="flex flex-col gap-2">
      <TipAmount
        amount={amount}
        choice={choice}
        legend={`Propina para ${name} (opcional)`}
        none="Sin propina"
      />
      <p aria-live="polite" className="text-sm text-muted">
        {amount.missing ??
          (amount.amountCents === 0
            ? 'También puedes dejarla después de tu cita.'
            : `Hoy no se cobra: ${formatCents(amount.amountCents)} a esta tarjeta cuando tu cita termine y se cierre. La recibe completa, y antes puedes quitarla.`)}
      </p>
    </div>
  )
}
