import type { AddressQuestion, FoundAddress } from '#contract/search/address.ts'
import { neighbourhoodRows } from '#server/places/neighbourhood.ts'
import { placeFrom } from '#server/places/places.ts'

/**
 * The middle of the neighbourhood or city of an address: of the neighbourhood in its own field or after the street, else of the city. Null
 * if neither is known.
 */
export const areaOf = ({
  address,
  neighbourhood = '',
  city = '',
  state = '',
}: AddressQuestion): FoundAddress | null => {
  const typed = [neighbourhood, ...address.split(',').slice(1)].filter((part) => /\p{L}{3}/u.test(part))
  const ways = [
    ...typed.flatMap((part) => [`${part} ${city}`, `${part} ${state}`, part]),
    `${city} ${state}`,
    city,
  ]
  for (const words of ways) {
    const place = placeFrom(words.trim())?.place
    if (place === undefined || place.kind === 'state') continue
    const { kind, name, municipalityId, latitude, longitude } = place
    const isNeighbourhood = kind === 'neighbourhood'
    const row = (neighbourhoodRows[municipalityId ?? 0] ?? []).find(
      ([one]) => isNeighbourhood && one === name,
    )
    return {
      latitude,
      longitude,
      precision: 'area',
      label: name,
      neighbourhood: isNeighbourhood ? name : '',
      postalCode: row?.[1] ?? null,
    }
  }
  return null
}
