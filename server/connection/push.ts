/**
 * Channels by which a provider notifies that a calendar changed: opened for a week, renewed a day before they end, closed when nothing is read
 * any more. A call says nothing but "look": what changed is read from the provider.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { type Account, type Opened, wake } from '#server/connection/account.ts'
import { type Calendar, isRead } from '#server/connection/calendars.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { canPush } from '#server/connection/providers.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export const pushPath = '/api/calendar/google/push'

const forDays = 7
const renewBeforeDays = 1

/** True: what changes there is notified. Where it is not, the calendar is requested more often. */
export const watchCalendar = async (
  work: Work,
  account: Account,
  opened: Opened,
  calendar: Calendar,
): Promise<boolean> => {
  const { channelId, channelResource, channelEndsAt } = calendar
  if (!isRead(calendar) || !canPush(work.config)) {
    if (channelId !== null) await close(work, opened, calendar)
    return false
  }
  const isLasting =
    channelEndsAt !== null && channelEndsAt.getTime() > work.now.getTime() + renewBeforeDays * dayMs
  if (isLasting) return true
  const [id, secret] = [randomUUID(), secretToken()]
  try {
    const channel = await opened.provider.watch(opened.access, calendar.externalId, {
      id,
      secret,
      address: `${work.config.publicUrl}${pushPath}`,
      until: new Date(work.now.getTime() + forDays * dayMs),
    })
    await work.db
      .updateTable('connected_calendars')
      .set({
        channel_id: id,
        channel_token_hash: hashToken(secret),
        channel_resource: channel.resource,
        channel_ends_at: channel.endsAt,
      })
      .where('id', '=', calendar.id)
      .where('account_id', '=', account.id)
      .execute()
  } catch (error) {
    // Some calendars, as those of holidays, notify no one anything.
    if (!(error instanceof ProviderProblem) || error.failure !== 'refused') throw error
    return false
  }
  // The new one first, so that nothing is missed in between.
  if (channelId !== null && channelResource !== null)
    await opened.provider.stop(opened.access, { id: channelId, resource: channelResource })
  return true
}

const close = async (work: Work, opened: Opened, { id, channelId, channelResource }: Calendar) => {
  if (channelId !== null && channelResource !== null)
    await opened.provider.stop(opened.access, { id: channelId, resource: channelResource })
  await work.db
    .updateTable('connected_calendars')
    .set({ channel_id: null, channel_token_hash: null, channel_resource: null, channel_ends_at: null })
    .where('id', '=', id)
    .execute()
}

const Headers = z.object({
  'x-goog-channel-id': z.uuid(),
  'x-goog-channel-token': z.string().check(z.maxLength(256)),
  'x-goog-resource-state': z.string(),
})

/** Refuses not_found for a channel that is not ours, or whose secret is not. Repeated calls are one look. */
export const receive = async (work: Work, headers: IncomingHttpHeaders): Promise<void> => {
  const notified = z.safeParse(Headers, headers)
  if (!notified.success) return refuse('not_found')
  const channel = await work.db
    .selectFrom('connected_calendars')
    .select(['account_id', 'channel_token_hash'])
    .where('channel_id', '=', notified.data['x-goog-channel-id'])
    .executeTakeFirst()
  const given = hashToken(notified.data['x-goog-channel-token'])
  if (!channel?.channel_token_hash || !timingSafeEqual(given, channel.channel_token_hash))
    return refuse('not_found')
  // The first call of a channel says only that it exists.
  if (notified.data['x-goog-resource-state'] === 'sync') return
  await inTransaction(work, (work) => wake(work, [channel.account_id]))
}
