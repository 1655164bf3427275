import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import { metersBetween, wayText } from '#web/parts/booking/summary/area.ts'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { NextHour } from '#web/parts/booking/slots/next-hour.tsx'
import { partOf } from '#web/parts/booking/hours/day-parts.ts'
import { HourChoice } from '#web/parts/booking/hours/hour-choice.tsx'
import { areaOfHour, placeOf } from '#web/parts/booking/hours/place-of-hour.ts'
import { daysShown, sameHour, staleMs } from '#web/parts/booking/hours/slots-reading.ts'
import { SlotsProblem } from '#web/parts/booking/slots/slots-problem.tsx'
import { soonestOf } from '#web/parts/booking/hours/soonest-slots.ts'
import type { Point } from '#web/parts/map/projection.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'

/** Loaded with the first two weeks without slots. */
const NextDays = lazy(() => import('#web/parts/booking/slots/next-days.tsx'))

/** A screenful on a phone: the first slot, and two rows. */
const firstShown = 7

/** "Lo antes posible": one button with the first slot, then the next ones over the coming days, with the places of each. */
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
  /** The start of the walk, if given. */
  point: Point | undefined
}) => {
  const [from, setFrom] = useState(startAt?.from ?? firstDay)
  const [more, setMore] = useState(0)
  const answer = useQuery({ ...readingOf(from), refetchInterval: staleMs })
  if (answer.data === undefined) return <SlotsProblem answer={answer} />
  const { zone, days } = answer.data
  const every = soonestOf(days, zone)
  const searched = every.filter(
    ({ startsAt }) => part === undefined || part === 'first' || partOf(startsAt, zone) === part,
  )
  const all = searched.length === 0 ? every : searched
  // A client who comes back to a chosen slot sees it among the others.
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
  const isNow = from === firstDay
  return (
    <div className="flex flex-col gap-3">
      <SoonestList
        listed={all.slice(0, shown)}
        isNow={isNow}
        isOnePlace={new Set(every.map(({ spaceId }) => spaceId)).size === 1}
        {...{ zone, places, together, point, chosen, onChoose }}
      />
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
        {isNow ? null : (
          <Button tone="quiet" size="small" onClick={() => lookFrom(firstDay)}>
            Volver a lo más pronto
          </Button>
        )}
      </div>
    </div>
  )
}

/** The first slot as one button, and the following ones in the same grid as on a card. */
const SoonestList = ({
  listed,
  isNow,
  isOnePlace,
  zone,
  places,
  together,
  point,
  chosen,
  onChoose,
}: Pick<HoursProps, 'places' | 'together' | 'chosen' | 'onChoose'> & {
  listed: readonly Slot[]
  /** No slot is earlier than the first. */
  isNow: boolean
  isOnePlace: boolean
  zone: string
  point: Point | undefined
}) => {
  const nameOf = placeOf(places, together)
  const wayOf = ({ spaceId }: Slot) => {
    const place = together === undefined ? places.find((one) => one.spaceId === spaceId) : undefined
    return place === undefined || point === undefined ? undefined : wayText(metersBetween(point, place))
  }
  const [next] = isNow ? listed : []
  // Otherwise all cost the same as the first.
  const hasPrices = next === undefined || new Set(listed.map(({ totalCents }) => totalCents)).size > 1
  return (
    <ul aria-label="Lo antes posible" className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
      {next === undefined ? null : (
        <li className="col-span-full">
          <NextHour
            slot={next}
            zone={zone}
            where={[nameOf(next), areaOfHour(places, together, next)].filter(Boolean).join(', ')}
            way={wayOf(next)}
            chosen={chosen}
            onChoose={onChoose}
          />
        </li>
      )}
      {[
        ...Map.groupBy(next === undefined ? listed : listed.slice(1), ({ startsAt }) => startsAt).values(),
      ].map((alike) => (
        <li key={alike[0]?.token} className={alike.length > 1 ? 'col-span-full' : ''}>
          <HourChoice
            alike={alike}
            zone={zone}
            hasDay
            hasPrice={hasPrices}
            whereOf={
              isOnePlace && point === undefined
                ? undefined
                : (slot) => [nameOf(slot), wayOf(slot)].filter(Boolean).join(' · ')
            }
            chosen={chosen}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  )
}
