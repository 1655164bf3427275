import type { findAddress as contract } from '#contract/search/address.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { refuse } from '#server/platform/refuse.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { areaOf } from '#server/places/area.ts'
import { geocoderOf } from '#server/places/geocoder.ts'
import { GeocoderUnavailable } from '#server/places/nominatim.ts'

/**
 * POST /api/places/address: the position of a host's or a professional's typed address. The only call that reaches a geocoder; without one,
 * or without its answer, the middle of the neighbourhood. Refuses `forbidden` for accounts that have no place to set.
 */
export const findAddress = async (work: Work, { body }: Input<typeof contract>) => {
  if (!work.viewer.roles.some((role) => role === 'host' || role === 'professional')) refuse('forbidden')
  requireNoTransaction(work)
  const geocoder = geocoderOf(work.config)
  if (geocoder === null) return { found: areaOf(body), source: 'own' as const }
  try {
    return { found: (await geocoder.find(body)) ?? areaOf(body), source: geocoder.source }
  } catch (error) {
    if (!(error instanceof GeocoderUnavailable)) throw error
    work.log.warn({ problem: error.message }, 'address lookup failed')
    return { found: areaOf(body), source: 'own' as const }
  }
}
