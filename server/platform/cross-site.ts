import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuse } from '#server/platform/refuse.ts'

/**
 * Cookies travel with requests that other sites start; so a request that changes something must come
 * from our own pages: by the browser's own word (`Sec-Fetch-Site`), and by `Origin` where it says one.
 * Programs that are no browser send neither and carry no cookie of a victim.
 */
export const requireSameSite = (request: FastifyRequest, endpoint: Pick<Endpoint, 'method' | 'path'>) => {
  const changes = endpoint.method !== 'GET' || navigationsThatAct.has(endpoint.path)
  if (!changes) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse('cross_site')
  const origin = request.headers.origin
  if (origin !== undefined && originHost(origin) !== request.host) refuse('cross_site')
}

/** The specification's two GETs that act (product.md §2 row 5). */
const navigationsThatAct = new Set(['/api/logout', '/api/login'])

const originHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
