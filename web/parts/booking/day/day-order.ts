import type { Booking } from '#contract/booking/booking.ts'
import { isOver } from '#contract/booking/status.ts'
import { formatCents } from '#contract/platform/money.ts'
import { isRestDue } from '#web/parts/booking/day/needs.ts'
import { toTakeCents } from '#web/parts/booking/balance/to-take.ts'

type Placed = Pick<Booking, 'status' | 'startsAt' | 'endsAt' | 'upfront' | 'totalCents' | 'inPlace'>

/** Nothing of it is left for its professional to do today, except to read it again. */
const isDone = (one: Placed) => isOver(one.status) && !isRestDue(one.upfront) && toTakeCents(one) === 0

const given: ReadonlySet<Booking['status']> = new Set(['to_settle', 'completed', 'closed'])

/**
 * The visits of today as they are due at `now`, in milliseconds: the one under way or else the next one first, then the others in their
 * order, and separately the done ones. `doneCount`, `doneCents`: the done visits that took place, and their price in centavos.
 */
export const inOrder = <One extends Placed>(visits: readonly One[], now: number) => {
  const open = visits.filter((one) => !isDone(one))
  const over = visits.filter(isDone)
  const tookPlace = over.filter(({ status }) => given.has(status))
  const next =
    open.find(({ status }) => status === 'in_progress') ??
    open.find(({ status, endsAt }) => status === 'confirmed' && Date.parse(endsAt) > now) ??
    open.find(({ status }) => status === 'confirmed') ??
    open[0]
  return {
    next,
    others: open.filter((one) => one !== next),
    over,
    doneCount: tookPlace.length,
    doneCents: tookPlace.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0),
  }
}

/** "3 terminadas · $1,500 · 1 no se dio": cancelled and missed visits are counted separately. */
export const overWords = ({
  over,
  doneCount,
  doneCents,
}: Pick<ReturnType<typeof inOrder>, 'over' | 'doneCount' | 'doneCents'>) => {
  const missed = over.length - doneCount
  return [
    doneCount === 0 ? '' : doneCount === 1 ? '1 terminada' : `${doneCount} terminadas`,
    doneCents === 0 ? '' : formatCents(doneCents),
    missed === 0 ? '' : missed === 1 ? '1 no se dio' : `${missed} no se dieron`,
  ]
    .filter((words) => words !== '')
    .join(' · ')
}
