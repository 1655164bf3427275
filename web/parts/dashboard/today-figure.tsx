import { Link } from '@tanstack/react-router'
import { ArrowRight, Armchair } from 'lucide-react'
import type { HostDay } from '#contract/booking/day.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Meter } from '#web/ui/bars.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const shownAtOnce = 6

/** Who is there and who comes, and how full each space is today. */
export const TodayFigure = ({ day }: { day: HostDay }) => {
  const coming = day.spaces
    .flatMap(({ units, zone }) =>
      units.flatMap(({ name, bookings }) => bookings.map((booking) => ({ ...booking, unit: name, zone }))),
    )
    .filter(({ status }) => status === 'confirmed' || status === 'in_progress')
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const inUse = coming.filter(({ status }) => status === 'in_progress').length
  if (day.spaces.length === 0)
    return (
      <EmptyState
        icon={<Armchair />}
        title="Publica tu primer espacio"
        text="Nueve pasos, y puedes dejarlos a la mitad y volver."
        action={
          <Link {...paths.hostRegistration()} className={buttonClass()}>
            Publicar un espacio
          </Link>
        }
      />
    )
  return (
    <>
      <div className="flex flex-col gap-4">
        {day.spaces.map((space) => {
          const booked = space.units.reduce((sum, unit) => sum + unit.bookedMinutes, 0)
          const open = space.units.reduce((sum, unit) => sum + unit.openMinutes, 0)
          const income = space.units.reduce((sum, unit) => sum + unit.incomeCents, 0)
          return (
            <div key={space.spaceId} className="flex flex-col gap-1">
              <Meter
                label={space.name}
                share={open === 0 ? 0 : booked / open}
                text={
                  space.openMinutes === 0
                    ? 'cerrado'
                    : open === 0
                      ? 'todo del equipo de casa'
                      : `${Math.round((booked / open) * 100)} %`
                }
              />
              <p className="text-sm text-muted">
                {space.units.length === 1 ? '1 unidad' : `${space.units.length} unidades`} ·{' '}
                <Price cents={income} />
              </p>
            </div>
          )
        })}
      </div>
      {coming.length === 0 ? (
        <p className="text-muted">Nadie más llega hoy.</p>
      ) : (
        <div className="flex flex-col gap-1">
          <h3 className="text-base">
            {inUse === 0 ? 'Por llegar' : inUse === 1 ? 'Una unidad en uso' : `${inUse} unidades en uso`}
          </h3>
          <ol className="flex flex-col divide-y divide-line">
            {coming.slice(0, shownAtOnce).map((one) => (
              <li key={one.id} className="flex items-center gap-3 py-2.5">
                <span className="figures w-12 font-semibold">{timeOf(one.startsAt, one.zone)}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">
                    {one.professional.firstName} {one.professional.lastName}
                  </span>
                  <span className="block truncate text-sm text-muted">{one.unit}</span>
                </span>
                <BookingBadge as="host" status={one.status} rescue={one.rescue} />
              </li>
            ))}
          </ol>
          {coming.length > shownAtOnce ? (
            <p className="text-sm text-muted">Y {coming.length - shownAtOnce} más hoy.</p>
          ) : null}
        </div>
      )}
      <Link
        {...paths.hostAvailability()}
        className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
      >
        Ver el día por unidad
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </>
  )
}
