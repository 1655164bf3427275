import type { QueryClient } from '@tanstack/react-query'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import * as publicPage from '#contract/search/public-page.ts'
import * as storefront from '#contract/storefront/storefront.ts'
import { modalitiesOfAll, type Modality } from '#contract/service/modality.ts'
import { reading } from '#web/api.ts'
import { onServer } from '#web/data-loading.ts'
import { orNotFound } from '#web/found.ts'
import { addOnsIn, alsoIn, type BookingSearch, listIn } from '#web/parts/booking/summary/address.ts'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'

/** `service`: one that is only bookable by a link. */
export const professionalReading = (id: number, service?: number) =>
  reading(publicPage.publicProfessional, { params: { id: String(id) }, query: { service } })
export const attendanceReading = ({ business, space }: Pick<BookingSearch, 'business' | 'space'>) =>
  reading(storefront.attendance, { query: business === undefined ? { space } : { business } })

/** Loaded again with its link only where a non-public service was requested. */
export const linkedOf = (one: { services: readonly { id: number }[] }, service: number | undefined) =>
  one.services.some(({ id }) => id === service) ? undefined : service

/** The named service of a list, or the only one. */
export const meant = <T extends { id: number }>(services: readonly T[], id: number | undefined) =>
  services.find((service) => service.id === id) ?? (services.length === 1 ? services[0] : undefined)

/** The following services of the visit that exist: "2,3". */
const followingOf = (services: readonly { id: number }[], first: number, more: string | undefined) =>
  listIn(more)
    .filter((id) => id !== first && services.some((service) => service.id === id))
    .join() || undefined

type Offered = readonly { id: number; addOns: readonly { id: number }[]; classRule?: unknown }[]

/** The existing services of each person, and their add-ons: "3-1,3-2". Everyone in a class has only the class. */
export const visitOf = (services: Offered, first: number, { more, also, add }: BookingSearch) => {
  const isClass = (id: number) => Boolean(services.find((service) => service.id === id)?.classRule)
  const beside = isClass(first) ? [] : services.filter(({ id }) => !isClass(id))
  const own = [first, ...listIn(followingOf(beside, first, more))]
  const people = [own]
  for (const ids of alsoIn(also)) {
    const known = ids.filter((id) => beside.some((service) => service.id === id))
    people.push(known.length > 0 ? known : own)
  }
  const addOns = addOnsIn(add).filter((key) => {
    const [of = 0, id, person = 1] = key.split('-').map(Number)
    const offered = services.find((service) => service.id === of)?.addOns ?? []
    return people[person - 1]?.includes(of) && offered.some((one) => one.id === id)
  })
  return { people, addOns: addOns.join() || undefined }
}

/** The modalities of a visit; at a place only if there is one. */
export const offeredOf = (
  { services, places }: Pick<PublicProfessional, 'services' | 'places'>,
  people: readonly (readonly number[])[],
) =>
  modalitiesOfAll(services.filter(({ id }) => people.flat().includes(id))).filter(
    (one) => one !== 'place' || places.length > 0,
  )

/** The requested modality, else the first. */
export const howOf = (offered: readonly Modality[], { how }: BookingSearch) =>
  how !== undefined && offered.includes(how) ? how : offered[0]

/** For requesting slots; omitted at a place, so that all places count. */
export const settingOf = (how: Modality | undefined, home?: string): { modality?: Modality; home?: string } =>
  how === undefined || how === 'place' ? {} : { modality: how, ...(home === undefined ? {} : { home }) }

/** The slots of one professional, everywhere or at a business. */
export const loadProfessional = async (
  queryClient: QueryClient,
  id: number,
  search: BookingSearch,
  channel?: 'own_link',
) => {
  const listed = await orNotFound(queryClient.ensureQueryData(professionalReading(id)))
  const one = await queryClient.ensureQueryData(professionalReading(id, linkedOf(listed, search.service)))
  const from = todayAt(one.zone)
  const service = meant(one.services, search.service)
  if (service === undefined) return { from }
  const visit = visitOf(one.services, service.id, search)
  const how = howOf(offeredOf(one, visit.people), search)
  // Only the browser knows which home.
  if (how !== 'home')
    await onServer(
      queryClient.prefetchQuery(
        slotsReading({
          professional: id,
          ...visit,
          space: search.space,
          ...settingOf(how),
          from,
          channel,
        }),
      ),
    )
  return { from }
}
