/**
 * A client who books without an account first proves by a code that the telephone or email is theirs. Until then nothing reveals whether it
 * has an account, its name or busy times, and no time is claimed under its name.
 */
import { clientOfContact } from '#server/booking/contact/client.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type Contact, takeContact, isContactConfirmed, sendToContact } from '#server/verification/contact.ts'
import { phoneToText } from '#server/verification/texting.ts'

/** Sends a code to the holder of this hold; a signed-in user needs none. Refuses not_found, code_too_soon, too_many_codes. */
export const sendContactCode = async (work: Work, holdId: string, given: Given) => {
  await requireOwnHold(work, holdId)
  return sendVisitorCode(work, given)
}

/** Sends a code to a visitor who leaves a contact without a hold. Refuses as sendContactCode. */
export const sendVisitorCode = async (work: Work, given: Given) => {
  const { address, channel } = contactIn(work, given)
  if (work.viewer.accountId !== null || (await isContactConfirmed(work, address, channel)))
    return { confirmed: true, codeId: null, resendInSeconds: 0, outbox: null, sentBy: null }
  return { confirmed: false, ...(await sendToContact(work, address, channel, { by: given.by })) }
}

/** Refuses code_wrong, code_used_up, code_expired. */
export const enterVisitorCode = async (work: Work, given: Given & { code: string }) => {
  const contact = contactIn(work, given)
  await takeContact(work, { address: contact.address, code: given.code }, contact.channel)
  return { ok: true } as const
}

/** A contact that the visitor confirmed in this browser. Refuses contact_unconfirmed, invalid_phone, sms_unavailable. */
export const confirmedContactIn = async (work: Work, given: Given): Promise<Contact> => {
  if (given.phone === undefined && given.email === undefined) return refuse('contact_unconfirmed')
  const contact = contactIn(work, given)
  return (await isContactConfirmed(work, contact.address, contact.channel))
    ? contact
    : refuse('contact_unconfirmed')
}

/** With the right code, returns the contact of the client's last booking. Refuses not_found, code_wrong, code_used_up, code_expired. */
export const enterContactCode = async (work: Work, holdId: string, given: Given & { code: string }) => {
  await requireOwnHold(work, holdId)
  const contact = contactIn(work, given)
  await takeContact(work, { address: contact.address, code: given.code }, contact.channel)
  const row = await clientOfContact(work, contact)
  return {
    known:
      row === undefined ? null : { firstName: row.first_name, lastName: row.last_name, phone: row.phone },
  }
}

/** Each code costs a hold, so this endpoint cannot be used to flood mailboxes. */
const requireOwnHold = async (work: Work, id: string) => {
  const row = await work.db.selectFrom('bookings').select('holder').where('id', '=', id).executeTakeFirst()
  if (row === undefined || !holdersOf(work.viewer).includes(row.holder)) refuse('not_found')
}

/** How the client proved their contact: by their account, or by a code entered in this browser; null: not yet. */
export const proofOf = async (
  work: Work,
  { email, phone }: { email: string; phone: string },
): Promise<'account' | 'phone' | 'email' | null> => {
  if (work.viewer.accountId !== null) return 'account'
  if (await isContactConfirmed(work, phone, 'sms')) return 'phone'
  return email !== '' && (await isContactConfirmed(work, email)) ? 'email' : null
}

type Given = { email?: string | undefined; phone?: string | undefined; by?: 'sms' | undefined }

/** Refuses not_found without an address, invalid_phone, sms_unavailable. */
const contactIn = (work: Work, { email, phone }: Given): Contact => {
  if (phone !== undefined) return { channel: 'sms', address: phoneToText(work, phone) }
  return email === undefined ? refuse('not_found') : { channel: 'email', address: email }
}
