import { discard, sweep } from '#server/account/photo.ts'
import { forgetOldResets, sendResetLink } from '#server/account/reset.ts'
import { forgetOver } from '#server/account/session.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { mailWelcome } from '#server/account/welcome.ts'
import type { Work } from '#server/platform/work.ts'

/** If the owner did not make the change, they must know at once. */
type Changed = {
  accountId: number
  changeId: string
  /** Changed in the settings: that browser stays signed in. */
  staysSignedIn?: boolean
}

const mailChanged = async (work: Work, { accountId, changeId, staysSignedIn }: Changed) => {
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
        staysSignedIn === true
          ? 'Tu cuenta tiene una contraseña nueva y cerramos tu sesión en los demás dispositivos.'
          : 'Tu cuenta tiene una contraseña nueva y cerramos tu sesión en todos los dispositivos. Entra de nuevo con ella.',
      ],
      action: { label: 'Iniciar sesión', address: `${work.config.publicUrl}/auth` },
      note: 'Si no fuiste tú, recupera tu contraseña ahora mismo desde la pantalla de inicio de sesión.',
    }),
  })
}

/** Only the mailbox learns that its address already has an account; at most once a day. */
const mailRegisteredAgain = async (work: Work, { accountId }: { accountId: number }) => {
  const account = await work.db
    .selectFrom('accounts as duplicate')
    .innerJoin('accounts as known', 'known.email', 'duplicate.email')
    .select(['known.id', 'known.email', 'known.first_name'])
    .where('duplicate.id', '=', accountId)
    .where('duplicate.is_duplicate', '=', true)
    .where('known.is_duplicate', '=', false)
    .executeTakeFirst()
  if (account === undefined) return
  await sendMail(work, {
    to: account.email,
    subject: 'Ya tienes una cuenta de Kalli con este correo',
    dedupeKey: `registered-again:${account.id}:${work.now.toISOString().slice(0, 10)}`,
    ...mailLayout({
      title: 'Ya tienes una cuenta',
      paragraphs: [
        `Hola, ${account.first_name}:`,
        'Alguien abrió una cuenta nueva de Kalli con este correo, que ya es el de tu cuenta. Si fuiste tú, entra a la que ya tienes con tu contraseña, o elige otra con «¿Olvidaste tu contraseña?»: la nueva no podrá confirmar este correo.',
      ],
      action: { label: 'Iniciar sesión', address: `${work.config.publicUrl}/auth` },
      note: 'Si no fuiste tú, no hagas nada: nadie entró a tu cuenta.',
    }),
  })
}

/** An attacker's first step would be to change the second factor. */
const mailSecondFactor = async (
  work: Work,
  { accountId, on, at }: { accountId: number; on: boolean; at: number },
) => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined) return
  const title = on ? 'Activaste el segundo paso' : 'Quitaste el segundo paso'
  await sendMail(work, {
    to: account.email,
    subject: `${title} de tu cuenta de Kalli`,
    dedupeKey: `second-factor:${accountId}:${at}`,
    ...mailLayout({
      title,
      paragraphs: [
        `Hola, ${account.first_name}:`,
        on
          ? 'Desde ahora, para entrar a tu cuenta pediremos también un código de tu app de autenticación. Guarda tus códigos de recuperación en un lugar seguro.'
          : 'Desde ahora, para entrar a tu cuenta basta con tu contraseña.',
      ],
      action: {
        label: 'Revisar mi seguridad',
        address: `${work.config.publicUrl}/settings?section=security`,
      },
      note: 'Si no fuiste tú, cambia tu contraseña ahora mismo.',
    }),
  })
}

/** The owner is notified of a new way to sign in. */
const mailJoined = async (work: Work, { accountId, at }: { accountId: number; at: number }) => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const label = work.config.openId?.label ?? 'otro proveedor'
  if (account === undefined) return
  await sendMail(work, {
    to: account.email,
    subject: `Ahora entras a Kalli también con ${label}`,
    dedupeKey: `joined-elsewhere:${accountId}:${at}`,
    ...mailLayout({
      title: `Tu cuenta y ${label}`,
      paragraphs: [
        `Hola, ${account.first_name}:`,
        `Entraste con ${label} y unimos ese acceso a tu cuenta de Kalli, porque usa este mismo correo. Tu contraseña sigue funcionando.`,
      ],
      action: {
        label: 'Revisar mi seguridad',
        address: `${work.config.publicUrl}/settings?section=security`,
      },
      note: `Si no fuiste tú, cambia tu contraseña de Kalli y la de ${label} ahora mismo.`,
    }),
  })
}

export const jobs: readonly Job[] = [
  subscribe('account.password_reset_asked', 'account.send_reset_link', sendResetLink),
  subscribe('account.password_changed', 'account.tell_password_changed', mailChanged),
  subscribe('account.registered', 'account.tell_registered_again', mailRegisteredAgain),
  subscribe('account.registered', 'account.send_welcome', mailWelcome),
  subscribe('account.second_factor_changed', 'account.tell_second_factor_changed', mailSecondFactor),
  subscribe('account.photo_replaced', 'account.discard_photo', discard),
  { every: '43 * * * *', name: 'account.sweep_photos', run: sweep },
  subscribe('account.joined_elsewhere', 'account.tell_joined_elsewhere', mailJoined),
  { every: '23 * * * *', name: 'account.forget_sessions', run: forgetOver },
  { every: '33 * * * *', name: 'account.forget_resets', run: forgetOldResets },
]
