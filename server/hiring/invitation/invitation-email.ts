/** The email to an address: its secret link works for the first reader who answers by it, and exists only in that email. */
import * as z from 'zod/mini'
import { AgreementTerms, rentText } from '#contract/hiring/agreement-terms.ts'
import { spaceTypes, SpaceType } from '#contract/professional/categories.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { byId } from '#server/hiring/invitation/invitation.ts'
import { dateAt } from '#server/hiring/fit/hiring.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { hashToken } from '#server/platform/tokens.ts'
import type { Work } from '#server/platform/work.ts'

/** The secret of an invitation's link; the table stores its hash while the link is valid. */
export const linkOf = (work: Work, id: string) => work.tokens.sign('invitation', { id }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

/** Sends the link, unless it was answered or withdrawn before. */
export const postLink = async (work: Work, id: string) => {
  const row = await byId(work, id)
  if (row.email === null || row.accountId !== null) return
  // Derived again rather than stored: neither the table nor the queue reveals a link.
  const token = linkOf(work, id)
  if (row.tokenHash === null || !hashToken(token).equals(row.tokenHash)) return
  const type = spaceTypes[z.parse(SpaceType, row.spaceType)].toLowerCase()
  await sendMail(work, {
    to: row.email,
    subject: `${row.businessName} te invita a su espacio`,
    dedupeKey: `invitation-link:${id}`,
    ...mailLayout({
      title: `${row.businessName} te invita a su espacio`,
      paragraphs: [
        'Hola:',
        `${row.hostFirstName}, de ${row.businessName}, te ofrece trabajar en «${row.spaceName}» (${type} en ${row.neighbourhood ?? row.city}).`,
        ...(row.message === '' ? [] : [`«${untilAgreed(row.message, false)}»`]),
        'Abre la invitación para ver las condiciones completas. Si todavía no tienes cuenta en Kalli, la creas en un minuto y regresas justo ahí.',
      ],
      facts: [
        ...(row.vacancyTitle === null ? [] : [['Vacante', row.vacancyTitle] as const]),
        ['Renta', rentText(z.parse(AgreementTerms, row.terms).rent)],
        ['Responde antes del', dateText(row.expiresAt, row.zone)],
      ],
      action: {
        label: 'Ver la invitación',
        address: `${work.config.publicUrl}/invitations/${id}/accept?t=${token}`,
      },
      note: 'El enlace es personal y sirve una sola vez. Si no esperabas este correo, no tienes que hacer nada.',
    }),
  })
}

const dateText = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${dateAt(at, zone)}T12:00:00Z`),
  )
