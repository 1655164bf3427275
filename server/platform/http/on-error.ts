import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/platform/refusals.ts'
import { logOutage, outageKindOf } from '#server/platform/database/outage.ts'
import { isBearer } from '#server/platform/http/origin.ts'
import { Refusal } from '#server/platform/refuse.ts'

/**
 * The final handler of every error: refusals as they are, a database that cannot do the work as 503, everything else as a 500 with a
 * reference number.
 */
export const onError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (hasLeft(request) && endsWithConnection(error)) {
    request.log.debug({ err: error, requestId: request.id }, 'the client left before its answer')
    return send(request, reply, clientLeft, { message: '', code: 'client_left' })
  }
  const outage = error instanceof Refusal ? undefined : outageKindOf(error)
  if (outage !== undefined) {
    logOutage(request.log, error)
    return onError(new Refusal(outage === 'conflict' ? 'busy' : 'database_unavailable'), request, reply)
  }
  if (error instanceof Refusal) {
    if (error.status === 503 || error.status === 429 || error.code === 'in_progress')
      reply.header('retry-after', String(secondsToWait(error.details)))
    return send(request, reply, error.status, {
      message: error.message,
      code: error.code,
      details: error.details,
    })
  }
  const status = statusOf(error)
  if (status < 500) {
    const refusal = new Refusal(codeByStatus[status] ?? 'invalid_input')
    return send(request, reply, status, { message: refusal.message, code: refusal.code })
  }
  request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  return send(request, reply, 500, {
    message: 'Error del servidor. Por favor intenta más tarde.',
    code: 'unexpected',
    details: { requestId: request.id },
  })
}

/** This response is not read; proxies and nginx's own logs know the number. */
const clientLeft = 499

/** The request itself is "destroyed" as soon as it has been read; only the connection shows it. */
const hasLeft = (request: FastifyRequest) => request.socket.destroyed

/** Thrown by reading, rendering or sending when the connection is gone. Any other error stays a bug of ours. */
const endsWithConnection = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    ('code' in error &&
      ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(
        String(error.code),
      )))

const secondsToWait = (details: unknown) =>
  typeof details === 'object' && details !== null && 'retryAfterSeconds' in details
    ? details.retryAfterSeconds
    : 2

const codeByStatus: Readonly<Record<number, RefusalCode>> = {
  404: 'not_found',
  403: 'forbidden',
  429: 'too_many_requests',
}

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

type Body = { message: string; code: string; details?: unknown }

const refusedCodes = new WeakMap<FastifyRequest, string>()
/** The code of the refusal that answered this request, if any. */
export const refusedCodeOf = (request: FastifyRequest) => refusedCodes.get(request)

/** Keys and apps get problem details (RFC 9457), with our own three members beside the standard ones. */
const send = (request: FastifyRequest, reply: FastifyReply, status: number, body: Body) => {
  refusedCodes.set(request, body.code)
  reply.code(status).header('cache-control', 'no-store')
  if (!isBearer(request)) return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  const challenge = challengeOf(status, body)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  const problem = { type: `urn:kalli:refusal:${body.code}`, title: body.message, status, ...body }
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem))
}

/** RFC 6750: what is wrong with the token. Header texts are plain ASCII. */
const challengeOf = (status: number, { code, details }: Body): string | undefined => {
  if (status === 401) return `Bearer realm="kalli", error="invalid_token", error_description="${code}"`
  if (code !== 'scope_missing') return undefined
  const scope =
    typeof details === 'object' && details !== null && 'scope' in details ? String(details.scope) : ''
  return `Bearer realm="kalli", error="insufficient_scope", scope="${scope}"`
}
