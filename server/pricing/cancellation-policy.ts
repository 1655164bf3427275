/** The cancellation policy as it is shown: until when cancelling is free, and what it costs after that. */
import { shortMonths } from '#contract/platform/short-date.ts'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { BookingPolicy } from '#contract/booking/parts.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'
import { addBusinessDays } from '#server/pricing/business-days.ts'
import { policyTiers } from '#contract/service/service.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type Cancelled = {
  terms: Terms
  totalCents: number
  /** The part of it that the client paid, if not all. */
  paidCents?: number
  /** The part paid at booking, if not all: no more is ever retained, however it was paid. */
  upfrontCents?: number | null
  rentCents: number
  startsAt: Date
  /** Null before it was confirmed: then cancelling is free. */
  confirmedAt: Date | null
  /** IANA zone of the place: business days and dates are counted there. */
  zone: string
  now: Date
  /** For a host: the one cancellation in six months that is free (B12). */
  isFree?: boolean
  /** Its class moved to another hour or place and its client has not accepted: what they agreed to no longer exists. */
  isMoved?: boolean
  /** How long one party waits for the other after the start; after that the absent party pays the no-show cost. */
  toleranceMinutes?: number
}

/** The most that can be retained of a price. */
export const maxOf = ({ totalCents, upfrontCents }: Pick<Cancelled, 'totalCents' | 'upfrontCents'>) =>
  upfrontCents ?? totalCents

/** Until when the tier lets the client cancel for free. */
export const tierUntil = (booking: { terms: Terms; startsAt: Date }): Date =>
  new Date(booking.startsAt.getTime() - booking.terms.client.cutoffMinutes * minuteMs)

/**
 * Until when a client cancels for free, by the rule that lasts longest: the one deadline of the checkout, the emails, the dialog and
 * the fee. Without `confirmedAt` only the tier counts.
 */
export const freeUntil = (booking: {
  terms: Terms
  startsAt: Date
  confirmedAt?: Date | null | undefined
  zone: string
}): Date => {
  const { terms, startsAt, confirmedAt, zone } = booking
  const ends = [tierUntil(booking)]
  if (confirmedAt && isFarAway({ terms, startsAt, confirmedAt }))
    ends.push(new Date(confirmedAt.getTime() + terms.regret.hours * hourMs))
  if (confirmedAt && startsAt > addBusinessDays(confirmedAt, 10, zone))
    ends.push(addBusinessDays(confirmedAt, 5, zone))
  return new Date(Math.max(...ends.map((end) => end.getTime())))
}

/** Far enough ahead at confirmation for the free regret period. */
export const isFarAway = ({
  terms,
  startsAt,
  confirmedAt,
}: {
  terms: Terms
  startsAt: Date
  confirmedAt: Date
}) => startsAt.getTime() - confirmedAt.getTime() > terms.regret.startBeyondHours * hourMs

/** The policy of a booking as people read it: `Gratis hasta el mié 13, 18:30; después $65 hasta la hora de la cita.` */
export const policyOf = (booking: {
  terms: Terms
  totalCents: number
  /** The part paid at booking, if not all. */
  upfrontCents?: number | null
  startsAt: Date
  /** Null: not confirmed yet, so the regret period starts at confirmation; undefined: only the tier's limit counts. */
  confirmedAt?: Date | null
  zone: string
  /** The time of reading; a free period that ended before is not mentioned. */
  now?: Date
  /** Its class moved and its client has not accepted yet: then nothing is retained, as `feeOf` decides. */
  isMoved?: boolean
}): BookingPolicy => {
  const { tier, lateBp, noShowBp } = booking.terms.client
  const { regret } = booking.terms
  // The regret period would last longer than the tier's limit, if confirmed now.
  const isFromConfirming =
    booking.confirmedAt === null &&
    booking.now !== undefined &&
    freeUntil({ ...booking, confirmedAt: booking.now }) > tierUntil(booking)
  const until = freeUntil(booking)
  const maxCents = booking.isMoved ? 0 : maxOf(booking)
  const lateFeeCents = Math.min(shareOf(booking.totalCents, lateBp), maxCents)
  const noShowFeeCents = Math.min(shareOf(booking.totalCents, noShowBp), maxCents)
  // After the waiting time cancelling costs as much as a no-show.
  const isDearer = noShowFeeCents > lateFeeCents
  const untilWhen = isDearer ? 'hasta la hora de la cita' : 'en cualquier momento'
  const lateText = `${formatCents(lateFeeCents)}${isDearer ? ` ${untilWhen}` : ''}`
  const text = booking.isMoved
    ? 'La clase cambió de hora o de lugar: mientras no digas que te queda, cancelar o no ir no te cuesta nada.'
    : lateFeeCents === 0
      ? `Cancelar es gratis ${untilWhen}.`
      : booking.now !== undefined && booking.now > until && !isFromConfirming
        ? `Cancelar cuesta ${lateText}.`
        : isFromConfirming
          ? `Gratis durante ${regret.hours} horas después de confirmar; después ${lateText}.`
          : `Gratis hasta el ${wallClock(until, booking.zone)}; después ${lateText}.`
  const missing = noShowFeeCents === 0 ? '' : ` Si no llegas, ${formatCents(noShowFeeCents)}.`
  return {
    tier,
    label: policyTiers[tier].label,
    text: text + missing,
    freeUntil: until.toISOString(),
    lateFeeCents,
    noShowFeeCents,
  }
}

/** "mié 13 de may, 18:30", in the local time of the place. */
export const wallClock = (at: Date, zone: string) => {
  const clock = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const time = `${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`
  return `${weekdays[clock.dayOfWeek - 1]} ${clock.day} de ${shortMonths[clock.month - 1]}, ${time}`
}
const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom']
