import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import * as holds from '#contract/booking/hold.ts'
import type { Booking } from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { call, reading } from '#web/api.ts'
import { wholeOf } from '#web/parts/booking/summary/shell.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Nothing was booked: the three nearest times, each held with one press. */
export default function Alternatives({
  booking: one,
  token,
}: {
  booking: Booking
  token?: string | undefined
}) {
  const navigate = useNavigate()
  const answer = useQuery(
    reading(request.alternatives, { params: { id: one.id }, query: token === undefined ? {} : { t: token } }),
  )
  const holding = useMutation({
    mutationFn: (slot: Slot) => call(holds.hold, { body: { slotToken: slot.token } }),
    onSuccess: (held) => void navigate(paths.checkout(held.id)),
    // Another client was faster: loads other hours nearby.
    onError: () => void answer.refetch(),
  })
  const others = answer.data?.slots ?? []
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">{others.length > 0 ? 'Otros horarios cercanos' : 'Encuentra otra hora'}</h2>
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando otros horarios…</span>
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {others.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {others.map((slot) => (
            <li key={slot.startsAt}>
              <Button
                tone="secondary"
                size="small"
                busy={holding.isPending && holding.variables.token === slot.token}
                onClick={() => holding.mutate(slot)}
              >
                {shortOf(slot.startsAt, one.zone)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {holding.isError ? (
        <p role="alert" className="font-medium text-chile">
          {holding.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Link {...paths.booking(wholeOf(one))} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          Ver todos sus horarios
        </Link>
        <Link {...paths.search()} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          Buscar a alguien más
        </Link>
      </div>
    </Card>
  )
}
