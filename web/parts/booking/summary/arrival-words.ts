import type { CheckInMethod } from '#contract/booking/booking.ts'
import type { RecordedMove } from '#contract/booking/record.ts'

/** How an arrival was registered, as the end of a sentence about it. */
export const arrivalWords: Readonly<Record<CheckInMethod, string>> = {
  client_code: 'con el código del cliente',
  station_code: 'con el código de la unidad',
  position: 'por ubicación',
  word: 'de palabra',
}

/** Only for a move that is an arrival; the notes of other moves are no methods. */
export const howText = ({ move, how }: { move: string; how?: string | undefined }): string | undefined =>
  (move === 'check_in' || move === 'arrive') && isMethod(how) ? arrivalWords[how] : undefined

const isMethod = (how: string | undefined): how is NonNullable<RecordedMove['how']> =>
  how !== undefined && Object.hasOwn(arrivalWords, how)
