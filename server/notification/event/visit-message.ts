/** Delivery of the messages about a visit, for the professional; and the client's consent to WhatsApp for it. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { VisitMessage, type agreeForVisit, type visitMessages } from '#contract/messaging/channel.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { findFor } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { agree, consentSince, takeBack } from '#server/messaging/consent.ts'
import { isOpen } from '#server/messaging/reach.ts'
import { masked } from '#server/messaging/way.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Row = { bookingId: string; event: string; channel: string; state: string; at: Date }

/** For the viewer's own bookings, newest first; other ids are treated as missing. */
export const messagesOf = async (work: Work, { bookings }: Input<typeof visitMessages>['query']) => {
  const professionalId = work.viewer.professionalId ?? refuse('role_not_available')
  const request = z.safeParse(z.array(z.uuid()), bookings.split(','))
  if (!request.success) return refuse('invalid_input', { fields: [{ field: 'bookings' }] })
  const { rows } = await sql<Row>`
    select booking.id as "bookingId", m.event, d.channel, d.state,
      coalesce(d.read_at, d.delivered_at, d.failed_at, d.sent_at, d.queued_at) as at
    from bookings booking
    join outbound_messages m on m.booking_id = booking.id and m.side = 'client'
    join lateral (select * from deliveries d where d.message_id = m.id order by d.queued_at desc, (d.state = 'failed') limit 1) d on true
    where booking.id = any(${request.data}::uuid[]) and booking.professional_id = ${professionalId}
    union all
    -- Receipts are emails of the booking module: each key begins with its event and carries the visit.
    select booking.id, told.event, 'email',
      case when letter.sent_at is not null then 'sent' when letter.failed_at is not null then 'failed' else 'queued' end,
      coalesce(letter.sent_at, letter.failed_at, letter.created_at)
    from bookings booking
    join mails letter on ${visitOf} = booking.id::text
    join (values ${sql.join(receipts.map(([key, event]) => sql`(${key}::text, ${event}::text)`))}) told (key, event)
      on starts_with(letter.dedupe_key, told.key || booking.id)
    where booking.id = any(${request.data}::uuid[]) and booking.professional_id = ${professionalId}
      -- The same news to the professional or the host.
      and letter.dedupe_key !~ ':(professional|host)$' and letter.dedupe_key !~ '^delay:.*:client:'
    order by at desc`.execute(work.db)
  const messages = rows.flatMap(({ at, ...row }) => {
    const parsed = z.safeParse(VisitMessage, { ...row, at: at.toISOString() })
    return parsed.success ? [parsed.data] : []
  })
  return { messages }
}

/** Must match the expression of the index `mails_of`. */
const visitOf = sql`substring(letter.dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`
const receipts = [
  ['booking-requested:', 'booking_requested'],
  ['booking-voucher:', 'booking_voucher'],
  ['booking-confirmed:', 'booking_confirmed'],
  ['booking-moved:', 'booking_changed'],
  ['booking-changed:', 'booking_changed'],
  ['class-moved:', 'booking_changed'],
  ['delay:', 'delay'],
  ['booking-cancelled:', 'booking_cancelled'],
] as const

type RequestParams = { id: string; t: string | undefined }

/** Through the client of the booking or their link. Refuses not_found. */
export const consentOf = async (work: Work, request: RequestParams) => {
  const phone = await phoneOf(work, request)
  const since = await consentSince(work, { bookingId: request.id }, phone)
  return {
    available: isOpen(work, 'whatsapp') && phone !== '',
    hint: phone === '' ? '' : masked('sms', phone),
    since: since?.toISOString() ?? null,
  }
}

/** Refuses not_found and whatsapp_unavailable; revoking is always possible. */
export const chooseForVisit = async (
  work: Work,
  request: RequestParams,
  body: Input<typeof agreeForVisit>['body'],
) => {
  const phone = await phoneOf(work, request)
  if (!body.agree) await takeBack(work, { bookingId: request.id })
  else if (!isOpen(work, 'whatsapp') || phone === '') refuse('whatsapp_unavailable')
  else await agree(work, { bookingId: request.id }, phone)
  return consentOf(work, request)
}

const isNumber = /^\+\d{7,15}$/

const phoneOf = async (work: Work, { id, t }: RequestParams): Promise<string> => {
  const { booking } = await findFor(work, id, { t, as: 'client' })
  const phone = contactOf(booking)?.phone ?? ''
  // An old visit may contain input that is no number; a message there would reach another person or no one.
  return isNumber.test(phone) ? phone : ''
}
