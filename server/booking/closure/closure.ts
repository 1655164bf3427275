/**
 * Closes units that have bookings: what it would affect, and the closing itself, with the host's choice for each booking, in one
 * transaction. If anything changed in between, nothing happens and the host is shown the current state.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  ClosureImpact,
  closeUnits as closeEndpoint,
  previewClosure,
} from '#contract/booking/closure/closure.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { Closure } from '#contract/booking/agenda/timeline.ts'
import { closeFree, closureById, closuresIn } from '#server/availability/block/closure.ts'
import { cancelWithin } from '#server/booking/cancellation/cancellation.ts'
import { hostQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { hasFree } from '#server/booking/moves/host-cancellation.ts'
import { optionsFor, relocations } from '#server/booking/closure/impact.ts'
import { forMoves, statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { candidatesFor } from '#server/booking/closure/relocation-candidates.ts'
import { relocate } from '#server/booking/closure/relocation.ts'
import { liveStatuses } from '#server/booking/moves/rules.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Impact = z.input<typeof ClosureImpact>
type Order = Input<typeof closeEndpoint>['body']
type RequestParams = Input<typeof previewClosure>['body']

/** Changes nothing. Refuses not_found, invalid_input, already_closed, time_is_past. */
export const preview = async (work: Work, spaceId: number, request: RequestParams): Promise<Impact> =>
  impactOf(work, await planOf(work, spaceId, request))

/**
 * Closes, with a choice for each booking in the way. Refuses impact_changed with the current state, when a booking is missing, new or
 * moved, a unit was taken, or a cancellation costs something else than was shown.
 */
export const close = async (work: Work, spaceId: number, order: Order): Promise<Closure> => {
  const plan = await planOf(work, spaceId, order)
  let done: { closure: Closure; payments: string[] }
  try {
    done = await inTransaction(work, (work) => closeInside(work, plan, order))
  } catch (error) {
    if (error instanceof Refusal && changes.has(error.code))
      return refuse('impact_changed', { impact: await impactOf(work, plan) })
    throw error
  }
  for (const paymentId of done.payments) await execute(work, paymentId)
  return done.closure
}

/** Refusals caused by concurrent changes of others, not by a mistake of the host. */
const changes: ReadonlySet<string> = new Set([
  'impact_changed',
  'stale_version',
  'quote_changed',
  'quote_expired',
  'unit_taken',
  'move_not_allowed',
  'visits_within',
])

type Plan = {
  spaceId: number
  zone: string
  unitIds: readonly number[]
  kind: 'closure' | 'maintenance'
  start: Date
  end: Date
  reason: string
}

const closeInside = async (work: Work, plan: Plan, order: Order) => {
  // Closings of the same space wait for each other; a booking there needs only its key, and must not wait.
  await sql`select from spaces where id = ${plan.spaceId} for no key update`.execute(work.db)
  await requireNoClass(work, plan)
  const { bookings, held } = await inTheWay(work, plan)
  requireSame(bookings, order.choices)
  const payments: string[] = []
  const choiceFor = ({ id }: BookingRow) => order.choices.find(({ bookingId }) => bookingId === id)
  // Bookings that move to another chair first, so that no cancelled one is held there. Rented hours last: they can be cancelled only when
  // no client is expected within them.
  const turnOf = (one: BookingRow) => (one.kind === 'rent' ? 2 : choiceFor(one)?.choice === 'move' ? 0 : 1)
  for (const booking of bookings.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const choice = choiceFor(booking)
    if (choice?.choice === 'cancel') {
      const reason = plan.reason === '' ? 'El espacio cierra' : plan.reason
      const paid = await cancelWithin(work, booking.id, {
        as: 'host',
        quoteToken: choice.quoteToken ?? '',
        reason,
        closed: plan.unitIds,
      })
      if (paid !== null) payments.push(paid)
    }
    if (choice?.choice === 'move')
      await relocate(work, booking.id, {
        unitId: choice.unitId ?? 0,
        version: choice.version,
        offered: true,
      })
  }
  const { id, lost } = await closeFree(work, plan)
  // A booking made since the list was read is in the way too: the host must choose for it as well.
  const after = await inTheWay(work, plan)
  const saved = order.choices.filter(({ choice }) => choice === 'keep').length
  if (lost > 0 || after.bookings.length !== saved || after.held.length > held.length) refuse('impact_changed')
  await publish(work, 'space.closed', { closureId: id })
  return { closure: await closureById(work, id), payments }
}

/** Exactly one choice per booking, at the version that was shown. */
const requireSame = (bookings: readonly BookingRow[], choices: Order['choices']) => {
  const chosen = new Map(choices.map((choice) => [choice.bookingId, choice]))
  const same =
    chosen.size === choices.length &&
    bookings.length === choices.length &&
    bookings.every(({ id, version }) => chosen.get(id)?.version === version)
  if (!same) refuse('impact_changed')
}

/** Bookings whose claim overlaps the closing, locked in the order of their ids when inside a transaction; and active holds. */
const inTheWay = async (work: Work, { unitIds, start, end }: Plan) => {
  const touching = work.db
    .selectFrom('claims')
    .select('booking_id')
    .where('resource_id', 'in', [...unitIds])
    .where(sql<boolean>`during && tstzrange(${start}::timestamptz, ${end}::timestamptz)`)
    .where('booking_id', 'is not', null)
  const locking = work.db.isTransaction
  const query = work.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', 'in', touching)
    .where('unit_id', 'in', [...unitIds])
    .orderBy('id')
  const rows = await (locking ? query.forUpdate() : query).execute()
  const live: readonly string[] = [...liveStatuses, 'requested']
  return {
    bookings: rows.filter(({ status }) => live.includes(status)),
    held: rows.filter(({ status }) => status === 'held' || status === 'awaiting_payment'),
  }
}

const impactOf = async (work: Work, plan: Plan): Promise<Impact> => {
  await requireNoClass(work, plan)
  const { bookings, held } = await inTheWay(work, plan)
  const sorted = bookings.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  const candidates = await candidatesFor(
    work,
    sorted.map(({ id }) => id),
  )
  const named = await namesOf(work, sorted)
  const mayBeFree = await freeIn(work, sorted)
  return {
    zone: plan.zone,
    unitIds: [...plan.unitIds],
    affected: sorted.map((booking) => affectedOf(work, plan, booking, { candidates, named, mayBeFree })),
    held: held.filter(({ hold_expires_at }) => hold_expires_at !== null && hold_expires_at > work.now).length,
    blocked: await blockedIn(work, plan),
  }
}

/** The host chooses which visit uses the one free cancellation in six months: each is quoted both ways, and only one is taken. */
const freeIn = async (work: Work, bookings: readonly BookingRow[]) => {
  const visit = bookings.find(({ kind }) => kind === 'visit')
  return visit !== undefined && (await hasFree(work, visit))
}

const affectedOf = (
  work: Work,
  plan: Plan,
  booking: BookingRow,
  {
    candidates,
    named,
    mayBeFree,
  }: {
    candidates: Awaited<ReturnType<typeof candidatesFor>>
    named: Awaited<ReturnType<typeof namesOf>>
    mayBeFree: boolean
  },
): Impact['affected'][number] => {
  const unitId = booking.unit_id ?? 0
  const busy = {
    from: booking.starts_at.getTime() - booking.buffer_before_minutes * minuteMs,
    until: booking.ends_at.getTime() + booking.unit_after_minutes * minuteMs,
  }
  const booked = {
    status: statusOf(booking),
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    unitId,
    busy,
    rescue: forMoves(booking).rescue,
  }
  const closing = { from: plan.start.getTime(), until: plan.end.getTime(), unitIds: plan.unitIds }
  const free = relocations(booked, closing, candidates.get(booking.id) ?? [])
  const options = optionsFor(booked, free, work.now)
  const cancels = options.some(({ choice, allowed }) => choice === 'cancel' && allowed)
  const names = named.get(booking.id)
  return {
    bookingId: booking.id,
    version: booking.version,
    status: booked.status,
    startsAt: booking.starts_at.toISOString(),
    endsAt: booking.ends_at.toISOString(),
    busyFrom: new Date(busy.from).toISOString(),
    busyUntil: new Date(busy.until).toISOString(),
    unitId,
    unitName: names?.unit ?? '',
    professional: names?.professional ?? '',
    client: contactOf(booking)?.firstName ?? null,
    rentCents: booking.rent_cents,
    options,
    units: free.map(({ unitId, name, spaceName }) => ({ unitId, name, spaceName })),
    cancel: cancels ? hostQuote(work, booking, false) : null,
    freeCancel: cancels && mayBeFree && booking.kind === 'visit' ? hostQuote(work, booking, true) : null,
  }
}

const namesOf = async (work: Work, bookings: readonly BookingRow[]) => {
  if (bookings.length === 0) return new Map<string, { professional: string; unit: string }>()
  const rows = await work.db
    .selectFrom('bookings as booking')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .innerJoin('units as unit', 'unit.id', 'booking.unit_id')
    .select(['booking.id', 'professional.first_name', 'professional.last_name', 'unit.name as unit'])
    .where(
      'booking.id',
      'in',
      bookings.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.map(({ id, first_name, last_name, unit }) => [
      id,
      { professional: `${first_name} ${last_name}`, unit },
    ]),
  )
}

/** Only the professional who gives a class cancels it, since they know its clients. Refuses class_there. */
const requireNoClass = async (work: Work, { unitIds, start, end }: Plan) => {
  const there = await work.db
    .selectFrom('claims')
    .select('id')
    .where('resource_id', 'in', [...unitIds])
    .where('class_id', 'is not', null)
    .where(sql<boolean>`during && tstzrange(${start}::timestamptz, ${end}::timestamptz)`)
    .executeTakeFirst()
  if (there !== undefined) refuse('class_there')
}

const blockedIn = async (work: Work, { unitIds, start, end }: Plan) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from claims
    where resource_id = any(${unitIds}::bigint[]) and during && tstzrange(${start}::timestamptz, ${end}::timestamptz)
      and booking_id is null`.execute(work.db)
  return rows[0]?.count ?? 0
}

const maxMs = 366 * dayMs

/** Looked up through the actor: another host's space, or a unit of another space, is not found. */
const planOf = async (work: Work, spaceId: number, request: RequestParams): Promise<Plan> => {
  const units = await work.db
    .selectFrom('units as unit')
    .innerJoin('spaces as space', 'space.id', 'unit.space_id')
    .select(['unit.id', 'unit.active', 'space.zone'])
    .where('space.id', '=', spaceId)
    .where('space.host_id', '=', work.viewer.hostId ?? 0)
    .orderBy('unit.id')
    .execute()
  const [first] = units
  if (first === undefined) return refuse('not_found')
  const wanted = new Set(request.unitIds.length === 0 ? units.map(({ id }) => id) : request.unitIds)
  if (![...wanted].every((id) => units.some((unit) => unit.id === id))) return refuse('not_found')
  const start = new Date(request.startsAt)
  const end = new Date(request.endsAt)
  if (end <= start || end.getTime() - start.getTime() > maxMs) return refuse('invalid_input')
  if (end <= work.now) return refuse('time_is_past')
  const unitIds = units.map(({ id }) => id).filter((id) => wanted.has(id))
  const there = (await closuresIn(work, [spaceId], { from: start, to: end })).get(spaceId) ?? []
  if (there.some((closure) => closure.unitIds.some((id) => wanted.has(id)))) return refuse('already_closed')
  return { spaceId, zone: first.zone, unitIds, kind: request.kind, start, end, reason: request.reason }
}
