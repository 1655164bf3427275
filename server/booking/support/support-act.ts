/**
 * Staff actions on a booking (product.md §4, B13): each with its reason in an append-only log. An action that moves more than $5,000, and
 * every correction of the ledger, is proposed by one administrator and done by another who requests exactly the same.
 */
import type { Payload } from '#server/platform/events.ts'
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { goodwillNeedsTwo, type supportGoodwill } from '#contract/booking/support/support.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { measured, rehearse } from '#server/booking/moves/money-act.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { actsOf, isReversible, journalsOf } from '#server/booking/support/support.ts'
import { reverse as reverseJournal } from '#server/payment/ledger/ledger.ts'
import { goodwill } from '#server/payment/charge/refund.ts'
import { idOfCall } from '#server/platform/http/call-id.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { type Acted, take, log, finish } from '#server/booking/support/support-log.ts'

/** J16. Refuses move_not_allowed before it is confirmed, and beyond what the client has paid and was not refunded. */
export const refundAmount = async (
  work: Work,
  id: string,
  { amountCents, reason }: Input<typeof supportGoodwill>['body'],
): Promise<Acted> => {
  const acted = await inTransaction(work, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    if (booking.client_id === null || booking.confirmed_at === null) return refuse('move_not_allowed')
    // Only the idempotency key distinguishes a second goodwill from a retry of the first, cut off before its reply.
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

/** J23. Refuses move_not_allowed for a posting with rows beside the ledger, reversed already, or leaving a balance below zero. */
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

/** The amounts of this goodwill for each party. Refuses as `refundAmount` does, except second_person_needed. */
export const rehearseGoodwill = (work: Work, id: string, amountCents: number) =>
  rehearse(work, id, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    if (booking.client_id === null || booking.confirmed_at === null) return refuse('move_not_allowed')
    return goodwill(work, { bookingId: id, amountCents, idemKey: `rehearsal:${id}` })
  })

/** The same for a correction. */
export const rehearseReverse = (work: Work, id: string, journal: number) =>
  rehearse(work, id, async (work) => {
    const found = (await journalsOf(work, id)).find((one) => one.id === journal)
    if (found === undefined || !isReversible(found)) return refuse('move_not_allowed')
    return reverseJournal(work, journal)
  })

/** Notifies the client of Kalli's refund. */
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
      to: contact,
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
