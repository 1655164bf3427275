/**
 * The stand-in for a telephone provider: messages that would have gone out stay in the table `text_messages`, shown in development at
 * /dev/sms, /dev/whatsapp and /dev/push. With a provider only the fact of sending a code stays, since it lets people in.
 */
import { dayMs } from '#contract/platform/duration.ts'
import { type ReplyOption, textReply } from '#server/messaging/reply.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import {
  type Answering,
  type Attempt,
  Refused,
  type Sender,
  Unreachable,
  type Ways,
} from '#server/messaging/way.ts'

type Local = 'sms' | 'whatsapp' | 'push'

/** Like a provider's test numbers: they refuse, are unavailable, or accept a message that never arrives. */
export const oddNumbers = { refused: '0400', down: '0500', silent: '0404' } as const

const refuseOdd = (to: string) => {
  if (to.endsWith(oddNumbers.refused))
    throw new Refused('standin_refused', 'the stand-in refuses this number')
  if (to.endsWith(oddNumbers.down)) throw new Unreachable('the stand-in is out of order for this number')
}

type Saved = { channel: Local; to: string; body: string; options?: readonly ReplyOption[] | undefined }

const keep = (work: Work, { id }: Attempt, saved: Saved) =>
  keepText(work, { ...saved, key: `delivery:${id}`, deliveryId: id })

const keepText = async (
  work: Work,
  saved: Saved & { key: string; deliveryId: string | null },
): Promise<string> => {
  requireNoTransaction(work)
  refuseOdd(saved.to)
  await work.db
    .insertInto('text_messages')
    .values({
      channel: saved.channel,
      to_phone: saved.to,
      body: saved.body,
      dedupe_key: saved.key,
      delivery_id: saved.deliveryId,
      options: saved.options === undefined ? null : JSON.stringify(saved.options),
      created_at: work.now,
      sent_at: work.now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
  return `local-${saved.deliveryId ?? saved.key}`
}

export const localSms: Sender<Ways['sms']> & Answering = {
  name: 'outbox',
  send: (work, attempt, { to, text }) => keep(work, attempt, { channel: 'sms', to, body: text }),
  reply: (work, id, to, reply) => {
    const saved = { channel: 'sms', to, body: textReply(reply) } as const
    return keepText(work, { ...saved, key: `reply:${id}`, deliveryId: null })
  },
}

export const localWhatsapp: Sender<Ways['whatsapp']> & Answering = {
  name: 'outbox',
  reply: (work, id, to, { text, options }) =>
    keepText(work, { channel: 'whatsapp', to, body: text, options, key: `reply:${id}`, deliveryId: null }),
  send: (work, attempt, { to, template }) =>
    keep(work, attempt, {
      channel: 'whatsapp',
      to,
      body: `${template.text}\n${work.config.publicUrl}/${template.link}`,
      options: template.options,
    }),
}

/** Sends a code or a text to a telephone, once per key. A crash between the provider's answer and ours can send one twice. */
export const textOnce = (
  work: Work,
  sender: Sender<Ways['sms']>,
  message: { to: string; text: string; key: string },
): Promise<void> =>
  once(work, { ...message, channel: 'sms', stays: sender === localSms }, () =>
    sender.send(work, { id: '', startedAt: work.now }, message),
  )

const codeTemplate = 'kalli_codigo'
/** The text of an authentication template is WhatsApp's own; this is its equivalent in the stand-in. */
const codeText = (digits: string) => `Tu código es ${digits}. Por tu seguridad, no lo compartas.`

/** Sends a code by the template `kalli_codigo`, once: its body and its button both take the digits, as WhatsApp's API asks. */
export const codeOnce = async (
  work: Work,
  sender: Sender<Ways['whatsapp']>,
  { to, digits, codeId }: { to: string; digits: string; codeId: string },
): Promise<void> => {
  const stays = sender === localWhatsapp
  if (stays) refuseOdd(to)
  const text = codeText(digits)
  await once(work, { to, text, key: `code-whatsapp:${codeId}`, channel: 'whatsapp', stays }, () =>
    sender.send(
      work,
      { id: codeId, startedAt: work.now },
      { to, template: { name: codeTemplate, parameters: [digits], text, link: digits } },
    ),
  )
}
const once = async (
  work: Work,
  message: { to: string; text: string; key: string; channel: Local; stays: boolean },
  send: () => Promise<unknown>,
): Promise<void> => {
  requireNoTransaction(work)
  const { stays } = message
  const row = await work.db
    .insertInto('text_messages')
    .values({
      channel: message.channel,
      to_phone: message.to,
      body: stays ? message.text : '',
      dedupe_key: message.key,
      created_at: work.now,
      sent_at: stays ? work.now : null,
    })
    .onConflict((conflict) =>
      // Returns the current row, also when it already existed.
      conflict.column('dedupe_key').doUpdateSet((eb) => ({ dedupe_key: eb.ref('excluded.dedupe_key') })),
    )
    .returning(['id', 'sent_at'])
    .executeTakeFirstOrThrow()
  if (row.sent_at !== null) return
  await send()
  await work.db.updateTable('text_messages').set({ sent_at: work.now }).where('id', '=', row.id).execute()
}

/** For the local push: stored under the account that it would have notified. */
export const keepPush = (work: Work, attempt: Attempt, way: Ways['push']) =>
  keep(work, attempt, {
    channel: 'push',
    to: `account-${way.accountId}`,
    body: `${way.title}\n${way.body}\n${work.config.publicUrl}${way.path}`,
  })

const retentionMs = 90 * dayMs

export const forgetOldTexts = (work: Work) =>
  forgetBefore(work, 'text_messages', 'created_at', new Date(work.now.getTime() - retentionMs))
