/** A connected account: its row, the lease of its current run, and its access token. */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { type CalendarProvider, ProviderProblem } from '#server/connection/provider/provider.ts'
import { providerOf, type ProviderName } from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import { publishEach } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

export type Account = {
  id: number
  /** The owner: a professional, or a host for their units. */
  professionalId: number | null
  hostId: number | null
  provider: ProviderName
  keyId: string
  refreshToken: Buffer
  accessToken: Buffer | null
  accessEndsAt: Date | null
  scopes: string[]
  leavingAt: Date | null
  revokedAt: Date | null
  failures: number
  revision: number
  wantsOwn: boolean
  zone: string
  lease: string
}

/** A run may last this long before another takes over; it ends by itself before that. */
export const leaseMinutes = 5

/**
 * Of two concurrent runs the second finds the account taken, but no change is lost: `revision` has grown, and the holder of the lease
 * checks it at the end.
 */
export const takeAccount = async (work: Work, id: number): Promise<Account | undefined> => {
  const { rows } = await sql<Account>`
    update calendar_accounts account set lease = gen_random_uuid(),
      leased_until = ${work.now}::timestamptz + ${leaseMinutes} * interval '1 minute'
    where account.id = ${id} and account.next_at <= ${work.now}
      and (account.lease is null or account.leased_until < ${work.now})
    returning account.id, account.professional_id as "professionalId", account.host_id as "hostId", account.provider, account.key_id as "keyId",
      account.refresh_token as "refreshToken", account.access_token as "accessToken", account.access_ends_at as "accessEndsAt",
      account.scopes, account.leaving_at as "leavingAt", account.revoked_at as "revokedAt", account.failures,
      account.revision, account.wants_own as "wantsOwn", account.lease, ${zoneOf}`.execute(work.db)
  return rows[0]
}

/** The zone of the account's owner: for days without one. */
const zoneOf = sql`coalesce(
  (select professional.zone from professionals professional where professional.id = account.professional_id),
  (select space.zone from spaces space where space.host_id = account.host_id order by space.id limit 1), 'America/Mexico_City') as zone`

/**
 * There is work to do: recorded in the transaction of its cause, and done by a job as soon as that is committed. If the provider
 * requested a pause, the job waits for its end.
 */
export const wake = async (work: Work, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; isFresh: boolean }>`
    with before as (
      select id, next_at, failure is not distinct from 'limited' as waits,
        lease is not null and leased_until >= ${work.now} as "isWorkedOn"
      from calendar_accounts where id = any (${ids}::bigint[]) order by id for update)
    update calendar_accounts account set next_at = case when waits then before.next_at else ${work.now} end, revision = revision + 1
    from before where account.id = before.id
    returning account.id, not waits and not "isWorkedOn" as "isFresh"`.execute(work.db)
  // A run in progress checks again at its end. A second job for the same change finds nothing to do; an account due by time needs none.
  const fresh = rows.filter(({ isFresh }) => isFresh)
  await publishEach(
    work,
    'calendar_account.due',
    fresh.map(({ id }) => ({ calendarAccountId: id })),
  )
}

/** Accounts of professionals into which Kalli writes. */
export const writtenAccounts = async (work: Work, professionalIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select account.id from calendar_accounts account
    where account.professional_id = any (${professionalIds}::bigint[]) and account.revoked_at is null
      and exists (select from connected_calendars calendar where calendar.account_id = account.id and calendar.target)`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
}

/** Accounts of hosts: with a calendar of these units, of this host, or into which this event was written. */
export const unitAccounts = async (
  work: Work,
  { unitIds, hostId, ref }: { unitIds: readonly number[]; hostId: number | null; ref: string | null },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select account.id from calendar_accounts account where account.revoked_at is null and account.id in (
      select calendar.account_id from connected_calendars calendar where calendar.unit_id = any (${unitIds}::bigint[])
      union select own.id from calendar_accounts own where own.host_id = ${hostId}::bigint
      union select account_id from written_events where ref = ${ref} and ref like 'unit-%')
    and exists (select from connected_calendars calendar where calendar.account_id = account.id and calendar.unit_id is not null)`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
}

export type Opened = { provider: CalendarProvider; access: string }

/** With an access token valid for the next minutes. Throws ProviderProblem. */
export const openAccount = async (work: Work, account: Account, { anew = false } = {}): Promise<Opened> => {
  const provider = providerOf(work.config, account.provider)
  if (provider === null) throw new ProviderProblem('refused')
  const box = sealing(work, account)
  const { accessToken, accessEndsAt } = account
  const isFresh = accessEndsAt !== null && accessEndsAt.getTime() > work.now.getTime() + 2 * minuteMs
  if (!anew && accessToken !== null && isFresh)
    return { provider, access: box.open(accessToken, account.keyId) }
  const refreshToken = box.open(account.refreshToken, account.keyId)
  const tokens = await provider.renew(refreshToken, work.now)
  // Everything is sealed anew: the secret may have changed.
  await work.db
    .updateTable('calendar_accounts')
    .set({
      refresh_token: box.seal(tokens.refreshToken ?? refreshToken),
      access_token: box.seal(tokens.accessToken),
      access_ends_at: tokens.accessEndsAt,
      email: sql`${box.seal(await emailOf(work, account))}`,
      key_id: box.keyId,
      ...(tokens.scopes === null ? {} : { scopes: [...tokens.scopes] }),
    })
    .where('id', '=', account.id)
    .where('lease', '=', account.lease)
    .execute()
  return { provider, access: tokens.accessToken }
}

const emailOf = async (work: Work, account: Account): Promise<string> => {
  const { email } = await work.db
    .selectFrom('calendar_accounts')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return sealing(work, account).open(email, account.keyId)
}
