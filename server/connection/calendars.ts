/** The calendars of a connected account: as the provider lists them, and how their owner uses each. */
import { sql } from 'kysely'
import { addProvided, keepLost, removeProvided } from '#server/availability/outside/provided-calendar.ts'
import { hourMs } from '#contract/platform/duration.ts'
import type { CalendarInfo } from '#server/connection/provider/provider.ts'
import { providerLabel, type ProviderName } from '#server/connection/providers.ts'
import type { Owner } from '#server/connection/owner.ts'
import { sealing } from '#server/connection/secrets.ts'
import { publish } from '#server/platform/jobs.ts'
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
  /** The account no longer lists it: deleted there, or no longer shared. */
  lostAt: Date | null
  /** When the list is read again to find it. */
  seekAt: Date | null
  /** Something of ours is there, or was sent. */
  hasWritten: boolean
}

export const calendarsOf = async (work: Work, accountId: number): Promise<Calendar[]> => {
  const { rows } = await sql<Calendar>`
    select id, external_id as "externalId", writable, own, target, unit_id as "unitId", outside_id as "outsideId", sync_token as "syncToken", reading,
      full_at as "fullAt", channel_id as "channelId", channel_resource as "channelResource", channel_ends_at as "channelEndsAt",
      lost_at as "lostAt", seek_at as "seekAt",
      exists (select from written_events where calendar_id = connected_calendars.id) as "hasWritten"
    from connected_calendars where account_id = ${accountId} order by is_primary desc, id`.execute(work.db)
  return rows
}

/** Whether the calendar is read from the provider at all. */
export const isRead = ({ outsideId, target, lostAt }: Calendar) =>
  lostAt === null && (outsideId !== null || target)

/** A lost calendar is looked for now and then, like the address of a lost one; its owner can do so at any time. */
const seekHours = 6

/**
 * In the caller's transaction. Choices stay. A calendar that is no longer listed is removed; a chosen one stays as lost until its owner
 * chooses another or it is listed again.
 */
export const keepCalendars = async (
  work: Work,
  owner: Owner & { accountId: number },
  found: readonly CalendarInfo[],
) => {
  const box = sealing(work, owner)
  for (const { id, name, writable, isPrimary } of found) {
    const values = { name: box.seal(name), writable, is_primary: isPrimary, lost_at: null, seek_at: null }
    await work.db
      .insertInto('connected_calendars')
      .values({ account_id: owner.accountId, external_id: id, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doUpdateSet(values))
      .execute()
  }
  const listed = found.map(({ id }) => id)
  await sql`delete from connected_calendars where account_id = ${owner.accountId}
    and not (external_id = any (${listed}::text[])) and outside_id is null and not target`.execute(work.db)
  await keepUnlisted(work, owner, listed)
}

/** The chosen ones: their busy times stay, what was written there is no longer followed, and their owner is notified once. */
const keepUnlisted = async (
  work: Work,
  { accountId, professionalId }: Owner & { accountId: number },
  listed: readonly string[],
) => {
  const { rows } = await sql<{ id: number; outsideId: number | null; unitId: number | null; isNew: boolean }>`
    with before as (
      select id, lost_at from connected_calendars where account_id = ${accountId} and not (external_id = any (${listed}::text[])) for update)
    update connected_calendars calendar set lost_at = coalesce(before.lost_at, ${work.now}::timestamptz), writable = false, sync_token = null,
      seek_at = ${new Date(work.now.getTime() + seekHours * hourMs)}::timestamptz,
      channel_id = null, channel_token_hash = null, channel_resource = null, channel_ends_at = null
    from before where calendar.id = before.id
    returning calendar.id, calendar.outside_id as "outsideId", calendar.unit_id as "unitId", before.lost_at is null as "isNew"`.execute(
    work.db,
  )
  for (const { outsideId, unitId } of rows) {
    const resourceId = unitId ?? professionalId
    if (outsideId !== null && resourceId !== null) await keepLost(work, { id: outsideId, resourceId })
  }
  const lost = rows.flatMap(({ id, isNew }) => (isNew ? [id] : []))
  if (lost.length === 0) return
  await forgetWritten(work, accountId, lost)
  await publish(work, 'calendar_account.calendar_lost', {
    calendarAccountId: accountId,
    at: work.now.getTime(),
  })
}

/** Found again, its events are adopted by their ids (reading.ts). */
const forgetWritten = async (work: Work, accountId: number, calendarIds: readonly number[]) => {
  await sql`update calendar_differences set state = 'over', ended_at = ${work.now} where account_id = ${accountId} and ended_at is null
    and ref in (select ref from written_events where account_id = ${accountId} and calendar_id = any (${calendarIds}::bigint[]))`.execute(
    work.db,
  )
  await sql`delete from written_events where account_id = ${accountId} and calendar_id = any (${calendarIds}::bigint[])`.execute(
    work.db,
  )
}

/** In the caller's transaction. A lost calendar that is no longer chosen has no use left. */
const dropUnchosen = (work: Work, which: { accountId: number } | { id: number }) =>
  sql`delete from connected_calendars where ${'id' in which ? sql`id = ${which.id}` : sql`account_id = ${which.accountId}`}
    and lost_at is not null and outside_id is null and not target`.execute(work.db)

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
  if (!busy) await dropUnchosen(work, { id: calendar.id })
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
  await dropUnchosen(work, { id })
}

/** In the caller's transaction. Null: none. */
export const setTarget = async (work: Work, accountId: number, calendarId: number | null) => {
  await sql`update connected_calendars set target = false where account_id = ${accountId} and target and unit_id is null
    and id is distinct from ${calendarId}::bigint`.execute(work.db)
  await dropUnchosen(work, { accountId })
  if (calendarId !== null)
    await work.db
      .updateTable('connected_calendars')
      .set({ target: true, sync_token: null })
      .where('id', '=', calendarId)
      .where('account_id', '=', accountId)
      .where('target', '=', false)
      .execute()
}
