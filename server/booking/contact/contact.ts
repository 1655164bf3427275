/**
 * A client who books without an account first proves by a code that the email they give is theirs. Until then nothing reveals whether it
 * has an account, its name or busy times, and no time is claimed in that name.
 */
import { clientOfMailbox } from '#server/booking/contact/client.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { enterContact, isContactConfirmed, sendToContact } from '#server/verification/contact.ts'

/** A code for the holder of this hold; a signed-in user needs none. Refuses not_found, code_too_soon, too_many_codes. */
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

/** Each code costs a hold, so this endpoint cannot be used to flood mailboxes. */
const requireOwnHold = async (work: Work, id: string) => {
  const row = await work.db.selectFrom('bookings').select('holder').where('id', '=', id).executeTakeFirst()
  if (row === undefined || !holdersOf(work.who).includes(row.holder)) refuse('not_found')
}

/** A signed-in user, or a visitor whose code was entered on this browser. */
export const mayBook = async (work: Work, email: string): Promise<boolean> =>
  work.who.accountId !== null || isContactConfirmed(work, email)
