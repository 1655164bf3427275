import { useState } from 'react'
import { addOnName, type AddOnRef } from '#contract/service/add-on.ts'
import type { OwnStart } from '#contract/booking/series/own-appointment.ts'
import { maxPartsOfVisit, maxPersons } from '#contract/platform/persons.ts'
import type { Home } from '#web/parts/booking/options/home-address.tsx'
import { openText } from '#web/parts/booking/options/option-fields.tsx'

/** The service and the place of a pressed gap; the place is a space. */
export type OwnWhat = { service?: number | undefined; place?: number | undefined }

/** One for each client: an address that was typed for one is never in the form of another. */
export const homeDraftOf = (client: number | undefined) => `own-appointment-home-${client ?? 'new'}`

/** What is done, for how many people, and where. */
export const useOwnVisit = (start: OwnStart, lastServiceId: number | null | undefined, given: OwnWhat) => {
  const [picked, setPicked] = useState(given.service)
  const [more, setMore] = useState<readonly number[]>([])
  const [addOns, setAddOns] = useState<readonly AddOnRef[]>([])
  const [persons, setPersons] = useState(1)
  /** A place number; undefined: wherever there is room. */
  const [place, setPlace] = useState(given.place)
  const [home, setHome] = useState<Home>()
  const isOffered = (id: number | null | undefined) => start.services.some((one) => one.id === id)
  const known = isOffered(lastServiceId) ? lastServiceId : undefined
  const serviceId = (isOffered(picked) ? picked : undefined) ?? known ?? start.services[0]?.id ?? 0
  const services = [serviceId, ...more].flatMap((id) => start.services.find((one) => one.id === id) ?? [])
  const idsOf = (service: number) => addOns.flatMap((ref) => (ref.serviceId === service ? [ref.id] : []))
  const open = services.flatMap((one) => openText(one.addOns, idsOf(one.id)) ?? [])
  const most = Math.min(maxPersons, Math.floor(maxPartsOfVisit / Math.max(1, services.length)))
  const count = Math.min(persons, most)
  const people = Array.from({ length: count }, (_, index) => index + 1)
  const chosen = addOns.filter(({ serviceId: of }) => services.some(({ id }) => id === of))
  return {
    serviceId,
    services,
    more,
    persons: count,
    maxPersons: most,
    setPersons,
    place,
    home,
    setHome,
    setPlace: (next: number | undefined) => {
      setPlace(next)
      setHome(undefined)
    },
    idsOf,
    /** Which required option is missing. */
    open: open[0],
    setService: (id: number) => {
      setPicked(id)
      setMore(more.filter((one) => one !== id))
      setPlace(undefined)
    },
    setMore,
    choose: (service: number, ids: readonly number[]) =>
      setAddOns([
        ...addOns.filter(({ serviceId: of }) => of !== service),
        ...ids.map((id) => ({ serviceId: service, id })),
      ]),
    /** As `GET /api/professional/own-appointments/hours` takes it: each person has the same. */
    query: {
      services: people.flatMap(() => services.map(({ id }) => id)).join(),
      ...(count === 1 ? {} : { persons: people.map(() => services.length).join() }),
      ...(chosen.length === 0
        ? {}
        : { addOns: people.flatMap((person) => chosen.map((ref) => addOnName({ ...ref, person }))).join() }),
      ...(place === undefined ? {} : { at: place }),
      ...(home === undefined ? {} : { home: home.token }),
    },
  }
}
