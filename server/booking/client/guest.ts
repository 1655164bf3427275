/** Visits of a client who booked without an account, for a visitor who proves ownership of the telephone or the mailbox. */
import type { Input } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/booking/client/guest.ts'
import type { moveGuestWaitlistEntry } from '#contract/booking/client/guest-later.ts'
import { resendSeconds } from '#contract/verification/verification.ts'
import {
  guestsOf,
  guestsWhoProved,
  isOfGuest,
  visitsOfGuests,
  visitsOfProvedPhones,
} from '#server/booking/contact/client.ts'
import { listOfGuests } from '#server/booking/summary/list.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import { moveOfContacts } from '#server/booking/waitlist/waitlist.ts'
import { isWaiting, entriesOfContacts } from '#server/booking/waitlist/waitlist-view.ts'
import { walletOf } from '#server/booking/client/wallet.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import {
  confirmedContacts,
  contactIn,
  enterContact,
  forgetContacts,
  outboxOfContact,
  sendRequested,
  sendToContact,
  waysOfCode,
} from '#server/verification/contact.ts'

/**
 * Sends nothing to an unknown address, and never reveals its owner: a job looks it up, so the reply and its timing are always the same,
 * also when requested too soon.
 */
export const sendCode = async (work: Work, { body }: Input<typeof contract.sendGuestCode>) => {
  const { channel, address } = contactIn(work, body.address)
  const { by } = body
  await sendToContact(work, address, channel, { event: guestRequested, by }).catch(
    unless('code_too_soon', 'too_many_codes'),
  )
  const sentBy = waysOfCode(work, channel, by)
  return { resendInSeconds: resendSeconds, sentBy, outbox: outboxOfContact(work, sentBy, address) }
}

export const guestRequested = 'booking.guest_asked'

/** Sends the requested code, if this address was used to book, join a waitlist or buy a gift. */
export const sendToGuest = (work: Work, { codeId }: { codeId: string }): Promise<void> =>
  sendRequested(
    work,
    codeId,
    async (contact) =>
      (await isOfGuest(work, contact)) ||
      (await guestsWhoProved(work, [contact])).length > 0 ||
      isWaiting(work, contact),
  )

/** Refuses code_wrong, whatever the reason. */
export const enterCode = async (
  work: Work,
  { body }: Input<typeof contract.enterGuestCode>,
): Promise<{ ok: true }> => {
  const { channel, address } = contactIn(work, body.address)
  const wrong = unless('code_wrong', 'code_used_up', 'code_expired')
  const isIn = await enterContact(work, { address, code: body.code }, channel).then(
    () => true,
    (error: unknown) => {
      wrong(error)
      return false
    },
  )
  if (!isIn)
    throw new Refusal('code_wrong', undefined, 'Ese código no es, o ya venció. Revísalo o pide otro.')
  return { ok: true }
}

const unless =
  (...codes: readonly Refusal['code'][]) =>
  (error: unknown): void => {
    if (!(error instanceof Refusal) || !codes.includes(error.code)) throw error
  }

/**
 * As a client sees their own, page by page: all visits booked with one of those contacts. The code of a telephone that was only typed at
 * the booking shows less than a mailbox's, so the link that it issues says so.
 */
export const visits = async (work: Work, { query }: Input<typeof contract.guestBookings>) => {
  const contacts = await confirmedContacts(work)
  if (contacts.length === 0) return { known: false, visits: [], next: null }
  const theirs = await visitsOfGuests(work, contacts)
  const found = await listOfGuests(work, theirs, { role: 'client', ...query })
  const isByTelephone = contacts.some(({ channel }) => channel === 'sms')
  const proved = await visitsOfProvedPhones(work, contacts)
  return {
    known: true,
    visits: found.items.map((booking) => ({
      booking,
      t: viewToken(
        work,
        { id: booking.id, ends_at: new Date(booking.endsAt) },
        isByTelephone && !proved.has(booking.id) ? 'telephone' : 'mailbox',
      ),
    })),
    next: found.nextCursor,
  }
}

/** By the contact that was confirmed on joining: a telephone that was only typed beside a mailbox has none. */
export const entries = async (work: Work) => entriesOfContacts(work, await confirmedContacts(work))

/** Refuses not_found for a waitlist entry of another contact, and as the move does. */
export const moveWaitlistEntry = async (work: Work, { params }: Input<typeof moveGuestWaitlistEntry>) =>
  moveOfContacts(work, await confirmedContacts(work), params.id, params.move)

/** Of the client who gave that telephone last, or has that mailbox. */
export const wallet = async (work: Work) =>
  walletOf(work, await guestsOf(work, await confirmedContacts(work)))

export const leave = async (work: Work): Promise<{ ok: true }> => {
  await forgetContacts(work)
  return { ok: true }
}
