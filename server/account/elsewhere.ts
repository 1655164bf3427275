/**
 * Signing in with another provider (OpenID Connect). The provider's subject id identifies the person. An existing account is joined by
 * email only when both sides have confirmed it as its owner's: otherwise an attacker who first registers with another person's address
 * would have access to that person's account.
 */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { Email } from '#contract/account/account.ts'
import type { ElsewhereProblem } from '#contract/account/sign-in.ts'
import * as z from 'zod/mini'
import {
  type Claims,
  isRefusedByVisitor,
  newSecrets,
  type Secrets,
  signInAddress,
  whoCameBack,
} from '#server/account/provider.ts'
import { begin } from '#server/account/session.ts'
import { isOn } from '#server/account/second-factor.ts'
import type { OpenId } from '#server/platform/config-providers.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, lockName, requireNoTransaction, type Work } from '#server/platform/work.ts'

export type NewRole = 'professional' | 'host' | 'client'
/** The page to return to, and the role of a new user. */
export type Preference = { redirect: string; role: NewRole }

/** Signing in failed, for a reason that the visitor reads. */
export class ElsewhereRefusal extends Error {
  readonly problem: ElsewhereProblem
  constructor(problem: ElsewhereProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

const lifeMs = 10 * minuteMs
const returnTo = (work: Work) => `${work.config.publicUrl}/api/login/return`

/** The address to go to, and the cookie that this browser keeps meanwhile. */
export const start = async (work: Work, settings: OpenId, request: Preference) => {
  requireNoTransaction(work)
  const secrets = await newSecrets()
  const address = await signInAddress(settings, secrets, returnTo(work)).catch((error: unknown) => {
    work.log.warn({ err: error }, 'sign-in provider did not answer')
    throw new ElsewhereRefusal('unavailable', error)
  })
  const keep = work.tokens.sign(
    'elsewhere',
    { ...secrets, ...request },
    new Date(work.now.getTime() + lifeMs),
  )
  return { address: address.href, keep, keepSeconds: lifeMs / 1000 }
}

const Saved = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  role: z.enum(['professional', 'host', 'client']),
})

/** The cookie of the browser that started; null in another browser, or after too long. */
export const selectionOf = (work: Work, keep: string | undefined): (Secrets & Preference) | null => {
  const parsed = z.safeParse(Saved, work.tokens.open('elsewhere', keep ?? '', work.now))
  return parsed.success ? parsed.data : null
}

/** Signs in the returning user, or answers with the account that still owes its second step. */
export const finish = async (
  work: Work,
  settings: OpenId,
  saved: Secrets & Preference,
  query: string,
  answer: Answer,
): Promise<{ signedIn: boolean; accountId: number }> => {
  requireNoTransaction(work)
  const cameBackTo = new URL(returnTo(work) + query)
  const claims = await whoCameBack(settings, saved, cameBackTo).catch(async (error: unknown) => {
    if (await isRefusedByVisitor(error)) throw new ElsewhereRefusal('cancelled', error)
    work.log.warn({ err: error }, 'sign-in by provider was rejected')
    throw new ElsewhereRefusal('failed', error)
  })
  return inTransaction(work, async (work) => {
    const accountId = await accountOf(work, claims, saved.role)
    if (await isOn(work, accountId)) return { signedIn: false, accountId }
    await begin(work, accountId, answer)
    return { signedIn: true, accountId }
  })
}

const accountOf = async (work: Work, claims: Claims, role: NewRole): Promise<number> => {
  const email = z.safeParse(Email, claims.email)
  // Two windows that return at once are one person.
  await lockName(work, `identity:${claims.issuer} ${claims.subject}`)
  if (email.success) await lockName(work, `identity of ${email.data}`)
  const known = await work.db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst()
  if (known !== undefined) return known.account_id
  if (!email.success || !claims.emailVerified) throw new ElsewhereRefusal('email_not_verified')
  const accountId = (await joinable(work, email.data)) ?? (await open(work, claims, email.data, role))
  await work.db
    .insertInto('identities')
    .values({
      issuer: claims.issuer,
      subject: claims.subject,
      account_id: accountId,
      linked_at: work.now,
    })
    .execute()
  await noteMailbox(work, accountId, email.data)
  return accountId
}

/** The account with this email, if it may be joined without asking for its password. */
const joinable = async (work: Work, email: string): Promise<number | null> => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'available_roles', 'email_confirmed_at'])
    .where('email', '=', email)
    .where('is_duplicate', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) return null
  if (account.available_roles.includes('admin')) throw new ElsewhereRefusal('password_only')
  const isShown = account.email_confirmed_at !== null || (await isMailboxShown(work, account.id, email))
  if (!isShown) throw new ElsewhereRefusal('not_confirmed')
  await publish(work, 'account.joined_elsewhere', { accountId: account.id, at: work.now.getTime() })
  return account.id
}

/** A new account without a password: its owner may choose one by the reset email. */
const open = async (work: Work, claims: Claims, email: string, role: NewRole): Promise<number> => {
  const account = await work.db
    .insertInto('accounts')
    .values({
      email,
      ...nameOf(claims, email),
      role,
      active_role: role,
      available_roles: [role],
      created_at: work.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where(sql<boolean>`not is_duplicate`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  // The address was registered since the check: that account is not confirmed.
  if (account === undefined) throw new ElsewhereRefusal('not_confirmed')
  await publish(work, 'account.registered', { accountId: account.id, role })
  return account.id
}

/** The name as others will read it: without control characters, and never empty. */
export const nameOf = (claims: Pick<Claims, 'givenName' | 'familyName' | 'name'>, email: string) => {
  const [first = '', ...rest] = plain(claims.name).split(' ')
  const given = plain(claims.givenName) || first || plain(email.split('@')[0] ?? '') || 'Persona'
  return { first_name: given, last_name: plain(claims.familyName) || rest.join(' ') }
}

const plain = (text: string | null) =>
  (text ?? '')
    .replace(/[\p{C}<>]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)

/** Proof of the mailbox: the user opened an email to this address, or a trusted provider vouches for it. */
export const noteMailbox = (work: Work, accountId: number, email: string) =>
  work.db
    .insertInto('mailbox_proofs')
    .values({ account_id: accountId, email, proved_at: work.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'email']).doNothing())
    .execute()

const isMailboxShown = async (work: Work, accountId: number, email: string) => {
  const proof = await work.db
    .selectFrom('mailbox_proofs')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst()
  return proof !== undefined
}
