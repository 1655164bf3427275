import { categories } from '#contract/categories.ts'

/** Every category, in the order of the specification, as options of a select. */
export const CategoryOptions = () => (
  <>
    <option value="all">Todas las categorías</option>
    {Object.entries(categories).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
)
