import type { InvoiceData } from '#contract/payment/invoice.ts'
import {
  InvoiceFields,
  invoiceIn,
  invoiceText,
  noInvoice,
  type InvoiceTyped,
} from '#web/parts/booking/checkout/invoice-fields.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

export type WantedInvoice = { data?: InvoiceData | undefined; missing?: string | undefined }
export type InvoiceSelection = { wants: boolean; typed: InvoiceTyped }
export const noInvoiceSelection: InvoiceSelection = { wants: false, typed: noInvoice }

export const wantedIn = ({ wants, typed }: InvoiceSelection): WantedInvoice => {
  const data = wants ? invoiceIn(typed) : undefined
  return {
    data,
    missing: wants && data === undefined ? 'Completa los datos de tu factura, o quítala.' : undefined,
  }
}

/** At the checkout: no invoice by default. */
export default function WantsInvoice({
  name,
  email,
  selection: { wants, typed },
  onSelection,
}: {
  name: string
  /** The email given for the visit, as the initial value. */
  email: string
  selection: InvoiceSelection
  onSelection: (selection: InvoiceSelection) => void
}) {
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label="Quiero factura"
        checked={wants}
        onChange={({ target: { checked } }) =>
          onSelection({ wants: checked, typed: typed.email === '' ? { ...typed, email } : typed })
        }
      />
      {wants ? (
        <>
          <p className="text-sm text-muted">{invoiceText(name)}</p>
          <InvoiceFields typed={typed} name={name} onType={(typed) => onSelection({ wants, typed })} />
        </>
      ) : null}
    </div>
  )
}
