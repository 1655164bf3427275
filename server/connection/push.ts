/**
 * Channels by which a provider reports that a calendar changed: opened for as long as the provider allows, renewed a day before they
 * end, closed when nothing is read any more. A call only triggers a reading: the change itself is read from the provider.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { dayMs } from '#contract/platform/duration.ts'
import { type Account, type Opened, wake } from '#server/connection/account.ts'
import { type Calendar, isRead } from '#server/connection/calendars.ts'
import { googleNotice } from '#server/connection/google/notice.ts'
import { outlookNotices } from '#server/connection/microsoft/notice.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { channelsOf, type ProviderName } from '#server/connection/providers.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export const pushPath = (provider: ProviderName) => `/api/calendar/${provider}/push`

/** True: changes there are reported. Otherwise the calendar is polled more often. */
export const watchCalendar = async (
  work: Work,
  account: Account,
  opened: Opened,
  calendar: Calendar,
): Promise<boolean> => {
  const { channelId, channelResource, channelEndsAt } = calendar
  const channels = channelsOf(work.config, account.provider)
  if (!isRead(calendar) || channels === null) {
    if (channelId !== null) await close(work, opened, calendar)
    return false
  }
  const isLasting =
    channelEndsAt !== null && channelEndsAt.getTime() > work.now.getTime() + channels.renewBeforeDays * dayMs
  if (isLasting) return true
  const [id, secret] = [randomUUID(), secretToken()]
  try {
    const channel = await opened.provider.watch(opened.access, calendar.externalId, {
      id,
      secret,
      address: `${work.config.publicUrl}${pushPath(account.provider)}`,
      until: new Date(work.now.getTime() + channels.forDays * dayMs),
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
    // Some calendars, such as those of holidays, support no channels.
    if (!(error instanceof ProviderProblem) || error.failure !== 'refused') throw error
    return false
  }
  // The new one first, so that no change is missed in between.
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

type Claimed = { id: string; secret: string }

/** The calendar of a channel, if the secret matches. */
const believed = async (work: Work, { id, secret }: Claimed) => {
  const channel = await work.db
    .selectFrom('connected_calendars')
    .select(['id', 'account_id as accountId', 'channel_token_hash as hash'])
    .where('channel_id', '=', id)
    .executeTakeFirst()
  return channel?.hash && timingSafeEqual(hashToken(secret), channel.hash) ? channel : null
}

/** Refuses not_found for an unknown channel, or a wrong secret. Repeated calls trigger one reading. */
export const receiveGoogle = async (work: Work, headers: IncomingHttpHeaders): Promise<void> => {
  const notice = googleNotice(headers)
  const channel = notice === null ? null : await believed(work, notice)
  if (notice === null || channel === null) return refuse('not_found')
  // The first call of a channel only reports its creation.
  if (!notice.isFirst) await inTransaction(work, (work) => wake(work, [channel.accountId]))
}

/** Refuses not_found for a call that is not from Graph. One with a wrong secret is ignored: Graph learns nothing and repeats nothing. */
export const receiveOutlook = async (work: Work, body: unknown): Promise<void> => {
  for (const notice of outlookNotices(body) ?? refuse('not_found')) {
    const channel = await believed(work, notice)
    if (channel === null) continue
    await inTransaction(work, async (work) => {
      if (notice.says !== 'look') await endChannel(work, channel.id, notice.says)
      await wake(work, [channel.accountId])
    })
  }
}

/** The next run opens a new one. */
const endChannel = (work: Work, calendarId: number, says: 'renew' | 'lost') =>
  work.db
    .updateTable('connected_calendars')
    .set(
      says === 'renew'
        ? { channel_ends_at: work.now }
        : { channel_id: null, channel_token_hash: null, channel_resource: null, channel_ends_at: null },
    )
    .where('id', '=', calendarId)
    .execute()
