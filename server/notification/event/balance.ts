/**
 * Notices to the professional about a balance due: that it is missing, and that it was paid after all. The client's emails are sent by the
 * booking module.
 */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  bookingId: string
  cents: number
  by: string
  isByHand: boolean
  isFirst: boolean
  isByLink: boolean
  inPlace: number
  service: string
  client: string
  startsAt: Date
  zone: string
  accountId: number
}

export const notifyBalance = async (work: Work, { balanceId, move }: Payload<'balance.changed'>) => {
  const { rows } = await sql<Row>`
    select b.id as "bookingId", try.amount_cents as cents, try.requested_by as by, b.service_name as service,
      exists (select from payments pay where pay.booking_id = try.id and pay.method = 'cash') as "isByHand",
      not exists (select from booking_balances earlier where earlier.booking_id = b.id and earlier.id < try.id) as "isFirst",
      b.link_cents > 0 as "isByLink", b.in_place_cents::int as "inPlace",
      coalesce(b.contact ->> 'firstName', 'Tu cliente') as client, b.starts_at as "startsAt", b.zone, p.account_id as "accountId"
    from booking_balances try join bookings b on b.id = try.booking_id join professionals p on p.id = b.professional_id
    where try.id = ${balanceId}`.execute(work.db)
  const [row] = rows
  // For an automatic payment the visit's own notice is enough; a professional who requested it again, or took it by hand, knows.
  if (
    row === undefined ||
    row.isByHand ||
    (move === 'paid' ? row.isFirst && !row.isByLink : row.by !== 'platform')
  )
    return
  const amount = formatCents(row.cents)
  const what = `${row.service}, ${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h`
  await notify(work, move === 'paid' ? 'booking_completed' : 'problem', [
    {
      title:
        move === 'paid'
          ? `${row.client} pagó ${row.isByLink ? (row.inPlace > 0 ? 'el anticipo' : 'su cita') : 'el resto'}: ${amount}`
          : `Por cobrar: ${amount} de ${row.client}`,
      message:
        move === 'paid'
          ? `Tu parte llega con tus depósitos. De ${what}.`
          : `Su banco no aprobó el cargo. Le escribimos con un enlace para pagar; tú puedes intentarlo otra vez desde tus citas. De ${what}.`,
      accountId: row.accountId,
      about: { kind: 'earnings' as const, id: row.bookingId },
      dedupeKey: `balance:${balanceId}:${move}`,
    },
  ])
}
