/** Whether a party may make a move now, with one reason for each rule. */
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'
import { usualToleranceMinutes } from '#contract/service/tolerance.ts'
import {
  type Move,
  type Party,
  type Movable,
  moves,
  endedText,
  requestMaxHours,
  requestMinMinutes,
  changeUntilHours,
  arrivedReason,
  checkInOpensMinutes,
} from '#contract/booking/moves.ts'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'

/** Whether this party may make this move now. */
export const mayMove = (move: Move, party: Party, booking: Movable, now: Date): Allowed =>
  checkMove<Party, BookingStatus>(
    moves[move],
    { party, status: booking.status },
    {
      wrongStatus: (status) => endedText(status) ?? 'El estado de la reserva no lo permite.',
      otherwise: () =>
        answers.has(move)
          ? answerReason(party, booking, now)
          : (openReason(move, party, booking) ??
            seatReason(move, booking) ??
            rescueReason(move, party, booking, now) ??
            requestReason(move, party, booking, now) ??
            changeReason(move, party, booking, now) ??
            noShowReason(move, booking, now) ??
            timeReason(move, booking, now)),
    },
  )

/** A client cannot complete a visit during an open dispute; the timer closes it anyway, and only the disputed amount waits. */
const openReason = (move: Move, party: Party, { isDisputed }: Movable): string | null =>
  move === 'complete' && party === 'client' && isDisputed
    ? 'Hay un problema sin resolver: se cierra sola y solo eso queda en pausa.'
    : null

const ofTheHour: ReadonlySet<Move> = new Set(['move_time', 'propose_change', 'begin_rescue', 'move_unit'])
const seatReason = (move: Move, { isSeat, isMoved }: Movable): string | null =>
  isSeat && ofTheHour.has(move)
    ? 'Es un lugar en una clase: para otra hora se cancela y se reserva otra clase.'
    : move === 'accept_class_move' && !isMoved
      ? 'Tu clase sigue donde quedaste.'
      : null

const answers: ReadonlySet<Move> = new Set(['accept', 'accept_in_part', 'decline'])

const answerReason = (
  party: Party,
  { respondBy, waitsFor }: Pick<Movable, 'respondBy' | 'waitsFor'>,
  now: Date,
): string | null => {
  if (waitsFor !== undefined && !waitsFor.includes(party)) return 'Aquí no se espera tu respuesta.'
  return respondBy && now.getTime() >= Date.parse(respondBy) ? 'El plazo para responder ya pasó.' : null
}

/** While another place is being offered, the visit allows no other move except ending. */
const waitsForRescue: ReadonlySet<Move> = new Set([
  'move_time',
  'propose_change',
  'move_unit',
  'arrive',
  'check_in',
  'client_no_show',
  'professional_no_show',
  'confirm_attendance',
  'complete_unseen',
])
const answersRescue: ReadonlySet<Move> = new Set([
  'accept_rescue',
  'accept_rescue_in_part',
  'decline_rescue',
  'lapse_rescue',
])

const rescueReason = (move: Move, party: Party, { rescue }: Movable, now: Date): string | null => {
  if (!answersRescue.has(move)) {
    if (!rescue) return null
    if (move === 'cancel_as_host' || move === 'begin_rescue')
      return 'Ya la cancelaste: falta la respuesta por el lugar nuevo.'
    return waitsForRescue.has(move) ? 'El espacio canceló: falta la respuesta por el lugar nuevo.' : null
  }
  if (!rescue) return 'No hay otro lugar propuesto.'
  const isOver = now.getTime() >= Date.parse(rescue.expiresAt)
  if (move === 'lapse_rescue') return isOver ? null : 'Todavía se espera la respuesta.'
  if (isOver) return 'El plazo para responder ya pasó.'
  if (move === 'decline_rescue') return null
  return rescue.waitsFor.includes(party) ? null : 'Ya dijiste que sí: falta la otra persona.'
}
const beginsChange: ReadonlySet<Move> = new Set(['move_time', 'propose_change'])
const answersChange: ReadonlySet<Move> = new Set(['accept_change', 'accept_change_in_part', 'decline_change'])

/** For a request, the party who must answer proposes another hour. */
const requestReason = (
  move: Move,
  party: Party,
  booking: Pick<Movable, 'status' | 'requestedAt' | 'respondBy' | 'waitsFor'>,
  now: Date,
): string | null => {
  if (booking.status !== 'requested' || move !== 'propose_change') return null
  if (party !== 'professional') return 'Todavía es una solicitud: la hora se cambia cuando quede confirmada.'
  const latest = Date.parse(booking.requestedAt ?? '') + requestMaxHours * hourMs
  return now.getTime() >= latest - requestMinMinutes * minuteMs
    ? `Ya lleva ${requestMaxHours} horas esperando: acéptala o recházala.`
    : answerReason(party, booking, now)
}

/** For visits and for rented hours (contract/booking/rent/reservation.ts). */
export const changeReason = (
  move: Move,
  party: Party,
  { startsAt, change }: Pick<Movable, 'startsAt' | 'change'>,
  now: Date,
): string | null => {
  if (beginsChange.has(move)) {
    if (change) return 'Ya hay otra hora propuesta: falta su respuesta.'
    if (now.getTime() >= Date.parse(startsAt)) return 'Su hora ya llegó: no se puede cambiar.'
    return now.getTime() >= Date.parse(startsAt) - changeUntilHours * hourMs
      ? `Faltan menos de ${changeUntilHours} horas: ya no se puede cambiar.`
      : null
  }
  if (!answersChange.has(move) && move !== 'withdraw_change' && move !== 'lapse_change') return null
  if (!change) return 'No hay otra hora propuesta.'
  const isOver = now.getTime() >= Date.parse(change.expiresAt)
  if (move === 'lapse_change') return isOver ? null : 'Todavía se espera la respuesta.'
  if (move === 'withdraw_change') return change.by === party ? null : 'La propuesta es de otra persona.'
  if (!change.waitsFor.includes(party)) return 'Aquí no se espera tu respuesta.'
  return isOver ? 'El plazo para responder ya pasó.' : null
}

const noShowReason = (move: Move, booking: Movable, now: Date): string | null => {
  const { startsAt, toleranceMinutes = usualToleranceMinutes, arrivedAt, arrivalProved, noShow } = booking
  if (move === 'arrive') return arrivedAt ? arrivedReason : null
  if (move === 'confirm_attendance' && !arrivedAt) return 'No registraste que tú estabas ahí.'
  const waitedUntil = Date.parse(startsAt) + toleranceMinutes * minuteMs
  if (move === 'client_no_show' || move === 'professional_no_show') {
    if (now.getTime() < waitedUntil) return `Espera hasta ${toleranceMinutes} minutos después de la hora.`
    if (move === 'client_no_show') return arrivedAt ? null : 'Primero registra que tú ya estás ahí.'
    if (booking.isMet) return 'La cita empezó con el código del cliente o de la unidad.'
    if (booking.status === 'in_progress' && now.getTime() >= Date.parse(booking.endsAt))
      return 'La hora de esta cita ya pasó.'
    const came = arrivalProved && arrivedAt && Date.parse(arrivedAt) <= waitedUntil
    return came ? 'Llegó a tiempo: lo registró con el código de la unidad.' : null
  }
  const step = settling[move]
  if (step === undefined) return null
  const open = noShow?.state === 'open'
  const overdue = noShow ? now.getTime() >= Date.parse(noShow.contestBy) : true
  if (!open && noShow?.state !== 'contested') return 'Esto ya se resolvió.'
  if (step === 'contest') {
    if (!open) return 'Ya dijiste que no fue así: falta que se resuelva.'
    return overdue ? 'El plazo para decir otra cosa ya pasó.' : null
  }
  if (step === 'drop' && open) return 'Nadie ha dicho otra cosa.'
  return step === 'uphold' && open && !overdue ? 'Todavía pueden decir otra cosa.' : null
}

/** The moves that follow a reported no-show, by their effect. */
const settling: Partial<Record<Move, 'contest' | 'withdraw' | 'uphold' | 'drop'>> = {
  contest_no_show: 'contest',
  contest_absence: 'contest',
  withdraw_no_show: 'withdraw',
  uphold_no_show: 'uphold',
  uphold_absence: 'uphold',
  drop_no_show: 'drop',
  drop_absence: 'drop',
  restore_visit: 'drop',
}

const endsWithTime: ReadonlySet<Move> = new Set(['cancel_as_client', 'cancel_as_host', 'move_unit'])

/** A visit that has not started cannot be left or completed. */
export const notBeforeStart: ReadonlySet<string> = new Set(['check_out', 'complete'] satisfies Move[])
export const notYetText = 'Todavía no es la hora: se termina desde que empieza.'

const timeReason = (move: Move, booking: { startsAt: string; endsAt: string }, now: Date): string | null => {
  const startsAt = Date.parse(booking.startsAt)
  const endsAt = Date.parse(booking.endsAt)
  if (move === 'check_in' || move === 'arrive') {
    if (now.getTime() < startsAt - checkInOpensMinutes * minuteMs)
      return `La llegada se registra desde ${checkInOpensMinutes} minutos antes.`
    if (now.getTime() > endsAt) return 'La hora de esta cita ya pasó.'
  }
  if (notBeforeStart.has(move) && now.getTime() < startsAt) return notYetText
  if (move === 'complete_unseen' && now.getTime() < endsAt) return 'La hora de esta cita no ha terminado.'
  if (move === 'confirm_attendance' && now.getTime() < endsAt)
    return 'Se confirma cuando termina su hora. Antes, registra su llegada.'
  if (endsWithTime.has(move) && now.getTime() >= endsAt) return 'La hora de esta cita ya pasó.'
  return null
}
