/**
 * People who sign in: opening an account, signing in and out, and which of their roles they act in.
 * What a professional or a host *is* belongs to their own modules, which hear of `account.registered`.
 */
import { sql } from 'kysely'
import { Role, type SessionUser } from '#contract/account.ts'
import { hashPassword, isOutdated, isPassword } from '#server/account/password.ts'
import { passwordRefusal, switchRefusal } from '#server/account/rules.ts'
import { begin, end } from '#server/account/session.ts'
import type { Answer } from '#server/platform/http.ts'
import { announce } from '#server/platform/jobs.ts'
import { limitAim } from '#server/platform/limits.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Registration = {
  email: string
  password: string
  firstName: string
  lastName: string
  phone: string
  role: 'professional' | 'host' | 'client'
}

/** Opens an account and signs in. Refuses email_taken, password_too_short, password_too_common. */
export const register = async (work: Work, wanted: Registration, answer: Answer): Promise<SessionUser> => {
  const refusal = passwordRefusal(wanted.password, wanted.email)
  if (refusal !== null) refuse(refusal)
  const passwordHash = await hashPassword(wanted.password)
  return inTransaction(work, async (work) => {
    const account = await work.db
      .insertInto('accounts')
      .values({
        email: wanted.email,
        password_hash: passwordHash,
        first_name: wanted.firstName,
        last_name: wanted.lastName,
        phone: wanted.phone === '' ? null : wanted.phone,
        role: wanted.role,
        active_role: wanted.role,
        available_roles: [wanted.role],
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => refuseOn(error, { accounts_email: 'email_taken' }))
    await begin(work, account.id, answer)
    await announce(work, 'account.registered', { accountId: account.id, role: wanted.role })
    return present(work, account.id)
  })
}

/** Tries from one address against one account; a person who mistypes needs three or four. */
const mostTries = 10

/** Refuses wrong_credentials, in the same time for a known and an unknown e-mail. */
export const login = async (
  work: Work,
  given: { email: string; password: string },
  answer: Answer,
): Promise<SessionUser> => {
  const forgive = await limitAim(work, 'sign_in', given.email, mostTries)
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', given.email)
    .executeTakeFirst()
  const kept = account?.password_hash ?? null
  const right = await isPassword(given.password, kept)
  if (account === undefined || kept === null || !right) return refuse('wrong_credentials')
  await forgive()
  if (isOutdated(kept)) await keepPassword(work, account.id, await hashPassword(given.password))
  await begin(work, account.id, answer)
  return present(work, account.id)
}

const keepPassword = (work: Work, id: number, passwordHash: string) =>
  work.db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Ends this browser's session; nobody signed in is as good as signed out. */
export const logout = async (work: Work, answer: Answer) => {
  await end(work, answer)
  return { ok: true } as const
}

/** The person who asks. */
export const current = (work: Work): Promise<SessionUser> => present(work, ownId(work))

/** Acts in another of one's roles, on all browsers. Refuses role_not_available, role_already_active. */
export const switchRole = (work: Work, targetRole: 'professional' | 'host'): Promise<SessionUser> =>
  inTransaction(work, async (work) => {
    const id = ownId(work)
    const account = await work.db
      .selectFrom('accounts')
      .select(['active_role', 'available_roles'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const refusal = switchRefusal(
      { activeRole: account.active_role, availableRoles: account.available_roles },
      targetRole,
    )
    if (refusal !== null) refuse(refusal)
    await work.db.updateTable('accounts').set({ active_role: targetRole }).where('id', '=', id).execute()
    return present(work, id)
  })

/** For the modules that make somebody a professional or a host; having the role already is fine. */
export const grantRole = (work: Work, accountId: number, role: 'professional' | 'host') =>
  work.db
    .updateTable('accounts')
    .set({ available_roles: sql`array_append(available_roles, ${role})` })
    .where('id', '=', accountId)
    .where(sql<boolean>`not ${role} = any (available_roles)`)
    .execute()

const ownId = (work: Work) => work.who.accountId ?? refuse('not_signed_in')

const present = async (work: Work, id: number): Promise<SessionUser> => {
  const row = await work.db
    .selectFrom('accounts')
    .leftJoin('professionals', 'professionals.account_id', 'accounts.id')
    .leftJoin('hosts', 'hosts.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.first_name',
      'accounts.last_name',
      'accounts.email',
      'accounts.phone',
      'accounts.role',
      'accounts.active_role',
      'accounts.available_roles',
      'accounts.biometric_verified',
      'accounts.verification_level',
      'accounts.profile_image_url',
      'professionals.id as professional_id',
      'hosts.id as host_id',
    ])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    role: Role.parse(row.role),
    activeRole: Role.parse(row.active_role),
    availableRoles: row.available_roles.map((role) => Role.parse(role)),
    biometricVerified: row.biometric_verified,
    verificationLevel: row.verification_level,
    profileImageUrl: row.profile_image_url,
    professionalId: row.professional_id,
    hostId: row.host_id,
  }
}
