/** Who comes: an account's own client, or the visitor of an e-mail address. One person, one row, one claim at a time. */
import { sql } from 'kysely'
import { forgetCompanions } from '#server/booking/companion.ts'
import { forgetIntake } from '#server/booking/intake.ts'
import type { Work } from '#server/platform/work.ts'

export type Contact = { firstName: string; lastName: string; email: string; phone: string }

/** The client's id, made on their first booking. Two first bookings at once find the same row. */
export const clientOf = async (work: Work, contact: Contact): Promise<number> => {
  if (work.who.clientId !== null) return work.who.clientId
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const id = await findOrMake(work, contact)
    if (id !== null) return id
  }
  throw new Error('a client was made and not found')
}

/** One statement. Null when somebody else made the row at this moment: it is visible to the next. */
const findOrMake = async (work: Work, contact: Contact): Promise<number | null> => {
  const accountId = work.who.accountId
  const mine =
    accountId === null ? sql`account_id is null and email = ${contact.email}` : sql`account_id = ${accountId}`
  const { rows } = await sql<{ id: number }>`
    with found as (
      select id from clients where ${mine}
    ), resource as (
      insert into resources (kind) select 'client' where not exists (select from found) returning id
    ), made as (
      insert into clients (id, account_id, email, phone, first_name, last_name, created_at)
      select id, ${accountId}::bigint, ${contact.email}, ${contact.phone}, ${contact.firstName}, ${contact.lastName},
        ${work.now}::timestamptz
      from resource
      on conflict do nothing
      returning id
    )
    select id from found union all select id from made`.execute(work.db)
  return rows[0]?.id ?? null
}

/** Bookings to come greet them by the name that they go by now. */
export const followAccount = (work: Work, { accountId }: { accountId: number }) =>
  sql`
    update clients set first_name = a.first_name, last_name = a.last_name
    from accounts a where a.id = clients.account_id and a.id = ${accountId}`.execute(work.db)

/** Somebody left: their visits stay for the others' books, without a name or a way to reach them. */
export const forgetClient = async (work: Work, clientIds: readonly number[]) => {
  await sql`
    update clients set email = 'borrada-' || id || '@kalli.invalid', phone = '', first_name = 'Cuenta', last_name = 'borrada'
    where id = any (${clientIds})`.execute(work.db)
  await forgetIntake(work, clientIds)
  await forgetCompanions(work, clientIds)
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
    update waitlist_wishes set state = case when state in ('taken', 'expired') then state else 'withdrawn' end,
      ended_at = coalesce(ended_at, ${work.now}), email = null, first_name = 'Cuenta', last_name = 'borrada', version = version + 1
    where client_id = any (${clientIds})`.execute(work.db)
  // Whoever may leave has nothing undecided.
  await sql`
    update no_shows set evidence = '[borrado]' from bookings
    where bookings.id = no_shows.booking_id and client_id = any (${clientIds}) and evidence is not null`.execute(
    work.db,
  )
}
