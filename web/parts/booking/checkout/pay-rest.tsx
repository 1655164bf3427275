import { useQueryClient } from '@tanstack/react-query'
import { payBalance } from '#contract/booking/settlement/balance.ts'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf } from '#web/api.ts'
import { BankAsks } from '#web/parts/booking/payment/bank-asks.tsx'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'

/** Pays the balance of a past visit with another card: the saved one was refused, or the professional requested it by link. */
export default function PayRest({ booking, token }: { booking: Booking; token: string | undefined }) {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const { upfront } = booking
  if (upfront === null) return null
  const amount = formatCents(upfront.balanceCents)
  return (
    <Card className="flex flex-col gap-4">
      <p>
        <span className="font-semibold">
          {upfront.byLink ? 'Falta por pagar' : 'Falta el resto de tu cita'}: {amount}.
        </span>{' '}
        {upfront.paidCents > 0
          ? `Ya pagaste ${formatCents(upfront.paidCents)} ${upfront.byLink ? 'con tarjeta' : 'de anticipo'}.`
          : ''}
      </p>
      {upfront.actionUrl !== null ? (
        <BankAsks address={upfront.actionUrl} />
      ) : !upfront.may.allowed ? (
        <p className="text-muted">{upfront.may.reason}</p>
      ) : (
        <CardPayment
          title={upfront.byLink ? 'Paga con tarjeta' : 'Paga con otra tarjeta'}
          label={`Pagar ${amount}`}
          note="El cargo se hace ahora. Tu recibo está en esta misma página."
          pay={(cardToken, idempotencyKey) =>
            call(
              payBalance,
              {
                params: { id: booking.id },
                query: token === undefined ? {} : { t: token },
                body: { cardToken },
              },
              { idempotencyKey },
            )
          }
          onPaid={async (paid) => {
            if (paid.upfront?.actionUrl) {
              window.location.assign(paid.upfront.actionUrl)
              return
            }
            await queryClient.invalidateQueries({ queryKey: keyOf(contract.booking) })
            await refreshBookings()
            toast('Gracias', 'Tu cita quedó pagada.', 'good')
          }}
        />
      )}
    </Card>
  )
}
