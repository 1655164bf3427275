import { useState } from 'react'
import type { InvoiceData } from '#contract/invoice.ts'
import { InvoiceFields, invoiceIn, invoiceText, noInvoice } from '#web/parts/booking/invoice-fields.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'

export type WantedInvoice = { data?: InvoiceData | undefined; missing?: string | undefined }

/** At the checkout: no invoice unless somebody wants one. */
export default function WantsInvoice({
  name,
  email,
  onSay,
}: {
  name: string
  /** What they gave for the visit, to begin with. */
  email: string
  onSay: (said: WantedInvoice) => void
}) {
  const [wants, setWants] = useState(false)
  const [typed, setTyped] = useState(noInvoice)
  const say = (wants: boolean, typed: typeof noInvoice) => {
    const data = wants ? invoiceIn(typed) : undefined
    onSay({
      data,
      missing: wants && data === undefined ? 'Completa los datos de tu factura, o quítala.' : undefined,
    })
  }
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label="Quiero factura"
        checked={wants}
        onChange={({ target: { checked } }) => {
          const begun = typed.email === '' ? { ...typed, email } : typed
          setWants(checked)
          setTyped(begun)
          say(checked, begun)
        }}
      />
      {wants ? (
        <>
          <p className="text-sm text-muted">{invoiceText(name)}</p>
          <InvoiceFields
            typed={typed}
            name={name}
            onType={(typed) => {
              setTyped(typed)
              say(wants, typed)
            }}
          />
        </>
      ) : null}
    </div>
  )
}
