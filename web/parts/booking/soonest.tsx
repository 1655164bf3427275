import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Slot } from '#contract/slot.ts'
import NoHours from '#web/parts/booking/no-hours.tsx'
import { PriceOf } from '#web/parts/booking/price-of.tsx'
import {
  daysShown,
  sameHour,
  SlotsTrouble,
  type SlotPickerProps,
  staleMs,
} from '#web/parts/booking/slot-picker.tsx'
import { leastOf, soonestOf } from '#web/parts/booking/soonest-slots.ts'
import { addDays, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A screenful on a phone. */
const firstShown = 6

/** "Lo antes posible": the next time at each place over the coming days, a list. */
export default function Soonest({
  places,
  together,
  readingOf,
  from: firstDay,
  chosen,
  onChoose,
  whenEmpty,
}: SlotPickerProps) {
  const [from, setFrom] = useState(firstDay)
  const [shown, setShown] = useState(firstShown)
  const answer = useQuery({ ...readingOf(from), refetchInterval: staleMs })
  if (!answer.isSuccess) return <SlotsTrouble answer={answer} />
  const { zone, days } = answer.data
  const all = soonestOf(days, zone)
  const least = leastOf(all)
  const later = () => {
    setFrom(addDays(from, daysShown))
    setShown(firstShown)
    onChoose(undefined)
  }
  if (all.length === 0) return <NoHours onLater={later} also={whenEmpty?.(from === firstDay ? null : from)} />
  const whereOf = ({ spaceId }: Slot) => {
    if (together !== undefined) return together
    const place = places.find((one) => one.spaceId === spaceId)
    const name = place?.businessName ?? place?.name ?? 'Lugar propio'
    return [name, place?.neighbourhood ?? place?.city].filter(Boolean).join(', ')
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Lo antes posible" className="flex flex-col gap-2">
        {all.slice(0, shown).map((slot) => {
          const on = sameHour([slot], chosen) !== undefined
          return (
            <li key={slot.token}>
              <button
                type="button"
                aria-pressed={on}
                onClick={() => onChoose(slot)}
                className={classNames(
                  'flex w-full items-baseline justify-between gap-3 rounded-md border p-4 text-left transition-colors',
                  on
                    ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
                    : 'border-line bg-surface hover:border-ink/50',
                )}
              >
                <span className="min-w-0">
                  <span className="block font-semibold first-letter:uppercase">
                    {dayOf(slot.startsAt, zone)},{' '}
                    <span className="figures">{timeOf(slot.startsAt, zone)}</span>
                  </span>
                  <span className="block text-[0.9375rem] text-muted">
                    {whereOf(slot)}
                    {slot.seats ? ` · ${slot.seats.left} de ${slot.seats.of} lugares libres` : ''}
                  </span>
                </span>
                <PriceOf slot={slot} least={least} />
              </button>
            </li>
          )
        })}
      </ul>
      <div className="flex gap-2">
        {shown < all.length ? (
          <Button tone="secondary" size="small" onClick={() => setShown(shown + firstShown)}>
            Ver más horarios
          </Button>
        ) : (
          <Button tone="secondary" size="small" onClick={later}>
            Ver las siguientes dos semanas
          </Button>
        )}
        {from === firstDay ? null : (
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              setFrom(firstDay)
              onChoose(undefined)
            }}
          >
            Volver a lo más pronto
          </Button>
        )}
      </div>
    </div>
  )
}
