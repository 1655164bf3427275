/** The messages of the waitlist: confirmation and offers. Each has one link. */
import { sql } from 'kysely'
import { selectionPrefix } from '#contract/platform/waitlist-prefix.ts'
import { linkEmailOf } from '#server/booking/series/link-view.ts'
import { entryToken } from '#server/booking/waitlist/waitlist.ts'
import { personsOfEntry, entryName } from '#server/booking/waitlist/entry-row.ts'
import { clockTime } from '#server/booking/moves/wording.ts'
import { smsWithLink } from '#server/messaging/sms-text.ts'
import { text } from '#server/messaging/texting.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** For a visitor: only the owner of this mailbox can join. The same link stops it later. */
export const mailUnconfirmed = async (work: Work, entryId: string) => {
  const { rows } = await sql<{
    email: string
    firstName: string
    service: string
    professional: string
    modality: string
    persons: number
  }>`
    select entry.email, entry.first_name as "firstName", ${entryName} as service, professional.first_name as professional,
      entry.modality, ${personsOfEntry} as persons
    from waitlist_entries entry
    join professionals professional on professional.id = entry.professional_id
    where entry.id = ${entryId}::uuid and entry.state = 'unconfirmed' and entry.email is not null`.execute(
    work.db,
  )
  const [entry] = rows
  if (entry === undefined) return
  const subject = `Confirma tu espera: ${entry.service}`
  const what = [
    `un lugar de ${entry.service} con ${entry.professional}`,
    ...(entry.modality === 'home' ? ['a domicilio'] : entry.modality === 'online' ? ['en línea'] : []),
    ...(entry.persons > 1 ? [`para ${entry.persons} personas en la misma visita`] : []),
  ].join(', ')
  await sendMail(work, {
    to: entry.email,
    subject,
    dedupeKey: `waitlist-confirm:${entryId}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `Hola, ${entry.firstName}: confirma que quieres esperar ${what}.`,
        'En cuanto se abra uno en tus fechas lo apartamos para ti y te escribimos. Si no lo pediste, no hagas nada.',
      ],
      action: {
        label: 'Confirmar mi espera',
        address: `${work.config.publicUrl}/bookings/${selectionPrefix}${entryToken(work, entryId)}/accept`,
      },
      note: 'Con este mismo enlace ves tu espera y la dejas cuando quieras.',
    }),
  })
}

/** An opening that is held; nothing once it was answered or is over. */
export const mailOffered = async (work: Work, linkId: string) => {
  const emailMessage = await linkEmailOf(work, linkId)
  if (emailMessage === null || emailMessage.link.expires_at <= work.now) return
  const { link, address, name, when, service, zone, href, facts } = emailMessage
  const until = clockTime(link.expires_at, zone)
  if (address.channel === 'sms')
    return text(work, {
      to: address.to,
      key: `waitlist-offer:${link.id}`,
      text: smsWithLink(
        `Kalli: se abrió un lugar, ${when}. Es tuyo hasta las ${until} h. ${service} con ${name}`,
        href,
      ),
    })
  const subject = `Se abrió un lugar: ${service}, ${when}`
  await sendMail(work, {
    to: address.to,
    subject,
    dedupeKey: `waitlist-offer:${link.id}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `Hola, ${link.first_name}: lo apartamos para ti hasta las ${until} h.`,
        'Si no lo tomas, se lo ofrecemos a quien sigue. No se cobra nada hasta que tú lo confirmas.',
      ],
      facts,
      action: { label: 'Ver el lugar', address: href },
      note: 'El enlace es personal y sirve para una sola respuesta.',
    }),
  })
}
