/** The status of the rest of a visit's price, and who may act on it. Pure: the screen uses it, and the server refuses by it. */
import { dayMs } from '#contract/platform/duration.ts'

export type BalanceStanding = {
  /** What is still to be paid. */
  balanceCents: number
  status: string
  /** A card is being charged. */
  isAsked: boolean
  /** A problem in which its client has a part is not decided. */
  isDisputed: boolean
  /** When its professional last had the card charged. */
  triedAt: Date | null
}

/** May its professional record that its client paid the rest by hand? From when they are there, also before a card is charged for it. */
export const mayTakeBalance = (standing: Omit<BalanceStanding, 'triedAt'>): Answer => {
  if (!there.has(standing.status) && !over.has(standing.status))
    return { allowed: false, reason: 'Se registra cuando tu clienta ya llegó.' }
  return whyNoneDue(standing) ?? { allowed: true }
}

const there: ReadonlySet<string> = new Set(['in_progress', 'to_settle'])
const over: ReadonlySet<string> = new Set(['completed', 'closed'])

const no = (reason: string) => ({ allowed: false, reason }) as const

const whyNoneDue = (standing: Omit<BalanceStanding, 'triedAt'>): Answer | null => {
  if (standing.balanceCents === 0) return no('No falta nada por pagar.')
  if (standing.isAsked) return no('Ya se está cobrando.')
  return standing.isDisputed ? no('Hay un problema por resolver: el resto espera.') : null
}

type Answer = { allowed: true } | { allowed: false; reason: string }

/** A client whenever it is due; a professional once a day, since each refusal sends the client an email. */
export const mayAskBalance = (
  by: 'client' | 'professional',
  standing: BalanceStanding,
  now: Date,
): Answer => {
  if (!over.has(standing.status) && standing.balanceCents > 0)
    return no('El resto se paga cuando la cita terminó.')
  const none = whyNoneDue(standing)
  if (none !== null) return none
  const isEarly = standing.triedAt !== null && now.getTime() < standing.triedAt.getTime() + dayMs
  return by === 'professional' && isEarly
    ? no('Hoy ya lo intentamos. Tu clienta tiene el enlace para pagar.')
    : { allowed: true }
}
