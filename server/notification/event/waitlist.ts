/** The bell's notice of a slot for a waiting client; the email is sent by the booking module. */
import { sql } from 'kysely'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

export const notifyOffered = async (work: Work, linkId: string) => {
  const { rows } = await sql<{
    accountId: number
    service: string
    startsAt: Date
    until: Date
    zone: string
  }>`
    select client.account_id as "accountId", booking.service_name as service, booking.starts_at as "startsAt",
      offer.expires_at as until, booking.zone
    from waitlist_offers offer join bookings booking on booking.id = offer.booking_id
    join clients client on client.id = booking.client_id
    where offer.id = ${linkId}::uuid and offer.state = 'open' and client.account_id is not null`.execute(
    work.db,
  )
  const [row] = rows
  if (row === undefined) return
  await notify(
    work,
    'answer_wanted',
    [
      {
        accountId: row.accountId,
        title: `Se abrió un lugar: ${row.service}`,
        message: `${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h. Está apartado para ti hasta las ${clockTime(row.until, row.zone)} h.`,
        about: { kind: 'waitlist', id: linkId },
        dedupeKey: `waitlist_offer:${linkId}`,
      },
    ],
    { bell: 'always', channels: false },
  )
}
