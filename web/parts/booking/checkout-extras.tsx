import type { Hold } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import PromiseTip from '#web/parts/booking/promise-tip.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import WantsInvoice, { type WantedInvoice } from '#web/parts/booking/wants-invoice.tsx'

type Tip = { amountCents: number; missing?: string | undefined }
/** `whole`: all of it today, where a part would do. */
export type Extras = { tip: Tip; invoice: WantedInvoice; whole: boolean }

/** What somebody may want beside the visit: a tip for afterwards, which needs a card, and an invoice. */
export default function CheckoutExtras({
  hold,
  byCard,
  email,
  said,
  onSay,
}: {
  hold: Hold
  byCard: boolean
  email: string
  said: Extras
  onSay: (extras: Extras) => void
}) {
  const name = hold.professional.firstName
  return (
    <div className="flex flex-col gap-8">
      {byCard && hold.upfront !== null && hold.further.length === 0 ? (
        <fieldset className="flex flex-col">
          <legend className="mb-2 font-display text-xl font-semibold">¿Cuánto pagas hoy?</legend>
          <Radio
            name="pay-today"
            label={
              hold.upfront.nowCents === 0
                ? `Nada; ${formatCents(hold.upfront.laterCents)} al terminar tu cita`
                : `Solo el anticipo, ${formatCents(hold.upfront.nowCents)}`
            }
            checked={!said.whole}
            onChange={() => onSay({ ...said, whole: false })}
          />
          <Radio
            name="pay-today"
            label={`Todo, ${formatCents(hold.quote.totalCents)}`}
            checked={said.whole}
            onChange={() => onSay({ ...said, whole: true })}
          />
        </fieldset>
      ) : null}
      {byCard ? <PromiseTip choice={hold.tip} name={name} onSay={(tip) => onSay({ ...said, tip })} /> : null}
      <WantsInvoice name={name} email={email} onSay={(invoice) => onSay({ ...said, invoice })} />
    </div>
  )
}
