import { Link } from '@tanstack/react-router'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { guestBookings } from '#contract/booking/client/guest.ts'
import { HomePart } from '#web/parts/booking/client/home-part.tsx'
import { ClientVisits } from '#web/parts/booking/client/visit-list.tsx'
import { paths } from '#web/paths.ts'

/** On the home page of a client who booked without an account: the next visit, above the search. */
export default function GuestNext({ visit }: { visit: Reply<typeof guestBookings>['visits'][number] }) {
  return (
    <div className="page pt-8">
      <div className="mx-auto max-w-form">
        <HomePart title="Tu próxima cita" all={<AllVisits />}>
          <ClientVisits visits={[{ booking: visit.booking, token: visit.t }]} firstOpen />
        </HomePart>
      </div>
    </div>
  )
}

const AllVisits = () => (
  <Link {...paths.guestBookings()} className="lone-link font-semibold text-jacaranda">
    Ver todas
  </Link>
)
