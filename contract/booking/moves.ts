/**
 * Which role may do what with a booking, from which status and when. Separate file, because booking and payment pages
 * get the allowed moves from the server and do not need the table.
 */
import type { BookingStatus } from '#contract/booking/booking-status.ts'

export type Party = 'client' | 'professional' | 'host' | 'platform'

/**
 * The table of moves (product.md §4). The server refuses by it and the screens draw buttons by it. Time windows are
 * decided in `timeReason`.
 */
export const moves = {
  pay: { by: ['client'], from: ['held'], to: 'awaiting_payment' },
  /** Add-ons change before payment. */
  change_add_ons: { by: ['client'], from: ['held'], to: 'held' },
  /** The bank declined: the time stays held, so that another card can be tried. */
  decline_card: { by: ['platform'], from: ['awaiting_payment'], to: 'held' },
  confirm: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'confirmed' },
  expire: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'expired' },
  /** The money arrived late, and the time was still free (B5). */
  revive: { by: ['platform'], from: ['expired'], to: 'confirmed' },
  /** Paid or secured by a card, and awaiting acceptance (B3). */
  request: { by: ['platform'], from: ['held', 'awaiting_payment', 'expired'], to: 'requested' },
  /** The last party to answer accepts (B6). */
  accept: { by: ['professional', 'host'], from: ['requested'], to: 'confirmed' },
  /** One of two parties accepts; the other's answer is still pending. */
  accept_in_part: { by: ['professional', 'host'], from: ['requested'], to: 'requested' },
  decline: { by: ['professional', 'host'], from: ['requested'], to: 'declined' },
  /** No answer in time (B8). */
  lapse: { by: ['platform'], from: ['requested'], to: 'expired' },
  /** The client releases it, even with an unpaid reference; or the host's desk or the professional releases a time held for a client. */
  release: { by: ['client', 'professional', 'host'], from: ['held', 'awaiting_payment'], to: 'expired' },
  /**
   * Another hour (B9): moved by the client alone, or proposed until answered or lapsed. For a request the professional
   * proposes, and the client's acceptance confirms it.
   */
  move_time: { by: ['client'], from: ['confirmed'], to: 'confirmed' },
  propose_change: { by: ['client', 'professional', 'host'], from: ['requested', 'confirmed'], to: null },
  accept_change: {
    by: ['client', 'professional', 'host'],
    from: ['requested', 'confirmed'],
    to: 'confirmed',
  },
  /** One of several parties accepts. */
  accept_change_in_part: { by: ['client', 'professional', 'host'], from: ['confirmed'], to: 'confirmed' },
  /** The client accepts another hour for a request, and the host must still answer. */
  move_request: { by: ['client'], from: ['requested'], to: 'requested' },
  decline_change: { by: ['client', 'professional', 'host'], from: ['requested', 'confirmed'], to: null },
  withdraw_change: { by: ['client', 'professional', 'host'], from: ['requested', 'confirmed'], to: null },
  lapse_change: { by: ['platform'], from: ['requested', 'confirmed'], to: null },
  /** The host cancels and another place is held (B12): client and professional both accept, or it is cancelled. */
  begin_rescue: { by: ['host'], from: ['confirmed'], to: 'confirmed' },
  accept_rescue: { by: ['client', 'professional'], from: ['confirmed'], to: 'confirmed' },
  /** One of the two accepts. */
  accept_rescue_in_part: { by: ['client', 'professional'], from: ['confirmed'], to: 'confirmed' },
  decline_rescue: { by: ['client', 'professional'], from: ['confirmed'], to: 'cancelled_by_host' },
  lapse_rescue: { by: ['platform'], from: ['confirmed'], to: 'cancelled_by_host' },
  /** The class is moved with its seats; nothing is owed for a seat until its client accepts. */
  follow_class: { by: ['professional'], from: ['confirmed'], to: 'confirmed' },
  accept_class_move: { by: ['client'], from: ['confirmed'], to: 'confirmed' },
  /** Another unit at the same time and price: nothing changes for the client. */
  move_unit: { by: ['host'], from: ['confirmed'], to: 'confirmed' },
  /** The professional is at the place; the client's arrival is still open. */
  arrive: { by: ['professional'], from: ['confirmed'], to: 'confirmed' },
  check_in: { by: ['professional'], from: ['confirmed'], to: 'in_progress' },
  /** The client did not come (B15); later moves settle the fee, not the visit. */
  client_no_show: { by: ['professional'], from: ['confirmed'], to: 'client_no_show' },
  contest_no_show: { by: ['client'], from: ['client_no_show'], to: 'client_no_show' },
  withdraw_no_show: { by: ['professional'], from: ['client_no_show'], to: 'client_no_show' },
  /** Uncontested for a day, or an administrator's decision. */
  uphold_no_show: { by: ['platform'], from: ['client_no_show'], to: 'client_no_show' },
  drop_no_show: { by: ['platform'], from: ['client_no_show'], to: 'client_no_show' },
  /**
   * The professional did not come (B16), as reported by the party who waited; later moves settle the money. Also for a
   * visit that they started without a code, until its end.
   */
  professional_no_show: {
    by: ['client', 'host'],
    from: ['confirmed', 'in_progress'],
    to: 'professional_no_show',
  },
  contest_absence: { by: ['professional'], from: ['professional_no_show'], to: 'professional_no_show' },
  uphold_absence: { by: ['platform'], from: ['professional_no_show'], to: 'professional_no_show' },
  drop_absence: { by: ['platform'], from: ['professional_no_show'], to: 'professional_no_show' },
  /** The professional was there, and the visit had started: it counts as given. */
  restore_visit: { by: ['platform'], from: ['professional_no_show'], to: 'completed' },
  check_out: { by: ['professional', 'platform'], from: ['in_progress'], to: 'to_settle' },
  /** "Sí vino": the professional was there and no arrival of the client was registered in time. */
  confirm_attendance: { by: ['professional'], from: ['confirmed'], to: 'to_settle' },
  /** By the client or the timer (product.md §0): a professional ends the use, never the contest window. */
  complete: { by: ['client', 'platform'], from: ['to_settle'], to: 'completed' },
  /** No registered arrival and no complaint: a day after its end it counts as given. */
  complete_unseen: { by: ['platform'], from: ['confirmed'], to: 'completed' },
  close: { by: ['platform'], from: ['completed'], to: 'closed' },
  /** Also while requested: then it is free. */
  cancel_as_client: { by: ['client'], from: ['requested', 'confirmed'], to: 'cancelled_by_client' },
  cancel_as_professional: { by: ['professional'], from: ['confirmed'], to: 'cancelled_by_professional' },
  cancel_as_host: { by: ['host'], from: ['confirmed'], to: 'cancelled_by_host' },
  cancel_as_platform: { by: ['platform'], from: ['requested', 'confirmed'], to: 'cancelled_by_platform' },
} as const satisfies Record<
  string,
  /** `to` null: the status is unchanged. */
  { by: readonly Party[]; from: readonly BookingStatus[]; to: BookingStatus | null }
>
export type Move = keyof typeof moves

/** Check-in opens this long before the start (product.md §3). */
export const checkInOpensMinutes = 15
/** Arrivals registered offline are accepted this long afterwards: as long as a visit without a registered arrival stays open. */
export const deviceTimeHours = 24
/**
 * Input of `mayMove`. `waitsFor`: parties who have not answered a request of `requestedAt` yet, until `respondBy`. `arrivedAt`: when the
 * professional arrived, `arrivalProved`: by the code of the unit; `isMet`: started by the client's code or the unit's. `noShow`: state of a
 * no-show. `change`: proposed hour. `rescue`: another place held after the host cancelled.
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
  /** The actor is a party to an open dispute about it. */
  isDisputed?: boolean
  /** A seat of a class: it stays at the class's hour and place. */
  isSeat?: boolean
  /** The class was moved and the client has not accepted yet. */
  isMoved?: boolean
}

/** Why an ended booking allows nothing more, e.g. when a second tab cancels again. */
export const endedText = (status: BookingStatus, what: 'cita' | 'renta' = 'cita'): string | undefined =>
  status.startsWith('cancelled_by_') ? `Esta ${what} ya está cancelada.` : endedTexts(what)[status]

const endedTexts = (what: 'cita' | 'renta'): Partial<Record<BookingStatus, string>> => ({
  declined: 'Esta solicitud ya se rechazó.',
  expired: `Esta ${what} ya venció sin respuesta o sin pago.`,
  completed: `Esta ${what} ya terminó.`,
  closed: `Esta ${what} ya terminó.`,
  client_no_show: 'Ya se registró que alguien no llegó.',
  professional_no_show: 'Ya se registró que alguien no llegó.',
})

/** Latest time before the start for a change (product.md §3: a proposal ends at the start less two hours). */
export const changeUntilHours = 2

/** Maximum total wait of a request, including proposals: card holds lapse after days (product.md §3). */
export const requestMaxHours = 36
/** The professional can answer a request until this long before the start. */
export const requestMinMinutes = 20

/** Reason shown to a professional who has already arrived. */
export const arrivedReason = 'Ya registraste que estás ahí.'
