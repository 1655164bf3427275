/** Deletes what a deleted account typed around bookings: reasons, notes and messages; codes of reasons and amounts stay. */
import { sql } from 'kysely'
import { type GuestContact, personOf } from '#server/booking/contact/client.ts'
import type { Work } from '#server/platform/work.ts'

type Leaving = {
  accountId: number
  email: string
  professionalId: number | null
  hostId: number | null
  clientIds: readonly number[]
}

/** Distinguishes typed reasons from codes: `other_appointment` is one of our codes, "voy al hospital con mi hija" is personal. */
const isTyped = sql.raw(`!~ '^[a-z0-9_:.-]*$'`)

export const forgetWords = async (work: Work, leaving: Leaving): Promise<void> => {
  const { accountId, email, professionalId, hostId } = leaving
  const sides = sidesOf(leaving)
  await sql`
    update booking_moves made set reason = '' from ${sides} as mine
    where made.booking_id = mine.id and made.actor = mine.side and made.reason ${isTyped}`.execute(work.db)
  await sql`update booking_moves set reason = '' where actor_account_id = ${accountId} and reason ${isTyped}`.execute(
    work.db,
  )
  await sql`
    update bookings set cancellation = cancellation || jsonb_build_object('said', null)
      || case when cancellation ->> 'reason' ${isTyped} then jsonb_build_object('reason', '') else '{}' end
    from ${sides} as mine where bookings.id = mine.id and bookings.cancellation ->> 'by' = mine.side
      and (cancellation ->> 'said' is not null or cancellation ->> 'reason' ${isTyped})`.execute(work.db)
  await sql`
    update change_proposals proposal set note = '' from ${sides} as mine
    where proposal.booking_id = mine.id and proposal.proposed_by = mine.side and proposal.note <> ''`.execute(
    work.db,
  )
  await sql`update rescues set note = '', reason = '' where from_host_id = ${hostId}::bigint`.execute(work.db)
  await sql`update hand_overs set message = '' where from_professional_id = ${professionalId}::bigint`.execute(
    work.db,
  )
  await sql`
    update class_sessions set cancel_reason = '' where cancel_reason ${isTyped}
      and (professional_id = ${professionalId}::bigint and cancelled_by = 'professional'
        or host_id = ${hostId}::bigint and cancelled_by = 'host')`.execute(work.db)
  await sql`
    update booking_links link set note = '' from bookings booking
    where booking.id = link.booking_id and link.note <> ''
      and (booking.professional_id = ${professionalId}::bigint or booking.host_id = ${hostId}::bigint)`.execute(
    work.db,
  )
  await sql`
    update no_shows set evidence = '[borrado]' from ${sides} as mine
    where no_shows.booking_id = mine.id and no_shows.absent = mine.side and no_shows.decided_at is not null
      and evidence is not null`.execute(work.db)
  if (email !== '') await forgetAddress(work, { channel: 'email', address: email })
}

/** Deletes what names this mailbox or telephone without an account: answered or expired links, waitlist entries, gifts sent there. */
export const forgetAddress = async (work: Work, { channel, address }: GuestContact) => {
  const column = sql.ref(channel === 'email' ? 'email' : 'phone')
  await sql`
    update booking_links set email = null, phone = null, first_name = 'Cuenta', last_name = 'borrada', note = ''
    where ${column} = ${address} and (answer is not null or expires_at <= ${work.now})`.execute(work.db)
  await sql`
    update waitlist_entries set state = case when state in ('taken', 'expired') then state else 'withdrawn' end,
      ended_at = coalesce(ended_at, ${work.now}), email = null, phone = null, person = 'left:' || id,
      first_name = 'Cuenta', last_name = 'borrada', version = version + 1
    where ${column} = ${address} or person = ${personOf({ channel, address })}`.execute(work.db)
  await sql`
    update gift_cards set email = null, phone = null, send_at = null, to_name = '', version = version + 1
    where ${column} = ${address} and (sent_at is not null or status <> 'active')`.execute(work.db)
  if (channel === 'email') await sql`delete from desk_invitations where email = ${address}`.execute(work.db)
}

/** Each booking of the leaving account, with the account's side in it. */
const sidesOf = ({ clientIds, professionalId, hostId }: Leaving) => sql`(
  select id, 'client' as side from bookings where client_id = any (${[...clientIds]}::bigint[])
  union all select id, 'professional' from bookings where professional_id = ${professionalId}::bigint
  union all select id, 'host' from bookings where host_id = ${hostId}::bigint)`
