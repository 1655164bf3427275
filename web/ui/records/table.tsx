import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Column, Order } from '#web/ui/records/order.ts'

export type RowLook<T extends { id: number | string }> = {
  nameOf: (one: T) => string
  photoOf?: (one: T) => string | null | undefined
  /** Under the name on a phone, where there are no columns. */
  line: (one: T) => ReactNode
  /** Bulk selection. Rows that may not be selected have no checkbox. */
  selection?: {
    ids: readonly T['id'][]
    mayChoose: (one: T) => boolean
    onChange: (ids: readonly T['id'][]) => void
    /** On a phone a single record is acted on, in its sheet. */
    isOnDeskAlone?: boolean
  }
}

type Props<T extends { id: number | string }> = RowLook<T> & {
  label: string
  records: readonly T[]
  columns: readonly Column<T>[]
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
  onOpen: (id: T['id'] | undefined) => void
}

/** The first column is the name, which opens the row. */
export const RecordTable = <T extends { id: number | string }>(props: Props<T>) => {
  const { label, records, columns, selection } = props
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-t border-line">
        <thead className="text-left text-sm max-lg:hidden">
          <tr className="border-b border-line">
            {selection === undefined ? null : (
              <td className="w-11">
                <span className="sr-only">Elegir</span>
              </td>
            )}
            {columns.map((column, place) => (
              <Head key={column.title} {...props} column={column} place={place} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((one) => (
            <Row key={one.id} {...props} one={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Head = <T,>({
  column,
  place,
  order,
  onOrder,
}: {
  column: Column<T>
  place: number
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
}) => {
  const own = order?.column === place ? order : undefined
  return (
    <th
      scope="col"
      aria-sort={own === undefined ? 'none' : own.descending ? 'descending' : 'ascending'}
      className={classNames('px-3 font-semibold text-muted first:pl-0', column.isFigure && 'text-right')}
    >
      <button
        type="button"
        onClick={() =>
          onOrder(own?.descending ? undefined : { column: place, descending: own !== undefined })
        }
        className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
      >
        {column.title}
        {own === undefined ? null : own.descending ? (
          <ArrowDown aria-hidden className="size-4" />
        ) : (
          <ArrowUp aria-hidden className="size-4" />
        )}
      </button>
    </th>
  )
}

const Row = <T extends { id: number | string }>({
  one,
  columns,
  nameOf,
  photoOf,
  line,
  selection,
  onOpen,
}: Props<T> & { one: T }) => (
  <tr className="relative border-b border-line transition-colors hover:bg-sunk">
    {selection === undefined ? null : (
      <td className={classNames('relative z-1 w-11', selection.isOnDeskAlone && 'max-lg:hidden')}>
        {selection.mayChoose(one) ? <Choice one={one} nameOf={nameOf} selection={selection} /> : null}
      </td>
    )}
    <th scope="row" className="py-2.5 pr-3 text-left font-normal max-lg:w-full max-lg:align-middle">
      <div className="flex items-center gap-3">
        {photoOf === undefined ? null : (
          <Avatar name={nameOf(one)} src={photoOf(one)} size={44} shape="arch" />
        )}
        <div className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(one.id)}
            className="text-left font-semibold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-jacaranda"
          >
            {nameOf(one)}
          </button>
          <div className="text-sm text-muted lg:hidden">{line(one)}</div>
        </div>
      </div>
    </th>
    {columns.slice(1).map(({ title, value, cell = value, isFigure, isOnPhone, line: keeps }) => (
      <td
        key={title}
        className={classNames(
          'py-2.5 lg:px-3',
          isOnPhone ? 'max-lg:min-w-22' : 'max-lg:hidden',
          isFigure && 'figures text-right whitespace-nowrap',
          keeps === 'whole' && 'lg:whitespace-nowrap',
          // A cell without its own width takes the remaining one.
          keeps === 'cut' && 'lg:w-1/3 lg:max-w-0 lg:truncate',
        )}
        {...(keeps === 'cut' ? { title: String(value(one) ?? '') } : {})}
      >
        {cell(one)}
      </td>
    ))}
  </tr>
)

const Choice = <T extends { id: number | string }>({
  one,
  nameOf,
  selection,
}: {
  one: T
  nameOf: RowLook<T>['nameOf']
  selection: NonNullable<RowLook<T>['selection']>
}) => (
  <Checkbox
    label={<span className="sr-only">Elegir a {nameOf(one)}</span>}
    checked={selection.ids.includes(one.id)}
    onChange={({ target }) =>
      selection.onChange(
        target.checked ? [...selection.ids, one.id] : selection.ids.filter((id) => id !== one.id),
      )
    }
  />
)
