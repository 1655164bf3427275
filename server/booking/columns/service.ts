/** What a booking is for: its services with their add-ons, and for how many persons. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { AddOn, addOnName, byPerson } from '#contract/service/add-on.ts'
import { columns, type Read } from '#server/booking/columns/joins.ts'
import { partsOfBooking, peopleJson, servicesOfBooking } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { minutesBetween } from '#server/booking/moves/rules.ts'

export const serviceColumns = columns([
  'booking.service_id',
  'booking.service_name',
  'booking.add_ons',
  // Cheap by a key, since few visits have several services.
  sql<
    number[]
  >`coalesce((select json_agg(segment.service_id order by segment.position) from booking_segments segment
        where segment.booking_id = booking.id and segment.position > 1), '[]')`.as('more_services'),
  'booking.persons',
  peopleJson.as('people'),
  // Which of today's services could be added to each part; a single list of ids, so that the key is used.
  sql<
    { serviceId: number; person: number; addOns: AddOn[] }[]
  >`coalesce((select json_agg(json_build_object('serviceId', offered.id, 'person', part.person, 'addOns', offered.add_ons))
        from services offered join ${partsOfBooking} part on part.service_id = offered.id
        where offered.id = any(${servicesOfBooking}) and offered.add_ons <> '[]'), '[]')`.as('addable'),
])

type Shown = Read<typeof serviceColumns> & Pick<BookingRow, 'starts_at' | 'ends_at'>

/** The host sees neither the names nor the services of each person. */
export const servicePart = (
  shown: Shown,
  side: Side,
): Pick<z.input<typeof Booking>, 'service' | 'persons' | 'people' | 'moreServices' | 'addOns'> => ({
  service: serviceOf(shown, shown.service_id),
  persons: shown.persons,
  people: side === 'host' ? null : shown.people,
  moreServices: side === 'host' ? [] : shown.more_services,
  addOns:
    side === 'host'
      ? []
      : savedAddOns(shown).map(({ serviceId, id, person = 1 }) => ({ serviceId, id, person })),
})

/** Rented hours without a client have no service. */
export const serviceOf = <I extends number | null>(
  shown: Pick<Shown, 'service_name' | 'starts_at' | 'ends_at'>,
  id: I,
) => ({
  id,
  name: shown.service_name,
  durationMinutes: minutesBetween(shown.starts_at, shown.ends_at),
})

/** The add-ons of a visit, as they were when booked. */
export const savedAddOns = (booking: { add_ons: unknown }) =>
  booking.add_ons === null ? [] : z.parse(z.array(Added), booking.add_ons)
const Added = z.extend(AddOn, { serviceId: z.int(), person: z.optional(z.int()) })

/** The add-ons of a held visit, and those available today, in the order of its services. */
export const addOnsOf = (shown: Shown): z.input<typeof Hold>['addOns'] => {
  const added = savedAddOns(shown)
  const offered = shown.addable.flatMap(({ serviceId, person, addOns }) =>
    addOns
      .map((one) => ({ ...one, serviceId, person, added: false }))
      .filter((one) => !added.some((other) => addOnName(other) === addOnName(one))),
  )
  return [...added.map((one) => ({ ...one, person: one.person ?? 1, added: true })), ...offered].toSorted(
    byPerson,
  )
}
