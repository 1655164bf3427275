/** A saved search found a free hour: its client is notified by the channels they chose. */
import { sql } from 'kysely'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

export const notifyFound = async (work: Work, noticeId: string) => {
  const { rows } = await sql<{
    accountId: number
    label: string
    search: string
    name: string
    usefulUntil: Date
  }>`
    select s.account_id as "accountId", s.label, s.search, p.first_name || ' ' || p.last_name as name,
      s.expires_at as "usefulUntil"
    from saved_search_notices notice
    join saved_searches s on s.id = notice.saved_search_id
    join professionals p on p.id = notice.professional_id
    where notice.id = ${noticeId}::uuid`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notify(work, 'search_alert', [
    {
      accountId: row.accountId,
      title: `Se abrió un horario: ${row.label}`,
      message: `${row.name} tiene lugar. No está apartado: quien reserva primero se lo queda.`,
      about: { kind: 'saved_search', id: row.search },
      dedupeKey: `search_alert:${noticeId}`,
      usefulUntil: row.usefulUntil,
    },
  ])
}
