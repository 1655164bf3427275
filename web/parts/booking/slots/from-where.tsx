import { useEffect, useState } from 'react'
import { startDraft } from '#web/parts/booking/slots/when-and-where.tsx'
import type { Point } from '#web/parts/map/projection.ts'
import { PlaceField, type Where } from '#web/parts/places/place-field.tsx'
import { askPosition } from '#web/parts/search/near-me.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Walk = { where: Where; point: Point | null }
const nowhere: Walk = { where: { location: '' }, point: null }

/** The start of the walk: a place by name, or the current location. */
export default function FromWhere({ onStart }: { onStart: (point: Point | null) => void }) {
  const form = useForm<Walk>({ initial: nowhere, draft: startDraft })
  const { where, point } = form.values
  useEffect(() => onStart(point), [point, onStart])
  const [progress, setProgress] = useState<'busy' | 'unknown'>()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <PlaceField
            label="¿Desde dónde caminas?"
            value={where}
            onChange={(where) => form.put({ where })}
            onPlace={(place) =>
              form.put({
                point:
                  place === undefined || place.latitude === null || place.longitude === null
                    ? null
                    : { latitude: place.latitude, longitude: place.longitude },
              })
            }
          />
        </div>
        <Button
          tone="secondary"
          busy={progress === 'busy'}
          onClick={async () => {
            setProgress('busy')
            const position = await askPosition()
            setProgress(position === undefined ? 'unknown' : undefined)
            if (position === undefined) return
            form.put({
              where: { location: 'Cerca de mí' },
              point: { latitude: Number(position.lat), longitude: Number(position.lng) },
            })
          }}
        >
          Cerca de mí
        </Button>
      </div>
      {progress === 'unknown' ? (
        <p role="alert" className="text-sm text-chile">
          No pudimos saber dónde estás. Escribe una colonia.
        </p>
      ) : null}
    </div>
  )
}
