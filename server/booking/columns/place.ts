/** Where a booking is; contact/location.ts decides who sees the exact address. */
import { sql } from 'kysely'
import { columns, type Read } from '#server/booking/columns/joins.ts'
import type { professionalColumns } from '#server/booking/columns/professional.ts'
import { onlineLinkOf, placeOf, pointOf, type Reader } from '#server/booking/contact/location.ts'
import { byPosition } from '#server/booking/moves/position.ts'

export const placeColumns = columns([
  'booking.space_id',
  'booking.visit_place',
  'home.line as home_line',
  'home.details as home_details',
  'home.neighbourhood as home_neighbourhood',
  'home.city as home_city',
  'home.state as home_state',
  'home.latitude as home_latitude',
  'home.longitude as home_longitude',
  onlineLinkOf.as('online_link'),
  'professional.neighbourhood as professional_neighbourhood',
  'professional.city as professional_city',
  'professional.state as professional_state',
  'professional.address as professional_address',
  'professional.latitude as professional_latitude',
  'professional.longitude as professional_longitude',
  'space.name as space_name',
  'space.neighbourhood as space_neighbourhood',
  'space.city as space_city',
  'space.state as space_state',
  'space.address as space_address',
  'space.latitude as space_latitude',
  'space.longitude as space_longitude',
  sql<string | null>`space.house_rules ->> 'access'`.as('space_access'),
  'space.directions as space_directions',
  'business.name as business_name',
  'unit.name as unit_name',
])

type Placed = Read<typeof placeColumns> & Read<typeof professionalColumns> & { status: string }

export const placePart = (shown: Placed, reader: Reader) => ({ place: placeOf(shown, reader) })

/** Whether the professional's position can prove their arrival. */
export const positionFor = (shown: Placed) => byPosition(shown.visit_place, pointOf(shown))

export const ownPlaceColumns = columns([
  // True at the professional's own address, or at a space of which they are the host.
  sql<boolean>`booking.space_id is null or exists (select from hosts host where host.id = booking.host_id
        and host.account_id = professional.account_id)`.as('own_place'),
])
