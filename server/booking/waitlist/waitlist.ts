/**
 * Waiting for a time (product.md §4, Espera; docs/booking/waitlist.md). The earliest entry is offered an opening: a hold like any
 * other, with a link. Its end moves the entry along (`endQuestions`; the database enforces it: `bookings_settle_offers`).
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  mayMoveWaitlistEntry,
  WaitlistEntryState,
  type WaitlistEntryMove,
} from '#contract/booking/waitlist/waitlist.ts'
import type { GuestContact } from '#server/booking/contact/client.ts'
import type { LinkRow } from '#server/booking/columns/link-row.ts'
import { endLink } from '#server/booking/series/link.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { isDoneBy, lockEntry, setEntry } from '#server/booking/waitlist/entry-row.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { believeContact } from '#server/verification/contact.ts'
import { type View, readEntry, ofContacts } from '#server/booking/waitlist/waitlist-view.ts'
import { orWaits, requireFew } from '#server/booking/waitlist/waitlist-join.ts'

/** Ends the entries of a client who has booked what they waited for, in whatever way. */
export const endFulfilled = async (work: Work, bookingId: string) => {
  await sql`
    update waitlist_entries entry set state = 'taken', ended_at = ${work.now}, version = entry.version + 1
    from bookings booking
    where booking.id = ${bookingId}::uuid and booking.status in ('requested', 'confirmed') and booking.kind = 'visit'
      and entry.service_id = booking.service_id and ${isDoneBy} and entry.state in ('active', 'paused')
      and entry.person in ('client:' || booking.client_id, 'email:' || (booking.contact ->> 'email'),
        case when booking.contact ->> 'proved' = 'phone' then 'phone:' || (booking.contact ->> 'phone') end)
      and booking.local_start::date between entry.from_date and entry.to_date`.execute(work.db)
}

/** The secret of a visitor's entry: the owner of the mailbox may confirm, continue and stop it. */
export const entryToken = (work: Work, id: string) => work.tokens.sign('wish', { id }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

const entryIn = (work: Work, token: string): string => {
  const opened = z.safeParse(z.object({ id: z.uuid() }), work.tokens.open('wish', token, work.now))
  return opened.success ? opened.data.id : refuse('not_found')
}

export const readLinked = async (work: Work, token: string): Promise<View> =>
  readByLink(work, entryIn(work, token))

export const moveLinked = async (work: Work, token: string, move: WaitlistEntryMove): Promise<View> => {
  const id = entryIn(work, token)
  await makeEntryMove(work, id, move)
  return readByLink(work, id)
}

/** A forwarded link, or one sent to a mistyped mailbox, must not reveal a client's home. */
const readByLink = async (work: Work, id: string): Promise<View> => ({
  ...(await readEntry(work, id)),
  home: null,
})

/** Through the client: an entry of another client is not found. */
export const moveOwn = (work: Work, id: string, move: 'resume' | 'stop'): Promise<View> =>
  moveTheirs(work, sql`entry.client_id = ${work.viewer.clientId ?? 0}`, id, move)

/** The same for a visitor who has confirmed one of these contacts: they may confirm the entry too. */
export const moveOfContacts = (
  work: Work,
  contacts: readonly GuestContact[],
  id: string,
  move: WaitlistEntryMove,
): Promise<View> => moveTheirs(work, ofContacts(contacts), id, move)

const moveTheirs = async (
  work: Work,
  theirs: ReturnType<typeof sql>,
  id: string,
  move: WaitlistEntryMove,
): Promise<View> => {
  const { rows } =
    await sql`select from waitlist_entries entry where entry.id = ${id}::uuid and ${theirs}`.execute(work.db)
  if (rows.length === 0) return refuse('not_found')
  await makeEntryMove(work, id, move)
  return readEntry(work, id)
}

/** Refuses not_found, move_not_allowed with the reason of the disabled button, already_waiting, too_many_wishes. */
const makeEntryMove = (work: Work, id: string, move: WaitlistEntryMove) =>
  orWaits(() =>
    inTransaction(work, async (work) => {
      if (move === 'stop') await letOfferGo(work, id)
      const entry = (await lockEntry(work, id)) ?? refuse('not_found')
      const state = z.parse(WaitlistEntryState, entry.state)
      const answer = mayMoveWaitlistEntry(move, { state })
      if (!answer.allowed) throw new Refusal('move_not_allowed', undefined, answer.reason)
      if (move === 'stop') return setEntry(work, entry, { ...ended, ended_at: work.now })
      if (move === 'confirm') {
        await requireFew(work, entry.person)
        // The link came by email, so this browser counts as the mailbox owner's.
        if (entry.email !== null) await believeContact(work, entry.email)
      }
      return setEntry(work, entry, { state: 'active', passes: 0, paused_until: null })
    }),
  )

const ended = { state: 'withdrawn', email: null, phone: null, last_name: '' }

/** A client who stops waiting releases the time held for them, unless the bank is answering. */
const letOfferGo = async (work: Work, entryId: string) => {
  const open = await work.db
    .selectFrom('waitlist_offers')
    .select('booking_id')
    .where('entry_id', '=', entryId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open === undefined) return
  const booking = await lockById(work, open.booking_id)
  const link = await linkOf(work, open.booking_id)
  if (booking?.status !== 'held' && booking?.status !== 'awaiting_payment') return
  if (link === undefined) return
  await endLink(work, link, booking, { how: 'declined', by: 'client' })
  await publish(work, 'booking.expired', { bookingId: booking.id })
}

const linkOf = (work: Work, bookingId: string): Promise<LinkRow | undefined> =>
  work.db
    .selectFrom('booking_links')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'waitlist')
    .executeTakeFirst()
