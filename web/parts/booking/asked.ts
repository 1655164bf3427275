import type { QueryClient } from '@tanstack/react-query'
import * as search from '#contract/search.ts'
import * as storefront from '#contract/storefront.ts'
import { reading } from '#web/api.ts'
import { orNotFound } from '#web/found.ts'
import { addOnsIn, type Asked, listIn } from '#web/parts/booking/address.ts'
import { slotsReading, todayAt } from '#web/parts/booking/slot-picker.tsx'

export const professionalReading = (id: number) =>
  reading(search.publicProfessional, { params: { id: String(id) } })
export const attendanceReading = ({ business, space }: Pick<Asked, 'business' | 'space'>) =>
  reading(storefront.attendance, { query: business === undefined ? { space } : { business } })

/** The service of a list that is meant: the one named, or the only one. */
export const meant = <T extends { id: number }>(services: readonly T[], id: number | undefined) =>
  services.find((service) => service.id === id) ?? (services.length === 1 ? services[0] : undefined)

/** What follows a service in the same visit, of those that there are: "2,3". */
export const followingOf = (services: readonly { id: number }[], first: number, more: string | undefined) =>
  listIn(more)
    .filter((id) => id !== first && services.some((service) => service.id === id))
    .join() || undefined

/** What is added to the services of a visit, of what there is: "3-1,3-2". */
export const addedOf = (
  services: readonly { id: number; addOns: readonly { id: number }[] }[],
  visit: readonly number[],
  add: string | undefined,
) =>
  addOnsIn(add)
    .filter((key) =>
      services.some(
        (service) =>
          visit.includes(service.id) && service.addOns.some((one) => key === `${service.id}-${one.id}`),
      ),
    )
    .join() || undefined

/** The times of one professional, everywhere or at a house. */
export const loadProfessional = async (
  queryClient: QueryClient,
  id: number,
  asked: Asked,
  channel?: 'own_link',
) => {
  const one = await orNotFound(queryClient.ensureQueryData(professionalReading(id)))
  const from = todayAt(one.zone)
  const service = meant(one.services, asked.service)
  if (service !== undefined) {
    const more = followingOf(one.services, service.id, asked.more)
    await queryClient.prefetchQuery(
      slotsReading({
        professional: id,
        service: service.id,
        more,
        addOns: addedOf(one.services, [service.id, ...listIn(more)], asked.add),
        space: asked.space,
        from,
        channel,
      }),
    )
  }
  return { from }
}
