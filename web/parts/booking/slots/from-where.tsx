import { useState } from 'react'
import type { Walk } from '#web/parts/booking/slots/when-and-where.tsx'
import { PlaceField } from '#web/parts/places/place-field.tsx'
import { askPosition } from '#web/parts/search/near-me.ts'
import { Button } from '#web/ui/button.tsx'

/** From where one walks: a place by its name, or where one is. */
export default function FromWhere({
  walk,
  onWalk,
}: {
  walk: Walk
  onWalk: (next: (before: Walk) => Walk) => void
}) {
  const [asking, setAsking] = useState<'busy' | 'unknown'>()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <PlaceField
            label="¿Desde dónde caminas?"
            value={walk.where}
            onChange={(where) => onWalk((before) => ({ ...before, where }))}
            onPlace={(place) =>
              onWalk((before) => ({
                ...before,
                point:
                  place === undefined || place.latitude === null || place.longitude === null
                    ? null
                    : { latitude: place.latitude, longitude: place.longitude },
              }))
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
            onWalk(() => ({
              where: { location: 'Cerca de mí' },
              point: { latitude: Number(position.lat), longitude: Number(position.lng) },
            }))
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
