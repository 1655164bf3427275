import { addOnLabel, openGroups, partsText } from '#contract/service/add-on.ts'
import type { Attendance } from '#contract/storefront/storefront.ts'
import { addOnKey, addOnsIn, alsoIn, type BookingSearch, listIn } from '#web/parts/booking/summary/address.ts'

type Services = Attendance['services']
type Service = Services[number]

const nameOf = ({ name }: { name: string }) => name.toLocaleLowerCase('es-MX')

/** The same name in two groups is not the same option. */
const labelOf = (one: { name: string; group?: string | undefined }) => nameOf({ name: addOnLabel(one) })

/** Services with the same name are one choice, with any professional. */
export const servicesByName = (services: Services): Services[] => [...Map.groupBy(services, nameOf).values()]

/** All services with the name of the chosen one, or of the only one. */
export const alikeTo = (services: Services, id: number | undefined): Services => {
  const groups = servicesByName(services)
  return (
    groups.find((group) => group.some((one) => one.id === id)) ??
    (groups.length === 1 ? (groups[0] ?? []) : [])
  )
}

/** With one professional: a service, the following ones, the companions with theirs, and the add-ons of each, as named in an address. */
export type Visit = {
  first: Service
  following: Services
  along: readonly { services: Services; isSame: boolean }[]
  added: readonly string[]
}

/**
 * A visit is with one person: the professional who gives the chosen service and all following ones by name, and those of the companions,
 * each with their own of those names; `isNobodys` where no one gives all of it. Add-ons are matched by name too, and requested as far as a
 * professional gives all of them.
 */
export const visitAt = (services: Services, { service, more, also, add, professional }: BookingSearch) => {
  const alike = alikeTo(services, service)
  const wanted = listIn(more).flatMap((id) => services.filter((one) => one.id === id))
  const names = [...new Set(wanted.map(nameOf))].filter((name) => alike.every((one) => nameOf(one) !== name))
  const others = alsoIn(also).map((ids) => [
    ...new Set(ids.flatMap((id) => services.filter((one) => one.id === id)).map(nameOf)),
  ])
  const plain = alike.flatMap((first): Visit[] => {
    const own = services.filter(({ professionalId }) => professionalId === first.professionalId)
    const named = (wanted: readonly string[]) => {
      const found = wanted.flatMap((name) => own.find((one) => nameOf(one) === name) ?? [])
      return found.length === wanted.length ? found : undefined
    }
    const following = named(names)
    if (following === undefined) return []
    const along = others.flatMap((wanted) => {
      const given = wanted.length === 0 ? [first, ...following] : named(wanted)
      return given === undefined ? [] : [{ services: given, isSame: wanted.length === 0 }]
    })
    return along.length === others.length ? [{ first, following, along, added: [] }] : []
  })
  const visits = addOnsIn(add).reduce((visits, key) => {
    const able = withAdded(visits, addedAs(services, key))
    return able.length > 0 ? able : visits
  }, plain)
  const own = visits.find(({ first }) => first.professionalId === professional)
  return {
    visits,
    own,
    visit: own ?? visits[0],
    wanted: names.flatMap((name) => wanted.find((one) => nameOf(one) === name) ?? []),
    isNobodys: alike.length > 0 && visits.length === 0,
  }
}

/** "3-1" by its names; undefined: it does not exist here. */
const addedAs = (services: Services, key: string) => {
  const [of, id, person = 1] = key.split('-').map(Number)
  const service = services.find((one) => one.id === of)
  const one = service?.addOns.find((each) => each.id === id)
  return service && one && { of: nameOf(service), name: labelOf(one), index: person - 1 }
}

/** The visits whose own service of that name has such an add-on. */
const withAdded = (visits: readonly Visit[], wanted: ReturnType<typeof addedAs>): Visit[] =>
  visits.flatMap((visit) => {
    const index = wanted?.index ?? 0
    const service = peopleOf(visit)[index]?.find((one) => nameOf(one) === wanted?.of)
    const one = service?.addOns.find((each) => labelOf(each) === wanted?.name)
    if (service === undefined || one === undefined) return []
    const key = addOnKey(service.id, one.id, index)
    return visit.added.includes(key) ? [visit] : [{ ...visit, added: [...visit.added, key] }]
  })

/** The service and the following ones. */
export const partsOf = ({ first, following }: Pick<Visit, 'first' | 'following'>): Services => [
  first,
  ...following,
]

/** The services of each person, the first one first. */
export const peopleOf = (visit: Pick<Visit, 'first' | 'following' | 'along'>): Services[] => [
  partsOf(visit),
  ...visit.along.map(({ services }) => services),
]

/** "2,3" and "3-1": following services as in addresses and requests, and add-ons. */
export const moreOf = ({ following }: Pick<Visit, 'following'>) =>
  following.map(({ id }) => id).join() || undefined
export const addOf = ({ added }: Pick<Visit, 'added'>) => added.join() || undefined
/** "0_3": the companions; the same as the first, or their services. */
export const alsoOf = ({ along }: Pick<Visit, 'along'>) =>
  along.map(({ services, isSame }) => (isSame ? '0' : services.map(({ id }) => id).join())).join('_') ||
  undefined

/** The name of a visit at a business: each service, followed by its add-ons. */
export const visitName = (visit: Visit) =>
  partsText(
    peopleOf(visit).flatMap((services, index) =>
      services.map((service) =>
        [
          service.name,
          ...service.addOns.flatMap((one) =>
            visit.added.includes(addOnKey(service.id, one.id, index)) ? addOnLabel(one) : [],
          ),
        ].join(' + '),
      ),
    ),
  )

/** The possible add-ons of these visits, once for each name, with all who have them; the first of them names it in an address. */
export const addableAt = (visits: readonly Visit[]) => {
  const all = visits.flatMap((visit) =>
    partsOf(visit).flatMap((service, place) =>
      service.addOns.map((one) => ({
        ...one,
        place,
        of: service.name,
        key: `${service.id}-${one.id}`,
        professionalId: service.professionalId,
      })),
    ),
  )
  const alike = Map.groupBy(all, (one) => `${one.place}/${labelOf(one)}`)
  return [...alike.values()].flatMap((givers) => {
    const [first] = givers
    return first === undefined ? [] : [{ ...first, givers }]
  })
}

/** The choices required in all of these visits before there are slots. */
export const openAt = (visits: readonly Visit[]) => [
  ...new Set(
    visits.flatMap((visit) =>
      peopleOf(visit).flatMap((services, index) =>
        services.flatMap(({ id, addOns }) =>
          openGroups(addOns, (one) => visit.added.includes(addOnKey(id, one.id, index))).map((group) =>
            index === 0 ? group : `${group} de la persona ${index + 1}`,
          ),
        ),
      ),
    ),
  ),
]

/** The professionals who give a service of this name. */
export const giversOf = (services: Services, one: { name: string }) =>
  services.filter((each) => nameOf(each) === nameOf(one)).map(({ professionalId }) => professionalId)
