import { useQuery } from '@tanstack/react-query'
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import * as contract from '#contract/messaging/channel.ts'
import type { VisitMessage } from '#contract/messaging/channel.ts'
import { reading } from '#web/api.ts'
import { channelNames, deliveryWords } from '#web/parts/notification/delivery-words.ts'
import { dateIn, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'

const what = {
  reminder_day: 'Recordatorio',
  reminder_soon: 'Recordatorio',
  booking_requested: 'Solicitud',
  answer_wanted: 'Respuesta que se le pide',
  booking_voucher: 'Instrucciones de pago',
  booking_confirmed: 'Confirmación',
  booking_changed: 'Cambio',
  delay: 'Aviso de retraso',
  booking_cancelled: 'Cancelación',
} as const
const icons = { queued: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck, failed: CircleAlert }

/** Delivery status of the client's messages: the newest of each kind and channel. Requested once for all visits shown together. */
export default function MessageState({
  id,
  among,
  zone,
}: {
  id: string
  among: readonly string[]
  zone: string
}) {
  const { data } = useQuery(
    reading(contract.visitMessages, { query: { bookings: among.toSorted().slice(0, 100).join(',') } }),
  )
  const notified = newestOfEach((data?.messages ?? []).filter(({ bookingId }) => bookingId === id))
  if (notified.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {notified.map((one) => {
        const Icon = icons[one.state]
        return (
          <li key={kindOf(one)} className="flex items-center gap-2">
            <Icon
              aria-hidden
              className={`size-4 shrink-0 ${one.state === 'failed' ? 'text-chile' : one.state === 'read' ? 'text-jacaranda' : ''}`}
            />
            {`${what[one.event]}: ${deliveryWords[one.state]} por ${channelNames[one.channel]}, ${whenOf(one.at, zone)}`}
          </li>
        )
      })}
    </ul>
  )
}

const newestOfEach = (messages: readonly VisitMessage[]) => [
  ...new Map(messages.toReversed().map((one) => [kindOf(one), one])).values(),
]

const kindOf = ({ event, channel }: VisitMessage) => `${what[event]} ${channel}`

const whenOf = (at: string, zone: string) =>
  dateIn(at, zone) === dateIn(Date.now(), zone) ? timeOf(at, zone) : shortOf(at, zone)
