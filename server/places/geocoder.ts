/** Where a typed address is: one interface over the operator's geocoder and a stand-in. */
import type { Config } from '#server/platform/config.ts'
import type { Geocoder } from '#server/places/geocoding.ts'
import { nominatim } from '#server/places/nominatim.ts'
import { streetStandin } from '#server/places/street-standin.ts'

const opened = new WeakMap<object, Geocoder>()

/** The configured geocoder, with its rate limit; null in production without one: streets are not invented there. */
export const geocoderOf = ({ geocoder, production, publicUrl }: Config): Geocoder | null => {
  if (geocoder === null) return production ? null : streetStandin
  const known = opened.get(geocoder)
  if (known !== undefined) return known
  const made = nominatim(geocoder, publicUrl)
  opened.set(geocoder, made)
  return made
}
