import type { ReactNode } from 'react'
import { plainText } from '#contract/platform/plain-text.ts'

/** More than a screen of a telephone: then a list has a search. */
export const fewRecords = 10

export type Column<T> = {
  title: string
  /** What is sorted by; the search finds its texts. Null sorts last. */
  value: (one: T) => string | number | null
  /** What is shown, where that is not the value itself. */
  cell?: (one: T) => ReactNode
  isFigure?: boolean
  /** On a desk it stays on one line: whole, or cut at the end with all of it under the pointer. */
  line?: 'whole' | 'cut'
  /** A long list can be narrowed to one of its values: few, and the same for many rows. */
  isKind?: boolean
  /** Also on a telephone, at the end of the row: the state in a word. */
  isOnPhone?: boolean
}

/** The place of a column among all, and which way. */
export type Order = { column: number; descending: boolean }

const spanish = new Intl.Collator('es-MX', { numeric: true })

/** Those of whom every typed word is in some text of theirs. */
export const found = <T>(records: readonly T[], columns: readonly Column<T>[], typed: string): T[] => {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return records.filter((one) => {
    const text = plainText(columns.map(({ value }) => value(one) ?? '').join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** What each column is narrowed to, by its title. */
export type Narrowed = Readonly<Record<string, string>>

export const narrowed = <T>(records: readonly T[], columns: readonly Column<T>[], to: Narrowed): T[] =>
  records.filter((one) =>
    columns.every(({ title, value }) => to[title] === undefined || String(value(one) ?? '') === to[title]),
  )

/** By what a list can be narrowed: columns of kinds with more than one value, each value as often as it is there. */
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

/** Equal ones stay in the order in which they came. */
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
