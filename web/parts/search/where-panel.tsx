import { useState } from 'react'
import { PlaceField } from '#web/parts/places/place-field.tsx'
import type { Where } from '#web/parts/places/place-field.tsx'
import { withoutPlace } from '#web/parts/search/chips.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const radii = ['2', '5', '10', '25', '50'] as const

/** A place by its name, or a distance around the visitor. */
export const WherePanel = ({
  search,
  onSearch,
  onClose,
}: {
  search: SearchState
  onSearch: (search: SearchState) => void
  onClose: () => void
}) => {
  const [where, setWhere] = useState<Where>({
    location: search.location ?? '',
    city: search.city,
    state: search.state,
  })
  return (
    <Card>
      <form
        aria-label="Dónde"
        onSubmit={(event) => {
          event.preventDefault()
          const location = where.location.trim()
          onSearch({ ...withoutPlace(search), ...(location === '' ? {} : { ...where, location }) })
          onClose()
        }}
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <PlaceField value={where} onChange={setWhere} />
        <Button type="submit" className="sm:mt-7.5">
          Buscar aquí
        </Button>
      </form>
      {search.lat === undefined ? null : (
        <Field label="A cuánto de ti" className="mt-4 max-w-60">
          {(control) => (
            <Select
              {...control}
              value={search.radiusKm ?? '10'}
              onChange={({ target }) => onSearch({ ...search, radiusKm: target.value })}
            >
              {[...new Set([...radii, search.radiusKm ?? '10'])].map((km) => (
                <option key={km} value={km}>
                  Hasta {km} km
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </Card>
  )
}
