/** State of the balance due of a visit, and who may act on it. Pure: used by the screen and the server. */
import { dayMs } from '#contract/platform/duration.ts'
import type { Allowed } from '#contract/platform/allowed.ts'

export type CurrentBalance = {
  /** The unpaid amount. */
  balanceCents: number
  status: string
  /** A card charge is running. */
  isRequested: boolean
  /** A dispute that involves the client is undecided. */
  isDisputed: boolean
  /** When its professional last charged the card. */
  triedAt: Date | null
  /** Requested by the professional's link; can be paid as soon as the visit is confirmed. */
  isByLink: boolean
}

/** Whether the professional may record a payment by hand. From their arrival on, also before a card is charged. */
export const mayTakeBalance = (current: Omit<CurrentBalance, 'triedAt'>): Allowed => {
  if (current.isByLink && !visitGoesOn.has(current.status)) return notNow(current.status)
  if (!current.isByLink && !there.has(current.status) && !over.has(current.status))
    return { allowed: false, reason: 'Se registra cuando tu cliente ya llegó.' }
  return whyNoneDue(current) ?? { allowed: true }
}

const there: ReadonlySet<string> = new Set(['in_progress', 'to_settle'])
const over: ReadonlySet<string> = new Set(['completed', 'closed'])
const visitGoesOn: ReadonlySet<string> = new Set(['confirmed', ...there, ...over])

const notNow = (status: string) =>
  no(status === 'requested' ? 'Falta que el espacio acepte la cita.' : 'Esta cita ya no sigue.')

const no = (reason: string) => ({ allowed: false, reason }) as const

const whyNoneDue = (current: Omit<CurrentBalance, 'triedAt'>): Allowed | null => {
  if (current.balanceCents === 0) return no('No falta nada por pagar.')
  if (current.isRequested) return no('Ya se está cobrando.')
  return current.isDisputed ? no('Hay un problema por resolver: el resto espera.') : null
}

/** A client can pay whenever it is due; a professional can charge once a day, since each decline sends the client an email. */
export const mayAskBalance = (by: 'client' | 'professional', current: CurrentBalance, now: Date): Allowed => {
  if (current.isByLink && by === 'professional')
    return no('No hay tarjeta guardada: tu cliente paga con el enlace.')
  if (current.isByLink && !visitGoesOn.has(current.status)) return notNow(current.status)
  if (!current.isByLink && !over.has(current.status) && current.balanceCents > 0)
    return no('El resto se paga cuando la cita terminó.')
  const none = whyNoneDue(current)
  if (none !== null) return none
  const isEarly = current.triedAt !== null && now.getTime() < current.triedAt.getTime() + dayMs
  return by === 'professional' && isEarly
    ? no('Hoy ya lo intentamos. Tu cliente tiene el enlace para pagar.')
    : { allowed: true }
}
