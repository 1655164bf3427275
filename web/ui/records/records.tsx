import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import Fold from '#web/ui/fold.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import {
  type Column,
  found,
  kindsOf,
  type Narrowed,
  narrowed,
  type Order,
  ordered,
  fewRecords,
} from '#web/ui/records/order.ts'
import { RecordSearch } from '#web/ui/records/search.tsx'
import { RecordTable, type RowLook } from '#web/ui/records/table.tsx'

const atOnce = 15

type Props<T extends { id: number | string }> = RowLook<T> & {
  /** The accessible name of the list: "Convenios". */
  label: string
  /** Most urgent first. */
  records: readonly T[]
  columns: readonly Column<T>[]
  /** Needs no more action: collapsed at the end. */
  isDone?: (one: T) => boolean
  /** "Terminados" */
  doneTitle?: string
  /** The id of the record open in the sheet. */
  opened: T['id'] | undefined
  onOpen: (id: T['id'] | undefined) => void
  /** Where not all rows are loaded: the caller searches on the server. */
  search?: { typed: string; onType: (text: string) => void; isOffered: boolean }
  /** The details of a record, in its sheet. */
  children: (one: T) => ReactNode
}

/** A searchable list of records: a table on a wide screen, rows on a phone, with all actions in a sheet. */
export const Records = <T extends { id: number | string }>(props: Props<T>) => {
  const {
    label,
    records,
    columns,
    isDone = () => false,
    doneTitle = 'Anteriores',
    opened,
    onOpen,
    search,
  } = props
  const [own, setOwn] = useState('')
  const { typed, onType: setTyped } = search ?? { typed: own, onType: setOwn }
  const [order, setOrder] = useState<Order>()
  const [only, setOnly] = useState<Narrowed>({})
  const [most, setMost] = useState(atOnce)
  const isSearched = typed.trim() !== '' || Object.keys(only).length > 0
  const listed = ordered(
    narrowed(found(records, columns, search === undefined ? typed : ''), columns, only),
    columns,
    order,
  )
  const current = isSearched ? listed : listed.filter((one) => !isDone(one))
  const done = isSearched ? [] : listed.filter(isDone)
  const one = records.find(({ id }) => id === opened)
  const table = (rows: readonly T[]) => (
    <RecordTable {...props} records={rows} order={order} onOrder={setOrder} />
  )
  return (
    <div className="flex flex-col gap-4">
      {(search?.isOffered ?? records.length > fewRecords) ? (
        <RecordSearch
          label={label}
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setMost(atOnce)
          }}
          count={isSearched ? listed.length : undefined}
          columns={columns}
          order={order}
          onOrder={setOrder}
          kinds={kindsOf(records, columns)}
          only={only}
          onNarrow={(next) => {
            setOnly(next)
            setMost(atOnce)
          }}
        />
      ) : null}
      {current.length === 0 ? (
        <p className="py-4 text-muted">{isSearched ? 'Nada con eso.' : 'Ahora ninguno.'}</p>
      ) : (
        <div>
          {table(current.slice(0, most))}
          <LoadMore
            has={current.length > most}
            busy={false}
            onMore={() => setMost(most + atOnce)}
            label={`Ver ${Math.min(atOnce, current.length - most)} más`}
          />
        </div>
      )}
      {done.length === 0 ? null : (
        <Fold label={doneTitle} value={String(done.length)}>
          {table(done)}
        </Fold>
      )}
      {one === undefined ? null : (
        <Dialog open onOpenChange={() => onOpen(undefined)} title={props.nameOf(one)} hideTitle>
          {props.children(one)}
        </Dialog>
      )}
    </div>
  )
}
