/** The stand-in's responses: Google's errors, and only the requested fields. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly retryAfter: number | undefined
  constructor(status: number, reason: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

type Fields = Map<string, Fields | null>

/** A partial response, by Google's `fields` ("items(id,start),nextPageToken", "a/b"). */
export const projected = (answer: object, fields: string): object => {
  const rest = { text: fields }
  const tree = readFields(rest)
  if (rest.text !== '') throw new ApiError(400, 'invalidParameter', `Invalid field selection ${fields}`)
  return pick(answer, tree)
}

const readFields = (rest: { text: string }): Fields => {
  const found: Fields = new Map()
  for (;;) {
    const [whole, name = ''] = /^([a-zA-Z]+)/.exec(rest.text) ?? []
    if (whole === undefined) throw new ApiError(400, 'invalidParameter', 'Invalid field selection')
    rest.text = rest.text.slice(whole.length)
    found.set(name, inside(rest))
    if (!rest.text.startsWith(',')) return found
    rest.text = rest.text.slice(1)
  }
}

const inside = (rest: { text: string }): Fields | null => {
  if (rest.text.startsWith('/')) {
    const [whole = '', name = ''] = /^\/([a-zA-Z]+)/.exec(rest.text) ?? []
    rest.text = rest.text.slice(whole.length)
    return new Map([[name, inside(rest)]])
  }
  if (!rest.text.startsWith('(')) return null
  rest.text = rest.text.slice(1)
  const fields = readFields(rest)
  if (!rest.text.startsWith(')')) throw new ApiError(400, 'invalidParameter', 'Invalid field selection')
  rest.text = rest.text.slice(1)
  return fields
}

const pick = (value: object, fields: Fields): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
      const inner = fields.get(name)
      if (inner === undefined || part === undefined) return []
      return [[name, inner === null ? part : within(part, inner)]]
    }),
  )

const within = (value: unknown, fields: Fields): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) => within(one, fields))
    : typeof value === 'object' && value !== null
      ? pick(value, fields)
      : value
