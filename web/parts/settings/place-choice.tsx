import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { suggestPlaces } from '#contract/search/search.ts'
import { reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'

export type ChosenPlace = {
  municipalityId: number
  neighbourhood: string | null
  city: string
  state: string
  latitude: number
  longitude: number
}

/** A municipality, or a neighbourhood in one, from Kalli's own list: the timezone and the search depend on it. */
export const PlaceChoice = ({
  place,
  error,
  onChange,
}: {
  place: ChosenPlace | undefined
  error: string | undefined
  onChange: (place: ChosenPlace) => void
}) => {
  const [changing, setChanging] = useState(place === undefined)
  if (place && !changing)
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-[0.9375rem] font-semibold">Zona donde trabajas</p>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line px-4 py-2">
          <span className="flex min-w-0 items-center gap-2.5">
            <MapPin aria-hidden className="size-5 shrink-0 text-muted" />
            {[...new Set([place.neighbourhood, place.city, place.state])].filter(Boolean).join(', ')}
          </span>
          <Button tone="quiet" size="small" onClick={() => setChanging(true)}>
            Cambiar<span className="sr-only"> la zona donde trabajas</span>
          </Button>
        </div>
      </div>
    )
  return (
    <Suggestions
      error={error}
      onChoose={(chosen) => {
        onChange(chosen)
        setChanging(false)
      }}
    />
  )
}

const Suggestions = ({
  error,
  onChoose,
}: {
  error: string | undefined
  onChoose: (place: ChosenPlace) => void
}) => {
  const [typed, setTyped] = useState('')
  const input = useSettled(typed.trim(), 300)
  const { data: found = [] } = useQuery({
    ...reading(suggestPlaces, { query: { input } }),
    enabled: input.length >= 2,
  })
  // A whole state is not an accepted place.
  const places = input.length < 2 ? [] : found.filter(({ id }) => id > 0)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Zona donde trabajas"
        required
        error={error}
        hint="Escribe tu colonia o municipio y elígelo."
      >
        {(control) => (
          <Input
            {...control}
            required={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {places.length > 0 ? `${places.length} lugares. Elige uno de la lista.` : ''}
      </p>
      {places.length > 0 ? (
        <ul aria-label="Lugares" className="flex flex-col rounded-md border border-line p-1">
          {places.map((place) => (
            <li key={`${place.main} ${place.secondary}`}>
              <button
                type="button"
                onClick={() =>
                  onChoose({
                    municipalityId: place.id,
                    // "Roma Norte · Cuauhtémoc, Ciudad de México" is inside a municipality.
                    neighbourhood: place.neighbourhood === '' ? null : place.neighbourhood,
                    city: place.city,
                    state: place.state,
                    latitude: place.latitude,
                    longitude: place.longitude,
                  })
                }
                className="flex min-h-11 w-full flex-col justify-center rounded-sm px-3 py-1.5 text-left hover:bg-sunk"
              >
                <span className="font-medium">{place.main}</span>
                <span className="text-sm text-muted">{place.secondary}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
