import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { Column, Order } from '#web/ui/records/order.ts'

/** What one looks for; and, where there are no heads of columns to press, the order. */
export const RecordSearch = <T,>({
  label,
  typed,
  onType,
  count,
  columns,
  order,
  onOrder,
}: {
  label: string
  typed: string
  onType: (text: string) => void
  /** How many were found; undefined where nothing is searched. */
  count: number | undefined
  columns: readonly Column<T>[]
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
}) => (
  <div className="flex items-end gap-3">
    <Field label={`Buscar en ${label.toLowerCase()}`} hideLabel className="flex-1">
      {(control) => (
        <Input
          {...control}
          type="search"
          value={typed}
          placeholder="Buscar"
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
    <Field label="Ordenar por" hideLabel className="w-36 lg:hidden">
      {(control) => (
        <Select
          {...control}
          value={order?.column ?? ''}
          onChange={({ target }) =>
            onOrder(target.value === '' ? undefined : { column: Number(target.value), descending: false })
          }
        >
          <option value="">Lo urgente</option>
          {columns.map(({ title }, place) => (
            <option key={title} value={place}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <p role="status" className="sr-only">
      {count === undefined ? '' : count === 1 ? '1 resultado' : `${count} resultados`}
    </p>
  </div>
)
