import { revokeAll } from '#server/developer/api-key.ts'
import { forgetUnused } from '#server/developer/app.ts'
import { mailExpiring } from '#server/developer/expiring.ts'
import { forgetOver, revokeGrantsOf } from '#server/developer/grant.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** The owner is notified of a new way into their account. */
const mailMade = async (work: Work, { keyId }: { keyId: string }) => {
  const key = await work.db
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select(['a.email', 'a.first_name', 'k.name'])
    .where('k.id', '=', keyId)
    .executeTakeFirst()
  if (key === undefined) return
  await sendMail(work, {
    to: key.email,
    subject: 'Hay una llave nueva para tu cuenta de Kalli',
    dedupeKey: `key-made:${keyId}`,
    ...mailLayout({
      title: 'Una llave nueva',
      paragraphs: [
        `Hola, ${key.first_name}:`,
        `Se hizo la llave «${key.name}» en tu cuenta. El sistema que la tenga puede usar Kalli en tu nombre, en lo que elegiste al hacerla.`,
      ],
      action: {
        label: 'Ver mis llaves',
        address: `${work.config.publicUrl}/settings?section=developers`,
      },
      note: 'Si no fuiste tú, revoca la llave y cambia tu contraseña ahora mismo.',
    }),
  })
}

/** Recovering an account by its mailbox ends all keys, app access and mandates: an attacker may have made them. */
const endAfterRecovery = async (
  work: Work,
  { accountId, staysSignedIn }: { accountId: number; staysSignedIn?: boolean | undefined },
) => {
  if (staysSignedIn === true) return
  await revokeAll(work, accountId)
  await revokeGrantsOf(work, accountId)
}

export const jobs: readonly Job[] = [
  subscribe('developer.key_made', 'developer.tell_key_made', mailMade),
  subscribe('account.password_changed', 'developer.end_after_recovery', endAfterRecovery),
  { every: '23 15 * * *', name: 'developer.key_expiring_email', run: mailExpiring },
  { every: '53 * * * *', name: 'developer.forget_tokens', run: forgetOver },
  { every: '27 8 * * *', name: 'developer.forget_unused_apps', run: forgetUnused },
]
