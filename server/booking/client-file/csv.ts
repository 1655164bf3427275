/** Rows of a CSV file (RFC 4180) as programs write it: commas, semicolons or tabs, any line end, quotes where needed. Pure. */

type CsvRow = { line: number; cells: readonly string[] }

const separators = [',', ';', '\t'] as const

/** The separator that is most frequent in the first line, outside quotes. */
const separatorOf = (text: string): string => {
  const end = text.search(/[\r\n]/)
  const head = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counted = separators.map((sign) => ({ sign, count: head.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

/** Rows that are not empty, with the number of the line on which each begins. An unclosed quote ends with the file. */
export const csvRows = (text: string): CsvRow[] => {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begins = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: begins, cells })
    cells = []
    cell = ''
  }
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place)
    if (isQuoted) {
      if (sign === '\n') line += 1
      if (sign !== '"') cell += sign
      else if (text.charAt(place + 1) === '"') {
        cell += '"'
        place += 1
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(place + 1) === '\n') place += 1
      endRow()
      line += 1
      begins = line
    } else cell += sign
  }
  endRow()
  return rows
}
