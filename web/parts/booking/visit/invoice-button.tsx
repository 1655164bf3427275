import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { InvoiceData } from '#contract/payment/invoice.ts'
import { call, keyOf } from '#web/api.ts'
import {
  InvoiceFields,
  invoiceIn,
  invoiceText,
  noInvoice,
} from '#web/parts/booking/checkout/invoice-fields.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** The invoice requested after booking, changed or withdrawn, until the visit is closed. */
export default function InvoiceButton({
  booking: one,
  token,
}: {
  booking: Booking
  token?: string | undefined
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
        {one.invoice === null ? 'Pedir factura' : 'Factura'}
      </Button>
      {open ? <InvoiceDialog booking={one} token={token} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const InvoiceDialog = ({
  booking: one,
  token,
  onClose,
}: {
  booking: Booking
  token: string | undefined
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const form = useForm({ initial: () => ({ invoice: one.invoice ?? noInvoice }) })
  const typed = form.values.invoice
  const name = one.professional.firstName
  const data = invoiceIn(typed)
  const saving = useMutation({
    mutationFn: (invoice: InvoiceData | null) =>
      call(checkout.setInvoice, {
        params: { id: one.id },
        query: token === undefined ? {} : { t: token },
        body: { invoice },
      }),
    onSuccess: async (_, invoice) => {
      toast(
        invoice === null ? 'Ya no pides factura' : 'Pediste factura',
        invoice === null ? undefined : `${name} tiene tus datos para emitirla.`,
        'good',
      )
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.booking) })
      await refreshBookings()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Factura"
      description={invoiceText(name)}
      actions={
        <>
          {one.invoice === null ? null : (
            <Button tone="quiet" busy={saving.isPending} onClick={() => saving.mutate(null)}>
              Ya no la quiero
            </Button>
          )}
          <Button
            busy={saving.isPending}
            blocked={data === undefined ? 'Completa los datos.' : undefined}
            onClick={() => (data === undefined ? undefined : saving.mutate(data))}
          >
            Guardar
          </Button>
        </>
      }
    >
      <InvoiceFields typed={typed} name={name} onType={form.pick('invoice').onChange} />
      {saving.isError ? (
        <p role="alert" className="mt-4 font-medium text-chile">
          {saving.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}
