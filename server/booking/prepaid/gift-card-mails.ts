/** Messages about a gift card, to a mailbox or a telephone: the gift, and for its buyer the receipt, the redemption and the refund. */
import { giftZone, spacedGiftCode } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { codeOf, type GiftCardRow, giftViewToken, linkOf } from '#server/booking/contact/gift-card-row.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { smsWithLink } from '#server/messaging/sms-text.ts'
import { text } from '#server/messaging/texting.ts'
import { mailLayout, type MailContent, sendMail } from '#server/platform/mail.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

/** The gift, once for each sending. Nothing after it was redeemed or refunded. */
export const mailGift = async (work: Work, { giftCardId: id, sending }: Payload<'gift_card.sent'>) => {
  const card = await byId(work, id)
  if (card?.status !== 'active' || card.sendings !== sending) return
  const code = codeOf(work, card)
  const from = card.from_name || 'Alguien'
  if (card.phone !== null)
    return text(work, {
      to: card.phone,
      key: `gift:${id}:${sending}`,
      text: smsWithLink(
        `Kalli: ${from} te regala ${formatCents(card.amount_cents)} para la cita que quieras. Abre tu regalo:`,
        linkOf(work, code),
      ),
    })
  if (card.email === null) return
  await post(work, card.email, `gift:${id}:${sending}`, {
    subject: `${from} te regala ${formatCents(card.amount_cents)} en Kalli`,
    email: {
      title: `${card.to_name}, ${from} te hizo un regalo`,
      paragraphs: [
        ...(card.message === '' ? [] : [`«${card.message}»`]),
        `Son ${formatCents(card.amount_cents)} para la cita que quieras: un corte, un masaje, unas uñas, con quien tú elijas. Se suman a tu saldo y no vencen.`,
      ],
      facts: [
        ['Vale', formatCents(card.amount_cents)],
        ['De', from],
        ['Código', spacedGiftCode(code)],
      ],
      action: { label: 'Abrir mi regalo', address: linkOf(work, code) },
      note: 'Guarda este correo: quien tenga el código puede canjearlo. También puedes escribirlo al pagar una cita, con o sin cuenta.',
      because: `Recibes este correo porque ${from} te hizo un regalo en Kalli.`,
    },
  })
}

/** Paid: what was bought, what happens next, and the link back to it. */
export const mailBought = (work: Work, id: string) =>
  toBuyer(work, id, 'gift-bought', (card, firstName) => ({
    subject: `Tu tarjeta de regalo para ${card.to_name}: ${formatCents(card.amount_cents)}`,
    email: {
      title: `Tu regalo para ${card.to_name} está listo`,
      paragraphs: [
        `Hola, ${firstName}: pagaste ${formatCents(card.amount_cents)}. ${howItGoes(card)}`,
        'Mientras nadie la canjee puedes enviarla otra vez, cambiar a dónde va o recuperarla: te devolvemos todo a tu tarjeta.',
      ],
      facts: [
        ['Para', card.to_name],
        ['De', card.from_name],
        ['Vale', formatCents(card.amount_cents)],
      ],
      action: { label: 'Ver mi tarjeta de regalo', address: addressOf(work, card) },
    },
  }))

const howItGoes = ({ email, phone, send_at: at, sent_at: sentAt }: GiftCardRow) => {
  if (phone !== null)
    return sentAt === null && at !== null
      ? `El mensaje sale a ${phone} el ${longDate(at, giftZone)}, ${clockTime(at, giftZone)} h.`
      : `El mensaje ya salió a ${phone}.`
  if (email === null || at === null) return 'Copia su enlace o imprímela, y entrégala cuando quieras.'
  if (sentAt !== null) return `La carta ya salió a ${email}.`
  return `La carta sale a ${email} el ${longDate(at, giftZone)}, ${clockTime(at, giftZone)} h.`
}

/** A buyer with an account is notified there (notification/event/gift-card.ts). */
export const mailRedeemed = (work: Work, id: string) =>
  toBuyer(
    work,
    id,
    'gift-redeemed',
    (card, firstName, isVisitor) =>
      isVisitor && {
        subject: `${card.to_name} ya tiene tu regalo`,
        email: {
          title: `${card.to_name} ya tiene tu regalo`,
          paragraphs: [
            `Hola, ${firstName}: los ${formatCents(card.amount_cents)} que regalaste ya están en su saldo. Gracias por regalar tiempo para alguien.`,
          ],
          action: { label: 'Ver mi tarjeta de regalo', address: addressOf(work, card) },
        },
      },
  )

export const mailGiftEnded = (work: Work, id: string) =>
  toBuyer(work, id, 'gift-ended', (card, firstName) => ({
    subject: `Tu tarjeta de regalo para ${card.to_name} ya no vale`,
    email: {
      title: 'Tu tarjeta de regalo ya no vale',
      paragraphs: [
        card.ended_by === 'buyer'
          ? `Hola, ${firstName}: los ${formatCents(card.amount_cents)} vuelven a la tarjeta con la que pagaste. Tu banco los muestra en unos días. El código de ${card.to_name} ya no abre nada.`
          : `Hola, ${firstName}: tu banco canceló el cargo, así que la tarjeta ya no se puede canjear.`,
      ],
      action: { label: 'Ver mi tarjeta de regalo', address: addressOf(work, card) },
    },
  }))

const addressOf = (work: Work, card: GiftCardRow) =>
  `${work.config.publicUrl}/dynamic-checkout?gift=${card.id}&t=${encodeURIComponent(giftViewToken(work, card))}`

const byId = (work: Work, id: string): Promise<GiftCardRow | undefined> =>
  work.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()

type Said = { subject: string; email: MailContent }

/** Nothing to a buyer who has left. */
const toBuyer = async (
  work: Work,
  id: string,
  kind: string,
  say: (card: GiftCardRow, firstName: string, isVisitor: boolean) => Said | false,
) => {
  const card = await byId(work, id)
  if (card === undefined || card.holder === '') return
  const buyer = await work.db
    .selectFrom('clients')
    .leftJoin('accounts', 'accounts.id', 'clients.account_id')
    .select((query) => [
      query.fn.coalesce('accounts.email', 'clients.email').as('email'),
      query.fn.coalesce('accounts.first_name', 'clients.first_name').as('firstName'),
      'clients.account_id as accountId',
      'clients.proved_phone as phone',
    ])
    .where('clients.id', '=', card.buyer_id)
    .executeTakeFirstOrThrow()
  const said = say(card, buyer.firstName, buyer.accountId === null)
  if (said === false) return
  if (buyer.email !== null) return post(work, buyer.email, `${kind}:${id}`, said)
  if (buyer.phone !== null)
    await text(work, {
      to: buyer.phone,
      key: `${kind}:${id}`,
      text: smsWithLink(`Kalli: ${said.subject}`, said.email.action?.address ?? addressOf(work, card)),
    })
}

const post = (work: Work, to: string, dedupeKey: string, { subject, email: emailMessage }: Said) =>
  sendMail(work, { to, subject, dedupeKey, ...mailLayout(emailMessage) })
