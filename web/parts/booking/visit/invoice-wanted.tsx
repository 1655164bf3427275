import { FileText } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { regimeText, purposeText } from '#contract/payment/invoice.ts'

/** For the professional, who issues it: all the data for the invoice, to be copied. */
export default function InvoiceWanted({ booking: { invoice } }: { booking: Pick<Booking, 'invoice'> }) {
  if (invoice === null) return null
  const facts = [
    ['Razón social', invoice.legalName],
    ['RFC', invoice.rfc],
    ['Régimen', regimeText(invoice.regime)],
    ['Uso del CFDI', purposeText(invoice.use)],
    ['C. P.', invoice.postalCode],
    ['Enviar a', invoice.email],
  ]
  return (
    <details className="rounded-md bg-sunk px-4 py-2 text-[0.9375rem]">
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        <FileText aria-hidden className="size-5 shrink-0" />
        Pide factura
      </summary>
      <dl className="flex flex-col gap-1 pb-2">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{label}:</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
