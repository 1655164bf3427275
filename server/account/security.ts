/** How an account signs in, for its owner: password, second step, and confirming their identity again. */
import { randomUUID } from 'node:crypto'
import type { Security } from '#contract/account/settings.ts'
import { hashPassword, isPassword } from '#server/account/password.ts'
import { ownId } from '#server/account/profile.ts'
import { passwordRefusal } from '#server/account/rules.ts'
import { isOn, take } from '#server/account/second-factor.ts'
import { endOthers, noteProof, proofLifeMs, rotate } from '#server/account/session.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { publish } from '#server/platform/jobs.ts'
import { limitAim } from '#server/platform/http/limits.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export const security = async (work: Work): Promise<Security> => {
  const row = await work.db
    .selectFrom('accounts')
    .leftJoin('second_factors as factor', 'factor.account_id', 'accounts.id')
    .select((select) => [
      'accounts.password_hash',
      'factor.confirmed_at',
      select
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.account_id', '=', 'accounts.id')
        .where('used_at', 'is', null)
        .as('codes_left'),
    ])
    .where('accounts.id', '=', ownId(work))
    .executeTakeFirstOrThrow()
  return {
    hasPassword: row.password_hash !== null,
    secondFactorSince: row.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: row.codes_left ?? 0,
    mustSetSecondFactor: work.viewer.mustSetSecondFactor,
    mayRemoveSecondFactor: !work.viewer.roles.includes('admin'),
  }
}

const maxTries = 10

/** Refuses `wrong_password`, `no_password`, `password_too_short`, `password_too_common`; ends the other sessions. */
export const changePassword = async (
  work: Work,
  given: { currentPassword: string; newPassword: string },
  answer: Answer,
) => {
  const { id, email } = await requirePassword(work, given.currentPassword)
  const refusal = passwordRefusal(given.newPassword, email)
  if (refusal !== null) refuse(refusal)
  const passwordHash = await hashPassword(given.newPassword)
  return inTransaction(work, async (work) => {
    await work.db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()
    await endOthers(work, id)
    await noteProof(work)
    await rotate(work, answer)
    await publish(work, 'account.password_changed', {
      accountId: id,
      changeId: randomUUID(),
      staysSignedIn: true,
    })
    return { ok: true } as const
  })
}

/** Refuses `wrong_password` unless it is the viewer's. */
const requirePassword = async (work: Work, password: string) => {
  const id = ownId(work)
  const forgive = await limitAim(work, 'sign_in', `proof:${id}`, maxTries)
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (account.password_hash === null) return refuse('no_password')
  if (!(await isPassword(password, account.password_hash))) return refuse('wrong_password')
  await forgive()
  return account
}

/**
 * Confirms the owner's identity again: by password, and a code where a second step is on. An account that signs in by a provider has
 * neither; signing in again is its proof. Refuses `wrong_password`, `wrong_second_factor`.
 */
export const confirm = async (work: Work, given: { password?: string; code?: string }) => {
  const id = ownId(work)
  const { hasPassword, secondFactorSince } = await security(work)
  if (!hasPassword && secondFactorSince === null) return refuse('no_password')
  if (hasPassword) await requirePassword(work, given.password ?? '')
  if (await isOn(work, id)) await take(work, id, given.code ?? '')
  await noteProof(work)
  return { until: new Date(work.now.getTime() + proofLifeMs).toISOString() }
}
