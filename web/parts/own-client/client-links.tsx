import { Link } from '@tanstack/react-router'
import { CalendarPlus, NotebookPen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

const NewAppointment = lazy(() => import('#web/parts/booking/new-appointment.tsx'))

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
      {isOver.has(one.status) ? (
        <Button tone="quiet" size="small" onClick={() => setMakes(true)}>
          <CalendarPlus aria-hidden className="size-4.5" />
          Volver a reservar
        </Button>
      ) : null}
      {makes ? (
        <Suspense>
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

/** Nothing is left to do of it but to have it again. */
const isOver: ReadonlySet<Booking['status']> = new Set([
  'to_settle',
  'completed',
  'closed',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
])
