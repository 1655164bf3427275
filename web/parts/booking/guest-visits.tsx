import { Link } from '@tanstack/react-router'
import { CalendarHeart } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { guestBookings, GuestTab } from '#contract/guest.ts'
import { BookingActions } from '#web/parts/booking/actions.tsx'
import BookAgain from '#web/parts/booking/book-again.tsx'
import { WayLink } from '#web/parts/booking/getting-there.tsx'
import { BookingBadge } from '#web/parts/booking/status.tsx'
import { BookingSummary } from '#web/parts/booking/summary.tsx'
import { Price } from '#web/parts/money/price.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Each visit with what can be done about it; its own page says the rest. */
export default function GuestVisits({
  tab,
  visits,
}: {
  tab: GuestTab
  visits: Reply<typeof guestBookings>['visits']
}) {
  if (visits.length === 0) return <Nothing tab={tab} />
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {visits.map(({ booking, t }) => (
        <li key={booking.id}>
          <VisitCard booking={booking} t={t} />
        </li>
      ))}
    </ul>
  )
}

const VisitCard = ({ booking: one, t }: { booking: Booking; t: string }) => {
  const [asks, setAsks] = useState<HTMLElement | null>(null)
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BookingBadge status={one.status} />
        {one.totalCents === null ? null : <Price cents={one.totalCents} className="font-semibold" />}
      </div>
      <div ref={setAsks} className="flex flex-col gap-3 empty:hidden" />
      <BookingSummary booking={one} />
      {one.status === 'confirmed' ? <p className="text-sm text-muted">{one.policy.text}</p> : null}
      <div className="mt-auto flex flex-wrap items-start gap-3 border-t border-line pt-4">
        <Link {...paths.bookingSuccess(one.id, t)} className={buttonClass({ size: 'small' })}>
          {one.status === 'awaiting_payment' ? 'Terminar el pago' : 'Abrir la cita'}
        </Link>
        {one.status === 'confirmed' ? <WayLink place={one.place} /> : null}
        <BookingActions booking={one} visit={one} as="client" token={t} inRow askIn={asks} />
        <BookAgain booking={one} />
      </div>
    </Card>
  )
}

const nothing: Readonly<Record<GuestTab, string>> = {
  upcoming: 'No tienes citas por venir',
  waiting: 'Nada espera respuesta ni pago',
  past: 'Todavía no hay citas pasadas',
}

const Nothing = ({ tab }: { tab: GuestTab }) => (
  <EmptyState
    icon={<CalendarHeart />}
    title={nothing[tab]}
    text="Aquí está lo que se reservó con ese celular o correo. Lo que reservaste con tu cuenta lo ves al iniciar sesión."
    action={
      <Link {...paths.search()} className={buttonClass()}>
        Buscar profesionales
      </Link>
    }
  />
)
