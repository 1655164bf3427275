import { Link } from '@tanstack/react-router'
import { CalendarPlus, NotebookPen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { isOver } from '#contract/booking/status.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const NewAppointment = lazy(() => import('#web/parts/booking/series/new-appointment.tsx'))

/** From a visit on to whose it is: what was noted of her, and the same service once more. */
export default function ClientLinks({ booking: one }: { booking: Booking }) {
  const [makes, setMakes] = useState(false)
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
        <Button tone="quiet" size="small" onClick={() => setMakes(true)}>
          <CalendarPlus aria-hidden className="size-4.5" />
          Volver a reservar
        </Button>
      ) : null}
      {makes ? (
        <Suspense fallback={<Opening />}>
          <NewAppointment
            onClose={() => setMakes(false)}
            serviceId={one.service.id ?? undefined}
            client={{
              id: clientId,
              firstName: client.firstName,
              lastName: client.lastName ?? '',
              phone: client.phone ?? '',
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
