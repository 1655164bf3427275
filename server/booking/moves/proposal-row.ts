/** The row of a proposed hour: which one is open, until when, and what it holds. */
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { changeUntilHours, requestMinMinutes, requestMaxHours } from '#contract/booking/moves.ts'
import { Side as AnySide } from '#contract/booking/change/change.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import type { ChangeProposals } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type Proposal = Selectable<ChangeProposals>

/** A proposal waits this long at most. */
export const maxHours = 12

/** Until when a proposal can be answered: never into the last two hours before either time. Past or now: too late to ask. */
export const changeBy = (startsAt: Date, newStartsAt: Date, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + maxHours * hourMs,
      startsAt.getTime() - changeUntilHours * hourMs,
      newStartsAt.getTime() - changeUntilHours * hourMs,
    ),
  )

/** The same for this booking: for a request also early enough that its professional can still answer it afterwards. */
export const proposalEnds = (
  booking: Pick<BookingRow, 'status' | 'starts_at' | 'requested_at'>,
  newStartsAt: Date,
  now: Date,
): Date => {
  const by = changeBy(booking.starts_at, newStartsAt, now)
  if (booking.status !== 'requested' || booking.requested_at === null) return by
  const latest = booking.requested_at.getTime() + requestMaxHours * hourMs - requestMinMinutes * minuteMs
  return new Date(Math.min(by.getTime(), latest))
}

/** Waits for an answer, or for the payment that precedes it. */
export const livingStates = ['open', 'paying'] as const

export const openOf = (work: Work, bookingId: string): Promise<Proposal | undefined> =>
  work.db
    .selectFrom('change_proposals')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', 'in', livingStates)
    .executeTakeFirst()

export const pendingIn = (proposal: Pick<Proposal, `${Side}_acceptance`>) =>
  (['client', 'professional', 'host'] as const).filter((side) => proposal[`${side}_acceptance`] === 'pending')

/** The fields that the table of moves looks at. */
export const withProposal = (booking: BookingRow, proposal: Proposal | undefined) => ({
  ...booking,
  change:
    proposal === undefined
      ? null
      : {
          by: z.parse(AnySide, proposal.proposed_by),
          // No party must answer before the money is held.
          waitsFor: proposal.state === 'paying' ? [] : pendingIn(proposal),
          expiresAt: proposal.expires_at.toISOString(),
        },
})

export const setProposal = (work: Work, { id }: Proposal, values: Partial<Proposal>) =>
  work.db.updateTable('change_proposals').set(values).where('id', '=', id).execute()
