/** A stay longer than booked: its cost and until when it may be contested, to payer and payee. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  minutes: number
  chargedMinutes: number
  cents: number
  cutShort: boolean
  contestBy: Date
  zone: string
  startsAt: Date
  place: string
  name: string
  professional: number
  host: number
}

export const notifyOvertime = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Row>`
    select o.minutes, o.charged_minutes as "chargedMinutes", o.amount_cents as cents, o.cut_short as "cutShort",
      o.contest_by as "contestBy", b.zone, b.starts_at as "startsAt", concat_ws(', ', u.name, s.name) as place,
      p.first_name as name, p.account_id as professional, h.account_id as host
    from overtimes o join bookings b on b.id = o.booking_id join professionals p on p.id = b.professional_id
    join hosts h on h.id = b.host_id join spaces s on s.id = b.space_id join units u on u.id = b.unit_id
    where o.booking_id = ${bookingId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const at = (instant: Date) => `${longDate(instant, row.zone)}, ${clockTime(instant, row.zone)} h`
  const length = `${lengthText(row.chargedMinutes)}${row.cutShort ? ', hasta la siguiente reserva' : ''}`
  // The payer has two days to contest it; the payee has earned something.
  await notify(work, 'problem', [
    {
      title: `Tiempo extra: ${formatCents(row.cents)}`,
      message: `Saliste de ${row.place} ${lengthText(row.minutes)} después (${at(row.startsAt)}): se cobran ${length}. Si no fue así, dilo antes del ${at(row.contestBy)}.`,
      accountId: row.professional,
      about: { kind: 'problem' as const, id: bookingId },
      dedupeKey: `overtime:${bookingId}:professional`,
    },
  ])
  await notify(work, 'booking_completed', [
    {
      title: `Tiempo extra en ${row.place}: ${formatCents(row.cents)}`,
      message: `${row.name} salió ${lengthText(row.minutes)} después (${at(row.startsAt)}). Se cobran ${length}; puede decir que no fue así hasta el ${at(row.contestBy)}.`,
      accountId: row.host,
      about: { kind: 'host_problem' as const, id: bookingId },
      dedupeKey: `overtime:${bookingId}:host`,
    },
  ])
}
