import { Link } from '@tanstack/react-router'
import { CalendarHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { guestBookings, GuestTab } from '#contract/booking/client/guest.ts'
import { ClientVisits } from '#web/parts/booking/client/visit-list.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Each visit as in a client's account; its own page shows the rest. */
export default function GuestVisits({
  tab,
  visits,
  more,
}: {
  tab: GuestTab
  visits: Visits
  more: ReactNode
}) {
  if (visits.length === 0) return <Nothing tab={tab} />
  return (
    <>
      <ClientVisits
        visits={visits.map(({ booking, t }) => ({ booking, token: t }))}
        firstOpen={tab !== 'past'}
      />
      {more}
    </>
  )
}

type Visits = Reply<typeof guestBookings>['visits']

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
