import { useNavigate } from '@tanstack/react-router'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import Fold from '#web/ui/fold.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

export type Search = {
  tab?: 'agreements' | 'rules' | undefined
  show?: 'decided' | undefined
  application?: number | undefined
  vacancy?: number | undefined
  agreement?: number | undefined
  category?: Category | undefined
  level?: number | undefined
  rating?: number | undefined
  fit?: number | undefined
}

export const ApplicationFilters = ({ search }: { search: Search }) => {
  const navigate = useNavigate({ from: '/host-applications' })
  const set = (change: Partial<Search>) =>
    navigate({ search: { ...search, application: undefined, ...change } })
  const filters = [search.category, search.level, search.rating, search.fit].filter(
    (one) => one !== undefined,
  )
  return (
    <div>
      <Field label="Ver" hideLabel className="sm:w-56">
        {(control) => (
          <Select
            {...control}
            value={search.show ?? 'open'}
            onChange={({ target }) => set({ show: target.value === 'decided' ? 'decided' : undefined })}
          >
            <option value="open">Por responder</option>
            <option value="decided">Decididas</option>
          </Select>
        )}
      </Field>
      <Fold label="Filtros" value={filters.length === 0 ? 'Sin filtros' : String(filters.length)}>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Field label="Categoría">
            {(control) => (
              <Select
                {...control}
                value={search.category ?? ''}
                onChange={({ target }) =>
                  set({ category: isCategory(target.value) ? target.value : undefined })
                }
              >
                <option value="">Todas</option>
                {Object.entries(categories).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Choice
            label="Verificación"
            value={search.level}
            onChange={(level) => set({ level })}
            options={[
              [1, 'Nivel 1 o más'],
              [2, 'Nivel 2 o más'],
              [3, 'Nivel 3'],
            ]}
          />
          <Choice
            label="Calificación"
            value={search.rating}
            onChange={(rating) => set({ rating })}
            options={[
              [4, '4 o más'],
              [4.5, '4.5 o más'],
              [4.8, '4.8 o más'],
            ]}
          />
          <Choice
            label="Compatibilidad"
            value={search.fit}
            onChange={(fit) => set({ fit })}
            options={[
              [50, '50 % o más'],
              [75, '75 % o más'],
              [100, '100 %'],
            ]}
          />
        </div>
      </Fold>
    </div>
  )
}

const Choice = ({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  options: readonly (readonly [number, string])[]
}) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">Cualquiera</option>
        {options.map(([number, text]) => (
          <option key={number} value={number}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
