import { formatCents } from '#contract/platform/money.ts'
import { placeNames } from '#contract/service/modality.ts'
import { placeName } from '#contract/places/place-name.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { periods } from '#web/parts/booking/hours/day-parts.ts'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'
import { longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { SlotGrid } from '#web/ui/slots.tsx'

type Day = { date: string; slots: readonly Slot[] }

export type PlaceName = Pick<
  PublicProfessional['places'][number],
  'spaceId' | 'name' | 'businessName' | 'neighbourhood' | 'city'
>

/** The hours of one day by place and part of the day. The prices differ by place only when they do; then each hour says its own. */
export const DayOfSlots = ({
  day,
  zone,
  chosen,
  onChoose,
  places,
  together,
}: {
  day: Day
  zone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  places: readonly PlaceName[]
  together?: string | undefined
}) => {
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
                {together ?? (place === undefined ? placeNames[modality ?? 'place'] : placeName(place))}
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
