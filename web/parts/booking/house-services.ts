import type { Attendance } from '#contract/storefront.ts'
import { type Asked, listIn } from '#web/parts/booking/address.ts'

type Services = Attendance['services']

const nameOf = ({ name }: { name: string }) => name.toLocaleLowerCase('es-MX')

/** Services of one name are one choice, whoever gives them. */
export const servicesByName = (services: Services): Services[] => [...Map.groupBy(services, nameOf).values()]

/** All that are called as the one that is meant: the one named, or the only one there is. */
export const alikeTo = (services: Services, id: number | undefined): Services => {
  const groups = servicesByName(services)
  return (
    groups.find((group) => group.some((one) => one.id === id)) ??
    (groups.length === 1 ? (groups[0] ?? []) : [])
  )
}

/**
 * A visit is with one person: who gives the service that is meant and all that follows it by name, each with their own of those
 * names; `missing` where nobody gives all of it.
 */
export const visitAt = (services: Services, { service, more, professional }: Asked) => {
  const alike = alikeTo(services, service)
  const wanted = listIn(more).flatMap((id) => services.filter((one) => one.id === id))
  const names = [...new Set(wanted.map(nameOf))].filter((name) => alike.every((one) => nameOf(one) !== name))
  const visits = alike.flatMap((first) => {
    const own = services.filter(({ professionalId }) => professionalId === first.professionalId)
    const following = names.flatMap((name) => own.find((one) => nameOf(one) === name) ?? [])
    return following.length === names.length ? [{ first, following }] : []
  })
  const own = visits.find(({ first }) => first.professionalId === professional)
  return {
    visits,
    own,
    visit: own ?? visits[0],
    wanted: names.flatMap((name) => wanted.find((one) => nameOf(one) === name) ?? []),
    isNobodys: alike.length > 0 && visits.length === 0,
  }
}

/** "2,3": what follows in the address and in what is asked. */
export const moreOf = ({ following }: { following: Services }) =>
  following.map(({ id }) => id).join() || undefined

/** Who gives a service of this name. */
export const giversOf = (services: Services, one: { name: string }) =>
  services.filter((each) => nameOf(each) === nameOf(one)).map(({ professionalId }) => professionalId)
