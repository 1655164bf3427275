/**
 * Confirmed facts of an account: its addresses and its owner's identity. Written here on behalf of the module that checked them
 * (verification); the database derives the level and refuses a fact without its spent code or its approved check.
 */
import { publish } from '#server/platform/jobs.ts'
import { refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Known = {
  id: number
  firstName: string
  email: string
  phone: string | null
  emailConfirmedAt: Date | null
  phoneConfirmedAt: Date | null
  biometricVerified: boolean
  level: number
  activeRole: string
}

/** The current facts; null for an account that does not exist. */
export const knownOf = async (work: Work, accountId: number): Promise<Known | null> => {
  const row = await factsOf(work).where('id', '=', accountId).executeTakeFirst()
  return row ?? null
}

/** The same, locked against other changes until this transaction ends. */
export const lockKnown = (work: Work, accountId: number): Promise<Known> =>
  factsOf(work).where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()

const factsOf = (work: Work) =>
  work.db
    .selectFrom('accounts')
    .select([
      'id',
      'first_name as firstName',
      'email',
      'phone',
      'email_confirmed_at as emailConfirmedAt',
      'phone_confirmed_at as phoneConfirmedAt',
      'biometric_verified as biometricVerified',
      'verification_level as level',
      'active_role as activeRole',
    ])

/** Whether an account signs in with this email. */
export const hasAccount = async (work: Work, email: string): Promise<boolean> => {
  const row = await work.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** Marks the account's email as confirmed by its spent code. Refuses email_taken. */
export const confirmEmail = async (work: Work, accountId: number, email: string, spentAt: Date) => {
  await work.db
    .updateTable('accounts')
    .set({ email, email_confirmed_at: spentAt, is_duplicate: false })
    .where('id', '=', accountId)
    .execute()
    .catch((error: unknown) => refuseOn(error, { accounts_email: 'email_taken' }))
  await notifyLevel(work, accountId)
}

/**
 * Marks the account's number as confirmed by its spent code. Answers with the account that had it until now: numbers are reassigned, so the
 * last proof wins.
 */
export const confirmPhone = async (
  work: Work,
  accountId: number,
  phone: string,
  spentAt: Date,
): Promise<number | null> => {
  const before = await work.db
    .updateTable('accounts')
    .set({ phone_confirmed_at: null })
    .where('phone', '=', phone)
    .where('phone_confirmed_at', 'is not', null)
    .where('id', '<>', accountId)
    .returning('id')
    .executeTakeFirst()
  await work.db
    .updateTable('accounts')
    .set({ phone, phone_confirmed_at: spentAt })
    .where('id', '=', accountId)
    .execute()
    .catch((error: unknown) => refuseOn(error, { accounts_confirmed_phone: 'in_progress' }))
  await notifyLevel(work, accountId)
  if (before !== undefined) await notifyLevel(work, before.id)
  return before?.id ?? null
}

/** A provider checked face and documents: the database looks for the approved check. */
export const confirmBiometric = async (work: Work, accountId: number) => {
  await work.db
    .updateTable('accounts')
    .set({ biometric_verified: true })
    .where('id', '=', accountId)
    .execute()
  await notifyLevel(work, accountId)
}

/** Screens and modules that show or use the level reload it. */
const notifyLevel = (work: Work, accountId: number) => publish(work, 'account.level_changed', { accountId })
