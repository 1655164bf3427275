/**
 * Rows as CSV (RFC 4180): UTF-8 with a byte order mark so that spreadsheets read accents, CRLF, quotes where needed. User input can never
 * become a formula. Pure.
 */

/** An amount of centavos stays a number; everything else may be user input. */
export type Cell = string | number | null | { readonly cents: number }

const mark = '\ufeff'
const end = '\r\n'

export const csvOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  mark + [heads, ...rows].map((row) => row.map(written).join(',') + end).join('')

const written = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return pesos(cell.cents)
  return quoted(harmless(cell))
}

/** 21375 → 213.75 */
const pesos = (cents: number) => {
  const whole = Math.trunc(Math.abs(cents) / 100)
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** Spreadsheets take a text for a formula that begins with one of these, also as a full-width sign or after blanks that they trim. */
const formula = /^[\s\u00a0\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
