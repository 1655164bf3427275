/** The email to the owner of a webhook that was switched off. */
import { sql } from 'kysely'
import { webhookLogDays } from '#contract/webhook/webhook.ts'
import type { Payload } from '#server/platform/events.ts'
import { mailLayout, sendMailIfTaken } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'
import { sealed } from '#server/webhook/webhook-row.ts'

const causes = {
  gone: 'Respondió que esa dirección ya no existe (410).',
  failing: 'Llevaba tres días sin aceptar ningún aviso.',
} as const

/** Not sent if it was removed or is on again. */
export const sendSwitchedOff = async (work: Work, { webhookId, reason }: Payload<'webhook.switched_off'>) => {
  const { rows } = await sql<{ address: Buffer; email: string; offAt: Date }>`
    select hook.address, owner.email, hook.off_at as "offAt" from webhooks hook join accounts owner on owner.id = hook.account_id
    where hook.id = ${webhookId} and hook.off_at is not null and owner.suspended_at is null`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const { hostname } = new URL(sealed(work, webhookId).open(row.address))
  await sendMailIfTaken(work, {
    to: row.email,
    dedupeKey: `webhook_off:${webhookId}:${row.offAt.getTime()}`,
    subject: `Kalli ya no avisa a ${hostname}`,
    ...mailLayout({
      title: `Apagamos los avisos a ${hostname}`,
      paragraphs: [
        causes[reason],
        `Tus reservas siguen igual: solo ese sistema deja de enterarse. Lo que pase mientras tanto queda ${webhookLogDays} días en su registro: cuando lo arregles, enciéndelo otra vez y reenvía desde ahí lo que no llegó.`,
      ],
      action: {
        label: 'Ver mis webhooks',
        address: `${work.config.publicUrl}/settings?section=developers`,
      },
    }),
  })
}
