/**
 * What each party sees of a booking, and no more: the client their own price and code, the professional
 * the client's name and phone, the host a first name and the rent: no price of a visit, nor a fee, a refund or a sentence
 * from which it could be reckoned.
 */
import { type InferResult, type Kysely, sql } from 'kysely'
import type { ClassCount } from '#contract/booking/class-count.ts'
import * as z from 'zod/mini'
import { AddOn, addOnName, byPerson } from '#contract/service/add-on.ts'
import { book, CheckInMethod, type Booking, type Hold } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { PaymentStatus } from '#contract/payment/payment.ts'
import { TipState } from '#contract/booking/settlement/tip.ts'
import { usedOf } from '#server/availability/slots/equipment.ts'
import { delayRows, delaysFrom } from '#server/booking/columns/delay-row.ts'
import { partsOfBooking, peopleJson, servicesOfBooking } from '#server/booking/contact/companion.ts'
import { sentenceFor } from '#server/booking/summary/ending-words.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import { seriesPlace } from '#server/booking/columns/series-row.ts'
import { addedChargesOf } from '#server/payment/charge/charged.ts'
import { backWords, type Charged, moneyWords } from '#server/booking/summary/money-words.ts'
import { asksOncePaid, mayMake, statusOf, waitsFor } from '#server/booking/moves/move.ts'
import { sideOf, type Asking, type Side } from '#server/booking/moves/party.ts'
import { byPosition } from '#server/booking/moves/position.ts'
import { refundWords } from '#server/booking/summary/refund-words.ts'
import { rescueJson, rescueOf, type RescueShown } from '#server/booking/summary/rescue-view.ts'
import { completesAt, doneStatuses, isCertain, minutesBetween } from '#server/booking/moves/rules.ts'
import { movedFrom, type MovedFrom } from '#server/booking/columns/class-row.ts'
import { seatsTaken, statusList } from '#server/booking/columns/sql-parts.ts'
import { onlineLinkOf, placeOf, pointOf, type Reader } from '#server/booking/contact/whereabouts.ts'
import { balanceTries, upfrontFor, type BalanceTry } from '#server/booking/summary/balance-view.ts'
import { view } from '#server/payment/charge/payment.ts'
import { refuse } from '#server/platform/refuse.ts'
import { questionOfOne } from '#server/platform/files/statement.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation.ts'
import { rentPolicyOf } from '#server/pricing/rent-cancellation.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** When, what, with whom and where: what a hold and a booking show alike. */
export const selectPlaced = (db: Kysely<DB>) =>
  db
    .selectFrom('bookings as booking')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .leftJoin('spaces as space', 'space.id', 'booking.space_id')
    .leftJoin('businesses as business', 'business.id', 'space.business_id')
    .leftJoin('units as unit', 'unit.id', 'booking.unit_id')
    .leftJoin('visit_places as home', 'home.place', 'booking.visit_place')
    .select([
      'booking.id',
      'booking.version',
      'booking.kind',
      'booking.status',
      'booking.holder',
      'booking.hold_expires_at',
      'booking.professional_id',
      'booking.service_id',
      'booking.service_name',
      'booking.add_ons',
      'booking.coupon',
      'booking.space_id',
      'booking.visit_place',
      'home.line as home_line',
      'home.details as home_details',
      'home.neighbourhood as home_neighbourhood',
      'home.city as home_city',
      'home.state as home_state',
      'home.latitude as home_latitude',
      'home.longitude as home_longitude',
      onlineLinkOf.as('online_link'),
      'booking.starts_at',
      'booking.ends_at',
      'booking.zone',
      'booking.channel',
      'booking.booked_by',
      'booking.terms',
      'booking.quote',
      'booking.total_cents',
      'booking.upfront_cents',
      'booking.balance_cents',
      'booking.balance_waived_cents',
      'booking.rent_cents',
      'booking.cleaning_cents',
      'booking.kept_cents',
      'booking.client_acceptance',
      'booking.professional_acceptance',
      'booking.host_acceptance',
      'professional.first_name as professional_first_name',
      'professional.last_name as professional_last_name',
      'professional.profile_image_url as professional_image',
      'professional.neighbourhood as professional_neighbourhood',
      'professional.city as professional_city',
      'professional.state as professional_state',
      'professional.address as professional_address',
      'professional.latitude as professional_latitude',
      'professional.longitude as professional_longitude',
      'space.name as space_name',
      'space.neighbourhood as space_neighbourhood',
      'space.city as space_city',
      'space.state as space_state',
      'space.address as space_address',
      'space.latitude as space_latitude',
      'space.longitude as space_longitude',
      sql<string | null>`space.house_rules ->> 'access'`.as('space_access'),
      'space.directions as space_directions',
      'business.name as business_name',
      'unit.name as unit_name',
      // Few visits are of several services, and a key says so.
      sql<
        number[]
      >`coalesce((select json_agg(segment.service_id order by segment.position) from booking_segments segment
        where segment.booking_id = booking.id and segment.position > 1), '[]')`.as('more_services'),
      'booking.persons',
      peopleJson.as('people'),
      formsState.as('forms'),
      sql<ClassCount | null>`(select json_build_object('taken', ${seatsTaken}, 'capacity', own.capacity, 'minimum', own.minimum,
        'decideAt', to_char(own.decide_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decided', own.decided_at is not null)
        from class_sessions own where own.id = booking.class_id)`.as('class'),
      // Asked for while there is somewhere to type one.
      sql<boolean | null>`case when booking.status = 'held' then exists (
        select from coupons where coupons.professional_id = booking.professional_id and coupons.active) end`.as(
        'takes_coupons',
      ),
      // Of today's services what could be added to each part; one list of ids, so that the key finds them.
      sql<
        { serviceId: number; person: number; addOns: AddOn[] }[]
      >`coalesce((select json_agg(json_build_object('serviceId', offered.id, 'person', part.person, 'addOns', offered.add_ons))
        from services offered join ${partsOfBooking} part on part.service_id = offered.id
        where offered.id = any(${servicesOfBooking}) and offered.add_ons <> '[]'), '[]')`.as('addable'),
    ])

type Seat = Pick<Placed, 'zone' | 'persons'> & { moved_from?: unknown; status?: string }

/** What it takes to be given, and until when one knows; and where it was, while its client has not said that where it is suits them. */
export const seatIn = (own: ClassCount, seat: Seat): NonNullable<View['class']> => {
  const { capacity, minimum, decideAt, decided, taken } = own
  const at = new Date(decideAt ?? 0)
  const text =
    minimum === null || decided
      ? seat.persons === 1
        ? 'Reservas un lugar para ti.'
        : `Reservas ${seat.persons} lugares, uno para cada quien.`
      : taken >= minimum
        ? 'Ya se juntó el grupo.'
        : `Se da con ${minimum} personas. Si no se juntan antes del ${longDate(at, seat.zone)}, ${clockTime(at, seat.zone)} h, se cancela y se devuelve todo.`
  const from = seat.status === 'confirmed' ? movedFrom(seat) : null
  return {
    ...own,
    text: `Clase de hasta ${capacity} personas.${isToCome(seat) ? ` ${text}` : ''}`,
    movedFrom: from === null ? null : { ...from, text: movedText(from, seat.zone) },
  }
}

/** Of what is over nobody is told what it would take. */
const isToCome = ({ status = 'held' }: Seat) =>
  ['held', 'awaiting_payment', 'requested', 'confirmed'].includes(status)

const movedText = ({ startsAt, place }: MovedFrom, zone: string) => {
  const at = new Date(startsAt)
  return `Era el ${longDate(at, zone)}, ${clockTime(at, zone)} h (${place}). Tu lugar pasó a la nueva hora. Mientras no digas que te queda, cancelar o no ir no te cuesta nada.`
}

export type Placed = InferResult<ReturnType<typeof selectPlaced>>[number]

/** Everything that a booking shows, in one query however many there are. */
export const selectShown = (db: Kysely<DB>) =>
  selectPlaced(db)
    .leftJoin('payments as payment', 'payment.booking_id', 'booking.id')
    .leftJoin('no_shows as no_show', 'no_show.booking_id', 'booking.id')
    .leftJoin('tips as tip', 'tip.booking_id', 'booking.id')
    .leftJoin('tip_promises as tip_promise', 'tip_promise.booking_id', 'booking.id')
    .leftJoin('overtimes as overtime', 'overtime.booking_id', 'booking.id')
    .leftJoin('change_proposals as proposal', (join) =>
      join
        .onRef('proposal.booking_id', '=', 'booking.id')
        .on('proposal.state', 'in', [sql.lit('open'), sql.lit('paying')]),
    )
    // What it costs more is a charge of its own.
    .leftJoin('payments as change_payment', 'change_payment.booking_id', 'proposal.id')
    .selectAll('booking')
    .select([
      'proposal.proposed_by as change_by',
      'proposal.starts_at as change_starts_at',
      'proposal.ends_at as change_ends_at',
      'proposal.changes as change_changes',
      'proposal.note as change_note',
      'proposal.state as change_state',
      'proposal.difference_cents as change_difference_cents',
      'proposal.fee_cents as change_fee_cents',
      'change_payment.action_url as change_action_url',
      'proposal.expires_at as change_expires_at',
      'proposal.client_acceptance as change_client',
      'proposal.professional_acceptance as change_professional',
      'proposal.host_acceptance as change_host',
      'tip.id as tip_id',
      'tip.amount_cents as tip_cents',
      'tip.state as tip_state',
      'tip_promise.amount_cents as promised_cents',
      'overtime.minutes as overtime_minutes',
      'overtime.charged_minutes as overtime_charged_minutes',
      'overtime.cut_short as overtime_cut_short',
      'overtime.amount_cents as overtime_cents',
      'overtime.contest_by as overtime_contest_by',
      'no_show.state as no_show_state',
      'no_show.contest_by',
      'payment.id as payment_id',
      'payment.status as payment_status',
      'payment.method as payment_method',
      'payment.voucher as payment_voucher',
      'payment.amount_cents as payment_amount_cents',
      'payment.credit_cents as payment_credit_cents',
      'payment.credit_back_cents as payment_credit_back_cents',
      'payment.added_cents as payment_added_cents',
      'payment.coming_cents as payment_coming_cents',
      'payment.captured_cents as payment_captured_cents',
      'payment.loose_cents as payment_loose_cents',
      'payment.loose_back_cents as payment_loose_back_cents',
      'payment.refunded_cents as payment_refunded_cents',
      // Only read for bookings that ended.
      sql<number>`case when booking.cancellation is not null then ${addedChargesOf(sql.ref('payment.id'))} else 0 end`.as(
        'payment_added_charges_cents',
      ),
      'payment.card_brand as payment_card_brand',
      'payment.card_last4 as payment_card_last4',
      'payment.action_url as payment_action_url',
      'payment.capture_at as payment_capture_at',
      'payment.failure as payment_failure',
      // Few are paid in two.
      sql<
        BalanceTry[]
      >`case when booking.upfront_cents is not null then ${balanceTries} else '[]'::json end`.as(
        'balance_tries',
      ),
      // Only while another place is asked for.
      sql<RescueShown | null>`case when booking.rescue_by is not null then ${rescueJson} end`.as('rescue'),
      // Most visits have none, and an index says so.
      sql<
        Disputed[]
      >`coalesce((select json_agg(json_build_object('sides', array[dispute.opened_by, dispute.respondent],
        'isOpen', dispute.state <> 'closed', 'line', dispute.line)) from disputes dispute where dispute.booking_id = booking.id), '[]')`.as(
        'disputes',
      ),
      delayRows.as('delay_rows'),
      // A key says so: at most five a booking, of those that are over.
      sql<Side[]>`array(select review.author from reviews review where review.booking_id = booking.id)`.as(
        'reviewed_by',
      ),
      // Their own address, or a space whose host they are.
      sql<boolean>`booking.space_id is null or exists (select from hosts host where host.id = booking.host_id
        and host.account_id = professional.account_id)`.as('own_place'),
      // Few are repeated, and a key says so.
      seriesPlace.as('series'),
      // Of rented hours: clients who are expected within them; asked of nothing else.
      sql<number>`case when booking.kind = 'rent' then (select count(*) from bookings within
        where within.inside_id = booking.id and within.status in ('confirmed', 'in_progress')) else 0 end`.as(
        'visits_within',
      ),
    ])

type Disputed = { sides: Side[]; isOpen: boolean; line: string }

/** Nobody is asked any more once it is over; that there are forms is no matter of a host's. */
const formsFor = ({ forms, status }: Shown, side: Side): View['forms'] =>
  side === 'host' || (forms === 'pending' && !openForms.has(status)) ? null : forms
const openForms: ReadonlySet<string> = new Set([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
])

const disputeFor = ({ disputes }: Shown, side: Side): View['dispute'] => {
  const own = disputes.filter(({ sides }) => sides.includes(side))
  return own.length === 0 ? null : { isOpen: own.some(({ isOpen }) => isOpen) }
}

/** With how often this client came to this professional before; for the professional only. */
export const withVisits = (query: ReturnType<typeof selectShown>) =>
  query.select(
    sql<number>`(select count(*) from bookings earlier
      where earlier.client_id = booking.client_id and earlier.professional_id = booking.professional_id
        and earlier.starts_at < booking.starts_at
        and earlier.status in (${statusList(doneStatuses)}))`.as('visits'),
  )

export type Shown = InferResult<ReturnType<typeof selectShown>>[number] & { visits?: number }
type View = z.input<typeof Booking>

/** One booking for the person who asks. Refuses not_found to everybody who is no party. */
export const read = async (work: Work, id: string, asking: Asking): Promise<View> => {
  const shown = await shownById(work, id)
  return present(work, shown, sideOf(work, shown, asking) ?? refuse('not_found'))
}

/** The same after a move, when the side is known. */
export const readAs = async (work: Work, id: string, side: Side): Promise<View> =>
  present(work, await shownById(work, id), side)

/** Refuses not_found when there is none; whose it is the caller must ask. */
export const shownById = async (work: Work, id: string): Promise<Shown> =>
  (await findShown(work, id)) ?? refuse('not_found')

/** The question about one booking is put together once: it is asked at every payment and view. */
export const findShown = (work: Work, id: string): Promise<Shown | undefined> => shownOf(work.db, id)
const shownOf = questionOfOne<Shown>((db, id) => withVisits(selectShown(db)).where('booking.id', '=', id))

/** The same of what a hold shows. */
export const findPlaced = (work: Work, id: string): Promise<Placed | undefined> => placedOf(work.db, id)
const placedOf = questionOfOne<Placed>((db, id) => selectPlaced(db).where('booking.id', '=', id))

export const present = (work: Work, shown: Shown, side: Side): View => {
  const status = statusOf(shown)
  const certain = isCertain(status)
  const parts = partsOf(shown, { side, certain }, work.now)
  return {
    id: shown.id,
    version: shown.version,
    kind: shown.kind === 'rent' ? 'rent' : 'visit',
    status,
    service: serviceOf(shown, shown.service_id),
    prepaid: shown.inside_id !== null && side !== 'client',
    byOwnLink: shown.channel === 'own_link' && side !== 'client',
    ...parts,
    // Of a visit its fees are parts of the price.
    policy: isPriceHidden(shown, side) ? null : parts.policy,
    client: clientFor(shown, side, certain),
    invoice: invoiceFor(shown, side, certain),
    note: noteFor(shown, side),
    ...(shown.class === null || side === 'host' ? {} : { class: seatIn(shown.class, shown) }),
    persons: shown.persons,
    // Names are no matter of a host's.
    people: side === 'host' ? null : shown.people,
    moreServices: side === 'host' ? [] : shown.more_services,
    addOns:
      side === 'host'
        ? []
        : keptAddOns(shown).map(({ serviceId, id, person = 1 }) => ({ serviceId, id, person })),
    totalCents: side === 'host' ? null : shown.total_cents,
    rentCents: side === 'client' ? null : shown.rent_cents,
    payment: paymentFor(shown, side),
    holdExpiresAt: status === 'held' || status === 'awaiting_payment' ? iso(shown.hold_expires_at) : null,
    request:
      shown.respond_by === null
        ? null
        : {
            respondBy: shown.respond_by.toISOString(),
            waitsFor: status === 'requested' ? waitsFor(shown) : [],
          },
    ...(side === 'client' ? toldClient(shown) : {}),
    change: changeFor(shown, side),
    rescue: rescueOf(shown, side),
    dispute: disputeFor(shown, side),
    forms: formsFor(shown, side),
    series: side === 'host' ? null : shown.series,
    delays: delaysFrom(side === 'host' ? [] : shown.delay_rows),
    arrivalCode: side === 'client' && certain ? shown.arrival_code : null,
    checkedInAt: iso(shown.checked_in_at),
    checkInMethod: methodOf(shown.check_in_method),
    checkedOutAt: iso(shown.checked_out_at),
    professionalArrivedAt: iso(shown.professional_arrived_at),
    professionalArrivalMethod: methodOf(shown.professional_arrival_method),
    ...(side === 'professional' && status === 'confirmed' ? { byPosition: positionFor(shown) } : {}),
    toleranceMinutes: shown.tolerance_minutes,
    ...(side === 'client' || shown.equipment === null
      ? {}
      : { equipment: usedOf(shown.equipment, shown.starts_at.getTime()) }),
    checkInReceivedAt: iso(shown.check_in_received_at),
    checkOutReceivedAt: iso(shown.check_out_received_at),
    closesAt: iso(completesAt(shown)),
    professionalArrivalReceivedAt: iso(shown.professional_arrival_received_at),
    overtime: side === 'client' ? null : overtimeOf(shown),
    tip: side === 'host' ? null : tipFor(shown, side),
    upfront: upfrontFor(shown, side, work.now),
    completedAt: iso(shown.completed_at),
    reviewed: shown.reviewed_by.includes(side),
    ownPlace: shown.own_place,
    cancellation: cancellationFor(shown, side),
    hasReceipt: shown.confirmed_at !== null,
    moves: movesOf(shown, side, work.now),
  }
}

/** What a visit costs its client is nothing that its host learns, nor what it could be reckoned from. */
export const isPriceHidden = ({ kind }: { kind: string }, side: Side) => side === 'host' && kind !== 'rent'

/** What it takes beside the money, and what becomes of that. */
const toldClient = (shown: Shown): Pick<View, 'asksFirst' | 'moneyWords' | 'backWords'> => {
  const words = moneyWords(shown)
  const back = words === undefined ? endWords(shown) : ''
  return {
    ...(back === '' ? {} : { backWords: back }),
    ...(asksOncePaid(shown) ? { asksFirst: true } : {}),
    ...(words === undefined ? {} : { moneyWords: words }),
  }
}

/** What was charged for it, as the words about its end need it. */
export const chargedOf = (
  shown: Pick<
    Shown,
    | 'payment_captured_cents'
    | 'payment_added_charges_cents'
    | 'payment_credit_cents'
    | 'payment_method'
    | 'session_pack_id'
  >,
): Charged => ({
  chargedCents: (shown.payment_captured_cents ?? 0) + shown.payment_added_charges_cents,
  creditCents: shown.payment_credit_cents ?? 0,
  payment_method: shown.payment_method,
  session_pack_id: shown.session_pack_id,
})

/** What became of the money of a confirmed visit that ended; empty otherwise. */
export const endWords = (shown: Shown): string => {
  const ending = endingOf(shown)
  if (ending === null || shown.kind === 'rent') return ''
  return backWords(
    chargedOf(shown),
    ending,
    shown.no_show_state === 'open' || shown.no_show_state === 'contested',
  )
}

export const methodOf = (kept: string | null) => (kept === null ? null : z.parse(CheckInMethod, kept))

/** Of who serves: whether where they are could show that they came. */
export const positionFor = (shown: Placed) => byPosition(shown.visit_place, pointOf(shown))

/** What was stayed longer; nobody's business but of who pays and who receives it. */
export const overtimeOf = (shown: Shown): View['overtime'] =>
  shown.overtime_cents === null || shown.overtime_contest_by === null
    ? null
    : {
        minutes: shown.overtime_minutes ?? 0,
        chargedMinutes: shown.overtime_charged_minutes ?? 0,
        cutShort: shown.overtime_cut_short ?? false,
        amountCents: shown.overtime_cents,
        contestBy: shown.overtime_contest_by.toISOString(),
      }

/** The professional hears of it once it is theirs; of a promise that came to nothing nobody is told. */
const tipFor = ({ tip_cents, tip_state, promised_cents, ended_at }: Shown, side: Side): View['tip'] => {
  if (tip_cents === null || tip_state === null)
    return promised_cents === null || side !== 'client' || ended_at !== null
      ? null
      : { amountCents: promised_cents, state: 'promised' }
  const state = z.parse(TipState, tip_state)
  const isTheirs = state === 'paid' || state === 'returned'
  return side === 'professional' && !isTheirs ? null : { amountCents: tip_cents, state }
}

/** Something undecided in which this side has a part; what was stayed longer does not keep a visit from ending well. */
export const isDisputedFor = (disputes: readonly Disputed[], side: Side) =>
  disputes.some(({ sides, isOpen, line }) => isOpen && line !== 'overtime' && sides.includes(side))

/** While its card is asked it is nobody else's business; what a client pays is not the host's. */
const changeFor = (shown: Shown, side: Side): View['change'] => {
  const change = changeOf(shown, side)
  if (change === null || (change.paying !== null && side !== 'client')) return null
  if (side !== 'host') return change
  // Of a visit the host is not asked: what the two write to each other about its hour is theirs.
  const note = shown.kind === 'rent' || change.by === 'host' ? change.note : ''
  return { ...change, note, differenceCents: 0, feeCents: 0 }
}

/** Another hour that is proposed and still open. */
export const changeOf = (shown: Shown, side: Side): View['change'] =>
  shown.change_by === null ||
  shown.change_starts_at === null ||
  shown.change_ends_at === null ||
  shown.change_expires_at === null
    ? null
    : {
        by: z.parse(ChangeBy, shown.change_by),
        startsAt: shown.change_starts_at.toISOString(),
        endsAt: shown.change_ends_at.toISOString(),
        ...placeIn(shown, side),
        note: shown.change_note ?? '',
        expiresAt: shown.change_expires_at.toISOString(),
        differenceCents: shown.change_difference_cents ?? 0,
        feeCents: shown.change_fee_cents ?? 0,
        paying: shown.change_state === 'paying' ? { actionUrl: shown.change_action_url } : null,
        waitsFor:
          shown.change_state === 'paying'
            ? []
            : [
                ...(shown.change_client === 'pending' ? (['client'] as const) : []),
                ...(shown.change_professional === 'pending' ? (['professional'] as const) : []),
                ...(shown.change_host === 'pending' ? (['host'] as const) : []),
              ],
      }
/** Where it would be, what would come back and how, and what it would cost anybody else. */
const placeIn = (shown: Shown, side: Side) => {
  const { place, refundCents, worthCents } = z.parse(ChangePlace, shown.change_changes)
  const words = refundCents
    ? refundWords(side === 'host' ? 'host' : 'professional', { ...refundOf(shown), refundCents })
    : null
  return { place, refundCents: refundCents ?? null, refundWords: words, worthCents: worthCents ?? null }
}
const refundOf = ({ payment_method, paid_by, professional_id, pack_id }: Shown) => ({
  byHand: payment_method === 'cash',
  isPayers: paid_by === professional_id,
  ofPack: pack_id !== null,
})
const ChangeBy = z.enum(['client', 'professional', 'host'])
const ChangePlace = z.object({
  place: z.string(),
  refundCents: z.optional(z.int()),
  worthCents: z.optional(z.int()),
})

/** What a hold and a booking show alike: when, what, who, where, on which terms. `now`: for whom cancelling is still to come. */
export const partsOf = (shown: Placed, reader: Reader, now?: Date) => ({
  startsAt: shown.starts_at.toISOString(),
  endsAt: shown.ends_at.toISOString(),
  zone: shown.zone,
  professional: {
    id: shown.professional_id,
    firstName: shown.professional_first_name,
    lastName: shown.professional_last_name,
    profileImageUrl: shown.professional_image,
  },
  place: placeOf(shown, reader),
  policy: policyFor(shown, now),
})

/** What was added to a visit, as it was then. */
export const keptAddOns = (booking: { add_ons: unknown }) =>
  booking.add_ons === null ? [] : z.parse(z.array(Added), booking.add_ons)
const Added = z.extend(AddOn, { serviceId: z.int(), person: z.optional(z.int()) })

/** What is added to a held visit, and what of today could be, in the order of its services. */
export const addOnsOf = (shown: Placed): z.input<typeof Hold>['addOns'] => {
  const kept = keptAddOns(shown)
  const offered = shown.addable.flatMap(({ serviceId, person, addOns }) =>
    addOns
      .map((one) => ({ ...one, serviceId, person, added: false }))
      .filter((one) => !kept.some((other) => addOnName(other) === addOnName(one))),
  )
  return [...kept.map((one) => ({ ...one, person: one.person ?? 1, added: true })), ...offered].toSorted(
    byPerson,
  )
}

/** What a booking is for; hours without a client have no service. */
export const serviceOf = <I extends number | null>(shown: Placed, id: I) => ({
  id,
  name: shown.service_name,
  durationMinutes: minutesBetween(shown.starts_at, shown.ends_at),
})

/** A hold has no confirmation yet. */
const policyFor = (shown: Placed & { moved_from?: unknown; confirmed_at?: Date | null }, now?: Date) => {
  const { zone, starts_at: startsAt } = shown
  const terms = openTerms(shown.terms)
  return shown.kind === 'rent'
    ? rentPolicyOf({ terms, rentCents: refundableOf(shown), startsAt, zone })
    : policyOf({
        terms,
        totalCents: shown.total_cents,
        upfrontCents: shown.upfront_cents,
        startsAt,
        confirmedAt: shown.confirmed_at ?? null,
        zone,
        isMoved: movedFrom(shown) !== null,
        ...(now === undefined ? {} : { now }),
      })
}

/** What of a rent depends on its policy: not its cleaning, nor what stays in any case. */
export const refundableOf = (rent: { rent_cents: number; cleaning_cents: number; kept_cents: number }) =>
  rent.rent_cents - rent.cleaning_cents - rent.kept_cents

/** What the client said of themselves for this visit. */
export const contactOf = (booking: { contact: unknown }) =>
  booking.contact === null ? null : z.parse(book.body.shape.contact, booking.contact)

/** Whoever serves issues it. */
const invoiceFor = (shown: Shown, side: Side, certain: boolean): View['invoice'] =>
  side === 'client' || (side === 'professional' && certain) ? (contactOf(shown)?.invoice ?? null) : null

const noteFor = (shown: Shown, side: Side): View['note'] => {
  const note = side === 'host' ? '' : (contactOf(shown)?.note ?? '')
  if (note === '') return null
  return untilAgreed(note, side === 'client' || shown.confirmed_at !== null)
}

const clientFor = (shown: Shown, side: Side, certain: boolean): View['client'] => {
  const contact = contactOf(shown)
  if (contact === null) return null
  if (side === 'host')
    return { firstName: contact.firstName, lastName: null, phone: null, visits: null, clientId: null }
  const known = certain || side === 'client'
  return {
    firstName: contact.firstName,
    lastName: contact.lastName,
    phone: known ? contact.phone : null,
    visits: side === 'professional' ? (shown.visits ?? null) : null,
    clientId: side === 'professional' && shown.confirmed_at !== null ? shown.client_id : null,
  }
}

/** The professional learns how the money stands, never the card; the host's money is the rent. */
export const paymentFor = (shown: Shown, side: Side): View['payment'] => {
  if (shown.payment_id === null || shown.payment_status === null || side === 'host') return null
  const all = view({
    id: shown.payment_id,
    status: z.parse(PaymentStatus, shown.payment_status),
    method: shown.payment_method ?? 'card',
    voucher: shown.payment_voucher,
    amount_cents: shown.payment_amount_cents ?? 0,
    credit_cents: shown.payment_credit_cents ?? 0,
    added_cents: shown.payment_added_cents ?? 0,
    coming_cents: shown.payment_coming_cents ?? 0,
    captured_cents: shown.payment_captured_cents ?? 0,
    loose_cents: shown.payment_loose_cents ?? 0,
    loose_back_cents: shown.payment_loose_back_cents ?? 0,
    refunded_cents: shown.payment_refunded_cents ?? 0,
    card_brand: shown.payment_card_brand,
    card_last4: shown.payment_card_last4,
    action_url: shown.payment_action_url,
    capture_at: shown.payment_capture_at,
    failure: shown.payment_failure,
  })
  return side === 'client' || shown.kind === 'rent'
    ? all
    : {
        ...all,
        ...withCredit(all, shown.payment_credit_back_cents ?? 0),
        card: null,
        actionUrl: null,
        voucher: null,
        // That it was refused is how the money stands; why is between the client and their bank.
        failure: all.failure === null ? null : 'Su tarjeta no pasó.',
      }
}

/** What of it the client's credit paid is theirs alone (docs/booking/credit.md): for who serves it is money as any other. */
const withCredit = (
  { amountCents, creditCents, capturedCents, refundedCents, status }: ReturnType<typeof view>,
  creditBackCents: number,
) => ({
  amountCents: amountCents + creditCents,
  creditCents: 0,
  capturedCents: capturedCents + (capturedStatuses.has(status) ? creditCents : 0),
  refundedCents: refundedCents + creditBackCents,
})
const capturedStatuses: ReadonlySet<string> = new Set(['captured', 'partially_refunded', 'refunded'])

/** How a booking ended before its time; kept on it, so that every receipt and list can tell. */
export const Ending = z.object({
  by: z.enum(['client', 'professional', 'host', 'platform']),
  at: z.iso.datetime(),
  reason: z.string(),
  /** What who ended it wrote for the others. */
  said: z.optional(z.string()),
  refundCents: z.int(),
  feeCents: z.int(),
  /** What each keeps of the fee after commission and withholding. */
  professionalNetCents: z.int(),
  hostNetCents: z.int(),
})
export type Ending = z.output<typeof Ending>

export const endingOf = (booking: { cancellation: unknown }): Ending | null =>
  booking.cancellation === null ? null : z.parse(Ending, booking.cancellation)

/** Who reads why, and the words with which somebody ends it: of a visit its client and its professional each other's, and both their host's. */
export const isMeantFor = ({ kind }: Pick<Shown, 'kind'>, by: Ending['by'], side: Side) =>
  kind === 'rent' || side !== 'host' || by === 'host' || by === 'platform'

const cancellationFor = (shown: Shown, side: Side): View['cancellation'] => {
  const ending = endingOf(shown)
  if (ending === null) return null
  const money = side === 'host' ? { refundCents: null, feeCents: null } : ending
  const isMeant = isMeantFor(shown, ending.by, side)
  return {
    by: ending.by,
    at: ending.at,
    // It was said to the two who were to meet: the rule with its amounts, or why a request was declined.
    reason: isMeant ? sentenceFor(ending, shown, side) : '',
    said: isMeant ? (ending.said ?? null) : null,
    refundCents: money.refundCents,
    feeCents: money.feeCents,
  }
}

/** Every move of this party, allowed or with its reason: buttons are drawn from it. */
const movesOf = (shown: Shown, side: Side, now: Date): View['moves'] => {
  const booking = {
    ...shown,
    change: changeOf(shown, side),
    isDisputed: isDisputedFor(shown.disputes, side),
  }
  return movesBy[side]
    .filter((move) => isTheirs(shown, side, move))
    .map((move) => {
      const answer = mayMake(booking, move, side, now, shown.visits_within)
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    })
}

/** Of visits the host is not asked: their agreement has said yes. Only a class takes its clients along when it moves. */
const isTheirs = ({ kind, class_id }: Shown, side: Side, move: Move) =>
  move === 'accept_class_move'
    ? class_id !== null
    : side === 'professional' && (move === 'complete' || move === 'confirm_attendance')
      ? (kind === 'rent') === (move === 'complete')
      : kind === 'rent' || side !== 'host' || (move !== 'accept_change' && move !== 'decline_change')

const movesBy: Readonly<Record<Side, readonly Move[]>> = {
  client: [
    'pay',
    'release',
    'complete',
    'cancel_as_client',
    'contest_no_show',
    'professional_no_show',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
    'accept_rescue',
    'decline_rescue',
    'accept_class_move',
  ],
  professional: [
    'accept',
    'decline',
    'arrive',
    'check_in',
    'client_no_show',
    'withdraw_no_show',
    'contest_absence',
    'check_out',
    'confirm_attendance',
    'complete',
    'cancel_as_professional',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
    'accept_rescue',
    'decline_rescue',
  ],
  host: [
    'accept',
    'decline',
    'professional_no_show',
    'cancel_as_host',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
  ],
}

const iso = (date: Date | null) => date?.toISOString() ?? null
