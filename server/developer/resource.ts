/** The resource of a token (RFC 8707): the API, or /mcp, which calls the API in this process with the same token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashToken, secretToken } from '#server/platform/tokens.ts'

export type Resource = 'api' | 'mcp'

/** The address that apps name, and that the metadata of RFC 9728 states. */
export const addressOf = (resource: Resource, publicUrl: string) => `${publicUrl}/${resource}`

/** Null: nothing of ours has this address. Without one it is the API. */
export const resourceOf = (address: string | undefined, publicUrl: string): Resource | null => {
  if (address === undefined || address === '') return 'api'
  const named = address.replace(/\/$/, '')
  if (named === publicUrl) return 'api'
  return (['api', 'mcp'] as const).find((one) => addressOf(one, publicUrl) === named) ?? null
}

/** Never leaves this process: it distinguishes a call by /mcp from one that came over the network. */
const inside = secretToken()
const insideHash = hashToken(inside)
export const insideHeader = 'kalli-inside'
export const insideHeaders = { [insideHeader]: inside } as const

export const audienceOf = (request: FastifyRequest): Resource => {
  const given = request.headers[insideHeader]
  const isInside = typeof given === 'string' && timingSafeEqual(hashToken(given), insideHash)
  return isInside || /^\/mcp(?:\?|$)/.test(request.url) ? 'mcp' : 'api'
}
