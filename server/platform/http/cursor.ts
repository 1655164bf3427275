/** Where a list continues: the sort key of the last row, sealed so that no client relies on its content. */
import * as z from 'zod/mini'
import { refuse } from '#server/platform/refuse.ts'

export const sealCursor = (order: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(order)).toString('base64url')

/** Refuses `invalid_input` for a cursor that is not ours. */
export const openCursor = <S extends z.ZodMiniType>(cursor: string, shape: S): z.output<S> => {
  const parsed = z.safeParse(shape, jsonOf(Buffer.from(cursor, 'base64url').toString()))
  return parsed.success ? parsed.data : refuse('invalid_input', { fields: [{ field: 'cursor' }] })
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
