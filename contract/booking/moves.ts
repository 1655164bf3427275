/**
 * Who may do what with a booking, from where and when. A file of its own: pages on which one books and pays are told by the
 * server what may be done, and need no table.
 */
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { usualToleranceMinutes } from '#contract/service/tolerance.ts'

export type Party = 'client' | 'professional' | 'host' | 'platform'

/**
 * The table of moves (product.md §4): who may do what from where. The server refuses by it and the
 * buttons are drawn by it. Windows of time are decided in `timeReason`.
 */
export const moves = {
  pay: { by: ['client'], from: ['held'], to: 'awaiting_payment' },
  /** Something is added or left out before it is paid. */
  change_add_ons: { by: ['client'], from: ['held'], to: 'held' },
  /** The bank said no: the time stays held, so that another card may be tried. */
  decline_card: { by: ['platform'], from: ['awaiting_payment'], to: 'held' },
  confirm: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'confirmed' },
  expire: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'expired' },
  /** The money came late, and the time was still free (B5). */
  revive: { by: ['platform'], from: ['expired'], to: 'confirmed' },
  /** The money is there or a card that will give it, and somebody is still to be asked (B3). */
  request: { by: ['platform'], from: ['held', 'awaiting_payment', 'expired'], to: 'requested' },
  /** The last who was asked says yes (B6). */
  accept: { by: ['professional', 'host'], from: ['requested'], to: 'confirmed' },
  /** One of two who were asked says yes; the other is still waited for. */
  accept_in_part: { by: ['professional', 'host'], from: ['requested'], to: 'requested' },
  decline: { by: ['professional', 'host'], from: ['requested'], to: 'declined' },
  /** Nobody answered in time (B8). */
  lapse: { by: ['platform'], from: ['requested'], to: 'expired' },
  /** The client lets go, also of a reference that they will not pay; or the host's desk or the professional of what they held for a client. */
  release: { by: ['client', 'professional', 'host'], from: ['held', 'awaiting_payment'], to: 'expired' },
  /**
   * To another hour (B9): alone, or proposed; the proposal is over by an answer, or by itself. For a request it is its professional who
   * proposes, and with the client's yes it stands.
   */
  move_time: { by: ['client'], from: ['confirmed'], to: 'confirmed' },
  propose_change: { by: ['client', 'professional', 'host'], from: ['requested', 'confirmed'], to: null },
  accept_change: { by: ['client', 'professional'], from: ['requested', 'confirmed'], to: 'confirmed' },
  /** One of two who were asked says yes. */
  accept_change_in_part: { by: ['client', 'professional'], from: ['confirmed'], to: 'confirmed' },
  /** The client takes the other hour of a request, and its host is still to be asked. */
  move_request: { by: ['client'], from: ['requested'], to: 'requested' },
  decline_change: { by: ['client', 'professional'], from: ['requested', 'confirmed'], to: null },
  withdraw_change: { by: ['client', 'professional', 'host'], from: ['requested', 'confirmed'], to: null },
  lapse_change: { by: ['platform'], from: ['requested', 'confirmed'], to: null },
  /** The host cancels and another place is held (B12): both others say yes, or it is cancelled after all. */
  begin_rescue: { by: ['host'], from: ['confirmed'], to: 'confirmed' },
  accept_rescue: { by: ['client', 'professional'], from: ['confirmed'], to: 'confirmed' },
  /** One of the two says yes. */
  accept_rescue_in_part: { by: ['client', 'professional'], from: ['confirmed'], to: 'confirmed' },
  decline_rescue: { by: ['client', 'professional'], from: ['confirmed'], to: 'cancelled_by_host' },
  lapse_rescue: { by: ['platform'], from: ['confirmed'], to: 'cancelled_by_host' },
  /** Their class goes to another hour or place and takes its seats along; until its client says yes nothing is owed for a seat. */
  follow_class: { by: ['professional'], from: ['confirmed'], to: 'confirmed' },
  accept_class_move: { by: ['client'], from: ['confirmed'], to: 'confirmed' },
  /** Another unit at the same time and price: nothing changes for the client. */
  move_unit: { by: ['host'], from: ['confirmed'], to: 'confirmed' },
  /** The professional is at the place; whether the client comes is seen. */
  arrive: { by: ['professional'], from: ['confirmed'], to: 'confirmed' },
  check_in: { by: ['professional'], from: ['confirmed'], to: 'in_progress' },
  /** The client did not come (B15); what follows settles the fee, not the visit. */
  client_no_show: { by: ['professional'], from: ['confirmed'], to: 'client_no_show' },
  contest_no_show: { by: ['client'], from: ['client_no_show'], to: 'client_no_show' },
  withdraw_no_show: { by: ['professional'], from: ['client_no_show'], to: 'client_no_show' },
  /** A day without a word against it, or an administrator's decision. */
  uphold_no_show: { by: ['platform'], from: ['client_no_show'], to: 'client_no_show' },
  drop_no_show: { by: ['platform'], from: ['client_no_show'], to: 'client_no_show' },
  /**
   * The professional did not come (B16): said by who waited for them; what follows settles the money. Also of a visit that they began
   * without anybody's code, until its hour ends.
   */
  professional_no_show: {
    by: ['client', 'host'],
    from: ['confirmed', 'in_progress'],
    to: 'professional_no_show',
  },
  contest_absence: { by: ['professional'], from: ['professional_no_show'], to: 'professional_no_show' },
  uphold_absence: { by: ['platform'], from: ['professional_no_show'], to: 'professional_no_show' },
  drop_absence: { by: ['platform'], from: ['professional_no_show'], to: 'professional_no_show' },
  /** They were there, and the visit had begun: it was given. */
  restore_visit: { by: ['platform'], from: ['professional_no_show'], to: 'completed' },
  check_out: { by: ['professional', 'platform'], from: ['in_progress'], to: 'to_settle' },
  /** "Sí vino": the professional was there and no arrival of the client was registered in time. */
  confirm_attendance: { by: ['professional'], from: ['confirmed'], to: 'to_settle' },
  /** The client's or the timer's (product.md §0): a professional ends the use, never the contest window. */
  complete: { by: ['client', 'platform'], from: ['to_settle'], to: 'completed' },
  /** Nobody registered an arrival and nobody complained: a day after its end it counts as given. */
  complete_unseen: { by: ['platform'], from: ['confirmed'], to: 'completed' },
  close: { by: ['platform'], from: ['completed'], to: 'closed' },
  /** While it is only asked for as well: then it costs nothing. */
  cancel_as_client: { by: ['client'], from: ['requested', 'confirmed'], to: 'cancelled_by_client' },
  cancel_as_professional: { by: ['professional'], from: ['confirmed'], to: 'cancelled_by_professional' },
  cancel_as_host: { by: ['host'], from: ['confirmed'], to: 'cancelled_by_host' },
  cancel_as_platform: { by: ['platform'], from: ['requested', 'confirmed'], to: 'cancelled_by_platform' },
} as const satisfies Record<
  string,
  /** `to` null: it stays as it stood. */
  { by: readonly Party[]; from: readonly BookingStatus[]; to: BookingStatus | null }
>
export type Move = keyof typeof moves

/** Check-in opens this long before the start (product.md §3). */
export const checkInOpensMinutes = 15
/** What a device registered without a line is taken this long afterwards: as long as a visit that nobody saw stays open. */
export const deviceTimeHours = 24
/**
 * What `mayMove` looks at. `waitsFor`: those who have not answered a request of `requestedAt` yet, until `respondBy`. `arrivedAt`: since when
 * the professional is there, `arrivalProved`: by the code of the unit; `isMet`: it began by the client's code or the unit's. `noShow`: how far it is settled that somebody stayed away.
 * `change`: another hour that is proposed. `rescue`: another place that is held since the host cancelled.
 */
export type Movable = {
  status: BookingStatus
  startsAt: string
  endsAt: string
  toleranceMinutes?: number | undefined
  requestedAt?: string | null
  respondBy?: string | null
  waitsFor?: readonly Party[]
  arrivedAt?: string | null
  arrivalProved?: boolean
  isMet?: boolean
  noShow?: { state: string; contestBy: string } | null
  change?: { by: Party; waitsFor: readonly Party[]; expiresAt: string } | null
  rescue?: { waitsFor: readonly Party[]; expiresAt: string } | null
  /** Somebody said of it what is not decided yet, and who asks has a part in it. */
  isDisputed?: boolean
  /** A seat of a class: it stays at the class's hour and place. */
  isSeat?: boolean
  /** Its class went elsewhere and its client has not said yes. */
  isMoved?: boolean
}

/** Why nothing more is done with what has ended: what a second tab reads that cancels again. */
export const endedText = (status: BookingStatus, what: 'cita' | 'renta' = 'cita'): string | undefined =>
  status.startsWith('cancelled_by_') ? `Esta ${what} ya está cancelada.` : endedTexts(what)[status]

const endedTexts = (what: 'cita' | 'renta'): Partial<Record<BookingStatus, string>> => ({
  declined: 'Esta solicitud ya se rechazó.',
  expired: `Esta ${what} ya venció sin respuesta o sin pago.`,
  completed: `Esta ${what} ya terminó.`,
  closed: `Esta ${what} ya terminó.`,
  client_no_show: 'Ya se registró una inasistencia.',
  professional_no_show: 'Ya se registró una inasistencia.',
})

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMove = (
  move: Move,
  party: Party,
  booking: Movable,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly Party[]; from: readonly BookingStatus[] } = moves[move]
  if (!rule.by.includes(party)) return { allowed: false, reason: 'Esta acción le toca a otra persona.' }
  if (!rule.from.includes(booking.status))
    return { allowed: false, reason: endedText(booking.status) ?? 'El estado de la reserva no lo permite.' }
  const reason = answers.has(move)
    ? answerReason(party, booking, now)
    : (openReason(move, party, booking) ??
      seatReason(move, booking) ??
      rescueReason(move, party, booking, now) ??
      requestReason(move, party, booking, now) ??
      changeReason(move, party, booking, now) ??
      noShowReason(move, booking, now) ??
      timeReason(move, booking, now))
  return reason === null ? { allowed: true } : { allowed: false, reason }
}

/** No client says that all is well while they argue; by itself it is closed all the same, and only what is argued about waits. */
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

/** While another place is asked for nothing else happens to the visit, but that it ends. */
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

/** An hour is not changed later than this before it (product.md §3: a proposal ends at the start less two hours). */
export const changeUntilHours = 2
const beginsChange: ReadonlySet<Move> = new Set(['move_time', 'propose_change'])
const answersChange: ReadonlySet<Move> = new Set(['accept_change', 'accept_change_in_part', 'decline_change'])

/** So long a request waits in all, whatever is proposed meanwhile: cards that are held lapse after days (product.md §3). */
export const requestMostHours = 36
/** So long before that its professional can still answer. */
export const requestLeastMinutes = 20

/** Of what is only asked for, the one who is asked proposes another hour. */
const requestReason = (
  move: Move,
  party: Party,
  booking: Pick<Movable, 'status' | 'requestedAt' | 'respondBy' | 'waitsFor'>,
  now: Date,
): string | null => {
  if (booking.status !== 'requested' || move !== 'propose_change') return null
  if (party !== 'professional') return 'Todavía es una solicitud: la hora se cambia cuando quede confirmada.'
  const latest = Date.parse(booking.requestedAt ?? '') + requestMostHours * 3_600_000
  return now.getTime() >= latest - requestLeastMinutes * 60_000
    ? `Ya lleva ${requestMostHours} horas esperando: acéptala o recházala.`
    : answerReason(party, booking, now)
}

/** Of visits, and of rented hours (contract/booking/rent/reservation.ts). */
export const changeReason = (
  move: Move,
  party: Party,
  { startsAt, change }: Pick<Movable, 'startsAt' | 'change'>,
  now: Date,
): string | null => {
  if (beginsChange.has(move)) {
    if (change) return 'Ya hay otra hora propuesta: falta su respuesta.'
    if (now.getTime() >= Date.parse(startsAt)) return 'Su hora ya llegó: no se puede cambiar.'
    return now.getTime() >= Date.parse(startsAt) - changeUntilHours * 3_600_000
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

/** What a professional who is there already reads. */
export const arrivedReason = 'Ya registraste que estás ahí.'

const noShowReason = (move: Move, booking: Movable, now: Date): string | null => {
  const { startsAt, toleranceMinutes = usualToleranceMinutes, arrivedAt, arrivalProved, noShow } = booking
  if (move === 'arrive') return arrivedAt ? arrivedReason : null
  if (move === 'confirm_attendance' && !arrivedAt) return 'No registraste que tú estabas ahí.'
  const waitedUntil = Date.parse(startsAt) + toleranceMinutes * 60_000
  if (move === 'client_no_show' || move === 'professional_no_show') {
    if (now.getTime() < waitedUntil) return `Espera hasta ${toleranceMinutes} minutos después de la hora.`
    if (move === 'client_no_show') return arrivedAt ? null : 'Primero registra que tú ya estás ahí.'
    if (booking.isMet) return 'La cita empezó con el código de la clienta o de la unidad.'
    if (booking.status === 'in_progress' && now.getTime() >= Date.parse(booking.endsAt))
      return 'La hora de esta cita ya pasó.'
    const came = arrivalProved && arrivedAt && Date.parse(arrivedAt) <= waitedUntil
    return came ? 'Registró a tiempo, con el código de la unidad, que está en el lugar.' : null
  }
  const step = settling[move]
  if (step === undefined) return null
  const open = noShow?.state === 'open'
  const overdue = noShow ? now.getTime() >= Date.parse(noShow.contestBy) : true
  if (!open && noShow?.state !== 'contested') return 'Esta inasistencia ya se resolvió.'
  if (step === 'contest') {
    if (!open) return 'Ya la objetaste: falta que se resuelva.'
    return overdue ? 'El plazo para objetar ya pasó.' : null
  }
  if (step === 'drop' && open) return 'Nadie la ha objetado.'
  return step === 'uphold' && open && !overdue ? 'Todavía se puede objetar.' : null
}

/** What follows when it was said that somebody did not come, by what it does. */
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

/** Nobody leaves or completes what has not begun. */
export const notBeforeStart: ReadonlySet<string> = new Set(['check_out', 'complete'] satisfies Move[])
export const notYetText = 'Todavía no es la hora: se termina desde que empieza.'

const timeReason = (move: Move, booking: { startsAt: string; endsAt: string }, now: Date): string | null => {
  const startsAt = Date.parse(booking.startsAt)
  const endsAt = Date.parse(booking.endsAt)
  if (move === 'check_in' || move === 'arrive') {
    if (now.getTime() < startsAt - checkInOpensMinutes * 60_000)
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
