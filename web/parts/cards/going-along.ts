import type { FoundProfessional } from '#contract/search/search.ts'
import type { paths } from '#web/paths.ts'

type Going = NonNullable<Parameters<typeof paths.professional>[1]>

/** The criteria that are passed on to each result's page. */
export type Wanted = {
  going?: Going
  /** A place was searched: the place that matched is meant, not another of the professional's. */
  isPlaced?: boolean
}

type Found = Partial<Pick<FoundProfessional, 'place' | 'matched'>>

/** The link to a professional: with the service and the place that matched (docs/search/address.md). */
export const goingTo = ({ place, matched }: Found, { going = {}, isPlaced = false }: Wanted = {}): Going => {
  const how = place && place.how !== 'place' ? place.how : going.how
  const space = isPlaced && place?.how === 'place' ? (place.spaceId ?? undefined) : undefined
  return {
    ...going,
    service: going.service ?? matched?.serviceId,
    ...(how === undefined ? {} : { how }),
    ...(space === undefined ? {} : { space }),
  }
}

/** The link to booking: also with the further services of the same visit, as in "corte y barba". */
export const bookingOf = (
  one: Found & { id: number },
  wanted?: Wanted,
): NonNullable<Parameters<typeof paths.booking>[0]> => ({
  ...goingTo(one, wanted),
  professional: one.id,
  ...(one.matched?.also.length ? { more: one.matched.also.map(({ serviceId }) => serviceId).join() } : {}),
})
