/** The service of a result that matched the words or the category. */
import type { MatchedService } from '#contract/search/search.ts'
import { rankOf } from '#server/availability/slots/meant.ts'
import type { professionalCards } from '#server/search/cards.ts'
import type { Result } from '#server/search/results.ts'

type Card = Awaited<ReturnType<typeof professionalCards>>[number]

/** At the place of the result: the service of its hours, else the cheapest. Null where none matches, as for a name. */
export const matchedOf = ({ services }: Card, found: Result | undefined): MatchedService | null => {
  const place = found?.time?.place ?? found?.places[0]
  const [cheapest] = (place?.services ?? []).toSorted((a, b) => a.cents - b.cents)
  const one = place?.services.find(({ id }) => id === found?.time?.offer.serviceId) ?? cheapest
  const shown = services.find(({ id }) => id === one?.id)
  return one === undefined || shown === undefined || rankOf(one) === 0
    ? null
    : { serviceId: one.id, name: shown.name, priceCents: one.cents, from: shown.from ?? false, also: [] }
}
