import { useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf } from '#web/api.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { toast } from '#web/ui/toast.ts'
import { Card } from '#web/ui/card.tsx'

/** The bank refused the saved card: pay with another, while the visit is still active. */
export default function OtherCard({ booking, token }: { booking: Booking; token: string | undefined }) {
  const queryClient = useQueryClient()
  return (
    <Card>
      <CardPayment
        title="Usa otra tarjeta"
        label={`Apartar ${formatCents(booking.totalCents ?? 0)}`}
        note="Se cobra un día antes de tu cita, como estaba previsto."
        pay={(cardToken, idempotencyKey) =>
          call(
            checkout.otherCard,
            {
              params: { id: booking.id },
              query: token === undefined ? {} : { t: token },
              body: { token: cardToken },
            },
            { idempotencyKey },
          )
        }
        onPaid={async () => {
          await queryClient.invalidateQueries({ queryKey: keyOf(contract.booking) })
          await queryClient.invalidateQueries({ queryKey: keyOf(contract.bookings) })
          toast('Listo', 'Tu cita está segura con la otra tarjeta.', 'good')
        }}
      />
    </Card>
  )
}
