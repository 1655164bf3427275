import { lazy, Suspense, useState } from 'react'
import type { PlaceOfHours } from '#web/parts/booking/area.ts'
import { PickerSkeleton, SlotPicker, type SlotPickerProps } from '#web/parts/booking/slot-picker.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Come when they are asked for. */
const Soonest = lazy(() => import('#web/parts/booking/soonest.tsx'))
const ByArea = lazy(() => import('#web/parts/booking/by-area.tsx'))

const ways = { soonest: 'Lo antes posible', day: 'Elegir día', area: 'Elegir zona' } as const
type Way = keyof typeof ways

/** Three ways to the same hours: the soonest, by the day, or by where they are when there is more than one place. */
export const WhenAndWhere = ({
  places,
  isAnywhere,
  ...picker
}: Omit<SlotPickerProps, 'places'> & {
  places: readonly PlaceOfHours[]
  /** No place was chosen elsewhere. */
  isAnywhere: boolean
}) => {
  const [way, setWay] = useState<Way>('day')
  const shown: readonly Way[] =
    isAnywhere && places.length > 1 ? ['soonest', 'day', 'area'] : ['soonest', 'day']
  return (
    <>
      <div role="group" aria-label="Cómo buscar la hora" className="flex gap-1 rounded-md bg-sunk p-1">
        {shown.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === way}
            onClick={() => {
              setWay(one)
              picker.onChoose(undefined)
            }}
            className={classNames(
              'min-h-11 flex-1 rounded-sm px-1.5 text-[0.9375rem] leading-tight font-semibold transition-colors',
              one === way ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
            )}
          >
            {ways[one]}
          </button>
        ))}
      </div>
      {way === 'day' ? (
        <SlotPicker {...picker} places={places} />
      ) : (
        <Suspense fallback={<PickerSkeleton />}>
          {way === 'soonest' ? (
            <Soonest {...picker} places={places} />
          ) : (
            <ByArea {...picker} places={places} />
          )}
        </Suspense>
      )}
    </>
  )
}
