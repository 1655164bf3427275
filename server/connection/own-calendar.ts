/** The calendar that Kalli makes for its own events in a connected account. */
import { type Account, type Opened } from '#server/connection/account.ts'
import { calendarsOf, keepCalendars, setTarget } from '#server/connection/calendars.ts'
import { requireLease } from '#server/connection/ledger.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export const ownCalendarName = 'Kalli'

/** An existing one, even from a run that died before it could record it, is used instead of creating a second. */
export const makeOwn = async (work: Work, account: Account, { provider, access }: Opened) => {
  const known = (await calendarsOf(work, account.id)).find(({ own }) => own)?.externalId
  const listed = await provider.calendars(access)
  const there = listed.find(({ id }) => id === known) ?? listed.find(isMadeByUs)
  const made = there ?? (await provider.makeCalendar(access, ownCalendarName, account.zone))
  await inTransaction(work, async (work) => {
    await requireLease(work, account)
    const { id: accountId, professionalId, hostId } = account
    const owner = { accountId, professionalId, hostId }
    await keepCalendars(work, owner, there === undefined ? [...listed, made] : listed)
    const { id } = await work.db
      .updateTable('connected_calendars')
      .set({ own: true })
      .where('account_id', '=', account.id)
      .where('external_id', '=', made.id)
      .where('outside_id', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setTarget(work, account.id, id)
    await work.db
      .updateTable('calendar_accounts')
      .set({ wants_own: false })
      .where('id', '=', account.id)
      .execute()
  })
}

const isMadeByUs = ({ name, writable, isPrimary }: { name: string; writable: boolean; isPrimary: boolean }) =>
  name === ownCalendarName && writable && !isPrimary
