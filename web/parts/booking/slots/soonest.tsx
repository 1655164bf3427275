import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { placeName } from '#contract/places/place-name.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { metersBetween, wayText } from '#web/parts/booking/summary/area.ts'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { PriceOf } from '#web/parts/booking/slots/price-of.tsx'
import { partOf } from '#web/parts/booking/hours/day-parts.ts'
import { daysShown, sameHour, staleMs } from '#web/parts/booking/hours/slots-reading.ts'
import { SlotsProblem } from '#web/parts/booking/slots/slots-problem.tsx'
import { soonestOf } from '#web/parts/booking/hours/soonest-slots.ts'
import type { Point } from '#web/parts/map/projection.ts'
import { addDays, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Comes with the first two weeks without hours. */
const NextDays = lazy(() => import('#web/parts/booking/slots/next-days.tsx'))

/** A screenful on a phone. */
const firstShown = 6

/** "Lo antes posible": one button with the very next hour, then the next ones over the coming days, with the places of each. */
export const Soonest = ({
  places,
  together,
  from: firstDay,
  readingOf,
  daysOf,
  startAt,
  chosen,
  onChoose,
  whenEmpty,
  point,
  part,
}: HoursProps & {
  /** From where one walks, if that was said. */
  point: Point | undefined
}) => {
  const [from, setFrom] = useState(startAt?.from ?? firstDay)
  const [more, setMore] = useState(0)
  const answer = useQuery({ ...readingOf(from), refetchInterval: staleMs })
  if (!answer.isSuccess) return <SlotsProblem answer={answer} />
  const { zone, days } = answer.data
  const every = soonestOf(days, zone)
  const searched = every.filter(
    ({ startsAt }) => part === undefined || part === 'first' || partOf(startsAt, zone) === part,
  )
  const all = searched.length === 0 ? every : searched
  // Who comes back to an hour that they chose sees it among the others.
  const shown = Math.max(firstShown, all.findIndex((slot) => sameHour([slot], chosen)) + 1) + more
  const lookFrom = (date: string) => {
    setFrom(date)
    setMore(0)
    onChoose(undefined)
  }
  if (all.length === 0)
    return (
      <Suspense>
        <NextDays
          title="Sin horarios en estas dos semanas"
          after={addDays(from, daysShown - 1)}
          daysOf={daysOf}
          onDay={lookFrom}
          also={whenEmpty?.(null, from)}
        />
      </Suspense>
    )
  const whereOf = ({ spaceId }: Slot) => {
    if (together !== undefined) return together
    const place = places.find((one) => one.spaceId === spaceId)
    const name = place === undefined ? 'Lugar propio' : placeName(place)
    const where = [name, place?.neighbourhood ?? place?.city].filter(Boolean).join(', ')
    return place === undefined || point === undefined
      ? where
      : `${where} · ${wayText(metersBetween(point, place))}`
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Lo antes posible" className="flex flex-col gap-2">
        {[...Map.groupBy(all.slice(0, shown), ({ startsAt }) => startsAt).values()].map((alike, place) => (
          <li key={alike[0]?.token}>
            <HourButtons
              alike={alike}
              isNext={place === 0 && from === firstDay}
              chosen={chosen}
              onChoose={onChoose}
              zone={zone}
              whereOf={whereOf}
            />
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        {shown < all.length ? (
          <Button tone="secondary" size="small" onClick={() => setMore(more + firstShown)}>
            Ver más horarios
          </Button>
        ) : (
          <Button tone="secondary" size="small" onClick={() => lookFrom(addDays(from, daysShown))}>
            Ver las siguientes dos semanas
          </Button>
        )}
        {from === firstDay ? null : (
          <Button tone="quiet" size="small" onClick={() => lookFrom(firstDay)}>
            Volver a lo más pronto
          </Button>
        )}
      </div>
    </div>
  )
}

/** An hour, and below it where: of several places each is a button. */
const HourButtons = ({
  alike,
  isNext,
  chosen,
  onChoose,
  zone,
  whereOf,
}: {
  alike: readonly Slot[]
  /** There is none sooner. */
  isNext: boolean
  chosen: Slot | undefined
  onChoose: HoursProps['onChoose']
  zone: string
  whereOf: (slot: Slot) => string
}) => {
  const [first] = alike
  if (first === undefined) return null
  const isSeveral = alike.length > 1
  const hour = (
    <>
      {isNext ? (
        <span className="block text-sm font-semibold text-agave">
          Lo antes posible<span className="sr-only">: </span>
        </span>
      ) : null}
      <span className="block font-semibold first-letter:uppercase">
        {dayOf(first.startsAt, zone)}, <span className="figures">{timeOf(first.startsAt, zone)}</span>
      </span>
    </>
  )
  const buttons = alike.map((slot) => {
    const on = sameHour([slot], chosen) !== undefined
    return (
      <button
        key={slot.token}
        type="button"
        aria-pressed={on}
        onClick={() => onChoose(slot)}
        className={classNames(
          'flex w-full items-baseline justify-between gap-3 rounded-md border text-left transition-colors',
          isSeveral ? 'px-4 py-3' : 'p-4',
          on
            ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
            : isNext && !isSeveral
              ? 'border-agave bg-surface hover:border-ink/50'
              : 'border-line bg-surface hover:border-ink/50',
        )}
      >
        <span className="min-w-0">
          {isSeveral ? <span className="sr-only">{hour}, </span> : hour}
          <span className="block text-[0.9375rem] text-muted">
            {whereOf(slot)}
            {slot.seats ? ` · ${slot.seats.left} de ${slot.seats.of} lugares libres` : ''}
          </span>
        </span>
        <PriceOf slot={slot} />
      </button>
    )
  })
  return isSeveral ? (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunk/60 p-2">
      <p aria-hidden className="px-2 pt-1">
        {hour}
      </p>
      {buttons}
    </div>
  ) : (
    buttons
  )
}
