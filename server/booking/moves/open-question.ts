/**
 * Open questions about a booking that a move makes pointless: links, proposals of a change, rescues, offers of the waitlist. The database
 * refuses a transaction that leaves one of them open (docs/decisions/writing-triggers.md).
 */
import { type RawBuilder, sql } from 'kysely'
import { releaseHolds } from '#server/availability/block/availability.ts'
import { constraintOf } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** What a move changed. */
export type Moved = {
  from: string
  to: string
  /** Another unit or another hour. */
  isElsewhere: boolean
  /** Rented hours of another length or of another professional. */
  isOtherRent: boolean
  /** The move ended a rescue. */
  leftRescue: boolean
}

/** In the transaction of the move, after it. */
export const endQuestions = async (work: Work, bookingId: string, moved: Moved): Promise<void> => {
  const { from, to } = moved
  if (isHeld(from) && to === 'expired') await expireLinks(work, bookingId)
  if (overtakesProposal(moved)) {
    const { rows } = await overtakeProposal(work, bookingId, endOf(from))
    if (rows.length > 0) await releaseHolds(work, bookingId)
  }
  if (moved.leftRescue) await overtakeRescue(work, bookingId)
  if (settlesOffer(moved)) await settleOffer(work, bookingId, moved)
}

const isHeld = (status: string) => status === 'held' || status === 'awaiting_payment'

/** Links of an appointment or an offer that expired; each following visit of a series keeps the answer that its first one got. */
const expireLinks = (work: Work, bookingId: string) =>
  sql`
    update booking_links link set answer = 'expired', answered_at = coalesce(booking.ended_at, link.expires_at), email = null,
      phone = null, last_name = '', note = ''
    from bookings booking
    where booking.id = ${bookingId}::uuid and link.booking_id = booking.id and link.kind in ('appointment', 'waitlist', 'chat')
      and (link.answer is null or link.answer = 'accepted' and not exists (
        select from booking_series_visits own where own.booking_id = booking.id and own.position > 1))`.execute(
    work.db,
  )

const overtakesProposal = ({ from, to, isElsewhere, isOtherRent }: Moved) =>
  (from === 'requested' || from === 'confirmed') &&
  (from !== to || isElsewhere || (from === 'confirmed' && isOtherRent))

const checkedInAt = sql<Date | null>`(select checked_in_at from attendances where booking_id = booking.id)`
const endOf = (from: string) =>
  sql<Date | null>`coalesce(booking.ended_at, ${from === 'requested' ? sql.ref('booking.confirmed_at') : checkedInAt})`

/** Answers a row if there was one. Its held time is not released here: a rescue holds another time by then. */
export const overtakeProposal = (work: Work, bookingId: string, endedAt: RawBuilder<Date | null>) =>
  sql`
    update change_proposals proposal set state = 'overtaken', ended_at = ${endedAt}
    from bookings booking
    where booking.id = ${bookingId}::uuid and proposal.booking_id = booking.id and proposal.state in ('open', 'paying')
    returning proposal.id`.execute(work.db)

const overtakeRescue = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{ id: string }>`
    update rescues rescue set state = 'overtaken', ended_at = coalesce(booking.ended_at, ${checkedInAt}, ${work.now})
    from bookings booking
    where booking.id = ${bookingId}::uuid and rescue.booking_id = booking.id and rescue.state = 'open'
    returning rescue.id`.execute(work.db)
  const [rescue] = rows
  if (rescue === undefined) return
  await releaseHolds(work, bookingId)
  await endRescueLink(work, rescue.id)
}

/** The client's link to answer a rescue ends with it. */
export const endRescueLink = (work: Work, rescueId: string) =>
  sql`
    update booking_links link set answered_at = rescue.ended_at, last_name = '', note = '',
      answer = case when rescue.state = 'accepted' then 'accepted' when rescue.declined_by = 'client' then 'declined'
        when rescue.state = 'overtaken' then 'withdrawn' else 'expired' end,
      email = case when rescue.state = 'accepted' then link.email end,
      phone = case when rescue.state = 'accepted' then link.phone end
    from rescues rescue
    where rescue.id = ${rescueId}::uuid and link.booking_id = rescue.booking_id and link.kind = 'rescue'
      and link.created_at = rescue.created_at and (link.answer is null or link.answer = 'accepted')`.execute(
    work.db,
  )

const settlesOffer = ({ from, to }: Moved) =>
  ((isHeld(from) || from === 'expired') && from !== to && /^(expired|requested|confirmed)$/.test(to)) ||
  (from === 'requested' && (to === 'declined' || to === 'expired'))

type Outcome = 'taken' | 'refused' | 'passed' | 'countered' | 'lapsed'
type Settled = { entryId: string; atNight: boolean; outcome: Outcome; at: Date }

/** Records the outcome of the offer; the client's entry then waits on, rests, pauses or is taken. */
const settleOffer = async (work: Work, bookingId: string, { from, to }: Moved) => {
  const outcome =
    to === 'requested' || to === 'confirmed'
      ? sql`'taken'`
      : from === 'requested'
        ? sql`'refused'`
        : sql`(select case link.answer when 'declined' then 'passed' when 'countered' then 'countered' else 'lapsed' end
            from booking_links link where link.booking_id = ${bookingId}::uuid and link.kind = 'waitlist' limit 1)`
  const { rows } = await sql<Settled>`
    update waitlist_offers offer set state = became.outcome,
      ended_at = coalesce(booking.ended_at, booking.confirmed_at, booking.requested_at, ${work.now})
    from bookings booking, (select ${outcome} as outcome) became
    where booking.id = ${bookingId}::uuid and offer.booking_id = booking.id and offer.state <> became.outcome
      and (offer.state = 'open' or offer.state = 'taken' and became.outcome = 'refused'
        or offer.state = 'lapsed' and became.outcome = 'taken')
    returning offer.entry_id as "entryId", offer.at_night as "atNight", offer.state as outcome, offer.ended_at as at`.execute(
    work.db,
  )
  const [offer] = rows
  if (offer !== undefined) await waitOn(work, offer)
}

const waitOn = async (
  work: Work,
  { entryId: selectionId, atNight, outcome, at }: Settled,
): Promise<unknown> => {
  if (outcome === 'taken')
    return sql`
      update waitlist_entries set state = 'taken', ended_at = ${at}, version = version + 1
      where id = ${selectionId}::uuid and state in ('active', 'offered', 'paused')`.execute(work.db)
  if (outcome === 'countered' || outcome === 'refused') return waitAgain(work, selectionId, at)
  // An offer that expired at night makes the client rest as after a pass, but does not count as one.
  if (outcome === 'lapsed' && atNight)
    return sql`
      update waitlist_entries set state = 'active', paused_until = ${at}::timestamptz + interval '1 hour', version = version + 1
      where id = ${selectionId}::uuid and state = 'offered'`.execute(work.db)
  return sql`
    update waitlist_entries set passes = passes + 1, state = case when passes = 1 then 'paused' else 'active' end,
      paused_until = ${at}::timestamptz + interval '1 hour', version = version + 1
    where id = ${selectionId}::uuid and state = 'offered'`.execute(work.db)
}

/** Unless the same client has another active entry for the same by now. */
const waitAgain = async (work: Work, selectionId: string, at: Date) => {
  await sql`savepoint wait_again`.execute(work.db)
  try {
    await sql`
      update waitlist_entries set state = 'active', ended_at = null, passes = least(passes, 1), version = version + 1
      where id = ${selectionId}::uuid and (state = 'offered' or state = 'taken' and email is not null)`.execute(
      work.db,
    )
    await sql`release savepoint wait_again`.execute(work.db)
  } catch (error) {
    if (constraintOf(error) !== 'waitlist_entries_once') throw error
    await sql`rollback to savepoint wait_again`.execute(work.db)
    await sql`
      update waitlist_entries set state = 'withdrawn', ended_at = ${at}, email = null, phone = null, last_name = '', version = version + 1
      where id = ${selectionId}::uuid`.execute(work.db)
  }
}

/** As `settleOffer`, for bookings confirmed in this very statement: those of the CTE `moved`. */
export const takingOffer = (now: Date) => sql`
  offer as (
    update waitlist_offers set state = 'taken', ended_at = ${now} from moved
    where booking_id = moved.id and state in ('open', 'lapsed') returning entry_id
  ), entry as (
    update waitlist_entries set state = 'taken', ended_at = ${now}, version = waitlist_entries.version + 1 from offer
    where waitlist_entries.id = offer.entry_id and state in ('active', 'offered', 'paused')
  )`
