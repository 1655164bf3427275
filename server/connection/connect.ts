/** The way to a provider's consent and back, in one browser; apart from signing in (server/account/elsewhere.ts). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { maxAccounts, type Reach } from '#contract/connection/connection.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { keepCalendars, setBusy, calendarsOf } from '#server/connection/calendars.ts'
import {
  type CalendarInfo,
  type CalendarProvider,
  ProviderProblem,
  type Tokens,
} from '#server/connection/provider/provider.ts'
import { nameOf, providerOf, type ProviderName } from '#server/connection/providers.ts'
import { ownCalendarName } from '#server/connection/own-calendar.ts'
import { emailHash, sealing } from '#server/connection/secrets.ts'
import { wake } from '#server/connection/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** How it ended, in the address of the page that says so. */
export type Outcome =
  | 'connected'
  | 'denied'
  | 'scopes'
  | 'many'
  | 'approval'
  | 'no_calendar'
  | 'busy'
  | 'unavailable'
  | 'over'

const lifeMs = 10 * minuteMs
export const returnPath = '/api/connections/return'
const returnTo = (work: Work) => `${work.config.publicUrl}${returnPath}`

/** The address to go to, and what this browser keeps meanwhile. Refuses no_profile, not_found, calendar_provider_missing. */
export const start = async (
  work: Work,
  request: { provider: ProviderName; reach: Reach; accountId?: number | undefined },
) => {
  const { reach, accountId } = request
  const professionalId = work.who.professionalId ?? refuse('no_profile')
  const again = accountId === undefined ? null : await accountOf(work, professionalId, accountId)
  const name = again?.provider ?? request.provider
  // A password is no consent: connect-password.ts.
  if (name === 'caldav') return refuse('calendar_provider_missing')
  const provider = providerOf(work.config, name) ?? refuse('calendar_provider_missing')
  const hint = again?.email ?? null
  // A consent that was lost and is given again changes nothing of what was chosen.
  const makesOwn = reach === 'own' && again?.isRevoked !== true
  const secrets = await provider.newSecrets()
  const address = await provider.consentAddress(secrets, { returnTo: returnTo(work), reach, hint })
  const keep = work.tokens.sign(
    'calendar-account',
    { ...secrets, professionalId, provider: name, makesOwn },
    new Date(work.now.getTime() + lifeMs),
  )
  return { address: address.href, keep, keepSeconds: lifeMs / 1000 }
}

const accountOf = async (work: Work, professionalId: number, accountId: number) => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select(['email', 'key_id', 'provider', 'revoked_at'])
    .where('id', '=', accountId)
    .where('professional_id', '=', professionalId)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  const email = sealing(work, professionalId).open(row.email, row.key_id)
  return { provider: nameOf(row.provider), email, isRevoked: row.revoked_at !== null }
}

const Saved = z.object({
  state: z.string(),
  verifier: z.string(),
  professionalId: z.int(),
  provider: CalendarProviderName,
  /** As its owner was promised on the way in. */
  makesOwn: z.boolean(),
})
type Started = z.output<typeof Saved>

/** Only for the professional, and in the browser, that began it. `provider`: null where nothing was started here. */
export const finish = async (
  work: Work,
  keep: string | undefined,
  query: string,
): Promise<{ outcome: Outcome; provider: ProviderName | null }> => {
  requireNoTransaction(work)
  const saved = z.safeParse(Saved, work.tokens.open('calendar-account', keep ?? '', work.now))
  if (!saved.success) return { outcome: 'over', provider: null }
  const started = saved.data
  const provider = providerOf(work.config, started.provider)
  if (provider === null || !isOwn(work.who.professionalId, started.professionalId))
    return { outcome: 'over', provider: null }
  return { outcome: await attempt(work, started, provider, query), provider: started.provider }
}

const attempt = async (
  work: Work,
  started: Started,
  provider: CalendarProvider,
  query: string,
): Promise<Outcome> => {
  try {
    return await connected(work, started, provider, new URL(`${returnTo(work)}${query}`))
  } catch (error) {
    work.log.warn({ err: error }, 'a calendar account could not be connected')
    if (!(error instanceof ProviderProblem)) return 'unavailable'
    return failedOutcomes[error.failure] ?? 'over'
  }
}

const failedOutcomes: Readonly<Partial<Record<ProviderProblem['failure'], Outcome>>> = {
  unreachable: 'unavailable',
  limited: 'busy',
  approval: 'approval',
  gone: 'no_calendar',
}

const connected = async (
  work: Work,
  started: Started,
  provider: CalendarProvider,
  cameBackTo: URL,
): Promise<Outcome> => {
  const tokens = await provider.tokensFrom(started, cameBackTo, work.now)
  if (tokens === null) return 'denied'
  const { refreshToken } = tokens
  if (refreshToken === null) return 'unavailable'
  const giveUp = async (outcome: Outcome) => {
    await provider.revoke(refreshToken)
    return outcome
  }
  // Each right is a box of its own on Google's page, and may be left empty.
  const scopes = tokens.scopes ?? []
  const may = provider.may(scopes)
  if (!may.read) return giveUp('scopes')
  const calendars = await provider.calendars(tokens.accessToken)
  const primary = calendars.find(({ isPrimary }) => isPrimary)
  if (!primary?.email) return giveUp('no_calendar')
  const account = {
    professionalId: started.professionalId,
    provider: started.provider,
    email: primary.email,
    identity: primary.email,
    refreshToken,
    scopes,
    makesOwn: started.makesOwn && may.writeOwn,
  }
  return (await keep(work, account, tokens, calendars)) ? 'connected' : giveUp('many')
}

type Chosen = {
  professionalId: number
  provider: ProviderName
  /** As its owner knows the account. */
  email: string
  /** By which it is known again. */
  identity: string
  refreshToken: string
  scopes: readonly string[]
  makesOwn: boolean
}

/** False: there are two already. The same account again is renewed and keeps what was chosen. */
export const keep = (
  work: Work,
  saved: Chosen,
  tokens: Tokens,
  calendars: readonly CalendarInfo[],
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const { professionalId, provider, identity } = saved
    await sql`select 1 from resources where id = ${professionalId} for no key update`.execute(work.db)
    const others = await work.db
      .selectFrom('calendar_accounts')
      .select(['id', 'place', 'provider', 'email_hash', 'leaving_at'])
      .where('professional_id', '=', professionalId)
      .execute()
    const before = others.find(
      (other) => other.provider === provider && other.email_hash.equals(emailHash(identity)),
    )
    const places = Array.from({ length: maxAccounts }, (_, place) => place + 1)
    const place = before?.place ?? places.find((one) => others.every((other) => other.place !== one))
    if (place === undefined) return false
    const { id } = await saveAccount(work, saved, tokens, place)
    await keepCalendars(work, { accountId: id, professionalId }, calendars)
    // One that was being left has nothing chosen any more.
    if (before === undefined || before.leaving_at !== null)
      await useAtFirst(work, id, { professionalId, provider }, calendars)
    if (saved.makesOwn) await wantOwn(work, id)
    await wake(work, [id])
    return true
  })

const saveAccount = (
  work: Work,
  { professionalId, provider, email, identity, refreshToken, scopes }: Chosen,
  tokens: Tokens,
  place: number,
) => {
  const box = sealing(work, professionalId)
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
  // Later, so that waking it is news.
  const nextAt = new Date(work.now.getTime() + minuteMs)
  return work.db
    .insertInto('calendar_accounts')
    .values({
      ...values,
      professional_id: professionalId,
      provider,
      email_hash: emailHash(identity),
      place,
      next_at: nextAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['professional_id', 'provider', 'email_hash'])
        .doUpdateSet({ ...values, next_at: nextAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

type Owner = { professionalId: number; provider: ProviderName }

/**
 * Their own calendar counts as busy until they say otherwise: that is why one connects it. Where none is the main one, all of their own do.
 */
const useAtFirst = async (work: Work, accountId: number, owner: Owner, found: readonly CalendarInfo[]) => {
  const calendars = await calendarsOf(work, accountId)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const busy = found.some(({ isPrimary }) => isPrimary)
    ? calendars.slice(0, 1)
    : calendars.filter(({ writable, externalId }) => writable && names.get(externalId) !== ownCalendarName)
  for (const calendar of busy) await setBusy(work, owner, calendar, true)
}

/** Made by the job that follows, unless Kalli writes into one already. */
const wantOwn = (work: Work, accountId: number) =>
  sql`update calendar_accounts account set wants_own = true where account.id = ${accountId}
    and not exists (select from connected_calendars calendar where calendar.account_id = account.id and calendar.target)`.execute(
    work.db,
  )
