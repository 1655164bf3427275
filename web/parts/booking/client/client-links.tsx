import { Link } from '@tanstack/react-router'
import { CalendarPlus, NotebookPen } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { isOver } from '#contract/booking/status.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Links from a visit to its client: the notes, and a new appointment. */
export default function ClientLinks({ booking: one }: { booking: Booking }) {
  const { client } = one
  const clientId = client?.clientId ?? null
  if (client === null || clientId === null) return null
  return (
    <>
      <Link {...paths.ownClients(clientId)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
        <NotebookPen aria-hidden className="size-4.5" />
        Nota privada
      </Link>
      {isOver(one.status) ? (
        <Link
          {...paths.newAppointment({ client: clientId })}
          className={buttonClass({ tone: 'quiet', size: 'small' })}
        >
          <CalendarPlus aria-hidden className="size-4.5" />
          Volver a reservar
        </Link>
      ) : null}
    </>
  )
}
