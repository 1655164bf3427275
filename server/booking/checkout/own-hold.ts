/** The hold that the same person already has on the same time. */
import { sql } from 'kysely'
import { type AddOnRef, addOnName, byPerson } from '#contract/service/add-on.ts'
import type { Shown as Choice } from '#server/availability/slots/slot-token.ts'
import { type Placed, selectPlaced } from '#server/booking/summary/present.ts'
import type { Work } from '#server/platform/work.ts'
import type { Holding } from '#server/booking/checkout/hold-row.ts'

/** "2,3": the services after the first. */
const moreServices = sql<string>`coalesce((select string_agg(segment.service_id::text, ',' order by segment.position)
  from booking_segments segment where segment.booking_id = booking.id and segment.position > 1), '')`

/** "2,1": the number of services of each of several people. */
const countsOfBooking = sql<string>`case when booking.persons = 1 then '' else (select string_agg(mine.count::text, ',' order by mine.person)
  from (select person, count(*) from booking_segments segment where segment.booking_id = booking.id group by person) mine) end`

/** "3-1,3-2,3-1-2": the add-ons, in any order. */
const addOnsOfBooking = sql<string>`coalesce((select string_agg((one ->> 'serviceId') || '-' || (one ->> 'id')
    || coalesce('-' || (one ->> 'person'), ''), ','
  order by coalesce((one ->> 'person')::integer, 1), (one ->> 'serviceId')::bigint, (one ->> 'id')::bigint)
  from jsonb_array_elements(booking.add_ons) as part(one)), '')`
export const addOnKey = (refs: readonly AddOnRef[]) => refs.toSorted(byPerson).map(addOnName).join()

/** The active hold of the same person on the same time: pressing twice is no race. */
export const ownHoldOf = (work: Work, choice: Choice, { holders }: Holding): Promise<Placed | undefined> => {
  if (holders.length === 0) return Promise.resolve(undefined)
  return selectPlaced(work.db)
    .where('booking.holder', 'in', [...holders])
    .where('booking.status', '=', 'held')
    .where('booking.hold_expires_at', '>', work.now)
    .where('booking.professional_id', '=', choice.professionalId)
    .where('booking.service_id', '=', choice.serviceId)
    .where(moreServices, '=', (choice.more ?? []).join())
    .where(addOnsOfBooking, '=', addOnKey(choice.addOns ?? []))
    .where(countsOfBooking, '=', (choice.persons ?? []).join())
    .where('booking.starts_at', '=', new Date(choice.startsAt))
    .where('booking.space_id', 'is not distinct from', choice.spaceId)
    .where('booking.visit_place', 'is not distinct from', choice.place ?? null)
    .executeTakeFirst()
}
