/** A service's own hours, in addition to those of its professional. No schema, so that pages can import it alone. */

type Windows = readonly { weekday: number; fromMinute: number; toMinute: number }[]
type OwnTimes = { ownHours: Windows | null; offeredFrom: string | null; offeredTo: string | null }

/** The invalid field with its problem, as text; null if valid. */
export const ownTimesProblem = ({
  ownHours,
  offeredFrom,
  offeredTo,
}: OwnTimes): { field: 'ownHours' | 'offeredTo'; problem: string } | null => {
  if (ownHours !== null && ownHours.length === 0)
    return { field: 'ownHours', problem: 'Marca por lo menos un día en «Horario de este servicio».' }
  if (ownHours?.some(({ fromMinute, toMinute }) => fromMinute >= toMinute))
    return { field: 'ownHours', problem: 'En «Horario de este servicio» una hora termina antes de empezar.' }
  const overlap = ownHours?.some((one, at) =>
    ownHours.some(
      (other, place) =>
        place !== at &&
        one.weekday === other.weekday &&
        one.fromMinute < other.toMinute &&
        other.fromMinute < one.toMinute,
    ),
  )
  if (overlap)
    return {
      field: 'ownHours',
      problem: 'En «Horario de este servicio» dos turnos del mismo día se enciman.',
    }
  if (offeredFrom !== null && offeredTo !== null && offeredTo < offeredFrom)
    return { field: 'offeredTo', problem: 'La última fecha del servicio va antes que la primera.' }
  return null
}
