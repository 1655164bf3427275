import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/refuse.ts'

/**
 * Cookies travel with requests that other sites start; so a request that changes something must come
 * from our own pages. The browser's own word settles it (`Sec-Fetch-Site`, which no page can write);
 * older browsers say at least where from, scheme included. Programs that are no browser say nothing and carry no
 * victim's cookie.
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
  // A link carries no Origin, only the page that contains it, if that.
  const from = origin ?? (navigates ? referer : undefined)
  if (from !== undefined && originIn(from) !== originOf(request)) refuse('cross_site')
}

/** The specification's two GETs that act (product.md §2 row 5). */
const navigationsThatAct = new Set(['/api/logout', '/api/login'])

/** `null` as text means an origin that the browser hides: it equals none. */
const originIn = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')
