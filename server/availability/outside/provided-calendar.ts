/**
 * An outside calendar for which a provider sends changes (server/connection): its busy times are stored and mirrored like those of a
 * read address, so nothing else here knows the difference.
 */
import { type RawBuilder, sql } from 'kysely'
import type { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { differs, mirror, mirrorLocked } from '#server/availability/outside/outside-reading.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** `resourceId`: the professional or the unit. */
export type Provided = { id: number; resourceId: number }

/** It takes its owner's time from the next reading on. */
export const addProvided = async (
  work: Work,
  values: ({ professionalId: number } | { unitId: number }) & {
    provider: CalendarProviderName
    hostName: string
  },
): Promise<number> => {
  const { id } = await work.db
    .insertInto('outside_calendars')
    .values({
      ...('unitId' in values ? { unit_id: values.unitId } : { professional_id: values.professionalId }),
      provider: values.provider,
      host_name: values.hostName,
      added_at: work.now,
      // Required, but unused: there is no address to read.
      next_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `busy`: a multirange. Null: unchanged. */
export const keepProvided = (work: Work, { id, resourceId }: Provided, busy: RawBuilder<unknown> | null) =>
  inTransaction(work, async (work) => {
    const changed = busy === null ? sql`` : sql`, busy = ${busy}`
    const { rows } = await sql<{ differs: boolean }>`
      update outside_calendars set read_at = ${work.now}, failure = null, lost = false, notified = null ${changed}
      where id = ${id} returning ${busy === null ? differs(work, { id, resourceId }) : sql`true`} as differs`.execute(
      work.db,
    )
    if (busy !== null) await publish(work, 'outside_calendar.read', { calendarId: id })
    // Most readings find nothing new, and no time that a booking released meanwhile.
    if (rows[0]?.differs === true) await mirrorLocked(work, { id, resourceId })
  })

/** Its claims stay. The owner is notified of the account, not of each calendar. */
export const failProvided = (work: Work, ids: readonly number[], failure: 'unreachable' | 'gone') =>
  sql`update outside_calendars set failure = ${failure}, lost = ${failure === 'gone'} where id = any (${ids}::bigint[])`.execute(
    work.db,
  )

/** In the caller's transaction. The provider shows it no more: its last known busy times stay taken, also those that a booking released. */
export const keepLost = async (work: Work, provided: Provided) => {
  await failProvided(work, [provided.id], 'gone')
  await mirror(work, provided)
}

/** Removes its claims too. */
export const removeProvided = (work: Work, id: number) =>
  work.db.deleteFrom('outside_calendars').where('id', '=', id).where('provider', 'is not', null).execute()
