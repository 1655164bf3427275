/**
 * What support does to a booking (product.md §4, B13): each act with its reason in a log that nobody rewrites. What moves more than
 * $5,000, and every correction of the ledger, is proposed by one administrator and done by another who asks for exactly the same.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { PartyAmounts } from '#contract/booking/support/money-act.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import {
  Fault,
  goodwillNeedsTwo,
  supportCauses,
  type SupportCause,
  type supportCancel,
  type supportGoodwill,
  type SupportQuote,
} from '#contract/booking/support/support.ts'
import { classesWithin } from '#server/booking/columns/class-row.ts'
import { end, outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { remember } from '#server/booking/moves/host-cancellation.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mails.ts'
import { logAct, measured, rehearse } from '#server/booking/moves/money-act.ts'
import { lockById, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/summary/present.ts'
import { cancelQuoteMinutes, minuteMs } from '#server/booking/moves/rules.ts'
import { actsOf, faultsOf, isReversible, journalsOf, read } from '#server/booking/support/support.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { reverse as reverseJournal } from '#server/payment/ledger/ledger.ts'
import { carryOut, goodwill } from '#server/payment/charge/payment.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { SupportActs } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import type { Payload } from '#server/platform/events.ts'
import { rentBack } from '#server/pricing/rent-cancellation.ts'

type Acted = { done: boolean; booking: Awaited<ReturnType<typeof read>> }

/** What cancelling for Kalli would come to; its token stands ten minutes. Refuses not_found, move_not_allowed, visits_within. */
export const cancelQuote = async (
  work: Work,
  id: string,
  fault: Fault,
): Promise<z.input<typeof SupportQuote>> => {
  const booking =
    (await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()) ??
    refuse('not_found')
  requireFault(work, booking, fault)
  const within = booking.kind === 'rent' ? await visitsWithin(work, booking) : []
  if (within.some(({ status }) => status !== 'held')) refuse('visits_within')
  if (booking.kind === 'rent' && (await classesWithin(work, id)).length > 0) refuse('visits_within')
  return quoteFor(work, booking, fault)
}

const requireFault = (work: Work, booking: BookingRow, fault: Fault) => {
  requireMove(booking, 'cancel_as_platform', 'platform', work.now)
  if (!faultsOf(booking).includes(fault))
    throw new Refusal('move_not_allowed', undefined, 'De esta reserva no puede ser culpa de esa parte.')
}

export const byOf = { nobody: 'platform', professional: 'professional', host: 'host' } as const

const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  fault: Fault,
  /** The moment whose rules were quoted, epoch milliseconds. */
  at: z.int(),
  refundCents: z.int(),
})

const quoteFor = (work: Work, booking: BookingRow, fault: Fault) => {
  const outcome = outcomeOf(booking, byOf[fault], work.now)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: z.output<typeof Quoted> = {
    id: booking.id,
    version: booking.version,
    fault,
    at: work.now.getTime(),
    refundCents: outcome.refundCents,
  }
  return {
    refundCents: outcome.refundCents,
    client: booking.kind === 'rent' ? [] : outcome.lines('client'),
    professional: outcome.lines('professional'),
    host: booking.host_id === null ? [] : outcome.lines('host'),
    needsTwo: outcome.refundCents > twoPersonsAboveCents,
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('support-cancel-quote', said, expiresAt),
  }
}

/** Refuses quote_expired; quote_changed with a new quote when the booking moved since; second_person_needed; as `cancelQuote`. */
export const cancel = async (
  work: Work,
  id: string,
  { quoteToken, cause, reason }: Input<typeof supportCancel>['body'],
): Promise<Acted> => {
  const opened = z.safeParse(Quoted, work.tokens.open('support-cancel-quote', quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) return refuse('quote_expired')
  const quoted = opened.data
  const { fault } = quoted
  const acted = await inTransaction(work, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    requireFault(work, booking, fault)
    const outcome = outcomeOf(booking, byOf[fault], new Date(quoted.at))
    if (booking.version !== quoted.version || outcome.refundCents !== quoted.refundCents)
      return refuse('quote_changed', { quote: quoteFor(work, booking, fault) })
    const order = {
      kind: 'cancel',
      what: fault,
      amountCents: outcome.refundCents,
      reason,
      needsTwo: outcome.refundCents > twoPersonsAboveCents,
    } as const
    const act = await take(work, id, order)
    if (act === null) return { done: false, paymentId: null }
    const { result: paymentId, amounts } = await measured(work, id, () =>
      endForKalli(work, booking, { fault, cause, outcome }),
    )
    await log(work, id, order, amounts)
    crashPoint('inside-support')
    return { done: true, paymentId }
  })
  crashPoint('committed-support')
  return finish(work, id, acted)
}

type Ended = { fault: Fault; cause: SupportCause; outcome: Outcome; log?: Logged; reason?: string }
type Logged = { reason: string; proposedBy: number; doneBy: number }

/**
 * Cancelled for Kalli by fault, in the caller's transaction that has it locked; what the three read says why, not in whose words.
 * `log`: it is done with others by one decision, which is written down for each of them. Answers the payment to carry out.
 */
export const endForKalli = async (
  work: Work,
  booking: BookingRow,
  { fault, cause, outcome, log, reason = `support: ${cause}, ${fault}` }: Ended,
): Promise<string | null> => {
  if (log !== undefined) await logWithOthers(work, booking.id, { fault, outcome, log })
  if (fault === 'host') await remember(work, booking, { isFree: false })
  const said = `Kalli canceló ${supportCauses[cause]}.`
  const told: Outcome = {
    ...outcome,
    said,
    reason: `${said} ${booking.kind === 'rent' ? consequencesOfRent[fault](outcome) : consequences[fault]}`,
  }
  const mover = { party: 'platform', reason } as const
  const ending = () => end(work, booking, 'cancel_as_platform', 'platform', told, mover)
  if (log === undefined) return ending()
  const { result, amounts } = await measured(work, booking.id, ending)
  const act = { act: 'suspend', step: 'done', bookingId: booking.id, what: fault } as const
  await logAct(work, { ...act, reason: log.reason, by: log.doneBy }, amounts)
  return result
}

/** One that came in later and is above the limit alone stands in the log of the decision only. */
const logWithOthers = async (
  work: Work,
  bookingId: string,
  { fault, outcome, log }: { fault: Fault; outcome: Outcome; log: Logged },
) => {
  if (outcome.refundCents > twoPersonsAboveCents && log.proposedBy === log.doneBy) return
  await work.db
    .insertInto('support_acts')
    .values({
      id: randomUUIDv7(),
      booking_id: bookingId,
      kind: 'cancel',
      what: fault,
      amount_cents: outcome.refundCents,
      reason: log.reason,
      proposed_by: log.proposedBy,
      proposed_at: work.now,
      done_by: log.doneBy,
      done_at: work.now,
    })
    .execute()
}

const consequences = {
  nobody: 'Nadie paga nada.',
  professional: 'La clienta no paga nada; la renta que toque la paga quien da el servicio.',
  host: 'La clienta no paga nada; el espacio compensa a quien da el servicio.',
} as const satisfies Record<Fault, string>

/** All that stays of it, where it is not its professional's fault, is for hours that were handed back before. */
const consequencesOfRent: Record<Fault, (outcome: Outcome) => string> = {
  nobody: ({ feeCents }) => `Quien rentó recupera ${rentBack('todo', feeCents)}.`,
  professional: () => 'La renta se cobra según la política del espacio.',
  host: ({ feeCents }) =>
    `Quien rentó recupera ${rentBack('todo', feeCents)}; el espacio lo compensa según las reglas.`,
}

/** J16. Refuses move_not_allowed before it is confirmed, and beyond what the client has paid and not had back. */
export const giveBack = async (
  work: Work,
  id: string,
  { amountCents, reason }: Input<typeof supportGoodwill>['body'],
): Promise<Acted> => {
  const acted = await inTransaction(work, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    if (booking.client_id === null || booking.confirmed_at === null) return refuse('move_not_allowed')
    // Nothing of a second goodwill tells it from the first, cut off before its answer, but the key of its call.
    const callId = idOfCall(work, `goodwill ${id} ${amountCents}`)
    const before = await ofCall(work, id, callId)
    if (before?.done_at === null) return { done: false, paymentId: null }
    if (before !== undefined)
      return {
        done: true,
        paymentId: await goodwill(work, { bookingId: id, amountCents, idemKey: `goodwill:${before.id}` }),
      }
    const needsTwo = goodwillNeedsTwo(await actsOf(work, id), amountCents)
    const order = {
      kind: 'goodwill',
      what: String(amountCents),
      amountCents,
      reason,
      needsTwo,
      callId,
    } as const
    const act = await take(work, id, order)
    if (act === null) return { done: false, paymentId: null }
    const { result: paymentId, amounts } = await measured(work, id, () =>
      goodwill(work, { bookingId: id, amountCents, idemKey: `goodwill:${act.id}` }),
    )
    await log(work, id, order, amounts)
    await publish(work, 'booking.goodwill', { actId: act.id })
    crashPoint('inside-support')
    return { done: true, paymentId }
  })
  crashPoint('committed-support')
  return finish(work, id, acted)
}

/** What the same call proposed or did before. */
const ofCall = (work: Work, bookingId: string, callId: string) =>
  work.db
    .selectFrom('support_acts')
    .select(['id', 'done_at'])
    .where('booking_id', '=', bookingId)
    .where((act) => act.or([act('id', '=', callId), act('done_call', '=', callId)]))
    .executeTakeFirst()

/** J23. Refuses move_not_allowed for what has rows beside the ledger, was undone already, or would leave somebody below zero. */
export const reverse = async (
  work: Work,
  id: string,
  { journal, reason }: { journal: number; reason: string },
): Promise<Acted> => {
  const acted = await inTransaction(work, async (work) => {
    if ((await lockById(work, id)) === undefined) return refuse('not_found')
    const found = (await journalsOf(work, id)).find((one) => one.id === journal)
    if (found === undefined || !isReversible(found))
      throw new Refusal('move_not_allowed', undefined, 'Este asiento no se revierte por sí solo.')
    const amountCents = found.lines.reduce((sum, line) => sum + Math.max(0, line.amountCents), 0)
    const order = { kind: 'reverse', what: String(journal), amountCents, reason, needsTwo: true } as const
    if ((await take(work, id, order)) === null) return { done: false, paymentId: null }
    const { amounts } = await measured(work, id, () => reverseJournal(work, journal))
    await log(work, id, order, amounts)
    crashPoint('inside-support')
    return { done: true, paymentId: null }
  })
  return finish(work, id, acted)
}

/** What giving so much back would come to for each. Refuses as `giveBack` does, but for the second person. */
export const rehearseGoodwill = (work: Work, id: string, amountCents: number) =>
  rehearse(work, id, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    if (booking.client_id === null || booking.confirmed_at === null) return refuse('move_not_allowed')
    return goodwill(work, { bookingId: id, amountCents, idemKey: `rehearsal:${id}` })
  })

/** The same of a correction. */
export const rehearseReverse = (work: Work, id: string, journal: number) =>
  rehearse(work, id, async (work) => {
    const found = (await journalsOf(work, id)).find((one) => one.id === journal)
    if (found === undefined || !isReversible(found)) return refuse('move_not_allowed')
    return reverseJournal(work, journal)
  })

const log = (work: Work, bookingId: string, { kind, what, reason }: Order, amounts: PartyAmounts) =>
  logAct(work, { act: kind, step: 'done', bookingId, what, reason }, amounts)

const finish = async (
  work: Work,
  id: string,
  { done, paymentId }: { done: boolean; paymentId: string | null },
): Promise<Acted> => {
  if (paymentId !== null) await carryOut(work, paymentId)
  return { done, booking: await read(work, id) }
}

type Order = {
  kind: 'cancel' | 'goodwill' | 'reverse'
  what: string
  amountCents: number
  reason: string
  needsTwo: boolean
  /** Where a call that is repeated would not be refused by itself: the id of what it proposes or does alone, the mark of what it does second. */
  callId?: string
}

/**
 * Writes it into the log; the caller has locked the booking and does it in the same transaction. Null: it is only proposed, and waits
 * for a second person. Refuses second_person_needed to the one who proposed it.
 */
const take = async (work: Work, bookingId: string, order: Order): Promise<Selectable<SupportActs> | null> => {
  const { kind, what, amountCents, reason, needsTwo, callId = randomUUIDv7() } = order
  const who = work.who.accountId ?? refuse('not_found')
  const proposed = await work.db
    .selectFrom('support_acts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .where('what', '=', what)
    // What it comes to may have changed since: then it is proposed anew.
    .where('amount_cents', '=', amountCents)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (proposed !== undefined) {
    if (proposed.proposed_by === who)
      throw new Refusal(
        'second_person_needed',
        undefined,
        'Ya lo propusiste: lo hace otra persona del equipo.',
      )
    return work.db
      .updateTable('support_acts')
      .set({ done_by: who, done_at: work.now, second_reason: reason, done_call: order.callId ?? null })
      .where('id', '=', proposed.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const act = await work.db
    .insertInto('support_acts')
    .values({
      id: callId,
      booking_id: bookingId,
      kind,
      what,
      amount_cents: amountCents,
      reason,
      proposed_by: who,
      proposed_at: work.now,
      ...(needsTwo ? {} : { done_by: who, done_at: work.now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (needsTwo) await logAct(work, { act: kind, step: 'proposed', bookingId, what, reason })
  return needsTwo ? null : act
}

/** Tells the client what Kalli gives back. */
export const mailGoodwill = async (work: Work, { actId }: Payload<'booking.goodwill'>) => {
  const { rows } = await sql<{ bookingId: string; cents: number }>`
    select booking_id as "bookingId", amount_cents as cents from support_acts where id = ${actId} and kind = 'goodwill'`.execute(
    work.db,
  )
  const [act] = rows
  const booking = act === undefined ? undefined : await bookingForMail(work, act.bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (act === undefined || booking === undefined || contact === null) return
  await send(
    work,
    {
      to: contact.email,
      subject: `Kalli te devuelve ${formatCents(act.cents)}: ${booking.service_name}`,
      lines: [
        `Hola, ${contact.firstName}: por tu cita del ${when(booking)} te devolvemos ${formatCents(act.cents)}. Va por nuestra cuenta.`,
        'Llega por donde pagaste: con tarjeta tarda unos días; si pagaste en efectivo, lo ves en tu saldo a favor.',
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    },
    `goodwill:${actId}`,
  )
}
