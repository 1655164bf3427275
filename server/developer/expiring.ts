/** The email in the week before a key ends, so that its owner renews it before their system stops. */
import { dayMs } from '#contract/platform/duration.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { mailLayout, sendMailIfTaken } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

const daysBefore = 7

/** Not for a key that was renewed: its end was moved to a day later. */
export const mailExpiring = async (work: Work) => {
  const from = new Date(work.now.getTime() + dayMs)
  const until = new Date(work.now.getTime() + daysBefore * dayMs)
  const rows = await work.db
    .selectFrom('api_keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.name', 'k.expires_at', 'a.email', 'a.first_name', 'a.zone'])
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', from)
    .where('k.expires_at', '<=', until)
    .where('a.suspended_at', 'is', null)
    .where('a.erased_at', 'is', null)
    .execute()
  await runIsolated(work, rows, async (key) => {
    if (key.expires_at !== null) await mail(work, { ...key, expiresAt: key.expires_at })
  })
}

type Ending = {
  id: string
  name: string
  expiresAt: Date
  email: string
  first_name: string
  zone: string | null
}

const mail = (work: Work, { id, name, expiresAt, email, first_name: firstName, zone }: Ending) =>
  sendMailIfTaken(work, {
    to: email,
    subject: `Tu llave «${name}» vence pronto`,
    dedupeKey: `key-expiring:${id}`,
    ...mailLayout({
      title: 'Una llave vence pronto',
      paragraphs: [
        `Hola, ${firstName}:`,
        `La llave «${name}» deja de servir el ${dayOf(expiresAt, zone)}, y con ella el sistema que la usa.`,
        'Renuévala antes: recibes una nueva con los mismos permisos, y la de ahora sirve un día más para que la cambies.',
      ],
      action: {
        label: 'Renovar mi llave',
        address: `${work.config.publicUrl}/settings?section=developers`,
      },
      note: 'Si ya no la usas, no hagas nada.',
    }),
  })

const dayOf = (at: Date, zone: string | null) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: zone ?? 'America/Mexico_City' }).format(at)
