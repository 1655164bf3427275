/**
 * Who books without an account shows first that the e-mail they give is theirs, by a code. Until then nothing is said of
 * whether somebody has it, what they are called or when they are busy, and nobody's time is claimed in their name.
 */
import { clientOfMailbox } from '#server/booking/contact/client.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { enterContact, isContactConfirmed, sendToContact } from '#server/verification/contact.ts'

/** A code for the holder of this hold; whoever is signed in needs none. Refuses not_found, code_too_soon, too_many_codes. */
export const sendContactCode = async (work: Work, holdId: string, email: string) => {
  await requireOwnHold(work, holdId)
  if (await mayBook(work, email)) return { confirmed: true, codeId: null, resendInSeconds: 0, outbox: null }
  return { confirmed: false, ...(await sendToContact(work, email)) }
}

/** The code is right: what this person gave at their last booking. Refuses not_found, code_wrong, code_used_up, code_expired. */
export const enterContactCode = async (
  work: Work,
  holdId: string,
  given: { email: string; code: string },
) => {
  await requireOwnHold(work, holdId)
  await enterContact(work, { address: given.email, code: given.code })
  const row = await clientOfMailbox(work, given.email)
  return {
    known:
      row === undefined ? null : { firstName: row.first_name, lastName: row.last_name, phone: row.phone },
  }
}

/** Each code costs a hold: nobody uses this door to fill mailboxes. */
const requireOwnHold = async (work: Work, id: string) => {
  const row = await work.db.selectFrom('bookings').select('holder').where('id', '=', id).executeTakeFirst()
  if (row === undefined || !holdersOf(work.who).includes(row.holder)) refuse('not_found')
}

/** Somebody with an account, or a visitor whose code was entered on this browser. */
export const mayBook = async (work: Work, email: string): Promise<boolean> =>
  work.who.accountId !== null || isContactConfirmed(work, email)
