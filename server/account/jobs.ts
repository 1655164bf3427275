import { forgetOldResets, sendResetLink, type ResetAsked } from '#server/account/reset.ts'
import { forgetOver } from '#server/account/session.ts'
import type { Job } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** Somebody who did not change it must hear of it at once. */
const tellChanged = async (work: Work, { accountId, changeId }: { accountId: number; changeId: string }) => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined) return
  await sendMail(work, {
    to: account.email,
    subject: 'Tu contraseña de Kalli cambió',
    dedupeKey: `password-changed:${changeId}`,
    ...mailLayout({
      title: 'Tu contraseña cambió',
      paragraphs: [
        `Hola, ${account.first_name}:`,
        'Tu cuenta tiene una contraseña nueva y cerramos tu sesión en todos los dispositivos. Entra de nuevo con ella.',
      ],
      action: { label: 'Iniciar sesión', address: `${work.config.publicUrl}/auth` },
      note: 'Si no fuiste tú, recupera tu contraseña ahora mismo desde la pantalla de inicio de sesión.',
    }),
  })
}

export const jobs: readonly Job[] = [
  {
    fact: 'account.password_reset_asked',
    name: 'account.send_reset_link',
    run: (work, asked: ResetAsked) => sendResetLink(work, asked),
  },
  { fact: 'account.password_changed', name: 'account.tell_password_changed', run: tellChanged },
  { every: '23 * * * *', name: 'account.forget_sessions', run: forgetOver },
  { every: '33 * * * *', name: 'account.forget_resets', run: forgetOldResets },
]
