/** Connected accounts as their professional sees and changes them. Nothing here calls a provider, except to test one now. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Connections } from '#contract/connection/connection.ts'
import { failProvided, removeProvided } from '#server/availability/outside/provided-calendar.ts'
import { type Calendar, calendarsOf, setBusy, setTarget, takeFromUnit } from '#server/connection/calendars.ts'
import { accountsOf } from '#server/connection/account-view.ts'
import { differencesOf, presentDifference } from '#server/connection/difference.ts'
import { availableProviders, nameOf, providerOf } from '#server/connection/providers.ts'
import { asProfessional, isOf, type Owner } from '#server/connection/owner.ts'
import { wake } from '#server/connection/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Connections>

/** Refuses no_profile. */
export const list = async (work: Work): Promise<View> => {
  const owner = asProfessional(work)
  const { professionalId } = owner
  const { zone } = await work.db
    .selectFrom('professionals')
    .select('zone')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  const differences = await differencesOf(work, professionalId)
  return {
    available: availableProviders(work.config),
    zone,
    accounts: await accountsOf(work, owner),
    differences: differences.map(presentDifference),
  }
}

/** One of the owner's accounts; locked. Refuses not_found. */
export const lockOwn = async (work: Work, owner: Owner, id: number) => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select(['id', 'provider', 'scopes', 'revoked_at as revokedAt'])
    .where('id', '=', id)
    .where(isOf(owner))
    .where('leaving_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? refuse('not_found') : { ...row, provider: nameOf(row.provider) }
}

/** One of the viewer's accounts; locked. Refuses no_profile, not_found. */
const mine = async (work: Work, id: number) => {
  const owner = asProfessional(work)
  return { ...(await lockOwn(work, owner, id)), professionalId: owner.professionalId }
}

export const calendarIn = async (work: Work, accountId: number, calendarId: number): Promise<Calendar> => {
  const calendars = await calendarsOf(work, accountId)
  return calendars.find(({ id }) => id === calendarId) ?? refuse('not_found')
}

/** Refuses no_profile, not_found, calendar_is_own. */
export const chooseBusy = (work: Work, calendarId: number, busy: boolean): Promise<View> =>
  inTransaction(work, async (work) => {
    const { id, professionalId, provider, revokedAt } = await mine(work, await accountOf(work, calendarId))
    const calendar = await calendarIn(work, id, calendarId)
    if (calendar.own && busy) return refuse('calendar_is_own')
    if (calendar.lostAt !== null && busy) return refuse('not_found')
    await setBusy(work, { professionalId, provider }, calendar, busy)
    if (revokedAt !== null && busy) {
      const { outsideId } = await calendarIn(work, id, calendarId)
      if (outsideId !== null) await failProvided(work, [outsideId], 'gone')
    }
    await wake(work, [id])
    return list(work)
  })

/** Does not check the owner: `mine` does. */
export const accountOf = async (work: Work, calendarId: number): Promise<number> => {
  const row = await work.db
    .selectFrom('connected_calendars')
    .select('account_id')
    .where('id', '=', calendarId)
    .executeTakeFirst()
  return row?.account_id ?? refuse('not_found')
}

/** Refuses no_profile, not_found, calendar_not_writable. */
export const chooseTarget = (
  work: Work,
  id: number,
  { into, calendarId }: { into: 'none' | 'own' | 'theirs'; calendarId?: number | undefined },
): Promise<View> =>
  inTransaction(work, async (work) => {
    const { provider, scopes } = await mine(work, id)
    const may = providerOf(work.config, provider)?.may(scopes)
    if (into === 'theirs') {
      const calendar = await calendarIn(work, id, calendarId ?? 0)
      if (!calendar.writable || !(calendar.own ? may?.writeOwn : may?.writeTheirs))
        return refuse('calendar_not_writable')
      await setTarget(work, id, calendar.id)
    } else if (into === 'none') await setTarget(work, id, null)
    else if (!may?.writeOwn) return refuse('calendar_not_writable')
    await work.db
      .updateTable('calendar_accounts')
      // Created by the job: no transaction waits for a provider.
      .set({ wants_own: into === 'own' })
      .where('id', '=', id)
      .execute()
    await wake(work, [id])
    return list(work)
  })

/** Its claims are freed at once; a job removes the rest. Refuses not_found. */
export const disconnect = (work: Work, owner: Owner, id: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    await lockOwn(work, owner, id)
    await beginLeaving(work, [id])
    return { ok: true }
  })

/** An owner who leaves: revokes the consent, and removes what Kalli wrote there. */
export const forgetConnections = async (work: Work, owner: Owner): Promise<void> => {
  const rows = await work.db.selectFrom('calendar_accounts').select('id').where(isOf(owner)).execute()
  await beginLeaving(
    work,
    rows.map(({ id }) => id),
  )
}

const beginLeaving = async (work: Work, ids: readonly number[]) => {
  for (const id of ids)
    for (const calendar of await calendarsOf(work, id)) {
      if (calendar.unitId !== null) await takeFromUnit(work, calendar)
      else if (calendar.outsideId !== null) await removeProvided(work, calendar.outsideId)
    }
  await sql`update calendar_accounts set leaving_at = coalesce(leaving_at, ${work.now}), failure = null, failed_at = null, failures = 0
    where id = any (${ids}::bigint[])`.execute(work.db)
  await wake(work, ids)
}
