/** A reported no-show and until when it can be contested; read by the moves and the texts about the end. */
import { bookingColumns } from '#server/booking/columns/joins.ts'

export const noShowColumns = bookingColumns(['no_show.state as no_show_state', 'no_show.contest_by'])
