import type { ProfessionalCard } from '#contract/professional/professional.ts'
import type { FoundProfessional } from '#contract/search/search.ts'
import { plainText } from '#contract/platform/plain-text.ts'
import type { paths } from '#web/paths.ts'

type Going = NonNullable<Parameters<typeof paths.professional>[1]>

/** The criteria that are passed on to each result's page. */
export type Wanted = {
  going?: Going
  /** The service as typed. */
  service?: string | undefined
  /** A place was searched: the place that matched is meant, not another of the professional's. */
  isPlaced?: boolean
}

/** The link to a professional: with the service whose name was searched, and the place that matched (docs/search/address.md). */
export const goingTo = (
  { services, place }: Pick<ProfessionalCard, 'services'> & Partial<Pick<FoundProfessional, 'place'>>,
  { going = {}, service = '', isPlaced = false }: Wanted = {},
): Going => {
  const words = plainText(service).split(/\s+/).filter(Boolean)
  const named =
    words.length === 0
      ? undefined
      : services.find(({ name }) => words.every((word) => plainText(name).includes(word)))
  const how = place && place.how !== 'place' ? place.how : going.how
  const space = isPlaced && place?.how === 'place' ? (place.spaceId ?? undefined) : undefined
  return {
    ...going,
    service: going.service ?? named?.id,
    ...(how === undefined ? {} : { how }),
    ...(space === undefined ? {} : { space }),
  }
}
