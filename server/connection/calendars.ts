/** The calendars of a connected account: as the provider lists them, and how their owner uses each. */
import { sql } from 'kysely'
import { addProvided, removeProvided } from '#server/availability/outside/provided-calendar.ts'
import type { CalendarInfo } from '#server/connection/provider/provider.ts'
import { providerLabel, type ProviderName } from '#server/connection/providers.ts'
import type { Owner } from '#server/connection/owner.ts'
import { sealing } from '#server/connection/secrets.ts'
import type { Work } from '#server/platform/work.ts'

export type Calendar = {
  id: number
  externalId: string
  writable: boolean
  own: boolean
  target: boolean
  /** The unit of this calendar: busy times claim the unit, and its bookings are written there. */
  unitId: number | null
  outsideId: number | null
  syncToken: string | null
  reading: number
  fullAt: Date | null
  channelId: string | null
  channelResource: string | null
  channelEndsAt: Date | null
  /** Something of ours is there, or was sent. */
  hasWritten: boolean
}

export const calendarsOf = async (work: Work, accountId: number): Promise<Calendar[]> => {
  const { rows } = await sql<Calendar>`
    select id, external_id as "externalId", writable, own, target, unit_id as "unitId", outside_id as "outsideId", sync_token as "syncToken", reading,
      full_at as "fullAt", channel_id as "channelId", channel_resource as "channelResource", channel_ends_at as "channelEndsAt",
      exists (select from written_events where calendar_id = connected_calendars.id) as "hasWritten"
    from connected_calendars where account_id = ${accountId} order by is_primary desc, id`.execute(work.db)
  return rows
}

/** Whether the calendar is read from the provider at all. */
export const isRead = ({ outsideId, target }: Calendar) => outsideId !== null || target

/** In the caller's transaction. Choices stay; a calendar that is no longer listed is removed, and its claims are freed. */
export const keepCalendars = async (
  work: Work,
  owner: Owner & { accountId: number },
  found: readonly CalendarInfo[],
) => {
  const box = sealing(work, owner)
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

/** In the caller's transaction. Starts or stops claiming time for its events. */
export const setBusy = async (
  work: Work,
  { provider, ...of }: ({ professionalId: number } | { unitId: number }) & { provider: ProviderName },
  calendar: Pick<Calendar, 'id' | 'outsideId'>,
  busy: boolean,
) => {
  if (busy === (calendar.outsideId !== null)) return
  if (calendar.outsideId !== null) await removeProvided(work, calendar.outsideId)
  const outsideId = busy
    ? await addProvided(work, { ...of, provider, hostName: providerLabel(provider) })
    : null
  await work.db
    .updateTable('connected_calendars')
    // Changes missed meanwhile require a full reading.
    .set({ outside_id: outsideId, sync_token: null })
    .where('id', '=', calendar.id)
    .execute()
}

/** In the caller's transaction. Busy times there claim the unit; `writes`: the unit's claims here are written there. */
export const giveToUnit = async (
  work: Work,
  { unitId, provider, writes }: { unitId: number; provider: ProviderName; writes: boolean },
  calendar: Pick<Calendar, 'id' | 'unitId' | 'outsideId'>,
) => {
  await setBusy(work, { unitId, provider }, calendar, true)
  await work.db
    .updateTable('connected_calendars')
    .set({ unit_id: unitId, target: writes, ...(calendar.unitId === unitId ? {} : { unit_since: work.now }) })
    .where('id', '=', calendar.id)
    .execute()
}

/** In the caller's transaction. Its time is freed at once; the following job removes our events there. */
export const takeFromUnit = async (work: Work, { id, outsideId }: Pick<Calendar, 'id' | 'outsideId'>) => {
  await work.db
    .updateTable('connected_calendars')
    .set({ unit_id: null, unit_since: null, target: false, outside_id: null, sync_token: null })
    .where('id', '=', id)
    .execute()
  if (outsideId !== null) await removeProvided(work, outsideId)
}

/** In the caller's transaction. Null: none. */
export const setTarget = async (work: Work, accountId: number, calendarId: number | null) => {
  await sql`update connected_calendars set target = false where account_id = ${accountId} and target and unit_id is null
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
