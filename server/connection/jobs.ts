import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { unitAccounts, wake, writtenAccounts } from '#server/connection/account.ts'
import { reconcile } from '#server/connection/reconcile.ts'
import { startRound } from '#server/connection/round.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Events after which a visit or rent may appear differently in its professional's calendar. */
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

/** How long decided differences can be looked up. */
const keepDays = 90

const wakeProfessionals = (work: Work, ids: readonly number[]) =>
  inTransaction(work, async (work) => wake(work, await writtenAccounts(work, ids)))

const wakeUnits = (work: Work, unitIds: readonly number[]) =>
  inTransaction(work, async (work) =>
    wake(work, await unitAccounts(work, { unitIds, hostId: null, ref: null })),
  )

type Concerned = { professionalId: number | null; hostId: number | null; id: string }

/** The accounts of a booking or class, and those where it was written: it may have been at another host's unit until now. */
const wakeOf = async (work: Work, of: ReturnType<typeof sql<Concerned>>) => {
  const { rows } = await of.execute(work.db)
  await inTransaction(work, async (work) => {
    const ids = await writtenAccounts(
      work,
      rows.flatMap(({ professionalId }) => professionalId ?? []),
    )
    for (const { hostId, id } of rows)
      if (hostId !== null) ids.push(...(await unitAccounts(work, { unitIds: [], hostId, ref: `unit-${id}` })))
    await wake(work, [...new Set(ids)])
  })
}

const ofBooking = sql`select booking.id, booking.professional_id as "professionalId", booking.host_id as "hostId" from bookings booking`

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'connection.reconcile-due', run: startRound },
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
      wakeOf(work, sql<Concerned>`${ofBooking} where booking.id = ${bookingId}`),
    ),
  ),
  subscribe('booking.change_ended', 'connection.change_ended', (work, { proposalId }) =>
    wakeOf(
      work,
      sql<Concerned>`${ofBooking} join change_proposals proposal on proposal.booking_id = booking.id where proposal.id = ${proposalId}`,
    ),
  ),
  ...(['class.cancelled', 'class.decided', 'class.moved'] as const).map((event) =>
    subscribe(event, `connection.${event}`, (work, { classId }) =>
      wakeOf(
        work,
        sql<Concerned>`select id, professional_id as "professionalId", host_id as "hostId" from class_sessions where id = ${classId}`,
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
      sql<Concerned>`select booking.id, party.id as "professionalId", booking.host_id as "hostId"
        from hand_overs hand_over join bookings booking on booking.id = hand_over.booking_id,
        unnest(array[hand_over.from_professional_id, hand_over.to_professional_id]) as party(id) where hand_over.id = ${handOverId}`,
    ),
  ),
  subscribe('unit.blocks_changed', 'connection.unit_blocks_changed', (work, { unitIds }) =>
    wakeUnits(work, unitIds),
  ),
  subscribe('space.closed', 'connection.space_closed', async (work, { closureId }) => {
    const units = await work.db
      .selectFrom('closure_units')
      .select('unit_id')
      .where('closure_id', '=', closureId)
      .execute()
    await wakeUnits(
      work,
      units.map(({ unit_id }) => unit_id),
    )
  }),
]
