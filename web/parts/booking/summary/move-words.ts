/** The name of each move in a booking's history. */
import type { Move } from '#contract/booking/moves.ts'
import type { RecordedMove } from '#contract/booking/record.ts'
import type { RentMove } from '#contract/booking/rent/rent-moves.ts'

type Recorded = Move | RentMove | 'hold'

const words: Readonly<Record<Recorded, string>> = {
  hold: 'Se apartó la hora',
  pay: 'Empezó el pago',
  take_cash: 'Se recibió el pago en efectivo',
  change_add_ons: 'Cambiaron los complementos',
  decline_card: 'El banco rechazó la tarjeta',
  confirm: 'Quedó confirmada',
  expire: 'Se liberó sin pago',
  revive: 'Llegó el pago y se confirmó',
  request: 'Se pidió la cita',
  accept: 'Se aceptó',
  accept_in_part: 'Una parte aceptó; faltaba la otra',
  decline: 'Se rechazó',
  lapse: 'Nadie respondió a tiempo',
  release: 'Se soltó la hora',
  move_time: 'Cambió de hora',
  propose_change: 'Se propuso otra hora',
  accept_change: 'Se aceptó la otra hora',
  accept_change_in_part: 'Una parte aceptó la otra hora; faltaba alguien',
  move_request: 'Se aceptó la otra hora; falta el espacio',
  decline_change: 'No se aceptó la otra hora',
  withdraw_change: 'Se retiró la otra hora',
  lapse_change: 'La otra hora se quedó sin respuesta',
  begin_rescue: 'El espacio canceló y se apartó otro lugar',
  accept_rescue: 'Se aceptó el otro lugar',
  accept_rescue_in_part: 'Una parte aceptó el otro lugar; faltaba alguien',
  decline_rescue: 'No se aceptó el otro lugar',
  lapse_rescue: 'El otro lugar se quedó sin respuesta',
  follow_class: 'La clase cambió de hora o de lugar',
  accept_class_move: 'Le queda la clase como cambió',
  move_unit: 'Cambió de unidad en el mismo espacio',
  arrive: 'Se registró la llegada de quien atiende',
  check_in: 'Se registró la llegada y empezó',
  client_no_show: 'Se dijo que el cliente no llegó',
  contest_no_show: 'El cliente dijo que sí fue',
  withdraw_no_show: 'Se retiró la falta',
  uphold_no_show: 'Quedó como falta del cliente',
  drop_no_show: 'No contó como falta del cliente',
  professional_no_show: 'Se dijo que quien atiende no llegó',
  contest_absence: 'Quien atiende dijo que sí estuvo',
  uphold_absence: 'Quedó como falta de quien atiende',
  drop_absence: 'No contó como falta de quien atiende',
  restore_visit: 'No contó como falta: la cita se dio',
  check_out: 'Terminó el servicio',
  confirm_attendance: 'Quien atiende dijo que sí vino',
  complete: 'Se dio por bien hecha',
  complete_unseen: 'Se dio por hecha: nadie dijo otra cosa',
  close: 'Se cerró y se repartió el dinero',
  cancel_as_client: 'El cliente canceló',
  cancel_as_professional: 'Quien atiende canceló',
  cancel_as_host: 'El espacio canceló',
  cancel_as_platform: 'Kalli canceló',
  hand_back: 'Se devolvieron horas al espacio',
  hand_over: 'Se ofrecieron las horas a otra persona',
}

const isRecorded = (move: string): move is Recorded => Object.hasOwn(words, move)

/** A move that only a newer server knows is shown by its code. */
export const moveText = ({ move }: Pick<RecordedMove, 'move'>) =>
  isRecorded(move) ? words[move] : 'La reserva cambió'

export const byWords: Readonly<Record<RecordedMove['by'], string>> = {
  client: 'el cliente',
  professional: 'tú',
  host: 'el espacio',
  platform: 'Kalli',
}
