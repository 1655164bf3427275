import type { Slot } from '#contract/availability/slot.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { placeNames } from '#contract/service/modality.ts'

export type PlaceName = Pick<
  PublicProfessional['places'][number],
  'spaceId' | 'name' | 'businessName' | 'neighbourhood' | 'city'
>

type Where = Pick<Slot, 'spaceId' | 'modality'>

/** How the place of an hour is called: the business is enough where no two places are of the same. */
export const placeOf = (places: readonly PlaceName[], together: string | undefined) => {
  const names = new Set(places.map(({ spaceId, businessName }) => businessName ?? spaceId))
  return ({ spaceId, modality }: Where): string => {
    if (together !== undefined) return together
    const place = modality ? undefined : places.find((one) => one.spaceId === spaceId)
    if (place === undefined) return placeNames[modality ?? 'place']
    return names.size === places.length ? (place.businessName ?? placeName(place)) : placeName(place)
  }
}

/** In which part of the city it is; undefined where that says nothing. */
export const areaOfHour = (
  places: readonly PlaceName[],
  together: string | undefined,
  { spaceId, modality }: Where,
) => {
  const place = together || modality ? undefined : places.find((one) => one.spaceId === spaceId)
  return place?.neighbourhood ?? place?.city
}
