import { lazy, Suspense, useId } from 'react'
import type { ChosenPlace } from '#web/parts/settings/place-choice.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const PinMap = lazy(() => import('#web/parts/space/pin-map.tsx'))

/** Where exactly one receives: the zone says of which quarter it is, and an arrival by position asks for the door. */
export const OwnDoor = ({
  place: { municipalityId, neighbourhood, city, state, latitude, longitude },
  onChange,
}: {
  place: ChosenPlace
  onChange: (place: ChosenPlace) => void
}) => {
  const id = useId()
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
          onPoint={(point) => onChange({ municipalityId, neighbourhood, city, state, ...point })}
        />
      </Suspense>
    </div>
  )
}
