import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { hourMs } from '#contract/platform/duration.ts'
import type { HostDay } from '#contract/booking/day.ts'
import { BookingActions } from '#web/parts/booking/visit/actions.tsx'
import { ArrivedBy } from '#web/parts/booking/visit/arrived-by.tsx'
import { TalkOfDay, TalkWith } from '#web/parts/booking/visit/talk-with.tsx'
import { OvertimeLine } from '#web/parts/booking/visit/overtime.tsx'
import { RegisteredOffline } from '#web/parts/offline/registered-offline.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { durationText, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

type Space = HostDay['spaces'][number]
type Unit = Space['units'][number]

/** One space on one day: each unit as a strip of its hours, with its income. */
export const SpaceDay = ({
  space,
  date,
  isComing,
}: {
  space: Space
  date: string
  /** Today or later: reasons that prevent rents can still be changed. */
  isComing: boolean
}) => {
  const span = spanOf(space)
  return (
    <Card className="flex flex-col gap-5">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-xl">{space.name}</h2>
        <p className="text-[0.9375rem] text-muted">
          {space.openMinutes === 0 ? 'Cerrado este día' : `Abierto ${durationText(space.openMinutes)}`}
        </p>
      </header>
      <ul className="flex flex-col gap-5">
        {space.units.map((unit) => (
          <li
            key={unit.unitId}
            className={
              unit.bookings.length === 0
                ? 'flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3'
                : 'flex flex-col gap-2'
            }
          >
            {unit.bookings.length === 0 ? (
              <div>
                <h3 className="font-sans text-base font-semibold tracking-normal">{unit.name}</h3>
                <p className="text-sm text-muted">Sin reservas</p>
              </div>
            ) : (
              <>
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <h3 className="font-sans text-base font-semibold tracking-normal">{unit.name}</h3>
                  <p className="text-sm text-muted">
                    <span className="figures">{share(unit.bookedMinutes, unit.openMinutes)}</span> ocupada ·
                    usada {durationText(unit.usedMinutes)} ·{' '}
                    <Price cents={unit.incomeCents} className="font-semibold text-ink" />
                  </p>
                </div>
                <Strip unit={unit} span={span} />
                <UnitBookings unit={unit} />
              </>
            )}
            {isComing && unit.bookedMinutes < unit.openMinutes ? (
              <WhyLink unit={unit} date={date} view="day">
                ¿Por qué no se renta?
              </WhyLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Link to what prevents professionals from renting a unit on a date. */
export const WhyLink = ({
  unit,
  date,
  view,
  children,
}: {
  unit: Pick<Unit, 'unitId' | 'name'>
  date: string
  view?: 'day'
  children: ReactNode
}) => (
  <Link
    {...paths.hostAvailability({ date, view, why: unit.unitId })}
    aria-label={`¿Por qué no se renta ${unit.name}?`}
    resetScroll={false}
    className="lone-link max-w-max text-[0.9375rem] font-semibold text-jacaranda"
  >
    {children}
  </Link>
)

const share = (part: number, whole: number) => (whole === 0 ? '0 %' : `${Math.round((part / whole) * 100)} %`)

/** The hours drawn; the list below gives the same to screen readers. */
const Strip = ({ unit, span }: { unit: Unit; span: { from: number; to: number } }) => (
  <div aria-hidden className="relative h-7 overflow-hidden rounded-sm bg-sunk">
    {unit.bookings.map((one) => {
      const left = ((Date.parse(one.startsAt) - span.from) / (span.to - span.from)) * 100
      const width = ((Date.parse(one.endsAt) - Date.parse(one.startsAt)) / (span.to - span.from)) * 100
      const over = one.status === 'completed' || one.status === 'closed'
      return (
        <span
          key={one.id}
          className={`absolute inset-y-0.5 rounded-xs ${over ? 'bg-agave' : one.status === 'in_progress' ? 'bg-barro' : 'bg-jacaranda'}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      )
    })}
  </div>
)

const MissingProfessional = lazy(() => import('#web/parts/booking/visit/missing-professional.tsx'))
const NoShowPanel = lazy(() => import('#web/parts/booking/visit/no-show.tsx'))

const UnitBookings = ({ unit }: { unit: Unit }) => (
  <details>
    <summary className="min-h-11 py-2.5 text-[0.9375rem] font-semibold text-jacaranda">
      {unit.bookings.length === 1 ? '1 reserva' : `${unit.bookings.length} reservas`}
    </summary>
    <BookingsOfUnit bookings={unit.bookings} />
  </details>
)

/** Bookings of a unit with all actions of their host. */
export const BookingsOfUnit = ({
  bookings,
  talks,
}: {
  bookings: Unit['bookings']
  /** The host's conversations with the professionals; where they are not loaded yet, those of each booking's day are. */
  talks?: HostDay['talks'] | undefined
}) => (
  <ul className="flex flex-col divide-y divide-line">
    {bookings.map((one) => (
      <li key={one.id} className="flex flex-col gap-3 py-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="figures font-semibold">
            {timeOf(one.startsAt, one.zone)}–{timeOf(one.endsAt, one.zone)}
          </span>
          <span className="min-w-40 flex-1">
            {one.professional.firstName} {one.professional.lastName}
            <span className="text-muted">
              {one.kind === 'rent'
                ? ' · renta directa'
                : ` con ${one.client?.firstName ?? 'su cliente'}${one.persons === 1 ? '' : ` · ${one.persons} personas`}${one.prepaid ? (one.rentCents ? ', en parte en sus horas rentadas' : ', en sus horas rentadas') : ''}`}
            </span>
          </span>
          <BookingBadge as="host" status={one.status} rescue={one.rescue} />
          {one.rentCents === null ? null : <Price cents={one.rentCents} className="font-semibold" />}
        </div>
        <OvertimeLine id={one.id} overtime={one.overtime} as="host" />
        <ArrivedBy booking={one} />
        <RegisteredOffline booking={one} />
        <Suspense>
          {one.kind === 'rent' ? null : one.status === 'confirmed' || one.status === 'in_progress' ? (
            <MissingProfessional booking={one} as="host" />
          ) : one.status === 'professional_no_show' ? (
            <NoShowPanel booking={one} as="host" />
          ) : null}
        </Suspense>
        <div className="flex flex-wrap items-start gap-3">
          {talks === undefined ? <TalkOfDay booking={one} /> : <TalkWith booking={one} talks={talks} />}
          <BookingActions booking={one} visit={one} as="host" inRow />
        </div>
      </li>
    ))}
  </ul>
)

/** From an hour before the first booking, at least nine to nine by the day's own bookings. */
const spanOf = (space: Space) => {
  const bookings = space.units.flatMap(({ bookings }) => bookings)
  const starts = bookings.map(({ startsAt }) => Date.parse(startsAt))
  const ends = bookings.map(({ endsAt }) => Date.parse(endsAt))
  if (starts.length === 0) return { from: 0, to: 12 * hourMs }
  const from = Math.floor(Math.min(...starts) / hourMs) * hourMs
  const to = Math.ceil(Math.max(...ends) / hourMs) * hourMs
  return { from, to: Math.max(to, from + 12 * hourMs) }
}
