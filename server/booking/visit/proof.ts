/** What proves an arrival: a code known only on site, else the position; where no code is posted, a statement. */
import type { Updateable } from 'kysely'
import type * as z from 'zod/mini'
import type { CheckInMethod } from '#contract/booking/booking.ts'
import type { checkIn } from '#contract/booking/attendance.ts'
import { noCodeText } from '#contract/booking/arrival.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { type Nearness, requireNear } from '#server/booking/moves/position.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Attendances } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/** What is registered: its proof, and the device's time if it was offline (docs/web/offline.md). */
export type ReportedArrival = Input<typeof checkIn>['body']
type Shown = { method: z.output<typeof CheckInMethod>; near: Nearness | null }

/** Proves that the client is here; at a unit a statement is not enough. Refuses wrong_code, and what `requireNear` does. */
export const proofOfVisit = async (
  work: Work,
  booking: BookingRow,
  reported: ReportedArrival,
): Promise<Shown> => {
  const code = reported.code?.trim() ?? ''
  if (code !== '' && code === booking.arrival_code) return { method: 'client_code', near: null }
  const station = await stationCodeOf(work, booking)
  if (station !== undefined && isStation(code, station)) return { method: 'station_code', near: null }
  if (code !== '') refuse('wrong_code')
  // A statement could be made from home as well, and neither client nor host could report a no-show (B16).
  if (station !== undefined && reported.position === undefined)
    throw new Refusal('wrong_code', undefined, noCodeText(booking.kind === 'rent' ? 'rent' : 'visit'))
  return byPlace(work, booking, reported)
}

/** Proves that the professional is here: the client's code does not, nor does a statement at a unit. Refuses as above. */
export const proofOfArrival = async (
  work: Work,
  booking: BookingRow,
  reported: ReportedArrival,
): Promise<Shown> => {
  const code = reported.code?.trim() ?? ''
  const station = await stationCodeOf(work, booking)
  if (station !== undefined && isStation(code, station)) return { method: 'station_code', near: null }
  if (station !== undefined && (code !== '' || reported.position === undefined)) refuse('wrong_code')
  return byPlace(work, booking, reported)
}

const byPlace = async (work: Work, booking: BookingRow, { position }: ReportedArrival): Promise<Shown> =>
  position === undefined
    ? { method: 'word', near: null }
    : { method: 'position', near: await requireNear(work, booking, position) }

const isStation = (code: string, station: string) => code.toUpperCase() === station.toUpperCase()

/** The code in the QR square at its unit. */
const stationCodeOf = async (work: Work, booking: BookingRow) => {
  if (booking.unit_id === null) return undefined
  const unit = await work.db
    .selectFrom('units')
    .select('station_code')
    .where('id', '=', booking.unit_id)
    .executeTakeFirst()
  return unit?.station_code
}

/** As stored with a visit. */
export const savedOfVisit = ({ method, near }: Shown): Updateable<Attendances> => ({
  check_in_method: method,
  check_in_distance_m: near?.distance ?? null,
  check_in_accuracy_m: near?.accuracy ?? null,
})

/** As stored with a professional's arrival. */
export const savedOfArrival = ({ method, near }: Shown): Updateable<Attendances> => ({
  professional_arrival_method: method,
  professional_arrival_distance_m: near?.distance ?? null,
  professional_arrival_accuracy_m: near?.accuracy ?? null,
})
