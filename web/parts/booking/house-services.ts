import type { Attendance } from '#contract/storefront.ts'

type Services = Attendance['services']

const nameOf = ({ name }: Services[number]) => name.toLocaleLowerCase('es-MX')

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
