import type { Slot } from '#contract/availability/slot.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { placeNames } from '#contract/service/modality.ts'

export type PlaceName = Pick<
  PublicProfessional['places'][number],
  'spaceId' | 'name' | 'businessName' | 'neighbourhood' | 'city'
>

type Where = Pick<Slot, 'spaceId' | 'modality'>

/** The name of an hour's place: the business suffices where no two places belong to the same. */
export const placeOf = (places: readonly PlaceName[], together: string | undefined) => {
  const names = new Set(places.map(({ spaceId, businessName }) => businessName ?? spaceId))
  return ({ spaceId, modality }: Where): string => {
    if (together !== undefined) return together
    const place = modality ? undefined : places.find((one) => one.spaceId === spaceId)
    if (place === undefined) return placeNames[modality ?? 'place']
    return names.size === places.length ? (place.businessName ?? placeName(place)) : placeName(place)
  }
}

/** The part of the city; undefined where it adds nothing. */
export const areaOfHour = (
  places: readonly PlaceName[],
  together: string | undefined,
  { spaceId, modality }: Where,
) => {
  const place = together || modality ? undefined : places.find((one) => one.spaceId === spaceId)
  return place?.neighbourhood ?? place?.city
}
