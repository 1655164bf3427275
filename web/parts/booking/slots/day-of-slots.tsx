import { useEffect, useRef } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import type { DayPart } from '#contract/platform/day-part.ts'
import { periods } from '#web/parts/booking/hours/day-parts.ts'
import { HourChoice } from '#web/parts/booking/hours/hour-choice.tsx'
import { areaOfHour, placeOf, type PlaceName } from '#web/parts/booking/hours/place-of-hour.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Day = { date: string; slots: readonly Slot[] }

/**
 * The slots of one day by part of the day: the time first, and below it the place, if there are several. What all share is shown once: the
 * place above, the list price with the service.
 */
export const DayOfSlots = ({
  day,
  zone,
  chosen,
  onChoose,
  places,
  together,
  part,
}: {
  day: Day
  zone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  places: readonly PlaceName[]
  together?: string | undefined
  /** The searched part of the day, or its first slots: scrolled to. */
  part?: DayPart | 'first' | undefined
}) => {
  const nameOf = placeOf(places, together)
  const isOnePlace = new Set(day.slots.map(nameOf)).size === 1
  const [first] = day.slots
  // Otherwise all cost the list price, which is shown with the service.
  const hasPrices = new Set(day.slots.map(({ totalCents }) => totalCents)).size > 1
  const isPlain =
    isOnePlace &&
    !hasPrices &&
    day.slots.every(({ price, seats }) => price === undefined && seats === undefined)
  const wanted = useScrolledTo(part)
  return (
    <div className="flex flex-col gap-5">
      {isOnePlace && first !== undefined ? (
        <h3 className="flex flex-wrap items-baseline gap-x-2 font-sans text-base font-semibold tracking-normal">
          {nameOf(first)}
          <span className="text-[0.9375rem] font-normal text-muted">
            {areaOfHour(places, together, first)}
          </span>
        </h3>
      ) : null}
      {periods(day.slots, zone).map(({ id, name, slots }, place) => (
        <div
          key={id}
          ref={id === part || (part === 'first' && place === 0) ? wanted : undefined}
          className="flex scroll-mt-24 flex-col gap-2"
        >
          <p className="text-sm text-muted">{name}</p>
          <div
            role="group"
            aria-label={`Horarios de la ${name.toLowerCase()}, ${longDate(day.date)}`}
            className={classNames(
              'grid gap-2',
              isPlain
                ? 'grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]'
                : 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]',
            )}
          >
            {byHour(slots, isOnePlace).map((alike) => (
              <div key={alike[0]?.token} className={alike.length > 1 ? 'col-span-full' : ''}>
                <HourChoice
                  alike={alike}
                  zone={zone}
                  hasPrice={hasPrices}
                  whereOf={isOnePlace ? undefined : nameOf}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Scrolls once to what was searched, when it is loaded. */
const useScrolledTo = (part: DayPart | 'first' | undefined) => {
  const wanted = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (part !== undefined) wanted.current?.scrollIntoView({ block: 'center' })
  }, [part])
  return wanted
}

/** Groups slots that begin together and differ only by place. */
const byHour = (slots: readonly Slot[], isOnePlace: boolean): (readonly Slot[])[] =>
  isOnePlace
    ? slots.map((slot) => [slot])
    : [...Map.groupBy(slots, ({ startsAt }) => startsAt).values()].toSorted((a, b) =>
        (a[0]?.startsAt ?? '') < (b[0]?.startsAt ?? '') ? -1 : 1,
      )
