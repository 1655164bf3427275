/**
 * A time is held for ten minutes: the booking's first state, with the claims of everybody whose time it
 * is. Money comes later (booking.ts).
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import * as z from 'zod/mini'
import { addOnLabel, type AddOnRef, addOnName, byPerson } from '#contract/service/add-on.ts'
import { couponLabel } from '#contract/pricing/coupon-price.ts'
import type { HourPrice } from '#contract/pricing/demand-price.ts'
import { takesAmount, VoucherMethod } from '#contract/payment/payment.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import type { OwnHolds, Slot } from '#contract/availability/slot.ts'
import { Quote, type Hold } from '#contract/booking/booking.ts'
import type { BookedHold, LostHold } from '#contract/booking/checkout/lost-hold.ts'
import { tipChoice } from '#contract/booking/tip-limits.ts'
import {
  carvedAll,
  claiming,
  refuseTaken,
  release,
  takenAll,
  type Taking,
  leavesNoTime,
  requireTimeToTravel,
} from '#server/availability/block/availability.ts'
import { hasSeat } from '#server/availability/slots/seat.ts'
import { keptCoupon } from '#server/availability/slots/coupon.ts'
import { rentBeyond } from '#server/availability/slots/offer-price.ts'
import {
  decide,
  nearest,
  openToken,
  present as presentSlot,
  type Shown as Choice,
} from '#server/availability/slots/slots.ts'
import type { Contact } from '#server/booking/contact/client.ts'
import { lockById, makeMove, requireMove, waitsFor } from '#server/booking/moves/move.ts'
import { requireOptions } from '#server/booking/moves/option.ts'
import { holderOf, holdersOf } from '#server/booking/moves/party.ts'
import {
  addOnsOf,
  findPlaced,
  partsOf,
  seatIn,
  type Placed,
  selectPlaced,
  serviceOf,
} from '#server/booking/summary/present.ts'
import { asClaim, claimedBy, holdExpiry, minutesBetween } from '#server/booking/moves/rules.ts'
import { inTwo, upfrontsOf } from '#server/booking/moves/upfront.ts'
import { voucherUntil } from '#server/booking/moves/voucher.ts'
import { furtherOf, letGoWith, waitsWithAnother } from '#server/booking/checkout/series-held.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { giveBack, letGoOfCredit, read as readPayment } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish, publishing } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import type { Bookings } from '#server/platform/database/tables.ts'
import { despiteDeadlocks, inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { quote } from '#server/pricing/split.ts'

type View = z.input<typeof Hold>

/**
 * Holds what a slot's token shows, for whoever asks: a person with or without an account. The same time
 * twice by the same person is one hold. Refuses slot_taken with the three nearest free times,
 * slot_not_available, option_needed, price_changed with today's price, client_busy, place_too_small, too_many_holds,
 * own_booking of the professional's own time.
 */
export const hold = async (work: Work, slotToken: string): Promise<View> => {
  const { professionalId } = openToken(work, slotToken)
  if (isOwn(work.who.professionalId, professionalId)) return refuse('own_booking')
  const id = await holdAs(work, slotToken, {
    by: 'client',
    holder: holderOf(work.who),
    holders: holdersOf(work.who),
    clientId: work.who.clientId,
    expiresAt: holdExpiry(work.now),
    contact: null,
  })
  return presentHold(work, (await findPlaced(work, id)) ?? refuse('not_found'))
}

/** Who holds: the client for themselves, or the host's desk or the professional for a client who is to pay. */
export type Holding = {
  by: 'client' | 'host' | 'professional'
  holder: string
  /** All names under which the same time is already held by the same person. */
  holders: readonly string[]
  /** Somebody signed in holds their own time too; a visitor is not known before they say who they are. */
  clientId: number | null
  expiresAt: Date
  contact: Contact | null
}

/** The booking's id; of the same time twice the first one's. Refuses as `hold` does. */
export const holdAs = async (work: Work, slotToken: string, holding: Holding): Promise<string> => {
  const choice = openToken(work, slotToken)
  const { offer, price, decision, claims } = await decide(work, choice)
  requireOptions(offer.open)
  if (!decision.ok) {
    const mine = await ownHoldOf(work, choice, holding)
    if (mine !== undefined) return mine.id
    if (decision.reason === 'client_busy' || decision.reason === 'place_too_small')
      return refuse(decision.reason)
    const alternatives = await alternativesTo(work, choice)
    return refuse(takenOrNot(decision.reason), { reason: decision.reason, alternatives })
  }
  if (price.totalCents !== choice.totalCents) {
    const slot = { startsAt: choice.startsAt, endsAt: claims.client.end, unitId: decision.unitId }
    const details = {
      oldTotalCents: choice.totalCents,
      newTotalCents: offer.priceAt(choice.startsAt).totalCents,
    }
    return refuse('price_changed', { ...details, slot: presentSlot(work, offer, slot, choice) })
  }
  return take(
    work,
    choice,
    holding,
    bookingOf(work, choice, holding, { offer, price, claims, ...standOf(decision) }),
    segmentsOf(offer, choice),
  )
}

/** Somebody else has the time, or it is none at all. */
export const takenOrNot = (reason: string) =>
  ['class_full', 'professional_busy', 'no_time_to_travel', 'unit_busy', 'equipment_busy'].includes(reason)
    ? 'slot_taken'
    : 'slot_not_available'

type Segment = { serviceId: number; person: number; name: string; minutes: number; priceCents: number }
/** Of a visit of several services what is kept of each; none of one of one person. */
export const segmentsOf = (
  offer: Offer,
  { startsAt, shownAt }: Pick<Choice, 'startsAt' | 'shownAt'>,
): Segment[] =>
  (offer.segmentsAt?.(startsAt, shownAt) ?? []).map(({ price, serviceId, person = 1, name, minutes }) => ({
    serviceId,
    person,
    name,
    minutes,
    priceCents: price.totalCents,
  }))

type Line = { label: string; amountCents: number; person?: number }
/** Line by line: each service at its own price with what is added to it, and behind it what its hour changes. */
const linesOf = (
  offer: Offer,
  { startsAt, serviceId, shownAt }: Omit<Choice, 'totalCents'>,
  price: HourPrice,
): [Line, ...Line[]] => {
  const [first = { serviceId, person: undefined, plainName: offer.plainName, price }, ...more] =
    offer.segmentsAt?.(startsAt, shownAt) ?? []
  return [
    serviceLine(offer, first),
    ...linesBehind(offer, first),
    ...more.flatMap((one) => [serviceLine(offer, one), ...linesBehind(offer, one)]),
  ]
}

type Priced = { serviceId: number; person: number | undefined; plainName: string; price: HourPrice }
const addedTo = ({ addOns }: Offer, { serviceId, person = 1 }: Priced) =>
  addOns.filter((one) => one.serviceId === serviceId && (one.person ?? 1) === person)
const whose = ({ person }: Priced) => (person === undefined ? {} : { person })

const serviceLine = (offer: Offer, one: Priced): Line => ({
  label: one.plainName,
  amountCents: addedTo(offer, one).reduce((left, { priceCents }) => left - priceCents, one.price.baseCents),
  ...whose(one),
})
const linesBehind = (offer: Offer, one: Priced): Line[] => [
  ...addedTo(offer, one).map((added) => ({
    label: addOnLabel(added),
    amountCents: added.priceCents,
    ...whose(one),
  })),
  ...one.price.deltas.map((delta) => ({
    label: delta.kind === 'coupon' ? couponLabel(delta.code) : slotPriceNames[delta.kind],
    amountCents: delta.amountCents,
    ...whose(one),
  })),
]

/** Where in the hours of a professional it stands: `outside` is what of a visit over the edge of rented hours owes rent; null: all, or nothing within them. */
type Stand = {
  unitId: number | null
  /** A seat of that class: all around it is the class's own. */
  classId: string | null
  insideId: string | null
  outside: Outside | null
  equipment: Yes['equipment']
}
type Yes = Extract<Decided['decision'], { ok: true }>
type Outside = NonNullable<Yes['over']>['outside']

export const standOf = ({ unitId, session, insideId, over, equipment }: Yes): Stand => ({
  unitId,
  classId: session?.id ?? null,
  equipment,
  insideId: insideId ?? null,
  outside: over?.outside ?? null,
})

/** For somebody who waits for such a time, or repeats a visit; refuses option_needed. Null: it went to somebody else. The caller's transaction must then roll back. */
export const holdFor = async (work: Work, choice: Choice, holding: Holding): Promise<string | null> => {
  const { offer, price, decision, claims } = await decide(work, choice)
  requireOptions(offer.open)
  if (!decision.ok || price.totalCents !== choice.totalCents) return null
  return takeHold(
    work,
    bookingOf(work, choice, holding, { offer, price, claims, ...standOf(decision) }),
    segmentsOf(offer, choice),
  )
}

/** The row that is written, complete but for its place among the holder's two. */
const bookingOf = (
  work: Work,
  choice: Choice,
  { by, holder, clientId, expiresAt, contact }: Holding,
  { price, ...where }: Where & { price: HourPrice },
): NewHold => {
  const { offer } = where
  const { totalCents } = price
  const place = placed(choice, where, totalCents)
  const quoted = quoteOf(offer, choice, { price, rentCents: place.rent_cents, expiresAt })
  return {
    id: randomUUIDv7(),
    status: 'held',
    holder,
    hold_expires_at: expiresAt,
    professional_id: offer.professionalId,
    service_id: offer.serviceId,
    client_id: clientId,
    booked_by: by,
    channel: choice.channel ?? 'marketplace',
    contact: contact === null ? null : JSON.stringify(contact),
    // Who made the appointment has said yes to it.
    professional_acceptance: by === 'professional' ? 'not_needed' : askedOf(offer, where),
    ...place,
    class_id: where.classId,
    ...madeOf(offer),
    total_cents: totalCents,
    ...upfrontIn(offer, choice, totalCents),
    terms: JSON.stringify(offer.terms),
    quote: JSON.stringify(quoted),
    quote_hash: quoted.hash,
    created_at: work.now,
  }
}

/** What of it is paid when one books, each service by its own rule. */
export const upfrontIn = (offer: Offer, choice: Pick<Choice, 'startsAt' | 'shownAt'>, totalCents: number) => {
  const segments = segmentsOf(offer, choice)
  const alone = [{ serviceId: offer.serviceId, priceCents: totalCents }]
  return upfrontsOf(offer.upfronts, segments.length === 0 ? alone : segments)
}

/** Is its professional asked? Whoever rented the hours beforehand, or set a class, wants it filled. */
export const askedOf = (
  { asks }: Offer,
  { classId, insideId, outside }: Pick<Stand, 'classId' | 'insideId' | 'outside'>,
): 'pending' | 'not_needed' =>
  asks && classId === null && (insideId === null || outside !== null) ? 'pending' : 'not_needed'

/** What it costs, line by line, and to whom it goes. */
export const quoteOf = (
  offer: Offer,
  choice: Omit<Choice, 'totalCents'>,
  { price, rentCents, expiresAt }: { price: HourPrice; rentCents: number; expiresAt: Date },
) => {
  const [first, ...deltas] = linesOf(offer, choice, price)
  return quote(offer.terms, {
    serviceName: first.label,
    person: first.person,
    serviceCents: price.totalCents,
    deltas,
    rentCents,
    expiresAt,
  })
}

/** What a visit is made of, as it is booked. */
export const madeOf = ({ serviceName, addOns, snapshot, toleranceMinutes }: Offer) => ({
  service_name: serviceName,
  tolerance_minutes: toleranceMinutes,
  persons: snapshot.service.persons ?? 1,
  add_ons: addOns.length === 0 ? null : JSON.stringify(addOns),
  processes: snapshot.service.processes?.slice() ?? null,
})

/** When and where, and what it costs to be there: all of a booking that changes when it goes to another hour. */
export const placed = (
  choice: { startsAt: number },
  { offer, claims, unitId, classId, insideId, outside, equipment = [] }: Where,
  totalCents: number,
) => {
  return {
    space_id: offer.spaceId,
    visit_place: offer.place,
    unit_id: unitId,
    equipment: equipment.length === 0 ? null : JSON.stringify(equipment),
    host_id: offer.hostId,
    agreement_id: classId === null && (insideId === null || outside !== null) ? offer.agreementId : null,
    inside_id: insideId,
    starts_at: new Date(choice.startsAt),
    ends_at: new Date(claims.client.end),
    buffer_before_minutes: minutesBetween(new Date(claims.professional.start), new Date(choice.startsAt)),
    buffer_after_minutes: minutesBetween(new Date(claims.client.end), new Date(claims.professional.end)),
    unit_after_minutes: Math.round((claims.unit.end - claims.client.end) / 60_000),
    zone: offer.zone,
    local_start: localStart(new Date(choice.startsAt), offer.zone),
    // Within hours that were rented before the rent is paid already; a class owes none (class.ts).
    ...(classId !== null
      ? noRent
      : insideId === null
        ? rentOfHold(offer, choice.startsAt, totalCents)
        : outside === null
          ? noRent
          : rentOfOutside(offer, outside, totalCents)),
  }
}

const noRent = { rent_cents: 0, rent_minutes: 0, rent_lines: null, cleaning_cents: 0 }

/** The rent of this very moment. From here on it stands, whatever becomes of the rules; what it is made of, where that is more than hours. */
const rentOfHold = ({ rent }: Offer, startsAt: number, totalCents: number) => {
  if (rent === null) return noRent
  const { prices, chargedMinutes } = rent
  // Hours at one price say it themselves.
  if (rent.plain)
    return {
      rent_cents: rent.centsAt(startsAt, totalCents),
      rent_minutes: chargedMinutes,
      rent_lines: null,
      cleaning_cents: 0,
    }
  const explained = explainRent(prices, rent.stayAt(startsAt, totalCents))
  const cleaning = explained.lines.filter(({ kind }) => kind === 'cleaning')
  return {
    rent_cents: explained.totalCents,
    rent_minutes: chargedMinutes,
    rent_lines: JSON.stringify(explained.lines),
    cleaning_cents: cleaning.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

/** The rent of what lies outside of hours that were rented before, and what it is made of. */
const rentOfOutside = ({ rent }: Offer, outside: Outside, totalCents: number) => {
  if (rent === null || outside.length === 0) return noRent
  const explained = outside.map((part) => {
    const { prices, stay } = rent.besideOf(part, totalCents)
    return explainRent(prices, stay)
  })
  const { rentCents, chargedMinutes } = rentBeyond(rent, outside, totalCents)
  return {
    rent_cents: rentCents,
    rent_minutes: chargedMinutes,
    rent_lines: JSON.stringify(explained.flatMap(({ lines }) => lines)),
    cleaning_cents: 0,
  }
}

type Decided = Awaited<ReturnType<typeof decide>>
type Offer = Decided['offer']
type ClaimSpans = Decided['claims']
type Where = { offer: Offer; claims: ClaimSpans } & Stand
/** The row of a hold, with what its claims are made of. */
export type NewHold = Insertable<Bookings> & {
  booked_by: string
  hold_expires_at: Date
  client_id: number | null
  unit_id: number | null
  inside_id: string | null
  class_id: string | null
  visit_place: number | null
  starts_at: Date
  ends_at: Date
  buffer_before_minutes: number
  buffer_after_minutes: number
  unit_after_minutes: number
}

/** Booking and claims, all or nothing; who comes second is offered the nearest times. */
const take = async (
  work: Work,
  choice: Choice,
  asked: Holding,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string> => {
  try {
    return await takeHold(work, holding, segments)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error
    const mine = await ownHoldOf(work, choice, asked)
    if (mine !== undefined) return mine.id
    return refuse('slot_taken', { alternatives: await alternativesTo(work, choice) })
  }
}

/** Booking and claims, or a refusal: slot_taken, too_many_holds, slot_not_available under an agreement that allows no more. */
export const takeHold = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[] = [],
): Promise<string> =>
  (await tryTake(work, holding, segments)) ?? (await afterOwnLapsed(work, holding, segments))

/** Null when both of the holder's places are taken. */
const tryTake = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string | null> => {
  const taking = {
    bookingId: holding.id,
    claims: claimedBy(holding).map(asClaim),
    holdUntil: holding.hold_expires_at,
    // The class itself is what was carved out of rented hours.
    insideId: holding.class_id === null ? holding.inside_id : null,
  }
  crashPoint('before-hold')
  try {
    const { inside_id: insideId } = holding
    const isTaken = await despiteDeadlocks(work, async () => {
      const isTaken = await (typeof holding.class_id === 'string'
        ? writeSeat(work, holding, holding.class_id, taking, segments)
        : insideId === null
          ? write(work, holding, taking, segments)
          : writeInside(work, holding, insideId, taking, segments))
      if (work.db.isTransaction) await requireTimeToTravel(work)
      return isTaken
    })
    crashPoint('committed-hold')
    return isTaken ? holding.id : null
  } catch (error) {
    const constraint = constraintOf(error)
    // No place among the holder's two, or somebody else of theirs took it now: no booking for the claims to belong to.
    if (constraint === 'bookings_hold_place_check' || constraint === 'claims_of_booking') return null
    // A transaction of somebody else's has nothing more to ask after this.
    if (leavesNoTime(error)) return refuse('slot_taken')
    if (constraint === 'slot_taken')
      return work.db.isTransaction ? refuse('slot_taken') : refuseTaken(work, taking)
    // Suspended, or without a cédula, between the look and the hold.
    if (constraint === 'party_suspended' || constraint === 'bookings_licensed')
      return refuse('slot_not_available', { reason: 'inactive' })
    if (constraint === 'client_suspended') return refuse('account_suspended')
    if (constraint === 'bookings_own_client') return refuse('own_booking')
    // The option was taken off between the look and the hold.
    if (constraint === 'bookings_own_options') return refuse('option_needed')
    // The agreement was paused, its hours used up or the day full, between the look and the hold.
    if (constraint?.startsWith('agreement_') || constraint === 'service_daily_cap')
      refuse('slot_not_available', { reason: constraint })
    throw error
  }
}

/** One after the other of those who book within the same rented hours: each sees what the one before left of them. */
const writeInside = (
  work: Work,
  holding: NewHold,
  insideId: string,
  taking: Taking,
  segments: readonly Segment[],
) =>
  inTransaction(work, async (work) => {
    await sql`select from bookings where id = ${insideId}::uuid for no key update`.execute(work.db)
    return write(work, holding, taking, segments)
  })

/** One after the other of those who book a class: each has the first seats that are free, one for each who comes. */
const writeSeat = (
  work: Work,
  holding: NewHold,
  classId: string,
  taking: Taking,
  segments: readonly Segment[],
) =>
  inTransaction(work, async (work) => {
    const class_seats = await freeSeats(work, classId, holding.persons ?? 1)
    return write(work, { ...holding, class_seats }, taking, segments)
  })

/**
 * As many as come, all or none. Locks the class until the transaction ends; holds of it that lapsed give way. Refuses slot_taken: so
 * many are not free any more, or it is cancelled.
 */
export const freeSeats = async (work: Work, classId: string, persons: number): Promise<number[]> => {
  await sql`select from class_sessions where id = ${classId}::uuid for no key update`.execute(work.db)
  const lapsed = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('class_id', '=', classId)
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', work.now)
    .execute()
  for (const { id } of lapsed) await expire(work, id)
  const { rows } = await sql<{ seat: number }>`
    select place as seat from class_sessions own, generate_series(1, own.capacity) as place
    where own.id = ${classId}::uuid and own.status = 'open'
      and not exists (select from bookings seat where seat.class_id = own.id and place = any(seat.class_seats) and ${hasSeat})
    order by place limit ${persons}`.execute(work.db)
  return rows.length < persons ? refuse('slot_taken') : rows.map(({ seat }) => seat)
}

/**
 * The booking in the first of the holder's two places that is free, its claims, its first move and the
 * fact, in one statement: a hold costs PostgreSQL one round trip, and a crash leaves all of it or nothing.
 */
const write = async (
  work: Work,
  holding: NewHold,
  taking: Taking,
  segments: readonly Segment[],
): Promise<boolean> => {
  const booking = work.db
    .insertInto('bookings')
    .values({ ...holding, hold_place: freePlace(countedFor(work, holding), holding.id) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'version'])
  const several =
    segments.length === 0
      ? sql``
      : sql`segments as (
      insert into booking_segments (booking_id, position, service_id, person, name, minutes, price_cents)
      select booking.id, part.ordinality, part.service_id, part.person, part.name, part.minutes, part.price_cents from booking,
        unnest(${segments.map(({ serviceId }) => serviceId)}::bigint[], ${segments.map(({ person }) => person)}::smallint[],
          ${segments.map(({ name }) => name)}::text[],
          ${segments.map(({ minutes }) => minutes)}::integer[], ${segments.map(({ priceCents }) => priceCents)}::bigint[])
          with ordinality as part(service_id, person, name, minutes, price_cents, ordinality)
    ), `
  const { rows } = await sql`
    with booking as (${booking}), ${several}${claiming(work, taking)}, moved as (
      insert into booking_moves (booking_id, version, move, to_status, actor, actor_account_id, at)
      select id, version, 'hold', 'held', ${holding.booked_by}::text, ${work.who.accountId}::bigint, ${work.now}::timestamptz from booking
    ), told as (${publishing('booking.held', { bookingId: holding.id })})
    select must(${takenAll} and ${carvedAll(taking)}, 'slot_taken') from booking`.execute(work.db)
  return rows.length === 1
}

/**
 * The first of the two places of these holders that nothing but this booking takes. A third is none: bookings_hold_place_check says so; two
 * at once for one of them are told apart by bookings_two_holds.
 */
export const freePlace = (holders: readonly string[], id: string) => sql<number>`coalesce((
  select place from (values (1), (2)) as places(place)
  where not exists (select from bookings mine where mine.holder = any(${[...holders]}::text[]) and mine.hold_place = place
    and mine.status in ('held', 'awaiting_payment') and mine.id <> ${id})
  order by place limit 1), 3)`

/** Whose holds count: a visitor who signed in has those of before too. */
const countedFor = ({ who }: Work, { holder }: NewHold): string[] =>
  holder === holderOf(who) ? holdersOf(who) : [holder]

/** Holds of one's own that ran out may still stand there until the next sweep: they go, and it is tried again. */
const afterOwnLapsed = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string> => {
  const lapsed = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('holder', 'in', countedFor(work, holding))
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', work.now)
    .execute()
  for (const { id } of lapsed) await expire(work, id)
  return (await tryTake(work, holding, segments)) ?? tooMany(work, holding)
}

/** To a client it is told what they hold, so that they can let go of one right there. */
const tooMany = async (work: Work, holding: NewHold): Promise<never> => {
  if (holding.booked_by !== 'client') return refuse('too_many_holds')
  const rows = await work.db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'starts_at', 'zone', 'status'])
    .where('holder', 'in', countedFor(work, holding))
    .where('status', 'in', ['held', 'awaiting_payment'])
    .orderBy('starts_at')
    .execute()
  const holds = rows.map(({ id, service_name, starts_at, zone, status }) => ({
    id,
    name: service_name,
    startsAt: starts_at.toISOString(),
    zone,
    isPaying: status === 'awaiting_payment',
  }))
  return refuse('too_many_holds', { holds } satisfies z.input<typeof OwnHolds>)
}

/** When many want the same time at the same moment, its neighbours are looked up once for all of them. */
const alternativesTo = (work: Work, choice: Choice): Promise<Slot[]> => {
  const { professionalId, serviceId, more, addOns, persons, place, startsAt, channel } = choice
  const look = () =>
    nearest(work, {
      professionalId,
      serviceId,
      more,
      addOns,
      persons,
      place,
      channel,
      startsAt: new Date(startsAt),
      count: 3,
    })
  // Who is signed in is not offered times at which they are busy: their own answer.
  if (work.who.clientId !== null) return look()
  const key = JSON.stringify([professionalId, serviceId, more, addOns, persons, place, startsAt, channel])
  const underWay = lookUps.get(key) ?? look().finally(() => lookUps.delete(key))
  lookUps.set(key, underWay)
  return underWay
}
const lookUps = new Map<string, Promise<Slot[]>>()

/** "2,3": what follows the first service of a visit. */
const moreServices = sql<string>`coalesce((select string_agg(segment.service_id::text, ',' order by segment.position)
  from booking_segments segment where segment.booking_id = booking.id and segment.position > 1), '')`

/** "2,1": how many of them each of several people has. */
const countsOfBooking = sql<string>`case when booking.persons = 1 then '' else (select string_agg(mine.count::text, ',' order by mine.person)
  from (select person, count(*) from booking_segments segment where segment.booking_id = booking.id group by person) mine) end`

/** "3-1,3-2,3-1-2": what is added, in any order. */
const addOnsOfBooking = sql<string>`coalesce((select string_agg((one ->> 'serviceId') || '-' || (one ->> 'id')
    || coalesce('-' || (one ->> 'person'), ''), ','
  order by coalesce((one ->> 'person')::integer, 1), (one ->> 'serviceId')::bigint, (one ->> 'id')::bigint)
  from jsonb_array_elements(booking.add_ons) as part(one)), '')`
export const addOnKey = (refs: readonly AddOnRef[]) => refs.toSorted(byPerson).map(addOnName).join()

/** The living hold of the same person on the same time: pressing twice is no race. */
const ownHoldOf = (work: Work, choice: Choice, { holders }: Holding): Promise<Placed | undefined> => {
  if (holders.length === 0) return Promise.resolve(undefined)
  return selectPlaced(work.db)
    .where('booking.holder', 'in', [...holders])
    .where('booking.status', '=', 'held')
    .where('booking.hold_expires_at', '>', work.now)
    .where('booking.professional_id', '=', choice.professionalId)
    .where('booking.service_id', '=', choice.serviceId)
    .where(moreServices, '=', (choice.more ?? []).join())
    .where(addOnsOfBooking, '=', addOnKey(choice.addOns ?? []))
    .where(countsOfBooking, '=', (choice.persons ?? []).join())
    .where('booking.starts_at', '=', new Date(choice.startsAt))
    .where('booking.space_id', 'is not distinct from', choice.spaceId)
    .where('booking.visit_place', 'is not distinct from', choice.place ?? null)
    .executeTakeFirst()
}

/** My hold while it lasts. Refuses not_found for anybody else's, hold_expired with what it was when its time is over or it is booked. */
export const readHold = async (work: Work, id: string): Promise<View> => {
  const shown = await findPlaced(work, id)
  if (shown === undefined || shown.kind === 'rent' || !holdersOf(work.who).includes(shown.holder))
    return refuse('not_found')
  if (shown.status === 'expired' || lapsed(shown, work.now))
    return refuse('hold_expired', { held: visitOf(work, shown) } satisfies z.input<typeof LostHold>)
  if (shown.hold_expires_at === null)
    return refuse('hold_expired', { bookedId: shown.id } satisfies z.input<typeof BookedHold>)
  return presentHold(work, shown)
}

/** What is or was held, and where: all that it takes to choose its like again. */
const visitOf = (work: Work, shown: Placed) => ({
  service: serviceOf(shown, shown.service_id ?? refuse('not_found')),
  byOwnLink: shown.channel === 'own_link',
  moreServices: shown.more_services,
  addOns: addOnsOf(shown),
  people: shown.people,
  ...partsOf(shown, { side: 'client', certain: false }, work.now),
})

const lapsed = (booking: { status: string; hold_expires_at: Date | null }, now: Date) =>
  booking.status === 'held' && booking.hold_expires_at !== null && booking.hold_expires_at <= now

const presentHold = async (work: Work, shown: Placed): Promise<View> => {
  const expiresAt = shown.hold_expires_at?.toISOString() ?? refuse('hold_expired')
  const further = shown.booked_by === 'professional' ? await furtherOf(work, shown.id) : []
  const kept = keptCoupon(shown)
  // The quote stands as long as the time is held.
  return {
    id: shown.id,
    version: shown.version,
    expiresAt,
    quote: { ...z.parse(Quote, shown.quote), expiresAt },
    ...visitOf(work, shown),
    asksFirst: waitsFor(shown).length > 0,
    proposed: shown.booked_by !== 'client',
    further,
    // What comes after it is paid by its card.
    vouchers: (further.length > 0 ? [] : VoucherMethod.options).flatMap((method) => {
      const until = takesAmount(method, shown.total_cents) ? voucherUntil(method, shown, work.now) : null
      return until === null ? [] : [{ method, until: until.toISOString() }]
    }),
    forms: shown.forms,
    tip: tipChoice(shown.total_cents),
    upfront: inTwo(shown),
    ...(kept === undefined && shown.takes_coupons !== true ? {} : { coupon: kept?.code ?? null }),
    ...(shown.class === null ? {} : { class: seatIn(shown.class, shown) }),
  }
}

/** Lets go of a held time; letting go twice is fine. Refuses not_found for anybody else's. */
export const releaseHold = (work: Work, id: string): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined || !holdersOf(work.who).includes(booking.holder)) return refuse('not_found')
    if (booking.status === 'expired') return { ok: true }
    const party = booking.kind === 'rent' ? 'professional' : 'client'
    requireMove(booking, 'release', party, work.now)
    // A bank that is asked answers first; only a reference can be let go of.
    if (booking.status === 'awaiting_payment' && (await readPayment(work, id))?.status !== 'voucher_pending')
      return refuse('payment_in_progress')
    await makeMove(work, booking, 'release', { party }, { ended_at: work.now })
    await release(work, id)
    await letGoWith(work, booking, 'release', { party })
    // A reference that is not paid any more, too: nobody shall pay for nothing.
    if (booking.status === 'awaiting_payment') await giveBack(work, id)
    else await letGoOfCredit(work, id)
    await publish(work, 'booking.expired', { bookingId: id })
    return { ok: true }
  })

/** Ends a hold whose time is over; the time is free again. Somebody else moved it meanwhile: nothing happens. */
export const expire = (work: Work, id: string): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const booking = await work.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', ['held', 'awaiting_payment'])
      .where('hold_expires_at', '<=', work.now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (booking === undefined || (await waitsWithAnother(work, booking))) return false
    await makeMove(
      work,
      booking,
      'expire',
      { party: 'platform', reason: 'time over' },
      // What a desk said of somebody who never came is nobody's business any more.
      { ended_at: work.now, ...(booking.client_id === null ? { contact: null } : {}) },
    )
    await release(work, id)
    await letGoWith(work, booking, 'expire', { party: 'platform', reason: 'time over' })
    await letGoOfCredit(work, id)
    crashPoint('inside-expire')
    await publish(work, 'booking.expired', { bookingId: id })
    if (booking.booked_by === 'host') await publish(work, 'booking.desk_lapsed', { bookingId: id })
    if (booking.booked_by === 'professional' && booking.kind === 'visit')
      await publish(work, 'booking.appointment_lapsed', { bookingId: id })
    return true
  })
