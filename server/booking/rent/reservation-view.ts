/** Rented hours as their professional sees them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { packStays, type Reservation } from '#contract/booking/rent/reservation.ts'
import { mayMoveRent, rentMoves, type RentMove } from '#contract/booking/rent/rent-moves.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { feesBackOf } from '#server/booking/columns/fee.ts'
import { openOffers } from '#server/booking/columns/hand-over-row.ts'
import { usable } from '#server/booking/rent/pack-view.ts'
import { forMoves, statusOf } from '#server/booking/moves/move.ts'
import { isPayer } from '#server/booking/moves/party.ts'
import { changeOf } from '#server/booking/columns/change.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { selectShown, type Shown } from '#server/booking/summary/present.ts'
import { overtimeOf } from '#server/booking/columns/overtime.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import { positionFor } from '#server/booking/columns/place.ts'
import { refundableOf } from '#server/booking/columns/price.ts'
import {
  isCertain,
  certainStatuses,
  liveStatuses,
  minutesBetween,
  pastStatuses,
} from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { rentPolicyOf, rentSteps } from '#server/pricing/rent-cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'

export type View = z.input<typeof Reservation>

/** A rent of the viewer, or one they paid for. Refuses not_found. */
export const read = async (work: Work, id: string): Promise<View> => {
  const [rent] = await present(work, await selectShown(work.db).where('booking.id', '=', id).execute())
  return rent ?? refuse('not_found')
}

/** Upcoming hours and those in use, soonest first; or the last fifty past ones. */
export const list = async (work: Work, tab: 'upcoming' | 'past'): Promise<View[]> => {
  const { professionalId } = work.viewer
  if (professionalId === null) return []
  const open = ['held', 'awaiting_payment', ...liveStatuses]
  const over = tab === 'past'
  const rows = await selectShown(work.db)
    .where('booking.kind', '=', 'rent')
    .where((db) =>
      db.or([db('booking.professional_id', '=', professionalId), db('booking.paid_by', '=', professionalId)]),
    )
    .where((db) => {
      const isLeftBehind = db.and([
        db('booking.status', 'in', ['confirmed', 'to_settle']),
        db('booking.ends_at', '<=', work.now),
      ])
      return over
        ? db.or([db('booking.status', 'in', [...pastStatuses]), isLeftBehind])
        : db.and([db('booking.status', 'in', open), db.not(isLeftBehind)])
    })
    .where(sql<boolean>`not (booking.status = 'held' and booking.hold_expires_at <= ${work.now})`)
    .orderBy('booking.starts_at', over ? 'desc' : 'asc')
    .orderBy('booking.id')
    .limit(50)
    .execute()
  return present(work, rows)
}

const present = async (work: Work, rows: readonly Shown[]): Promise<View[]> => {
  const mine = rows.filter(
    (row) =>
      row.kind === 'rent' && (isOwn(work.viewer.professionalId, row.professional_id) || isPayer(work, row)),
  )
  if (mine.length === 0) return []
  const ids = mine.map(({ id }) => id)
  const held = mine.filter(({ status }) => status === 'held')
  const packsAt = new Map(
    await Promise.all(
      [...new Set(held.map(({ space_id }) => space_id ?? 0))].map(
        async (spaceId) => [spaceId, await usable(work, spaceId)] as const,
      ),
    ),
  )
  const [visits, offers, more, feesBack] = await Promise.all([
    visitsOf(work, ids),
    openOffers(work, { bookingIds: ids }),
    moreOf(work, ids),
    feesBackOf(work, ids),
  ])
  return mine.map((row) =>
    presentOne(work, row, {
      visits: visits.get(row.id) ?? [],
      offer: offers.find(({ rent }) => rent.id === row.id) ?? null,
      more: more.get(row.id) ?? refuse('not_found'),
      packs: row.status === 'held' ? (packsAt.get(row.space_id ?? 0) ?? []) : [],
      feeBackCents: feesBack.get(row.id)?.cents ?? 0,
    }),
  )
}

type Visit = View['visits'][number]

const visitsOf = async (work: Work, ids: readonly string[]): Promise<Map<string, Visit[]>> => {
  const { rows } = await sql<
    Omit<Visit, 'startsAt' | 'endsAt'> & { parentRentId: string; startsAt: Date; endsAt: Date }
  >`
    select id, parent_rent_id as "parentRentId", starts_at as "startsAt", ends_at as "endsAt", status, service_name as "serviceName",
      contact ->> 'firstName' as client
    from bookings where parent_rent_id = any(${ids}::uuid[])
      and status in (${statusList(certainStatuses)})
    order by starts_at`.execute(work.db)
  const shown = rows.map(({ parentRentId, startsAt, endsAt, ...visit }) => ({
    parentRentId,
    visit: { ...visit, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  }))
  return new Map(
    [...Map.groupBy(shown, ({ parentRentId }) => parentRentId)].map(([id, all]) => [
      id,
      all.map(({ visit }) => visit),
    ]),
  )
}

type More = {
  payerId: number
  payerName: string
  minimumMinutes: number
  roundingMinutes: number
  pack: View['pack']
  cashBackCents: number
}

const moreOf = async (work: Work, ids: readonly string[]): Promise<Map<string, More>> => {
  const { rows } = await sql<More & { id: string }>`
    select b.id, payer.id as "payerId", concat_ws(' ', payer.first_name, payer.last_name) as "payerName",
      greatest(30, s.minimum_minutes, s.block_minutes) as "minimumMinutes", s.rounding_minutes as "roundingMinutes",
      case when pack.id is not null then
        json_build_object('id', pack.id, 'hours', pack.hours, 'transferable', pack.transferable) end as pack,
      coalesce((select pay.refunded_cents - pay.handed_cents from payments pay
        where pay.booking_id = b.id and pay.method = 'cash'), 0)::bigint as "cashBackCents"
    from bookings b join professionals payer on payer.id = b.paid_by join spaces s on s.id = b.space_id
      left join hour_packs pack on pack.id = b.pack_id
    where b.id = any(${ids}::uuid[])`.execute(work.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const presentOne = (
  work: Work,
  row: Shown,
  {
    visits,
    offer,
    more,
    packs,
    feeBackCents,
  }: {
    visits: Visit[]
    offer: View['transferOffer']
    more: More
    packs: View['packs']
    feeBackCents: number
  },
): View => {
  const status = statusOf(row)
  const isMine = isOwn(work.viewer.professionalId, row.professional_id)
  const paid = isPayer(work, row)
  const terms = openTerms(row.terms)
  const request = { terms, rentCents: refundableOf(row), startsAt: row.starts_at }
  const { label, text } = rentPolicyOf({ ...request, zone: row.zone })
  const ending = endingOf(row)
  const expected = visits.filter(
    (visit) =>
      ['confirmed', 'in_progress'].includes(visit.status) && Date.parse(visit.endsAt) > work.now.getTime(),
  ).length
  return {
    id: row.id,
    version: row.version,
    status,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    zone: row.zone,
    minutes: minutesBetween(row.starts_at, row.ends_at),
    place: {
      spaceId: row.space_id ?? refuse('not_found'),
      name: row.space_name ?? '',
      businessName: row.business_name ?? '',
      unitName: row.unit_name ?? '',
      neighbourhood: row.space_neighbourhood,
      city: row.space_city ?? '',
      address: isCertain(status) && isMine ? row.space_address : null,
    },
    professional: {
      id: row.professional_id,
      name: `${row.professional_first_name} ${row.professional_last_name}`,
    },
    paidBy: { id: more.payerId, name: more.payerName },
    mine: isMine,
    paidCents: paid ? row.total_cents : null,
    rentCents: row.rent_cents,
    depositCents: row.deposit_cents,
    lines: z.array(RentLine).parse(row.rent_lines ?? []),
    feeBackCents: paid ? feeBackCents : 0,
    policy: {
      label,
      text,
      steps: rentSteps(request)
        .filter(({ until }) => until > work.now)
        .map(({ until, feeCents }) => ({ until: until.toISOString(), feeCents })),
    },
    payment: paid ? paymentFor(row, 'professional') : null,
    cashBackCents: paid ? more.cashBackCents : 0,
    pack: paid ? more.pack : null,
    packs,
    holdExpiresAt:
      status === 'held' || status === 'awaiting_payment'
        ? (row.hold_expires_at?.toISOString() ?? null)
        : null,
    checkedInAt: row.checked_in_at?.toISOString() ?? null,
    ...(isMine && status === 'confirmed' ? { byPosition: positionFor(row) } : {}),
    checkedOutAt: row.checked_out_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    reviewed: isMine && row.reviewed_by.includes('professional'),
    overtime: isMine ? overtimeOf(row) : null,
    cancellation:
      ending === null
        ? null
        : {
            by: ending.by,
            reason: ending.reason,
            refundCents: ending.refundCents,
            feeCents: ending.feeCents,
          },
    visits: isMine ? visits : [],
    transferOffer: isMine ? offer : null,
    change: isMine ? changeOf(row, 'professional') : null,
    stepMinutes: Math.max(30, more.roundingMinutes),
    minimumMinutes: more.minimumMinutes,
    moves: isMine
      ? movesOf(row, { visits: expected, offered: offer !== null, pack: more.pack }, work.now)
      : [],
  }
}

const ownMoves = [
  'pay',
  'release',
  'check_in',
  'check_out',
  'complete',
  'hand_back',
  'hand_over',
  'propose_change',
  'accept_change',
  'decline_change',
  'withdraw_change',
  'cancel_as_professional',
] as const satisfies readonly RentMove[]

/** Every move of the professional who holds the hours, allowed or with its reason. */
const movesOf = (
  row: Shown,
  { visits, offered, pack }: { visits: number; offered: boolean; pack: View['pack'] },
  now: Date,
): View['moves'] =>
  ownMoves
    .filter((move) => rentMoves[move].by.some((party) => party === 'professional'))
    .map((move) => {
      const answer = mayMoveRent(
        move,
        'professional',
        { ...forMoves({ ...row, change: changeOf(row, 'professional') }), visits },
        now,
      )
      if (answer.allowed && offered && move === 'hand_over')
        return { move, allowed: false, reason: 'Ya ofreciste estas horas; retira la oferta para cambiarla.' }
      if (answer.allowed && move === 'hand_over' && pack?.transferable === false)
        return { move, allowed: false, reason: packStays }
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    })
