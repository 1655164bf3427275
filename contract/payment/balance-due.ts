/** The status of the rest of a visit's price, and who may act on it. Pure: the screen uses it, and the server refuses by it. */
import { dayMs } from '#contract/platform/duration.ts'

export type CurrentBalance = {
  /** What is still to be paid. */
  balanceCents: number
  status: string
  /** A card is being charged. */
  isRequested: boolean
  /** A problem in which its client has a part is not decided. */
  isDisputed: boolean
  /** When its professional last had the card charged. */
  triedAt: Date | null
  /** It is requested by a link that its professional sent, and can be paid from when the visit is confirmed. */
  isByLink: boolean
}

/** May its professional record that its client paid the rest by hand? From when they are there, also before a card is charged for it. */
export const mayTakeBalance = (current: Omit<CurrentBalance, 'triedAt'>): Answer => {
  if (current.isByLink && !visitGoesOn.has(current.status)) return notNow(current.status)
  if (!current.isByLink && !there.has(current.status) && !over.has(current.status))
    return { allowed: false, reason: 'Se registra cuando tu clienta ya llegó.' }
  return whyNoneDue(current) ?? { allowed: true }
}

const there: ReadonlySet<string> = new Set(['in_progress', 'to_settle'])
const over: ReadonlySet<string> = new Set(['completed', 'closed'])
const visitGoesOn: ReadonlySet<string> = new Set(['confirmed', ...there, ...over])

const notNow = (status: string) =>
  no(status === 'requested' ? 'Falta que el espacio acepte la cita.' : 'Esta cita ya no sigue.')

const no = (reason: string) => ({ allowed: false, reason }) as const

const whyNoneDue = (current: Omit<CurrentBalance, 'triedAt'>): Answer | null => {
  if (current.balanceCents === 0) return no('No falta nada por pagar.')
  if (current.isRequested) return no('Ya se está cobrando.')
  return current.isDisputed ? no('Hay un problema por resolver: el resto espera.') : null
}

type Answer = { allowed: true } | { allowed: false; reason: string }

/** A client whenever it is due; a professional once a day, since each refusal sends the client an email. */
export const mayAskBalance = (by: 'client' | 'professional', current: CurrentBalance, now: Date): Answer => {
  if (current.isByLink && by === 'professional')
    return no('No hay tarjeta guardada: tu clienta paga con el enlace.')
  if (current.isByLink && !visitGoesOn.has(current.status)) return notNow(current.status)
  if (!current.isByLink && !over.has(current.status) && current.balanceCents > 0)
    return no('El resto se paga cuando la cita terminó.')
  const none = whyNoneDue(current)
  if (none !== null) return none
  const isEarly = current.triedAt !== null && now.getTime() < current.triedAt.getTime() + dayMs
  return by === 'professional' && isEarly
    ? no('Hoy ya lo intentamos. Tu clienta tiene el enlace para pagar.')
    : { allowed: true }
}
