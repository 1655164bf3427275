/** Notices of tips to the professional. The client's emails are sent by the booking module. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = { cents: number; service: string; client: string; startsAt: Date; zone: string; accountId: number }

export const notifyTip = async (work: Work, { tipId, move }: Payload<'tip.changed'>) => {
  // A tip that failed was never theirs.
  if (move === 'refused') return
  const { rows } = await sql<Row>`
    select t.amount_cents as cents, b.service_name as service, coalesce(b.contact ->> 'firstName', 'Tu cliente') as client,
      b.starts_at as "startsAt", b.zone, p.account_id as "accountId"
    from tips t join bookings b on b.id = t.booking_id join professionals p on p.id = t.professional_id
    where t.id = ${tipId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const amount = formatCents(row.cents)
  const what = `${row.service}, ${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h`
  await notify(work, 'booking_completed', [
    {
      title:
        move === 'paid' ? `${row.client} te dejó propina: ${amount}` : `Se devolvió una propina: ${amount}`,
      message:
        move === 'paid'
          ? `Es toda tuya, sin comisión, y llega con tus depósitos. De ${what}.`
          : `Vuelve a la tarjeta de ${row.client}. De ${what}.`,
      accountId: row.accountId,
      about: { kind: 'earnings' as const, id: '' },
      dedupeKey: `tip:${tipId}:${move}`,
    },
  ])
}
