/** Offers an opening to the earliest entry: a hold like any other, with a link. */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { holdFor } from '#server/booking/checkout/hold.ts'
import { makeLink } from '#server/booking/columns/link-row.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { quietEndsAt } from '#server/messaging/quiet.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { type Row, lockEntry, setEntry } from '#server/booking/waitlist/entry-row.ts'
import { fitting, offerUntil } from '#server/booking/waitlist/waitlist-join.ts'

/** A booking ended: a client may be waiting for the time. */
export const followOpening = async (work: Work, bookingId: string) => {
  const booking = await work.db
    .selectFrom('bookings')
    .select('professional_id')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (booking !== undefined) await offerTimesOf(work, booking.professional_id)
}

/** Declined, or another hour: the held one is released. */
export const followAnswer = async (work: Work, linkId: string) => {
  const link = await work.db
    .selectFrom('booking_links')
    .select('booking_id')
    .where('id', '=', linkId)
    .where('answer', 'in', ['declined', 'countered'])
    .executeTakeFirst()
  if (link !== undefined) await followOpening(work, link.booking_id)
}

/** Professionals checked per minute without an event: new hours, a unit that was returned. */
const maxLooks = 20

/** Every minute: entries whose quiet hours ended, then those checked longest ago; entries whose dates passed, emails that were not opened. */
export const sweepWaitlist = async (work: Work) => {
  await sql`
    update waitlist_entries set state = 'expired', ended_at = ${work.now}, email = null, phone = null, version = version + 1
    where state in ('active', 'paused') and to_date < (${work.now}::timestamptz at time zone zone)::date`.execute(
    work.db,
  )
  await sql`
    delete from waitlist_entries where state = 'unconfirmed' and requested_at < ${new Date(work.now.getTime() - dayMs)}`.execute(
    work.db,
  )
  const { rows } = await sql<{ id: number }>`
    select professional_id as id from waitlist_entries where state = 'active'
    group by professional_id
    order by coalesce(bool_or(quiet_until <= ${work.now}), false) desc, min(looked_at), professional_id
    limit ${maxLooks}`.execute(work.db)
  await runIsolated(work, rows, ({ id }) => offerTimesOf(work, id))
}

/** The entries of one professional read at once; then those that joined after them, until all were checked. */
const maxWaitlistEntries = 50

/** The entry that joined first is offered the first time that fits; then the next one gets what is left. */
export const offerTimesOf = async (work: Work, professionalId: number) => {
  await work.db
    .updateTable('waitlist_entries')
    .set({ looked_at: work.now, quiet_until: null })
    .where('professional_id', '=', professionalId)
    .where('state', '=', 'active')
    .execute()
  for (let entries = await waiting(work, professionalId, null); entries.length > 0;) {
    await runIsolated(work, entries, (entry) => offer(work, entry))
    entries =
      entries.length < maxWaitlistEntries
        ? []
        : await waiting(work, professionalId, entries.at(-1)?.id ?? null)
  }
}

/** The entries for a professional in the order they joined, after the entry `after`. */
const waiting = (work: Work, professionalId: number, after: string | null): Promise<Row[]> =>
  work.db
    .selectFrom('waitlist_entries')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .where('state', '=', 'active')
    // Entries that ended at midnight are swept within the minute.
    .where(sql<boolean>`to_date >= (${work.now}::timestamptz at time zone zone)::date`)
    .where((db) => db.or([db('paused_until', 'is', null), db('paused_until', '<=', work.now)]))
    .where(isNotSuspended)
    // Compared with the row, as the entry may be over meanwhile; a JavaScript date has no microseconds.
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(requested_at, id) > (select last.requested_at, last.id from waitlist_entries last where last.id = ${after})`,
      ),
    )
    .orderBy('requested_at')
    .orderBy('id')
    .limit(maxWaitlistEntries)
    .execute()

/** Nothing is offered to a suspended client. */
const isNotSuspended = sql<boolean>`not exists (select from accounts a where a.suspended_at is not null
  and (a.id = (select account_id from clients where id = waitlist_entries.client_id) or a.email = waitlist_entries.email
    or a.phone_confirmed_at is not null and a.phone = waitlist_entries.phone))`

/** Concurrent runs process an entry in turn; if another client books first: the next time, or none. */
const offer = async (work: Work, entry: Row) => {
  const before = await work.db
    .selectFrom('waitlist_offers')
    .select([sql<Date>`lower(during)`.as('from'), sql<Date>`upper(during)`.as('to')])
    .where('entry_id', '=', entry.id)
    .execute()
  const fresh = (await orNone(() => fitting(work, entry))).filter((slot) =>
    before.every(({ from, to }) => new Date(slot.endsAt) <= from || new Date(slot.startsAt) >= to),
  )
  const quietHoursEnd =
    fresh.length === 0 ? null : await quietEndsAt(work, await accountOf(work, entry), entry.zone)
  const open =
    quietHoursEnd === null || isOutsideQuietHours(work, entry)
      ? fresh
      : await goneBy(work, entry, { quietHoursEnd, fresh })
  for (const slot of open.slice(0, maxTries))
    if (await offerOne(work, entry.id, { slot, atNight: quietHoursEnd !== null })) return
  if (quietHoursEnd !== null && open.length < fresh.length)
    await work.db
      .updateTable('waitlist_entries')
      .set({ quiet_until: quietHoursEnd })
      .where('id', '=', entry.id)
      .execute()
}
const maxTries = 3

const accountOf = async (work: Work, { client_id: clientId }: Row): Promise<number | null> => {
  const client = await work.db
    .selectFrom('clients')
    .select('account_id')
    .where('id', '=', clientId)
    .executeTakeFirst()
  return client?.account_id ?? null
}

/** A client active in the last 30 minutes is not subject to quiet hours. */
const upMinutes = 30
const isOutsideQuietHours = (work: Work, entry: Row) =>
  entry.requested_at.getTime() > work.now.getTime() - upMinutes * minuteMs

/** Time to read a message after quiet hours. */
const morningMinutes = 15

/** Of a night's openings those no longer bookable in the morning: the others can wait for the end of quiet hours. */
const goneBy = async (
  work: Work,
  entry: Row,
  { quietHoursEnd, fresh }: { quietHoursEnd: Date; fresh: readonly Slot[] },
) => {
  const morning = new Date(quietHoursEnd.getTime() + morningMinutes * minuteMs)
  if (localDate(morning, entry.zone) > entry.to_date) return [...fresh]
  const then = new Set((await orNone(() => fitting({ ...work, now: morning }, entry))).map(placeInTime))
  return fresh.filter((slot) => !then.has(placeInTime(slot)))
}
const placeInTime = ({ spaceId, startsAt }: Slot) => `${spaceId} ${startsAt}`

/** No longer for sale, not that far away, or not for so many people: nothing is offered. */
const orNone = async (look: () => Promise<Slot[]>): Promise<Slot[]> => {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal && nothingOpens.has(error.code)) return []
    throw error
  }
}

const nothingOpens: ReadonlySet<string> = new Set([
  'not_found',
  'place_too_small',
  'first_visit_only',
  'home_needed',
  'outside_home_radius',
])

/** Held, linked and notified in one transaction. False: another client took the time. */
const offerOne = async (
  work: Work,
  entryId: string,
  { slot, atNight }: { slot: Slot; atNight: boolean },
): Promise<boolean> => {
  try {
    return await inTransaction(work, async (work) => {
      const entry = await lockEntry(work, entryId)
      // Another process made an offer meanwhile, or the client stopped waiting.
      if (entry?.state !== 'active' || (entry.email ?? entry.phone) === null) return true
      const holder = `wish:${entry.id}`
      const expiresAt = offerUntil(new Date(slot.startsAt), work.now)
      const bookingId = await holdFor(
        actingAs(work, { clientId: entry.client_id }),
        openToken(work, slot.token),
        { by: 'client', holder, holders: [holder], clientId: entry.client_id, expiresAt, contact: null },
      )
      if (bookingId === null) return refuse('slot_taken')
      const linkId = await makeLink(work, {
        kind: 'waitlist',
        bookingId,
        firstName: entry.first_name,
        lastName: entry.last_name,
        email: entry.email,
        phone: entry.phone,
        note: '',
        expiresAt,
      })
      await work.db
        .insertInto('waitlist_offers')
        .values({
          id: linkId,
          entry_id: entry.id,
          booking_id: bookingId,
          during: sql<string>`tstzrange(${slot.startsAt}::timestamptz, ${slot.endsAt}::timestamptz)`,
          created_at: work.now,
          expires_at: expiresAt,
          at_night: atNight,
        })
        .execute()
      await setEntry(work, entry, { state: 'offered' })
      crashPoint('inside-offer')
      await publish(work, 'waitlist.offered', { linkId })
      return true
    })
  } catch (error) {
    if (error instanceof Refusal && elsewhere.has(error.code)) return false
    throw error
  }
}

const elsewhere: ReadonlySet<string> = new Set([
  'slot_taken',
  'slot_not_available',
  // The service requires a choice since they joined.
  'option_needed',
  'client_busy',
  'own_booking',
  'too_many_holds',
])
