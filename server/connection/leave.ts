/**
 * Disconnects an account at its owner's request: removes our events there, our calendar, the channels and, with the last owner of that
 * account, the consent; then the row.
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { domainOf } from '#server/booking/summary/calendar-copy.ts'
import { type Account, type Opened, openAccount } from '#server/connection/account.ts'
import { type Calendar, calendarsOf } from '#server/connection/calendars.ts'
import { isLastOfConsent } from '#server/connection/consent.ts'
import { ledgerOf, writtenOf } from '#server/connection/ledger.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { sealing } from '#server/connection/secrets.ts'
import type { Work } from '#server/platform/work.ts'

/** After this long without a response what is at the provider stays there. */
const graceDays = 7

/** Throws ProviderProblem: then it is retried. */
export const leave = async (work: Work, account: Account): Promise<void> => {
  const isLate =
    account.leavingAt !== null && work.now.getTime() - account.leavingAt.getTime() > graceDays * dayMs
  try {
    if (account.revokedAt === null) await takeEverything(work, account)
  } catch (error) {
    // Without consent or client nothing can be removed any more, and nothing can be revoked.
    const isOver =
      error instanceof ProviderProblem && (error.failure === 'revoked' || error.failure === 'refused')
    if (!isOver && !isLate) throw error
  }
  await work.db
    .deleteFrom('calendar_accounts')
    .where('id', '=', account.id)
    .where('lease', '=', account.lease)
    // Reconnected meanwhile, it stays.
    .where('leaving_at', 'is not', null)
    .execute()
}

const takeEverything = async (work: Work, account: Account) => {
  const opened = await openAccount(work, account)
  const calendars = await calendarsOf(work, account.id)
  const ledger = ledgerOf(work, account)
  for (const { ref, calendarId, eventId, endsAt } of await writtenOf(work, account.id)) {
    if (endsAt > work.now)
      await despiteRefusal(work, account, () => opened.provider.remove(opened.access, calendarId, eventId))
    await ledger.forget(ref)
  }
  for (const calendar of calendars) {
    const { channelId, channelResource, lostAt } = calendar
    if (channelId !== null && channelResource !== null)
      await despiteRefusal(work, account, () =>
        opened.provider.stop(opened.access, { id: channelId, resource: channelResource }),
      )
    if (calendar.own && lostAt === null)
      await despiteRefusal(work, account, () => removeOwn(work, account, opened, calendar))
  }
  if (!(await isLastOfConsent(work, account))) return
  const { rows } = await sql<{ refreshToken: Buffer; keyId: string }>`
    select refresh_token as "refreshToken", key_id as "keyId" from calendar_accounts where id = ${account.id}`.execute(
    work.db,
  )
  for (const { refreshToken, keyId } of rows)
    await opened.provider.revoke(sealing(work, account).open(refreshToken, keyId))
}

/** What the provider refuses to remove stays there and keeps nothing else there; what an earlier run removed is gone. */
const despiteRefusal = async (work: Work, account: Account, remove: () => Promise<void>) => {
  try {
    await remove()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { failure } = error
    if (failure !== 'refused' && failure !== 'gone') throw error
    work.log.info({ calendarAccountId: account.id, failure }, 'something stays in a disconnected calendar')
  }
}

const removeOwn = async (work: Work, account: Account, opened: Opened, calendar: Calendar) => {
  if (await hasOnlyOurs(work, account, opened, calendar))
    await opened.provider.removeCalendar(opened.access, calendar.externalId)
}

/** If its owner has used it for other events, it stays. */
const hasOnlyOurs = async (work: Work, account: Account, opened: Opened, calendar: Calendar) => {
  const by = domainOf(work)
  if (opened.provider.hasOnlyOurs !== undefined)
    return opened.provider.hasOnlyOurs(opened.access, calendar.externalId, by)
  const far = 3650 * dayMs
  const since = { from: new Date(work.now.getTime() - far), to: new Date(work.now.getTime() + far) }
  const request = { since, page: null, zone: account.zone }
  const { events, next } = await opened.provider.changes(opened.access, calendar.externalId, request)
  return next.page === null && events.every(({ mark }) => mark?.by === by)
}
