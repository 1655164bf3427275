import { Link } from '@tanstack/react-router'
import { Armchair, ArrowRight, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import type { HostDay } from '#contract/booking/day.ts'
import { BookingsOfUnit, WhyLink } from '#web/parts/booking/agenda/host-day.tsx'
import { unitNow, wentByWell, wrongWith } from '#web/parts/booking/agenda/unit-state.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import Fold from '#web/ui/fold.tsx'
import { useMinute } from '#web/ui/minute.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const UnitCode = lazy(() => import('#web/parts/booking/timeline/unit-code.tsx'))

type Unit = HostDay['spaces'][number]['units'][number]

/**
 * Today by unit: the current booking and its end, the next one, and problems. A unit opens its bookings of the day; units without any are
 * one line. `loadedAt`: the time of the page in milliseconds, until the browser's clock is known.
 */
export const HostToday = ({ day, loadedAt }: { day: HostDay; loadedAt: number }) => {
  const now = useMinute() || loadedAt
  const [openedId, open] = useState<number>()
  if (day.spaces.length === 0) return <NoSpace />
  const opened = day.spaces
    .flatMap(({ spaceId, units }) => units.map((unit) => ({ spaceId, unit })))
    .find(({ unit }) => unit.unitId === openedId)
  return (
    <>
      {day.spaces.map((space) => {
        const used = space.units.filter(({ bookings }) => bookings.length > 0)
        const free = space.units.filter(({ bookings }) => bookings.length === 0)
        return (
          <section key={space.spaceId} aria-label={space.name} className="flex flex-col gap-1">
            <h3 className="text-base">{space.name}</h3>
            {used.length === 0 ? null : (
              <ul className="flex flex-col divide-y divide-line">
                {used.map((unit) => (
                  <li key={unit.unitId}>
                    <UnitRow unit={unit} now={now} onOpen={() => open(unit.unitId)} />
                  </li>
                ))}
              </ul>
            )}
            {free.length === 0 ? null : (
              <p className="flex flex-wrap gap-x-3 text-[0.9375rem] text-muted">
                {space.openMinutes === 0 ? 'Cerrado hoy' : 'Sin reservas hoy. ¿Por qué?'}{' '}
                {space.openMinutes === 0
                  ? null
                  : free.map((unit) => (
                      <WhyLink key={unit.unitId} unit={unit} date={day.date}>
                        {unit.name}
                      </WhyLink>
                    ))}
              </p>
            )}
          </section>
        )
      })}
      <Link
        {...paths.hostAvailability({ view: 'day' })}
        className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
      >
        Ver el día por unidad
        <ArrowRight aria-hidden className="size-4" />
      </Link>
      {opened === undefined ? null : (
        <Dialog
          open
          onOpenChange={(stays) => (stays ? undefined : open(undefined))}
          title={`${opened.unit.name}, hoy`}
        >
          <UnitToday {...opened} now={now} talks={day.talks} />
        </Dialog>
      )}
    </>
  )
}

/** Coming bookings and problems first; those that went well are folded. Then the unit's code and blocking an hour of it. */
const UnitToday = ({
  unit: { unitId, bookings },
  spaceId,
  now,
  talks,
}: {
  unit: Unit
  spaceId: number
  now: number
  talks: HostDay['talks']
}) => {
  const [showsCode, setShowsCode] = useState(false)
  const past = bookings.filter((one) => wentByWell(one, now))
  const open = bookings.filter((one) => !wentByWell(one, now))
  return (
    <>
      {open.length === 0 ? (
        <p className="text-muted">Nadie más hoy.</p>
      ) : (
        <BookingsOfUnit bookings={open} talks={talks} />
      )}
      {past.length === 0 ? null : (
        <Fold label="Ya pasaron" value={String(past.length)}>
          <BookingsOfUnit bookings={past} talks={talks} />
        </Fold>
      )}
      <Fold label="Código de llegada" onToggle={setShowsCode}>
        {showsCode ? (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <UnitCode spaceId={spaceId} unitId={unitId} />
          </Suspense>
        ) : null}
      </Fold>
      <Link
        {...paths.hostAvailability({ open: 'block', unit: unitId })}
        className={buttonClass({ tone: 'secondary', size: 'small' }, 'mt-4')}
      >
        Bloquear una hora
      </Link>
    </>
  )
}

const fullName = ({ professional }: Pick<Booking, 'professional'>) =>
  `${professional.firstName} ${professional.lastName}`

const UnitRow = ({ unit, now, onOpen }: { unit: Unit; now: number; onOpen: () => void }) => {
  const { inside, next, later } = unitNow(unit.bookings, now)
  const wrong = unit.bookings.flatMap((one) => wrongWith(one, now) ?? []).slice(0, 1)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-left leading-snug hover:bg-sunk"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="font-semibold">{unit.name} </span>
          {wrong.map((text) => (
            <Badge key={text} tone="chile">
              {text}
            </Badge>
          ))}
        </span>
        {inside === undefined ? null : (
          <span className="truncate">
            {fullName(inside)}, hasta las{' '}
            <span className="figures font-semibold">{timeOf(inside.endsAt, inside.zone)}</span>{' '}
          </span>
        )}
        {next === undefined ? null : (
          <span className="truncate text-[0.9375rem] text-muted">
            <span className="figures font-semibold text-ink">
              {timeOf(next.startsAt, next.zone)}–{timeOf(next.endsAt, next.zone)}
            </span>{' '}
            {fullName(next)}
            {later === 0 ? '' : ` · y ${later} más`}
          </span>
        )}
        {inside === undefined && next === undefined ? (
          <span className="text-[0.9375rem] text-muted">
            Nadie más hoy · {unit.bookings.length === 1 ? '1 reserva' : `${unit.bookings.length} reservas`}
          </span>
        ) : null}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </button>
  )
}

const NoSpace = () => (
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
