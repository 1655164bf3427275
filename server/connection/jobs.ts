import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { wake, writtenAccounts } from '#server/connection/account.ts'
import { reconcile, reconcileDue } from '#server/connection/reconcile.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Events after which a visit or rent may read otherwise in its professional's calendar. */
const ofBookings = [
  'booking.cancelled',
  'booking.changed',
  'booking.completed',
  'booking.confirmed',
  'booking.no_show',
  'booking.no_show_ended',
  'booking.unit_moved',
  'class.seat_moved',
  'reservation.returned',
] as const

/** How long what was decided can still be looked up. */
const keepDays = 90

const wakeProfessionals = (work: Work, ids: readonly number[]) =>
  inTransaction(work, async (work) => wake(work, await writtenAccounts(work, ids)))

const wakeOf = async (work: Work, of: ReturnType<typeof sql<{ id: number }>>) => {
  const { rows } = await of.execute(work.db)
  await wakeProfessionals(
    work,
    rows.map(({ id }) => id),
  )
}

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'connection.reconcile-due', run: reconcileDue },
  {
    every: '17 9 * * *',
    name: 'connection.forget-differences',
    run: (work) =>
      forgetBefore(work, 'calendar_differences', 'ended_at', new Date(work.now.getTime() - keepDays * dayMs)),
  },
  subscribe('calendar_account.due', 'connection.account_due', (work, { calendarAccountId }) =>
    reconcile(work, calendarAccountId),
  ),
  ...ofBookings.map((event) =>
    subscribe(event, `connection.${event}`, (work, { bookingId }) =>
      wakeOf(
        work,
        sql<{
          id: number
        }>`select professional_id as id from bookings where id = ${bookingId} and professional_id is not null`,
      ),
    ),
  ),
  subscribe('booking.change_ended', 'connection.change_ended', (work, { proposalId }) =>
    wakeOf(
      work,
      sql<{ id: number }>`select booking.professional_id as id from change_proposals proposal
        join bookings booking on booking.id = proposal.booking_id where proposal.id = ${proposalId}`,
    ),
  ),
  ...(['class.cancelled', 'class.decided', 'class.moved'] as const).map((event) =>
    subscribe(event, `connection.${event}`, (work, { classId }) =>
      wakeOf(
        work,
        sql<{ id: number }>`select professional_id as id from class_sessions where id = ${classId}`,
      ),
    ),
  ),
  ...(['class.set', 'professional.blocks_changed'] as const).map((event) =>
    subscribe(event, `connection.${event}`, (work, { professionalId }) =>
      wakeProfessionals(work, [professionalId]),
    ),
  ),
  subscribe('hand_over.accepted', 'connection.hand_over_accepted', (work, { handOverId }) =>
    wakeOf(
      work,
      sql<{
        id: number
      }>`select unnest(array[hand_over.from_professional_id, hand_over.to_professional_id]) as id
        from hand_overs hand_over where hand_over.id = ${handOverId}`,
    ),
  ),
]
