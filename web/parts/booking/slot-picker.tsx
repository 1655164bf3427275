import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import * as availability from '#contract/availability.ts'
import { type Modality, placeNames } from '#contract/modality.ts'
import type { Slot } from '#contract/slot.ts'
import { slotPriceNames } from '#contract/price-names.ts'
import { formatCents } from '#contract/money.ts'
import type { PublicProfessional } from '#contract/search.ts'
import { reading } from '#web/api.ts'
import { periods } from '#web/parts/booking/day-parts.ts'
import { addDays, dateIn, longDate, partsOfDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { DateStrip, SlotGrid } from '#web/ui/slots.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Come with the first days without hours, and with what is refused. */
const NoHours = lazy(() => import('#web/parts/booking/no-hours.tsx'))
const NearestDays = lazy(() => import('#web/parts/booking/nearest-days.tsx'))
const SlotsRefused = lazy(() => import('#web/parts/booking/slots-refused.tsx'))

export const daysShown = 14
/** What an hour is held by lasts fifteen minutes. */
export const staleMs = 600_000

/** The address of the times of two weeks, so that a loader and this picker ask the same question. */
export const slotsReading = (asked: {
  /** Without one: of anybody at the house. */
  professional?: number | undefined
  /** Whose services, one person after the other. */
  people: readonly (readonly number[])[]
  /** What is added to them: "3-1,3-2". */
  addOns?: string | undefined
  from: string
  space?: number | undefined
  business?: number | undefined
  /** Where it is no matter of places; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  /** By an own link. */
  channel?: 'own_link' | undefined
}) => {
  const { people, ...rest } = asked
  const [service = 0, ...more] = people.flat()
  return reading(availability.slots, {
    query: {
      ...rest,
      to: addDays(asked.from, daysShown - 1),
      ...(more.length === 0 ? { service } : { services: `${service},${more.join()}` }),
      ...(people.length < 2 ? {} : { persons: people.map(({ length }) => length).join() }),
    },
  })
}

type Place = Pick<
  PublicProfessional['places'][number],
  'spaceId' | 'name' | 'businessName' | 'neighbourhood' | 'city'
>

export const todayAt = (zone: string) => dateIn(Date.now(), zone)

export type SlotPickerProps = {
  /** By which each group of hours is called. */
  places: readonly Place[]
  /** All hours under this one name instead: it does not matter at which of its places. */
  together?: string | undefined
  /** What is asked for `daysShown` days from a date on. */
  readingOf: (from: string) => ReturnType<typeof slotsReading>
  from: string
  /** The day that is looked at first, and the first of the days around it. */
  startAt?: { from: string; date: string } | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot | undefined) => void
  /** What else can be done about a day without hours; no date: about all that are shown. */
  whenEmpty?: ((date: string | null) => ReactNode) | undefined
}

/**
 * Times that can really be booked, a list first: pick a day, pick an hour. The prices differ by place only
 * when they do; then each hour says its own.
 */
export const SlotPicker = ({
  places,
  together,
  readingOf,
  from: firstDay,
  startAt,
  chosen,
  onChoose,
  whenEmpty,
  only,
}: SlotPickerProps & {
  /** Of the hours that there are, those that are wanted. */
  only?: (slot: Slot) => boolean
}) => {
  const [from, setFrom] = useState(startAt?.from ?? firstDay)
  const [wantedDay, setWantedDay] = useState(startAt?.date)
  const answer = useQuery({ ...readingOf(from), refetchInterval: staleMs })
  if (!answer.isSuccess) return <SlotsTrouble answer={answer} />

  const { zone } = answer.data
  const days =
    only === undefined
      ? answer.data.days
      : answer.data.days.map((day) => ({ ...day, slots: day.slots.filter(only) }))
  const withSlots = days.filter((day) => day.slots.length > 0)
  const day = days.find(({ date }) => date === wantedDay) ?? withSlots[0]
  const move = (days: number) => {
    const next = addDays(from, days)
    setFrom(next < firstDay ? firstDay : next)
    setWantedDay(undefined)
    onChoose(undefined)
  }
  const label = zoneLabel(zone)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {label === null ? 'Hora del centro de México' : `Horarios en ${label}`}
        </p>
        <div className="flex gap-1">
          <Button tone="quiet" size="small" disabled={from <= firstDay} onClick={() => move(-daysShown)}>
            Antes
          </Button>
          <Button tone="quiet" size="small" onClick={() => move(daysShown)}>
            Más fechas
          </Button>
        </div>
      </div>
      <DateStrip
        days={days.map(({ date, slots }) => ({
          date,
          ...partsOfDate(date),
          empty: slots.length === 0,
          note:
            slots.length === 0
              ? 'sin horarios'
              : slots.length === 1
                ? '1 horario'
                : `${slots.length} horarios`,
        }))}
        chosen={day?.date}
        onChoose={(date) => {
          setWantedDay(date)
          onChoose(undefined)
        }}
      />
      {day === undefined ? (
        <Suspense>
          <NoHours onLater={() => move(daysShown)} also={whenEmpty?.(from === firstDay ? null : from)} />
        </Suspense>
      ) : (
        <DayOfSlots
          day={day}
          zone={zone}
          others={withSlots}
          chosen={chosen}
          onChoose={onChoose}
          onDay={setWantedDay}
          places={places}
          together={together}
          whenEmpty={whenEmpty}
        />
      )}
    </div>
  )
}

type Day = { date: string; slots: Slot[] }

const DayOfSlots = ({
  day,
  zone,
  others,
  chosen,
  onChoose,
  onDay,
  places,
  together,
  whenEmpty,
}: {
  day: Day
  zone: string
  others: readonly Day[]
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  onDay: (date: string) => void
  places: readonly Place[]
  together: string | undefined
  whenEmpty: ((date: string | null) => ReactNode) | undefined
}) => {
  if (day.slots.length === 0)
    return (
      <Suspense>
        <NearestDays date={day.date} others={others} onDay={onDay} also={whenEmpty?.(day.date)} />
      </Suspense>
    )
  const prices = new Set(day.slots.map(({ totalCents }) => totalCents))
  return (
    <div className="flex flex-col gap-6">
      {(together === undefined ? byPlace(day.slots) : [[null, day.slots] as const]).map(
        ([spaceId, slots]) => {
          const { modality } = slots[0] ?? {}
          const place = modality ? undefined : places.find((one) => one.spaceId === spaceId)
          return (
            <section key={spaceId ?? 'own'} className="flex flex-col gap-3">
              <h3 className="flex flex-wrap items-baseline gap-x-2 font-sans text-base font-semibold tracking-normal">
                {together ?? place?.businessName ?? place?.name ?? placeNames[modality ?? 'place']}
                <span className="text-[0.9375rem] font-normal text-muted">
                  {place?.neighbourhood ?? place?.city}
                </span>
              </h3>
              {periods(slots, zone).map(({ name, slots: part }) => (
                <div key={name} className="flex flex-col gap-2">
                  <p className="text-sm text-muted">{name}</p>
                  <SlotGrid
                    label={`Horarios de la ${name.toLowerCase()}, ${longDate(day.date)}`}
                    slots={part.map((slot) => ({
                      key: slot.token,
                      time: timeOf(slot.startsAt, zone),
                      ...(prices.size > 1 || slot.price || slot.seats ? { note: noteOf(slot) } : {}),
                    }))}
                    chosen={sameHour(part, chosen)?.token}
                    onChoose={(token) => {
                      const slot = part.find((one) => one.token === token)
                      if (slot !== undefined) onChoose(slot)
                    }}
                  />
                </div>
              ))}
            </section>
          )
        },
      )}
    </div>
  )
}

/** Read again, it has another token. */
export const sameHour = (slots: readonly Slot[], wanted: Slot | undefined) =>
  slots.find(({ startsAt, spaceId }) => startsAt === wanted?.startsAt && spaceId === wanted.spaceId)

/** "$552 hora valle": the tag says of the hour what its price is. */
const noteOf = ({ totalCents, price, seats }: Slot) =>
  seats
    ? `${seats.left} de ${seats.of} libres`
    : price === undefined
      ? formatCents(totalCents)
      : `${formatCents(totalCents)} ${slotPriceNames[price.kind].replace('Precio de ', '')}`

const byPlace = (slots: readonly Slot[]) => {
  const places = new Map<number | null, Slot[]>()
  for (const slot of slots) places.set(slot.spaceId, [...(places.get(slot.spaceId) ?? []), slot])
  return [...places]
}

/** Instead of hours that are not here, or not yet. */
export const SlotsTrouble = ({ answer }: { answer: Pick<UseQueryResult, 'error' | 'refetch'> }) =>
  answer.error === null ? (
    <PickerSkeleton />
  ) : (
    <Suspense fallback={<PickerSkeleton />}>
      <SlotsRefused error={answer.error} onRetry={() => answer.refetch()} />
    </Suspense>
  )

export const PickerSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <span className="sr-only">Cargando horarios…</span>
    <div className="flex gap-2 overflow-hidden">
      {Array.from({ length: 7 }, (_, place) => (
        <Skeleton key={place} className="h-20 w-17 shrink-0" />
      ))}
    </div>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
      {Array.from({ length: 10 }, (_, place) => (
        <Skeleton key={place} className="h-12" />
      ))}
    </div>
  </div>
)
