import { CalendarClock } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import type { Side } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** Another hour beside the requested one, with its price, to compare at a glance. */
export const HourForRequest = ({
  booking: one,
  change,
  as,
  onEnd,
}: {
  booking: Pick<Booking, 'startsAt' | 'zone'> & {
    totalCents?: number | null
    moneyWords?: string | undefined
    professional: { firstName: string }
  }
  change: NonNullable<Booking['change']>
  as: Side
  onEnd: () => void
}) => (
  <div className="flex items-start gap-2.5">
    <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0" />
    <div className="flex min-w-0 flex-col gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt>{as === 'client' ? 'Pediste' : 'Pidió'}</dt>
        <dd className="figures">{shortOf(one.startsAt, one.zone)}</dd>
        <dt>{as === 'client' ? 'Propone' : 'Propusiste'}</dt>
        <dd>
          <strong className="figures">{shortOf(change.startsAt, one.zone)}</strong>, {change.place}
        </dd>
        {typeof one.totalCents === 'number' ? (
          <>
            <dt>Precio</dt>
            <dd className="figures">{priceText(one.totalCents, change.differenceCents)}</dd>
          </>
        ) : null}
      </dl>
      <p className="text-[0.9375rem]">
        <TimeLeft until={change.expiresAt} onEnd={onEnd} />
        {as === 'client'
          ? ` para responder. Las dos horas siguen apartadas; si no respondes, sigue tu solicitud. ${one.moneyWords ?? ''}`
          : ' para que responda. Las dos horas siguen apartadas; si no la acepta, vuelves a tener la solicitud por responder.'}
      </p>
    </div>
  </div>
)

/** The professional proposes it, so it never costs more. */
const priceText = (totalCents: number, differenceCents: number) =>
  differenceCents === 0
    ? `${formatCents(totalCents)}, no cambia`
    : `${formatCents(totalCents + differenceCents)}: baja ${formatCents(-differenceCents)}`
