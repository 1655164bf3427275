/** Identifies the client: an account's own, or the visitor of an email address. One person, one row, one claim at a time. */
import { type RawBuilder, sql } from 'kysely'
import { forgetCompanions } from '#server/booking/contact/companion.ts'
import { forgetGiftCards } from '#server/booking/contact/gift-card-row.ts'
import { forgetIntake } from '#server/booking/contact/intake.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type Contact = {
  firstName: string
  lastName: string
  email: string
  phone: string
  /**
   * `phone`: the telephone was confirmed by a code and identifies this guest; `given`: a professional entered it in her own agenda, and it
   * identifies no guest; otherwise the mailbox identifies the guest.
   */
  proved?: 'account' | 'phone' | 'email' | 'given' | undefined
}

/** The client's id, made on their first booking. Two first bookings at once find the same row. */
export const clientOf = async (work: Work, contact: Contact): Promise<number> => {
  const { clientId, accountId } = work.viewer
  if (clientId !== null) return clientId
  if (accountId !== null) await adoptVisits(work, { accountId })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const id = await findOrMake(work, contact)
    if (id !== null) return id
  }
  throw new Error('a client was made and not found')
}

/** One statement. Null when another transaction inserted the row at this moment: the next statement sees it. */
const findOrMake = async (work: Work, contact: Contact): Promise<number | null> => {
  const { accountId } = work.viewer
  const byPhone = accountId === null && contact.proved === 'phone'
  const mine =
    accountId !== null
      ? sql`account_id = ${accountId}`
      : byPhone
        ? ofTelephone(contact.phone)
        : ofMailbox(contact.email)
  // A number changes hands: it never leads to an account and its credit.
  const owner =
    accountId !== null ? sql`${accountId}::bigint` : byPhone ? sql`null::bigint` : ownerOf(contact.email)
  const { rows } = await sql<{ id: number }>`
    with found as (
      select id from clients where ${mine} order by account_id is null limit 1
    ), resource as (
      insert into resources (kind) select 'client' where not exists (select from found) returning id
    ), reached as (
      -- A guest's own row says what they gave last; an account says its own.
      update clients set phone = ${contact.phone} from found
      where clients.id = found.id and clients.account_id is null and ${contact.phone}::text not in ('', clients.phone)
    ), made as (
      insert into clients (id, account_id, email, proved_phone, phone, first_name, last_name, created_at)
      select id, ${owner}, ${byPhone ? null : contact.email}::text, ${byPhone ? contact.phone : null}::text, ${contact.phone}, ${contact.firstName}, ${contact.lastName},
        ${work.now}::timestamptz
      from resource
      on conflict do nothing
      returning id
    )
    select id from found union all select id from made`.execute(work.db)
  return rows[0]?.id ?? null
}

/**
 * A client whom a professional enters in her own agenda: by name alone, or found again by the telephone given before. Private to her: since
 * the number is not confirmed, it finds no account and no guest.
 */
export const clientAddedBy = async (
  work: Work,
  professionalId: number,
  { firstName, lastName, phone }: Pick<Contact, 'firstName' | 'lastName' | 'phone'>,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with found as (
      select id from clients where added_by = ${professionalId} and phone = ${phone} and phone <> ''
    ), resource as (
      insert into resources (kind) select 'client' where not exists (select from found) returning id
    ), made as (
      insert into clients (id, added_by, phone, first_name, last_name, created_at)
      select id, ${professionalId}, ${phone}, ${firstName}, ${lastName}, ${work.now}::timestamptz from resource
      returning id
    )
    select id from found union all select id from made`.execute(work.db)
  return rows[0]?.id ?? refuse('busy')
}

/** The account that verified this mailbox. */
const ownerOf = (email: string) =>
  sql`(select id from accounts where email = ${email} and email_confirmed_at is not null)`

const ofMailbox = (email: string) =>
  sql<boolean>`(account_id is null and email = ${email} or account_id = ${ownerOf(email)})`

/** For a visitor who has just confirmed the mailbox: the client of the account that verified it, else their own. */
const clientOfMailbox = (work: Work, email: string) =>
  work.db
    .selectFrom('clients')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where(ofMailbox(email))
    .orderBy(sql`account_id is null`)
    .limit(1)
    .executeTakeFirst()

const ofTelephone = (phone: string) => sql<boolean>`(account_id is null and proved_phone = ${phone})`

/** The client of a contact just confirmed: a telephone's guest, or a mailbox's. */
export const clientOfContact = (work: Work, { channel, address }: GuestContact) =>
  channel === 'email'
    ? clientOfMailbox(work, address)
    : work.db
        .selectFrom('clients')
        .select(['id', 'first_name', 'last_name', 'phone'])
        .where(ofTelephone(address))
        .executeTakeFirst()

/** Visits for which one of these telephones was confirmed by a code, which then counts as a mailbox does. */
export const visitsOfProvedPhones = async (
  work: Work,
  contacts: readonly GuestContact[],
): Promise<ReadonlySet<string>> => {
  const phones = of(contacts, 'sms')
  if (phones.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id::text from bookings booking where booking.contact is not null
      and booking.contact ->> 'phone' = any(${phones}::text[]) and booking.contact ->> 'proved' = 'phone'`.execute(
    work.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Clients without an account who have one of these mailboxes, or gave one of these telephones last. */
export const guestsOf = async (work: Work, contacts: readonly GuestContact[]): Promise<number[]> => {
  if (contacts.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from clients where account_id is null and email = any(${of(contacts, 'email')}::text[])
    union select id from clients where account_id is null and phone = any(${of(contacts, 'sms')}::text[]) and phone <> ''
    order by id limit 20`.execute(work.db)
  return rows.map(({ id }) => id)
}

export type GuestContact = { channel: 'email' | 'sms'; address: string }

/** How a waitlist names a visitor: by what they confirmed. */
export const personOf = ({ channel, address }: GuestContact): string =>
  `${channel === 'email' ? 'email' : 'phone'}:${address}`

/** Guests who confirmed one of these; a telephone that was only typed beside a mailbox does not identify its owner. */
export const guestsWhoProved = async (work: Work, contacts: readonly GuestContact[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from clients where account_id is null
      and (email = any(${of(contacts, 'email')}::text[]) or proved_phone = any(${of(contacts, 'sms')}::text[]))
    order by id`.execute(work.db)
  return rows.map(({ id }) => id)
}
const of = (contacts: readonly GuestContact[], channel: GuestContact['channel']) =>
  contacts.filter((one) => one.channel === channel).map(({ address }) => address)

/**
 * Visits booked without an account that may be shown for these contacts: all of a mailbox, and for a telephone those for which it was
 * given. A number changes hands: its new owner must not see visits that the same client booked with another one.
 */
export const visitsOfGuests = async (
  work: Work,
  contacts: readonly GuestContact[],
): Promise<RawBuilder<boolean>> => {
  const phones = of(contacts, 'sms')
  const byMailbox = await guestsOf(
    work,
    contacts.filter(({ channel }) => channel === 'email'),
  )
  const byPhone = await guestsWhoGave(work, phones)
  return sql<boolean>`(booking.client_id = any(${byMailbox}::bigint[])
    or booking.client_id = any(${byPhone}::bigint[]) and booking.contact ->> 'phone' = any(${phones}::text[]))`
}

/** For any visit, by the index `bookings_by_phone`. */
const guestsWhoGave = async (work: Work, phones: readonly string[]): Promise<number[]> => {
  if (phones.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct guest.id from bookings booking join clients guest on guest.id = booking.client_id
    where booking.contact is not null and booking.contact ->> 'phone' = any(${[...phones]}::text[]) and guest.account_id is null
    order by guest.id limit 20`.execute(work.db)
  return rows.map(({ id }) => id)
}

/** Whether a guest booked with this contact, without an account. */
export const isOfGuest = async (work: Work, contact: GuestContact): Promise<boolean> => {
  const guests = await (contact.channel === 'email'
    ? guestsOf(work, [contact])
    : guestsWhoGave(work, [contact.address]))
  return guests.length > 0
}

/**
 * Visits that a client booked without an account move to their account once it has verified the same mailbox or, where no mailbox was
 * confirmed for them, the same telephone: its code shows them these visits anyway. Not if the account has visits already: merging would put
 * two claims on one person's time.
 */
export const adoptVisits = (work: Work, { accountId }: { accountId: number }): Promise<void> =>
  inTransaction(work, async (work) => {
    const { numAffectedRows = 0n } = await sql`
      update clients set account_id = a.id, first_name = a.first_name, last_name = a.last_name
      from accounts a where a.id = ${accountId} and clients.account_id is null
        and clients.id = (
          select guest.id from clients guest where guest.account_id is null
            and (a.email_confirmed_at is not null and guest.email = a.email
              or a.phone_confirmed_at is not null and guest.proved_phone = a.phone)
          order by guest.email is null limit 1)
        and not exists (select from clients own where own.account_id = a.id)`.execute(work.db)
    if (numAffectedRows > 0n) await publish(work, 'client.adopted', { accountId })
  })

/** Coming bookings use the account's current name. */
export const followAccount = (work: Work, { accountId }: { accountId: number }) =>
  sql`
    update clients set first_name = a.first_name, last_name = a.last_name
    from accounts a where a.id = clients.account_id and a.id = ${accountId}`.execute(work.db)

/** A client left: their visits stay in the others' records, without a name or contact details. */
export const forgetClient = async (work: Work, clientIds: readonly number[]) => {
  await sql`
    update clients set email = 'borrada-' || id || '@kalli.invalid', proved_phone = null, phone = '', first_name = 'Cuenta', last_name = 'borrada'
    where id = any (${clientIds})`.execute(work.db)
  await forgetIntake(work, clientIds)
  await forgetCompanions(work, clientIds)
  await forgetGiftCards(work, clientIds)
  await sql`
    update bookings set contact = null where client_id = any (${clientIds}) and contact is not null`.execute(
    work.db,
  )
  await sql`
    update booking_links set email = null, phone = null, first_name = 'Cuenta', last_name = 'borrada', note = '' from bookings
    where bookings.id = booking_links.booking_id and client_id = any (${clientIds}) and answer is not null`.execute(
    work.db,
  )
  await sql`
    update waitlist_entries set state = case when state in ('taken', 'expired') then state else 'withdrawn' end,
      ended_at = coalesce(ended_at, ${work.now}), email = null, phone = null, first_name = 'Cuenta', last_name = 'borrada', version = version + 1
    where client_id = any (${clientIds})`.execute(work.db)
  // A client who may leave has no undecided no-show, so its evidence can go.
  await sql`
    update no_shows set evidence = '[borrado]' from bookings
    where bookings.id = no_shows.booking_id and client_id = any (${clientIds}) and evidence is not null`.execute(
    work.db,
  )
}
