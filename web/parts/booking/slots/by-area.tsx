import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeName } from '#contract/places/place-name.ts'
import { areaOf, metersBetween, wayText } from '#web/parts/booking/summary/area.ts'
import ByDay from '#web/parts/booking/slots/by-day.tsx'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { PriceOf } from '#web/parts/booking/slots/price-of.tsx'
import { SlotsProblem } from '#web/parts/booking/slots/slots-problem.tsx'
import type { Point } from '#web/parts/map/projection.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** "Elegir zona": the places of an area, with walking time and price; below, the slots of the remaining ones. */
export default function ByArea({
  point,
  ...hours
}: HoursProps & {
  /** The start of the walk, if given. */
  point: Point | undefined
}) {
  const { places, readingOf, from, onChoose } = hours
  const [area, setArea] = useState<string>()
  const [space, setSpace] = useState<number | null>()
  const answer = useQuery(readingOf(hours.startAt?.from ?? from))
  if (answer.data === undefined) return <SlotsProblem answer={answer} />
  const { zone, days } = answer.data
  const slots = days.flatMap((day) => day.slots)
  const metersTo = (place: Point) => (point === undefined ? 0 : metersBetween(point, place))
  const inArea = places
    .filter((place) => area === undefined || areaOf(place) === area)
    .toSorted((a, b) => metersTo(a) - metersTo(b))
  const cheapest = (spaceId: number | null) =>
    slots
      .filter((slot) => slot.spaceId === spaceId)
      .reduce<(typeof slots)[number] | undefined>(
        (best, slot) => (best === undefined || slot.totalCents < best.totalCents ? slot : best),
        undefined,
      )
  const isWanted = (spaceId: number | null) =>
    space === undefined ? inArea.some((place) => place.spaceId === spaceId) : spaceId === space
  return (
    <div className="flex flex-col gap-5">
      <div role="group" aria-label="Zona" className="flex flex-wrap gap-2">
        {[undefined, ...new Set(places.map(areaOf))].map((one) => (
          <Button
            key={one ?? ''}
            tone={one === area ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={one === area}
            onClick={() => {
              setArea(one)
              setSpace(undefined)
              onChoose(undefined)
            }}
          >
            {one ?? 'Todas'}
          </Button>
        ))}
      </div>
      <ul aria-label="Lugares" className="flex flex-col gap-2">
        {inArea.map((place) => {
          const next = slots.find(({ spaceId }) => spaceId === place.spaceId)
          const price = cheapest(place.spaceId)
          const on = space === place.spaceId
          return (
            <li key={place.spaceId ?? 'own'}>
              <button
                type="button"
                aria-pressed={on}
                onClick={() => {
                  setSpace(on ? undefined : place.spaceId)
                  onChoose(undefined)
                }}
                className={classNames(
                  'flex w-full items-baseline justify-between gap-3 rounded-md border p-4 text-left transition-colors',
                  on
                    ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
                    : 'border-line bg-surface hover:border-ink/50',
                )}
              >
                <span className="min-w-0">
                  <span className="block font-semibold">{placeName(place)}</span>
                  <span className="block text-[0.9375rem] text-muted">
                    {[areaOf(place), point === undefined ? '' : wayText(metersTo(place))]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <span className="block text-[0.9375rem]">
                    {next === undefined
                      ? 'Sin horarios en estas dos semanas'
                      : `Desde el ${shortOf(next.startsAt, zone)}`}
                  </span>
                </span>
                {price === undefined ? null : <PriceOf slot={price} />}
              </button>
            </li>
          )
        })}
      </ul>
      <ByDay {...hours} isWanted={isWanted} />
    </div>
  )
}
