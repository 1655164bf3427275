import type { Hold } from '#contract/booking.ts'
import PromiseTip from '#web/parts/booking/promise-tip.tsx'
import WantsInvoice, { type WantedInvoice } from '#web/parts/booking/wants-invoice.tsx'

type Tip = { amountCents: number; missing?: string | undefined }
export type Extras = { tip: Tip; invoice: WantedInvoice }

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
      {byCard ? <PromiseTip choice={hold.tip} name={name} onSay={(tip) => onSay({ ...said, tip })} /> : null}
      <WantsInvoice name={name} email={email} onSay={(invoice) => onSay({ ...said, invoice })} />
    </div>
  )
}
