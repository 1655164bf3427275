import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvOf } from '#server/figures/table.ts'

const lineOf = (text: string) => csvOf(['a'], [[text]]).split('\r\n')[1]

test('a table starts with a UTF-8 byte order mark, ends lines with CRLF, and keeps numbers as numbers', () => {
  assert.equal(
    csvOf(['Espacio', 'Minutos', 'Neto', 'Vence'], [['Salón Ñandú', 90, { cents: -21_305 }, null]]),
    '\ufeffEspacio,Minutos,Neto,Vence\r\nSalón Ñandú,90,-213.05,\r\n',
  )
  assert.equal(csvOf(['a'], []), '\ufeffa\r\n')
  assert.equal(csvOf(['a'], [[{ cents: 5 }]]), '\ufeffa\r\n0.05\r\n')
})

test('user text never becomes a formula in a table', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['=1+1', "'=1+1"],
    ['+52 55', "'+52 55"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', `"'  =1"`.replace('"\'', "'").replace('"', '')],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['Sillas = 3', 'Sillas = 3'],
    ['Ana-Luz', 'Ana-Luz'],
  ]
  for (const [text, line] of cases) assert.equal(lineOf(text), line, text)
})

test('an RFC 4180 reader gets the same rows back, whatever the cells contain', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (rows) => {
      const [, ...found] = read(csvOf(['a', 'b'], rows).slice(1))
      assert.deepEqual(
        found.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
        rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
      )
      for (const cell of found.flat()) assert.doesNotMatch(cell, /^\s*[=+\-@]/)
    }),
  )
})

/** A small reader that follows RFC 4180 exactly. */
const read = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else for (; text[at] !== ',' && text.slice(at, at + 2) !== '\r\n'; at += 1) cell += text[at]
    row.push(cell)
    if (text[at] === ',') at += 1
    else {
      rows.push(row)
      row = []
      at += 2
    }
  }
  return rows
}
