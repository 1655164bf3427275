import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | Date | readonly string[] | { json: unknown }

const chunkBytes = 256 * 1024

/**
 * Rows buffered until their turn: one connection copies one table at a time, and a booking fills ten. Written in batches, parents before
 * children. Buffered as bytes, outside the heap: as strings, half of the loading would be garbage collection.
 */
export const table = (name: string, columns: readonly string[]) => {
  const chunks: Buffer[] = []
  let current = Buffer.allocUnsafe(0)
  let used = 0
  let rows = 0
  const close = () => {
    if (used > 0) chunks.push(current.subarray(0, used))
    used = 0
  }
  return {
    add(...values: Value[]) {
      rows += 1
      let line = ''
      for (const value of values) line += `${asText(value)}\t`
      line = `${line.slice(0, -1)}\n`
      // A character of UTF-16 takes at most three bytes.
      const most = line.length * 3
      if (used + most > current.length) {
        close()
        current = Buffer.allocUnsafe(Math.max(chunkBytes, most))
      }
      used += current.write(line, used)
    },
    /** Writes the rows so far; rows added in the meantime wait for the next time. */
    async write(client: pg.Client) {
      close()
      current = Buffer.allocUnsafe(0)
      const ready = chunks.splice(0)
      const stream = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
      const done = finished(stream)
      for (const chunk of ready) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
      stream.end()
      await done
      return rows
    },
  }
}
export type Table = ReturnType<typeof table>

const asText = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  if ('json' in value) return escaped(JSON.stringify(value.json))
  return escaped(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
}

const special = /[\\\t\n\r]/
const everySpecial = /[\\\t\n\r]/g
const escaped = (text: string) =>
  special.test(text)
    ? text.replace(everySpecial, (c) =>
        c === '\\' ? '\\\\' : c === '\t' ? '\\t' : c === '\n' ? '\\n' : '\\r',
      )
    : text
