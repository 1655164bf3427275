import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { HostRequestSheet } from '#web/parts/booking/request/host-request-sheet.tsx'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useHostAnswer } from '#web/parts/booking/request/use-host-answer.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toastError } from '#web/ui/toast.ts'

/**
 * Visits whose host must answer by the agreement, and proposed hours for such visits, the most urgent first: accepted in one press,
 * everything else in the sheet. Nothing is shown while nothing is pending. `shown`: the one that a notification leads to.
 */
export const HostRequests = ({ shown }: { shown: string | undefined }) => {
  const navigate = useNavigate()
  const answer = useQuery(requestsReading('host'))
  const [openedId, open] = useState(shown)
  const [led, setLed] = useState(shown)
  // Another notification may lead to another one while this page is open.
  if (led !== shown) {
    setLed(shown)
    open(shown)
  }
  const { bookings = [], others = [] } = answer.data ?? {}
  const waiting = [
    ...bookings.map((one) => ({ one, until: one.request?.respondBy ?? one.startsAt })),
    ...others.map(({ booking, deadline }) => ({ one: booking, until: deadline })),
  ].toSorted((a, b) => a.until.localeCompare(b.until))
  const opened = waiting.find(({ one }) => one.id === openedId)
  const close = () => {
    open(undefined)
    if (shown !== undefined) void navigate({ ...paths.hostDashboard(), replace: true, resetScroll: false })
  }
  const isGone =
    shown !== undefined && answer.data !== undefined && waiting.every(({ one }) => one.id !== shown)
  return (
    <>
      {isGone ? (
        <p role="status" className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
          Esa cita ya no espera tu respuesta.
        </p>
      ) : null}
      {waiting.length === 0 ? null : (
        <Card role="region" aria-label="Citas por aceptar" className="flex flex-col gap-2">
          <h2 className="text-xl">Citas por aceptar</h2>
          <ol className="flex flex-col divide-y divide-line">
            {waiting.map(({ one, until }) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <RequestRow one={one} until={until} onOpen={() => open(one.id)} />
                {one.change === null ? <AcceptButton one={one} /> : null}
              </li>
            ))}
          </ol>
        </Card>
      )}
      {opened === undefined ? null : (
        <HostRequestSheet one={opened.one} until={opened.until} onClose={close} />
      )}
    </>
  )
}

const RequestRow = ({ one, until, onOpen }: { one: Booking; until: string; onOpen: () => void }) => {
  const refresh = useRefreshBookings()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-mx-2 flex min-h-14 min-w-64 flex-1 items-center gap-3 rounded-md px-2 py-1.5 text-left leading-snug hover:bg-sunk"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">
          {one.professional.firstName} {one.professional.lastName}
          {one.change === null ? '' : ' · otra hora'}{' '}
        </span>
        <span className="figures first-letter:uppercase">
          {dayOf(one.startsAt, one.zone)}, {timeOf(one.startsAt, one.zone)}–
          {timeOf(one.endsAt, one.zone)}{' '}
        </span>
        <span className="text-[0.9375rem] text-muted">
          {[one.place.unitName, one.place.name].filter(Boolean).join(', ')} ·{' '}
          <span className="font-semibold text-maiz-ink">
            <TimeLeft until={until} onEnd={() => void refresh()} />
          </span>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </button>
  )
}

const AcceptButton = ({ one }: { one: Booking }) => {
  const { accepting, move } = useHostAnswer(one)
  return (
    <Button
      size="small"
      busy={accepting.isPending}
      blocked={move('accept')?.allowed === false ? move('accept')?.reason : undefined}
      onClick={() =>
        accepting.mutate(undefined, { onError: (error) => toastError('No se pudo aceptar', error.message) })
      }
    >
      Aceptar<span className="sr-only"> la cita de {one.professional.firstName}</span>
    </Button>
  )
}
