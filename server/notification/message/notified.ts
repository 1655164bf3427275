/** The data of the texts about a booking. */
import type { Selectable } from 'kysely'
import type { Notice } from '#server/notification/message/notify.ts'
import type { Bookings } from '#server/platform/database/tables.ts'

export type Event = 'booking_confirmed' | 'booking_cancelled' | 'booking_completed'
export type NoticeText = Pick<Notice, 'title' | 'message' | 'about'>

/** A booking with the names that the texts need. */
export type Row = Pick<
  Selectable<Bookings>,
  | 'id'
  | 'kind'
  | 'service_name'
  | 'starts_at'
  | 'ends_at'
  | 'zone'
  | 'professional_acceptance'
  | 'confirmed_at'
  | 'completed_at'
  | 'contact'
  | 'cancellation'
  | 'total_cents'
  | 'balance_cents'
  | 'balance_waived_cents'
  | 'in_place_cents'
  | 'link_cents'
  | 'rent_cents'
  | 'terms'
> & {
  professional_account: number
  host_account: number | null
  /** Of a request: the party who accepted last. */
  accepted_by: string | null
  first_name: string
  last_name: string
  space_name: string | null
  unit_name: string | null
  /** The state of a seat's class; null: it is no seat. */
  class_status: string | null
  /** Null while nothing was paid; `cash` is by hand, at the host's desk. */
  payment_method: string | null
  /** The client of a request took an hour that its professional proposed. */
  took_other_hour: boolean
  /** The team member who acted in the host's name; null: the host. */
  business_actor: string | null
}

export type Texts = Readonly<
  Record<Event, Readonly<Record<'professional' | 'host', (booking: Row) => NoticeText | null>>>
>
