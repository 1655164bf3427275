import { formatCents } from '#contract/money.ts'
import type { TipChoice } from '#contract/tip-limits.ts'
import { TipAmount, useTipAmount } from '#web/parts/booking/tip-amount.tsx'

/** A tip at the checkout: none unless somebody wants to, and nothing of it is charged before the visit took place. */
export default function PromiseTip({
  choice,
  name,
  onSay,
}: {
  choice: TipChoice
  name: string
  onSay: (said: { amountCents: number; missing: string | undefined }) => void
}) {
  const amount = useTipAmount(choice, 'none')
  return (
    <div className="flex flex-col gap-2">
      <TipAmount
        amount={amount}
        choice={choice}
        legend={`Propina para ${name} (opcional)`}
        none="Sin propina"
        onSay={onSay}
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
