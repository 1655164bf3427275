import { kindsOf } from '#web/parts/cards/search-state.ts'
import type { SearchType } from '#web/parts/cards/search-state.ts'

/** Every category (or type of space), in the order of the specification, as options of a select. */
export const CategoryOptions = ({ type }: { type: SearchType }) => (
  <>
    <option value="all">{type === 'spaces' ? 'Todos los tipos' : 'Todas las categorías'}</option>
    {Object.entries(kindsOf(type)).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
)
