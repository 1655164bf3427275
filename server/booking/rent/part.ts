/** Splits part of rented hours into a rent of its own: the time, its price as paid, and the money with it. */
import { createHash, randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { formatCents } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { claim, shrink } from '#server/availability/block/availability.ts'
import { lockById, makeMove, type BookingRow } from '#server/booking/moves/move.ts'
import { rentedOf } from '#server/booking/columns/reservation-row.ts'
import { asClaim, claimedBy, minutesBetween } from '#server/booking/moves/rules.ts'
import { requireNoVisits, visitsWithin } from '#server/booking/checkout/within.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { allocate } from '#server/payment/ledger/part.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { worthOf } from '#server/pricing/rent-cancellation.ts'

type Hours = { startsAt: Date; endsAt: Date }

/** The shortest rent at the space. */
export const minMinutes = async (work: Work, booking: BookingRow): Promise<number> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['minimum_minutes', 'block_minutes'])
    .where('id', '=', booking.space_id ?? 0)
    .executeTakeFirstOrThrow()
  return Math.max(30, space.minimum_minutes, space.block_minutes)
}

/** What was paid for these hours. Refuses invalid_input unless enough is left on both sides. */
export const worthOfHours = async (work: Work, booking: BookingRow, hours: Hours): Promise<number> => {
  const { startsAt, endsAt } = hours
  const least = await minMinutes(work, booking)
  const problem = (message: string): never =>
    refuse('invalid_input', { fields: [{ field: 'endsAt', message }] })
  const atStart = startsAt.getTime() === booking.starts_at.getTime()
  const atEnd = endsAt.getTime() === booking.ends_at.getTime()
  if (startsAt < booking.starts_at || endsAt > booking.ends_at || endsAt <= startsAt || (atStart && atEnd))
    problem('Cede horas de las tuyas.')
  const minutes = minutesBetween(startsAt, endsAt)
  if (minutes % 15 !== 0 || minutes < least) problem(`Cede al menos ${lengthText(least)}.`)
  const sides = [minutesBetween(booking.starts_at, startsAt), minutesBetween(endsAt, booking.ends_at)]
  if (sides.some((left) => left > 0 && left < least))
    problem(`Conserva al menos ${lengthText(least)}, o cede todo.`)
  const worthCents = worthOf(rentedOf(booking, work.now), { from: startsAt, to: endsAt })
  if (worthCents <= 0) problem('Esas horas no tienen precio: no se pueden ceder aparte.')
  return worthCents
}

/**
 * Hours in the middle come to an edge by splitting off those after them as a rent of the same professional, or those before where clients
 * are expected after them. Answers the rent as it is then. In the caller's transaction, which has locked it. Refuses visits_within when
 * clients are expected on both sides.
 */
export const freeFromMiddle = async (
  work: Work,
  booking: BookingRow,
  { startsAt, endsAt }: Hours,
): Promise<{ booking: BookingRow; apartId: string | null }> => {
  if (startsAt <= booking.starts_at || endsAt >= booking.ends_at) return { booking, apartId: null }
  const after = { startsAt: endsAt, endsAt: booking.ends_at }
  const before = { startsAt: booking.starts_at, endsAt: startsAt }
  const isAfterFree = (await visitsWithin(work, booking, { from: endsAt })).length === 0
  const apart = isAfterFree ? after : before
  await requireNoVisits(work, booking, { from: apart.startsAt, to: apart.endsAt })
  const apartId = await splitRent(work, booking, {
    ...apart,
    professionalId: booking.professional_id,
    agreementId: booking.agreement_id,
    worthCents: worthOf(rentedOf(booking, work.now), { from: apart.startsAt, to: apart.endsAt }),
  })
  return { booking: (await lockById(work, booking.id)) ?? refuse('not_found'), apartId }
}

/**
 * The hours leave the rent and become one of their own, held by the professional who takes them; the payer stays the same. In the caller's
 * transaction, which has locked the rent. Cleaning comes after the last of the two, since they adjoin. Refuses slot_taken when the other is
 * busy, payment_in_progress.
 */
export const splitRent = async (
  work: Work,
  booking: BookingRow,
  part: Hours & { professionalId: number; agreementId: number | null; worthCents: number },
): Promise<string> => {
  const id = randomUUIDv7()
  const minutes = minutesBetween(part.startsAt, part.endsAt)
  const isHead = part.startsAt.getTime() === booking.starts_at.getTime()
  const isOwn = part.professionalId === booking.professional_id
  const rest = isHead
    ? { starts_at: part.endsAt, ends_at: booking.ends_at, unit_after_minutes: booking.unit_after_minutes }
    : { starts_at: booking.starts_at, ends_at: part.startsAt, unit_after_minutes: 0 }
  await makeMove(
    work,
    booking,
    'hand_over',
    {
      party: 'professional',
      reason: `${lengthText(minutes)}: ${booking.professional_id} → ${part.professionalId}`,
    },
    {
      ...rest,
      local_start: localStart(rest.starts_at, booking.zone),
      rent_minutes: minutesBetween(rest.starts_at, rest.ends_at),
      rent_cents: booking.rent_cents - part.worthCents,
      // The other rent states what was paid for its hours.
      total_cents: booking.total_cents - part.worthCents,
      rent_lines: JSON.stringify([
        ...z.array(RentLine).parse(booking.rent_lines ?? []),
        {
          kind: 'adjustment',
          label: `${isOwn ? 'Aparte' : 'Cediste'} ${lengthText(minutes)}`,
          detail: isOwn
            ? `Siguen siendo tuyas, en otra renta: ${formatCents(part.worthCents)}`
            : `Al precio que pagaste: ${formatCents(part.worthCents)}`,
          amountCents: -part.worthCents,
        } satisfies z.input<typeof RentLine>,
      ]),
    },
  )
  await shrink(work, booking.id, claimedBy({ ...booking, ...rest }).map(asClaim))
  const made = madeOf(work, booking, { ...part, id, minutes, isHead, isOwn })
  await work.db.insertInto('bookings').values(made).execute()
  await work.db
    .insertInto('booking_moves')
    .values({
      booking_id: id,
      version: 1,
      move: 'hand_over',
      to_status: 'confirmed',
      actor: 'professional',
      actor_account_id: work.viewer.accountId,
      reason: `${lengthText(minutes)}: ${booking.professional_id} → ${part.professionalId}`,
      at: work.now,
    })
    .execute()
  await claim(work, { bookingId: id, claims: claimedBy(made).map(asClaim), holdUntil: null })
  await allocate(work, { from: booking.id, to: id, amountCents: part.worthCents })
  return id
}

type Part = Hours & {
  id: string
  professionalId: number
  agreementId: number | null
  worthCents: number
  minutes: number
  isHead: boolean
  /** The same professional keeps the hours. */
  isOwn: boolean
}

/** On the terms of the original rent: policy, rates, the moment of payment. */
const madeOf = (work: Work, booking: BookingRow, part: Part) => {
  const lines = [
    {
      kind: 'time',
      label: part.isOwn ? 'Horas de tu renta' : 'Horas cedidas',
      detail: `${lengthText(part.minutes)} al precio que pagó quien las rentó`,
      amountCents: part.worthCents,
    } satisfies z.input<typeof RentLine>,
  ]
  const quote = {
    lines: lines.map(({ label, amountCents }) => ({ label, amountCents })),
    totalCents: part.worthCents,
  }
  return {
    id: part.id,
    kind: 'rent',
    status: 'confirmed',
    holder: booking.holder,
    professional_id: part.professionalId,
    paid_by: booking.paid_by,
    service_id: null,
    client_id: null,
    booked_by: 'professional',
    source: 'marketplace',
    space_id: booking.space_id,
    unit_id: booking.unit_id,
    host_id: booking.host_id,
    agreement_id: part.agreementId,
    handed_from: booking.id,
    pack_id: booking.pack_id,
    starts_at: part.startsAt,
    ends_at: part.endsAt,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    unit_after_minutes: part.isHead ? 0 : booking.unit_after_minutes,
    zone: booking.zone,
    local_start: localStart(part.startsAt, booking.zone),
    service_name: booking.service_name,
    total_cents: part.worthCents,
    rent_cents: part.worthCents,
    rent_minutes: part.minutes,
    rent_lines: JSON.stringify(lines),
    rent_stretches: JSON.stringify(booking.rent_stretches),
    cleaning_cents: 0,
    deposit_cents: booking.deposit_cents,
    terms: JSON.stringify(booking.terms),
    quote: JSON.stringify(quote),
    quote_hash: createHash('sha256').update(JSON.stringify(quote)).digest('base64url').slice(0, 32),
    confirmed_at: booking.confirmed_at,
    created_at: work.now,
  }
}
