import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { useAcceptRequest } from '#web/parts/booking/request/use-accept-request.ts'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { nameOf } from '#web/parts/booking/visit/appointment.tsx'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { dateIn, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const DeclineDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/request/decline-dialog.tsx')).DeclineDialog,
}))

const maxShown = 3

/**
 * The requests that await the professional, above the visits of the day: their hours are held. Today all of them, the most urgent first;
 * on another date those of that date. Nothing is shown while nothing is pending.
 */
export const DayRequests = ({ date, isToday }: { date: string; isToday: boolean }) => {
  const { data } = useQuery(requestsReading())
  // With a proposed hour it is the client's turn.
  const waiting = (data?.bookings ?? [])
    .filter(({ change }) => change === null)
    .filter(({ startsAt, zone }) => isToday || dateIn(startsAt, zone) === date)
  const shown = isToday ? waiting.slice(0, maxShown) : waiting
  const othersCount = isToday ? waiting.length - shown.length + (data?.others.length ?? 0) : 0
  if (shown.length + othersCount === 0) return null
  return (
    <Card role="region" aria-label="Por responder" className="flex flex-col gap-1 py-3">
      <h2 className="text-lg">Por responder</h2>
      {shown.length === 0 ? null : (
        <ol className="flex flex-col divide-y divide-line">
          {shown.map((one) => (
            <li key={one.id}>
              <RequestRow booking={one} />
            </li>
          ))}
        </ol>
      )}
      {othersCount === 0 ? null : (
        <Link
          {...paths.requests()}
          className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-md px-2 font-semibold text-jacaranda-deep hover:bg-sunk"
        >
          {shown.length === 0
            ? othersCount === 1
              ? '1 asunto espera tu respuesta'
              : `${othersCount} asuntos esperan tu respuesta`
            : `${othersCount} más por responder`}
          <ChevronRight aria-hidden className="size-5 shrink-0" />
        </Link>
      )}
    </Card>
  )
}

const RequestRow = ({ booking: one }: { booking: Booking }) => {
  const [declines, setDeclines] = useState(false)
  const { accepting, refresh, yes, no } = useAcceptRequest(one)
  const whose = <span className="sr-only"> la cita de {nameOf(one)}</span>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <RequestLink booking={one} onEnd={() => void refresh()} />
      <div className="flex gap-2">
        <Button
          size="small"
          busy={accepting.isPending}
          blocked={yes?.allowed === false ? yes.reason : undefined}
          onClick={() => accepting.mutate('this')}
        >
          Aceptar{whose}
        </Button>
        <Button
          tone="secondary"
          size="small"
          blocked={no?.allowed === false ? no.reason : undefined}
          onClick={() => setDeclines(true)}
        >
          Rechazar{whose}
        </Button>
      </div>
      {accepting.isError ? (
        <p role="alert" className="w-full font-medium text-chile">
          {accepting.error.message}
        </p>
      ) : null}
      {declines ? (
        <Suspense fallback={<Opening />}>
          <DeclineDialog booking={one} onDone={refresh} onClose={() => setDeclines(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Who asks for which hour, until when it is held; leads to all of the request. */
const RequestLink = ({ booking: one, onEnd }: { booking: Booking; onEnd: () => void }) => (
  <Link
    {...paths.requests(one.id)}
    className="-mx-2 flex min-h-14 min-w-56 flex-1 items-center gap-2 rounded-md px-2 py-1 leading-snug hover:bg-sunk"
  >
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{nameOf(one)} </span>
        {one.request === null ? null : (
          <span className="text-sm font-semibold text-maiz-ink">
            <TimeLeft until={one.request.respondBy} onEnd={onEnd} />{' '}
          </span>
        )}
      </span>
      <span className="figures text-[0.9375rem] first-letter:uppercase">
        {dayOf(one.startsAt, one.zone)}, {timeOf(one.startsAt, one.zone)}–{timeOf(one.endsAt, one.zone)}{' '}
      </span>
      <span className="truncate text-[0.9375rem] text-muted">
        {[one.service.name, one.place.unitName].filter(Boolean).join(' · ')}
      </span>
    </span>
    <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
  </Link>
)
