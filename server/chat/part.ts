/** The parts of a visit that is being chosen by message: each is one service for one person, with its add-ons. */
import { sql } from 'kysely'
import { maxPartsOfVisit, maxPersons, maxServicesOfPerson, personOfEach } from '#contract/platform/persons.ts'
import { type AddOn, type AddOnRef, maxAddOnsOfVisit } from '#contract/service/add-on.ts'
import { type Modality, modalitiesOfAll, modalityOf } from '#contract/service/modality.ts'
import type { Chosen } from '#server/chat/action.ts'
import type { Work } from '#server/platform/work.ts'

export type Service = {
  id: number
  name: string
  minutes: number
  priceCents: number
  addOns: AddOn[]
  atPlace: boolean
  atHome: { feeCents: number } | null
  online: boolean
  isClass: boolean
}

/** The services that every client may book; a first-visit service is chosen on its page. */
export const servicesOf = async (work: Work, professionalId: number): Promise<Service[]> => {
  const { rows } = await sql<Service>`
    select id, name, duration_minutes as minutes, price_cents as "priceCents", add_ons as "addOns", at_place as "atPlace", online,
      class_capacity is not null as "isClass",
      case when home_radius_km is not null then json_build_object('feeCents', home_fee_cents) end as "atHome"
    from services where professional_id = ${professionalId} and visibility = 'visible' and not first_visit_only
    order by "position", id`.execute(work.db)
  return rows
}

export type Part = { service: Service; person: number; chosen: readonly AddOn[] }

/** Null: one of them is not offered any more. */
export const partsOf = (services: readonly Service[], chosen: Chosen): Part[] | null => {
  const ids = idsOf(chosen)
  const persons = personOfEach(countsIn(chosen))
  const parts = ids.flatMap((id, index): Part[] => {
    const service = services.find((one) => one.id === id)
    const person = persons[index] ?? 1
    if (service === undefined) return []
    return [{ service, person, chosen: service.addOns.filter((one) => isIn(chosen, id, one, person)) }]
  })
  return parts.length === ids.length ? parts : null
}

const isIn = ({ addOns = [] }: Chosen, serviceId: number, { id }: AddOn, person: number) =>
  addOns.some((ref) => ref.serviceId === serviceId && ref.id === id && (ref.person ?? 1) === person)

const idsOf = ({ serviceId, more = [] }: Chosen) => [serviceId, ...more]
const countsIn = (chosen: Chosen) => chosen.persons ?? [idsOf(chosen).length]
export const personsIn = (chosen: Chosen): number => countsIn(chosen).length

/** The services of each person, the first one's first. */
export const eachOf = (chosen: Chosen): number[][] => {
  let next = 0
  return countsIn(chosen).map((count) => idsOf(chosen).slice(next, (next += count)))
}

const withCounts = (chosen: Chosen, counts: number[]): Chosen => {
  const { persons: _, ...alone } = chosen
  return counts.length === 1 ? alone : { ...alone, persons: counts }
}

/** One more add-on of a part. */
export const withAddOn = (chosen: Chosen, { service, person }: Part, { id }: AddOn): Chosen => ({
  ...chosen,
  addOns: [...(chosen.addOns ?? []), refOf(service.id, id, person)],
})

const refOf = (serviceId: number, id: number, person: number): AddOnRef => ({
  serviceId,
  id,
  ...(person === 1 ? {} : { person }),
})

/** One more service for the last person. */
export const withService = (chosen: Chosen, id: number): Chosen => {
  const counts = countsIn(chosen)
  return withCounts({ ...chosen, more: [...(chosen.more ?? []), id] }, [
    ...counts.slice(0, -1),
    (counts.at(-1) ?? 0) + 1,
  ])
}

/** One more person, with this service. */
export const withPerson = (chosen: Chosen, id: number): Chosen =>
  withCounts({ ...chosen, more: [...(chosen.more ?? []), id] }, [...countsIn(chosen), 1])

/** One more person, with all that the first one has. */
export const withSame = (chosen: Chosen): Chosen => {
  const [first = []] = eachOf(chosen)
  const person = personsIn(chosen) + 1
  const { addOns = [] } = chosen
  const same = addOns.filter((ref) => (ref.person ?? 1) === 1).map((ref) => ({ ...ref, person }))
  return {
    ...chosen,
    more: [...(chosen.more ?? []), ...first],
    persons: [...countsIn(chosen), first.length],
    ...(addOns.length === 0 ? {} : { addOns: [...addOns, ...same] }),
  }
}

/** Without the last person. */
export const withoutLast = (chosen: Chosen): Chosen => {
  const counts = countsIn(chosen).slice(0, -1)
  const services = counts.reduce((all, count) => all + count, 0)
  return withCounts(
    {
      ...chosen,
      more: (chosen.more ?? []).slice(0, services - 1),
      addOns: (chosen.addOns ?? []).filter(({ person = 1 }) => person <= counts.length),
    },
    counts,
  )
}

export const mayAddOn = ({ addOns = [] }: Chosen) => addOns.length < maxAddOnsOfVisit

const hasRoom = (chosen: Chosen) => idsOf(chosen).length < maxPartsOfVisit

/** Modalities common to all parts. */
export const waysOf = (parts: readonly Part[]): Modality[] =>
  modalitiesOfAll(parts.map(({ service }) => service))

/** What can be in the same visit: given where the others are; a class is always alone. */
const isAlike =
  (parts: readonly Part[], { place }: Chosen) =>
  (service: Service) => {
    const ways = modalitiesOfAll([...parts.map((part) => part.service), service])
    return !service.isClass && (place === undefined ? ways.length > 0 : ways.includes(modalityOf(place)))
  }

/** Services that the last person may have as well. */
export const othersOf = (services: readonly Service[], parts: readonly Part[], chosen: Chosen): Service[] => {
  const own = eachOf(chosen).at(-1) ?? []
  if (!hasRoom(chosen) || own.length >= maxServicesOfPerson || parts.some(({ service }) => service.isClass))
    return []
  return services.filter(isAlike(parts, chosen)).filter(({ id }) => !own.includes(id))
}

/** Services for one more person. */
export const forAnother = (
  services: readonly Service[],
  parts: readonly Part[],
  chosen: Chosen,
): Service[] => {
  if (!hasRoom(chosen) || personsIn(chosen) >= maxPersons || parts.some(({ service }) => service.isClass))
    return []
  return services.filter(isAlike(parts, chosen))
}

/** Whether one more person may have the same as the first. */
export const maySame = (chosen: Chosen): boolean => {
  const same = withSame(chosen)
  return idsOf(same).length <= maxPartsOfVisit && (same.addOns ?? []).length <= maxAddOnsOfVisit
}
