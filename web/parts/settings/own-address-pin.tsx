import { lazy, Suspense, useId, useState } from 'react'
import { AddressPin } from '#web/parts/places/address-pin.tsx'
import type { ChosenPlace } from '#web/parts/settings/place-choice.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const PinMap = lazy(() => import('#web/parts/space/pin-map.tsx'))

/** The point where the professional receives clients, needed for check-in by position; the zone alone is only a neighbourhood. */
export const OwnAddressPin = ({
  place: { municipalityId, neighbourhood, city, state, latitude, longitude },
  address,
  onChange,
}: {
  place: ChosenPlace
  /** As typed in the form. */
  address: string
  onChange: (place: ChosenPlace) => void
}) => {
  const id = useId()
  const [isPlaced, setPlaced] = useState(address !== '')
  const move = ({ latitude, longitude }: Pick<ChosenPlace, 'latitude' | 'longitude'>) =>
    onChange({ municipalityId, neighbourhood, city, state, latitude, longitude })
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <p id={id} className="text-[0.9375rem] font-semibold">
        Tu puerta en el mapa <span className="font-normal text-muted">(opcional)</span>
      </p>
      <p className="text-sm text-muted">
        Mueve el mapa hasta que el pin quede en tu puerta: así puedes registrar tu llegada por ubicación. Se
        ve solo con una cita confirmada; antes, la zona.
      </p>
      <Suspense fallback={<Skeleton className="h-64 rounded-lg sm:h-80" />}>
        <PinMap
          point={{ latitude, longitude }}
          onPoint={(point) => {
            setPlaced(true)
            move(point)
          }}
        />
      </Suspense>
      <AddressPin
        question={{
          address: address.trim(),
          ...(neighbourhood === null ? {} : { neighbourhood }),
          city,
          state,
          near: { latitude, longitude },
        }}
        isPlaced={isPlaced}
        onFound={move}
      />
    </div>
  )
}
