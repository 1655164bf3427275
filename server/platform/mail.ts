/**
 * Emails. Sent by jobs, never inside a request or a transaction. Without an SMTP server they stay in the table `mails`, which
 * development shows at /dev/mail.
 */
import { dayMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import { digest } from '#server/platform/digest.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

export type Mail = {
  to: string
  /** Address for replies, if not ours. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** Calendar messages to attach, one after the other: one appointment each (booking/summary/calendar-copy.ts). */
  calendar?: string
  /** For an email that its recipient can turn off: an address that does so by one POST (RFC 8058). */
  unsubscribe?: string | undefined
  /** Unique for the occasion of this email: a repeated job finds it sent. */
  dedupeKey: string
}

export const calendarName = 'cita-kalli.ics'

/** The mailbox does not exist, as its server says permanently: a retry reaches no recipient. */
export class DeadMailbox extends Error {
  code: number
  constructor(code: number, cause: unknown) {
    super(`the mailbox was refused with ${code}`, { cause })
    this.code = code
  }
}

/** Sends once per `dedupeKey`. Throws when the server is down, and the job is retried; a `DeadMailbox` ends the job (jobs.ts). */
export const sendMail = async (work: Work, mail: Mail) => {
  requireNoTransaction(work)
  // A client whom a professional entered by name alone has no mailbox.
  if (mail.to === '') return
  if (work.config.smtpUrl === null) await keep(work, mail, { ...mail, sentAt: work.now })
  else await post(work, mail, work.config.smtpUrl)
}

/**
 * Bodies contain links that grant access, so only the fact of sending is stored. A crash between the server's reply and our record can
 * send an email twice; its Message-ID is then the same, and mailboxes show one.
 */
const post = async (work: Work, mail: Mail, smtpUrl: string) => {
  const fresh = await keep(work, mail, { text: '', html: '', calendar: undefined, sentAt: null })
  if (!fresh && (await wasSent(work, mail.dedupeKey))) return
  const domain = /@([^>\s]+)/.exec(work.config.mailFrom)?.[1] ?? 'kalli'
  const open = await transport(smtpUrl)
  const email = {
    from: work.config.mailFrom,
    to: mail.to,
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...invitationsOf(mail.calendar),
    messageId: `<${digest(mail.dedupeKey).toString('hex').slice(0, 32)}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
  try {
    await open.sendMail(email)
  } catch (problem) {
    // A viewer of the visit sees it; the job tries again.
    await work.db
      .updateTable('mails')
      .set({ failed_at: work.now })
      .where('dedupe_key', '=', mail.dedupeKey)
      .execute()
    const code = refusalOfMailbox(problem)
    throw code === null ? problem : new DeadMailbox(code, problem)
  }
  await work.db
    .updateTable('mails')
    .set({ sent_at: work.now, failed_at: null })
    .where('dedupe_key', '=', mail.dedupeKey)
    .execute()
}

/** Mail programs show the first beside the text; further ones are separate files, since a message is about one appointment. */
const invitationsOf = (calendar: string | undefined) => {
  const [first, ...others] = (calendar ?? '').split(/(?<=END:VCALENDAR\r\n)/).filter((one) => one !== '')
  if (first === undefined) return {}
  return {
    icalEvent: { filename: calendarName, method: methodOf(first), content: first },
    attachments: others.map((content, place) => ({
      filename: calendarName.replace('.', `-${place + 2}.`),
      contentType: `text/calendar; charset=utf-8; method=${methodOf(content)}`,
      content,
    })),
  }
}

const methodOf = (calendar: string) => /^METHOD:([A-Z]+)/m.exec(calendar)?.[1] ?? 'REQUEST'

/** Only permanent refusals of the recipient: 4xx is temporary, and any other refusal is ours to fix. */
const refusalOfMailbox = (problem: unknown): number | null => {
  if (!(problem instanceof Error) || !('command' in problem) || problem.command !== 'RCPT TO') return null
  const code = 'responseCode' in problem ? Number(problem.responseCode) : 0
  return code >= 500 ? code : null
}

/** For callers that continue after the email: an undeliverable one counts as done. */
export const sendMailIfTaken = (work: Work, mail: Mail): Promise<void> =>
  sendMail(work, mail).catch((error: unknown) => {
    if (!(error instanceof DeadMailbox)) throw error
    work.log.warn({ err: error, key: mail.dedupeKey }, 'email failed: recipient mailbox does not exist')
  })

const keep = async (
  work: Work,
  mail: Mail,
  saved: Pick<Mail, 'text' | 'html'> & { calendar?: string | undefined; sentAt: Date | null },
) => {
  const row = await work.db
    .insertInto('mails')
    .values({
      to_address: mail.to,
      subject: mail.subject,
      body_text: saved.text,
      body_html: saved.html,
      calendar: saved.calendar ?? null,
      dedupe_key: mail.dedupeKey,
      created_at: work.now,
      sent_at: saved.sentAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const wasSent = async (work: Work, dedupeKey: string): Promise<boolean> => {
  const row = await work.db
    .selectFrom('mails')
    .select('sent_at')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  return row !== undefined && row.sent_at !== null
}

const transports = new Map<string, Promise<Transporter>>()
const transport = (url: string) => {
  const made = transports.get(url) ?? openTransport(url)
  transports.set(url, made)
  return made
}

/** The library is loaded with the first email that is sent, so that the start does not wait for it. */
const openTransport = async (url: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
}

/** Long enough to answer whether an email was sent, and to repeat no old job. */
const retentionMs = 90 * dayMs

export const forgetOldMails = (work: Work) =>
  forgetBefore(work, 'mails', 'created_at', new Date(work.now.getTime() - retentionMs))

/** Emails to a deleted account. */
export const forgetMailsTo = (work: Work, address: string) =>
  work.db.deleteFrom('mails').where('to_address', '=', address).execute()

/** Emails about these bookings, to any recipient: their keys contain the booking's UUID. */
export const forgetMailsAbout = (work: Work, ids: readonly string[]) =>
  sql`
    delete from mails
    where substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}') = any (${ids})`.execute(
    work.db,
  )

/** By their keys. */
export const forgetMailsKeyed = async (work: Work, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0)
    await work.db
      .deleteFrom('mails')
      .where('dedupe_key', 'in', [...keys])
      .execute()
}

/** Older emails of one kind, by the prefix of their keys. */
export const forgetMailsOf = (work: Work, keyPrefix: string, before: Date) =>
  work.db
    .deleteFrom('mails')
    .where('dedupe_key', 'like', `${keyPrefix}%`)
    .where('created_at', '<', before)
    .execute()

export type MailContent = {
  /** In large type at the top; usually the subject again. */
  title: string
  paragraphs: readonly string[]
  /** Short labelled lines: Cuándo, Dónde, Total. */
  facts?: readonly (readonly [name: string, value: string])[]
  action?: { label: string; address: string }
  /** Further links, in small print under the action. */
  links?: readonly { label: string; address: string }[] | undefined
  /** Small print under the action. */
  note?: string
  /** Why the recipient gets it, when they did nothing themselves. */
  because?: string
  /** Where the recipient turns this kind of email off. */
  unsubscribe?: string | undefined
}

/** One layout for every email, as HTML that any mail program renders and as plain text. All values are escaped here. */
export const mailLayout = (email: MailContent): { html: string; text: string } => {
  const facts = email.facts?.filter(([, value]) => value !== '')
  return { html: htmlOf({ ...email, facts }), text: textOf({ ...email, facts }) }
}

const textOf = ({
  title,
  paragraphs,
  facts = [],
  action,
  links = [],
  note,
  because = ownDoing,
  unsubscribe,
}: MailContent) =>
  [
    title,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action === undefined ? [] : [`${action.label}:\n${action.address}`]),
    ...links.map(({ label, address }) => `${label}:\n${address}`),
    ...(note === undefined ? [] : [note]),
    `—\n${because}`,
    ...(unsubscribe === undefined ? [] : [`${stopLabel}:\n${unsubscribe}`]),
  ].join('\n\n')

const stopLabel = 'Dejar de recibir estos correos'

const ownDoing = 'Recibes este correo por tu actividad en Kalli.'

// Mail programs support tables and inline styles; colours are those of the light theme in web/ui/kalli.css.
const sans = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif"
const serif = 'font-family:Fraunces,Georgia,serif'

const htmlOf = ({
  title,
  paragraphs,
  facts = [],
  action,
  links = [],
  note,
  because = ownDoing,
  unsubscribe,
}: MailContent) => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:0;background:#faf5ed;color:#2a1d15;${sans}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? '')}</div>
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf5ed"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;${serif};font-size:26px;font-weight:600;letter-spacing:-0.03em;color:#a63f24">Kalli</td></tr>
<tr><td style="background:#fffdf9;border:1px solid #e5d9c8;border-top:4px solid #a63f24;border-radius:18px;padding:36px 32px">
<h1 style="margin:0 0 18px;${serif};font-size:26px;line-height:1.2;font-weight:600;color:#2a1d15">${together(escaped(title))}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 14px;font-size:16px;line-height:1.55">${escaped(paragraph)}</p>`).join('\n')}
${facts.length === 0 ? '' : factTable(facts)}${action === undefined ? '' : button(action)}${links.map(smallLink).join('')}${
  note === undefined
    ? ''
    : `\n<p style="margin:22px 0 0;font-size:14px;line-height:1.5;color:#665446">${escaped(note)}</p>`
}
</td></tr>
<tr><td style="padding:20px 8px;font-size:13px;line-height:1.5;color:#665446">${escaped(because)}${unsubscribe === undefined ? '' : ` <a href="${escaped(unsubscribe)}" style="color:#665446">${stopLabel}</a>`}</td></tr>
</table>
</td></tr></table>
</main>
</body>
</html>
`

const factTable = (facts: readonly (readonly [string, string])[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 6px;border-top:1px solid #e5d9c8">
${facts
  .map(
    ([
      name,
      value,
    ]) => `<tr><td style="padding:10px 12px 10px 0;border-bottom:1px solid #e5d9c8;font-size:14px;color:#665446;vertical-align:top;white-space:nowrap">${escaped(name)}</td>
<td style="padding:10px 0;border-bottom:1px solid #e5d9c8;font-size:15px;font-weight:600">${escaped(value)}</td></tr>`,
  )
  .join('\n')}
</table>`

const button = ({ label, address }: { label: string; address: string }) =>
  `\n<p style="margin:24px 0 0"><a href="${escaped(address)}" style="display:inline-block;background:#a63f24;color:#fffaf5;font-size:16px;font-weight:600;text-decoration:none;padding:14px 26px;border-radius:999px">${escaped(label)}</a></p>`

const smallLink = ({ label, address }: { label: string; address: string }) =>
  `\n<p style="margin:14px 0 0;font-size:14px"><a href="${escaped(address)}" style="color:#a63f24">${escaped(label)}</a></p>`

/** Text as HTML, safe between tags and inside quotes. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** "12:15 h" stays on one line. */
const together = (html: string) => html.replace(/(\d) h\b/g, '$1&nbsp;h')
