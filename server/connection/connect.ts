/** The way to a provider's consent and back, in one browser; apart from signing in (server/account/elsewhere.ts). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Reach } from '#contract/connection/connection.ts'
import { maxAccounts } from '#contract/connection/connection.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { keepCalendars, setBusy, calendarsOf } from '#server/connection/calendars.ts'
import {
  type CalendarInfo,
  ProviderProblem,
  type SignInSecrets,
  type Tokens,
} from '#server/connection/provider/provider.ts'
import { providerOf } from '#server/connection/providers.ts'
import { emailHash, sealing } from '#server/connection/secrets.ts'
import { wake } from '#server/connection/account.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** How it ended, in the address of the page that says so. */
export type Outcome = 'connected' | 'denied' | 'scopes' | 'many' | 'unavailable' | 'over'

const lifeMs = 10 * minuteMs
export const returnPath = '/api/connections/return'
const returnTo = (work: Work) => `${work.config.publicUrl}${returnPath}`

/** The address to go to, and what this browser keeps meanwhile. Refuses no_profile, not_found, calendar_provider_missing. */
export const start = async (
  work: Work,
  { reach, accountId }: { reach: Reach; accountId?: number | undefined },
) => {
  const professionalId = work.who.professionalId ?? refuse('no_profile')
  const provider = providerOf(work.config, 'google') ?? refuse('calendar_provider_missing')
  const hint = accountId === undefined ? null : await emailOf(work, professionalId, accountId)
  const secrets = await provider.newSecrets()
  const address = await provider.consentAddress(secrets, { returnTo: returnTo(work), reach, hint })
  const keep = work.tokens.sign(
    'calendar-account',
    { ...secrets, professionalId },
    new Date(work.now.getTime() + lifeMs),
  )
  return { address: address.href, keep, keepSeconds: lifeMs / 1000 }
}

const emailOf = async (work: Work, professionalId: number, accountId: number): Promise<string> => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select(['email', 'key_id'])
    .where('id', '=', accountId)
    .where('professional_id', '=', professionalId)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? refuse('not_found') : sealing(work, professionalId).open(row.email, row.key_id)
}

const Saved = z.object({ state: z.string(), verifier: z.string(), professionalId: z.int() })

/** Only for the professional, and in the browser, that began it. */
export const finish = async (work: Work, keep: string | undefined, query: string): Promise<Outcome> => {
  requireNoTransaction(work)
  const saved = z.safeParse(Saved, work.tokens.open('calendar-account', keep ?? '', work.now))
  const provider = providerOf(work.config, 'google')
  if (!saved.success || provider === null || !isOwn(work.who.professionalId, saved.data.professionalId))
    return 'over'
  const { professionalId, ...secrets } = saved.data
  try {
    return await connected(work, professionalId, secrets, new URL(`${returnTo(work)}${query}`))
  } catch (error) {
    work.log.warn({ err: error }, 'a calendar account could not be connected')
    return error instanceof ProviderProblem && error.failure !== 'unreachable' && error.failure !== 'limited'
      ? 'over'
      : 'unavailable'
  }
}

const connected = async (
  work: Work,
  professionalId: number,
  secrets: SignInSecrets,
  cameBackTo: URL,
): Promise<Outcome> => {
  const provider = providerOf(work.config, 'google')
  const tokens = await provider?.tokensFrom(secrets, cameBackTo, work.now)
  if (!provider || !tokens) return 'denied'
  const { refreshToken } = tokens
  if (refreshToken === null) return 'unavailable'
  const giveUp = async (outcome: Outcome) => {
    await provider.revoke(refreshToken)
    return outcome
  }
  // Each right is a box of its own on Google's page, and may be left empty.
  const scopes = tokens.scopes ?? []
  if (!provider.may(scopes).read) return giveUp('scopes')
  const calendars = await provider.calendars(tokens.accessToken)
  const primary = calendars.find(({ isPrimary }) => isPrimary)
  if (!primary?.email) return giveUp('unavailable')
  const account = { professionalId, email: primary.email, refreshToken, scopes }
  return (await keep(work, account, tokens, calendars)) ? 'connected' : giveUp('many')
}

type Chosen = { professionalId: number; email: string; refreshToken: string; scopes: readonly string[] }

/** False: there are two already. The same account again is renewed and keeps what was chosen. */
const keep = (
  work: Work,
  saved: Chosen,
  tokens: Tokens,
  calendars: readonly CalendarInfo[],
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const { professionalId, email } = saved
    await sql`select 1 from resources where id = ${professionalId} for no key update`.execute(work.db)
    const others = await work.db
      .selectFrom('calendar_accounts')
      .select(['id', 'place', 'email_hash'])
      .where('professional_id', '=', professionalId)
      .execute()
    const before = others.find(({ email_hash: hash }) => hash.equals(emailHash(email)))
    const places = Array.from({ length: maxAccounts }, (_, place) => place + 1)
    const place = before?.place ?? places.find((one) => others.every((other) => other.place !== one))
    if (place === undefined) return false
    const { id } = await saveAccount(work, saved, tokens, place)
    await keepCalendars(work, { accountId: id, professionalId }, calendars)
    if (before === undefined) await useAtFirst(work, id, professionalId)
    await wake(work, [id])
    return true
  })

const saveAccount = (
  work: Work,
  { professionalId, email, refreshToken, scopes }: Chosen,
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
      provider: 'google',
      email_hash: emailHash(email),
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

/** Their own calendar counts as busy until they say otherwise: that is why one connects it. */
const useAtFirst = async (work: Work, accountId: number, professionalId: number) => {
  const [primary] = await calendarsOf(work, accountId)
  if (primary !== undefined) await setBusy(work, { professionalId, provider: 'google' }, primary, true)
}
