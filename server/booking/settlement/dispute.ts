/**
 * A visit did not go as agreed (product.md §4, B20): reported by one of its three parties until the deadline, with evidence; answered
 * within two days, decided by a template, appealed once within three. Only the disputed line waits. The money moves once, when it is
 * closed. docs/booking/disputes.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  disputes as disputesEndpoint,
  disputesToDecide,
  moveDispute,
  openDispute,
} from '#contract/booking/settlement/dispute.ts'
import {
  Bearer,
  DisputeOutcome,
  respondents,
  subjectOf,
} from '#contract/booking/settlement/dispute-subject.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { disputeAnswerHours, mayDispute, mediationHours } from '#contract/booking/settlement/dispute-moves.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { freezeLine, lineCentsOf, moveMoney } from '#server/booking/settlement/dispute-money.ts'
import { useDisputePhotos } from '#server/booking/settlement/dispute-photo.ts'
import {
  isDivided,
  lineOf,
  lockDispute,
  noteMove,
  partsOf,
  partyIn,
  presentTo,
  recordMove,
  requireDisputeMove,
  rowsOf,
  type DisputeRow,
} from '#server/booking/settlement/dispute-row.ts'
import { forMoves, type BookingRow } from '#server/booking/moves/move.ts'
import { overtimeOfBooking, type OvertimeRow } from '#server/booking/settlement/meter.ts'
import { findFor, lockFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

type DisputesReply = z.input<(typeof disputesEndpoint)['reply']>

/** Disputes that this side is a party of. Refuses not_found. */
export const read = async (work: Work, bookingId: string, viewer: ViewerQuery): Promise<DisputesReply> => {
  const { side } = await findFor(work, bookingId, viewer)
  const rows = (await rowsOf(work, bookingId)).filter((row) => partyIn(row, side) !== null)
  return { disputes: await Promise.all(rows.map((row) => presentTo(work, row, side))) }
}

/** Refuses dispute_not_movable after the deadline, a second time, or where the line has no money; invalid_input without evidence. */
export const open = async (
  work: Work,
  bookingId: string,
  { t, ...said }: Input<typeof openDispute>['body'] & { t?: string | undefined },
): Promise<DisputesReply> => {
  const viewer = { t, as: said.as }
  try {
    await inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, bookingId, viewer)
      const overtime = await overtimeOfBooking(work, bookingId)
      const line = requireSayable(work, booking, overtime, said)
      const respondent = respondents[line]
      const lineCents = await lineCentsOf(work, booking, line)
      if (respondent === said.as || lineCents === 0 || (respondent === 'host' && booking.host_id === null))
        throw new Refusal('dispute_not_movable', undefined, 'Esta cita no tiene ese cobro.')
      const row = await work.db
        .insertInto('disputes')
        .values({
          id: randomUUIDv7(),
          booking_id: bookingId,
          opened_by: said.as,
          respondent,
          host_id: said.as === 'host' || respondent === 'host' ? booking.host_id : null,
          subject: said.subject,
          line,
          line_cents: lineCents,
          state: 'waiting',
          statement: said.statement,
          opened_at: work.now,
          answer_by: new Date(work.now.getTime() + disputeAnswerHours * hourMs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await useDisputePhotos(work, row, said.as, said.photos)
      await useDisputePhotos(work, row, said.as, said.proofs, { isProof: true })
      await freezeAs(work, booking, row)
      await noteMove(work, row, 'open', null, { party: said.as })
      crashPoint('inside-dispute')
      await publish(work, 'dispute.changed', { disputeId: row.id, move: 'open' })
    })
  } catch (error) {
    if (constraintOf(error) === 'disputes_shown')
      return refuse('invalid_input', {
        fields: [{ field: 'photos', message: 'Falta mostrar lo que dices.' }],
      })
    if (constraintOf(error) === 'disputes_once' || constraintOf(error) === 'disputes_line')
      throw new Refusal('dispute_not_movable', undefined, 'Ya se reportó un problema sobre esto.')
    if (constraintOf(error) === 'disputes_in_time') return refuse('dispute_not_movable')
    throw error
  }
  return read(work, bookingId, viewer)
}

const requireSayable = (
  work: Work,
  booking: BookingRow,
  overtime: OvertimeRow | undefined,
  said: Pick<Input<typeof openDispute>['body'], 'as' | 'subject' | 'photos' | 'proofs'>,
) => {
  const kind = booking.kind === 'rent' ? 'rent' : 'visit'
  const disputed = {
    kind,
    ...forMoves(booking),
    atSpace: booking.space_id !== null,
    overtime: overtime === undefined ? null : { contestBy: overtime.contest_by.toISOString() },
  } as const
  const answer = mayDispute(said.as, disputed, work.now, said.subject)
  if (!answer.allowed) throw new Refusal('dispute_not_movable', undefined, answer.reason)
  const subject = subjectOf(said.subject)
  const missing = (field: string, message: string) =>
    refuse('invalid_input', { fields: [{ field, message }] })
  if (said.photos.length < subject.photos) return missing('photos', 'Agrega al menos una foto.')
  if (subject.thirdParty && said.proofs.length === 0)
    return missing('proofs', 'Agrega una nota, un presupuesto o un dictamen de alguien más.')
  return subject.lines[said.as] ?? refuse('dispute_not_movable')
}

/** Freezes what of the line is still with Kalli. */
const freezeAs = async (work: Work, booking: BookingRow, row: DisputeRow) => {
  const frozenCents = await freezeLine(work, booking, row)
  if (frozenCents > 0)
    await work.db
      .updateTable('disputes')
      .set({ frozen_cents: frozenCents })
      .where('id', '=', row.id)
      .execute()
}

/** Is a dispute that this side is a party of undecided? Overtime does not count. */
export const hasUndecided = async (work: Work, bookingId: string, side: Side): Promise<boolean> =>
  (await rowsOf(work, bookingId)).some(
    (row) => row.closed_at === null && lineOf(row) !== 'overtime' && partyIn(row, side) !== null,
  )

/** The visit was divided while a dispute was undecided: the disputed line waits. In the transaction that divides. */
export const freezeOpen = async (work: Work, booking: BookingRow): Promise<void> => {
  for (const row of await rowsOf(work, booking.id))
    if (row.closed_at === null && row.frozen_cents === 0) await freezeAs(work, booking, row)
}

/** Answers, withdraws or appeals. Refuses stale_version, dispute_not_movable, invalid_input. */
export const move = async (
  work: Work,
  id: string,
  {
    t,
    ...said
  }: Omit<Input<typeof moveDispute>['body'], 't'> & {
    t?: string | undefined
    move: 'answer' | 'withdraw' | 'concede' | 'appeal'
  },
): Promise<DisputesReply> => {
  const viewer = { t, as: said.as }
  const found = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const bookingId = found?.booking_id ?? refuse('not_found')
  await inTransaction(work, async (work) => {
    // Dividing, reporting and deciding all lock the visit first.
    const { booking } = await lockFor(work, bookingId, viewer)
    const row = (await lockDispute(work, id)) ?? refuse('not_found')
    const party = partyIn(row, said.as) ?? refuse('not_found')
    if (row.version !== said.version) return refuse('stale_version')
    requireDisputeMove(row, said.move, party, work.now, await isDivided(work, row))
    if (said.move !== 'withdraw' && said.move !== 'concede' && said.text === '')
      return refuse('invalid_input', { fields: [{ field: 'text', message: 'Escribe qué pasó.' }] })
    await useDisputePhotos(work, row, said.as, said.move === 'answer' ? said.photos : [])
    const moved = await recordMove(work, row, said.move, { party: said.as }, changesOf(work, row, said))
    if (said.move === 'withdraw' || said.move === 'concede') await moveMoney(work, booking, moved)
    await publish(work, 'dispute.changed', { disputeId: id, move: said.move })
  })
  return read(work, bookingId, viewer)
}

const changesOf = (
  work: Work,
  row: DisputeRow,
  said: { move: 'answer' | 'withdraw' | 'concede' | 'appeal'; as: Side; text: string },
) => {
  if (said.move === 'concede')
    return {
      outcome: 'whole',
      charged_to: 'host',
      decided_cents: row.line_cents,
      decided_at: work.now,
      appeal_by: work.now,
      closed_at: work.now,
    }
  if (said.move === 'withdraw') return { withdrawn: true, closed_at: work.now }
  if (said.move === 'answer')
    return {
      answer: said.text,
      answered_at: work.now,
      mediate_by: new Date(work.now.getTime() + mediationHours * hourMs),
    }
  return {
    appealed_by: said.as,
    appeal_text: said.text,
    appealed_at: work.now,
    mediate_by: new Date(work.now.getTime() + mediationHours * hourMs),
    overdue_at: null,
    proposed_outcome: null,
    proposed_charged_to: null,
    proposed_by: null,
  }
}

/** Disputes that wait for an administrator, the nearest deadline first. */
export const toDecide = async (work: Work): Promise<z.input<(typeof disputesToDecide)['reply']>> => {
  const rows = await work.db
    .selectFrom('disputes')
    .selectAll()
    .where('state', 'in', ['mediation', 'appealed'])
    .orderBy('mediate_by')
    .limit(100)
    .execute()
  const disputes = await Promise.all(
    rows.map(async (row) => ({
      ...(await partsOf(work, row)),
      isOverdue: row.mediate_by !== null && row.mediate_by <= work.now,
      proposal:
        row.proposed_outcome === null
          ? null
          : {
              outcome: z.parse(DisputeOutcome, row.proposed_outcome),
              chargedTo: z.parse(z.nullable(Bearer), row.proposed_charged_to),
              mine: isOwn(work.viewer.accountId, row.proposed_by),
            },
    })),
  )
  return { disputes }
}
