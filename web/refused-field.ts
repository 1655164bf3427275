import { ApiError } from '#web/api.ts'

/** The server's message about a field, by its name in the body; nested names begin with it. */
export const refusedField = (error: unknown, name: string): string | undefined => {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null)
    return undefined
  const { details } = error
  if ('field' in details && details.field === name) return error.message
  if (!('fields' in details) || !Array.isArray(details.fields)) return undefined
  const fields: readonly unknown[] = details.fields
  for (const one of fields) {
    if (one === name) return revise
    if (typeof one !== 'object' || one === null || !('field' in one)) continue
    if (one.field !== name && !String(one.field).startsWith(`${name}.`)) continue
    return 'message' in one && typeof one.message === 'string' ? one.message : revise
  }
  return undefined
}

/** The error, unless a field of the form already shows it. */
export const formErrorOf = <E extends Error>(error: E | null, shown: readonly (string | undefined)[]) =>
  shown.some((text) => text !== undefined) ? null : error

/** The parser's `problem` of a field is not meant for the reader. */
const revise = 'Revisa este dato.'
