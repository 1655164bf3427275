/**
 * Waiting for a time (product.md §4, Espera; docs/decisions/waitlist.md). A wish says what and between which dates; whoever
 * asked first is offered what opens: a hold like any other, made for them, with a link. Its end moves the wish along in the
 * database (migration 0057).
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/booking/waitlist/waitlist.ts'
import {
  DayPart,
  dayPartEnds,
  mayMoveWish,
  offerWait,
  waitlistLimits,
  WishState,
  type WishMove,
} from '#contract/booking/waitlist/waitlist.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { Modality } from '#contract/service/setting.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { placeAsked } from '#server/availability/slots/home.ts'
import { openToken, slots } from '#server/availability/slots/slots.ts'
import { clientOf } from '#server/booking/contact/client.ts'
import { holdFor } from '#server/booking/checkout/hold.ts'
import { makeLink, tokenOf, type LinkRow } from '#server/booking/columns/link-row.ts'
import { endLink } from '#server/booking/series/link.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { requireOptionsOf } from '#server/booking/moves/option.ts'
import { dayMs, hourMs, minuteMs } from '#server/booking/moves/rules.ts'
import { requireNotOwn } from '#server/booking/moves/own-booking.ts'
import { isDoneBy, personsOfWish, visitOf, wishName } from '#server/booking/waitlist/wish-row.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { wakesAt } from '#server/messaging/quiet.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import type { WaitlistWishes } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { addressHint, believeContact, outboxOfContact } from '#server/verification/contact.ts'

type Row = Selectable<WaitlistWishes>
type View = z.input<typeof contract.Wish>
type Order = Input<typeof contract.joinWaitlist>['body']

/** Until when what opened is held for who waited; in the past or now: it opens too late to ask. */
export const offerUntil = (startsAt: Date, now: Date): Date => {
  const left = startsAt.getTime() - now.getTime()
  const minutes = left < offerWait.soonHours * hourMs ? offerWait.soonMinutes : offerWait.minutes
  return new Date(now.getTime() + minutes * minuteMs)
}

/** Taking it and paying take their time too: nothing is offered that begins sooner than this. */
const leastLeadMinutes = 30

/** The part of the local day in which a moment lies. */
export const partOf = (moment: Date, zone: string): DayPart => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(moment),
  )
  return DayPart.options.find((part) => hour < dayPartEnds[part]) ?? 'evening'
}

/** Refuses as hours do, time_is_past, already_waiting, too_many_wishes, option_needed, and times_are_free: what is free is booked, not waited for. */
export const join = async (work: Work, order: Order): Promise<Reply<typeof contract.joinWaitlist>> => {
  const zone = await zoneOf(work, order)
  await requireOptionsOf(work, [order.service, ...order.more], order.addOns)
  const { from, to } = order
  const today = localDate(work.now, zone)
  if (to < from || daysBetween(from, to) >= waitlistLimits.days) return refuse('invalid_input')
  if (to < today) return refuse('time_is_past')
  const who = await whoAsks(work, order)
  await requireNotOwn(work, order.professional, { ...who, phone: null })
  await requireFew(work, who.person)
  const wished = {
    professional_id: order.professional,
    service_id: order.service,
    persons: order.persons.length < 2 ? [] : order.persons,
    space_id: order.space,
    modality: order.modality ?? 'place',
    visit_place: placeAsked(work, order) ?? null,
    client_id: who.clientId,
    from_date: from < today ? today : from,
    to_date: to,
    parts: [...new Set(order.parts)],
    zone,
  }
  const free = await fitting(work, { ...wished, more_services: order.more, add_ons: order.addOns })
  if (free.length > 0) return refuse('times_are_free')
  const state = who.clientId === null ? 'unconfirmed' : 'active'
  const id = randomUUIDv7()
  await orWaits(() =>
    inTransaction(work, async (work) => {
      await work.db
        .insertInto('waitlist_wishes')
        .values({
          ...wished,
          id,
          person: who.person,
          first_name: who.firstName,
          last_name: who.lastName,
          email: who.email,
          more_services: JSON.stringify(order.more),
          add_ons: JSON.stringify(order.addOns),
          state,
          asked_at: work.now,
          looked_at: work.now,
        })
        .execute()
      if (state === 'unconfirmed') await publish(work, 'waitlist.unconfirmed', { wishId: id })
    }),
  )
  if (who.clientId !== null) return { state, sentTo: null, outbox: null }
  return { state, sentTo: addressHint('email', who.email), outbox: outboxOfContact(work, 'email', who.email) }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/**
 * Where the days of these times begin; refuses not_found for a service that nobody can book, place_too_small, first_visit_only,
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
    place: placeAsked(work, order),
    ...(space === null ? {} : { space }),
  })
  return zone
}

const whoAsks = async (work: Work, { contact }: Order) => {
  const { accountId } = work.who
  if (accountId === null) {
    if (contact === null) return refuse('invalid_input', { fields: [{ field: 'contact.email' }] })
    return { ...contact, person: `email:${contact.email}`, clientId: null }
  }
  const own = await work.db
    .selectFrom('accounts')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const clientId = await clientOf(work, { ...own, phone: own.phone ?? '' })
  return { ...own, person: `client:${clientId}`, clientId }
}

const requireFew = async (work: Work, person: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from waitlist_wishes
    where person = ${person} and state in ('active', 'offered', 'paused')`.execute(work.db)
  if ((rows[0]?.n ?? 0) >= waitlistLimits.wishes) refuse('too_many_wishes')
}

/** Who waits for a service already does not wait twice. */
const orWaits = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (constraintOf(error) === 'waitlist_wishes_once') return refuse('already_waiting')
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

/** The times that somebody wishes for and could book now, the earliest first. */
const fitting = async (work: Work, wish: Wished): Promise<Slot[]> => {
  const today = localDate(work.now, wish.zone)
  const { days } = await slots(
    { ...work, who: { ...work.who, clientId: wish.client_id } },
    {
      professional: wish.professional_id,
      service: wish.service_id,
      ...visitOf(wish),
      place: wish.visit_place ?? undefined,
      from: wish.from_date < today ? today : wish.from_date,
      to: wish.to_date,
      ...(wish.space_id === null ? {} : { space: wish.space_id }),
    },
  )
  const earliest = work.now.getTime() + leastLeadMinutes * minuteMs
  return days.flatMap(({ slots }) =>
    slots.filter(({ startsAt }) => {
      const start = new Date(startsAt)
      return start.getTime() >= earliest && wish.parts.includes(partOf(start, wish.zone))
    }),
  )
}

/** Something of a booking ended: what opened may be what somebody waits for. */
export const followOpening = async (work: Work, bookingId: string) => {
  const booking = await work.db
    .selectFrom('bookings')
    .select('professional_id')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (booking !== undefined) await offerTimesOf(work, booking.professional_id)
}

/** No, or another hour: the one that was held is free again. */
export const followAnswer = async (work: Work, linkId: string) => {
  const link = await work.db
    .selectFrom('booking_links')
    .select('booking_id')
    .where('id', '=', linkId)
    .where('answer', 'in', ['declined', 'countered'])
    .executeTakeFirst()
  if (link !== undefined) await followOpening(work, link.booking_id)
}

/** So many professionals a minute are looked at whatever happened: new hours, a chair that somebody else gave back. */
const mostLooks = 20

/** Every minute: for whom it is morning, then whoever was looked at longest ago; wishes whose dates passed, letters that nobody opened. */
export const sweepWaitlist = async (work: Work) => {
  await sql`
    update waitlist_wishes set state = 'expired', ended_at = ${work.now}, email = null, version = version + 1
    where state in ('active', 'paused') and to_date < (${work.now}::timestamptz at time zone zone)::date`.execute(
    work.db,
  )
  await sql`
    delete from waitlist_wishes where state = 'unconfirmed' and asked_at < ${new Date(work.now.getTime() - dayMs)}`.execute(
    work.db,
  )
  const { rows } = await sql<{ id: number }>`
    select professional_id as id from waitlist_wishes where state = 'active'
    group by professional_id
    order by coalesce(bool_or(wakes_at <= ${work.now}), false) desc, min(looked_at), professional_id
    limit ${mostLooks}`.execute(work.db)
  await eachApart(work, rows, ({ id }) => offerTimesOf(work, id))
}

/** So many who wait for one professional are read at once; then those who asked after them, until all were looked at. */
const mostWishes = 50

/** Whoever asked first is offered the first of the times that suit them; then the next is asked about what is left. */
export const offerTimesOf = async (work: Work, professionalId: number) => {
  await work.db
    .updateTable('waitlist_wishes')
    .set({ looked_at: work.now, wakes_at: null })
    .where('professional_id', '=', professionalId)
    .where('state', '=', 'active')
    .execute()
  for (let wishes = await waiting(work, professionalId, null); wishes.length > 0;) {
    await eachApart(work, wishes, (wish) => offer(work, wish))
    wishes = wishes.length < mostWishes ? [] : await waiting(work, professionalId, wishes.at(-1)?.id ?? null)
  }
}

/** Who waits for them, whoever asked first, after the wish `after`. */
const waiting = (work: Work, professionalId: number, after: string | null): Promise<Row[]> =>
  work.db
    .selectFrom('waitlist_wishes')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .where('state', '=', 'active')
    // What passed at midnight is swept within the minute.
    .where(sql<boolean>`to_date >= (${work.now}::timestamptz at time zone zone)::date`)
    .where((db) => db.or([db('rests_until', 'is', null), db('rests_until', '<=', work.now)]))
    .where(isNotSuspended)
    // By the row, as it may be over meanwhile; a moment of ours knows no microseconds.
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(asked_at, id) > (select last.asked_at, last.id from waitlist_wishes last where last.id = ${after})`,
      ),
    )
    .orderBy('asked_at')
    .orderBy('id')
    .limit(mostWishes)
    .execute()

/** Nothing is offered to whoever may not book. */
const isNotSuspended = sql<boolean>`not exists (select from accounts a where a.suspended_at is not null
  and (a.id = (select account_id from clients where id = waitlist_wishes.client_id) or a.email = waitlist_wishes.email))`

/** Two who look at once look at one wish after the other; another booker is quicker: the next time, or none. */
const offer = async (work: Work, wish: Row) => {
  const before = await work.db
    .selectFrom('waitlist_offers')
    .select([sql<Date>`lower(during)`.as('from'), sql<Date>`upper(during)`.as('to')])
    .where('wish_id', '=', wish.id)
    .execute()
  const fresh = (await orNone(() => fitting(work, wish))).filter((slot) =>
    before.every(({ from, to }) => new Date(slot.endsAt) <= from || new Date(slot.startsAt) >= to),
  )
  const wakes = fresh.length === 0 ? null : await wakesAt(work, await accountOf(work, wish), wish.zone)
  const open = wakes === null || isUp(work, wish) ? fresh : await goneBy(work, wish, { wakes, fresh })
  for (const slot of open.slice(0, mostTries))
    if (await offerOne(work, wish.id, { slot, atNight: wakes !== null })) return
  if (wakes !== null && open.length < fresh.length)
    await work.db.updateTable('waitlist_wishes').set({ wakes_at: wakes }).where('id', '=', wish.id).execute()
}
const mostTries = 3

const accountOf = async (work: Work, { client_id: clientId }: Row): Promise<number | null> => {
  const client = await work.db
    .selectFrom('clients')
    .select('account_id')
    .where('id', '=', clientId)
    .executeTakeFirst()
  return client?.account_id ?? null
}

/** Who has asked so lately is not asleep, whatever the clock says. */
const upMinutes = 30
const isUp = (work: Work, wish: Row) => wish.asked_at.getTime() > work.now.getTime() - upMinutes * minuteMs

/** Whoever wakes does not look at once. */
const risingMinutes = 15

/** Of what opened at night what could not be booked in the morning any more: the rest can wait, and its person sleeps. */
const goneBy = async (work: Work, wish: Row, { wakes, fresh }: { wakes: Date; fresh: readonly Slot[] }) => {
  const morning = new Date(wakes.getTime() + risingMinutes * minuteMs)
  if (localDate(morning, wish.zone) > wish.to_date) return [...fresh]
  const then = new Set((await orNone(() => fitting({ ...work, now: morning }, wish))).map(placeInTime))
  return fresh.filter((slot) => !then.has(placeInTime(slot)))
}
const placeInTime = ({ spaceId, startsAt }: Slot) => `${spaceId} ${startsAt}`

/** Not for sale any more, not so far from them, or not for so many: nothing opens. */
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

/** Held, linked and told, or nothing of it. False: the time went to somebody else. */
const offerOne = async (
  work: Work,
  wishId: string,
  { slot, atNight }: { slot: Slot; atNight: boolean },
): Promise<boolean> => {
  try {
    return await inTransaction(work, async (work) => {
      const wish = await lockWish(work, wishId)
      // Somebody else looked in between, or they stopped waiting.
      if (wish?.state !== 'active' || wish.email === null) return true
      const holder = `wish:${wish.id}`
      const expiresAt = offerUntil(new Date(slot.startsAt), work.now)
      const bookingId = await holdFor(
        { ...work, who: { ...work.who, clientId: wish.client_id } },
        openToken(work, slot.token),
        { by: 'client', holder, holders: [holder], clientId: wish.client_id, expiresAt, contact: null },
      )
      if (bookingId === null) return refuse('slot_taken')
      const linkId = await makeLink(work, {
        kind: 'waitlist',
        bookingId,
        firstName: wish.first_name,
        lastName: wish.last_name,
        email: wish.email,
        phone: null,
        note: '',
        expiresAt,
      })
      await work.db
        .insertInto('waitlist_offers')
        .values({
          id: linkId,
          wish_id: wish.id,
          booking_id: bookingId,
          during: sql<string>`tstzrange(${slot.startsAt}::timestamptz, ${slot.endsAt}::timestamptz)`,
          created_at: work.now,
          expires_at: expiresAt,
          at_night: atNight,
        })
        .execute()
      await setWish(work, wish, { state: 'offered' })
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
  // The service asks for a choice since they began to wait.
  'option_needed',
  'client_busy',
  'own_booking',
  'too_many_holds',
])

const lockWish = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('waitlist_wishes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const setWish = (work: Work, wish: Row, values: Partial<Omit<Row, 'id' | 'version'>>) =>
  work.db
    .updateTable('waitlist_wishes')
    .set({ ...values, version: wish.version + 1 })
    .where('id', '=', wish.id)
    .execute()

/** Somebody has an hour of what they waited for, however they came by it. */
export const endFulfilled = async (work: Work, bookingId: string) => {
  await sql`
    update waitlist_wishes wish set state = 'taken', ended_at = ${work.now}, version = wish.version + 1
    from bookings booking
    where booking.id = ${bookingId}::uuid and booking.status in ('requested', 'confirmed') and booking.kind = 'visit'
      and wish.service_id = booking.service_id and ${isDoneBy} and wish.state in ('active', 'paused')
      and wish.person in ('client:' || booking.client_id, 'email:' || (booking.contact ->> 'email'))
      and booking.local_start::date between wish.from_date and wish.to_date`.execute(work.db)
}

/** The secret of a visitor's wish: whoever reads their mail may confirm it, go on and stop. */
export const wishToken = (work: Work, id: string) => work.tokens.sign('wish', { id }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

const wishIn = (work: Work, token: string): string => {
  const opened = z.safeParse(z.object({ id: z.uuid() }), work.tokens.open('wish', token, work.now))
  return opened.success ? opened.data.id : refuse('not_found')
}

export const readLinked = async (work: Work, token: string): Promise<View> =>
  readWish(work, wishIn(work, token))

export const moveLinked = async (work: Work, token: string, move: WishMove): Promise<View> => {
  const id = wishIn(work, token)
  await makeWishMove(work, id, move)
  return readWish(work, id)
}

/** Through the person: somebody else's wish is not found. */
export const moveOwn = (work: Work, id: string, move: 'resume' | 'stop'): Promise<View> =>
  moveTheirs(work, sql`wish.client_id = ${work.who.clientId ?? 0}`, id, move)

/** The same of whoever has shown that one of these mailboxes is theirs: they may confirm it too. */
export const moveOfMailboxes = (
  work: Work,
  emails: readonly string[],
  id: string,
  move: WishMove,
): Promise<View> => moveTheirs(work, ofMailboxes(emails), id, move)

const moveTheirs = async (
  work: Work,
  theirs: ReturnType<typeof sql>,
  id: string,
  move: WishMove,
): Promise<View> => {
  const { rows } =
    await sql`select from waitlist_wishes wish where wish.id = ${id}::uuid and ${theirs}`.execute(work.db)
  if (rows.length === 0) return refuse('not_found')
  await makeWishMove(work, id, move)
  return readWish(work, id)
}

/** Wishes of visitors: those of an account are its own. */
const ofMailboxes = (emails: readonly string[]) =>
  sql`wish.person = any(${emails.map((email) => `email:${email}`)}::text[])`

/** Refuses not_found, move_not_allowed with the reason of the disabled button, already_waiting, too_many_wishes. */
const makeWishMove = (work: Work, id: string, move: WishMove) =>
  orWaits(() =>
    inTransaction(work, async (work) => {
      if (move === 'stop') await letOfferGo(work, id)
      const wish = (await lockWish(work, id)) ?? refuse('not_found')
      const state = z.parse(WishState, wish.state)
      const answer = mayMoveWish(move, { state })
      if (!answer.allowed) throw new Refusal('move_not_allowed', undefined, answer.reason)
      if (move === 'stop') return setWish(work, wish, { ...ended, ended_at: work.now })
      if (move === 'confirm') {
        await requireFew(work, wish.person)
        // The letter was in their mailbox: this browser is theirs.
        if (wish.email !== null) await believeContact(work, wish.email)
      }
      return setWish(work, wish, { state: 'active', passes: 0, rests_until: null })
    }),
  )

const ended = { state: 'withdrawn', email: null, last_name: '' }

/** Who stops waiting lets go of what is held for them; not while their bank answers. */
const letOfferGo = async (work: Work, wishId: string) => {
  const open = await work.db
    .selectFrom('waitlist_offers')
    .select('booking_id')
    .where('wish_id', '=', wishId)
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

type Shown = Row & {
  service: string
  professional_first: string
  professional_last: string
  space: string | null
  offer: string | null
  booking_id: string | null
  starts_at: Date | null
  ends_at: Date | null
  booking_zone: string | null
  booking_space: string | null
  booking_place: number | null
  home_line: string | null
  comes: number
  total_cents: number | null
  hold_expires_at: Date | null
}

const shownWishes = async (work: Work, which: ReturnType<typeof sql>): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`
    select wish.*, ${wishName} as service, professional.first_name as professional_first,
      professional.last_name as professional_last, space.name as space, offer.id as offer, booking.id as booking_id,
      booking.starts_at, booking.ends_at, booking.zone as booking_zone, ${spaceNamed('place')} as booking_space,
      booking.visit_place as booking_place, booking.total_cents, booking.hold_expires_at, home.line as home_line,
      ${personsOfWish} as comes
    from waitlist_wishes wish
    join professionals professional on professional.id = wish.professional_id
    left join spaces space on space.id = wish.space_id
    left join visit_places home on home.place = wish.visit_place
    left join waitlist_offers offer on offer.wish_id = wish.id and offer.state = 'open'
    left join bookings booking on booking.id = offer.booking_id and booking.hold_expires_at > ${work.now}
    left join spaces place on place.id = booking.space_id
    where ${which}
    order by offer.id is null, wish.asked_at, wish.id limit 100`.execute(work.db)
  return rows
}

const readWish = async (work: Work, id: string): Promise<View> => {
  const [shown] = await shownWishes(work, sql`wish.id = ${id}::uuid`)
  return present(work, shown ?? refuse('not_found'))
}

export const ownWishes = (work: Work): Promise<View[]> =>
  wishesOf(work, sql`wish.client_id = ${work.who.clientId ?? 0}`)

/** For whoever has shown that these mailboxes are theirs. */
export const wishesOfMailboxes = (work: Work, emails: readonly string[]): Promise<View[]> =>
  wishesOf(work, ofMailboxes(emails))

/** What lives, and what ended within the month. */
const wishesOf = async (work: Work, theirs: ReturnType<typeof sql>): Promise<View[]> => {
  const since = new Date(work.now.getTime() - 30 * dayMs)
  const shown = await shownWishes(
    work,
    sql`${theirs} and wish.state <> 'withdrawn' and (wish.ended_at is null or wish.ended_at > ${since})`,
  )
  return shown.map((wish) => present(work, wish))
}

/** Whether a visitor with this mailbox waits for anything. */
export const waitsByMailbox = async (work: Work, email: string): Promise<boolean> => {
  const { rows } = await sql`select from waitlist_wishes wish
    where ${ofMailboxes([email])} and wish.state in ('unconfirmed', 'active', 'offered', 'paused') limit 1`.execute(
    work.db,
  )
  return rows.length > 0
}

const wished = (wish: Shown) => ({
  state: z.parse(WishState, wish.state),
  from: wish.from_date,
  to: wish.to_date,
  parts: z.parse(z.array(DayPart), wish.parts),
  modality: z.parse(Modality, wish.modality),
  place: wish.space,
  askedAt: wish.asked_at.toISOString(),
})

const present = (work: Work, wish: Shown): View => ({
  id: wish.id,
  ...wished(wish),
  service: { id: wish.service_id, name: wish.service },
  ...visitOf(wish),
  home: wish.home_line,
  professional: {
    id: wish.professional_id,
    firstName: wish.professional_first,
    lastName: wish.professional_last,
  },
  passes: wish.passes,
  offer:
    wish.offer === null || wish.starts_at === null || wish.ends_at === null || wish.hold_expires_at === null
      ? null
      : {
          startsAt: wish.starts_at.toISOString(),
          endsAt: wish.ends_at.toISOString(),
          zone: wish.booking_zone ?? wish.zone,
          place: wish.booking_space ?? placeNameOf(wish.booking_place),
          totalCents: wish.total_cents ?? 0,
          expiresAt: wish.hold_expires_at.toISOString(),
          token: tokenOf(work, wish.offer),
        },
})

/** How many wait for what: no name leaves the server. */
export const waitingForMe = async (work: Work): Promise<Reply<typeof contract.professionalWaitlist>> => {
  const shown = await shownWishes(
    work,
    sql`wish.professional_id = ${work.who.professionalId ?? 0} and wish.state in ('active', 'offered', 'paused')`,
  )
  const counts = new Map<string, number>()
  for (const { service } of shown) counts.set(service, (counts.get(service) ?? 0) + 1)
  return {
    counts: [...counts]
      .map(([service, waiting]) => ({ service, waiting }))
      .toSorted((a, b) => b.waiting - a.waiting),
    wishes: shown.map((wish) => ({
      id: wish.id,
      ...wished(wish),
      service: wish.service,
      persons: wish.comes,
      offered:
        wish.starts_at === null || wish.hold_expires_at === null
          ? null
          : {
              startsAt: wish.starts_at.toISOString(),
              zone: wish.booking_zone ?? wish.zone,
              expiresAt: wish.hold_expires_at.toISOString(),
            },
    })),
  }
}
