/**
 * Hours at a space without a client (product.md §4, renta directa): the same holds, claims, payment and ends as any booking,
 * between a professional and a host. What is returned of them is return.ts, who takes them over hand-over.ts.
 */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import {
  mayMoveRent,
  packStays,
  rentMoves,
  type Reservation,
  type RentMove,
} from '#contract/booking/rent/reservation.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { rentable } from '#server/availability/slots/free.ts'
import { carryThrough, payRent } from '#server/booking/checkout/booking.ts'
import { feesBackOf } from '#server/booking/columns/fee.ts'
import { openOffers } from '#server/booking/columns/hand-over-row.ts'
import { payWithPack, usable } from '#server/booking/rent/pack.ts'
import { releaseHold } from '#server/booking/checkout/hold-end.ts'
import { takeHold } from '#server/booking/checkout/hold-claims.ts'
import type { NewHold } from '#server/booking/checkout/hold-row.ts'
import { forMoves, statusOf } from '#server/booking/moves/move.ts'
import { holderOf, isPayer } from '#server/booking/moves/party.ts'
import { changeOf } from '#server/booking/columns/change.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { findShown, selectShown, type Shown } from '#server/booking/summary/present.ts'
import { overtimeOf } from '#server/booking/columns/overtime.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import { positionFor } from '#server/booking/columns/place.ts'
import { refundableOf } from '#server/booking/columns/price.ts'
import {
  holdExpiry,
  isCertain,
  certainStatuses,
  liveStatuses,
  minuteMs,
  minutesBetween,
  pastStatuses,
} from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import {
  choiceOf,
  findPriced,
  mayRent,
  nearby,
  openToken,
  stayAt,
  type PricedSpace,
  type Shown as Asked,
} from '#server/booking/checkout/stay.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { rentTermsAt } from '#server/pricing/pricing.ts'
import { rentPolicyOf, rentSteps } from '#server/pricing/rent-cancellation.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Reservation>

/**
 * Holds the hours that a quote showed. The same ones twice by the same person are one hold. Refuses slot_taken with the three
 * nearest starts, slot_not_available, price_changed with today's price, rent_not_allowed, own_time_taken, too_many_holds.
 */
export const hold = async (work: Work, token: string): Promise<View> => {
  const asked = openToken(work, token)
  const professionalId = work.who.professionalId ?? refuse('rent_not_allowed')
  const mine = await ownHoldOf(work, professionalId, asked)
  if (mine !== undefined) return read(work, mine)
  const space = await findPriced(work, asked.spaceId)
  const stay = { startsAt: new Date(asked.startsAt), minutes: asked.minutes }
  const standing = await mayRent(work, space, stay)
  if (standing.may !== 'yes') throw new Refusal('rent_not_allowed', undefined, standing.reason ?? undefined)
  const decision = await rentable(work, asked.spaceId, { ...stay, professionalId })
  if (!decision.ok)
    return ownOr(work, professionalId, asked, () => refuseFor(work, space, asked, decision.reason))
  const explained = explainRent(readyPrices(space), stayAt(work, space, asked))
  if (explained.totalCents !== asked.totalCents)
    return refuse('price_changed', {
      oldTotalCents: asked.totalCents,
      newTotalCents: explained.totalCents,
      choice: choiceOf(work, space, asked),
    })
  const place = await placeOf(work, asked.spaceId)
  const row = await rowOf(work, {
    ...place,
    professionalId,
    asked,
    explained,
    zone: space.zone,
    unitId: decision.unitId ?? refuse('slot_not_available'),
    cleaningMinutes: decision.cleaningMinutes,
    agreementId: standing.agreementId,
  })
  try {
    return await read(work, await takeHold(work, row))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error
    return ownOr(work, professionalId, asked, async () => {
      const now = await rentable(work, asked.spaceId, { ...stay, professionalId })
      return refuseFor(work, space, asked, now.ok ? 'unit_busy' : now.reason)
    })
  }
}

/** Pressing twice is no race: the first hold of the same person on the same hours is the answer. */
const ownOr = async (work: Work, professionalId: number, asked: Asked, otherwise: () => Promise<View>) => {
  const first = await ownHoldOf(work, professionalId, asked)
  return first === undefined ? otherwise() : read(work, first)
}

const refuseFor = async (work: Work, space: PricedSpace, asked: Asked, reason: string): Promise<never> => {
  if (reason === 'professional_busy') return refuse('own_time_taken')
  const alternatives = await nearby(work, space, asked)
  return refuse(reason === 'unit_busy' ? 'slot_taken' : 'slot_not_available', { reason, alternatives })
}

const ownHoldOf = async (work: Work, professionalId: number, asked: Asked): Promise<string | undefined> => {
  const row = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'rent')
    .where('professional_id', '=', professionalId)
    .where('space_id', '=', asked.spaceId)
    .where('starts_at', '=', new Date(asked.startsAt))
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', work.now)
    .executeTakeFirst()
  return row?.id
}

/** Whose space it is. */
export const placeOf = async (work: Work, spaceId: number) =>
  work.db
    .selectFrom('spaces')
    .select(['host_id as hostId', 'name as spaceName'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()

type Taken = {
  professionalId: number
  hostId: number
  spaceName: string
  asked: Asked
  explained: ReturnType<typeof explainRent>
  zone: string
  unitId: number
  cleaningMinutes: number
  agreementId: number | null
}

/** A rent as it is held: for whoever rents it themselves, or at the host's desk (desk-rent.ts). */
export const rowOf = async (work: Work, taken: Taken): Promise<NewHold> => {
  const { professionalId, asked, explained } = taken
  const { spaceId, totalCents } = asked
  const startsAt = new Date(asked.startsAt)
  const terms = await rentTermsAt(work, { professionalId, spaceId, at: work.now })
  const lines = explained.lines.map(({ label, amountCents }) => ({ label, amountCents }))
  const cleaning = explained.lines.filter(({ kind }) => kind === 'cleaning')
  const stretches = explained.stretches.map(({ startsAt, endsAt, hourlyCents }) => ({
    startsAt,
    endsAt,
    hourlyCents,
  }))
  return {
    id: randomUUIDv7(),
    kind: 'rent',
    status: 'held',
    holder: holderOf(work.who),
    hold_expires_at: holdExpiry(work.now),
    professional_id: professionalId,
    paid_by: professionalId,
    service_id: null,
    client_id: null,
    booked_by: 'professional',
    visit_place: null,
    space_id: spaceId,
    unit_id: taken.unitId,
    host_id: taken.hostId,
    agreement_id: taken.agreementId,
    inside_id: null,
    class_id: null,
    starts_at: startsAt,
    ends_at: new Date(asked.startsAt + asked.minutes * minuteMs),
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    unit_after_minutes: taken.cleaningMinutes,
    zone: taken.zone,
    local_start: localStart(startsAt, taken.zone),
    service_name: taken.spaceName,
    total_cents: totalCents,
    rent_cents: totalCents,
    deposit_cents: explained.depositCents,
    rent_minutes: asked.minutes,
    rent_lines: JSON.stringify(explained.lines),
    rent_stretches: JSON.stringify(stretches),
    cleaning_cents: cleaning.reduce((sum, { amountCents }) => sum + amountCents, 0),
    terms: JSON.stringify(terms),
    quote: JSON.stringify({ lines, totalCents }),
    quote_hash: createHash('sha256')
      .update(JSON.stringify({ lines, totalCents }))
      .digest('base64url')
      .slice(0, 32),
    created_at: work.now,
  }
}

/**
 * Pays held hours; the card is charged at once, a pack is charged nothing. Submitting twice is one charge. Refuses not_found, hold_expired, and
 * card_declined with the hours still held. The bank asks the person: the reply carries the address.
 */
export const pay = async (
  work: Work,
  id: string,
  by: { cardToken: string } | { packId: string },
): Promise<View> => {
  if ('packId' in by) {
    await payWithPack(work, id, by.packId)
    return read(work, id)
  }
  const { cardToken } = by
  const begun = await payRent(work, id, cardToken)
  if (begun !== null) await carryThrough(work, id, begun, { token: cardToken })
  const rent = await read(work, id)
  if (rent.status === 'held') return refuse('card_declined', { failure: rent.payment?.failure ?? null })
  if (rent.status === 'expired') return refuse('hold_expired')
  return rent
}

/** Lets go of held hours; twice is fine. Refuses not_found for anybody else's. */
export const letGo = async (work: Work, id: string): Promise<{ ok: true }> => {
  const shown = await findShown(work, id)
  if (shown?.kind !== 'rent' || !isOwn(work.who.professionalId, shown.professional_id))
    return refuse('not_found')
  return releaseHold(work, id)
}

/** One that is mine, or that I paid for. Refuses not_found. */
export const read = async (work: Work, id: string): Promise<View> => {
  const [rent] = await present(work, await selectShown(work.db).where('booking.id', '=', id).execute())
  return rent ?? refuse('not_found')
}

/** The hours to come or in use, soonest first; or those that are over, the last fifty. */
export const list = async (work: Work, tab: 'upcoming' | 'past'): Promise<View[]> => {
  const { professionalId } = work.who
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
      row.kind === 'rent' && (isOwn(work.who.professionalId, row.professional_id) || isPayer(work, row)),
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
    Omit<Visit, 'startsAt' | 'endsAt'> & { insideId: string; startsAt: Date; endsAt: Date }
  >`
    select id, inside_id as "insideId", starts_at as "startsAt", ends_at as "endsAt", status, service_name as "serviceName",
      contact ->> 'firstName' as client
    from bookings where inside_id = any(${ids}::uuid[])
      and status in (${statusList(certainStatuses)})
    order by starts_at`.execute(work.db)
  const shown = rows.map(({ insideId, startsAt, endsAt, ...visit }) => ({
    insideId,
    visit: { ...visit, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  }))
  return new Map(
    [...Map.groupBy(shown, ({ insideId }) => insideId)].map(([id, all]) => [
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
  }: { visits: Visit[]; offer: View['handOver']; more: More; packs: View['packs']; feeBackCents: number },
): View => {
  const status = statusOf(row)
  const isMine = isOwn(work.who.professionalId, row.professional_id)
  const paid = isPayer(work, row)
  const terms = openTerms(row.terms)
  const asked = { terms, rentCents: refundableOf(row), startsAt: row.starts_at }
  const { label, text } = rentPolicyOf({ ...asked, zone: row.zone })
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
      steps: rentSteps(asked)
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
    handOver: isMine ? offer : null,
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

/** Every move of the one whose hours they are, allowed or with its reason. */
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
