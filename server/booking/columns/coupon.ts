/** A hold's coupon, and whether there is a field to enter one. */
import { sql } from 'kysely'
import { columns } from '#server/booking/columns/joins.ts'

export const couponColumns = columns([
  'booking.coupon',
  // A code can be entered only while the time is held.
  sql<boolean | null>`case when booking.status = 'held' then exists (
        select from coupons where coupons.professional_id = booking.professional_id and coupons.active) end`.as(
    'takes_coupons',
  ),
])
