/** The service of a result that matched the words or the category. */
import type { MatchedService } from '#contract/search/search.ts'
import { rankOf } from '#server/availability/slots/meant.ts'
import type { professionalCards } from '#server/search/cards.ts'
import type { Result } from '#server/search/results.ts'
import { listCentsAt } from '#server/search/workplaces.ts'

type Card = Awaited<ReturnType<typeof professionalCards>>[number]

/** At the place of the result: the service of its hours, else the cheapest. Null where none matches, as for a name. */
export const matchedOf = ({ services }: Card, found: Result | undefined): MatchedService | null => {
  const place = found?.time?.place ?? found?.places[0]
  if (place === undefined) return null
  const [cheapest] = place.isOneVisit ? place.services : place.services.toSorted((a, b) => a.cents - b.cents)
  const first = place.services.find(({ id }) => id === found?.time?.offer.serviceId) ?? cheapest
  if (first === undefined || rankOf(first) === 0) return null
  const all = (place.isOneVisit ? place.services : [first]).flatMap(({ id }) =>
    services.filter((one) => one.id === id),
  )
  const [shown, ...others] = all
  return shown === undefined
    ? null
    : {
        serviceId: first.id,
        name: shown.name,
        priceCents: place.isOneVisit ? listCentsAt(place) : first.cents,
        from: all.some(({ from = false }) => from),
        also: others.map(({ id, name }) => ({ serviceId: Number(id), name })),
      }
}
