/**
 * BAJA and ALTA, for the channel in which they are written. By WhatsApp BAJA revokes the consents of that number; a telephone that wrote it
 * by text message gets no more of them, except codes and answers to its own messages.
 */
import { sql } from 'kysely'
import { agreeAgain, revokeByAnswer } from '#server/messaging/consent.ts'
import type { Work } from '#server/platform/work.ts'

const stop =
  /^\W*(baja|alto|stop|unsubscribe|((quiero )?(darme|dar|dame) de )baja|cancelar suscripci[oó]n|ya no (quiero|me manden|manden) (m[aá]s )?(mensajes|avisos))\W*$/i
const start = /^\W*(alta|start|(quiero )?(darme|dar|dame) de alta)\W*$/i

/** Null: the message asks for neither. */
export const commandOf = (text: string): 'stop' | 'start' | null =>
  stop.test(text) ? 'stop' : start.test(text) ? 'start' : null

/** In the transaction that stores the message. */
export const obey = async (
  work: Work,
  { channel, phone, body }: { channel: 'whatsapp' | 'sms'; phone: string; body: string },
): Promise<void> => {
  const command = commandOf(body)
  if (command === null) return
  if (channel === 'whatsapp')
    return command === 'stop' ? revokeByAnswer(work, phone) : agreeAgain(work, phone)
  if (command === 'start') return resumeTexts(work, phone)
  await work.db
    .insertInto('text_opt_outs')
    .values({ phone, opted_out_at: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Also when its owner enters a code on a screen that says that messages go there. */
export const resumeTexts = async (work: Work, phone: string): Promise<void> => {
  await work.db.deleteFrom('text_opt_outs').where('phone', '=', phone).execute()
}

/** Of these telephones, those that opted out of text messages. */
export const optedOut = async (work: Work, phones: readonly string[]): Promise<ReadonlySet<string>> => {
  if (phones.length === 0) return new Set()
  const { rows } = await sql<{ phone: string }>`
    select phone from text_opt_outs where phone = any (${phones}::text[])`.execute(work.db)
  return new Set(rows.map(({ phone }) => phone))
}
