/** The opaque cursor of a search: the reading of the question that matched, and the position of its walk. */
import * as z from 'zod/mini'
import { refuse } from '#server/platform/refuse.ts'
import type { Position } from '#server/search/candidates.ts'

export type Cursor = { reading: number; position: Position }

const Sent = z.tuple([
  z.int().check(z.minimum(0), z.maximum(9)),
  z.int().check(z.minimum(0), z.maximum(2 ** 18)),
  z.int().check(z.minimum(1), z.maximum(2 ** 18)),
  z.nullable(z.number()),
  z.nullable(z.int()),
])

export const writeCursor = ({ reading, position: { low, first, after } }: Cursor): string =>
  Buffer.from(JSON.stringify([reading, low, first, after?.score ?? null, after?.id ?? null])).toString(
    'base64url',
  )

/** Refuses `invalid_input` for a cursor that is not ours. */
export const readCursor = (text: string): Cursor => {
  const parsed = z.safeParse(Sent, fromJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success)
    return refuse('invalid_input', { fields: [{ field: 'cursor', problem: 'no es de esta búsqueda' }] })
  const [reading, low, first, score, id] = parsed.data
  return { reading, position: { low, first, after: score === null || id === null ? null : { score, id } } }
}

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
