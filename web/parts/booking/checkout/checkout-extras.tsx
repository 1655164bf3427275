import { type ComponentProps, useCallback, useEffect } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import type { Months } from '#contract/payment/installments.ts'
import { maxOfNote } from '#contract/booking/checkout.ts'
import { formatCents } from '#contract/platform/money.ts'
import { extrasOf } from '#web/parts/booking/payment/saved-extras.ts'
import PayInMonths from '#web/parts/booking/payment/pay-in-months.tsx'
import PromiseTip from '#web/parts/booking/checkout/promise-tip.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { type Chosen, tipAmountOf } from '#web/parts/booking/checkout/tip-amount.tsx'
import WantsInvoice, {
  type InvoiceSelection,
  noInvoiceSelection,
  wantedIn,
  type WantedInvoice,
} from '#web/parts/booking/checkout/wants-invoice.tsx'
import Fold from '#web/ui/fold.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Tip = { amountCents: number; missing?: string | undefined }
/** `whole`: all of it is paid today, where a part would suffice. */
export type Extras = {
  tip: Tip
  invoice: WantedInvoice
  whole: boolean
  note: string
  /** Paid in this many months, with the button's text for it. */
  months?: Months
  button?: string
}

/** The typed values, stored in this tab until the visit is booked: neither a reload nor a lost hour loses them. */
type Typed = { tip: Chosen; invoice: InvoiceSelection; whole: boolean; note: string; months: Months | null }
const noTip: Chosen = { percent: 'none', ownCents: 0 }
const noExtras: Typed = { tip: noTip, invoice: noInvoiceSelection, whole: false, note: '', months: null }

/** "Pagar $1,200 a 3 meses" */
const buttonIn = ({ asksFirst, quote }: Hold, usedCents: number, months: Months) =>
  `${asksFirst ? 'Solicitar por' : 'Pagar'} ${formatCents(quote.totalCents - usedCents)} a ${months} meses`

/** Extras beside the visit: a note to the professional, a tip charged after the visit, which needs a card, and an invoice. */
export default function CheckoutExtras({
  hold,
  byCard,
  checkout,
  onSay,
}: {
  hold: Hold
  byCard: boolean
  checkout: ComponentProps<typeof PayInMonths>['checkout'] & { email: string }
  onSay: (extras: Extras) => void
}) {
  const name = hold.professional.firstName
  const form = useForm<Typed>({ initial: noExtras, draft: extrasOf(hold) })
  // A percentage chosen at another price may not be offered at this one.
  const isPart = ['none', 'own', ...hold.tip.presets.map(({ percent }) => String(percent))].includes(
    form.values.tip.percent ?? '',
  )
  const tip = isPart ? form.values.tip : noTip
  const { amountCents, missing } = tipAmountOf(hold.tip, tip, () => undefined)
  const { note } = form.values
  // Months divide the whole price, so not where a part is paid later.
  const inMonths = byCard && hold.installments !== undefined && (hold.upfront === null || form.values.whole)
  const months = inMonths ? form.values.months : null
  const { put } = form
  const chooseMonths = useCallback((chosen: Months | null) => put({ months: chosen }), [put])
  // What was saved in this tab counts as soon as it is loaded.
  useEffect(() => {
    onSay({
      tip: { amountCents, missing },
      invoice: wantedIn(form.values.invoice),
      whole: form.values.whole,
      note,
      ...(months === null ? {} : { months, button: buttonIn(hold, checkout.usedCents, months) }),
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whom it is said to is the same
  }, [amountCents, missing, form.values.invoice, form.values.whole, note, months, checkout.usedCents, hold])
  return (
    <div className="flex flex-col">
      <Fold label={`Nota para ${name}`} value={note}>
        <Field label="Tu nota" hint="Solo la lee quien te atiende." required={false}>
          {(control) => <TextArea {...control} rows={2} maxLength={maxOfNote} {...form.text('note')} />}
        </Field>
      </Fold>
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
            checked={!form.values.whole}
            onChange={() => form.put({ whole: false })}
          />
          <Radio
            name="pay-today"
            label={`Todo, ${formatCents(hold.quote.totalCents)}`}
            checked={form.values.whole}
            onChange={() => form.put({ whole: true })}
          />
        </fieldset>
      ) : null}
      {inMonths ? (
        <PayInMonths hold={hold} checkout={checkout} chosen={months} onChoose={chooseMonths} />
      ) : null}
      {byCard ? (
        <Fold label="Propina" value={amountCents === 0 ? 'Sin propina' : formatCents(amountCents)}>
          <PromiseTip choice={hold.tip} name={name} chosen={tip} onChoose={(tip) => form.put({ tip })} />
        </Fold>
      ) : null}
      <Fold label="Factura" value={form.values.invoice.wants ? 'Sí' : 'No'}>
        <WantsInvoice
          name={name}
          email={checkout.email}
          selection={form.values.invoice}
          onSelection={(invoice) => form.put({ invoice })}
        />
      </Fold>
    </div>
  )
}
