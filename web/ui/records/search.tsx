import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { Column, kindsOf, Narrowed, Order } from '#web/ui/records/order.ts'

/** The search field, and the order where there are no column headers to press. */
export const RecordSearch = <T,>({
  label,
  typed,
  onType,
  count,
  columns,
  order,
  onOrder,
  kinds,
  only,
  onNarrow,
}: {
  label: string
  typed: string
  onType: (text: string) => void
  /** The number of matches; undefined without a search. */
  count: number | undefined
  columns: readonly Column<T>[]
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
  /** The available filters, and the selected ones. */
  kinds: ReturnType<typeof kindsOf>
  only: Narrowed
  onNarrow: (only: Narrowed) => void
}) => (
  <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
    <Field label={`Buscar en ${label.toLowerCase()}`} hideLabel className="min-w-40 flex-1">
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
    {kinds.map(({ title, values }) => (
      <Field key={title} label={`${title}: cuál`} hideLabel className="min-w-36 max-lg:flex-1 lg:w-48">
        {(control) => (
          <Select
            {...control}
            value={only[title] ?? ''}
            onChange={({ target }) => {
              const { [title]: _before, ...others } = only
              onNarrow(target.value === '' ? others : { ...others, [title]: target.value })
            }}
          >
            <option value="">{title}: todo</option>
            {values.map(({ text, count }) => (
              <option key={text} value={text}>
                {text} ({count})
              </option>
            ))}
          </Select>
        )}
      </Field>
    ))}
    <p role="status" className="sr-only">
      {count === undefined ? '' : count === 1 ? '1 resultado' : `${count} resultados`}
    </p>
  </div>
)
