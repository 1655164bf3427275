/** Where a typed address is: one interface over the operator's geocoder and a stand-in. */
import type { AddressQuestion, FoundAddress } from '#contract/places/address.ts'
import type { Config } from '#server/platform/config.ts'
import { nominatim } from '#server/places/nominatim.ts'
import { streetStandin } from '#server/places/street-standin.ts'

export type Geocoder = {
  source: 'geocoder' | 'standin'
  /** Null where it knows no such street. Rejects with `GeocoderUnavailable` when it has no answer now. */
  find(question: AddressQuestion): Promise<FoundAddress | null>
}

const opened = new WeakMap<object, Geocoder>()

/** The one of the configuration, with its pace and pauses; null in production where none is configured: streets are not invented there. */
export const geocoderOf = ({ geocoder, production, publicUrl }: Config): Geocoder | null => {
  if (geocoder === null) return production ? null : streetStandin
  const known = opened.get(geocoder)
  if (known !== undefined) return known
  const made = nominatim(geocoder, publicUrl)
  opened.set(geocoder, made)
  return made
}
