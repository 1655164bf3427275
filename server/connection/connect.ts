/** The way to a provider's consent and back, in one browser; separate from sign-in (server/account/elsewhere.ts). */
import * as z from 'zod/mini'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import type { Reach } from '#contract/connection/connection.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { isConnected } from '#server/connection/consent.ts'
import { keep } from '#server/connection/keep.ts'
import { isMine, isOf, type Owner } from '#server/connection/owner.ts'
import { type CalendarProvider, ProviderProblem } from '#server/connection/provider/provider.ts'
import { nameOf, providerOf, type ProviderName } from '#server/connection/providers.ts'
import { sealing } from '#server/connection/secrets.ts'
import { refuse } from '#server/platform/refuse.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

/** The outcome, in the address of the page that shows it. */
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

/** The consent address, and the state that this browser keeps meanwhile. Refuses not_found, calendar_provider_missing. */
export const start = async (
  work: Work,
  owner: Owner,
  request: { provider: ProviderName; reach: Reach; accountId?: number | undefined },
) => {
  const { reach, accountId } = request
  const again = accountId === undefined ? null : await accountOf(work, owner, accountId)
  const name = again?.provider ?? request.provider
  // A password needs no consent: connect-password.ts.
  if (name === 'caldav') return refuse('calendar_provider_missing')
  const provider = providerOf(work.config, name) ?? refuse('calendar_provider_missing')
  const hint = again?.email ?? null
  // A renewed consent keeps the earlier choices.
  const makesOwn = reach === 'own' && again?.isRevoked !== true
  const secrets = await provider.newSecrets()
  const address = await provider.consentAddress(secrets, { returnTo: returnTo(work), reach, hint })
  const keep = work.tokens.sign(
    'calendar-account',
    { ...secrets, ...owner, provider: name, makesOwn },
    new Date(work.now.getTime() + lifeMs),
  )
  return { address: address.href, keep, keepSeconds: lifeMs / 1000 }
}

const accountOf = async (work: Work, owner: Owner, accountId: number) => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select(['email', 'key_id', 'provider', 'revoked_at'])
    .where('id', '=', accountId)
    .where(isOf(owner))
    .where('leaving_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  const email = sealing(work, owner).open(row.email, row.key_id)
  return { provider: nameOf(row.provider), email, isRevoked: row.revoked_at !== null }
}

const Saved = z.object({
  state: z.string(),
  verifier: z.string(),
  professionalId: z.nullable(z.int()),
  hostId: z.nullable(z.int()),
  provider: CalendarProviderName,
  /** As announced to its owner before the consent. */
  makesOwn: z.boolean(),
})
type Started = z.output<typeof Saved>

/** Only for the person who began it, and in that browser. `provider`: null where nothing was started here. */
export const finish = async (
  work: Work,
  keep: string | undefined,
  query: string,
): Promise<{ outcome: Outcome; provider: ProviderName | null; forUnits: boolean }> => {
  requireNoTransaction(work)
  const saved = z.safeParse(Saved, work.tokens.open('calendar-account', keep ?? '', work.now))
  if (!saved.success) return { outcome: 'over', provider: null, forUnits: work.viewer.activeRole === 'host' }
  const started = saved.data
  const forUnits = started.hostId !== null
  const provider = providerOf(work.config, started.provider)
  if (provider === null || !isMine(work, started)) return { outcome: 'over', provider: null, forUnits }
  return { outcome: await attempt(work, started, provider, query), provider: started.provider, forUnits }
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
    work.log.warn({ err: error }, 'calendar account could not be connected')
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
  /** `identity`: null for an account whose list of calendars Kalli may not see; it is no connected one. */
  const giveUp = async (outcome: Outcome, identity: string | null) => {
    const isUsed = identity !== null && (await isConnected(work, started.provider, identity))
    if (!isUsed) await provider.revoke(refreshToken)
    return outcome
  }
  // Each right has its own checkbox on Google's page, and may be left unchecked.
  const scopes = tokens.scopes ?? []
  const may = provider.may(scopes)
  if (!may.read) return giveUp('scopes', await identityOf(provider, tokens.accessToken))
  const calendars = await provider.calendars(tokens.accessToken)
  const primary = calendars.find(({ isPrimary }) => isPrimary)
  // The consent stays: it may be that of a connected account.
  if (!primary?.email) return 'no_calendar'
  const { professionalId, hostId } = started
  const account = {
    owner: { professionalId, hostId },
    provider: started.provider,
    email: primary.email,
    identity: primary.email,
    refreshToken,
    scopes,
    makesOwn: started.makesOwn && may.writeOwn,
  }
  return (await keep(work, account, tokens, calendars)) ? 'connected' : giveUp('many', primary.email)
}

const identityOf = async (provider: CalendarProvider, access: string): Promise<string | null> => {
  try {
    const calendars = await provider.calendars(access)
    return calendars.find(({ isPrimary }) => isPrimary)?.email ?? null
  } catch (error) {
    if (error instanceof ProviderProblem && error.failure === 'refused') return null
    throw error
  }
}
