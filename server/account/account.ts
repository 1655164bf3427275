/**
 * People who sign in: opening an account, signing in and out, and the active role. Professional and host profiles belong to their own
 * modules, which subscribe to `account.registered`.
 */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { lastPlaceCookie } from '#contract/platform/last-place.ts'
import { Role, type SessionUser } from '#contract/account/account.ts'
import { hashPassword, isOutdated, isPassword } from '#server/account/password.ts'
import { effectiveZone, ownId } from '#server/account/profile.ts'
import { phoneToKeep } from '#server/account/phone.ts'
import { passwordRefusal, switchRefusal } from '#server/account/rules.ts'
import { isOn, take } from '#server/account/second-factor.ts'
import { knownDevice } from '#server/account/known-device.ts'
import { begin, end, rotate } from '#server/account/session.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { publish } from '#server/platform/jobs.ts'
import { limitAim } from '#server/platform/http/limits.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'

type Registration = {
  email: string
  password: string
  firstName: string
  lastName: string
  phone: string
  role: 'professional' | 'host' | 'client'
}

/** Registrations of one email from one address in an hour. */
const maxRegistrations = 5

/**
 * Opens an account and signs in. An email that has an account opens a duplicate and gets the same answer; a job notifies the mailbox.
 * Refuses invalid_phone, password_too_short, password_too_common, https_needed, too_many_requests.
 */
export const register = async (work: Work, wanted: Registration, answer: Answer): Promise<SessionUser> => {
  const refusal = passwordRefusal(wanted.password, wanted.email)
  if (refusal !== null) refuse(refusal)
  const phone = phoneToKeep(wanted.phone)
  await limitAim(work, 'register', wanted.email, maxRegistrations)
  const passwordHash = await hashPassword(wanted.password)
  return inTransaction(work, async (work) => {
    await lockEmail(work, wanted.email)
    const account = await work.db
      .insertInto('accounts')
      .values({
        email: wanted.email,
        is_duplicate: sql`exists (select from accounts where email = ${wanted.email} and not is_duplicate)`,
        password_hash: passwordHash,
        first_name: wanted.firstName,
        last_name: wanted.lastName,
        phone,
        role: wanted.role,
        active_role: wanted.role,
        available_roles: [wanted.role],
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      // The address was confirmed by another account at this very moment.
      .catch((error: unknown) => refuseOn(error, { accounts_email: 'in_progress' }))
    await begin(work, account.id, answer)
    await publish(work, 'account.registered', { accountId: account.id, role: wanted.role })
    return present(work, account.id)
  })
}

/** One registration at a time for an email, so that of two the second is the duplicate; elsewhere.ts takes the same lock. */
const lockEmail = (work: Work, email: string) => lockName(work, `identity of ${email}`)

/** Tries from one address against one account; mistyping takes three or four. */
const maxTries = 10

/**
 * Refuses wrong_credentials, in the same time for a known and an unknown email: two passwords are compared in any case, the account's and
 * that of the newest duplicate.
 */
export const login = async (
  work: Work,
  given: { email: string; password: string },
  answer: Answer,
): Promise<SessionUser> => {
  const accounts = await work.db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', given.email)
    .orderBy('is_duplicate')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const device =
    accounts.map(({ id }) => knownDevice(work, answer, id)).find((known) => known !== null) ?? null
  const forgive = await limitAim(work, 'sign_in', given.email, maxTries, device)
  const account = await withPassword(accounts, given.password)
  const saved = account?.password_hash ?? null
  if (account === undefined || saved === null) return refuse('wrong_credentials')
  await forgive()
  if (isOutdated(saved)) await keepPassword(work, account.id, await hashPassword(given.password))
  if (await isOn(work, account.id)) return refuse('second_step_needed', stepOf(work, account.id, saved))
  await begin(work, account.id, answer)
  return present(work, account.id)
}

const withPassword = async <Account extends { password_hash: string | null }>(
  [first, second]: readonly Account[],
  password: string,
) => {
  if (await isPassword(password, first?.password_hash ?? null)) return first
  return (await isPassword(password, second?.password_hash ?? null)) ? second : undefined
}

const stepLifeMs = 10 * minuteMs

/** Token of the first step: valid for the second step alone, and only while the password is the same. */
const stepOf = (work: Work, id: number, passwordHash: string | null) => {
  const expiresAt = new Date(work.now.getTime() + stepLifeMs)
  const step = work.tokens.sign('second_step', { id, mark: markOf(passwordHash) }, expiresAt)
  return { step, expiresAt: expiresAt.toISOString() }
}

/** For a first step done at another provider: the account may have no password. */
export const stepAfter = async (work: Work, id: number): Promise<string> => {
  const account = await work.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stepOf(work, id, account.password_hash).step
}

const markOf = (passwordHash: string | null) =>
  hashToken(passwordHash ?? '')
    .subarray(0, 12)
    .toString('base64url')

/** Completes signing in. Refuses `second_step_over`, `wrong_second_factor`, `second_factor_locked`. */
export const secondStep = async (
  work: Work,
  given: { step: string; code: string },
  answer: Answer,
): Promise<SessionUser> => {
  const step = work.tokens.open('second_step', given.step, work.now)
  if (step === null || typeof step.id !== 'number') return refuse('second_step_over')
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('id', '=', step.id)
    .executeTakeFirst()
  if (account === undefined || markOf(account.password_hash) !== step.mark) return refuse('second_step_over')
  await take(work, account.id, given.code)
  await begin(work, account.id, answer)
  return present(work, account.id)
}

const keepPassword = (work: Work, id: number, passwordHash: string) =>
  work.db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Ends this browser's session; succeeds also when signed out. */
export const logout = async (work: Work, answer: Answer) => {
  await end(work, answer)
  answer.clearCookie(lastPlaceCookie)
  return { ok: true } as const
}

/** The signed-in user. */
export const current = (work: Work): Promise<SessionUser> => present(work, ownId(work))

/** Switches the active role, on all browsers; this one gets a new secret. Refuses role_not_available, role_already_active. */
export const switchRole = (
  work: Work,
  targetRole: 'professional' | 'host',
  answer: Answer,
): Promise<SessionUser> =>
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
    await rotate(work, answer)
    return present(work, id)
  })

/** For modules that make an account a professional or a host; idempotent. */
export const grantRole = (work: Work, accountId: number, role: 'professional' | 'host') =>
  work.db
    .updateTable('accounts')
    .set({ available_roles: sql`array_append(available_roles, ${role})` })
    .where('id', '=', accountId)
    .where(sql<boolean>`not ${role} = any (available_roles)`)
    .execute()

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
      effectiveZone.as('zone'),
      sql<boolean>`'admin' = any (accounts.available_roles) and not exists (
        select from second_factors f where f.account_id = accounts.id and f.confirmed_at is not null)`.as(
        'must_set_second_factor',
      ),
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
    mustSetSecondFactor: row.must_set_second_factor,
    zone: row.zone,
  }
}
