import { claimKinds, type TimelineSpace, type TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { dateIn, longDate, timeOf } from '#web/parts/time/wall-clock.ts'

/** What was pointed at: a claim of a unit. */
export type Pointed = { space: TimelineSpace; unit: TimelineUnit; claim: TimelineClaim }

/** Where something was dropped or sent. */
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

/** As it is read aloud. */
export const nameOf = ({ space, unit, claim }: Pointed) => {
  const when = `${longDate(dateIn(claim.startsAt, space.zone))}, ${timeOf(claim.startsAt, space.zone)} a ${timeOf(claim.endsAt, space.zone)}`
  return `${claimKinds[claim.kind]}, ${unit.name}, ${when}, ${whoOf(claim)}`
}

export const whoOf = (claim: TimelineClaim) => {
  if (claim.booking !== undefined)
    return claim.booking.client === null
      ? claim.booking.professional
      : `${claim.booking.professional} con ${claim.booking.client}${claim.booking.persons === undefined ? '' : `, ${claim.booking.persons} personas`}`
  if (claim.reservedFor !== undefined) return `guardada para ${claim.reservedFor}`
  if (claim.kind === 'class') return claim.professional ?? ''
  if (claim.kind === 'shut') return 'fuera de su horario'
  if (claim.block !== undefined) return claim.block.reason === '' ? 'sin motivo' : claim.block.reason
  return claim.kind === 'hold' ? 'alguien lo está pagando' : 'ocupada'
}

export type Drop = { unit: number; minutes: number; longer: number }
