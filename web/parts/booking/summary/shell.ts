import type { Booking } from '#contract/booking/booking.ts'
import type { LostVisit } from '#contract/booking/checkout/lost-hold.ts'
import { addOnKey, type BookingSearch, requestedOf } from '#web/parts/booking/summary/address.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

/** The two shells of the booking flow, each with its addresses. */
export type BookingShell = 'booking' | 'book'
export const linkOf = (shell: BookingShell, search: BookingSearch) =>
  shell === 'booking' ? paths.booking(search) : paths.book(search)

/** All of an existing or past visit: services, add-ons and people. */
export const wholeOf = (
  visit: Pick<Booking, 'moreServices' | 'addOns'> & {
    professional: { id: number }
    service: { id: number | null }
    people: readonly { services: readonly { id: number }[] }[] | null
    place: Pick<Booking['place'], 'modality'>
  },
): BookingSearch => ({
  professional: visit.professional.id,
  service: visit.service.id ?? undefined,
  ...(visit.place.modality === 'place' ? {} : { how: visit.place.modality }),
  more: visit.people === null ? visit.moreServices.join() || undefined : undefined,
  add:
    visit.addOns.map(({ serviceId, id, person }) => addOnKey(serviceId, id, person - 1)).join() || undefined,
  ...(visit.people === null ? {} : requestedOf(visit.people)),
})

/** Link back to where the slot was chosen. */
export const againOf = (hold: LostVisit) =>
  linkOf(hold.byOwnLink ? 'book' : 'booking', {
    ...wholeOf({ ...hold, addOns: hold.addOns.filter(({ added }) => added) }),
    day: dateIn(hold.startsAt, hold.zone),
  })
