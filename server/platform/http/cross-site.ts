import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/refuse.ts'

/**
 * Cookies travel with requests that other sites start; so a request that changes something must come from our own pages. The browser's
 * `Sec-Fetch-Site` decides, which no page can forge; older browsers send at least the origin, scheme included. Clients that are no
 * browser send neither and carry no victim's cookie.
 */
export const requireSameSite = (request: FastifyRequest, endpoint: Pick<Endpoint, 'method' | 'path'>) => {
  const navigates = navigationsThatAct.has(endpoint.path)
  if (endpoint.method === 'GET' && !navigates) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') refuse('cross_site')
    return
  }
  const { origin, referer } = request.headers
  // A link carries no Origin, at most the referring page.
  const from = origin ?? (navigates ? referer : undefined)
  if (from !== undefined && originIn(from) !== originOf(request)) refuse('cross_site')
}

/** The specification's two GETs with an effect (product.md §2 row 5). */
const navigationsThatAct = new Set(['/api/logout', '/api/login'])

/** The text `null` means an origin that the browser hides: it equals none. */
const originIn = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')
