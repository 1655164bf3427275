/** A professional's rules for spaces, and their effect on each place of a service. */
import { intervalsOf } from '#server/availability/zone/intervals.ts'
import * as z from 'zod/mini'
import { SpaceRules, ownPlace, rulesFor } from '#contract/availability/space-rules.ts'
import {
  choiceOf,
  chosenPlaces,
  kmBetween,
  type Choice,
  type Chosen,
  type PlaceFacts,
} from '#server/availability/rules/choice.ts'
import { eachOnce, rentBeyond, type Money } from '#server/availability/offer/offer-price.ts'
import { idsOf, type PlaceRow, type ServiceRow } from '#server/availability/offer/service-row.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'
import { margin } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** A professional's rules, and their effect on each place of a service. */
export type Preferences = { rules: SpaceRules; chosen: Chosen; facts: ReadonlyMap<number, PlaceFacts> }

export const entriesOf = (service: ServiceRow, tried: SpaceRules | undefined): Preferences | null => {
  if (tried === undefined && service.spaceRules === null) return null
  const rules = tried ?? z.parse(SpaceRules, service.spaceRules)
  const facts = service.places.map((place) => factsOf(service, place))
  return {
    rules,
    chosen: allOf(idsOf(service).map((id) => chosenPlaces(rules, id, facts))),
    facts: new Map(facts.map((one) => [one.id, one])),
  }
}

/** A visit respects the restrictions of each of its services. */
const allOf = ([first, ...others]: readonly Chosen[]): Chosen => {
  if (first === undefined || others.length === 0) return first ?? new Map()
  const neverAt = (id: number) => others.flatMap((one) => one.get(id)?.never ?? [])[0] ?? null
  return new Map([...first].map(([id, { rank, never }]) => [id, { rank, never: never ?? neverAt(id) }]))
}

const factsOf = (service: ServiceRow, { spaceId, active, about }: PlaceRow): PlaceFacts => ({
  id: spaceId ?? ownPlace,
  active,
  spaceType: about?.spaceType ?? null,
  equipment: about?.equipment ?? [],
  km: about === null ? 0 : kmBetween(service.home, about),
})

export const inOrder = (places: readonly PlaceRow[], chosen: Chosen): readonly PlaceRow[] => {
  const rankOf = ({ spaceId }: PlaceRow) => chosen.get(spaceId ?? ownPlace)?.rank ?? 0
  return places.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export const wishedAt = (
  service: ServiceRow,
  place: PlaceRow,
  terms: Terms,
  { rent, price }: Money,
  { rules, chosen, facts }: Preferences,
): Choice | undefined => {
  const id = place.spaceId ?? ownPlace
  const known = facts.get(id)
  if (known === undefined) return undefined
  const netOf = eachOnce((amounts) => margin(terms, amounts).netCents)
  return choiceOf(rulesFor(rules, service.id), {
    never: chosen.get(id)?.never ?? null,
    facts: known,
    table: zoneTable(place.zone),
    chargedMinutes: rent?.chargedMinutes ?? 0,
    moneyAt: (startsAt) => {
      const rentCents = rent?.centsAt(startsAt) ?? 0
      const serviceCents = price(startsAt).totalCents
      return { serviceCents, rentCents, netCents: netOf({ serviceCents, rentCents }) }
    },
    moneyBeyond: (parts, startsAt) => {
      const serviceCents = price(startsAt).totalCents
      const { rentCents, chargedMinutes } =
        rent === null ? noRentBeyond : rentBeyond(rent, parts, serviceCents)
      return { serviceCents, rentCents, chargedMinutes, netCents: netOf({ serviceCents, rentCents }) }
    },
    visits: intervalsOf(place.about?.visits ?? []),
  })
}
const noRentBeyond = { rentCents: 0, chargedMinutes: 0 }
