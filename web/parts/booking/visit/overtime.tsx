import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Timer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { mayContestOvertime } from '#contract/booking/settlement/dispute-moves.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { useHydrating } from '#web/ui/page/still.tsx'

const ReportDialog = lazy(() => import('#web/parts/booking/settlement/report-dialog.tsx'))

type Stayed = NonNullable<Booking['overtime']>
type Side = 'professional' | 'host'

const textOf = ({ minutes, chargedMinutes, cutShort }: Stayed) =>
  `Salida ${durationText(minutes)} después de lo pagado: se cobran ${durationText(chargedMinutes)}${cutShort ? ', hasta la siguiente reserva' : ''}.`

/** On the card of a visit or rent: the price of overtime, and where to contest it. */
export const OvertimeLine = ({ id, overtime, as }: { id: string; overtime: Booking['overtime']; as: Side }) =>
  overtime === null ? null : (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-maiz-soft px-4 py-2.5 text-[0.9375rem] text-maiz-ink">
      <span>
        <span className="font-semibold">Tiempo extra: {formatCents(overtime.amountCents)}.</span>{' '}
        {textOf(overtime)}
      </span>
      <Link
        {...(as === 'host' ? paths.hostAvailability({ problem: id }) : paths.problem(id))}
        className="lone-link font-semibold underline underline-offset-4"
      >
        Ver tiempo extra
      </Link>
    </p>
  )

/** The same as a card: until when it may be contested, and how. `otherwise`: there was no overtime. */
export const OvertimeCard = ({
  bookingId,
  as,
  otherwise,
}: {
  bookingId: string
  as: Side
  otherwise: ReactNode
}) => {
  const answer = useQuery({
    ...reading(contract.booking, { params: { id: bookingId }, query: { as } }),
    retry: false,
  })
  const [contests, setContests] = useState(false)
  const [now] = useState(() => new Date())
  const hydrating = useHydrating()
  if (answer.isPending) return <Skeleton className="h-44 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const one = answer.data
  if (one.overtime === null) return otherwise
  const may = mayContestOvertime(as, one, now)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <Timer aria-hidden className="mt-1 size-5 shrink-0 text-barro" />
        <div className="flex flex-col gap-1">
          <h2 className="text-xl">Tiempo extra: {formatCents(one.overtime.amountCents)}</h2>
          <p className="text-[0.9375rem] text-muted">
            {one.service.name}, {shortOf(one.startsAt, one.zone)}. {textOf(one.overtime)}
          </p>
        </div>
      </div>
      <p className="text-[0.9375rem]">
        {as === 'host'
          ? `Recibes tu parte, menos la comisión de Kalli. Puede decir que no fue así hasta el ${shortOf(one.overtime.contestBy, one.zone)}; después sale con tus depósitos.`
          : `Sale de lo que te toca${one.kind === 'rent' ? ' en tu próximo depósito' : ' por esta cita'}. ¿No te quedaste ese tiempo? Dilo hasta el ${shortOf(one.overtime.contestBy, one.zone)}: solo ese importe queda en pausa.`}
      </p>
      {as === 'professional' && !hydrating ? (
        <div>
          <Button
            tone="secondary"
            size="small"
            blocked={may.allowed ? undefined : may.reason}
            onClick={() => setContests(true)}
          >
            No me quedé ese tiempo
          </Button>
        </div>
      ) : null}
      {contests ? (
        <Suspense fallback={<Opening />}>
          <ReportDialog
            booking={one}
            as="professional"
            token={undefined}
            only="overtime"
            onClose={() => setContests(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}
