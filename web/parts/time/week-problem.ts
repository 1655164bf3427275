import type { Hours } from '#contract/availability/availability.ts'

/** Why a week cannot be saved; undefined if it can. The server refuses the same. */
export const weekProblem = (weekly: Hours['weekly']): string | undefined => {
  if (weekly.some(({ fromMinute, toMinute }) => fromMinute >= toMinute))
    return 'Una hora de cierre va antes que la de apertura.'
  const overlap = weekly.some((one, at) =>
    weekly.some(
      (other, place) =>
        place !== at &&
        one.weekday === other.weekday &&
        one.fromMinute < other.toMinute &&
        other.fromMinute < one.toMinute,
    ),
  )
  return overlap ? 'Dos horarios del mismo día se enciman.' : undefined
}
