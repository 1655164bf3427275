/** The email or telephone of a visitor without an account, confirmed by a code on the browser that they book with. */
import { randomBytes, randomUUID } from 'node:crypto'
import { dayMs } from '#contract/platform/duration.ts'
import type { SentBy } from '#contract/booking/contact-address.ts'
import { type Channel, resendSeconds } from '#contract/verification/verification.ts'
import { resumeTexts } from '#server/messaging/opt-out.ts'
import { isOpen } from '#server/messaging/reach.ts'
import { masked } from '#server/messaging/way.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import {
  request,
  type CodeEvent,
  issue,
  spend,
  tryDigits,
  turnToSms,
} from '#server/verification/one-time-code.ts'
import { canonicalEmail, reachablePhone } from '#server/verification/rules.ts'
import { requireTexts } from '#server/verification/texting.ts'
import { outboxOf } from '#server/verification/verification.ts'

/** A confirmed address is valid for a day on the same browser. */
const believedMs = dayMs

type Sending = {
  /** The event whose job decides whether to send (sendRequested). */
  event?: CodeEvent
  /** To a telephone without trying WhatsApp. */
  by?: 'sms' | undefined
}

/**
 * Sends a code there: to a telephone by WhatsApp first, where it is set up. One that left by WhatsApp is sent by SMS at once on request,
 * with the same digits. Refuses code_too_soon, too_many_codes.
 */
export const sendToContact = async (
  work: Work,
  address: string,
  channel: Channel = 'email',
  { event = request, by }: Sending = {},
) => {
  const visitor = ownVisitor(work)
  const sentBy = waysOfCode(work, channel, by)
  const codeId = await inTransaction(work, async (work) => {
    await lockName(work, `codes of ${visitor}`)
    const again = by === 'sms' ? await turnToSms(work, { visitor }, address) : null
    if (again === null) return issue(work, { visitor }, { channel, address, sentBy }, event)
    await publish(work, event, { codeId: again })
    return again
  })
  return { codeId, resendInSeconds: resendSeconds, sentBy, outbox: outboxOf(work, sentBy, address) }
}

/** The channel of a code to an address; the same for every visitor. */
export const waysOfCode = (work: Work, channel: Channel, by?: 'sms'): SentBy =>
  channel === 'sms' && by === undefined && isOpen(work, 'whatsapp') ? 'whatsapp' : channel

/** Sends a requested code if it may go to that address. */
export const sendRequested = async (
  work: Work,
  codeId: string,
  isMeant: (contact: Contact) => Promise<boolean>,
): Promise<void> => {
  const code = await work.db
    .selectFrom('verification_codes')
    .select(['channel', 'address'])
    .where('id', '=', codeId)
    .executeTakeFirst()
  if (code !== undefined && (await isMeant(contactOf(code)))) await publish(work, request, { codeId })
}

/** Where development shows the messages. */
export { outboxOf as outboxOfContact }

/** The stored form of a number, if a code may go there; else null. */
export { reachablePhone }

/** Enough of an address for its owner to recognise it. */
export const addressHint = (channel: Channel, address: string): string => masked(channel, address)

/** Refuses code_wrong, code_used_up, code_expired; a code of another address does not count. */
export const enterContact = async (
  work: Work,
  given: { address: string; code: string },
  channel: Channel = 'email',
): Promise<void> => {
  const code = await tryDigits(work, { visitor: ownVisitor(work) }, channel, given.code)
  if (code.address !== given.address) return refuse('code_expired')
  await spend(work, code)
}

/** The same on a screen that says that messages go there: a telephone that opted out of text messages gets them again. */
export const takeContact = async (
  work: Work,
  given: { address: string; code: string },
  channel: Channel = 'email',
): Promise<void> => {
  await enterContact(work, given, channel)
  if (channel === 'sms') await resumeTexts(work, given.address)
}

/** Whether this browser confirmed the address within the day. */
export const isContactConfirmed = async (
  work: Work,
  address: string,
  channel: Channel = 'email',
): Promise<boolean> => {
  if (work.viewer.visitor === null) return false
  const row = await work.db
    .selectFrom('verification_codes')
    .select('id')
    .where('visitor', '=', work.viewer.visitor)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('spent_at', '>', new Date(work.now.getTime() - believedMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type Contact = { channel: Channel; address: string }

/** An email or a telephone number, as typed. Refuses invalid_phone, sms_unavailable. */
export const contactIn = (work: Work, typed: string): Contact => {
  const email = canonicalEmail(typed)
  if (email !== null) return { channel: 'email', address: email }
  requireTexts(work)
  const phone = reachablePhone(typed)
  // No country was chosen here, so the message names none.
  if (phone === null)
    throw new Refusal(
      'invalid_phone',
      { field: 'address' },
      'Revisa lo que escribiste: tu correo, o tu celular de 10 dígitos (o con + y el código de su país).',
    )
  return { channel: 'sms', address: phone }
}

/** All addresses that this browser confirmed within the day, or within the given time. */
export const confirmedContacts = async (work: Work, withinMs = believedMs): Promise<Contact[]> => {
  if (work.viewer.visitor === null) return []
  const rows = await work.db
    .selectFrom('verification_codes')
    .select(['channel', 'address'])
    .distinct()
    .where('visitor', '=', work.viewer.visitor)
    .where('spent_at', '>', new Date(work.now.getTime() - withinMs))
    .execute()
  return rows.map(contactOf)
}

const contactOf = ({ channel, address }: { channel: string; address: string }): Contact => ({
  channel: channel === 'sms' ? 'sms' : 'email',
  address,
})

/** Ends the confirmation: the next person at this browser has proved nothing. */
export const forgetContacts = async (work: Work): Promise<void> => {
  if (work.viewer.visitor === null) return
  await work.db
    .updateTable('verification_codes')
    .set({ spent_at: null })
    .where('visitor', '=', work.viewer.visitor)
    .where('spent_at', 'is not', null)
    .execute()
}

/** A link that was sent only to the mailbox proves as much as a code: recorded as an entered one. */
export const believeContact = async (
  work: Work,
  address: string,
  channel: Channel = 'email',
): Promise<void> => {
  if (work.viewer.accountId !== null || (await isContactConfirmed(work, address, channel))) return
  await work.db
    .insertInto('verification_codes')
    .values({
      id: randomUUID(),
      visitor: ownVisitor(work),
      channel,
      address,
      sent_by: channel,
      code_hash: randomBytes(32),
      created_at: work.now,
      expires_at: work.now,
      spent_at: work.now,
      ended_at: work.now,
    })
    .execute()
}

const ownVisitor = (work: Work): string => work.viewer.visitor ?? refuse('not_found')

/** For an erased person: every code sent there, on whichever browser. */
export const forgetCodesTo = async (work: Work, { channel, address }: Contact): Promise<void> => {
  await work.db
    .deleteFrom('verification_codes')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('visitor', 'is not', null)
    .execute()
}
