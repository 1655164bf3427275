import type { AddressQuestion, FoundAddress } from '#contract/search/address.ts'
import { neighbourhoodRows } from '#server/places/neighbourhood.ts'
import { placeFrom } from '#server/places/places.ts'

/**
 * The neighbourhood, or the city, that an address lies in, at its middle: as it was typed in its own field or after the street, else the
 * city. Null where nothing of it is known.
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
