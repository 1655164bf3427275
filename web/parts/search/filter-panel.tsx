import { useState } from 'react'
import { withCategory } from '#web/parts/search/chips.ts'
import { groups } from '#web/parts/search/filter-groups.ts'
import { filterCount, kindsOf, split, typeOf, withoutFilters } from '#web/parts/cards/search-state.ts'
import type { FilterName, SearchState } from '#web/parts/cards/search-state.ts'
import { withoutLoneOrder } from '#web/parts/search/said-chips.ts'
import { withoutDay } from '#web/parts/search/window.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

const valuesOf = (search: SearchState, name: FilterName) =>
  (search[name] ?? (name === 'modality' ? search.how : undefined) ?? '').split(',').filter(Boolean)

/** Checkboxes by group; categories (or types of space) are chips too, each a search of its own. */
export const FilterPanel = ({
  search: reported,
  onSearch,
}: {
  search: SearchState
  onSearch: (search: SearchState) => void
}) => {
  // A tick shows at once, and the next one builds on it, before the URL has changed.
  const [last, setLast] = useState(reported)
  const [search, setSearch] = useState(reported)
  if (last !== reported) {
    setLast(reported)
    setSearch(reported)
  }
  const go = (changed: SearchState) => {
    const next = withoutLoneOrder(changed)
    setSearch(next)
    onSearch(next)
  }
  const type = typeOf(search)
  const chosen = split(search.category)
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-x-6 gap-y-5 rounded-lg border border-line bg-surface p-5 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {groups
          .filter((group) => group.only === undefined || group.only === type)
          .map((group) => {
            const on = valuesOf(search, group.name)
            return (
              <fieldset key={group.name}>
                <legend className="mb-1 font-semibold">{group.title}</legend>
                {group.options.map(([value, label]) => (
                  <Checkbox
                    key={value}
                    label={label}
                    checked={on.includes(value)}
                    onChange={(event) => {
                      const next = event.target.checked ? [...on, value] : on.filter((one) => one !== value)
                      go({
                        ...(group.name === 'availability' && event.target.checked
                          ? withoutDay(search)
                          : search),
                        ...(group.name === 'modality' ? { how: undefined } : {}),
                        [group.name]: next.join(',') || undefined,
                      })
                    }}
                  />
                ))}
              </fieldset>
            )
          })}
        <fieldset>
          <legend className="mb-1 font-semibold">
            {type === 'spaces' ? 'Tipo de espacio' : 'Categorías'}
          </legend>
          {Object.entries(kindsOf(type)).map(([value, label]) => (
            <Checkbox
              key={value}
              label={label}
              checked={chosen.includes(value)}
              onChange={(event) => go(withCategory(search, value, event.target.checked))}
            />
          ))}
        </fieldset>
      </div>
      {filterCount(search) > 0 ? (
        <Button tone="quiet" size="small" onClick={() => go(withoutFilters(search))}>
          Quitar filtros
        </Button>
      ) : null}
    </div>
  )
}
