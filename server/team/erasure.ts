/** An account is deleted: its memberships and its business's team end, and names and addresses are erased. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'
import { end, type Row } from '#server/team/member-row.ts'

export const forgetTeam = async (
  work: Work,
  { accountId, email, hostId }: { accountId: number; email: string; hostId: number | null },
) => {
  const { rows } = await sql<Row>`
    select m.* from memberships m where (m.account_id = ${accountId} or m.host_id = ${hostId}::bigint or m.email = ${email}) and m.status <> 'ended'
    order by m.id for update`.execute(work.db)
  for (const row of rows)
    if (row.status === 'invited') await end(work, row, 'revoke', 'revoked', 'platform')
    else await end(work, row, 'end', 'notice', 'platform')
  await sql`delete from rent_cards k using professionals p where p.id = k.professional_id and p.account_id = ${accountId}`.execute(
    work.db,
  )
  await sql`update memberships set name = 'Cuenta borrada', email = 'borrada-' || id || '@kalli.invalid', phone = null, message = ''
    where account_id = ${accountId} or host_id = ${hostId}::bigint or email = ${email}`.execute(work.db)
}
