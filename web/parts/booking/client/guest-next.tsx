import { Link } from '@tanstack/react-router'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { guestBookings } from '#contract/booking/client/guest.ts'
import { ClientVisits } from '#web/parts/booking/client/visit-list.tsx'
import { paths } from '#web/paths.ts'

/** On the home page of who booked without an account: what comes next, before anything is searched again. */
export default function GuestNext({ visit }: { visit: Reply<typeof guestBookings>['visits'][number] }) {
  return (
    <section aria-labelledby="guest-next" className="page pt-8">
      <div className="mx-auto flex max-w-form flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="guest-next" className="text-xl">
            Tu próxima cita
          </h2>
          <Link {...paths.guestBookings()} className="lone-link font-semibold text-jacaranda">
            Ver todas
          </Link>
        </div>
        <ClientVisits visits={[{ booking: visit.booking, token: visit.t }]} firstOpen />
      </div>
    </section>
  )
}
