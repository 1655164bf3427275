/** The emails and SMS of verification; sent by jobs. */
import { codeMinutes, type Channel } from '#contract/verification/verification.ts'
import { hasAccount, knownOf } from '#server/account/confirmation.ts'
import { codeByWhatsapp, textAlways } from '#server/messaging/texting.ts'
import { masked } from '#server/messaging/way.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'
import { turnCodeToSms } from '#server/verification/one-time-code.ts'
import { digitsOf, homeOf, reasonText } from '#server/verification/rules.ts'

/** Sends the digits to that address. An expired code is not worth a message. */
export const sendCode = async (work: Work, { codeId }: { codeId: string }) => {
  const code = await work.db
    .selectFrom('verification_codes')
    .select(['id', 'channel', 'address', 'account_id', 'sent_by'])
    .where('id', '=', codeId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  if (code === undefined) return
  const digits = digitsOf(work.config.secret, code.id)
  if (code.sent_by === 'whatsapp' && (await codeByWhatsapp(work, { to: code.address, digits, codeId })))
    return
  // It was not sent, or is not set up any more: the other channel at once. A report that comes later finds nothing to switch.
  if (code.sent_by === 'whatsapp') await turnCodeToSms(work, codeId)
  if (code.channel === 'sms')
    return textAlways(work, {
      to: code.address,
      text: codeText(work.config.publicUrl, digits),
      key: `code:${code.id}`,
    })
  const emailMessage = { to: code.address, dedupeKey: `code:${code.id}` }
  if (code.account_id === null) return sendMail(work, { ...emailMessage, ...bookingCodeEmail(digits) })
  const known = await knownOf(work, code.account_id)
  if (known === null) return
  const isTaken = code.address !== known.email && (await hasAccount(work, code.address))
  await sendMail(work, {
    ...emailMessage,
    ...(isTaken ? takenEmail(work) : codeEmail(known.firstName, digits)),
  })
}

/** WhatsApp accepted it and reports that it did not arrive: the same code by SMS. */
export const sendUndelivered = async (work: Work, { reference }: { reference: string }) => {
  if (await turnCodeToSms(work, reference)) await sendCode(work, { codeId: reference })
}

/** The last line lets the telephone offer the code by itself (WebOTP: domain-bound). */
export const codeText = (publicUrl: string, digits: string) => {
  const said = `Kalli: tu código es ${digits}. Vence en ${codeMinutes} minutos. No lo compartas con nadie.`
  const { host, protocol } = new URL(publicUrl)
  return protocol === 'https:' ? `${said}\n\n@${host} #${digits}` : said
}

const codeEmail = (firstName: string, digits: string) => ({
  subject: `${digits} es tu código de Kalli`,
  ...mailLayout({
    title: digits,
    paragraphs: [
      `Hola, ${firstName}:`,
      `Escribe este código en Kalli para confirmar que este correo es tuyo. Sirve una sola vez y vence en ${codeMinutes} minutos.`,
    ],
    note: 'Nadie de Kalli te lo va a pedir. Si no lo pediste tú, no hagas nada.',
  }),
})

const bookingCodeEmail = (digits: string) => ({
  subject: `${digits} es tu código de Kalli`,
  ...mailLayout({
    title: digits,
    paragraphs: [
      `Escribe este código en la página donde reservas. Así sabemos que el correo es tuyo y que ahí te llega tu cita. Vence en ${codeMinutes} minutos.`,
    ],
    note: 'Nadie de Kalli te lo va a pedir. Si no estás reservando, no hagas nada: sin el código nadie puede usar tu correo.',
  }),
})

/** The requester gets the same answer; only the owner of the mailbox learns that there is an account. */
const takenEmail = (work: Work) => ({
  subject: 'Alguien quiso usar tu correo en otra cuenta de Kalli',
  ...mailLayout({
    title: 'Tu correo ya tiene una cuenta',
    paragraphs: [
      'Alguien pidió usar este correo en otra cuenta de Kalli. No hicimos ningún cambio: tu cuenta sigue igual.',
      'Si fuiste tú, entra con la cuenta que ya tienes.',
    ],
    action: { label: 'Iniciar sesión', address: `${work.config.publicUrl}/auth` },
  }),
})

type AddressChange = { accountId: number; codeId: string; channel: Channel; former: string }

/** If the owner did not make the change, they must know at once, where they can still be reached. */
export const mailFormerAddress = async (work: Work, change: AddressChange) => {
  const known = await knownOf(work, change.accountId)
  if (known === null) return
  const what = change.channel === 'email' ? 'correo' : 'teléfono'
  const present = change.channel === 'email' ? known.email : (known.phone ?? '')
  const emailMessage = {
    subject: `El ${what} de tu cuenta de Kalli cambió`,
    ...mailLayout({
      title: `Tu cuenta tiene otro ${what}`,
      paragraphs: [
        `Hola, ${known.firstName}:`,
        `El ${what} de tu cuenta ahora es ${masked(change.channel, present)}. El anterior ya no sirve para entrar ni para avisarte.`,
        'Si tenías la verificación biométrica, hazla de nuevo: es la forma de saber que sigues siendo tú.',
      ],
      action: { label: 'Escribir a Kalli', address: `${work.config.publicUrl}/contact` },
      note: 'Si no fuiste tú, escríbenos ahora mismo: podemos detener la cuenta.',
    }),
  }
  const to = change.channel === 'email' ? change.former : known.email
  await sendMail(work, { to, dedupeKey: `address-changed:${change.codeId}`, ...emailMessage })
  if (change.channel === 'sms')
    await textAlways(work, {
      to: change.former,
      text: 'Kalli: el teléfono de tu cuenta cambió y este ya no recibe avisos. Si no fuiste tú, escríbenos desde la página de contacto.',
      key: `address-changed:${change.codeId}`,
    })
}

/** Another account proved that it holds the number now. */
export const mailPhoneMoved = async (work: Work, moved: { accountId: number; codeId: string }) => {
  const known = await knownOf(work, moved.accountId)
  if (known === null) return
  await sendMail(work, {
    to: known.email,
    subject: 'Confirma de nuevo tu teléfono en Kalli',
    dedupeKey: `phone-moved:${moved.codeId}`,
    ...mailLayout({
      title: 'Tu teléfono quedó sin confirmar',
      paragraphs: [
        `Hola, ${known.firstName}:`,
        'Otra cuenta confirmó con un código el mismo número que tienes en la tuya. Un número confirma una sola cuenta, así que tu nivel de verificación bajó.',
        'Si cambiaste de número, escribe el nuevo. Si sigue siendo tuyo, confírmalo otra vez.',
      ],
      action: { label: 'Revisar mi verificación', address: work.config.publicUrl + homeOf(known.activeRole) },
    }),
  })
}

/** The result of a check, for a person who closed the page. */
export const mailDecision = async (work: Work, { checkId }: { checkId: string }) => {
  const check = await work.db
    .selectFrom('identity_checks')
    .select(['id', 'account_id', 'status', 'reason'])
    .where('id', '=', checkId)
    .executeTakeFirst()
  const known = check === undefined ? null : await knownOf(work, check.account_id)
  if (check === undefined || known === null) return
  if (check.status !== 'approved' && check.status !== 'rejected') return
  const isApproved = check.status === 'approved'
  await sendMail(work, {
    to: known.email,
    subject: isApproved ? 'Tu identidad quedó verificada' : 'No pudimos verificar tu identidad',
    dedupeKey: `check-decided:${check.id}`,
    ...mailLayout({
      title: isApproved ? 'Ya tienes el nivel 3' : 'Falta un intento más',
      paragraphs: [
        `Hola, ${known.firstName}:`,
        isApproved
          ? 'Tu verificación biométrica quedó aprobada. Tu insignia ahora es dorada: máxima seguridad.'
          : reasonText(check.reason),
      ],
      action: { label: 'Ver mi verificación', address: work.config.publicUrl + homeOf(known.activeRole) },
    }),
  })
}
