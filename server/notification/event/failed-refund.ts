/** A bank rejected a refund: in-app notices to its payer and to administrators. The emails are sent by the chargeback module. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

export const notifyFailedRefund = async (
  work: Work,
  { failedRefundId: id }: Payload<'payment.refund_failed'>,
) => {
  const { rows } = await sql<{ cents: number; state: string; accountId: number | null; isClient: boolean }>`
    select f.amount_cents as cents, f.state, a.id as "accountId",
      not exists (select from professionals p where p.account_id = a.id) as "isClient"
    from failed_refunds f join payments p on p.id = f.payment_id
    left join accounts a on a.id = substring(p.payer from '^account:(\\d+)$')::bigint where f.id = ${id}`.execute(
    work.db,
  )
  const [row] = rows
  if (row === undefined) return
  const amount = formatCents(row.cents)
  const { rows: staff } = await sql<{ id: number }>`
    select id from accounts where 'admin' = any(available_roles)`.execute(work.db)
  const about = { dedupeKey: `failed-refund:${id}` }
  await notify(
    work,
    'payout',
    [
      ...(row.accountId === null
        ? []
        : [
            {
              ...about,
              accountId: row.accountId,
              title: `Tu devolución de ${amount} no llegó`,
              message:
                row.state === 'retrying'
                  ? `Tu banco regresó los ${amount} que te enviamos. Ya van otra vez; no tienes que hacer nada.`
                  : `Tu banco regresó dos veces los ${amount} que te enviamos. El dinero sigue siendo tuyo: te escribimos cómo lo recibes.`,
              about: { kind: row.isClient ? ('my_bookings' as const) : ('earnings' as const), id: '' },
            },
          ]),
      ...staff.map(({ id: accountId }) => ({
        ...about,
        accountId,
        title: `Un banco regresó una devolución de ${amount}`,
        message:
          row.state === 'retrying'
            ? 'Se envió otra vez. Si vuelve a regresar, queda como saldo de quien pagó o espera tu decisión.'
            : 'Es la segunda vez: quedó como saldo del cliente o espera tu decisión.',
        about: { kind: 'unsettled_money' as const, id: '' },
      })),
    ],
    { bell: 'always', channels: false },
  )
}
