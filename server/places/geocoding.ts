import type { AddressQuestion, FoundAddress } from '#contract/search/address.ts'

/** Where a typed address is: one interface over the operator's geocoder and a stand-in. */
export type Geocoder = {
  source: 'geocoder' | 'standin'
  /** Null where it knows no such street. Rejects with `GeocoderUnavailable` when it has no answer now. */
  find(question: AddressQuestion): Promise<FoundAddress | null>
}
