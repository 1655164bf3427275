/** What a tool is, and how it calls the API: in this process, with the assistant's token, by the public endpoints. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Call, Endpoint, Reply } from '#contract/platform/endpoint.ts'
import { includesScope, type Scope } from '#contract/platform/scope.ts'
import { insideHeaders } from '#server/developer/resource.ts'
import { bearerOf } from '#server/platform/http/bearer.ts'
import { askInside } from '#server/platform/http/origin.ts'
import type { Work } from '#server/platform/work.ts'

type Fields = Readonly<Record<string, z.ZodMiniType>>

export type Tool = {
  name: string
  /** For people, in Spanish; the description is for the assistant. */
  title: string
  description: string
  /** Null: also without an account. */
  scope: Scope | null
  /** Only for accounts that act as a professional. */
  isForProfessionals: boolean
  /** Read-only; or adds; or makes changes that may cost to undo. */
  hint: 'reads' | 'adds' | 'ends'
  input: z.ZodMiniType
  output: z.ZodMiniType
  run(ask: Ask, given: unknown): Promise<unknown>
}

type Shape<F extends Fields> = z.output<z.ZodMiniObject<F>>

/** Keeps the types of its schemas; both are parsed, so fields that the output does not declare never leave. */
export const tool = <const I extends Fields, const O extends Fields>(
  given: Omit<Tool, 'input' | 'output' | 'run' | 'isForProfessionals'> & {
    isForProfessionals?: boolean
    input: I
    output: O
    run(ask: Ask, given: Shape<I>): Promise<z.input<z.ZodMiniObject<O>>>
  },
): Tool => {
  const [input, output] = [z.strictObject(given.input), z.object(given.output)]
  return {
    ...given,
    isForProfessionals: given.isForProfessionals ?? false,
    input,
    output,
    run: async (ask, values) => {
      const parsed = z.safeParse(input, values)
      if (!parsed.success)
        throw new Refused(400, 'invalid_input', parsed.error.issues.map(problemOf).join('; ').slice(0, 500))
      return z.parse(output, await given.run(ask, parsed.data))
    },
  }
}

const problemOf = ({ path, message }: z.core.$ZodIssue) => `${path.join('.') || 'arguments'}: ${message}`

/** A refusal of the API, with its text for people. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const Problem = z.object({ code: z.string(), message: z.string() })

export type Ask = {
  work: Work
  /** One call in the user's name. Throws `Refused`. */
  call<E extends Endpoint>(endpoint: E, input?: Partial<Call<E>>, requestId?: string): Promise<Reply<E>>
}

export const askFor = (app: FastifyInstance, request: FastifyRequest, work: Work): Ask => {
  const token = bearerOf(request)
  const { credential } = work.viewer
  return {
    work,
    call: async (endpoint, input, requestId) => {
      // A call that needs no account is made without one if the token's scope does not include it.
      const isOwn =
        credential !== null &&
        (endpoint.access !== 'anyone' || includesScope(credential.scopes, 'search:read'))
      const isVisit = credential !== null && /^\/api\/(?:bookings|holds)/.test(endpoint.path)
      const answer = await askInside(app, request, {
        method: endpoint.method === 'GET' ? 'GET' : 'POST',
        url: addressOf(endpoint, input),
        ...(endpoint.body === undefined ? {} : { body: partOf(input, 'body') ?? {} }),
        headers: {
          ...insideHeaders,
          ...(isOwn || isVisit ? { authorization: `Bearer ${token ?? ''}` } : {}),
          ...(requestId === undefined ? {} : { 'idempotency-key': `mcp ${endpoint.path} ${requestId}` }),
        },
      })
      const body: unknown = answer.body === '' ? null : JSON.parse(answer.body)
      if (answer.statusCode < 400) {
        if (isReply(endpoint, body)) return body
        throw new Error(`${endpoint.path} answered what its contract does not say`)
      }
      const problem = z.safeParse(Problem, body)
      throw problem.success
        ? new Refused(answer.statusCode, problem.data.code, problem.data.message)
        : new Refused(answer.statusCode, 'unexpected', 'Error del servidor. Por favor intenta más tarde.')
    },
  }
}

const isReply = <E extends Endpoint>(endpoint: E, body: unknown): body is Reply<E> =>
  z.safeParse(endpoint.reply, body).success

const partOf = (whole: object | undefined, name: string): unknown =>
  whole === undefined ? undefined : Object.entries(whole).find(([key]) => key === name)?.[1]

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** Parameters are strings, numbers or booleans. */
const Parameter = z.union([z.string(), z.number(), z.boolean()])
const textOf = (value: unknown) => String(z.parse(Parameter, value))

const addressOf = (endpoint: Endpoint, input: object | undefined): string => {
  const params = new Map(entriesOf(partOf(input, 'params')))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(params.get(name) ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of entriesOf(partOf(input, 'query')))
    if (value !== undefined && value !== null) query.set(name, textOf(value))
  return query.size === 0 ? path : `${path}?${query}`
}
