/** A seat of a class: how many seats are taken, when the class is decided, and where it was before it moved. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { ClassCount } from '#contract/booking/class-count.ts'
import { movedFrom, type MovedFrom } from '#server/booking/columns/class-row.ts'
import { columns, type Read } from '#server/booking/columns/joins.ts'
import { seatsTaken } from '#server/booking/columns/sql-parts.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'

export const classSeatColumns = columns([
  sql<ClassCount | null>`(select json_build_object('taken', ${seatsTaken}, 'capacity', own.capacity, 'minimum', own.minimum,
        'decideAt', to_char(own.decide_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decided', own.decided_at is not null)
        from class_sessions own where own.id = booking.class_id)`.as('class'),
])

type Shown = Read<typeof classSeatColumns> &
  Pick<BookingRow, 'zone' | 'persons'> & { moved_from?: unknown; status?: string }
type Seat = Pick<z.input<typeof Booking>, 'class'>

export const classSeatPart = (shown: Shown, side: Side): Seat =>
  shown.class === null || side === 'host' ? {} : { class: seatIn(shown.class, shown) }

/** The minimum for the class to be given, its deadline, and its former hour while its client has not accepted the move. */
export const seatIn = (own: ClassCount, seat: Omit<Shown, 'class'>): NonNullable<Seat['class']> => {
  const { capacity, minimum, decideAt, decided, taken } = own
  const at = new Date(decideAt ?? 0)
  const text =
    minimum === null || decided
      ? seat.persons === 1
        ? 'Reservas un lugar para ti.'
        : `Reservas ${seat.persons} lugares, uno para cada quien.`
      : taken >= minimum
        ? 'Ya se juntó el grupo.'
        : `Se da con ${minimum} personas. Si no se juntan antes del ${longDate(at, seat.zone)}, ${clockTime(at, seat.zone)} h, se cancela y se devuelve todo.`
  const from = seat.status === 'confirmed' ? movedFrom(seat) : null
  return {
    ...own,
    text: `Clase de hasta ${capacity} personas.${isAhead(seat) ? ` ${text}` : ''}`,
    movedFrom: from === null ? null : { ...from, text: movedText(from, seat.zone) },
  }
}

/** Once the class is over its minimum is not shown. */
const isAhead = ({ status = 'held' }: { status?: string }) =>
  ['held', 'awaiting_payment', 'requested', 'confirmed'].includes(status)

const movedText = ({ startsAt, place }: MovedFrom, zone: string) => {
  const at = new Date(startsAt)
  return `Era el ${longDate(at, zone)}, ${clockTime(at, zone)} h (${place}). Tu lugar pasó a la nueva hora. Mientras no digas que te queda, cancelar o no ir no te cuesta nada.`
}
