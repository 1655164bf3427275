import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walkingMinutes } from '#contract/walking.ts'
import { areaOf, metersBetween, type PlaceOfHours } from '#web/parts/booking/area.ts'
import { PriceOf } from '#web/parts/booking/price-of.tsx'
import { SlotPicker, SlotsTrouble, type SlotPickerProps } from '#web/parts/booking/slot-picker.tsx'
import type { Point } from '#web/parts/map/projection.ts'
import { PlaceField, type Where } from '#web/parts/place/place-field.tsx'
import { askPosition } from '#web/parts/search/near-me.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Farther than this nobody walks: then it is told in kilometres. */
const longestWalkMinutes = 60

/** "Elegir zona": the places of an area, how far one walks there and what it costs; below, the hours of what is left. */
export default function ByArea({
  places,
  ...picker
}: Omit<SlotPickerProps, 'places'> & { places: readonly PlaceOfHours[] }) {
  const { readingOf, from, onChoose } = picker
  const [area, setArea] = useState<string>()
  const [space, setSpace] = useState<number | null>()
  const [point, setPoint] = useState<Point>()
  const answer = useQuery(readingOf(picker.startAt?.from ?? from))
  if (!answer.isSuccess) return <SlotsTrouble answer={answer} />
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
  const least = Math.min(...slots.map(({ totalCents }) => totalCents))
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
      <FromWhere onPoint={setPoint} />
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
                  <span className="block font-semibold">{place.businessName ?? place.name}</span>
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
                {price === undefined ? null : <PriceOf slot={price} least={least} />}
              </button>
            </li>
          )
        })}
      </ul>
      <SlotPicker {...picker} places={places} only={({ spaceId }) => isWanted(spaceId)} />
    </div>
  )
}

/** Places are shown to about a kilometre before a visit stands, and so is the way to them. */
const wayText = (meters: number) => {
  const minutes = Math.max(5, Math.round(walkingMinutes(meters) / 5) * 5)
  return minutes <= longestWalkMinutes
    ? `a unos ${minutes} min a pie`
    : `a unos ${Math.max(1, Math.round(meters / 1000))} km`
}

/** From where one walks: a place by its name, or where one is. */
const FromWhere = ({ onPoint }: { onPoint: (point: Point | undefined) => void }) => {
  const [where, setWhere] = useState<Where>({ location: '' })
  const [asking, setAsking] = useState<'busy' | 'unknown'>()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <PlaceField
            label="¿Desde dónde caminas?"
            value={where}
            onChange={setWhere}
            onPlace={(place) =>
              onPoint(
                place === undefined || place.latitude === null || place.longitude === null
                  ? undefined
                  : { latitude: place.latitude, longitude: place.longitude },
              )
            }
          />
        </div>
        <Button
          tone="secondary"
          busy={asking === 'busy'}
          onClick={async () => {
            setAsking('busy')
            const position = await askPosition()
            setAsking(position === undefined ? 'unknown' : undefined)
            if (position === undefined) return
            setWhere({ location: 'Cerca de mí' })
            onPoint({ latitude: Number(position.lat), longitude: Number(position.lng) })
          }}
        >
          Cerca de mí
        </Button>
      </div>
      {asking === 'unknown' ? (
        <p role="alert" className="text-sm text-chile">
          No pudimos saber dónde estás. Escribe una colonia.
        </p>
      ) : null}
    </div>
  )
}
