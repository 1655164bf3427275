/** The stand-in's responses: Graph's errors, and only the selected and expanded fields. */
export class GraphError extends Error {
  override name = 'GraphError'
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

const bad = (message: string) => new GraphError(400, 'BadRequest', message)

/** `$select`; null: everything. */
export const selected = (query: URLSearchParams, known: readonly string[]): readonly string[] | null => {
  const names = query.get('$select')?.split(',') ?? null
  const strange = names?.find((name) => !known.includes(name))
  if (strange !== undefined) throw bad(`Could not find a property named '${strange}'.`)
  return names
}

const oneProperty = /^id eq '(String \{[\da-f-]{36}\} Name \w+)'$/

/** The extended properties to include; null: none. */
export const expanded = (query: URLSearchParams): readonly string[] | null => {
  const text = query.get('$expand')
  if (text === null) return null
  const [, filter = ''] = /^singleValueExtendedProperties\(\$filter=(.+)\)$/.exec(text) ?? []
  const ids = filter.split(' or ').map((part) => oneProperty.exec(part)?.[1])
  return ids.map((id) => {
    if (id === undefined) throw bad(`The query specified in the URI is not valid: ${text}`)
    return id
  })
}

const oneValue =
  /^singleValueExtendedProperties\/any\(ep: ep\/id eq '(String \{[\da-f-]{36}\} Name \w+)' and ep\/value eq '([^']*)'\)$/

/** The one supported filter; null: none. */
export const filtered = (query: URLSearchParams): { id: string; value: string } | null => {
  const text = query.get('$filter')
  if (text === null) return null
  const [, id, value] = oneValue.exec(text) ?? []
  if (id === undefined || value === undefined)
    throw new GraphError(400, 'ErrorInvalidUrlQueryFilter', `The filter is not valid: ${text}`)
  return { id, value }
}

export const requireKnown = (query: URLSearchParams, known: readonly string[]) => {
  const strange = [...query.keys()].find((name) => !known.includes(name))
  if (strange !== undefined) throw bad(`The query parameter '${strange}' is not known.`)
}

export const pick = <Value extends object>(value: Value, names: readonly string[]): Partial<Value> => {
  const picked: Partial<Value> = {}
  for (const name of Object.keys(value))
    if (isKey(value, name) && names.includes(name)) picked[name] = value[name]
  return picked
}
const isKey = <Value extends object>(value: Value, name: string): name is string & keyof Value =>
  name in value
