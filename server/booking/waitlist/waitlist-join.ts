/** Joining the waitlist: the services, the dates, and whether anything fits at once. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/booking/waitlist/waitlist.ts'
import { dayPartHours } from '#contract/platform/day-part.ts'
import { DayPart, offerWait, waitlistLimits } from '#contract/booking/waitlist/waitlist.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { placeRequested } from '#server/availability/offer/home.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { clientOf, personOf } from '#server/booking/contact/client.ts'
import { confirmedContactIn } from '#server/booking/contact/contact.ts'
import { requireOptionsOf } from '#server/booking/moves/option.ts'
import { requireNotOwn } from '#server/booking/moves/own-booking.ts'
import { visitOf, type Row } from '#server/booking/waitlist/entry-row.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { addressHint, outboxOfContact } from '#server/verification/contact.ts'

type Order = Input<typeof contract.joinWaitlist>['body']

/** Until when an opening is held for the waiting client; past or now: it opens too late to ask. */
export const offerUntil = (startsAt: Date, now: Date): Date => {
  const left = startsAt.getTime() - now.getTime()
  const minutes = left < offerWait.soonHours * hourMs ? offerWait.soonMinutes : offerWait.minutes
  return new Date(now.getTime() + minutes * minuteMs)
}

/** Accepting and paying take time: nothing is offered that starts sooner than this. */
const minLeadMinutes = 30

/** The part of the local day that a moment is in. */
export const partOf = (moment: Date, zone: string): DayPart => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(moment),
  )
  return DayPart.options.find((part) => hour < dayPartHours[part].to) ?? 'evening'
}

/** Refuses as hours do, time_is_past, already_waiting, too_many_wishes, option_needed; times_are_free, since those can be booked. */
export const join = async (work: Work, order: Order): Promise<Reply<typeof contract.joinWaitlist>> => {
  const zone = await zoneOf(work, order)
  await requireOptionsOf(work, [order.service, ...order.more], order.addOns)
  const { from, to } = order
  const today = localDate(work.now, zone)
  if (to < from || daysBetween(from, to) >= waitlistLimits.days) return refuse('invalid_input')
  if (to < today) return refuse('time_is_past')
  const who = await whoAsks(work, order)
  await requireNotOwn(work, order.professional, who)
  await requireFew(work, who.person)
  const wished = {
    professional_id: order.professional,
    service_id: order.service,
    persons: order.persons.length < 2 ? [] : order.persons,
    space_id: order.space,
    modality: order.modality ?? 'place',
    visit_place: placeRequested(work, order) ?? null,
    client_id: who.clientId,
    from_date: from < today ? today : from,
    to_date: to,
    parts: [...new Set(order.parts)],
    zone,
  }
  const free = await fitting(work, { ...wished, more_services: order.more, add_ons: order.addOns })
  if (free.length > 0) return refuse('times_are_free')
  // A telephone was already confirmed by its code; a mailbox is by the link in the email.
  const state = who.clientId === null && who.phone === null ? 'unconfirmed' : 'active'
  const id = randomUUIDv7()
  await orWaits(() =>
    inTransaction(work, async (work) => {
      await work.db
        .insertInto('waitlist_entries')
        .values({
          ...wished,
          id,
          person: who.person,
          first_name: who.firstName,
          last_name: who.lastName,
          email: who.email,
          phone: who.phone,
          more_services: JSON.stringify(order.more),
          add_ons: JSON.stringify(order.addOns),
          state,
          requested_at: work.now,
          looked_at: work.now,
        })
        .execute()
      if (state === 'unconfirmed') await publish(work, 'waitlist.unconfirmed', { entryId: id })
    }),
  )
  if (state === 'active' || who.email === null) return { state, sentTo: null, outbox: null }
  return { state, sentTo: addressHint('email', who.email), outbox: outboxOfContact(work, 'email', who.email) }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/**
 * The zone of the local days of these times; refuses not_found for a service that cannot be booked, place_too_small, first_visit_only,
 * home_needed and outside_home_radius as hours do.
 */
const zoneOf = async (work: Work, order: Order): Promise<string> => {
  const { professional, service, more, addOns, persons, space, from } = order
  const { zone } = await slots(work, {
    professional,
    service,
    more,
    addOns,
    persons,
    from,
    to: from,
    place: placeRequested(work, order),
    ...(space === null ? {} : { space }),
  })
  return zone
}

const whoAsks = async (work: Work, { contact }: Order) => {
  const { accountId } = work.viewer
  if (accountId === null) {
    if (contact === null) return refuse('invalid_input', { fields: [{ field: 'contact.email' }] })
    const { firstName, lastName, email, phone } = contact
    const name = { firstName, lastName, clientId: null }
    if (phone !== undefined) {
      const proved = await confirmedContactIn(work, { phone })
      return { ...name, email: null, phone: proved.address, person: personOf(proved) }
    }
    if (email === undefined) return refuse('invalid_input', { fields: [{ field: 'contact.email' }] })
    return { ...name, email, phone: null, person: personOf({ channel: 'email', address: email }) }
  }
  const own = await work.db
    .selectFrom('accounts')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const clientId = await clientOf(work, { ...own, phone: own.phone ?? '' })
  return { ...own, phone: null, person: `client:${clientId}`, clientId }
}

export const requireFew = async (work: Work, person: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from waitlist_entries
    where person = ${person} and state in ('active', 'offered', 'paused')`.execute(work.db)
  if ((rows[0]?.n ?? 0) >= waitlistLimits.entries) refuse('too_many_wishes')
}

/** A client waits for a service only once. */
export const orWaits = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (constraintOf(error) === 'waitlist_entries_once') return refuse('already_waiting')
    throw error
  }
}

type Wished = Pick<
  Row,
  | 'professional_id'
  | 'service_id'
  | 'persons'
  | 'space_id'
  | 'visit_place'
  | 'client_id'
  | 'from_date'
  | 'to_date'
  | 'parts'
  | 'zone'
> & { more_services: unknown; add_ons: unknown }

/** The times that a client waits for and could book now, the earliest first. */
export const fitting = async (work: Work, entry: Wished): Promise<Slot[]> => {
  const today = localDate(work.now, entry.zone)
  const { days } = await slots(actingAs(work, { clientId: entry.client_id }), {
    professional: entry.professional_id,
    service: entry.service_id,
    ...visitOf(entry),
    place: entry.visit_place ?? undefined,
    from: entry.from_date < today ? today : entry.from_date,
    to: entry.to_date,
    ...(entry.space_id === null ? {} : { space: entry.space_id }),
  })
  const earliest = work.now.getTime() + minLeadMinutes * minuteMs
  return days.flatMap(({ slots }) =>
    slots.filter(({ startsAt }) => {
      const start = new Date(startsAt)
      return start.getTime() >= earliest && entry.parts.includes(partOf(start, entry.zone))
    }),
  )
}
