import { claimKinds, type TimelineSpace, type TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import type { CalendarLook } from '#contract/booking/agenda/calendar-look.ts'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { numberOfName, type Toned, toneLook, toneOf } from '#web/parts/booking/calendar/tones.ts'
import { dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'

/** A claim of a unit that was pointed at. */
export type Pointed = { space: TimelineSpace; unit: TimelineUnit; claim: TimelineClaim }

/** Where a claim was dropped or sent. */
export type Sent = Pointed & { to: TimelineUnit; minutes: number; longer: number }

export const step = 15

export const isBlock = (claim: TimelineClaim) => claim.block !== undefined && claim.block.closureId === null

/** Active bookings and the host's own blocks may be moved. */
export const mayCarry = (claim: TimelineClaim) =>
  isBlock(claim) ||
  ((claim.kind === 'booking' || claim.kind === 'rent') && claim.booking?.status === 'confirmed')

/** To another time: a block at once, rented hours as a proposal. A client's visit has its own dialog, since its hours need a query. */
export const mayShift = (claim: TimelineClaim) =>
  isBlock(claim) || (claim.kind === 'rent' && claim.booking?.status === 'confirmed')

export const keyOf = (unit: TimelineUnit, claim: TimelineClaim) =>
  `${unit.id} ${claim.booking?.id ?? claim.block?.id ?? ''} ${claim.startsAt}`

/** For screen readers. */
export const nameOf = ({ space, unit, claim }: Pointed) => {
  const when = `${longDate(dateIn(claim.startsAt, space.zone))}, ${timeOf(claim.startsAt, space.zone)} a ${timeOf(claim.endsAt, space.zone)}`
  return `${claimKinds[claim.kind]}, ${unit.name}, ${when}, ${whoOf(claim)}`
}

export const whoOf = (claim: TimelineClaim) => {
  if (claim.booking !== undefined)
    return claim.booking.client === null
      ? claim.booking.professional
      : `${claim.booking.professional}${claim.booking.service === undefined ? '' : `, ${claim.booking.service}`} con ${claim.booking.client}${claim.booking.persons === undefined ? '' : `, ${claim.booking.persons} personas`}`
  if (claim.reservedFor !== undefined) return `guardada para ${claim.reservedFor}`
  if (claim.kind === 'class') return claim.professional ?? ''
  if (claim.kind === 'shut') return 'fuera de su horario'
  if (claim.block !== undefined) return claim.block.reason === '' ? 'sin motivo' : claim.block.reason
  return claim.kind === 'hold' ? 'alguien lo está pagando' : 'ocupada'
}

/** What a host looks for first: the professional and the service; without a booking, the reason. */
export const labelOf = (claim: TimelineClaim) => {
  const { booking } = claim
  const who = booking?.professional ?? claim.professional ?? claim.reservedFor ?? claim.block?.reason ?? ''
  const what = booking?.service ?? claim.service
  return { who: who === '' ? claimKinds[claim.kind] : who, what }
}

/** What can give a booking or class its colour; the rest has the colour of its kind. */
export const thingsOf = (claim: TimelineClaim): Toned[] => {
  const { kind, booking } = claim
  if (kind !== 'booking' && kind !== 'class' && kind !== 'rent') return []
  const id = booking?.professionalId ?? claim.professionalId
  const { who, what } = labelOf(claim)
  return [
    ...(id === undefined ? [] : [{ of: 'person' as const, id, name: who }]),
    ...(what === undefined || what === ''
      ? []
      : [{ of: 'service' as const, id: numberOfName(what), name: what }]),
  ]
}

/** The look of a claim: the colour of its service or professional, else of its kind. */
export const claimLook = (look: CalendarLook, claim: TimelineClaim) => {
  const thing = thingsOf(claim).find(({ of }) => of === look.by)
  return thing === undefined ? looks[claim.kind] : toneLook(toneOf(look, thing))
}

export type Drop = { unit: number; minutes: number; longer: number }
