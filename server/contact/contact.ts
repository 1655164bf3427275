/**
 * Messages to Kalli's operators: received, stored, emailed to the operator's mailbox, with a receipt for the sender. No captcha: bots are
 * recognized by their speed and by the hidden field.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { contactTopics, ContactTopic, type sendContact } from '#contract/contact/contact.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { digest } from '#server/platform/digest.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { publish } from '#server/platform/jobs.ts'
import { limitAim } from '#server/platform/http/limits.ts'
import { forgetMailsKeyed, mailLayout, sendMail } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** No person reads the page and writes a message faster. */
const quickestMs = 3000
const openMs = 24 * hourMs
/** Receipts to one mailbox in an hour, from any sender, so that no mailbox can be flooded through us. */
const maxReceipts = 4

const Opened = z.object({ id: z.uuid(), at: z.int() })

/** The form's own number and the time it was opened, signed. */
export const open = (work: Work): { form: string } => {
  const now = work.now.getTime()
  return { form: work.tokens.sign('contact', { id: randomUUID(), at: now }, new Date(now + openMs)) }
}

/** Refuses form_expired, too_quick, too_many_requests. */
export const receive = async (
  work: Work,
  { body }: Input<typeof sendContact>,
): Promise<{ receipt: string }> => {
  const opened = z.safeParse(Opened, work.tokens.open('contact', body.form, work.now))
  if (!opened.success) return refuse('form_expired')
  if (work.now.getTime() - opened.data.at < quickestMs) refuse('too_quick')
  await limitAim(work, 'contact', body.email, maxReceipts)
  const { topic, name, email, message } = body
  const content = { topic, name: oneLine(name), email, message: readable(message) }
  const suspect = body.website !== ''
  return inTransaction(work, async (work) => {
    const mine = { form: opened.data.id, content_hash: digest(content) }
    const fresh = await work.db
      .insertInto('contact_messages')
      .values({
        ...content,
        ...mine,
        receipt: newReceipt(),
        account_id: work.viewer.accountId,
        suspect,
        created_at: work.now,
      })
      .onConflict((conflict) => conflict.constraint('contact_messages_once').doNothing())
      .returning(['id', 'receipt'])
      .executeTakeFirst()
    if (fresh === undefined) return { receipt: await receiptOf(work, mine) }
    if (!suspect) await publish(work, 'contact.received', { messageId: fresh.id })
    return { receipt: fresh.receipt }
  })
}

const receiptOf = async (work: Work, mine: { form: string; content_hash: Buffer }) => {
  const row = await work.db
    .selectFrom('contact_messages')
    .select('receipt')
    .where('form', '=', mine.form)
    .where('content_hash', '=', mine.content_hash)
    .executeTakeFirstOrThrow()
  return row.receipt
}

/** Seven characters and digits that are not confused when read aloud: 34 thousand million. */
const newReceipt = () => {
  const emails = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  return `K-${[...randomBytes(7)].map((byte) => emails[byte % emails.length]).join('')}`
}

/** A name appears in a subject line. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
/** Keeps line breaks and drops invisible characters. */
const readable = (text: string) =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')

type Received = { messageId: number }

/** To the operator of this installation; a reply goes straight to the sender. */
export const mailOperator = async (work: Work, { messageId }: Received) => {
  const message = await byId(work, messageId)
  if (message === undefined) return
  const topic = contactTopics[z.parse(ContactTopic, message.topic)]
  await sendMail(work, {
    to: work.config.contactMail,
    replyTo: message.email,
    subject: `${message.receipt} · ${topic} · ${message.name}`,
    dedupeKey: `contact-operator:${message.id}`,
    ...mailLayout({
      title: topic,
      paragraphs: message.message.split(/\n+/),
      facts: [
        ['De', message.name],
        ['Correo', message.email],
        ['Cuenta', message.account_id === null ? 'sin cuenta' : String(message.account_id)],
        ['Folio', message.receipt],
      ],
    }),
  })
}

/** The sender's receipt. It repeats nothing of the text: entering another's address sends them no text. */
export const sendReceipt = async (work: Work, { messageId }: Received) => {
  const message = await byId(work, messageId)
  if (message === undefined) return
  await sendMail(work, {
    to: message.email,
    subject: `Recibimos tu mensaje (${message.receipt})`,
    dedupeKey: `contact-receipt:${message.id}`,
    ...mailLayout({
      title: 'Recibimos tu mensaje',
      paragraphs: ['Lo lee una persona y te responde a este correo, normalmente en un día hábil.'],
      facts: [
        ['Folio', message.receipt],
        ['Asunto', contactTopics[z.parse(ContactTopic, message.topic)]],
      ],
      note: 'Si no escribiste tú, no hagas nada: alguien puso tu correo por error.',
    }),
  })
}

const byId = (work: Work, id: number) =>
  work.db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()

const retentionMs = 2 * 365 * dayMs

/** After two years, as the privacy notice says. */
export const forgetOldMessages = (work: Work) =>
  forgetBefore(work, 'contact_messages', 'created_at', new Date(work.now.getTime() - retentionMs))

/** Messages of a deleted account, sent signed in or from its confirmed mailbox, and the emails that carried them. */
export const forget = async (work: Work, { accountId, email }: { accountId: number; email: string }) => {
  const { rows } = await sql<{ id: number }>`
    delete from contact_messages where account_id = ${accountId} or lower(email) = lower(${email})
    returning id`.execute(work.db)
  await forgetMailsKeyed(
    work,
    rows.flatMap(({ id }) => [`contact-operator:${id}`, `contact-receipt:${id}`]),
  )
}
