import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { suggestPlaces } from '#contract/search.ts'
import { reading } from '#web/api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field, Input } from '#web/ui/field.tsx'

export type Place = { location: string; city?: string; state?: string }

/**
 * Where: free text, with municipalities and neighbourhoods of Mexico as suggestions from two characters on, 300 ms
 * after the last key (spec §5). Typing after a choice forgets the chosen place.
 */
export const PlaceField = ({
  value,
  onChange,
  label = 'Ubicación',
  hideLabel,
}: {
  value: Place
  onChange: (place: Place) => void
  label?: string
  hideLabel?: boolean
}) => {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useSettled(value.location.trim(), 300)
  const wanted = open && input.length >= 2
  const { data: places = [], isError } = useQuery({
    ...reading(suggestPlaces, { query: { input } }),
    enabled: wanted,
  })
  const shown = wanted && places.length > 0

  const choose = (index: number) => {
    const place = places[index]
    if (place === undefined) return
    onChange({ location: place.main, city: place.city, state: place.state })
    setOpen(false)
    setActive(-1)
  }

  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={isError ? 'Escribe el nombre de tu negocio o dirección completa' : undefined}
    >
      {(control) => (
        <div className="relative">
          <MapPin
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
          />
          <Input
            {...control}
            name="location"
            role="combobox"
            autoComplete="off"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            placeholder={isError ? 'Nombre de tu negocio o dirección' : 'Ciudad, municipio o colonia'}
            value={value.location}
            onChange={(event) => {
              onChange({ location: event.target.value })
              setOpen(true)
              setActive(-1)
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (!shown) return
              if (event.key === 'ArrowDown') setActive((active + 1) % places.length)
              else if (event.key === 'ArrowUp') setActive((active - 1 + places.length) % places.length)
              else if (event.key === 'Enter' && active >= 0) choose(active)
              else if (event.key === 'Escape') setOpen(false)
              else return
              event.preventDefault()
            }}
            className="pl-11"
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Lugares sugeridos"
            className={classNames(
              'absolute inset-x-0 top-[calc(100%+4px)] z-30 max-h-72 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-high',
              !shown && 'hidden',
            )}
          >
            {places.map((place, index) => (
              <div
                key={place.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Before the field loses its focus.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(index)
                }}
                className={classNames(
                  'flex min-h-11 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5 hover:bg-sunk',
                  index === active && 'bg-sunk',
                )}
              >
                <span className="font-medium">{place.main}</span>
                <span className="text-sm text-muted">{place.secondary}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </Field>
  )
}

/** A value once it has stood still for a while. */
const useSettled = (value: string, milliseconds: number) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
