/**
 * The outcomes of the demo data's appointments: bookings with their moves, claims, payments, the ledger's journals, payouts and reviews, as
 * the verbs would have left them. The money is computed by the same pure functions that compute it for a real booking.
 */
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { plainClock } from '#contract/platform/clock.ts'
import { packLabel } from '#contract/pricing/price-names.ts'
import { rentOf } from '#contract/pricing/rent.ts'
import { pricesOf } from '#contract/pricing/rent-prices.ts'
import { quote } from '#server/pricing/split.ts'
import { houseRules, rentTerms, type Terms } from '#server/pricing/terms.ts'
import { policyTiers } from '#contract/service/service.ts'
import type { Appointment } from '#server/seed/booking/appointments.ts'
import { drawClient } from '#server/seed/people/clients.ts'
import { type Table, table } from '#server/seed/people/copy.ts'
import { openLedger, writeMoney } from '#server/seed/booking/money.ts'
import type { Layout } from '#server/seed/people/people.ts'
import type { Past } from '#server/seed/booking/past.ts'
import { chance } from '#server/seed/people/random.ts'
import { openReviews, writeReviews } from '#server/seed/booking/reviews.ts'
import { tierOf } from '#server/seed/people/demo-data.ts'

const atOnce = 2_500
/** After so many drawn bookings the event loop gets a turn, for the connection. */
const betweenTurns = 20

export const historyTables = [
  'bookings',
  'booking_moves',
  'claims',
  'payments',
  'standin.charges',
  'journals',
  'entries',
  'payouts',
  'reviews',
]

/** One batch is copied while the next one is drawn. */
export const writeHistory = async (
  client: pg.Client,
  ids: Layout,
  appointments: Iterable<Appointment>,
  now: number,
  progress: (text: string) => void,
) => {
  const tables = { ...openBookings(), ...openLedger(), ...openReviews() }
  const write = async () => {
    for (const one of Object.values<Table>(tables)) await one.write(client)
  }
  let writing: Promise<void> = Promise.resolve()
  const reported = new Set<string>()
  let number = 0
  for (const appointment of appointments) {
    number += 1
    const past = become(appointment, number, ids, now)
    writeBooking(tables, past)
    writeMoney(tables, past, now)
    writeReviews(tables, past, reported, now)
    if (number % atOnce === 0) {
      await writing
      writing = write()
      writing.catch(() => undefined)
      progress(`${number.toLocaleString('es-MX')} citas`)
    }
    if (number % betweenTurns === 0) await setImmediate()
  }
  await writing
  await write()
  return number
}

const openBookings = () => ({
  bookings: table('bookings', [
    'id',
    'version',
    'status',
    'holder',
    'professional_id',
    'service_id',
    'client_id',
    'space_id',
    'unit_id',
    'host_id',
    'agreement_id',
    'starts_at',
    'ends_at',
    'buffer_before_minutes',
    'buffer_after_minutes',
    'unit_after_minutes',
    'zone',
    'local_start',
    'service_name',
    'total_cents',
    'rent_cents',
    'rent_minutes',
    'terms',
    'quote',
    'quote_hash',
    'contact',
    'arrival_code',
    'confirmed_at',
    'completed_at',
    'ended_at',
    'cancellation',
    'created_at',
  ]),
  attendances: table('attendances', [
    'booking_id',
    'checked_in_at',
    'check_in_method',
    'check_in_distance_m',
    'check_in_accuracy_m',
    'checked_out_at',
  ]),
  moves: table('booking_moves', [
    'booking_id',
    'version',
    'move',
    'from_status',
    'to_status',
    'actor',
    'actor_account_id',
    'reason',
    'at',
  ]),
  claims: table('claims', ['booking_id', 'resource_id', 'during', 'state']),
})

const become = (appointment: Appointment, number: number, ids: Layout, now: number): Past => {
  const rng = chance(number * 2_147_483 + 7)
  const { startsAt, endsAt, became, agreement, offer } = appointment
  const late = rng.whole(-6, 8) * minuteMs
  const checkedIn = became === 'confirmed' || became === 'cancelled_by_client' ? null : startsAt + late
  const checkedOut =
    became === 'completed' || became === 'to_settle'
      ? Math.min(endsAt + rng.whole(-5, 8) * minuteMs, now)
      : null
  const completed =
    became === 'completed' && checkedOut !== null
      ? Math.min(checkedOut + rng.whole(2, 100) * minuteMs, now)
      : null
  const cancelled =
    became === 'cancelled_by_client' ? appointment.bookedAt + (startsAt - appointment.bookedAt) * 0.4 : null
  const closed = completed !== null && completed < now - 14 * dayMs
  return {
    id: uuidAt(appointment.bookedAt, number),
    number,
    rng,
    appointment,
    client: drawClient(ids, appointment.client),
    terms: termsOf(appointment),
    status: closed ? 'closed' : became,
    totalCents: appointment.sessionCents ?? offer.priceCents * (appointment.persons ?? 1),
    rentCents: agreement === null ? 0 : agreedRent(agreement, startsAt, offer.minutes),
    at: {
      booked: appointment.bookedAt,
      checkedIn,
      checkedOut,
      completed,
      ended: cancelled ?? (closed && completed !== null ? completed + 14 * dayMs : null),
    },
  }
}

/** By the same function that prices a hold. */
const agreedRent = (agreement: NonNullable<Appointment['agreement']>, startsAt: number, minutes: number) =>
  rentOf(
    pricesOf({
      baseCents: agreement.space.pricePerHourCents,
      minimumMinutes: 30,
      roundingMinutes: 1,
      rules: null,
    }),
    {
      startsAt,
      minutes,
      zone: plainClock,
      leadMinutes: null,
      agreement: { hourlyCents: agreement.ratePerHourCents, shareBp: null, minimumCents: 0 },
    },
  )

const termsOf = ({ settled, agreement, serviceId }: Appointment): Terms => {
  const tier = tierOf(serviceId)
  const { lateBp, noShowBp } = policyTiers[tier]
  const nothingWithheld = { ivaBp: 1600, isrBp: 0, ivaWithheldBp: 0 }
  return {
    rates: {
      commissionBp: 1000,
      rentBp: 500,
      commissionIvaBp: 1600,
      professionalTax: nothingWithheld,
      hostTax: nothingWithheld,
    },
    withholding: false,
    client: { tier, lateBp, noShowBp, cutoffMinutes: 720 },
    rent: agreement === null ? null : rentTerms(agreement.space.rentPolicy),
    ...houseRules,
    payoutHours: { professional: settled.draft.verificationLevel >= 2 ? 24 : 72, host: 24 },
  }
}

const writeBooking = (tables: ReturnType<typeof openBookings>, past: Past) => {
  const { appointment, client, at, terms, id } = past
  const { agreement, offer, settled } = appointment
  const { persons = 1, sessionCents } = appointment
  const quoted = quote(terms, {
    serviceName: offer.name,
    serviceCents: past.totalCents,
    ...(sessionCents !== undefined
      ? { deltas: [{ label: packLabel, amountCents: sessionCents - offer.priceCents }] }
      : persons === 1
        ? {}
        : {
            person: 1,
            deltas: Array.from({ length: persons - 1 }, (_, index) => ({
              label: offer.name,
              amountCents: offer.priceCents,
              person: index + 2,
            })),
          }),
    rentCents: past.rentCents,
    expiresAt: new Date(at.booked + 15 * minuteMs),
  })
  const moves = movesOf(past)
  const { unit, professional } = appointment.claimed
  const arrival =
    at.checkedIn === null
      ? null
      : // A visit without a space may become an online class, where no one is near.
        past.rng.pick([
          'client_code',
          'client_code',
          'word',
          agreement === null ? 'word' : 'position',
          'station_code',
        ])
  const minutes = (from: number, to: number) => Math.round((to - from) / minuteMs)
  tables.bookings.add(
    id,
    moves.length,
    past.status,
    `visitor:town-${appointment.client}`,
    settled.draft.id,
    appointment.serviceId,
    client.id,
    agreement?.space.id ?? null,
    appointment.unitId,
    agreement?.space.hostId ?? null,
    agreement?.id ?? null,
    new Date(appointment.startsAt),
    new Date(appointment.endsAt),
    minutes(professional.from, appointment.startsAt),
    minutes(appointment.endsAt, professional.to),
    unit === null ? 0 : minutes(appointment.endsAt, unit.to),
    appointment.zone,
    appointment.localStart,
    persons === 1 ? offer.name : `${persons} × ${offer.name}`,
    past.totalCents,
    past.rentCents,
    agreement === null ? 0 : Math.max(offer.minutes, 30),
    { json: terms },
    { json: quoted },
    quoted.hash,
    {
      json: {
        firstName: client.firstName,
        lastName: client.lastName,
        email: client.email,
        phone: client.phone,
      },
    },
    String(100_000 + past.rng.whole(0, 899_999)),
    new Date(at.booked + 2 * minuteMs),
    when(at.completed),
    when(at.ended),
    past.status === 'cancelled_by_client' ? { json: endingOf(past) } : null,
    new Date(at.booked),
  )
  if (arrival !== null)
    tables.attendances.add(
      id,
      when(at.checkedIn),
      arrival,
      arrival === 'position' ? (past.number % 9) * 10 : null,
      arrival === 'position' ? 8 + (past.number % 30) : null,
      when(at.checkedOut),
    )
  for (const [index, move] of moves.entries())
    tables.moves.add(id, index + 1, move.move, move.from, move.to, move.actor, null, '', new Date(move.at))
  if (past.status === 'cancelled_by_client' || past.status === 'closed') return
  if (appointment.isSeat !== true) claim(tables.claims, id, settled.draft.id, professional)
  if (unit !== null && appointment.unitId !== null) claim(tables.claims, id, appointment.unitId, unit)
  claim(tables.claims, id, client.id, { from: appointment.startsAt, to: appointment.endsAt })
}

const claim = (claims: Table, bookingId: string, resourceId: number, span: { from: number; to: number }) =>
  claims.add(
    bookingId,
    resourceId,
    `[${new Date(span.from).toISOString()},${new Date(span.to).toISOString()})`,
    'firm',
  )

const when = (at: number | null) => (at === null ? null : new Date(at))

type MoveDraft = {
  move: string
  from: string | null
  to: string
  actor: 'client' | 'professional' | 'platform'
  at: number
}

const movesOf = ({ status, at }: Past): MoveDraft[] => {
  const moves: MoveDraft[] = [
    { move: 'hold', from: null, to: 'held', actor: 'client', at: at.booked },
    { move: 'pay', from: 'held', to: 'awaiting_payment', actor: 'client', at: at.booked + minuteMs },
    {
      move: 'confirm',
      from: 'awaiting_payment',
      to: 'confirmed',
      actor: 'platform',
      at: at.booked + 2 * minuteMs,
    },
  ]
  if (status === 'cancelled_by_client')
    moves.push({
      move: 'cancel_as_client',
      from: 'confirmed',
      to: status,
      actor: 'client',
      at: at.ended ?? at.booked,
    })
  if (at.checkedIn !== null)
    moves.push({
      move: 'check_in',
      from: 'confirmed',
      to: 'in_progress',
      actor: 'professional',
      at: at.checkedIn,
    })
  if (at.checkedOut !== null)
    moves.push({
      move: 'check_out',
      from: 'in_progress',
      to: 'to_settle',
      actor: 'professional',
      at: at.checkedOut,
    })
  if (at.completed !== null)
    moves.push({ move: 'complete', from: 'to_settle', to: 'completed', actor: 'platform', at: at.completed })
  if (status === 'closed')
    moves.push({
      move: 'close',
      from: 'completed',
      to: 'closed',
      actor: 'platform',
      at: at.ended ?? at.booked,
    })
  return moves
}

const endingOf = (past: Past) => ({
  by: 'client',
  at: new Date(past.at.ended ?? past.at.booked).toISOString(),
  reason: '',
  refundCents: past.totalCents,
  feeCents: 0,
  professionalNetCents: 0,
  hostNetCents: 0,
})

/** Version 7: sorts by the moment of booking, and differs from any real one in its last part. */
const uuidAt = (at: number, number: number) => {
  const time = at.toString(16).padStart(12, '0')
  const tail = number.toString(16).padStart(12, '0')
  const mid = (Math.imul(number, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${mid.slice(0, 3)}-a${mid.slice(3, 6)}-${tail}`
}
