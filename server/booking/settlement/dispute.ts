/**
 * A visit did not go as agreed (product.md §4, B20): said by one of its three until the deadline, with what shows it; answered
 * within two days, decided by a template, appealed once within three. Only the line that it is about waits. The money moves when
 * it is closed, once. docs/decisions/disputes.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import {
  appealHours,
  Bearer,
  bearersOf,
  disputeAnswerHours,
  DisputeOutcome,
  DisputeState,
  mayDispute,
  mediationHours,
  respondents,
  subjectOf,
  twoPersonsAboveCents,
  type decideDispute,
  type disputes as disputesEndpoint,
  type DisputeMove,
  type disputesToDecide,
  type moveDispute,
  type openDispute,
  outcomeLabels,
} from '#contract/booking/settlement/dispute.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { PartyAmounts } from '#contract/booking/support/money-act.ts'
import {
  decidedCentsOf,
  freezeLine,
  lineCentsOf,
  moveMoney,
} from '#server/booking/settlement/dispute-money.ts'
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
import { forMoves, lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { logAct, rehearse } from '#server/booking/moves/money-act.ts'
import { overtimeOfBooking, type OvertimeRow } from '#server/booking/settlement/meter.ts'
import { findFor, lockFor, type Asking, type Side } from '#server/booking/moves/party.ts'
import { hourMs } from '#server/booking/moves/rules.ts'
import { carryOut, read as readPayment } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

type Told = z.input<(typeof disputesEndpoint)['reply']>

/** Those in which this side has a part. Refuses not_found. */
export const read = async (work: Work, bookingId: string, asking: Asking): Promise<Told> => {
  const { side } = await findFor(work, bookingId, asking)
  const rows = (await rowsOf(work, bookingId)).filter((row) => partyIn(row, side) !== null)
  return { disputes: await Promise.all(rows.map((row) => presentTo(work, row, side))) }
}

/** Refuses dispute_not_movable after the deadline, a second time, or where the line has no money; invalid_input without evidence. */
export const open = async (
  work: Work,
  bookingId: string,
  { t, ...said }: Input<typeof openDispute>['body'] & { t?: string | undefined },
): Promise<Told> => {
  const asking = { t, as: said.as }
  try {
    await inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, bookingId, asking)
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
  return read(work, bookingId, asking)
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

/** What of the line is still with Kalli. */
const freezeAs = async (work: Work, booking: BookingRow, row: DisputeRow) => {
  const frozenCents = await freezeLine(work, booking, row)
  if (frozenCents > 0)
    await work.db
      .updateTable('disputes')
      .set({ frozen_cents: frozenCents })
      .where('id', '=', row.id)
      .execute()
}

/** Is something undecided in which this side has a part? What was stayed longer does not count. */
export const hasUndecided = async (work: Work, bookingId: string, side: Side): Promise<boolean> =>
  (await rowsOf(work, bookingId)).some(
    (row) => row.closed_at === null && lineOf(row) !== 'overtime' && partyIn(row, side) !== null,
  )

/** The visit was divided while something was undecided: what it is about waits. In the transaction that divides. */
export const freezeOpen = async (work: Work, booking: BookingRow): Promise<void> => {
  for (const row of await rowsOf(work, booking.id))
    if (row.closed_at === null && row.frozen_cents === 0) await freezeAs(work, booking, row)
}

/** Answers, takes back or appeals. Refuses stale_version, dispute_not_movable, invalid_input. */
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
): Promise<Told> => {
  const asking = { t, as: said.as }
  const found = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const bookingId = found?.booking_id ?? refuse('not_found')
  await inTransaction(work, async (work) => {
    // Whoever divides the visit, says something of it or decides takes the visit first.
    const { booking } = await lockFor(work, bookingId, asking)
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
  return read(work, bookingId, asking)
}

const changesOf = (
  work: Work,
  row: DisputeRow,
  said: { move: 'answer' | 'withdraw' | 'concede' | 'appeal'; as: Side; text: string },
) => {
  if (said.move === 'concede')
    return {
      outcome: 'whole',
      borne_by: 'host',
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
    proposed_bearer: null,
    proposed_by: null,
  }
}

type Decision = Input<typeof decideDispute>['body']
type Undecided = Omit<Decision, 'reason'>

/**
 * An administrator has read both. Above the limit the first only proposes, and another decides the same. Refuses stale_version,
 * dispute_not_movable, second_person_needed, invalid_input; payment_in_progress for an appeal before the visit is divided.
 */
export const decide = async (
  work: Work,
  id: string,
  said: Decision,
): Promise<z.input<(typeof decideDispute)['reply']>> => {
  // Its money moves when the time to appeal is over: what it comes to is rehearsed.
  const amounts = await rehearseDecision(work, id, said)
  const { row, paymentId } = await inTransaction(work, async (work) => {
    const { booking, row, how, borneBy } = await requireDecision(work, id, said)
    const log = {
      act: 'dispute',
      bookingId: booking.id,
      what: outcomeLabels[said.outcome],
      reason: said.reason,
    } as const
    if (decidedCentsOf(row, said.outcome) > twoPersonsAboveCents && !isSeconded(work, row, said)) {
      await logAct(work, { ...log, step: 'proposed' })
      return { row: await propose(work, row, said, borneBy), paymentId: null }
    }
    const settled = await settleAs(work, booking, row, how, { outcome: said.outcome, borneBy })
    await logAct(work, { ...log, step: 'done' }, amounts)
    return settled
  })
  crashPoint('committed-dispute-end')
  if (paymentId !== null) await carryOut(work, paymentId)
  // Decided it is `resolved`, or after an appeal `closed`; else it waits for the second.
  return { state: z.parse(DisputeState, row.state), proposed: !['resolved', 'closed'].includes(row.state) }
}

/** What it would come to for each party. Refuses as `decide` does, but for the second person. */
export const rehearseDecision = async (work: Work, id: string, said: Undecided): Promise<PartyAmounts> => {
  const { booking_id: bookingId } =
    (await work.db.selectFrom('disputes').select('booking_id').where('id', '=', id).executeTakeFirst()) ??
    refuse('not_found')
  return rehearse(work, bookingId, async (work) => {
    const { booking, row, borneBy } = await requireDecision(work, id, said)
    const decided = {
      outcome: said.outcome,
      borne_by: borneBy,
      decided_cents: decidedCentsOf(row, said.outcome),
    }
    // Before the visit is divided there is nothing to move yet.
    const isDivided = divided.has(booking.status) && (await readPayment(work, booking.id))?.settled_at
    if (isDivided) await moveMoney(work, booking, { ...row, ...decided })
  })
}

const requireDecision = async (work: Work, id: string, said: Undecided) => {
  const { booking, row } = await lockBoth(work, id)
  if (row.version !== said.version) return refuse('stale_version')
  const how = row.state === 'appealed' ? 'decide_appeal' : 'decide'
  requireDisputeMove(row, how, 'platform', work.now)
  return { booking, row, how, borneBy: requireBearer(row, said) } as const
}

const lockBoth = async (work: Work, id: string): Promise<{ booking: BookingRow; row: DisputeRow }> => {
  const found = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const booking = (await lockById(work, found?.booking_id ?? refuse('not_found'))) ?? refuse('not_found')
  return { booking, row: (await lockDispute(work, id)) ?? refuse('not_found') }
}

const requireBearer = (row: DisputeRow, { outcome, borneBy }: Undecided): Bearer | null => {
  if (outcome === 'nothing') return null
  const allowed: readonly Bearer[] = bearersOf[lineOf(row)]
  return borneBy !== null && allowed.includes(borneBy)
    ? borneBy
    : refuse('invalid_input', { fields: [{ field: 'borneBy', message: 'Elige a cargo de quién.' }] })
}

/** Another administrator proposed exactly this. Refuses second_person_needed to the one who did. */
const isSeconded = (work: Work, row: DisputeRow, { outcome, borneBy }: Decision): boolean => {
  if (row.proposed_outcome !== outcome || row.proposed_bearer !== borneBy) return false
  return isOwn(work.who.accountId, row.proposed_by)
    ? refuse('second_person_needed')
    : row.proposed_by !== null
}

const propose = (work: Work, row: DisputeRow, { outcome }: Decision, borneBy: Bearer | null) =>
  recordMove(
    work,
    row,
    'propose',
    { party: 'platform', reason: `${outcome} ${borneBy ?? ''}`.trim() },
    { proposed_outcome: outcome, proposed_bearer: borneBy, proposed_by: work.who.accountId },
  )

/** What is decided stands for three days, or after an appeal at once. In the caller's transaction. */
const settleAs = async (
  work: Work,
  booking: BookingRow,
  row: DisputeRow,
  how: Extract<DisputeMove, 'decide' | 'decide_appeal' | 'stand'>,
  { outcome, borneBy }: { outcome: DisputeOutcome; borneBy: Bearer | null },
): Promise<{ row: DisputeRow; paymentId: string | null }> => {
  const decided = await recordMove(
    work,
    row,
    how,
    { party: 'platform', reason: how === 'stand' ? 'nobody answered' : `${outcome} ${borneBy ?? ''}`.trim() },
    {
      outcome,
      borne_by: borneBy,
      decided_cents: decidedCentsOf(row, outcome),
      decided_by: how === 'stand' ? null : work.who.accountId,
      decided_at: work.now,
      appeal_by: row.appeal_by ?? new Date(work.now.getTime() + appealHours * hourMs),
      ...(how === 'decide_appeal' ? { closed_at: work.now } : {}),
    },
  )
  const paymentId = how === 'decide_appeal' ? await moveMoney(work, booking, decided) : null
  crashPoint('inside-dispute-end')
  await publish(work, 'dispute.changed', { disputeId: row.id, move: how })
  return { row: decided, paymentId }
}

/** Every minute: what nobody answered, decided or appealed in time. Several processes may; each takes what the others have not. */
export const moveDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('disputes')
    .select('id')
    .where((db) =>
      db.or([
        db.and([db('state', '=', 'waiting'), db('answer_by', '<=', work.now)]),
        db.and([
          db('state', 'in', ['mediation', 'appealed']),
          db('mediate_by', '<=', work.now),
          db('overdue_at', 'is', null),
        ]),
        db.and([db('state', '=', 'resolved'), db('appeal_by', '<=', work.now)]),
      ]),
    )
    .orderBy('opened_at')
    .limit(500)
    .execute()
  await eachApart(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const { booking, row } = await lockBoth(work, id)
      return moveOne(work, booking, row)
    })
    if (paymentId !== null) await carryOut(work, paymentId)
  })
}

const platform = { party: 'platform' } as const

const moveOne = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const isDue = (at: Date | null) => at !== null && at <= work.now
  if (row.state === 'waiting' && isDue(row.answer_by)) return standOrMediate(work, booking, row)
  if (row.state === 'mediation' && row.overdue_at === null && isDue(row.mediate_by))
    return told(work, await recordMove(work, row, 'overdue', platform, { overdue_at: work.now }), 'overdue')
  if (row.state !== 'resolved' || !isDue(row.appeal_by)) return null
  // A very long visit: its money is not divided yet, and the next minute asks again.
  if (!divided.has(booking.status)) return null
  const closed = await recordMove(work, row, 'close', platform, { closed_at: work.now })
  const paymentId = await moveMoney(work, booking, closed)
  crashPoint('inside-dispute-end')
  await told(work, closed, 'close')
  return paymentId
}

const divided: ReadonlySet<string> = new Set(['completed', 'closed'])

/** Silence decides for who opened it, at the cost of who did not answer; above the limit no rule decides alone. */
const standOrMediate = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const { subject, respondent } = await partsOf(work, row)
  const { silent: outcome } = subjectOf(subject)
  if (decidedCentsOf(row, outcome) > twoPersonsAboveCents)
    return told(
      work,
      await recordMove(work, row, 'mediate', platform, {
        mediate_by: new Date(work.now.getTime() + mediationHours * hourMs),
      }),
      'mediate',
    )
  return (await settleAs(work, booking, row, 'stand', { outcome, borneBy: respondent })).paymentId
}

const told = async (work: Work, row: DisputeRow, move: Exclude<DisputeMove, 'propose'>): Promise<null> => {
  await publish(work, 'dispute.changed', { disputeId: row.id, move })
  return null
}

/** What waits for an administrator, the one that is due first first. */
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
              borneBy: z.parse(z.nullable(Bearer), row.proposed_bearer),
              mine: isOwn(work.who.accountId, row.proposed_by),
            },
    })),
  )
  return { disputes }
}
