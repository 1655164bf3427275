/** Saves a connected account: once for each owner, two at most. Reconnecting the same account keeps its choices. */
import { sql } from 'kysely'
import { maxAccounts } from '#contract/connection/connection.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { wake } from '#server/connection/account.ts'
import { calendarsOf, keepCalendars, setBusy } from '#server/connection/calendars.ts'
import { ownCalendarName } from '#server/connection/own-calendar.ts'
import { isOf, type Owner } from '#server/connection/owner.ts'
import type { CalendarInfo, Tokens } from '#server/connection/provider/provider.ts'
import type { ProviderName } from '#server/connection/providers.ts'
import { emailHash, sealing } from '#server/connection/secrets.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Chosen = {
  owner: Owner
  provider: ProviderName
  /** The account's name for its owner. */
  email: string
  /** Its identity at the provider. */
  identity: string
  refreshToken: string
  scopes: readonly string[]
  makesOwn: boolean
}

/** False: there are two already. The same account is renewed and keeps its choices. */
export const keep = (
  work: Work,
  saved: Chosen,
  tokens: Tokens,
  calendars: readonly CalendarInfo[],
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const { owner, provider, identity } = saved
    await lock(work, owner)
    const others = await work.db
      .selectFrom('calendar_accounts')
      .select(['id', 'place', 'provider', 'email_hash', 'leaving_at'])
      .where(isOf(owner))
      .execute()
    const before = others.find(
      (other) => other.provider === provider && other.email_hash.equals(emailHash(identity)),
    )
    const places = Array.from({ length: maxAccounts }, (_, place) => place + 1)
    const place = before?.place ?? places.find((one) => others.every((other) => other.place !== one))
    if (place === undefined) return false
    const { id } = await saveAccount(work, saved, tokens, place)
    await keepCalendars(work, { accountId: id, ...owner }, calendars)
    // A disconnected account has no choices left.
    if (before === undefined || before.leaving_at !== null) await useAtFirst(work, id, saved, calendars)
    if (saved.makesOwn) await wantOwn(work, id)
    await wake(work, [id])
    return true
  })

const lock = ({ db }: Work, { professionalId, hostId }: Owner) =>
  professionalId === null
    ? sql`select 1 from hosts where id = ${hostId} for no key update`.execute(db)
    : sql`select 1 from resources where id = ${professionalId} for no key update`.execute(db)

const saveAccount = (
  work: Work,
  { owner, provider, email, identity, refreshToken, scopes }: Chosen,
  tokens: Tokens,
  place: number,
) => {
  const box = sealing(work, owner)
  const values = {
    email: box.seal(email),
    refresh_token: box.seal(refreshToken),
    access_token: box.seal(tokens.accessToken),
    access_ends_at: tokens.accessEndsAt,
    key_id: box.keyId,
    scopes: [...scopes],
    connected_at: work.now,
    failure: null,
    failed_at: null,
    failures: 0,
    revoked_at: null,
    leaving_at: null,
  }
  // Later, so that waking it counts as a change.
  const nextAt = new Date(work.now.getTime() + minuteMs)
  return work.db
    .insertInto('calendar_accounts')
    .values({
      ...values,
      professional_id: owner.professionalId,
      host_id: owner.hostId,
      provider,
      email_hash: emailHash(identity),
      place,
      next_at: nextAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns([owner.professionalId === null ? 'host_id' : 'professional_id', 'provider', 'email_hash'])
        .doUpdateSet({ ...values, next_at: nextAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/**
 * The main calendar counts as busy by default, since that is why it is connected. Without a main one, all of the owner's do. A host
 * assigns calendars to units.
 */
const useAtFirst = async (
  work: Work,
  accountId: number,
  { owner: { professionalId }, provider }: Chosen,
  found: readonly CalendarInfo[],
) => {
  if (professionalId === null) return
  const calendars = await calendarsOf(work, accountId)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const busy = found.some(({ isPrimary }) => isPrimary)
    ? calendars.slice(0, 1)
    : calendars.filter(({ writable, externalId }) => writable && names.get(externalId) !== ownCalendarName)
  for (const calendar of busy) await setBusy(work, { professionalId, provider }, calendar, true)
}

/** Created by the following job, unless Kalli already writes into a calendar. */
const wantOwn = (work: Work, accountId: number) =>
  sql`update calendar_accounts account set wants_own = true where account.id = ${accountId}
    and not exists (select from connected_calendars calendar where calendar.account_id = account.id and calendar.target and calendar.lost_at is null)`.execute(
    work.db,
  )
