/** Builds the row of a hold: time, place, persons and rent. */
import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { HourPrice } from '#contract/pricing/demand-price.ts'
import type { InPlaceMethod, OwnPayment } from '#contract/payment/in-place.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { rentBeyond } from '#server/availability/offer/offer-price.ts'
import type { Shown as Choice } from '#server/availability/slots/slot-token.ts'
import type { Contact } from '#server/booking/contact/client.ts'
import { minutesBetween } from '#server/booking/moves/rules.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import type { Bookings } from '#server/platform/database/tables.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { earns } from '#server/pricing/pricing.ts'
import {
  type OpenTerms,
  type Source,
  type Terms,
  termsByLink,
  termsBySource,
  termsInPlace,
} from '#server/pricing/terms.ts'
import { type Decided, quoteOf, upfrontIn, type Offer } from '#server/booking/checkout/hold-quote.ts'

/** The holder: the client for themselves, or the host's desk or the professional for a client who is to pay. */
export type Holding = {
  by: 'client' | 'host' | 'professional'
  holder: string
  /** All names under which the same person may already hold this time. */
  holders: readonly string[]
  /** A signed-in client holds their own time too; a visitor is unknown before they enter their contact. */
  clientId: number | null
  expiresAt: Date
  contact: Contact | null
  /** For an appointment in the professional's own agenda: how its client pays. */
  own?: OwnPaid
}

/** All at the place; all by a link; or a deposit by a link and the rest at the place, by the method that the professional states. */
export type OwnPaid = { how: OwnPayment; method: InPlaceMethod; depositCents: number }

/**
 * The place within a professional's rented hours: `outside` is the part of the visit outside them, which owes rent; null: all of it, or no
 * part is within them.
 */
type ChosenPlace = {
  unitId: number | null
  /** A seat of that class: place and time are the class's. */
  classId: string | null
  parentRentId: string | null
  outside: Outside | null
  equipment: Yes['equipment']
}
type Yes = Extract<Decided['decision'], { ok: true }>
type Outside = NonNullable<Yes['over']>['outside']

export const chosenPlaceOf = ({ unitId, session, parentRentId, over, equipment }: Yes): ChosenPlace => ({
  unitId,
  classId: session?.id ?? null,
  equipment,
  parentRentId: parentRentId ?? null,
  outside: over?.outside ?? null,
})

/** The complete row, except for its hold place. */
export const bookingOf = (
  work: Work,
  choice: Choice,
  { by, holder, clientId, expiresAt, contact, own }: Holding,
  { price, ...where }: Where & { price: HourPrice },
): NewHold => {
  const { totalCents } = price
  const place = placed(choice, where, totalCents)
  const source = sourceOf(by, choice)
  const offer = {
    ...where.offer,
    terms:
      own === undefined ? termsBySource(where.offer.terms, source) : ownTerms(where.offer.terms, own.how),
  }
  // A rule for this source alone may exceed the commission by which hours are offered.
  if (
    by !== 'professional' &&
    offer.terms.rates.commissionBp > where.offer.terms.rates.commissionBp &&
    !earns(offer.terms, { serviceCents: totalCents, rentCents: place.rent_cents })
  )
    return refuse('slot_not_available', { reason: 'margin' })
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
    source,
    contact: contact === null ? null : JSON.stringify(contact),
    // The professional who made the appointment has accepted it.
    professional_acceptance: by === 'professional' ? 'not_needed' : requestedOf(offer.asks, where),
    // The host has accepted an appointment of their own desk.
    host_acceptance: by === 'host' ? 'not_needed' : requestedOf(offer.hostAnswers, where),
    ...place,
    class_id: where.classId,
    ...madeOf(offer),
    total_cents: totalCents,
    ...(own === undefined ? upfrontIn(offer, choice, totalCents) : ownPaid(totalCents, own)),
    terms: JSON.stringify(offer.terms),
    quote: JSON.stringify(quoted),
    quote_hash: quoted.hash,
    created_at: work.now,
  }
}

/** Who brought the client, by who made the booking and through which link. */
export const sourceOf = (by: Holding['by'], { channel }: Pick<Choice, 'channel'>): Source => {
  if (by === 'host') return 'desk'
  if (by === 'professional') return 'own_agenda'
  return channel === 'own_link' ? 'own_link' : 'marketplace'
}

/** The terms of an appointment in the professional's own agenda, by how its client pays. */
export const ownTerms = (terms: OpenTerms, how: OwnPayment): Terms =>
  how === 'place' ? termsInPlace(terms) : termsByLink(terms)

/** Nothing is paid yet: the part requested by a link is open, and the rest is paid at the place. */
const ownPaid = (totalCents: number, { how, method, depositCents }: OwnPaid) => {
  const linkCents = how === 'place' ? 0 : how === 'link' ? totalCents : depositCents
  return {
    upfront_cents: 0,
    balance_cents: linkCents,
    link_cents: linkCents,
    in_place_cents: totalCents - linkCents,
    in_place_method: totalCents === linkCents ? null : method,
  }
}

/** Whether this party must accept. Rented hours and classes were accepted beforehand by both. */
export const requestedOf = (
  asks: boolean,
  { classId, parentRentId, outside }: Pick<ChosenPlace, 'classId' | 'parentRentId' | 'outside'>,
): 'pending' | 'not_needed' =>
  asks && classId === null && (parentRentId === null || outside !== null) ? 'pending' : 'not_needed'

/** The stored description of the visit's services. */
export const madeOf = ({ serviceName, addOns, snapshot, toleranceMinutes }: Offer) => ({
  service_name: serviceName,
  tolerance_minutes: toleranceMinutes,
  persons: snapshot.service.persons ?? 1,
  add_ons: addOns.length === 0 ? null : JSON.stringify(addOns),
  processes: snapshot.service.processes?.slice() ?? null,
})

/** Time, place and rent: everything that changes when a booking moves to another hour. */
export const placed = (
  choice: { startsAt: number },
  { offer, claims, unitId, classId, parentRentId, outside, equipment = [] }: Where,
  totalCents: number,
) => {
  return {
    space_id: offer.spaceId,
    visit_place: offer.place,
    unit_id: unitId,
    equipment: equipment.length === 0 ? null : JSON.stringify(equipment),
    host_id: offer.hostId,
    agreement_id: classId === null && (parentRentId === null || outside !== null) ? offer.agreementId : null,
    parent_rent_id: parentRentId,
    starts_at: new Date(choice.startsAt),
    ends_at: new Date(claims.client.end),
    buffer_before_minutes: minutesBetween(new Date(claims.professional.start), new Date(choice.startsAt)),
    buffer_after_minutes: minutesBetween(new Date(claims.client.end), new Date(claims.professional.end)),
    unit_after_minutes: Math.round((claims.unit.end - claims.client.end) / minuteMs),
    zone: offer.zone,
    local_start: localStart(new Date(choice.startsAt), offer.zone),
    // Within rented hours the rent is paid already; a class owes none (class.ts).
    ...(classId !== null
      ? noRent
      : parentRentId === null
        ? rentOfHold(offer, choice.startsAt, totalCents)
        : outside === null
          ? noRent
          : rentOfOutside(offer, outside, totalCents)),
  }
}

const noRent = { rent_cents: 0, rent_minutes: 0, rent_lines: null, cleaning_cents: 0 }

/** The rent at this moment, fixed from here on even if the rules change; with its components, if it is more than hours. */
const rentOfHold = ({ rent }: Offer, startsAt: number, totalCents: number) => {
  if (rent === null) return noRent
  const { prices, chargedMinutes } = rent
  // Hours at a single price need no components.
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

/** The rent, with its components, of the part outside the rented hours. */
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
type ClaimSpans = Decided['claims']
type Where = { offer: Offer; claims: ClaimSpans } & ChosenPlace
/** The row of a hold, with what its claims are built from. */
export type NewHold = Insertable<Bookings> & {
  booked_by: string
  hold_expires_at: Date
  client_id: number | null
  unit_id: number | null
  parent_rent_id: string | null
  class_id: string | null
  visit_place: number | null
  starts_at: Date
  ends_at: Date
  buffer_before_minutes: number
  buffer_after_minutes: number
  unit_after_minutes: number
}
