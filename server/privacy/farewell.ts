/** The last email after an account was deleted, and the deletion of its address. */
import { dayMs } from '#contract/platform/duration.ts'
import { forgetTextsOf, text } from '#server/messaging/texting.ts'
import { forgetMailsOf, mailLayout, sendMailIfTaken } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** Sends the last email; its address is deleted as soon as it was sent. */
export const sayFarewell = async (work: Work, { farewellId }: { farewellId: string }) => {
  const farewell = await work.db
    .selectFrom('farewells')
    .select(['id', 'email', 'phone'])
    .where('id', '=', farewellId)
    .executeTakeFirst()
  if (farewell === undefined) return
  if (farewell.phone !== null)
    await text(work, {
      to: farewell.phone,
      key: `farewell:${farewell.id}`,
      text: `Kalli: borramos tus datos, como lo pediste. Si no fuiste tú, escríbenos: ${work.config.publicUrl}/contact`,
    })
  else await mailFarewell(work, { ...farewell, email: farewell.email ?? '' })
  await work.db.deleteFrom('farewells').where('id', '=', farewell.id).execute()
}

const mailFarewell = (work: Work, farewell: { id: string; email: string }) =>
  sendMailIfTaken(work, {
    to: farewell.email,
    subject: 'Tu cuenta de Kalli fue borrada',
    dedupeKey: `farewell:${farewell.id}`,
    ...mailLayout({
      title: 'Tu cuenta fue borrada',
      paragraphs: [
        'Borramos tu cuenta y tus datos personales, como lo pediste.',
        'Los recibos y registros de pago que la ley nos obliga a guardar quedan sin tu nombre ni tus datos de contacto.',
        'Gracias por haber estado en casa.',
      ],
      note: 'Si no fuiste tú, responde a este correo cuanto antes.',
    }),
  })

/** A day is enough for our own outbox to have delivered it. */
export const forgetFarewells = async (work: Work) => {
  const before = new Date(work.now.getTime() - dayMs)
  await forgetMailsOf(work, 'farewell:', before)
  await forgetTextsOf(work, 'farewell:', before)
}
