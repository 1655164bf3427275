import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/platform/money.ts'
import { maxVisits, type OwnClientPage } from '#contract/booking/client/own-client.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

/** Her visits, the newest first, each with a way to its day. */
export const ClientVisits = ({ visits }: Pick<OwnClientPage, 'visits'>) =>
  visits.length === 0 ? null : (
    <section aria-labelledby="client-visits" className="flex flex-col gap-3">
      <h2 id="client-visits" className="text-xl">
        Historial
      </h2>
      <ol className="flex flex-col divide-y divide-line">
        {visits.map((visit) => (
          <li
            key={visit.id}
            className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm py-3 hover:bg-sunk"
          >
            <span className="min-w-0">
              <Link
                {...paths.appointments({ visit: visit.id })}
                className="block font-semibold wrap-anywhere underline decoration-line underline-offset-4 after:absolute after:inset-0"
              >
                {visit.service}
              </Link>
              <span className="figures block text-sm text-muted">
                {shortOf(visit.startsAt, visit.zone)} · {formatCents(visit.totalCents)}
              </span>
            </span>
            <BookingBadge as="professional" status={visit.status} />
          </li>
        ))}
      </ol>
      {visits.length < maxVisits ? null : (
        <p className="text-sm text-muted">Se muestran las {maxVisits} más recientes.</p>
      )}
    </section>
  )
