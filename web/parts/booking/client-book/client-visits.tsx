import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { maxVisits, type OwnClientPage } from '#contract/booking/client/own-client.ts'
import { isOver } from '#contract/booking/status.ts'
import { serverNow } from '#web/server-clock.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

type Visits = OwnClientPage['visits']

/** The number of past visits shown before the rest is requested. */
const firstShown = 5

/** A confirmed visit whose hour is past waits to be completed: it is not coming. */
const isComing = ({ status, startsAt }: Visits[number]) =>
  status === 'in_progress' || (!isOver(status) && Date.parse(startsAt) > serverNow())

/** Coming visits, the next one first. Each leads to its day. */
export const ComingVisits = ({ visits }: Pick<OwnClientPage, 'visits'>) => (
  <Listed title="Próximas" visits={visits.filter(isComing).toReversed()} />
)

/** Past visits, the newest first; a few until the rest is requested. */
export const PastVisits = ({ visits }: Pick<OwnClientPage, 'visits'>) => {
  const [isOpen, setOpen] = useState(false)
  const past = visits.filter((visit) => !isComing(visit))
  const shown = isOpen ? past : past.slice(0, firstShown)
  return (
    <Listed title="Historial" visits={shown}>
      {shown.length === past.length ? null : (
        <Button tone="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
          Ver las {past.length}
        </Button>
      )}
      {isOpen && visits.length >= maxVisits ? (
        <p className="text-sm text-muted">Se muestran las {maxVisits} más recientes.</p>
      ) : null}
    </Listed>
  )
}

const Listed = ({ title, visits, children }: { title: string; visits: Visits; children?: ReactNode }) =>
  visits.length === 0 ? null : (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-xl">{title}</h2>
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
      {children}
    </section>
  )
