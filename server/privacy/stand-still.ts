/** The locks that block concurrent bookings while an account is deleted. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

type Leaving = {
  accountId: number
  professionalId: number | null
  hostId: number | null
  clientIds: readonly number[]
}

/**
 * No booking takes this person's time during the check: one about to be made has locked these rows, or waits for us. In the order in which
 * a new booking locks them, or the two could deadlock.
 */
export const lockAccountRows = async (
  work: Work,
  { accountId, professionalId, hostId, clientIds }: Leaving,
) => {
  await sql`select 1 from accounts where id = ${accountId} for update`.execute(work.db)
  await sql`select 1 from professionals where id = ${professionalId} for update`.execute(work.db)
  await sql`select 1 from clients where id = any (${clientIds}) order by id for update`.execute(work.db)
  await sql`select 1 from spaces where host_id = ${hostId} order by id for update`.execute(work.db)
  await sql`
    select 1 from resources
    where id = ${professionalId} or id = any (${clientIds})
      or id in (select u.id from units u join spaces s on s.id = u.space_id where s.host_id = ${hostId})
    order by id for update`.execute(work.db)
}
