/**
 * A forgotten password. A request does the same for any address: it announces the fact. The subscribed job looks for the account, makes
 * the secret and sends it, so the secret is nowhere but in the email.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { noteMailbox } from '#server/account/elsewhere.ts'
import { hashPassword } from '#server/account/password.ts'
import { passwordRefusal } from '#server/account/rules.ts'
import { endAll } from '#server/account/session.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { publish } from '#server/platform/jobs.ts'
import { limitAim } from '#server/platform/http/limits.ts'
import { mailLayout, sendMail, wasSent } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const lifeMinutes = 30
/** Emails that one mailbox gets in an hour, regardless of the requester. */
const maxEmails = 4

export type ResetRequested = { email: string; askId: string }

/** The same answer in the same time for everybody. */
export const forgot = async (work: Work, email: string) => {
  await limitAim(work, 'email', email, maxEmails)
  const request: ResetRequested = { email, askId: randomUUID() }
  await publish(work, 'account.password_reset_asked', request)
  return { message: 'Si existe una cuenta con este email, recibirás un enlace de recuperación.' }
}

/** Sends a link that works once and for half an hour, if an account has this address. It replaces the link before. */
export const sendResetLink = async (work: Work, { email, askId }: ResetRequested) => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'first_name'])
    .where('email', '=', email)
    .where('is_duplicate', '=', false)
    .executeTakeFirst()
  const dedupeKey = `password-reset:${askId}`
  // A repeated job must not replace the link that it has sent.
  if (account === undefined || (await wasSent(work, dedupeKey))) return
  const token = secretToken()
  const link = {
    token_hash: hashToken(token),
    expires_at: new Date(work.now.getTime() + lifeMinutes * minuteMs),
  }
  await work.db
    .insertInto('password_resets')
    .values({ ...link, account_id: account.id })
    .onConflict((conflict) => conflict.column('account_id').where('used_at', 'is', null).doUpdateSet(link))
    .execute()
  await sendMail(work, {
    to: email,
    subject: 'Recupera tu contraseña de Kalli',
    dedupeKey,
    ...mailLayout({
      title: 'Recupera tu contraseña',
      paragraphs: [
        `Hola, ${account.first_name}:`,
        'Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste tú, elige una nueva con este enlace. Sirve una sola vez y durante 30 minutos; si pides otro, este deja de servir.',
      ],
      action: {
        label: 'Elegir contraseña nueva',
        address: `${work.config.publicUrl}/reset-password?token=${token}`,
      },
      note: 'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.',
    }),
  })
}

/**
 * Chooses a new password with the link's token and signs every browser out. Refuses
 * invalid_reset_token, password_too_short, password_too_common; a refused password leaves the link good.
 */
export const reset = async (work: Work, given: { token: string; newPassword: string }) => {
  const tokenHash = hashToken(given.token)
  const live = await work.db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  if (live === undefined) return refuse('invalid_reset_token')
  const refusal = passwordRefusal(given.newPassword, live.email)
  if (refusal !== null) return refuse(refusal)
  const passwordHash = await hashPassword(given.newPassword)
  return inTransaction(work, async (work) => {
    await spend(work, tokenHash, live.id)
    await work.db
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', live.id)
      .execute()
    await endAll(work, live.id)
    await noteMailbox(work, live.id, live.email)
    await publish(work, 'account.password_changed', { accountId: live.id, changeId: randomUUID() })
    return { message: 'Contraseña actualizada' }
  })
}

/** Of two at once, one. */
const spend = async (work: Work, tokenHash: Buffer, accountId: number) => {
  await sql`select 1 from accounts where id = ${accountId} for update`.execute(work.db)
  const spent = await work.db
    .updateTable('password_resets')
    .set({ used_at: work.now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  if (!spent.some((row) => row.token_hash.equals(tokenHash))) refuse('invalid_reset_token')
}

export const forgetOldResets = (work: Work) => forgetBefore(work, 'password_resets', 'expires_at', work.now)
