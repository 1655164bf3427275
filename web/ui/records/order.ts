import type { ReactNode } from 'react'
import { plainText } from '#contract/platform/plain-text.ts'

/** Longer than a phone's screen: the list then has a search. */
export const fewRecords = 10

export type Column<T> = {
  title: string
  /** The sort key; its texts are searched. Null sorts last. */
  value: (one: T) => string | number | null
  /** The content, where it is not the value itself. */
  cell?: (one: T) => ReactNode
  isFigure?: boolean
  /** On wide screens it stays on one line: whole, or truncated with a tooltip. */
  line?: 'whole' | 'cut'
  /** A category (few distinct values, each on many rows): long lists can be filtered by it. */
  isKind?: boolean
  /** Also shown on a phone, at the end of the row: a short status. */
  isOnPhone?: boolean
}

/** The index of a column, and the direction. */
export type Order = { column: number; descending: boolean }

const spanish = new Intl.Collator('es-MX', { numeric: true })

/** Rows in which every typed word occurs in some column. */
export const found = <T>(records: readonly T[], columns: readonly Column<T>[], typed: string): T[] => {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return records.filter((one) => {
    const text = plainText(columns.map(({ value }) => value(one) ?? '').join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** The filter of each column, by its title. */
export type Narrowed = Readonly<Record<string, string>>

export const narrowed = <T>(records: readonly T[], columns: readonly Column<T>[], to: Narrowed): T[] =>
  records.filter((one) =>
    columns.every(({ title, value }) => to[title] === undefined || String(value(one) ?? '') === to[title]),
  )

/** The filters of a list: category columns with more than one value, each value with its count. */
export const kindsOf = <T>(records: readonly T[], columns: readonly Column<T>[]) =>
  columns
    .filter(({ isKind }) => isKind)
    .map(({ title, value }) => ({
      title,
      values: [...Map.groupBy(records, (one) => String(value(one) ?? ''))]
        .map(([text, those]) => ({ text, count: those.length }))
        .filter(({ text }) => text !== '')
        .toSorted((one, other) => spanish.compare(one.text, other.text)),
    }))
    .filter(({ values }) => values.length > 1)

/** Stable: equal rows keep their order. */
export const ordered = <T>(
  records: readonly T[],
  columns: readonly Column<T>[],
  order: Order | undefined,
): T[] => {
  const column = order === undefined ? undefined : columns[order.column]
  if (order === undefined || column === undefined) return [...records]
  const way = order.descending ? -1 : 1
  return records.toSorted((a, b) => {
    const [one, other] = [column.value(a), column.value(b)]
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
    return way * compare(one, other)
  })
}

const compare = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : spanish.compare(String(one), String(other))
