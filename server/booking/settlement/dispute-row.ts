/** Disputes as stored, found through the viewer, and moved one step by the contract's table. */
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import type { Dispute, DisputeToDecide } from '#contract/booking/settlement/dispute.ts'
import {
  Bearer,
  DisputeLine,
  DisputeOutcome,
  DisputeSide,
  DisputeState,
  DisputeSubject,
} from '#contract/booking/settlement/dispute-subject.ts'
import {
  disputeMoves,
  mayMoveDispute,
  type DisputeMove,
  type DisputeParty,
} from '#contract/booking/settlement/dispute-moves.ts'
import { nameOfPlace } from '#server/availability/offer/home.ts'
import { overtimeOfBooking } from '#server/booking/settlement/meter.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Disputes } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type DisputeRow = Selectable<Disputes>

export const lockDispute = (work: Work, id: string): Promise<DisputeRow | undefined> =>
  work.db.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const rowsOf = (work: Work, bookingId: string): Promise<DisputeRow[]> =>
  work.db
    .selectFrom('disputes')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()

/** Which party of the dispute this side of the visit is; null: none. */
export const partyIn = (row: { opened_by: string; respondent: string }, side: DisputeSide) =>
  side === row.opened_by ? 'opener' : side === row.respondent ? 'respondent' : null

/** Closed at the moment of the decision, and not by staff. */
const isConceded = (row: DisputeRow) =>
  row.decided_by === null && row.decided_at?.getTime() === row.closed_at?.getTime()

export const stateOf = (row: DisputeRow) => z.parse(DisputeState, row.state)
export const lineOf = (row: DisputeRow) => z.parse(DisputeLine, row.line)
export const bearerOf = (row: DisputeRow) =>
  row.charged_to === null ? null : z.parse(Bearer, row.charged_to)

/** Overtime is charged apart; everything else is divided with the visit. */
export const isDivided = async (work: Work, row: DisputeRow): Promise<boolean> =>
  lineOf(row) !== 'overtime' || (await overtimeOfBooking(work, row.booking_id))?.posted_at !== null

const currentDispute = (row: DisputeRow, divided = true) => ({
  line: lineOf(row),
  isDivided: divided,
  state: stateOf(row),
  answerBy: row.answer_by.toISOString(),
  appealBy: row.appeal_by?.toISOString() ?? null,
  appealable: row.appealed_at === null,
})

/** Refuses dispute_not_movable with the reason that the disabled button shows. */
export const requireDisputeMove = (
  row: DisputeRow,
  move: DisputeMove,
  party: DisputeParty,
  now: Date,
  divided = true,
) => {
  const answer = mayMoveDispute(move, party, currentDispute(row, divided), now)
  if (!answer.allowed) throw new Refusal('dispute_not_movable', undefined, answer.reason)
}

type Mover = { party: DisputeSide | 'platform'; reason?: string }

/** Moves it and records the actor and the reason. Refuses stale_version after a concurrent move. */
export const recordMove = async (
  work: Work,
  row: DisputeRow,
  move: DisputeMove,
  mover: Mover,
  changes: Updateable<Disputes> = {},
): Promise<DisputeRow> => {
  const to = disputeMoves[move].to ?? stateOf(row)
  const moved = await work.db
    .updateTable('disputes')
    .set({ ...changes, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()
  if (moved === undefined) return refuse('stale_version')
  await noteMove(work, moved, move, row.state, mover)
  return moved
}

/** The visit ends other than completed: all its disputes end without moving money. In the transaction that ends it. */
export const fallAway = async (work: Work, bookingId: string): Promise<void> => {
  const open = await work.db
    .selectFrom('disputes')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '<>', 'closed')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of open) {
    const mover = { party: 'platform', reason: 'the visit ended otherwise' } as const
    await recordMove(work, row, 'fall_away', mover, { withdrawn: true, closed_at: work.now })
    await publish(work, 'dispute.changed', { disputeId: row.id, move: 'fall_away' })
  }
}

export const noteMove = (
  work: Work,
  row: DisputeRow,
  move: DisputeMove | 'open',
  from: string | null,
  { party, reason = '' }: Mover,
) =>
  work.db
    .insertInto('dispute_moves')
    .values({
      dispute_id: row.id,
      version: row.version,
      move,
      from_state: from,
      to_state: row.state,
      actor: party,
      actor_account_id: work.viewer.accountId,
      reason,
      at: work.now,
    })
    .execute()

type Shown = {
  service: string
  startsAt: Date
  zone: string
  place: string
  client: string
  professional: string
  host: string
  fellAway: boolean
  photos: { id: string; side: string; proof: boolean }[]
}

/** Its state and terms, as all parties read them. */
export const partsOf = async (
  work: Work,
  row: DisputeRow,
): Promise<Omit<z.input<typeof DisputeToDecide>, 'isOverdue' | 'proposal'>> => {
  const { rows } = await sql<Shown>`
    select b.service_name as service, b.starts_at as "startsAt", b.zone,
      coalesce(nullif(concat_ws(' · ', biz.name, u.name), ''), ${nameOfPlace(sql`b.visit_place`)}) as place,
      coalesce(b.contact ->> 'firstName', 'Tu cliente') as client, p.first_name as professional, coalesce(biz.name, '') as host,
      exists (select from dispute_moves move where move.dispute_id = ${row.id} and move.move = 'fall_away') as "fellAway",
      (select coalesce(json_agg(json_build_object('id', photo.id, 'side', photo.side, 'proof', photo.is_proof)
        order by photo.created_at, photo.id), '[]') from dispute_photos photo where photo.dispute_id = ${row.id}) as photos
    from bookings b join professionals p on p.id = b.professional_id left join spaces s on s.id = b.space_id
    left join businesses biz on biz.id = s.business_id left join units u on u.id = b.unit_id
    where b.id = ${row.booking_id}`.execute(work.db)
  const shown = rows[0] ?? refuse('not_found')
  const photosOf = (side: string, proof = false) =>
    shown.photos.filter((one) => one.side === side && one.proof === proof).map(({ id }) => id)
  const { opened_by: openedBy, respondent } = row
  return {
    id: row.id,
    bookingId: row.booking_id,
    version: row.version,
    state: stateOf(row),
    openedBy: z.parse(DisputeSide, openedBy),
    respondent: respondent === 'host' ? 'host' : 'professional',
    subject: z.parse(DisputeSubject, row.subject),
    line: lineOf(row),
    lineCents: row.line_cents,
    frozenCents: row.closed_at === null ? row.frozen_cents : 0,
    opened: { text: row.statement, at: row.opened_at.toISOString(), photos: photosOf(openedBy) },
    proofs: photosOf(openedBy, true),
    answerBy: row.answer_by.toISOString(),
    answer:
      row.answer === null || row.answered_at === null
        ? null
        : { text: row.answer, at: row.answered_at.toISOString(), photos: photosOf(respondent) },
    mediateBy: row.mediate_by?.toISOString() ?? null,
    decision:
      row.outcome === null || row.decided_at === null
        ? null
        : {
            outcome: z.parse(DisputeOutcome, row.outcome),
            chargedTo: bearerOf(row),
            cents: row.decided_cents ?? 0,
            at: row.decided_at.toISOString(),
            bySilence: row.decided_by === null && !isConceded(row),
            conceded: isConceded(row),
          },
    appealBy: row.appeal_by?.toISOString() ?? null,
    appeal:
      row.appealed_at === null || row.appealed_by === null
        ? null
        : {
            by: z.parse(DisputeSide, row.appealed_by),
            text: row.appeal_text ?? '',
            at: row.appealed_at.toISOString(),
          },
    closedAt: row.closed_at?.toISOString() ?? null,
    withdrawn: row.withdrawn,
    fellAway: shown.fellAway,
    service: shown.service,
    startsAt: shown.startsAt.toISOString(),
    zone: shown.zone,
    place: shown.place,
    names: { client: shown.client, professional: shown.professional, host: shown.host },
  }
}

const movesFor = { opener: ['withdraw', 'appeal'], respondent: ['answer', 'concede', 'appeal'] } as const

/** For one party, with each of their moves, allowed or with its reason. */
export const presentTo = async (
  work: Work,
  row: DisputeRow,
  side: DisputeSide,
): Promise<z.input<typeof Dispute>> => {
  const party = partyIn(row, side) ?? refuse('not_found')
  const divided = await isDivided(work, row)
  const moves = movesFor[party].filter((move) => move !== 'concede' || lineOf(row) === 'overtime')
  return {
    ...(await partsOf(work, row)),
    side,
    moves: moves.map((move) => {
      const answer = mayMoveDispute(move, party, currentDispute(row, divided), work.now)
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    }),
  }
}
