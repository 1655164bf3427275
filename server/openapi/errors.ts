/** The refusals of an endpoint as responses: declared ones, and those that its access, its limit and its input imply. */
import type { Access, Endpoint } from '#contract/platform/endpoint.ts'
import { scopeOf } from '#contract/platform/scope.ts'
import { refusals, type RefusalCode } from '#contract/platform/refusals.ts'
import type { Json } from '#server/openapi/components.ts'

export const errorSchema = {
  type: 'object',
  description: 'A refusal. `code` is stable; `message` is Spanish and meant for the reader.',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { $ref: '#/components/schemas/ErrorCode' },
    details: { description: 'What a client may need to go on, by the code.' },
  },
} as const

const isCode = (text: string): text is RefusalCode => text in refusals
const refusalCodes = Object.keys(refusals).filter(isCode)

export const errorCodeSchema = {
  type: 'string',
  description: refusalCodes
    .map((code) => `- \`${code}\` (${refusals[code][0]}): ${refusals[code][1]}`)
    .join('\n'),
  enum: refusalCodes,
}

/** The same to a key or an app (RFC 9457). */
export const problemSchema = {
  allOf: [{ $ref: '#/components/schemas/Error' }],
  type: 'object',
  description:
    'A refusal of a call by a key or an app: problem details, with the members of `Error` beside them.',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string', description: '`urn:kalli:refusal:` and the code.' },
    title: { type: 'string', description: 'The message.' },
    status: { type: 'integer' },
  },
} as const

type Refusing = Omit<Endpoint, 'path' | 'summary' | 'reply'> & { path?: string }

/** Every call may be answered so. */
const always = ['too_many_requests', 'busy', 'database_unavailable'] as const satisfies RefusalCode[]

const byAccess = (access: Access): RefusalCode[] =>
  access === 'anyone' ? [] : access === 'account' ? ['not_signed_in'] : ['not_signed_in', 'forbidden']

/** Additional refusals of keys and apps. */
const byScope = ({ method, path = '', access }: Refusing): RefusalCode[] =>
  scopeOf({ method, path, access }) === null
    ? []
    : [
        'token_unknown',
        'token_expired',
        'token_revoked',
        'token_elsewhere',
        'scope_missing',
        'account_suspended',
        'unknown_version',
      ]

const impliedBy = ({ access, method, params, query, body, idempotent }: Refusing): RefusalCode[] => [
  ...byAccess(access),
  ...(params === undefined ? [] : (['not_found'] as const)),
  ...(query === undefined && body === undefined ? [] : (['invalid_input'] as const)),
  ...(method === 'GET' ? [] : (['cross_site'] as const)),
  ...(idempotent === true ? (['in_progress'] as const) : []),
]

/** Up to so many codes at one status make a response that several endpoints share. */
const sharedUpTo = 4

export type Errors = {
  /** The responses of an endpoint, by their statuses. */
  of(endpoint: Refusing): Json
  /** Responses that several endpoints share. Read last, when all endpoints have theirs. */
  shared(): Json
}

export const errorsOf = (): Errors => {
  const shared: Json = {}
  const referred = (codes: readonly RefusalCode[]): Json => {
    if (codes.length > sharedUpTo) return responseOf(codes)
    const name = codes.map(pascal).join('Or')
    shared[name] ??= responseOf(codes)
    return { $ref: `#/components/responses/${name}` }
  }
  return {
    of: (endpoint) => {
      const codes = [
        ...new Set([...(endpoint.refusals ?? []), ...impliedBy(endpoint), ...byScope(endpoint), ...always]),
      ].toSorted()
      const statuses = [...new Set(codes.map(statusOf))].toSorted((a, b) => a - b)
      return Object.fromEntries(
        statuses.map((status) => [
          String(status),
          referred(codes.filter((code) => statusOf(code) === status)),
        ]),
      )
    },
    shared: () => shared,
  }
}

const statusOf = (code: RefusalCode): number => refusals[code][0]

/** The message of each code is in the schema `ErrorCode`. */
const responseOf = (codes: readonly RefusalCode[]): Json => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error', properties: { code: { enum: codes } } },
    },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
})

const pascal = (code: RefusalCode) =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
