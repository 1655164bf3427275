/** The listings of a suspended account: none is shown, and the published ones return when it is lifted. */
import { sql } from 'kysely'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

type Moved = { id: number; version: number }

/** Paused listings and those in review stay so; none can be published meanwhile (`spaces_of_suspended`). */
export const suspendAll = async (work: Work, hostId: number) => {
  const { rows } = await sql<Moved>`
    update spaces set status = 'suspended', suspended_from = 'published', version = version + 1
    where host_id = ${hostId} and status = 'published' returning id, version`.execute(work.db)
  for (const one of rows) await record(work, one, 'suspend')
}

/** A listing that an administrator suspended separately stays suspended. */
export const unsuspendAll = async (work: Work, hostId: number) => {
  const { rows } = await sql<Moved>`
    update spaces set status = 'published', suspended_from = null, version = version + 1
    where host_id = ${hostId} and status = 'suspended' and suspended_from = 'published' returning id, version`.execute(
    work.db,
  )
  for (const one of rows) await record(work, one, 'reinstate')
}

/** Its host reads it in the email about the account. */
const record = async (work: Work, { id, version }: Moved, move: 'suspend' | 'reinstate') => {
  await work.db
    .insertInto('listing_moves')
    .values({
      space_id: id,
      version,
      move,
      by: 'platform',
      account_id: work.viewer.accountId,
      reason: 'account',
      at: work.now,
    })
    .execute()
  await publish(work, 'space.changed', { spaceId: id })
}
