import { useEffect, useRef } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { DayPart } from '#contract/platform/day-part.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { placeNames } from '#contract/service/modality.ts'
import { placeName } from '#contract/places/place-name.ts'
import { periods } from '#web/parts/booking/hours/day-parts.ts'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'
import { longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Day = { date: string; slots: readonly Slot[] }

export type PlaceName = Pick<
  PublicProfessional['places'][number],
  'spaceId' | 'name' | 'businessName' | 'neighbourhood' | 'city'
>

/**
 * The hours of one day by its parts: the hour first, and below it where, if there are several places. What all of them have in common
 * is said once: the place above, the list price with the service.
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
  /** The part of the day that was searched, or its first hours: they are scrolled to. */
  part?: DayPart | 'first' | undefined
}) => {
  const nameOf = placeOf(places, together)
  const isOnePlace = new Set(day.slots.map(nameOf)).size === 1
  const [first] = day.slots
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
          <span className="text-[0.9375rem] font-normal text-muted">{areaOf(places, together, first)}</span>
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
                ? 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]'
                : 'grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]',
            )}
          >
            {byHour(slots, isOnePlace).map((alike) => (
              <Hour
                key={alike[0]?.token}
                alike={alike}
                time={timeOf(alike[0]?.startsAt ?? '', zone)}
                isPlain={isPlain}
                hasPrices={hasPrices}
                nameOf={isOnePlace ? undefined : nameOf}
                chosen={chosen}
                onChoose={onChoose}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Scrolls to what was searched once, when it has come. */
const useScrolledTo = (part: DayPart | 'first' | undefined) => {
  const wanted = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (part !== undefined) wanted.current?.scrollIntoView({ block: 'center' })
  }, [part])
  return wanted
}

/** The business is enough where no two places are of the same. */
const placeOf = (places: readonly PlaceName[], together: string | undefined) => {
  const names = new Set(places.map(({ spaceId, businessName }) => businessName ?? spaceId))
  return ({ spaceId, modality }: Slot): string => {
    if (together !== undefined) return together
    const place = modality ? undefined : places.find((one) => one.spaceId === spaceId)
    if (place === undefined) return placeNames[modality ?? 'place']
    return names.size === places.length ? (place.businessName ?? placeName(place)) : placeName(place)
  }
}
const areaOf = (places: readonly PlaceName[], together: string | undefined, { spaceId, modality }: Slot) => {
  const place = together || modality ? undefined : places.find((one) => one.spaceId === spaceId)
  return place?.neighbourhood ?? place?.city
}

/** Those that begin together and differ by their place alone. */
const byHour = (slots: readonly Slot[], isOnePlace: boolean): (readonly Slot[])[] =>
  isOnePlace
    ? slots.map((slot) => [slot])
    : [...Map.groupBy(slots, ({ startsAt }) => startsAt).values()].toSorted((a, b) =>
        (a[0]?.startsAt ?? '') < (b[0]?.startsAt ?? '') ? -1 : 1,
      )

/** One hour: a button, or at several places the hour with a button for each. */
const Hour = ({
  alike,
  time,
  isPlain,
  hasPrices,
  nameOf,
  chosen,
  onChoose,
}: {
  alike: readonly Slot[]
  time: string
  isPlain: boolean
  /** They differ on this day; otherwise each is the list price, said with the service. */
  hasPrices: boolean
  nameOf: ((slot: Slot) => string) | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}) => {
  const isSeveral = alike.length > 1
  const buttons = alike.map((slot) => {
    const on = sameHour([slot], chosen) !== undefined
    return (
      <button
        key={slot.token}
        type="button"
        aria-pressed={on}
        onClick={() => onChoose(slot)}
        className={classNames(
          'flex min-h-12 flex-col justify-center rounded-md border px-3 py-1.5 leading-tight transition-colors',
          isPlain ? 'items-center text-center' : 'items-start text-left',
          on
            ? 'border-jacaranda bg-jacaranda text-on-jacaranda'
            : 'border-line bg-surface hover:border-jacaranda hover:bg-jacaranda-soft',
        )}
      >
        <span
          className={classNames(
            'flex w-full',
            isSeveral ? 'flex-col' : 'items-baseline justify-between gap-2',
          )}
        >
          <span className={isSeveral ? 'sr-only' : 'figures font-semibold'}>{time}</span>
          {isSeveral ? <span className="text-[0.9375rem] font-medium">{nameOf?.(slot)}</span> : null}
          {hasPrices ? <span className="figures text-sm">{formatCents(slot.totalCents)}</span> : null}
        </span>
        <Below slot={slot} name={isSeveral ? undefined : nameOf?.(slot)} on={on} />
      </button>
    )
  })
  return isSeveral ? (
    <div className="col-span-full grid grid-cols-[3.25rem_minmax(0,1fr)] gap-2 rounded-md bg-sunk/60 p-2">
      <p aria-hidden className="figures pt-3 pl-1 font-semibold">
        {time}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">{buttons}</div>
    </div>
  ) : (
    buttons
  )
}

/** Below the hour: what differs from the list price, how many seats, where. */
const Below = ({ slot, name, on }: { slot: Slot; name: string | undefined; on: boolean }) => {
  const { difference } = shownHour(slot)
  const said = [
    difference?.text,
    slot.seats ? `${slot.seats.left} de ${slot.seats.of} libres` : undefined,
    name,
  ].filter((one) => one !== undefined)
  return said.map((one) => (
    <span key={one} className={classNames('text-xs font-normal', on ? '' : 'text-muted')}>
      {one}
    </span>
  ))
}
