import { amenities } from '#contract/categories.ts'
import { priceRanges } from '#contract/search.ts'
import type { SearchState, SearchType } from '#web/parts/search/chips.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type FilterName = 'verified' | 'priceRange' | 'rating' | 'availability' | 'amenities'
type Group = {
  name: FilterName
  title: string
  options: readonly (readonly [string, string])[]
  only?: SearchType
}

/** The filters and their values (spec §9): inside a group "or", between groups "and". */
const groups: readonly Group[] = [
  {
    name: 'availability',
    title: 'Disponibilidad',
    options: [
      ['today', 'Hoy'],
      ['this_week', 'Esta semana'],
      ['next_week', 'Próxima semana'],
      ['flexible', 'Flexible'],
    ],
  },
  {
    name: 'priceRange',
    title: 'Precio',
    options: [
      ['budget', priceRanges.budget.label],
      ['medium', priceRanges.medium.label],
      ['premium', priceRanges.premium.label],
      ['luxury', priceRanges.luxury.label],
    ],
  },
  {
    name: 'rating',
    title: 'Calificación',
    options: [
      ['4', '4+ estrellas'],
      ['4.5', '4.5+ estrellas'],
      ['4.8', '4.8+ estrellas'],
    ],
  },
  {
    name: 'verified',
    title: 'Verificación',
    options: [
      ['verified', 'Verificados'],
      ['top_rated', 'Mejor calificados'],
      ['new', 'Nuevos'],
    ],
  },
  { name: 'amenities', title: 'Amenidades', options: Object.entries(amenities), only: 'spaces' },
]

const valuesOf = (search: SearchState, name: FilterName) => (search[name] ?? '').split(',').filter(Boolean)

/** How many filters are on. */
export const filterCount = (search: SearchState) =>
  groups.reduce((count, group) => count + valuesOf(search, group.name).length, 0)

export const withoutFilters = (search: SearchState): SearchState => ({
  ...search,
  verified: undefined,
  priceRange: undefined,
  rating: undefined,
  availability: undefined,
  amenities: undefined,
})

/** Boxes to tick, by group. */
export const FilterPanel = ({
  type,
  search,
  onChange,
}: {
  type: SearchType
  search: SearchState
  onChange: (search: SearchState) => void
}) => (
  <div className="grid gap-x-6 gap-y-5 rounded-lg border border-line bg-surface p-5 sm:grid-cols-2 lg:grid-cols-1">
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
                  onChange({ ...search, [group.name]: next.join(',') || undefined })
                }}
              />
            ))}
          </fieldset>
        )
      })}
  </div>
)
