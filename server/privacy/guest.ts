/**
 * Erasure and data copy without an account: for the telephones and mailboxes that this browser confirmed by a code within the last minutes.
 * What is erased and what stays is as for an account (privacy.ts).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { lastPlaceCookie } from '#contract/platform/last-place.ts'
import { freshMinutes } from '#contract/privacy/guest.ts'
import { forgetHomes } from '#server/availability/offer/home.ts'
import { forgetNotes } from '#server/booking/client/own-clients.ts'
import { forgetClient, guestsWhoProved, personOf } from '#server/booking/contact/client.ts'
import { forgetAddress, forgetWords } from '#server/booking/contact/words.ts'
import { forgetDisputes } from '#server/booking/settlement/dispute-photo.ts'
import { forget as forgetSaved } from '#server/favourite/favourite.ts'
import { forget as forgetMessages } from '#server/contact/contact.ts'
import { forget as forgetConversations } from '#server/conversation/moderation.ts'
import { forgetShortLinks } from '#server/messaging/short-link.ts'
import { forgetTextsTo } from '#server/messaging/texting.ts'
import { forget as forgetNotices } from '#server/notification/message/notification.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { forgetReplies, forgetVisitorReplies } from '#server/platform/http/idempotency.ts'
import { publish } from '#server/platform/jobs.ts'
import { forgetMailsAbout, forgetMailsTo } from '#server/platform/mail.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { gather } from '#server/privacy/copy.ts'
import { bookingsOf, type Parties, reasonsOf } from '#server/privacy/privacy.ts'
import { lockAccountRows } from '#server/privacy/stand-still.ts'
import { forget as forgetReviews } from '#server/review/answer.ts'
import { addressHint, confirmedContacts, type Contact, forgetCodesTo } from '#server/verification/contact.ts'

/** No account has this id. */
const noAccount = 0

const guestParties = async (work: Work, contacts: readonly Contact[]): Promise<Parties> => {
  const addresses = (channel: Contact['channel']) =>
    contacts.filter((one) => one.channel === channel).map(({ address }) => address)
  return {
    accountId: noAccount,
    email: '',
    mailedTo: '',
    emails: addresses('email'),
    phone: null,
    phones: addresses('sms'),
    persons: contacts.map(personOf),
    firstName: '',
    professionalId: null,
    hostId: null,
    clientIds: await guestsWhoProved(work, contacts),
  }
}

/** The preview: discloses no data. */
export const guestPrivacy = async (work: Work) => {
  const contacts = await confirmedContacts(work)
  return {
    contacts: contacts.map(({ channel, address }) => addressHint(channel, address)),
    isFresh: (await freshContacts(work)).length > 0,
    reasons: contacts.length === 0 ? [] : await guestReasons(work, await guestParties(work, contacts)),
  }
}

const guestReasons = async (work: Work, parties: Parties) =>
  (await reasonsOf(work, parties)).map((one) =>
    one.reason === 'money_owed' ? { ...one, text: 'Tienes saldo a favor, o un pago por saldar.' } : one,
  )

const freshContacts = (work: Work) => confirmedContacts(work, freshMinutes * minuteMs)

/** Refuses contact_unconfirmed when none was confirmed within the last minutes. */
const requireFresh = async (work: Work): Promise<Contact[]> => {
  const contacts = await freshContacts(work)
  if (contacts.length > 0) return contacts
  throw new Refusal(
    'contact_unconfirmed',
    undefined,
    'Por seguridad, confirma con un código nuevo que eres tú.',
  )
}

export const openGuestCopy = async (work: Work) => {
  await requireFresh(work)
  return { ok: true } as const
}

/** All data of those contacts, as JSON text; made on request, and not stored. Refuses contact_unconfirmed. */
export const guestCopy = async (work: Work): Promise<string> => {
  const contacts = await requireFresh(work)
  return JSON.stringify(await gather(work, await guestParties(work, contacts)), null, 2)
}

/** Refuses contact_unconfirmed, and account_in_use with the reasons. */
export const leaveAsGuest = async (work: Work, answer: Answer) => {
  const contacts = await requireFresh(work)
  await inTransaction(work, async (work) => {
    for (const { address } of contacts.toSorted((a, b) => (a.address < b.address ? -1 : 1)))
      await lockName(work, `data of ${address}`)
    // Of two concurrent presses the second finds no confirmed contact.
    await requireFresh(work)
    const parties = await guestParties(work, contacts)
    await lockAccountRows(work, parties)
    const reasons = await guestReasons(work, parties)
    if (reasons.length > 0)
      throw new Refusal(
        'account_in_use',
        { reasons },
        'Tus datos todavía no se pueden borrar. Revisa lo que falta.',
      )
    const farewells = contacts.map(({ channel, address }) => ({
      id: randomUUID(),
      created_at: work.now,
      ...(channel === 'email' ? { email: address } : { phone: address }),
    }))
    await eraseGuest(work, contacts)
    await work.db.insertInto('farewells').values(farewells).execute()
    for (const { id } of farewells) await publish(work, 'account.left', { farewellId: id })
  })
  answer.clearCookie(lastPlaceCookie)
  return { ok: true } as const
}

/** In the caller's transaction, for contacts without a reason to stay. */
const eraseGuest = async (work: Work, contacts: readonly Contact[]): Promise<void> => {
  const parties = await guestParties(work, contacts)
  const { clientIds, phones } = parties
  const bookingIds = await bookingsOf(work, parties)
  const aboutIds = [...bookingIds, ...(await purchasesOf(work, parties))]
  await forgetConversations(work, parties)
  await forgetHomes(work, parties)
  await forgetClient(work, clientIds)
  await forgetNotes(work, parties)
  await forgetWords(work, parties)
  await forgetDisputes(work, parties)
  await forgetReviews(work, parties)
  await forgetSaved(work, parties)
  await forgetNotices(work, noAccount, aboutIds)
  await forgetMailsAbout(work, aboutIds)
  for (const contact of contacts) {
    await forgetAddress(work, contact)
    await forgetCodesTo(work, contact)
    if (contact.channel === 'sms') await forgetTextsTo(work, contact.address)
    else {
      await forgetMailsTo(work, contact.address)
      await forgetMessages(work, { accountId: noAccount, email: contact.address })
    }
  }
  await forgetShortLinks(work, phones)
  if (work.viewer.visitor !== null) await forgetVisitorReplies(work, work.viewer.visitor)
  await forgetReplies(work, [...aboutIds, ...contacts.map(({ address }) => address)])
}

/** Gift cards that they bought or received, and waitlist entries: messages name them by these ids. */
const purchasesOf = async (
  work: Work,
  { clientIds, persons, emails, phones }: Parties,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id::text from gift_cards where buyer_id = any (${clientIds}) or redeemed_by = any (${clientIds})
      or email = any (${emails}::text[]) or phone = any (${phones}::text[])
    union select id::text from waitlist_entries where client_id = any (${clientIds}) or person = any (${persons}::text[])`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
}
