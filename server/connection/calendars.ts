/** The calendars of a connected account: as the provider lists them, and what their owner uses each for. */
import { sql } from 'kysely'
import { addProvided, removeProvided } from '#server/availability/outside/provided-calendar.ts'
import type { CalendarInfo } from '#server/connection/provider/provider.ts'
import { providerLabel, type ProviderName } from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import type { Work } from '#server/platform/work.ts'

export type Calendar = {
  id: number
  externalId: string
  writable: boolean
  own: boolean
  target: boolean
  outsideId: number | null
  syncToken: string | null
  reading: number
  fullAt: Date | null
  channelId: string | null
  channelResource: string | null
  channelEndsAt: Date | null
}

export const calendarsOf = async (work: Work, accountId: number): Promise<Calendar[]> => {
  const { rows } = await sql<Calendar>`
    select id, external_id as "externalId", writable, own, target, outside_id as "outsideId", sync_token as "syncToken", reading,
      full_at as "fullAt", channel_id as "channelId", channel_resource as "channelResource", channel_ends_at as "channelEndsAt"
    from connected_calendars where account_id = ${accountId} order by is_primary desc, id`.execute(work.db)
  return rows
}

/** Wanted of the provider: whether a calendar of it is read at all. */
export const isRead = ({ outsideId, target }: Calendar) => outsideId !== null || target

type Owner = { accountId: number; professionalId: number }

/** In the caller's transaction. Choices stay; a calendar that is not listed any more goes, and what it took is free. */
export const keepCalendars = async (work: Work, owner: Owner, found: readonly CalendarInfo[]) => {
  const box = sealing(work, owner.professionalId)
  for (const { id, name, writable, isPrimary } of found) {
    const values = { name: box.seal(name), writable, is_primary: isPrimary }
    await work.db
      .insertInto('connected_calendars')
      .values({ account_id: owner.accountId, external_id: id, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doUpdateSet(values))
      .execute()
  }
  const gone = await sql<{ id: number; outsideId: number | null }>`
    delete from connected_calendars where account_id = ${owner.accountId}
      and not (external_id = any (${found.map(({ id }) => id)}::text[]))
    returning id, outside_id as "outsideId"`.execute(work.db)
  for (const { outsideId } of gone.rows) if (outsideId !== null) await removeProvided(work, outsideId)
}

/** In the caller's transaction. Its events take time, or no longer. */
export const setBusy = async (
  work: Work,
  { professionalId, provider }: { professionalId: number; provider: ProviderName },
  calendar: Pick<Calendar, 'id' | 'outsideId'>,
  busy: boolean,
) => {
  if (busy === (calendar.outsideId !== null)) return
  if (calendar.outsideId !== null) await removeProvided(work, calendar.outsideId)
  const outsideId = busy
    ? await addProvided(work, { professionalId, provider, hostName: providerLabel(provider) })
    : null
  await work.db
    .updateTable('connected_calendars')
    // What was not read meanwhile is read anew.
    .set({ outside_id: outsideId, sync_token: null })
    .where('id', '=', calendar.id)
    .execute()
}

/** In the caller's transaction. Null: into none. */
export const setTarget = async (work: Work, accountId: number, calendarId: number | null) => {
  await sql`update connected_calendars set target = false where account_id = ${accountId} and target
    and id is distinct from ${calendarId}::bigint`.execute(work.db)
  if (calendarId !== null)
    await work.db
      .updateTable('connected_calendars')
      .set({ target: true, sync_token: null })
      .where('id', '=', calendarId)
      .where('account_id', '=', accountId)
      .where('target', '=', false)
      .execute()
}
